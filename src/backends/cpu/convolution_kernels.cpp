// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cpu/convolution_kernels.h"

#include <torchpp/core/error.h>
#include <torchpp/core/settings.h>

#include "src/backends/cpu/convolution_plain.h"
#include "src/backends/cpu/onednn/convolution.h"
#include "src/backends/cpu/own/convolution.h"
#include "src/dispatch/verbose.h"

namespace torchpp::cpu {
namespace {

// The arguments of one of the three directions; what it does not have is null.
struct Call {
  const ConvProblem& q;
  const void* x;
  const void* w;
  const void* bias;
  void* y;  // forward: the result; else the gradient of it
  void* dx;
  void* dw;
  void* db;
  uint64_t weight_id;
};

struct Implementation {
  const char* name;
  const char* (*can_run)(const ConvProblem& q);
  void (*run)(const Call& c);
};

template <class T>
const T* in(const void* p) {
  return static_cast<const T*>(p);
}
template <class T>
T* to(void* p) {
  return static_cast<T*>(p);
}

// -- oneDNN

template <onednn::ConvDirection kDirection>
const char* can_run_onednn(const ConvProblem& q) {
  if (!is_onednn_enabled()) return "it is switched off";
  for (int d = 0; d < q.dims; ++d)
    if (q.padding_right[d] < 0) return "an output padding beyond the stride";
  return onednn::can_run(q, kDirection);
}

// -- our own, float and double, as products of matrices

template <ScalarType kDtype>
const char* is_dtype(const ConvProblem& q) {
  return q.dtype == kDtype ? nullptr : kDtype == kFloat ? "dtype is not float" : "dtype is not double";
}

constexpr Implementation kForward[] = {
    {"onednn", can_run_onednn<onednn::ConvDirection::kForward>,
     [](const Call& c) { onednn::forward(c.q, c.x, c.w, c.bias, c.y, c.weight_id); }},
    {"own_float", is_dtype<kFloat>,
     [](const Call& c) {
       own::conv_forward(c.q, in<float>(c.x), in<float>(c.w), in<float>(c.bias), to<float>(c.y));
     }},
    {"own_double", is_dtype<kDouble>,
     [](const Call& c) {
       own::conv_forward(c.q, in<double>(c.x), in<double>(c.w), in<double>(c.bias), to<double>(c.y));
     }},
    {"plain", plain::can_run, [](const Call& c) { plain::conv_forward(c.q, c.x, c.w, c.bias, c.y); }},
};
constexpr Implementation kBackwardData[] = {
    {"onednn", can_run_onednn<onednn::ConvDirection::kBackwardData>,
     [](const Call& c) { onednn::backward_data(c.q, c.y, c.w, c.dx, c.weight_id); }},
    {"own_float", is_dtype<kFloat>,
     [](const Call& c) { own::conv_backward_data(c.q, in<float>(c.y), in<float>(c.w), to<float>(c.dx)); }},
    {"own_double", is_dtype<kDouble>,
     [](const Call& c) { own::conv_backward_data(c.q, in<double>(c.y), in<double>(c.w), to<double>(c.dx)); }},
    {"plain", plain::can_run, [](const Call& c) { plain::conv_backward_data(c.q, c.y, c.w, c.dx); }},
};
constexpr Implementation kBackwardWeights[] = {
    {"onednn", can_run_onednn<onednn::ConvDirection::kBackwardWeights>,
     [](const Call& c) { onednn::backward_weights(c.q, c.x, c.y, c.dw, c.db); }},
    {"own_float", is_dtype<kFloat>,
     [](const Call& c) {
       own::conv_backward_weights(c.q, in<float>(c.x), in<float>(c.y), to<float>(c.dw), to<float>(c.db));
     }},
    {"own_double", is_dtype<kDouble>,
     [](const Call& c) {
       own::conv_backward_weights(c.q, in<double>(c.x), in<double>(c.y), to<double>(c.dw), to<double>(c.db));
     }},
    {"plain", plain::can_run, [](const Call& c) { plain::conv_backward_weights(c.q, c.x, c.y, c.dw); }},
};

template <size_t N>
void run(const Implementation (&ranked)[N], const Call& call) {
  for (const Implementation& i : ranked) {
    const char* reason = i.can_run(call.q);
    if (reason == nullptr) {
      if (TORCHPP_UNLIKELY(verbose::on())) verbose::took(i.name);
      return i.run(call);
    }
    if (TORCHPP_UNLIKELY(verbose::on())) verbose::refused(i.name, reason);
  }
  TORCHPP_FAIL_KIND(kNotImplemented, "\"convolution_cpu\" not implemented for '", toString(call.q.dtype), "'");
}

}  // namespace

const char* conv_reason_to_widen(const ConvProblem& q, int directions) {
  if (q.dtype == kHalf) return "half is computed in float";
  if (q.dtype != kBFloat16) return nullptr;
  const char* reason = nullptr;
  if (directions & kConvForward) reason = can_run_onednn<onednn::ConvDirection::kForward>(q);
  if (reason == nullptr && (directions & kConvData)) reason = can_run_onednn<onednn::ConvDirection::kBackwardData>(q);
  if (reason == nullptr && (directions & kConvWeights))
    reason = can_run_onednn<onednn::ConvDirection::kBackwardWeights>(q);
  return reason;
}

void conv_forward(const ConvProblem& q, const void* x, const void* w, const void* bias, void* y, uint64_t weight_id) {
  run(kForward, {q, x, w, bias, y, nullptr, nullptr, nullptr, weight_id});
}
void conv_backward_data(const ConvProblem& q, const void* dy, const void* w, void* dx, uint64_t weight_id) {
  run(kBackwardData, {q, nullptr, w, nullptr, const_cast<void*>(dy), dx, nullptr, nullptr, weight_id});
}
void conv_backward_weights(const ConvProblem& q, const void* x, const void* dy, void* dw, void* db) {
  run(kBackwardWeights, {q, x, nullptr, nullptr, const_cast<void*>(dy), nullptr, dw, db, 0});
}

}  // namespace torchpp::cpu
