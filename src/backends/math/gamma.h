// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Draws from gamma distributions, and how draws from gamma and Dirichlet distributions follow from their
/// parameters. In double and with the functions of the C library: on the CPU the draws are libtorch's.

#include "src/backends/math/special.h"

namespace torchpp::math {

/// A number of the gamma distribution with the shape alpha and the scale 1, from as many uniform numbers in [0, 1) and
/// standard normal ones as it takes. Source: G. Marsaglia and W. W. Tsang, A simple method for generating gamma
/// variables (2000).
template <class U, class N>
TORCHPP_HD double draw_gamma(double alpha, U& uniform, N& normal) {
  if (alpha == 0) return 0;
  double scale = 1;
  if (alpha < 1) {
    scale = __builtin_pow(1 - uniform(), 1 / alpha);
    alpha += 1;
  }
  // The method's d is alpha - 1/3; libtorch's constants are floats, which its numbers show in the eighth digit.
  constexpr double kThird = 1.0f / 3.0f, kSqueeze = 0.0331f;
  const double d = alpha - kThird, c = 1 / __builtin_sqrt(9 * d);
  for (;;) {
    double x = normal(), root = 1 + c * x;
    while (root <= 0) x = normal(), root = 1 + c * x;
    const double v = root * root * root, u = 1 - uniform(), square = x * x;
    if (u < 1 - kSqueeze * square * square) return scale * d * v;
    if (__builtin_log(u) < 0.5 * square + d * (1 - v + __builtin_log(v))) return scale * d * v;
  }
}

// A draw x with the distribution function F(x; p) moves with the parameter p by -(dF/dp) / (dF/dx), so that F does not
// change. Both gradients here are that quotient by series whose terms are positive but for a few, so that little is
// lost: relative errors against 40 digits are below 1e-11.
namespace fn {

// x as a series in powers of 1 / sqrt(alpha) and of z, the standard normal number of the same cumulative probability,
// differentiated by alpha. For alpha >= 1000 and x within a twentieth of it. Source: H. Goldberg and H. Levine,
// Approximate formulas for the percentage points and normalization of t and chi squared (1946).
TORCHPP_HD double gamma_gradient_normal(double alpha, double x) {
  const double r = 1.0 / sqrt(alpha), r2 = r * r;
  double z = 3.0 / r * (__builtin_cbrt(x / alpha) - 1.0 + r2 / 9.0), z2 = z * z;
  const auto odd = [&] { return ((9.0 * z2 + 256.0) * z2 - 433.0) / 38880.0; };
  const auto even = [&] { return ((12.0 * z2 - 243.0) * z2 - 923.0) * z2 + 1472.0; };
  const auto fourth = [&] { return ((6.0 * z2 + 14.0) * z2 - 32.0) / 1620.0; };
  for (int step = 0; step < 2; ++step, z2 = z * z) {
    const double at = alpha + z / r + (z2 - 1.0) / 3.0 + r * z * ((z2 - 7.0) / 36.0 + r2 * odd()) - r2 * fourth() +
                      r2 * r2 * even() / 204120.0;
    const double slope = 1.0 / r + 2.0 / 3.0 * z + r * (3.0 * z2 - 7.0) / 36.0 - r2 * z * (6.0 * z2 + 7.0) / 405.0;
    z -= (at - x) / slope;
  }
  return 1.0 + r * z * (0.5 - r2 * ((z2 - 7.0) / 72.0 + r2 * 1.5 * odd())) +
         r2 * r2 * (fourth() - r2 * even() / 102060.0);
}

// With t_n = x^n / ((alpha + 1) ... (alpha + n)): x / alpha times the sum of t_n (digamma(alpha + 1 + n) - log(x)).
// Source: DLMF 8.7.1.
TORCHPP_HD double gamma_gradient_series(double alpha, double x) {
  double sum = 0.0, t = 1.0, factor = digamma(alpha + 1.0) - log(x);
  for (double n = 1.0;; ++n) {
    sum += t * factor;
    t *= x / (alpha + n), factor += 1.0 / (alpha + n);
    if (x < alpha + n && t * factor < 1e-17 * sum) return x / alpha * sum;
  }
}

// By the upper tail, with G = Gamma(alpha, x) x^(1 - alpha) e^x: G (log(x) - digamma(alpha)) + dG / d alpha. Lentz's
// method for the continued fraction of G / x, and for its derivative. Source: DLMF 8.9.2.
TORCHPP_HD double gamma_gradient_fraction(double alpha, double x) {
  double b = x + 1.0 - alpha, d = 1.0 / b, d_slope = d * d, c = 1e300, c_slope = 0.0, g = d, g_slope = d_slope;
  for (double n = 1.0; n < 1e5; ++n) {
    const double a = n * (alpha - n);
    b += 2.0;
    const double below_slope = n * d + a * d_slope - 1.0;
    d = 1.0 / (a * d + b), d_slope = -below_slope * d * d;
    c_slope = (n - a * c_slope / c) / c - 1.0, c = a / c + b;
    const double factor = c * d, slope = c_slope * d + c * d_slope;
    g_slope = g_slope * factor + g * slope, g *= factor;
    if (abs(factor - 1.0) < 1e-15 && abs(g * slope) < 1e-15 * abs(g_slope)) break;
  }
  return x * (g * (log(x) - digamma(alpha)) + g_slope);
}

/// How a draw x from the gamma distribution of the shape alpha moves with alpha. 0 at 0; NaN unless alpha > 0 and both
/// are finite.
TORCHPP_HD double gamma_gradient(double alpha, double x) {
  if (!(alpha > 0.0) || !(x < kInf) || alpha == kInf) return kInf - kInf;
  if (x <= 0.0) return 0.0;
  if (alpha >= 1000.0 && abs(x - alpha) <= 0.05 * alpha) return gamma_gradient_normal(alpha, x);
  return x < 1.5 || x < alpha + 0.5 ? gamma_gradient_series(alpha, x) : gamma_gradient_fraction(alpha, x);
}

/// How a coordinate x of a draw from a Dirichlet distribution moves with its own parameter alpha, divided by 1 - x;
/// `total` is the sum of the parameters, so that x has the beta distribution of alpha and beta = total - alpha. NaN
/// unless alpha > 0, beta >= 0 and 0 <= x <= 1. With y = 1 - x and digammas as above it is
///   x / alpha times the sum of ((total)_n / (alpha + 1)_n) x^n (digamma(alpha + 1 + n) - digamma(total + n) - log(x)),
///   x / beta times the sum of ((total)_n / (beta + 1)_n) y^n (digamma(total + n) - digamma(alpha) + log(x));
/// the former below the mean and the latter above it, unless the other one takes few terms. Source:
/// DLMF 8.17.8, 8.17.4.
TORCHPP_HD double dirichlet_gradient(double x, double alpha, double total) {
  const double beta = total - alpha, y = 1.0 - x;
  if (!(alpha > 0.0) || !(beta >= 0.0) || !(x >= 0.0) || !(y >= 0.0) || !(total < kInf)) return kInf - kInf;
  if (x == 0.0) return 0.0;
  if (beta == 0.0) return trigamma(alpha);  // the only coordinate, which is 1
  constexpr double kFew = 4.0;              // of total times the variable; more would cancel more digits
  const bool below_mean = x * total <= alpha;
  const bool lower = x <= 0.5 ? below_mean || x * total < kFew : below_mean && y * total >= kFew;
  const double first = lower ? alpha : beta, z = lower ? x : y;
  double sum = 0.0, t = 1.0;
  double factor = lower ? digamma(alpha + 1.0) - digamma(total) - log(x) : digamma(total) - digamma(alpha) + log(x);
  for (double n = 0.0; n < 1e7; ++n) {
    sum += t * factor;
    const double ratio = (total + n) * z / (first + 1.0 + n), step = 1.0 / (total + n);
    t *= ratio;
    factor += lower ? 1.0 / (alpha + 1.0 + n) - step : step;
    if (ratio < 1.0 && abs(t * factor) < 1e-17 * abs(sum)) break;
  }
  return x / first * sum;
}

}  // namespace fn
}  // namespace torchpp::math
