// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/search.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/tensor.h>

#include "src/dispatch/state.h"

namespace torchpp {

struct HistogramPlan;
struct ReductionPlan;
struct SearchPlan;
struct SelectionPlan;

namespace op {

inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> median; }
inline namespace TT_of_out_T_i_b { extern OwnOp<std::tuple<Tensor, Tensor>(Out, const Tensor&, int64_t, bool)> median_dim; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> nanmedian; }
inline namespace TT_of_out_T_i_b { extern OwnOp<std::tuple<Tensor, Tensor>(Out, const Tensor&, int64_t, bool)> nanmedian_dim; }
inline namespace TT_of_out_T_i_b { extern OwnOp<std::tuple<Tensor, Tensor>(Out, const Tensor&, int64_t, bool)> mode; }
inline namespace T_of_out_T_T_io_b_s { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, optional<int64_t>, bool, std::string_view)> quantile; }
inline namespace T_of_out_T_d_io_b_s { extern OwnOp<Tensor(Out, const Tensor&, double, optional<int64_t>, bool, std::string_view)> quantile_scalar; }
inline namespace T_of_out_T_T_io_b_s { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, optional<int64_t>, bool, std::string_view)> nanquantile; }
inline namespace T_of_out_T_d_io_b_s { extern OwnOp<Tensor(Out, const Tensor&, double, optional<int64_t>, bool, std::string_view)> nanquantile_scalar; }
inline namespace T_of_out_T_T_b_b_so_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, bool, bool, optional<std::string_view>, const Tensor&)> searchsorted; }
inline namespace T_of_out_T_S_b_b_so_T { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&, bool, bool, optional<std::string_view>, const Tensor&)> searchsorted_Scalar; }
inline namespace T_of_out_T_T_b_b { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, bool, bool)> bucketize; }
inline namespace T_of_out_S_T_b_b { extern OwnOp<Tensor(Out, const Scalar&, const Tensor&, bool, bool)> bucketize_Scalar; }
inline namespace T_of_out_T_T_b_b { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, bool, bool)> isin_Tensor_Tensor; }
inline namespace T_of_out_T_S_b_b { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&, bool, bool)> isin_Tensor_Scalar; }
inline namespace T_of_out_S_T_b_b { extern OwnOp<Tensor(Out, const Scalar&, const Tensor&, bool, bool)> isin_Scalar_Tensor; }
inline namespace T_of_out_T_i_S_S { extern OwnOp<Tensor(Out, const Tensor&, int64_t, const Scalar&, const Scalar&)> histc; }
inline namespace T_of_out_T_T_i { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, int64_t)> bincount; }
inline namespace TT_of_out_T_T_T_b { extern OwnOp<std::tuple<Tensor, Tensor>(Out, const Tensor&, const Tensor&, const Tensor&, bool)> histogram_bins_tensor; }
inline namespace TT_of_out_T_i_dso_T_b { extern OwnOp<std::tuple<Tensor, Tensor>(Out, const Tensor&, int64_t, optional<ArrayRef<double>>, const Tensor&, bool)> histogram_bin_ct; }
inline namespace TTs_of_T_is_dso_T_b { extern OwnOp<std::tuple<Tensor, std::vector<Tensor>>(const Tensor&, IntArrayRef, optional<ArrayRef<double>>, const Tensor&, bool)> histogramdd; }
inline namespace TTs_of_T_i_dso_T_b { extern OwnOp<std::tuple<Tensor, std::vector<Tensor>>(const Tensor&, int64_t, optional<ArrayRef<double>>, const Tensor&, bool)> histogramdd_int_bins; }
inline namespace TTs_of_T_Ts_dso_T_b { extern OwnOp<std::tuple<Tensor, std::vector<Tensor>>(const Tensor&, TensorList, optional<ArrayRef<double>>, const Tensor&, bool)> histogramdd_TensorList_bins; }
inline namespace T_of_T_Ts_T_b { extern OwnOp<Tensor(const Tensor&, TensorList, const Tensor&, bool)> _histogramdd_from_bin_tensors; }
inline namespace TTT_of_out_T_b_b_b { extern OwnOp<std::tuple<Tensor, Tensor, Tensor>(Out, const Tensor&, bool, bool, bool)> _unique2; }
inline namespace TTT_of_out_T_i_b_b_b { extern OwnOp<std::tuple<Tensor, Tensor, Tensor>(Out, const Tensor&, int64_t, bool, bool, bool)> unique_dim; }
inline namespace TTT_of_out_T_b_b_io { extern OwnOp<std::tuple<Tensor, Tensor, Tensor>(Out, const Tensor&, bool, bool, optional<int64_t>)> unique_consecutive; }
inline namespace TTT_of_out_T_i_b_b { extern OwnOp<std::tuple<Tensor, Tensor, Tensor>(Out, const Tensor&, int64_t, bool, bool)> unique_dim_consecutive; }

}  // namespace op

namespace cpu {

void median(const ReductionPlan& plan, const Tensor& self);
void median_dim(const SelectionPlan& plan, const Tensor& self, int64_t dim, bool keepdim);
void nanmedian(const ReductionPlan& plan, const Tensor& self);
void nanmedian_dim(const SelectionPlan& plan, const Tensor& self, int64_t dim, bool keepdim);
void mode(const SelectionPlan& plan, const Tensor& self, int64_t dim, bool keepdim);
void searchsorted(const SearchPlan& plan, const Tensor& sorted_sequence, const Tensor& self, bool out_int32, bool right, optional<std::string_view> side, const Tensor& sorter);
void histc(const HistogramPlan& plan, const Tensor& self, int64_t bins, const Scalar& min, const Scalar& max);
Tensor bincount(Out out, const Tensor& self, const Tensor& weights, int64_t minlength);
void _histogramdd_from_bin_tensors(const HistogramPlan& plan, const Tensor& self, TensorList bins, const Tensor& weight, bool density);
std::tuple<Tensor, Tensor, Tensor> _unique2(Out out, const Tensor& self, bool sorted, bool return_inverse, bool return_counts);
std::tuple<Tensor, Tensor, Tensor> unique_dim(Out out, const Tensor& self, int64_t dim, bool sorted, bool return_inverse, bool return_counts);
std::tuple<Tensor, Tensor, Tensor> unique_consecutive(Out out, const Tensor& self, bool return_inverse, bool return_counts, optional<int64_t> dim);
std::tuple<Tensor, Tensor, Tensor> unique_dim_consecutive(Out out, const Tensor& self, int64_t dim, bool return_inverse, bool return_counts);

}  // namespace cpu

namespace rule {

TORCHPP_API ReductionPlan median(const Out& out, const Tensor& self);
TORCHPP_API SelectionPlan median_dim(const Out& out, const Tensor& self, int64_t dim, bool keepdim);
TORCHPP_API ReductionPlan nanmedian(const Out& out, const Tensor& self);
TORCHPP_API SelectionPlan nanmedian_dim(const Out& out, const Tensor& self, int64_t dim, bool keepdim);
TORCHPP_API SelectionPlan mode(const Out& out, const Tensor& self, int64_t dim, bool keepdim);
TORCHPP_API SearchPlan searchsorted(const Out& out, const Tensor& sorted_sequence, const Tensor& self, bool out_int32, bool right, optional<std::string_view> side, const Tensor& sorter);
TORCHPP_API HistogramPlan histc(const Out& out, const Tensor& self, int64_t bins, const Scalar& min, const Scalar& max);
TORCHPP_API HistogramPlan _histogramdd_from_bin_tensors(const Out& out, const Tensor& self, TensorList bins, const Tensor& weight, bool density);

}  // namespace rule

namespace composite {

Tensor quantile(Out out, const Tensor& self, const Tensor& q, optional<int64_t> dim, bool keepdim, std::string_view interpolation);
Tensor quantile_scalar(Out out, const Tensor& self, double q, optional<int64_t> dim, bool keepdim, std::string_view interpolation);
Tensor nanquantile(Out out, const Tensor& self, const Tensor& q, optional<int64_t> dim, bool keepdim, std::string_view interpolation);
Tensor nanquantile_scalar(Out out, const Tensor& self, double q, optional<int64_t> dim, bool keepdim, std::string_view interpolation);
Tensor searchsorted_Scalar(Out out, const Tensor& sorted_sequence, const Scalar& self, bool out_int32, bool right, optional<std::string_view> side, const Tensor& sorter);
Tensor bucketize(Out out, const Tensor& self, const Tensor& boundaries, bool out_int32, bool right);
Tensor bucketize_Scalar(Out out, const Scalar& self, const Tensor& boundaries, bool out_int32, bool right);
Tensor isin_Tensor_Tensor(Out out, const Tensor& elements, const Tensor& test_elements, bool assume_unique, bool invert);
Tensor isin_Tensor_Scalar(Out out, const Tensor& elements, const Scalar& test_element, bool assume_unique, bool invert);
Tensor isin_Scalar_Tensor(Out out, const Scalar& element, const Tensor& test_elements, bool assume_unique, bool invert);
std::tuple<Tensor, Tensor> histogram_bins_tensor(Out out, const Tensor& self, const Tensor& bins, const Tensor& weight, bool density);
std::tuple<Tensor, Tensor> histogram_bin_ct(Out out, const Tensor& self, int64_t bins, optional<ArrayRef<double>> range, const Tensor& weight, bool density);
std::tuple<Tensor, std::vector<Tensor>> histogramdd(const Tensor& self, IntArrayRef bins, optional<ArrayRef<double>> range, const Tensor& weight, bool density);
std::tuple<Tensor, std::vector<Tensor>> histogramdd_int_bins(const Tensor& self, int64_t bins, optional<ArrayRef<double>> range, const Tensor& weight, bool density);
std::tuple<Tensor, std::vector<Tensor>> histogramdd_TensorList_bins(const Tensor& self, TensorList bins, optional<ArrayRef<double>> range, const Tensor& weight, bool density);

}  // namespace composite

namespace derivative {

Tensor median(Out out, const Tensor& self);
std::tuple<Tensor, Tensor> median_dim(Out out, const Tensor& self, int64_t dim, bool keepdim);
Tensor nanmedian(Out out, const Tensor& self);
std::tuple<Tensor, Tensor> nanmedian_dim(Out out, const Tensor& self, int64_t dim, bool keepdim);
std::tuple<Tensor, Tensor> mode(Out out, const Tensor& self, int64_t dim, bool keepdim);
Tensor _histogramdd_from_bin_tensors(const Tensor& self, TensorList bins, const Tensor& weight, bool density);
std::tuple<Tensor, Tensor, Tensor> _unique2(Out out, const Tensor& self, bool sorted, bool return_inverse, bool return_counts);
std::tuple<Tensor, Tensor, Tensor> unique_dim(Out out, const Tensor& self, int64_t dim, bool sorted, bool return_inverse, bool return_counts);
std::tuple<Tensor, Tensor, Tensor> unique_consecutive(Out out, const Tensor& self, bool return_inverse, bool return_counts, optional<int64_t> dim);
std::tuple<Tensor, Tensor, Tensor> unique_dim_consecutive(Out out, const Tensor& self, int64_t dim, bool return_inverse, bool return_counts);

}  // namespace derivative

}  // namespace torchpp
