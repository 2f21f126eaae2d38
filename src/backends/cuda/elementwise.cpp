// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/elementwise.h"

#include "src/ops/plain_call.h"

namespace torchpp::cuda {
namespace {

constexpr int64_t kMost = 0x7fffffff;

[[noreturn]] TORCHPP_COLD void fail_no_loop(const char* op, ScalarType dtype) {
  fail_dtype(str(op, "_cuda").c_str(), dtype);
}

}  // namespace

Divisor::Divisor(uint32_t d) : divisor(d) {
  shift = d <= 1 ? 0 : 32 - static_cast<uint32_t>(__builtin_clz(d - 1));
  multiplier = static_cast<uint32_t>(((uint64_t{1} << 32) * ((uint64_t{1} << shift) - d)) / d + 1);
}
LongDivisor::LongDivisor(int64_t d, int64_t most) : divisor(d), wide(d > kMost || most > kMost) {
  if (!wide) narrow = Divisor(static_cast<uint32_t>(d));
}

namespace {

// A part of the iterator's work: sizes may be cut, data may begin later.
struct Part {
  DimVector sizes;
  char* data[Iterator::kMaxOperands];
};

// The dimension to split where one launch cannot address the operands, else -1: the one that spans the most bytes of an
// operand. Splitting the longest dimension instead would end at single elements where a short dimension has a stride of
// gigabytes.
int dimension_to_cut(const Iterator& it, const Part& part) {
  const auto dims = static_cast<int>(part.sizes.size());
  const auto most_of = [&](const auto& length) {
    int at = 0;
    for (int d = 1; d < dims; ++d)
      if (length(d) > length(at)) at = d;
    return at;
  };
  const auto size = [&](int d) { return part.sizes[static_cast<size_t>(d)]; };
  for (int k = 0; k < it.operands(); ++k) {
    const auto extent = [&](int d) { return (size(d) - 1) * it.strides(k)[static_cast<size_t>(d)]; };
    int64_t reach = 0;
    for (int d = 0; d < dims; ++d) reach += extent(d);
    if (reach > kMost) return most_of(extent);
  }
  int64_t numel = 1;
  for (int d = 0; d < dims; ++d) numel *= size(d);
  return numel > kMost ? most_of(size) : -1;
}

Operands make_operands(const Iterator& it, const Part& part, const char* host_begin, const char* host_end) {
  Operands o;
  o.dims = static_cast<int>(part.sizes.size());
  int64_t numel = 1;
  for (size_t d = 0; d < part.sizes.size(); ++d) {
    numel *= part.sizes[d];
    o.sizes[d] = Divisor(static_cast<uint32_t>(part.sizes[d]));
  }
  o.numel = static_cast<uint32_t>(numel);
  for (int k = 0; k < it.operands(); ++k) {
    char* const at = part.data[k];
    const bool is_value = at >= host_begin && at < host_end;
    if (is_value) o.set_value(k, at);
    else o.set(k, at);
    o.strides[k][0] = 0;
    for (size_t d = 0; d < part.sizes.size(); ++d)
      o.strides[k][d] = is_value ? 0 : static_cast<uint32_t>(it.strides(k)[d]);
  }
  return o;
}

// Calls run(part) for parts that one launch can address, halves of halves.
template <class F>
void run_parts(const Iterator& it, const Part& part, const F& run) {
  const int cut = dimension_to_cut(it, part);
  if (cut < 0) return run(part);
  const auto d = static_cast<size_t>(cut);
  Part half = part;
  half.sizes[d] /= 2;
  run_parts(it, half, run);
  for (int k = 0; k < it.operands(); ++k) half.data[k] += half.sizes[d] * it.strides(k)[d];
  half.sizes[d] = part.sizes[d] - half.sizes[d];
  run_parts(it, half, run);
}

}  // namespace

bool count_in_packs(Operands& o, int count, const uint32_t* sizes, int pack) {
  const uint32_t n = static_cast<uint32_t>(pack), row = o.dims == 0 ? 1 : o.sizes[0].divisor;
  // One row may end with elements that fill no pack.
  if (!o.aligned16 || (o.dims > 1 && row % n != 0)) return false;
  for (int k = 0; k < count; ++k) {
    if (o.is_value[k] || o.numel <= 1) continue;
    if (o.strides[k][0] == 0 && k > 0) continue;
    if (o.strides[k][0] != sizes[k]) return false;
    for (int d = 1; d < o.dims; ++d)
      if (o.strides[k][d] % (n * sizes[k]) != 0) return false;
  }
  o.rest = o.dims > 1 ? 0 : o.numel % n;
  o.numel /= n;
  if (o.dims > 1) o.sizes[0] = Divisor(row / n);
  for (int k = 0; k < count; ++k) o.strides[k][0] *= n;
  return true;
}

void for_operands(const Iterator& it, const void* host_begin, const void* host_end,
                  void (*launch)(const Operands& operands, void* context), void* context) {
  if (it.numel() == 0) return;
  TORCHPP_CHECK(it.dim() <= kMaxDims, "CUDA kernel: got work of ", it.dim(),
                " dimensions after merging, expected at most ", kMaxDims);
  Part whole;
  whole.sizes = it.shape();
  for (int k = 0; k < it.operands(); ++k) whole.data[k] = it.data(k);
  const auto run = [&](const Part& part) {
    launch(make_operands(it, part, static_cast<const char*>(host_begin), static_cast<const char*>(host_end)), context);
  };
  run_parts(it, whole, run);
}

void run_plan(const ElementwisePlan& plan, LoopFn loop, const Scalars* scalars, const char* op) {
  if (TORCHPP_UNLIKELY(loop == nullptr)) fail_no_loop(op, plan.compute);
  const OnDevice on(plan.result);
  for_operands(plan.iterator, plan.numbers, plan.numbers + Iterator::kMaxOperands,
               [&](const Operands& o) { loop(o, scalars, on.stream()); });
}

namespace {

// The loop of a PlainCall that one launch can address: one dimension.
template <int kInputs>
void run_plain(const char* op, const TensorImpl& result, const TensorBase* const (&inputs)[kInputs], const char* number,
               const LoopTable& loops, const Scalars* scalars) {
  const TensorImpl& first = *inputs[0]->impl();
  const LoopFn loop = select(loops, first.dtype());
  if (TORCHPP_UNLIKELY(loop == nullptr)) fail_no_loop(op, first.dtype());
  if (first.numel() == 0) return;
  Operands o;
  o.dims = 1;
  o.numel = o.sizes[0].divisor = static_cast<uint32_t>(first.numel());
  const auto set = [&](int k, const TensorImpl& t) {
    o.set(k, static_cast<char*>(t.data()));
    o.strides[k][0] = static_cast<uint32_t>(t.itemsize());
  };
  set(0, result);
  for (int k = 1; k <= (number == nullptr ? kInputs : kInputs - 1); ++k) set(k, *inputs[k - 1]->impl());
  if (number != nullptr) {
    o.set_value(kInputs, number);
    o.strides[kInputs][0] = 0;
  }
  const OnDevice on(result.device());
  loop(o, scalars, on.stream());
}

template <int kInputs>
Tensor elementwise(const char* op, Out out, const TensorBase* const (&inputs)[kInputs], ElementwiseRule rule,
                   const LoopTable& loops, const Scalars* scalars, int layout = kLayoutOfAll) {
  constexpr int64_t kMostPlain = kMost / 16;  // of the widest elements
  const bool is_long = inputs[0]->defined() && inputs[0]->numel() > kMostPlain;
  if (TORCHPP_LIKELY(!is_long)) {
    alignas(16) char storage[16];
    const PlainCall<kInputs> call(kCUDA, inputs, rule, storage);
    if (TORCHPP_LIKELY(call) && (out.functional() || call.writes_first(out, inputs))) {
      const char* const number = call.has_number() ? storage : nullptr;
      const Tensor result =
          out.functional() ? Tensor(make_tensor_like(*inputs[0]->impl(), call.dtype())) : out.tensor();
      run_plain(op, *result.impl(), inputs, number, loops, scalars);
      return finish_write(out, result);
    }
  }
  ElementwisePlan plan(broadcast_inputs(inputs, kInputs));
  promote_elementwise(plan, op, inputs, kInputs, rule);
  const LoopFn loop = select(loops, plan.compute);
  if (TORCHPP_UNLIKELY(loop == nullptr)) fail_no_loop(op, plan.compute);
  plan_elementwise(plan, op, out, inputs, kInputs, rule, 0, layout);
  run_plan(plan, loop, scalars, op);
  return finish_elementwise(plan, out);
}

}  // namespace

Tensor unary(const char* op, Out out, const TensorBase& a, ElementwiseRule rule, const LoopTable& loops,
             const Scalars* scalars) {
  const TensorBase* const inputs[] = {&a};
  return elementwise(op, out, inputs, rule, loops, scalars);
}
Tensor binary(const char* op, Out out, const TensorBase& a, const TensorBase& b, ElementwiseRule rule,
              const LoopTable& loops, const Scalars* scalars, int layout) {
  const TensorBase* const inputs[] = {&a, &b};
  return elementwise(op, out, inputs, rule, loops, scalars, layout);
}
Tensor ternary(const char* op, Out out, const TensorBase& a, const TensorBase& b, const TensorBase& c,
               ElementwiseRule rule, const LoopTable& loops, const Scalars* scalars) {
  const TensorBase* const inputs[] = {&a, &b, &c};
  return elementwise(op, out, inputs, rule, loops, scalars);
}

}  // namespace torchpp::cuda
