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

TORCHPP_API_BEGIN
namespace torchpp {

/// Sum of the elements; 0 of none.
Tensor sum(const Tensor& self, optional<ScalarType> dtype = nullopt);
Tensor& sum_out(Tensor& out, const Tensor& self, optional<ScalarType> dtype = nullopt);
/// Sums along the dimensions; 0 of none.
Tensor sum(const Tensor& self, OptionalIntArrayRef dim, bool keepdim = false, optional<ScalarType> dtype = nullopt);
Tensor& sum_out(Tensor& out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim = false,
                optional<ScalarType> dtype = nullopt);
/// Arithmetic mean, of floating and complex numbers; NaN of none.
Tensor mean(const Tensor& self, optional<ScalarType> dtype = nullopt);
/// Arithmetic means along the dimensions.
Tensor mean(const Tensor& self, OptionalIntArrayRef dim, bool keepdim = false, optional<ScalarType> dtype = nullopt);
Tensor& mean_out(Tensor& out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim = false,
                 optional<ScalarType> dtype = nullopt);
/// Sums along the dimensions in which a NaN counts as 0. Real numbers only.
Tensor nansum(const Tensor& self, OptionalIntArrayRef dim = nullopt, bool keepdim = false,
              optional<ScalarType> dtype = nullopt);
Tensor& nansum_out(Tensor& out, const Tensor& self, OptionalIntArrayRef dim = nullopt, bool keepdim = false,
                   optional<ScalarType> dtype = nullopt);
/// Arithmetic means of the elements that are no NaN, along the dimensions; NaN of none. Floating numbers only.
Tensor nanmean(const Tensor& self, OptionalIntArrayRef dim = nullopt, bool keepdim = false,
               optional<ScalarType> dtype = nullopt);
Tensor& nanmean_out(Tensor& out, const Tensor& self, OptionalIntArrayRef dim = nullopt, bool keepdim = false,
                    optional<ScalarType> dtype = nullopt);
/// Product of the elements; 1 of none.
Tensor prod(const Tensor& self, optional<ScalarType> dtype = nullopt);
Tensor& prod_out(Tensor& out, const Tensor& self, optional<ScalarType> dtype = nullopt);
/// Products along a dimension.
Tensor prod(const Tensor& self, int64_t dim, bool keepdim = false, optional<ScalarType> dtype = nullopt);
Tensor& prod_out(Tensor& out, const Tensor& self, int64_t dim, bool keepdim = false,
                 optional<ScalarType> dtype = nullopt);
/// Greatest elements along the dimensions; NaN where there is one. Throws where there is no element. Equal elements
/// share the gradient.
Tensor amax(const Tensor& self, IntArrayRef dim = {}, bool keepdim = false);
Tensor& amax_out(Tensor& out, const Tensor& self, IntArrayRef dim = {}, bool keepdim = false);
/// Least elements along the dimensions; NaN where there is one. Throws where there is no element. Equal elements share
/// the gradient.
Tensor amin(const Tensor& self, IntArrayRef dim = {}, bool keepdim = false);
Tensor& amin_out(Tensor& out, const Tensor& self, IntArrayRef dim = {}, bool keepdim = false);
/// amin and amax, of one dimension or of all.
std::tuple<Tensor, Tensor> aminmax(const Tensor& self, optional<int64_t> dim = nullopt, bool keepdim = false);
std::tuple<Tensor&, Tensor&> aminmax_out(Tensor& min, Tensor& max, const Tensor& self, optional<int64_t> dim = nullopt,
                                         bool keepdim = false);
/// Greatest element of all; NaN if there is one.
Tensor max(const Tensor& self);
/// Greatest elements of a dimension and the index (int64) of the first of each, which alone gets the gradient.
std::tuple<Tensor, Tensor> max(const Tensor& self, int64_t dim, bool keepdim = false);
std::tuple<Tensor&, Tensor&> max_out(Tensor& max, Tensor& max_values, const Tensor& self, int64_t dim,
                                     bool keepdim = false);
/// Least element of all; NaN if there is one.
Tensor min(const Tensor& self);
/// Least elements of a dimension and the index (int64) of the first of each, which alone gets the gradient.
std::tuple<Tensor, Tensor> min(const Tensor& self, int64_t dim, bool keepdim = false);
std::tuple<Tensor&, Tensor&> min_out(Tensor& min, Tensor& min_indices, const Tensor& self, int64_t dim,
                                     bool keepdim = false);
/// Index (int64) of the first greatest element of a dimension, or in row-major order of all.
Tensor argmax(const Tensor& self, optional<int64_t> dim = nullopt, bool keepdim = false);
Tensor& argmax_out(Tensor& out, const Tensor& self, optional<int64_t> dim = nullopt, bool keepdim = false);
/// Index (int64) of the first least element of a dimension, or in row-major order of all.
Tensor argmin(const Tensor& self, optional<int64_t> dim = nullopt, bool keepdim = false);
Tensor& argmin_out(Tensor& out, const Tensor& self, optional<int64_t> dim = nullopt, bool keepdim = false);
/// Whether any element differs from zero: bool, but uint8 of uint8.
Tensor any(const Tensor& self);
Tensor& any_out(Tensor& out, const Tensor& self);
/// Whether any element along the dimension differs from zero: bool, but uint8 of uint8.
Tensor any(const Tensor& self, int64_t dim, bool keepdim = false);
Tensor& any_out(Tensor& out, const Tensor& self, int64_t dim, bool keepdim = false);
/// Whether all elements differ from zero: bool, but uint8 of uint8.
Tensor all(const Tensor& self);
Tensor& all_out(Tensor& out, const Tensor& self);
/// Whether all elements along the dimension differ from zero: bool, but uint8 of uint8.
Tensor all(const Tensor& self, int64_t dim, bool keepdim = false);
Tensor& all_out(Tensor& out, const Tensor& self, int64_t dim, bool keepdim = false);
/// How many elements differ from zero, along the dimensions.
Tensor count_nonzero(const Tensor& self, IntArrayRef dim);
Tensor& count_nonzero_out(Tensor& out, const Tensor& self, IntArrayRef dim);
/// How many elements differ from zero, of all or along a dimension.
Tensor count_nonzero(const Tensor& self, optional<int64_t> dim = nullopt);
Tensor& count_nonzero_out(Tensor& out, const Tensor& self, optional<int64_t> dim = nullopt);
/// Variance: squared deviations from the mean, added, divided by N - 1 (N if not `unbiased`; N - correction). A real
/// number, of complex ones the variances of the parts together. NaN if the divisor is 0.
Tensor var(const Tensor& self, bool unbiased = true);
Tensor var(const Tensor& self, int dim);
/// Variances along the dimensions.
Tensor var(const Tensor& self, OptionalIntArrayRef dim, bool unbiased = true, bool keepdim = false);
Tensor& var_out(Tensor& out, const Tensor& self, OptionalIntArrayRef dim, bool unbiased = true, bool keepdim = false);
/// Variances along the dimensions, with the divisor N - correction; none means 1.
Tensor var(const Tensor& self, OptionalIntArrayRef dim, optional<int64_t> correction, bool keepdim = false);
Tensor& var_out(Tensor& out, const Tensor& self, OptionalIntArrayRef dim, optional<int64_t> correction,
                bool keepdim = false);
/// Square root of the variance.
Tensor std(const Tensor& self, bool unbiased = true);
Tensor std(const Tensor& self, int dim);
/// Square roots of the variances along the dimensions.
Tensor std(const Tensor& self, OptionalIntArrayRef dim, bool unbiased = true, bool keepdim = false);
Tensor& std_out(Tensor& out, const Tensor& self, OptionalIntArrayRef dim, bool unbiased = true, bool keepdim = false);
/// Square roots of the variances along the dimensions, with the divisor N - correction; none means 1.
Tensor std(const Tensor& self, OptionalIntArrayRef dim, optional<int64_t> correction, bool keepdim = false);
Tensor& std_out(Tensor& out, const Tensor& self, OptionalIntArrayRef dim, optional<int64_t> correction,
                bool keepdim = false);
/// Variance and mean.
std::tuple<Tensor, Tensor> var_mean(const Tensor& self, bool unbiased = true);
std::tuple<Tensor, Tensor> var_mean(const Tensor& self, int dim);
/// Variances and means along the dimensions.
std::tuple<Tensor, Tensor> var_mean(const Tensor& self, OptionalIntArrayRef dim, bool unbiased = true,
                                    bool keepdim = false);
/// Variances and means along the dimensions, with the divisor N - correction; none means 1.
std::tuple<Tensor, Tensor> var_mean(const Tensor& self, OptionalIntArrayRef dim, optional<int64_t> correction,
                                    bool keepdim = false);
std::tuple<Tensor&, Tensor&> var_mean_out(Tensor& out0, Tensor& out1, const Tensor& self, OptionalIntArrayRef dim,
                                          optional<int64_t> correction, bool keepdim = false);
/// Standard deviation and mean.
std::tuple<Tensor, Tensor> std_mean(const Tensor& self, bool unbiased = true);
std::tuple<Tensor, Tensor> std_mean(const Tensor& self, int dim);
/// Standard deviations and means along the dimensions.
std::tuple<Tensor, Tensor> std_mean(const Tensor& self, OptionalIntArrayRef dim, bool unbiased = true,
                                    bool keepdim = false);
/// Standard deviations and means along the dimensions, with the divisor N - correction; none means 1.
std::tuple<Tensor, Tensor> std_mean(const Tensor& self, OptionalIntArrayRef dim, optional<int64_t> correction,
                                    bool keepdim = false);
std::tuple<Tensor&, Tensor&> std_mean_out(Tensor& out0, Tensor& out1, const Tensor& self, OptionalIntArrayRef dim,
                                          optional<int64_t> correction, bool keepdim = false);
/// (sum |x|^p)^(1/p); the number of nonzero elements for p = 0, the extremes of |x| for inf and -inf.
Tensor norm(const Tensor& self, const Scalar& p = 2);
Tensor& norm_out(Tensor& out, const Tensor& self, const Scalar& p = 2);
/// The norm of all elements, computed in the dtype, which may also be narrower or complex.
Tensor norm(const Tensor& self, const optional<Scalar>& p, ScalarType dtype);
Tensor& norm_out(Tensor& out, const Tensor& self, const optional<Scalar>& p, ScalarType dtype);
/// Norms along the dimensions; p is 2 where it is absent.
Tensor norm(const Tensor& self, const optional<Scalar>& p, IntArrayRef dim, bool keepdim = false);
Tensor& norm_out(Tensor& out, const Tensor& self, const optional<Scalar>& p, IntArrayRef dim, bool keepdim = false);
/// Norms along the dimensions, computed in the dtype.
Tensor norm(const Tensor& self, const optional<Scalar>& p, IntArrayRef dim, bool keepdim, ScalarType dtype);
Tensor& norm_out(Tensor& out, const Tensor& self, const optional<Scalar>& p, IntArrayRef dim, bool keepdim,
                 ScalarType dtype);
/// The p-norm of self - other, which are broadcast.
Tensor dist(const Tensor& self, const Tensor& other, const Scalar& p = 2);
Tensor& dist_out(Tensor& out, const Tensor& self, const Tensor& other, const Scalar& p = 2);
/// The 2-norm of all elements.
Tensor frobenius_norm(const Tensor& self);
/// The 2-norm along at most two dimensions.
Tensor frobenius_norm(const Tensor& self, IntArrayRef dim, bool keepdim = false);
Tensor& frobenius_norm_out(Tensor& out, const Tensor& self, IntArrayRef dim, bool keepdim = false);
/// (sum |x|^ord)^(1/ord) along the dimensions, computed in the dtype; ord may be 0, inf and -inf, too.
Tensor linalg_vector_norm(const Tensor& self, const Scalar& ord = 2, OptionalIntArrayRef dim = nullopt,
                          bool keepdim = false, optional<ScalarType> dtype = nullopt);
Tensor& linalg_vector_norm_out(Tensor& out, const Tensor& self, const Scalar& ord = 2,
                               OptionalIntArrayRef dim = nullopt, bool keepdim = false,
                               optional<ScalarType> dtype = nullopt);
/// Running sum along a dimension.
Tensor cumsum(const Tensor& self, int64_t dim, optional<ScalarType> dtype = nullopt);
Tensor& cumsum_(Tensor& self, int64_t dim, optional<ScalarType> dtype = nullopt);
Tensor& cumsum_out(Tensor& out, const Tensor& self, int64_t dim, optional<ScalarType> dtype = nullopt);
/// Running product along a dimension. Its gradient is exact where elements are zero, too.
Tensor cumprod(const Tensor& self, int64_t dim, optional<ScalarType> dtype = nullopt);
Tensor& cumprod_out(Tensor& out, const Tensor& self, int64_t dim, optional<ScalarType> dtype = nullopt);
/// The greatest element so far along a dimension, and the index (int64) of the last one that is as great. From the
/// first NaN on the values are NaN.
std::tuple<Tensor, Tensor> cummax(const Tensor& self, int64_t dim);
std::tuple<Tensor&, Tensor&> cummax_out(Tensor& values, Tensor& indices, const Tensor& self, int64_t dim);
/// The least element so far along a dimension, and the index (int64) of the last one that is as small. From the first
/// NaN on the values are NaN.
std::tuple<Tensor, Tensor> cummin(const Tensor& self, int64_t dim);
std::tuple<Tensor&, Tensor&> cummin_out(Tensor& values, Tensor& indices, const Tensor& self, int64_t dim);
/// log(sum(e^x)) of the elements so far along a dimension, without overflow; of floating numbers.
Tensor logcumsumexp(const Tensor& self, int64_t dim);
Tensor& logcumsumexp_out(Tensor& out, const Tensor& self, int64_t dim);
/// log(sum(e^x)), without overflow; -inf of no elements.
Tensor logsumexp(const Tensor& self, IntArrayRef dim, bool keepdim = false);
Tensor& logsumexp_out(Tensor& out, const Tensor& self, IntArrayRef dim, bool keepdim = false);
/// Another name of logsumexp.
Tensor special_logsumexp(const Tensor& self, IntArrayRef dim, bool keepdim = false);
Tensor& special_logsumexp_out(Tensor& out, const Tensor& self, IntArrayRef dim, bool keepdim = false);
/// e^x / sum(e^x) along a dimension.
Tensor softmax(const Tensor& self, int64_t dim, optional<ScalarType> dtype = nullopt);
Tensor& softmax_out(Tensor& out, const Tensor& self, int64_t dim, optional<ScalarType> dtype = nullopt);
/// log(e^x / sum(e^x)) along a dimension, without overflow.
Tensor log_softmax(const Tensor& self, int64_t dim, optional<ScalarType> dtype = nullopt);
Tensor& log_softmax_out(Tensor& out, const Tensor& self, int64_t dim, optional<ScalarType> dtype = nullopt);
/// e^x / sum(e^x) along a dimension.
Tensor special_softmax(const Tensor& self, int64_t dim, optional<ScalarType> dtype = nullopt);
/// log(e^x / sum(e^x)) along a dimension, without overflow.
Tensor special_log_softmax(const Tensor& self, int64_t dim, optional<ScalarType> dtype = nullopt);
/// softmax of floating numbers, whose result is float32 for float16 with half_to_float.
Tensor _softmax(const Tensor& self, int64_t dim, bool half_to_float);
Tensor& _softmax_out(Tensor& out, const Tensor& self, int64_t dim, bool half_to_float);
/// Gradient of softmax from that of its result.
Tensor _softmax_backward_data(const Tensor& grad_output, const Tensor& output, int64_t dim, ScalarType input_dtype);
Tensor& _softmax_backward_data_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& output, int64_t dim,
                                   ScalarType input_dtype);
/// log_softmax of floating numbers, whose result is float32 for float16 with half_to_float.
Tensor _log_softmax(const Tensor& self, int64_t dim, bool half_to_float);
Tensor& _log_softmax_out(Tensor& out, const Tensor& self, int64_t dim, bool half_to_float);
/// Gradient of log_softmax from that of its result.
Tensor _log_softmax_backward_data(const Tensor& grad_output, const Tensor& output, int64_t dim, ScalarType input_dtype);
Tensor& _log_softmax_backward_data_out(Tensor& out, const Tensor& grad_output, const Tensor& output, int64_t dim,
                                       ScalarType input_dtype);
/// Elements in rising (falling) order along a dimension and where they were. Always stable; NaN is greater than all
/// else.
std::tuple<Tensor, Tensor> sort(const Tensor& self, int64_t dim = -1, bool descending = false);
std::tuple<Tensor&, Tensor&> sort_out(Tensor& values, Tensor& indices, const Tensor& self, int64_t dim = -1,
                                      bool descending = false);
/// Elements in rising (falling) order along a dimension and where they were. Stable whatever `stable` says.
std::tuple<Tensor, Tensor> sort(const Tensor& self, optional<bool> stable, int64_t dim = -1, bool descending = false);
std::tuple<Tensor&, Tensor&> sort_out(Tensor& values, Tensor& indices, const Tensor& self, optional<bool> stable,
                                      int64_t dim = -1, bool descending = false);
/// The indices that sort() gives.
Tensor argsort(const Tensor& self, int64_t dim = -1, bool descending = false);
/// The indices that sort() gives.
Tensor argsort(const Tensor& self, bool stable, int64_t dim, bool descending);
Tensor& argsort_out(Tensor& out, const Tensor& self, bool stable, int64_t dim, bool descending);
/// Rows along the first dimension in order, each column by itself.
Tensor msort(const Tensor& self);
Tensor& msort_out(Tensor& out, const Tensor& self);
/// The k-th least element of a dimension (k = 1: the least) and its index; of equal elements, the first has the lowest
/// k. A NaN is above all else.
std::tuple<Tensor, Tensor> kthvalue(const Tensor& self, int64_t k, int64_t dim = -1, bool keepdim = false);
std::tuple<Tensor&, Tensor&> kthvalue_out(Tensor& values, Tensor& indices, const Tensor& self, int64_t k,
                                          int64_t dim = -1, bool keepdim = false);
/// The k greatest (least) elements of a dimension, in order whether or not `sorted`, and where they were.
std::tuple<Tensor, Tensor> topk(const Tensor& self, int64_t k, int64_t dim = -1, bool largest = true,
                                bool sorted = true);
std::tuple<Tensor&, Tensor&> topk_out(Tensor& values, Tensor& indices, const Tensor& self, int64_t k, int64_t dim = -1,
                                      bool largest = true, bool sorted = true);
/// Integral of y along a dimension by the trapezoidal rule. `x` has the points: of one dimension for all lines, or it
/// is broadcast to y. 0 of a line without elements.
Tensor trapezoid(const Tensor& y, const Tensor& x, int64_t dim = -1);
/// Integral of y along a dimension by the trapezoidal rule, for points that are dx apart.
Tensor trapezoid(const Tensor& y, const Scalar& dx = 1, int64_t dim = -1);
/// Another name of trapezoid.
Tensor trapz(const Tensor& y, const Tensor& x, int64_t dim = -1);
/// Another name of trapezoid, for points that are dx apart.
Tensor trapz(const Tensor& y, double dx = 1, int64_t dim = -1);
/// Integrals of y from the first point to each other one, by the trapezoidal rule: one element less along the
/// dimension. `x` as trapezoid has it.
Tensor cumulative_trapezoid(const Tensor& y, const Tensor& x, int64_t dim = -1);
/// Integrals of y from the first point to each other one, for points that are dx apart.
Tensor cumulative_trapezoid(const Tensor& y, const Scalar& dx = 1, int64_t dim = -1);
/// Differences of neighbours along a dimension, taken n times; of bool, whether they differ. `prepend` and `append` are
/// joined to self first.
Tensor diff(const Tensor& self, int64_t n = 1, int64_t dim = -1, const optional<Tensor>& prepend = {},
            const optional<Tensor>& append = {});
Tensor& diff_out(Tensor& out, const Tensor& self, int64_t n = 1, int64_t dim = -1, const optional<Tensor>& prepend = {},
                 const optional<Tensor>& append = {});
/// Estimated derivatives of a function whose values at the points of a grid are self, one tensor per dimension: of
/// second order inside, of `edge_order` (1 or 2) at the edges. The points of all dimensions are `spacing` (default: 1)
/// apart. Along one dimension, or all.
std::vector<Tensor> gradient(const Tensor& self, const optional<Scalar>& spacing = nullopt,
                             optional<int64_t> dim = nullopt, int64_t edge_order = 1);
/// Along the dimensions, in which the points are `spacing` apart.
std::vector<Tensor> gradient(const Tensor& self, const Scalar& spacing, IntArrayRef dim, int64_t edge_order = 1);
/// Along the dimensions, in which the points are 1 apart.
std::vector<Tensor> gradient(const Tensor& self, IntArrayRef dim, int64_t edge_order = 1);
/// With a spacing for each dimension; along one dimension, or all.
std::vector<Tensor> gradient(const Tensor& self, ArrayRef<Scalar> spacing, optional<int64_t> dim = nullopt,
                             int64_t edge_order = 1);
/// Along the dimensions, with a spacing for each.
std::vector<Tensor> gradient(const Tensor& self, ArrayRef<Scalar> spacing, IntArrayRef dim, int64_t edge_order = 1);
/// With a vector of the points for each dimension; along one dimension, or all.
std::vector<Tensor> gradient(const Tensor& self, TensorList spacing, optional<int64_t> dim = nullopt,
                             int64_t edge_order = 1);
/// Along the dimensions, with a vector of the points for each.
std::vector<Tensor> gradient(const Tensor& self, TensorList spacing, IntArrayRef dim, int64_t edge_order = 1);

namespace linalg {
Tensor vector_norm(const Tensor& self, const Scalar& ord = 2, OptionalIntArrayRef dim = nullopt, bool keepdim = false,
                   optional<ScalarType> dtype = nullopt);
Tensor& vector_norm_out(Tensor& out, const Tensor& self, const Scalar& ord = 2, OptionalIntArrayRef dim = nullopt,
                        bool keepdim = false, optional<ScalarType> dtype = nullopt);
}  // namespace linalg

namespace special {
Tensor logsumexp(const Tensor& self, IntArrayRef dim, bool keepdim = false);
Tensor& logsumexp_out(Tensor& out, const Tensor& self, IntArrayRef dim, bool keepdim = false);
Tensor softmax(const Tensor& self, int64_t dim, optional<ScalarType> dtype = nullopt);
Tensor log_softmax(const Tensor& self, int64_t dim, optional<ScalarType> dtype = nullopt);
}  // namespace special

}  // namespace torchpp
TORCHPP_API_END
