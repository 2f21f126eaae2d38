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

TORCHPP_API void set_mm(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& mat2));
TORCHPP_API void set_bmm(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& mat2));
TORCHPP_API void set_mv(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& vec));
TORCHPP_API void set_dot(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& tensor));
TORCHPP_API void set_addmm(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& mat1, const Tensor& mat2, const Scalar& beta, const Scalar& alpha));
TORCHPP_API void set_baddbmm(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& batch1, const Tensor& batch2, const Scalar& beta, const Scalar& alpha));
TORCHPP_API void set_linear(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& input, const Tensor& weight, const Tensor& bias));
TORCHPP_API void set_mse_loss(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& target, int64_t reduction));
TORCHPP_API void set_mse_loss_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self, const Tensor& target, int64_t reduction));
TORCHPP_API void set_smooth_l1_loss(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& target, int64_t reduction, double beta));
TORCHPP_API void set_smooth_l1_loss_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self, const Tensor& target, int64_t reduction, double beta));
TORCHPP_API void set_huber_loss(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& target, int64_t reduction, double delta));
TORCHPP_API void set_huber_loss_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self, const Tensor& target, int64_t reduction, double delta));
TORCHPP_API void set_binary_cross_entropy(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction));
TORCHPP_API void set_binary_cross_entropy_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction));
TORCHPP_API void set_nll_loss_forward(DispatchKey key, std::tuple<Tensor, Tensor> (*kernel)(Out out, const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction, int64_t ignore_index));
TORCHPP_API void set_nll_loss_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction, int64_t ignore_index, const Tensor& total_weight));
TORCHPP_API void set_convolution(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& input, const Tensor& weight, const Tensor& bias, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool transposed, IntArrayRef output_padding, int64_t groups));
TORCHPP_API void set_convolution_backward(DispatchKey key, std::tuple<Tensor, Tensor, Tensor> (*kernel)(Out out, const Tensor& grad_output, const Tensor& input, const Tensor& weight, OptionalIntArrayRef bias_sizes, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool transposed, IntArrayRef output_padding, int64_t groups, std::array<bool, 3> output_mask));
TORCHPP_API void set_max_pool2d(DispatchKey key, Tensor (*kernel)(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode));
TORCHPP_API void set_max_pool2d_with_indices(DispatchKey key, std::tuple<Tensor, Tensor> (*kernel)(Out out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode));
TORCHPP_API void set_max_pool2d_with_indices_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode, const Tensor& indices));
TORCHPP_API void set_avg_pool2d(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, bool ceil_mode, bool count_include_pad, std::optional<int64_t> divisor_override));
TORCHPP_API void set_avg_pool2d_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, bool ceil_mode, bool count_include_pad, std::optional<int64_t> divisor_override));
TORCHPP_API void set_adaptive_avg_pool2d(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, IntArrayRef output_size));
TORCHPP_API void set_adaptive_avg_pool2d_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self));
TORCHPP_API void set_native_batch_norm(DispatchKey key, std::tuple<Tensor, Tensor, Tensor> (*kernel)(Out out, const Tensor& input, const Tensor& weight, const Tensor& bias, const Tensor& running_mean, const Tensor& running_var, bool training, double momentum, double eps));
TORCHPP_API void set_native_batch_norm_backward(DispatchKey key, std::tuple<Tensor, Tensor, Tensor> (*kernel)(Out out, const Tensor& grad_out, const Tensor& input, const Tensor& weight, const Tensor& running_mean, const Tensor& running_var, const Tensor& save_mean, const Tensor& save_invstd, bool train, double eps, std::array<bool, 3> output_mask));
TORCHPP_API void set_layer_norm(DispatchKey key, Tensor (*kernel)(const Tensor& input, IntArrayRef normalized_shape, const Tensor& weight, const Tensor& bias, double eps, bool cudnn_enable));
TORCHPP_API void set_native_layer_norm(DispatchKey key, std::tuple<Tensor, Tensor, Tensor> (*kernel)(Out out, const Tensor& input, IntArrayRef normalized_shape, const Tensor& weight, const Tensor& bias, double eps));
TORCHPP_API void set_native_layer_norm_backward(DispatchKey key, std::tuple<Tensor, Tensor, Tensor> (*kernel)(Out out, const Tensor& grad_out, const Tensor& input, IntArrayRef normalized_shape, const Tensor& mean, const Tensor& rstd, const Tensor& weight, const Tensor& bias, std::array<bool, 3> output_mask));
TORCHPP_API void set_embedding(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& weight, const Tensor& indices, int64_t padding_idx, bool scale_grad_by_freq, bool sparse));
TORCHPP_API void set_embedding_dense_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& indices, int64_t num_weights, int64_t padding_idx, bool scale_grad_by_freq));
TORCHPP_API void set_embedding_renorm(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& indices, double max_norm, double norm_type));
TORCHPP_API void set_native_dropout(DispatchKey key, std::tuple<Tensor, Tensor> (*kernel)(Out out, const Tensor& input, double p, std::optional<bool> train));
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
TORCHPP_API void set_cat(DispatchKey key, Tensor (*kernel)(Out out, TensorList tensors, int64_t dim));
TORCHPP_API void set_flip(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, IntArrayRef dims));
TORCHPP_API void set_tril(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t diagonal));
TORCHPP_API void set_triu(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t diagonal));
TORCHPP_API void set_conj_physical(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
#define TORCHPP_OP(name, schema, Result, args) TORCHPP_API void set_##name(DispatchKey key, Result(*kernel) args);
#include <torchpp/ops/table.def>
#undef TORCHPP_OP

}  // namespace torchpp::kernels
