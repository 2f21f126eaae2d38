// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/search.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/core/optional.h>
#include <torchpp/dispatch/op.h>

#include <string_view>

namespace torchpp {

struct HistogramPlan;
struct ReductionPlan;
struct SearchPlan;
struct SelectionPlan;

}  // namespace torchpp

namespace torchpp::cuda {

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

}  // namespace torchpp::cuda

