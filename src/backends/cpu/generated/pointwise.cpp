// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/pointwise.ops. Change the table, not this file.
// clang-format off
#include "src/backends/cpu/element_loops.h"
#include "src/ops/generated/pointwise.h"
#include "src/ops/pointwise_kernels.h"
#include "src/ops/loop_scalars.h"

namespace torchpp::cpu {

Tensor abs(Out out, const Tensor& self) { return pointwise::abs(out, self, abs_loops); }
Tensor neg(Out out, const Tensor& self) { return pointwise::neg(out, self, neg_loops); }
Tensor exp(Out out, const Tensor& self) { return unary("exp", out, self, ElementwiseRule::kFloat, exp_loops); }
Tensor exp2(Out out, const Tensor& self) { return unary("exp2", out, self, ElementwiseRule::kFloat, exp2_loops); }
Tensor expm1(Out out, const Tensor& self) { return unary("expm1", out, self, ElementwiseRule::kFloat, expm1_loops); }
Tensor log(Out out, const Tensor& self) { return unary("log", out, self, ElementwiseRule::kFloat, log_loops); }
Tensor log2(Out out, const Tensor& self) { return unary("log2", out, self, ElementwiseRule::kFloat, log2_loops); }
Tensor log10(Out out, const Tensor& self) { return unary("log10", out, self, ElementwiseRule::kFloat, log10_loops); }
Tensor log1p(Out out, const Tensor& self) { return unary("log1p", out, self, ElementwiseRule::kFloat, log1p_loops); }
Tensor sqrt(Out out, const Tensor& self) { return unary("sqrt", out, self, ElementwiseRule::kFloat, sqrt_loops); }
Tensor rsqrt(Out out, const Tensor& self) { return unary("rsqrt", out, self, ElementwiseRule::kFloat, rsqrt_loops); }
Tensor reciprocal(Out out, const Tensor& self) {
  return unary("reciprocal", out, self, ElementwiseRule::kFloat, reciprocal_loops);
}
Tensor sigmoid(Out out, const Tensor& self) {
  return unary("sigmoid", out, self, ElementwiseRule::kFloat, sigmoid_loops);
}
Tensor tanh(Out out, const Tensor& self) { return unary("tanh", out, self, ElementwiseRule::kFloat, tanh_loops); }
Tensor sin(Out out, const Tensor& self) { return unary("sin", out, self, ElementwiseRule::kFloat, sin_loops); }
Tensor cos(Out out, const Tensor& self) { return unary("cos", out, self, ElementwiseRule::kFloat, cos_loops); }
Tensor tan(Out out, const Tensor& self) { return unary("tan", out, self, ElementwiseRule::kFloat, tan_loops); }
Tensor asin(Out out, const Tensor& self) { return unary("asin", out, self, ElementwiseRule::kFloat, asin_loops); }
Tensor acos(Out out, const Tensor& self) { return unary("acos", out, self, ElementwiseRule::kFloat, acos_loops); }
Tensor atan(Out out, const Tensor& self) { return unary("atan", out, self, ElementwiseRule::kFloat, atan_loops); }
Tensor sinh(Out out, const Tensor& self) { return unary("sinh", out, self, ElementwiseRule::kFloat, sinh_loops); }
Tensor cosh(Out out, const Tensor& self) { return unary("cosh", out, self, ElementwiseRule::kFloat, cosh_loops); }
Tensor asinh(Out out, const Tensor& self) { return unary("asinh", out, self, ElementwiseRule::kFloat, asinh_loops); }
Tensor acosh(Out out, const Tensor& self) { return unary("acosh", out, self, ElementwiseRule::kFloat, acosh_loops); }
Tensor atanh(Out out, const Tensor& self) { return unary("atanh", out, self, ElementwiseRule::kFloat, atanh_loops); }
Tensor sinc(Out out, const Tensor& self) { return unary("sinc", out, self, ElementwiseRule::kFloat, sinc_loops); }
Tensor deg2rad(Out out, const Tensor& self) { return pointwise::deg2rad(out, self, deg2rad_loops); }
Tensor rad2deg(Out out, const Tensor& self) { return pointwise::rad2deg(out, self, rad2deg_loops); }
Tensor angle(Out out, const Tensor& self) { return pointwise::angle(out, self, angle_loops, atan2_loops); }
Tensor erf(Out out, const Tensor& self) { return unary("erf", out, self, ElementwiseRule::kFloat, erf_loops); }
Tensor erfc(Out out, const Tensor& self) { return unary("erfc", out, self, ElementwiseRule::kFloat, erfc_loops); }
Tensor erfinv(Out out, const Tensor& self) { return unary("erfinv", out, self, ElementwiseRule::kFloat, erfinv_loops); }
Tensor logit(Out out, const Tensor& self, optional<double> eps) {
  return pointwise::logit(out, self, eps, logit_between_loops);
}
Tensor lgamma(Out out, const Tensor& self) { return unary("lgamma", out, self, ElementwiseRule::kFloat, lgamma_loops); }
Tensor digamma(Out out, const Tensor& self) {
  return unary("digamma", out, self, ElementwiseRule::kFloat, digamma_loops);
}
Tensor polygamma(Out out, int64_t n, const Tensor& self) {
  return pointwise::polygamma(out, n, self, digamma_loops, trigamma_loops, polygamma_above_loops);
}
Tensor i0(Out out, const Tensor& self) { return unary("i0", out, self, ElementwiseRule::kFloat, i0_loops); }
Tensor special_i1(Out out, const Tensor& self) {
  return unary("special_i1", out, self, ElementwiseRule::kFloat, special_i1_loops);
}
Tensor floor(Out out, const Tensor& self) { return pointwise::floor(out, self, floor_loops, bitwise_and_loops); }
Tensor ceil(Out out, const Tensor& self) { return pointwise::ceil(out, self, ceil_loops, bitwise_and_loops); }
Tensor round(Out out, const Tensor& self) { return pointwise::round(out, self, round_loops, bitwise_and_loops); }
Tensor round_decimals(Out out, const Tensor& self, int64_t decimals) {
  return pointwise::round_decimals(out, self, decimals, round_decimals_loops, round_loops, mul_loops, div_loops);
}
Tensor trunc(Out out, const Tensor& self) { return pointwise::trunc(out, self, trunc_loops, bitwise_and_loops); }
Tensor frac(Out out, const Tensor& self) { return unary("frac", out, self, ElementwiseRule::kSame, frac_loops); }
Tensor sign(Out out, const Tensor& self) { return pointwise::sign(out, self, sign_loops, bitwise_and_loops); }
Tensor sgn(Out out, const Tensor& self) { return pointwise::sgn(out, self, sgn_loops, sign_loops, bitwise_and_loops); }
Tensor nan_to_num(Out out, const Tensor& self, optional<double> nan, optional<double> posinf, optional<double> neginf) {
  return pointwise::nan_to_num(out, self, nan, posinf, neginf, finite_loops, bitwise_and_loops);
}
Tensor logical_not(Out out, const Tensor& self) {
  return unary("logical_not", out, self, ElementwiseRule::kBool, logical_not_loops);
}
Tensor bitwise_not(Out out, const Tensor& self) {
  return pointwise::bitwise_not(out, self, bitwise_not_loops, logical_not_loops);
}
Tensor isnan(Out out, const Tensor& self) {
  return pointwise::isnan(out, self, isnan_loops, ne_loops, logical_or_loops);
}
Tensor isinf(Out out, const Tensor& self) {
  return pointwise::isinf(out, self, isinf_loops, ne_loops, logical_or_loops);
}
Tensor isfinite(const Tensor& self) {
  return pointwise::isfinite(Out(), self, isfinite_loops, eq_loops, logical_and_loops);
}
Tensor isposinf(Out out, const Tensor& self) { return pointwise::isposinf(out, self, isposinf_loops); }
Tensor isneginf(Out out, const Tensor& self) { return pointwise::isneginf(out, self, isneginf_loops); }
Tensor signbit(Out out, const Tensor& self) { return pointwise::signbit(out, self, signbit_loops); }
Tensor add(Out out, const Tensor& self, const Tensor& other, const Scalar& alpha) {
  return pointwise::add(out, self, other, alpha, add_loops, add_bool_loops);
}
Tensor sub(Out out, const Tensor& self, const Tensor& other, const Scalar& alpha) {
  return pointwise::sub(out, self, other, alpha, sub_loops);
}
Tensor mul(Out out, const Tensor& self, const Tensor& other) {
  return binary("mul", out, self, other, ElementwiseRule::kSame, mul_loops);
}
Tensor div(Out out, const Tensor& self, const Tensor& other) {
  return binary("div", out, self, other, ElementwiseRule::kFloat, div_loops);
}
Tensor div_mode(Out out, const Tensor& self, const Tensor& other, optional<std::string_view> rounding_mode) {
  return pointwise::div_mode(out, self, other, rounding_mode, div_loops, div_floor_loops, div_trunc_loops);
}
Tensor remainder(Out out, const Tensor& self, const Tensor& other) {
  return binary("remainder", out, self, other, ElementwiseRule::kSame, remainder_loops);
}
Tensor fmod(Out out, const Tensor& self, const Tensor& other) {
  return binary("fmod", out, self, other, ElementwiseRule::kSame, fmod_loops);
}
Tensor pow(Out out, const Tensor& self, const Tensor& exponent) {
  return pointwise::pow(out, self, exponent, pow_loops, square_loops, cube_loops, sqrt_loops, reciprocal_loops, rsqrt_loops, inverse_square_loops);
}
Tensor maximum(Out out, const Tensor& self, const Tensor& other) {
  return binary("maximum", out, self, other, ElementwiseRule::kSame, maximum_loops);
}
Tensor minimum(Out out, const Tensor& self, const Tensor& other) {
  return binary("minimum", out, self, other, ElementwiseRule::kSame, minimum_loops);
}
Tensor fmax(Out out, const Tensor& self, const Tensor& other) {
  return binary("fmax", out, self, other, ElementwiseRule::kSame, fmax_loops);
}
Tensor fmin(Out out, const Tensor& self, const Tensor& other) {
  return binary("fmin", out, self, other, ElementwiseRule::kSame, fmin_loops);
}
Tensor atan2(Out out, const Tensor& self, const Tensor& other) {
  return binary("atan2", out, self, other, ElementwiseRule::kFloat, atan2_loops);
}
Tensor hypot(Out out, const Tensor& self, const Tensor& other) {
  return binary("hypot", out, self, other, ElementwiseRule::kSame, hypot_loops);
}
Tensor copysign(Out out, const Tensor& self, const Tensor& other) {
  return binary("copysign", out, self, other, ElementwiseRule::kFloat, copysign_loops);
}
Tensor nextafter(Out out, const Tensor& self, const Tensor& other) {
  return pointwise::nextafter(out, self, other, nextafter_loops, nextafter_bits_loops, maximum_loops);
}
Tensor xlogy(Out out, const Tensor& self, const Tensor& other) {
  return binary("xlogy", out, self, other, ElementwiseRule::kFloat, xlogy_loops);
}
Tensor logaddexp(Out out, const Tensor& self, const Tensor& other) {
  return binary("logaddexp", out, self, other, ElementwiseRule::kSame, logaddexp_loops);
}
Tensor logaddexp2(Out out, const Tensor& self, const Tensor& other) {
  return binary("logaddexp2", out, self, other, ElementwiseRule::kSame, logaddexp2_loops);
}
Tensor heaviside(Out out, const Tensor& self, const Tensor& values) {
  return pointwise::heaviside(out, self, values, heaviside_loops);
}
Tensor igamma(Out out, const Tensor& self, const Tensor& other) {
  return binary("igamma", out, self, other, ElementwiseRule::kSame, igamma_loops);
}
Tensor igammac(Out out, const Tensor& self, const Tensor& other) {
  return binary("igammac", out, self, other, ElementwiseRule::kSame, igammac_loops);
}
Tensor standard_gamma_grad(Out out, const Tensor& self, const Tensor& output) {
  return binary("_standard_gamma_grad", out, self, output, ElementwiseRule::kSame, standard_gamma_grad_loops);
}
Tensor dirichlet_grad(Out out, const Tensor& x, const Tensor& alpha, const Tensor& total) {
  return ternary("_dirichlet_grad", out, x, alpha, total, ElementwiseRule::kSame, dirichlet_grad_loops);
}
Tensor gcd(Out out, const Tensor& self, const Tensor& other) {
  return binary("gcd", out, self, other, ElementwiseRule::kSame, gcd_loops);
}
Tensor lcm(Out out, const Tensor& self, const Tensor& other) {
  return binary("lcm", out, self, other, ElementwiseRule::kSame, lcm_loops);
}
Tensor eq(Out out, const Tensor& self, const Tensor& other) {
  return binary("eq", out, self, other, ElementwiseRule::kBool, eq_loops);
}
Tensor ne(Out out, const Tensor& self, const Tensor& other) {
  return binary("ne", out, self, other, ElementwiseRule::kBool, ne_loops);
}
Tensor lt(Out out, const Tensor& self, const Tensor& other) {
  return binary("lt", out, self, other, ElementwiseRule::kBool, lt_loops);
}
Tensor le(Out out, const Tensor& self, const Tensor& other) {
  return binary("le", out, self, other, ElementwiseRule::kBool, le_loops);
}
Tensor gt(Out out, const Tensor& self, const Tensor& other) {
  return binary("gt", out, self, other, ElementwiseRule::kBool, gt_loops);
}
Tensor ge(Out out, const Tensor& self, const Tensor& other) {
  return binary("ge", out, self, other, ElementwiseRule::kBool, ge_loops);
}
Tensor logical_and(Out out, const Tensor& self, const Tensor& other) {
  return binary("logical_and", out, self, other, ElementwiseRule::kBool, logical_and_loops);
}
Tensor logical_or(Out out, const Tensor& self, const Tensor& other) {
  return binary("logical_or", out, self, other, ElementwiseRule::kBool, logical_or_loops);
}
Tensor logical_xor(Out out, const Tensor& self, const Tensor& other) {
  return binary("logical_xor", out, self, other, ElementwiseRule::kBool, logical_xor_loops);
}
Tensor bitwise_and(Out out, const Tensor& self, const Tensor& other) {
  return binary("bitwise_and", out, self, other, ElementwiseRule::kBits, bitwise_and_loops);
}
Tensor bitwise_or(Out out, const Tensor& self, const Tensor& other) {
  return binary("bitwise_or", out, self, other, ElementwiseRule::kBits, bitwise_or_loops);
}
Tensor bitwise_xor(Out out, const Tensor& self, const Tensor& other) {
  return binary("bitwise_xor", out, self, other, ElementwiseRule::kBits, bitwise_xor_loops);
}
Tensor bitwise_left_shift(Out out, const Tensor& self, const Tensor& other) {
  return binary("bitwise_left_shift", out, self, other, ElementwiseRule::kSame, bitwise_left_shift_loops);
}
Tensor bitwise_right_shift(Out out, const Tensor& self, const Tensor& other) {
  return binary("bitwise_right_shift", out, self, other, ElementwiseRule::kSame, bitwise_right_shift_loops);
}
Tensor clamp(Out out, const Tensor& self, const optional<Scalar>& min, const optional<Scalar>& max) {
  return pointwise::clamp(out, self, min, max, clamp_loops, mul_loops);
}
Tensor clamp_tensor(Out out, const Tensor& self, const Tensor& min, const Tensor& max) {
  return pointwise::clamp_tensor(out, self, min, max, clamp_tensor_loops, maximum_loops, minimum_loops);
}
Tensor addcmul(Out out, const Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const Scalar& value) {
  const Scalars s = factor_of({&self, &tensor1, &tensor2}, value);
  return ternary("addcmul", out, self, tensor1, tensor2, ElementwiseRule::kSame, addcmul_loops, &s);
}
Tensor addcdiv(Out out, const Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const Scalar& value) {
  return pointwise::addcdiv(out, self, tensor1, tensor2, value, addcdiv_loops);
}
Tensor lerp(Out out, const Tensor& self, const Tensor& end, const Scalar& weight) {
  return pointwise::lerp(out, self, end, weight, lerp_loops);
}
Tensor lerp_tensor(Out out, const Tensor& self, const Tensor& end, const Tensor& weight) {
  return pointwise::lerp_tensor(out, self, end, weight, lerp_tensor_loops);
}
Tensor relu(Out out, const Tensor& self) { return unary("relu", out, self, ElementwiseRule::kSame, relu_loops); }
Tensor gelu(Out out, const Tensor& self, std::string_view approximate) {
  return pointwise::gelu(out, self, approximate, gelu_loops, gelu_tanh_loops);
}
Tensor silu(Out out, const Tensor& self) { return unary("silu", out, self, ElementwiseRule::kSame, silu_loops); }
Tensor mish(Out out, const Tensor& self) { return unary("mish", out, self, ElementwiseRule::kSame, mish_loops); }
Tensor leaky_relu(Out out, const Tensor& self, const Scalar& negative_slope) {
  const Scalars s = factor_of({&self}, negative_slope);
  return unary("leaky_relu", out, self, ElementwiseRule::kSame, leaky_relu_loops, &s);
}
Tensor prelu_kernel(Out out, const Tensor& self, const Tensor& weight) {
  return binary("_prelu_kernel", out, self, weight, ElementwiseRule::kSame, prelu_kernel_loops);
}
Tensor elu(Out out, const Tensor& self, const Scalar& alpha, const Scalar& scale, const Scalar& input_scale) {
  const Scalars s = scalars_of(wide_float(promoted_dtype_of({&self})), alpha, scale, input_scale);
  return unary("elu", out, self, ElementwiseRule::kSame, elu_loops, &s);
}
Tensor hardtanh(Out out, const Tensor& self, const Scalar& min_val, const Scalar& max_val) {
  return pointwise::hardtanh(out, self, min_val, max_val, clamp_loops, mul_loops);
}
Tensor hardswish(Out out, const Tensor& self) {
  return unary("hardswish", out, self, ElementwiseRule::kSame, hardswish_loops);
}
Tensor hardsigmoid(Out out, const Tensor& self) {
  return unary("hardsigmoid", out, self, ElementwiseRule::kSame, hardsigmoid_loops);
}
Tensor hardshrink(Out out, const Tensor& self, const Scalar& lambd) {
  return pointwise::hardshrink(out, self, lambd, hardshrink_loops);
}
Tensor softshrink(Out out, const Tensor& self, const Scalar& lambd) {
  return pointwise::softshrink(out, self, lambd, softshrink_loops);
}
Tensor softplus(Out out, const Tensor& self, const Scalar& beta, const Scalar& threshold) {
  const Scalars s = scalars_of(wide_float(promoted_dtype_of({&self})), beta, threshold);
  return unary("softplus", out, self, ElementwiseRule::kSame, softplus_loops, &s);
}
Tensor threshold(Out out, const Tensor& self, const Scalar& threshold, const Scalar& value) {
  const Scalars s = scalars_of(promoted_dtype_of({&self}), threshold, value);
  return unary("threshold", out, self, ElementwiseRule::kSame, threshold_loops, &s);
}
Tensor sigmoid_backward(Out out, const Tensor& grad_output, const Tensor& output) {
  return binary("sigmoid_backward", out, grad_output, output, ElementwiseRule::kSame, sigmoid_backward_loops);
}
Tensor tanh_backward(Out out, const Tensor& grad_output, const Tensor& output) {
  return binary("tanh_backward", out, grad_output, output, ElementwiseRule::kSame, tanh_backward_loops);
}
Tensor logit_backward(Out out, const Tensor& grad_output, const Tensor& self, optional<double> eps) {
  return pointwise::logit_backward(out, grad_output, self, eps, logit_between_backward_loops);
}
Tensor threshold_backward(Out out, const Tensor& grad_output, const Tensor& self, const Scalar& threshold) {
  return pointwise::threshold_backward(out, grad_output, self, threshold, threshold_backward_loops);
}
Tensor gelu_backward(Out out, const Tensor& grad_output, const Tensor& self, std::string_view approximate) {
  return pointwise::gelu_backward(out, grad_output, self, approximate, gelu_backward_loops, gelu_tanh_backward_loops);
}
Tensor silu_backward(Out out, const Tensor& grad_output, const Tensor& self) {
  return binary("silu_backward", out, grad_output, self, ElementwiseRule::kSame, silu_backward_loops);
}
Tensor mish_backward(const Tensor& grad_output, const Tensor& self) {
  return binary("mish_backward", Out(), grad_output, self, ElementwiseRule::kSame, mish_backward_loops);
}
Tensor leaky_relu_backward(Out out, const Tensor& grad_output, const Tensor& self, const Scalar& negative_slope,
                           bool self_is_result) {
  return pointwise::leaky_relu_backward(out, grad_output, self, negative_slope, self_is_result, leaky_relu_backward_loops);
}
Tensor elu_backward(Out out, const Tensor& grad_output, const Scalar& alpha, const Scalar& scale,
                    const Scalar& input_scale, bool is_result, const Tensor& self_or_result) {
  return pointwise::elu_backward(out, grad_output, alpha, scale, input_scale, is_result, self_or_result, elu_backward_loops, elu_backward_result_loops);
}
Tensor hardtanh_backward(Out out, const Tensor& grad_output, const Tensor& self, const Scalar& min_val,
                         const Scalar& max_val) {
  const Scalars s = scalars_of(promoted_dtype_of({&grad_output, &self}), min_val, max_val);
  return binary("hardtanh_backward", out, grad_output, self, ElementwiseRule::kSame, hardtanh_backward_loops, &s);
}
Tensor shrink_backward(Out out, const Tensor& grad_output, const Tensor& self, const Scalar& lambd) {
  return pointwise::shrink_backward(out, grad_output, self, lambd, shrink_backward_loops);
}
Tensor hardswish_backward(Out out, const Tensor& grad_output, const Tensor& self) {
  return binary("hardswish_backward", out, grad_output, self, ElementwiseRule::kSame, hardswish_backward_loops);
}
Tensor hardsigmoid_backward(Out out, const Tensor& grad_output, const Tensor& self) {
  return binary("hardsigmoid_backward", out, grad_output, self, ElementwiseRule::kSame, hardsigmoid_backward_loops);
}
Tensor softplus_backward(Out out, const Tensor& grad_output, const Tensor& self, const Scalar& beta,
                         const Scalar& threshold) {
  const Scalars s = scalars_of(wide_float(promoted_dtype_of({&grad_output, &self})), beta, threshold);
  return binary("softplus_backward", out, grad_output, self, ElementwiseRule::kSame, softplus_backward_loops, &s);
}

}  // namespace torchpp::cpu

