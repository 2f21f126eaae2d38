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
TORCHPP_API void set_scatter_reduce(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src, std::string_view reduce));
TORCHPP_API void set_scatter_value_reduce(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value, std::string_view reduce));
TORCHPP_API void set_scatter_add(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src));
TORCHPP_API void set_masked_fill(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& mask, const Scalar& value));
TORCHPP_API void set_masked_select(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& mask));
TORCHPP_API void set_nonzero(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_mm(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& mat2));
TORCHPP_API void set_bmm(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& mat2));
TORCHPP_API void set_mv(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& vec));
TORCHPP_API void set_dot(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& tensor));
TORCHPP_API void set_addmm(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& mat1, const Tensor& mat2, const Scalar& beta, const Scalar& alpha));
TORCHPP_API void set_addmv(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& mat, const Tensor& vec, const Scalar& beta, const Scalar& alpha));
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
TORCHPP_API void set_fused_rmsprop(DispatchKey key, void (*kernel)(TensorList params, TensorList grads, TensorList square_avgs, TensorList grad_avgs, TensorList momentum_buffers, double lr, double alpha, double eps, double weight_decay, double momentum, bool centered));
TORCHPP_API void set_fused_adagrad(DispatchKey key, void (*kernel)(TensorList params, TensorList grads, TensorList state_sums, IntArrayRef steps, double lr, double lr_decay, double weight_decay, double eps));
TORCHPP_API void set_abs(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_neg(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_exp(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_exp2(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_expm1(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_log(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_log2(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_log10(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_log1p(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_sqrt(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_rsqrt(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_reciprocal(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_sigmoid(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_tanh(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_sin(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_cos(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_tan(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_asin(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_acos(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_atan(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_sinh(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_cosh(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_erf(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_erfc(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_erfinv(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_floor(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_ceil(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_round(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_trunc(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_frac(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_sign(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_sgn(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_logical_not(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_bitwise_not(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_isnan(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_isinf(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_isfinite(DispatchKey key, Tensor (*kernel)(const Tensor& self));
TORCHPP_API void set_add(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other, const Scalar& alpha));
TORCHPP_API void set_sub(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other, const Scalar& alpha));
TORCHPP_API void set_mul(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other));
TORCHPP_API void set_div(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other));
TORCHPP_API void set_div_mode(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other, std::optional<std::string_view> rounding_mode));
TORCHPP_API void set_remainder(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other));
TORCHPP_API void set_fmod(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other));
TORCHPP_API void set_pow(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& exponent));
TORCHPP_API void set_maximum(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other));
TORCHPP_API void set_minimum(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other));
TORCHPP_API void set_atan2(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other));
TORCHPP_API void set_eq(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other));
TORCHPP_API void set_ne(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other));
TORCHPP_API void set_lt(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other));
TORCHPP_API void set_le(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other));
TORCHPP_API void set_gt(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other));
TORCHPP_API void set_ge(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other));
TORCHPP_API void set_equal(DispatchKey key, bool (*kernel)(const Tensor& self, const Tensor& other));
TORCHPP_API void set_logical_and(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other));
TORCHPP_API void set_logical_or(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other));
TORCHPP_API void set_logical_xor(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other));
TORCHPP_API void set_bitwise_and(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other));
TORCHPP_API void set_bitwise_or(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other));
TORCHPP_API void set_bitwise_xor(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other));
TORCHPP_API void set_clamp(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const std::optional<Scalar>& min, const std::optional<Scalar>& max));
TORCHPP_API void set_clamp_tensor(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& min, const Tensor& max));
TORCHPP_API void set_addcmul(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const Scalar& value));
TORCHPP_API void set_addcdiv(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const Scalar& value));
TORCHPP_API void set_lerp(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& end, const Scalar& weight));
TORCHPP_API void set_lerp_tensor(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& end, const Tensor& weight));
TORCHPP_API void set_where(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& condition, const Tensor& self, const Tensor& other));
TORCHPP_API void set_relu(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_gelu(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, std::string_view approximate));
TORCHPP_API void set_silu(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_mish(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_leaky_relu(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Scalar& negative_slope));
TORCHPP_API void set_elu(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Scalar& alpha, const Scalar& scale, const Scalar& input_scale));
TORCHPP_API void set_hardtanh(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Scalar& min_val, const Scalar& max_val));
TORCHPP_API void set_hardswish(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_hardsigmoid(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self));
TORCHPP_API void set_softplus(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Scalar& beta, const Scalar& threshold));
TORCHPP_API void set_threshold(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Scalar& threshold, const Scalar& value));
TORCHPP_API void set_sigmoid_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& output));
TORCHPP_API void set_tanh_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& output));
TORCHPP_API void set_threshold_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self, const Scalar& threshold));
TORCHPP_API void set_gelu_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self, std::string_view approximate));
TORCHPP_API void set_silu_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self));
TORCHPP_API void set_mish_backward(DispatchKey key, Tensor (*kernel)(const Tensor& grad_output, const Tensor& self));
TORCHPP_API void set_leaky_relu_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self, const Scalar& negative_slope, bool self_is_result));
TORCHPP_API void set_elu_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Scalar& alpha, const Scalar& scale, const Scalar& input_scale, bool is_result, const Tensor& self_or_result));
TORCHPP_API void set_hardtanh_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self, const Scalar& min_val, const Scalar& max_val));
TORCHPP_API void set_hardswish_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self));
TORCHPP_API void set_hardsigmoid_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self));
TORCHPP_API void set_softplus_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self, const Scalar& beta, const Scalar& threshold));
TORCHPP_API void set_uniform(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, double from, double to, const Generator& generator));
TORCHPP_API void set_normal(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, double mean, double std, const Generator& generator));
TORCHPP_API void set_log_normal(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, double mean, double std, const Generator& generator));
TORCHPP_API void set_exponential(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, double lambd, const Generator& generator));
TORCHPP_API void set_cauchy(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, double median, double sigma, const Generator& generator));
TORCHPP_API void set_geometric(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, double p, const Generator& generator));
TORCHPP_API void set_random(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Generator& generator));
TORCHPP_API void set_random_from(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t from, std::optional<int64_t> to, const Generator& generator));
TORCHPP_API void set_bernoulli_tensor(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& p, const Generator& generator));
TORCHPP_API void set_bernoulli_float(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, double p, const Generator& generator));
TORCHPP_API void set_sum(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype));
TORCHPP_API void set_mean(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype));
TORCHPP_API void set_prod(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, std::optional<ScalarType> dtype));
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

}  // namespace torchpp::kernels
