// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Complex arithmetic without <complex>, whose operators become symbols. c64 is computed in double where a library
// function is involved, so that intermediate results neither overflow nor lose bits.

#include "src/backends/math/binary.h"

namespace torchpp::math {

template <class T>
TORCHPP_HD cplx<T> cadd(cplx<T> a, cplx<T> b) {
  return {a.re + b.re, a.im + b.im};
}
template <class T>
TORCHPP_HD cplx<T> csub(cplx<T> a, cplx<T> b) {
  return {a.re - b.re, a.im - b.im};
}
template <class T>
TORCHPP_HD cplx<T> cmul(cplx<T> a, cplx<T> b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
// `yes` or `no` by bits: a compiler that moved the operation behind the choice would do it for both, and divisions are
// what takes the time here.
TORCHPP_HD float chosen(bool condition, float yes, float no) {
  const uint32_t mask = condition ? ~uint32_t{0} : 0;
  return from_bits((to_bits(yes) & mask) | (to_bits(no) & ~mask));
}
TORCHPP_HD double chosen(bool condition, double yes, double no) {
  const uint64_t mask = condition ? ~uint64_t{0} : 0;
  return from_bits((to_bits(yes) & mask) | (to_bits(no) & ~mask));
}
// Smith's division: scaled by the larger part of b, so that |b|^2 is never formed. Choices are no branches, so that
// loops vectorise. Of a / 0, 0 and NaN become NaN, other parts infinite.
template <class T>
TORCHPP_HD cplx<T> cdiv(cplx<T> a, cplx<T> b) {
  const bool swap = !(fn::abs(b.re) >= fn::abs(b.im));
  const T large = chosen(swap, b.im, b.re), small = chosen(swap, b.re, b.im);
  const T x = swap ? a.im : a.re, y = swap ? a.re : a.im;
  const T q = small / large, d = T(1) / (large + small * q), cross = x * q, inf = static_cast<T>(fn::kInf);
  const T re = (x + y * q) * d, im = (swap ? cross - y : y - cross) * d;
  const bool zero = (b.re == T(0)) & (b.im == T(0));
  return {zero ? a.re * inf : re, zero ? a.im * inf : im};
}
TORCHPP_HD cplx<double> cexp(cplx<double> z) {
  const double r = __builtin_exp(z.re);
  if (z.im == 0) return {r, z.im};
  return {r * __builtin_cos(z.im), r * __builtin_sin(z.im)};
}
// The magnitude of a number whose squares stay in the range.
TORCHPP_HD double cabs_in_range(cplx<double> z) { return fn::sqrt(z.re * z.re + z.im * z.im); }
// Both parts +0 or -0: of their bits without the sign, which loops test faster than two floating point numbers.
TORCHPP_HD bool is_zero(cplx<float> z) { return (to_bits(z.re) | to_bits(z.im)) << 1 == 0; }
TORCHPP_HD bool is_zero(cplx<double> z) { return (to_bits(z.re) | to_bits(z.im)) << 1 == 0; }
// Numbers so large that their magnitude, or sums of their parts, may overflow are scaled down first.
TORCHPP_HD bool overflows(cplx<double> z) { return fn::abs(z.re) > 1e300 || fn::abs(z.im) > 1e300; }
TORCHPP_HD cplx<double> clog(cplx<double> z) {
  const double x = fn::abs(z.re), y = fn::abs(z.im), a = x > y ? x : y, b = x > y ? y : x;
  // Near magnitude 1 the logarithm is that of a small difference from 1.
  if (a > 0.5 && a < 2) return {0.5 * __builtin_log1p((a - 1) * (a + 1) + b * b), __builtin_atan2(z.im, z.re)};
  const int exponent = overflows(z) ? 2 : a < 0x1p-1000 ? -108 : 0;
  const double scale = exponent > 0 ? 0.25 : exponent < 0 ? 0x1p108 : 1;
  return {__builtin_log(__builtin_hypot(z.re * scale, z.im * scale)) + exponent * 0.6931471805599453,  // log 2
          __builtin_atan2(z.im, z.re)};
}
TORCHPP_HD cplx<double> csqrt(cplx<double> z) {
  if (z.re == 0 && z.im == 0) return {0, z.im};
  if (__builtin_isinf(z.im)) return {__builtin_inf(), z.im};
  // Half of the smallest numbers is 0.
  const double most = fn::abs(z.re) > fn::abs(z.im) ? fn::abs(z.re) : fn::abs(z.im);
  double unscale = 1;
  if (most > 1e300) {
    z = {z.re * 0.25, z.im * 0.25};
    unscale = 2;
  } else if (most < 0x1p-1000) {
    z = {z.re * 0x1p108, z.im * 0x1p108};
    unscale = 0x1p-54;
  }
  const double t = __builtin_sqrt((fn::abs(z.re) + __builtin_hypot(z.re, z.im)) * 0.5);
  if (z.re >= 0) return {t * unscale, z.im / (2 * t) * unscale};
  return {fn::abs(z.im) / (2 * t) * unscale, __builtin_copysign(t * unscale, z.im)};
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
// The products of square roots keep the digits that 1 - z z would lose (Kahan). Where they may overflow, the root of
// z z - 1 is z, and the logarithm of the sum of both is that of 2 z.
TORCHPP_HD double clog_twice(cplx<double> z) { return clog(z).re + 0.6931471805599453; }
TORCHPP_HD cplx<double> casin(cplx<double> z) {
  if (overflows(z)) return {__builtin_atan2(z.re, fn::abs(z.im)), __builtin_copysign(clog_twice(z), z.im)};
  const cplx<double> a = csqrt({1 - z.re, -z.im}), b = csqrt({1 + z.re, z.im});
  return {__builtin_atan2(z.re, a.re * b.re - a.im * b.im), __builtin_asinh(a.re * b.im - a.im * b.re)};
}
TORCHPP_HD cplx<double> cacos(cplx<double> z) {
  if (overflows(z)) return {__builtin_atan2(fn::abs(z.im), z.re), __builtin_copysign(clog_twice(z), -z.im)};
  const cplx<double> a = csqrt({1 - z.re, -z.im}), b = csqrt({1 + z.re, z.im});
  return {2 * __builtin_atan2(a.re, b.re), __builtin_asinh(b.re * a.im - b.im * a.re)};
}
TORCHPP_HD cplx<double> catan(cplx<double> z) {
  const double x = fn::abs(z.re), y = fn::abs(z.im), a = x > y ? x : y, b = x > y ? y : x;
  if (x > 1e16 || y > 1e16) {  // a quarter turn, to the last digit, and -Im(1 / z)
    const double scale = overflows(z) ? 0.25 : 1, r = __builtin_hypot(x * scale, y * scale);
    return {__builtin_copysign(0x1.921fb54442d18p+0, z.re),
            __builtin_isinf(r) ? __builtin_copysign(0.0, z.im) : z.im * scale / r / r * scale};
  }
  const double up = 1 - y, square = z.re * z.re + up * up;
  // Beside i and -i, the squared distance from them may underflow.
  const double twice = square < 1e-200 ? 0.6931471805599453 - __builtin_log(__builtin_hypot(x, up))
                                       : 0.5 * __builtin_log1p(4 * y / square);
  return {0.5 * __builtin_atan2(2 * z.re, (1 - a) * (1 + a) - b * b), __builtin_copysign(0.5 * twice, z.im)};
}
TORCHPP_HD cplx<double> csinh(cplx<double> z) {
  if (z.im == 0) return {__builtin_sinh(z.re), z.im};
  return {__builtin_sinh(z.re) * __builtin_cos(z.im), __builtin_cosh(z.re) * __builtin_sin(z.im)};
}
TORCHPP_HD cplx<double> ccosh(cplx<double> z) {
  if (z.im == 0) return {__builtin_cosh(z.re), z.re < 0 ? -z.im : z.im};
  return {__builtin_cosh(z.re) * __builtin_cos(z.im), __builtin_sinh(z.re) * __builtin_sin(z.im)};
}
TORCHPP_HD cplx<double> ctan(cplx<double> z) {  // -i tanh(i z)
  const cplx<double> t = ctanh({-z.im, z.re});
  return {t.im, -t.re};
}
TORCHPP_HD cplx<double> casinh(cplx<double> z) {  // -i asin(i z)
  const cplx<double> a = casin({-z.im, z.re});
  return {a.im, -a.re};
}
TORCHPP_HD cplx<double> cacosh(cplx<double> z) {
  if (overflows(z)) return {clog_twice(z), __builtin_atan2(z.im, z.re)};
  const cplx<double> a = csqrt({z.re - 1, z.im}), b = csqrt({z.re + 1, z.im});
  return {__builtin_asinh(a.re * b.re + a.im * b.im), 2 * __builtin_atan2(a.im, b.re)};
}
TORCHPP_HD cplx<double> catanh(cplx<double> z) {  // -i atan(i z)
  const cplx<double> a = catan({-z.im, z.re});
  return {a.im, -a.re};
}
TORCHPP_HD cplx<double> csinc(cplx<double> z) {
  if (z.re == 0 && z.im == 0) return {1, 0};
  const cplx<double> turn = {fn::kPi * z.re, fn::kPi * z.im};
  return cdiv(csin(turn), turn);
}
// 1 / (1 + e) with e = e^-z
TORCHPP_HD cplx<double> csigmoid_of_exp(cplx<double> e) { return cdiv(cplx<double>{1, 0}, {1 + e.re, e.im}); }
TORCHPP_HD cplx<double> csigmoid(cplx<double> z) { return csigmoid_of_exp(cexp({-z.re, -z.im})); }
// a^n for 0 < n
TORCHPP_HD cplx<double> cpow_of_count(cplx<double> a, int n) {
  cplx<double> power = {1, 0};
  for (;; a = cmul(a, a)) {
    if (n % 2 != 0) power = cmul(power, a);
    if ((n /= 2) == 0) return power;
  }
}
TORCHPP_HD cplx<double> cpow(cplx<double> a, cplx<double> b) {
  if (b.re == 0 && b.im == 0) return {1, 0};
  if (a.re == 0 && a.im == 0) return b.re > 0 ? cplx<double>{0, 0} : cplx<double>{__builtin_nan(""), __builtin_nan("")};
  // Products lose less than the logarithm does, and take a tenth of the time, where they stay in the range.
  const double count = fn::abs(b.re);
  if (b.im == 0 && count >= 2 && count <= 16 && count == fn::floor(count)) {
    const cplx<double> power = cpow_of_count(a, static_cast<int>(count));
    const double size = fn::abs(power.re) + fn::abs(power.im);
    if (size > 1e-280 && size < 1e280) return b.re > 0 ? power : cdiv(cplx<double>{1, 0}, power);
  }
  return cexp(cmul(b, clog(a)));
}

// ---- one functor per element-wise op of complex numbers, named as the op

namespace on_complex {

template <class T>
TORCHPP_HD cplx<double> wide(cplx<T> z) {
  return {z.re, z.im};
}
template <class T>
TORCHPP_HD cplx<T> to(cplx<double> z) {
  return {static_cast<T>(z.re), static_cast<T>(z.im)};
}

TORCHPP_HD cplx<double> scaled(cplx<double> z, double by) { return {z.re * by, z.im * by}; }

#define TORCHPP_COMPLEX_FUNCTOR(name, Result, expression) \
  struct name {                                           \
    template <class T>                                    \
    TORCHPP_HD Result operator()(cplx<T> x) const {       \
      return expression;                                  \
    }                                                     \
  };
TORCHPP_COMPLEX_FUNCTOR(neg, cplx<T>, (cplx<T>{-x.re, -x.im}))
TORCHPP_COMPLEX_FUNCTOR(conj, cplx<T>, (cplx<T>{x.re, -x.im}))
TORCHPP_COMPLEX_FUNCTOR(square, cplx<T>, cmul(x, x))
TORCHPP_COMPLEX_FUNCTOR(reciprocal, cplx<T>, cdiv(cplx<T>{1, 0}, x))
TORCHPP_COMPLEX_FUNCTOR(log, cplx<T>, to<T>(clog(wide(x))))
TORCHPP_COMPLEX_FUNCTOR(sqrt, cplx<T>, to<T>(csqrt(wide(x))))
TORCHPP_COMPLEX_FUNCTOR(rsqrt, cplx<T>, to<T>(cdiv(cplx<double>{1, 0}, csqrt(wide(x)))))
TORCHPP_COMPLEX_FUNCTOR(tanh, cplx<T>, to<T>(ctanh(wide(x))))
TORCHPP_COMPLEX_FUNCTOR(sin, cplx<T>, to<T>(csin(wide(x))))
TORCHPP_COMPLEX_FUNCTOR(cos, cplx<T>, to<T>(ccos(wide(x))))
TORCHPP_COMPLEX_FUNCTOR(tan, cplx<T>, to<T>(ctan(wide(x))))
TORCHPP_COMPLEX_FUNCTOR(asin, cplx<T>, to<T>(casin(wide(x))))
TORCHPP_COMPLEX_FUNCTOR(acos, cplx<T>, to<T>(cacos(wide(x))))
TORCHPP_COMPLEX_FUNCTOR(atan, cplx<T>, to<T>(catan(wide(x))))
TORCHPP_COMPLEX_FUNCTOR(asinh, cplx<T>, to<T>(casinh(wide(x))))
TORCHPP_COMPLEX_FUNCTOR(acosh, cplx<T>, to<T>(cacosh(wide(x))))
TORCHPP_COMPLEX_FUNCTOR(atanh, cplx<T>, to<T>(catanh(wide(x))))
TORCHPP_COMPLEX_FUNCTOR(sinc, cplx<T>, to<T>(csinc(wide(x))))
TORCHPP_COMPLEX_FUNCTOR(sinh, cplx<T>, to<T>(csinh(wide(x))))
TORCHPP_COMPLEX_FUNCTOR(cosh, cplx<T>, to<T>(ccosh(wide(x))))
TORCHPP_COMPLEX_FUNCTOR(log2, cplx<T>, to<T>(scaled(clog(wide(x)), fn::kLog2e)))
TORCHPP_COMPLEX_FUNCTOR(log10, cplx<T>, to<T>(scaled(clog(wide(x)), 0x1.bcb7b1526e50ep-2)))
TORCHPP_COMPLEX_FUNCTOR(logical_not, bool, is_zero(x))
#undef TORCHPP_COMPLEX_FUNCTOR

// Functions of z and e^z or e^-z, as kSign says. CPU loops compute the exponential of many numbers at once.
#define TORCHPP_COMPLEX_FUNCTOR(name, sign, of_exp)                                                            \
  struct name {                                                                                                \
    static constexpr double kSign = sign;                                                                      \
    TORCHPP_HD static cplx<double> combine([[maybe_unused]] cplx<double> z, cplx<double> e) { return of_exp; } \
    template <class T>                                                                                         \
    TORCHPP_HD cplx<T> operator()(cplx<T> x) const {                                                           \
      const cplx<double> z = wide(x);                                                                          \
      return to<T>(combine(z, cexp(scaled(z, kSign))));                                                        \
    }                                                                                                          \
  };
TORCHPP_COMPLEX_FUNCTOR(exp, 1, e)
TORCHPP_COMPLEX_FUNCTOR(sigmoid, -1, csigmoid_of_exp(e))
TORCHPP_COMPLEX_FUNCTOR(silu, -1, cmul(z, csigmoid_of_exp(e)))
#undef TORCHPP_COMPLEX_FUNCTOR

// `quick` gives what the call gives for usual numbers, as doubles, so that loops over them vectorise. The squares of
// all floats stay in the range of doubles; those of doubles that are 0 or between 1 / most and most do.
template <class T>
TORCHPP_HD bool stays_in_range(cplx<T> x, double most) {
  if (sizeof(T) == sizeof(float)) return true;
  const double size = fn::abs(static_cast<double>(x.re)) + fn::abs(static_cast<double>(x.im));
  return (size * most > 1) & (size < most);
}
struct abs {
  template <class T>
  TORCHPP_HD static bool usual(cplx<T> x) {
    return is_zero(x) | stays_in_range(x, 1e150);
  }
  TORCHPP_HD static double quick(cplx<double> z) { return cabs_in_range(z); }
  // An infinity outweighs a NaN.
  template <class T>
  TORCHPP_HD T operator()(cplx<T> x) const {
    if constexpr (sizeof(T) == sizeof(float)) {
      const T r = static_cast<T>(quick(wide(x))), inf = T(fn::kInf);
      return ((fn::abs(x.re) == inf) | (fn::abs(x.im) == inf)) ? inf : r;
    } else {
      return usual(x) ? quick(x) : __builtin_hypot(x.re, x.im);
    }
  }
};
struct sgn {
  template <class T>
  TORCHPP_HD static bool usual(cplx<T> x) {
    return sizeof(T) == sizeof(float) || (is_zero(x) | stays_in_range(x, 1e150));
  }
  template <class T>
  TORCHPP_HD static cplx<double> quick_of(cplx<double> z) {
    const double r = cabs_in_range(z);
    if constexpr (sizeof(T) == sizeof(float)) {  // which one quotient leaves as exact as two
      const double d = 1 / r;
      return {r == 0 ? 0 : z.re * d, r == 0 ? 0 : z.im * d};
    } else {
      return {r == 0 ? 0 : z.re / r, r == 0 ? 0 : z.im / r};
    }
  }
  template <class T>
  TORCHPP_HD cplx<T> operator()(cplx<T> x) const {
    if (usual(x)) return to<T>(quick_of<T>(wide(x)));
    const double r = __builtin_hypot(x.re, x.im);
    return {static_cast<T>(x.re / r), static_cast<T>(x.im / r)};
  }
};

// Powers by products, and those of other numbers by logarithms.
struct cube {
  template <class T>
  TORCHPP_HD static bool usual(cplx<T> x) {
    return stays_in_range(x, 1e90);
  }
  TORCHPP_HD static cplx<double> quick(cplx<double> z) { return cmul(cmul(z, z), z); }
  template <class T>
  TORCHPP_HD cplx<T> operator()(cplx<T> x) const {
    return to<T>(usual(x) ? quick(wide(x)) : cpow(wide(x), {3, 0}));
  }
};
struct inverse_square {
  template <class T>
  TORCHPP_HD static bool usual(cplx<T> x) {
    return stays_in_range(x, 1e70);
  }
  // The conjugate of z^2 over its squared magnitude: one division, of which Smith's way has two. At 0 as cdiv.
  TORCHPP_HD static cplx<double> quick(cplx<double> z) {
    const cplx<double> square = cmul(z, z);
    const double size = square.re * square.re + square.im * square.im, d = 1 / size;
    return {size == 0 ? d : square.re * d, -square.im * d};
  }
  template <class T>
  TORCHPP_HD cplx<T> operator()(cplx<T> x) const {
    return to<T>(usual(x) ? quick(wide(x)) : cpow(wide(x), {-2, 0}));
  }
};

/// a + alpha b;   scalars: real and imaginary part of alpha
template <class T>
struct add {
  cplx<T> alpha;
  TORCHPP_HD static add from(const Scalars& s) { return {{static_cast<T>(s.f[0]), static_cast<T>(s.f[1])}}; }
  TORCHPP_HD cplx<T> operator()(cplx<T> a, cplx<T> b) const { return cadd(a, cmul(alpha, b)); }
};
/// a - alpha b;   scalars: real and imaginary part of alpha
template <class T>
struct sub {
  cplx<T> alpha;
  TORCHPP_HD static sub from(const Scalars& s) { return {{static_cast<T>(s.f[0]), static_cast<T>(s.f[1])}}; }
  TORCHPP_HD cplx<T> operator()(cplx<T> a, cplx<T> b) const { return csub(a, cmul(alpha, b)); }
};

#define TORCHPP_COMPLEX_FUNCTOR(name, Result, expression)      \
  struct name {                                                \
    template <class T>                                         \
    TORCHPP_HD Result operator()(cplx<T> a, cplx<T> b) const { \
      return expression;                                       \
    }                                                          \
  };
TORCHPP_COMPLEX_FUNCTOR(mul, cplx<T>, cmul(a, b))
TORCHPP_COMPLEX_FUNCTOR(div, cplx<T>, cdiv(a, b))
TORCHPP_COMPLEX_FUNCTOR(pow, cplx<T>, to<T>(cpow(wide(a), wide(b))))
TORCHPP_COMPLEX_FUNCTOR(eq, bool, (a.re == b.re) & (a.im == b.im))
TORCHPP_COMPLEX_FUNCTOR(ne, bool, (a.re != b.re) | (a.im != b.im))
TORCHPP_COMPLEX_FUNCTOR(logical_and, bool, !logical_not()(a) & !logical_not()(b))
TORCHPP_COMPLEX_FUNCTOR(logical_or, bool, !logical_not()(a) | !logical_not()(b))
TORCHPP_COMPLEX_FUNCTOR(logical_xor, bool, logical_not()(a) != logical_not()(b))
// Backward helpers: the incoming gradient times the conjugate of the slope.
TORCHPP_COMPLEX_FUNCTOR(sigmoid_backward, cplx<T>, cmul(a, conj()(cmul(cplx<T>{1 - b.re, -b.im}, b))))
TORCHPP_COMPLEX_FUNCTOR(tanh_backward, cplx<T>, cmul(a, conj()(csub(cplx<T>{1, 0}, cmul(b, b)))))
#undef TORCHPP_COMPLEX_FUNCTOR

struct silu_backward {
  template <class T>
  TORCHPP_HD cplx<T> operator()(cplx<T> g, cplx<T> x) const {
    const cplx<double> s = csigmoid(wide(x)), t = cmul(wide(x), cplx<double>{1 - s.re, -s.im});
    return to<T>(cmul(wide(g), conj()(cmul(s, cplx<double>{1 + t.re, t.im}))));
  }
};

/// a + value b c;   scalars: real and imaginary part of value
template <class T>
struct addcmul {
  cplx<T> value;
  TORCHPP_HD static addcmul from(const Scalars& s) { return {{static_cast<T>(s.f[0]), static_cast<T>(s.f[1])}}; }
  TORCHPP_HD cplx<T> operator()(cplx<T> a, cplx<T> b, cplx<T> c) const { return cadd(a, cmul(cmul(value, b), c)); }
};
/// a + value b / c;   scalars: real and imaginary part of value
template <class T>
struct addcdiv {
  cplx<T> value;
  TORCHPP_HD static addcdiv from(const Scalars& s) { return {{static_cast<T>(s.f[0]), static_cast<T>(s.f[1])}}; }
  TORCHPP_HD cplx<T> operator()(cplx<T> a, cplx<T> b, cplx<T> c) const { return cadd(a, cdiv(cmul(value, b), c)); }
};
/// From a to b by the weight w, exact at both ends
struct lerp_tensor {
  template <class T>
  TORCHPP_HD cplx<T> operator()(cplx<T> a, cplx<T> b, cplx<T> w) const {
    const cplx<T> d = csub(b, a);
    return w.re * w.re + w.im * w.im < T(0.25) ? cadd(a, cmul(w, d)) : csub(b, cmul(d, cplx<T>{1 - w.re, -w.im}));
  }
};
/// Linear interpolation by one weight;   scalars: real and imaginary part of the weight
template <class T>
struct lerp {
  cplx<T> weight;
  TORCHPP_HD static lerp from(const Scalars& s) { return {{static_cast<T>(s.f[0]), static_cast<T>(s.f[1])}}; }
  TORCHPP_HD cplx<T> operator()(cplx<T> a, cplx<T> b) const { return lerp_tensor()(a, b, weight); }
};

}  // namespace on_complex

}  // namespace torchpp::math
