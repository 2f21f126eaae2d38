// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Complex arithmetic without <complex>, whose operators become symbols. c64 is computed in double where a library
// function is involved, so that intermediate results neither overflow nor lose bits.

#include "src/backends/math/binary.h"

namespace torchpp::math {

template <class T>
TORCHPP_HD cplx<T> cmul(cplx<T> a, cplx<T> b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
// Smith's division: scaled by the larger part of b, so that |b|^2 is never formed.
template <class T>
TORCHPP_HD cplx<T> cdiv(cplx<T> a, cplx<T> b) {
  const T re = fn::abs(b.re), im = fn::abs(b.im);
  if (re >= im) {
    if (re == T(0)) return {a.re / re, a.im / re};
    const T q = b.im / b.re, d = T(1) / (b.re + b.im * q);
    return {(a.re + a.im * q) * d, (a.im - a.re * q) * d};
  }
  const T q = b.re / b.im, d = T(1) / (b.im + b.re * q);
  return {(a.re * q + a.im) * d, (a.im * q - a.re) * d};
}
TORCHPP_HD cplx<double> cexp(cplx<double> z) {
  const double r = __builtin_exp(z.re);
  if (z.im == 0) return {r, z.im};
  return {r * __builtin_cos(z.im), r * __builtin_sin(z.im)};
}
TORCHPP_HD cplx<double> clog(cplx<double> z) {
  return {__builtin_log(__builtin_hypot(z.re, z.im)), __builtin_atan2(z.im, z.re)};
}
TORCHPP_HD cplx<double> csqrt(cplx<double> z) {
  if (z.re == 0 && z.im == 0) return {0, z.im};
  if (__builtin_isinf(z.im)) return {__builtin_inf(), z.im};
  const double t = __builtin_sqrt((fn::abs(z.re) + __builtin_hypot(z.re, z.im)) * 0.5);
  if (z.re >= 0) return {t, z.im / (2 * t)};
  return {fn::abs(z.im) / (2 * t), __builtin_copysign(t, z.im)};
}
TORCHPP_HD cplx<double> ctanh(cplx<double> z) {
  if (fn::abs(z.re) > 20) return {__builtin_copysign(1.0, z.re), __builtin_copysign(0.0, __builtin_sin(2 * z.im))};
  const double t = __builtin_tan(z.im), b = 1 + t * t, s = __builtin_sinh(z.re), r = __builtin_sqrt(1 + s * s);
  const double d = 1 + b * s * s;
  if (__builtin_isinf(t)) return {r / s, 1 / t};
  return {b * r * s / d, t / d};
}
TORCHPP_HD cplx<double> csin(cplx<double> z) {
  return {__builtin_sin(z.re) * __builtin_cosh(z.im), __builtin_cos(z.re) * __builtin_sinh(z.im)};
}
TORCHPP_HD cplx<double> ccos(cplx<double> z) {
  return {__builtin_cos(z.re) * __builtin_cosh(z.im), -__builtin_sin(z.re) * __builtin_sinh(z.im)};
}
TORCHPP_HD cplx<double> csigmoid(cplx<double> z) {
  const cplx<double> e = cexp({-z.re, -z.im});
  return cdiv(cplx<double>{1, 0}, cplx<double>{1 + e.re, e.im});
}
TORCHPP_HD cplx<double> cpow(cplx<double> a, cplx<double> b) {
  if (b.re == 0 && b.im == 0) return {1, 0};
  if (a.re == 0 && a.im == 0) return b.re > 0 ? cplx<double>{0, 0} : cplx<double>{__builtin_nan(""), __builtin_nan("")};
  return cexp(cmul(b, clog(a)));
}

}  // namespace torchpp::math
