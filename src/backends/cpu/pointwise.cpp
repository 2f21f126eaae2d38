// SPDX-License-Identifier: BSD-3-Clause
// Element-wise operators whose kernels are not made of loops by dtype alone.
#include "src/ops/generated/pointwise.h"
#include "src/backends/cpu/element_loops.h"
#include "src/ops/pointwise_kernels.h"

namespace torchpp::cpu {

Tensor where(Out out, const Tensor& condition, const Tensor& self, const Tensor& other) {
  const TensorBase* const inputs[] = {&condition, &self, &other};
  ElementwisePlan plan(pointwise::where_shape(inputs));
  pointwise::plan_where(plan, out, inputs);
  run_loop(plan.iterator, where_loop(static_cast<int64_t>(elementSize(plan.compute))), nullptr, "where");
  return finish_elementwise(plan, out);
}

TensorPair frexp(Out out, const Tensor& self) {
  return pointwise::frexp(out, self, frexp_mantissa_loops, frexp_exponent_loops);
}

bool equal(const Tensor& self, const Tensor& other) {
  if (!pointwise::check_equal(self, other)) return false;
  const Tensor same = eq(Out(), self, other);  // dense
  return same.numel() == 0 || __builtin_memchr(same.impl()->data(), 0, static_cast<size_t>(same.numel())) == nullptr;
}

}  // namespace torchpp::cpu
