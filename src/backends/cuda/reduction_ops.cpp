// SPDX-License-Identifier: BSD-3-Clause

// Sums, means, products, extremes, truth, norms, variance, logsumexp: one result per group of elements.

#include "src/backends/cuda/copy.h"
#include "src/backends/cuda/kernels.h"
#include "src/backends/cuda/reduction_loops.h"
#include "src/core/view.h"
#include "src/ops/elementwise.h"
#include "src/ops/operand.h"
#include "src/ops/reduction_rules.h"

namespace torchpp::cuda {
namespace {

// Whether sums and products read `own` and give `wanted` without a conversion of the input.
bool accumulates(ScalarType own, ScalarType wanted) {
  return own == wanted || (isIntegralType(own, true) && isIntegralType(wanted)) ||
         (isReducedFloatingType(own) && wanted == kFloat);
}

int64_t reduced_count(const TensorBase& in, uint64_t mask) {
  int64_t n = 1;
  for (int64_t d = 0; d < in.dim(); ++d)
    if (mask >> d & 1) n *= in.size(d);
  return n;
}

// run(in, result) of a sum or product; integers are accumulated in int64.
template <class F>
void accumulate(const char* op, const ReductionPlan& plan, const Tensor& self, const F& run) {
  const ScalarType dtype = plan.outputs[0].dtype;
  const Tensor in = accumulates(self.scalar_type(), dtype) ? resolved(self) : converted(self, dtype);
  const Tensor& to = plan.result();
  const bool narrows = isIntegralType(dtype, true) && dtype != kLong;
  const Tensor wide = narrows ? Tensor(make_tensor(to.sizes(), kLong, self.device())) : to;
  if (!run(in, wide)) fail_dtype(op, in.scalar_type());
  if (narrows) copy_values(to, wide);
}

void multiply_up(const ReductionPlan& plan, const Tensor& self) {
  accumulate("prod_cuda", plan, self,
             [&](const Tensor& in, const Tensor& to) { return reduce_product(in, plan.mask, to); });
}

// Bits of lazy conjugation and negation leave zeros where they are.
void truth(bool all, const ReductionPlan& plan, const Tensor& self) {
  if (!reduce_truth(all, self, plan.mask, plan.result())) fail_dtype(all ? "all" : "any", self.scalar_type());
}

void arg_extreme(bool max, const ReductionPlan& plan, const Tensor& self, bool along_dim) {
  const Tensor& to = plan.result();
  if (along_dim && self.dim() > 0) reduce_arg_extreme(max, resolved(self), plan.mask, to, nullptr);
  else reduce_arg_extreme(max, row_of(self), 1, Tensor(make_view(to, {}, {}, to.storage_offset())), nullptr);
}

void extreme_with_index(bool max, const SelectionPlan& plan, const Tensor& self) {
  const uint64_t mask = uint64_t{1} << plan.dim;
  reduce_arg_extreme(max, resolved(self), mask, plan.result(1), plan.result(0).impl()->data());
}

void variance(const ReductionPlan& plan, const Tensor& self, optional<int64_t> correction, bool root) {
  const Tensor in = resolved(self);
  const double divisor =
      static_cast<double>(reduced_count(in, plan.mask)) - static_cast<double>(correction.value_or(1));
  if (!reduce_variance(in, plan.mask, plan.result(), divisor > 0 ? divisor : 0, root))
    fail_dtype("std_cuda", in.scalar_type());
}

}  // namespace

void sum(const ReductionPlan& plan, const Tensor& self, OptionalIntArrayRef, bool, optional<ScalarType>) {
  accumulate("sum_cuda", plan, self,
             [&](const Tensor& in, const Tensor& to) { return reduce_sum(in, plan.mask, to, 1); });
}
void nansum(const ReductionPlan& plan, const Tensor& self, OptionalIntArrayRef, bool, optional<ScalarType>) {
  const bool has_nan = self.is_floating_point();
  accumulate("nansum_cuda", plan, self, [&](const Tensor& in, const Tensor& to) {
    return has_nan ? reduce_sum_of_numbers(in, plan.mask, to) : reduce_sum(in, plan.mask, to, 1);
  });
}
void mean(const ReductionPlan& plan, const Tensor& self, OptionalIntArrayRef, bool, optional<ScalarType>) {
  const double n = static_cast<double>(reduced_count(self, plan.mask));
  accumulate("mean_cuda", plan, self,
             [&](const Tensor& in, const Tensor& to) { return reduce_sum(in, plan.mask, to, n); });
}
void prod(const ReductionPlan& plan, const Tensor& self, optional<ScalarType>) { multiply_up(plan, self); }
void prod_dim(const ReductionPlan& plan, const Tensor& self, int64_t, bool, optional<ScalarType>) {
  multiply_up(plan, self);
}

void amax(const ReductionPlan& plan, const Tensor& self, IntArrayRef, bool) {
  reduce_extreme(true, resolved(self), plan.mask, plan.result());
}
void amin(const ReductionPlan& plan, const Tensor& self, IntArrayRef, bool) {
  reduce_extreme(false, resolved(self), plan.mask, plan.result());
}
void max(const ReductionPlan& plan, const Tensor& self) {
  reduce_extreme(true, resolved(self), plan.mask, plan.result());
}
void min(const ReductionPlan& plan, const Tensor& self) {
  reduce_extreme(false, resolved(self), plan.mask, plan.result());
}
void max_dim(const SelectionPlan& plan, const Tensor& self, int64_t, bool) { extreme_with_index(true, plan, self); }
void min_dim(const SelectionPlan& plan, const Tensor& self, int64_t, bool) { extreme_with_index(false, plan, self); }
void argmax(const ReductionPlan& plan, const Tensor& self, optional<int64_t> dim, bool) {
  arg_extreme(true, plan, self, dim.has_value());
}
void argmin(const ReductionPlan& plan, const Tensor& self, optional<int64_t> dim, bool) {
  arg_extreme(false, plan, self, dim.has_value());
}

void any(const ReductionPlan& plan, const Tensor& self, optional<int64_t>, bool) { truth(false, plan, self); }
void all(const ReductionPlan& plan, const Tensor& self, optional<int64_t>, bool) { truth(true, plan, self); }

void var(const ReductionPlan& plan, const Tensor& self, OptionalIntArrayRef, optional<int64_t> correction, bool) {
  variance(plan, self, correction, false);
}
void std(const ReductionPlan& plan, const Tensor& self, OptionalIntArrayRef, optional<int64_t> correction, bool) {
  variance(plan, self, correction, true);
}

void vector_norm(const ReductionPlan& plan, const Tensor& self, const Scalar& ord, OptionalIntArrayRef, bool,
                 optional<ScalarType> dtype) {
  const ScalarType compute = dtype.value_or(self.scalar_type());
  if (!reduce_norm(converted(self, compute), plan.mask, plan.result(),
                   norm_exponent(ord.toDouble(), plan.outputs[0].dtype)))
    fail_dtype("norm_cuda", compute);
}

void logsumexp(const ReductionPlan& plan, const Tensor& self, IntArrayRef, bool) {
  const ScalarType dtype = plan.outputs[0].dtype;
  if (!reduce_logsumexp(converted(self, dtype), plan.mask, plan.result())) fail_dtype("logsumexp_cuda", dtype);
}

}  // namespace torchpp::cuda
