// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/ops/reduction.h>

#include "src/ops/elementwise.h"
#include "src/ops/generated/reduction.h"
#include "src/ops/history.h"
#include "src/ops/reduction_rules.h"
#include "src/ops/result.h"

namespace torchpp::composite {
namespace {

// As libtorch's norm, unlike linalg_vector_norm: the input is converted to any dtype that is asked for, which is also
// the dtype of the result, and the norm of no elements is 0 for every order.
Tensor norm_of(Out out, const Tensor& self, const optional<Scalar>& p, OptionalIntArrayRef dim, bool keepdim,
               optional<ScalarType> dtype, const char* node) {
  const ScalarType compute = dtype.value_or(self.scalar_type());
  TORCHPP_CHECK(isDifferentiableType(compute), "norm(): ", dtype ? "the desired output dtype" : "input dtype",
                " should be either floating point or complex. Got ", compute, " instead.");
  const Tensor converted = compute == self.scalar_type() ? Tensor() : self.to(compute);
  const Tensor& in = converted.defined() ? converted : self;
  const Scalar order = in.numel() == 0 ? Scalar(2) : p.value_or(2);
  const ScalarType real = toRealValueType(compute), wanted = dtype ? compute : real;
  if (out.is_out() && out.tensor().scalar_type() == wanted && wanted == real)
    return op::vector_norm(out, in, order, dim, keepdim, nullopt);
  Tensor result = op::vector_norm(Out(), in, order, dim, keepdim, nullopt);
  if (wanted != real) result = result.to(wanted);
  return finish_composite("norm", out, detail::named_history(std::move(result), node));
}

// As libtorch's, which has no loop that writes integers. It generates the forms without dimensions, and they convert.
void check_norm_destination(const Out& out) {
  if (out.functional() || !isIntegralType(out.tensor().scalar_type(), true)) return;
  fail_dtype(out.tensor().is_cuda() ? "norm_cuda" : "norm_cpu", out.tensor().scalar_type());
}

// softmax in another dtype: from half to float in one pass, otherwise after a conversion.
template <class F>
Tensor softmax_in(const Tensor& self, optional<ScalarType> dtype, const F& f) {
  if (!dtype || *dtype == self.scalar_type()) return f(self, false);
  if (self.scalar_type() == kHalf && *dtype == kFloat) return f(self, true);
  return f(self.to(*dtype), false);
}

}  // namespace

Tensor nanmean(Out out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim, optional<ScalarType> dtype) {
  TORCHPP_CHECK(self.is_floating_point(), "nanmean(): expected input to have floating point dtype but got ",
                self.scalar_type());
  const Tensor count = self.isnan().logical_not().sum(dim, keepdim);
  return finish_composite("nanmean", out, self.nansum(dim, keepdim, dtype) / count);
}

std::tuple<Tensor, Tensor> aminmax(Out out, const Tensor& self, optional<int64_t> dim, bool keepdim) {
  TORCHPP_CHECK(dim || self.numel() != 0,
                "aminmax(): cannot compute aminmax over an empty dimension as the operation has no identity.");
  const IntArrayRef dims = dim ? IntArrayRef(*dim) : IntArrayRef();
  Tensor least = self.amin(dims, keepdim), most = self.amax(dims, keepdim);
  // A kept dim of a 0-dim tensor is a dimension here, other than in all other reductions.
  if (dim && keepdim && self.dim() == 0) {
    least = least.reshape({1});
    most = most.reshape({1});
  }
  return finish_composite("aminmax", out, {least, most});
}

Tensor count_nonzero_dim_IntList(Out out, const Tensor& self, IntArrayRef dim) {
  return finish_composite("count_nonzero", out, self.to(kBool).sum(dim));
}
Tensor count_nonzero(Out out, const Tensor& self, optional<int64_t> dim) {
  return finish_composite("count_nonzero", out, dim ? self.to(kBool).sum(IntArrayRef(*dim)) : self.to(kBool).sum());
}

std::tuple<Tensor, Tensor> var_mean(Out out, const Tensor& self, OptionalIntArrayRef dim, optional<int64_t> correction,
                                    bool keepdim) {
  return finish_composite(
      "var_mean", out, {op::var(Out(), self, dim, correction, keepdim), op::mean(Out(), self, dim, keepdim, nullopt)});
}
std::tuple<Tensor, Tensor> std_mean(Out out, const Tensor& self, OptionalIntArrayRef dim, optional<int64_t> correction,
                                    bool keepdim) {
  return finish_composite(
      "std_mean", out, {op::std(Out(), self, dim, correction, keepdim), op::mean(Out(), self, dim, keepdim, nullopt)});
}

Tensor norm_Scalar(Out out, const Tensor& self, const Scalar& p) {
  return norm_of(out, self, p, nullopt, false, nullopt, "NormBackward0");
}
Tensor norm_ScalarOpt_dim(Out out, const Tensor& self, const optional<Scalar>& p, IntArrayRef dim, bool keepdim) {
  check_norm_destination(out);
  return norm_of(out, self, p, dim, keepdim, nullopt, "NormBackward1");
}
Tensor norm_ScalarOpt_dtype(Out out, const Tensor& self, const optional<Scalar>& p, ScalarType dtype) {
  return norm_of(out, self, p, nullopt, false, dtype, "NormBackward2");
}
Tensor norm_ScalarOpt_dim_dtype(Out out, const Tensor& self, const optional<Scalar>& p, IntArrayRef dim, bool keepdim,
                                ScalarType dtype) {
  check_norm_destination(out);
  return norm_of(out, self, p, dim, keepdim, dtype, "NormBackward3");
}
Tensor dist(Out out, const Tensor& self, const Tensor& other, const Scalar& p) {
  return norm_Scalar(out, self - other, p);
}
Tensor frobenius_norm_dim(Out out, const Tensor& self, IntArrayRef dim, bool keepdim) {
  TORCHPP_CHECK(dim.size() <= 2, "Expected at most 2 dimensions, but got ", dim.size(), " dimensions instead.");
  return norm_of(out, self, Scalar(2), dim, keepdim, nullopt, "NormBackward1");
}

Tensor softmax_int(Out out, const Tensor& self, int64_t dim, optional<ScalarType> dtype) {
  return softmax_in(self, dtype, [&](const Tensor& x, bool widen) { return op::softmax(out, x, dim, widen); });
}
Tensor log_softmax_int(Out out, const Tensor& self, int64_t dim, optional<ScalarType> dtype) {
  return softmax_in(self, dtype, [&](const Tensor& x, bool widen) { return op::log_softmax(out, x, dim, widen); });
}

Tensor argsort(const Tensor& self, int64_t dim, bool descending) { return std::get<1>(self.sort(dim, descending)); }
Tensor argsort_stable(Out out, const Tensor& self, bool stable, int64_t dim, bool descending) {
  return finish_composite("argsort", out, std::get<1>(self.sort(stable, dim, descending)));
}
Tensor msort(Out out, const Tensor& self) {
  if (out.functional()) return std::get<0>(self.sort(0, false));
  check_no_partial_overlap(out.tensor(), self);
  const Tensor indices = self.new_empty({0}, TensorOptions(kLong));
  const Tensor* const to[] = {&out.tensor(), &indices};
  op::sort(Out::to(to), self, nullopt, 0, false);
  return Tensor();
}

}  // namespace torchpp::composite
