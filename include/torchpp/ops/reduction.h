// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/reduction.ops. Change the table, not this file.
// clang-format off
#pragma once

/// \file Reductions, running sums, softmax, sorting. `dim` counts from the end when negative; a list that is absent or
/// \file empty means all dimensions; with `keepdim` reduced dimensions stay as ones. `dtype` converts the input first;
/// \file without it sums and products of integers and bool are int64. f16 and bf16 are added in f32. Long sums are cut
/// \file into the same pieces whatever the number of threads, so that results are equal to the last bit. Differentiable
/// \file where the values are. Source: libtorch 1.13.

#include <torchpp/tensor.h>

namespace torchpp {

/// Sum of the elements; 0 of none.
TORCHPP_API Tensor sum(const Tensor& self, std::optional<ScalarType> dtype = std::nullopt);
TORCHPP_API Tensor& sum_out(Tensor& out, const Tensor& self, std::optional<ScalarType> dtype = std::nullopt);
/// Sums along the dimensions; 0 of none.
TORCHPP_API Tensor sum(const Tensor& self, OptionalIntArrayRef dim, bool keepdim = false,
                       std::optional<ScalarType> dtype = std::nullopt);
TORCHPP_API Tensor& sum_out(Tensor& out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim = false,
                            std::optional<ScalarType> dtype = std::nullopt);
/// Arithmetic mean, of floating and complex numbers; NaN of none.
TORCHPP_API Tensor mean(const Tensor& self, std::optional<ScalarType> dtype = std::nullopt);
/// Arithmetic means along the dimensions.
TORCHPP_API Tensor mean(const Tensor& self, OptionalIntArrayRef dim, bool keepdim = false,
                        std::optional<ScalarType> dtype = std::nullopt);
TORCHPP_API Tensor& mean_out(Tensor& out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim = false,
                             std::optional<ScalarType> dtype = std::nullopt);
/// Product of the elements; 1 of none.
TORCHPP_API Tensor prod(const Tensor& self, std::optional<ScalarType> dtype = std::nullopt);
TORCHPP_API Tensor& prod_out(Tensor& out, const Tensor& self, std::optional<ScalarType> dtype = std::nullopt);
/// Products along a dimension.
TORCHPP_API Tensor prod(const Tensor& self, int64_t dim, bool keepdim = false,
                        std::optional<ScalarType> dtype = std::nullopt);
TORCHPP_API Tensor& prod_out(Tensor& out, const Tensor& self, int64_t dim, bool keepdim = false,
                             std::optional<ScalarType> dtype = std::nullopt);
/// Greatest elements along the dimensions; NaN where there is one. Throws where there is no element. Equal elements
/// share the gradient.
TORCHPP_API Tensor amax(const Tensor& self, IntArrayRef dim = {}, bool keepdim = false);
TORCHPP_API Tensor& amax_out(Tensor& out, const Tensor& self, IntArrayRef dim = {}, bool keepdim = false);
/// Least elements along the dimensions; NaN where there is one. Throws where there is no element. Equal elements share
/// the gradient.
TORCHPP_API Tensor amin(const Tensor& self, IntArrayRef dim = {}, bool keepdim = false);
TORCHPP_API Tensor& amin_out(Tensor& out, const Tensor& self, IntArrayRef dim = {}, bool keepdim = false);
/// amin and amax, of one dimension or of all.
TORCHPP_API std::tuple<Tensor, Tensor> aminmax(const Tensor& self, std::optional<int64_t> dim = std::nullopt,
                                               bool keepdim = false);
TORCHPP_API std::tuple<Tensor&, Tensor&> aminmax_out(Tensor& min, Tensor& max, const Tensor& self,
                                                     std::optional<int64_t> dim = std::nullopt, bool keepdim = false);
/// Greatest element of all; NaN if there is one.
TORCHPP_API Tensor max(const Tensor& self);
/// Greatest elements of a dimension and the index (int64) of the first of each, which alone gets the gradient.
TORCHPP_API std::tuple<Tensor, Tensor> max(const Tensor& self, int64_t dim, bool keepdim = false);
TORCHPP_API std::tuple<Tensor&, Tensor&> max_out(Tensor& max, Tensor& max_values, const Tensor& self, int64_t dim,
                                                 bool keepdim = false);
/// Least element of all; NaN if there is one.
TORCHPP_API Tensor min(const Tensor& self);
/// Least elements of a dimension and the index (int64) of the first of each, which alone gets the gradient.
TORCHPP_API std::tuple<Tensor, Tensor> min(const Tensor& self, int64_t dim, bool keepdim = false);
TORCHPP_API std::tuple<Tensor&, Tensor&> min_out(Tensor& min, Tensor& min_indices, const Tensor& self, int64_t dim,
                                                 bool keepdim = false);
/// Index (int64) of the first greatest element of a dimension, or in row-major order of all.
TORCHPP_API Tensor argmax(const Tensor& self, std::optional<int64_t> dim = std::nullopt, bool keepdim = false);
TORCHPP_API Tensor& argmax_out(Tensor& out, const Tensor& self, std::optional<int64_t> dim = std::nullopt,
                               bool keepdim = false);
/// Index (int64) of the first least element of a dimension, or in row-major order of all.
TORCHPP_API Tensor argmin(const Tensor& self, std::optional<int64_t> dim = std::nullopt, bool keepdim = false);
TORCHPP_API Tensor& argmin_out(Tensor& out, const Tensor& self, std::optional<int64_t> dim = std::nullopt,
                               bool keepdim = false);
/// Whether any element differs from zero: bool, but uint8 of uint8.
TORCHPP_API Tensor any(const Tensor& self);
TORCHPP_API Tensor& any_out(Tensor& out, const Tensor& self);
/// Whether any element along the dimension differs from zero: bool, but uint8 of uint8.
TORCHPP_API Tensor any(const Tensor& self, int64_t dim, bool keepdim = false);
TORCHPP_API Tensor& any_out(Tensor& out, const Tensor& self, int64_t dim, bool keepdim = false);
/// Whether all elements differ from zero: bool, but uint8 of uint8.
TORCHPP_API Tensor all(const Tensor& self);
TORCHPP_API Tensor& all_out(Tensor& out, const Tensor& self);
/// Whether all elements along the dimension differ from zero: bool, but uint8 of uint8.
TORCHPP_API Tensor all(const Tensor& self, int64_t dim, bool keepdim = false);
TORCHPP_API Tensor& all_out(Tensor& out, const Tensor& self, int64_t dim, bool keepdim = false);
/// How many elements differ from zero, along the dimensions.
TORCHPP_API Tensor count_nonzero(const Tensor& self, IntArrayRef dim);
TORCHPP_API Tensor& count_nonzero_out(Tensor& out, const Tensor& self, IntArrayRef dim);
/// How many elements differ from zero, of all or along a dimension.
TORCHPP_API Tensor count_nonzero(const Tensor& self, std::optional<int64_t> dim = std::nullopt);
TORCHPP_API Tensor& count_nonzero_out(Tensor& out, const Tensor& self, std::optional<int64_t> dim = std::nullopt);
/// Variance: squared deviations from the mean, added, divided by N - 1 (N if not `unbiased`; N - correction). A real
/// number, of complex ones the variances of the parts together. NaN if the divisor is 0.
TORCHPP_API Tensor var(const Tensor& self, bool unbiased = true);
TORCHPP_API Tensor var(const Tensor& self, int dim);
/// Variances along the dimensions.
TORCHPP_API Tensor var(const Tensor& self, OptionalIntArrayRef dim, bool unbiased = true, bool keepdim = false);
TORCHPP_API Tensor& var_out(Tensor& out, const Tensor& self, OptionalIntArrayRef dim, bool unbiased = true,
                            bool keepdim = false);
/// Variances along the dimensions, with the divisor N - correction; none means 1.
TORCHPP_API Tensor var(const Tensor& self, OptionalIntArrayRef dim, std::optional<int64_t> correction,
                       bool keepdim = false);
TORCHPP_API Tensor& var_out(Tensor& out, const Tensor& self, OptionalIntArrayRef dim, std::optional<int64_t> correction,
                            bool keepdim = false);
/// Square root of the variance.
TORCHPP_API Tensor std(const Tensor& self, bool unbiased = true);
TORCHPP_API Tensor std(const Tensor& self, int dim);
/// Square roots of the variances along the dimensions.
TORCHPP_API Tensor std(const Tensor& self, OptionalIntArrayRef dim, bool unbiased = true, bool keepdim = false);
TORCHPP_API Tensor& std_out(Tensor& out, const Tensor& self, OptionalIntArrayRef dim, bool unbiased = true,
                            bool keepdim = false);
/// Square roots of the variances along the dimensions, with the divisor N - correction; none means 1.
TORCHPP_API Tensor std(const Tensor& self, OptionalIntArrayRef dim, std::optional<int64_t> correction,
                       bool keepdim = false);
TORCHPP_API Tensor& std_out(Tensor& out, const Tensor& self, OptionalIntArrayRef dim, std::optional<int64_t> correction,
                            bool keepdim = false);
/// Variance and mean.
TORCHPP_API std::tuple<Tensor, Tensor> var_mean(const Tensor& self, bool unbiased = true);
TORCHPP_API std::tuple<Tensor, Tensor> var_mean(const Tensor& self, int dim);
/// Variances and means along the dimensions.
TORCHPP_API std::tuple<Tensor, Tensor> var_mean(const Tensor& self, OptionalIntArrayRef dim, bool unbiased = true,
                                                bool keepdim = false);
/// Variances and means along the dimensions, with the divisor N - correction; none means 1.
TORCHPP_API std::tuple<Tensor, Tensor> var_mean(const Tensor& self, OptionalIntArrayRef dim,
                                                std::optional<int64_t> correction, bool keepdim = false);
TORCHPP_API std::tuple<Tensor&, Tensor&> var_mean_out(Tensor& out0, Tensor& out1, const Tensor& self,
                                                      OptionalIntArrayRef dim, std::optional<int64_t> correction,
                                                      bool keepdim = false);
/// Standard deviation and mean.
TORCHPP_API std::tuple<Tensor, Tensor> std_mean(const Tensor& self, bool unbiased = true);
TORCHPP_API std::tuple<Tensor, Tensor> std_mean(const Tensor& self, int dim);
/// Standard deviations and means along the dimensions.
TORCHPP_API std::tuple<Tensor, Tensor> std_mean(const Tensor& self, OptionalIntArrayRef dim, bool unbiased = true,
                                                bool keepdim = false);
/// Standard deviations and means along the dimensions, with the divisor N - correction; none means 1.
TORCHPP_API std::tuple<Tensor, Tensor> std_mean(const Tensor& self, OptionalIntArrayRef dim,
                                                std::optional<int64_t> correction, bool keepdim = false);
TORCHPP_API std::tuple<Tensor&, Tensor&> std_mean_out(Tensor& out0, Tensor& out1, const Tensor& self,
                                                      OptionalIntArrayRef dim, std::optional<int64_t> correction,
                                                      bool keepdim = false);
/// (sum |x|^p)^(1/p); the number of nonzero elements for p = 0, the extremes of |x| for inf and -inf.
TORCHPP_API Tensor norm(const Tensor& self, const Scalar& p = 2);
TORCHPP_API Tensor& norm_out(Tensor& out, const Tensor& self, const Scalar& p = 2);
/// The norm of all elements, computed in the dtype, which may also be narrower or complex.
TORCHPP_API Tensor norm(const Tensor& self, const std::optional<Scalar>& p, ScalarType dtype);
TORCHPP_API Tensor& norm_out(Tensor& out, const Tensor& self, const std::optional<Scalar>& p, ScalarType dtype);
/// Norms along the dimensions; p is 2 where it is absent.
TORCHPP_API Tensor norm(const Tensor& self, const std::optional<Scalar>& p, IntArrayRef dim, bool keepdim = false);
TORCHPP_API Tensor& norm_out(Tensor& out, const Tensor& self, const std::optional<Scalar>& p, IntArrayRef dim,
                             bool keepdim = false);
/// Norms along the dimensions, computed in the dtype.
TORCHPP_API Tensor norm(const Tensor& self, const std::optional<Scalar>& p, IntArrayRef dim, bool keepdim,
                        ScalarType dtype);
TORCHPP_API Tensor& norm_out(Tensor& out, const Tensor& self, const std::optional<Scalar>& p, IntArrayRef dim,
                             bool keepdim, ScalarType dtype);
/// The p-norm of self - other, which are broadcast.
TORCHPP_API Tensor dist(const Tensor& self, const Tensor& other, const Scalar& p = 2);
TORCHPP_API Tensor& dist_out(Tensor& out, const Tensor& self, const Tensor& other, const Scalar& p = 2);
/// The 2-norm of all elements.
TORCHPP_API Tensor frobenius_norm(const Tensor& self);
/// The 2-norm along at most two dimensions.
TORCHPP_API Tensor frobenius_norm(const Tensor& self, IntArrayRef dim, bool keepdim = false);
TORCHPP_API Tensor& frobenius_norm_out(Tensor& out, const Tensor& self, IntArrayRef dim, bool keepdim = false);
/// (sum |x|^ord)^(1/ord) along the dimensions, computed in the dtype; ord may be 0, inf and -inf, too.
TORCHPP_API Tensor linalg_vector_norm(const Tensor& self, const Scalar& ord = 2, OptionalIntArrayRef dim = std::nullopt,
                                      bool keepdim = false, std::optional<ScalarType> dtype = std::nullopt);
TORCHPP_API Tensor& linalg_vector_norm_out(Tensor& out, const Tensor& self, const Scalar& ord = 2,
                                           OptionalIntArrayRef dim = std::nullopt, bool keepdim = false,
                                           std::optional<ScalarType> dtype = std::nullopt);
/// Running sum along a dimension.
TORCHPP_API Tensor cumsum(const Tensor& self, int64_t dim, std::optional<ScalarType> dtype = std::nullopt);
TORCHPP_API Tensor& cumsum_(Tensor& self, int64_t dim, std::optional<ScalarType> dtype = std::nullopt);
TORCHPP_API Tensor& cumsum_out(Tensor& out, const Tensor& self, int64_t dim,
                               std::optional<ScalarType> dtype = std::nullopt);
/// log(sum(e^x)), without overflow; -inf of no elements.
TORCHPP_API Tensor logsumexp(const Tensor& self, IntArrayRef dim, bool keepdim = false);
TORCHPP_API Tensor& logsumexp_out(Tensor& out, const Tensor& self, IntArrayRef dim, bool keepdim = false);
/// Another name of logsumexp.
TORCHPP_API Tensor special_logsumexp(const Tensor& self, IntArrayRef dim, bool keepdim = false);
TORCHPP_API Tensor& special_logsumexp_out(Tensor& out, const Tensor& self, IntArrayRef dim, bool keepdim = false);
/// e^x / sum(e^x) along a dimension.
TORCHPP_API Tensor softmax(const Tensor& self, int64_t dim, std::optional<ScalarType> dtype = std::nullopt);
TORCHPP_API Tensor& softmax_out(Tensor& out, const Tensor& self, int64_t dim,
                                std::optional<ScalarType> dtype = std::nullopt);
/// log(e^x / sum(e^x)) along a dimension, without overflow.
TORCHPP_API Tensor log_softmax(const Tensor& self, int64_t dim, std::optional<ScalarType> dtype = std::nullopt);
TORCHPP_API Tensor& log_softmax_out(Tensor& out, const Tensor& self, int64_t dim,
                                    std::optional<ScalarType> dtype = std::nullopt);
/// softmax of floating numbers, whose result is float32 for float16 with half_to_float.
TORCHPP_API Tensor _softmax(const Tensor& self, int64_t dim, bool half_to_float);
TORCHPP_API Tensor& _softmax_out(Tensor& out, const Tensor& self, int64_t dim, bool half_to_float);
/// Gradient of softmax from that of its result.
TORCHPP_API Tensor _softmax_backward_data(const Tensor& grad_output, const Tensor& output, int64_t dim,
                                          ScalarType input_dtype);
TORCHPP_API Tensor& _softmax_backward_data_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& output,
                                               int64_t dim, ScalarType input_dtype);
/// log_softmax of floating numbers, whose result is float32 for float16 with half_to_float.
TORCHPP_API Tensor _log_softmax(const Tensor& self, int64_t dim, bool half_to_float);
TORCHPP_API Tensor& _log_softmax_out(Tensor& out, const Tensor& self, int64_t dim, bool half_to_float);
/// Gradient of log_softmax from that of its result.
TORCHPP_API Tensor _log_softmax_backward_data(const Tensor& grad_output, const Tensor& output, int64_t dim,
                                              ScalarType input_dtype);
TORCHPP_API Tensor& _log_softmax_backward_data_out(Tensor& out, const Tensor& grad_output, const Tensor& output,
                                                   int64_t dim, ScalarType input_dtype);
/// Elements in rising (falling) order along a dimension and where they were. Always stable; NaN is greater than all
/// else.
TORCHPP_API std::tuple<Tensor, Tensor> sort(const Tensor& self, int64_t dim = -1, bool descending = false);
TORCHPP_API std::tuple<Tensor&, Tensor&> sort_out(Tensor& values, Tensor& indices, const Tensor& self, int64_t dim = -1,
                                                  bool descending = false);
/// Elements in rising (falling) order along a dimension and where they were. Stable whatever `stable` says.
TORCHPP_API std::tuple<Tensor, Tensor> sort(const Tensor& self, std::optional<bool> stable, int64_t dim = -1,
                                            bool descending = false);
TORCHPP_API std::tuple<Tensor&, Tensor&> sort_out(Tensor& values, Tensor& indices, const Tensor& self,
                                                  std::optional<bool> stable, int64_t dim = -1,
                                                  bool descending = false);
/// The indices that sort() gives.
TORCHPP_API Tensor argsort(const Tensor& self, int64_t dim = -1, bool descending = false);
/// The indices that sort() gives.
TORCHPP_API Tensor argsort(const Tensor& self, bool stable, int64_t dim, bool descending);
TORCHPP_API Tensor& argsort_out(Tensor& out, const Tensor& self, bool stable, int64_t dim, bool descending);
/// Rows along the first dimension in order, each column by itself.
TORCHPP_API Tensor msort(const Tensor& self);
TORCHPP_API Tensor& msort_out(Tensor& out, const Tensor& self);
/// The k-th least element of a dimension (k = 1: the least) and its index; of equal elements, the first has the lowest
/// k. A NaN is above all else.
TORCHPP_API std::tuple<Tensor, Tensor> kthvalue(const Tensor& self, int64_t k, int64_t dim = -1, bool keepdim = false);
TORCHPP_API std::tuple<Tensor&, Tensor&> kthvalue_out(Tensor& values, Tensor& indices, const Tensor& self, int64_t k,
                                                      int64_t dim = -1, bool keepdim = false);
/// The k greatest (least) elements of a dimension, in order whether or not `sorted`, and where they were.
TORCHPP_API std::tuple<Tensor, Tensor> topk(const Tensor& self, int64_t k, int64_t dim = -1, bool largest = true,
                                            bool sorted = true);
TORCHPP_API std::tuple<Tensor&, Tensor&> topk_out(Tensor& values, Tensor& indices, const Tensor& self, int64_t k,
                                                  int64_t dim = -1, bool largest = true, bool sorted = true);

namespace linalg {
TORCHPP_API Tensor vector_norm(const Tensor& self, const Scalar& ord = 2, OptionalIntArrayRef dim = std::nullopt,
                               bool keepdim = false, std::optional<ScalarType> dtype = std::nullopt);
TORCHPP_API Tensor& vector_norm_out(Tensor& out, const Tensor& self, const Scalar& ord = 2,
                                    OptionalIntArrayRef dim = std::nullopt, bool keepdim = false,
                                    std::optional<ScalarType> dtype = std::nullopt);
}  // namespace linalg

namespace special {
TORCHPP_API Tensor logsumexp(const Tensor& self, IntArrayRef dim, bool keepdim = false);
TORCHPP_API Tensor& logsumexp_out(Tensor& out, const Tensor& self, IntArrayRef dim, bool keepdim = false);
}  // namespace special

}  // namespace torchpp
