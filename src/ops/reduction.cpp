// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/ops/reduction.h>

#include "src/ops/generated/reduction.h"
#include "src/ops/history.h"
#include "src/ops/reduction_rules.h"
#include "src/ops/result.h"

namespace torchpp::composite {
namespace {

Tensor checked_norm(Out out, const Tensor& self, const std::optional<Scalar>& p, OptionalIntArrayRef dim, bool keepdim,
                    const char* node) {
  TORCHPP_CHECK(isDifferentiableType(self.scalar_type()),
                "norm(): input dtype should be either floating point or complex. Got ", self.scalar_type(),
                " instead.");
  const Tensor result = op::vector_norm(out, self, p.value_or(2), dim, keepdim, std::nullopt);
  return out.functional() ? detail::named_history(result, node) : result;
}

// As in libtorch, `self` is converted before, complex numbers to their real parts; in a complex dtype the norm is one
// with an imaginary part of zero.
Tensor norm_in(Out out, const Tensor& self, const std::optional<Scalar>& p, OptionalIntArrayRef dim, bool keepdim,
               ScalarType dtype, const char* node) {
  TORCHPP_CHECK(isDifferentiableType(dtype),
                "norm(): the desired output dtype should be either floating point or complex. Got ", dtype,
                " instead.");
  if (isComplexType(dtype))
    return finish_composite(
        "norm", out, op::vector_norm(Out(), self.to(dtype), p.value_or(2), dim, keepdim, std::nullopt).to(dtype));
  const bool widens = isFloatingType(self.scalar_type()) && promote_types(self.scalar_type(), dtype) == dtype;
  const Tensor result = op::vector_norm(out, widens ? self : self.to(dtype), p.value_or(2), dim, keepdim, dtype);
  return out.functional() ? detail::named_history(result, node) : result;
}

// softmax in another dtype: from half to float in one pass, otherwise after a conversion.
template <class F>
Tensor softmax_in(const Tensor& self, std::optional<ScalarType> dtype, const F& f) {
  if (!dtype || *dtype == self.scalar_type()) return f(self, false);
  if (self.scalar_type() == kHalf && *dtype == kFloat) return f(self, true);
  return f(self.to(*dtype), false);
}

}  // namespace

std::tuple<Tensor, Tensor> aminmax(Out out, const Tensor& self, std::optional<int64_t> dim, bool keepdim) {
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
Tensor count_nonzero(Out out, const Tensor& self, std::optional<int64_t> dim) {
  return finish_composite("count_nonzero", out, dim ? self.to(kBool).sum(IntArrayRef(*dim)) : self.to(kBool).sum());
}

std::tuple<Tensor, Tensor> var_mean(Out out, const Tensor& self, OptionalIntArrayRef dim,
                                    std::optional<int64_t> correction, bool keepdim) {
  return finish_composite(
      "var_mean", out,
      {op::var(Out(), self, dim, correction, keepdim), op::mean(Out(), self, dim, keepdim, std::nullopt)});
}
std::tuple<Tensor, Tensor> std_mean(Out out, const Tensor& self, OptionalIntArrayRef dim,
                                    std::optional<int64_t> correction, bool keepdim) {
  return finish_composite(
      "std_mean", out,
      {op::std(Out(), self, dim, correction, keepdim), op::mean(Out(), self, dim, keepdim, std::nullopt)});
}

Tensor norm_Scalar(Out out, const Tensor& self, const Scalar& p) {
  return checked_norm(out, self, p, std::nullopt, false, "NormBackward0");
}
Tensor norm_ScalarOpt_dim(Out out, const Tensor& self, const std::optional<Scalar>& p, IntArrayRef dim, bool keepdim) {
  return checked_norm(out, self, p, dim, keepdim, "NormBackward1");
}
Tensor norm_ScalarOpt_dtype(Out out, const Tensor& self, const std::optional<Scalar>& p, ScalarType dtype) {
  return norm_in(out, self, p, std::nullopt, false, dtype, "NormBackward2");
}
Tensor norm_ScalarOpt_dim_dtype(Out out, const Tensor& self, const std::optional<Scalar>& p, IntArrayRef dim,
                                bool keepdim, ScalarType dtype) {
  return norm_in(out, self, p, dim, keepdim, dtype, "NormBackward3");
}
Tensor frobenius_norm_dim(Out out, const Tensor& self, IntArrayRef dim, bool keepdim) {
  TORCHPP_CHECK(dim.size() <= 2, "Expected at most 2 dimensions, but got ", dim.size(), " dimensions instead.");
  return norm_ScalarOpt_dim(out, self, Scalar(2), dim, keepdim);
}

Tensor softmax_int(Out out, const Tensor& self, int64_t dim, std::optional<ScalarType> dtype) {
  return softmax_in(self, dtype, [&](const Tensor& x, bool widen) { return op::softmax(out, x, dim, widen); });
}
Tensor log_softmax_int(Out out, const Tensor& self, int64_t dim, std::optional<ScalarType> dtype) {
  return softmax_in(self, dtype, [&](const Tensor& x, bool widen) { return op::log_softmax(out, x, dim, widen); });
}

Tensor argsort(const Tensor& self, int64_t dim, bool descending) { return std::get<1>(self.sort(dim, descending)); }
Tensor argsort_stable(Out out, const Tensor& self, bool stable, int64_t dim, bool descending) {
  return finish_composite("argsort", out, std::get<1>(self.sort(stable, dim, descending)));
}
Tensor msort(Out out, const Tensor& self) { return finish_composite("msort", out, std::get<0>(self.sort(0, false))); }

}  // namespace torchpp::composite
