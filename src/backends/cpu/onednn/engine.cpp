// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cpu/onednn/engine.h"

#include <torchpp/core/error.h>

#include <atomic>
#include <utility>

#include "src/backends/cpu/workspace.h"

#if DNNL_CPU_RUNTIME == DNNL_RUNTIME_OMP
#include <omp.h>
#endif

namespace torchpp {
namespace cpu {
namespace onednn {

using dnnl::algorithm;
using dnnl::memory;
using dnnl::prop_kind;

const dnnl::engine& engine() {
  static const dnnl::engine& cpu = *new dnnl::engine(dnnl::engine::kind::cpu, 0);
  return cpu;
}

dnnl::primitive_attr user_scratchpad() {
  dnnl::primitive_attr attr;
  attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  return attr;
}

#if DNNL_CPU_RUNTIME == DNNL_RUNTIME_OMP
OneThread::OneThread() : before_(omp_get_max_threads()) {
  if (before_ != 1) omp_set_num_threads(1);
}
OneThread::~OneThread() {
  if (before_ != 1) omp_set_num_threads(before_);
}
#else
OneThread::OneThread() : before_(1) {}
OneThread::~OneThread() = default;
#endif

void fail(const char* what, const dnnl::error& error) {
  TORCHPP_CHECK(false, what, ": oneDNN got status ", static_cast<int>(error.status), " (", error.what(),
                "), expected 0 (success)");
  __builtin_unreachable();
}

struct Primitive::Bound {
  dnnl::stream stream;
  dnnl::memory memories[kMaxArgs];
  dnnl::memory scratchpad;
  dnnl_exec_arg_t args[kMaxArgs + 1];
};

Primitive::Primitive(dnnl::primitive primitive, memory::desc scratchpad, std::string name,
                     std::initializer_list<Arg> args)
    : primitive_(std::move(primitive)), scratchpad_(std::move(scratchpad)), name_(std::move(name)) {
  TORCHPP_CHECK(args.size() <= kMaxArgs, "onednn: primitive got ", args.size(), " arguments, expected at most ",
                static_cast<int>(kMaxArgs));
  for (const Arg& arg : args) args_[count_++] = arg;
  for (std::atomic<Bound*>& slot : kept_) slot.store(nullptr, std::memory_order_relaxed);
}

Primitive::Primitive(Primitive&& other) noexcept
    : primitive_(std::move(other.primitive_)),
      scratchpad_(std::move(other.scratchpad_)),
      name_(std::move(other.name_)),
      count_(other.count_) {
  for (int i = 0; i < count_; ++i) args_[i] = std::move(other.args_[i]);
  for (int i = 0; i < kKept; ++i) kept_[i].store(other.kept_[i].exchange(nullptr), std::memory_order_relaxed);
}

Primitive::~Primitive() {
  for (std::atomic<Bound*>& slot : kept_) delete slot.load(std::memory_order_relaxed);
}

std::unique_ptr<Primitive::Bound> Primitive::bind() const {
  for (std::atomic<Bound*>& slot : kept_) {
    if (!slot.load(std::memory_order_relaxed)) continue;
    if (Bound* kept = slot.exchange(nullptr, std::memory_order_acquire)) return std::unique_ptr<Bound>(kept);
  }
  std::unique_ptr<Bound> bound(new Bound);
  bound->stream = dnnl::stream(engine());
  for (int i = 0; i < count_; ++i) {
    bound->memories[i] = memory(args_[i].desc, engine(), DNNL_MEMORY_NONE);
    bound->args[i] = {args_[i].id, bound->memories[i].get()};
  }
  if (scratchpad_.get_size() == 0) return bound;
  bound->scratchpad = memory(scratchpad_, engine(), DNNL_MEMORY_NONE);
  bound->args[count_] = {DNNL_ARG_SCRATCHPAD, bound->scratchpad.get()};
  return bound;
}

void Primitive::run(std::initializer_list<const void*> data) const {
  std::unique_ptr<Bound> bound = bind();
  const size_t nbytes = scratchpad_.get_size();
  const Workspace scratch(nbytes);
  const OneThread one_thread;
  int i = 0;
  dnnl_status_t status = dnnl_success;
  for (const void* pointer : data) {
    status = dnnl_memory_set_data_handle(bound->memories[i++].get(), const_cast<void*>(pointer));
    if (status != dnnl_success) break;
  }
  if (status == dnnl_success && nbytes)
    status = dnnl_memory_set_data_handle(bound->scratchpad.get(), scratch.as<void>());
  if (status == dnnl_success)
    status = dnnl_primitive_execute(primitive_.get(), bound->stream.get(), count_ + (nbytes ? 1 : 0), bound->args);
  TORCHPP_CHECK(status == dnnl_success, "onednn: ", name_.c_str(), " got status ", static_cast<int>(status),
                ", expected 0 (success)");
  for (std::atomic<Bound*>& slot : kept_) {
    Bound* none = nullptr;
    if (slot.load(std::memory_order_relaxed)) continue;
    if (slot.compare_exchange_strong(none, bound.get(), std::memory_order_release)) {
      bound.release();
      return;
    }
  }
}

namespace {

dnnl::primitive_attr matmul_attr(bool add) {
  dnnl::primitive_attr attr = user_scratchpad();
  if (!add) return attr;
  dnnl::post_ops sum;
  sum.append_sum(1.f);
  attr.set_post_ops(sum);
  return attr;
}

}  // namespace

// Version 3 has no operation descriptors: the primitive descriptor takes the operation's parameters itself.
#if DNNL_VERSION_MAJOR >= 3
dnnl::convolution_forward::primitive_desc describe_forward(const ConvDescs& d) {
  using Desc = dnnl::convolution_forward::primitive_desc;
  if (d.has_bias)
    return Desc(engine(), prop_kind::forward_training, algorithm::convolution_direct, d.x, d.w, d.bias, d.y, d.strides,
                d.dilations, d.padding_left, d.padding_right, user_scratchpad(), true);
  return Desc(engine(), prop_kind::forward_training, algorithm::convolution_direct, d.x, d.w, d.y, d.strides,
              d.dilations, d.padding_left, d.padding_right, user_scratchpad(), true);
}
dnnl::convolution_backward_data::primitive_desc describe_backward_data(const ConvDescs& d) {
  const auto hint = describe_forward(d);
  if (!hint) return {};
  return dnnl::convolution_backward_data::primitive_desc(engine(), algorithm::convolution_direct, d.x, d.w, d.y,
                                                         d.strides, d.dilations, d.padding_left, d.padding_right, hint,
                                                         user_scratchpad(), true);
}
dnnl::convolution_backward_weights::primitive_desc describe_backward_weights(const ConvDescs& d) {
  ConvDescs forward = d;
  forward.w = d.hint_w;
  const auto hint = describe_forward(forward);
  if (!hint) return {};
  return dnnl::convolution_backward_weights::primitive_desc(engine(), algorithm::convolution_direct, d.x, d.w, d.y,
                                                            d.strides, d.dilations, d.padding_left, d.padding_right,
                                                            hint, user_scratchpad(), true);
}
dnnl::matmul::primitive_desc describe_matmul(const memory::desc& a, const memory::desc& b, const memory::desc& c,
                                             const memory::desc* bias, bool add) {
  if (bias) return dnnl::matmul::primitive_desc(engine(), a, b, *bias, c, matmul_attr(add), true);
  return dnnl::matmul::primitive_desc(engine(), a, b, c, matmul_attr(add), true);
}
int64_t offset_of(const memory::desc& part) { return part.get_submemory_offset(); }
#else
int64_t offset_of(const memory::desc& part) { return part.data.offset0; }
dnnl::convolution_forward::primitive_desc describe_forward(const ConvDescs& d) {
  using Op = dnnl::convolution_forward;
  const Op::desc op = d.has_bias ? Op::desc(prop_kind::forward_training, algorithm::convolution_direct, d.x, d.w,
                                            d.bias, d.y, d.strides, d.dilations, d.padding_left, d.padding_right)
                                 : Op::desc(prop_kind::forward_training, algorithm::convolution_direct, d.x, d.w, d.y,
                                            d.strides, d.dilations, d.padding_left, d.padding_right);
  return Op::primitive_desc(op, user_scratchpad(), engine(), true);
}
dnnl::convolution_backward_data::primitive_desc describe_backward_data(const ConvDescs& d) {
  using Op = dnnl::convolution_backward_data;
  const auto hint = describe_forward(d);
  if (!hint) return {};
  const Op::desc op(algorithm::convolution_direct, d.x, d.w, d.y, d.strides, d.dilations, d.padding_left,
                    d.padding_right);
  return Op::primitive_desc(op, user_scratchpad(), engine(), hint, true);
}
dnnl::convolution_backward_weights::primitive_desc describe_backward_weights(const ConvDescs& d) {
  using Op = dnnl::convolution_backward_weights;
  ConvDescs forward = d;
  forward.w = d.hint_w;
  const auto hint = describe_forward(forward);
  if (!hint) return {};
  const Op::desc op(algorithm::convolution_direct, d.x, d.w, d.y, d.strides, d.dilations, d.padding_left,
                    d.padding_right);
  return Op::primitive_desc(op, user_scratchpad(), engine(), hint, true);
}
dnnl::matmul::primitive_desc describe_matmul(const memory::desc& a, const memory::desc& b, const memory::desc& c,
                                             const memory::desc* bias, bool add) {
  const dnnl::matmul::desc op = bias ? dnnl::matmul::desc(a, b, *bias, c) : dnnl::matmul::desc(a, b, c);
  return dnnl::matmul::primitive_desc(op, matmul_attr(add), engine(), true);
}
#endif

Primitive make_reorder(const memory::desc& from, const memory::desc& to) {
  const dnnl::reorder::primitive_desc desc(engine(), from, engine(), to, user_scratchpad());
  return Primitive::make<dnnl::reorder>(desc, {{DNNL_ARG_FROM, from}, {DNNL_ARG_TO, to}});
}

memory::desc part_of(const memory::desc& whole, const memory::dims& dims, const memory::dims& offsets) {
  return whole.submemory_desc(dims, offsets, true);
}

}  // namespace onednn
}  // namespace cpu
}  // namespace torchpp
