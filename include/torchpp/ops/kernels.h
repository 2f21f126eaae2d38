// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/*.ops. Change the table, not this file.
// clang-format off
#pragma once

/// \file Giving the library's operators kernels for another backend, by C++ type: `kernels::set_add(key, fn)` for each
/// operator that has a kernel per backend. Links only the operators that are named, which registration by name does
/// not. The kernel serves the functional, in-place and out= forms where its first argument is Out: with a destination
/// it writes there, calls bump_version, and returns an undefined tensor. An undefined tensor argument stands for none.
/// Null takes a kernel away.

#include <torchpp/dispatch/op.h>

#include <optional>
#include <string>
#include <string_view>

namespace torchpp::kernels {

TORCHPP_API void set_arange(DispatchKey key, Tensor (*kernel)(const Scalar& start, const Scalar& end, const Scalar& step, TensorOptions options));
TORCHPP_API void set_linspace(DispatchKey key, Tensor (*kernel)(const Scalar& start, const Scalar& end, int64_t steps, TensorOptions options));
TORCHPP_API void set_randperm(DispatchKey key, Tensor (*kernel)(int64_t n, const Generator& generator, TensorOptions options));
TORCHPP_API void set_copy(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& src, bool non_blocking));
TORCHPP_API void set_fill(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Scalar& value));
TORCHPP_API void set_fill_tensor(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& value));
TORCHPP_API void set_clone(DispatchKey key, Tensor (*kernel)(const Tensor& self, std::optional<MemoryFormat> memory_format));
TORCHPP_API void set_to_copy(DispatchKey key, Tensor (*kernel)(const Tensor& self, TensorOptions options, bool non_blocking, std::optional<MemoryFormat> memory_format));
TORCHPP_API void set_item(DispatchKey key, Scalar (*kernel)(const Tensor& self));
TORCHPP_API void set_index(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, TensorList indices));
TORCHPP_API void set_index_put(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, TensorList indices, const Tensor& values, bool accumulate));
TORCHPP_API void set_index_select(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t dim, const Tensor& index));
TORCHPP_API void set_index_add(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source, const Scalar& alpha));
TORCHPP_API void set_index_copy(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source));
TORCHPP_API void set_index_fill(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value));
TORCHPP_API void set_gather(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t dim, const Tensor& index, bool sparse_grad));
TORCHPP_API void set_scatter(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src));
TORCHPP_API void set_scatter_value(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value));
TORCHPP_API void set_scatter_add(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src));
TORCHPP_API void set_masked_fill(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& mask, const Scalar& value));
TORCHPP_API void set_masked_fill_tensor(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& mask, const Tensor& value));
TORCHPP_API void set_masked_select(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& mask));
TORCHPP_API void set_nonzero(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_fused_sgd(DispatchKey key, void (*kernel)(TensorList params, TensorList grads, TensorList momentum_buffers, double lr, double momentum, double dampening, double weight_decay, bool nesterov, bool maximize, bool is_first_step));
TORCHPP_API void set_fused_adam(DispatchKey key, void (*kernel)(TensorList params, TensorList grads, TensorList exp_avgs, TensorList exp_avg_sqs, TensorList max_exp_avg_sqs, IntArrayRef steps, double lr, double beta1, double beta2, double weight_decay, double eps, bool amsgrad, bool maximize, bool decoupled_weight_decay));
TORCHPP_API void set_foreach_norm_squared(DispatchKey key, Tensor (*kernel)(TensorList tensors));
TORCHPP_API void set_foreach_zero(DispatchKey key, void (*kernel)(TensorList self));
TORCHPP_API void set_foreach_mul(DispatchKey key, void (*kernel)(TensorList self, const Tensor& scalar));
TORCHPP_API void set_sum(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype));
TORCHPP_API void set_mean(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype));
TORCHPP_API void set_prod(DispatchKey key, Tensor (*kernel)(const Tensor& self, std::optional<ScalarType> dtype));
TORCHPP_API void set_prod_dim(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t dim, bool keepdim, std::optional<ScalarType> dtype));
TORCHPP_API void set_amax(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, IntArrayRef dim, bool keepdim));
TORCHPP_API void set_amin(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, IntArrayRef dim, bool keepdim));
TORCHPP_API void set_max(DispatchKey key, Tensor (*kernel)(const Tensor& self));
TORCHPP_API void set_max_dim(DispatchKey key, std::tuple<Tensor, Tensor> (*kernel)(Out out, const Tensor& self, int64_t dim, bool keepdim));
TORCHPP_API void set_min(DispatchKey key, Tensor (*kernel)(const Tensor& self));
TORCHPP_API void set_min_dim(DispatchKey key, std::tuple<Tensor, Tensor> (*kernel)(Out out, const Tensor& self, int64_t dim, bool keepdim));
TORCHPP_API void set_argmax(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, std::optional<int64_t> dim, bool keepdim));
TORCHPP_API void set_argmin(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, std::optional<int64_t> dim, bool keepdim));
TORCHPP_API void set_any(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, std::optional<int64_t> dim, bool keepdim));
TORCHPP_API void set_all(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, std::optional<int64_t> dim, bool keepdim));
TORCHPP_API void set_var(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, OptionalIntArrayRef dim, std::optional<int64_t> correction, bool keepdim));
TORCHPP_API void set_std(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, OptionalIntArrayRef dim, std::optional<int64_t> correction, bool keepdim));
TORCHPP_API void set_vector_norm(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Scalar& ord, OptionalIntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype));
TORCHPP_API void set_cumsum(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t dim, std::optional<ScalarType> dtype));
TORCHPP_API void set_logsumexp(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, IntArrayRef dim, bool keepdim));
TORCHPP_API void set_softmax(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t dim, bool half_to_float));
TORCHPP_API void set_softmax_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& output, int64_t dim, ScalarType input_dtype));
TORCHPP_API void set_log_softmax(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t dim, bool half_to_float));
TORCHPP_API void set_log_softmax_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& output, int64_t dim, ScalarType input_dtype));
TORCHPP_API void set_sort(DispatchKey key, std::tuple<Tensor, Tensor> (*kernel)(Out out, const Tensor& self, std::optional<bool> stable, int64_t dim, bool descending));
TORCHPP_API void set_topk(DispatchKey key, std::tuple<Tensor, Tensor> (*kernel)(Out out, const Tensor& self, int64_t k, int64_t dim, bool largest, bool sorted));
#define TORCHPP_OP(name, schema, Result, args) TORCHPP_API void set_##name(DispatchKey key, Result(*kernel) args);
#include <torchpp/ops/table.def>
#undef TORCHPP_OP

}  // namespace torchpp::kernels
