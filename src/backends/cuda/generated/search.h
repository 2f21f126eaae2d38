// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/search.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/dispatch/op.h>

#include <optional>
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
void searchsorted(const SearchPlan& plan, const Tensor& sorted_sequence, const Tensor& self, bool out_int32, bool right, std::optional<std::string_view> side, const Tensor& sorter);

}  // namespace torchpp::cuda

