// SPDX-License-Identifier: BSD-3-Clause

// Sums, means, products, extremes, truth, norms, variance, logsumexp: one result per group of elements.

#include "src/backends/cuda/copy.h"
#include "src/backends/cuda/kernels.h"
#include "src/backends/cuda/reduction_loops.h"
#include "src/core/view.h"
#include "src/ops/elementwise.h"
#include "src/ops/operand.h"
#include "src/ops/reduction_rules.h"
#include "src/ops/result.h"

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
Tensor accumulate(const char* op, const Out& out, const Tensor& self, uint64_t mask, bool keepdim, ScalarType dtype,
                  const F& run) {
  const Tensor in = accumulates(self.scalar_type(), dtype) ? resolved(self) : converted(self, dtype);
  Result result(out, self, reduced_sizes(self.sizes(), mask, keepdim), dtype, true);
  const Tensor& to = result.tensor();
  const bool narrows = isIntegralType(dtype, true) && dtype != kLong;
  const Tensor wide = narrows ? Tensor(make_tensor(to.sizes(), kLong, self.device())) : to;
  if (!run(in, wide)) fail_dtype(op, in.scalar_type());
  if (narrows) copy_values(to, wide);
  return result.finish();
}

Tensor multiply_up(const Out& out, const Tensor& self, uint64_t mask, bool keepdim, ScalarType dtype) {
  return accumulate("prod_cuda", out, self, mask, keepdim, dtype,
                    [mask](const Tensor& in, const Tensor& to) { return reduce_product(in, mask, to); });
}

Tensor extreme_values(bool max, const Out& out, const Tensor& self, IntArrayRef dims, bool keepdim) {
  const char* op = max ? "amax" : "amin";
  const uint64_t mask = reduced_dims(dims, self.dim(), op);
  check_nonempty(op, self, mask, !dims.empty());
  if (isComplexType(self.scalar_type())) fail_dtype(max ? "max_values_cuda" : "min_values_cuda", self.scalar_type());
  check_extreme_out(self, out);
  const Tensor in = resolved(self);
  Result result(out, self, reduced_sizes(self.sizes(), mask, keepdim), self.scalar_type(), true);
  reduce_extreme(max, in, mask, result.tensor());
  return result.finish();
}

Tensor extreme_value(bool max, const Tensor& self) {
  const char* op = max ? "max" : "min";
  const uint64_t mask = reduced_dims(std::nullopt, self.dim(), op);
  check_nonempty(op, self, mask, false);
  if (isComplexType(self.scalar_type())) fail_dtype(max ? "max_all" : "min_all", self.scalar_type());
  Result result(Out(), self, {}, self.scalar_type(), true);
  reduce_extreme(max, resolved(self), mask, result.tensor());
  return result.finish();
}

Tensor truth(bool all, const Out& out, const Tensor& self, std::optional<int64_t> dim, bool keepdim) {
  const char* op = all ? "all" : "any";
  const ScalarType dtype = any_dtype(op, self, out);
  const uint64_t mask = reduced_dim(dim, self.dim(), op);
  // Bits of lazy conjugation and negation leave zeros where they are.
  Result result(out, self, reduced_sizes(self.sizes(), mask, keepdim), dtype, true);
  if (!reduce_truth(all, self, mask, result.tensor())) fail_dtype(op, self.scalar_type());
  return result.finish();
}

Tensor arg_extreme(bool max, const Out& out, const Tensor& self, std::optional<int64_t> dim, bool keepdim) {
  const char* op = max ? "argmax" : "argmin";
  const uint64_t mask = reduced_dim(dim, self.dim(), op);
  check_nonempty(op, self, mask, dim.has_value());
  if (isComplexType(self.scalar_type()) || self.scalar_type() == kBool)
    fail_dtype(max ? "argmax_cuda" : "argmin_cuda", self.scalar_type());
  Result result(out, self, reduced_sizes(self.sizes(), mask, keepdim), kLong, true);
  const Tensor& to = result.tensor();
  if (dim && self.dim() > 0) reduce_place(max, resolved(self), mask, to, nullptr);
  else reduce_place(max, row_of(self), 1, Tensor(make_view(to, {}, {}, to.storage_offset())), nullptr);
  return result.finish();
}

TensorPair extreme_with_index(bool max, const Tensor& self, int64_t dim, bool keepdim) {
  const char* op = max ? "max" : "min";
  const uint64_t mask = dim_bit(dim, self.dim());
  TensorPair results = extreme_results(op, self, mask, keepdim);
  reduce_place(max, resolved(self), mask, std::get<1>(results), std::get<0>(results).impl()->data());
  return results;
}

Tensor spread(const Out& out, const Tensor& self, OptionalIntArrayRef dim, int64_t correction, bool keepdim,
              bool root) {
  const ScalarType dtype = var_dtype(self);
  const uint64_t mask = reduced_dims(dim, self.dim(), root ? "std" : "var");
  const Tensor in = resolved(self);
  Result result(out, self, reduced_sizes(self.sizes(), mask, keepdim), dtype, false);
  const double divisor = static_cast<double>(reduced_count(in, mask)) - static_cast<double>(correction);
  if (!reduce_spread(in, mask, result.tensor(), divisor > 0 ? divisor : 0, root))
    fail_dtype("std_cuda", in.scalar_type());
  return result.finish();
}

}  // namespace

Tensor sum(Out out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype) {
  const uint64_t mask = reduced_dims(dim, self.dim(), "sum");
  return accumulate("sum_cuda", out, self, mask, keepdim, sum_dtype(self, dtype, out),
                    [mask](const Tensor& in, const Tensor& to) { return reduce_sum(in, mask, to, 1); });
}
Tensor mean(Out out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype) {
  const ScalarType wanted = mean_dtype(self, dtype, out);
  const uint64_t mask = reduced_dims(dim, self.dim(), "mean");
  const double n = static_cast<double>(reduced_count(self, mask));
  return accumulate("mean_cuda", out, self, mask, keepdim, wanted,
                    [mask, n](const Tensor& in, const Tensor& to) { return reduce_sum(in, mask, to, n); });
}

Tensor prod(const Tensor& self, std::optional<ScalarType> dtype) {
  return multiply_up(Out(), self, reduced_dims(std::nullopt, self.dim(), "prod"), false, sum_dtype(self, dtype, Out()));
}
Tensor prod_dim(Out out, const Tensor& self, int64_t dim, bool keepdim, std::optional<ScalarType> dtype) {
  return multiply_up(out, self, dim_bit(dim, self.dim()), keepdim, sum_dtype(self, dtype, out));
}

Tensor amax(Out out, const Tensor& self, IntArrayRef dim, bool keepdim) {
  return extreme_values(true, out, self, dim, keepdim);
}
Tensor amin(Out out, const Tensor& self, IntArrayRef dim, bool keepdim) {
  return extreme_values(false, out, self, dim, keepdim);
}
Tensor max(const Tensor& self) { return extreme_value(true, self); }
Tensor min(const Tensor& self) { return extreme_value(false, self); }
TensorPair max_dim(Out out, const Tensor& self, int64_t dim, bool keepdim) {
  return finish_kernel(out, extreme_with_index(true, self, dim, keepdim));
}
TensorPair min_dim(Out out, const Tensor& self, int64_t dim, bool keepdim) {
  return finish_kernel(out, extreme_with_index(false, self, dim, keepdim));
}
Tensor argmax(Out out, const Tensor& self, std::optional<int64_t> dim, bool keepdim) {
  return arg_extreme(true, out, self, dim, keepdim);
}
Tensor argmin(Out out, const Tensor& self, std::optional<int64_t> dim, bool keepdim) {
  return arg_extreme(false, out, self, dim, keepdim);
}

Tensor any(Out out, const Tensor& self, std::optional<int64_t> dim, bool keepdim) {
  return truth(false, out, self, dim, keepdim);
}
Tensor all(Out out, const Tensor& self, std::optional<int64_t> dim, bool keepdim) {
  return truth(true, out, self, dim, keepdim);
}

Tensor var(Out out, const Tensor& self, OptionalIntArrayRef dim, std::optional<int64_t> correction, bool keepdim) {
  return spread(out, self, dim, correction.value_or(1), keepdim, false);
}
Tensor std(Out out, const Tensor& self, OptionalIntArrayRef dim, std::optional<int64_t> correction, bool keepdim) {
  return spread(out, self, dim, correction.value_or(1), keepdim, true);
}

Tensor vector_norm(Out out, const Tensor& self, const Scalar& ord, OptionalIntArrayRef dim, bool keepdim,
                   std::optional<ScalarType> dtype) {
  const ScalarType compute = norm_dtype(self, dtype);
  const uint64_t mask = reduced_dims(dim, self.dim(), "linalg.vector_norm");
  const double order = ord.toDouble();
  check_norm_nonempty(self, order, dim, mask);
  const Tensor in = converted(self, compute);
  Result result(out, self, reduced_sizes(self.sizes(), mask, keepdim), toRealValueType(compute), true);
  if (!reduce_norm(in, mask, result.tensor(), order)) fail_dtype("norm_cuda", compute);
  return result.finish();
}

Tensor logsumexp(Out out, const Tensor& self, IntArrayRef dim, bool keepdim) {
  const uint64_t mask = reduced_dims(dim, self.dim(), "logsumexp");
  const ScalarType dtype = logsumexp_dtype(self);
  const Tensor in = converted(self, dtype);
  Result result(out, self, reduced_sizes(self.sizes(), mask, keepdim), dtype, false);
  if (!reduce_logsumexp(in, mask, result.tensor())) fail_dtype("logsumexp_cuda", dtype);
  return result.finish();
}

}  // namespace torchpp::cuda
