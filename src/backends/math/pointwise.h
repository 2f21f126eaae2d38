// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// One functor per element-wise op. T is the type that the op computes in: float also for f16 and bf16.
// A functor with scalar operands is a template on T and says in from() where it finds them.
// NaN goes through every op unless its comment says otherwise; the semantics are those of libtorch 1.13.

#include "src/backends/math/special.h"

namespace torchpp::math {

#define TORCHPP_UNARY_FUNCTOR(name, expression) \
  struct name {                                 \
    template <class T>                          \
    TORCHPP_HD T operator()(T x) const {        \
      return static_cast<T>(expression);        \
    }                                           \
  };

// Signed overflow wraps: integers are computed on their unsigned twins.
template <class T>
struct Unsigned {
  using type = T;
};
template <>
struct Unsigned<int8_t> {
  using type = uint8_t;
};
template <>
struct Unsigned<int16_t> {
  using type = uint32_t;  // products of uint16_t would be int, and overflow it
};
template <>
struct Unsigned<int32_t> {
  using type = uint32_t;
};
template <>
struct Unsigned<int64_t> {
  using type = uint64_t;
};
template <class T>
constexpr bool kIsFloat = T(0.5) != T(0);
template <class T>
using Wrap = typename Unsigned<T>::type;

template <class T>
TORCHPP_HD T wrap_neg(T x) {
  return static_cast<T>(Wrap<T>(0) - static_cast<Wrap<T>>(x));
}

struct abs {
  template <class T>
  TORCHPP_HD T operator()(T x) const {
    if constexpr (kIsFloat<T>) return fn::abs(x);
    return x < T(0) ? wrap_neg(x) : x;
  }
};
struct neg {
  template <class T>
  TORCHPP_HD T operator()(T x) const {
    if constexpr (kIsFloat<T>) return -x;
    return wrap_neg(x);
  }
};
struct square {
  template <class T>
  TORCHPP_HD T operator()(T x) const {
    return static_cast<T>(static_cast<Wrap<T>>(x) * static_cast<Wrap<T>>(x));
  }
};
struct cube {
  template <class T>
  TORCHPP_HD T operator()(T x) const {
    return x * x * x;
  }
};
struct sign {  // 0 for NaN
  template <class T>
  TORCHPP_HD T operator()(T x) const {
    return static_cast<T>((x > T(0) ? T(1) : T(0)) - (x < T(0) ? T(1) : T(0)));
  }
};

// `usual` says where `quick` gives what the call gives, without overflow and denormal results.
struct exp {
  template <class T>
  TORCHPP_HD bool usual(T x) const {
    return fn::is_usual_exponent(x);
  }
  template <class T>
  TORCHPP_HD T quick(T x) const {
    return fn::exp_bounded(x);
  }
  template <class T>
  TORCHPP_HD T operator()(T x) const {
    return fn::exp(x);
  }
};
TORCHPP_UNARY_FUNCTOR(exp2, fn::exp2(x))
TORCHPP_UNARY_FUNCTOR(expm1, fn::expm1(x))
TORCHPP_UNARY_FUNCTOR(log, fn::log(x))
TORCHPP_UNARY_FUNCTOR(log2, fn::log2(x))
TORCHPP_UNARY_FUNCTOR(log10, fn::log10(x))
TORCHPP_UNARY_FUNCTOR(log1p, fn::log1p(x))
TORCHPP_UNARY_FUNCTOR(sqrt, fn::sqrt(x))
TORCHPP_UNARY_FUNCTOR(rsqrt, T(1) / fn::sqrt(x))
TORCHPP_UNARY_FUNCTOR(reciprocal, T(1) / x)
TORCHPP_UNARY_FUNCTOR(sigmoid, fn::sigmoid(x))
TORCHPP_UNARY_FUNCTOR(tanh, fn::tanh(x))
TORCHPP_UNARY_FUNCTOR(asin, fn::asin(x))
TORCHPP_UNARY_FUNCTOR(acos, fn::acos(x))
TORCHPP_UNARY_FUNCTOR(atan, fn::atan(x))
TORCHPP_UNARY_FUNCTOR(sinh, fn::sinh(x))
TORCHPP_UNARY_FUNCTOR(cosh, fn::cosh(x))
TORCHPP_UNARY_FUNCTOR(asinh, fn::asinh(x))
TORCHPP_UNARY_FUNCTOR(acosh, fn::acosh(x))
TORCHPP_UNARY_FUNCTOR(atanh, fn::atanh(x))
TORCHPP_UNARY_FUNCTOR(deg2rad, x* T(0x1.1df46a2529d39p-6))
TORCHPP_UNARY_FUNCTOR(rad2deg, x* T(0x1.ca5dc1a63c1f8p+5))
TORCHPP_UNARY_FUNCTOR(angle, x != x ? x : x < T(0) ? T(fn::kPi) : T(0))
TORCHPP_UNARY_FUNCTOR(lgamma, fn::lgamma(x))
TORCHPP_UNARY_FUNCTOR(digamma, fn::digamma(x))
TORCHPP_UNARY_FUNCTOR(trigamma, fn::trigamma(x))
TORCHPP_UNARY_FUNCTOR(i0, fn::bessel_i0(x))
TORCHPP_UNARY_FUNCTOR(special_i1, fn::bessel_i1(x))
TORCHPP_UNARY_FUNCTOR(frexp_mantissa, fn::frexp_mantissa(x))
TORCHPP_UNARY_FUNCTOR(frexp_exponent, fn::frexp_exponent(x))
TORCHPP_UNARY_FUNCTOR(erf, fn::erf(x))
TORCHPP_UNARY_FUNCTOR(erfc, fn::erfc(x))
TORCHPP_UNARY_FUNCTOR(floor, fn::floor(x))
TORCHPP_UNARY_FUNCTOR(ceil, fn::ceil(x))
TORCHPP_UNARY_FUNCTOR(round, fn::rint(x))  // half to even
/// The multiple of 1 / power nearest to x, halves to the even one;   scalar: power
template <class T>
struct round_decimals {
  T power;
  TORCHPP_HD static round_decimals from(const Scalars& s) { return {static_cast<T>(s.f[0])}; }
  TORCHPP_HD T operator()(T x) const { return fn::rint(x * power) / power; }
};
TORCHPP_UNARY_FUNCTOR(trunc, fn::trunc(x))
TORCHPP_UNARY_FUNCTOR(frac, x - fn::trunc(x))  // NaN for infinities
struct relu {
  template <class T>
  TORCHPP_HD T operator()(T x) const {
    return static_cast<T>(x < T(0) ? T(0) : x);
  }
  /// The same of a 16-bit floating number, from its bits and those of infinity: what is less than 0 has bits from
  /// those behind -0 to those of -infinity.
  TORCHPP_HD static uint16_t of_bits(uint16_t x, uint16_t infinity) {
    return static_cast<uint16_t>(((x > 0x8000) & (x <= (0x8000 | infinity))) ? 0 : x);
  }
};
TORCHPP_UNARY_FUNCTOR(silu, x / (T(1) + fn::exp(-x)))
TORCHPP_UNARY_FUNCTOR(gelu, x* fn::normal(x).below)
TORCHPP_UNARY_FUNCTOR(bitwise_not, ~x)

// x tanh(log(1 + e^x)) as a rational function of e^x; above 20 the second factor is 1
struct mish {
  template <class T>
  TORCHPP_HD T operator()(T x) const {
    const T e = fn::exp(x > T(20) ? T(20) : x), n = e * (e + T(2));
    return x > T(20) ? x : x * (n / (n + T(2)));
  }
};
// Inner derivative of gelu's tanh form: u = sqrt(2/pi) (x + 0.044715 x^3)
constexpr double kGeluScale = 0x1.9884533d43651p-1, kGeluCube = 0.044715;
struct gelu_tanh {
  template <class T>
  TORCHPP_HD T operator()(T x) const {
    const T u = T(kGeluScale) * (x + T(kGeluCube) * (x * x * x));
    return T(0.5) * x * (T(1) + fn::tanh(u));
  }
};
struct hardswish {
  template <class T>
  TORCHPP_HD T operator()(T x) const {
    return x * fn::clamp_keep_nan(x + T(3), T(0), T(6)) / T(6);
  }
};
struct hardsigmoid {
  template <class T>
  TORCHPP_HD T operator()(T x) const {
    return fn::clamp_keep_nan(x + T(3), T(0), T(6)) / T(6);
  }
};
// sin, cos and tan have polynomials up to 2^20 and the library beyond: `usual` says which, `any` is the library's.
#define TORCHPP_TURN_FUNCTOR(name)                         \
  struct name {                                            \
    template <class T>                                     \
    TORCHPP_HD bool usual(T x) const {                     \
      return fn::is_usual_turn(x);                         \
    }                                                      \
    template <class T>                                     \
    TORCHPP_HD T polynomial(T x) const {                   \
      return fn::name(x);                                  \
    }                                                      \
    template <class T>                                     \
    TORCHPP_HD T operator()(T x) const {                   \
      return usual(x) ? polynomial(x) : fn::name##_any(x); \
    }                                                      \
  };
TORCHPP_TURN_FUNCTOR(sin)
TORCHPP_TURN_FUNCTOR(cos)
TORCHPP_TURN_FUNCTOR(tan)
#undef TORCHPP_TURN_FUNCTOR
struct sinc {
  template <class T>
  TORCHPP_HD bool usual(T x) const {
    return fn::is_usual_turn(T(fn::kPi) * x);
  }
  template <class T>
  TORCHPP_HD T polynomial(T x) const {
    const T turn = T(fn::kPi) * x;
    return x == T(0) ? T(1) : fn::sin(turn) / turn;
  }
  template <class T>
  TORCHPP_HD T operator()(T x) const {
    const T turn = T(fn::kPi) * x;
    return usual(x) ? polynomial(x) : fn::sin_any(turn) / turn;
  }
};

// Two fits, by Chebyshev interpolation: of erfinv(x) / x in w = -log(1 - x^2) for w <= 6, of erfinv(x) / x / sqrt(w) in
// 1 / sqrt(w) up to the greatest double below 1. Their relative error is below 7.1e-8; one step of Halley's method
// leaves its cube. The residual comes from erfc where 1 - |x| is exact. 1.6 ulp in float, 2 ulp in double.
struct erfinv {
  template <class T>
  TORCHPP_HD T operator()(T x) const {
    const T a = fn::abs(x), w = -fn::log((T(1) - a) * (T(1) + a)), root = fn::sqrt(w), t = T(1) / root - T(0x1.26p-2);
    const T middle = poly(w - T(3), T(0x1.9fa0745cfd710p+0), T(0x1.eedbec11ee307p-3), -0x1.7815f0c563869p-8,
                          -0x1.b6678b3379e6dp-11, 0x1.99fb062b28296p-13, -0x1.aa78cfe854cd5p-17, -0x1.faee3ba2c3775p-20,
                          0x1.e1a6eca05ead1p-22, -0x1.1df49d9be6daep-28, -0x1.78a6892828e0bp-28);
    const T tail = root * poly(t, T(0x1.e7cc5268c80f4p-1), T(-0x1.84ef6eb9c26ffp-3), 0x1.24a90f8de4f50p-3,
                               0x1.32ca849213df6p-1, 0x1.503f1bcc8eb6ap+0, 0x1.ab822c50ef3dbp+3, 0x1.424bf14c6b4c0p+2,
                               -0x1.1b3fc40685fe6p+8, -0x1.7256fa8cec1a1p+8, 0x1.b7396455a18f4p+11);
    const T y = a * (w <= T(6) ? middle : tail);
    const T residual = a <= T(0.5) ? fn::erf(y) - a : (T(1) - a) - fn::erfc(y);
    const T step = residual / (T(0x1.20dd750429b6dp+0) * fn::exp(-y * y));  // the slope of erf
    const T result = y - step / (T(1) + y * step);
    return fn::copysign(a == T(1) ? T(fn::kInf) : result, x);
  }
};

// Predicates: the result is a truth value.
#define TORCHPP_PREDICATE(name, expression) \
  struct name {                             \
    template <class T>                      \
    TORCHPP_HD bool operator()(T x) const { \
      return expression;                    \
    }                                       \
  };
TORCHPP_PREDICATE(isnan, x != x)
TORCHPP_PREDICATE(isinf, fn::abs(x) == T(fn::kInf))
TORCHPP_PREDICATE(isfinite, fn::abs(x) < T(fn::kInf))
TORCHPP_PREDICATE(logical_not, x == T(0))
#undef TORCHPP_PREDICATE
// These predicates are of integers and truth values, too, of which none is infinite.
struct isposinf {
  template <class T>
  TORCHPP_HD bool operator()(T x) const {
    if constexpr (kIsFloat<T>) return x == T(fn::kInf);
    return false;
  }
};
struct isneginf {
  template <class T>
  TORCHPP_HD bool operator()(T x) const {
    if constexpr (kIsFloat<T>) return x == T(-fn::kInf);
    return false;
  }
};
struct signbit {
  template <class T>
  TORCHPP_HD bool operator()(T x) const {
    if constexpr (kIsFloat<T>) return fn::copysign(T(1), x) < T(0);
    return x < T(0);
  }
};

// The scalar operand `k`, in the type of computation.
template <class T>
TORCHPP_HD T scalar(const Scalars& s, int k) {
  if constexpr (kIsFloat<T>) return static_cast<T>(s.f[k]);
  return static_cast<T>(s.i[k]);
}

/// x > 0 ? scale x : alpha scale (e^(input_scale x) - 1), `quick` of what is `usual` (see fmod);   scalars: alpha,
/// scale, input_scale
template <class T>
struct elu {
  T negative, positive, inner;
  TORCHPP_HD static elu from(const Scalars& s) { return {T(s.f[0] * s.f[1]), T(s.f[1]), T(s.f[2])}; }
  TORCHPP_HD T operator()(T x) const {
    const T e = fn::expm1(x * inner) * negative;
    return x <= T(0) ? e : quick(x);
  }
  TORCHPP_HD bool usual(T x) const { return x > T(0); }
  TORCHPP_HD T quick(T x) const { return x * positive; }
};
/// scalars: slope
template <class T>
struct leaky_relu {
  T slope;
  TORCHPP_HD static leaky_relu from(const Scalars& s) { return {T(s.f[0])}; }
  TORCHPP_HD T operator()(T x) const { return x > T(0) ? x : x * slope; }
};
/// min(max(x, lo), hi); hi where lo > hi;   scalars: lo, hi
template <class T>
struct clamp {
  T lo, hi;
  TORCHPP_HD static clamp from(const Scalars& s) { return {scalar<T>(s, 0), scalar<T>(s, 1)}; }
  TORCHPP_HD T operator()(T x) const { return fn::clamp_keep_nan(x, lo, hi); }
};
/// x > limit ? x : value, NaN stays;   scalars: limit, value
template <class T>
struct threshold {
  T limit, value;
  TORCHPP_HD static threshold from(const Scalars& s) { return {scalar<T>(s, 0), scalar<T>(s, 1)}; }
  TORCHPP_HD T operator()(T x) const { return x <= limit ? value : x; }
};
/// x outside of [-limit, limit], else 0;   scalars: limit
template <class T>
struct hardshrink {
  T limit;
  TORCHPP_HD static hardshrink from(const Scalars& s) { return {T(s.f[0])}; }
  TORCHPP_HD T operator()(T x) const { return fn::abs(x) <= limit ? T(0) : x; }
};
/// x moved towards 0 by limit, and 0 within [-limit, limit];   scalars: limit
template <class T>
struct softshrink {
  T limit;
  TORCHPP_HD static softshrink from(const Scalars& s) { return {T(s.f[0])}; }
  TORCHPP_HD T operator()(T x) const { return x - fn::clamp_keep_nan(x, -limit, limit); }
};
/// log(1 + e^(beta x)) / beta, x where beta x > limit;   scalars: beta, limit
template <class T>
struct softplus {
  T beta, limit;
  TORCHPP_HD static softplus from(const Scalars& s) { return {T(s.f[0]), T(s.f[1])}; }
  TORCHPP_HD T operator()(T x) const {
    const T b = x * beta;
    const T y = static_cast<T>(fn::log1p(fn::exp(b))) / beta;
    return b > limit ? x : y;
  }
};
/// log(x / (1 - x)) of x, not below eps and not above 1 - eps; any x where eps is negative;   scalars: eps
template <class T>
struct logit_between {
  T lo, hi;
  TORCHPP_HD static logit_between from(const Scalars& s) {
    const T eps = T(s.f[0]);
    return eps < T(0) ? logit_between{T(-fn::kInf), T(fn::kInf)} : logit_between{eps, T(1) - eps};
  }
  TORCHPP_HD T operator()(T x) const {
    const T z = fn::clamp_keep_nan(x, lo, hi);
    return fn::log(z / (T(1) - z));
  }
};
/// x, or the number in place of NaN, inf, -inf;   scalars: these numbers
template <class T>
struct finite {
  T nan, above, below;
  TORCHPP_HD static finite from(const Scalars& s) { return {T(s.f[0]), T(s.f[1]), T(s.f[2])}; }
  TORCHPP_HD T operator()(T x) const {
    const T y = x == T(fn::kInf) ? above : x == T(-fn::kInf) ? below : x;
    return x != x ? nan : y;
  }
};
/// The derivative of digamma of order n >= 2;   scalars: n, (-1)^(n + 1) n!
template <class T>
struct polygamma_above {
  double n, factor;
  TORCHPP_HD static polygamma_above from(const Scalars& s) { return {s.f[0], s.f[1]}; }
  TORCHPP_HD T operator()(T x) const { return static_cast<T>(factor * fn::zeta_on_line(n + 1, x)); }
};

#undef TORCHPP_UNARY_FUNCTOR
}  // namespace torchpp::math
