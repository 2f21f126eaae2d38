// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/ops/reduction.h>

#include "src/ops/history.h"
#include "src/ops/reduction_rules.h"

namespace torchpp {
namespace {

// A pair of results to two destinations, which have the dtypes of the results.
std::tuple<Tensor&, Tensor&> assign_pair(Tensor& values, Tensor& indices, const TensorPair& results) {
  const auto& [v, i] = results;
  TORCHPP_CHECK(values.scalar_type() == v.scalar_type(), "Expected out tensor to have dtype ", v.scalar_type(),
                ", but got ", values.scalar_type(), " instead");
  TORCHPP_CHECK(indices.scalar_type() == i.scalar_type(), "Expected out tensor to have dtype ", i.scalar_type(),
                ", but got ", indices.scalar_type(), " instead");
  detail::assign(Out::to(values), v);
  detail::assign(Out::to(indices), i);
  return {values, indices};
}

int64_t correction_of(std::optional<int64_t> correction) { return correction.value_or(1); }

ScalarType checked_norm_input(const Tensor& self) {
  TORCHPP_CHECK(isDifferentiableType(self.scalar_type()),
                "norm(): input dtype should be either floating point or complex. Got ", self.scalar_type(),
                " instead.");
  return self.scalar_type();
}

// softmax of another dtype: half to float in one pass, everything else by conversion.
template <class F>
Tensor soft(const Tensor& self, std::optional<ScalarType> dtype, const F& f) {
  if (!dtype || *dtype == self.scalar_type()) return f(self, false);
  if (self.scalar_type() == kHalf && *dtype == kFloat) return f(self, true);
  return f(self.to(*dtype), false);
}

}  // namespace

// ---- sums and products

Tensor Tensor::sum(std::optional<ScalarType> dtype) const { return op::sum(Out(), *this, std::nullopt, false, dtype); }
Tensor Tensor::sum(OptionalIntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype) const {
  return op::sum(Out(), *this, dim, keepdim, dtype);
}
Tensor& sum_out(Tensor& out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim,
                std::optional<ScalarType> dtype) {
  op::sum(Out::to(out), self, dim, keepdim, dtype);
  return out;
}
Tensor Tensor::mean(std::optional<ScalarType> dtype) const {
  return op::mean(Out(), *this, std::nullopt, false, dtype);
}
Tensor Tensor::mean(OptionalIntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype) const {
  return op::mean(Out(), *this, dim, keepdim, dtype);
}
Tensor& mean_out(Tensor& out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim,
                 std::optional<ScalarType> dtype) {
  op::mean(Out::to(out), self, dim, keepdim, dtype);
  return out;
}
Tensor Tensor::prod(std::optional<ScalarType> dtype) const { return op::prod(*this, dtype); }
Tensor Tensor::prod(int64_t dim, bool keepdim, std::optional<ScalarType> dtype) const {
  return op::prod_dim(Out(), *this, dim, keepdim, dtype);
}
Tensor& prod_out(Tensor& out, const Tensor& self, int64_t dim, bool keepdim, std::optional<ScalarType> dtype) {
  op::prod_dim(Out::to(out), self, dim, keepdim, dtype);
  return out;
}

// ---- extremes

Tensor Tensor::amax(IntArrayRef dim, bool keepdim) const { return op::amax(Out(), *this, dim, keepdim); }
Tensor Tensor::amin(IntArrayRef dim, bool keepdim) const { return op::amin(Out(), *this, dim, keepdim); }
Tensor& amax_out(Tensor& out, const Tensor& self, IntArrayRef dim, bool keepdim) {
  op::amax(Out::to(out), self, dim, keepdim);
  return out;
}
Tensor& amin_out(Tensor& out, const Tensor& self, IntArrayRef dim, bool keepdim) {
  op::amin(Out::to(out), self, dim, keepdim);
  return out;
}
std::tuple<Tensor, Tensor> aminmax(const Tensor& self, std::optional<int64_t> dim, bool keepdim) {
  TORCHPP_CHECK(dim || self.numel() != 0,
                "aminmax(): cannot compute aminmax over an empty dimension as the operation has no identity.");
  const IntArrayRef dims = dim ? IntArrayRef(*dim) : IntArrayRef();
  const Tensor least = self.amin(dims, keepdim), most = self.amax(dims, keepdim);
  // A kept dim of a 0-dim tensor is a dimension here, other than in all other reductions.
  if (dim && keepdim && self.dim() == 0) return {least.reshape({1}), most.reshape({1})};
  return {least, most};
}
Tensor Tensor::max() const { return op::max(*this); }
Tensor Tensor::min() const { return op::min(*this); }
std::tuple<Tensor, Tensor> Tensor::max(int64_t dim, bool keepdim) const { return op::max_dim(*this, dim, keepdim); }
std::tuple<Tensor, Tensor> Tensor::min(int64_t dim, bool keepdim) const { return op::min_dim(*this, dim, keepdim); }
std::tuple<Tensor&, Tensor&> max_out(Tensor& values, Tensor& indices, const Tensor& self, int64_t dim, bool keepdim) {
  return assign_pair(values, indices, op::max_dim(self, dim, keepdim));
}
std::tuple<Tensor&, Tensor&> min_out(Tensor& values, Tensor& indices, const Tensor& self, int64_t dim, bool keepdim) {
  return assign_pair(values, indices, op::min_dim(self, dim, keepdim));
}
Tensor Tensor::argmax(std::optional<int64_t> dim, bool keepdim) const { return op::argmax(Out(), *this, dim, keepdim); }
Tensor Tensor::argmin(std::optional<int64_t> dim, bool keepdim) const { return op::argmin(Out(), *this, dim, keepdim); }
Tensor& argmax_out(Tensor& out, const Tensor& self, std::optional<int64_t> dim, bool keepdim) {
  op::argmax(Out::to(out), self, dim, keepdim);
  return out;
}
Tensor& argmin_out(Tensor& out, const Tensor& self, std::optional<int64_t> dim, bool keepdim) {
  op::argmin(Out::to(out), self, dim, keepdim);
  return out;
}

// ---- truth

Tensor Tensor::any() const { return op::any(Out(), *this, std::nullopt, false); }
Tensor Tensor::any(int64_t dim, bool keepdim) const { return op::any(Out(), *this, dim, keepdim); }
Tensor Tensor::all() const { return op::all(Out(), *this, std::nullopt, false); }
Tensor Tensor::all(int64_t dim, bool keepdim) const { return op::all(Out(), *this, dim, keepdim); }
Tensor& any_out(Tensor& out, const Tensor& self, int64_t dim, bool keepdim) {
  op::any(Out::to(out), self, dim, keepdim);
  return out;
}
Tensor& any_out(Tensor& out, const Tensor& self) {
  op::any(Out::to(out), self, std::nullopt, false);
  return out;
}
Tensor& all_out(Tensor& out, const Tensor& self, int64_t dim, bool keepdim) {
  op::all(Out::to(out), self, dim, keepdim);
  return out;
}
Tensor& all_out(Tensor& out, const Tensor& self) {
  op::all(Out::to(out), self, std::nullopt, false);
  return out;
}
Tensor count_nonzero(const Tensor& self, IntArrayRef dim) { return self.to(kBool).sum(dim); }
Tensor count_nonzero(const Tensor& self, std::optional<int64_t> dim) {
  return dim ? count_nonzero(self, IntArrayRef(*dim)) : self.to(kBool).sum();
}

// ---- variance

Tensor Tensor::var(bool unbiased) const { return op::var(Out(), *this, std::nullopt, unbiased, false); }
Tensor Tensor::var(OptionalIntArrayRef dim, bool unbiased, bool keepdim) const {
  return op::var(Out(), *this, dim, unbiased, keepdim);
}
Tensor var(const Tensor& self, OptionalIntArrayRef dim, std::optional<int64_t> correction, bool keepdim) {
  return op::var(Out(), self, dim, correction_of(correction), keepdim);
}
Tensor& var_out(Tensor& out, const Tensor& self, OptionalIntArrayRef dim, bool unbiased, bool keepdim) {
  op::var(Out::to(out), self, dim, unbiased, keepdim);
  return out;
}
Tensor& var_out(Tensor& out, const Tensor& self, OptionalIntArrayRef dim, std::optional<int64_t> correction,
                bool keepdim) {
  op::var(Out::to(out), self, dim, correction_of(correction), keepdim);
  return out;
}
Tensor Tensor::std(bool unbiased) const { return op::std(Out(), *this, std::nullopt, unbiased, false); }
Tensor Tensor::std(OptionalIntArrayRef dim, bool unbiased, bool keepdim) const {
  return op::std(Out(), *this, dim, unbiased, keepdim);
}
Tensor std(const Tensor& self, OptionalIntArrayRef dim, std::optional<int64_t> correction, bool keepdim) {
  return op::std(Out(), self, dim, correction_of(correction), keepdim);
}
Tensor& std_out(Tensor& out, const Tensor& self, OptionalIntArrayRef dim, bool unbiased, bool keepdim) {
  op::std(Out::to(out), self, dim, unbiased, keepdim);
  return out;
}
Tensor& std_out(Tensor& out, const Tensor& self, OptionalIntArrayRef dim, std::optional<int64_t> correction,
                bool keepdim) {
  op::std(Out::to(out), self, dim, correction_of(correction), keepdim);
  return out;
}
std::tuple<Tensor, Tensor> var_mean(const Tensor& self, bool unbiased) { return {self.var(unbiased), self.mean()}; }
std::tuple<Tensor, Tensor> var_mean(const Tensor& self, OptionalIntArrayRef dim, bool unbiased, bool keepdim) {
  return {self.var(dim, unbiased, keepdim), self.mean(dim, keepdim)};
}
std::tuple<Tensor, Tensor> std_mean(const Tensor& self, bool unbiased) { return {self.std(unbiased), self.mean()}; }
std::tuple<Tensor, Tensor> std_mean(const Tensor& self, OptionalIntArrayRef dim, bool unbiased, bool keepdim) {
  return {self.std(dim, unbiased, keepdim), self.mean(dim, keepdim)};
}

// ---- norms

Tensor Tensor::norm(const Scalar& p) const {
  checked_norm_input(*this);
  return detail::named_history(op::vector_norm(Out(), *this, p, std::nullopt, false, std::nullopt), "NormBackward0");
}
Tensor Tensor::norm(const std::optional<Scalar>& p, IntArrayRef dim, bool keepdim) const {
  checked_norm_input(*this);
  return detail::named_history(op::vector_norm(Out(), *this, p.value_or(2), dim, keepdim, std::nullopt),
                               "NormBackward1");
}
Tensor norm(const Tensor& self, const std::optional<Scalar>& p, ScalarType dtype) {
  return detail::named_history(op::vector_norm(Out(), self, p.value_or(2), std::nullopt, false, dtype),
                               "NormBackward2");
}
Tensor norm(const Tensor& self, const std::optional<Scalar>& p, IntArrayRef dim, bool keepdim, ScalarType dtype) {
  return detail::named_history(op::vector_norm(Out(), self, p.value_or(2), dim, keepdim, dtype), "NormBackward3");
}
Tensor& norm_out(Tensor& out, const Tensor& self, const std::optional<Scalar>& p, IntArrayRef dim, bool keepdim) {
  checked_norm_input(self);
  op::vector_norm(Out::to(out), self, p.value_or(2), dim, keepdim, std::nullopt);
  return out;
}
Tensor frobenius_norm(const Tensor& self) { return self.norm(); }
Tensor frobenius_norm(const Tensor& self, IntArrayRef dim, bool keepdim) {
  TORCHPP_CHECK(dim.size() <= 2, "Expected at most 2 dimensions, but got ", dim.size(), " dimensions instead.");
  return self.norm(Scalar(2), dim, keepdim);
}
Tensor linalg_vector_norm(const Tensor& self, const Scalar& ord, OptionalIntArrayRef dim, bool keepdim,
                          std::optional<ScalarType> dtype) {
  return op::vector_norm(Out(), self, ord, dim, keepdim, dtype);
}
Tensor& linalg_vector_norm_out(Tensor& out, const Tensor& self, const Scalar& ord, OptionalIntArrayRef dim,
                               bool keepdim, std::optional<ScalarType> dtype) {
  op::vector_norm(Out::to(out), self, ord, dim, keepdim, dtype);
  return out;
}

// ---- scans and softmax

Tensor Tensor::cumsum(int64_t dim, std::optional<ScalarType> dtype) const {
  return op::cumsum(Out(), *this, dim, dtype);
}
Tensor& cumsum_(Tensor& self, int64_t dim, std::optional<ScalarType> dtype) {
  op::cumsum(Out::in_place(self), self, dim, dtype);
  return self;
}
Tensor& cumsum_out(Tensor& out, const Tensor& self, int64_t dim, std::optional<ScalarType> dtype) {
  op::cumsum(Out::to(out), self, dim, dtype);
  return out;
}
Tensor Tensor::logsumexp(IntArrayRef dim, bool keepdim) const { return op::logsumexp(Out(), *this, dim, keepdim); }
Tensor& logsumexp_out(Tensor& out, const Tensor& self, IntArrayRef dim, bool keepdim) {
  op::logsumexp(Out::to(out), self, dim, keepdim);
  return out;
}
Tensor Tensor::softmax(int64_t dim, std::optional<ScalarType> dtype) const {
  return soft(*this, dtype, [dim](const Tensor& x, bool widen) { return op::softmax(Out(), x, dim, widen); });
}
Tensor Tensor::log_softmax(int64_t dim, std::optional<ScalarType> dtype) const {
  return soft(*this, dtype, [dim](const Tensor& x, bool widen) { return op::log_softmax(Out(), x, dim, widen); });
}
Tensor& softmax_out(Tensor& out, const Tensor& self, int64_t dim, std::optional<ScalarType> dtype) {
  soft(self, dtype, [&](const Tensor& x, bool widen) { return op::softmax(Out::to(out), x, dim, widen); });
  return out;
}
Tensor& log_softmax_out(Tensor& out, const Tensor& self, int64_t dim, std::optional<ScalarType> dtype) {
  soft(self, dtype, [&](const Tensor& x, bool widen) { return op::log_softmax(Out::to(out), x, dim, widen); });
  return out;
}
Tensor _softmax(const Tensor& self, int64_t dim, bool half_to_float) {
  return op::softmax(Out(), self, dim, half_to_float);
}
Tensor _log_softmax(const Tensor& self, int64_t dim, bool half_to_float) {
  return op::log_softmax(Out(), self, dim, half_to_float);
}

// ---- sorting

std::tuple<Tensor, Tensor> Tensor::sort(int64_t dim, bool descending) const {
  return op::sort(*this, std::nullopt, dim, descending);
}
std::tuple<Tensor, Tensor> Tensor::sort(std::optional<bool> stable, int64_t dim, bool descending) const {
  return op::sort(*this, stable, dim, descending);
}
std::tuple<Tensor&, Tensor&> sort_out(Tensor& values, Tensor& indices, const Tensor& self, int64_t dim,
                                      bool descending) {
  return assign_pair(values, indices, op::sort(self, std::nullopt, dim, descending));
}
Tensor Tensor::argsort(int64_t dim, bool descending) const { return std::get<1>(sort(dim, descending)); }
Tensor argsort(const Tensor& self, bool stable, int64_t dim, bool descending) {
  return std::get<1>(self.sort(stable, dim, descending));
}
Tensor msort(const Tensor& self) { return std::get<0>(self.sort(0, false)); }
std::tuple<Tensor, Tensor> Tensor::topk(int64_t k, int64_t dim, bool largest, bool sorted) const {
  return op::topk(*this, k, dim, largest, sorted);
}
std::tuple<Tensor&, Tensor&> topk_out(Tensor& values, Tensor& indices, const Tensor& self, int64_t k, int64_t dim,
                                      bool largest, bool sorted) {
  return assign_pair(values, indices, op::topk(self, k, dim, largest, sorted));
}

}  // namespace torchpp
