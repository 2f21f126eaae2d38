// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/pointwise.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/pointwise.h>

#include "src/ops/forward.h"
#include "src/ops/generated/pointwise.h"

namespace torchpp {

namespace composite {

Tensor absolute(Out out, const Tensor& self) { return op::abs(out, self); }
Tensor negative(Out out, const Tensor& self) { return op::neg(out, self); }
Tensor special_exp2(Out out, const Tensor& self) { return op::exp2(out, self); }
Tensor special_expm1(Out out, const Tensor& self) { return op::expm1(out, self); }
Tensor special_log1p(Out out, const Tensor& self) { return op::log1p(out, self); }
Tensor special_expit(Out out, const Tensor& self) { return op::sigmoid(out, self); }
Tensor arcsin(Out out, const Tensor& self) { return op::asin(out, self); }
Tensor arccos(Out out, const Tensor& self) { return op::acos(out, self); }
Tensor arctan(Out out, const Tensor& self) { return op::atan(out, self); }
Tensor arcsinh(Out out, const Tensor& self) { return op::asinh(out, self); }
Tensor arccosh(Out out, const Tensor& self) { return op::acosh(out, self); }
Tensor arctanh(Out out, const Tensor& self) { return op::atanh(out, self); }
Tensor special_sinc(Out out, const Tensor& self) { return op::sinc(out, self); }
Tensor special_erf(Out out, const Tensor& self) { return op::erf(out, self); }
Tensor special_erfc(Out out, const Tensor& self) { return op::erfc(out, self); }
Tensor special_erfinv(Out out, const Tensor& self) { return op::erfinv(out, self); }
Tensor special_logit(Out out, const Tensor& self, optional<double> eps) { return op::logit(out, self, eps); }
Tensor special_gammaln(Out out, const Tensor& self) { return op::lgamma(out, self); }
Tensor special_digamma(Out out, const Tensor& self) { return op::digamma(out, self); }
Tensor special_psi(Out out, const Tensor& self) { return op::digamma(out, self); }
Tensor special_polygamma(Out out, int64_t n, const Tensor& self) { return op::polygamma(out, n, self); }
Tensor special_multigammaln(Out out, const Tensor& self, int64_t p) { return op::mvlgamma(out, self, p); }
Tensor special_i0(Out out, const Tensor& self) { return op::i0(out, self); }
Tensor special_round(Out out, const Tensor& self, int64_t decimals) { return op::round_decimals(out, self, decimals); }
Tensor fix(Out out, const Tensor& self) { return op::trunc(out, self); }
Tensor square(Out out, const Tensor& self) {
  return detail::modes_listen()
      ? op::pow_Tensor_Scalar.call_cold(out, self, Scalar(2))
      : composite::pow_Tensor_Scalar(out, self, Scalar(2));
}
Tensor add_Scalar(Out out, const Tensor& self, const Scalar& other, const Scalar& alpha) {
  return op::add(out, self, wrapped_number(other), alpha);
}
Tensor subtract(Out out, const Tensor& self, const Tensor& other, const Scalar& alpha) {
  return op::sub(out, self, other, alpha);
}
Tensor sub_Scalar(Out out, const Tensor& self, const Scalar& other, const Scalar& alpha) {
  return op::sub(out, self, wrapped_number(other), alpha);
}
Tensor subtract_Scalar(Out out, const Tensor& self, const Scalar& other, const Scalar& alpha) {
  return detail::modes_listen()
      ? op::sub_Scalar.call_cold(out, self, other, alpha)
      : composite::sub_Scalar(out, self, other, alpha);
}
Tensor multiply(Out out, const Tensor& self, const Tensor& other) { return op::mul(out, self, other); }
Tensor mul_Scalar(Out out, const Tensor& self, const Scalar& other) {
  return op::mul(out, self, wrapped_number(other));
}
Tensor multiply_Scalar(Out out, const Tensor& self, const Scalar& other) {
  return detail::modes_listen() ? op::mul_Scalar.call_cold(out, self, other) : composite::mul_Scalar(out, self, other);
}
Tensor divide(Out out, const Tensor& self, const Tensor& other) { return op::div(out, self, other); }
Tensor true_divide(Out out, const Tensor& self, const Tensor& other) { return op::div(out, self, other); }
Tensor div_Scalar(Out out, const Tensor& self, const Scalar& other) {
  return op::div(out, self, wrapped_number(other));
}
Tensor divide_Scalar(Out out, const Tensor& self, const Scalar& other) {
  return detail::modes_listen() ? op::div_Scalar.call_cold(out, self, other) : composite::div_Scalar(out, self, other);
}
Tensor true_divide_Scalar(Out out, const Tensor& self, const Scalar& other) {
  return detail::modes_listen() ? op::div_Scalar.call_cold(out, self, other) : composite::div_Scalar(out, self, other);
}
Tensor divide_Tensor_mode(Out out, const Tensor& self, const Tensor& other, optional<std::string_view> rounding_mode) {
  return op::div_mode(out, self, other, rounding_mode);
}
Tensor div_Scalar_mode(Out out, const Tensor& self, const Scalar& other, optional<std::string_view> rounding_mode) {
  return op::div_mode(out, self, wrapped_number(other), rounding_mode);
}
Tensor divide_Scalar_mode(Out out, const Tensor& self, const Scalar& other, optional<std::string_view> rounding_mode) {
  return detail::modes_listen()
      ? op::div_Scalar_mode.call_cold(out, self, other, rounding_mode)
      : composite::div_Scalar_mode(out, self, other, rounding_mode);
}
Tensor floor_divide(Out out, const Tensor& self, const Tensor& other) {
  return op::div_mode(out, self, other, "floor");
}
Tensor floor_divide_Scalar(Out out, const Tensor& self, const Scalar& other) {
  return detail::modes_listen()
      ? op::div_Scalar_mode.call_cold(out, self, other, "floor")
      : composite::div_Scalar_mode(out, self, other, "floor");
}
Tensor remainder_Scalar(Out out, const Tensor& self, const Scalar& other) {
  return op::remainder(out, self, wrapped_number(other));
}
Tensor remainder_Scalar_Tensor(Out out, const Scalar& self, const Tensor& other) {
  return op::remainder(out, wrapped_number(self), other);
}
Tensor fmod_Scalar(Out out, const Tensor& self, const Scalar& other) {
  return op::fmod(out, self, wrapped_number(other));
}
Tensor pow_Tensor_Scalar(Out out, const Tensor& self, const Scalar& exponent) {
  return op::pow(out, self, wrapped_number(exponent));
}
Tensor max_other(Out out, const Tensor& self, const Tensor& other) { return op::maximum(out, self, other); }
Tensor min_other(Out out, const Tensor& self, const Tensor& other) { return op::minimum(out, self, other); }
Tensor arctan2(Out out, const Tensor& self, const Tensor& other) { return op::atan2(out, self, other); }
Tensor copysign_Scalar(Out out, const Tensor& self, const Scalar& other) {
  return op::copysign(out, self, wrapped_number(other));
}
Tensor xlogy_Scalar_Other(Out out, const Tensor& self, const Scalar& other) {
  return op::xlogy(out, self, wrapped_number(other));
}
Tensor special_xlogy(Out out, const Tensor& self, const Tensor& other) { return op::xlogy(out, self, other); }
Tensor special_xlogy_self_scalar(Out out, const Scalar& self, const Tensor& other) {
  return detail::modes_listen()
      ? op::xlogy_Scalar_Self.call_cold(out, self, other)
      : composite::xlogy_Scalar_Self(out, self, other);
}
Tensor special_xlogy_other_scalar(Out out, const Tensor& self, const Scalar& other) {
  return op::xlogy(out, self, wrapped_number(other));
}
Tensor special_gammainc(Out out, const Tensor& self, const Tensor& other) { return op::igamma(out, self, other); }
Tensor special_gammaincc(Out out, const Tensor& self, const Tensor& other) { return op::igammac(out, self, other); }
Tensor eq_Scalar(Out out, const Tensor& self, const Scalar& other) { return op::eq(out, self, wrapped_number(other)); }
Tensor not_equal(Out out, const Tensor& self, const Tensor& other) { return op::ne(out, self, other); }
Tensor ne_Scalar(Out out, const Tensor& self, const Scalar& other) { return op::ne(out, self, wrapped_number(other)); }
Tensor not_equal_Scalar(Out out, const Tensor& self, const Scalar& other) {
  return detail::modes_listen() ? op::ne_Scalar.call_cold(out, self, other) : composite::ne_Scalar(out, self, other);
}
Tensor less(Out out, const Tensor& self, const Tensor& other) { return op::lt(out, self, other); }
Tensor lt_Scalar(Out out, const Tensor& self, const Scalar& other) { return op::lt(out, self, wrapped_number(other)); }
Tensor less_Scalar(Out out, const Tensor& self, const Scalar& other) {
  return detail::modes_listen() ? op::lt_Scalar.call_cold(out, self, other) : composite::lt_Scalar(out, self, other);
}
Tensor less_equal(Out out, const Tensor& self, const Tensor& other) { return op::le(out, self, other); }
Tensor le_Scalar(Out out, const Tensor& self, const Scalar& other) { return op::le(out, self, wrapped_number(other)); }
Tensor less_equal_Scalar(Out out, const Tensor& self, const Scalar& other) {
  return detail::modes_listen() ? op::le_Scalar.call_cold(out, self, other) : composite::le_Scalar(out, self, other);
}
Tensor greater(Out out, const Tensor& self, const Tensor& other) { return op::gt(out, self, other); }
Tensor gt_Scalar(Out out, const Tensor& self, const Scalar& other) { return op::gt(out, self, wrapped_number(other)); }
Tensor greater_Scalar(Out out, const Tensor& self, const Scalar& other) {
  return detail::modes_listen() ? op::gt_Scalar.call_cold(out, self, other) : composite::gt_Scalar(out, self, other);
}
Tensor greater_equal(Out out, const Tensor& self, const Tensor& other) { return op::ge(out, self, other); }
Tensor ge_Scalar(Out out, const Tensor& self, const Scalar& other) { return op::ge(out, self, wrapped_number(other)); }
Tensor greater_equal_Scalar(Out out, const Tensor& self, const Scalar& other) {
  return detail::modes_listen() ? op::ge_Scalar.call_cold(out, self, other) : composite::ge_Scalar(out, self, other);
}
Tensor bitwise_and_Scalar(Out out, const Tensor& self, const Scalar& other) {
  return op::bitwise_and(out, self, wrapped_number(other));
}
Tensor bitwise_and_Scalar_Tensor(Out out, const Scalar& self, const Tensor& other) {
  return op::bitwise_and(out, wrapped_number(self), other);
}
Tensor bitwise_or_Scalar(Out out, const Tensor& self, const Scalar& other) {
  return op::bitwise_or(out, self, wrapped_number(other));
}
Tensor bitwise_or_Scalar_Tensor(Out out, const Scalar& self, const Tensor& other) {
  return op::bitwise_or(out, wrapped_number(self), other);
}
Tensor bitwise_xor_Scalar(Out out, const Tensor& self, const Scalar& other) {
  return op::bitwise_xor(out, self, wrapped_number(other));
}
Tensor bitwise_xor_Scalar_Tensor(Out out, const Scalar& self, const Tensor& other) {
  return op::bitwise_xor(out, wrapped_number(self), other);
}
Tensor bitwise_left_shift_Tensor_Scalar(Out out, const Tensor& self, const Scalar& other) {
  return op::bitwise_left_shift(out, self, wrapped_number(other));
}
Tensor bitwise_left_shift_Scalar_Tensor(Out out, const Scalar& self, const Tensor& other) {
  return op::bitwise_left_shift(out, wrapped_number(self), other);
}
Tensor bitwise_right_shift_Tensor_Scalar(Out out, const Tensor& self, const Scalar& other) {
  return op::bitwise_right_shift(out, self, wrapped_number(other));
}
Tensor bitwise_right_shift_Scalar_Tensor(Out out, const Scalar& self, const Tensor& other) {
  return op::bitwise_right_shift(out, wrapped_number(self), other);
}
Tensor clip(Out out, const Tensor& self, const optional<Scalar>& min, const optional<Scalar>& max) {
  return op::clamp(out, self, min, max);
}
Tensor clip_tensor(Out out, const Tensor& self, const Tensor& min, const Tensor& max) {
  return op::clamp_tensor(out, self, min, max);
}

}  // namespace composite

namespace op {

inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::abs) abs(
    "abs(Tensor self) -> Tensor",
    &cpu::abs, &derivative::abs, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::absolute) absolute(decltype(op::absolute)::AllBackends(),
    "absolute(Tensor self) -> Tensor",
    &composite::absolute, &composite::absolute, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::neg) neg(
    "neg(Tensor self) -> Tensor",
    &cpu::neg, &derivative::neg, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::negative) negative(decltype(op::negative)::AllBackends(),
    "negative(Tensor self) -> Tensor",
    &composite::negative, &composite::negative, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::exp) exp(
    "exp(Tensor self) -> Tensor",
    &cpu::exp, &derivative::exp, OpTraits{true, true, true, false, false, Batching::kPointwise, Autocast::kNone, Autocast::kFp32});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::exp2) exp2(
    "exp2(Tensor self) -> Tensor",
    &cpu::exp2, &derivative::exp2, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::special_exp2) special_exp2(decltype(op::special_exp2)::AllBackends(),
    "special_exp2(Tensor self) -> Tensor",
    &composite::special_exp2, &composite::special_exp2, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::expm1) expm1(
    "expm1(Tensor self) -> Tensor",
    &cpu::expm1, &derivative::expm1, OpTraits{true, true, true, false, false, Batching::kPointwise, Autocast::kNone, Autocast::kFp32});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::special_expm1) special_expm1(decltype(op::special_expm1)::AllBackends(),
    "special_expm1(Tensor self) -> Tensor",
    &composite::special_expm1, &composite::special_expm1, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::log) log(
    "log(Tensor self) -> Tensor",
    &cpu::log, &derivative::log, OpTraits{true, true, true, false, false, Batching::kPointwise, Autocast::kNone, Autocast::kFp32});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::log2) log2(
    "log2(Tensor self) -> Tensor",
    &cpu::log2, &derivative::log2, OpTraits{true, true, true, false, false, Batching::kPointwise, Autocast::kNone, Autocast::kFp32});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::log10) log10(
    "log10(Tensor self) -> Tensor",
    &cpu::log10, &derivative::log10, OpTraits{true, true, true, false, false, Batching::kPointwise, Autocast::kNone, Autocast::kFp32});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::log1p) log1p(
    "log1p(Tensor self) -> Tensor",
    &cpu::log1p, &derivative::log1p, OpTraits{true, true, true, false, false, Batching::kPointwise, Autocast::kNone, Autocast::kFp32});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::special_log1p) special_log1p(decltype(op::special_log1p)::AllBackends(),
    "special_log1p(Tensor self) -> Tensor",
    &composite::special_log1p, &composite::special_log1p, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::sqrt) sqrt(
    "sqrt(Tensor self) -> Tensor",
    &cpu::sqrt, &derivative::sqrt, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::rsqrt) rsqrt(
    "rsqrt(Tensor self) -> Tensor",
    &cpu::rsqrt, &derivative::rsqrt, OpTraits{true, true, true, false, false, Batching::kPointwise, Autocast::kNone, Autocast::kFp32});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::reciprocal) reciprocal(
    "reciprocal(Tensor self) -> Tensor",
    &cpu::reciprocal, &derivative::reciprocal, OpTraits{true, true, true, false, false, Batching::kPointwise, Autocast::kNone, Autocast::kFp32});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::sigmoid) sigmoid(
    "sigmoid(Tensor self) -> Tensor",
    &cpu::sigmoid, &derivative::sigmoid, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::special_expit) special_expit(decltype(op::special_expit)::AllBackends(),
    "special_expit(Tensor self) -> Tensor",
    &composite::special_expit, &composite::special_expit, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::tanh) tanh(
    "tanh(Tensor self) -> Tensor",
    &cpu::tanh, &derivative::tanh, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::sin) sin(
    "sin(Tensor self) -> Tensor",
    &cpu::sin, &derivative::sin, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::cos) cos(
    "cos(Tensor self) -> Tensor",
    &cpu::cos, &derivative::cos, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::tan) tan(
    "tan(Tensor self) -> Tensor",
    &cpu::tan, &derivative::tan, OpTraits{true, true, true, false, false, Batching::kPointwise, Autocast::kNone, Autocast::kFp32});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::asin) asin(
    "asin(Tensor self) -> Tensor",
    &cpu::asin, &derivative::asin, OpTraits{true, true, true, false, false, Batching::kPointwise, Autocast::kNone, Autocast::kFp32});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::arcsin) arcsin(decltype(op::arcsin)::AllBackends(),
    "arcsin(Tensor self) -> Tensor",
    &composite::arcsin, &composite::arcsin, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::acos) acos(
    "acos(Tensor self) -> Tensor",
    &cpu::acos, &derivative::acos, OpTraits{true, true, true, false, false, Batching::kPointwise, Autocast::kNone, Autocast::kFp32});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::arccos) arccos(decltype(op::arccos)::AllBackends(),
    "arccos(Tensor self) -> Tensor",
    &composite::arccos, &composite::arccos, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::atan) atan(
    "atan(Tensor self) -> Tensor",
    &cpu::atan, &derivative::atan, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::arctan) arctan(decltype(op::arctan)::AllBackends(),
    "arctan(Tensor self) -> Tensor",
    &composite::arctan, &composite::arctan, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::sinh) sinh(
    "sinh(Tensor self) -> Tensor",
    &cpu::sinh, &derivative::sinh, OpTraits{true, true, true, false, false, Batching::kPointwise, Autocast::kNone, Autocast::kFp32});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::cosh) cosh(
    "cosh(Tensor self) -> Tensor",
    &cpu::cosh, &derivative::cosh, OpTraits{true, true, true, false, false, Batching::kPointwise, Autocast::kNone, Autocast::kFp32});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::asinh) asinh(
    "asinh(Tensor self) -> Tensor",
    &cpu::asinh, &derivative::asinh, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::arcsinh) arcsinh(decltype(op::arcsinh)::AllBackends(),
    "arcsinh(Tensor self) -> Tensor",
    &composite::arcsinh, &composite::arcsinh, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::acosh) acosh(
    "acosh(Tensor self) -> Tensor",
    &cpu::acosh, &derivative::acosh, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::arccosh) arccosh(decltype(op::arccosh)::AllBackends(),
    "arccosh(Tensor self) -> Tensor",
    &composite::arccosh, &composite::arccosh, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::atanh) atanh(
    "atanh(Tensor self) -> Tensor",
    &cpu::atanh, &derivative::atanh, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::arctanh) arctanh(decltype(op::arctanh)::AllBackends(),
    "arctanh(Tensor self) -> Tensor",
    &composite::arctanh, &composite::arctanh, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::sinc) sinc(
    "sinc(Tensor self) -> Tensor",
    &cpu::sinc, &derivative::sinc, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::special_sinc) special_sinc(decltype(op::special_sinc)::AllBackends(),
    "special_sinc(Tensor self) -> Tensor",
    &composite::special_sinc, &composite::special_sinc, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::deg2rad) deg2rad(
    "deg2rad(Tensor self) -> Tensor",
    &cpu::deg2rad, &derivative::deg2rad, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::rad2deg) rad2deg(
    "rad2deg(Tensor self) -> Tensor",
    &cpu::rad2deg, &derivative::rad2deg, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::angle) angle(
    "angle(Tensor self) -> Tensor",
    &cpu::angle, &derivative::angle, OpTraits{false, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::erf) erf(
    "erf(Tensor self) -> Tensor",
    &cpu::erf, &derivative::erf, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::special_erf) special_erf(decltype(op::special_erf)::AllBackends(),
    "special_erf(Tensor self) -> Tensor",
    &composite::special_erf, &composite::special_erf, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::erfc) erfc(
    "erfc(Tensor self) -> Tensor",
    &cpu::erfc, &derivative::erfc, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::special_erfc) special_erfc(decltype(op::special_erfc)::AllBackends(),
    "special_erfc(Tensor self) -> Tensor",
    &composite::special_erfc, &composite::special_erfc, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::erfinv) erfinv(
    "erfinv(Tensor self) -> Tensor",
    &cpu::erfinv, &derivative::erfinv, OpTraits{true, true, true, false, false, Batching::kPointwise, Autocast::kNone, Autocast::kFp32});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::special_erfinv) special_erfinv(decltype(op::special_erfinv)::AllBackends(),
    "special_erfinv(Tensor self) -> Tensor",
    &composite::special_erfinv, &composite::special_erfinv, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_do {
TORCHPP_CONSTINIT decltype(op::logit) logit(
    "logit(Tensor self, float? eps=None) -> Tensor",
    &cpu::logit, &derivative::logit, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_do {
TORCHPP_CONSTINIT decltype(op::special_logit) special_logit(decltype(op::special_logit)::AllBackends(),
    "special_logit(Tensor self, float? eps=None) -> Tensor",
    &composite::special_logit, &composite::special_logit, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::lgamma) lgamma(
    "lgamma(Tensor self) -> Tensor",
    &cpu::lgamma, &derivative::lgamma, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::special_gammaln) special_gammaln(decltype(op::special_gammaln)::AllBackends(),
    "special_gammaln(Tensor self) -> Tensor",
    &composite::special_gammaln, &composite::special_gammaln, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::digamma) digamma(
    "digamma(Tensor self) -> Tensor",
    &cpu::digamma, &derivative::digamma, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::special_digamma) special_digamma(decltype(op::special_digamma)::AllBackends(),
    "special_digamma(Tensor self) -> Tensor",
    &composite::special_digamma, &composite::special_digamma, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::special_psi) special_psi(decltype(op::special_psi)::AllBackends(),
    "special_psi(Tensor self) -> Tensor",
    &composite::special_psi, &composite::special_psi, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_i_T {
TORCHPP_CONSTINIT decltype(op::polygamma) polygamma(
    "polygamma(int n, Tensor self) -> Tensor",
    &cpu::polygamma, &derivative::polygamma, OpTraits{false, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_i_T {
TORCHPP_CONSTINIT decltype(op::special_polygamma) special_polygamma(decltype(op::special_polygamma)::AllBackends(),
    "special_polygamma(int n, Tensor self) -> Tensor",
    &composite::special_polygamma, &composite::special_polygamma, OpTraits{false, true, false, true, true});
}
inline namespace T_of_T_i {
TORCHPP_CONSTINIT decltype(op::polygamma_in_place) polygamma_in_place(decltype(op::polygamma_in_place)::AllBackends(),
    "polygamma_(Tensor(a!) self, int n) -> Tensor(a!)",
    &composite::polygamma_in_place, &composite::polygamma_in_place, OpTraits{false, false, false, true, true});
}
inline namespace T_of_out_T_i {
TORCHPP_CONSTINIT decltype(op::mvlgamma) mvlgamma(decltype(op::mvlgamma)::AllBackends(),
    "mvlgamma(Tensor self, int p) -> Tensor",
    &every_backend::mvlgamma, &derivative::mvlgamma, OpTraits{true, true, false, true, false, Batching::kPointwise});
}
inline namespace T_of_out_T_i {
TORCHPP_CONSTINIT decltype(op::special_multigammaln) special_multigammaln(decltype(op::special_multigammaln)::AllBackends(),
    "special_multigammaln(Tensor self, int p) -> Tensor",
    &composite::special_multigammaln, &composite::special_multigammaln, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::i0) i0(
    "i0(Tensor self) -> Tensor",
    &cpu::i0, &derivative::i0, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::special_i0) special_i0(decltype(op::special_i0)::AllBackends(),
    "special_i0(Tensor self) -> Tensor",
    &composite::special_i0, &composite::special_i0, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::special_i1) special_i1(
    "special_i1(Tensor self) -> Tensor",
    &cpu::special_i1, &derivative::special_i1, OpTraits{false, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::floor) floor(
    "floor(Tensor self) -> Tensor",
    &cpu::floor, &derivative::floor, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::ceil) ceil(
    "ceil(Tensor self) -> Tensor",
    &cpu::ceil, &derivative::ceil, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::round) round(
    "round(Tensor self) -> Tensor",
    &cpu::round, &derivative::round, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_i {
TORCHPP_CONSTINIT decltype(op::round_decimals) round_decimals(
    "round.decimals(Tensor self, *, int decimals) -> Tensor",
    &cpu::round_decimals, &derivative::round_decimals, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_i {
TORCHPP_CONSTINIT decltype(op::special_round) special_round(decltype(op::special_round)::AllBackends(),
    "special_round(Tensor self, *, int decimals=0) -> Tensor",
    &composite::special_round, &composite::special_round, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::trunc) trunc(
    "trunc(Tensor self) -> Tensor",
    &cpu::trunc, &derivative::trunc, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::fix) fix(decltype(op::fix)::AllBackends(),
    "fix(Tensor self) -> Tensor",
    &composite::fix, &composite::fix, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::frac) frac(
    "frac(Tensor self) -> Tensor",
    &cpu::frac, &derivative::frac, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::sign) sign(
    "sign(Tensor self) -> Tensor",
    &cpu::sign, &derivative::sign, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::sgn) sgn(
    "sgn(Tensor self) -> Tensor",
    &cpu::sgn, &derivative::sgn, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::square) square(decltype(op::square)::AllBackends(),
    "square(Tensor self) -> Tensor",
    &composite::square, &composite::square, OpTraits{true, true, false, true, true});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::positive) positive(decltype(op::positive)::AllBackends(),
    "positive(Tensor(a) self) -> Tensor(a)",
    &composite::positive, &composite::positive, OpTraits{false, false, false, true, true});
}
inline namespace TT_of_out_T {
TORCHPP_CONSTINIT decltype(op::frexp) frexp(
    "frexp.Tensor|Tensor_out:mantissa:exponent(Tensor self) -> (Tensor mantissa, Tensor exponent)",
    &cpu::frexp, &derivative::frexp, OpTraits{false, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_do_do_do {
TORCHPP_CONSTINIT decltype(op::nan_to_num) nan_to_num(
    "nan_to_num(Tensor self, float? nan=None, float? posinf=None, float? neginf=None) -> Tensor",
    &cpu::nan_to_num, &derivative::nan_to_num, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::logical_not) logical_not(
    "logical_not(Tensor self) -> Tensor",
    &cpu::logical_not, nullptr, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::bitwise_not) bitwise_not(
    "bitwise_not(Tensor self) -> Tensor",
    &cpu::bitwise_not, &derivative::bitwise_not, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::isnan) isnan(
    "isnan(Tensor self) -> Tensor",
    &cpu::isnan, nullptr, OpTraits{false, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::isinf) isinf(
    "isinf(Tensor self) -> Tensor",
    &cpu::isinf, nullptr, OpTraits{false, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::isfinite) isfinite(
    "isfinite(Tensor self) -> Tensor",
    &cpu::isfinite, nullptr, OpTraits{false, false, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::isposinf) isposinf(
    "isposinf(Tensor self) -> Tensor",
    &cpu::isposinf, nullptr, OpTraits{false, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::isneginf) isneginf(
    "isneginf(Tensor self) -> Tensor",
    &cpu::isneginf, nullptr, OpTraits{false, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::signbit) signbit(
    "signbit(Tensor self) -> Tensor",
    &cpu::signbit, nullptr, OpTraits{false, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::isreal) isreal(decltype(op::isreal)::AllBackends(),
    "isreal(Tensor self) -> Tensor",
    &composite::isreal, &composite::isreal, OpTraits{false, false, false, true, true});
}
inline namespace T_of_out_T_T_S {
TORCHPP_CONSTINIT decltype(op::add) add(
    "add.Tensor|out(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor",
    &cpu::add, &derivative::add, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_S_S {
TORCHPP_CONSTINIT decltype(op::add_Scalar) add_Scalar(decltype(op::add_Scalar)::AllBackends(),
    "add.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor",
    &composite::add_Scalar, &composite::add_Scalar, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_T_S {
TORCHPP_CONSTINIT decltype(op::sub) sub(
    "sub.Tensor|out(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor",
    &cpu::sub, &derivative::sub, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T_S {
TORCHPP_CONSTINIT decltype(op::subtract) subtract(decltype(op::subtract)::AllBackends(),
    "subtract.Tensor|out(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor",
    &composite::subtract, &composite::subtract, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_S_S {
TORCHPP_CONSTINIT decltype(op::sub_Scalar) sub_Scalar(decltype(op::sub_Scalar)::AllBackends(),
    "sub.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor",
    &composite::sub_Scalar, &composite::sub_Scalar, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_S_S {
TORCHPP_CONSTINIT decltype(op::subtract_Scalar) subtract_Scalar(decltype(op::subtract_Scalar)::AllBackends(),
    "subtract.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor",
    &composite::subtract_Scalar, &composite::subtract_Scalar, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_T_S {
TORCHPP_CONSTINIT decltype(op::rsub) rsub(decltype(op::rsub)::AllBackends(),
    "rsub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor",
    &composite::rsub, &composite::rsub, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_S_S {
TORCHPP_CONSTINIT decltype(op::rsub_Scalar) rsub_Scalar(decltype(op::rsub_Scalar)::AllBackends(),
    "rsub.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor",
    &composite::rsub_Scalar, &composite::rsub_Scalar, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::mul) mul(
    "mul.Tensor|out(Tensor self, Tensor other) -> Tensor",
    &cpu::mul, &derivative::mul, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::multiply) multiply(decltype(op::multiply)::AllBackends(),
    "multiply.Tensor|out(Tensor self, Tensor other) -> Tensor",
    &composite::multiply, &composite::multiply, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_S {
TORCHPP_CONSTINIT decltype(op::mul_Scalar) mul_Scalar(decltype(op::mul_Scalar)::AllBackends(),
    "mul.Scalar(Tensor self, Scalar other) -> Tensor",
    &composite::mul_Scalar, &composite::mul_Scalar, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_S {
TORCHPP_CONSTINIT decltype(op::multiply_Scalar) multiply_Scalar(decltype(op::multiply_Scalar)::AllBackends(),
    "multiply.Scalar(Tensor self, Scalar other) -> Tensor",
    &composite::multiply_Scalar, &composite::multiply_Scalar, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::div) div(
    "div.Tensor|out(Tensor self, Tensor other) -> Tensor",
    &cpu::div, &derivative::div, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::divide) divide(decltype(op::divide)::AllBackends(),
    "divide.Tensor|out(Tensor self, Tensor other) -> Tensor",
    &composite::divide, &composite::divide, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::true_divide) true_divide(decltype(op::true_divide)::AllBackends(),
    "true_divide.Tensor|out(Tensor self, Tensor other) -> Tensor",
    &composite::true_divide, &composite::true_divide, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_S {
TORCHPP_CONSTINIT decltype(op::div_Scalar) div_Scalar(decltype(op::div_Scalar)::AllBackends(),
    "div.Scalar(Tensor self, Scalar other) -> Tensor",
    &composite::div_Scalar, &composite::div_Scalar, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_S {
TORCHPP_CONSTINIT decltype(op::divide_Scalar) divide_Scalar(decltype(op::divide_Scalar)::AllBackends(),
    "divide.Scalar(Tensor self, Scalar other) -> Tensor",
    &composite::divide_Scalar, &composite::divide_Scalar, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_S {
TORCHPP_CONSTINIT decltype(op::true_divide_Scalar) true_divide_Scalar(decltype(op::true_divide_Scalar)::AllBackends(),
    "true_divide.Scalar(Tensor self, Scalar other) -> Tensor",
    &composite::true_divide_Scalar, &composite::true_divide_Scalar, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_T_so {
TORCHPP_CONSTINIT decltype(op::div_mode) div_mode(
    "div.Tensor_mode|out_mode(Tensor self, Tensor other, *, str? rounding_mode) -> Tensor",
    &cpu::div_mode, &derivative::div_mode, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T_so {
TORCHPP_CONSTINIT decltype(op::divide_Tensor_mode) divide_Tensor_mode(decltype(op::divide_Tensor_mode)::AllBackends(),
    "divide.Tensor_mode|out_mode(Tensor self, Tensor other, *, str? rounding_mode) -> Tensor",
    &composite::divide_Tensor_mode, &composite::divide_Tensor_mode, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_S_so {
TORCHPP_CONSTINIT decltype(op::div_Scalar_mode) div_Scalar_mode(decltype(op::div_Scalar_mode)::AllBackends(),
    "div.Scalar_mode(Tensor self, Scalar other, *, str? rounding_mode) -> Tensor",
    &composite::div_Scalar_mode, &composite::div_Scalar_mode, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_S_so {
TORCHPP_CONSTINIT decltype(op::divide_Scalar_mode) divide_Scalar_mode(decltype(op::divide_Scalar_mode)::AllBackends(),
    "divide.Scalar_mode(Tensor self, Scalar other, *, str? rounding_mode) -> Tensor",
    &composite::divide_Scalar_mode, &composite::divide_Scalar_mode, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::floor_divide) floor_divide(decltype(op::floor_divide)::AllBackends(),
    "floor_divide||Tensor(Tensor self, Tensor other) -> Tensor",
    &composite::floor_divide, &composite::floor_divide, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_S {
TORCHPP_CONSTINIT decltype(op::floor_divide_Scalar) floor_divide_Scalar(decltype(op::floor_divide_Scalar)::AllBackends(),
    "floor_divide.Scalar(Tensor self, Scalar other) -> Tensor",
    &composite::floor_divide_Scalar, &composite::floor_divide_Scalar, OpTraits{true, false, false, true, true});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::remainder) remainder(
    "remainder.Tensor(Tensor self, Tensor other) -> Tensor",
    &cpu::remainder, &derivative::remainder, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_S {
TORCHPP_CONSTINIT decltype(op::remainder_Scalar) remainder_Scalar(decltype(op::remainder_Scalar)::AllBackends(),
    "remainder.Scalar(Tensor self, Scalar other) -> Tensor",
    &composite::remainder_Scalar, &composite::remainder_Scalar, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_S_T {
TORCHPP_CONSTINIT decltype(op::remainder_Scalar_Tensor) remainder_Scalar_Tensor(decltype(op::remainder_Scalar_Tensor)::AllBackends(),
    "remainder.Scalar_Tensor(Scalar self, Tensor other) -> Tensor",
    &composite::remainder_Scalar_Tensor, &composite::remainder_Scalar_Tensor, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::fmod) fmod(
    "fmod.Tensor(Tensor self, Tensor other) -> Tensor",
    &cpu::fmod, &derivative::fmod, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_S {
TORCHPP_CONSTINIT decltype(op::fmod_Scalar) fmod_Scalar(decltype(op::fmod_Scalar)::AllBackends(),
    "fmod.Scalar(Tensor self, Scalar other) -> Tensor",
    &composite::fmod_Scalar, &composite::fmod_Scalar, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::pow) pow(
    "pow.Tensor_Tensor||Tensor(Tensor self, Tensor exponent) -> Tensor",
    &cpu::pow, &derivative::pow, OpTraits{true, true, true, false, false, Batching::kPointwise, Autocast::kNone, Autocast::kFp32});
}
inline namespace T_of_out_T_S {
TORCHPP_CONSTINIT decltype(op::pow_Tensor_Scalar) pow_Tensor_Scalar(decltype(op::pow_Tensor_Scalar)::AllBackends(),
    "pow.Tensor_Scalar||Scalar(Tensor self, Scalar exponent) -> Tensor",
    &composite::pow_Tensor_Scalar, &composite::pow_Tensor_Scalar, OpTraits{true, true, false, true, true, Batching::kEach, Autocast::kNone, Autocast::kFp32});
}
inline namespace T_of_out_S_T {
TORCHPP_CONSTINIT decltype(op::pow_Scalar) pow_Scalar(decltype(op::pow_Scalar)::AllBackends(),
    "pow.Scalar(Scalar self, Tensor exponent) -> Tensor",
    &composite::pow_Scalar, &composite::pow_Scalar, OpTraits{false, true, false, true, true, Batching::kEach, Autocast::kNone, Autocast::kFp32});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::float_power) float_power(decltype(op::float_power)::AllBackends(),
    "float_power.Tensor_Tensor||Tensor(Tensor self, Tensor exponent) -> Tensor",
    &composite::float_power, &composite::float_power, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_S {
TORCHPP_CONSTINIT decltype(op::float_power_Tensor_Scalar) float_power_Tensor_Scalar(decltype(op::float_power_Tensor_Scalar)::AllBackends(),
    "float_power.Tensor_Scalar||Scalar(Tensor self, Scalar exponent) -> Tensor",
    &composite::float_power_Tensor_Scalar, &composite::float_power_Tensor_Scalar, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_S_T {
TORCHPP_CONSTINIT decltype(op::float_power_base) float_power_base(decltype(op::float_power_base)::AllBackends(),
    "float_power.Scalar(Scalar self, Tensor exponent) -> Tensor",
    &composite::float_power_base, &composite::float_power_base, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::ldexp) ldexp(decltype(op::ldexp)::AllBackends(),
    "ldexp.Tensor|out(Tensor self, Tensor other) -> Tensor",
    &composite::ldexp, &composite::ldexp, OpTraits{false, true, false, true, true});
}
inline namespace T_of_T_T {
TORCHPP_CONSTINIT decltype(op::ldexp_in_place) ldexp_in_place(decltype(op::ldexp_in_place)::AllBackends(),
    "ldexp_(Tensor(a!) self, Tensor other) -> Tensor(a!)",
    &composite::ldexp_in_place, &composite::ldexp_in_place, OpTraits{false, false, false, true, true});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::maximum) maximum(
    "maximum(Tensor self, Tensor other) -> Tensor",
    &cpu::maximum, &derivative::maximum, OpTraits{false, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::max_other) max_other(decltype(op::max_other)::AllBackends(),
    "max.other|out(Tensor self, Tensor other) -> Tensor",
    &composite::max_other, &composite::max_other, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::minimum) minimum(
    "minimum(Tensor self, Tensor other) -> Tensor",
    &cpu::minimum, &derivative::minimum, OpTraits{false, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::min_other) min_other(decltype(op::min_other)::AllBackends(),
    "min.other|out(Tensor self, Tensor other) -> Tensor",
    &composite::min_other, &composite::min_other, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::fmax) fmax(
    "fmax(Tensor self, Tensor other) -> Tensor",
    &cpu::fmax, &derivative::fmax, OpTraits{false, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::fmin) fmin(
    "fmin(Tensor self, Tensor other) -> Tensor",
    &cpu::fmin, &derivative::fmin, OpTraits{false, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::atan2) atan2(
    "atan2(Tensor self, Tensor other) -> Tensor",
    &cpu::atan2, &derivative::atan2, OpTraits{true, true, true, false, false, Batching::kPointwise, Autocast::kNone, Autocast::kPromote});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::arctan2) arctan2(decltype(op::arctan2)::AllBackends(),
    "arctan2(Tensor self, Tensor other) -> Tensor",
    &composite::arctan2, &composite::arctan2, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::hypot) hypot(
    "hypot(Tensor self, Tensor other) -> Tensor",
    &cpu::hypot, &derivative::hypot, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::copysign) copysign(
    "copysign.Tensor|out(Tensor self, Tensor other) -> Tensor",
    &cpu::copysign, &derivative::copysign, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_S {
TORCHPP_CONSTINIT decltype(op::copysign_Scalar) copysign_Scalar(decltype(op::copysign_Scalar)::AllBackends(),
    "copysign.Scalar(Tensor self, Scalar other) -> Tensor",
    &composite::copysign_Scalar, &composite::copysign_Scalar, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::nextafter) nextafter(
    "nextafter(Tensor self, Tensor other) -> Tensor",
    &cpu::nextafter, &derivative::nextafter, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::xlogy) xlogy(
    "xlogy.Tensor|OutTensor(Tensor self, Tensor other) -> Tensor",
    &cpu::xlogy, &derivative::xlogy, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_S_T {
TORCHPP_CONSTINIT decltype(op::xlogy_Scalar_Self) xlogy_Scalar_Self(decltype(op::xlogy_Scalar_Self)::AllBackends(),
    "xlogy.Scalar_Self|OutScalar_Self(Scalar self, Tensor other) -> Tensor",
    &composite::xlogy_Scalar_Self, &composite::xlogy_Scalar_Self, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_S {
TORCHPP_CONSTINIT decltype(op::xlogy_Scalar_Other) xlogy_Scalar_Other(decltype(op::xlogy_Scalar_Other)::AllBackends(),
    "xlogy.Scalar_Other|OutScalar_Other(Tensor self, Scalar other) -> Tensor",
    &composite::xlogy_Scalar_Other, &composite::xlogy_Scalar_Other, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::special_xlogy) special_xlogy(decltype(op::special_xlogy)::AllBackends(),
    "special_xlogy(Tensor self, Tensor other) -> Tensor",
    &composite::special_xlogy, &composite::special_xlogy, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_S_T {
TORCHPP_CONSTINIT decltype(op::special_xlogy_self_scalar) special_xlogy_self_scalar(decltype(op::special_xlogy_self_scalar)::AllBackends(),
    "special_xlogy.self_scalar(Scalar self, Tensor other) -> Tensor",
    &composite::special_xlogy_self_scalar, &composite::special_xlogy_self_scalar, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_S {
TORCHPP_CONSTINIT decltype(op::special_xlogy_other_scalar) special_xlogy_other_scalar(decltype(op::special_xlogy_other_scalar)::AllBackends(),
    "special_xlogy.other_scalar(Tensor self, Scalar other) -> Tensor",
    &composite::special_xlogy_other_scalar, &composite::special_xlogy_other_scalar, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::logaddexp) logaddexp(
    "logaddexp(Tensor self, Tensor other) -> Tensor",
    &cpu::logaddexp, &derivative::logaddexp, OpTraits{false, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::logaddexp2) logaddexp2(
    "logaddexp2(Tensor self, Tensor other) -> Tensor",
    &cpu::logaddexp2, &derivative::logaddexp2, OpTraits{false, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::heaviside) heaviside(
    "heaviside(Tensor self, Tensor values) -> Tensor",
    &cpu::heaviside, &derivative::heaviside, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::igamma) igamma(
    "igamma(Tensor self, Tensor other) -> Tensor",
    &cpu::igamma, &derivative::igamma, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::special_gammainc) special_gammainc(decltype(op::special_gammainc)::AllBackends(),
    "special_gammainc(Tensor self, Tensor other) -> Tensor",
    &composite::special_gammainc, &composite::special_gammainc, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::igammac) igammac(
    "igammac(Tensor self, Tensor other) -> Tensor",
    &cpu::igammac, &derivative::igammac, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::special_gammaincc) special_gammaincc(decltype(op::special_gammaincc)::AllBackends(),
    "special_gammaincc(Tensor self, Tensor other) -> Tensor",
    &composite::special_gammaincc, &composite::special_gammaincc, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::standard_gamma_grad) standard_gamma_grad(
    "_standard_gamma_grad(Tensor self, Tensor output) -> Tensor",
    &cpu::standard_gamma_grad, &derivative::standard_gamma_grad, OpTraits{false, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T_T {
TORCHPP_CONSTINIT decltype(op::dirichlet_grad) dirichlet_grad(
    "_dirichlet_grad(Tensor x, Tensor alpha, Tensor total) -> Tensor",
    &cpu::dirichlet_grad, &derivative::dirichlet_grad, OpTraits{false, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::gcd) gcd(
    "gcd(Tensor self, Tensor other) -> Tensor",
    &cpu::gcd, nullptr, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::lcm) lcm(
    "lcm(Tensor self, Tensor other) -> Tensor",
    &cpu::lcm, nullptr, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::complex) complex(decltype(op::complex)::AllBackends(),
    "complex(Tensor real, Tensor imag) -> Tensor",
    &every_backend::complex, &derivative::complex, OpTraits{false, true, false, true, false, Batching::kPointwise});
}
inline namespace T_of_T_fo {
TORCHPP_CONSTINIT decltype(op::chalf) chalf(decltype(op::chalf)::AllBackends(),
    "chalf(Tensor self, *, MemoryFormat? memory_format=None) -> Tensor",
    &composite::chalf, &composite::chalf, OpTraits{false, false, false, true, true});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::polar) polar(decltype(op::polar)::AllBackends(),
    "polar(Tensor abs, Tensor angle) -> Tensor",
    &every_backend::polar, &derivative::polar, OpTraits{false, true, false, true, false, Batching::kPointwise, Autocast::kFp32, Autocast::kNone});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::eq) eq(
    "eq.Tensor(Tensor self, Tensor other) -> Tensor",
    &cpu::eq, nullptr, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_S {
TORCHPP_CONSTINIT decltype(op::eq_Scalar) eq_Scalar(decltype(op::eq_Scalar)::AllBackends(),
    "eq.Scalar(Tensor self, Scalar other) -> Tensor",
    &composite::eq_Scalar, &composite::eq_Scalar, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::ne) ne(
    "ne.Tensor(Tensor self, Tensor other) -> Tensor",
    &cpu::ne, nullptr, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::not_equal) not_equal(decltype(op::not_equal)::AllBackends(),
    "not_equal.Tensor(Tensor self, Tensor other) -> Tensor",
    &composite::not_equal, &composite::not_equal, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_S {
TORCHPP_CONSTINIT decltype(op::ne_Scalar) ne_Scalar(decltype(op::ne_Scalar)::AllBackends(),
    "ne.Scalar(Tensor self, Scalar other) -> Tensor",
    &composite::ne_Scalar, &composite::ne_Scalar, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_S {
TORCHPP_CONSTINIT decltype(op::not_equal_Scalar) not_equal_Scalar(decltype(op::not_equal_Scalar)::AllBackends(),
    "not_equal.Scalar(Tensor self, Scalar other) -> Tensor",
    &composite::not_equal_Scalar, &composite::not_equal_Scalar, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::lt) lt(
    "lt.Tensor(Tensor self, Tensor other) -> Tensor",
    &cpu::lt, nullptr, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::less) less(decltype(op::less)::AllBackends(),
    "less.Tensor(Tensor self, Tensor other) -> Tensor",
    &composite::less, &composite::less, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_S {
TORCHPP_CONSTINIT decltype(op::lt_Scalar) lt_Scalar(decltype(op::lt_Scalar)::AllBackends(),
    "lt.Scalar(Tensor self, Scalar other) -> Tensor",
    &composite::lt_Scalar, &composite::lt_Scalar, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_S {
TORCHPP_CONSTINIT decltype(op::less_Scalar) less_Scalar(decltype(op::less_Scalar)::AllBackends(),
    "less.Scalar(Tensor self, Scalar other) -> Tensor",
    &composite::less_Scalar, &composite::less_Scalar, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::le) le(
    "le.Tensor(Tensor self, Tensor other) -> Tensor",
    &cpu::le, nullptr, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::less_equal) less_equal(decltype(op::less_equal)::AllBackends(),
    "less_equal.Tensor(Tensor self, Tensor other) -> Tensor",
    &composite::less_equal, &composite::less_equal, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_S {
TORCHPP_CONSTINIT decltype(op::le_Scalar) le_Scalar(decltype(op::le_Scalar)::AllBackends(),
    "le.Scalar(Tensor self, Scalar other) -> Tensor",
    &composite::le_Scalar, &composite::le_Scalar, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_S {
TORCHPP_CONSTINIT decltype(op::less_equal_Scalar) less_equal_Scalar(decltype(op::less_equal_Scalar)::AllBackends(),
    "less_equal.Scalar(Tensor self, Scalar other) -> Tensor",
    &composite::less_equal_Scalar, &composite::less_equal_Scalar, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::gt) gt(
    "gt.Tensor(Tensor self, Tensor other) -> Tensor",
    &cpu::gt, nullptr, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::greater) greater(decltype(op::greater)::AllBackends(),
    "greater.Tensor(Tensor self, Tensor other) -> Tensor",
    &composite::greater, &composite::greater, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_S {
TORCHPP_CONSTINIT decltype(op::gt_Scalar) gt_Scalar(decltype(op::gt_Scalar)::AllBackends(),
    "gt.Scalar(Tensor self, Scalar other) -> Tensor",
    &composite::gt_Scalar, &composite::gt_Scalar, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_S {
TORCHPP_CONSTINIT decltype(op::greater_Scalar) greater_Scalar(decltype(op::greater_Scalar)::AllBackends(),
    "greater.Scalar(Tensor self, Scalar other) -> Tensor",
    &composite::greater_Scalar, &composite::greater_Scalar, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::ge) ge(
    "ge.Tensor(Tensor self, Tensor other) -> Tensor",
    &cpu::ge, nullptr, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::greater_equal) greater_equal(decltype(op::greater_equal)::AllBackends(),
    "greater_equal.Tensor(Tensor self, Tensor other) -> Tensor",
    &composite::greater_equal, &composite::greater_equal, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_S {
TORCHPP_CONSTINIT decltype(op::ge_Scalar) ge_Scalar(decltype(op::ge_Scalar)::AllBackends(),
    "ge.Scalar(Tensor self, Scalar other) -> Tensor",
    &composite::ge_Scalar, &composite::ge_Scalar, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_S {
TORCHPP_CONSTINIT decltype(op::greater_equal_Scalar) greater_equal_Scalar(decltype(op::greater_equal_Scalar)::AllBackends(),
    "greater_equal.Scalar(Tensor self, Scalar other) -> Tensor",
    &composite::greater_equal_Scalar, &composite::greater_equal_Scalar, OpTraits{true, true, false, true, true});
}
inline namespace b_of_T_T {
TORCHPP_CONSTINIT decltype(op::equal) equal(
    "equal(Tensor self, Tensor other) -> bool",
    &cpu::equal, nullptr, OpTraits{false, false, false, false, false});
}
inline namespace T_of_T_T_d_d_b {
TORCHPP_CONSTINIT decltype(op::isclose) isclose(decltype(op::isclose)::AllBackends(),
    "isclose(Tensor self, Tensor other, float rtol=1e-05, float atol=1e-08, bool equal_nan=False) -> Tensor",
    &composite::isclose, &composite::isclose, OpTraits{false, false, false, true, true});
}
inline namespace b_of_T_T_d_d_b {
TORCHPP_CONSTINIT decltype(op::allclose) allclose(decltype(op::allclose)::AllBackends(),
    "allclose(Tensor self, Tensor other, float rtol=1e-05, float atol=1e-08, bool equal_nan=False) -> bool",
    &composite::allclose, &composite::allclose, OpTraits{false, false, false, true, true});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::logical_and) logical_and(
    "logical_and(Tensor self, Tensor other) -> Tensor",
    &cpu::logical_and, nullptr, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::logical_or) logical_or(
    "logical_or(Tensor self, Tensor other) -> Tensor",
    &cpu::logical_or, nullptr, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::logical_xor) logical_xor(
    "logical_xor(Tensor self, Tensor other) -> Tensor",
    &cpu::logical_xor, nullptr, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::bitwise_and) bitwise_and(
    "bitwise_and.Tensor(Tensor self, Tensor other) -> Tensor",
    &cpu::bitwise_and, nullptr, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_S {
TORCHPP_CONSTINIT decltype(op::bitwise_and_Scalar) bitwise_and_Scalar(decltype(op::bitwise_and_Scalar)::AllBackends(),
    "bitwise_and.Scalar(Tensor self, Scalar other) -> Tensor",
    &composite::bitwise_and_Scalar, &composite::bitwise_and_Scalar, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_S_T {
TORCHPP_CONSTINIT decltype(op::bitwise_and_Scalar_Tensor) bitwise_and_Scalar_Tensor(decltype(op::bitwise_and_Scalar_Tensor)::AllBackends(),
    "bitwise_and.Scalar_Tensor(Scalar self, Tensor other) -> Tensor",
    &composite::bitwise_and_Scalar_Tensor, &composite::bitwise_and_Scalar_Tensor, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::bitwise_or) bitwise_or(
    "bitwise_or.Tensor(Tensor self, Tensor other) -> Tensor",
    &cpu::bitwise_or, nullptr, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_S {
TORCHPP_CONSTINIT decltype(op::bitwise_or_Scalar) bitwise_or_Scalar(decltype(op::bitwise_or_Scalar)::AllBackends(),
    "bitwise_or.Scalar(Tensor self, Scalar other) -> Tensor",
    &composite::bitwise_or_Scalar, &composite::bitwise_or_Scalar, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_S_T {
TORCHPP_CONSTINIT decltype(op::bitwise_or_Scalar_Tensor) bitwise_or_Scalar_Tensor(decltype(op::bitwise_or_Scalar_Tensor)::AllBackends(),
    "bitwise_or.Scalar_Tensor(Scalar self, Tensor other) -> Tensor",
    &composite::bitwise_or_Scalar_Tensor, &composite::bitwise_or_Scalar_Tensor, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::bitwise_xor) bitwise_xor(
    "bitwise_xor.Tensor(Tensor self, Tensor other) -> Tensor",
    &cpu::bitwise_xor, nullptr, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_S {
TORCHPP_CONSTINIT decltype(op::bitwise_xor_Scalar) bitwise_xor_Scalar(decltype(op::bitwise_xor_Scalar)::AllBackends(),
    "bitwise_xor.Scalar(Tensor self, Scalar other) -> Tensor",
    &composite::bitwise_xor_Scalar, &composite::bitwise_xor_Scalar, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_S_T {
TORCHPP_CONSTINIT decltype(op::bitwise_xor_Scalar_Tensor) bitwise_xor_Scalar_Tensor(decltype(op::bitwise_xor_Scalar_Tensor)::AllBackends(),
    "bitwise_xor.Scalar_Tensor(Scalar self, Tensor other) -> Tensor",
    &composite::bitwise_xor_Scalar_Tensor, &composite::bitwise_xor_Scalar_Tensor, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::bitwise_left_shift) bitwise_left_shift(
    "bitwise_left_shift.Tensor(Tensor self, Tensor other) -> Tensor",
    &cpu::bitwise_left_shift, nullptr, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_S {
TORCHPP_CONSTINIT decltype(op::bitwise_left_shift_Tensor_Scalar) bitwise_left_shift_Tensor_Scalar(decltype(op::bitwise_left_shift_Tensor_Scalar)::AllBackends(),
    "bitwise_left_shift.Tensor_Scalar(Tensor self, Scalar other) -> Tensor",
    &composite::bitwise_left_shift_Tensor_Scalar, &composite::bitwise_left_shift_Tensor_Scalar, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_S_T {
TORCHPP_CONSTINIT decltype(op::bitwise_left_shift_Scalar_Tensor) bitwise_left_shift_Scalar_Tensor(decltype(op::bitwise_left_shift_Scalar_Tensor)::AllBackends(),
    "bitwise_left_shift.Scalar_Tensor(Scalar self, Tensor other) -> Tensor",
    &composite::bitwise_left_shift_Scalar_Tensor, &composite::bitwise_left_shift_Scalar_Tensor, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::bitwise_right_shift) bitwise_right_shift(
    "bitwise_right_shift.Tensor(Tensor self, Tensor other) -> Tensor",
    &cpu::bitwise_right_shift, nullptr, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_S {
TORCHPP_CONSTINIT decltype(op::bitwise_right_shift_Tensor_Scalar) bitwise_right_shift_Tensor_Scalar(decltype(op::bitwise_right_shift_Tensor_Scalar)::AllBackends(),
    "bitwise_right_shift.Tensor_Scalar(Tensor self, Scalar other) -> Tensor",
    &composite::bitwise_right_shift_Tensor_Scalar, &composite::bitwise_right_shift_Tensor_Scalar, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_S_T {
TORCHPP_CONSTINIT decltype(op::bitwise_right_shift_Scalar_Tensor) bitwise_right_shift_Scalar_Tensor(decltype(op::bitwise_right_shift_Scalar_Tensor)::AllBackends(),
    "bitwise_right_shift.Scalar_Tensor(Scalar self, Tensor other) -> Tensor",
    &composite::bitwise_right_shift_Scalar_Tensor, &composite::bitwise_right_shift_Scalar_Tensor, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_So_So {
TORCHPP_CONSTINIT decltype(op::clamp) clamp(
    "clamp(Tensor self, Scalar? min=None, Scalar? max=None) -> Tensor",
    &cpu::clamp, &derivative::clamp, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T_T {
TORCHPP_CONSTINIT decltype(op::clamp_tensor) clamp_tensor(
    "clamp.Tensor(Tensor self, Tensor? min=None, Tensor? max=None) -> Tensor",
    &cpu::clamp_tensor, &derivative::clamp_tensor, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_So_So {
TORCHPP_CONSTINIT decltype(op::clip) clip(decltype(op::clip)::AllBackends(),
    "clip(Tensor self, Scalar? min=None, Scalar? max=None) -> Tensor",
    &composite::clip, &composite::clip, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_T_T {
TORCHPP_CONSTINIT decltype(op::clip_tensor) clip_tensor(decltype(op::clip_tensor)::AllBackends(),
    "clip.Tensor(Tensor self, Tensor? min=None, Tensor? max=None) -> Tensor",
    &composite::clip_tensor, &composite::clip_tensor, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_S {
TORCHPP_CONSTINIT decltype(op::clamp_min) clamp_min(decltype(op::clamp_min)::AllBackends(),
    "clamp_min(Tensor self, Scalar min) -> Tensor",
    &composite::clamp_min, &composite::clamp_min, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::clamp_min_tensor) clamp_min_tensor(decltype(op::clamp_min_tensor)::AllBackends(),
    "clamp_min.Tensor(Tensor self, Tensor min) -> Tensor",
    &composite::clamp_min_tensor, &composite::clamp_min_tensor, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_S {
TORCHPP_CONSTINIT decltype(op::clamp_max) clamp_max(decltype(op::clamp_max)::AllBackends(),
    "clamp_max(Tensor self, Scalar max) -> Tensor",
    &composite::clamp_max, &composite::clamp_max, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::clamp_max_tensor) clamp_max_tensor(decltype(op::clamp_max_tensor)::AllBackends(),
    "clamp_max.Tensor(Tensor self, Tensor max) -> Tensor",
    &composite::clamp_max_tensor, &composite::clamp_max_tensor, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_T_T_S {
TORCHPP_CONSTINIT decltype(op::addcmul) addcmul(
    "addcmul(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor",
    &cpu::addcmul, &derivative::addcmul, OpTraits{true, true, true, false, false, Batching::kPointwise, Autocast::kNone, Autocast::kPromote});
}
inline namespace T_of_out_T_T_T_S {
TORCHPP_CONSTINIT decltype(op::addcdiv) addcdiv(
    "addcdiv(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor",
    &cpu::addcdiv, &derivative::addcdiv, OpTraits{true, true, true, false, false, Batching::kPointwise, Autocast::kNone, Autocast::kPromote});
}
inline namespace T_of_out_T_T_S {
TORCHPP_CONSTINIT decltype(op::lerp) lerp(
    "lerp.Scalar(Tensor self, Tensor end, Scalar weight) -> Tensor",
    &cpu::lerp, &derivative::lerp, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T_T {
TORCHPP_CONSTINIT decltype(op::lerp_tensor) lerp_tensor(
    "lerp.Tensor(Tensor self, Tensor end, Tensor weight) -> Tensor",
    &cpu::lerp_tensor, &derivative::lerp_tensor, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T_T {
TORCHPP_CONSTINIT decltype(op::where) where(
    "where.self(Tensor condition, Tensor self, Tensor other) -> Tensor",
    &cpu::where, &derivative::where, OpTraits{false, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_T_S_T {
TORCHPP_CONSTINIT decltype(op::where_ScalarSelf) where_ScalarSelf(decltype(op::where_ScalarSelf)::AllBackends(),
    "where.ScalarSelf(Tensor condition, Scalar self, Tensor other) -> Tensor",
    &composite::where_ScalarSelf, &composite::where_ScalarSelf, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_T_S {
TORCHPP_CONSTINIT decltype(op::where_ScalarOther) where_ScalarOther(decltype(op::where_ScalarOther)::AllBackends(),
    "where.ScalarOther(Tensor condition, Tensor self, Scalar other) -> Tensor",
    &composite::where_ScalarOther, &composite::where_ScalarOther, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_S_S {
TORCHPP_CONSTINIT decltype(op::where_Scalar) where_Scalar(decltype(op::where_Scalar)::AllBackends(),
    "where.Scalar(Tensor condition, Scalar self, Scalar other) -> Tensor",
    &composite::where_Scalar, &composite::where_Scalar, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_T {
TORCHPP_CONSTINIT decltype(op::where_indices) where_indices(decltype(op::where_indices)::AllBackends(),
    "where(Tensor condition) -> Tensor[]",
    &composite::where_indices, &composite::where_indices, OpTraits{false, false, false, true, true});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::relu) relu(
    "relu(Tensor self) -> Tensor",
    &cpu::relu, &derivative::relu, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::relu6) relu6(decltype(op::relu6)::AllBackends(),
    "relu6(Tensor self) -> Tensor",
    &composite::relu6, &composite::relu6, OpTraits{true, false, false, true, true});
}
inline namespace T_of_out_T_s {
TORCHPP_CONSTINIT decltype(op::gelu) gelu(
    "gelu(Tensor self, *, str approximate='none') -> Tensor",
    &cpu::gelu, &derivative::gelu, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::silu) silu(
    "silu(Tensor self) -> Tensor",
    &cpu::silu, &derivative::silu, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::mish) mish(
    "mish(Tensor self) -> Tensor",
    &cpu::mish, &derivative::mish, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_S {
TORCHPP_CONSTINIT decltype(op::leaky_relu) leaky_relu(
    "leaky_relu(Tensor self, Scalar negative_slope=0.01) -> Tensor",
    &cpu::leaky_relu, &derivative::leaky_relu, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::prelu_kernel) prelu_kernel(
    "_prelu_kernel(Tensor self, Tensor weight) -> Tensor",
    &cpu::prelu_kernel, &derivative::prelu_kernel, OpTraits{false, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::prelu) prelu(decltype(op::prelu)::AllBackends(),
    "prelu(Tensor self, Tensor weight) -> Tensor",
    &composite::prelu, &composite::prelu, OpTraits{false, true, false, true, true, Batching::kEach, Autocast::kNone, Autocast::kLower});
}
inline namespace T_of_out_T_S_S_S {
TORCHPP_CONSTINIT decltype(op::elu) elu(
    "elu(Tensor self, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1) -> Tensor",
    &cpu::elu, &derivative::elu, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::selu) selu(decltype(op::selu)::AllBackends(),
    "selu(Tensor self) -> Tensor",
    &composite::selu, &composite::selu, OpTraits{true, false, false, true, true});
}
inline namespace T_of_out_T_S {
TORCHPP_CONSTINIT decltype(op::celu) celu(decltype(op::celu)::AllBackends(),
    "celu(Tensor self, Scalar alpha=1.0) -> Tensor",
    &composite::celu, &composite::celu, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_S_S {
TORCHPP_CONSTINIT decltype(op::hardtanh) hardtanh(
    "hardtanh(Tensor self, Scalar min_val=-1, Scalar max_val=1) -> Tensor",
    &cpu::hardtanh, &derivative::hardtanh, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::hardswish) hardswish(
    "hardswish(Tensor self) -> Tensor",
    &cpu::hardswish, &derivative::hardswish, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::hardsigmoid) hardsigmoid(
    "hardsigmoid(Tensor self) -> Tensor",
    &cpu::hardsigmoid, &derivative::hardsigmoid, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_S {
TORCHPP_CONSTINIT decltype(op::hardshrink) hardshrink(
    "hardshrink(Tensor self, Scalar lambd=0.5) -> Tensor",
    &cpu::hardshrink, &derivative::hardshrink, OpTraits{false, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_S {
TORCHPP_CONSTINIT decltype(op::softshrink) softshrink(
    "softshrink(Tensor self, Scalar lambd=0.5) -> Tensor",
    &cpu::softshrink, &derivative::softshrink, OpTraits{false, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_S_S {
TORCHPP_CONSTINIT decltype(op::softplus) softplus(
    "softplus(Tensor self, Scalar beta=1, Scalar threshold=20) -> Tensor",
    &cpu::softplus, &derivative::softplus, OpTraits{false, true, true, false, false, Batching::kPointwise, Autocast::kNone, Autocast::kFp32});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::log_sigmoid) log_sigmoid(decltype(op::log_sigmoid)::AllBackends(),
    "log_sigmoid(Tensor self) -> Tensor",
    &every_backend::log_sigmoid, &derivative::log_sigmoid, OpTraits{false, true, false, true, false, Batching::kPointwise});
}
inline namespace T_of_out_T_S_S {
TORCHPP_CONSTINIT decltype(op::threshold) threshold(
    "threshold(Tensor self, Scalar threshold, Scalar value) -> Tensor",
    &cpu::threshold, &derivative::threshold, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_i {
TORCHPP_CONSTINIT decltype(op::glu) glu(decltype(op::glu)::AllBackends(),
    "glu(Tensor self, int dim=-1) -> Tensor",
    &composite::glu, &composite::glu, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::sigmoid_backward) sigmoid_backward(
    "sigmoid_backward|grad_input:grad_input(Tensor grad_output, Tensor output) -> Tensor",
    &cpu::sigmoid_backward, &derivative::sigmoid_backward, OpTraits{false, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::tanh_backward) tanh_backward(
    "tanh_backward|grad_input:grad_input(Tensor grad_output, Tensor output) -> Tensor",
    &cpu::tanh_backward, &derivative::tanh_backward, OpTraits{false, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T_do {
TORCHPP_CONSTINIT decltype(op::logit_backward) logit_backward(
    "logit_backward|grad_input:grad_input(Tensor grad_output, Tensor self, float? eps=None) -> Tensor",
    &cpu::logit_backward, &derivative::logit_backward, OpTraits{false, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T_S {
TORCHPP_CONSTINIT decltype(op::threshold_backward) threshold_backward(
    "threshold_backward|grad_input:grad_input(Tensor grad_output, Tensor self, Scalar threshold) -> Tensor",
    &cpu::threshold_backward, &derivative::threshold_backward, OpTraits{false, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T_s {
TORCHPP_CONSTINIT decltype(op::gelu_backward) gelu_backward(
    "gelu_backward|grad_input:grad_input(Tensor grad_output, Tensor self, *, str approximate='none') -> Tensor",
    &cpu::gelu_backward, &derivative::gelu_backward, OpTraits{false, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::silu_backward) silu_backward(
    "silu_backward|grad_input:grad_input(Tensor grad_output, Tensor self) -> Tensor",
    &cpu::silu_backward, &derivative::silu_backward, OpTraits{false, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_T_T {
TORCHPP_CONSTINIT decltype(op::mish_backward) mish_backward(
    "mish_backward(Tensor grad_output, Tensor self) -> Tensor",
    &cpu::mish_backward, &derivative::mish_backward, OpTraits{false, false, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T_S_b {
TORCHPP_CONSTINIT decltype(op::leaky_relu_backward) leaky_relu_backward(
    "leaky_relu_backward|grad_input:grad_input(Tensor grad_output, Tensor self, Scalar negative_slope, bool self_is_result) -> Tensor",
    &cpu::leaky_relu_backward, &derivative::leaky_relu_backward, OpTraits{false, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_S_S_S_b_T {
TORCHPP_CONSTINIT decltype(op::elu_backward) elu_backward(
    "elu_backward|grad_input:grad_input(Tensor grad_output, Scalar alpha, Scalar scale, Scalar input_scale, bool is_result, Tensor self_or_result) -> Tensor",
    &cpu::elu_backward, &derivative::elu_backward, OpTraits{false, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T_S_S {
TORCHPP_CONSTINIT decltype(op::hardtanh_backward) hardtanh_backward(
    "hardtanh_backward|grad_input:grad_input(Tensor grad_output, Tensor self, Scalar min_val, Scalar max_val) -> Tensor",
    &cpu::hardtanh_backward, &derivative::hardtanh_backward, OpTraits{false, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T_S {
TORCHPP_CONSTINIT decltype(op::shrink_backward) shrink_backward(
    "_shrink_backward(Tensor grad_output, Tensor self, Scalar lambd) -> Tensor",
    &cpu::shrink_backward, &derivative::shrink_backward, OpTraits{false, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::hardswish_backward) hardswish_backward(
    "hardswish_backward(Tensor grad_output, Tensor self) -> Tensor",
    &cpu::hardswish_backward, &derivative::hardswish_backward, OpTraits{false, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::hardsigmoid_backward) hardsigmoid_backward(
    "hardsigmoid_backward|grad_input:grad_input(Tensor grad_output, Tensor self) -> Tensor",
    &cpu::hardsigmoid_backward, &derivative::hardsigmoid_backward, OpTraits{false, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T_S_S {
TORCHPP_CONSTINIT decltype(op::softplus_backward) softplus_backward(
    "softplus_backward|grad_input:grad_input(Tensor grad_output, Tensor self, Scalar beta, Scalar threshold) -> Tensor",
    &cpu::softplus_backward, &derivative::softplus_backward, OpTraits{false, true, true, false, false, Batching::kPointwise});
}

}  // namespace op

Tensor Tensor::abs() const { return op::abs(Out(), *this); }
Tensor& Tensor::abs_() const {
  op::abs(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor abs(const Tensor& self) { return op::abs(Out(), self); }
Tensor& abs_(Tensor& self) {
  op::abs(Out::in_place(self), self);
  return self;
}
Tensor& abs_out(Tensor& out, const Tensor& self) {
  op::abs(Out::to(out), self);
  return out;
}
Tensor Tensor::absolute() const {
  return detail::modes_listen() ? op::absolute.call_cold(Out(), *this) : composite::absolute(Out(), *this);
}
Tensor& Tensor::absolute_() const {
  detail::modes_listen()
      ? op::absolute.call_cold(Out::in_place(*this), *this)
      : composite::absolute(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor absolute(const Tensor& self) {
  return detail::modes_listen() ? op::absolute.call_cold(Out(), self) : composite::absolute(Out(), self);
}
Tensor& absolute_(Tensor& self) {
  detail::modes_listen()
      ? op::absolute.call_cold(Out::in_place(self), self)
      : composite::absolute(Out::in_place(self), self);
  return self;
}
Tensor& absolute_out(Tensor& out, const Tensor& self) {
  detail::modes_listen()
      ? op::absolute.call_cold(Out::to(out), self)
      : composite::absolute(Out::to(out), self);
  return out;
}
Tensor Tensor::neg() const { return op::neg(Out(), *this); }
Tensor& Tensor::neg_() const {
  op::neg(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor neg(const Tensor& self) { return op::neg(Out(), self); }
Tensor& neg_(Tensor& self) {
  op::neg(Out::in_place(self), self);
  return self;
}
Tensor& neg_out(Tensor& out, const Tensor& self) {
  op::neg(Out::to(out), self);
  return out;
}
Tensor Tensor::negative() const {
  return detail::modes_listen() ? op::negative.call_cold(Out(), *this) : composite::negative(Out(), *this);
}
Tensor& Tensor::negative_() const {
  detail::modes_listen()
      ? op::negative.call_cold(Out::in_place(*this), *this)
      : composite::negative(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor negative(const Tensor& self) {
  return detail::modes_listen() ? op::negative.call_cold(Out(), self) : composite::negative(Out(), self);
}
Tensor& negative_(Tensor& self) {
  detail::modes_listen()
      ? op::negative.call_cold(Out::in_place(self), self)
      : composite::negative(Out::in_place(self), self);
  return self;
}
Tensor& negative_out(Tensor& out, const Tensor& self) {
  detail::modes_listen()
      ? op::negative.call_cold(Out::to(out), self)
      : composite::negative(Out::to(out), self);
  return out;
}
Tensor Tensor::exp() const { return op::exp(Out(), *this); }
Tensor& Tensor::exp_() const {
  op::exp(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor exp(const Tensor& self) { return op::exp(Out(), self); }
Tensor& exp_(Tensor& self) {
  op::exp(Out::in_place(self), self);
  return self;
}
Tensor& exp_out(Tensor& out, const Tensor& self) {
  op::exp(Out::to(out), self);
  return out;
}
Tensor Tensor::exp2() const { return op::exp2(Out(), *this); }
Tensor& Tensor::exp2_() const {
  op::exp2(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor exp2(const Tensor& self) { return op::exp2(Out(), self); }
Tensor& exp2_(Tensor& self) {
  op::exp2(Out::in_place(self), self);
  return self;
}
Tensor& exp2_out(Tensor& out, const Tensor& self) {
  op::exp2(Out::to(out), self);
  return out;
}
Tensor special_exp2(const Tensor& self) {
  return detail::modes_listen() ? op::special_exp2.call_cold(Out(), self) : composite::special_exp2(Out(), self);
}
Tensor& special_exp2_out(Tensor& out, const Tensor& self) {
  detail::modes_listen()
      ? op::special_exp2.call_cold(Out::to(out), self)
      : composite::special_exp2(Out::to(out), self);
  return out;
}
Tensor Tensor::expm1() const { return op::expm1(Out(), *this); }
Tensor& Tensor::expm1_() const {
  op::expm1(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor expm1(const Tensor& self) { return op::expm1(Out(), self); }
Tensor& expm1_(Tensor& self) {
  op::expm1(Out::in_place(self), self);
  return self;
}
Tensor& expm1_out(Tensor& out, const Tensor& self) {
  op::expm1(Out::to(out), self);
  return out;
}
Tensor special_expm1(const Tensor& self) {
  return detail::modes_listen() ? op::special_expm1.call_cold(Out(), self) : composite::special_expm1(Out(), self);
}
Tensor& special_expm1_out(Tensor& out, const Tensor& self) {
  detail::modes_listen()
      ? op::special_expm1.call_cold(Out::to(out), self)
      : composite::special_expm1(Out::to(out), self);
  return out;
}
Tensor Tensor::log() const { return op::log(Out(), *this); }
Tensor& Tensor::log_() const {
  op::log(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor log(const Tensor& self) { return op::log(Out(), self); }
Tensor& log_(Tensor& self) {
  op::log(Out::in_place(self), self);
  return self;
}
Tensor& log_out(Tensor& out, const Tensor& self) {
  op::log(Out::to(out), self);
  return out;
}
Tensor Tensor::log2() const { return op::log2(Out(), *this); }
Tensor& Tensor::log2_() const {
  op::log2(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor log2(const Tensor& self) { return op::log2(Out(), self); }
Tensor& log2_(Tensor& self) {
  op::log2(Out::in_place(self), self);
  return self;
}
Tensor& log2_out(Tensor& out, const Tensor& self) {
  op::log2(Out::to(out), self);
  return out;
}
Tensor Tensor::log10() const { return op::log10(Out(), *this); }
Tensor& Tensor::log10_() const {
  op::log10(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor log10(const Tensor& self) { return op::log10(Out(), self); }
Tensor& log10_(Tensor& self) {
  op::log10(Out::in_place(self), self);
  return self;
}
Tensor& log10_out(Tensor& out, const Tensor& self) {
  op::log10(Out::to(out), self);
  return out;
}
Tensor Tensor::log1p() const { return op::log1p(Out(), *this); }
Tensor& Tensor::log1p_() const {
  op::log1p(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor log1p(const Tensor& self) { return op::log1p(Out(), self); }
Tensor& log1p_(Tensor& self) {
  op::log1p(Out::in_place(self), self);
  return self;
}
Tensor& log1p_out(Tensor& out, const Tensor& self) {
  op::log1p(Out::to(out), self);
  return out;
}
Tensor special_log1p(const Tensor& self) {
  return detail::modes_listen() ? op::special_log1p.call_cold(Out(), self) : composite::special_log1p(Out(), self);
}
Tensor& special_log1p_out(Tensor& out, const Tensor& self) {
  detail::modes_listen()
      ? op::special_log1p.call_cold(Out::to(out), self)
      : composite::special_log1p(Out::to(out), self);
  return out;
}
Tensor Tensor::sqrt() const { return op::sqrt(Out(), *this); }
Tensor& Tensor::sqrt_() const {
  op::sqrt(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor sqrt(const Tensor& self) { return op::sqrt(Out(), self); }
Tensor& sqrt_(Tensor& self) {
  op::sqrt(Out::in_place(self), self);
  return self;
}
Tensor& sqrt_out(Tensor& out, const Tensor& self) {
  op::sqrt(Out::to(out), self);
  return out;
}
Tensor Tensor::rsqrt() const { return op::rsqrt(Out(), *this); }
Tensor& Tensor::rsqrt_() const {
  op::rsqrt(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor rsqrt(const Tensor& self) { return op::rsqrt(Out(), self); }
Tensor& rsqrt_(Tensor& self) {
  op::rsqrt(Out::in_place(self), self);
  return self;
}
Tensor& rsqrt_out(Tensor& out, const Tensor& self) {
  op::rsqrt(Out::to(out), self);
  return out;
}
Tensor Tensor::reciprocal() const { return op::reciprocal(Out(), *this); }
Tensor& Tensor::reciprocal_() const {
  op::reciprocal(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor reciprocal(const Tensor& self) { return op::reciprocal(Out(), self); }
Tensor& reciprocal_(Tensor& self) {
  op::reciprocal(Out::in_place(self), self);
  return self;
}
Tensor& reciprocal_out(Tensor& out, const Tensor& self) {
  op::reciprocal(Out::to(out), self);
  return out;
}
Tensor Tensor::sigmoid() const { return op::sigmoid(Out(), *this); }
Tensor& Tensor::sigmoid_() const {
  op::sigmoid(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor sigmoid(const Tensor& self) { return op::sigmoid(Out(), self); }
Tensor& sigmoid_(Tensor& self) {
  op::sigmoid(Out::in_place(self), self);
  return self;
}
Tensor& sigmoid_out(Tensor& out, const Tensor& self) {
  op::sigmoid(Out::to(out), self);
  return out;
}
Tensor special_expit(const Tensor& self) {
  return detail::modes_listen() ? op::special_expit.call_cold(Out(), self) : composite::special_expit(Out(), self);
}
Tensor& special_expit_out(Tensor& out, const Tensor& self) {
  detail::modes_listen()
      ? op::special_expit.call_cold(Out::to(out), self)
      : composite::special_expit(Out::to(out), self);
  return out;
}
Tensor Tensor::tanh() const { return op::tanh(Out(), *this); }
Tensor& Tensor::tanh_() const {
  op::tanh(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor tanh(const Tensor& self) { return op::tanh(Out(), self); }
Tensor& tanh_(Tensor& self) {
  op::tanh(Out::in_place(self), self);
  return self;
}
Tensor& tanh_out(Tensor& out, const Tensor& self) {
  op::tanh(Out::to(out), self);
  return out;
}
Tensor Tensor::sin() const { return op::sin(Out(), *this); }
Tensor& Tensor::sin_() const {
  op::sin(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor sin(const Tensor& self) { return op::sin(Out(), self); }
Tensor& sin_(Tensor& self) {
  op::sin(Out::in_place(self), self);
  return self;
}
Tensor& sin_out(Tensor& out, const Tensor& self) {
  op::sin(Out::to(out), self);
  return out;
}
Tensor Tensor::cos() const { return op::cos(Out(), *this); }
Tensor& Tensor::cos_() const {
  op::cos(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor cos(const Tensor& self) { return op::cos(Out(), self); }
Tensor& cos_(Tensor& self) {
  op::cos(Out::in_place(self), self);
  return self;
}
Tensor& cos_out(Tensor& out, const Tensor& self) {
  op::cos(Out::to(out), self);
  return out;
}
Tensor Tensor::tan() const { return op::tan(Out(), *this); }
Tensor& Tensor::tan_() const {
  op::tan(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor tan(const Tensor& self) { return op::tan(Out(), self); }
Tensor& tan_(Tensor& self) {
  op::tan(Out::in_place(self), self);
  return self;
}
Tensor& tan_out(Tensor& out, const Tensor& self) {
  op::tan(Out::to(out), self);
  return out;
}
Tensor Tensor::asin() const { return op::asin(Out(), *this); }
Tensor& Tensor::asin_() const {
  op::asin(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor asin(const Tensor& self) { return op::asin(Out(), self); }
Tensor& asin_(Tensor& self) {
  op::asin(Out::in_place(self), self);
  return self;
}
Tensor& asin_out(Tensor& out, const Tensor& self) {
  op::asin(Out::to(out), self);
  return out;
}
Tensor Tensor::arcsin() const {
  return detail::modes_listen() ? op::arcsin.call_cold(Out(), *this) : composite::arcsin(Out(), *this);
}
Tensor& Tensor::arcsin_() const {
  detail::modes_listen()
      ? op::arcsin.call_cold(Out::in_place(*this), *this)
      : composite::arcsin(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor arcsin(const Tensor& self) {
  return detail::modes_listen() ? op::arcsin.call_cold(Out(), self) : composite::arcsin(Out(), self);
}
Tensor& arcsin_(Tensor& self) {
  detail::modes_listen()
      ? op::arcsin.call_cold(Out::in_place(self), self)
      : composite::arcsin(Out::in_place(self), self);
  return self;
}
Tensor& arcsin_out(Tensor& out, const Tensor& self) {
  detail::modes_listen()
      ? op::arcsin.call_cold(Out::to(out), self)
      : composite::arcsin(Out::to(out), self);
  return out;
}
Tensor Tensor::acos() const { return op::acos(Out(), *this); }
Tensor& Tensor::acos_() const {
  op::acos(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor acos(const Tensor& self) { return op::acos(Out(), self); }
Tensor& acos_(Tensor& self) {
  op::acos(Out::in_place(self), self);
  return self;
}
Tensor& acos_out(Tensor& out, const Tensor& self) {
  op::acos(Out::to(out), self);
  return out;
}
Tensor Tensor::arccos() const {
  return detail::modes_listen() ? op::arccos.call_cold(Out(), *this) : composite::arccos(Out(), *this);
}
Tensor& Tensor::arccos_() const {
  detail::modes_listen()
      ? op::arccos.call_cold(Out::in_place(*this), *this)
      : composite::arccos(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor arccos(const Tensor& self) {
  return detail::modes_listen() ? op::arccos.call_cold(Out(), self) : composite::arccos(Out(), self);
}
Tensor& arccos_(Tensor& self) {
  detail::modes_listen()
      ? op::arccos.call_cold(Out::in_place(self), self)
      : composite::arccos(Out::in_place(self), self);
  return self;
}
Tensor& arccos_out(Tensor& out, const Tensor& self) {
  detail::modes_listen()
      ? op::arccos.call_cold(Out::to(out), self)
      : composite::arccos(Out::to(out), self);
  return out;
}
Tensor Tensor::atan() const { return op::atan(Out(), *this); }
Tensor& Tensor::atan_() const {
  op::atan(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor atan(const Tensor& self) { return op::atan(Out(), self); }
Tensor& atan_(Tensor& self) {
  op::atan(Out::in_place(self), self);
  return self;
}
Tensor& atan_out(Tensor& out, const Tensor& self) {
  op::atan(Out::to(out), self);
  return out;
}
Tensor Tensor::arctan() const {
  return detail::modes_listen() ? op::arctan.call_cold(Out(), *this) : composite::arctan(Out(), *this);
}
Tensor& Tensor::arctan_() const {
  detail::modes_listen()
      ? op::arctan.call_cold(Out::in_place(*this), *this)
      : composite::arctan(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor arctan(const Tensor& self) {
  return detail::modes_listen() ? op::arctan.call_cold(Out(), self) : composite::arctan(Out(), self);
}
Tensor& arctan_(Tensor& self) {
  detail::modes_listen()
      ? op::arctan.call_cold(Out::in_place(self), self)
      : composite::arctan(Out::in_place(self), self);
  return self;
}
Tensor& arctan_out(Tensor& out, const Tensor& self) {
  detail::modes_listen()
      ? op::arctan.call_cold(Out::to(out), self)
      : composite::arctan(Out::to(out), self);
  return out;
}
Tensor Tensor::sinh() const { return op::sinh(Out(), *this); }
Tensor& Tensor::sinh_() const {
  op::sinh(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor sinh(const Tensor& self) { return op::sinh(Out(), self); }
Tensor& sinh_(Tensor& self) {
  op::sinh(Out::in_place(self), self);
  return self;
}
Tensor& sinh_out(Tensor& out, const Tensor& self) {
  op::sinh(Out::to(out), self);
  return out;
}
Tensor Tensor::cosh() const { return op::cosh(Out(), *this); }
Tensor& Tensor::cosh_() const {
  op::cosh(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor cosh(const Tensor& self) { return op::cosh(Out(), self); }
Tensor& cosh_(Tensor& self) {
  op::cosh(Out::in_place(self), self);
  return self;
}
Tensor& cosh_out(Tensor& out, const Tensor& self) {
  op::cosh(Out::to(out), self);
  return out;
}
Tensor Tensor::asinh() const { return op::asinh(Out(), *this); }
Tensor& Tensor::asinh_() const {
  op::asinh(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor asinh(const Tensor& self) { return op::asinh(Out(), self); }
Tensor& asinh_(Tensor& self) {
  op::asinh(Out::in_place(self), self);
  return self;
}
Tensor& asinh_out(Tensor& out, const Tensor& self) {
  op::asinh(Out::to(out), self);
  return out;
}
Tensor Tensor::arcsinh() const {
  return detail::modes_listen() ? op::arcsinh.call_cold(Out(), *this) : composite::arcsinh(Out(), *this);
}
Tensor& Tensor::arcsinh_() const {
  detail::modes_listen()
      ? op::arcsinh.call_cold(Out::in_place(*this), *this)
      : composite::arcsinh(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor arcsinh(const Tensor& self) {
  return detail::modes_listen() ? op::arcsinh.call_cold(Out(), self) : composite::arcsinh(Out(), self);
}
Tensor& arcsinh_(Tensor& self) {
  detail::modes_listen()
      ? op::arcsinh.call_cold(Out::in_place(self), self)
      : composite::arcsinh(Out::in_place(self), self);
  return self;
}
Tensor& arcsinh_out(Tensor& out, const Tensor& self) {
  detail::modes_listen()
      ? op::arcsinh.call_cold(Out::to(out), self)
      : composite::arcsinh(Out::to(out), self);
  return out;
}
Tensor Tensor::acosh() const { return op::acosh(Out(), *this); }
Tensor& Tensor::acosh_() const {
  op::acosh(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor acosh(const Tensor& self) { return op::acosh(Out(), self); }
Tensor& acosh_(Tensor& self) {
  op::acosh(Out::in_place(self), self);
  return self;
}
Tensor& acosh_out(Tensor& out, const Tensor& self) {
  op::acosh(Out::to(out), self);
  return out;
}
Tensor Tensor::arccosh() const {
  return detail::modes_listen() ? op::arccosh.call_cold(Out(), *this) : composite::arccosh(Out(), *this);
}
Tensor& Tensor::arccosh_() const {
  detail::modes_listen()
      ? op::arccosh.call_cold(Out::in_place(*this), *this)
      : composite::arccosh(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor arccosh(const Tensor& self) {
  return detail::modes_listen() ? op::arccosh.call_cold(Out(), self) : composite::arccosh(Out(), self);
}
Tensor& arccosh_(Tensor& self) {
  detail::modes_listen()
      ? op::arccosh.call_cold(Out::in_place(self), self)
      : composite::arccosh(Out::in_place(self), self);
  return self;
}
Tensor& arccosh_out(Tensor& out, const Tensor& self) {
  detail::modes_listen()
      ? op::arccosh.call_cold(Out::to(out), self)
      : composite::arccosh(Out::to(out), self);
  return out;
}
Tensor Tensor::atanh() const { return op::atanh(Out(), *this); }
Tensor& Tensor::atanh_() const {
  op::atanh(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor atanh(const Tensor& self) { return op::atanh(Out(), self); }
Tensor& atanh_(Tensor& self) {
  op::atanh(Out::in_place(self), self);
  return self;
}
Tensor& atanh_out(Tensor& out, const Tensor& self) {
  op::atanh(Out::to(out), self);
  return out;
}
Tensor Tensor::arctanh() const {
  return detail::modes_listen() ? op::arctanh.call_cold(Out(), *this) : composite::arctanh(Out(), *this);
}
Tensor& Tensor::arctanh_() const {
  detail::modes_listen()
      ? op::arctanh.call_cold(Out::in_place(*this), *this)
      : composite::arctanh(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor arctanh(const Tensor& self) {
  return detail::modes_listen() ? op::arctanh.call_cold(Out(), self) : composite::arctanh(Out(), self);
}
Tensor& arctanh_(Tensor& self) {
  detail::modes_listen()
      ? op::arctanh.call_cold(Out::in_place(self), self)
      : composite::arctanh(Out::in_place(self), self);
  return self;
}
Tensor& arctanh_out(Tensor& out, const Tensor& self) {
  detail::modes_listen()
      ? op::arctanh.call_cold(Out::to(out), self)
      : composite::arctanh(Out::to(out), self);
  return out;
}
Tensor Tensor::sinc() const { return op::sinc(Out(), *this); }
Tensor& Tensor::sinc_() const {
  op::sinc(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor sinc(const Tensor& self) { return op::sinc(Out(), self); }
Tensor& sinc_(Tensor& self) {
  op::sinc(Out::in_place(self), self);
  return self;
}
Tensor& sinc_out(Tensor& out, const Tensor& self) {
  op::sinc(Out::to(out), self);
  return out;
}
Tensor special_sinc(const Tensor& self) {
  return detail::modes_listen() ? op::special_sinc.call_cold(Out(), self) : composite::special_sinc(Out(), self);
}
Tensor& special_sinc_out(Tensor& out, const Tensor& self) {
  detail::modes_listen()
      ? op::special_sinc.call_cold(Out::to(out), self)
      : composite::special_sinc(Out::to(out), self);
  return out;
}
Tensor Tensor::deg2rad() const { return op::deg2rad(Out(), *this); }
Tensor& Tensor::deg2rad_() const {
  op::deg2rad(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor deg2rad(const Tensor& self) { return op::deg2rad(Out(), self); }
Tensor& deg2rad_(Tensor& self) {
  op::deg2rad(Out::in_place(self), self);
  return self;
}
Tensor& deg2rad_out(Tensor& out, const Tensor& self) {
  op::deg2rad(Out::to(out), self);
  return out;
}
Tensor Tensor::rad2deg() const { return op::rad2deg(Out(), *this); }
Tensor& Tensor::rad2deg_() const {
  op::rad2deg(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor rad2deg(const Tensor& self) { return op::rad2deg(Out(), self); }
Tensor& rad2deg_(Tensor& self) {
  op::rad2deg(Out::in_place(self), self);
  return self;
}
Tensor& rad2deg_out(Tensor& out, const Tensor& self) {
  op::rad2deg(Out::to(out), self);
  return out;
}
Tensor Tensor::angle() const { return op::angle(Out(), *this); }
Tensor angle(const Tensor& self) { return op::angle(Out(), self); }
Tensor& angle_out(Tensor& out, const Tensor& self) {
  op::angle(Out::to(out), self);
  return out;
}
Tensor Tensor::erf() const { return op::erf(Out(), *this); }
Tensor& Tensor::erf_() const {
  op::erf(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor erf(const Tensor& self) { return op::erf(Out(), self); }
Tensor& erf_(Tensor& self) {
  op::erf(Out::in_place(self), self);
  return self;
}
Tensor& erf_out(Tensor& out, const Tensor& self) {
  op::erf(Out::to(out), self);
  return out;
}
Tensor special_erf(const Tensor& self) {
  return detail::modes_listen() ? op::special_erf.call_cold(Out(), self) : composite::special_erf(Out(), self);
}
Tensor& special_erf_out(Tensor& out, const Tensor& self) {
  detail::modes_listen()
      ? op::special_erf.call_cold(Out::to(out), self)
      : composite::special_erf(Out::to(out), self);
  return out;
}
Tensor Tensor::erfc() const { return op::erfc(Out(), *this); }
Tensor& Tensor::erfc_() const {
  op::erfc(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor erfc(const Tensor& self) { return op::erfc(Out(), self); }
Tensor& erfc_(Tensor& self) {
  op::erfc(Out::in_place(self), self);
  return self;
}
Tensor& erfc_out(Tensor& out, const Tensor& self) {
  op::erfc(Out::to(out), self);
  return out;
}
Tensor special_erfc(const Tensor& self) {
  return detail::modes_listen() ? op::special_erfc.call_cold(Out(), self) : composite::special_erfc(Out(), self);
}
Tensor& special_erfc_out(Tensor& out, const Tensor& self) {
  detail::modes_listen()
      ? op::special_erfc.call_cold(Out::to(out), self)
      : composite::special_erfc(Out::to(out), self);
  return out;
}
Tensor Tensor::erfinv() const { return op::erfinv(Out(), *this); }
Tensor& Tensor::erfinv_() const {
  op::erfinv(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor erfinv(const Tensor& self) { return op::erfinv(Out(), self); }
Tensor& erfinv_out(Tensor& out, const Tensor& self) {
  op::erfinv(Out::to(out), self);
  return out;
}
Tensor special_erfinv(const Tensor& self) {
  return detail::modes_listen() ? op::special_erfinv.call_cold(Out(), self) : composite::special_erfinv(Out(), self);
}
Tensor& special_erfinv_out(Tensor& out, const Tensor& self) {
  detail::modes_listen()
      ? op::special_erfinv.call_cold(Out::to(out), self)
      : composite::special_erfinv(Out::to(out), self);
  return out;
}
Tensor Tensor::logit(optional<double> eps) const { return op::logit(Out(), *this, eps); }
Tensor& Tensor::logit_(optional<double> eps) const {
  op::logit(Out::in_place(*this), *this, eps);
  return writable(*this);
}
Tensor logit(const Tensor& self, optional<double> eps) { return op::logit(Out(), self, eps); }
Tensor& logit_(Tensor& self, optional<double> eps) {
  op::logit(Out::in_place(self), self, eps);
  return self;
}
Tensor& logit_out(Tensor& out, const Tensor& self, optional<double> eps) {
  op::logit(Out::to(out), self, eps);
  return out;
}
Tensor special_logit(const Tensor& self, optional<double> eps) {
  return detail::modes_listen()
      ? op::special_logit.call_cold(Out(), self, eps)
      : composite::special_logit(Out(), self, eps);
}
Tensor& special_logit_out(Tensor& out, const Tensor& self, optional<double> eps) {
  detail::modes_listen()
      ? op::special_logit.call_cold(Out::to(out), self, eps)
      : composite::special_logit(Out::to(out), self, eps);
  return out;
}
Tensor Tensor::lgamma() const { return op::lgamma(Out(), *this); }
Tensor& Tensor::lgamma_() const {
  op::lgamma(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor lgamma(const Tensor& self) { return op::lgamma(Out(), self); }
Tensor& lgamma_out(Tensor& out, const Tensor& self) {
  op::lgamma(Out::to(out), self);
  return out;
}
Tensor special_gammaln(const Tensor& self) {
  return detail::modes_listen() ? op::special_gammaln.call_cold(Out(), self) : composite::special_gammaln(Out(), self);
}
Tensor& special_gammaln_out(Tensor& out, const Tensor& self) {
  detail::modes_listen()
      ? op::special_gammaln.call_cold(Out::to(out), self)
      : composite::special_gammaln(Out::to(out), self);
  return out;
}
Tensor Tensor::digamma() const { return op::digamma(Out(), *this); }
Tensor& Tensor::digamma_() const {
  op::digamma(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor digamma(const Tensor& self) { return op::digamma(Out(), self); }
Tensor& digamma_out(Tensor& out, const Tensor& self) {
  op::digamma(Out::to(out), self);
  return out;
}
Tensor special_digamma(const Tensor& self) {
  return detail::modes_listen() ? op::special_digamma.call_cold(Out(), self) : composite::special_digamma(Out(), self);
}
Tensor& special_digamma_out(Tensor& out, const Tensor& self) {
  detail::modes_listen()
      ? op::special_digamma.call_cold(Out::to(out), self)
      : composite::special_digamma(Out::to(out), self);
  return out;
}
Tensor special_psi(const Tensor& self) {
  return detail::modes_listen() ? op::special_psi.call_cold(Out(), self) : composite::special_psi(Out(), self);
}
Tensor& special_psi_out(Tensor& out, const Tensor& self) {
  detail::modes_listen()
      ? op::special_psi.call_cold(Out::to(out), self)
      : composite::special_psi(Out::to(out), self);
  return out;
}
Tensor Tensor::polygamma(int64_t n) const { return op::polygamma(Out(), n, *this); }
Tensor polygamma(int64_t n, const Tensor& self) { return op::polygamma(Out(), n, self); }
Tensor& polygamma_out(Tensor& out, int64_t n, const Tensor& self) {
  op::polygamma(Out::to(out), n, self);
  return out;
}
Tensor special_polygamma(int64_t n, const Tensor& self) {
  return detail::modes_listen()
      ? op::special_polygamma.call_cold(Out(), n, self)
      : composite::special_polygamma(Out(), n, self);
}
Tensor& special_polygamma_out(Tensor& out, int64_t n, const Tensor& self) {
  detail::modes_listen()
      ? op::special_polygamma.call_cold(Out::to(out), n, self)
      : composite::special_polygamma(Out::to(out), n, self);
  return out;
}
Tensor& Tensor::polygamma_(int64_t n) const {
  detail::modes_listen()
      ? op::polygamma_in_place.call_cold(*this, n)
      : composite::polygamma_in_place(*this, n);
  return writable(*this);
}
Tensor Tensor::mvlgamma(int64_t p) const { return op::mvlgamma(Out(), *this, p); }
Tensor& Tensor::mvlgamma_(int64_t p) const {
  op::mvlgamma(Out::in_place(*this), *this, p);
  return writable(*this);
}
Tensor mvlgamma(const Tensor& self, int64_t p) { return op::mvlgamma(Out(), self, p); }
Tensor& mvlgamma_out(Tensor& out, const Tensor& self, int64_t p) {
  op::mvlgamma(Out::to(out), self, p);
  return out;
}
Tensor special_multigammaln(const Tensor& self, int64_t p) {
  return detail::modes_listen()
      ? op::special_multigammaln.call_cold(Out(), self, p)
      : composite::special_multigammaln(Out(), self, p);
}
Tensor& special_multigammaln_out(Tensor& out, const Tensor& self, int64_t p) {
  detail::modes_listen()
      ? op::special_multigammaln.call_cold(Out::to(out), self, p)
      : composite::special_multigammaln(Out::to(out), self, p);
  return out;
}
Tensor Tensor::i0() const { return op::i0(Out(), *this); }
Tensor& Tensor::i0_() const {
  op::i0(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor i0(const Tensor& self) { return op::i0(Out(), self); }
Tensor& i0_(Tensor& self) {
  op::i0(Out::in_place(self), self);
  return self;
}
Tensor& i0_out(Tensor& out, const Tensor& self) {
  op::i0(Out::to(out), self);
  return out;
}
Tensor special_i0(const Tensor& self) {
  return detail::modes_listen() ? op::special_i0.call_cold(Out(), self) : composite::special_i0(Out(), self);
}
Tensor& special_i0_out(Tensor& out, const Tensor& self) {
  detail::modes_listen()
      ? op::special_i0.call_cold(Out::to(out), self)
      : composite::special_i0(Out::to(out), self);
  return out;
}
Tensor special_i1(const Tensor& self) { return op::special_i1(Out(), self); }
Tensor& special_i1_out(Tensor& out, const Tensor& self) {
  op::special_i1(Out::to(out), self);
  return out;
}
Tensor Tensor::floor() const { return op::floor(Out(), *this); }
Tensor& Tensor::floor_() const {
  op::floor(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor floor(const Tensor& self) { return op::floor(Out(), self); }
Tensor& floor_(Tensor& self) {
  op::floor(Out::in_place(self), self);
  return self;
}
Tensor& floor_out(Tensor& out, const Tensor& self) {
  op::floor(Out::to(out), self);
  return out;
}
Tensor Tensor::ceil() const { return op::ceil(Out(), *this); }
Tensor& Tensor::ceil_() const {
  op::ceil(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor ceil(const Tensor& self) { return op::ceil(Out(), self); }
Tensor& ceil_(Tensor& self) {
  op::ceil(Out::in_place(self), self);
  return self;
}
Tensor& ceil_out(Tensor& out, const Tensor& self) {
  op::ceil(Out::to(out), self);
  return out;
}
Tensor Tensor::round() const { return op::round(Out(), *this); }
Tensor& Tensor::round_() const {
  op::round(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor round(const Tensor& self) { return op::round(Out(), self); }
Tensor& round_(Tensor& self) {
  op::round(Out::in_place(self), self);
  return self;
}
Tensor& round_out(Tensor& out, const Tensor& self) {
  op::round(Out::to(out), self);
  return out;
}
Tensor Tensor::round(int64_t decimals) const { return op::round_decimals(Out(), *this, decimals); }
Tensor& Tensor::round_(int64_t decimals) const {
  op::round_decimals(Out::in_place(*this), *this, decimals);
  return writable(*this);
}
Tensor round(const Tensor& self, int64_t decimals) { return op::round_decimals(Out(), self, decimals); }
Tensor& round_(Tensor& self, int64_t decimals) {
  op::round_decimals(Out::in_place(self), self, decimals);
  return self;
}
Tensor& round_out(Tensor& out, const Tensor& self, int64_t decimals) {
  op::round_decimals(Out::to(out), self, decimals);
  return out;
}
Tensor special_round(const Tensor& self, int64_t decimals) {
  return detail::modes_listen()
      ? op::special_round.call_cold(Out(), self, decimals)
      : composite::special_round(Out(), self, decimals);
}
Tensor& special_round_out(Tensor& out, const Tensor& self, int64_t decimals) {
  detail::modes_listen()
      ? op::special_round.call_cold(Out::to(out), self, decimals)
      : composite::special_round(Out::to(out), self, decimals);
  return out;
}
Tensor Tensor::trunc() const { return op::trunc(Out(), *this); }
Tensor& Tensor::trunc_() const {
  op::trunc(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor trunc(const Tensor& self) { return op::trunc(Out(), self); }
Tensor& trunc_(Tensor& self) {
  op::trunc(Out::in_place(self), self);
  return self;
}
Tensor& trunc_out(Tensor& out, const Tensor& self) {
  op::trunc(Out::to(out), self);
  return out;
}
Tensor Tensor::fix() const {
  return detail::modes_listen() ? op::fix.call_cold(Out(), *this) : composite::fix(Out(), *this);
}
Tensor& Tensor::fix_() const {
  detail::modes_listen()
      ? op::fix.call_cold(Out::in_place(*this), *this)
      : composite::fix(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor fix(const Tensor& self) {
  return detail::modes_listen() ? op::fix.call_cold(Out(), self) : composite::fix(Out(), self);
}
Tensor& fix_(Tensor& self) {
  detail::modes_listen()
      ? op::fix.call_cold(Out::in_place(self), self)
      : composite::fix(Out::in_place(self), self);
  return self;
}
Tensor& fix_out(Tensor& out, const Tensor& self) {
  detail::modes_listen() ? op::fix.call_cold(Out::to(out), self) : composite::fix(Out::to(out), self);
  return out;
}
Tensor Tensor::frac() const { return op::frac(Out(), *this); }
Tensor& Tensor::frac_() const {
  op::frac(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor frac(const Tensor& self) { return op::frac(Out(), self); }
Tensor& frac_(Tensor& self) {
  op::frac(Out::in_place(self), self);
  return self;
}
Tensor& frac_out(Tensor& out, const Tensor& self) {
  op::frac(Out::to(out), self);
  return out;
}
Tensor Tensor::sign() const { return op::sign(Out(), *this); }
Tensor& Tensor::sign_() const {
  op::sign(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor sign(const Tensor& self) { return op::sign(Out(), self); }
Tensor& sign_(Tensor& self) {
  op::sign(Out::in_place(self), self);
  return self;
}
Tensor& sign_out(Tensor& out, const Tensor& self) {
  op::sign(Out::to(out), self);
  return out;
}
Tensor Tensor::sgn() const { return op::sgn(Out(), *this); }
Tensor& Tensor::sgn_() const {
  op::sgn(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor sgn(const Tensor& self) { return op::sgn(Out(), self); }
Tensor& sgn_(Tensor& self) {
  op::sgn(Out::in_place(self), self);
  return self;
}
Tensor& sgn_out(Tensor& out, const Tensor& self) {
  op::sgn(Out::to(out), self);
  return out;
}
Tensor Tensor::square() const {
  return detail::modes_listen() ? op::square.call_cold(Out(), *this) : composite::square(Out(), *this);
}
Tensor& Tensor::square_() const {
  detail::modes_listen()
      ? op::square.call_cold(Out::in_place(*this), *this)
      : composite::square(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor square(const Tensor& self) {
  return detail::modes_listen() ? op::square.call_cold(Out(), self) : composite::square(Out(), self);
}
Tensor& square_(Tensor& self) {
  detail::modes_listen()
      ? op::square.call_cold(Out::in_place(self), self)
      : composite::square(Out::in_place(self), self);
  return self;
}
Tensor& square_out(Tensor& out, const Tensor& self) {
  detail::modes_listen()
      ? op::square.call_cold(Out::to(out), self)
      : composite::square(Out::to(out), self);
  return out;
}
Tensor Tensor::positive() const {
  return detail::modes_listen() ? op::positive.call_cold(*this) : composite::positive(*this);
}
Tensor positive(const Tensor& self) {
  return detail::modes_listen() ? op::positive.call_cold(self) : composite::positive(self);
}
std::tuple<Tensor, Tensor> Tensor::frexp() const { return op::frexp(Out(), *this); }
std::tuple<Tensor, Tensor> frexp(const Tensor& self) { return op::frexp(Out(), self); }
std::tuple<Tensor&, Tensor&> frexp_out(Tensor& mantissa, Tensor& exponent, const Tensor& self) {
  const Tensor* const outs[] = {&mantissa, &exponent};
  op::frexp(Out::to(outs), self);
  return {mantissa, exponent};
}
Tensor Tensor::nan_to_num(optional<double> nan, optional<double> posinf, optional<double> neginf) const {
  return op::nan_to_num(Out(), *this, nan, posinf, neginf);
}
Tensor& Tensor::nan_to_num_(optional<double> nan, optional<double> posinf, optional<double> neginf) const {
  op::nan_to_num(Out::in_place(*this), *this, nan, posinf, neginf);
  return writable(*this);
}
Tensor nan_to_num(const Tensor& self, optional<double> nan, optional<double> posinf, optional<double> neginf) {
  return op::nan_to_num(Out(), self, nan, posinf, neginf);
}
Tensor& nan_to_num_(Tensor& self, optional<double> nan, optional<double> posinf, optional<double> neginf) {
  op::nan_to_num(Out::in_place(self), self, nan, posinf, neginf);
  return self;
}
Tensor& nan_to_num_out(Tensor& out, const Tensor& self, optional<double> nan, optional<double> posinf,
                       optional<double> neginf) {
  op::nan_to_num(Out::to(out), self, nan, posinf, neginf);
  return out;
}
Tensor Tensor::logical_not() const { return op::logical_not(Out(), *this); }
Tensor& Tensor::logical_not_() const {
  op::logical_not(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor logical_not(const Tensor& self) { return op::logical_not(Out(), self); }
Tensor& logical_not_(Tensor& self) {
  op::logical_not(Out::in_place(self), self);
  return self;
}
Tensor& logical_not_out(Tensor& out, const Tensor& self) {
  op::logical_not(Out::to(out), self);
  return out;
}
Tensor Tensor::bitwise_not() const { return op::bitwise_not(Out(), *this); }
Tensor& Tensor::bitwise_not_() const {
  op::bitwise_not(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor bitwise_not(const Tensor& self) { return op::bitwise_not(Out(), self); }
Tensor& bitwise_not_(Tensor& self) {
  op::bitwise_not(Out::in_place(self), self);
  return self;
}
Tensor& bitwise_not_out(Tensor& out, const Tensor& self) {
  op::bitwise_not(Out::to(out), self);
  return out;
}
Tensor Tensor::isnan() const { return op::isnan(Out(), *this); }
Tensor isnan(const Tensor& self) { return op::isnan(Out(), self); }
Tensor& isnan_out(Tensor& out, const Tensor& self) {
  op::isnan(Out::to(out), self);
  return out;
}
Tensor Tensor::isinf() const { return op::isinf(Out(), *this); }
Tensor isinf(const Tensor& self) { return op::isinf(Out(), self); }
Tensor& isinf_out(Tensor& out, const Tensor& self) {
  op::isinf(Out::to(out), self);
  return out;
}
Tensor Tensor::isfinite() const { return op::isfinite(*this); }
Tensor isfinite(const Tensor& self) { return op::isfinite(self); }
Tensor Tensor::isposinf() const { return op::isposinf(Out(), *this); }
Tensor isposinf(const Tensor& self) { return op::isposinf(Out(), self); }
Tensor& isposinf_out(Tensor& out, const Tensor& self) {
  op::isposinf(Out::to(out), self);
  return out;
}
Tensor Tensor::isneginf() const { return op::isneginf(Out(), *this); }
Tensor isneginf(const Tensor& self) { return op::isneginf(Out(), self); }
Tensor& isneginf_out(Tensor& out, const Tensor& self) {
  op::isneginf(Out::to(out), self);
  return out;
}
Tensor Tensor::signbit() const { return op::signbit(Out(), *this); }
Tensor signbit(const Tensor& self) { return op::signbit(Out(), self); }
Tensor& signbit_out(Tensor& out, const Tensor& self) {
  op::signbit(Out::to(out), self);
  return out;
}
Tensor Tensor::isreal() const {
  return detail::modes_listen() ? op::isreal.call_cold(*this) : composite::isreal(*this);
}
Tensor isreal(const Tensor& self) {
  return detail::modes_listen() ? op::isreal.call_cold(self) : composite::isreal(self);
}
Tensor Tensor::add(const Tensor& other, const Scalar& alpha) const { return op::add(Out(), *this, other, alpha); }
Tensor& Tensor::add_(const Tensor& other, const Scalar& alpha) const {
  op::add(Out::in_place(*this), *this, other, alpha);
  return writable(*this);
}
Tensor add(const Tensor& self, const Tensor& other, const Scalar& alpha) { return op::add(Out(), self, other, alpha); }
Tensor& add_out(Tensor& out, const Tensor& self, const Tensor& other, const Scalar& alpha) {
  op::add(Out::to(out), self, other, alpha);
  return out;
}
Tensor Tensor::add(const Scalar& other, const Scalar& alpha) const {
  return detail::modes_listen()
      ? op::add_Scalar.call_cold(Out(), *this, other, alpha)
      : composite::add_Scalar(Out(), *this, other, alpha);
}
Tensor& Tensor::add_(const Scalar& other, const Scalar& alpha) const {
  detail::modes_listen()
      ? op::add_Scalar.call_cold(Out::in_place(*this), *this, other, alpha)
      : composite::add_Scalar(Out::in_place(*this), *this, other, alpha);
  return writable(*this);
}
Tensor add(const Tensor& self, const Scalar& other, const Scalar& alpha) {
  return detail::modes_listen()
      ? op::add_Scalar.call_cold(Out(), self, other, alpha)
      : composite::add_Scalar(Out(), self, other, alpha);
}
Tensor& add_out(Tensor& out, const Tensor& self, const Scalar& other, const Scalar& alpha) {
  detail::modes_listen()
      ? op::add_Scalar.call_cold(Out::to(out), self, other, alpha)
      : composite::add_Scalar(Out::to(out), self, other, alpha);
  return out;
}
Tensor Tensor::sub(const Tensor& other, const Scalar& alpha) const { return op::sub(Out(), *this, other, alpha); }
Tensor& Tensor::sub_(const Tensor& other, const Scalar& alpha) const {
  op::sub(Out::in_place(*this), *this, other, alpha);
  return writable(*this);
}
Tensor sub(const Tensor& self, const Tensor& other, const Scalar& alpha) { return op::sub(Out(), self, other, alpha); }
Tensor& sub_out(Tensor& out, const Tensor& self, const Tensor& other, const Scalar& alpha) {
  op::sub(Out::to(out), self, other, alpha);
  return out;
}
Tensor Tensor::subtract(const Tensor& other, const Scalar& alpha) const {
  return detail::modes_listen()
      ? op::subtract.call_cold(Out(), *this, other, alpha)
      : composite::subtract(Out(), *this, other, alpha);
}
Tensor& Tensor::subtract_(const Tensor& other, const Scalar& alpha) const {
  detail::modes_listen()
      ? op::subtract.call_cold(Out::in_place(*this), *this, other, alpha)
      : composite::subtract(Out::in_place(*this), *this, other, alpha);
  return writable(*this);
}
Tensor subtract(const Tensor& self, const Tensor& other, const Scalar& alpha) {
  return detail::modes_listen()
      ? op::subtract.call_cold(Out(), self, other, alpha)
      : composite::subtract(Out(), self, other, alpha);
}
Tensor& subtract_out(Tensor& out, const Tensor& self, const Tensor& other, const Scalar& alpha) {
  detail::modes_listen()
      ? op::subtract.call_cold(Out::to(out), self, other, alpha)
      : composite::subtract(Out::to(out), self, other, alpha);
  return out;
}
Tensor Tensor::sub(const Scalar& other, const Scalar& alpha) const {
  return detail::modes_listen()
      ? op::sub_Scalar.call_cold(Out(), *this, other, alpha)
      : composite::sub_Scalar(Out(), *this, other, alpha);
}
Tensor& Tensor::sub_(const Scalar& other, const Scalar& alpha) const {
  detail::modes_listen()
      ? op::sub_Scalar.call_cold(Out::in_place(*this), *this, other, alpha)
      : composite::sub_Scalar(Out::in_place(*this), *this, other, alpha);
  return writable(*this);
}
Tensor sub(const Tensor& self, const Scalar& other, const Scalar& alpha) {
  return detail::modes_listen()
      ? op::sub_Scalar.call_cold(Out(), self, other, alpha)
      : composite::sub_Scalar(Out(), self, other, alpha);
}
Tensor& sub_out(Tensor& out, const Tensor& self, const Scalar& other, const Scalar& alpha) {
  detail::modes_listen()
      ? op::sub_Scalar.call_cold(Out::to(out), self, other, alpha)
      : composite::sub_Scalar(Out::to(out), self, other, alpha);
  return out;
}
Tensor Tensor::subtract(const Scalar& other, const Scalar& alpha) const {
  return detail::modes_listen()
      ? op::subtract_Scalar.call_cold(Out(), *this, other, alpha)
      : composite::subtract_Scalar(Out(), *this, other, alpha);
}
Tensor& Tensor::subtract_(const Scalar& other, const Scalar& alpha) const {
  detail::modes_listen()
      ? op::subtract_Scalar.call_cold(Out::in_place(*this), *this, other, alpha)
      : composite::subtract_Scalar(Out::in_place(*this), *this, other, alpha);
  return writable(*this);
}
Tensor subtract(const Tensor& self, const Scalar& other, const Scalar& alpha) {
  return detail::modes_listen()
      ? op::subtract_Scalar.call_cold(Out(), self, other, alpha)
      : composite::subtract_Scalar(Out(), self, other, alpha);
}
Tensor& subtract_out(Tensor& out, const Tensor& self, const Scalar& other, const Scalar& alpha) {
  detail::modes_listen()
      ? op::subtract_Scalar.call_cold(Out::to(out), self, other, alpha)
      : composite::subtract_Scalar(Out::to(out), self, other, alpha);
  return out;
}
Tensor rsub(const Tensor& self, const Tensor& other, const Scalar& alpha) {
  return detail::modes_listen()
      ? op::rsub.call_cold(Out(), self, other, alpha)
      : composite::rsub(Out(), self, other, alpha);
}
Tensor& rsub_out(Tensor& out, const Tensor& self, const Tensor& other, const Scalar& alpha) {
  detail::modes_listen()
      ? op::rsub.call_cold(Out::to(out), self, other, alpha)
      : composite::rsub(Out::to(out), self, other, alpha);
  return out;
}
Tensor rsub(const Tensor& self, const Scalar& other, const Scalar& alpha) {
  return detail::modes_listen()
      ? op::rsub_Scalar.call_cold(Out(), self, other, alpha)
      : composite::rsub_Scalar(Out(), self, other, alpha);
}
Tensor& rsub_out(Tensor& out, const Tensor& self, const Scalar& other, const Scalar& alpha) {
  detail::modes_listen()
      ? op::rsub_Scalar.call_cold(Out::to(out), self, other, alpha)
      : composite::rsub_Scalar(Out::to(out), self, other, alpha);
  return out;
}
Tensor Tensor::mul(const Tensor& other) const { return op::mul(Out(), *this, other); }
Tensor& Tensor::mul_(const Tensor& other) const {
  op::mul(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor mul(const Tensor& self, const Tensor& other) { return op::mul(Out(), self, other); }
Tensor& mul_out(Tensor& out, const Tensor& self, const Tensor& other) {
  op::mul(Out::to(out), self, other);
  return out;
}
Tensor Tensor::multiply(const Tensor& other) const {
  return detail::modes_listen()
      ? op::multiply.call_cold(Out(), *this, other)
      : composite::multiply(Out(), *this, other);
}
Tensor& Tensor::multiply_(const Tensor& other) const {
  detail::modes_listen()
      ? op::multiply.call_cold(Out::in_place(*this), *this, other)
      : composite::multiply(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor multiply(const Tensor& self, const Tensor& other) {
  return detail::modes_listen() ? op::multiply.call_cold(Out(), self, other) : composite::multiply(Out(), self, other);
}
Tensor& multiply_out(Tensor& out, const Tensor& self, const Tensor& other) {
  detail::modes_listen()
      ? op::multiply.call_cold(Out::to(out), self, other)
      : composite::multiply(Out::to(out), self, other);
  return out;
}
Tensor Tensor::mul(const Scalar& other) const {
  return detail::modes_listen()
      ? op::mul_Scalar.call_cold(Out(), *this, other)
      : composite::mul_Scalar(Out(), *this, other);
}
Tensor& Tensor::mul_(const Scalar& other) const {
  detail::modes_listen()
      ? op::mul_Scalar.call_cold(Out::in_place(*this), *this, other)
      : composite::mul_Scalar(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor mul(const Tensor& self, const Scalar& other) {
  return detail::modes_listen()
      ? op::mul_Scalar.call_cold(Out(), self, other)
      : composite::mul_Scalar(Out(), self, other);
}
Tensor& mul_out(Tensor& out, const Tensor& self, const Scalar& other) {
  detail::modes_listen()
      ? op::mul_Scalar.call_cold(Out::to(out), self, other)
      : composite::mul_Scalar(Out::to(out), self, other);
  return out;
}
Tensor Tensor::multiply(const Scalar& other) const {
  return detail::modes_listen()
      ? op::multiply_Scalar.call_cold(Out(), *this, other)
      : composite::multiply_Scalar(Out(), *this, other);
}
Tensor& Tensor::multiply_(const Scalar& other) const {
  detail::modes_listen()
      ? op::multiply_Scalar.call_cold(Out::in_place(*this), *this, other)
      : composite::multiply_Scalar(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor multiply(const Tensor& self, const Scalar& other) {
  return detail::modes_listen()
      ? op::multiply_Scalar.call_cold(Out(), self, other)
      : composite::multiply_Scalar(Out(), self, other);
}
Tensor& multiply_out(Tensor& out, const Tensor& self, const Scalar& other) {
  detail::modes_listen()
      ? op::multiply_Scalar.call_cold(Out::to(out), self, other)
      : composite::multiply_Scalar(Out::to(out), self, other);
  return out;
}
Tensor Tensor::div(const Tensor& other) const { return op::div(Out(), *this, other); }
Tensor& Tensor::div_(const Tensor& other) const {
  op::div(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor div(const Tensor& self, const Tensor& other) { return op::div(Out(), self, other); }
Tensor& div_out(Tensor& out, const Tensor& self, const Tensor& other) {
  op::div(Out::to(out), self, other);
  return out;
}
Tensor Tensor::divide(const Tensor& other) const {
  return detail::modes_listen() ? op::divide.call_cold(Out(), *this, other) : composite::divide(Out(), *this, other);
}
Tensor& Tensor::divide_(const Tensor& other) const {
  detail::modes_listen()
      ? op::divide.call_cold(Out::in_place(*this), *this, other)
      : composite::divide(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor divide(const Tensor& self, const Tensor& other) {
  return detail::modes_listen() ? op::divide.call_cold(Out(), self, other) : composite::divide(Out(), self, other);
}
Tensor& divide_out(Tensor& out, const Tensor& self, const Tensor& other) {
  detail::modes_listen()
      ? op::divide.call_cold(Out::to(out), self, other)
      : composite::divide(Out::to(out), self, other);
  return out;
}
Tensor Tensor::true_divide(const Tensor& other) const {
  return detail::modes_listen()
      ? op::true_divide.call_cold(Out(), *this, other)
      : composite::true_divide(Out(), *this, other);
}
Tensor& Tensor::true_divide_(const Tensor& other) const {
  detail::modes_listen()
      ? op::true_divide.call_cold(Out::in_place(*this), *this, other)
      : composite::true_divide(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor true_divide(const Tensor& self, const Tensor& other) {
  return detail::modes_listen()
      ? op::true_divide.call_cold(Out(), self, other)
      : composite::true_divide(Out(), self, other);
}
Tensor& true_divide_out(Tensor& out, const Tensor& self, const Tensor& other) {
  detail::modes_listen()
      ? op::true_divide.call_cold(Out::to(out), self, other)
      : composite::true_divide(Out::to(out), self, other);
  return out;
}
Tensor Tensor::div(const Scalar& other) const {
  return detail::modes_listen()
      ? op::div_Scalar.call_cold(Out(), *this, other)
      : composite::div_Scalar(Out(), *this, other);
}
Tensor& Tensor::div_(const Scalar& other) const {
  detail::modes_listen()
      ? op::div_Scalar.call_cold(Out::in_place(*this), *this, other)
      : composite::div_Scalar(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor div(const Tensor& self, const Scalar& other) {
  return detail::modes_listen()
      ? op::div_Scalar.call_cold(Out(), self, other)
      : composite::div_Scalar(Out(), self, other);
}
Tensor& div_out(Tensor& out, const Tensor& self, const Scalar& other) {
  detail::modes_listen()
      ? op::div_Scalar.call_cold(Out::to(out), self, other)
      : composite::div_Scalar(Out::to(out), self, other);
  return out;
}
Tensor Tensor::divide(const Scalar& other) const {
  return detail::modes_listen()
      ? op::divide_Scalar.call_cold(Out(), *this, other)
      : composite::divide_Scalar(Out(), *this, other);
}
Tensor& Tensor::divide_(const Scalar& other) const {
  detail::modes_listen()
      ? op::divide_Scalar.call_cold(Out::in_place(*this), *this, other)
      : composite::divide_Scalar(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor divide(const Tensor& self, const Scalar& other) {
  return detail::modes_listen()
      ? op::divide_Scalar.call_cold(Out(), self, other)
      : composite::divide_Scalar(Out(), self, other);
}
Tensor& divide_out(Tensor& out, const Tensor& self, const Scalar& other) {
  detail::modes_listen()
      ? op::divide_Scalar.call_cold(Out::to(out), self, other)
      : composite::divide_Scalar(Out::to(out), self, other);
  return out;
}
Tensor Tensor::true_divide(const Scalar& other) const {
  return detail::modes_listen()
      ? op::true_divide_Scalar.call_cold(Out(), *this, other)
      : composite::true_divide_Scalar(Out(), *this, other);
}
Tensor& Tensor::true_divide_(const Scalar& other) const {
  detail::modes_listen()
      ? op::true_divide_Scalar.call_cold(Out::in_place(*this), *this, other)
      : composite::true_divide_Scalar(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor true_divide(const Tensor& self, const Scalar& other) {
  return detail::modes_listen()
      ? op::true_divide_Scalar.call_cold(Out(), self, other)
      : composite::true_divide_Scalar(Out(), self, other);
}
Tensor& true_divide_out(Tensor& out, const Tensor& self, const Scalar& other) {
  detail::modes_listen()
      ? op::true_divide_Scalar.call_cold(Out::to(out), self, other)
      : composite::true_divide_Scalar(Out::to(out), self, other);
  return out;
}
Tensor Tensor::div(const Tensor& other, optional<std::string_view> rounding_mode) const {
  return op::div_mode(Out(), *this, other, rounding_mode);
}
Tensor& Tensor::div_(const Tensor& other, optional<std::string_view> rounding_mode) const {
  op::div_mode(Out::in_place(*this), *this, other, rounding_mode);
  return writable(*this);
}
Tensor div(const Tensor& self, const Tensor& other, optional<std::string_view> rounding_mode) {
  return op::div_mode(Out(), self, other, rounding_mode);
}
Tensor& div_out(Tensor& out, const Tensor& self, const Tensor& other, optional<std::string_view> rounding_mode) {
  op::div_mode(Out::to(out), self, other, rounding_mode);
  return out;
}
Tensor Tensor::divide(const Tensor& other, optional<std::string_view> rounding_mode) const {
  return detail::modes_listen()
      ? op::divide_Tensor_mode.call_cold(Out(), *this, other, rounding_mode)
      : composite::divide_Tensor_mode(Out(), *this, other, rounding_mode);
}
Tensor& Tensor::divide_(const Tensor& other, optional<std::string_view> rounding_mode) const {
  detail::modes_listen()
      ? op::divide_Tensor_mode.call_cold(Out::in_place(*this), *this, other, rounding_mode)
      : composite::divide_Tensor_mode(Out::in_place(*this), *this, other, rounding_mode);
  return writable(*this);
}
Tensor divide(const Tensor& self, const Tensor& other, optional<std::string_view> rounding_mode) {
  return detail::modes_listen()
      ? op::divide_Tensor_mode.call_cold(Out(), self, other, rounding_mode)
      : composite::divide_Tensor_mode(Out(), self, other, rounding_mode);
}
Tensor& divide_out(Tensor& out, const Tensor& self, const Tensor& other, optional<std::string_view> rounding_mode) {
  detail::modes_listen()
      ? op::divide_Tensor_mode.call_cold(Out::to(out), self, other, rounding_mode)
      : composite::divide_Tensor_mode(Out::to(out), self, other, rounding_mode);
  return out;
}
Tensor Tensor::div(const Scalar& other, optional<std::string_view> rounding_mode) const {
  return detail::modes_listen()
      ? op::div_Scalar_mode.call_cold(Out(), *this, other, rounding_mode)
      : composite::div_Scalar_mode(Out(), *this, other, rounding_mode);
}
Tensor& Tensor::div_(const Scalar& other, optional<std::string_view> rounding_mode) const {
  detail::modes_listen()
      ? op::div_Scalar_mode.call_cold(Out::in_place(*this), *this, other, rounding_mode)
      : composite::div_Scalar_mode(Out::in_place(*this), *this, other, rounding_mode);
  return writable(*this);
}
Tensor div(const Tensor& self, const Scalar& other, optional<std::string_view> rounding_mode) {
  return detail::modes_listen()
      ? op::div_Scalar_mode.call_cold(Out(), self, other, rounding_mode)
      : composite::div_Scalar_mode(Out(), self, other, rounding_mode);
}
Tensor& div_out(Tensor& out, const Tensor& self, const Scalar& other, optional<std::string_view> rounding_mode) {
  detail::modes_listen()
      ? op::div_Scalar_mode.call_cold(Out::to(out), self, other, rounding_mode)
      : composite::div_Scalar_mode(Out::to(out), self, other, rounding_mode);
  return out;
}
Tensor Tensor::divide(const Scalar& other, optional<std::string_view> rounding_mode) const {
  return detail::modes_listen()
      ? op::divide_Scalar_mode.call_cold(Out(), *this, other, rounding_mode)
      : composite::divide_Scalar_mode(Out(), *this, other, rounding_mode);
}
Tensor& Tensor::divide_(const Scalar& other, optional<std::string_view> rounding_mode) const {
  detail::modes_listen()
      ? op::divide_Scalar_mode.call_cold(Out::in_place(*this), *this, other, rounding_mode)
      : composite::divide_Scalar_mode(Out::in_place(*this), *this, other, rounding_mode);
  return writable(*this);
}
Tensor divide(const Tensor& self, const Scalar& other, optional<std::string_view> rounding_mode) {
  return detail::modes_listen()
      ? op::divide_Scalar_mode.call_cold(Out(), self, other, rounding_mode)
      : composite::divide_Scalar_mode(Out(), self, other, rounding_mode);
}
Tensor& divide_out(Tensor& out, const Tensor& self, const Scalar& other, optional<std::string_view> rounding_mode) {
  detail::modes_listen()
      ? op::divide_Scalar_mode.call_cold(Out::to(out), self, other, rounding_mode)
      : composite::divide_Scalar_mode(Out::to(out), self, other, rounding_mode);
  return out;
}
Tensor Tensor::floor_divide(const Tensor& other) const {
  return detail::modes_listen()
      ? op::floor_divide.call_cold(Out(), *this, other)
      : composite::floor_divide(Out(), *this, other);
}
Tensor& Tensor::floor_divide_(const Tensor& other) const {
  detail::modes_listen()
      ? op::floor_divide.call_cold(Out::in_place(*this), *this, other)
      : composite::floor_divide(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor floor_divide(const Tensor& self, const Tensor& other) {
  return detail::modes_listen()
      ? op::floor_divide.call_cold(Out(), self, other)
      : composite::floor_divide(Out(), self, other);
}
Tensor& floor_divide_out(Tensor& out, const Tensor& self, const Tensor& other) {
  detail::modes_listen()
      ? op::floor_divide.call_cold(Out::to(out), self, other)
      : composite::floor_divide(Out::to(out), self, other);
  return out;
}
Tensor Tensor::floor_divide(const Scalar& other) const {
  return detail::modes_listen()
      ? op::floor_divide_Scalar.call_cold(Out(), *this, other)
      : composite::floor_divide_Scalar(Out(), *this, other);
}
Tensor& Tensor::floor_divide_(const Scalar& other) const {
  detail::modes_listen()
      ? op::floor_divide_Scalar.call_cold(Out::in_place(*this), *this, other)
      : composite::floor_divide_Scalar(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor floor_divide(const Tensor& self, const Scalar& other) {
  return detail::modes_listen()
      ? op::floor_divide_Scalar.call_cold(Out(), self, other)
      : composite::floor_divide_Scalar(Out(), self, other);
}
Tensor Tensor::remainder(const Tensor& other) const { return op::remainder(Out(), *this, other); }
Tensor& Tensor::remainder_(const Tensor& other) const {
  op::remainder(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor remainder(const Tensor& self, const Tensor& other) { return op::remainder(Out(), self, other); }
Tensor& remainder_out(Tensor& out, const Tensor& self, const Tensor& other) {
  op::remainder(Out::to(out), self, other);
  return out;
}
Tensor Tensor::remainder(const Scalar& other) const {
  return detail::modes_listen()
      ? op::remainder_Scalar.call_cold(Out(), *this, other)
      : composite::remainder_Scalar(Out(), *this, other);
}
Tensor& Tensor::remainder_(const Scalar& other) const {
  detail::modes_listen()
      ? op::remainder_Scalar.call_cold(Out::in_place(*this), *this, other)
      : composite::remainder_Scalar(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor remainder(const Tensor& self, const Scalar& other) {
  return detail::modes_listen()
      ? op::remainder_Scalar.call_cold(Out(), self, other)
      : composite::remainder_Scalar(Out(), self, other);
}
Tensor& remainder_out(Tensor& out, const Tensor& self, const Scalar& other) {
  detail::modes_listen()
      ? op::remainder_Scalar.call_cold(Out::to(out), self, other)
      : composite::remainder_Scalar(Out::to(out), self, other);
  return out;
}
Tensor remainder(const Scalar& self, const Tensor& other) {
  return detail::modes_listen()
      ? op::remainder_Scalar_Tensor.call_cold(Out(), self, other)
      : composite::remainder_Scalar_Tensor(Out(), self, other);
}
Tensor& remainder_out(Tensor& out, const Scalar& self, const Tensor& other) {
  detail::modes_listen()
      ? op::remainder_Scalar_Tensor.call_cold(Out::to(out), self, other)
      : composite::remainder_Scalar_Tensor(Out::to(out), self, other);
  return out;
}
Tensor Tensor::fmod(const Tensor& other) const { return op::fmod(Out(), *this, other); }
Tensor& Tensor::fmod_(const Tensor& other) const {
  op::fmod(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor fmod(const Tensor& self, const Tensor& other) { return op::fmod(Out(), self, other); }
Tensor& fmod_out(Tensor& out, const Tensor& self, const Tensor& other) {
  op::fmod(Out::to(out), self, other);
  return out;
}
Tensor Tensor::fmod(const Scalar& other) const {
  return detail::modes_listen()
      ? op::fmod_Scalar.call_cold(Out(), *this, other)
      : composite::fmod_Scalar(Out(), *this, other);
}
Tensor& Tensor::fmod_(const Scalar& other) const {
  detail::modes_listen()
      ? op::fmod_Scalar.call_cold(Out::in_place(*this), *this, other)
      : composite::fmod_Scalar(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor fmod(const Tensor& self, const Scalar& other) {
  return detail::modes_listen()
      ? op::fmod_Scalar.call_cold(Out(), self, other)
      : composite::fmod_Scalar(Out(), self, other);
}
Tensor& fmod_out(Tensor& out, const Tensor& self, const Scalar& other) {
  detail::modes_listen()
      ? op::fmod_Scalar.call_cold(Out::to(out), self, other)
      : composite::fmod_Scalar(Out::to(out), self, other);
  return out;
}
Tensor Tensor::pow(const Tensor& exponent) const { return op::pow(Out(), *this, exponent); }
Tensor& Tensor::pow_(const Tensor& exponent) const {
  op::pow(Out::in_place(*this), *this, exponent);
  return writable(*this);
}
Tensor pow(const Tensor& self, const Tensor& exponent) { return op::pow(Out(), self, exponent); }
Tensor& pow_out(Tensor& out, const Tensor& self, const Tensor& exponent) {
  op::pow(Out::to(out), self, exponent);
  return out;
}
Tensor Tensor::pow(const Scalar& exponent) const {
  return detail::modes_listen()
      ? op::pow_Tensor_Scalar.call_cold(Out(), *this, exponent)
      : composite::pow_Tensor_Scalar(Out(), *this, exponent);
}
Tensor& Tensor::pow_(const Scalar& exponent) const {
  detail::modes_listen()
      ? op::pow_Tensor_Scalar.call_cold(Out::in_place(*this), *this, exponent)
      : composite::pow_Tensor_Scalar(Out::in_place(*this), *this, exponent);
  return writable(*this);
}
Tensor pow(const Tensor& self, const Scalar& exponent) {
  return detail::modes_listen()
      ? op::pow_Tensor_Scalar.call_cold(Out(), self, exponent)
      : composite::pow_Tensor_Scalar(Out(), self, exponent);
}
Tensor& pow_out(Tensor& out, const Tensor& self, const Scalar& exponent) {
  detail::modes_listen()
      ? op::pow_Tensor_Scalar.call_cold(Out::to(out), self, exponent)
      : composite::pow_Tensor_Scalar(Out::to(out), self, exponent);
  return out;
}
Tensor pow(const Scalar& self, const Tensor& exponent) {
  return detail::modes_listen()
      ? op::pow_Scalar.call_cold(Out(), self, exponent)
      : composite::pow_Scalar(Out(), self, exponent);
}
Tensor& pow_out(Tensor& out, const Scalar& self, const Tensor& exponent) {
  detail::modes_listen()
      ? op::pow_Scalar.call_cold(Out::to(out), self, exponent)
      : composite::pow_Scalar(Out::to(out), self, exponent);
  return out;
}
Tensor Tensor::float_power(const Tensor& exponent) const {
  return detail::modes_listen()
      ? op::float_power.call_cold(Out(), *this, exponent)
      : composite::float_power(Out(), *this, exponent);
}
Tensor& Tensor::float_power_(const Tensor& exponent) const {
  detail::modes_listen()
      ? op::float_power.call_cold(Out::in_place(*this), *this, exponent)
      : composite::float_power(Out::in_place(*this), *this, exponent);
  return writable(*this);
}
Tensor float_power(const Tensor& self, const Tensor& exponent) {
  return detail::modes_listen()
      ? op::float_power.call_cold(Out(), self, exponent)
      : composite::float_power(Out(), self, exponent);
}
Tensor& float_power_out(Tensor& out, const Tensor& self, const Tensor& exponent) {
  detail::modes_listen()
      ? op::float_power.call_cold(Out::to(out), self, exponent)
      : composite::float_power(Out::to(out), self, exponent);
  return out;
}
Tensor Tensor::float_power(const Scalar& exponent) const {
  return detail::modes_listen()
      ? op::float_power_Tensor_Scalar.call_cold(Out(), *this, exponent)
      : composite::float_power_Tensor_Scalar(Out(), *this, exponent);
}
Tensor& Tensor::float_power_(const Scalar& exponent) const {
  detail::modes_listen()
      ? op::float_power_Tensor_Scalar.call_cold(Out::in_place(*this), *this, exponent)
      : composite::float_power_Tensor_Scalar(Out::in_place(*this), *this, exponent);
  return writable(*this);
}
Tensor float_power(const Tensor& self, const Scalar& exponent) {
  return detail::modes_listen()
      ? op::float_power_Tensor_Scalar.call_cold(Out(), self, exponent)
      : composite::float_power_Tensor_Scalar(Out(), self, exponent);
}
Tensor& float_power_out(Tensor& out, const Tensor& self, const Scalar& exponent) {
  detail::modes_listen()
      ? op::float_power_Tensor_Scalar.call_cold(Out::to(out), self, exponent)
      : composite::float_power_Tensor_Scalar(Out::to(out), self, exponent);
  return out;
}
Tensor float_power(const Scalar& self, const Tensor& exponent) {
  return detail::modes_listen()
      ? op::float_power_base.call_cold(Out(), self, exponent)
      : composite::float_power_base(Out(), self, exponent);
}
Tensor& float_power_out(Tensor& out, const Scalar& self, const Tensor& exponent) {
  detail::modes_listen()
      ? op::float_power_base.call_cold(Out::to(out), self, exponent)
      : composite::float_power_base(Out::to(out), self, exponent);
  return out;
}
Tensor Tensor::ldexp(const Tensor& other) const {
  return detail::modes_listen() ? op::ldexp.call_cold(Out(), *this, other) : composite::ldexp(Out(), *this, other);
}
Tensor ldexp(const Tensor& self, const Tensor& other) {
  return detail::modes_listen() ? op::ldexp.call_cold(Out(), self, other) : composite::ldexp(Out(), self, other);
}
Tensor& ldexp_out(Tensor& out, const Tensor& self, const Tensor& other) {
  detail::modes_listen()
      ? op::ldexp.call_cold(Out::to(out), self, other)
      : composite::ldexp(Out::to(out), self, other);
  return out;
}
Tensor& Tensor::ldexp_(const Tensor& other) const {
  detail::modes_listen()
      ? op::ldexp_in_place.call_cold(*this, other)
      : composite::ldexp_in_place(*this, other);
  return writable(*this);
}
Tensor& ldexp_(Tensor& self, const Tensor& other) {
  detail::modes_listen()
      ? op::ldexp_in_place.call_cold(self, other)
      : composite::ldexp_in_place(self, other);
  return self;
}
Tensor Tensor::maximum(const Tensor& other) const { return op::maximum(Out(), *this, other); }
Tensor maximum(const Tensor& self, const Tensor& other) { return op::maximum(Out(), self, other); }
Tensor& maximum_out(Tensor& out, const Tensor& self, const Tensor& other) {
  op::maximum(Out::to(out), self, other);
  return out;
}
Tensor Tensor::max(const Tensor& other) const {
  return detail::modes_listen()
      ? op::max_other.call_cold(Out(), *this, other)
      : composite::max_other(Out(), *this, other);
}
Tensor max(const Tensor& self, const Tensor& other) {
  return detail::modes_listen()
      ? op::max_other.call_cold(Out(), self, other)
      : composite::max_other(Out(), self, other);
}
Tensor& max_out(Tensor& out, const Tensor& self, const Tensor& other) {
  detail::modes_listen()
      ? op::max_other.call_cold(Out::to(out), self, other)
      : composite::max_other(Out::to(out), self, other);
  return out;
}
Tensor Tensor::minimum(const Tensor& other) const { return op::minimum(Out(), *this, other); }
Tensor minimum(const Tensor& self, const Tensor& other) { return op::minimum(Out(), self, other); }
Tensor& minimum_out(Tensor& out, const Tensor& self, const Tensor& other) {
  op::minimum(Out::to(out), self, other);
  return out;
}
Tensor Tensor::min(const Tensor& other) const {
  return detail::modes_listen()
      ? op::min_other.call_cold(Out(), *this, other)
      : composite::min_other(Out(), *this, other);
}
Tensor min(const Tensor& self, const Tensor& other) {
  return detail::modes_listen()
      ? op::min_other.call_cold(Out(), self, other)
      : composite::min_other(Out(), self, other);
}
Tensor& min_out(Tensor& out, const Tensor& self, const Tensor& other) {
  detail::modes_listen()
      ? op::min_other.call_cold(Out::to(out), self, other)
      : composite::min_other(Out::to(out), self, other);
  return out;
}
Tensor Tensor::fmax(const Tensor& other) const { return op::fmax(Out(), *this, other); }
Tensor fmax(const Tensor& self, const Tensor& other) { return op::fmax(Out(), self, other); }
Tensor& fmax_out(Tensor& out, const Tensor& self, const Tensor& other) {
  op::fmax(Out::to(out), self, other);
  return out;
}
Tensor Tensor::fmin(const Tensor& other) const { return op::fmin(Out(), *this, other); }
Tensor fmin(const Tensor& self, const Tensor& other) { return op::fmin(Out(), self, other); }
Tensor& fmin_out(Tensor& out, const Tensor& self, const Tensor& other) {
  op::fmin(Out::to(out), self, other);
  return out;
}
Tensor Tensor::atan2(const Tensor& other) const { return op::atan2(Out(), *this, other); }
Tensor& Tensor::atan2_(const Tensor& other) const {
  op::atan2(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor atan2(const Tensor& self, const Tensor& other) { return op::atan2(Out(), self, other); }
Tensor& atan2_out(Tensor& out, const Tensor& self, const Tensor& other) {
  op::atan2(Out::to(out), self, other);
  return out;
}
Tensor Tensor::arctan2(const Tensor& other) const {
  return detail::modes_listen() ? op::arctan2.call_cold(Out(), *this, other) : composite::arctan2(Out(), *this, other);
}
Tensor& Tensor::arctan2_(const Tensor& other) const {
  detail::modes_listen()
      ? op::arctan2.call_cold(Out::in_place(*this), *this, other)
      : composite::arctan2(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor arctan2(const Tensor& self, const Tensor& other) {
  return detail::modes_listen() ? op::arctan2.call_cold(Out(), self, other) : composite::arctan2(Out(), self, other);
}
Tensor& arctan2_out(Tensor& out, const Tensor& self, const Tensor& other) {
  detail::modes_listen()
      ? op::arctan2.call_cold(Out::to(out), self, other)
      : composite::arctan2(Out::to(out), self, other);
  return out;
}
Tensor Tensor::hypot(const Tensor& other) const { return op::hypot(Out(), *this, other); }
Tensor& Tensor::hypot_(const Tensor& other) const {
  op::hypot(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor hypot(const Tensor& self, const Tensor& other) { return op::hypot(Out(), self, other); }
Tensor& hypot_out(Tensor& out, const Tensor& self, const Tensor& other) {
  op::hypot(Out::to(out), self, other);
  return out;
}
Tensor Tensor::copysign(const Tensor& other) const { return op::copysign(Out(), *this, other); }
Tensor& Tensor::copysign_(const Tensor& other) const {
  op::copysign(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor copysign(const Tensor& self, const Tensor& other) { return op::copysign(Out(), self, other); }
Tensor& copysign_out(Tensor& out, const Tensor& self, const Tensor& other) {
  op::copysign(Out::to(out), self, other);
  return out;
}
Tensor Tensor::copysign(const Scalar& other) const {
  return detail::modes_listen()
      ? op::copysign_Scalar.call_cold(Out(), *this, other)
      : composite::copysign_Scalar(Out(), *this, other);
}
Tensor& Tensor::copysign_(const Scalar& other) const {
  detail::modes_listen()
      ? op::copysign_Scalar.call_cold(Out::in_place(*this), *this, other)
      : composite::copysign_Scalar(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor copysign(const Tensor& self, const Scalar& other) {
  return detail::modes_listen()
      ? op::copysign_Scalar.call_cold(Out(), self, other)
      : composite::copysign_Scalar(Out(), self, other);
}
Tensor& copysign_out(Tensor& out, const Tensor& self, const Scalar& other) {
  detail::modes_listen()
      ? op::copysign_Scalar.call_cold(Out::to(out), self, other)
      : composite::copysign_Scalar(Out::to(out), self, other);
  return out;
}
Tensor Tensor::nextafter(const Tensor& other) const { return op::nextafter(Out(), *this, other); }
Tensor& Tensor::nextafter_(const Tensor& other) const {
  op::nextafter(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor nextafter(const Tensor& self, const Tensor& other) { return op::nextafter(Out(), self, other); }
Tensor& nextafter_out(Tensor& out, const Tensor& self, const Tensor& other) {
  op::nextafter(Out::to(out), self, other);
  return out;
}
Tensor Tensor::xlogy(const Tensor& other) const { return op::xlogy(Out(), *this, other); }
Tensor& Tensor::xlogy_(const Tensor& other) const {
  op::xlogy(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor xlogy(const Tensor& self, const Tensor& other) { return op::xlogy(Out(), self, other); }
Tensor& xlogy_(Tensor& self, const Tensor& other) {
  op::xlogy(Out::in_place(self), self, other);
  return self;
}
Tensor& xlogy_out(Tensor& out, const Tensor& self, const Tensor& other) {
  op::xlogy(Out::to(out), self, other);
  return out;
}
Tensor xlogy(const Scalar& self, const Tensor& other) {
  return detail::modes_listen()
      ? op::xlogy_Scalar_Self.call_cold(Out(), self, other)
      : composite::xlogy_Scalar_Self(Out(), self, other);
}
Tensor& xlogy_out(Tensor& out, const Scalar& self, const Tensor& other) {
  detail::modes_listen()
      ? op::xlogy_Scalar_Self.call_cold(Out::to(out), self, other)
      : composite::xlogy_Scalar_Self(Out::to(out), self, other);
  return out;
}
Tensor Tensor::xlogy(const Scalar& other) const {
  return detail::modes_listen()
      ? op::xlogy_Scalar_Other.call_cold(Out(), *this, other)
      : composite::xlogy_Scalar_Other(Out(), *this, other);
}
Tensor& Tensor::xlogy_(const Scalar& other) const {
  detail::modes_listen()
      ? op::xlogy_Scalar_Other.call_cold(Out::in_place(*this), *this, other)
      : composite::xlogy_Scalar_Other(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor xlogy(const Tensor& self, const Scalar& other) {
  return detail::modes_listen()
      ? op::xlogy_Scalar_Other.call_cold(Out(), self, other)
      : composite::xlogy_Scalar_Other(Out(), self, other);
}
Tensor& xlogy_(Tensor& self, const Scalar& other) {
  detail::modes_listen()
      ? op::xlogy_Scalar_Other.call_cold(Out::in_place(self), self, other)
      : composite::xlogy_Scalar_Other(Out::in_place(self), self, other);
  return self;
}
Tensor& xlogy_out(Tensor& out, const Tensor& self, const Scalar& other) {
  detail::modes_listen()
      ? op::xlogy_Scalar_Other.call_cold(Out::to(out), self, other)
      : composite::xlogy_Scalar_Other(Out::to(out), self, other);
  return out;
}
Tensor special_xlogy(const Tensor& self, const Tensor& other) {
  return detail::modes_listen()
      ? op::special_xlogy.call_cold(Out(), self, other)
      : composite::special_xlogy(Out(), self, other);
}
Tensor& special_xlogy_out(Tensor& out, const Tensor& self, const Tensor& other) {
  detail::modes_listen()
      ? op::special_xlogy.call_cold(Out::to(out), self, other)
      : composite::special_xlogy(Out::to(out), self, other);
  return out;
}
Tensor special_xlogy(const Scalar& self, const Tensor& other) {
  return detail::modes_listen()
      ? op::special_xlogy_self_scalar.call_cold(Out(), self, other)
      : composite::special_xlogy_self_scalar(Out(), self, other);
}
Tensor& special_xlogy_out(Tensor& out, const Scalar& self, const Tensor& other) {
  detail::modes_listen()
      ? op::special_xlogy_self_scalar.call_cold(Out::to(out), self, other)
      : composite::special_xlogy_self_scalar(Out::to(out), self, other);
  return out;
}
Tensor special_xlogy(const Tensor& self, const Scalar& other) {
  return detail::modes_listen()
      ? op::special_xlogy_other_scalar.call_cold(Out(), self, other)
      : composite::special_xlogy_other_scalar(Out(), self, other);
}
Tensor& special_xlogy_out(Tensor& out, const Tensor& self, const Scalar& other) {
  detail::modes_listen()
      ? op::special_xlogy_other_scalar.call_cold(Out::to(out), self, other)
      : composite::special_xlogy_other_scalar(Out::to(out), self, other);
  return out;
}
Tensor Tensor::logaddexp(const Tensor& other) const { return op::logaddexp(Out(), *this, other); }
Tensor logaddexp(const Tensor& self, const Tensor& other) { return op::logaddexp(Out(), self, other); }
Tensor& logaddexp_out(Tensor& out, const Tensor& self, const Tensor& other) {
  op::logaddexp(Out::to(out), self, other);
  return out;
}
Tensor Tensor::logaddexp2(const Tensor& other) const { return op::logaddexp2(Out(), *this, other); }
Tensor logaddexp2(const Tensor& self, const Tensor& other) { return op::logaddexp2(Out(), self, other); }
Tensor& logaddexp2_out(Tensor& out, const Tensor& self, const Tensor& other) {
  op::logaddexp2(Out::to(out), self, other);
  return out;
}
Tensor Tensor::heaviside(const Tensor& values) const { return op::heaviside(Out(), *this, values); }
Tensor& Tensor::heaviside_(const Tensor& values) const {
  op::heaviside(Out::in_place(*this), *this, values);
  return writable(*this);
}
Tensor heaviside(const Tensor& self, const Tensor& values) { return op::heaviside(Out(), self, values); }
Tensor& heaviside_out(Tensor& out, const Tensor& self, const Tensor& values) {
  op::heaviside(Out::to(out), self, values);
  return out;
}
Tensor Tensor::igamma(const Tensor& other) const { return op::igamma(Out(), *this, other); }
Tensor& Tensor::igamma_(const Tensor& other) const {
  op::igamma(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor igamma(const Tensor& self, const Tensor& other) { return op::igamma(Out(), self, other); }
Tensor& igamma_out(Tensor& out, const Tensor& self, const Tensor& other) {
  op::igamma(Out::to(out), self, other);
  return out;
}
Tensor special_gammainc(const Tensor& self, const Tensor& other) {
  return detail::modes_listen()
      ? op::special_gammainc.call_cold(Out(), self, other)
      : composite::special_gammainc(Out(), self, other);
}
Tensor& special_gammainc_out(Tensor& out, const Tensor& self, const Tensor& other) {
  detail::modes_listen()
      ? op::special_gammainc.call_cold(Out::to(out), self, other)
      : composite::special_gammainc(Out::to(out), self, other);
  return out;
}
Tensor Tensor::igammac(const Tensor& other) const { return op::igammac(Out(), *this, other); }
Tensor& Tensor::igammac_(const Tensor& other) const {
  op::igammac(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor igammac(const Tensor& self, const Tensor& other) { return op::igammac(Out(), self, other); }
Tensor& igammac_out(Tensor& out, const Tensor& self, const Tensor& other) {
  op::igammac(Out::to(out), self, other);
  return out;
}
Tensor special_gammaincc(const Tensor& self, const Tensor& other) {
  return detail::modes_listen()
      ? op::special_gammaincc.call_cold(Out(), self, other)
      : composite::special_gammaincc(Out(), self, other);
}
Tensor& special_gammaincc_out(Tensor& out, const Tensor& self, const Tensor& other) {
  detail::modes_listen()
      ? op::special_gammaincc.call_cold(Out::to(out), self, other)
      : composite::special_gammaincc(Out::to(out), self, other);
  return out;
}
Tensor _standard_gamma_grad(const Tensor& self, const Tensor& output) {
  return op::standard_gamma_grad(Out(), self, output);
}
Tensor& _standard_gamma_grad_out(Tensor& out, const Tensor& self, const Tensor& output) {
  op::standard_gamma_grad(Out::to(out), self, output);
  return out;
}
Tensor _dirichlet_grad(const Tensor& x, const Tensor& alpha, const Tensor& total) {
  return op::dirichlet_grad(Out(), x, alpha, total);
}
Tensor& _dirichlet_grad_out(Tensor& out, const Tensor& x, const Tensor& alpha, const Tensor& total) {
  op::dirichlet_grad(Out::to(out), x, alpha, total);
  return out;
}
Tensor Tensor::gcd(const Tensor& other) const { return op::gcd(Out(), *this, other); }
Tensor& Tensor::gcd_(const Tensor& other) const {
  op::gcd(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor gcd(const Tensor& self, const Tensor& other) { return op::gcd(Out(), self, other); }
Tensor& gcd_(Tensor& self, const Tensor& other) {
  op::gcd(Out::in_place(self), self, other);
  return self;
}
Tensor& gcd_out(Tensor& out, const Tensor& self, const Tensor& other) {
  op::gcd(Out::to(out), self, other);
  return out;
}
Tensor Tensor::lcm(const Tensor& other) const { return op::lcm(Out(), *this, other); }
Tensor& Tensor::lcm_(const Tensor& other) const {
  op::lcm(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor lcm(const Tensor& self, const Tensor& other) { return op::lcm(Out(), self, other); }
Tensor& lcm_(Tensor& self, const Tensor& other) {
  op::lcm(Out::in_place(self), self, other);
  return self;
}
Tensor& lcm_out(Tensor& out, const Tensor& self, const Tensor& other) {
  op::lcm(Out::to(out), self, other);
  return out;
}
Tensor complex(const Tensor& real, const Tensor& imag) { return op::complex(Out(), real, imag); }
Tensor& complex_out(Tensor& out, const Tensor& real, const Tensor& imag) {
  op::complex(Out::to(out), real, imag);
  return out;
}
Tensor Tensor::chalf(optional<MemoryFormat> memory_format) const {
  return detail::modes_listen() ? op::chalf.call_cold(*this, memory_format) : composite::chalf(*this, memory_format);
}
Tensor polar(const Tensor& abs, const Tensor& angle) { return op::polar(Out(), abs, angle); }
Tensor& polar_out(Tensor& out, const Tensor& abs, const Tensor& angle) {
  op::polar(Out::to(out), abs, angle);
  return out;
}
Tensor Tensor::eq(const Tensor& other) const { return op::eq(Out(), *this, other); }
Tensor& Tensor::eq_(const Tensor& other) const {
  op::eq(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor eq(const Tensor& self, const Tensor& other) { return op::eq(Out(), self, other); }
Tensor& eq_out(Tensor& out, const Tensor& self, const Tensor& other) {
  op::eq(Out::to(out), self, other);
  return out;
}
Tensor Tensor::eq(const Scalar& other) const {
  return detail::modes_listen()
      ? op::eq_Scalar.call_cold(Out(), *this, other)
      : composite::eq_Scalar(Out(), *this, other);
}
Tensor& Tensor::eq_(const Scalar& other) const {
  detail::modes_listen()
      ? op::eq_Scalar.call_cold(Out::in_place(*this), *this, other)
      : composite::eq_Scalar(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor eq(const Tensor& self, const Scalar& other) {
  return detail::modes_listen()
      ? op::eq_Scalar.call_cold(Out(), self, other)
      : composite::eq_Scalar(Out(), self, other);
}
Tensor& eq_out(Tensor& out, const Tensor& self, const Scalar& other) {
  detail::modes_listen()
      ? op::eq_Scalar.call_cold(Out::to(out), self, other)
      : composite::eq_Scalar(Out::to(out), self, other);
  return out;
}
Tensor Tensor::ne(const Tensor& other) const { return op::ne(Out(), *this, other); }
Tensor& Tensor::ne_(const Tensor& other) const {
  op::ne(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor ne(const Tensor& self, const Tensor& other) { return op::ne(Out(), self, other); }
Tensor& ne_out(Tensor& out, const Tensor& self, const Tensor& other) {
  op::ne(Out::to(out), self, other);
  return out;
}
Tensor Tensor::not_equal(const Tensor& other) const {
  return detail::modes_listen()
      ? op::not_equal.call_cold(Out(), *this, other)
      : composite::not_equal(Out(), *this, other);
}
Tensor& Tensor::not_equal_(const Tensor& other) const {
  detail::modes_listen()
      ? op::not_equal.call_cold(Out::in_place(*this), *this, other)
      : composite::not_equal(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor not_equal(const Tensor& self, const Tensor& other) {
  return detail::modes_listen()
      ? op::not_equal.call_cold(Out(), self, other)
      : composite::not_equal(Out(), self, other);
}
Tensor& not_equal_out(Tensor& out, const Tensor& self, const Tensor& other) {
  detail::modes_listen()
      ? op::not_equal.call_cold(Out::to(out), self, other)
      : composite::not_equal(Out::to(out), self, other);
  return out;
}
Tensor Tensor::ne(const Scalar& other) const {
  return detail::modes_listen()
      ? op::ne_Scalar.call_cold(Out(), *this, other)
      : composite::ne_Scalar(Out(), *this, other);
}
Tensor& Tensor::ne_(const Scalar& other) const {
  detail::modes_listen()
      ? op::ne_Scalar.call_cold(Out::in_place(*this), *this, other)
      : composite::ne_Scalar(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor ne(const Tensor& self, const Scalar& other) {
  return detail::modes_listen()
      ? op::ne_Scalar.call_cold(Out(), self, other)
      : composite::ne_Scalar(Out(), self, other);
}
Tensor& ne_out(Tensor& out, const Tensor& self, const Scalar& other) {
  detail::modes_listen()
      ? op::ne_Scalar.call_cold(Out::to(out), self, other)
      : composite::ne_Scalar(Out::to(out), self, other);
  return out;
}
Tensor Tensor::not_equal(const Scalar& other) const {
  return detail::modes_listen()
      ? op::not_equal_Scalar.call_cold(Out(), *this, other)
      : composite::not_equal_Scalar(Out(), *this, other);
}
Tensor& Tensor::not_equal_(const Scalar& other) const {
  detail::modes_listen()
      ? op::not_equal_Scalar.call_cold(Out::in_place(*this), *this, other)
      : composite::not_equal_Scalar(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor not_equal(const Tensor& self, const Scalar& other) {
  return detail::modes_listen()
      ? op::not_equal_Scalar.call_cold(Out(), self, other)
      : composite::not_equal_Scalar(Out(), self, other);
}
Tensor& not_equal_out(Tensor& out, const Tensor& self, const Scalar& other) {
  detail::modes_listen()
      ? op::not_equal_Scalar.call_cold(Out::to(out), self, other)
      : composite::not_equal_Scalar(Out::to(out), self, other);
  return out;
}
Tensor Tensor::lt(const Tensor& other) const { return op::lt(Out(), *this, other); }
Tensor& Tensor::lt_(const Tensor& other) const {
  op::lt(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor lt(const Tensor& self, const Tensor& other) { return op::lt(Out(), self, other); }
Tensor& lt_out(Tensor& out, const Tensor& self, const Tensor& other) {
  op::lt(Out::to(out), self, other);
  return out;
}
Tensor Tensor::less(const Tensor& other) const {
  return detail::modes_listen() ? op::less.call_cold(Out(), *this, other) : composite::less(Out(), *this, other);
}
Tensor& Tensor::less_(const Tensor& other) const {
  detail::modes_listen()
      ? op::less.call_cold(Out::in_place(*this), *this, other)
      : composite::less(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor less(const Tensor& self, const Tensor& other) {
  return detail::modes_listen() ? op::less.call_cold(Out(), self, other) : composite::less(Out(), self, other);
}
Tensor& less_out(Tensor& out, const Tensor& self, const Tensor& other) {
  detail::modes_listen()
      ? op::less.call_cold(Out::to(out), self, other)
      : composite::less(Out::to(out), self, other);
  return out;
}
Tensor Tensor::lt(const Scalar& other) const {
  return detail::modes_listen()
      ? op::lt_Scalar.call_cold(Out(), *this, other)
      : composite::lt_Scalar(Out(), *this, other);
}
Tensor& Tensor::lt_(const Scalar& other) const {
  detail::modes_listen()
      ? op::lt_Scalar.call_cold(Out::in_place(*this), *this, other)
      : composite::lt_Scalar(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor lt(const Tensor& self, const Scalar& other) {
  return detail::modes_listen()
      ? op::lt_Scalar.call_cold(Out(), self, other)
      : composite::lt_Scalar(Out(), self, other);
}
Tensor& lt_out(Tensor& out, const Tensor& self, const Scalar& other) {
  detail::modes_listen()
      ? op::lt_Scalar.call_cold(Out::to(out), self, other)
      : composite::lt_Scalar(Out::to(out), self, other);
  return out;
}
Tensor Tensor::less(const Scalar& other) const {
  return detail::modes_listen()
      ? op::less_Scalar.call_cold(Out(), *this, other)
      : composite::less_Scalar(Out(), *this, other);
}
Tensor& Tensor::less_(const Scalar& other) const {
  detail::modes_listen()
      ? op::less_Scalar.call_cold(Out::in_place(*this), *this, other)
      : composite::less_Scalar(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor less(const Tensor& self, const Scalar& other) {
  return detail::modes_listen()
      ? op::less_Scalar.call_cold(Out(), self, other)
      : composite::less_Scalar(Out(), self, other);
}
Tensor& less_out(Tensor& out, const Tensor& self, const Scalar& other) {
  detail::modes_listen()
      ? op::less_Scalar.call_cold(Out::to(out), self, other)
      : composite::less_Scalar(Out::to(out), self, other);
  return out;
}
Tensor Tensor::le(const Tensor& other) const { return op::le(Out(), *this, other); }
Tensor& Tensor::le_(const Tensor& other) const {
  op::le(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor le(const Tensor& self, const Tensor& other) { return op::le(Out(), self, other); }
Tensor& le_out(Tensor& out, const Tensor& self, const Tensor& other) {
  op::le(Out::to(out), self, other);
  return out;
}
Tensor Tensor::less_equal(const Tensor& other) const {
  return detail::modes_listen()
      ? op::less_equal.call_cold(Out(), *this, other)
      : composite::less_equal(Out(), *this, other);
}
Tensor& Tensor::less_equal_(const Tensor& other) const {
  detail::modes_listen()
      ? op::less_equal.call_cold(Out::in_place(*this), *this, other)
      : composite::less_equal(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor less_equal(const Tensor& self, const Tensor& other) {
  return detail::modes_listen()
      ? op::less_equal.call_cold(Out(), self, other)
      : composite::less_equal(Out(), self, other);
}
Tensor& less_equal_out(Tensor& out, const Tensor& self, const Tensor& other) {
  detail::modes_listen()
      ? op::less_equal.call_cold(Out::to(out), self, other)
      : composite::less_equal(Out::to(out), self, other);
  return out;
}
Tensor Tensor::le(const Scalar& other) const {
  return detail::modes_listen()
      ? op::le_Scalar.call_cold(Out(), *this, other)
      : composite::le_Scalar(Out(), *this, other);
}
Tensor& Tensor::le_(const Scalar& other) const {
  detail::modes_listen()
      ? op::le_Scalar.call_cold(Out::in_place(*this), *this, other)
      : composite::le_Scalar(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor le(const Tensor& self, const Scalar& other) {
  return detail::modes_listen()
      ? op::le_Scalar.call_cold(Out(), self, other)
      : composite::le_Scalar(Out(), self, other);
}
Tensor& le_out(Tensor& out, const Tensor& self, const Scalar& other) {
  detail::modes_listen()
      ? op::le_Scalar.call_cold(Out::to(out), self, other)
      : composite::le_Scalar(Out::to(out), self, other);
  return out;
}
Tensor Tensor::less_equal(const Scalar& other) const {
  return detail::modes_listen()
      ? op::less_equal_Scalar.call_cold(Out(), *this, other)
      : composite::less_equal_Scalar(Out(), *this, other);
}
Tensor& Tensor::less_equal_(const Scalar& other) const {
  detail::modes_listen()
      ? op::less_equal_Scalar.call_cold(Out::in_place(*this), *this, other)
      : composite::less_equal_Scalar(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor less_equal(const Tensor& self, const Scalar& other) {
  return detail::modes_listen()
      ? op::less_equal_Scalar.call_cold(Out(), self, other)
      : composite::less_equal_Scalar(Out(), self, other);
}
Tensor& less_equal_out(Tensor& out, const Tensor& self, const Scalar& other) {
  detail::modes_listen()
      ? op::less_equal_Scalar.call_cold(Out::to(out), self, other)
      : composite::less_equal_Scalar(Out::to(out), self, other);
  return out;
}
Tensor Tensor::gt(const Tensor& other) const { return op::gt(Out(), *this, other); }
Tensor& Tensor::gt_(const Tensor& other) const {
  op::gt(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor gt(const Tensor& self, const Tensor& other) { return op::gt(Out(), self, other); }
Tensor& gt_out(Tensor& out, const Tensor& self, const Tensor& other) {
  op::gt(Out::to(out), self, other);
  return out;
}
Tensor Tensor::greater(const Tensor& other) const {
  return detail::modes_listen() ? op::greater.call_cold(Out(), *this, other) : composite::greater(Out(), *this, other);
}
Tensor& Tensor::greater_(const Tensor& other) const {
  detail::modes_listen()
      ? op::greater.call_cold(Out::in_place(*this), *this, other)
      : composite::greater(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor greater(const Tensor& self, const Tensor& other) {
  return detail::modes_listen() ? op::greater.call_cold(Out(), self, other) : composite::greater(Out(), self, other);
}
Tensor& greater_out(Tensor& out, const Tensor& self, const Tensor& other) {
  detail::modes_listen()
      ? op::greater.call_cold(Out::to(out), self, other)
      : composite::greater(Out::to(out), self, other);
  return out;
}
Tensor Tensor::gt(const Scalar& other) const {
  return detail::modes_listen()
      ? op::gt_Scalar.call_cold(Out(), *this, other)
      : composite::gt_Scalar(Out(), *this, other);
}
Tensor& Tensor::gt_(const Scalar& other) const {
  detail::modes_listen()
      ? op::gt_Scalar.call_cold(Out::in_place(*this), *this, other)
      : composite::gt_Scalar(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor gt(const Tensor& self, const Scalar& other) {
  return detail::modes_listen()
      ? op::gt_Scalar.call_cold(Out(), self, other)
      : composite::gt_Scalar(Out(), self, other);
}
Tensor& gt_out(Tensor& out, const Tensor& self, const Scalar& other) {
  detail::modes_listen()
      ? op::gt_Scalar.call_cold(Out::to(out), self, other)
      : composite::gt_Scalar(Out::to(out), self, other);
  return out;
}
Tensor Tensor::greater(const Scalar& other) const {
  return detail::modes_listen()
      ? op::greater_Scalar.call_cold(Out(), *this, other)
      : composite::greater_Scalar(Out(), *this, other);
}
Tensor& Tensor::greater_(const Scalar& other) const {
  detail::modes_listen()
      ? op::greater_Scalar.call_cold(Out::in_place(*this), *this, other)
      : composite::greater_Scalar(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor greater(const Tensor& self, const Scalar& other) {
  return detail::modes_listen()
      ? op::greater_Scalar.call_cold(Out(), self, other)
      : composite::greater_Scalar(Out(), self, other);
}
Tensor& greater_out(Tensor& out, const Tensor& self, const Scalar& other) {
  detail::modes_listen()
      ? op::greater_Scalar.call_cold(Out::to(out), self, other)
      : composite::greater_Scalar(Out::to(out), self, other);
  return out;
}
Tensor Tensor::ge(const Tensor& other) const { return op::ge(Out(), *this, other); }
Tensor& Tensor::ge_(const Tensor& other) const {
  op::ge(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor ge(const Tensor& self, const Tensor& other) { return op::ge(Out(), self, other); }
Tensor& ge_out(Tensor& out, const Tensor& self, const Tensor& other) {
  op::ge(Out::to(out), self, other);
  return out;
}
Tensor Tensor::greater_equal(const Tensor& other) const {
  return detail::modes_listen()
      ? op::greater_equal.call_cold(Out(), *this, other)
      : composite::greater_equal(Out(), *this, other);
}
Tensor& Tensor::greater_equal_(const Tensor& other) const {
  detail::modes_listen()
      ? op::greater_equal.call_cold(Out::in_place(*this), *this, other)
      : composite::greater_equal(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor greater_equal(const Tensor& self, const Tensor& other) {
  return detail::modes_listen()
      ? op::greater_equal.call_cold(Out(), self, other)
      : composite::greater_equal(Out(), self, other);
}
Tensor& greater_equal_out(Tensor& out, const Tensor& self, const Tensor& other) {
  detail::modes_listen()
      ? op::greater_equal.call_cold(Out::to(out), self, other)
      : composite::greater_equal(Out::to(out), self, other);
  return out;
}
Tensor Tensor::ge(const Scalar& other) const {
  return detail::modes_listen()
      ? op::ge_Scalar.call_cold(Out(), *this, other)
      : composite::ge_Scalar(Out(), *this, other);
}
Tensor& Tensor::ge_(const Scalar& other) const {
  detail::modes_listen()
      ? op::ge_Scalar.call_cold(Out::in_place(*this), *this, other)
      : composite::ge_Scalar(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor ge(const Tensor& self, const Scalar& other) {
  return detail::modes_listen()
      ? op::ge_Scalar.call_cold(Out(), self, other)
      : composite::ge_Scalar(Out(), self, other);
}
Tensor& ge_out(Tensor& out, const Tensor& self, const Scalar& other) {
  detail::modes_listen()
      ? op::ge_Scalar.call_cold(Out::to(out), self, other)
      : composite::ge_Scalar(Out::to(out), self, other);
  return out;
}
Tensor Tensor::greater_equal(const Scalar& other) const {
  return detail::modes_listen()
      ? op::greater_equal_Scalar.call_cold(Out(), *this, other)
      : composite::greater_equal_Scalar(Out(), *this, other);
}
Tensor& Tensor::greater_equal_(const Scalar& other) const {
  detail::modes_listen()
      ? op::greater_equal_Scalar.call_cold(Out::in_place(*this), *this, other)
      : composite::greater_equal_Scalar(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor greater_equal(const Tensor& self, const Scalar& other) {
  return detail::modes_listen()
      ? op::greater_equal_Scalar.call_cold(Out(), self, other)
      : composite::greater_equal_Scalar(Out(), self, other);
}
Tensor& greater_equal_out(Tensor& out, const Tensor& self, const Scalar& other) {
  detail::modes_listen()
      ? op::greater_equal_Scalar.call_cold(Out::to(out), self, other)
      : composite::greater_equal_Scalar(Out::to(out), self, other);
  return out;
}
bool Tensor::equal(const Tensor& other) const { return op::equal(*this, other); }
bool equal(const Tensor& self, const Tensor& other) { return op::equal(self, other); }
Tensor Tensor::isclose(const Tensor& other, double rtol, double atol, bool equal_nan) const {
  return detail::modes_listen()
      ? op::isclose.call_cold(*this, other, rtol, atol, equal_nan)
      : composite::isclose(*this, other, rtol, atol, equal_nan);
}
Tensor isclose(const Tensor& self, const Tensor& other, double rtol, double atol, bool equal_nan) {
  return detail::modes_listen()
      ? op::isclose.call_cold(self, other, rtol, atol, equal_nan)
      : composite::isclose(self, other, rtol, atol, equal_nan);
}
bool Tensor::allclose(const Tensor& other, double rtol, double atol, bool equal_nan) const {
  return detail::modes_listen()
      ? op::allclose.call_cold(*this, other, rtol, atol, equal_nan)
      : composite::allclose(*this, other, rtol, atol, equal_nan);
}
bool allclose(const Tensor& self, const Tensor& other, double rtol, double atol, bool equal_nan) {
  return detail::modes_listen()
      ? op::allclose.call_cold(self, other, rtol, atol, equal_nan)
      : composite::allclose(self, other, rtol, atol, equal_nan);
}
Tensor Tensor::logical_and(const Tensor& other) const { return op::logical_and(Out(), *this, other); }
Tensor& Tensor::logical_and_(const Tensor& other) const {
  op::logical_and(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor logical_and(const Tensor& self, const Tensor& other) { return op::logical_and(Out(), self, other); }
Tensor& logical_and_out(Tensor& out, const Tensor& self, const Tensor& other) {
  op::logical_and(Out::to(out), self, other);
  return out;
}
Tensor Tensor::logical_or(const Tensor& other) const { return op::logical_or(Out(), *this, other); }
Tensor& Tensor::logical_or_(const Tensor& other) const {
  op::logical_or(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor logical_or(const Tensor& self, const Tensor& other) { return op::logical_or(Out(), self, other); }
Tensor& logical_or_out(Tensor& out, const Tensor& self, const Tensor& other) {
  op::logical_or(Out::to(out), self, other);
  return out;
}
Tensor Tensor::logical_xor(const Tensor& other) const { return op::logical_xor(Out(), *this, other); }
Tensor& Tensor::logical_xor_(const Tensor& other) const {
  op::logical_xor(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor logical_xor(const Tensor& self, const Tensor& other) { return op::logical_xor(Out(), self, other); }
Tensor& logical_xor_out(Tensor& out, const Tensor& self, const Tensor& other) {
  op::logical_xor(Out::to(out), self, other);
  return out;
}
Tensor Tensor::bitwise_and(const Tensor& other) const { return op::bitwise_and(Out(), *this, other); }
Tensor& Tensor::bitwise_and_(const Tensor& other) const {
  op::bitwise_and(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor bitwise_and(const Tensor& self, const Tensor& other) { return op::bitwise_and(Out(), self, other); }
Tensor& bitwise_and_out(Tensor& out, const Tensor& self, const Tensor& other) {
  op::bitwise_and(Out::to(out), self, other);
  return out;
}
Tensor Tensor::bitwise_and(const Scalar& other) const {
  return detail::modes_listen()
      ? op::bitwise_and_Scalar.call_cold(Out(), *this, other)
      : composite::bitwise_and_Scalar(Out(), *this, other);
}
Tensor& Tensor::bitwise_and_(const Scalar& other) const {
  detail::modes_listen()
      ? op::bitwise_and_Scalar.call_cold(Out::in_place(*this), *this, other)
      : composite::bitwise_and_Scalar(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor bitwise_and(const Tensor& self, const Scalar& other) {
  return detail::modes_listen()
      ? op::bitwise_and_Scalar.call_cold(Out(), self, other)
      : composite::bitwise_and_Scalar(Out(), self, other);
}
Tensor& bitwise_and_out(Tensor& out, const Tensor& self, const Scalar& other) {
  detail::modes_listen()
      ? op::bitwise_and_Scalar.call_cold(Out::to(out), self, other)
      : composite::bitwise_and_Scalar(Out::to(out), self, other);
  return out;
}
Tensor bitwise_and(const Scalar& self, const Tensor& other) {
  return detail::modes_listen()
      ? op::bitwise_and_Scalar_Tensor.call_cold(Out(), self, other)
      : composite::bitwise_and_Scalar_Tensor(Out(), self, other);
}
Tensor& bitwise_and_out(Tensor& out, const Scalar& self, const Tensor& other) {
  detail::modes_listen()
      ? op::bitwise_and_Scalar_Tensor.call_cold(Out::to(out), self, other)
      : composite::bitwise_and_Scalar_Tensor(Out::to(out), self, other);
  return out;
}
Tensor Tensor::bitwise_or(const Tensor& other) const { return op::bitwise_or(Out(), *this, other); }
Tensor& Tensor::bitwise_or_(const Tensor& other) const {
  op::bitwise_or(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor bitwise_or(const Tensor& self, const Tensor& other) { return op::bitwise_or(Out(), self, other); }
Tensor& bitwise_or_out(Tensor& out, const Tensor& self, const Tensor& other) {
  op::bitwise_or(Out::to(out), self, other);
  return out;
}
Tensor Tensor::bitwise_or(const Scalar& other) const {
  return detail::modes_listen()
      ? op::bitwise_or_Scalar.call_cold(Out(), *this, other)
      : composite::bitwise_or_Scalar(Out(), *this, other);
}
Tensor& Tensor::bitwise_or_(const Scalar& other) const {
  detail::modes_listen()
      ? op::bitwise_or_Scalar.call_cold(Out::in_place(*this), *this, other)
      : composite::bitwise_or_Scalar(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor bitwise_or(const Tensor& self, const Scalar& other) {
  return detail::modes_listen()
      ? op::bitwise_or_Scalar.call_cold(Out(), self, other)
      : composite::bitwise_or_Scalar(Out(), self, other);
}
Tensor& bitwise_or_out(Tensor& out, const Tensor& self, const Scalar& other) {
  detail::modes_listen()
      ? op::bitwise_or_Scalar.call_cold(Out::to(out), self, other)
      : composite::bitwise_or_Scalar(Out::to(out), self, other);
  return out;
}
Tensor bitwise_or(const Scalar& self, const Tensor& other) {
  return detail::modes_listen()
      ? op::bitwise_or_Scalar_Tensor.call_cold(Out(), self, other)
      : composite::bitwise_or_Scalar_Tensor(Out(), self, other);
}
Tensor& bitwise_or_out(Tensor& out, const Scalar& self, const Tensor& other) {
  detail::modes_listen()
      ? op::bitwise_or_Scalar_Tensor.call_cold(Out::to(out), self, other)
      : composite::bitwise_or_Scalar_Tensor(Out::to(out), self, other);
  return out;
}
Tensor Tensor::bitwise_xor(const Tensor& other) const { return op::bitwise_xor(Out(), *this, other); }
Tensor& Tensor::bitwise_xor_(const Tensor& other) const {
  op::bitwise_xor(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor bitwise_xor(const Tensor& self, const Tensor& other) { return op::bitwise_xor(Out(), self, other); }
Tensor& bitwise_xor_out(Tensor& out, const Tensor& self, const Tensor& other) {
  op::bitwise_xor(Out::to(out), self, other);
  return out;
}
Tensor Tensor::bitwise_xor(const Scalar& other) const {
  return detail::modes_listen()
      ? op::bitwise_xor_Scalar.call_cold(Out(), *this, other)
      : composite::bitwise_xor_Scalar(Out(), *this, other);
}
Tensor& Tensor::bitwise_xor_(const Scalar& other) const {
  detail::modes_listen()
      ? op::bitwise_xor_Scalar.call_cold(Out::in_place(*this), *this, other)
      : composite::bitwise_xor_Scalar(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor bitwise_xor(const Tensor& self, const Scalar& other) {
  return detail::modes_listen()
      ? op::bitwise_xor_Scalar.call_cold(Out(), self, other)
      : composite::bitwise_xor_Scalar(Out(), self, other);
}
Tensor& bitwise_xor_out(Tensor& out, const Tensor& self, const Scalar& other) {
  detail::modes_listen()
      ? op::bitwise_xor_Scalar.call_cold(Out::to(out), self, other)
      : composite::bitwise_xor_Scalar(Out::to(out), self, other);
  return out;
}
Tensor bitwise_xor(const Scalar& self, const Tensor& other) {
  return detail::modes_listen()
      ? op::bitwise_xor_Scalar_Tensor.call_cold(Out(), self, other)
      : composite::bitwise_xor_Scalar_Tensor(Out(), self, other);
}
Tensor& bitwise_xor_out(Tensor& out, const Scalar& self, const Tensor& other) {
  detail::modes_listen()
      ? op::bitwise_xor_Scalar_Tensor.call_cold(Out::to(out), self, other)
      : composite::bitwise_xor_Scalar_Tensor(Out::to(out), self, other);
  return out;
}
Tensor Tensor::bitwise_left_shift(const Tensor& other) const { return op::bitwise_left_shift(Out(), *this, other); }
Tensor& Tensor::bitwise_left_shift_(const Tensor& other) const {
  op::bitwise_left_shift(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor bitwise_left_shift(const Tensor& self, const Tensor& other) {
  return op::bitwise_left_shift(Out(), self, other);
}
Tensor& bitwise_left_shift_out(Tensor& out, const Tensor& self, const Tensor& other) {
  op::bitwise_left_shift(Out::to(out), self, other);
  return out;
}
Tensor Tensor::bitwise_left_shift(const Scalar& other) const {
  return detail::modes_listen()
      ? op::bitwise_left_shift_Tensor_Scalar.call_cold(Out(), *this, other)
      : composite::bitwise_left_shift_Tensor_Scalar(Out(), *this, other);
}
Tensor& Tensor::bitwise_left_shift_(const Scalar& other) const {
  detail::modes_listen()
      ? op::bitwise_left_shift_Tensor_Scalar.call_cold(Out::in_place(*this), *this, other)
      : composite::bitwise_left_shift_Tensor_Scalar(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor bitwise_left_shift(const Tensor& self, const Scalar& other) {
  return detail::modes_listen()
      ? op::bitwise_left_shift_Tensor_Scalar.call_cold(Out(), self, other)
      : composite::bitwise_left_shift_Tensor_Scalar(Out(), self, other);
}
Tensor& bitwise_left_shift_out(Tensor& out, const Tensor& self, const Scalar& other) {
  detail::modes_listen()
      ? op::bitwise_left_shift_Tensor_Scalar.call_cold(Out::to(out), self, other)
      : composite::bitwise_left_shift_Tensor_Scalar(Out::to(out), self, other);
  return out;
}
Tensor bitwise_left_shift(const Scalar& self, const Tensor& other) {
  return detail::modes_listen()
      ? op::bitwise_left_shift_Scalar_Tensor.call_cold(Out(), self, other)
      : composite::bitwise_left_shift_Scalar_Tensor(Out(), self, other);
}
Tensor& bitwise_left_shift_out(Tensor& out, const Scalar& self, const Tensor& other) {
  detail::modes_listen()
      ? op::bitwise_left_shift_Scalar_Tensor.call_cold(Out::to(out), self, other)
      : composite::bitwise_left_shift_Scalar_Tensor(Out::to(out), self, other);
  return out;
}
Tensor Tensor::bitwise_right_shift(const Tensor& other) const { return op::bitwise_right_shift(Out(), *this, other); }
Tensor& Tensor::bitwise_right_shift_(const Tensor& other) const {
  op::bitwise_right_shift(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor bitwise_right_shift(const Tensor& self, const Tensor& other) {
  return op::bitwise_right_shift(Out(), self, other);
}
Tensor& bitwise_right_shift_out(Tensor& out, const Tensor& self, const Tensor& other) {
  op::bitwise_right_shift(Out::to(out), self, other);
  return out;
}
Tensor Tensor::bitwise_right_shift(const Scalar& other) const {
  return detail::modes_listen()
      ? op::bitwise_right_shift_Tensor_Scalar.call_cold(Out(), *this, other)
      : composite::bitwise_right_shift_Tensor_Scalar(Out(), *this, other);
}
Tensor& Tensor::bitwise_right_shift_(const Scalar& other) const {
  detail::modes_listen()
      ? op::bitwise_right_shift_Tensor_Scalar.call_cold(Out::in_place(*this), *this, other)
      : composite::bitwise_right_shift_Tensor_Scalar(Out::in_place(*this), *this, other);
  return writable(*this);
}
Tensor bitwise_right_shift(const Tensor& self, const Scalar& other) {
  return detail::modes_listen()
      ? op::bitwise_right_shift_Tensor_Scalar.call_cold(Out(), self, other)
      : composite::bitwise_right_shift_Tensor_Scalar(Out(), self, other);
}
Tensor& bitwise_right_shift_out(Tensor& out, const Tensor& self, const Scalar& other) {
  detail::modes_listen()
      ? op::bitwise_right_shift_Tensor_Scalar.call_cold(Out::to(out), self, other)
      : composite::bitwise_right_shift_Tensor_Scalar(Out::to(out), self, other);
  return out;
}
Tensor bitwise_right_shift(const Scalar& self, const Tensor& other) {
  return detail::modes_listen()
      ? op::bitwise_right_shift_Scalar_Tensor.call_cold(Out(), self, other)
      : composite::bitwise_right_shift_Scalar_Tensor(Out(), self, other);
}
Tensor& bitwise_right_shift_out(Tensor& out, const Scalar& self, const Tensor& other) {
  detail::modes_listen()
      ? op::bitwise_right_shift_Scalar_Tensor.call_cold(Out::to(out), self, other)
      : composite::bitwise_right_shift_Scalar_Tensor(Out::to(out), self, other);
  return out;
}
Tensor Tensor::clamp(const optional<Scalar>& min, const optional<Scalar>& max) const {
  return op::clamp(Out(), *this, min, max);
}
Tensor& Tensor::clamp_(const optional<Scalar>& min, const optional<Scalar>& max) const {
  op::clamp(Out::in_place(*this), *this, min, max);
  return writable(*this);
}
Tensor clamp(const Tensor& self, const optional<Scalar>& min, const optional<Scalar>& max) {
  return op::clamp(Out(), self, min, max);
}
Tensor& clamp_(Tensor& self, const optional<Scalar>& min, const optional<Scalar>& max) {
  op::clamp(Out::in_place(self), self, min, max);
  return self;
}
Tensor& clamp_out(Tensor& out, const Tensor& self, const optional<Scalar>& min, const optional<Scalar>& max) {
  op::clamp(Out::to(out), self, min, max);
  return out;
}
Tensor Tensor::clamp(const optional<Tensor>& min, const optional<Tensor>& max) const {
  return op::clamp_tensor(Out(), *this, or_undefined(min), or_undefined(max));
}
Tensor& Tensor::clamp_(const optional<Tensor>& min, const optional<Tensor>& max) const {
  op::clamp_tensor(Out::in_place(*this), *this, or_undefined(min), or_undefined(max));
  return writable(*this);
}
Tensor clamp(const Tensor& self, const optional<Tensor>& min, const optional<Tensor>& max) {
  return op::clamp_tensor(Out(), self, or_undefined(min), or_undefined(max));
}
Tensor& clamp_(Tensor& self, const optional<Tensor>& min, const optional<Tensor>& max) {
  op::clamp_tensor(Out::in_place(self), self, or_undefined(min), or_undefined(max));
  return self;
}
Tensor& clamp_out(Tensor& out, const Tensor& self, const optional<Tensor>& min, const optional<Tensor>& max) {
  op::clamp_tensor(Out::to(out), self, or_undefined(min), or_undefined(max));
  return out;
}
Tensor Tensor::clip(const optional<Scalar>& min, const optional<Scalar>& max) const {
  return detail::modes_listen() ? op::clip.call_cold(Out(), *this, min, max) : composite::clip(Out(), *this, min, max);
}
Tensor& Tensor::clip_(const optional<Scalar>& min, const optional<Scalar>& max) const {
  detail::modes_listen()
      ? op::clip.call_cold(Out::in_place(*this), *this, min, max)
      : composite::clip(Out::in_place(*this), *this, min, max);
  return writable(*this);
}
Tensor clip(const Tensor& self, const optional<Scalar>& min, const optional<Scalar>& max) {
  return detail::modes_listen() ? op::clip.call_cold(Out(), self, min, max) : composite::clip(Out(), self, min, max);
}
Tensor& clip_(Tensor& self, const optional<Scalar>& min, const optional<Scalar>& max) {
  detail::modes_listen()
      ? op::clip.call_cold(Out::in_place(self), self, min, max)
      : composite::clip(Out::in_place(self), self, min, max);
  return self;
}
Tensor& clip_out(Tensor& out, const Tensor& self, const optional<Scalar>& min, const optional<Scalar>& max) {
  detail::modes_listen()
      ? op::clip.call_cold(Out::to(out), self, min, max)
      : composite::clip(Out::to(out), self, min, max);
  return out;
}
Tensor Tensor::clip(const optional<Tensor>& min, const optional<Tensor>& max) const {
  return detail::modes_listen()
      ? op::clip_tensor.call_cold(Out(), *this, or_undefined(min), or_undefined(max))
      : composite::clip_tensor(Out(), *this, or_undefined(min), or_undefined(max));
}
Tensor& Tensor::clip_(const optional<Tensor>& min, const optional<Tensor>& max) const {
  detail::modes_listen()
      ? op::clip_tensor.call_cold(Out::in_place(*this), *this, or_undefined(min), or_undefined(max))
      : composite::clip_tensor(Out::in_place(*this), *this, or_undefined(min), or_undefined(max));
  return writable(*this);
}
Tensor clip(const Tensor& self, const optional<Tensor>& min, const optional<Tensor>& max) {
  return detail::modes_listen()
      ? op::clip_tensor.call_cold(Out(), self, or_undefined(min), or_undefined(max))
      : composite::clip_tensor(Out(), self, or_undefined(min), or_undefined(max));
}
Tensor& clip_(Tensor& self, const optional<Tensor>& min, const optional<Tensor>& max) {
  detail::modes_listen()
      ? op::clip_tensor.call_cold(Out::in_place(self), self, or_undefined(min), or_undefined(max))
      : composite::clip_tensor(Out::in_place(self), self, or_undefined(min), or_undefined(max));
  return self;
}
Tensor& clip_out(Tensor& out, const Tensor& self, const optional<Tensor>& min, const optional<Tensor>& max) {
  detail::modes_listen()
      ? op::clip_tensor.call_cold(Out::to(out), self, or_undefined(min), or_undefined(max))
      : composite::clip_tensor(Out::to(out), self, or_undefined(min), or_undefined(max));
  return out;
}
Tensor Tensor::clamp_min(const Scalar& min) const {
  return detail::modes_listen() ? op::clamp_min.call_cold(Out(), *this, min) : composite::clamp_min(Out(), *this, min);
}
Tensor& Tensor::clamp_min_(const Scalar& min) const {
  detail::modes_listen()
      ? op::clamp_min.call_cold(Out::in_place(*this), *this, min)
      : composite::clamp_min(Out::in_place(*this), *this, min);
  return writable(*this);
}
Tensor clamp_min(const Tensor& self, const Scalar& min) {
  return detail::modes_listen() ? op::clamp_min.call_cold(Out(), self, min) : composite::clamp_min(Out(), self, min);
}
Tensor& clamp_min_(Tensor& self, const Scalar& min) {
  detail::modes_listen()
      ? op::clamp_min.call_cold(Out::in_place(self), self, min)
      : composite::clamp_min(Out::in_place(self), self, min);
  return self;
}
Tensor& clamp_min_out(Tensor& out, const Tensor& self, const Scalar& min) {
  detail::modes_listen()
      ? op::clamp_min.call_cold(Out::to(out), self, min)
      : composite::clamp_min(Out::to(out), self, min);
  return out;
}
Tensor Tensor::clamp_min(const Tensor& min) const {
  return detail::modes_listen()
      ? op::clamp_min_tensor.call_cold(Out(), *this, min)
      : composite::clamp_min_tensor(Out(), *this, min);
}
Tensor& Tensor::clamp_min_(const Tensor& min) const {
  detail::modes_listen()
      ? op::clamp_min_tensor.call_cold(Out::in_place(*this), *this, min)
      : composite::clamp_min_tensor(Out::in_place(*this), *this, min);
  return writable(*this);
}
Tensor clamp_min(const Tensor& self, const Tensor& min) {
  return detail::modes_listen()
      ? op::clamp_min_tensor.call_cold(Out(), self, min)
      : composite::clamp_min_tensor(Out(), self, min);
}
Tensor& clamp_min_(Tensor& self, const Tensor& min) {
  detail::modes_listen()
      ? op::clamp_min_tensor.call_cold(Out::in_place(self), self, min)
      : composite::clamp_min_tensor(Out::in_place(self), self, min);
  return self;
}
Tensor& clamp_min_out(Tensor& out, const Tensor& self, const Tensor& min) {
  detail::modes_listen()
      ? op::clamp_min_tensor.call_cold(Out::to(out), self, min)
      : composite::clamp_min_tensor(Out::to(out), self, min);
  return out;
}
Tensor Tensor::clamp_max(const Scalar& max) const {
  return detail::modes_listen() ? op::clamp_max.call_cold(Out(), *this, max) : composite::clamp_max(Out(), *this, max);
}
Tensor& Tensor::clamp_max_(const Scalar& max) const {
  detail::modes_listen()
      ? op::clamp_max.call_cold(Out::in_place(*this), *this, max)
      : composite::clamp_max(Out::in_place(*this), *this, max);
  return writable(*this);
}
Tensor clamp_max(const Tensor& self, const Scalar& max) {
  return detail::modes_listen() ? op::clamp_max.call_cold(Out(), self, max) : composite::clamp_max(Out(), self, max);
}
Tensor& clamp_max_(Tensor& self, const Scalar& max) {
  detail::modes_listen()
      ? op::clamp_max.call_cold(Out::in_place(self), self, max)
      : composite::clamp_max(Out::in_place(self), self, max);
  return self;
}
Tensor& clamp_max_out(Tensor& out, const Tensor& self, const Scalar& max) {
  detail::modes_listen()
      ? op::clamp_max.call_cold(Out::to(out), self, max)
      : composite::clamp_max(Out::to(out), self, max);
  return out;
}
Tensor Tensor::clamp_max(const Tensor& max) const {
  return detail::modes_listen()
      ? op::clamp_max_tensor.call_cold(Out(), *this, max)
      : composite::clamp_max_tensor(Out(), *this, max);
}
Tensor& Tensor::clamp_max_(const Tensor& max) const {
  detail::modes_listen()
      ? op::clamp_max_tensor.call_cold(Out::in_place(*this), *this, max)
      : composite::clamp_max_tensor(Out::in_place(*this), *this, max);
  return writable(*this);
}
Tensor clamp_max(const Tensor& self, const Tensor& max) {
  return detail::modes_listen()
      ? op::clamp_max_tensor.call_cold(Out(), self, max)
      : composite::clamp_max_tensor(Out(), self, max);
}
Tensor& clamp_max_(Tensor& self, const Tensor& max) {
  detail::modes_listen()
      ? op::clamp_max_tensor.call_cold(Out::in_place(self), self, max)
      : composite::clamp_max_tensor(Out::in_place(self), self, max);
  return self;
}
Tensor& clamp_max_out(Tensor& out, const Tensor& self, const Tensor& max) {
  detail::modes_listen()
      ? op::clamp_max_tensor.call_cold(Out::to(out), self, max)
      : composite::clamp_max_tensor(Out::to(out), self, max);
  return out;
}
Tensor Tensor::addcmul(const Tensor& tensor1, const Tensor& tensor2, const Scalar& value) const {
  return op::addcmul(Out(), *this, tensor1, tensor2, value);
}
Tensor& Tensor::addcmul_(const Tensor& tensor1, const Tensor& tensor2, const Scalar& value) const {
  op::addcmul(Out::in_place(*this), *this, tensor1, tensor2, value);
  return writable(*this);
}
Tensor addcmul(const Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const Scalar& value) {
  return op::addcmul(Out(), self, tensor1, tensor2, value);
}
Tensor& addcmul_out(Tensor& out, const Tensor& self, const Tensor& tensor1, const Tensor& tensor2,
                    const Scalar& value) {
  op::addcmul(Out::to(out), self, tensor1, tensor2, value);
  return out;
}
Tensor Tensor::addcdiv(const Tensor& tensor1, const Tensor& tensor2, const Scalar& value) const {
  return op::addcdiv(Out(), *this, tensor1, tensor2, value);
}
Tensor& Tensor::addcdiv_(const Tensor& tensor1, const Tensor& tensor2, const Scalar& value) const {
  op::addcdiv(Out::in_place(*this), *this, tensor1, tensor2, value);
  return writable(*this);
}
Tensor addcdiv(const Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const Scalar& value) {
  return op::addcdiv(Out(), self, tensor1, tensor2, value);
}
Tensor& addcdiv_out(Tensor& out, const Tensor& self, const Tensor& tensor1, const Tensor& tensor2,
                    const Scalar& value) {
  op::addcdiv(Out::to(out), self, tensor1, tensor2, value);
  return out;
}
Tensor Tensor::lerp(const Tensor& end, const Scalar& weight) const { return op::lerp(Out(), *this, end, weight); }
Tensor& Tensor::lerp_(const Tensor& end, const Scalar& weight) const {
  op::lerp(Out::in_place(*this), *this, end, weight);
  return writable(*this);
}
Tensor lerp(const Tensor& self, const Tensor& end, const Scalar& weight) { return op::lerp(Out(), self, end, weight); }
Tensor& lerp_out(Tensor& out, const Tensor& self, const Tensor& end, const Scalar& weight) {
  op::lerp(Out::to(out), self, end, weight);
  return out;
}
Tensor Tensor::lerp(const Tensor& end, const Tensor& weight) const {
  return op::lerp_tensor(Out(), *this, end, weight);
}
Tensor& Tensor::lerp_(const Tensor& end, const Tensor& weight) const {
  op::lerp_tensor(Out::in_place(*this), *this, end, weight);
  return writable(*this);
}
Tensor lerp(const Tensor& self, const Tensor& end, const Tensor& weight) {
  return op::lerp_tensor(Out(), self, end, weight);
}
Tensor& lerp_out(Tensor& out, const Tensor& self, const Tensor& end, const Tensor& weight) {
  op::lerp_tensor(Out::to(out), self, end, weight);
  return out;
}
Tensor Tensor::where(const Tensor& condition, const Tensor& other) const {
  return op::where(Out(), condition, *this, other);
}
Tensor where(const Tensor& condition, const Tensor& self, const Tensor& other) {
  return op::where(Out(), condition, self, other);
}
Tensor& where_out(Tensor& out, const Tensor& condition, const Tensor& self, const Tensor& other) {
  op::where(Out::to(out), condition, self, other);
  return out;
}
Tensor where(const Tensor& condition, const Scalar& self, const Tensor& other) {
  return detail::modes_listen()
      ? op::where_ScalarSelf.call_cold(condition, self, other)
      : composite::where_ScalarSelf(condition, self, other);
}
Tensor where(const Tensor& condition, const Tensor& self, const Scalar& other) {
  return detail::modes_listen()
      ? op::where_ScalarOther.call_cold(condition, self, other)
      : composite::where_ScalarOther(condition, self, other);
}
Tensor where(const Tensor& condition, const Scalar& self, const Scalar& other) {
  return detail::modes_listen()
      ? op::where_Scalar.call_cold(condition, self, other)
      : composite::where_Scalar(condition, self, other);
}
std::vector<Tensor> where(const Tensor& condition) {
  return detail::modes_listen() ? op::where_indices.call_cold(condition) : composite::where_indices(condition);
}
Tensor Tensor::relu() const { return op::relu(Out(), *this); }
Tensor& Tensor::relu_() const {
  op::relu(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor relu(const Tensor& self) { return op::relu(Out(), self); }
Tensor& relu_(Tensor& self) {
  op::relu(Out::in_place(self), self);
  return self;
}
Tensor& relu_out(Tensor& out, const Tensor& self) {
  op::relu(Out::to(out), self);
  return out;
}
Tensor relu6(const Tensor& self) {
  return detail::modes_listen() ? op::relu6.call_cold(Out(), self) : composite::relu6(Out(), self);
}
Tensor& relu6_(Tensor& self) {
  detail::modes_listen()
      ? op::relu6.call_cold(Out::in_place(self), self)
      : composite::relu6(Out::in_place(self), self);
  return self;
}
Tensor gelu(const Tensor& self, std::string_view approximate) { return op::gelu(Out(), self, approximate); }
Tensor& gelu_(Tensor& self, std::string_view approximate) {
  op::gelu(Out::in_place(self), self, approximate);
  return self;
}
Tensor& gelu_out(Tensor& out, const Tensor& self, std::string_view approximate) {
  op::gelu(Out::to(out), self, approximate);
  return out;
}
Tensor Tensor::silu() const { return op::silu(Out(), *this); }
Tensor& Tensor::silu_() const {
  op::silu(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor silu(const Tensor& self) { return op::silu(Out(), self); }
Tensor& silu_(Tensor& self) {
  op::silu(Out::in_place(self), self);
  return self;
}
Tensor& silu_out(Tensor& out, const Tensor& self) {
  op::silu(Out::to(out), self);
  return out;
}
Tensor mish(const Tensor& self) { return op::mish(Out(), self); }
Tensor& mish_(Tensor& self) {
  op::mish(Out::in_place(self), self);
  return self;
}
Tensor& mish_out(Tensor& out, const Tensor& self) {
  op::mish(Out::to(out), self);
  return out;
}
Tensor leaky_relu(const Tensor& self, const Scalar& negative_slope) {
  return op::leaky_relu(Out(), self, negative_slope);
}
Tensor& leaky_relu_(Tensor& self, const Scalar& negative_slope) {
  op::leaky_relu(Out::in_place(self), self, negative_slope);
  return self;
}
Tensor& leaky_relu_out(Tensor& out, const Tensor& self, const Scalar& negative_slope) {
  op::leaky_relu(Out::to(out), self, negative_slope);
  return out;
}
Tensor Tensor::prelu(const Tensor& weight) const {
  return detail::modes_listen() ? op::prelu.call_cold(Out(), *this, weight) : composite::prelu(Out(), *this, weight);
}
Tensor prelu(const Tensor& self, const Tensor& weight) {
  return detail::modes_listen() ? op::prelu.call_cold(Out(), self, weight) : composite::prelu(Out(), self, weight);
}
Tensor& prelu_out(Tensor& out, const Tensor& self, const Tensor& weight) {
  detail::modes_listen()
      ? op::prelu.call_cold(Out::to(out), self, weight)
      : composite::prelu(Out::to(out), self, weight);
  return out;
}
Tensor elu(const Tensor& self, const Scalar& alpha, const Scalar& scale, const Scalar& input_scale) {
  return op::elu(Out(), self, alpha, scale, input_scale);
}
Tensor& elu_(Tensor& self, const Scalar& alpha, const Scalar& scale, const Scalar& input_scale) {
  op::elu(Out::in_place(self), self, alpha, scale, input_scale);
  return self;
}
Tensor& elu_out(Tensor& out, const Tensor& self, const Scalar& alpha, const Scalar& scale, const Scalar& input_scale) {
  op::elu(Out::to(out), self, alpha, scale, input_scale);
  return out;
}
Tensor selu(const Tensor& self) {
  return detail::modes_listen() ? op::selu.call_cold(Out(), self) : composite::selu(Out(), self);
}
Tensor& selu_(Tensor& self) {
  detail::modes_listen()
      ? op::selu.call_cold(Out::in_place(self), self)
      : composite::selu(Out::in_place(self), self);
  return self;
}
Tensor celu(const Tensor& self, const Scalar& alpha) {
  return detail::modes_listen() ? op::celu.call_cold(Out(), self, alpha) : composite::celu(Out(), self, alpha);
}
Tensor& celu_(Tensor& self, const Scalar& alpha) {
  detail::modes_listen()
      ? op::celu.call_cold(Out::in_place(self), self, alpha)
      : composite::celu(Out::in_place(self), self, alpha);
  return self;
}
Tensor& celu_out(Tensor& out, const Tensor& self, const Scalar& alpha) {
  detail::modes_listen()
      ? op::celu.call_cold(Out::to(out), self, alpha)
      : composite::celu(Out::to(out), self, alpha);
  return out;
}
Tensor hardtanh(const Tensor& self, const Scalar& min_val, const Scalar& max_val) {
  return op::hardtanh(Out(), self, min_val, max_val);
}
Tensor& hardtanh_(Tensor& self, const Scalar& min_val, const Scalar& max_val) {
  op::hardtanh(Out::in_place(self), self, min_val, max_val);
  return self;
}
Tensor& hardtanh_out(Tensor& out, const Tensor& self, const Scalar& min_val, const Scalar& max_val) {
  op::hardtanh(Out::to(out), self, min_val, max_val);
  return out;
}
Tensor hardswish(const Tensor& self) { return op::hardswish(Out(), self); }
Tensor& hardswish_(Tensor& self) {
  op::hardswish(Out::in_place(self), self);
  return self;
}
Tensor& hardswish_out(Tensor& out, const Tensor& self) {
  op::hardswish(Out::to(out), self);
  return out;
}
Tensor hardsigmoid(const Tensor& self) { return op::hardsigmoid(Out(), self); }
Tensor& hardsigmoid_(Tensor& self) {
  op::hardsigmoid(Out::in_place(self), self);
  return self;
}
Tensor& hardsigmoid_out(Tensor& out, const Tensor& self) {
  op::hardsigmoid(Out::to(out), self);
  return out;
}
Tensor Tensor::hardshrink(const Scalar& lambd) const { return op::hardshrink(Out(), *this, lambd); }
Tensor hardshrink(const Tensor& self, const Scalar& lambd) { return op::hardshrink(Out(), self, lambd); }
Tensor& hardshrink_out(Tensor& out, const Tensor& self, const Scalar& lambd) {
  op::hardshrink(Out::to(out), self, lambd);
  return out;
}
Tensor softshrink(const Tensor& self, const Scalar& lambd) { return op::softshrink(Out(), self, lambd); }
Tensor& softshrink_out(Tensor& out, const Tensor& self, const Scalar& lambd) {
  op::softshrink(Out::to(out), self, lambd);
  return out;
}
Tensor softplus(const Tensor& self, const Scalar& beta, const Scalar& threshold) {
  return op::softplus(Out(), self, beta, threshold);
}
Tensor& softplus_out(Tensor& out, const Tensor& self, const Scalar& beta, const Scalar& threshold) {
  op::softplus(Out::to(out), self, beta, threshold);
  return out;
}
Tensor log_sigmoid(const Tensor& self) { return op::log_sigmoid(Out(), self); }
Tensor& log_sigmoid_out(Tensor& out, const Tensor& self) {
  op::log_sigmoid(Out::to(out), self);
  return out;
}
Tensor threshold(const Tensor& self, const Scalar& threshold, const Scalar& value) {
  return op::threshold(Out(), self, threshold, value);
}
Tensor& threshold_(Tensor& self, const Scalar& threshold, const Scalar& value) {
  op::threshold(Out::in_place(self), self, threshold, value);
  return self;
}
Tensor& threshold_out(Tensor& out, const Tensor& self, const Scalar& threshold, const Scalar& value) {
  op::threshold(Out::to(out), self, threshold, value);
  return out;
}
Tensor glu(const Tensor& self, int64_t dim) {
  return detail::modes_listen() ? op::glu.call_cold(Out(), self, dim) : composite::glu(Out(), self, dim);
}
Tensor& glu_out(Tensor& out, const Tensor& self, int64_t dim) {
  detail::modes_listen()
      ? op::glu.call_cold(Out::to(out), self, dim)
      : composite::glu(Out::to(out), self, dim);
  return out;
}
Tensor sigmoid_backward(const Tensor& grad_output, const Tensor& output) {
  return op::sigmoid_backward(Out(), grad_output, output);
}
Tensor& sigmoid_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& output) {
  op::sigmoid_backward(Out::to(grad_input), grad_output, output);
  return grad_input;
}
Tensor tanh_backward(const Tensor& grad_output, const Tensor& output) {
  return op::tanh_backward(Out(), grad_output, output);
}
Tensor& tanh_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& output) {
  op::tanh_backward(Out::to(grad_input), grad_output, output);
  return grad_input;
}
Tensor logit_backward(const Tensor& grad_output, const Tensor& self, optional<double> eps) {
  return op::logit_backward(Out(), grad_output, self, eps);
}
Tensor& logit_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self, optional<double> eps) {
  op::logit_backward(Out::to(grad_input), grad_output, self, eps);
  return grad_input;
}
Tensor threshold_backward(const Tensor& grad_output, const Tensor& self, const Scalar& threshold) {
  return op::threshold_backward(Out(), grad_output, self, threshold);
}
Tensor& threshold_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                               const Scalar& threshold) {
  op::threshold_backward(Out::to(grad_input), grad_output, self, threshold);
  return grad_input;
}
Tensor gelu_backward(const Tensor& grad_output, const Tensor& self, std::string_view approximate) {
  return op::gelu_backward(Out(), grad_output, self, approximate);
}
Tensor& gelu_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                          std::string_view approximate) {
  op::gelu_backward(Out::to(grad_input), grad_output, self, approximate);
  return grad_input;
}
Tensor silu_backward(const Tensor& grad_output, const Tensor& self) {
  return op::silu_backward(Out(), grad_output, self);
}
Tensor& silu_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self) {
  op::silu_backward(Out::to(grad_input), grad_output, self);
  return grad_input;
}
Tensor mish_backward(const Tensor& grad_output, const Tensor& self) { return op::mish_backward(grad_output, self); }
Tensor leaky_relu_backward(const Tensor& grad_output, const Tensor& self, const Scalar& negative_slope,
                           bool self_is_result) {
  return op::leaky_relu_backward(Out(), grad_output, self, negative_slope, self_is_result);
}
Tensor& leaky_relu_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                const Scalar& negative_slope, bool self_is_result) {
  op::leaky_relu_backward(Out::to(grad_input), grad_output, self, negative_slope, self_is_result);
  return grad_input;
}
Tensor elu_backward(const Tensor& grad_output, const Scalar& alpha, const Scalar& scale, const Scalar& input_scale,
                    bool is_result, const Tensor& self_or_result) {
  return op::elu_backward(Out(), grad_output, alpha, scale, input_scale, is_result, self_or_result);
}
Tensor& elu_backward_out(Tensor& grad_input, const Tensor& grad_output, const Scalar& alpha, const Scalar& scale,
                         const Scalar& input_scale, bool is_result, const Tensor& self_or_result) {
  op::elu_backward(Out::to(grad_input), grad_output, alpha, scale, input_scale, is_result, self_or_result);
  return grad_input;
}
Tensor hardtanh_backward(const Tensor& grad_output, const Tensor& self, const Scalar& min_val, const Scalar& max_val) {
  return op::hardtanh_backward(Out(), grad_output, self, min_val, max_val);
}
Tensor& hardtanh_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self, const Scalar& min_val,
                              const Scalar& max_val) {
  op::hardtanh_backward(Out::to(grad_input), grad_output, self, min_val, max_val);
  return grad_input;
}
Tensor hardswish_backward(const Tensor& grad_output, const Tensor& self) {
  return op::hardswish_backward(Out(), grad_output, self);
}
Tensor& hardswish_backward_out(Tensor& out, const Tensor& grad_output, const Tensor& self) {
  op::hardswish_backward(Out::to(out), grad_output, self);
  return out;
}
Tensor hardsigmoid_backward(const Tensor& grad_output, const Tensor& self) {
  return op::hardsigmoid_backward(Out(), grad_output, self);
}
Tensor& hardsigmoid_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self) {
  op::hardsigmoid_backward(Out::to(grad_input), grad_output, self);
  return grad_input;
}
Tensor softplus_backward(const Tensor& grad_output, const Tensor& self, const Scalar& beta, const Scalar& threshold) {
  return op::softplus_backward(Out(), grad_output, self, beta, threshold);
}
Tensor& softplus_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self, const Scalar& beta,
                              const Scalar& threshold) {
  op::softplus_backward(Out::to(grad_input), grad_output, self, beta, threshold);
  return grad_input;
}

namespace special {
Tensor exp2(const Tensor& self) { return torchpp::special_exp2(self); }
Tensor& exp2_out(Tensor& out, const Tensor& self) { return torchpp::special_exp2_out(out, self); }
Tensor expm1(const Tensor& self) { return torchpp::special_expm1(self); }
Tensor& expm1_out(Tensor& out, const Tensor& self) { return torchpp::special_expm1_out(out, self); }
Tensor log1p(const Tensor& self) { return torchpp::special_log1p(self); }
Tensor& log1p_out(Tensor& out, const Tensor& self) { return torchpp::special_log1p_out(out, self); }
Tensor expit(const Tensor& self) { return torchpp::special_expit(self); }
Tensor& expit_out(Tensor& out, const Tensor& self) { return torchpp::special_expit_out(out, self); }
Tensor sinc(const Tensor& self) { return torchpp::special_sinc(self); }
Tensor& sinc_out(Tensor& out, const Tensor& self) { return torchpp::special_sinc_out(out, self); }
Tensor erf(const Tensor& self) { return torchpp::special_erf(self); }
Tensor& erf_out(Tensor& out, const Tensor& self) { return torchpp::special_erf_out(out, self); }
Tensor erfc(const Tensor& self) { return torchpp::special_erfc(self); }
Tensor& erfc_out(Tensor& out, const Tensor& self) { return torchpp::special_erfc_out(out, self); }
Tensor erfinv(const Tensor& self) { return torchpp::special_erfinv(self); }
Tensor& erfinv_out(Tensor& out, const Tensor& self) { return torchpp::special_erfinv_out(out, self); }
Tensor logit(const Tensor& self, optional<double> eps) { return torchpp::special_logit(self, eps); }
Tensor& logit_out(Tensor& out, const Tensor& self, optional<double> eps) {
  return torchpp::special_logit_out(out, self, eps);
}
Tensor gammaln(const Tensor& self) { return torchpp::special_gammaln(self); }
Tensor& gammaln_out(Tensor& out, const Tensor& self) { return torchpp::special_gammaln_out(out, self); }
Tensor digamma(const Tensor& self) { return torchpp::special_digamma(self); }
Tensor& digamma_out(Tensor& out, const Tensor& self) { return torchpp::special_digamma_out(out, self); }
Tensor psi(const Tensor& self) { return torchpp::special_psi(self); }
Tensor& psi_out(Tensor& out, const Tensor& self) { return torchpp::special_psi_out(out, self); }
Tensor polygamma(int64_t n, const Tensor& self) { return torchpp::special_polygamma(n, self); }
Tensor& polygamma_out(Tensor& out, int64_t n, const Tensor& self) {
  return torchpp::special_polygamma_out(out, n, self);
}
Tensor multigammaln(const Tensor& self, int64_t p) { return torchpp::special_multigammaln(self, p); }
Tensor& multigammaln_out(Tensor& out, const Tensor& self, int64_t p) {
  return torchpp::special_multigammaln_out(out, self, p);
}
Tensor i0(const Tensor& self) { return torchpp::special_i0(self); }
Tensor& i0_out(Tensor& out, const Tensor& self) { return torchpp::special_i0_out(out, self); }
Tensor i1(const Tensor& self) { return torchpp::special_i1(self); }
Tensor& i1_out(Tensor& out, const Tensor& self) { return torchpp::special_i1_out(out, self); }
Tensor round(const Tensor& self, int64_t decimals) { return torchpp::special_round(self, decimals); }
Tensor& round_out(Tensor& out, const Tensor& self, int64_t decimals) {
  return torchpp::special_round_out(out, self, decimals);
}
Tensor xlogy(const Tensor& self, const Tensor& other) { return torchpp::special_xlogy(self, other); }
Tensor& xlogy_out(Tensor& out, const Tensor& self, const Tensor& other) {
  return torchpp::special_xlogy_out(out, self, other);
}
Tensor xlogy(const Scalar& self, const Tensor& other) { return torchpp::special_xlogy(self, other); }
Tensor& xlogy_out(Tensor& out, const Scalar& self, const Tensor& other) {
  return torchpp::special_xlogy_out(out, self, other);
}
Tensor xlogy(const Tensor& self, const Scalar& other) { return torchpp::special_xlogy(self, other); }
Tensor& xlogy_out(Tensor& out, const Tensor& self, const Scalar& other) {
  return torchpp::special_xlogy_out(out, self, other);
}
Tensor gammainc(const Tensor& self, const Tensor& other) { return torchpp::special_gammainc(self, other); }
Tensor& gammainc_out(Tensor& out, const Tensor& self, const Tensor& other) {
  return torchpp::special_gammainc_out(out, self, other);
}
Tensor gammaincc(const Tensor& self, const Tensor& other) { return torchpp::special_gammaincc(self, other); }
Tensor& gammaincc_out(Tensor& out, const Tensor& self, const Tensor& other) {
  return torchpp::special_gammaincc_out(out, self, other);
}
}  // namespace special

namespace kernels {

TORCHPP_API void set_abs(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::abs.set_kernel(key, kernel); }
TORCHPP_API void set_neg(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::neg.set_kernel(key, kernel); }
TORCHPP_API void set_exp(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::exp.set_kernel(key, kernel); }
TORCHPP_API void set_exp2(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::exp2.set_kernel(key, kernel); }
TORCHPP_API void set_expm1(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::expm1.set_kernel(key, kernel); }
TORCHPP_API void set_log(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::log.set_kernel(key, kernel); }
TORCHPP_API void set_log2(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::log2.set_kernel(key, kernel); }
TORCHPP_API void set_log10(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::log10.set_kernel(key, kernel); }
TORCHPP_API void set_log1p(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::log1p.set_kernel(key, kernel); }
TORCHPP_API void set_sqrt(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::sqrt.set_kernel(key, kernel); }
TORCHPP_API void set_rsqrt(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::rsqrt.set_kernel(key, kernel); }
TORCHPP_API void set_reciprocal(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::reciprocal.set_kernel(key, kernel); }
TORCHPP_API void set_sigmoid(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::sigmoid.set_kernel(key, kernel); }
TORCHPP_API void set_tanh(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::tanh.set_kernel(key, kernel); }
TORCHPP_API void set_sin(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::sin.set_kernel(key, kernel); }
TORCHPP_API void set_cos(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::cos.set_kernel(key, kernel); }
TORCHPP_API void set_tan(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::tan.set_kernel(key, kernel); }
TORCHPP_API void set_asin(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::asin.set_kernel(key, kernel); }
TORCHPP_API void set_acos(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::acos.set_kernel(key, kernel); }
TORCHPP_API void set_atan(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::atan.set_kernel(key, kernel); }
TORCHPP_API void set_sinh(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::sinh.set_kernel(key, kernel); }
TORCHPP_API void set_cosh(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::cosh.set_kernel(key, kernel); }
TORCHPP_API void set_asinh(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::asinh.set_kernel(key, kernel); }
TORCHPP_API void set_acosh(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::acosh.set_kernel(key, kernel); }
TORCHPP_API void set_atanh(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::atanh.set_kernel(key, kernel); }
TORCHPP_API void set_sinc(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::sinc.set_kernel(key, kernel); }
TORCHPP_API void set_deg2rad(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::deg2rad.set_kernel(key, kernel); }
TORCHPP_API void set_rad2deg(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::rad2deg.set_kernel(key, kernel); }
TORCHPP_API void set_angle(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::angle.set_kernel(key, kernel); }
TORCHPP_API void set_erf(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::erf.set_kernel(key, kernel); }
TORCHPP_API void set_erfc(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::erfc.set_kernel(key, kernel); }
TORCHPP_API void set_erfinv(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::erfinv.set_kernel(key, kernel); }
TORCHPP_API void set_logit(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, optional<double> eps)) { op::logit.set_kernel(key, kernel); }
TORCHPP_API void set_lgamma(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::lgamma.set_kernel(key, kernel); }
TORCHPP_API void set_digamma(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::digamma.set_kernel(key, kernel); }
TORCHPP_API void set_polygamma(DispatchKey key, Tensor (*kernel)(Out out, int64_t n, const Tensor& self)) { op::polygamma.set_kernel(key, kernel); }
TORCHPP_API void set_i0(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::i0.set_kernel(key, kernel); }
TORCHPP_API void set_special_i1(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::special_i1.set_kernel(key, kernel); }
TORCHPP_API void set_floor(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::floor.set_kernel(key, kernel); }
TORCHPP_API void set_ceil(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::ceil.set_kernel(key, kernel); }
TORCHPP_API void set_round(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::round.set_kernel(key, kernel); }
TORCHPP_API void set_round_decimals(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t decimals)) { op::round_decimals.set_kernel(key, kernel); }
TORCHPP_API void set_trunc(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::trunc.set_kernel(key, kernel); }
TORCHPP_API void set_frac(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::frac.set_kernel(key, kernel); }
TORCHPP_API void set_sign(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::sign.set_kernel(key, kernel); }
TORCHPP_API void set_sgn(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::sgn.set_kernel(key, kernel); }
TORCHPP_API void set_frexp(DispatchKey key, std::tuple<Tensor, Tensor> (*kernel)(Out out, const Tensor& self)) { op::frexp.set_kernel(key, kernel); }
TORCHPP_API void set_nan_to_num(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, optional<double> nan, optional<double> posinf, optional<double> neginf)) { op::nan_to_num.set_kernel(key, kernel); }
TORCHPP_API void set_logical_not(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::logical_not.set_kernel(key, kernel); }
TORCHPP_API void set_bitwise_not(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::bitwise_not.set_kernel(key, kernel); }
TORCHPP_API void set_isnan(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::isnan.set_kernel(key, kernel); }
TORCHPP_API void set_isinf(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::isinf.set_kernel(key, kernel); }
TORCHPP_API void set_isfinite(DispatchKey key, Tensor (*kernel)(const Tensor& self)) { op::isfinite.set_kernel(key, kernel); }
TORCHPP_API void set_isposinf(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::isposinf.set_kernel(key, kernel); }
TORCHPP_API void set_isneginf(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::isneginf.set_kernel(key, kernel); }
TORCHPP_API void set_signbit(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::signbit.set_kernel(key, kernel); }
TORCHPP_API void set_add(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other, const Scalar& alpha)) { op::add.set_kernel(key, kernel); }
TORCHPP_API void set_sub(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other, const Scalar& alpha)) { op::sub.set_kernel(key, kernel); }
TORCHPP_API void set_mul(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other)) { op::mul.set_kernel(key, kernel); }
TORCHPP_API void set_div(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other)) { op::div.set_kernel(key, kernel); }
TORCHPP_API void set_div_mode(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other, optional<std::string_view> rounding_mode)) { op::div_mode.set_kernel(key, kernel); }
TORCHPP_API void set_remainder(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other)) { op::remainder.set_kernel(key, kernel); }
TORCHPP_API void set_fmod(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other)) { op::fmod.set_kernel(key, kernel); }
TORCHPP_API void set_pow(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& exponent)) { op::pow.set_kernel(key, kernel); }
TORCHPP_API void set_maximum(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other)) { op::maximum.set_kernel(key, kernel); }
TORCHPP_API void set_minimum(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other)) { op::minimum.set_kernel(key, kernel); }
TORCHPP_API void set_fmax(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other)) { op::fmax.set_kernel(key, kernel); }
TORCHPP_API void set_fmin(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other)) { op::fmin.set_kernel(key, kernel); }
TORCHPP_API void set_atan2(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other)) { op::atan2.set_kernel(key, kernel); }
TORCHPP_API void set_hypot(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other)) { op::hypot.set_kernel(key, kernel); }
TORCHPP_API void set_copysign(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other)) { op::copysign.set_kernel(key, kernel); }
TORCHPP_API void set_nextafter(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other)) { op::nextafter.set_kernel(key, kernel); }
TORCHPP_API void set_xlogy(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other)) { op::xlogy.set_kernel(key, kernel); }
TORCHPP_API void set_logaddexp(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other)) { op::logaddexp.set_kernel(key, kernel); }
TORCHPP_API void set_logaddexp2(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other)) { op::logaddexp2.set_kernel(key, kernel); }
TORCHPP_API void set_heaviside(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& values)) { op::heaviside.set_kernel(key, kernel); }
TORCHPP_API void set_igamma(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other)) { op::igamma.set_kernel(key, kernel); }
TORCHPP_API void set_igammac(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other)) { op::igammac.set_kernel(key, kernel); }
TORCHPP_API void set_standard_gamma_grad(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& output)) { op::standard_gamma_grad.set_kernel(key, kernel); }
TORCHPP_API void set_dirichlet_grad(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& x, const Tensor& alpha, const Tensor& total)) { op::dirichlet_grad.set_kernel(key, kernel); }
TORCHPP_API void set_gcd(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other)) { op::gcd.set_kernel(key, kernel); }
TORCHPP_API void set_lcm(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other)) { op::lcm.set_kernel(key, kernel); }
TORCHPP_API void set_eq(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other)) { op::eq.set_kernel(key, kernel); }
TORCHPP_API void set_ne(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other)) { op::ne.set_kernel(key, kernel); }
TORCHPP_API void set_lt(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other)) { op::lt.set_kernel(key, kernel); }
TORCHPP_API void set_le(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other)) { op::le.set_kernel(key, kernel); }
TORCHPP_API void set_gt(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other)) { op::gt.set_kernel(key, kernel); }
TORCHPP_API void set_ge(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other)) { op::ge.set_kernel(key, kernel); }
TORCHPP_API void set_equal(DispatchKey key, bool (*kernel)(const Tensor& self, const Tensor& other)) { op::equal.set_kernel(key, kernel); }
TORCHPP_API void set_logical_and(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other)) { op::logical_and.set_kernel(key, kernel); }
TORCHPP_API void set_logical_or(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other)) { op::logical_or.set_kernel(key, kernel); }
TORCHPP_API void set_logical_xor(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other)) { op::logical_xor.set_kernel(key, kernel); }
TORCHPP_API void set_bitwise_and(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other)) { op::bitwise_and.set_kernel(key, kernel); }
TORCHPP_API void set_bitwise_or(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other)) { op::bitwise_or.set_kernel(key, kernel); }
TORCHPP_API void set_bitwise_xor(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other)) { op::bitwise_xor.set_kernel(key, kernel); }
TORCHPP_API void set_bitwise_left_shift(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other)) { op::bitwise_left_shift.set_kernel(key, kernel); }
TORCHPP_API void set_bitwise_right_shift(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other)) { op::bitwise_right_shift.set_kernel(key, kernel); }
TORCHPP_API void set_clamp(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const optional<Scalar>& min, const optional<Scalar>& max)) { op::clamp.set_kernel(key, kernel); }
TORCHPP_API void set_clamp_tensor(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& min, const Tensor& max)) { op::clamp_tensor.set_kernel(key, kernel); }
TORCHPP_API void set_addcmul(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const Scalar& value)) { op::addcmul.set_kernel(key, kernel); }
TORCHPP_API void set_addcdiv(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const Scalar& value)) { op::addcdiv.set_kernel(key, kernel); }
TORCHPP_API void set_lerp(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& end, const Scalar& weight)) { op::lerp.set_kernel(key, kernel); }
TORCHPP_API void set_lerp_tensor(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& end, const Tensor& weight)) { op::lerp_tensor.set_kernel(key, kernel); }
TORCHPP_API void set_where(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& condition, const Tensor& self, const Tensor& other)) { op::where.set_kernel(key, kernel); }
TORCHPP_API void set_relu(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::relu.set_kernel(key, kernel); }
TORCHPP_API void set_gelu(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, std::string_view approximate)) { op::gelu.set_kernel(key, kernel); }
TORCHPP_API void set_silu(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::silu.set_kernel(key, kernel); }
TORCHPP_API void set_mish(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::mish.set_kernel(key, kernel); }
TORCHPP_API void set_leaky_relu(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Scalar& negative_slope)) { op::leaky_relu.set_kernel(key, kernel); }
TORCHPP_API void set_prelu_kernel(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& weight)) { op::prelu_kernel.set_kernel(key, kernel); }
TORCHPP_API void set_elu(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Scalar& alpha, const Scalar& scale, const Scalar& input_scale)) { op::elu.set_kernel(key, kernel); }
TORCHPP_API void set_hardtanh(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Scalar& min_val, const Scalar& max_val)) { op::hardtanh.set_kernel(key, kernel); }
TORCHPP_API void set_hardswish(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::hardswish.set_kernel(key, kernel); }
TORCHPP_API void set_hardsigmoid(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::hardsigmoid.set_kernel(key, kernel); }
TORCHPP_API void set_hardshrink(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Scalar& lambd)) { op::hardshrink.set_kernel(key, kernel); }
TORCHPP_API void set_softshrink(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Scalar& lambd)) { op::softshrink.set_kernel(key, kernel); }
TORCHPP_API void set_softplus(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Scalar& beta, const Scalar& threshold)) { op::softplus.set_kernel(key, kernel); }
TORCHPP_API void set_threshold(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Scalar& threshold, const Scalar& value)) { op::threshold.set_kernel(key, kernel); }
TORCHPP_API void set_sigmoid_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& output)) { op::sigmoid_backward.set_kernel(key, kernel); }
TORCHPP_API void set_tanh_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& output)) { op::tanh_backward.set_kernel(key, kernel); }
TORCHPP_API void set_logit_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self, optional<double> eps)) { op::logit_backward.set_kernel(key, kernel); }
TORCHPP_API void set_threshold_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self, const Scalar& threshold)) { op::threshold_backward.set_kernel(key, kernel); }
TORCHPP_API void set_gelu_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self, std::string_view approximate)) { op::gelu_backward.set_kernel(key, kernel); }
TORCHPP_API void set_silu_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self)) { op::silu_backward.set_kernel(key, kernel); }
TORCHPP_API void set_mish_backward(DispatchKey key, Tensor (*kernel)(const Tensor& grad_output, const Tensor& self)) { op::mish_backward.set_kernel(key, kernel); }
TORCHPP_API void set_leaky_relu_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self, const Scalar& negative_slope, bool self_is_result)) { op::leaky_relu_backward.set_kernel(key, kernel); }
TORCHPP_API void set_elu_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Scalar& alpha, const Scalar& scale, const Scalar& input_scale, bool is_result, const Tensor& self_or_result)) { op::elu_backward.set_kernel(key, kernel); }
TORCHPP_API void set_hardtanh_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self, const Scalar& min_val, const Scalar& max_val)) { op::hardtanh_backward.set_kernel(key, kernel); }
TORCHPP_API void set_shrink_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self, const Scalar& lambd)) { op::shrink_backward.set_kernel(key, kernel); }
TORCHPP_API void set_hardswish_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self)) { op::hardswish_backward.set_kernel(key, kernel); }
TORCHPP_API void set_hardsigmoid_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self)) { op::hardsigmoid_backward.set_kernel(key, kernel); }
TORCHPP_API void set_softplus_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self, const Scalar& beta, const Scalar& threshold)) { op::softplus_backward.set_kernel(key, kernel); }

}  // namespace kernels

}  // namespace torchpp
