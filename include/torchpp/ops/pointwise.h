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

namespace torchpp {

/// Absolute value; of a complex number its modulus, which is real.
TORCHPP_API Tensor abs(const Tensor& self);
TORCHPP_API Tensor& abs_(Tensor& self);
TORCHPP_API Tensor& abs_out(Tensor& out, const Tensor& self);
/// Another name of abs.
TORCHPP_API Tensor absolute(const Tensor& self);
TORCHPP_API Tensor& absolute_(Tensor& self);
TORCHPP_API Tensor& absolute_out(Tensor& out, const Tensor& self);
/// The negative. Throws for bool.
TORCHPP_API Tensor neg(const Tensor& self);
TORCHPP_API Tensor& neg_(Tensor& self);
TORCHPP_API Tensor& neg_out(Tensor& out, const Tensor& self);
/// Another name of neg.
TORCHPP_API Tensor negative(const Tensor& self);
TORCHPP_API Tensor& negative_(Tensor& self);
TORCHPP_API Tensor& negative_out(Tensor& out, const Tensor& self);
/// e to the power of each element.
TORCHPP_API Tensor exp(const Tensor& self);
TORCHPP_API Tensor& exp_(Tensor& self);
TORCHPP_API Tensor& exp_out(Tensor& out, const Tensor& self);
/// 2 to the power of each element.
TORCHPP_API Tensor exp2(const Tensor& self);
TORCHPP_API Tensor& exp2_(Tensor& self);
TORCHPP_API Tensor& exp2_out(Tensor& out, const Tensor& self);
/// Another name of exp2.
TORCHPP_API Tensor special_exp2(const Tensor& self);
TORCHPP_API Tensor& special_exp2_out(Tensor& out, const Tensor& self);
/// e^x - 1, accurate near 0.
TORCHPP_API Tensor expm1(const Tensor& self);
TORCHPP_API Tensor& expm1_(Tensor& self);
TORCHPP_API Tensor& expm1_out(Tensor& out, const Tensor& self);
/// Another name of expm1.
TORCHPP_API Tensor special_expm1(const Tensor& self);
TORCHPP_API Tensor& special_expm1_out(Tensor& out, const Tensor& self);
/// Natural logarithm.
TORCHPP_API Tensor log(const Tensor& self);
TORCHPP_API Tensor& log_(Tensor& self);
TORCHPP_API Tensor& log_out(Tensor& out, const Tensor& self);
/// Logarithm to base 2.
TORCHPP_API Tensor log2(const Tensor& self);
TORCHPP_API Tensor& log2_(Tensor& self);
TORCHPP_API Tensor& log2_out(Tensor& out, const Tensor& self);
/// Logarithm to base 10.
TORCHPP_API Tensor log10(const Tensor& self);
TORCHPP_API Tensor& log10_(Tensor& self);
TORCHPP_API Tensor& log10_out(Tensor& out, const Tensor& self);
/// log(1 + x), accurate near 0.
TORCHPP_API Tensor log1p(const Tensor& self);
TORCHPP_API Tensor& log1p_(Tensor& self);
TORCHPP_API Tensor& log1p_out(Tensor& out, const Tensor& self);
/// Another name of log1p.
TORCHPP_API Tensor special_log1p(const Tensor& self);
TORCHPP_API Tensor& special_log1p_out(Tensor& out, const Tensor& self);
/// Square root; NaN of negative real numbers.
TORCHPP_API Tensor sqrt(const Tensor& self);
TORCHPP_API Tensor& sqrt_(Tensor& self);
TORCHPP_API Tensor& sqrt_out(Tensor& out, const Tensor& self);
/// 1 / sqrt(x).
TORCHPP_API Tensor rsqrt(const Tensor& self);
TORCHPP_API Tensor& rsqrt_(Tensor& self);
TORCHPP_API Tensor& rsqrt_out(Tensor& out, const Tensor& self);
/// 1 / x.
TORCHPP_API Tensor reciprocal(const Tensor& self);
TORCHPP_API Tensor& reciprocal_(Tensor& self);
TORCHPP_API Tensor& reciprocal_out(Tensor& out, const Tensor& self);
/// Logistic function 1 / (1 + e^-x).
TORCHPP_API Tensor sigmoid(const Tensor& self);
TORCHPP_API Tensor& sigmoid_(Tensor& self);
TORCHPP_API Tensor& sigmoid_out(Tensor& out, const Tensor& self);
/// Another name of sigmoid.
TORCHPP_API Tensor special_expit(const Tensor& self);
TORCHPP_API Tensor& special_expit_out(Tensor& out, const Tensor& self);
/// Hyperbolic tangent.
TORCHPP_API Tensor tanh(const Tensor& self);
TORCHPP_API Tensor& tanh_(Tensor& self);
TORCHPP_API Tensor& tanh_out(Tensor& out, const Tensor& self);
/// Sine of radians.
TORCHPP_API Tensor sin(const Tensor& self);
TORCHPP_API Tensor& sin_(Tensor& self);
TORCHPP_API Tensor& sin_out(Tensor& out, const Tensor& self);
/// Cosine of radians.
TORCHPP_API Tensor cos(const Tensor& self);
TORCHPP_API Tensor& cos_(Tensor& self);
TORCHPP_API Tensor& cos_out(Tensor& out, const Tensor& self);
/// Tangent of radians.
TORCHPP_API Tensor tan(const Tensor& self);
TORCHPP_API Tensor& tan_(Tensor& self);
TORCHPP_API Tensor& tan_out(Tensor& out, const Tensor& self);
/// Arc sine in radians; NaN of real numbers outside of [-1, 1].
TORCHPP_API Tensor asin(const Tensor& self);
TORCHPP_API Tensor& asin_(Tensor& self);
TORCHPP_API Tensor& asin_out(Tensor& out, const Tensor& self);
/// Another name of asin.
TORCHPP_API Tensor arcsin(const Tensor& self);
TORCHPP_API Tensor& arcsin_(Tensor& self);
TORCHPP_API Tensor& arcsin_out(Tensor& out, const Tensor& self);
/// Arc cosine in radians; NaN of real numbers outside of [-1, 1].
TORCHPP_API Tensor acos(const Tensor& self);
TORCHPP_API Tensor& acos_(Tensor& self);
TORCHPP_API Tensor& acos_out(Tensor& out, const Tensor& self);
/// Another name of acos.
TORCHPP_API Tensor arccos(const Tensor& self);
TORCHPP_API Tensor& arccos_(Tensor& self);
TORCHPP_API Tensor& arccos_out(Tensor& out, const Tensor& self);
/// Arc tangent in radians.
TORCHPP_API Tensor atan(const Tensor& self);
TORCHPP_API Tensor& atan_(Tensor& self);
TORCHPP_API Tensor& atan_out(Tensor& out, const Tensor& self);
/// Another name of atan.
TORCHPP_API Tensor arctan(const Tensor& self);
TORCHPP_API Tensor& arctan_(Tensor& self);
TORCHPP_API Tensor& arctan_out(Tensor& out, const Tensor& self);
/// Hyperbolic sine.
TORCHPP_API Tensor sinh(const Tensor& self);
TORCHPP_API Tensor& sinh_(Tensor& self);
TORCHPP_API Tensor& sinh_out(Tensor& out, const Tensor& self);
/// Hyperbolic cosine.
TORCHPP_API Tensor cosh(const Tensor& self);
TORCHPP_API Tensor& cosh_(Tensor& self);
TORCHPP_API Tensor& cosh_out(Tensor& out, const Tensor& self);
/// Error function.
TORCHPP_API Tensor erf(const Tensor& self);
TORCHPP_API Tensor& erf_(Tensor& self);
TORCHPP_API Tensor& erf_out(Tensor& out, const Tensor& self);
/// Another name of erf.
TORCHPP_API Tensor special_erf(const Tensor& self);
TORCHPP_API Tensor& special_erf_out(Tensor& out, const Tensor& self);
/// Complementary error function 1 - erf(x), accurate for large x.
TORCHPP_API Tensor erfc(const Tensor& self);
TORCHPP_API Tensor& erfc_(Tensor& self);
TORCHPP_API Tensor& erfc_out(Tensor& out, const Tensor& self);
/// Another name of erfc.
TORCHPP_API Tensor special_erfc(const Tensor& self);
TORCHPP_API Tensor& special_erfc_out(Tensor& out, const Tensor& self);
/// The y with erf(y) = x; infinite at -1 and 1, NaN outside of them.
TORCHPP_API Tensor erfinv(const Tensor& self);
TORCHPP_API Tensor& erfinv_out(Tensor& out, const Tensor& self);
/// Another name of erfinv.
TORCHPP_API Tensor special_erfinv(const Tensor& self);
TORCHPP_API Tensor& special_erfinv_out(Tensor& out, const Tensor& self);
/// Greatest integer not above x, in the dtype of x.
TORCHPP_API Tensor floor(const Tensor& self);
TORCHPP_API Tensor& floor_(Tensor& self);
TORCHPP_API Tensor& floor_out(Tensor& out, const Tensor& self);
/// Least integer not below x, in the dtype of x.
TORCHPP_API Tensor ceil(const Tensor& self);
TORCHPP_API Tensor& ceil_(Tensor& self);
TORCHPP_API Tensor& ceil_out(Tensor& out, const Tensor& self);
/// Nearest integer, halves to the even one, in the dtype of x.
TORCHPP_API Tensor round(const Tensor& self);
TORCHPP_API Tensor& round_(Tensor& self);
TORCHPP_API Tensor& round_out(Tensor& out, const Tensor& self);
/// Multiple of 10^-decimals nearest to x, halves to the even one. Throws unless x is floating, and where a destination
/// has another dtype.
TORCHPP_API Tensor round(const Tensor& self, int64_t decimals);
TORCHPP_API Tensor& round_(Tensor& self, int64_t decimals);
TORCHPP_API Tensor& round_out(Tensor& out, const Tensor& self, int64_t decimals);
/// Multiple of 10^-decimals nearest to x, halves to the even one. Throws unless x is floating.
TORCHPP_API Tensor special_round(const Tensor& self, int64_t decimals = 0);
TORCHPP_API Tensor& special_round_out(Tensor& out, const Tensor& self, int64_t decimals = 0);
/// Integer part, in the dtype of x.
TORCHPP_API Tensor trunc(const Tensor& self);
TORCHPP_API Tensor& trunc_(Tensor& self);
TORCHPP_API Tensor& trunc_out(Tensor& out, const Tensor& self);
/// Another name of trunc.
TORCHPP_API Tensor fix(const Tensor& self);
TORCHPP_API Tensor& fix_(Tensor& self);
TORCHPP_API Tensor& fix_out(Tensor& out, const Tensor& self);
/// Fractional part x - trunc(x), with the sign of x. Throws for integers.
TORCHPP_API Tensor frac(const Tensor& self);
TORCHPP_API Tensor& frac_(Tensor& self);
TORCHPP_API Tensor& frac_out(Tensor& out, const Tensor& self);
/// -1, 0 or 1 as x is negative, zero or positive. Throws for complex numbers, for which there is sgn.
TORCHPP_API Tensor sign(const Tensor& self);
TORCHPP_API Tensor& sign_(Tensor& self);
TORCHPP_API Tensor& sign_out(Tensor& out, const Tensor& self);
/// Sign; of a complex number z / |z|, and 0 of 0.
TORCHPP_API Tensor sgn(const Tensor& self);
TORCHPP_API Tensor& sgn_(Tensor& self);
TORCHPP_API Tensor& sgn_out(Tensor& out, const Tensor& self);
/// x * x.
TORCHPP_API Tensor square(const Tensor& self);
TORCHPP_API Tensor& square_(Tensor& self);
TORCHPP_API Tensor& square_out(Tensor& out, const Tensor& self);
/// Whether x is zero, as bool. A destination may have any dtype.
TORCHPP_API Tensor logical_not(const Tensor& self);
TORCHPP_API Tensor& logical_not_(Tensor& self);
TORCHPP_API Tensor& logical_not_out(Tensor& out, const Tensor& self);
/// All bits inverted; of bool the negation. Throws for floating and complex numbers.
TORCHPP_API Tensor bitwise_not(const Tensor& self);
TORCHPP_API Tensor& bitwise_not_(Tensor& self);
TORCHPP_API Tensor& bitwise_not_out(Tensor& out, const Tensor& self);
/// Whether x, or a part of the complex number x, is NaN, as bool.
TORCHPP_API Tensor isnan(const Tensor& self);
TORCHPP_API Tensor& isnan_out(Tensor& out, const Tensor& self);
/// Whether x, or a part of the complex number x, is infinite, as bool.
TORCHPP_API Tensor isinf(const Tensor& self);
TORCHPP_API Tensor& isinf_out(Tensor& out, const Tensor& self);
/// Whether x, and both parts of a complex number x, are neither infinite nor NaN, as bool.
TORCHPP_API Tensor isfinite(const Tensor& self);
/// self + alpha * other.
TORCHPP_API Tensor add(const Tensor& self, const Tensor& other, const Scalar& alpha = 1);
TORCHPP_API Tensor& add_out(Tensor& out, const Tensor& self, const Tensor& other, const Scalar& alpha = 1);
/// self + alpha * other.
TORCHPP_API Tensor add(const Tensor& self, const Scalar& other, const Scalar& alpha = 1);
TORCHPP_API Tensor& add_out(Tensor& out, const Tensor& self, const Scalar& other, const Scalar& alpha = 1);
/// self - alpha * other. Throws for bool, for which there are ^ and logical_xor.
TORCHPP_API Tensor sub(const Tensor& self, const Tensor& other, const Scalar& alpha = 1);
TORCHPP_API Tensor& sub_out(Tensor& out, const Tensor& self, const Tensor& other, const Scalar& alpha = 1);
/// Another name of sub.
TORCHPP_API Tensor subtract(const Tensor& self, const Tensor& other, const Scalar& alpha = 1);
TORCHPP_API Tensor& subtract_out(Tensor& out, const Tensor& self, const Tensor& other, const Scalar& alpha = 1);
/// self - alpha * other. Throws for bool.
TORCHPP_API Tensor sub(const Tensor& self, const Scalar& other, const Scalar& alpha = 1);
TORCHPP_API Tensor& sub_out(Tensor& out, const Tensor& self, const Scalar& other, const Scalar& alpha = 1);
/// Another name of sub.
TORCHPP_API Tensor subtract(const Tensor& self, const Scalar& other, const Scalar& alpha = 1);
TORCHPP_API Tensor& subtract_out(Tensor& out, const Tensor& self, const Scalar& other, const Scalar& alpha = 1);
/// other - alpha * self. Throws for bool.
TORCHPP_API Tensor rsub(const Tensor& self, const Tensor& other, const Scalar& alpha = 1);
TORCHPP_API Tensor& rsub_out(Tensor& out, const Tensor& self, const Tensor& other, const Scalar& alpha = 1);
/// other - alpha * self. Throws for bool.
TORCHPP_API Tensor rsub(const Tensor& self, const Scalar& other, const Scalar& alpha = 1);
TORCHPP_API Tensor& rsub_out(Tensor& out, const Tensor& self, const Scalar& other, const Scalar& alpha = 1);
/// self * other; of bool the conjunction.
TORCHPP_API Tensor mul(const Tensor& self, const Tensor& other);
TORCHPP_API Tensor& mul_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Another name of mul.
TORCHPP_API Tensor multiply(const Tensor& self, const Tensor& other);
TORCHPP_API Tensor& multiply_out(Tensor& out, const Tensor& self, const Tensor& other);
/// self * other.
TORCHPP_API Tensor mul(const Tensor& self, const Scalar& other);
TORCHPP_API Tensor& mul_out(Tensor& out, const Tensor& self, const Scalar& other);
/// Another name of mul.
TORCHPP_API Tensor multiply(const Tensor& self, const Scalar& other);
TORCHPP_API Tensor& multiply_out(Tensor& out, const Tensor& self, const Scalar& other);
/// self / other.
TORCHPP_API Tensor div(const Tensor& self, const Tensor& other);
TORCHPP_API Tensor& div_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Another name of div.
TORCHPP_API Tensor divide(const Tensor& self, const Tensor& other);
TORCHPP_API Tensor& divide_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Another name of div.
TORCHPP_API Tensor true_divide(const Tensor& self, const Tensor& other);
TORCHPP_API Tensor& true_divide_out(Tensor& out, const Tensor& self, const Tensor& other);
/// self / other. Integers and bool are converted to the default floating dtype.
TORCHPP_API Tensor div(const Tensor& self, const Scalar& other);
TORCHPP_API Tensor& div_out(Tensor& out, const Tensor& self, const Scalar& other);
/// Another name of div.
TORCHPP_API Tensor divide(const Tensor& self, const Scalar& other);
TORCHPP_API Tensor& divide_out(Tensor& out, const Tensor& self, const Scalar& other);
/// Another name of div.
TORCHPP_API Tensor true_divide(const Tensor& self, const Scalar& other);
TORCHPP_API Tensor& true_divide_out(Tensor& out, const Tensor& self, const Scalar& other);
/// self / other, rounded: "trunc" towards zero, "floor" downwards, none not at all. A rounded quotient of integers is
/// an integer, and their division by zero throws.
TORCHPP_API Tensor div(const Tensor& self, const Tensor& other, std::optional<std::string_view> rounding_mode);
TORCHPP_API Tensor& div_out(Tensor& out, const Tensor& self, const Tensor& other,
                            std::optional<std::string_view> rounding_mode);
/// Another name of div.
TORCHPP_API Tensor divide(const Tensor& self, const Tensor& other, std::optional<std::string_view> rounding_mode);
TORCHPP_API Tensor& divide_out(Tensor& out, const Tensor& self, const Tensor& other,
                               std::optional<std::string_view> rounding_mode);
/// self / other, rounded: "trunc" towards zero, "floor" downwards, none not at all.
TORCHPP_API Tensor div(const Tensor& self, const Scalar& other, std::optional<std::string_view> rounding_mode);
TORCHPP_API Tensor& div_out(Tensor& out, const Tensor& self, const Scalar& other,
                            std::optional<std::string_view> rounding_mode);
/// Another name of div.
TORCHPP_API Tensor divide(const Tensor& self, const Scalar& other, std::optional<std::string_view> rounding_mode);
TORCHPP_API Tensor& divide_out(Tensor& out, const Tensor& self, const Scalar& other,
                               std::optional<std::string_view> rounding_mode);
/// self / other, rounded downwards. Integers stay integers, and their division by zero throws.
TORCHPP_API Tensor floor_divide(const Tensor& self, const Tensor& other);
TORCHPP_API Tensor& floor_divide_out(Tensor& out, const Tensor& self, const Tensor& other);
/// self / other, rounded downwards.
TORCHPP_API Tensor floor_divide(const Tensor& self, const Scalar& other);
/// self - other * floor(self / other), which has the sign of other. Integer division by zero throws.
TORCHPP_API Tensor remainder(const Tensor& self, const Tensor& other);
TORCHPP_API Tensor& remainder_out(Tensor& out, const Tensor& self, const Tensor& other);
/// self - other * floor(self / other), which has the sign of other.
TORCHPP_API Tensor remainder(const Tensor& self, const Scalar& other);
TORCHPP_API Tensor& remainder_out(Tensor& out, const Tensor& self, const Scalar& other);
/// self - other * floor(self / other), which has the sign of other.
TORCHPP_API Tensor remainder(const Scalar& self, const Tensor& other);
TORCHPP_API Tensor& remainder_out(Tensor& out, const Scalar& self, const Tensor& other);
/// self - other * trunc(self / other), which has the sign of self. Integer division by zero throws.
TORCHPP_API Tensor fmod(const Tensor& self, const Tensor& other);
TORCHPP_API Tensor& fmod_out(Tensor& out, const Tensor& self, const Tensor& other);
/// self - other * trunc(self / other), which has the sign of self.
TORCHPP_API Tensor fmod(const Tensor& self, const Scalar& other);
TORCHPP_API Tensor& fmod_out(Tensor& out, const Tensor& self, const Scalar& other);
/// self to the power exponent. Throws for an integer to the power of a negative integer given as a number.
TORCHPP_API Tensor pow(const Tensor& self, const Tensor& exponent);
TORCHPP_API Tensor& pow_out(Tensor& out, const Tensor& self, const Tensor& exponent);
/// self to the power exponent. Throws for integers to a negative integer power.
TORCHPP_API Tensor pow(const Tensor& self, const Scalar& exponent);
TORCHPP_API Tensor& pow_out(Tensor& out, const Tensor& self, const Scalar& exponent);
/// self to the power of each exponent.
TORCHPP_API Tensor pow(const Scalar& self, const Tensor& exponent);
TORCHPP_API Tensor& pow_out(Tensor& out, const Scalar& self, const Tensor& exponent);
/// The greater of two; NaN if either is. Throws for complex numbers. Equal elements share the gradient.
TORCHPP_API Tensor maximum(const Tensor& self, const Tensor& other);
TORCHPP_API Tensor& maximum_out(Tensor& out, const Tensor& self, const Tensor& other);
/// The greater of two; NaN if either is.
TORCHPP_API Tensor max(const Tensor& self, const Tensor& other);
TORCHPP_API Tensor& max_out(Tensor& out, const Tensor& self, const Tensor& other);
/// The lesser of two; NaN if either is. Throws for complex numbers. Equal elements share the gradient.
TORCHPP_API Tensor minimum(const Tensor& self, const Tensor& other);
TORCHPP_API Tensor& minimum_out(Tensor& out, const Tensor& self, const Tensor& other);
/// The lesser of two; NaN if either is.
TORCHPP_API Tensor min(const Tensor& self, const Tensor& other);
TORCHPP_API Tensor& min_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Angle of the point (other, self) in radians, from -pi to pi.
TORCHPP_API Tensor atan2(const Tensor& self, const Tensor& other);
TORCHPP_API Tensor& atan2_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Another name of atan2.
TORCHPP_API Tensor arctan2(const Tensor& self, const Tensor& other);
TORCHPP_API Tensor& arctan2_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Whether self == other, as bool. A destination may have any dtype.
TORCHPP_API Tensor eq(const Tensor& self, const Tensor& other);
TORCHPP_API Tensor& eq_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Whether self == other, as bool.
TORCHPP_API Tensor eq(const Tensor& self, const Scalar& other);
TORCHPP_API Tensor& eq_out(Tensor& out, const Tensor& self, const Scalar& other);
/// Whether self != other, as bool. A destination may have any dtype.
TORCHPP_API Tensor ne(const Tensor& self, const Tensor& other);
TORCHPP_API Tensor& ne_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Another name of ne.
TORCHPP_API Tensor not_equal(const Tensor& self, const Tensor& other);
TORCHPP_API Tensor& not_equal_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Whether self != other, as bool.
TORCHPP_API Tensor ne(const Tensor& self, const Scalar& other);
TORCHPP_API Tensor& ne_out(Tensor& out, const Tensor& self, const Scalar& other);
/// Another name of ne.
TORCHPP_API Tensor not_equal(const Tensor& self, const Scalar& other);
TORCHPP_API Tensor& not_equal_out(Tensor& out, const Tensor& self, const Scalar& other);
/// Whether self < other, as bool. A destination may have any dtype.
TORCHPP_API Tensor lt(const Tensor& self, const Tensor& other);
TORCHPP_API Tensor& lt_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Another name of lt.
TORCHPP_API Tensor less(const Tensor& self, const Tensor& other);
TORCHPP_API Tensor& less_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Whether self < other, as bool.
TORCHPP_API Tensor lt(const Tensor& self, const Scalar& other);
TORCHPP_API Tensor& lt_out(Tensor& out, const Tensor& self, const Scalar& other);
/// Another name of lt.
TORCHPP_API Tensor less(const Tensor& self, const Scalar& other);
TORCHPP_API Tensor& less_out(Tensor& out, const Tensor& self, const Scalar& other);
/// Whether self <= other, as bool. A destination may have any dtype.
TORCHPP_API Tensor le(const Tensor& self, const Tensor& other);
TORCHPP_API Tensor& le_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Another name of le.
TORCHPP_API Tensor less_equal(const Tensor& self, const Tensor& other);
TORCHPP_API Tensor& less_equal_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Whether self <= other, as bool.
TORCHPP_API Tensor le(const Tensor& self, const Scalar& other);
TORCHPP_API Tensor& le_out(Tensor& out, const Tensor& self, const Scalar& other);
/// Another name of le.
TORCHPP_API Tensor less_equal(const Tensor& self, const Scalar& other);
TORCHPP_API Tensor& less_equal_out(Tensor& out, const Tensor& self, const Scalar& other);
/// Whether self > other, as bool. A destination may have any dtype.
TORCHPP_API Tensor gt(const Tensor& self, const Tensor& other);
TORCHPP_API Tensor& gt_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Another name of gt.
TORCHPP_API Tensor greater(const Tensor& self, const Tensor& other);
TORCHPP_API Tensor& greater_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Whether self > other, as bool.
TORCHPP_API Tensor gt(const Tensor& self, const Scalar& other);
TORCHPP_API Tensor& gt_out(Tensor& out, const Tensor& self, const Scalar& other);
/// Another name of gt.
TORCHPP_API Tensor greater(const Tensor& self, const Scalar& other);
TORCHPP_API Tensor& greater_out(Tensor& out, const Tensor& self, const Scalar& other);
/// Whether self >= other, as bool. A destination may have any dtype.
TORCHPP_API Tensor ge(const Tensor& self, const Tensor& other);
TORCHPP_API Tensor& ge_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Another name of ge.
TORCHPP_API Tensor greater_equal(const Tensor& self, const Tensor& other);
TORCHPP_API Tensor& greater_equal_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Whether self >= other, as bool.
TORCHPP_API Tensor ge(const Tensor& self, const Scalar& other);
TORCHPP_API Tensor& ge_out(Tensor& out, const Tensor& self, const Scalar& other);
/// Another name of ge.
TORCHPP_API Tensor greater_equal(const Tensor& self, const Scalar& other);
TORCHPP_API Tensor& greater_equal_out(Tensor& out, const Tensor& self, const Scalar& other);
/// Whether both have the same sizes and, in their promoted dtype, the same elements. Throws for tensors of different
/// devices.
TORCHPP_API bool equal(const Tensor& self, const Tensor& other);
/// Whether |self - other| <= atol + rtol * |other|, as bool; infinities are close to themselves, NaN to NaN with
/// equal_nan. Throws for tensors of different dtypes and for negative tolerances.
TORCHPP_API Tensor isclose(const Tensor& self, const Tensor& other, double rtol = 1e-05, double atol = 1e-08,
                           bool equal_nan = false);
/// Whether isclose() holds for all elements.
TORCHPP_API bool allclose(const Tensor& self, const Tensor& other, double rtol = 1e-05, double atol = 1e-08,
                          bool equal_nan = false);
/// Whether both are not zero, as bool. A destination may have any dtype.
TORCHPP_API Tensor logical_and(const Tensor& self, const Tensor& other);
TORCHPP_API Tensor& logical_and_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Whether one or both are not zero, as bool. A destination may have any dtype.
TORCHPP_API Tensor logical_or(const Tensor& self, const Tensor& other);
TORCHPP_API Tensor& logical_or_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Whether exactly one of two is not zero, as bool. A destination may have any dtype.
TORCHPP_API Tensor logical_xor(const Tensor& self, const Tensor& other);
TORCHPP_API Tensor& logical_xor_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Bits set in both; of bool the conjunction. Throws for floating and complex numbers.
TORCHPP_API Tensor bitwise_and(const Tensor& self, const Tensor& other);
TORCHPP_API Tensor& bitwise_and_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Bits set in both; of bool the conjunction.
TORCHPP_API Tensor bitwise_and(const Tensor& self, const Scalar& other);
TORCHPP_API Tensor& bitwise_and_out(Tensor& out, const Tensor& self, const Scalar& other);
/// Bits set in both; of bool the conjunction.
TORCHPP_API Tensor bitwise_and(const Scalar& self, const Tensor& other);
TORCHPP_API Tensor& bitwise_and_out(Tensor& out, const Scalar& self, const Tensor& other);
/// Bits set in either; of bool the disjunction. Throws for floating and complex numbers.
TORCHPP_API Tensor bitwise_or(const Tensor& self, const Tensor& other);
TORCHPP_API Tensor& bitwise_or_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Bits set in either; of bool the disjunction.
TORCHPP_API Tensor bitwise_or(const Tensor& self, const Scalar& other);
TORCHPP_API Tensor& bitwise_or_out(Tensor& out, const Tensor& self, const Scalar& other);
/// Bits set in either; of bool the disjunction.
TORCHPP_API Tensor bitwise_or(const Scalar& self, const Tensor& other);
TORCHPP_API Tensor& bitwise_or_out(Tensor& out, const Scalar& self, const Tensor& other);
/// Bits set in exactly one; of bool whether they differ. Throws for floating and complex numbers.
TORCHPP_API Tensor bitwise_xor(const Tensor& self, const Tensor& other);
TORCHPP_API Tensor& bitwise_xor_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Bits set in exactly one; of bool whether they differ.
TORCHPP_API Tensor bitwise_xor(const Tensor& self, const Scalar& other);
TORCHPP_API Tensor& bitwise_xor_out(Tensor& out, const Tensor& self, const Scalar& other);
/// Bits set in exactly one; of bool whether they differ.
TORCHPP_API Tensor bitwise_xor(const Scalar& self, const Tensor& other);
TORCHPP_API Tensor& bitwise_xor_out(Tensor& out, const Scalar& self, const Tensor& other);
/// min(max(self, min), max). An absent bound does not bound; at least one must be there. NaN stays. Throws for complex
/// numbers.
TORCHPP_API Tensor clamp(const Tensor& self, const std::optional<Scalar>& min,
                         const std::optional<Scalar>& max = std::nullopt);
TORCHPP_API Tensor& clamp_(Tensor& self, const std::optional<Scalar>& min,
                           const std::optional<Scalar>& max = std::nullopt);
TORCHPP_API Tensor& clamp_out(Tensor& out, const Tensor& self, const std::optional<Scalar>& min,
                              const std::optional<Scalar>& max = std::nullopt);
/// min(max(self, min), max), element by element. An absent bound does not bound; at least one must be there. NaN of any
/// of them is the result.
TORCHPP_API Tensor clamp(const Tensor& self, const std::optional<Tensor>& min = {},
                         const std::optional<Tensor>& max = {});
TORCHPP_API Tensor& clamp_(Tensor& self, const std::optional<Tensor>& min = {}, const std::optional<Tensor>& max = {});
TORCHPP_API Tensor& clamp_out(Tensor& out, const Tensor& self, const std::optional<Tensor>& min = {},
                              const std::optional<Tensor>& max = {});
/// Another name of clamp.
TORCHPP_API Tensor clip(const Tensor& self, const std::optional<Scalar>& min,
                        const std::optional<Scalar>& max = std::nullopt);
TORCHPP_API Tensor& clip_(Tensor& self, const std::optional<Scalar>& min,
                          const std::optional<Scalar>& max = std::nullopt);
TORCHPP_API Tensor& clip_out(Tensor& out, const Tensor& self, const std::optional<Scalar>& min,
                             const std::optional<Scalar>& max = std::nullopt);
/// Another name of clamp.
TORCHPP_API Tensor clip(const Tensor& self, const std::optional<Tensor>& min = {},
                        const std::optional<Tensor>& max = {});
TORCHPP_API Tensor& clip_(Tensor& self, const std::optional<Tensor>& min = {}, const std::optional<Tensor>& max = {});
TORCHPP_API Tensor& clip_out(Tensor& out, const Tensor& self, const std::optional<Tensor>& min = {},
                             const std::optional<Tensor>& max = {});
/// The greater of self and min; NaN stays, and a NaN as min makes every element NaN.
TORCHPP_API Tensor clamp_min(const Tensor& self, const Scalar& min);
TORCHPP_API Tensor& clamp_min_(Tensor& self, const Scalar& min);
TORCHPP_API Tensor& clamp_min_out(Tensor& out, const Tensor& self, const Scalar& min);
/// The greater of self and min; NaN if either is.
TORCHPP_API Tensor clamp_min(const Tensor& self, const Tensor& min);
TORCHPP_API Tensor& clamp_min_(Tensor& self, const Tensor& min);
TORCHPP_API Tensor& clamp_min_out(Tensor& out, const Tensor& self, const Tensor& min);
/// The lesser of self and max; NaN stays, and a NaN as max makes every element NaN.
TORCHPP_API Tensor clamp_max(const Tensor& self, const Scalar& max);
TORCHPP_API Tensor& clamp_max_(Tensor& self, const Scalar& max);
TORCHPP_API Tensor& clamp_max_out(Tensor& out, const Tensor& self, const Scalar& max);
/// The lesser of self and max; NaN if either is.
TORCHPP_API Tensor clamp_max(const Tensor& self, const Tensor& max);
TORCHPP_API Tensor& clamp_max_(Tensor& self, const Tensor& max);
TORCHPP_API Tensor& clamp_max_out(Tensor& out, const Tensor& self, const Tensor& max);
/// self + value * tensor1 * tensor2.
TORCHPP_API Tensor addcmul(const Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const Scalar& value = 1);
TORCHPP_API Tensor& addcmul_out(Tensor& out, const Tensor& self, const Tensor& tensor1, const Tensor& tensor2,
                                const Scalar& value = 1);
/// self + value * tensor1 / tensor2. Throws for a quotient of integers.
TORCHPP_API Tensor addcdiv(const Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const Scalar& value = 1);
TORCHPP_API Tensor& addcdiv_out(Tensor& out, const Tensor& self, const Tensor& tensor1, const Tensor& tensor2,
                                const Scalar& value = 1);
/// Linear interpolation self + weight * (end - self). Throws for integers and for tensors of different dtypes.
TORCHPP_API Tensor lerp(const Tensor& self, const Tensor& end, const Scalar& weight);
TORCHPP_API Tensor& lerp_out(Tensor& out, const Tensor& self, const Tensor& end, const Scalar& weight);
/// Linear interpolation self + weight * (end - self) with a weight for each element. Throws for integers and for
/// tensors of different dtypes.
TORCHPP_API Tensor lerp(const Tensor& self, const Tensor& end, const Tensor& weight);
TORCHPP_API Tensor& lerp_out(Tensor& out, const Tensor& self, const Tensor& end, const Tensor& weight);
/// Elements of self where the condition (bool or uint8) holds, else of other. Throws where a destination has another
/// dtype than the result.
TORCHPP_API Tensor where(const Tensor& condition, const Tensor& self, const Tensor& other);
TORCHPP_API Tensor& where_out(Tensor& out, const Tensor& condition, const Tensor& self, const Tensor& other);
/// The number self where the condition holds, else elements of other.
TORCHPP_API Tensor where(const Tensor& condition, const Scalar& self, const Tensor& other);
/// Elements of self where the condition holds, else the number other.
TORCHPP_API Tensor where(const Tensor& condition, const Tensor& self, const Scalar& other);
/// One of two numbers, as the condition holds or not.
TORCHPP_API Tensor where(const Tensor& condition, const Scalar& self, const Scalar& other);
/// Indices (int64) of the elements that are not zero, a tensor per dimension.
TORCHPP_API std::vector<Tensor> where(const Tensor& condition);
/// max(x, 0); NaN stays. Throws for bool and for complex numbers.
TORCHPP_API Tensor relu(const Tensor& self);
TORCHPP_API Tensor& relu_(Tensor& self);
TORCHPP_API Tensor& relu_out(Tensor& out, const Tensor& self);
/// min(max(x, 0), 6).
TORCHPP_API Tensor relu6(const Tensor& self);
TORCHPP_API Tensor& relu6_(Tensor& self);
/// x * P(X <= x) for a standard normal X; approximate is "none" or "tanh" for the approximation by a hyperbolic
/// tangent.
TORCHPP_API Tensor gelu(const Tensor& self, std::string_view approximate = "none");
TORCHPP_API Tensor& gelu_(Tensor& self, std::string_view approximate = "none");
TORCHPP_API Tensor& gelu_out(Tensor& out, const Tensor& self, std::string_view approximate = "none");
/// x * sigmoid(x).
TORCHPP_API Tensor silu(const Tensor& self);
TORCHPP_API Tensor& silu_(Tensor& self);
TORCHPP_API Tensor& silu_out(Tensor& out, const Tensor& self);
/// x * tanh(softplus(x)).
TORCHPP_API Tensor mish(const Tensor& self);
TORCHPP_API Tensor& mish_(Tensor& self);
TORCHPP_API Tensor& mish_out(Tensor& out, const Tensor& self);
/// x where it is positive, else negative_slope * x.
TORCHPP_API Tensor leaky_relu(const Tensor& self, const Scalar& negative_slope = 0.01);
TORCHPP_API Tensor& leaky_relu_(Tensor& self, const Scalar& negative_slope = 0.01);
TORCHPP_API Tensor& leaky_relu_out(Tensor& out, const Tensor& self, const Scalar& negative_slope = 0.01);
/// x where it is positive, else weight * x. The weight has one element, or one for each index of dimension 1.
TORCHPP_API Tensor prelu(const Tensor& self, const Tensor& weight);
TORCHPP_API Tensor& prelu_out(Tensor& out, const Tensor& self, const Tensor& weight);
/// scale * x where x is positive, else scale * alpha * (e^(x * input_scale) - 1).
TORCHPP_API Tensor elu(const Tensor& self, const Scalar& alpha = 1, const Scalar& scale = 1,
                       const Scalar& input_scale = 1);
TORCHPP_API Tensor& elu_(Tensor& self, const Scalar& alpha = 1, const Scalar& scale = 1, const Scalar& input_scale = 1);
TORCHPP_API Tensor& elu_out(Tensor& out, const Tensor& self, const Scalar& alpha = 1, const Scalar& scale = 1,
                            const Scalar& input_scale = 1);
/// elu with the constants that keep mean 0 and variance 1 from layer to layer. Source: Klambauer et al. 2017.
TORCHPP_API Tensor selu(const Tensor& self);
TORCHPP_API Tensor& selu_(Tensor& self);
/// max(x, 0) + min(0, alpha * (e^(x / alpha) - 1)). Throws for alpha = 0.
TORCHPP_API Tensor celu(const Tensor& self, const Scalar& alpha = 1.0);
TORCHPP_API Tensor& celu_(Tensor& self, const Scalar& alpha = 1.0);
TORCHPP_API Tensor& celu_out(Tensor& out, const Tensor& self, const Scalar& alpha = 1.0);
/// x, not below min_val and not above max_val. Throws for bool.
TORCHPP_API Tensor hardtanh(const Tensor& self, const Scalar& min_val = -1, const Scalar& max_val = 1);
TORCHPP_API Tensor& hardtanh_(Tensor& self, const Scalar& min_val = -1, const Scalar& max_val = 1);
TORCHPP_API Tensor& hardtanh_out(Tensor& out, const Tensor& self, const Scalar& min_val = -1,
                                 const Scalar& max_val = 1);
/// x * min(max(x + 3, 0), 6) / 6.
TORCHPP_API Tensor hardswish(const Tensor& self);
TORCHPP_API Tensor& hardswish_(Tensor& self);
TORCHPP_API Tensor& hardswish_out(Tensor& out, const Tensor& self);
/// min(max(x + 3, 0), 6) / 6.
TORCHPP_API Tensor hardsigmoid(const Tensor& self);
TORCHPP_API Tensor& hardsigmoid_(Tensor& self);
TORCHPP_API Tensor& hardsigmoid_out(Tensor& out, const Tensor& self);
/// x outside of [-lambd, lambd], 0 within. Throws where a destination has another dtype.
TORCHPP_API Tensor hardshrink(const Tensor& self, const Scalar& lambd = 0.5);
TORCHPP_API Tensor& hardshrink_out(Tensor& out, const Tensor& self, const Scalar& lambd = 0.5);
/// x moved towards 0 by lambd, and 0 within [-lambd, lambd]. Throws for a negative lambd, and where a destination has
/// another dtype.
TORCHPP_API Tensor softshrink(const Tensor& self, const Scalar& lambd = 0.5);
TORCHPP_API Tensor& softshrink_out(Tensor& out, const Tensor& self, const Scalar& lambd = 0.5);
/// log(1 + e^(beta * x)) / beta; x itself where beta * x is above the threshold.
TORCHPP_API Tensor softplus(const Tensor& self, const Scalar& beta = 1, const Scalar& threshold = 20);
TORCHPP_API Tensor& softplus_out(Tensor& out, const Tensor& self, const Scalar& beta = 1, const Scalar& threshold = 20);
/// log(sigmoid(x)), without overflow. Throws where a destination has another dtype.
TORCHPP_API Tensor log_sigmoid(const Tensor& self);
TORCHPP_API Tensor& log_sigmoid_out(Tensor& out, const Tensor& self);
/// x where it is above the threshold, else value.
TORCHPP_API Tensor threshold(const Tensor& self, const Scalar& threshold, const Scalar& value);
TORCHPP_API Tensor& threshold_(Tensor& self, const Scalar& threshold, const Scalar& value);
TORCHPP_API Tensor& threshold_out(Tensor& out, const Tensor& self, const Scalar& threshold, const Scalar& value);
/// The first half along dim times the sigmoid of the second half. Throws where the size of dim is odd.
TORCHPP_API Tensor glu(const Tensor& self, int64_t dim = -1);
TORCHPP_API Tensor& glu_out(Tensor& out, const Tensor& self, int64_t dim = -1);
/// Gradient of sigmoid from that of its result: grad_output * (1 - output) * output.
TORCHPP_API Tensor sigmoid_backward(const Tensor& grad_output, const Tensor& output);
TORCHPP_API Tensor& sigmoid_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& output);
/// Gradient of tanh from that of its result: grad_output * (1 - output^2).
TORCHPP_API Tensor tanh_backward(const Tensor& grad_output, const Tensor& output);
TORCHPP_API Tensor& tanh_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& output);
/// grad_output where self is above the threshold, else 0: the gradient of threshold, and of relu.
TORCHPP_API Tensor threshold_backward(const Tensor& grad_output, const Tensor& self, const Scalar& threshold);
TORCHPP_API Tensor& threshold_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                           const Scalar& threshold);
/// Gradient of gelu from that of its result.
TORCHPP_API Tensor gelu_backward(const Tensor& grad_output, const Tensor& self, std::string_view approximate = "none");
TORCHPP_API Tensor& gelu_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                      std::string_view approximate = "none");
/// Gradient of silu from that of its result.
TORCHPP_API Tensor silu_backward(const Tensor& grad_output, const Tensor& self);
TORCHPP_API Tensor& silu_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self);
/// Gradient of mish from that of its result.
TORCHPP_API Tensor mish_backward(const Tensor& grad_output, const Tensor& self);
/// Gradient of leaky_relu from that of its result; self may be the result. Throws for a negative slope then, which does
/// not tell the sign of the input.
TORCHPP_API Tensor leaky_relu_backward(const Tensor& grad_output, const Tensor& self, const Scalar& negative_slope,
                                       bool self_is_result);
TORCHPP_API Tensor& leaky_relu_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                            const Scalar& negative_slope, bool self_is_result);
/// Gradient of elu from that of its result, by the input or, with is_result, by the result. Throws for a negative alpha
/// then, which does not tell the sign of the input.
TORCHPP_API Tensor elu_backward(const Tensor& grad_output, const Scalar& alpha, const Scalar& scale,
                                const Scalar& input_scale, bool is_result, const Tensor& self_or_result);
TORCHPP_API Tensor& elu_backward_out(Tensor& grad_input, const Tensor& grad_output, const Scalar& alpha,
                                     const Scalar& scale, const Scalar& input_scale, bool is_result,
                                     const Tensor& self_or_result);
/// Gradient of hardtanh from that of its result: grad_output where min_val < self < max_val, else 0.
TORCHPP_API Tensor hardtanh_backward(const Tensor& grad_output, const Tensor& self, const Scalar& min_val,
                                     const Scalar& max_val);
TORCHPP_API Tensor& hardtanh_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                          const Scalar& min_val, const Scalar& max_val);
/// Gradient of hardswish from that of its result.
TORCHPP_API Tensor hardswish_backward(const Tensor& grad_output, const Tensor& self);
TORCHPP_API Tensor& hardswish_backward_out(Tensor& out, const Tensor& grad_output, const Tensor& self);
/// Gradient of hardsigmoid from that of its result.
TORCHPP_API Tensor hardsigmoid_backward(const Tensor& grad_output, const Tensor& self);
TORCHPP_API Tensor& hardsigmoid_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self);
/// Gradient of softplus from that of its result.
TORCHPP_API Tensor softplus_backward(const Tensor& grad_output, const Tensor& self, const Scalar& beta,
                                     const Scalar& threshold);
TORCHPP_API Tensor& softplus_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                          const Scalar& beta, const Scalar& threshold);

namespace special {
TORCHPP_API Tensor exp2(const Tensor& self);
TORCHPP_API Tensor& exp2_out(Tensor& out, const Tensor& self);
TORCHPP_API Tensor expm1(const Tensor& self);
TORCHPP_API Tensor& expm1_out(Tensor& out, const Tensor& self);
TORCHPP_API Tensor log1p(const Tensor& self);
TORCHPP_API Tensor& log1p_out(Tensor& out, const Tensor& self);
TORCHPP_API Tensor expit(const Tensor& self);
TORCHPP_API Tensor& expit_out(Tensor& out, const Tensor& self);
TORCHPP_API Tensor erf(const Tensor& self);
TORCHPP_API Tensor& erf_out(Tensor& out, const Tensor& self);
TORCHPP_API Tensor erfc(const Tensor& self);
TORCHPP_API Tensor& erfc_out(Tensor& out, const Tensor& self);
TORCHPP_API Tensor erfinv(const Tensor& self);
TORCHPP_API Tensor& erfinv_out(Tensor& out, const Tensor& self);
TORCHPP_API Tensor round(const Tensor& self, int64_t decimals = 0);
TORCHPP_API Tensor& round_out(Tensor& out, const Tensor& self, int64_t decimals = 0);
}  // namespace special

}  // namespace torchpp
