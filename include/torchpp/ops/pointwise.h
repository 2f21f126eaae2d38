// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/pointwise.ops. Change the table, not this file.
// clang-format off
#pragma once

/// \file Element-wise functions of one or more tensors and numbers; in their descriptions x is self. Operands
/// \file broadcast; dtypes are promoted (see result_type); functions whose values are no integers (exp, sin, true
/// \file division) convert integers and bool to the default floating dtype. A result is converted to the dtype of its
/// \file destination unless a floating number would become an integer or a complex one real. Differentiable where the
/// \file values are. Source: libtorch 1.13.

#include <torchpp/tensor.h>

TORCHPP_API_BEGIN
namespace torchpp {

/// Absolute value; of a complex number its modulus, which is real.
Tensor abs(const Tensor& self);
Tensor& abs_(Tensor& self);
Tensor& abs_out(Tensor& out, const Tensor& self);
/// Another name of abs.
Tensor absolute(const Tensor& self);
Tensor& absolute_(Tensor& self);
Tensor& absolute_out(Tensor& out, const Tensor& self);
/// The negative. Throws for bool.
Tensor neg(const Tensor& self);
Tensor& neg_(Tensor& self);
Tensor& neg_out(Tensor& out, const Tensor& self);
/// Another name of neg.
Tensor negative(const Tensor& self);
Tensor& negative_(Tensor& self);
Tensor& negative_out(Tensor& out, const Tensor& self);
/// e to the power of each element.
Tensor exp(const Tensor& self);
Tensor& exp_(Tensor& self);
Tensor& exp_out(Tensor& out, const Tensor& self);
/// 2 to the power of each element.
Tensor exp2(const Tensor& self);
Tensor& exp2_(Tensor& self);
Tensor& exp2_out(Tensor& out, const Tensor& self);
/// Another name of exp2.
Tensor special_exp2(const Tensor& self);
Tensor& special_exp2_out(Tensor& out, const Tensor& self);
/// e^x - 1, accurate near 0.
Tensor expm1(const Tensor& self);
Tensor& expm1_(Tensor& self);
Tensor& expm1_out(Tensor& out, const Tensor& self);
/// Another name of expm1.
Tensor special_expm1(const Tensor& self);
Tensor& special_expm1_out(Tensor& out, const Tensor& self);
/// Natural logarithm.
Tensor log(const Tensor& self);
Tensor& log_(Tensor& self);
Tensor& log_out(Tensor& out, const Tensor& self);
/// Logarithm to base 2.
Tensor log2(const Tensor& self);
Tensor& log2_(Tensor& self);
Tensor& log2_out(Tensor& out, const Tensor& self);
/// Logarithm to base 10.
Tensor log10(const Tensor& self);
Tensor& log10_(Tensor& self);
Tensor& log10_out(Tensor& out, const Tensor& self);
/// log(1 + x), accurate near 0.
Tensor log1p(const Tensor& self);
Tensor& log1p_(Tensor& self);
Tensor& log1p_out(Tensor& out, const Tensor& self);
/// Another name of log1p.
Tensor special_log1p(const Tensor& self);
Tensor& special_log1p_out(Tensor& out, const Tensor& self);
/// Square root; NaN of negative real numbers.
Tensor sqrt(const Tensor& self);
Tensor& sqrt_(Tensor& self);
Tensor& sqrt_out(Tensor& out, const Tensor& self);
/// 1 / sqrt(x).
Tensor rsqrt(const Tensor& self);
Tensor& rsqrt_(Tensor& self);
Tensor& rsqrt_out(Tensor& out, const Tensor& self);
/// 1 / x.
Tensor reciprocal(const Tensor& self);
Tensor& reciprocal_(Tensor& self);
Tensor& reciprocal_out(Tensor& out, const Tensor& self);
/// Logistic function 1 / (1 + e^-x).
Tensor sigmoid(const Tensor& self);
Tensor& sigmoid_(Tensor& self);
Tensor& sigmoid_out(Tensor& out, const Tensor& self);
/// Another name of sigmoid.
Tensor special_expit(const Tensor& self);
Tensor& special_expit_out(Tensor& out, const Tensor& self);
/// Hyperbolic tangent.
Tensor tanh(const Tensor& self);
Tensor& tanh_(Tensor& self);
Tensor& tanh_out(Tensor& out, const Tensor& self);
/// Sine of radians.
Tensor sin(const Tensor& self);
Tensor& sin_(Tensor& self);
Tensor& sin_out(Tensor& out, const Tensor& self);
/// Cosine of radians.
Tensor cos(const Tensor& self);
Tensor& cos_(Tensor& self);
Tensor& cos_out(Tensor& out, const Tensor& self);
/// Tangent of radians.
Tensor tan(const Tensor& self);
Tensor& tan_(Tensor& self);
Tensor& tan_out(Tensor& out, const Tensor& self);
/// Arc sine in radians; NaN of real numbers outside of [-1, 1].
Tensor asin(const Tensor& self);
Tensor& asin_(Tensor& self);
Tensor& asin_out(Tensor& out, const Tensor& self);
/// Another name of asin.
Tensor arcsin(const Tensor& self);
Tensor& arcsin_(Tensor& self);
Tensor& arcsin_out(Tensor& out, const Tensor& self);
/// Arc cosine in radians; NaN of real numbers outside of [-1, 1].
Tensor acos(const Tensor& self);
Tensor& acos_(Tensor& self);
Tensor& acos_out(Tensor& out, const Tensor& self);
/// Another name of acos.
Tensor arccos(const Tensor& self);
Tensor& arccos_(Tensor& self);
Tensor& arccos_out(Tensor& out, const Tensor& self);
/// Arc tangent in radians.
Tensor atan(const Tensor& self);
Tensor& atan_(Tensor& self);
Tensor& atan_out(Tensor& out, const Tensor& self);
/// Another name of atan.
Tensor arctan(const Tensor& self);
Tensor& arctan_(Tensor& self);
Tensor& arctan_out(Tensor& out, const Tensor& self);
/// Hyperbolic sine.
Tensor sinh(const Tensor& self);
Tensor& sinh_(Tensor& self);
Tensor& sinh_out(Tensor& out, const Tensor& self);
/// Hyperbolic cosine.
Tensor cosh(const Tensor& self);
Tensor& cosh_(Tensor& self);
Tensor& cosh_out(Tensor& out, const Tensor& self);
/// Inverse hyperbolic sine.
Tensor asinh(const Tensor& self);
Tensor& asinh_(Tensor& self);
Tensor& asinh_out(Tensor& out, const Tensor& self);
/// Another name of asinh.
Tensor arcsinh(const Tensor& self);
Tensor& arcsinh_(Tensor& self);
Tensor& arcsinh_out(Tensor& out, const Tensor& self);
/// Inverse hyperbolic cosine, not negative; NaN of real numbers below 1.
Tensor acosh(const Tensor& self);
Tensor& acosh_(Tensor& self);
Tensor& acosh_out(Tensor& out, const Tensor& self);
/// Another name of acosh.
Tensor arccosh(const Tensor& self);
Tensor& arccosh_(Tensor& self);
Tensor& arccosh_out(Tensor& out, const Tensor& self);
/// Inverse hyperbolic tangent; infinite at -1 and 1, NaN of real numbers outside of them.
Tensor atanh(const Tensor& self);
Tensor& atanh_(Tensor& self);
Tensor& atanh_out(Tensor& out, const Tensor& self);
/// Another name of atanh.
Tensor arctanh(const Tensor& self);
Tensor& arctanh_(Tensor& self);
Tensor& arctanh_out(Tensor& out, const Tensor& self);
/// sin(pi x) / (pi x); 1 at 0.
Tensor sinc(const Tensor& self);
Tensor& sinc_(Tensor& self);
Tensor& sinc_out(Tensor& out, const Tensor& self);
/// Another name of sinc.
Tensor special_sinc(const Tensor& self);
Tensor& special_sinc_out(Tensor& out, const Tensor& self);
/// Radians of an angle in degrees. Throws for complex numbers.
Tensor deg2rad(const Tensor& self);
Tensor& deg2rad_(Tensor& self);
Tensor& deg2rad_out(Tensor& out, const Tensor& self);
/// Degrees of an angle in radians. Throws for complex numbers.
Tensor rad2deg(const Tensor& self);
Tensor& rad2deg_(Tensor& self);
Tensor& rad2deg_out(Tensor& out, const Tensor& self);
/// Angle of a complex number in radians, from -pi to pi; of a real number 0, or pi where it is negative, and NaN of
/// NaN. The result is real.
Tensor angle(const Tensor& self);
Tensor& angle_out(Tensor& out, const Tensor& self);
/// Error function.
Tensor erf(const Tensor& self);
Tensor& erf_(Tensor& self);
Tensor& erf_out(Tensor& out, const Tensor& self);
/// Another name of erf.
Tensor special_erf(const Tensor& self);
Tensor& special_erf_out(Tensor& out, const Tensor& self);
/// Complementary error function 1 - erf(x), accurate for large x.
Tensor erfc(const Tensor& self);
Tensor& erfc_(Tensor& self);
Tensor& erfc_out(Tensor& out, const Tensor& self);
/// Another name of erfc.
Tensor special_erfc(const Tensor& self);
Tensor& special_erfc_out(Tensor& out, const Tensor& self);
/// The y with erf(y) = x; infinite at -1 and 1, NaN outside of them.
Tensor erfinv(const Tensor& self);
Tensor& erfinv_out(Tensor& out, const Tensor& self);
/// Another name of erfinv.
Tensor special_erfinv(const Tensor& self);
Tensor& special_erfinv_out(Tensor& out, const Tensor& self);
/// log(x / (1 - x)), the inverse of sigmoid. With eps, x is not below eps and not above 1 - eps; without it, or with a
/// negative one, the result is NaN outside of [0, 1].
Tensor logit(const Tensor& self, optional<double> eps = nullopt);
Tensor& logit_(Tensor& self, optional<double> eps = nullopt);
Tensor& logit_out(Tensor& out, const Tensor& self, optional<double> eps = nullopt);
/// Another name of logit.
Tensor special_logit(const Tensor& self, optional<double> eps = nullopt);
Tensor& special_logit_out(Tensor& out, const Tensor& self, optional<double> eps = nullopt);
/// Logarithm of the absolute value of the gamma function; infinite at 0 and at negative integers.
Tensor lgamma(const Tensor& self);
Tensor& lgamma_out(Tensor& out, const Tensor& self);
/// Another name of lgamma.
Tensor special_gammaln(const Tensor& self);
Tensor& special_gammaln_out(Tensor& out, const Tensor& self);
/// Derivative of lgamma; -inf at 0, inf at -0, NaN at negative integers.
Tensor digamma(const Tensor& self);
Tensor& digamma_out(Tensor& out, const Tensor& self);
/// Another name of digamma.
Tensor special_digamma(const Tensor& self);
Tensor& special_digamma_out(Tensor& out, const Tensor& self);
/// Another name of digamma.
Tensor special_psi(const Tensor& self);
Tensor& special_psi_out(Tensor& out, const Tensor& self);
/// The n-th derivative of digamma. Throws for a negative n.
Tensor polygamma(int64_t n, const Tensor& self);
Tensor& polygamma_out(Tensor& out, int64_t n, const Tensor& self);
/// Another name of polygamma.
Tensor special_polygamma(int64_t n, const Tensor& self);
Tensor& special_polygamma_out(Tensor& out, int64_t n, const Tensor& self);
/// Logarithm of the multivariate gamma function of dimension p: p (p - 1) / 4 log(pi) and the sum of lgamma(x - j / 2)
/// for j below p. Throws for p below 1.
Tensor mvlgamma(const Tensor& self, int64_t p);
Tensor& mvlgamma_out(Tensor& out, const Tensor& self, int64_t p);
/// Another name of mvlgamma.
Tensor special_multigammaln(const Tensor& self, int64_t p);
Tensor& special_multigammaln_out(Tensor& out, const Tensor& self, int64_t p);
/// Modified Bessel function of the first kind, of order 0.
Tensor i0(const Tensor& self);
Tensor& i0_(Tensor& self);
Tensor& i0_out(Tensor& out, const Tensor& self);
/// Another name of i0.
Tensor special_i0(const Tensor& self);
Tensor& special_i0_out(Tensor& out, const Tensor& self);
/// Modified Bessel function of the first kind, of order 1.
Tensor special_i1(const Tensor& self);
Tensor& special_i1_out(Tensor& out, const Tensor& self);
/// Greatest integer not above x, in the dtype of x.
Tensor floor(const Tensor& self);
Tensor& floor_(Tensor& self);
Tensor& floor_out(Tensor& out, const Tensor& self);
/// Least integer not below x, in the dtype of x.
Tensor ceil(const Tensor& self);
Tensor& ceil_(Tensor& self);
Tensor& ceil_out(Tensor& out, const Tensor& self);
/// Nearest integer, halves to the even one, in the dtype of x.
Tensor round(const Tensor& self);
Tensor& round_(Tensor& self);
Tensor& round_out(Tensor& out, const Tensor& self);
/// Multiple of 10^-decimals nearest to x, halves to the even one. Throws unless x is floating, and where a destination
/// has another dtype.
Tensor round(const Tensor& self, int64_t decimals);
Tensor& round_(Tensor& self, int64_t decimals);
Tensor& round_out(Tensor& out, const Tensor& self, int64_t decimals);
/// Multiple of 10^-decimals nearest to x, halves to the even one. Throws unless x is floating.
Tensor special_round(const Tensor& self, int64_t decimals = 0);
Tensor& special_round_out(Tensor& out, const Tensor& self, int64_t decimals = 0);
/// Integer part, in the dtype of x.
Tensor trunc(const Tensor& self);
Tensor& trunc_(Tensor& self);
Tensor& trunc_out(Tensor& out, const Tensor& self);
/// Another name of trunc.
Tensor fix(const Tensor& self);
Tensor& fix_(Tensor& self);
Tensor& fix_out(Tensor& out, const Tensor& self);
/// Fractional part x - trunc(x), with the sign of x. Throws for integers.
Tensor frac(const Tensor& self);
Tensor& frac_(Tensor& self);
Tensor& frac_out(Tensor& out, const Tensor& self);
/// -1, 0 or 1 as x is negative, zero or positive. Throws for complex numbers, for which there is sgn.
Tensor sign(const Tensor& self);
Tensor& sign_(Tensor& self);
Tensor& sign_out(Tensor& out, const Tensor& self);
/// Sign; of a complex number z / |z|, and 0 of 0.
Tensor sgn(const Tensor& self);
Tensor& sgn_(Tensor& self);
Tensor& sgn_out(Tensor& out, const Tensor& self);
/// x * x.
Tensor square(const Tensor& self);
Tensor& square_(Tensor& self);
Tensor& square_out(Tensor& out, const Tensor& self);
/// x itself. Throws for bool.
Tensor positive(const Tensor& self);
/// The mantissa, of absolute value in [1/2, 1), and the exponent (int32) with x = mantissa * 2^exponent; of 0,
/// infinities and NaN these and 0. Throws unless x is floating.
std::tuple<Tensor, Tensor> frexp(const Tensor& self);
std::tuple<Tensor&, Tensor&> frexp_out(Tensor& mantissa, Tensor& exponent, const Tensor& self);
/// x with other numbers in place of NaN (0 if not said), inf (the greatest number of the dtype) and -inf (the least).
/// Throws for complex numbers, and where a destination has another dtype.
Tensor nan_to_num(const Tensor& self, optional<double> nan = nullopt, optional<double> posinf = nullopt,
                  optional<double> neginf = nullopt);
Tensor& nan_to_num_(Tensor& self, optional<double> nan = nullopt, optional<double> posinf = nullopt,
                    optional<double> neginf = nullopt);
Tensor& nan_to_num_out(Tensor& out, const Tensor& self, optional<double> nan = nullopt,
                       optional<double> posinf = nullopt, optional<double> neginf = nullopt);
/// Whether x is zero, as bool. A destination may have any dtype.
Tensor logical_not(const Tensor& self);
Tensor& logical_not_(Tensor& self);
Tensor& logical_not_out(Tensor& out, const Tensor& self);
/// All bits inverted; of bool the negation. Throws for floating and complex numbers.
Tensor bitwise_not(const Tensor& self);
Tensor& bitwise_not_(Tensor& self);
Tensor& bitwise_not_out(Tensor& out, const Tensor& self);
/// Whether x, or a part of the complex number x, is NaN, as bool.
Tensor isnan(const Tensor& self);
Tensor& isnan_out(Tensor& out, const Tensor& self);
/// Whether x, or a part of the complex number x, is infinite, as bool.
Tensor isinf(const Tensor& self);
Tensor& isinf_out(Tensor& out, const Tensor& self);
/// Whether x, and both parts of a complex number x, are neither infinite nor NaN, as bool.
Tensor isfinite(const Tensor& self);
/// Whether x is inf, as bool, which a destination must be, too. Throws for complex numbers.
Tensor isposinf(const Tensor& self);
Tensor& isposinf_out(Tensor& out, const Tensor& self);
/// Whether x is -inf, as bool, which a destination must be, too. Throws for complex numbers.
Tensor isneginf(const Tensor& self);
Tensor& isneginf_out(Tensor& out, const Tensor& self);
/// Whether the sign bit of x is set, also that of -0 and NaN, as bool, which a destination must be, too. Throws for
/// complex numbers.
Tensor signbit(const Tensor& self);
Tensor& signbit_out(Tensor& out, const Tensor& self);
/// Whether the imaginary part is 0, as bool.
Tensor isreal(const Tensor& self);
/// self + alpha * other.
Tensor add(const Tensor& self, const Tensor& other, const Scalar& alpha = 1);
Tensor& add_out(Tensor& out, const Tensor& self, const Tensor& other, const Scalar& alpha = 1);
/// self + alpha * other.
Tensor add(const Tensor& self, const Scalar& other, const Scalar& alpha = 1);
Tensor& add_out(Tensor& out, const Tensor& self, const Scalar& other, const Scalar& alpha = 1);
/// self - alpha * other. Throws for bool, for which there are ^ and logical_xor.
Tensor sub(const Tensor& self, const Tensor& other, const Scalar& alpha = 1);
Tensor& sub_out(Tensor& out, const Tensor& self, const Tensor& other, const Scalar& alpha = 1);
/// Another name of sub.
Tensor subtract(const Tensor& self, const Tensor& other, const Scalar& alpha = 1);
Tensor& subtract_out(Tensor& out, const Tensor& self, const Tensor& other, const Scalar& alpha = 1);
/// self - alpha * other. Throws for bool.
Tensor sub(const Tensor& self, const Scalar& other, const Scalar& alpha = 1);
Tensor& sub_out(Tensor& out, const Tensor& self, const Scalar& other, const Scalar& alpha = 1);
/// Another name of sub.
Tensor subtract(const Tensor& self, const Scalar& other, const Scalar& alpha = 1);
Tensor& subtract_out(Tensor& out, const Tensor& self, const Scalar& other, const Scalar& alpha = 1);
/// other - alpha * self. Throws for bool.
Tensor rsub(const Tensor& self, const Tensor& other, const Scalar& alpha = 1);
Tensor& rsub_out(Tensor& out, const Tensor& self, const Tensor& other, const Scalar& alpha = 1);
/// other - alpha * self. Throws for bool.
Tensor rsub(const Tensor& self, const Scalar& other, const Scalar& alpha = 1);
Tensor& rsub_out(Tensor& out, const Tensor& self, const Scalar& other, const Scalar& alpha = 1);
/// self * other; of bool the conjunction.
Tensor mul(const Tensor& self, const Tensor& other);
Tensor& mul_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Another name of mul.
Tensor multiply(const Tensor& self, const Tensor& other);
Tensor& multiply_out(Tensor& out, const Tensor& self, const Tensor& other);
/// self * other.
Tensor mul(const Tensor& self, const Scalar& other);
Tensor& mul_out(Tensor& out, const Tensor& self, const Scalar& other);
/// Another name of mul.
Tensor multiply(const Tensor& self, const Scalar& other);
Tensor& multiply_out(Tensor& out, const Tensor& self, const Scalar& other);
/// self / other.
Tensor div(const Tensor& self, const Tensor& other);
Tensor& div_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Another name of div.
Tensor divide(const Tensor& self, const Tensor& other);
Tensor& divide_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Another name of div.
Tensor true_divide(const Tensor& self, const Tensor& other);
Tensor& true_divide_out(Tensor& out, const Tensor& self, const Tensor& other);
/// self / other. Integers and bool are converted to the default floating dtype.
Tensor div(const Tensor& self, const Scalar& other);
Tensor& div_out(Tensor& out, const Tensor& self, const Scalar& other);
/// Another name of div.
Tensor divide(const Tensor& self, const Scalar& other);
Tensor& divide_out(Tensor& out, const Tensor& self, const Scalar& other);
/// Another name of div.
Tensor true_divide(const Tensor& self, const Scalar& other);
Tensor& true_divide_out(Tensor& out, const Tensor& self, const Scalar& other);
/// self / other, rounded: "trunc" towards zero, "floor" downwards, none not at all. A rounded quotient of integers is
/// an integer, and their division by zero throws.
Tensor div(const Tensor& self, const Tensor& other, optional<std::string_view> rounding_mode);
Tensor& div_out(Tensor& out, const Tensor& self, const Tensor& other, optional<std::string_view> rounding_mode);
/// Another name of div.
Tensor divide(const Tensor& self, const Tensor& other, optional<std::string_view> rounding_mode);
Tensor& divide_out(Tensor& out, const Tensor& self, const Tensor& other, optional<std::string_view> rounding_mode);
/// self / other, rounded: "trunc" towards zero, "floor" downwards, none not at all.
Tensor div(const Tensor& self, const Scalar& other, optional<std::string_view> rounding_mode);
Tensor& div_out(Tensor& out, const Tensor& self, const Scalar& other, optional<std::string_view> rounding_mode);
/// Another name of div.
Tensor divide(const Tensor& self, const Scalar& other, optional<std::string_view> rounding_mode);
Tensor& divide_out(Tensor& out, const Tensor& self, const Scalar& other, optional<std::string_view> rounding_mode);
/// self / other, rounded downwards. Integers stay integers, and their division by zero throws.
Tensor floor_divide(const Tensor& self, const Tensor& other);
Tensor& floor_divide_out(Tensor& out, const Tensor& self, const Tensor& other);
/// self / other, rounded downwards.
Tensor floor_divide(const Tensor& self, const Scalar& other);
/// self - other * floor(self / other), which has the sign of other. Integer division by zero throws.
Tensor remainder(const Tensor& self, const Tensor& other);
Tensor& remainder_out(Tensor& out, const Tensor& self, const Tensor& other);
/// self - other * floor(self / other), which has the sign of other.
Tensor remainder(const Tensor& self, const Scalar& other);
Tensor& remainder_out(Tensor& out, const Tensor& self, const Scalar& other);
/// self - other * floor(self / other), which has the sign of other.
Tensor remainder(const Scalar& self, const Tensor& other);
Tensor& remainder_out(Tensor& out, const Scalar& self, const Tensor& other);
/// self - other * trunc(self / other), which has the sign of self. Integer division by zero throws.
Tensor fmod(const Tensor& self, const Tensor& other);
Tensor& fmod_out(Tensor& out, const Tensor& self, const Tensor& other);
/// self - other * trunc(self / other), which has the sign of self.
Tensor fmod(const Tensor& self, const Scalar& other);
Tensor& fmod_out(Tensor& out, const Tensor& self, const Scalar& other);
/// self to the power exponent. Throws for an integer to the power of a negative integer given as a number.
Tensor pow(const Tensor& self, const Tensor& exponent);
Tensor& pow_out(Tensor& out, const Tensor& self, const Tensor& exponent);
/// self to the power exponent. Throws for integers to a negative integer power.
Tensor pow(const Tensor& self, const Scalar& exponent);
Tensor& pow_out(Tensor& out, const Tensor& self, const Scalar& exponent);
/// self to the power of each exponent.
Tensor pow(const Scalar& self, const Tensor& exponent);
Tensor& pow_out(Tensor& out, const Scalar& self, const Tensor& exponent);
/// self to the power exponent, in double, or complex double where either is complex. Throws where a destination has
/// another dtype.
Tensor float_power(const Tensor& self, const Tensor& exponent);
Tensor& float_power_out(Tensor& out, const Tensor& self, const Tensor& exponent);
/// self to the power exponent, in double, or complex double where either is complex. Throws where a destination has
/// another dtype.
Tensor float_power(const Tensor& self, const Scalar& exponent);
Tensor& float_power_out(Tensor& out, const Tensor& self, const Scalar& exponent);
/// self to the power of each exponent, in double, or complex double where either is complex. Throws where a destination
/// has another dtype.
Tensor float_power(const Scalar& self, const Tensor& exponent);
Tensor& float_power_out(Tensor& out, const Scalar& self, const Tensor& exponent);
/// self * 2^other.
Tensor ldexp(const Tensor& self, const Tensor& other);
Tensor& ldexp_out(Tensor& out, const Tensor& self, const Tensor& other);
/// self * 2^other, in place.
Tensor& ldexp_(Tensor& self, const Tensor& other);
/// The greater of two; NaN if either is. Throws for complex numbers. Equal elements share the gradient.
Tensor maximum(const Tensor& self, const Tensor& other);
Tensor& maximum_out(Tensor& out, const Tensor& self, const Tensor& other);
/// The greater of two; NaN if either is.
Tensor max(const Tensor& self, const Tensor& other);
Tensor& max_out(Tensor& out, const Tensor& self, const Tensor& other);
/// The lesser of two; NaN if either is. Throws for complex numbers. Equal elements share the gradient.
Tensor minimum(const Tensor& self, const Tensor& other);
Tensor& minimum_out(Tensor& out, const Tensor& self, const Tensor& other);
/// The lesser of two; NaN if either is.
Tensor min(const Tensor& self, const Tensor& other);
Tensor& min_out(Tensor& out, const Tensor& self, const Tensor& other);
/// The greater of two, or the one that is not NaN. Throws for complex numbers. Of equal elements self gets the
/// gradient.
Tensor fmax(const Tensor& self, const Tensor& other);
Tensor& fmax_out(Tensor& out, const Tensor& self, const Tensor& other);
/// The lesser of two, or the one that is not NaN. Throws for complex numbers. Of equal elements self gets the gradient.
Tensor fmin(const Tensor& self, const Tensor& other);
Tensor& fmin_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Angle of the point (other, self) in radians, from -pi to pi.
Tensor atan2(const Tensor& self, const Tensor& other);
Tensor& atan2_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Another name of atan2.
Tensor arctan2(const Tensor& self, const Tensor& other);
Tensor& arctan2_out(Tensor& out, const Tensor& self, const Tensor& other);
/// sqrt(self^2 + other^2), without overflow on the way; inf if either is infinite. Throws for integers.
Tensor hypot(const Tensor& self, const Tensor& other);
Tensor& hypot_out(Tensor& out, const Tensor& self, const Tensor& other);
/// The absolute value of self with the sign of other, also that of -0.
Tensor copysign(const Tensor& self, const Tensor& other);
Tensor& copysign_out(Tensor& out, const Tensor& self, const Tensor& other);
/// The absolute value of self with the sign of other, also that of -0.
Tensor copysign(const Tensor& self, const Scalar& other);
Tensor& copysign_out(Tensor& out, const Tensor& self, const Scalar& other);
/// The number next to self in its dtype, towards other; other itself where they are equal. Throws for integers.
Tensor nextafter(const Tensor& self, const Tensor& other);
Tensor& nextafter_out(Tensor& out, const Tensor& self, const Tensor& other);
/// self * log(other); 0 where self is 0, unless other is NaN.
Tensor xlogy(const Tensor& self, const Tensor& other);
Tensor& xlogy_(Tensor& self, const Tensor& other);
Tensor& xlogy_out(Tensor& out, const Tensor& self, const Tensor& other);
/// self * log(other); 0 where self is 0, unless other is NaN.
Tensor xlogy(const Scalar& self, const Tensor& other);
Tensor& xlogy_out(Tensor& out, const Scalar& self, const Tensor& other);
/// self * log(other); 0 where self is 0, unless other is NaN.
Tensor xlogy(const Tensor& self, const Scalar& other);
Tensor& xlogy_(Tensor& self, const Scalar& other);
Tensor& xlogy_out(Tensor& out, const Tensor& self, const Scalar& other);
/// Another name of xlogy.
Tensor special_xlogy(const Tensor& self, const Tensor& other);
Tensor& special_xlogy_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Another name of xlogy.
Tensor special_xlogy(const Scalar& self, const Tensor& other);
Tensor& special_xlogy_out(Tensor& out, const Scalar& self, const Tensor& other);
/// Another name of xlogy.
Tensor special_xlogy(const Tensor& self, const Scalar& other);
Tensor& special_xlogy_out(Tensor& out, const Tensor& self, const Scalar& other);
/// log(e^self + e^other), without overflow on the way. Throws for integers.
Tensor logaddexp(const Tensor& self, const Tensor& other);
Tensor& logaddexp_out(Tensor& out, const Tensor& self, const Tensor& other);
/// log2(2^self + 2^other), without overflow on the way. Throws for integers.
Tensor logaddexp2(const Tensor& self, const Tensor& other);
Tensor& logaddexp2_out(Tensor& out, const Tensor& self, const Tensor& other);
/// 0 where self is negative or NaN, 1 where it is positive, values where it is 0. Throws for complex numbers and where
/// dtypes differ, also that of a destination. Has no derivative.
Tensor heaviside(const Tensor& self, const Tensor& values);
Tensor& heaviside_out(Tensor& out, const Tensor& self, const Tensor& values);
/// Regularized lower incomplete gamma function P(self, other); NaN for negative arguments. Throws for integers.
/// Differentiable in other.
Tensor igamma(const Tensor& self, const Tensor& other);
Tensor& igamma_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Another name of igamma.
Tensor special_gammainc(const Tensor& self, const Tensor& other);
Tensor& special_gammainc_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Regularized upper incomplete gamma function Q(self, other) = 1 - P(self, other); NaN for negative arguments. Throws
/// for integers. Differentiable in other.
Tensor igammac(const Tensor& self, const Tensor& other);
Tensor& igammac_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Another name of igammac.
Tensor special_gammaincc(const Tensor& self, const Tensor& other);
Tensor& special_gammaincc_out(Tensor& out, const Tensor& self, const Tensor& other);
/// The derivative of a number drawn from the gamma distribution (output) by the shape of that (self). Throws for
/// integers. There is no derivative: backward throws.
Tensor _standard_gamma_grad(const Tensor& self, const Tensor& output);
Tensor& _standard_gamma_grad_out(Tensor& out, const Tensor& self, const Tensor& output);
/// The derivative of a coordinate x of a point drawn from the Dirichlet distribution by its own parameter alpha,
/// divided by 1 - x; `total` is the sum of the parameters. Throws for integers. There is no derivative: backward
/// throws.
Tensor _dirichlet_grad(const Tensor& x, const Tensor& alpha, const Tensor& total);
Tensor& _dirichlet_grad_out(Tensor& out, const Tensor& x, const Tensor& alpha, const Tensor& total);
/// Greatest common divisor, not negative; 0 of two zeros. Throws unless both are integers.
Tensor gcd(const Tensor& self, const Tensor& other);
Tensor& gcd_(Tensor& self, const Tensor& other);
Tensor& gcd_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Least common multiple, not negative, as far as the dtype holds it; 0 where either is 0. Throws unless both are
/// integers.
Tensor lcm(const Tensor& self, const Tensor& other);
Tensor& lcm_(Tensor& self, const Tensor& other);
Tensor& lcm_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Complex numbers from their real and imaginary parts, which are both float or both double.
Tensor complex(const Tensor& real, const Tensor& imag);
Tensor& complex_out(Tensor& out, const Tensor& real, const Tensor& imag);
/// Complex numbers from their magnitudes and angles in radians, which are both float or both double.
Tensor polar(const Tensor& abs, const Tensor& angle);
Tensor& polar_out(Tensor& out, const Tensor& abs, const Tensor& angle);
/// Whether self == other, as bool. A destination may have any dtype.
Tensor eq(const Tensor& self, const Tensor& other);
Tensor& eq_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Whether self == other, as bool.
Tensor eq(const Tensor& self, const Scalar& other);
Tensor& eq_out(Tensor& out, const Tensor& self, const Scalar& other);
/// Whether self != other, as bool. A destination may have any dtype.
Tensor ne(const Tensor& self, const Tensor& other);
Tensor& ne_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Another name of ne.
Tensor not_equal(const Tensor& self, const Tensor& other);
Tensor& not_equal_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Whether self != other, as bool.
Tensor ne(const Tensor& self, const Scalar& other);
Tensor& ne_out(Tensor& out, const Tensor& self, const Scalar& other);
/// Another name of ne.
Tensor not_equal(const Tensor& self, const Scalar& other);
Tensor& not_equal_out(Tensor& out, const Tensor& self, const Scalar& other);
/// Whether self < other, as bool. A destination may have any dtype.
Tensor lt(const Tensor& self, const Tensor& other);
Tensor& lt_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Another name of lt.
Tensor less(const Tensor& self, const Tensor& other);
Tensor& less_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Whether self < other, as bool.
Tensor lt(const Tensor& self, const Scalar& other);
Tensor& lt_out(Tensor& out, const Tensor& self, const Scalar& other);
/// Another name of lt.
Tensor less(const Tensor& self, const Scalar& other);
Tensor& less_out(Tensor& out, const Tensor& self, const Scalar& other);
/// Whether self <= other, as bool. A destination may have any dtype.
Tensor le(const Tensor& self, const Tensor& other);
Tensor& le_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Another name of le.
Tensor less_equal(const Tensor& self, const Tensor& other);
Tensor& less_equal_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Whether self <= other, as bool.
Tensor le(const Tensor& self, const Scalar& other);
Tensor& le_out(Tensor& out, const Tensor& self, const Scalar& other);
/// Another name of le.
Tensor less_equal(const Tensor& self, const Scalar& other);
Tensor& less_equal_out(Tensor& out, const Tensor& self, const Scalar& other);
/// Whether self > other, as bool. A destination may have any dtype.
Tensor gt(const Tensor& self, const Tensor& other);
Tensor& gt_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Another name of gt.
Tensor greater(const Tensor& self, const Tensor& other);
Tensor& greater_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Whether self > other, as bool.
Tensor gt(const Tensor& self, const Scalar& other);
Tensor& gt_out(Tensor& out, const Tensor& self, const Scalar& other);
/// Another name of gt.
Tensor greater(const Tensor& self, const Scalar& other);
Tensor& greater_out(Tensor& out, const Tensor& self, const Scalar& other);
/// Whether self >= other, as bool. A destination may have any dtype.
Tensor ge(const Tensor& self, const Tensor& other);
Tensor& ge_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Another name of ge.
Tensor greater_equal(const Tensor& self, const Tensor& other);
Tensor& greater_equal_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Whether self >= other, as bool.
Tensor ge(const Tensor& self, const Scalar& other);
Tensor& ge_out(Tensor& out, const Tensor& self, const Scalar& other);
/// Another name of ge.
Tensor greater_equal(const Tensor& self, const Scalar& other);
Tensor& greater_equal_out(Tensor& out, const Tensor& self, const Scalar& other);
/// Whether both have the same sizes and, in their promoted dtype, the same elements. Throws for tensors of different
/// devices.
bool equal(const Tensor& self, const Tensor& other);
/// Whether |self - other| <= atol + rtol * |other|, as bool; infinities are close to themselves, NaN to NaN with
/// equal_nan. Throws for tensors of different dtypes and for negative tolerances.
Tensor isclose(const Tensor& self, const Tensor& other, double rtol = 1e-05, double atol = 1e-08,
               bool equal_nan = false);
/// Whether isclose() holds for all elements.
bool allclose(const Tensor& self, const Tensor& other, double rtol = 1e-05, double atol = 1e-08,
              bool equal_nan = false);
/// Whether both are not zero, as bool. A destination may have any dtype.
Tensor logical_and(const Tensor& self, const Tensor& other);
Tensor& logical_and_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Whether one or both are not zero, as bool. A destination may have any dtype.
Tensor logical_or(const Tensor& self, const Tensor& other);
Tensor& logical_or_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Whether exactly one of two is not zero, as bool. A destination may have any dtype.
Tensor logical_xor(const Tensor& self, const Tensor& other);
Tensor& logical_xor_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Bits set in both; of bool the conjunction. Throws for floating and complex numbers.
Tensor bitwise_and(const Tensor& self, const Tensor& other);
Tensor& bitwise_and_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Bits set in both; of bool the conjunction.
Tensor bitwise_and(const Tensor& self, const Scalar& other);
Tensor& bitwise_and_out(Tensor& out, const Tensor& self, const Scalar& other);
/// Bits set in both; of bool the conjunction.
Tensor bitwise_and(const Scalar& self, const Tensor& other);
Tensor& bitwise_and_out(Tensor& out, const Scalar& self, const Tensor& other);
/// Bits set in either; of bool the disjunction. Throws for floating and complex numbers.
Tensor bitwise_or(const Tensor& self, const Tensor& other);
Tensor& bitwise_or_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Bits set in either; of bool the disjunction.
Tensor bitwise_or(const Tensor& self, const Scalar& other);
Tensor& bitwise_or_out(Tensor& out, const Tensor& self, const Scalar& other);
/// Bits set in either; of bool the disjunction.
Tensor bitwise_or(const Scalar& self, const Tensor& other);
Tensor& bitwise_or_out(Tensor& out, const Scalar& self, const Tensor& other);
/// Bits set in exactly one; of bool whether they differ. Throws for floating and complex numbers.
Tensor bitwise_xor(const Tensor& self, const Tensor& other);
Tensor& bitwise_xor_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Bits set in exactly one; of bool whether they differ.
Tensor bitwise_xor(const Tensor& self, const Scalar& other);
Tensor& bitwise_xor_out(Tensor& out, const Tensor& self, const Scalar& other);
/// Bits set in exactly one; of bool whether they differ.
Tensor bitwise_xor(const Scalar& self, const Tensor& other);
Tensor& bitwise_xor_out(Tensor& out, const Scalar& self, const Tensor& other);
/// self * 2^other: the bits shifted up. Counts that are negative or not below the width shift all out. Throws unless
/// both are integers.
Tensor bitwise_left_shift(const Tensor& self, const Tensor& other);
Tensor& bitwise_left_shift_out(Tensor& out, const Tensor& self, const Tensor& other);
/// self * 2^other: the bits shifted up.
Tensor bitwise_left_shift(const Tensor& self, const Scalar& other);
Tensor& bitwise_left_shift_out(Tensor& out, const Tensor& self, const Scalar& other);
/// self * 2^other: the bits shifted up.
Tensor bitwise_left_shift(const Scalar& self, const Tensor& other);
Tensor& bitwise_left_shift_out(Tensor& out, const Scalar& self, const Tensor& other);
/// The greatest integer not above self / 2^other: the bits shifted down. Counts that are negative or not below the
/// width shift all out. Throws unless both are integers.
Tensor bitwise_right_shift(const Tensor& self, const Tensor& other);
Tensor& bitwise_right_shift_out(Tensor& out, const Tensor& self, const Tensor& other);
/// The greatest integer not above self / 2^other: the bits shifted down.
Tensor bitwise_right_shift(const Tensor& self, const Scalar& other);
Tensor& bitwise_right_shift_out(Tensor& out, const Tensor& self, const Scalar& other);
/// The greatest integer not above self / 2^other: the bits shifted down.
Tensor bitwise_right_shift(const Scalar& self, const Tensor& other);
Tensor& bitwise_right_shift_out(Tensor& out, const Scalar& self, const Tensor& other);
/// min(max(self, min), max). An absent bound does not bound; at least one must be there. NaN stays. Throws for complex
/// numbers.
Tensor clamp(const Tensor& self, const optional<Scalar>& min, const optional<Scalar>& max = nullopt);
Tensor& clamp_(Tensor& self, const optional<Scalar>& min, const optional<Scalar>& max = nullopt);
Tensor& clamp_out(Tensor& out, const Tensor& self, const optional<Scalar>& min, const optional<Scalar>& max = nullopt);
/// min(max(self, min), max), element by element. An absent bound does not bound; at least one must be there. NaN of any
/// of them is the result.
Tensor clamp(const Tensor& self, const optional<Tensor>& min = {}, const optional<Tensor>& max = {});
Tensor& clamp_(Tensor& self, const optional<Tensor>& min = {}, const optional<Tensor>& max = {});
Tensor& clamp_out(Tensor& out, const Tensor& self, const optional<Tensor>& min = {}, const optional<Tensor>& max = {});
/// Another name of clamp.
Tensor clip(const Tensor& self, const optional<Scalar>& min, const optional<Scalar>& max = nullopt);
Tensor& clip_(Tensor& self, const optional<Scalar>& min, const optional<Scalar>& max = nullopt);
Tensor& clip_out(Tensor& out, const Tensor& self, const optional<Scalar>& min, const optional<Scalar>& max = nullopt);
/// Another name of clamp.
Tensor clip(const Tensor& self, const optional<Tensor>& min = {}, const optional<Tensor>& max = {});
Tensor& clip_(Tensor& self, const optional<Tensor>& min = {}, const optional<Tensor>& max = {});
Tensor& clip_out(Tensor& out, const Tensor& self, const optional<Tensor>& min = {}, const optional<Tensor>& max = {});
/// The greater of self and min; NaN stays, and a NaN as min makes every element NaN.
Tensor clamp_min(const Tensor& self, const Scalar& min);
Tensor& clamp_min_(Tensor& self, const Scalar& min);
Tensor& clamp_min_out(Tensor& out, const Tensor& self, const Scalar& min);
/// The greater of self and min; NaN if either is.
Tensor clamp_min(const Tensor& self, const Tensor& min);
Tensor& clamp_min_(Tensor& self, const Tensor& min);
Tensor& clamp_min_out(Tensor& out, const Tensor& self, const Tensor& min);
/// The lesser of self and max; NaN stays, and a NaN as max makes every element NaN.
Tensor clamp_max(const Tensor& self, const Scalar& max);
Tensor& clamp_max_(Tensor& self, const Scalar& max);
Tensor& clamp_max_out(Tensor& out, const Tensor& self, const Scalar& max);
/// The lesser of self and max; NaN if either is.
Tensor clamp_max(const Tensor& self, const Tensor& max);
Tensor& clamp_max_(Tensor& self, const Tensor& max);
Tensor& clamp_max_out(Tensor& out, const Tensor& self, const Tensor& max);
/// self + value * tensor1 * tensor2.
Tensor addcmul(const Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const Scalar& value = 1);
Tensor& addcmul_out(Tensor& out, const Tensor& self, const Tensor& tensor1, const Tensor& tensor2,
                    const Scalar& value = 1);
/// self + value * tensor1 / tensor2. Throws for a quotient of integers.
Tensor addcdiv(const Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const Scalar& value = 1);
Tensor& addcdiv_out(Tensor& out, const Tensor& self, const Tensor& tensor1, const Tensor& tensor2,
                    const Scalar& value = 1);
/// Linear interpolation self + weight * (end - self). Throws for integers and for tensors of different dtypes.
Tensor lerp(const Tensor& self, const Tensor& end, const Scalar& weight);
Tensor& lerp_out(Tensor& out, const Tensor& self, const Tensor& end, const Scalar& weight);
/// Linear interpolation self + weight * (end - self) with a weight for each element. Throws for integers and for
/// tensors of different dtypes.
Tensor lerp(const Tensor& self, const Tensor& end, const Tensor& weight);
Tensor& lerp_out(Tensor& out, const Tensor& self, const Tensor& end, const Tensor& weight);
/// Elements of self where the condition (bool or uint8) holds, else of other. Throws where a destination has another
/// dtype than the result.
Tensor where(const Tensor& condition, const Tensor& self, const Tensor& other);
Tensor& where_out(Tensor& out, const Tensor& condition, const Tensor& self, const Tensor& other);
/// The number self where the condition holds, else elements of other.
Tensor where(const Tensor& condition, const Scalar& self, const Tensor& other);
/// Elements of self where the condition holds, else the number other.
Tensor where(const Tensor& condition, const Tensor& self, const Scalar& other);
/// One of two numbers, as the condition holds or not.
Tensor where(const Tensor& condition, const Scalar& self, const Scalar& other);
/// Indices (int64) of the elements that are not zero, a tensor per dimension.
std::vector<Tensor> where(const Tensor& condition);
/// max(x, 0); NaN stays. Throws for bool and for complex numbers.
Tensor relu(const Tensor& self);
Tensor& relu_(Tensor& self);
Tensor& relu_out(Tensor& out, const Tensor& self);
/// min(max(x, 0), 6).
Tensor relu6(const Tensor& self);
Tensor& relu6_(Tensor& self);
/// x * P(X <= x) for a standard normal X; approximate is "none" or "tanh" for the approximation by a hyperbolic
/// tangent.
Tensor gelu(const Tensor& self, std::string_view approximate = "none");
Tensor& gelu_(Tensor& self, std::string_view approximate = "none");
Tensor& gelu_out(Tensor& out, const Tensor& self, std::string_view approximate = "none");
/// x * sigmoid(x).
Tensor silu(const Tensor& self);
Tensor& silu_(Tensor& self);
Tensor& silu_out(Tensor& out, const Tensor& self);
/// x * tanh(softplus(x)).
Tensor mish(const Tensor& self);
Tensor& mish_(Tensor& self);
Tensor& mish_out(Tensor& out, const Tensor& self);
/// x where it is positive, else negative_slope * x.
Tensor leaky_relu(const Tensor& self, const Scalar& negative_slope = 0.01);
Tensor& leaky_relu_(Tensor& self, const Scalar& negative_slope = 0.01);
Tensor& leaky_relu_out(Tensor& out, const Tensor& self, const Scalar& negative_slope = 0.01);
/// x where it is positive, else weight * x. The weight has one element, or one for each index of dimension 1.
Tensor prelu(const Tensor& self, const Tensor& weight);
Tensor& prelu_out(Tensor& out, const Tensor& self, const Tensor& weight);
/// scale * x where x is positive, else scale * alpha * (e^(x * input_scale) - 1).
Tensor elu(const Tensor& self, const Scalar& alpha = 1, const Scalar& scale = 1, const Scalar& input_scale = 1);
Tensor& elu_(Tensor& self, const Scalar& alpha = 1, const Scalar& scale = 1, const Scalar& input_scale = 1);
Tensor& elu_out(Tensor& out, const Tensor& self, const Scalar& alpha = 1, const Scalar& scale = 1,
                const Scalar& input_scale = 1);
/// elu with the constants that keep mean 0 and variance 1 from layer to layer. Source: Klambauer et al. 2017.
Tensor selu(const Tensor& self);
Tensor& selu_(Tensor& self);
/// max(x, 0) + min(0, alpha * (e^(x / alpha) - 1)). Throws for alpha = 0.
Tensor celu(const Tensor& self, const Scalar& alpha = 1.0);
Tensor& celu_(Tensor& self, const Scalar& alpha = 1.0);
Tensor& celu_out(Tensor& out, const Tensor& self, const Scalar& alpha = 1.0);
/// x, not below min_val and not above max_val. Throws for bool.
Tensor hardtanh(const Tensor& self, const Scalar& min_val = -1, const Scalar& max_val = 1);
Tensor& hardtanh_(Tensor& self, const Scalar& min_val = -1, const Scalar& max_val = 1);
Tensor& hardtanh_out(Tensor& out, const Tensor& self, const Scalar& min_val = -1, const Scalar& max_val = 1);
/// x * min(max(x + 3, 0), 6) / 6.
Tensor hardswish(const Tensor& self);
Tensor& hardswish_(Tensor& self);
Tensor& hardswish_out(Tensor& out, const Tensor& self);
/// min(max(x + 3, 0), 6) / 6.
Tensor hardsigmoid(const Tensor& self);
Tensor& hardsigmoid_(Tensor& self);
Tensor& hardsigmoid_out(Tensor& out, const Tensor& self);
/// x outside of [-lambd, lambd], 0 within. Throws where a destination has another dtype.
Tensor hardshrink(const Tensor& self, const Scalar& lambd = 0.5);
Tensor& hardshrink_out(Tensor& out, const Tensor& self, const Scalar& lambd = 0.5);
/// x moved towards 0 by lambd, and 0 within [-lambd, lambd]. Throws for a negative lambd, and where a destination has
/// another dtype.
Tensor softshrink(const Tensor& self, const Scalar& lambd = 0.5);
Tensor& softshrink_out(Tensor& out, const Tensor& self, const Scalar& lambd = 0.5);
/// log(1 + e^(beta * x)) / beta; x itself where beta * x is above the threshold.
Tensor softplus(const Tensor& self, const Scalar& beta = 1, const Scalar& threshold = 20);
Tensor& softplus_out(Tensor& out, const Tensor& self, const Scalar& beta = 1, const Scalar& threshold = 20);
/// log(sigmoid(x)), without overflow. Throws where a destination has another dtype.
Tensor log_sigmoid(const Tensor& self);
Tensor& log_sigmoid_out(Tensor& out, const Tensor& self);
/// x where it is above the threshold, else value.
Tensor threshold(const Tensor& self, const Scalar& threshold, const Scalar& value);
Tensor& threshold_(Tensor& self, const Scalar& threshold, const Scalar& value);
Tensor& threshold_out(Tensor& out, const Tensor& self, const Scalar& threshold, const Scalar& value);
/// The first half along dim times the sigmoid of the second half. Throws where the size of dim is odd.
Tensor glu(const Tensor& self, int64_t dim = -1);
Tensor& glu_out(Tensor& out, const Tensor& self, int64_t dim = -1);
/// Gradient of sigmoid from that of its result: grad_output * (1 - output) * output.
Tensor sigmoid_backward(const Tensor& grad_output, const Tensor& output);
Tensor& sigmoid_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& output);
/// Gradient of tanh from that of its result: grad_output * (1 - output^2).
Tensor tanh_backward(const Tensor& grad_output, const Tensor& output);
Tensor& tanh_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& output);
/// Gradient of logit from that of its result: grad_output / (self * (1 - self)). With eps, 0 where self is below eps or
/// above 1 - eps; without it, or with a negative one, NaN outside of [0, 1].
Tensor logit_backward(const Tensor& grad_output, const Tensor& self, optional<double> eps = nullopt);
Tensor& logit_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                           optional<double> eps = nullopt);
/// grad_output where self is above the threshold, else 0: the gradient of threshold, and of relu.
Tensor threshold_backward(const Tensor& grad_output, const Tensor& self, const Scalar& threshold);
Tensor& threshold_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                               const Scalar& threshold);
/// Gradient of gelu from that of its result.
Tensor gelu_backward(const Tensor& grad_output, const Tensor& self, std::string_view approximate = "none");
Tensor& gelu_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                          std::string_view approximate = "none");
/// Gradient of silu from that of its result.
Tensor silu_backward(const Tensor& grad_output, const Tensor& self);
Tensor& silu_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self);
/// Gradient of mish from that of its result.
Tensor mish_backward(const Tensor& grad_output, const Tensor& self);
/// Gradient of leaky_relu from that of its result; self may be the result. Throws for a negative slope then, which does
/// not tell the sign of the input.
Tensor leaky_relu_backward(const Tensor& grad_output, const Tensor& self, const Scalar& negative_slope,
                           bool self_is_result);
Tensor& leaky_relu_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                const Scalar& negative_slope, bool self_is_result);
/// Gradient of elu from that of its result, by the input or, with is_result, by the result. Throws for a negative alpha
/// then, which does not tell the sign of the input.
Tensor elu_backward(const Tensor& grad_output, const Scalar& alpha, const Scalar& scale, const Scalar& input_scale,
                    bool is_result, const Tensor& self_or_result);
Tensor& elu_backward_out(Tensor& grad_input, const Tensor& grad_output, const Scalar& alpha, const Scalar& scale,
                         const Scalar& input_scale, bool is_result, const Tensor& self_or_result);
/// Gradient of hardtanh from that of its result: grad_output where min_val < self < max_val, else 0.
Tensor hardtanh_backward(const Tensor& grad_output, const Tensor& self, const Scalar& min_val, const Scalar& max_val);
Tensor& hardtanh_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self, const Scalar& min_val,
                              const Scalar& max_val);
/// Gradient of hardswish from that of its result.
Tensor hardswish_backward(const Tensor& grad_output, const Tensor& self);
Tensor& hardswish_backward_out(Tensor& out, const Tensor& grad_output, const Tensor& self);
/// Gradient of hardsigmoid from that of its result.
Tensor hardsigmoid_backward(const Tensor& grad_output, const Tensor& self);
Tensor& hardsigmoid_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self);
/// Gradient of softplus from that of its result.
Tensor softplus_backward(const Tensor& grad_output, const Tensor& self, const Scalar& beta, const Scalar& threshold);
Tensor& softplus_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self, const Scalar& beta,
                              const Scalar& threshold);

namespace special {
Tensor exp2(const Tensor& self);
Tensor& exp2_out(Tensor& out, const Tensor& self);
Tensor expm1(const Tensor& self);
Tensor& expm1_out(Tensor& out, const Tensor& self);
Tensor log1p(const Tensor& self);
Tensor& log1p_out(Tensor& out, const Tensor& self);
Tensor expit(const Tensor& self);
Tensor& expit_out(Tensor& out, const Tensor& self);
Tensor sinc(const Tensor& self);
Tensor& sinc_out(Tensor& out, const Tensor& self);
Tensor erf(const Tensor& self);
Tensor& erf_out(Tensor& out, const Tensor& self);
Tensor erfc(const Tensor& self);
Tensor& erfc_out(Tensor& out, const Tensor& self);
Tensor erfinv(const Tensor& self);
Tensor& erfinv_out(Tensor& out, const Tensor& self);
Tensor logit(const Tensor& self, optional<double> eps = nullopt);
Tensor& logit_out(Tensor& out, const Tensor& self, optional<double> eps = nullopt);
Tensor gammaln(const Tensor& self);
Tensor& gammaln_out(Tensor& out, const Tensor& self);
Tensor digamma(const Tensor& self);
Tensor& digamma_out(Tensor& out, const Tensor& self);
Tensor psi(const Tensor& self);
Tensor& psi_out(Tensor& out, const Tensor& self);
Tensor polygamma(int64_t n, const Tensor& self);
Tensor& polygamma_out(Tensor& out, int64_t n, const Tensor& self);
Tensor multigammaln(const Tensor& self, int64_t p);
Tensor& multigammaln_out(Tensor& out, const Tensor& self, int64_t p);
Tensor i0(const Tensor& self);
Tensor& i0_out(Tensor& out, const Tensor& self);
Tensor i1(const Tensor& self);
Tensor& i1_out(Tensor& out, const Tensor& self);
Tensor round(const Tensor& self, int64_t decimals = 0);
Tensor& round_out(Tensor& out, const Tensor& self, int64_t decimals = 0);
Tensor xlogy(const Tensor& self, const Tensor& other);
Tensor& xlogy_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor xlogy(const Scalar& self, const Tensor& other);
Tensor& xlogy_out(Tensor& out, const Scalar& self, const Tensor& other);
Tensor xlogy(const Tensor& self, const Scalar& other);
Tensor& xlogy_out(Tensor& out, const Tensor& self, const Scalar& other);
Tensor gammainc(const Tensor& self, const Tensor& other);
Tensor& gammainc_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor gammaincc(const Tensor& self, const Tensor& other);
Tensor& gammaincc_out(Tensor& out, const Tensor& self, const Tensor& other);
}  // namespace special

}  // namespace torchpp
TORCHPP_API_END
