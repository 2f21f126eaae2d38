// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/pointwise.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/core/optional.h>
#include <torchpp/dispatch/op.h>

#include <string_view>

namespace torchpp::cuda {

Tensor abs(Out out, const Tensor& self);
Tensor neg(Out out, const Tensor& self);
Tensor exp(Out out, const Tensor& self);
Tensor exp2(Out out, const Tensor& self);
Tensor expm1(Out out, const Tensor& self);
Tensor log(Out out, const Tensor& self);
Tensor log2(Out out, const Tensor& self);
Tensor log10(Out out, const Tensor& self);
Tensor log1p(Out out, const Tensor& self);
Tensor sqrt(Out out, const Tensor& self);
Tensor rsqrt(Out out, const Tensor& self);
Tensor reciprocal(Out out, const Tensor& self);
Tensor sigmoid(Out out, const Tensor& self);
Tensor tanh(Out out, const Tensor& self);
Tensor sin(Out out, const Tensor& self);
Tensor cos(Out out, const Tensor& self);
Tensor tan(Out out, const Tensor& self);
Tensor asin(Out out, const Tensor& self);
Tensor acos(Out out, const Tensor& self);
Tensor atan(Out out, const Tensor& self);
Tensor sinh(Out out, const Tensor& self);
Tensor cosh(Out out, const Tensor& self);
Tensor asinh(Out out, const Tensor& self);
Tensor acosh(Out out, const Tensor& self);
Tensor atanh(Out out, const Tensor& self);
Tensor sinc(Out out, const Tensor& self);
Tensor deg2rad(Out out, const Tensor& self);
Tensor rad2deg(Out out, const Tensor& self);
Tensor angle(Out out, const Tensor& self);
Tensor erf(Out out, const Tensor& self);
Tensor erfc(Out out, const Tensor& self);
Tensor erfinv(Out out, const Tensor& self);
Tensor logit(Out out, const Tensor& self, optional<double> eps);
Tensor lgamma(Out out, const Tensor& self);
Tensor digamma(Out out, const Tensor& self);
Tensor polygamma(Out out, int64_t n, const Tensor& self);
Tensor i0(Out out, const Tensor& self);
Tensor special_i1(Out out, const Tensor& self);
Tensor floor(Out out, const Tensor& self);
Tensor ceil(Out out, const Tensor& self);
Tensor round(Out out, const Tensor& self);
Tensor round_decimals(Out out, const Tensor& self, int64_t decimals);
Tensor trunc(Out out, const Tensor& self);
Tensor frac(Out out, const Tensor& self);
Tensor sign(Out out, const Tensor& self);
Tensor sgn(Out out, const Tensor& self);
std::tuple<Tensor, Tensor> frexp(Out out, const Tensor& self);
Tensor nan_to_num(Out out, const Tensor& self, optional<double> nan, optional<double> posinf, optional<double> neginf);
Tensor logical_not(Out out, const Tensor& self);
Tensor bitwise_not(Out out, const Tensor& self);
Tensor isnan(Out out, const Tensor& self);
Tensor isinf(Out out, const Tensor& self);
Tensor isfinite(const Tensor& self);
Tensor isposinf(Out out, const Tensor& self);
Tensor isneginf(Out out, const Tensor& self);
Tensor signbit(Out out, const Tensor& self);
Tensor add(Out out, const Tensor& self, const Tensor& other, const Scalar& alpha);
Tensor sub(Out out, const Tensor& self, const Tensor& other, const Scalar& alpha);
Tensor mul(Out out, const Tensor& self, const Tensor& other);
Tensor div(Out out, const Tensor& self, const Tensor& other);
Tensor div_mode(Out out, const Tensor& self, const Tensor& other, optional<std::string_view> rounding_mode);
Tensor remainder(Out out, const Tensor& self, const Tensor& other);
Tensor fmod(Out out, const Tensor& self, const Tensor& other);
Tensor pow(Out out, const Tensor& self, const Tensor& exponent);
Tensor maximum(Out out, const Tensor& self, const Tensor& other);
Tensor minimum(Out out, const Tensor& self, const Tensor& other);
Tensor fmax(Out out, const Tensor& self, const Tensor& other);
Tensor fmin(Out out, const Tensor& self, const Tensor& other);
Tensor atan2(Out out, const Tensor& self, const Tensor& other);
Tensor hypot(Out out, const Tensor& self, const Tensor& other);
Tensor copysign(Out out, const Tensor& self, const Tensor& other);
Tensor nextafter(Out out, const Tensor& self, const Tensor& other);
Tensor xlogy(Out out, const Tensor& self, const Tensor& other);
Tensor logaddexp(Out out, const Tensor& self, const Tensor& other);
Tensor logaddexp2(Out out, const Tensor& self, const Tensor& other);
Tensor heaviside(Out out, const Tensor& self, const Tensor& values);
Tensor igamma(Out out, const Tensor& self, const Tensor& other);
Tensor igammac(Out out, const Tensor& self, const Tensor& other);
Tensor standard_gamma_grad(Out out, const Tensor& self, const Tensor& output);
Tensor dirichlet_grad(Out out, const Tensor& x, const Tensor& alpha, const Tensor& total);
Tensor gcd(Out out, const Tensor& self, const Tensor& other);
Tensor lcm(Out out, const Tensor& self, const Tensor& other);
Tensor eq(Out out, const Tensor& self, const Tensor& other);
Tensor ne(Out out, const Tensor& self, const Tensor& other);
Tensor lt(Out out, const Tensor& self, const Tensor& other);
Tensor le(Out out, const Tensor& self, const Tensor& other);
Tensor gt(Out out, const Tensor& self, const Tensor& other);
Tensor ge(Out out, const Tensor& self, const Tensor& other);
bool equal(const Tensor& self, const Tensor& other);
Tensor logical_and(Out out, const Tensor& self, const Tensor& other);
Tensor logical_or(Out out, const Tensor& self, const Tensor& other);
Tensor logical_xor(Out out, const Tensor& self, const Tensor& other);
Tensor bitwise_and(Out out, const Tensor& self, const Tensor& other);
Tensor bitwise_or(Out out, const Tensor& self, const Tensor& other);
Tensor bitwise_xor(Out out, const Tensor& self, const Tensor& other);
Tensor bitwise_left_shift(Out out, const Tensor& self, const Tensor& other);
Tensor bitwise_right_shift(Out out, const Tensor& self, const Tensor& other);
Tensor clamp(Out out, const Tensor& self, const optional<Scalar>& min, const optional<Scalar>& max);
Tensor clamp_tensor(Out out, const Tensor& self, const Tensor& min, const Tensor& max);
Tensor addcmul(Out out, const Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const Scalar& value);
Tensor addcdiv(Out out, const Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const Scalar& value);
Tensor lerp(Out out, const Tensor& self, const Tensor& end, const Scalar& weight);
Tensor lerp_tensor(Out out, const Tensor& self, const Tensor& end, const Tensor& weight);
Tensor where(Out out, const Tensor& condition, const Tensor& self, const Tensor& other);
Tensor relu(Out out, const Tensor& self);
Tensor gelu(Out out, const Tensor& self, std::string_view approximate);
Tensor silu(Out out, const Tensor& self);
Tensor mish(Out out, const Tensor& self);
Tensor leaky_relu(Out out, const Tensor& self, const Scalar& negative_slope);
Tensor prelu_kernel(Out out, const Tensor& self, const Tensor& weight);
Tensor elu(Out out, const Tensor& self, const Scalar& alpha, const Scalar& scale, const Scalar& input_scale);
Tensor hardtanh(Out out, const Tensor& self, const Scalar& min_val, const Scalar& max_val);
Tensor hardswish(Out out, const Tensor& self);
Tensor hardsigmoid(Out out, const Tensor& self);
Tensor hardshrink(Out out, const Tensor& self, const Scalar& lambd);
Tensor softshrink(Out out, const Tensor& self, const Scalar& lambd);
Tensor softplus(Out out, const Tensor& self, const Scalar& beta, const Scalar& threshold);
Tensor threshold(Out out, const Tensor& self, const Scalar& threshold, const Scalar& value);
Tensor sigmoid_backward(Out out, const Tensor& grad_output, const Tensor& output);
Tensor tanh_backward(Out out, const Tensor& grad_output, const Tensor& output);
Tensor logit_backward(Out out, const Tensor& grad_output, const Tensor& self, optional<double> eps);
Tensor threshold_backward(Out out, const Tensor& grad_output, const Tensor& self, const Scalar& threshold);
Tensor gelu_backward(Out out, const Tensor& grad_output, const Tensor& self, std::string_view approximate);
Tensor silu_backward(Out out, const Tensor& grad_output, const Tensor& self);
Tensor mish_backward(const Tensor& grad_output, const Tensor& self);
Tensor leaky_relu_backward(Out out, const Tensor& grad_output, const Tensor& self, const Scalar& negative_slope, bool self_is_result);
Tensor elu_backward(Out out, const Tensor& grad_output, const Scalar& alpha, const Scalar& scale, const Scalar& input_scale, bool is_result, const Tensor& self_or_result);
Tensor hardtanh_backward(Out out, const Tensor& grad_output, const Tensor& self, const Scalar& min_val, const Scalar& max_val);
Tensor shrink_backward(Out out, const Tensor& grad_output, const Tensor& self, const Scalar& lambd);
Tensor hardswish_backward(Out out, const Tensor& grad_output, const Tensor& self);
Tensor hardsigmoid_backward(Out out, const Tensor& grad_output, const Tensor& self);
Tensor softplus_backward(Out out, const Tensor& grad_output, const Tensor& self, const Scalar& beta, const Scalar& threshold);

}  // namespace torchpp::cuda

