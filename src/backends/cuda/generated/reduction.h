// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/reduction.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/core/optional.h>
#include <torchpp/dispatch/op.h>

#include <string_view>

namespace torchpp {

struct LinePlan;
struct ReductionPlan;
struct SelectionPlan;

}  // namespace torchpp

namespace torchpp::cuda {

void sum(const ReductionPlan& plan, const Tensor& self, OptionalIntArrayRef dim, bool keepdim, optional<ScalarType> dtype);
void mean(const ReductionPlan& plan, const Tensor& self, OptionalIntArrayRef dim, bool keepdim, optional<ScalarType> dtype);
void nansum(const ReductionPlan& plan, const Tensor& self, OptionalIntArrayRef dim, bool keepdim, optional<ScalarType> dtype);
void prod(const ReductionPlan& plan, const Tensor& self, optional<ScalarType> dtype);
void prod_dim(const ReductionPlan& plan, const Tensor& self, int64_t dim, bool keepdim, optional<ScalarType> dtype);
void amax(const ReductionPlan& plan, const Tensor& self, IntArrayRef dim, bool keepdim);
void amin(const ReductionPlan& plan, const Tensor& self, IntArrayRef dim, bool keepdim);
void max(const ReductionPlan& plan, const Tensor& self);
void max_dim(const SelectionPlan& plan, const Tensor& self, int64_t dim, bool keepdim);
void min(const ReductionPlan& plan, const Tensor& self);
void min_dim(const SelectionPlan& plan, const Tensor& self, int64_t dim, bool keepdim);
void argmax(const ReductionPlan& plan, const Tensor& self, optional<int64_t> dim, bool keepdim);
void argmin(const ReductionPlan& plan, const Tensor& self, optional<int64_t> dim, bool keepdim);
void any(const ReductionPlan& plan, const Tensor& self, optional<int64_t> dim, bool keepdim);
void all(const ReductionPlan& plan, const Tensor& self, optional<int64_t> dim, bool keepdim);
void var(const ReductionPlan& plan, const Tensor& self, OptionalIntArrayRef dim, optional<int64_t> correction, bool keepdim);
void std(const ReductionPlan& plan, const Tensor& self, OptionalIntArrayRef dim, optional<int64_t> correction, bool keepdim);
void vector_norm(const ReductionPlan& plan, const Tensor& self, const Scalar& ord, OptionalIntArrayRef dim, bool keepdim, optional<ScalarType> dtype);
void cumsum(const LinePlan& plan, const Tensor& self, int64_t dim, optional<ScalarType> dtype);
void cumprod(const LinePlan& plan, const Tensor& self, int64_t dim, optional<ScalarType> dtype);
void cummax(const SelectionPlan& plan, const Tensor& self, int64_t dim);
void cummin(const SelectionPlan& plan, const Tensor& self, int64_t dim);
void logcumsumexp(const LinePlan& plan, const Tensor& self, int64_t dim);
void logsumexp(const ReductionPlan& plan, const Tensor& self, IntArrayRef dim, bool keepdim);
void softmax(const LinePlan& plan, const Tensor& self, int64_t dim, bool half_to_float);
void softmax_backward(const LinePlan& plan, const Tensor& grad_output, const Tensor& output, int64_t dim, ScalarType input_dtype);
void log_softmax(const LinePlan& plan, const Tensor& self, int64_t dim, bool half_to_float);
void log_softmax_backward(const LinePlan& plan, const Tensor& grad_output, const Tensor& output, int64_t dim, ScalarType input_dtype);
void sort(const SelectionPlan& plan, const Tensor& self, optional<bool> stable, int64_t dim, bool descending);
void kthvalue(const SelectionPlan& plan, const Tensor& self, int64_t k, int64_t dim, bool keepdim);
void topk(const SelectionPlan& plan, const Tensor& self, int64_t k, int64_t dim, bool largest, bool sorted);

}  // namespace torchpp::cuda

