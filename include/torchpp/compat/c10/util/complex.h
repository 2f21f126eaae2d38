// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file c10::complex<T> with the functions that namespace std has for std::complex.

#include <ATen/core/ATenGeneral.h>

#include <complex>

namespace c10 {
template <class T>
struct is_complex : ::torchpp::IsComplex<T> {};
template <class T>
std::complex<T> to_std(const ::torchpp::Complex<T>& z) {
  return {z.real(), z.imag()};
}
template <class T>
::torchpp::Complex<T> polar(const T& radius, const T& angle = T()) {
  return std::polar(radius, angle);
}
/// The type of the parts of a complex number; others themselves.
template <class T>
struct scalar_value_type {
  using type = T;
};
template <class T>
struct scalar_value_type<::torchpp::Complex<T>> {
  using type = T;
};
}  // namespace c10

namespace std {
template <class T>
constexpr T real(const ::torchpp::Complex<T>& z) {
  return z.real();
}
template <class T>
constexpr T imag(const ::torchpp::Complex<T>& z) {
  return z.imag();
}
template <class T>
constexpr ::torchpp::Complex<T> conj(const ::torchpp::Complex<T>& z) {
  return {z.real(), -z.imag()};
}
#define TORCHPP_COMPLEX_FUNCTION(Result, name)             \
  template <class T>                                       \
  Result name(const ::torchpp::Complex<T>& z) {            \
    return static_cast<Result>(std::name(c10::to_std(z))); \
  }
TORCHPP_COMPLEX_FUNCTION(T, abs)
TORCHPP_COMPLEX_FUNCTION(T, arg)
TORCHPP_COMPLEX_FUNCTION(T, norm)
TORCHPP_COMPLEX_FUNCTION(::torchpp::Complex<T>, exp)
TORCHPP_COMPLEX_FUNCTION(::torchpp::Complex<T>, log)
TORCHPP_COMPLEX_FUNCTION(::torchpp::Complex<T>, sqrt)
TORCHPP_COMPLEX_FUNCTION(::torchpp::Complex<T>, sin)
TORCHPP_COMPLEX_FUNCTION(::torchpp::Complex<T>, cos)
TORCHPP_COMPLEX_FUNCTION(::torchpp::Complex<T>, tan)
TORCHPP_COMPLEX_FUNCTION(::torchpp::Complex<T>, asin)
TORCHPP_COMPLEX_FUNCTION(::torchpp::Complex<T>, acos)
TORCHPP_COMPLEX_FUNCTION(::torchpp::Complex<T>, atan)
TORCHPP_COMPLEX_FUNCTION(::torchpp::Complex<T>, sinh)
TORCHPP_COMPLEX_FUNCTION(::torchpp::Complex<T>, cosh)
TORCHPP_COMPLEX_FUNCTION(::torchpp::Complex<T>, tanh)
TORCHPP_COMPLEX_FUNCTION(::torchpp::Complex<T>, asinh)
TORCHPP_COMPLEX_FUNCTION(::torchpp::Complex<T>, acosh)
TORCHPP_COMPLEX_FUNCTION(::torchpp::Complex<T>, atanh)
TORCHPP_COMPLEX_FUNCTION(::torchpp::Complex<T>, log10)
#undef TORCHPP_COMPLEX_FUNCTION
template <class T>
::torchpp::Complex<T> log2(const ::torchpp::Complex<T>& z) {
  return std::log(c10::to_std(z)) / std::log(T(2));
}
template <class T>
::torchpp::Complex<T> pow(const ::torchpp::Complex<T>& z, const ::torchpp::Complex<T>& exponent) {
  return std::pow(c10::to_std(z), c10::to_std(exponent));
}
template <class T>
::torchpp::Complex<T> pow(const ::torchpp::Complex<T>& z, const T& exponent) {
  return std::pow(c10::to_std(z), exponent);
}
template <class T>
::torchpp::Complex<T> pow(const T& base, const ::torchpp::Complex<T>& exponent) {
  return std::pow(base, c10::to_std(exponent));
}
}  // namespace std
