// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cpu/convolution_algorithm.h"

#include <torchpp/core/error.h>
#include <torchpp/core/parallel.h>
#include <torchpp/core/settings.h>

#include <iterator>

#include "src/backends/cpu/convolution_plain.h"
#include "src/backends/cpu/cpu_level.h"
#include "src/backends/cpu/loops.h"
#include "src/backends/cpu/onednn/convolution.h"
#include "src/backends/cpu/own/convolution.h"
#include "src/backends/cpu/own/direct_convolution.h"
#include "src/backends/cpu/own/gemm.h"
#include "src/backends/cpu/own/split_convolution.h"
#include "src/backends/cpu/own/winograd.h"
#include "src/backends/cpu/transpose.h"
#include "src/backends/cpu/workspace.h"
#include "src/backends/math/bits.h"
#include "src/core/thread_pool.h"
#include "src/dispatch/verbose.h"

namespace torchpp::cpu {

struct ConvImplementation {
  const char* name;
  /// Null if it computes algorithm.direction of the problem, else the reason for the log.
  const char* (*refuse)(const ConvProblem& q, ConvAlgorithm& algorithm);
  void (*run)(const ConvProblem& q, const ConvAlgorithm& algorithm, const ConvOperands& o);
};

namespace {

ConvAlgorithm choose_from(const ConvImplementation* first, const ConvProblem& q, ConvDirection direction);

const char* refuse_direct(const ConvProblem& q, ConvAlgorithm& algorithm) {
  return own::refuse_direct(q, algorithm.direction);
}
const char* refuse_direct_before_onednn(const ConvProblem& q, ConvAlgorithm& algorithm) {
  if (q.dtype == kFloat && is_onednn_enabled() && own::is_direct_slow(q)) return "small planes";
  return refuse_direct(q, algorithm);
}
// Whether bfloat16 is computed in float. oneDNN fills vectors with channels: of few, its time is a multiple of the
// direct way's with both conversions (64 images 1>6@28 268 to 130 us forward, 758 to 250 of the weights; depthwise
// 32@112 217 to 150), and that of its own weight gradient in float is half (6>16@14 278 to 160). With 3>64@224 it wins.
// Its gradients take 13 us before the first product (one image 6>16@14 k5, data: 17.1 to 9.9; 16>16@14 k3, data 14.4 to
// 7.2, weights 14.6 to 7.0; 32>64@14 k3 22.5 to 33.9).
constexpr int64_t kFewFlops = 1500000;
bool is_float_faster(ConvProblem q, ConvAlgorithm& algorithm) {
  if (algorithm.direction != ConvDirection::kForward && q.flops() <= kFewFlops) return true;
  const int64_t products = q.in_channels / q.groups * (q.out_channels / q.groups);
  q.dtype = kFloat;
  return algorithm.direction == ConvDirection::kBackwardWeights
             ? products <= 128
             : products <= 64 && refuse_direct_before_onednn(q, algorithm) == nullptr;
}

const char* refuse_onednn(const ConvProblem& q, ConvAlgorithm& algorithm) {
  if (q.dtype == kHalf) return "half is computed in float";
  if (!is_onednn_enabled()) return "it is switched off";
  if (q.dtype == kBFloat16 && !has_fast_bfloat16()) return "float products are twice as fast on this processor";
  if (q.dtype == kBFloat16 && is_float_faster(q, algorithm))
    return "few channels or products, which are faster in float";
  for (int d = 0; d < 3; ++d)
    if (q.padding_right[d] < 0) return "an output padding beyond the stride";
  onednn::PreparedConv prepared = onednn::prepare(q, algorithm.direction);
  algorithm.primitives = std::move(prepared.primitives);
  return prepared.reason;
}
void run_onednn(const ConvProblem& q, const ConvAlgorithm& algorithm, const ConvOperands& o) {
  const onednn::ConvPrimitives& p = *algorithm.primitives;
  switch (algorithm.direction) {
    case ConvDirection::kForward: return onednn::forward(q, p, o.first, o.second, o.bias, o.result, o.weight_id);
    case ConvDirection::kBackwardData: return onednn::backward_data(q, p, o.first, o.second, o.result, o.weight_id);
    case ConvDirection::kBackwardWeights: return onednn::backward_weights(q, p, o.first, o.second, o.result);
  }
}

template <class T>
void run_direct_typed(const ConvProblem& q, const ConvAlgorithm& algorithm, const ConvOperands& o) {
  const T *first = static_cast<const T*>(o.first), *second = static_cast<const T*>(o.second);
  T* result = static_cast<T*>(o.result);
  switch (algorithm.direction) {
    case ConvDirection::kForward: return own::direct_forward(q, first, second, static_cast<const T*>(o.bias), result);
    case ConvDirection::kBackwardData: return own::direct_backward_data(q, first, second, result);
    case ConvDirection::kBackwardWeights: return own::direct_backward_weights(q, first, second, result);
  }
}
void run_direct(const ConvProblem& q, const ConvAlgorithm& algorithm, const ConvOperands& o) {
  if (q.dtype == kFloat) run_direct_typed<float>(q, algorithm, o);
  else run_direct_typed<double>(q, algorithm, o);
}

// Channels-last images of groups of few channels are turned, which is quicker than products of short rows.
ConvProblem of_planes(ConvProblem q) {
  q.channels_last = false;
  return q;
}
const char* refuse_direct_of_planes(const ConvProblem& q, ConvAlgorithm& algorithm) {
  if (q.groups == 1 || !q.channels_last) return "one group, or channels first";
  return refuse_direct(of_planes(q), algorithm);
}
template <class T>
void run_direct_of_planes_typed(const ConvProblem& q, const ConvAlgorithm& algorithm, const ConvOperands& o) {
  const bool is_forward = algorithm.direction == ConvDirection::kForward,
             is_data = algorithm.direction == ConvDirection::kBackwardData, is_weights = !is_forward && !is_data;
  const int64_t x = q.in_channels * q.in_size(), y = q.out_channels * q.out_size();
  const Workspace space(q.n * (x + y) * sizeof(T));
  T *const input = space.as<T>(), *const output = input + q.n * x;
  const auto turn = [&](int64_t rows, int64_t cols, const T* from, T* to) {
    detail::run_slices(
        q.n, [&](int64_t i) { transpose(rows, cols, from + i * rows * cols, cols, to + i * rows * cols, rows); });
  };
  if (!is_data) turn(q.in_size(), q.in_channels, static_cast<const T*>(o.first), input);
  if (!is_forward) turn(q.out_size(), q.out_channels, static_cast<const T*>(is_data ? o.first : o.second), output);
  ConvOperands with = o;
  with.first = is_data ? output : input;
  if (is_weights) with.second = output;
  else with.result = is_forward ? output : input;
  run_direct_typed<T>(of_planes(q), algorithm, with);
  if (is_forward) turn(q.out_channels, q.out_size(), output, static_cast<T*>(o.result));
  if (is_data) turn(q.in_channels, q.in_size(), input, static_cast<T*>(o.result));
}
void run_direct_of_planes(const ConvProblem& q, const ConvAlgorithm& algorithm, const ConvOperands& o) {
  if (q.dtype == kFloat) run_direct_of_planes_typed<float>(q, algorithm, o);
  else run_direct_of_planes_typed<double>(q, algorithm, o);
}

template <ScalarType kDtype>
const char* refuse_own(const ConvProblem& q, ConvAlgorithm&) {
  return q.dtype == kDtype ? nullptr : kDtype == kFloat ? "dtype is not float" : "dtype is not double";
}
// Of one image with few pixels and a kernel of one, the weights are most of what is read: own products read them as
// they lie, once. Pixels must fill the vectors of a panel, to which the product adds one more column cheaply. Times of
// one thread to those of the ways below: 2048>512@7 0.64, 512>2048@7 0.70, 1024@14>2048, stride 2 0.73; with kernels of
// three up to 1.2, which have more products for each weight.
const char* refuse_pointwise_by_weights(const ConvProblem& q, ConvAlgorithm& algorithm) {
  constexpr int64_t kLeastWeights = int64_t{1} << 20;
  if (q.dtype != kFloat || algorithm.direction != ConvDirection::kForward) return "it is for the results of floats";
  if (q.n != 1 || q.groups != 1 || q.channels_last) return "several images or groups, or channels last";
  if (q.kernel_size() != 1) return "kernel is larger than one";
  if (q.weight_numel() < kLeastWeights) return "few weights";
  const GemmKernels<float>& isa = own::gemm_kernels<float>();
  const int64_t pixels = q.out_size(), whole = pixels == isa.columns + 1 ? isa.columns : pixels;
  return whole <= isa.columns && whole % isa.lanes == 0 ? nullptr : "pixels that do not fill vectors";
}

template <class T>
void run_own(const ConvProblem& q, const ConvAlgorithm& algorithm, const ConvOperands& o) {
  const T *first = static_cast<const T*>(o.first), *second = static_cast<const T*>(o.second);
  T* result = static_cast<T*>(o.result);
  switch (algorithm.direction) {
    case ConvDirection::kForward: return own::conv_forward(q, first, second, static_cast<const T*>(o.bias), result);
    case ConvDirection::kBackwardData: return own::conv_backward_data(q, first, second, result);
    case ConvDirection::kBackwardWeights: return own::conv_backward_weights(q, first, second, result);
  }
}

// A way that gives up where operands are unusual, which `done` tells: the next one that computes the problem takes it
// then.
void run_another_unless(bool done, const ConvProblem& q, const ConvAlgorithm& algorithm, const ConvOperands& o,
                        const char* reason) {
  if (TORCHPP_LIKELY(done)) return;
  if (verbose::on()) verbose::refused(algorithm.implementation->name, reason);
  run_conv(q, choose_from(algorithm.implementation + 1, q, algorithm.direction), o);
}

// Operands of a way for floats.
struct FloatOperands {
  const float *first, *second, *bias;
  float* result;
  const WeightId& weight_id;
  explicit FloatOperands(const ConvOperands& o)
      : first(static_cast<const float*>(o.first)),
        second(static_cast<const float*>(o.second)),
        bias(static_cast<const float*>(o.bias)),
        result(static_cast<float*>(o.result)),
        weight_id(o.weight_id) {}
};

const char* refuse_winograd(const ConvProblem& q, ConvAlgorithm& algorithm) {
  return own::refuse_winograd(q, algorithm.direction);
}
bool try_winograd(const ConvProblem& q, ConvDirection direction, const FloatOperands& o) {
  switch (direction) {
    case ConvDirection::kForward: return own::winograd_forward(q, o.first, o.second, o.bias, o.result, o.weight_id);
    case ConvDirection::kBackwardData: return own::winograd_backward_data(q, o.first, o.second, o.result, o.weight_id);
    case ConvDirection::kBackwardWeights: return own::winograd_backward_weights(q, o.first, o.second, o.result);
  }
  return false;
}
void run_winograd(const ConvProblem& q, const ConvAlgorithm& algorithm, const ConvOperands& o) {
  // What is not finite reaches the results whose windows it is in, no others.
  run_another_unless(try_winograd(q, algorithm.direction, FloatOperands(o)), q, algorithm, o, "a sum is not finite");
}

const char* refuse_split(const ConvProblem& q, ConvAlgorithm& algorithm) {
  return own::refuse_split(q, algorithm.direction);
}
void run_split(const ConvProblem& q, const ConvAlgorithm& algorithm, const ConvOperands& operands) {
  const FloatOperands o(operands);
  const bool done = algorithm.direction == ConvDirection::kForward
                        ? own::split_forward(q, o.first, o.second, o.bias, o.result, o.weight_id)
                        : own::split_backward_data(q, o.first, o.second, o.result, o.weight_id);
  run_another_unless(done, q, algorithm, operands, "magnitudes beyond those of bfloat16 parts");
}

const char* refuse_plain(const ConvProblem& q, ConvAlgorithm&) { return plain::can_run(q); }
void run_plain(const ConvProblem& q, const ConvAlgorithm& algorithm, const ConvOperands& o) {
  switch (algorithm.direction) {
    case ConvDirection::kForward: return plain::conv_forward(q, o.first, o.second, o.bias, o.result);
    case ConvDirection::kBackwardData: return plain::conv_backward_data(q, o.first, o.second, o.result);
    case ConvDirection::kBackwardWeights: return plain::conv_backward_weights(q, o.first, o.second, o.result);
  }
}

// -- 16-bit numbers that are computed in float

const char* refuse_widened(const ConvProblem& q, ConvAlgorithm&) {
  return q.dtype == kHalf || q.dtype == kBFloat16 ? nullptr : "dtype is not of 16 bits";
}

constexpr int64_t kGrain = 32768;  // elements for which another thread pays

void convert(ScalarType to, void* out, ScalarType from, const void* in, int64_t n) {
  const int64_t strides[2] = {static_cast<int64_t>(elementSize(to)), static_cast<int64_t>(elementSize(from))};
  const LoopFn loop = cast_loop(to, from);
  parallel_for(0, n, kGrain, [&](int64_t begin, int64_t end) {
    char* data[2] = {static_cast<char*>(out) + begin * strides[0],
                     static_cast<char*>(const_cast<void*>(in)) + begin * strides[1]};
    loop(data, strides, end - begin, nullptr);
  });
}

// Adds the bias of a transposed convolution to its result, which has the sizes of the ordinary one's input.
void add_bias(const ConvProblem& q, const float* bias, float* result) {
  const int64_t pixels = q.in_size(), channels = q.in_channels, length = q.channels_last ? channels : pixels;
  const int64_t grain = kGrain / length + 1;
  parallel_for(0, q.n * channels * pixels / length, grain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      float* const line = result + i * length;
      if (q.channels_last)
        for (int64_t c = 0; c < channels; ++c) line[c] += bias[c];
      else
        for (int64_t p = 0; p < pixels; ++p) line[p] += bias[i % channels];
    }
  });
}

// Operands are converted in memory of the call's own: tensors would cost as much as a small layer.
void run_widened_images(const ConvProblem& q, const ConvAlgorithm& algorithm, const ConvOperands& o) {
  const ConvDirection direction = algorithm.direction;
  const int64_t x = q.n * q.in_channels * q.in_size(), y = q.n * q.out_channels * q.out_size(), w = q.weight_numel();
  const int64_t first = direction == ConvDirection::kBackwardData ? y : x,
                second = direction == ConvDirection::kBackwardWeights ? y : w,
                result = direction == ConvDirection::kForward        ? y
                         : direction == ConvDirection::kBackwardData ? x
                                                                     : w,
                bias = o.bias == nullptr                      ? 0
                       : direction == ConvDirection::kForward ? q.out_channels
                                                              : q.in_channels;
  const auto nbytes = [](int64_t numel) { return aligned_size(static_cast<size_t>(numel) * sizeof(float)); };
  const Workspace space(nbytes(first) + nbytes(second) + nbytes(result) + nbytes(bias));
  float *const wide_first = space.as<float>(), *const wide_second = space.as<float>(nbytes(first)),
               *const wide_result = space.as<float>(nbytes(first) + nbytes(second)),
               *const wide_bias = space.as<float>(nbytes(first) + nbytes(second) + nbytes(result));
  convert(kFloat, wide_first, q.dtype, o.first, first);
  convert(kFloat, wide_second, q.dtype, o.second, second);
  if (bias > 0) convert(kFloat, wide_bias, q.dtype, o.bias, bias);
  ConvProblem wide = q;
  wide.dtype = kFloat;
  run_conv(wide, choose_conv(wide, direction), {wide_first, wide_second, wide_result, wide_bias});
  if (bias > 0 && direction == ConvDirection::kBackwardData) add_bias(wide, wide_bias, wide_result);
  convert(q.dtype, o.result, kFloat, wide_result, result);
}

#if defined(__x86_64__)
// Whether floats would be computed in the direct way, which can convert images as it copies them: a fifth of the time
// of small layers otherwise.
bool is_direct_in_float(ConvProblem q, ConvAlgorithm algorithm) {
  if (q.dtype != kBFloat16 || !own::reads_bfloat16()) return false;
  q.dtype = kFloat;
  return refuse_pointwise_by_weights(q, algorithm) != nullptr && refuse_split(q, algorithm) != nullptr &&
         refuse_direct_before_onednn(q, algorithm) == nullptr;
}

// Weights and bias, or the weights' gradient, are converted before or after.
void run_direct_bfloat16(const ConvProblem& q, const ConvAlgorithm& algorithm, const ConvOperands& o) {
  using math::bf16;
  const int64_t w = q.weight_numel(), bias = o.bias == nullptr ? 0 : q.out_channels;
  const Workspace space(static_cast<size_t>(w + bias) * sizeof(float));
  float *const wide_w = space.as<float>(), *const wide_bias = wide_w + w;
  const bf16 *const first = static_cast<const bf16*>(o.first), *const second = static_cast<const bf16*>(o.second);
  bf16* const result = static_cast<bf16*>(o.result);
  if (algorithm.direction != ConvDirection::kBackwardWeights) convert(kFloat, wide_w, q.dtype, second, w);
  if (bias > 0) convert(kFloat, wide_bias, q.dtype, o.bias, bias);
  switch (algorithm.direction) {
    case ConvDirection::kForward: return own::direct_forward(q, first, wide_w, wide_bias, result);
    case ConvDirection::kBackwardData: return own::direct_backward_data(q, first, wide_w, result);
    case ConvDirection::kBackwardWeights:
      own::direct_backward_weights(q, first, second, wide_w);
      convert(q.dtype, result, kFloat, wide_w, w);
  }
}
#endif

// Small images pass through the second cache a few at a time (64 images, one thread, 1>6@28 k5: conversions 50 us, so
// 23). The number does not depend on that of threads, since the float convolution's choice may depend on it.
void run_widened(const ConvProblem& q, const ConvAlgorithm& algorithm, const ConvOperands& o) {
#if defined(__x86_64__)
  const bool adds_transposed_bias = o.bias != nullptr && algorithm.direction == ConvDirection::kBackwardData;
  if (!adds_transposed_bias && is_direct_in_float(q, algorithm)) return run_direct_bfloat16(q, algorithm, o);
#endif
  constexpr int64_t kMostElements = 32768, kLeastImages = 4;
  const int64_t x = q.in_channels * q.in_size(), y = q.out_channels * q.out_size(), most = kMostElements / (x + y);
  const bool is_forward = algorithm.direction == ConvDirection::kForward;
  if (algorithm.direction == ConvDirection::kBackwardWeights || most < kLeastImages || q.n <= most ||
      q.weight_numel() > kMostElements / 4)
    return run_widened_images(q, algorithm, o);
  const int64_t parts = ceil_div(q.n, most), size = static_cast<int64_t>(elementSize(q.dtype));
  detail::run_slices(parts, [&](int64_t i) {
    const int64_t begin = i * q.n / parts, end = (i + 1) * q.n / parts;
    ConvProblem part = q;
    part.n = end - begin;
    ConvOperands with = o;
    with.first = static_cast<const char*>(o.first) + begin * (is_forward ? x : y) * size;
    with.result = static_cast<char*>(o.result) + begin * (is_forward ? y : x) * size;
    run_widened_images(part, algorithm, with);
  });
}

constexpr ConvImplementation kRanked[] = {
    {"own_float", refuse_pointwise_by_weights, run_own<float>},
    {"own_split", refuse_split, run_split},
    {"own_direct", refuse_direct_before_onednn, run_direct},
    {"own_winograd", refuse_winograd, run_winograd},
    {"onednn", refuse_onednn, run_onednn},
    {"own_direct", refuse_direct, run_direct},
    {"own_direct_of_planes", refuse_direct_of_planes, run_direct_of_planes},
    {"own_float", refuse_own<kFloat>, run_own<float>},
    {"own_double", refuse_own<kDouble>, run_own<double>},
    {"widened", refuse_widened, run_widened},
    {"plain", refuse_plain, run_plain},
};

// The first implementation from `first` on that computes the problem.
ConvAlgorithm choose_from(const ConvImplementation* first, const ConvProblem& q, ConvDirection direction) {
  ConvAlgorithm chosen;
  chosen.direction = direction;
  for (const ConvImplementation* i = first; i != std::end(kRanked); ++i) {
    const char* reason = i->refuse(q, chosen);
    if (reason == nullptr) {
      if (TORCHPP_UNLIKELY(verbose::on())) verbose::took(i->name);
      chosen.implementation = i;
      return chosen;
    }
    if (TORCHPP_UNLIKELY(verbose::on())) verbose::refused(i->name, reason);
  }
  TORCHPP_FAIL_KIND(kNotImplemented, "\"convolution_cpu\" not implemented for '", toString(q.dtype), "'");
}

}  // namespace

ConvAlgorithm choose_conv(const ConvProblem& q, ConvDirection direction) { return choose_from(kRanked, q, direction); }

bool adds_transposed_bias(const ConvAlgorithm& algorithm) { return algorithm.implementation->run == run_widened; }

void run_conv(const ConvProblem& q, const ConvAlgorithm& algorithm, const ConvOperands& operands) {
  algorithm.implementation->run(q, algorithm, operands);
}

}  // namespace torchpp::cpu
