// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/elementwise.h"

#include <cstring>

namespace torchpp::cuda {
namespace {

constexpr int64_t kMost = 0x7fffffff;

}  // namespace

Divisor::Divisor(uint32_t d) : divisor(d) {
  while (shift < 32 && (uint64_t{1} << shift) < d) ++shift;
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

bool addressable(const Iterator& it, const Part& part) {
  int64_t numel = 1;
  for (int64_t s : part.sizes) numel *= s;
  if (numel > kMost) return false;
  for (int k = 0; k < it.operands(); ++k) {
    int64_t reach = 0;
    for (size_t d = 0; d < part.sizes.size(); ++d) reach += (part.sizes[d] - 1) * it.strides(k)[d];
    if (reach > kMost) return false;
  }
  return true;
}

Operands make_operands(const Iterator& it, const Part& part, const char* host_begin, const char* host_end) {
  Operands o;
  std::memset(static_cast<void*>(&o), 0, sizeof o);
  o.dims = static_cast<int>(part.sizes.size());
  int64_t numel = 1;
  for (size_t d = 0; d < part.sizes.size(); ++d) {
    numel *= part.sizes[d];
    o.sizes[d] = Divisor(static_cast<uint32_t>(part.sizes[d]));
  }
  o.numel = static_cast<uint32_t>(numel);
  o.aligned16 = true;
  for (int k = 0; k < it.operands(); ++k) {
    o.data[k] = part.data[k];
    const char* at = part.data[k];
    if (at >= host_begin && at < host_end) {
      o.is_value[k] = true;
      std::memcpy(o.values[k], at, 16);
      continue;
    }
    for (size_t d = 0; d < part.sizes.size(); ++d) o.strides[k][d] = static_cast<uint32_t>(it.strides(k)[d]);
    o.aligned16 = o.aligned16 && reinterpret_cast<uintptr_t>(at) % 16 == 0;
  }
  return o;
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
  if (o.dims > 0) o.sizes[0] = Divisor(row / n > 0 ? row / n : 1);
  for (int k = 0; k < count; ++k) o.strides[k][0] *= n;
  return true;
}

void for_operands(const Iterator& it, const void* host_begin, const void* host_end,
                  void (*launch)(const Operands& operands, void* context), void* context) {
  if (it.numel() == 0) return;
  TORCHPP_CHECK(it.dim() <= kMaxDims, "CUDA kernel: got work of ", it.dim(),
                " dimensions after merging, expected at most ", kMaxDims);
  std::vector<Part> parts(1);
  parts[0].sizes = it.shape();
  for (int k = 0; k < it.operands(); ++k) parts[0].data[k] = it.data(k);
  while (!parts.empty()) {
    Part part = std::move(parts.back());
    parts.pop_back();
    if (addressable(it, part)) {
      launch(make_operands(it, part, static_cast<const char*>(host_begin), static_cast<const char*>(host_end)),
             context);
      continue;
    }
    // The longest dimension in two.
    size_t longest = 0;
    for (size_t d = 1; d < part.sizes.size(); ++d)
      if (part.sizes[d] > part.sizes[longest]) longest = d;
    Part second = part;
    part.sizes[longest] /= 2;
    second.sizes[longest] -= part.sizes[longest];
    for (int k = 0; k < it.operands(); ++k) second.data[k] += part.sizes[longest] * it.strides(k)[longest];
    parts.push_back(std::move(second));
    parts.push_back(std::move(part));
  }
}

void run_plan(const ElementwisePlan& plan, LoopFn loop, const Scalars* scalars, const char* op) {
  if (TORCHPP_UNLIKELY(loop == nullptr)) fail_dtype(str(op, "_cuda").c_str(), plan.compute);
  const OnDevice on(plan.result);
  for_operands(plan.iterator, plan.numbers, plan.numbers + Iterator::kMaxOperands,
               [&](const Operands& o) { loop(o, scalars, on.stream()); });
}

namespace {

Tensor elementwise(const char* op, Out out, const TensorBase* const* inputs, int count, ElementwiseRule rule,
                   const LoopTable& loops, const Scalars* scalars) {
  ElementwisePlan plan(broadcast_inputs(inputs, count));
  plan_elementwise(plan, op, out, inputs, count, rule);
  run_plan(plan, select(loops, plan.compute), scalars, op);
  return finish_elementwise(plan, out);
}

}  // namespace

Tensor unary(const char* op, Out out, const TensorBase& a, ElementwiseRule rule, const LoopTable& loops,
             const Scalars* scalars) {
  const TensorBase* const inputs[] = {&a};
  return elementwise(op, out, inputs, 1, rule, loops, scalars);
}
Tensor binary(const char* op, Out out, const TensorBase& a, const TensorBase& b, ElementwiseRule rule,
              const LoopTable& loops, const Scalars* scalars) {
  const TensorBase* const inputs[] = {&a, &b};
  return elementwise(op, out, inputs, 2, rule, loops, scalars);
}
Tensor ternary(const char* op, Out out, const TensorBase& a, const TensorBase& b, const TensorBase& c,
               ElementwiseRule rule, const LoopTable& loops, const Scalars* scalars) {
  const TensorBase* const inputs[] = {&a, &b, &c};
  return elementwise(op, out, inputs, 3, rule, loops, scalars);
}

}  // namespace torchpp::cuda
