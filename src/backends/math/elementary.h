// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Elementary functions without branches, tables or library calls, so that a plain loop over them vectorises.
//
// Polynomials are minimax fits (Remez exchange in 200-bit arithmetic) of the stated degree. Errors of the float
// functions of one argument were measured on every 37th float (tests/backends/loops_test.cpp repeats a coarser stride),
// of pow, atan2 and hypot on every 997th for a few second arguments, of the double ones on random arguments (the test
// repeats fewer). A float function whose double evaluation costs little is evaluated in double (namespace wide): 0.51
// ulp, denormals included. Devices take their own functions where these are faster.

#include <float.h>

#include "src/backends/math/bits.h"

namespace torchpp::math::fn {

constexpr double kLn2 = 0x1.62e42fefa39efp-1, kLog2e = 0x1.71547652b82fep+0;
constexpr double kLn2Hi = 0x1.62e42feep-1, kLn2Lo = 0x1.a39ef35793c76p-33;  // kLn2Hi has 32 bits: n * kLn2Hi is exact
constexpr float kLn2HiF = 0x1.62e4p-1f, kLn2LoF = 0x1.7f7d1cf79abcap-20f;   // kLn2HiF has 15 bits
constexpr double kPi = 0x1.921fb54442d18p+1, kHalfPi = 0x1.921fb54442d18p+0;
// Adding one of these rounds to an integer, which is then in the low bits of the sum; subtracting it again gives the
// integer.
constexpr float kRoundF = 0x1.8p+23f;
constexpr double kRound = 0x1.8p+52;
constexpr double kInf = __builtin_inf();
constexpr float kInfF = __builtin_inff();

TORCHPP_HD float abs(float x) { return from_bits(to_bits(x) & 0x7fffffffu); }
TORCHPP_HD double abs(double x) { return from_bits(to_bits(x) & 0x7fffffffffffffffu); }
TORCHPP_HD float copysign(float x, float s) {
  return from_bits((to_bits(x) & 0x7fffffffu) | (to_bits(s) & 0x80000000u));
}
TORCHPP_HD double copysign(double x, double s) {
  return from_bits((to_bits(x) & 0x7fffffffffffffffu) | (to_bits(s) & 0x8000000000000000u));
}
TORCHPP_HD float sqrt(float x) { return __builtin_sqrtf(x); }
TORCHPP_HD double sqrt(double x) { return __builtin_sqrt(x); }
template <class T>
TORCHPP_HD T clamp_keep_nan(T x, T lo, T hi) {
  x = x < lo ? lo : x;
  return x > hi ? hi : x;
}
// 2^n for the integer in the low bits of t = n + kRound; n within the exponent range of normal numbers.
TORCHPP_HD float pow2_of(float t) { return from_bits((to_bits(t) + 127u) << 23); }
TORCHPP_HD double pow2_of(double t) { return from_bits((to_bits(t) + 1023u) << 52); }

// ---- float arithmetic ----------------------------------------------------------------------------------------------

// e^r - 1 for |r| <= ln2 / 2, degree 6
TORCHPP_HD float expm1_reduced(float r) {
  const float q = poly(r, 0x1.0000005239009p-1f, 0x1.55548e350200fp-3f, 0x1.55545cf9d7292p-5f, 0x1.123bdee54f0c1p-7f,
                       0x1.6db4f0897350dp-10f);
  return mul_add(r * r, q, r);
}
TORCHPP_HD float exp_reduce(float x, float& t) {
  t = mul_add(x, static_cast<float>(kLog2e), kRoundF);
  const float n = t - kRoundF;
  return mul_add(n, -kLn2LoF, mul_add(n, -kLn2HiF, x));
}
/// x, which is no NaN, within lo < 0 and hi > 0, by the order of the bits: the bits of negative numbers grow as these
/// fall. Of comparisons of floats in a row the compiler makes paths, which cost more when they are vectorised.
TORCHPP_HD float clamp_bits(float x, float lo, float hi) {
  const int32_t signed_bits = static_cast<int32_t>(to_bits(x)), signed_hi = static_cast<int32_t>(to_bits(hi));
  const uint32_t below = static_cast<uint32_t>(signed_bits < signed_hi ? signed_bits : signed_hi);
  return from_bits(below < to_bits(lo) ? below : to_bits(lo));
}
/// e^x, 1.02 ulp; overflow to infinity, gradual underflow to 0. The factor 2^n is applied in two halves.
/// Far below the last factor is an exact 0. Measured on -inf (masked softmax), ns per element without and with that:
/// v4 3.1 and 0.32, v3 5.6 and 0.69, but v2 1.0 and 11; on ordinary arguments it costs v4 0.27 to 0.32, v3 0.48 to
/// 0.71.
/// A device's own, by its unit for 2^x, is a third of the instructions.
TORCHPP_HD float exp(float x) {
#if defined(__CUDA_ARCH__)
  return ::expf(x);
#else
  float t;
  const float r = exp_reduce(clamp_bits(x, -104.0f, 89.0f), t);
  const float n = t - kRoundF, half = mul_add(n, 0.5f, kRoundF), rest = (n - (half - kRoundF)) + kRoundF;
  const uint32_t kept = 0 - static_cast<uint32_t>(!(x < -104.0f));  // a mask: see clamp_bits
  const float y = (1.0f + expm1_reduced(r)) * pow2_of(half) * from_bits(to_bits(pow2_of(rest)) & kept);
  return x == x ? y : x;
#endif
}
/// e^x for -87 <= x <= 88, 1.01 ulp
TORCHPP_HD float exp_bounded(float x) {
  float t;
  const float r = exp_reduce(x, t);
  return (1.0f + expm1_reduced(r)) * pow2_of(t);
}

/// Natural logarithm, 0.9 ulp; log(0) = -inf, of negative numbers NaN
TORCHPP_HD float log(float x) {
  const bool denormal = x < FLT_MIN;
  const uint32_t bits = to_bits(denormal ? x * 0x1p23f : x);
  // m in [sqrt(1/2), sqrt(2)), x = m 2^e
  const int32_t e = static_cast<int32_t>(bits - 0x3f3504f3u) >> 23;
  const float f = from_bits(bits - (static_cast<uint32_t>(e) << 23)) - 1.0f;
  const float n = static_cast<float>(e) - (denormal ? 23.0f : 0.0f);
  const float q = poly(f, 0x1.555545fed01c1p-2f, -0x1.ffffedc4472d2p-3f, 0x1.99a543845a5f2p-3f, -0x1.5562ee56a53b6p-3f,
                       0x1.2332e924b65f5p-3f, -0x1.fb41c9f951b5ep-4f, 0x1.e64d671d4663ep-4f, -0x1.e2f08e44990b3p-4f,
                       0x1.1b51318d41f2bp-4f);
  const float f2 = f * f;
  const float tail = mul_add(f2, mul_add(f, q, -0.5f), n * kLn2LoF);
  float y = mul_add(n, kLn2HiF, f + tail);
  y = x < kInfF ? y : x + x;  // +inf and NaN
  y = x < 0.0f ? __builtin_nanf("") : y;
  return x == 0.0f ? -kInfF : y;
}

/// 1 / (1 + e^-x), 2.5 ulp; 0 below -88.7, where the exact result is denormal
TORCHPP_HD float sigmoid(float x) { return 1.0f / (1.0f + exp(-x)); }

/// tanh, 1.3 ulp; a device's own (two thirds of the instructions) 2 ulp
TORCHPP_HD float tanh(float x) {
#if defined(__CUDA_ARCH__)
  return ::tanhf(x);
#else
  const float a = abs(x), z = x * x;
  const float q = poly(z, -0x1.5555343a9c7efp-2f, 0x1.11076ae20fa64p-3f, -0x1.b8447b7e0598ap-5f, 0x1.5257b2fbf2d60p-6f,
                       -0x1.76ae79aefb237p-8f);
  const float small = mul_add(x * z, q, x);
  const float c = a > 10.0f ? 10.0f : a;
  const float large = 1.0f - 2.0f / (exp_bounded(c + c) + 1.0f);
  return a < 0.625f ? small : copysign(large, x);
#endif
}

/// Error function, 1.2 ulp; the fit is of erf(x) / x - 1. A device's own (two thirds of the instructions) has 2 ulp.
TORCHPP_HD float erf(float x) {
#if defined(__CUDA_ARCH__)
  return ::erff(x);
#else
  const float a = abs(x), z = x * x;
  const float p = poly(z, 0x1.06eba7f8bac60p-3f, -0x1.81273ecb64b3ap-2f, 0x1.ce2d1fae8ac4ep-4f, -0x1.b7fbb56196242p-6f,
                       0x1.5419f962ab742p-8f, -0x1.a485f7f7ff144p-11f, 0x1.4ae4c59dcdbf3p-14f);
  const float c = a > 4.0f ? 4.0f : a;
  const float minus_log_erfc =
      poly(c, -0x1.8a5461a2306dfp-13f, 0x1.212c0c84fc43cp+0f, 0x1.4435687577a92p-1f, 0x1.bc1508c11f8a9p-4f,
           -0x1.9d02e3aa7ee42p-6f, 0x1.138c8e1ce3c87p-8f, -0x1.cec571ce5568ep-12f, 0x1.6bd72a23a4e6bp-16f);
  const float large = 1.0f - exp_bounded(-minus_log_erfc);
  return a < 1.0f ? mul_add(x, p, x) : copysign(large, x);
#endif
}

/// Density and cumulative probability of the standard normal distribution at x, absolute error 6e-8: the density's
/// e^(-x^2 / 2) times a polynomial in |x| is the probability of what lies farther out. Where it is below 3e-38 both are
/// those of infinity.
template <class T>
struct Normal {
  T density, below;
};
TORCHPP_HD Normal<float> normal(float x) {
  const float h = -0.5f * x * x, a = abs(x), t = a > 6.0f ? 6.0f : a;
#if defined(__CUDA_ARCH__)
  const float e = ::expf(h);
#else
  const float e = h < -87.0f ? 0.0f : exp_bounded(h);
#endif
  const float p =
      poly(t, 0.5f, -0x1.988432aa280b8p-2f, 0x1.fffb55c1439f2p-3f, -0x1.1036bbf68c144p-3f, 0x1.fe0db0f42f98cp-5f,
           -0x1.ab1e0b9c95224p-6f, 0x1.3c8849fe23c3ap-7f, -0x1.9078a1e0f5acbp-9f, 0x1.98c648ca3b003p-11f,
           -0x1.3a22bba9e107bp-13f, 0x1.4dc02e04ff631p-16f, -0x1.ae7b4c8fd2a2fp-20f, 0x1.f6cc5e251c8dcp-25f);
  const float outside = e * p;
  return {0x1.9884533d43651p-2f * e, x < 0.0f ? outside : 1.0f - outside};
}

// ---- float functions in double arithmetic, relative error below 2^-33
// ------------------------------------------------

namespace wide {

// e^r - 1 for |r| <= ln2 / 2, degree 8
TORCHPP_HD double expm1_reduced(double r) {
  const double q = poly(r, 0x1.fffffffff446bp-2, 0x1.55555573a031ap-3, 0x1.5555557d24dd2p-5, 0x1.1110b180a76b9p-7,
                        0x1.6c1638866d925p-10, 0x1.a1707805300d9p-13, 0x1.a175a0ce07528p-16);
  return mul_add(r * r, q, r);
}
// |x| <= 700
TORCHPP_HD double exp(double x) {
  const double t = mul_add(x, kLog2e, kRound), r = mul_add(t - kRound, -kLn2, x);
  return (1.0 + expm1_reduced(r)) * pow2_of(t);
}
TORCHPP_HD double expm1(double x) {
  const double t = mul_add(x, kLog2e, kRound), r = mul_add(t - kRound, -kLn2, x), scale = pow2_of(t);
  return mul_add(scale, expm1_reduced(r), scale - 1.0);
}
TORCHPP_HD double exp2(double x) {
  const double t = x + kRound, r = (x - (t - kRound)) * kLn2;
  return (1.0 + expm1_reduced(r)) * pow2_of(t);
}

struct Split {
  double n, f;  // x = 2^n (1 + f), 1 + f in [sqrt(1/2), sqrt(2))
};
// x > 0 and normal (every positive float is)
TORCHPP_HD Split split(double x) {
  const uint64_t bits = to_bits(x), biased = (bits - 0x3fe6a09e667f3bcdu + (uint64_t{1023} << 52)) >> 52;
  const double n = from_bits(biased | 0x4330000000000000u) - (0x1p52 + 1023.0);
  return {n, from_bits(bits - ((biased - 1023u) << 52)) - 1.0};
}
// log(1 + f) of a split number, by 2 atanh(f / (2 + f)), degree 11
TORCHPP_HD double log1p_reduced(double f) {
  const double s = f / (2.0 + f), z = s * s;
  const double q = poly(z, 0x1.555555561e04dp-2, 0x1.999996a9e7ef6p-3, 0x1.249411b2574b6p-3, 0x1.c62b26976a14bp-4,
                        0x1.91149e3fdec22p-4);
  return 2.0 * mul_add(s * z, q, s);
}
// The results that no polynomial gives: log(+-0) = -inf, log(inf) = inf, of negative numbers and NaN NaN.
TORCHPP_HD float log_edges(double y, float x) {
  float r = static_cast<float>(y);
  r = x < kInfF ? r : x + x;
  r = x < 0.0f ? __builtin_nanf("") : r;
  return x == 0.0f ? -kInfF : r;
}

// Argument reduction: x = n pi/2 + r, |r| <= pi/4. Exact enough for |x| <= 2^20.
struct Turn {
  double r;
  uint64_t n;
};
constexpr float kMaxTurnArgument = 0x1p20f;
TORCHPP_HD Turn turn(double x) {
  const double t = mul_add(x, 0x1.45f306dc9c883p-1, kRound), n = t - kRound;
  return {mul_add(n, -0x1.0b4611a626331p-34, mul_add(n, -0x1.921fb544p+0, x)), to_bits(t)};
}
TORCHPP_HD double sin_reduced(double r, double z) {
  return mul_add(
      r * z, poly(z, -0x1.5555554c9940ep-3, 0x1.1111087d8e621p-7, -0x1.a00f892baa74cp-13, 0x1.6cd35e6c7e4a2p-19), r);
}
TORCHPP_HD double cos_reduced(double z) {
  const double q = poly(z, 0x1.5555554f361ddp-5, -0x1.6c16b87e4eadfp-10, 0x1.a0110e6dcb8e4p-16, -0x1.2427216d99729p-22);
  return mul_add(z * z, q, mul_add(z, -0.5, 1.0));
}
// sin(r + n pi/2)
TORCHPP_HD double sin_turned(double r, uint64_t n) {
  const double z = r * r, s = sin_reduced(r, z), c = cos_reduced(z);
  const uint64_t odd = 0 - (n & 1);  // all ones in odd quadrants
  return from_bits(((to_bits(s) & ~odd) | (to_bits(c) & odd)) ^ ((n & 2) << 62));
}

TORCHPP_HD double asin_reduced(double x) {  // |x| <= 1/2
  const double z = x * x;
  const double q = poly(z, 0x1.55555608e661cp-3, 0x1.3332a828a70cfp-4, 0x1.6ddb202f9c3bdp-5, 0x1.ed5423781825ep-6,
                        0x1.93559a7eefdafp-6, 0x1.e9a2ff23bdcd8p-8, 0x1.1c2fb735a0391p-5);
  return mul_add(x * z, q, x);
}
TORCHPP_HD double atan_reduced(double x) {  // |x| <= 1
  const double z = x * x;
  const double q = poly(z, -0x1.55555532726d0p-2, 0x1.999985eaf7608p-3, -0x1.2490575286ba4p-3, 0x1.c6eabaa87d688p-4,
                        -0x1.72e412634dda2p-4, 0x1.33d475462548bp-4, -0x1.f1255a4278521p-5, 0x1.6b73c1f07b49dp-5,
                        -0x1.b633b33c0cba5p-6, 0x1.864b9dc3790b3p-7, -0x1.baa6ecd7b00a1p-9, 0x1.d700d6970b6ebp-12);
  return mul_add(x * z, q, x);
}
TORCHPP_HD double atan(double x) {
  const double a = abs(x);
  const bool steep = a > 1.0;
  const double p = atan_reduced(steep ? 1.0 / a : a);
  return copysign(steep ? kHalfPi - p : p, x);
}
// e^(x^2) erfc(x) (1 + 2x) is smooth in (x - 3) / (x + 3); x in [0, 10.4], degree 12
TORCHPP_HD double erfc_positive(double x) {
  const double t = (x - 3.0) / (x + 3.0);
  const double p = poly(t, 0x1.40c522d7e21a2p+0, -0x1.15c084d7f2f45p-3, -0x1.85a15c3f6fdebp-5, 0x1.09836ca6f2aeep-3,
                        -0x1.e88b7af06d836p-4, 0x1.17c970c0bb70bp-4, -0x1.857779baa7025p-6, 0x1.4c151eaff1567p-9,
                        0x1.f0b2305d7c871p-10, -0x1.9e0b3e836de14p-11, -0x1.0b086f9752664p-13, 0x1.07ff66189e150p-13,
                        0x1.133ff103c4434p-15);
  return exp(-x * x) * p / (1.0 + 2.0 * x);
}

}  // namespace wide

#if defined(__CUDA_ARCH__)
// A device's own functions in float: its double arithmetic may have a 64th of the rate. Greatest errors in ulp that
// editions of the CUDA programming guide have measured: 1 of expm1, log2, log1p; 2 of exp2, log10, sin, cos, atan,
// cosh; 3 of acos, sinh, asinh, atanh, atan2, hypot; 4 of asin, acosh, tan, erfc; 9 of pow.
TORCHPP_HD float exp2(float x) { return ::exp2f(x); }
TORCHPP_HD float expm1(float x) { return ::expm1f(x); }
TORCHPP_HD float log2(float x) { return ::log2f(x); }
TORCHPP_HD float log10(float x) { return ::log10f(x); }
TORCHPP_HD float log1p(float x) { return ::log1pf(x); }
TORCHPP_HD float sin(float x) { return ::sinf(x); }
TORCHPP_HD float cos(float x) { return ::cosf(x); }
TORCHPP_HD void sin_cos(float x, float& sine, float& cosine) { ::sincosf(x, &sine, &cosine); }
TORCHPP_HD float tan(float x) { return ::tanf(x); }
TORCHPP_HD bool is_usual_turn(float) { return true; }
TORCHPP_HD float asin(float x) { return ::asinf(x); }
TORCHPP_HD float acos(float x) { return ::acosf(x); }
TORCHPP_HD float atan(float x) { return ::atanf(x); }
TORCHPP_HD float sinh(float x) { return ::sinhf(x); }
TORCHPP_HD float cosh(float x) { return ::coshf(x); }
TORCHPP_HD float asinh(float x) { return ::asinhf(x); }
TORCHPP_HD float acosh(float x) { return ::acoshf(x); }
TORCHPP_HD float atanh(float x) { return ::atanhf(x); }
TORCHPP_HD float erfc(float x) { return ::erfcf(x); }
TORCHPP_HD float atan2(float y, float x) { return ::atan2f(y, x); }
TORCHPP_HD float hypot(float x, float y) { return ::hypotf(x, y); }
TORCHPP_HD float pow(float x, float y) { return ::powf(x, y); }
#else
TORCHPP_HD float exp2(float x) {
  return static_cast<float>(wide::exp2(clamp_keep_nan(static_cast<double>(x), -160.0, 130.0)));
}
TORCHPP_HD float expm1(float x) {
  const float y = static_cast<float>(wide::expm1(clamp_keep_nan(static_cast<double>(x), -40.0, 90.0)));
  return x == 0.0f ? x : y;  // keeps the sign of zero
}
TORCHPP_HD float log2(float x) {
  const wide::Split s = wide::split(x);
  return wide::log_edges(s.n + wide::log1p_reduced(s.f) * kLog2e, x);
}
TORCHPP_HD float log10(float x) {
  const wide::Split s = wide::split(x);
  return wide::log_edges((s.n * kLn2 + wide::log1p_reduced(s.f)) * 0x1.bcb7b1526e50ep-2, x);
}
// log(1 + x) for x > -1
TORCHPP_HD double log1p_wide(double x) {
  const wide::Split s = wide::split(1.0 + x);
  return s.n * kLn2 + wide::log1p_reduced(s.n == 0.0 ? x : s.f);
}
TORCHPP_HD float log1p(float x) {
  float y = static_cast<float>(log1p_wide(x));
  y = x < kInfF ? y : x + x;
  y = x < -1.0f ? __builtin_nanf("") : y;
  y = x == -1.0f ? -kInfF : y;
  return x == 0.0f ? x : y;
}
/// sin, cos, tan of |x| <= 2^20, which is_usual_turn() tells; 0.51 ulp
TORCHPP_HD bool is_usual_turn(float x) { return abs(x) <= wide::kMaxTurnArgument; }
TORCHPP_HD float sin(float x) {
  const wide::Turn t = wide::turn(x);
  const float y = static_cast<float>(wide::sin_turned(t.r, t.n));
  return x == 0.0f ? x : y;
}
TORCHPP_HD float cos(float x) {
  const wide::Turn t = wide::turn(x);
  return static_cast<float>(wide::sin_turned(t.r, t.n + 1));
}
TORCHPP_HD void sin_cos(float x, float& sine, float& cosine) {
  const wide::Turn t = wide::turn(x);
  sine = static_cast<float>(wide::sin_turned(t.r, t.n));
  cosine = static_cast<float>(wide::sin_turned(t.r, t.n + 1));
}
TORCHPP_HD float tan(float x) {
  const wide::Turn t = wide::turn(x);
  const float y = static_cast<float>(wide::sin_turned(t.r, t.n) / wide::sin_turned(t.r, t.n + 1));
  return x == 0.0f ? x : y;
}
TORCHPP_HD float asin(float x) {
  const double a = abs(x);
  const bool outer = a > 0.5;
  const double p = wide::asin_reduced(outer ? sqrt((1.0 - a) * 0.5) : a);
  return static_cast<float>(copysign(outer ? kHalfPi - 2.0 * p : p, static_cast<double>(x)));
}
TORCHPP_HD float acos(float x) {
  const double a = abs(x);
  const bool outer = a > 0.5;
  const double p = wide::asin_reduced(outer ? sqrt((1.0 - a) * 0.5) : static_cast<double>(x));
  const double far = x < 0.0f ? kPi - 2.0 * p : 2.0 * p;
  return static_cast<float>(outer ? far : kHalfPi - p);
}
TORCHPP_HD float atan(float x) { return static_cast<float>(wide::atan(x)); }
TORCHPP_HD float sinh(float x) {
  const double d = clamp_keep_nan(static_cast<double>(x), -100.0, 100.0), z = d * d;
  const double small = mul_add(d * z,
                               poly(z, 0x1.5555555578af6p-3, 0x1.111110f1c2ccbp-7, 0x1.a01a259fbf09bp-13,
                                    0x1.71cc2ccf17726p-19, 0x1.b6992fc78d88cp-26),
                               d);
  const double e = wide::exp(d), large = 0.5 * (e - 1.0 / e);
  return static_cast<float>(abs(d) < 1.0 ? small : large);
}
TORCHPP_HD float cosh(float x) {
  const double e = wide::exp(clamp_keep_nan(static_cast<double>(x), -100.0, 100.0));
  return static_cast<float>(0.5 * (e + 1.0 / e));
}
TORCHPP_HD float asinh(float x) {
  const double a = abs(x);
  const float y = static_cast<float>(log1p_wide(a + a * a / (1.0 + sqrt(a * a + 1.0))));
  return copysign(a < kInf ? y : abs(x), x);
}
TORCHPP_HD float acosh(float x) {
  const double t = static_cast<double>(x) - 1.0;
  const float y = static_cast<float>(log1p_wide(t + sqrt(t * (t + 2.0))));
  return t < kInf ? (t < 0.0 ? __builtin_nanf("") : y) : x;
}
TORCHPP_HD float atanh(float x) {
  const double a = abs(x);
  float y = static_cast<float>(0.5 * log1p_wide(2.0 * a / (1.0 - a)));
  y = a < 1.0 ? y : a == 1.0 ? kInfF : __builtin_nanf("");
  return copysign(y, x);
}
TORCHPP_HD float erfc(float x) {
  const double a = abs(x), y = wide::erfc_positive(a > 10.4 ? 10.4 : a);
  return static_cast<float>(x < 0.0f ? 2.0 - y : y);
}
TORCHPP_HD float atan2(float y, float x) {
  const double ay = abs(y), ax = abs(x);
  const bool steep = ay > ax;
  const double num = steep ? ax : ay, den = steep ? ay : ax;
  double q = num == den ? 1.0 : num / den;  // also inf / inf
  q = den == 0.0 ? 0.0 : q;
  double p = wide::atan_reduced(q);
  p = steep ? kHalfPi - p : p;
  p = to_bits(x) >> 31 != 0 ? kPi - p : p;
  const float r = copysign(static_cast<float>(p), y);
  return ((x != x) | (y != y)) ? x + y : r;
}
TORCHPP_HD float hypot(float x, float y) {
  const double a = x, b = y;
  float r = static_cast<float>(sqrt(a * a + b * b));
  r = abs(x) == kInfF ? kInfF : r;
  return abs(y) == kInfF ? kInfF : r;  // also when x is NaN
}
/// x^y, 0.51 ulp; the special cases of IEEE pow
TORCHPP_HD float pow(float x, float y) {
  const float ax = abs(x), ay = abs(y);
  const wide::Split s = wide::split(ax);
  double l = s.n + wide::log1p_reduced(s.f) * kLog2e;
  l = ax == kInfF ? kInf : l;
  l = ax == 0.0f ? -kInf : l;
  const double e = l * y;
  float r = static_cast<float>(wide::exp2(clamp_keep_nan(e, -160.0, 130.0)));
  // y is an integer if rounding keeps it; from 2^24 on every float is an even integer
  const float rounded = ay < 0x1p23f ? (ay + 0x1p23f) - 0x1p23f : ay;
  const bool integer = rounded == ay;
  const float halved = ay * 0.5f, half_rounded = halved < 0x1p23f ? (halved + 0x1p23f) - 0x1p23f : halved;
  const bool odd = integer & (half_rounded != halved);
  const bool negative = to_bits(x) >> 31 != 0;
  r = ((x < 0.0f) & !integer & (ax != kInfF)) ? __builtin_nanf("") : r;
  r = (negative & odd) ? -r : r;
  r = ((x != x) | (y != y)) ? x + y : r;
  r = ((x == -1.0f) & (ay == kInfF)) ? 1.0f : r;
  return ((x == 1.0f) | (y == 0.0f)) ? 1.0f : r;
}
#endif

// ---- double --------------------------------------------------------------------------------------------------------

// e^r = 1 + r + r^2 expm1_tail(r) for |r| <= ln2 / 2, degree 12
TORCHPP_HD double expm1_tail(double r) {
  return poly(r, 0x1.0000000000000p-1, 0x1.5555555555559p-3, 0x1.555555555555ap-5, 0x1.111111110f67dp-7,
              0x1.6c16c16c1440ap-10, 0x1.a01a01affb235p-13, 0x1.a01a01b0cc7a9p-16, 0x1.71ddf81677140p-19,
              0x1.27e4c5730122cp-22, 0x1.af5f32e45152fp-26, 0x1.1f95aa9e31a8ap-29);
}
TORCHPP_HD double expm1_reduced(double r) { return mul_add(r * r, expm1_tail(r), r); }
TORCHPP_HD double exp_reduce(double x, double& t) {
  t = mul_add(x, kLog2e, kRound);
  const double n = t - kRound;
  return mul_add(n, -kLn2Lo, mul_add(n, -kLn2Hi, x));
}
/// e^x, 1.0 ulp
TORCHPP_HD double exp(double x) {
  double t;
  const double r = exp_reduce(clamp_keep_nan(x, -746.0, 710.0), t);
  const double n = t - kRound, half = mul_add(n, 0.5, kRound), rest = (n - (half - kRound)) + kRound;
  const double last = x < -746.0 ? 0.0 : pow2_of(rest);
  return (1.0 + expm1_reduced(r)) * pow2_of(half) * last;
}
/// e^x for -708 <= x <= 709, 1.0 ulp
TORCHPP_HD double exp_bounded(double x) {
  double t;
  const double r = exp_reduce(x, t);
  return (1.0 + expm1_reduced(r)) * pow2_of(t);
}
/// Whether exp_bounded(x) has the bits of exp(x).
TORCHPP_HD bool is_usual_exponent(float x) { return abs(x) <= 87.0f; }
TORCHPP_HD bool is_usual_exponent(double x) { return abs(x) <= 708.0; }
// x = 2^n (1 + f), x >= 0; denormal numbers, too
TORCHPP_HD wide::Split split(double x) {
  const bool denormal = x < DBL_MIN;
  const wide::Split s = wide::split(denormal ? x * 0x1p52 : x);
  return {s.n - (denormal ? 52.0 : 0.0), s.f};
}
// log(1 + f) = f - (h - t rest) of a split number: with t = f / (2 + f) it is f - t f + 2 t q, and with h = f^2 / 2,
// t f = h - t h. So the large parts, f and h, are near exact.
struct Log1p {
  double t, h, rest;
};
TORCHPP_HD Log1p log1p_reduced(double f) {
  const double t = f / (2.0 + f), z = t * t;
  const double q = z * poly(z, 0x1.5555555555592p-2, 0x1.999999997fe50p-3, 0x1.24924941e96b9p-3, 0x1.c71c520edb6b3p-4,
                            0x1.74663df34331cp-4, 0x1.39a1cf44deffcp-4, 0x1.2f04ba764ffdcp-4);
  const double h = 0.5 * f * f;
  return {t, h, h + 2.0 * q};
}
// The results that no polynomial gives: log(+-0) = -inf, log(inf) = inf, of negative numbers and NaN NaN.
TORCHPP_HD double log_edges(double y, double x) {
  y = x < kInf ? y : x + x;
  y = x < 0.0 ? __builtin_nan("") : y;
  return x == 0.0 ? -kInf : y;
}
/// Natural logarithm, 0.9 ulp
TORCHPP_HD double log(double x) {
  const wide::Split s = split(x);
  const Log1p l = log1p_reduced(s.f);
  const double low = mul_add(l.t, l.rest, s.n * kLn2Lo);
  return log_edges(mul_add(s.n, kLn2Hi, s.f - (l.h - low)), x);
}
TORCHPP_HD double sigmoid(double x) { return 1.0 / (1.0 + exp(-x)); }
/// tanh, 2.5 ulp: with m = e^(2|x|) - 1 it is m / (m + 2)
TORCHPP_HD double tanh(double x) {
  const double a = abs(x), c = a > 22.0 ? 22.0 : a;
  double t;
  const double r = exp_reduce(c + c, t), scale = pow2_of(t), m = mul_add(scale, expm1_reduced(r), scale - 1.0);
  return copysign(m / (m + 2.0), x);
}
// |x| <= 2^20; pi/2 in three parts, the first two of 33 bits. `rest` is what r lost by rounding.
struct TurnParts {
  double r, rest;
  uint64_t n;
};
TORCHPP_HD TurnParts turn_parts(double x) {
  const double t = mul_add(x, 0x1.45f306dc9c883p-1, kRound), n = t - kRound;
  const double first = mul_add(n, -0x1.921fb544p+0, x), second = mul_add(n, -0x1.0b4611a6p-34, first);
  const double r = mul_add(n, -0x1.3198a2e037073p-69, second);
  const double rest = ((first - second) - n * 0x1.0b4611a6p-34) + ((second - r) - n * 0x1.3198a2e037073p-69);
  return {r, rest, to_bits(t)};
}
TORCHPP_HD wide::Turn turn(double x) {
  const TurnParts t = turn_parts(x);
  return {t.r, t.n};
}
// sin(r) = r + r z sin_tail(z) and cos(r) = 1 - z / 2 + z^2 cos_tail(z) with z = r^2, |r| <= pi/4
TORCHPP_HD double sin_tail(double z) {
  return poly(z, -0x1.5555555555555p-3, 0x1.111111111110bp-7, -0x1.a01a01a018a84p-13, 0x1.71de3a53316c4p-19,
              -0x1.ae64528d80ef1p-26, 0x1.61208ba6d6a64p-33, -0x1.aaa1afcfc07b0p-41);
}
TORCHPP_HD double cos_tail(double z) {
  return poly(z, 0x1.555555555554bp-5, -0x1.6c16c16c150fdp-10, 0x1.a01a019ca47e9p-16, -0x1.27e4f7ffec7cbp-22,
              0x1.1ee9e4d3192a2p-29, -0x1.8faacf14343a0p-37);
}
TORCHPP_HD double sin_turned(double r, uint64_t n) {
  const double z = r * r;
  const double s = mul_add(r * z, sin_tail(z), r);
  const double h = 0.5 * z, w = 1.0 - h;  // (1 - w) - h are the bits that 1 - h loses
  const double c = w + mul_add(z * z, cos_tail(z), (1.0 - w) - h);
  const uint64_t odd = 0 - (n & 1);
  return from_bits(((to_bits(s) & ~odd) | (to_bits(c) & odd)) ^ ((n & 2) << 62));
}
/// sin, cos of |x| <= 2^20; 1.5 ulp for |x| <= 7, 2.4 ulp beyond
TORCHPP_HD bool is_usual_turn(double x) { return abs(x) <= static_cast<double>(wide::kMaxTurnArgument); }
TORCHPP_HD double sin(double x) {
  const wide::Turn t = turn(x);
  const double y = sin_turned(t.r, t.n);
  return x == 0.0 ? x : y;
}
TORCHPP_HD double cos(double x) {
  const wide::Turn t = turn(x);
  return sin_turned(t.r, t.n + 1);
}

#if defined(__CUDA_ARCH__)
// A device's own functions, as in float.
TORCHPP_HD double exp2(double x) { return ::exp2(x); }
TORCHPP_HD double expm1(double x) { return ::expm1(x); }
TORCHPP_HD double log2(double x) { return ::log2(x); }
TORCHPP_HD double log10(double x) { return ::log10(x); }
TORCHPP_HD double log1p(double x) { return ::log1p(x); }
TORCHPP_HD double tan(double x) { return ::tan(x); }
TORCHPP_HD double asin(double x) { return ::asin(x); }
TORCHPP_HD double acos(double x) { return ::acos(x); }
TORCHPP_HD double atan(double x) { return ::atan(x); }
TORCHPP_HD double sinh(double x) { return ::sinh(x); }
TORCHPP_HD double cosh(double x) { return ::cosh(x); }
TORCHPP_HD double asinh(double x) { return ::asinh(x); }
TORCHPP_HD double acosh(double x) { return ::acosh(x); }
TORCHPP_HD double atanh(double x) { return ::atanh(x); }
TORCHPP_HD double erf(double x) { return ::erf(x); }
TORCHPP_HD double erfc(double x) { return ::erfc(x); }
TORCHPP_HD double atan2(double y, double x) { return ::atan2(y, x); }
TORCHPP_HD double pow(double x, double y) { return ::pow(x, y); }
#else
// Errors in ulp: the greater ones of with and without fused operations.

// A number as the sum of its rounded value and of what that lost.
struct Parts {
  double high, low;
};
// a + b for |a| >= |b|, or a = 0
TORCHPP_HD Parts sum(double a, double b) {
  const double high = a + b;
  return {high, (a - high) + b};
}
// x without the stated number of its last bits.
template <int kCut>
TORCHPP_HD double leading(double x) {
  return from_bits(to_bits(x) & ~uint64_t{0} << kCut);
}
TORCHPP_HD Parts product(double a, double b) {
  const double high = a * b;
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
  return {high, __builtin_fma(a, b, -high)};
#else  // of halves, whose products are exact
  const double a1 = leading<27>(a), a2 = a - a1, b1 = leading<27>(b), b2 = b - b1;
  return {high, ((a1 * b1 - high) + a1 * b2 + a2 * b1) + a2 * b2};
#endif
}

// e^(r + low) for |r| <= ln2 / 2 and a low below the last place of 1: 0.6 ulp when added up
TORCHPP_HD Parts exp_parts(double r, double low) {
  const Parts s = sum(1.0, r);
  return {s.high, mul_add(low, s.high, mul_add(r * r, expm1_tail(r), s.low))};
}
TORCHPP_HD double exp_reduced(double r, double low) {
  const Parts e = exp_parts(r, low);
  return e.high + e.low;
}
// x = n ln2 + r + rest with n in the low bits of t, `rest` is what r lost by rounding.
struct Exponent {
  double t, r, rest;
};
TORCHPP_HD Exponent exponent(double x) {
  double t;
  const double r = exp_reduce(x, t), n = t - kRound;
  return {t, r, mul_add(n, -kLn2Lo, mul_add(n, -kLn2Hi, x) - r)};
}
// x 2^n with n in the low bits of t, for 2^n down to the square of the least normal number: in halves, of which the
// last may round.
TORCHPP_HD double scaled(double x, double t) {
  const double n = t - kRound, half = mul_add(n, 0.5, kRound), rest = (n - (half - kRound)) + kRound;
  return x * pow2_of(half) * pow2_of(rest);
}

/// 2^x, 0.75 ulp
TORCHPP_HD double exp2(double x) {
  const double c = clamp_keep_nan(x, -1080.0, 1030.0), t = c + kRound;
  const Parts r = product(c - (t - kRound), kLn2);
  return scaled(exp_reduced(r.high, r.low), t);
}
/// e^x - 1, 0.95 ulp. Of 2^n e^r - 1 the large parts are 2^n - 1 and 2^n r; half of them, for 2^n may be infinite where
/// e^x is not.
TORCHPP_HD double expm1(double x) {
  const Exponent e = exponent(clamp_keep_nan(x, -40.0, 710.0));
  const double scale = pow2_of(e.t - 1.0);
  const Parts less = sum(scale, -0.5), s = sum(less.high, scale * e.r);
  const double low = mul_add(scale * e.rest, 1.0 + e.r, s.low + less.low);
  const double y = s.high + mul_add(scale * e.r * e.r, expm1_tail(e.r), low);
  return abs(x) < 0x1p-54 ? x : 2.0 * y;
}

// log(x) times 1 / log(base), of which `factor` has 32 bits, and `step` times the exponent is exact.
TORCHPP_HD double log_to_base(double x, double factor, double factor_rest, double step, double step_rest) {
  const wide::Split s = split(x);
  const Log1p l = log1p_reduced(s.f);
  const Parts m = sum(s.f, -l.h);
  const double high = leading<32>(m.high), low = (m.high - high) + mul_add(l.t, l.rest, m.low);
  const Parts y = sum(s.n * step, high * factor);
  const double rest = mul_add(low, factor, mul_add(high + low, factor_rest, mul_add(s.n, step_rest, y.low)));
  return log_edges(y.high + rest, x);
}
/// 0.8 ulp; exact of powers of the base
TORCHPP_HD double log2(double x) { return log_to_base(x, 0x1.71547652p+0, 0x1.705fc2eefa2p-33, 1.0, 0.0); }
TORCHPP_HD double log10(double x) {
  return log_to_base(x, 0x1.bcb7b152p-2, 0x1.b9438ca9aadd5p-36, 0x1.34413509f78p-2, 0x1.fef311f12b358p-46);
}

// log(1 + x + low), 0.8 ulp. What 1 + x loses by rounding, divided by 1 + x = (1 + t) / (1 - t) 2^n, is added to the
// logarithm: three terms of the division are enough.
TORCHPP_HD double log1p_of_parts(double x, double low) {
  const bool far = x > 1.0;
  const Parts u = sum(far ? x : 1.0, far ? 1.0 : x);
  const wide::Split s = wide::split(u.high);
  const bool near = s.n == 0.0;
  const double f = near ? x : s.f;
  const Log1p l = log1p_reduced(f);
  const double scale = pow2_of(kRound - (s.n > 64.0 ? 64.0 : s.n));
  const double lost = ((near ? 0.0 : u.low) + low) * scale * mul_add(l.t, mul_add(l.t, 2.0, -2.0), 1.0);
  const double rest = mul_add(l.t, l.rest, mul_add(s.n, kLn2Lo, lost));
  return log_edges(mul_add(s.n, kLn2Hi, f - (l.h - rest)), u.high);
}
/// log(1 + x), 0.8 ulp
TORCHPP_HD double log1p(double x) {
  const double y = log1p_of_parts(x, 0.0);
  return x == 0.0 ? x : y;
}

/// tan of |x| <= 2^20, 1.0 ulp: the quotient of sine and cosine
TORCHPP_HD double tan(double x) {
  const TurnParts t = turn_parts(x);
  const double z = t.r * t.r, h = 0.5 * z, w = 1.0 - h;
  const Parts s = sum(t.r, mul_add(t.r * z, sin_tail(z), t.rest * w));
  const Parts c = sum(w, mul_add(z * z, cos_tail(z), (1.0 - w) - h) - t.r * t.rest);
  const bool odd = (t.n & 1) != 0;
  const Parts num = {odd ? -c.high : s.high, odd ? -c.low : s.low}, den = {odd ? s.high : c.high, odd ? s.low : c.low};
  const double r = 1.0 / den.high, y = num.high * r;
  const Parts back = product(y, den.high);
  const double lost = (((num.high - back.high) - back.low) + num.low) - y * den.low;
  return x == 0.0 ? x : mul_add(lost, r, y);
}

constexpr double kPiLow = 0x1.1a62633145c07p-53, kHalfPiLow = 0x1.1a62633145c07p-54;
// asin(x) = x + x asin_tail(x^2) for |x| <= 1/2
TORCHPP_HD double asin_tail(double z) {
  return z * poly(z, 0x1.5555555555387p-3, 0x1.333333336f8d0p-4, 0x1.6db6db41d19ffp-5, 0x1.f1c72c6de2b71p-6,
                  0x1.6e89ef6e64ffbp-6, 0x1.1c6c284ffdb05p-6, 0x1.c6f87420cafe2p-7, 0x1.8ee4dd2934520p-7,
                  0x1.aab20eceedfa6p-8, 0x1.40b2db6814bf0p-6, -0x1.0af633141689cp-6, 0x1.05cec5c851e97p-5);
}
// What the root of z lost by rounding to s.
TORCHPP_HD double lost_of_root(double z, double s) {
  const Parts back = product(s, s);
  return z == 0.0 ? 0.0 : ((z - back.high) - back.low) * (0.5 / s);
}
/// 0.8 ulp. Of |x| > 1/2: pi/2 - 2 asin(sqrt((1 - |x|) / 2))
TORCHPP_HD double asin(double x) {
  const double a = abs(x);
  const bool outer = a > 0.5;
  const double z = outer ? (1.0 - a) * 0.5 : a * a, s = outer ? sqrt(z) : a;
  const double tail = mul_add(s, asin_tail(z), outer ? lost_of_root(z, s) : 0.0);
  const Parts y = sum(kHalfPi, -2.0 * s);
  return copysign(outer ? y.high + (y.low + mul_add(-2.0, tail, kHalfPiLow)) : s + tail, x);
}
/// 0.7 ulp
TORCHPP_HD double acos(double x) {
  const double a = abs(x);
  const bool outer = a > 0.5, behind = x < 0.0;
  const double z = outer ? (1.0 - a) * 0.5 : a * a, s = outer ? sqrt(z) : a;
  const double tail = mul_add(s, asin_tail(z), outer ? lost_of_root(z, s) : 0.0);
  const double factor = outer ? (behind ? -2.0 : 2.0) : (behind ? 1.0 : -1.0);
  const double far = behind ? kPi : 0.0, far_low = behind ? kPiLow : 0.0;
  const Parts y = sum(outer ? far : kHalfPi, factor * s);
  return y.high + (y.low + mul_add(factor, tail, outer ? far_low : kHalfPiLow));
}

// Two numbers 0 <= num <= den, and the same times one factor that keeps sums and products of them in range.
struct Ratio {
  double num, den, scaled_num, scaled_den;
  bool diagonal;  // above tan(pi/8)
};
// The angle with the tangent num / den, which is one from the y axis if `steep`, and from the negative x axis if
// `behind`: a multiple of pi/4 and, negative or not, the angle of a quotient of at most tan(pi/8). What that lost by
// rounding counts for greater ones alone.
TORCHPP_HD double angle_of(Ratio ratio, bool steep, bool behind) {
  const double n = ratio.scaled_num, d = ratio.scaled_den;
  const bool diagonal = ratio.diagonal;
  const Parts difference = sum(d, -n), total = sum(d, n);
  const double top = diagonal ? -difference.high : n, top_low = diagonal ? -difference.low : 0.0;
  const double bottom = diagonal ? total.high : d, bottom_low = diagonal ? total.low : 0.0;
  const double q = (diagonal ? top : ratio.num) / (diagonal ? bottom : ratio.den);
  const Parts back = product(q, bottom);
  const double lost = (((top - back.high) - back.low) + top_low - q * bottom_low) / bottom;
  const double z = q * q, kept = abs(q) < 0x1p-30 ? 0.0 : lost;
  const double tail =
      mul_add(q * z,
              poly(z, -0x1.555555555553dp-2, 0x1.9999999995863p-3, -0x1.24924922ad99dp-3, 0x1.c71c70e631ef1p-4,
                   -0x1.745cf8e024a83p-4, 0x1.3b11194ec08a0p-4, -0x1.10ebb981f9538p-4, 0x1.df0f4bf765f41p-5,
                   -0x1.9cd26cf7c366dp-5, 0x1.37d3fe20e99fbp-5, -0x1.2564d63bdc567p-6),
              mul_add(-z, kept, kept));
  const double oblique = behind ? 0x1.2d97c7f3321d2p+1 : 0x1.921fb54442d18p-1;
  const double oblique_low = behind ? 0x1.a79394c9e8a0ap-54 : 0x1.1a62633145c07p-55;
  const double straight = steep ? kHalfPi : behind ? kPi : 0.0;
  const double straight_low = steep ? kHalfPiLow : behind ? kPiLow : 0.0;
  const double sign = steep == behind ? 1.0 : -1.0;
  const Parts r = sum(diagonal ? oblique : straight, sign * q);
  return r.high + (r.low + mul_add(sign, tail, diagonal ? oblique_low : straight_low));
}
constexpr double kTan3Eighths = 0x1.3504f4p+1;  // near the tangent of 3 pi/8
/// 0.65 ulp, atan2 as well
TORCHPP_HD double atan(double x) {
  const double a = abs(x);
  const bool steep = a > 1.0;
  const double num = steep ? 1.0 : a, den = steep ? a : 1.0;
  return copysign(angle_of({num, den, num, den, num * kTan3Eighths >= den}, steep, false), x);
}
TORCHPP_HD double atan2(double y, double x) {
  const double ay = abs(y), ax = abs(x);
  const bool steep = ay > ax, equal = ay == ax;  // also infinities
  const double num = steep ? ax : ay, most = steep ? ay : ax, den = most == 0.0 ? 1.0 : most;
  const double scale = den > 0x1p500 ? 0x1p-500 : den < 0x1p-460 ? 0x1p600 : 1.0, n = num * scale, d = den * scale;
  const bool diagonal = (n * kTan3Eighths >= d) & (num != 0.0);
  const double r = angle_of({num, den, equal ? 1.0 : n, equal ? 1.0 : d, diagonal}, steep, to_bits(x) >> 63 != 0);
  return ((x != x) | (y != y)) ? x + y : copysign(r, y);
}

// sinh(r) = r + r z sinh_tail(z) and cosh(r) = 1 + z cosh_tail(z) with z = r^2, |r| <= ln2 / 2
TORCHPP_HD double sinh_tail(double z) {
  return poly(z, 0x1.5555555555559p-3, 0x1.111111110f67dp-7, 0x1.a01a01affb43bp-13, 0x1.71ddf8161fd2ep-19,
              0x1.af5f337f49ab1p-26);
}
TORCHPP_HD double cosh_tail(double z) {
  return poly(z, 0x1.0000000000000p-1, 0x1.555555555555cp-5, 0x1.6c16c16c13ecep-10, 0x1.a01a01b198946p-16,
              0x1.27e4c4cccbf5ap-22, 0x1.1f95968b220eep-29);
}
// Addition theorems: sinh(x) = 2 (minus cosh(r) + plus sinh(r)) and cosh(x) = 2 (plus cosh(r) + minus sinh(r)) with
// the hyperbolic sine and cosine of n ln2, halved so that they do not overflow.
struct Hyperbolic {
  double minus, plus, r, sinh_rest, cosh_rest;
};
TORCHPP_HD Hyperbolic hyperbolic(double a) {
  const Exponent e = exponent(a > 710.6 ? 710.6 : a);
  const double n = e.t - kRound, up = pow2_of(e.t - 2.0), down = pow2_of(kRound - 2.0 - (n > 64.0 ? 64.0 : n));
  const double z = e.r * e.r;
  return {up - down, up + down, e.r, mul_add(e.r * z, sinh_tail(z), e.rest), z * cosh_tail(z)};
}
/// 1.25 ulp, cosh as well
TORCHPP_HD double sinh(double x) {
  const double a = abs(x);
  const Hyperbolic h = hyperbolic(a);
  const Parts p = product(h.plus, h.r), s = sum(h.minus, p.high);
  const double y = s.high + mul_add(h.minus, h.cosh_rest, mul_add(h.plus, h.sinh_rest, s.low + p.low));
  return a < 0x1p-28 ? x : copysign(2.0 * y, x);
}
TORCHPP_HD double cosh(double x) {
  const Hyperbolic h = hyperbolic(abs(x));
  const Parts s = sum(h.plus, h.minus * h.r);
  return 2.0 * (s.high + mul_add(h.plus, h.cosh_rest, mul_add(h.minus, h.sinh_rest, s.low)));
}
// Beyond kFar the inverse functions are log(2 x), and log1p is the logarithm. asinh 1.2 ulp, acosh 1.8, atanh
// 1.9.
constexpr double kFar = 0x1p60;
TORCHPP_HD double asinh(double x) {
  const double a = abs(x), square = a * a;
  const Parts m = sum(a, square / (1.0 + sqrt(square + 1.0)));
  const double y = log1p_of_parts(a > kFar ? a : m.high, a > kFar ? 0.0 : m.low);
  return copysign(a > kFar ? y + kLn2 : y, x);
}
TORCHPP_HD double acosh(double x) {
  const double t = x - 1.0;
  const Parts m = sum(sqrt(mul_add(t, t, t + t)), t);
  const double y = log1p_of_parts(t > kFar ? t : m.high, t > kFar ? 0.0 : m.low);
  return t < 0.0 ? __builtin_nan("") : t > kFar ? y + kLn2 : y;
}
TORCHPP_HD double atanh(double x) {
  const double a = abs(x);
  const double y = 0.5 * log1p(2.0 * a / (1.0 - a));
  return copysign(a > 1.0 ? __builtin_nan("") : y, x);
}

/// 1.4 ulp. Below 1 the fit is of erf(x) / x - 1, above of -log(erfc(x)).
TORCHPP_HD double erf(double x) {
  const double a = abs(x), z = x * x, c = clamp_keep_nan(a, 1.0, 6.0);
  const double p = poly(z, 0x1.06eba8214db68p-3, -0x1.812746b0379c2p-2, 0x1.ce2f21a041018p-4, -0x1.b82ce312062bcp-6,
                        0x1.565bccfa9a825p-8, -0x1.c02db072f3fe0p-11, 0x1.f9a2bf73f0c68p-14, -0x1.f4ca94990cb83p-17,
                        0x1.b9827b1885f78p-20, -0x1.5c16e30fb0c7fp-23, 0x1.d7849366187cdp-27, -0x1.acdff90b8de0cp-31);
  const double minus_log_erfc =
      poly(c, 0x1.8bebc452894ecp-23, 0x1.20dd55664d377p+0, 0x1.45f432849299dp-1, 0x1.a4d9aa8e08e11p-4,
           -0x1.388e924fde81fp-6, -0x1.27ee27dfc52c5p-12, 0x1.d03c373d51044p-10, -0x1.5106a299362f3p-11,
           0x1.8175a0634f0d9p-15, 0x1.24916c204bab4p-14, -0x1.7791d3025227dp-15, 0x1.138400c79298bp-16,
           -0x1.20b291c10d5d4p-18, 0x1.c5c6d33311b06p-21, -0x1.0c155695c5f46p-23, 0x1.d0a429a8c9204p-27,
           -0x1.1793d25316280p-30, 0x1.a1fc72d1e6c2dp-35, -0x1.247b716b8e727p-40);
  const double large = 1.0 - exp_bounded(-minus_log_erfc);
  return a < 1.0 ? mul_add(x, p, x) : copysign(large, x);
}
/// 1.9 ulp, without fused operations 2.5. Above 1/2: e^(x^2) erfc(x) (x + 2) is smooth in (x - 2) / (x + 2). What the
/// square and the quotient lose by rounding is added to the exponent.
TORCHPP_HD double erfc(double x) {
  const double a = abs(x), small_z = x * x;
  const double small = x * poly(small_z, 0x1.06eba8214db68p-3, -0x1.812746b0379b5p-2, 0x1.ce2f21a03d8aap-4,
                                -0x1.b82ce30f2fd39p-6, 0x1.565bcbfa0558fp-8, -0x1.c02d4fbc6a2b4p-11,
                                0x1.f98dbed7f1632p-14, -0x1.f225c2def8bc1p-17, 0x1.8b5278bc3b12dp-20);
  const double c = a > 28.0 ? 28.0 : a;
  const Parts square = product(c, c);
  const double below = c + 2.0, r = 1.0 / below;
  const Parts unit = product(r, below);
  const double r_lost = (1.0 - unit.high) - unit.low - r * (c - (below - 2.0));  // 1 / (c + 2) = r (1 + r_lost)
  const double t = (c - 2.0) * r;
  const double u = mul_add(t, r_lost, t);
  const double q1 = poly(u, -0x1.5fd386754eff9p-1, 0x1.1e2deea6b117fp-2, -0x1.2a88e6107d7a2p-5, -0x1.606e41552dcb1p-6,
                         0x1.a89eaff8ac91fp-8, 0x1.9517bb74de325p-9, -0x1.b6fbf9d009318p-11, -0x1.5ba439782675ap-11,
                         0x1.205445270ed87p-15, 0x1.2efa56779201dp-13, 0x1.1e747a2dc7d01p-15, -0x1.6c09208ed7f0bp-16,
                         -0x1.0e6125a56ff76p-16, -0x1.2c82e56cf6006p-20, 0x1.e655cdf5e5aaap-19, 0x1.0ba893e1e2ec4p-19,
                         0x1.ca2914ebbffcep-25, -0x1.36eddcd16836bp-21, -0x1.aed91f1e57ae9p-22, 0x1.381df50d3508ap-25,
                         0x1.6efd6bf5dc62ep-23, 0x1.6cc65ccfa60c4p-27, -0x1.fbf395ac7e493p-26);
  constexpr double c0 = 0x1.058671b52c776p+0;
  const double p = u * q1, q = c0 + p, from_p = q - c0;
  const double q_low = (c0 - (q - from_p)) + (p - from_p);
  const Exponent e = exponent(-square.high);
  const Parts s = sum(e.r, -square.low);
  const Parts m = product(r, q), f = exp_parts(s.high, s.low + e.rest + r_lost), g = sum(f.high, f.low);
  const double low = mul_add(g.high, mul_add(r, q_low, m.low), g.low * m.high);
  const double large = scaled(mul_add(g.high, m.high, low), e.t);
  return a < 0.5 ? 1.0 - (x + small) : x < 0.0 ? 2.0 - large : large;
}

// log2 of 2^n (1 + f), relative error 2^-66: s (c0 + c1 z + z^2 q) with s = f / (2 + f) and z = s^2.
TORCHPP_HD Parts log2_parts(double n, double f) {
  const Parts d = sum(2.0, f);
  const double r = 1.0 / d.high, s = f * r;
  const Parts back = product(s, d.high);
  const double s_low = (((f - back.high) - back.low) - s * d.low) * r;
  Parts z = product(s, s);
  z.low = mul_add(2.0 * s, s_low, z.low);
  const double q = poly(z.high, 0x1.2776c50ef9bfcp-1, 0x1.a61762a7aefa4p-2, 0x1.484b13d696da5p-2, 0x1.0c9a8543e5891p-2,
                        0x1.c68ee53f9cfa8p-3, 0x1.8a0a43a7ff205p-3, 0x1.58f2e3fc2cdd8p-3, 0x1.623b6c9ebdd4bp-3);
  constexpr Parts c0 = {0x1.71547652b82fep+1, 0x1.777d0ffda0d24p-55},
                  c1 = {0x1.ec709dc3a03fdp-1, 0x1.d27f05548af0cp-55};
  const Parts p = product(z.high, c1.high), tail = sum(p.high, z.high * z.high * q), c = sum(c0.high, tail.high);
  const double c_low = c.low + (tail.low + mul_add(z.high, c1.low, mul_add(z.low, c1.high, p.low)) + c0.low);
  const Parts l = product(s, c.high), y = sum(n, l.high);
  return {y.high, y.low + mul_add(s, c_low, mul_add(s_low, c.high, l.low))};
}
/// x^y, 0.95 ulp; the special cases of IEEE pow. Powers of other numbers than 1 to more than 2^65 are infinite or 0.
TORCHPP_HD double pow(double x, double y) {
  const double ax = abs(x), ay = abs(y), some = clamp_keep_nan(y, -0x1p65, 0x1p65);
  const wide::Split s = split(ax);
  const Parts l = log2_parts(s.n, s.f);
  const Parts e = product(l.high, some);
  const double high = clamp_keep_nan(e.high, -1080.0, 1030.0), t = high + kRound;
  const double low = high == e.high ? mul_add(l.low, some, e.low) : 0.0;
  const Parts r = sum(high - (t - kRound), low), natural = product(r.high, kLn2);
  double p = scaled(exp_reduced(natural.high, mul_add(r.low, kLn2, natural.low)), t);
  const bool grows = (ax == 0.0) == (y < 0.0);
  p = ((ax == 0.0) | (ax == kInf)) ? (grows ? kInf : 0.0) : p;
  // y is an integer if rounding keeps it; from 2^53 on every double is an even integer.
  const double rounded = ay < 0x1p52 ? (ay + 0x1p52) - 0x1p52 : ay;
  const bool integer = rounded == ay;
  const double halved = ay * 0.5, half_rounded = halved < 0x1p52 ? (halved + 0x1p52) - 0x1p52 : halved;
  const bool odd = integer & (half_rounded != halved), negative = to_bits(x) >> 63 != 0;
  p = ((x < 0.0) & !integer & (ax != kInf)) ? __builtin_nan("") : p;
  p = (negative & odd) ? -p : p;
  p = ((x != x) | (y != y)) ? x + y : p;
  return ((x == 1.0) | (y == 0.0)) ? 1.0 : p;
}
#endif

TORCHPP_HD Normal<double> normal(double x) {
  return {0x1.9884533d43651p-2 * exp(-0.5 * x * x), 0.5 * (1.0 + erf(x * 0x1.6a09e667f3bcdp-1))};
}
/// sqrt(x^2 + y^2), 1.2 ulp: squares of very large and very small numbers are those of scaled ones
TORCHPP_HD double hypot(double x, double y) {
  const double a = abs(x), b = abs(y), most = a > b ? a : b;
  const double down = most > 0x1p500 ? 0x1p-600 : most < 0x1p-460 ? 0x1p600 : 1.0;
  const double up = most > 0x1p500 ? 0x1p600 : most < 0x1p-460 ? 0x1p-600 : 1.0;
  const double r = sqrt((a * down) * (a * down) + (b * down) * (b * down)) * up;
  return ((a == kInf) | (b == kInf)) ? kInf : r;  // also when the other is NaN
}

// Library functions for arguments outside the range of the polynomials above.
TORCHPP_HD float sin_any(float x) { return __builtin_sinf(x); }
TORCHPP_HD double sin_any(double x) { return __builtin_sin(x); }
TORCHPP_HD float cos_any(float x) { return __builtin_cosf(x); }
TORCHPP_HD double cos_any(double x) { return __builtin_cos(x); }
TORCHPP_HD float tan_any(float x) { return __builtin_tanf(x); }
TORCHPP_HD double tan_any(double x) { return __builtin_tan(x); }
TORCHPP_HD float fmod(float x, float y) { return __builtin_fmodf(x, y); }
TORCHPP_HD double fmod(double x, double y) { return __builtin_fmod(x, y); }

// Rounding: single instructions from SSE4.1 on.
TORCHPP_HD float floor(float x) { return __builtin_floorf(x); }
TORCHPP_HD double floor(double x) { return __builtin_floor(x); }
TORCHPP_HD float ceil(float x) { return __builtin_ceilf(x); }
TORCHPP_HD double ceil(double x) { return __builtin_ceil(x); }
TORCHPP_HD float trunc(float x) { return __builtin_truncf(x); }
TORCHPP_HD double trunc(double x) { return __builtin_trunc(x); }
TORCHPP_HD float rint(float x) { return __builtin_rintf(x); }
TORCHPP_HD double rint(double x) { return __builtin_rint(x); }

/// fmod(x, y) without a library call, exact, for quotients that is_usual_quotient() takes: of finite divisors that are
/// not 0, and so small that whole ones are exact. The quotient may have been rounded up to a whole one, then the
/// remainder has the wrong sign. It is exact because it is a multiple of the last place of x or y and below y.
#if defined(__CUDA_ARCH__) || defined(__FMA__) || defined(__ARM_FEATURE_FMA)
TORCHPP_HD bool is_usual_quotient(float x, float y) { return (abs(x / y) < 0x1p22f) & (abs(y) < kInfF); }
TORCHPP_HD bool is_usual_quotient(double x, double y) { return (abs(x / y) < 0x1p51) & (abs(y) < kInf); }
TORCHPP_HD float fmod_of_usual(float x, float y) {
  const float r = __builtin_fmaf(-trunc(x / y), y, x);
  return copysign(r * copysign(1.0f, x) < 0 ? abs(y) - abs(r) : abs(r), x);
}
TORCHPP_HD double fmod_of_usual(double x, double y) {
  const double r = __builtin_fma(-trunc(x / y), y, x);
  return copysign(r * copysign(1.0, x) < 0 ? abs(y) - abs(r) : abs(r), x);
}
#else  // of floats in double, which holds the product
TORCHPP_HD bool is_usual_quotient(float x, float y) { return (abs(x / y) < 0x1p22f) & (abs(y) < kInfF); }
TORCHPP_HD bool is_usual_quotient(double, double) { return false; }
TORCHPP_HD float fmod_of_usual(float x, float y) {
  const double a = static_cast<double>(x), b = static_cast<double>(y), r = a - trunc(a / b) * b;
  return copysign(static_cast<float>(abs(r)), x);
}
TORCHPP_HD double fmod_of_usual(double x, double y) { return fmod(x, y); }
#endif

// The parts of x = mantissa 2^exponent with 1/2 <= |mantissa| < 1; x and 0 of 0, infinities and NaN.
TORCHPP_HD bool has_exponent(float x) { return (abs(x) < kInfF) & (x != 0.0f); }
TORCHPP_HD bool has_exponent(double x) { return (abs(x) < kInf) & (x != 0.0); }
TORCHPP_HD float frexp_mantissa(float x) {
  const uint32_t bits = to_bits(abs(x) < FLT_MIN ? x * 0x1p23f : x);
  return has_exponent(x) ? from_bits((bits & 0x807fffffu) | 0x3f000000u) : x;
}
TORCHPP_HD double frexp_mantissa(double x) {
  const uint64_t bits = to_bits(abs(x) < DBL_MIN ? x * 0x1p52 : x);
  return has_exponent(x) ? from_bits((bits & 0x800fffffffffffffu) | 0x3fe0000000000000u) : x;
}
TORCHPP_HD float frexp_exponent(float x) {
  const bool denormal = abs(x) < FLT_MIN;
  const int32_t biased = static_cast<int32_t>(to_bits(denormal ? x * 0x1p23f : x) << 1 >> 24);
  return has_exponent(x) ? static_cast<float>(biased - (denormal ? 149 : 126)) : 0.0f;
}
TORCHPP_HD double frexp_exponent(double x) {
  const bool denormal = abs(x) < DBL_MIN;
  const int32_t biased = static_cast<int32_t>(to_bits(denormal ? x * 0x1p52 : x) << 1 >> 53);
  return has_exponent(x) ? static_cast<double>(biased - (denormal ? 1074 : 1022)) : 0.0;
}
// The number next to x towards y; y where they are equal. Magnitudes are ordered as their bits.
TORCHPP_HD float nextafter(float x, float y) {
  const uint32_t bits = to_bits(x);
  const float next = from_bits((x < y) == (x > 0.0f) ? bits + 1 : bits - 1);
  const float r = x == 0.0f ? copysign(FLT_TRUE_MIN, y) : next;
  return ((x != x) | (y != y)) ? x + y : x == y ? y : r;
}
TORCHPP_HD double nextafter(double x, double y) {
  const uint64_t bits = to_bits(x);
  const double next = from_bits((x < y) == (x > 0.0) ? bits + 1 : bits - 1);
  const double r = x == 0.0 ? copysign(DBL_TRUE_MIN, y) : next;
  return ((x != x) | (y != y)) ? x + y : x == y ? y : r;
}

}  // namespace torchpp::math::fn
