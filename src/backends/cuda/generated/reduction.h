// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/reduction.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/dispatch/op.h>

#include <optional>
#include <string_view>

namespace torchpp::cuda {

Tensor sum(Out out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype);
Tensor mean(Out out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype);
Tensor prod(const Tensor& self, std::optional<ScalarType> dtype);
Tensor prod_dim(Out out, const Tensor& self, int64_t dim, bool keepdim, std::optional<ScalarType> dtype);
Tensor amax(Out out, const Tensor& self, IntArrayRef dim, bool keepdim);
Tensor amin(Out out, const Tensor& self, IntArrayRef dim, bool keepdim);
Tensor max(const Tensor& self);
std::tuple<Tensor, Tensor> max_dim(Out out, const Tensor& self, int64_t dim, bool keepdim);
Tensor min(const Tensor& self);
std::tuple<Tensor, Tensor> min_dim(Out out, const Tensor& self, int64_t dim, bool keepdim);
Tensor argmax(Out out, const Tensor& self, std::optional<int64_t> dim, bool keepdim);
Tensor argmin(Out out, const Tensor& self, std::optional<int64_t> dim, bool keepdim);
Tensor any(Out out, const Tensor& self, std::optional<int64_t> dim, bool keepdim);
Tensor all(Out out, const Tensor& self, std::optional<int64_t> dim, bool keepdim);
Tensor var(Out out, const Tensor& self, OptionalIntArrayRef dim, std::optional<int64_t> correction, bool keepdim);
Tensor std(Out out, const Tensor& self, OptionalIntArrayRef dim, std::optional<int64_t> correction, bool keepdim);
Tensor vector_norm(Out out, const Tensor& self, const Scalar& ord, OptionalIntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype);
Tensor cumsum(Out out, const Tensor& self, int64_t dim, std::optional<ScalarType> dtype);
Tensor logsumexp(Out out, const Tensor& self, IntArrayRef dim, bool keepdim);
Tensor softmax(Out out, const Tensor& self, int64_t dim, bool half_to_float);
Tensor softmax_backward(Out out, const Tensor& grad_output, const Tensor& output, int64_t dim, ScalarType input_dtype);
Tensor log_softmax(Out out, const Tensor& self, int64_t dim, bool half_to_float);
Tensor log_softmax_backward(Out out, const Tensor& grad_output, const Tensor& output, int64_t dim, ScalarType input_dtype);
std::tuple<Tensor, Tensor> sort(Out out, const Tensor& self, std::optional<bool> stable, int64_t dim, bool descending);
std::tuple<Tensor, Tensor> topk(Out out, const Tensor& self, int64_t k, int64_t dim, bool largest, bool sorted);

}  // namespace torchpp::cuda

