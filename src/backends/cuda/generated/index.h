// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/index.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/core/optional.h>
#include <torchpp/dispatch/op.h>

#include <string_view>

namespace torchpp {

struct ElementIndexPlan;
struct IndexPlan;
struct MaskedFillPlan;
struct MaskedScatterPlan;
struct SlicePlan;

}  // namespace torchpp

namespace torchpp::cuda {

void index(const IndexPlan& plan, const Tensor& self, TensorList indices);
void index_put(const IndexPlan& plan, const Tensor& self, TensorList indices, const Tensor& values, bool accumulate);
void index_select(const SlicePlan& plan, const Tensor& self, int64_t dim, const Tensor& index);
void index_add(const SlicePlan& plan, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source, const Scalar& alpha);
void index_reduce(const SlicePlan& plan, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source, std::string_view reduce, bool include_self);
void index_copy(const SlicePlan& plan, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source);
void index_fill(const SlicePlan& plan, const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value);
void gather(const ElementIndexPlan& plan, const Tensor& self, int64_t dim, const Tensor& index, bool sparse_grad);
void scatter(const ElementIndexPlan& plan, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src);
void scatter_value(const ElementIndexPlan& plan, const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value);
void scatter_reduce(const ElementIndexPlan& plan, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src, std::string_view reduce);
void scatter_value_reduce(const ElementIndexPlan& plan, const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value, std::string_view reduce);
void scatter_add(const ElementIndexPlan& plan, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src);
void scatter_reduce_two(const ElementIndexPlan& plan, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src, std::string_view reduce, bool include_self);
void masked_fill(const MaskedFillPlan& plan, const Tensor& self, const Tensor& mask, const Scalar& value);
void masked_scatter(const MaskedScatterPlan& plan, const Tensor& self, const Tensor& mask, const Tensor& source);
Tensor masked_select(Out out, const Tensor& self, const Tensor& mask);
Tensor nonzero(Out out, const Tensor& self);

}  // namespace torchpp::cuda

