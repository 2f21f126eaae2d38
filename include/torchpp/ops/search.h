// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/search.ops. Change the table, not this file.
// clang-format off
#pragma once

/// \file Order statistics, searching in sorted sequences, histograms, distinct elements. `dim` counts from the end when
/// \file negative. Of equal elements the index of any may be told. Differentiable where it is said. Source: libtorch
/// \file 1.13.

#include <torchpp/tensor.h>

TORCHPP_API_BEGIN
namespace torchpp {

/// The middle element of all, of two the lower one; NaN if there is one, or no element. Differentiable.
Tensor median(const Tensor& self);
Tensor& median_out(Tensor& out, const Tensor& self);
/// The middle elements along a dimension, of two the lower one, and where they are; NaN if there is one.
/// Differentiable.
std::tuple<Tensor, Tensor> median(const Tensor& self, int64_t dim, bool keepdim = false);
std::tuple<Tensor&, Tensor&> median_out(Tensor& values, Tensor& indices, const Tensor& self, int64_t dim,
                                        bool keepdim = false);
/// The middle one of the elements that are no NaN; NaN if there is none. Differentiable.
Tensor nanmedian(const Tensor& self);
Tensor& nanmedian_out(Tensor& out, const Tensor& self);
/// The middle ones of the elements along a dimension that are no NaN, and where they are. Differentiable.
std::tuple<Tensor, Tensor> nanmedian(const Tensor& self, int64_t dim, bool keepdim = false);
std::tuple<Tensor&, Tensor&> nanmedian_out(Tensor& values, Tensor& indices, const Tensor& self, int64_t dim,
                                           bool keepdim = false);
/// The most frequent elements along a dimension, the least of several, and where the last of them is. Differentiable.
std::tuple<Tensor, Tensor> mode(const Tensor& self, int64_t dim = -1, bool keepdim = false);
std::tuple<Tensor&, Tensor&> mode_out(Tensor& values, Tensor& indices, const Tensor& self, int64_t dim = -1,
                                      bool keepdim = false);
/// The q-quantiles of all elements or along a dimension. Shapes: q () or (n); result (n, *), without the first
/// dimension for q (). Dtypes: float32, float64. Between two elements `interpolation` says which: "linear", "lower",
/// "higher", "midpoint" or "nearest". NaN if there is one. Differentiable.
Tensor quantile(const Tensor& self, const Tensor& q, optional<int64_t> dim = nullopt, bool keepdim = false,
                std::string_view interpolation = "linear");
Tensor& quantile_out(Tensor& out, const Tensor& self, const Tensor& q, optional<int64_t> dim = nullopt,
                     bool keepdim = false, std::string_view interpolation = "linear");
/// The q-quantile of all elements or along a dimension. Differentiable.
Tensor quantile(const Tensor& self, double q, optional<int64_t> dim = nullopt, bool keepdim = false,
                std::string_view interpolation = "linear");
Tensor& quantile_out(Tensor& out, const Tensor& self, double q, optional<int64_t> dim = nullopt, bool keepdim = false,
                     std::string_view interpolation = "linear");
/// The q-quantiles of the elements that are no NaN; NaN of none. Differentiable.
Tensor nanquantile(const Tensor& self, const Tensor& q, optional<int64_t> dim = nullopt, bool keepdim = false,
                   std::string_view interpolation = "linear");
Tensor& nanquantile_out(Tensor& out, const Tensor& self, const Tensor& q, optional<int64_t> dim = nullopt,
                        bool keepdim = false, std::string_view interpolation = "linear");
/// The q-quantile of the elements that are no NaN; NaN of none. Differentiable.
Tensor nanquantile(const Tensor& self, double q, optional<int64_t> dim = nullopt, bool keepdim = false,
                   std::string_view interpolation = "linear");
Tensor& nanquantile_out(Tensor& out, const Tensor& self, double q, optional<int64_t> dim = nullopt,
                        bool keepdim = false, std::string_view interpolation = "linear");
/// Where the elements of self would be inserted in a rising sequence: before elements that are equal, with `right` (or
/// `side` "right") behind them. Shapes: sorted_sequence (n), or (*, n) with self (*, m); result as self. `sorter` has
/// the order (int64) in which sorted_sequence rises. The result is int64, or int32 with `out_int32`. A NaN is inserted
/// at the end.
Tensor searchsorted(const Tensor& sorted_sequence, const Tensor& self, bool out_int32 = false, bool right = false,
                    optional<std::string_view> side = nullopt, const optional<Tensor>& sorter = {});
Tensor& searchsorted_out(Tensor& out, const Tensor& sorted_sequence, const Tensor& self, bool out_int32 = false,
                         bool right = false, optional<std::string_view> side = nullopt,
                         const optional<Tensor>& sorter = {});
/// Where a number would be inserted in a rising sequence (n).
Tensor searchsorted(const Tensor& sorted_sequence, const Scalar& self, bool out_int32 = false, bool right = false,
                    optional<std::string_view> side = nullopt, const optional<Tensor>& sorter = {});
Tensor& searchsorted_out(Tensor& out, const Tensor& sorted_sequence, const Scalar& self, bool out_int32 = false,
                         bool right = false, optional<std::string_view> side = nullopt,
                         const optional<Tensor>& sorter = {});
/// The bucket of each element: how many of the rising boundaries (n) are less than it, with `right` also those that are
/// equal.
Tensor bucketize(const Tensor& self, const Tensor& boundaries, bool out_int32 = false, bool right = false);
Tensor& bucketize_out(Tensor& out, const Tensor& self, const Tensor& boundaries, bool out_int32 = false,
                      bool right = false);
/// The bucket of a number.
Tensor bucketize(const Scalar& self, const Tensor& boundaries, bool out_int32 = false, bool right = false);
Tensor& bucketize_out(Tensor& out, const Scalar& self, const Tensor& boundaries, bool out_int32 = false,
                      bool right = false);
/// Whether each element is one of the test elements; with `invert`, whether it is none. `assume_unique` says that
/// neither tensor has an element twice, and changes nothing. Dtypes: integers, f16, f32, f64.
Tensor isin(const Tensor& elements, const Tensor& test_elements, bool assume_unique = false, bool invert = false);
Tensor& isin_out(Tensor& out, const Tensor& elements, const Tensor& test_elements, bool assume_unique = false,
                 bool invert = false);
/// Whether each element is the number.
Tensor isin(const Tensor& elements, const Scalar& test_element, bool assume_unique = false, bool invert = false);
Tensor& isin_out(Tensor& out, const Tensor& elements, const Scalar& test_element, bool assume_unique = false,
                 bool invert = false);
/// Whether the number is one of the test elements.
Tensor isin(const Scalar& element, const Tensor& test_elements, bool assume_unique = false, bool invert = false);
Tensor& isin_out(Tensor& out, const Scalar& element, const Tensor& test_elements, bool assume_unique = false,
                 bool invert = false);
/// How many elements fall into each of so many bins of equal width from min to max, which both belong to a bin;
/// elements elsewhere do not count, a NaN counts in the first bin. Where min equals max, the extremes of the elements.
/// Shapes: any; result (bins), of the dtype of self.
Tensor histc(const Tensor& self, int64_t bins = 100, const Scalar& min = 0, const Scalar& max = 0);
Tensor& histc_out(Tensor& out, const Tensor& self, int64_t bins = 100, const Scalar& min = 0, const Scalar& max = 0);
/// How often each number from 0 to the greatest occurs in a vector of integers none of which is negative, or the sum of
/// its weights. At least `minlength` results, of int64, or with weights of their dtype if that is float32, else of
/// float64.
Tensor bincount(const Tensor& self, const optional<Tensor>& weights = {}, int64_t minlength = 0);
Tensor& bincount_out(Tensor& out, const Tensor& self, const optional<Tensor>& weights = {}, int64_t minlength = 0);
/// How many elements, or which sum of their weights, fall between neighbours of the rising edges `bins`; the last bin
/// has both of its edges, and every NaN. With `density` divided by the total and by the widths of the bins. Dtypes:
/// float32, float64; all tensors of one dtype.
std::tuple<Tensor, Tensor> histogram(const Tensor& self, const Tensor& bins, const optional<Tensor>& weight = {},
                                     bool density = false);
std::tuple<Tensor&, Tensor&> histogram_out(Tensor& hist, Tensor& bin_edges, const Tensor& self, const Tensor& bins,
                                           const optional<Tensor>& weight = {}, bool density = false);
/// The histogram over so many bins of equal width, from the first number of `range` to the second, or from the least
/// element to the greatest.
std::tuple<Tensor, Tensor> histogram(const Tensor& self, int64_t bins = 100, optional<ArrayRef<double>> range = nullopt,
                                     const optional<Tensor>& weight = {}, bool density = false);
std::tuple<Tensor&, Tensor&> histogram_out(Tensor& hist, Tensor& bin_edges, const Tensor& self, int64_t bins = 100,
                                           optional<ArrayRef<double>> range = nullopt,
                                           const optional<Tensor>& weight = {}, bool density = false);
/// Histogram of points in several dimensions: self (*, D), so many bins in each of the D dimensions, two numbers of
/// `range` for each; hist (bins[0], ..., bins[D - 1]), weight (*).
std::tuple<Tensor, std::vector<Tensor>> histogramdd(const Tensor& self, IntArrayRef bins,
                                                    optional<ArrayRef<double>> range = nullopt,
                                                    const optional<Tensor>& weight = {}, bool density = false);
/// Histogram of points with equally many bins in each dimension.
std::tuple<Tensor, std::vector<Tensor>> histogramdd(const Tensor& self, int64_t bins,
                                                    optional<ArrayRef<double>> range = nullopt,
                                                    const optional<Tensor>& weight = {}, bool density = false);
/// Histogram of points with the edges of each dimension's bins; `range` counts for nothing.
std::tuple<Tensor, std::vector<Tensor>> histogramdd(const Tensor& self, TensorList bins,
                                                    optional<ArrayRef<double>> range = nullopt,
                                                    const optional<Tensor>& weight = {}, bool density = false);
/// The histogram of points in several dimensions over bins with these edges.
Tensor _histogramdd_from_bin_tensors(const Tensor& self, TensorList bins, const optional<Tensor>& weight = {},
                                     bool density = false);
/// The distinct elements in rising order, whether or not `sorted`; which of them each element is (int64, in the shape
/// of self), and how often each occurs (int64). Without `return_counts` there are no counts, without either no places:
/// these tensors are empty. Every NaN is distinct.
std::tuple<Tensor, Tensor, Tensor> _unique2(const Tensor& self, bool sorted = true, bool return_inverse = false,
                                            bool return_counts = false);
std::tuple<Tensor&, Tensor&, Tensor&> _unique2_out(Tensor& out0, Tensor& out1, Tensor& out2, const Tensor& self,
                                                   bool sorted = true, bool return_inverse = false,
                                                   bool return_counts = false);
/// The distinct slices of a dimension in lexicographic order; which of them each slice is, and how often each occurs:
/// int64 vectors, whether or not they are asked for. A slice with a NaN is distinct.
std::tuple<Tensor, Tensor, Tensor> unique_dim(const Tensor& self, int64_t dim, bool sorted = true,
                                              bool return_inverse = false, bool return_counts = false);
std::tuple<Tensor&, Tensor&, Tensor&> unique_dim_out(Tensor& out0, Tensor& out1, Tensor& out2, const Tensor& self,
                                                     int64_t dim, bool sorted = true, bool return_inverse = false,
                                                     bool return_counts = false);
/// The first of each run of equal elements in row-major order, or of equal slices of a dimension; which run each
/// belongs to (int64), and the lengths of the runs (int64): empty where they are not asked for, unless there is a
/// dimension.
std::tuple<Tensor, Tensor, Tensor> unique_consecutive(const Tensor& self, bool return_inverse = false,
                                                      bool return_counts = false, optional<int64_t> dim = nullopt);
std::tuple<Tensor&, Tensor&, Tensor&> unique_consecutive_out(Tensor& out0, Tensor& out1, Tensor& out2,
                                                             const Tensor& self, bool return_inverse = false,
                                                             bool return_counts = false,
                                                             optional<int64_t> dim = nullopt);
/// The first of each run of equal slices of a dimension; which run each slice belongs to, and the lengths of the runs:
/// int64 vectors, whether or not they are asked for.
std::tuple<Tensor, Tensor, Tensor> unique_dim_consecutive(const Tensor& self, int64_t dim, bool return_inverse = false,
                                                          bool return_counts = false);
std::tuple<Tensor&, Tensor&, Tensor&> unique_dim_consecutive_out(Tensor& out0, Tensor& out1, Tensor& out2,
                                                                 const Tensor& self, int64_t dim,
                                                                 bool return_inverse = false,
                                                                 bool return_counts = false);

}  // namespace torchpp
TORCHPP_API_END
