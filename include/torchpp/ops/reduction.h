// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Reductions, running sums, softmax, sorting. `dim` counts from the end when negative; a list that is absent or
/// empty means all dimensions; with `keepdim` reduced dimensions stay as ones. `dtype` converts the input first;
/// without it sums and products of integers and bool are int64. f16 and bf16 are added in f32. Long sums are cut into
/// the same pieces whatever the number of threads, so that results are equal to the last bit. Differentiable where the
/// values are. Source: libtorch 1.13.

#include <torchpp/tensor.h>

namespace torchpp {

/// Sum of the elements; 0 of none.
inline Tensor sum(const Tensor& self, std::optional<ScalarType> dtype = std::nullopt) { return self.sum(dtype); }
inline Tensor sum(const Tensor& self, OptionalIntArrayRef dim, bool keepdim = false,
                  std::optional<ScalarType> dtype = std::nullopt) {
  return self.sum(dim, keepdim, dtype);
}
TORCHPP_API Tensor& sum_out(Tensor& out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim = false,
                            std::optional<ScalarType> dtype = std::nullopt);
/// Arithmetic mean, of floating and complex numbers; NaN of none.
inline Tensor mean(const Tensor& self, std::optional<ScalarType> dtype = std::nullopt) { return self.mean(dtype); }
inline Tensor mean(const Tensor& self, OptionalIntArrayRef dim, bool keepdim = false,
                   std::optional<ScalarType> dtype = std::nullopt) {
  return self.mean(dim, keepdim, dtype);
}
TORCHPP_API Tensor& mean_out(Tensor& out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim = false,
                             std::optional<ScalarType> dtype = std::nullopt);
/// Product of the elements; 1 of none.
inline Tensor prod(const Tensor& self, std::optional<ScalarType> dtype = std::nullopt) { return self.prod(dtype); }
inline Tensor prod(const Tensor& self, int64_t dim, bool keepdim = false,
                   std::optional<ScalarType> dtype = std::nullopt) {
  return self.prod(dim, keepdim, dtype);
}
TORCHPP_API Tensor& prod_out(Tensor& out, const Tensor& self, int64_t dim, bool keepdim = false,
                             std::optional<ScalarType> dtype = std::nullopt);

/// Greatest (least) element; NaN if there is one. Throws when there is none. Equal elements share the gradient.
inline Tensor amax(const Tensor& self, IntArrayRef dim = {}, bool keepdim = false) { return self.amax(dim, keepdim); }
inline Tensor amin(const Tensor& self, IntArrayRef dim = {}, bool keepdim = false) { return self.amin(dim, keepdim); }
TORCHPP_API Tensor& amax_out(Tensor& out, const Tensor& self, IntArrayRef dim = {}, bool keepdim = false);
TORCHPP_API Tensor& amin_out(Tensor& out, const Tensor& self, IntArrayRef dim = {}, bool keepdim = false);
/// amin and amax, of one dimension or of all.
TORCHPP_API std::tuple<Tensor, Tensor> aminmax(const Tensor& self, std::optional<int64_t> dim = std::nullopt,
                                               bool keepdim = false);
/// Greatest (least) element of all.
inline Tensor max(const Tensor& self) { return self.max(); }
inline Tensor min(const Tensor& self) { return self.min(); }
/// Greatest (least) elements of a dimension and the index of the first of each, which alone gets the gradient.
inline std::tuple<Tensor, Tensor> max(const Tensor& self, int64_t dim, bool keepdim = false) {
  return self.max(dim, keepdim);
}
inline std::tuple<Tensor, Tensor> min(const Tensor& self, int64_t dim, bool keepdim = false) {
  return self.min(dim, keepdim);
}
TORCHPP_API std::tuple<Tensor&, Tensor&> max_out(Tensor& values, Tensor& indices, const Tensor& self, int64_t dim,
                                                 bool keepdim = false);
TORCHPP_API std::tuple<Tensor&, Tensor&> min_out(Tensor& values, Tensor& indices, const Tensor& self, int64_t dim,
                                                 bool keepdim = false);
/// Index (int64) of the first greatest (least) element of a dimension, or in row-major order of all.
inline Tensor argmax(const Tensor& self, std::optional<int64_t> dim = std::nullopt, bool keepdim = false) {
  return self.argmax(dim, keepdim);
}
inline Tensor argmin(const Tensor& self, std::optional<int64_t> dim = std::nullopt, bool keepdim = false) {
  return self.argmin(dim, keepdim);
}
TORCHPP_API Tensor& argmax_out(Tensor& out, const Tensor& self, std::optional<int64_t> dim = std::nullopt,
                               bool keepdim = false);
TORCHPP_API Tensor& argmin_out(Tensor& out, const Tensor& self, std::optional<int64_t> dim = std::nullopt,
                               bool keepdim = false);

/// Whether any element (all elements) differ from zero: bool, but uint8 of uint8.
inline Tensor any(const Tensor& self) { return self.any(); }
inline Tensor any(const Tensor& self, int64_t dim, bool keepdim = false) { return self.any(dim, keepdim); }
inline Tensor all(const Tensor& self) { return self.all(); }
inline Tensor all(const Tensor& self, int64_t dim, bool keepdim = false) { return self.all(dim, keepdim); }
TORCHPP_API Tensor& any_out(Tensor& out, const Tensor& self, int64_t dim, bool keepdim = false);
TORCHPP_API Tensor& any_out(Tensor& out, const Tensor& self);
TORCHPP_API Tensor& all_out(Tensor& out, const Tensor& self, int64_t dim, bool keepdim = false);
TORCHPP_API Tensor& all_out(Tensor& out, const Tensor& self);
/// How many elements differ from zero.
TORCHPP_API Tensor count_nonzero(const Tensor& self, IntArrayRef dim);
TORCHPP_API Tensor count_nonzero(const Tensor& self, std::optional<int64_t> dim = std::nullopt);

/// Variance: squared deviations from the mean, added, divided by N - 1 (N if not `unbiased`; N - correction). A real
/// number, of complex ones the variances of the parts together. NaN if the divisor is 0.
inline Tensor var(const Tensor& self, bool unbiased = true) { return self.var(unbiased); }
// A plain int is a dimension: it would convert to bool otherwise.
inline Tensor var(const Tensor& self, int dim) { return self.var(dim); }
inline Tensor var(const Tensor& self, OptionalIntArrayRef dim, bool unbiased = true, bool keepdim = false) {
  return self.var(dim, unbiased, keepdim);
}
TORCHPP_API Tensor var(const Tensor& self, OptionalIntArrayRef dim, std::optional<int64_t> correction,
                       bool keepdim = false);
TORCHPP_API Tensor& var_out(Tensor& out, const Tensor& self, OptionalIntArrayRef dim, bool unbiased = true,
                            bool keepdim = false);
TORCHPP_API Tensor& var_out(Tensor& out, const Tensor& self, OptionalIntArrayRef dim, std::optional<int64_t> correction,
                            bool keepdim = false);
/// Square root of the variance.
inline Tensor std(const Tensor& self, bool unbiased = true) { return self.std(unbiased); }
inline Tensor std(const Tensor& self, int dim) { return self.std(dim); }
inline Tensor std(const Tensor& self, OptionalIntArrayRef dim, bool unbiased = true, bool keepdim = false) {
  return self.std(dim, unbiased, keepdim);
}
TORCHPP_API Tensor std(const Tensor& self, OptionalIntArrayRef dim, std::optional<int64_t> correction,
                       bool keepdim = false);
TORCHPP_API Tensor& std_out(Tensor& out, const Tensor& self, OptionalIntArrayRef dim, bool unbiased = true,
                            bool keepdim = false);
TORCHPP_API Tensor& std_out(Tensor& out, const Tensor& self, OptionalIntArrayRef dim, std::optional<int64_t> correction,
                            bool keepdim = false);
/// Both at once.
TORCHPP_API std::tuple<Tensor, Tensor> var_mean(const Tensor& self, bool unbiased = true);
TORCHPP_API std::tuple<Tensor, Tensor> var_mean(const Tensor& self, OptionalIntArrayRef dim, bool unbiased = true,
                                                bool keepdim = false);
inline std::tuple<Tensor, Tensor> var_mean(const Tensor& self, int dim) {
  return var_mean(self, IntArrayRef(static_cast<int64_t>(dim)));
}
TORCHPP_API std::tuple<Tensor, Tensor> std_mean(const Tensor& self, bool unbiased = true);
TORCHPP_API std::tuple<Tensor, Tensor> std_mean(const Tensor& self, OptionalIntArrayRef dim, bool unbiased = true,
                                                bool keepdim = false);
inline std::tuple<Tensor, Tensor> std_mean(const Tensor& self, int dim) {
  return std_mean(self, IntArrayRef(static_cast<int64_t>(dim)));
}

/// (sum |x|^p)^(1/p); the number of nonzero elements for p = 0, the extremes of |x| for inf and -inf.
inline Tensor norm(const Tensor& self, const Scalar& p = 2) { return self.norm(p); }
inline Tensor norm(const Tensor& self, const std::optional<Scalar>& p, IntArrayRef dim, bool keepdim = false) {
  return self.norm(p, dim, keepdim);
}
TORCHPP_API Tensor norm(const Tensor& self, const std::optional<Scalar>& p, ScalarType dtype);
TORCHPP_API Tensor norm(const Tensor& self, const std::optional<Scalar>& p, IntArrayRef dim, bool keepdim,
                        ScalarType dtype);
TORCHPP_API Tensor& norm_out(Tensor& out, const Tensor& self, const std::optional<Scalar>& p, IntArrayRef dim,
                             bool keepdim = false);
TORCHPP_API Tensor frobenius_norm(const Tensor& self);
TORCHPP_API Tensor frobenius_norm(const Tensor& self, IntArrayRef dim, bool keepdim = false);
TORCHPP_API Tensor linalg_vector_norm(const Tensor& self, const Scalar& ord = 2, OptionalIntArrayRef dim = std::nullopt,
                                      bool keepdim = false, std::optional<ScalarType> dtype = std::nullopt);
TORCHPP_API Tensor& linalg_vector_norm_out(Tensor& out, const Tensor& self, const Scalar& ord = 2,
                                           OptionalIntArrayRef dim = std::nullopt, bool keepdim = false,
                                           std::optional<ScalarType> dtype = std::nullopt);

/// Running sum along a dimension.
inline Tensor cumsum(const Tensor& self, int64_t dim, std::optional<ScalarType> dtype = std::nullopt) {
  return self.cumsum(dim, dtype);
}
TORCHPP_API Tensor& cumsum_(Tensor& self, int64_t dim, std::optional<ScalarType> dtype = std::nullopt);
TORCHPP_API Tensor& cumsum_out(Tensor& out, const Tensor& self, int64_t dim,
                               std::optional<ScalarType> dtype = std::nullopt);

/// log(sum(e^x)), without overflow; -inf of no elements.
inline Tensor logsumexp(const Tensor& self, IntArrayRef dim, bool keepdim = false) {
  return self.logsumexp(dim, keepdim);
}
TORCHPP_API Tensor& logsumexp_out(Tensor& out, const Tensor& self, IntArrayRef dim, bool keepdim = false);
/// e^x / sum(e^x) along a dimension, and its logarithm.
inline Tensor softmax(const Tensor& self, int64_t dim, std::optional<ScalarType> dtype = std::nullopt) {
  return self.softmax(dim, dtype);
}
inline Tensor log_softmax(const Tensor& self, int64_t dim, std::optional<ScalarType> dtype = std::nullopt) {
  return self.log_softmax(dim, dtype);
}
TORCHPP_API Tensor& softmax_out(Tensor& out, const Tensor& self, int64_t dim,
                                std::optional<ScalarType> dtype = std::nullopt);
TORCHPP_API Tensor& log_softmax_out(Tensor& out, const Tensor& self, int64_t dim,
                                    std::optional<ScalarType> dtype = std::nullopt);
TORCHPP_API Tensor _softmax(const Tensor& self, int64_t dim, bool half_to_float);
TORCHPP_API Tensor _log_softmax(const Tensor& self, int64_t dim, bool half_to_float);

/// Elements in rising (falling) order along a dimension and where they were. Always stable; NaN is greater than all
/// else.
inline std::tuple<Tensor, Tensor> sort(const Tensor& self, int64_t dim = -1, bool descending = false) {
  return self.sort(dim, descending);
}
inline std::tuple<Tensor, Tensor> sort(const Tensor& self, std::optional<bool> stable, int64_t dim = -1,
                                       bool descending = false) {
  return self.sort(stable, dim, descending);
}
TORCHPP_API std::tuple<Tensor&, Tensor&> sort_out(Tensor& values, Tensor& indices, const Tensor& self, int64_t dim = -1,
                                                  bool descending = false);
/// The indices that sort() gives.
inline Tensor argsort(const Tensor& self, int64_t dim = -1, bool descending = false) {
  return self.argsort(dim, descending);
}
TORCHPP_API Tensor argsort(const Tensor& self, bool stable, int64_t dim, bool descending);
/// Rows along the first dimension in order, each column by itself.
TORCHPP_API Tensor msort(const Tensor& self);
/// The k greatest (least) elements of a dimension, in order whether or not `sorted`, and where they were.
inline std::tuple<Tensor, Tensor> topk(const Tensor& self, int64_t k, int64_t dim = -1, bool largest = true,
                                       bool sorted = true) {
  return self.topk(k, dim, largest, sorted);
}
TORCHPP_API std::tuple<Tensor&, Tensor&> topk_out(Tensor& values, Tensor& indices, const Tensor& self, int64_t k,
                                                  int64_t dim = -1, bool largest = true, bool sorted = true);

}  // namespace torchpp
