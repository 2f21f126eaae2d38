// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The kernels of element-wise operators that check their arguments, take numbers, or choose among loops. A
/// template's last parameters are the backend's tables of loops that the row in src/ops/table names. unary, binary and
/// ternary are functions in the namespace of these tables, which the compiler finds by them.

#include <torchpp/ops/creation.h>
#include <torchpp/ops/view.h>

#include <cmath>

#include "src/ops/loop_scalars.h"
#include "src/ops/result.h"

namespace torchpp::pointwise {

using Rule = ElementwiseRule;

// ---- what does not depend on the backend: pointwise_kernels.cpp

/// Throws for an alpha that the operator refuses; gives the dtype of the result.
TORCHPP_API ScalarType check_alpha(const Tensor& self, const Tensor& other, const Scalar& alpha);
/// Throws where libtorch does for a number as the exponent of neither float nor double: integers to negative powers,
/// and, as in 1.13.1, numbers that integers and 16-bit floats do not hold.
TORCHPP_API void check_exponent(const Tensor& self, const Tensor& number, double value);
/// Two bounds of elements of the dtype. Where one of a floating dtype is NaN both are: what the other is does not
/// matter, not even whether the dtype holds it.
TORCHPP_API Scalars two_bounds(const Scalar& min, const Scalar& max, ScalarType type);
/// The bounds of clamp, after its checks; `type` gets the dtype of the result.
TORCHPP_API Scalars clamp_bounds(const Tensor& self, const optional<Scalar>& min, const optional<Scalar>& max,
                                 ScalarType& type);
/// The numbers of the loop of polygamma of order n >= 2: n and (-1)^(n + 1) n!.
TORCHPP_API Scalars order_of_polygamma(int64_t n);
/// The greatest number of a floating dtype; of others any.
TORCHPP_API double most_of(ScalarType type);
/// Throws unless `self` is floating and destinations have the dtypes of frexp's results.
TORCHPP_API void check_frexp(const Out& out, const Tensor& self);
/// Throws unless `self` is floating and a destination has its dtype.
TORCHPP_API void check_floating(const char* op, const Out& out, const Tensor& self);
/// What `where` plans once the shape is known. The loop follows from the width of elements.
TORCHPP_API void plan_where(ElementwisePlan& plan, Out out, const TensorBase* const (&inputs)[3]);
/// Whether tensors can be equal; throws for tensors of different devices or dtypes.
TORCHPP_API bool check_equal(const Tensor& self, const Tensor& other);

inline DimVector where_shape(const TensorBase* const (&inputs)[3]) {
  const ScalarType condition = inputs[0]->scalar_type();
  TORCHPP_CHECK(condition == kBool || condition == kByte,
                "where expected condition to be a boolean tensor, but got a tensor with dtype ", condition);
  return broadcast_inputs(inputs, 3);
}

/// Throws unless both are of one dtype; `name` is that of the argument `other`.
inline void check_same_dtype(const Tensor& self, const Tensor& other, const char* name) {
  TORCHPP_CHECK(self.body().dtype() == other.body().dtype(), "expected dtype ", self.scalar_type(), " for `", name,
                "` but got dtype ", other.scalar_type());
}

/// Whether gelu is the approximation by tanh.
inline bool is_tanh(std::string_view approximate) {
  TORCHPP_CHECK(approximate == "none" || approximate == "tanh",
                "approximate argument must be either none or tanh, got ", std::string(approximate));
  return approximate == "tanh";
}

// ---- one tensor

template <class Loops>
Tensor abs(Out out, const Tensor& self, const Loops& loops) {
  TORCHPP_CHECK(!out.is_in_place() || !self.is_complex(), "In-place abs is not supported for complex tensors.");
  return unary("abs", out, self, Rule::kAbs, loops);
}
template <class Loops>
Tensor neg(Out out, const Tensor& self, const Loops& loops) {
  TORCHPP_CHECK(self.scalar_type() != kBool,
                "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, "
                "use the `~` or `logical_not()` operator instead.");
  return unary("neg", out, self, Rule::kSame, loops);
}

/// A copy by the rules of element-wise operators: x & x.
template <class Loops>
Tensor same_values(const char* op, Out out, const Tensor& self, const Loops& bitwise_and) {
  if (!out.is_in_place()) return binary(op, out, self, self, Rule::kBits, bitwise_and);
  bump_version(self);
  return Tensor();
}
/// Integers have no fraction to lose.
template <class Loops>
Tensor rounding(const char* op, Out out, const Tensor& self, const Loops& loops, const Loops& bitwise_and) {
  return isIntegralType(self.scalar_type()) ? same_values(op, out, self, bitwise_and)
                                            : unary(op, out, self, Rule::kSame, loops);
}
template <class Loops>
Tensor floor(Out out, const Tensor& self, const Loops& loops, const Loops& bitwise_and) {
  return rounding("floor", out, self, loops, bitwise_and);
}
template <class Loops>
Tensor ceil(Out out, const Tensor& self, const Loops& loops, const Loops& bitwise_and) {
  return rounding("ceil", out, self, loops, bitwise_and);
}
template <class Loops>
Tensor round(Out out, const Tensor& self, const Loops& loops, const Loops& bitwise_and) {
  return rounding("round", out, self, loops, bitwise_and);
}
/// Of float and double in one pass with decimals; else step by step, of which each rounds 16-bit floats, as in libtorch.
template <class Loops>
Tensor round_decimals(Out out, const Tensor& self, int64_t decimals, const Loops& loops, const Loops& round,
                      const Loops& mul, const Loops& div) {
  check_floating("round", out, self);
  if (decimals == 0) return unary("round", out, self, Rule::kSame, round);
  const double power = std::pow(10.0, std::abs(decimals));
  if (decimals > 0 && (self.scalar_type() == kFloat || self.scalar_type() == kDouble)) {
    Scalars s{};
    s.f[0] = power;
    return unary("round", out, self, Rule::kSame, loops, &s);
  }
  if (out.is_out()) check_no_partial_overlap(out.tensor(), self);
  const Out to = out.functional() ? out : Out::to(out.tensor());  // what is written is not the operand
  const Tensor number = wrapped_number(power);
  const Tensor scaled = binary("round", Out(), self, number, Rule::kSame, decimals > 0 ? mul : div);
  unary("round", Out::in_place(scaled), scaled, Rule::kSame, round);
  return binary("round", to, scaled, number, Rule::kSame, decimals > 0 ? div : mul);
}
template <class Loops>
Tensor trunc(Out out, const Tensor& self, const Loops& loops, const Loops& bitwise_and) {
  return rounding("trunc", out, self, loops, bitwise_and);
}

template <class Loops>
Tensor sign(Out out, const Tensor& self, const Loops& loops, const Loops& bitwise_and) {
  TORCHPP_CHECK(!self.is_complex(), "Unlike NumPy, torch.sign doesn't allow complex tensors. Use torch.sgn instead.");
  return self.scalar_type() == kBool ? same_values("sign", out, self, bitwise_and)
                                     : unary("sign", out, self, Rule::kSame, loops);
}
template <class Loops>
Tensor sgn(Out out, const Tensor& self, const Loops& loops, const Loops& sign_loops, const Loops& bitwise_and) {
  return self.is_complex() ? unary("sgn", out, self, Rule::kSame, loops) : sign(out, self, sign_loops, bitwise_and);
}
template <class Loops>
Tensor bitwise_not(Out out, const Tensor& self, const Loops& loops, const Loops& logical_not) {
  if (self.scalar_type() == kBool) return unary("bitwise_not", out, self, Rule::kSame, logical_not);
  return unary("bitwise_not", out, self, Rule::kBits, loops);
}

/// NaN and infinities: of floats by the loops, of complex numbers by those of both parts, which `join` joins. Integers
/// have none, and all the same answer, which `compare` gives a destination when it compares the tensor with itself.
template <class Loops>
Tensor classify(const char* op, Out out, const Tensor& self, const Loops& loops, const Loops& compare,
                const Loops& join, bool integers) {
  if (isIntegralType(self.scalar_type(), true))
    return out.functional() ? torchpp::full_like(self, integers, self.options().dtype(kBool))
                            : binary(op, out, self, self, Rule::kBool, compare);
  if (!self.is_complex()) return unary(op, out, self, Rule::kBool, loops);
  const Tensor parts = torchpp::view_as_real(self.is_conj() ? self.resolve_conj() : self);
  const Tensor re = unary(op, Out(), parts.select(-1, 0), Rule::kBool, loops),
               im = unary(op, Out(), parts.select(-1, 1), Rule::kBool, loops);
  return binary(op, out, re, im, Rule::kBool, join);
}
template <class Loops>
Tensor isnan(Out out, const Tensor& self, const Loops& loops, const Loops& ne, const Loops& logical_or) {
  return classify("isnan", out, self, loops, ne, logical_or, false);
}
template <class Loops>
Tensor isinf(Out out, const Tensor& self, const Loops& loops, const Loops& ne, const Loops& logical_or) {
  return classify("isinf", out, self, loops, ne, logical_or, false);
}
template <class Loops>
Tensor isfinite(Out out, const Tensor& self, const Loops& loops, const Loops& eq, const Loops& logical_and) {
  return classify("isfinite", out, self, loops, eq, logical_and, true);
}

/// Throws for complex numbers, with the operator's text.
inline void check_real(const Tensor& self, const char* refusal) { TORCHPP_CHECK(!self.is_complex(), refusal); }
/// Throws unless a destination is of bool.
inline void check_bool_out(const char* op, const Out& out) {
  TORCHPP_CHECK(out.functional() || out.tensor().scalar_type() == kBool, op, " does not support non-boolean outputs.");
}
template <class Loops>
Tensor isposinf(Out out, const Tensor& self, const Loops& loops) {
  check_real(self, "isposinf does not support complex inputs.");
  check_bool_out("isposinf", out);
  return unary("isposinf", out, self, Rule::kBool, loops);
}
template <class Loops>
Tensor isneginf(Out out, const Tensor& self, const Loops& loops) {
  check_real(self, "isneginf does not support complex inputs.");
  check_bool_out("isneginf", out);
  return unary("isneginf", out, self, Rule::kBool, loops);
}
template <class Loops>
Tensor signbit(Out out, const Tensor& self, const Loops& loops) {
  check_real(self, "signbit is not implemented for complex tensors.");
  check_bool_out("signbit", out);
  return unary("signbit", out, self, Rule::kBool, loops);
}

template <class Loops>
Tensor deg2rad(Out out, const Tensor& self, const Loops& loops) {
  check_real(self, "deg2rad is not supported for complex tensors.");
  return unary("deg2rad", out, self, Rule::kFloat, loops);
}
template <class Loops>
Tensor rad2deg(Out out, const Tensor& self, const Loops& loops) {
  check_real(self, "rad2deg is not supported for complex tensors.");
  return unary("rad2deg", out, self, Rule::kFloat, loops);
}
template <class Loops>
Tensor angle(Out out, const Tensor& self, const Loops& loops, const Loops& atan2) {
  if (!self.is_complex()) return unary("angle", out, self, Rule::kFloat, loops);
  const Tensor parts = torchpp::view_as_real(self.is_conj() ? self.resolve_conj() : self);
  return binary("angle", out, parts.select(-1, 1), parts.select(-1, 0), Rule::kFloat, atan2);
}
template <class Loops>
Tensor logit(Out out, const Tensor& self, optional<double> eps, const Loops& logit_between) {
  const ScalarType type = self.scalar_type();
  const Scalars s = scalars_of(isIntegralType(type, true) ? get_default_dtype() : type, Scalar(eps.value_or(-1)));
  return unary("logit", out, self, Rule::kFloat, logit_between, &s);
}
template <class Loops>
Tensor polygamma(Out out, int64_t n, const Tensor& self, const Loops& digamma, const Loops& trigamma,
                 const Loops& polygamma_above) {
  TORCHPP_CHECK(n >= 0, "polygamma(n, x) does not support negative n.");
  if (n < 2) return unary("polygamma", out, self, Rule::kFloat, n == 0 ? digamma : trigamma);
  const Scalars s = order_of_polygamma(n);
  return unary("polygamma", out, self, Rule::kFloat, polygamma_above, &s);
}
template <class Loops>
Tensor nan_to_num(Out out, const Tensor& self, optional<double> nan, optional<double> posinf, optional<double> neginf,
                  const Loops& finite, const Loops& bitwise_and) {
  TORCHPP_CHECK(out.functional() || out.tensor().scalar_type() == self.scalar_type(),
                "nan_to_num: dtype of out: ", out.tensor().scalar_type(),
                " should be same as input: ", self.scalar_type());
  if (isIntegralType(self.scalar_type(), true)) return same_values("nan_to_num", out, self, bitwise_and);
  const double most = most_of(self.scalar_type());
  Scalars s{};
  s.f[0] = nan.value_or(0);
  s.f[1] = posinf.value_or(most);
  s.f[2] = neginf.value_or(-most);
  return unary("nan_to_num", out, self, Rule::kSame, finite, &s);
}
/// Both results; the loop gives exponents as numbers of the dtype of `self`, which holds them.
template <class Loops>
TensorPair frexp(Out out, const Tensor& self, const Loops& mantissa, const Loops& exponent) {
  check_frexp(out, self);
  const Tensor exponents = unary("frexp", Out(), self, Rule::kSame, exponent).to(kInt);
  return finish_composite("frexp", out, {unary("frexp", Out(), self, Rule::kSame, mantissa), exponents});
}

// ---- arithmetic of two

template <class Loops>
Tensor heaviside(Out out, const Tensor& self, const Tensor& values, const Loops& loops) {
  TORCHPP_CHECK(!self.is_complex() && !values.is_complex(), "heaviside is not yet implemented for complex tensors.");
  TORCHPP_CHECK(self.scalar_type() == values.scalar_type() &&
                    (out.functional() || out.tensor().scalar_type() == self.scalar_type()),
                "heaviside is not yet implemented for tensors with different dtypes.");
  return binary("heaviside", out, self, values, Rule::kSame, loops);
}
/// Of 16-bit floats, which the loops of floats would compute in float, by their bits.
template <class Loops>
Tensor nextafter(Out out, const Tensor& self, const Tensor& other, const Loops& loops, const Loops& nextafter_bits,
                 const Loops& maximum) {
  const ScalarType type = promoted_dtype_of({&self, &other});
  if (TORCHPP_LIKELY(type != kHalf && type != kBFloat16))
    return binary("nextafter", out, self, other, Rule::kSame, loops);
  if (!out.functional()) check_no_partial_overlap(out.tensor(), self), check_no_partial_overlap(out.tensor(), other);
  const auto bits = [type](const Tensor& t) { return t.to(type).resolve_neg().view(kShort); };
  Scalars s{};
  s.i[0] = type == kHalf ? 0x7c00 : 0x7f80;
  const Tensor next = binary("nextafter", Out(), bits(self), bits(other), Rule::kSame, nextafter_bits, &s).view(type);
  return binary("nextafter", out, next, next, Rule::kSame, maximum);
}

/// An alpha that needs no check, for a result that is not Bool.
inline bool is_usual_alpha(const Tensor& self, const Scalar& alpha) {
  return fits_every_dtype(alpha) && self.scalar_type() != kBool;
}

// Apart from add, because it is the exception.
template <class Loops>
TORCHPP_NOINLINE Tensor add_by_any_alpha(Out out, const Tensor& self, const Tensor& other, const Scalar& alpha,
                                         const Loops& loops, const Loops& add_bool) {
  const ScalarType type = check_alpha(self, other, alpha);
  const Scalars s = factor_of(type, alpha);
  return binary("add", out, self, other, Rule::kSame, type == kBool ? add_bool : loops, &s);
}
template <class Loops>
Tensor add(Out out, const Tensor& self, const Tensor& other, const Scalar& alpha, const Loops& loops,
           const Loops& add_bool) {
  if (TORCHPP_UNLIKELY(!is_usual_alpha(self, alpha))) return add_by_any_alpha(out, self, other, alpha, loops, add_bool);
  const Scalars s = small_factor(alpha);
  return binary("add", out, self, other, Rule::kSame, loops, &s);
}
template <class Loops>
Tensor sub(Out out, const Tensor& self, const Tensor& other, const Scalar& alpha, const Loops& loops) {
  TORCHPP_CHECK(self.scalar_type() != kBool || other.scalar_type() != kBool,
                "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` "
                "operator instead.");
  TORCHPP_CHECK(self.scalar_type() != kBool && other.scalar_type() != kBool,
                "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a "
                "mask, use the `~` or `logical_not()` operator instead.");
  const Scalars s = TORCHPP_LIKELY(is_usual_alpha(self, alpha)) ? small_factor(alpha)
                                                                : factor_of(check_alpha(self, other, alpha), alpha);
  return binary("sub", out, self, other, Rule::kSame, loops, &s);
}
template <class Loops>
Tensor div_mode(Out out, const Tensor& self, const Tensor& other, optional<std::string_view> rounding_mode,
                const Loops& div, const Loops& div_floor, const Loops& div_trunc) {
  if (!rounding_mode) return binary("div", out, self, other, Rule::kFloat, div);
  if (*rounding_mode == "floor") return binary("div_floor", out, self, other, Rule::kSame, div_floor);
  TORCHPP_CHECK(*rounding_mode == "trunc",
                "div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '",
                std::string(*rounding_mode), "'");
  return binary("div_trunc", out, self, other, Rule::kSame, div_trunc);
}
template <class Loops>
Tensor pow(Out out, const Tensor& self, const Tensor& exponent, const Loops& loops, const Loops& square,
           const Loops& cube, const Loops& sqrt, const Loops& reciprocal, const Loops& rsqrt,
           const Loops& inverse_square) {
  if (exponent.body().is_wrapped_number() && !exponent.is_complex()) {
    const double e = load_number(exponent.scalar_type(), exponent.body().data()).toDouble();
    const ScalarType base = self.scalar_type();
    if (base != kFloat && base != kDouble) check_exponent(self, exponent, e);
    // Rounded once or twice, and many times cheaper than the general power.
    if (isFloatingType(base) || isComplexType(base)) {
      if (e == 2) return unary("pow", out, self, Rule::kSame, square);
      if (e == 3) return unary("pow", out, self, Rule::kSame, cube);
      if (e == 0.5) return unary("pow", out, self, Rule::kSame, sqrt);
      if (e == -1) return unary("pow", out, self, Rule::kSame, reciprocal);
      if (e == -0.5) return unary("pow", out, self, Rule::kSame, rsqrt);
      if (e == -2 && isComplexType(base)) return unary("pow", out, self, Rule::kSame, inverse_square);
    }
  }
  // With a number as the exponent the strides of the result follow the base alone.
  const int layout = exponent.body().is_wrapped_number() ? 1 : kLayoutOfAll;
  return binary("pow", out, self, exponent, Rule::kSame, loops, nullptr, layout);
}

// ---- several arguments

/// Elements between two bounds. The loop does not bound by NaN, as libtorch with one bound; with two, of which one is
/// NaN, every element becomes NaN.
template <class Loops>
Tensor between(const char* op, Out out, const Tensor& self, const Scalars& s, bool both, const Loops& clamp,
               const Loops& mul) {
  if (TORCHPP_LIKELY(!both || (s.f[0] == s.f[0] && s.f[1] == s.f[1])))
    return unary(op, out, self, Rule::kSame, clamp, &s);
  const Tensor nan = wrapped_number(std::numeric_limits<double>::quiet_NaN());
  return binary(op, out, self, nan, Rule::kSame, mul, nullptr, 1);
}
template <class Loops>
Tensor clamp(Out out, const Tensor& self, const optional<Scalar>& min, const optional<Scalar>& max, const Loops& loops,
             const Loops& mul) {
  ScalarType type = ScalarType::Undefined;
  const Scalars s = clamp_bounds(self, min, max, type);
  const Tensor converted = type == self.scalar_type() ? self : self.to(type);
  return between("clamp", out, converted, s, min && max, loops, mul);
}
template <class Loops>
Tensor clamp_tensor(Out out, const Tensor& self, const Tensor& min, const Tensor& max, const Loops& loops,
                    const Loops& maximum, const Loops& minimum) {
  TORCHPP_CHECK(min.defined() || max.defined(), "torch.clamp: At least one of 'min' or 'max' must not be None");
  if (!max.defined()) return binary("clamp", out, self, min, Rule::kSame, maximum);
  if (!min.defined()) return binary("clamp", out, self, max, Rule::kSame, minimum);
  return ternary("clamp", out, self, min, max, Rule::kSame, loops);
}

template <class Loops>
Tensor addcdiv(Out out, const Tensor& self, const Tensor& a, const Tensor& b, const Scalar& value, const Loops& loops) {
  TORCHPP_CHECK(!isIntegralType(a.scalar_type(), true) || !isIntegralType(b.scalar_type(), true),
                "Integer division with addcdiv is no longer supported, and in a future release addcdiv will perform a "
                "true division of tensor1 and tensor2. Convert one of them to a floating dtype, or divide with "
                "rounding_mode first.");
  const Scalars s = factor_of({&self, &a, &b}, value);
  return ternary("addcdiv", out, self, a, b, Rule::kSame, loops, &s);
}

template <class Loops>
Tensor lerp_tensor(Out out, const Tensor& self, const Tensor& end, const Tensor& weight, const Loops& loops) {
  check_same_dtype(self, end, "end");
  check_same_dtype(self, weight, "weight");
  return ternary("lerp", out, self, end, weight, Rule::kSame, loops);
}
template <class Loops>
Tensor lerp(Out out, const Tensor& self, const Tensor& end, const Scalar& weight, const Loops& loops) {
  check_same_dtype(self, end, "end");
  if (isIntegralType(self.scalar_type(), true)) fail_dtype("lerp", self.scalar_type());
  const Scalars s = factor_of({&self, &end}, weight);
  return binary("lerp", out, self, end, Rule::kSame, loops, &s);
}

// ---- activations with parameters

template <class Loops>
Tensor gelu(Out out, const Tensor& self, std::string_view approximate, const Loops& loops, const Loops& gelu_tanh) {
  return unary("gelu", out, self, Rule::kSame, is_tanh(approximate) ? gelu_tanh : loops);
}
template <class Loops>
Tensor gelu_backward(Out out, const Tensor& g, const Tensor& self, std::string_view approximate, const Loops& loops,
                     const Loops& gelu_tanh_backward) {
  return binary("gelu_backward", out, g, self, Rule::kSame, is_tanh(approximate) ? gelu_tanh_backward : loops);
}
template <class Loops>
Tensor leaky_relu_backward(Out out, const Tensor& g, const Tensor& self, const Scalar& slope, bool self_is_result,
                           const Loops& loops) {
  TORCHPP_CHECK(!self_is_result || slope.toDouble() >= 0,
                "In-place leakyReLu backward calculation is triggered with a negative slope which is not supported. "
                "This is caused by calling in-place forward function with a negative slope, please call out-of-place "
                "version instead.");
  const Scalars s = scalars_of(wide_float(promoted_dtype_of({&g, &self})), slope);
  return binary("leaky_relu_backward", out, g, self, Rule::kSame, loops, &s, kLayoutLastFirst);
}
template <class Loops>
Tensor elu_backward(Out out, const Tensor& g, const Scalar& alpha, const Scalar& scale, const Scalar& input_scale,
                    bool is_result, const Tensor& self_or_result, const Loops& loops,
                    const Loops& elu_backward_result) {
  TORCHPP_CHECK(!is_result || alpha.toDouble() >= 0,
                "In-place elu backward calculation is triggered with a negative slope which is not supported.");
  const Scalars s = scalars_of(wide_float(promoted_dtype_of({&g, &self_or_result})), alpha, scale, input_scale);
  return binary("elu_backward", out, g, self_or_result, Rule::kSame, is_result ? elu_backward_result : loops, &s);
}
template <class Loops>
Tensor hardtanh(Out out, const Tensor& self, const Scalar& min, const Scalar& max, const Loops& clamp,
                const Loops& mul) {
  TORCHPP_CHECK(self.scalar_type() != kBool, "Bool inputs not supported for hardtanh");
  TORCHPP_CHECK(self.scalar_type() != kByte || (min.toDouble() >= 0 && max.toDouble() >= 0),
                "cannot do hardtanh on an unsigned type with negative limits");
  return between("hardtanh", out, self, two_bounds(min, max, self.scalar_type()), true, clamp, mul);
}
template <class Loops>
Tensor hardshrink(Out out, const Tensor& self, const Scalar& lambd, const Loops& loops) {
  check_floating("hardshrink", out, self);
  const Scalars s = scalars_of(self.scalar_type(), lambd);
  return unary("hardshrink", out, self, Rule::kSame, loops, &s);
}
template <class Loops>
Tensor softshrink(Out out, const Tensor& self, const Scalar& lambd, const Loops& loops) {
  const double limit = lambd.toDouble();
  TORCHPP_CHECK(limit >= 0, "lambda must be greater or equal to 0, but found to be ", limit);
  check_floating("softshrink", out, self);
  const Scalars s = scalars_of(wide_float(self.scalar_type()), limit);
  return unary("softshrink", out, self, Rule::kSame, loops, &s);
}
template <class Loops>
Tensor shrink_backward(Out out, const Tensor& g, const Tensor& self, const Scalar& lambd, const Loops& loops) {
  const Scalars s = scalars_of(promoted_dtype_of({&g, &self}), lambd);
  return binary("_shrink_backward", out, g, self, Rule::kSame, loops, &s, kLayoutLastFirst);
}
template <class Loops>
Tensor logit_backward(Out out, const Tensor& g, const Tensor& self, optional<double> eps,
                      const Loops& logit_between_backward) {
  const Scalars s = scalars_of(wide_float(promoted_dtype_of({&g, &self})), Scalar(eps.value_or(-1)));
  return binary("logit_backward", out, g, self, Rule::kSame, logit_between_backward, &s);
}
template <class Loops>
Tensor threshold_backward(Out out, const Tensor& g, const Tensor& self, const Scalar& threshold, const Loops& loops) {
  const Scalars s = scalars_of(promoted_dtype_of({&g, &self}), threshold);
  return binary("threshold_backward", out, g, self, Rule::kSame, loops, &s, kLayoutLastFirst);
}

}  // namespace torchpp::pointwise
