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

TORCHPP_API void set_fused_sgd(DispatchKey key, void (*kernel)(TensorList params, TensorList grads, TensorList momentum_buffers, double lr, double momentum, double dampening, double weight_decay, bool nesterov, bool maximize, bool is_first_step));
TORCHPP_API void set_fused_adam(DispatchKey key, void (*kernel)(TensorList params, TensorList grads, TensorList exp_avgs, TensorList exp_avg_sqs, TensorList max_exp_avg_sqs, IntArrayRef steps, double lr, double beta1, double beta2, double weight_decay, double eps, bool amsgrad, bool maximize, bool decoupled_weight_decay));
TORCHPP_API void set_foreach_norm_squared(DispatchKey key, Tensor (*kernel)(TensorList tensors));
TORCHPP_API void set_foreach_zero(DispatchKey key, void (*kernel)(TensorList self));
TORCHPP_API void set_foreach_mul(DispatchKey key, void (*kernel)(TensorList self, const Tensor& scalar));
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
