// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Element-wise ops of two and three operands, and the backward helpers of one-operand ops (g: incoming gradient,
// x: input, y: output of the forward op).

#include "src/backends/math/gamma.h"
#include "src/backends/math/pointwise.h"

namespace torchpp::math {

#define TORCHPP_BINARY_FUNCTOR(name, expression) \
  struct name {                                  \
    template <class T>                           \
    TORCHPP_HD T operator()(T a, T b) const {    \
      return static_cast<T>(expression);         \
    }                                            \
  };
#define TORCHPP_COMPARISON(name, expression)     \
  struct name {                                  \
    template <class T>                           \
    TORCHPP_HD bool operator()(T a, T b) const { \
      return expression;                         \
    }                                            \
  };

/// a + alpha b;   scalars: alpha
template <class T>
struct add {
  T alpha;
  TORCHPP_HD static add from(const Scalars& s) { return {scalar<T>(s, 0)}; }
  TORCHPP_HD T operator()(T a, T b) const {
    if constexpr (kIsFloat<T>) return mul_add(b, alpha, a);
    return static_cast<T>(static_cast<Wrap<T>>(a) + static_cast<Wrap<T>>(b) * static_cast<Wrap<T>>(alpha));
  }
};
/// a - alpha b;   scalars: alpha
template <class T>
struct sub {
  T alpha;
  TORCHPP_HD static sub from(const Scalars& s) { return {scalar<T>(s, 0)}; }
  TORCHPP_HD T operator()(T a, T b) const {
    if constexpr (kIsFloat<T>) return mul_add(b, -alpha, a);
    return static_cast<T>(static_cast<Wrap<T>>(a) - static_cast<Wrap<T>>(b) * static_cast<Wrap<T>>(alpha));
  }
};
/// Sum and product of truth values: or, and;   scalars: alpha
template <class T>
struct add_bool {
  T alpha;
  TORCHPP_HD static add_bool from(const Scalars& s) { return {s.i[0] != 0}; }
  TORCHPP_HD T operator()(T a, T b) const { return static_cast<T>(a | (b & alpha)); }
};
TORCHPP_BINARY_FUNCTOR(mul, static_cast<Wrap<T>>(a) * static_cast<Wrap<T>>(b))
TORCHPP_BINARY_FUNCTOR(div, a / b)
TORCHPP_BINARY_FUNCTOR(atan2, fn::atan2(a, b))
TORCHPP_BINARY_FUNCTOR(hypot, fn::hypot(a, b))
TORCHPP_BINARY_FUNCTOR(copysign, fn::copysign(a, b))
TORCHPP_BINARY_FUNCTOR(nextafter, fn::nextafter(a, b))
TORCHPP_BINARY_FUNCTOR(xlogy, b != b ? b : a == T(0) ? T(0) : a * fn::log(b))
TORCHPP_BINARY_FUNCTOR(bitwise_and, a& b)
TORCHPP_BINARY_FUNCTOR(bitwise_or, a | b)
TORCHPP_BINARY_FUNCTOR(bitwise_xor, a ^ b)
// One NaN makes the result NaN.
TORCHPP_BINARY_FUNCTOR(maximum, ((a > b) | (a != a)) ? a : b)
TORCHPP_BINARY_FUNCTOR(minimum, ((a < b) | (a != a)) ? a : b)
// One NaN leaves the other operand.
TORCHPP_BINARY_FUNCTOR(fmax, ((a >= b) | (b != b)) ? a : b)
TORCHPP_BINARY_FUNCTOR(fmin, ((a <= b) | (b != b)) ? a : b)
// A positive number does not meet the weight, which may be infinite.
TORCHPP_BINARY_FUNCTOR(prelu_kernel, a > T(0) ? a : a * b)
TORCHPP_BINARY_FUNCTOR(heaviside, a == T(0) ? b : T(a > T(0)))
// log(e^a + e^b) and log2(2^a + 2^b); of equal infinities these
struct logaddexp {
  template <class T>
  TORCHPP_HD T operator()(T a, T b) const {
    const T y = maximum()(a, b) + fn::log1p(fn::exp(-fn::abs(a - b)));
    return ((a == b) & (fn::abs(a) == T(fn::kInf))) ? a : y;
  }
};
struct logaddexp2 {
  template <class T>
  TORCHPP_HD T operator()(T a, T b) const {
    const T y = maximum()(a, b) + fn::log1p(fn::exp2(-fn::abs(a - b))) * T(fn::kLog2e);
    return ((a == b) & (fn::abs(a) == T(fn::kInf))) ? a : y;
  }
};
struct igamma {
  template <class T>
  TORCHPP_HD T operator()(T a, T x) const {
    return static_cast<T>(fn::incomplete_gamma(a, x, false, sizeof(T) == 4 ? 1e-9 : 1e-16));
  }
};
struct igammac {
  template <class T>
  TORCHPP_HD T operator()(T a, T x) const {
    return static_cast<T>(fn::incomplete_gamma(a, x, true, sizeof(T) == 4 ? 1e-9 : 1e-16));
  }
};
struct standard_gamma_grad {
  template <class T>
  TORCHPP_HD T operator()(T alpha, T x) const {
    return static_cast<T>(fn::gamma_gradient(alpha, x));
  }
};
struct dirichlet_grad {
  template <class T>
  TORCHPP_HD T operator()(T x, T alpha, T total) const {
    return static_cast<T>(fn::dirichlet_gradient(x, alpha, total));
  }
};

// Rounded quotients and remainders. The caller has seen that no integer divisor is 0; the quotient of the least integer
// by -1 wraps. of_small() gives the result for integers up to 2^51 in magnitude, as doubles: a quotient below an
// integer n lies at least 1 / |b| below it, more than half a unit in the last place of n. Loops of 64 bits vectorise
// with it.
struct div_trunc {
  TORCHPP_HD static double of_small(double a, double b) { return fn::trunc(a / b); }
  template <class T>
  TORCHPP_HD T operator()(T a, T b) const {
    if constexpr (kIsFloat<T>) {
      return fn::trunc(a / b);
    } else {
      const bool minus_one = (T(-1) < T(0)) & (b == T(-1));
#if !defined(__CUDA_ARCH__)         // a device divides 32 bits faster than doubles
      if constexpr (sizeof(T) < 8)  // exact in double, and vectorises
        return minus_one ? wrap_neg(a)
                         : static_cast<T>(static_cast<int32_t>(static_cast<double>(a) / static_cast<double>(b)));
#endif
      return minus_one ? wrap_neg(a) : static_cast<T>(a / b);
    }
  }
};
// Of floating numbers, `usual` says where `quick` gives what the call gives: in loops, which vectorise then.
struct fmod {
  TORCHPP_HD static double of_small(double a, double b) { return a - div_trunc::of_small(a, b) * b; }
  template <class T>
  TORCHPP_HD bool usual(T a, T b) const {
    return fn::is_usual_quotient(a, b);
  }
  template <class T>
  TORCHPP_HD T quick(T a, T b) const {
    return fn::fmod_of_usual(a, b);
  }
  template <class T>
  TORCHPP_HD T operator()(T a, T b) const {
    if constexpr (kIsFloat<T>) return fn::fmod(a, b);
    else
      return static_cast<T>(static_cast<Wrap<T>>(a) -
                            static_cast<Wrap<T>>(div_trunc()(a, b)) * static_cast<Wrap<T>>(b));
  }
};
// The remainder takes the divisor's sign.
struct remainder {
  TORCHPP_HD static double of_small(double a, double b) { return from_fmod(b, fmod::of_small(a, b)); }
  template <class T>
  TORCHPP_HD bool usual(T a, T b) const {
    return fn::is_usual_quotient(a, b);
  }
  template <class T>
  TORCHPP_HD T quick(T a, T b) const {
    return from_fmod(b, fn::fmod_of_usual(a, b));
  }
  template <class T>
  TORCHPP_HD T operator()(T a, T b) const {
    return from_fmod(b, fmod()(a, b));
  }

 private:
  template <class T>
  TORCHPP_HD static T from_fmod(T b, T m) {
    const bool differ = (m != T(0)) & ((b < T(0)) != (m < T(0)));
    if constexpr (kIsFloat<T>) return differ ? m + b : m;
    else return static_cast<T>(static_cast<Wrap<T>>(m) + static_cast<Wrap<T>>(b) * Wrap<T>(differ));  // no branch
  }
};
// The largest integer not above the exact quotient. Of floating numbers (a - fmod(a, b)) / b is within rounding of it;
// a / b may be above.
struct div_floor {
  TORCHPP_HD static double of_small(double a, double b) {
    const double q = div_trunc::of_small(a, b), m = a - q * b;
    return q - (((m != 0) & ((m < 0) != (b < 0))) ? 1.0 : 0.0);
  }
  template <class T>
  TORCHPP_HD bool usual(T a, T b) const {
    return fn::is_usual_quotient(a, b);
  }
  template <class T>
  TORCHPP_HD T quick(T a, T b) const {
    return from_fmod(a, b, fn::fmod_of_usual(a, b));
  }
  template <class T>
  TORCHPP_HD T operator()(T a, T b) const {
    if constexpr (kIsFloat<T>) {
      return from_fmod(a, b, fn::fmod(a, b));
    } else {
      const T q = div_trunc()(a, b);
      const T m = static_cast<T>(static_cast<Wrap<T>>(a) - static_cast<Wrap<T>>(q) * static_cast<Wrap<T>>(b));
      return static_cast<T>(static_cast<Wrap<T>>(q) - Wrap<T>((m != T(0)) & ((m < T(0)) != (b < T(0)))));
    }
  }

 private:
  template <class T>
  TORCHPP_HD static T from_fmod(T a, T b, T m) {
    const T quotient = a / b;
    T q = (a - m) / b;
    q = ((m != T(0)) & ((b < T(0)) != (m < T(0)))) ? q - T(1) : q;
    T f = fn::floor(q);
    f = q - f > T(0.5) ? f + T(1) : f;
    f = q == T(0) ? fn::copysign(T(0), quotient) : f;
    return b == T(0) ? quotient : f;
  }
};

struct pow {
  template <class T>
  TORCHPP_HD T operator()(T a, T b) const {
    if constexpr (kIsFloat<T>) {
      return fn::pow(a, b);
    } else {
      if (b < T(0)) return a == T(1) ? T(1) : a == T(-1) ? static_cast<T>((b & 1) ? -1 : 1) : T(0);
      Wrap<T> result = 1, power = static_cast<Wrap<T>>(a);
      for (Wrap<T> n = static_cast<Wrap<T>>(b); n != 0; n = static_cast<Wrap<T>>(n >> 1)) {
        if (n & 1) result = static_cast<Wrap<T>>(result * power);
        power = static_cast<Wrap<T>>(power * power);
      }
      return static_cast<T>(result);
    }
  }
};

// Counts outside [0, width) shift everything out. (libtorch 1.13 gives what the machine's shift instruction gives.)
struct bitwise_left_shift {
  template <class T>
  TORCHPP_HD T operator()(T a, T b) const {
    const bool out = (b < T(0)) | (b >= T(8 * sizeof(T)));
    return out ? T(0) : static_cast<T>(static_cast<Wrap<T>>(a) << (out ? T(0) : b));
  }
};
struct bitwise_right_shift {
  template <class T>
  TORCHPP_HD T operator()(T a, T b) const {
    const bool out = (b < T(0)) | (b >= T(8 * sizeof(T)));
    return static_cast<T>(a >> (out ? T(8 * sizeof(T) - 1) : b)) &
           static_cast<T>((out & (T(-1) > T(0))) ? T(0) : T(-1));
  }
};

// Not negative; the least integer, whose opposite wraps, stays.
struct gcd {
  template <class T>
  TORCHPP_HD T operator()(T a, T b) const {
    Wrap<T> x = static_cast<Wrap<T>>(abs()(a)), y = static_cast<Wrap<T>>(abs()(b));
    while (y != 0) {
      const Wrap<T> rest = static_cast<Wrap<T>>(x % y);
      x = y;
      y = rest;
    }
    return static_cast<T>(x);
  }
};
// What of the product the dtype does not hold is cut off behind the absolute value of an int32, or of a wider type.
struct lcm {
  template <class T>
  TORCHPP_HD T operator()(T a, T b) const {
    const T divisor = gcd()(a, b);
    if (divisor == T(0)) return T(0);
    if constexpr (sizeof(T) < 4) {
      const int32_t product = static_cast<int32_t>(div_trunc()(a, divisor)) * static_cast<int32_t>(b);
      return static_cast<T>(product < 0 ? -product : product);
    } else {
      return abs()(mul()(div_trunc()(a, divisor), b));
    }
  }
};

/// The next number of 16-bit floats, as their bits in 16-bit integers;   scalars: the bits of infinity
template <class T>
struct nextafter_bits {
  int32_t infinity;
  TORCHPP_HD static nextafter_bits from(const Scalars& s) { return {static_cast<int32_t>(s.i[0])}; }
  TORCHPP_HD T operator()(T x, T y) const {
    const int32_t a = static_cast<int32_t>(x) & 0x7fff, b = static_cast<int32_t>(y) & 0x7fff;
    if (a > infinity) return x;
    if (b > infinity) return y;
    const int32_t from = x < T(0) ? -a : a, to = y < T(0) ? -b : b;
    if (from == to) return y;
    const int32_t next = from < to ? from + 1 : from - 1;
    const bool negative = next == 0 ? x < T(0) : next < 0;
    return static_cast<T>((next < 0 ? -next : next) | (negative ? 0x8000 : 0));
  }
};

TORCHPP_COMPARISON(eq, a == b)
TORCHPP_COMPARISON(ne, a != b)
TORCHPP_COMPARISON(lt, a < b)
TORCHPP_COMPARISON(le, a <= b)
TORCHPP_COMPARISON(gt, a > b)
TORCHPP_COMPARISON(ge, a >= b)
TORCHPP_COMPARISON(logical_and, (a != T(0)) & (b != T(0)))
TORCHPP_COMPARISON(logical_or, (a != T(0)) | (b != T(0)))
TORCHPP_COMPARISON(logical_xor, (a != T(0)) != (b != T(0)))

// ---- backward helpers: (g, x) or (g, y)
// ------------------------------------------------------------------------------

TORCHPP_BINARY_FUNCTOR(sigmoid_backward, a*(T(1) - b) * b)
TORCHPP_BINARY_FUNCTOR(tanh_backward, a*(T(1) - b * b))
/// Derivative of logit_between in terms of the input: 0 outside of the bounds, without them NaN outside of [0, 1];
/// scalars: eps
template <class T>
struct logit_between_backward {
  T lo, hi, outside;
  TORCHPP_HD static logit_between_backward from(const Scalars& s) {
    const T eps = T(s.f[0]);
    return eps >= T(0) ? logit_between_backward{eps, T(1) - eps, T(0)}
                       : logit_between_backward{T(0), T(1), T(__builtin_nanf(""))};
  }
  TORCHPP_HD T operator()(T g, T x) const {
    const T d = g / (x * (T(1) - x) + T(0));  // of -0, too, infinity with the sign of g
    return ((x < lo) | (x > hi)) ? outside : d;
  }
};
struct silu_backward {
  template <class T>
  TORCHPP_HD T operator()(T g, T x) const {
    const T s = fn::sigmoid(x);
    return g * s * (T(1) + x * (T(1) - s));
  }
};
struct gelu_backward {
  template <class T>
  TORCHPP_HD T operator()(T g, T x) const {
    const fn::Normal<T> at = fn::normal(x);
    return g * (at.below + x * at.density);
  }
};
struct gelu_tanh_backward {
  template <class T>
  TORCHPP_HD T operator()(T g, T x) const {
    const T x2 = x * x, t = fn::tanh(T(kGeluScale) * (x + T(kGeluCube) * (x2 * x)));
    const T slope = T(kGeluScale) * (T(1) + T(3 * kGeluCube) * x2);
    return g * (T(0.5) * (T(1) + t) + T(0.5) * x * (T(1) - t * t) * slope);
  }
};
struct mish_backward {
  template <class T>
  TORCHPP_HD T operator()(T g, T x) const {
    const T e = fn::exp(x > T(20) ? T(20) : x), n = e * (e + T(2)), t = n / (n + T(2)), s = e / (T(1) + e);
    return g * (x > T(20) ? T(1) : t + x * s * (T(1) - t * t));
  }
};
struct hardswish_backward {
  template <class T>
  TORCHPP_HD T operator()(T g, T x) const {
    const T inner = g * (x / T(3) + T(0.5));
    return x < T(-3) ? T(0) : x <= T(3) ? inner : g;
  }
};
struct hardsigmoid_backward {
  template <class T>
  TORCHPP_HD T operator()(T g, T x) const {
    return ((x > T(-3)) & (x < T(3))) ? g / T(6) : T(0);
  }
};
/// scalars: limit
template <class T>
struct threshold_backward {
  T limit;
  TORCHPP_HD static threshold_backward from(const Scalars& s) { return {scalar<T>(s, 0)}; }
  TORCHPP_HD T operator()(T g, T x) const { return x <= limit ? T(0) : g; }
  TORCHPP_HD bool takes_first(T x) const { return !(x <= limit); }
};
/// Derivative of hardshrink and softshrink;   scalars: limit
template <class T>
struct shrink_backward {
  T limit;
  TORCHPP_HD static shrink_backward from(const Scalars& s) { return {T(s.f[0])}; }
  TORCHPP_HD T operator()(T g, T x) const { return fn::abs(x) <= limit ? T(0) : g; }
  TORCHPP_HD bool takes_first(T x) const { return !(fn::abs(x) <= limit); }
};
/// Derivative in terms of the input x;   scalars: alpha, scale, input_scale
template <class T>
struct elu_backward {
  T negative, positive, inner;
  TORCHPP_HD static elu_backward from(const Scalars& s) { return {T(s.f[0] * s.f[1]), T(s.f[1]), T(s.f[2])}; }
  TORCHPP_HD T operator()(T g, T x) const {
    const T e = g * inner * negative * fn::exp(x * inner);
    return x <= T(0) ? e : quick(g, x);
  }
  TORCHPP_HD bool usual(T, T x) const { return x > T(0); }
  TORCHPP_HD T quick(T g, T) const { return g * positive; }
};
/// Derivative in terms of the output y, for in-place elu;   scalars: alpha, scale, input_scale
template <class T>
struct elu_backward_result {
  T negative, positive, inner;
  TORCHPP_HD static elu_backward_result from(const Scalars& s) { return {T(s.f[0] * s.f[1]), T(s.f[1]), T(s.f[2])}; }
  TORCHPP_HD T operator()(T g, T y) const { return y <= T(0) ? g * inner * (y + negative) : g * positive; }
};
/// scalars: slope
template <class T>
struct leaky_relu_backward {
  T slope;
  TORCHPP_HD static leaky_relu_backward from(const Scalars& s) { return {T(s.f[0])}; }
  TORCHPP_HD T operator()(T g, T x) const { return x > T(0) ? g : g * slope; }
};
/// scalars: lo, hi
template <class T>
struct hardtanh_backward {
  T lo, hi;
  TORCHPP_HD static hardtanh_backward from(const Scalars& s) { return {T(s.f[0]), T(s.f[1])}; }
  TORCHPP_HD T operator()(T g, T x) const { return ((x <= lo) | (x >= hi)) ? T(0) : g; }
};
/// scalars: beta, limit
template <class T>
struct softplus_backward {
  T beta, limit;
  TORCHPP_HD static softplus_backward from(const Scalars& s) { return {T(s.f[0]), T(s.f[1])}; }
  TORCHPP_HD T operator()(T g, T x) const {
    const T b = x * beta, d = g * fn::sigmoid(b);
    return b > limit ? g : d;
  }
};

// ---- element losses: (input, target)
// ---------------------------------------------------------------------------------

TORCHPP_BINARY_FUNCTOR(mse, (a - b) * (a - b))
/// scalars: beta
template <class T>
struct smooth_l1 {
  T beta;
  TORCHPP_HD static smooth_l1 from(const Scalars& s) { return {T(s.f[0])}; }
  TORCHPP_HD T operator()(T a, T b) const {
    const T z = fn::abs(a - b);
    return z < beta ? T(0.5) * z * z / beta : z - T(0.5) * beta;
  }
};
/// scalars: delta
template <class T>
struct huber {
  T delta;
  TORCHPP_HD static huber from(const Scalars& s) { return {T(s.f[0])}; }
  TORCHPP_HD T operator()(T a, T b) const {
    const T z = fn::abs(a - b);
    return z <= delta ? T(0.5) * z * z : delta * (z - T(0.5) * delta);
  }
};

// ---- three operands
// --------------------------------------------------------------------------------------------------

/// a + value b c;   scalars: value
template <class T>
struct addcmul {
  T value;
  TORCHPP_HD static addcmul from(const Scalars& s) { return {scalar<T>(s, 0)}; }
  TORCHPP_HD T operator()(T a, T b, T c) const {
    if constexpr (kIsFloat<T>) return mul_add(value * b, c, a);
    return static_cast<T>(static_cast<Wrap<T>>(a) +
                          static_cast<Wrap<T>>(value) * static_cast<Wrap<T>>(b) * static_cast<Wrap<T>>(c));
  }
};
/// a + value b / c;   scalars: value
template <class T>
struct addcdiv {
  T value;
  TORCHPP_HD static addcdiv from(const Scalars& s) { return {T(s.f[0])}; }
  TORCHPP_HD T operator()(T a, T b, T c) const { return a + value * b / c; }
};
/// From a to b by the weight w, exact at both ends
struct lerp_tensor {
  template <class T>
  TORCHPP_HD T operator()(T a, T b, T w) const {
    const T d = b - a;
    return w < T(0.5) ? a + w * d : b - d * (T(1) - w);
  }
};
/// Linear interpolation by one weight;   scalars: weight
template <class T>
struct lerp {
  T weight;
  TORCHPP_HD static lerp from(const Scalars& s) { return {T(s.f[0])}; }
  TORCHPP_HD T operator()(T a, T b) const { return lerp_tensor()(a, b, weight); }
};
/// min(max(x, lo), hi); NaN if any operand is
struct clamp_tensor {
  template <class T>
  TORCHPP_HD T operator()(T x, T lo, T hi) const {
    const T y = fn::clamp_keep_nan(x, lo, hi);
    // The sum has the NaN. Of minimum() and maximum() one after the other the compiler makes branches.
    return ((x != x) | (lo != lo) | (hi != hi)) ? static_cast<T>(x + lo + hi) : y;
  }
};

#undef TORCHPP_BINARY_FUNCTOR
#undef TORCHPP_COMPARISON
}  // namespace torchpp::math
