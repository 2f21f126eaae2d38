// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Complex numbers with the memory layout of std::complex and without its header.

#include <torchpp/core/half.h>

#include <utility>

namespace torchpp {

/// A complex number: two T, the real part first. Multiplication and division are the plain formulas, with no
/// recovery of infinities, as kernels compute them. `c10::complex` in the compatibility headers.
template <class T>
struct alignas(2 * sizeof(T)) Complex {
  using value_type = T;
  T real_ = T(0);
  T imag_ = T(0);

  constexpr Complex() = default;
  constexpr Complex(const T& re, const T& im = T()) : real_(re), imag_(im) {}  // NOLINT: implicit
  template <class U, class = std::enable_if_t<!std::is_same_v<T, U>>>
  constexpr Complex(const Complex<U>& o) : real_(static_cast<T>(o.real_)), imag_(static_cast<T>(o.imag_)) {}  // NOLINT
  /// From std::complex, or anything else that has real() and imag().
  template <class C, class V = typename C::value_type,
            class = std::enable_if_t<!std::is_same_v<C, Complex<V>> && std::is_arithmetic_v<V>>,
            class = decltype(std::declval<const C&>().imag())>
  constexpr Complex(const C& o) : real_(static_cast<T>(o.real())), imag_(static_cast<T>(o.imag())) {}  // NOLINT

  constexpr T real() const { return real_; }
  constexpr T imag() const { return imag_; }
  constexpr void real(T value) { real_ = value; }
  constexpr void imag(T value) { imag_ = value; }

  constexpr Complex& operator+=(const Complex& o) { return *this = *this + o; }
  constexpr Complex& operator-=(const Complex& o) { return *this = *this - o; }
  constexpr Complex& operator*=(const Complex& o) { return *this = *this * o; }
  constexpr Complex& operator/=(const Complex& o) { return *this = *this / o; }

  friend constexpr Complex operator+(const Complex& a) { return a; }
  friend constexpr Complex operator-(const Complex& a) { return {-a.real_, -a.imag_}; }
  friend constexpr Complex operator+(const Complex& a, const Complex& b) {
    return {a.real_ + b.real_, a.imag_ + b.imag_};
  }
  friend constexpr Complex operator-(const Complex& a, const Complex& b) {
    return {a.real_ - b.real_, a.imag_ - b.imag_};
  }
  friend constexpr Complex operator*(const Complex& a, const Complex& b) {
    return {a.real_ * b.real_ - a.imag_ * b.imag_, a.real_ * b.imag_ + a.imag_ * b.real_};
  }
  /// Scaled by the larger part of the divisor, so that a large divisor does not overflow (Smith, 1962).
  friend constexpr Complex operator/(const Complex& a, const Complex& b) {
    const T c = b.real_ < T(0) ? -b.real_ : b.real_, d = b.imag_ < T(0) ? -b.imag_ : b.imag_;
    if (c == T(0) && d == T(0)) return {a.real_ / c, a.imag_ / d};
    if (c >= d) {
      const T ratio = b.imag_ / b.real_, scale = T(1) / (b.real_ + b.imag_ * ratio);
      return {(a.real_ + a.imag_ * ratio) * scale, (a.imag_ - a.real_ * ratio) * scale};
    }
    const T ratio = b.real_ / b.imag_, scale = T(1) / (b.real_ * ratio + b.imag_);
    return {(a.real_ * ratio + a.imag_) * scale, (a.imag_ * ratio - a.real_) * scale};
  }
  friend constexpr bool operator==(const Complex& a, const Complex& b) {
    return a.real_ == b.real_ && a.imag_ == b.imag_;
  }
  friend constexpr bool operator!=(const Complex& a, const Complex& b) { return !(a == b); }
};

template <class T>
constexpr T real(const Complex<T>& z) {
  return z.real_;
}
template <class T>
constexpr T imag(const Complex<T>& z) {
  return z.imag_;
}
template <class T>
constexpr Complex<T> conj(const Complex<T>& z) {
  return {z.real_, -z.imag_};
}

/// Storage only: two Half.
using ComplexHalf = Complex<Half>;
using ComplexFloat = Complex<float>;
using ComplexDouble = Complex<double>;

template <class T>
struct IsComplex : std::false_type {};
template <class T>
struct IsComplex<Complex<T>> : std::true_type {};

}  // namespace torchpp
