// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Draws of counts from uniform numbers in [0, 1), of which uniform() gives as many as are needed. In double and
/// with the functions of the C library: on the CPU the numbers are libtorch's.

#include "src/backends/math/special.h"

namespace torchpp::math {

/// Rates below 10 by the product of uniform numbers (Knuth), others by PTRS: W. Hoermann, The transformed rejection
/// method for generating Poisson random variables (1993). The rate is not NaN.
template <class U>
TORCHPP_HD double draw_poisson(double rate, U& uniform) {
  if (rate == 0) return 0;
  if (rate < 10) {
    const double least = __builtin_exp(-rate);
    double count = 0;
    for (double product = uniform(); product > least; product *= uniform()) ++count;
    return count;
  }
  const double b = 0.931 + 2.53 * __builtin_sqrt(rate), a = -0.059 + 0.02483 * b;
  const double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4), log_rate = __builtin_log(rate);
  for (;;) {
    const double u = uniform() - 0.5, v = uniform(), us = 0.5 - __builtin_fabs(u);
    const double k = __builtin_floor((2 * a / us + b) * u + rate + 0.43);
    if (us >= 0.07 && v <= 0.9277 - 3.6224 / (b - 2)) return k;
    if (k < 0 || (us < 0.013 && v > us)) continue;
    if (__builtin_log(v) + __builtin_log(inverse_alpha) - __builtin_log(a / (us * us) + b) <=
        -rate + k * log_rate - fn::lgamma(k + 1))
      return k;
  }
}

/// log(k!) - (log(sqrt(2 pi)) + (k + 1/2) log(k + 1) - (k + 1)): what Stirling's formula leaves out.
TORCHPP_HD double stirling_rest(double k) {
  constexpr double kHalfLogTwoPi = 0.91893853320467274178;
  if (k <= 9) return fn::lgamma(k + 1) - (kHalfLogTwoPi + (k + 0.5) * __builtin_log(k + 1) - (k + 1));
  const double square = (k + 1) * (k + 1);
  return (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / (k + 1);
}

/// Successes for p <= 1/2: by the distances between them, which are geometrically distributed, or where 10 or more are
/// expected by BTRS: W. Hoermann, The generation of binomial random variates (1993).
template <class U>
TORCHPP_HD double draw_successes(double n, double p, U& uniform) {
  if (n * p < 10) {
    const double log_failure = __builtin_log1p(-p);
    double count = 0;
    for (double trials = __builtin_ceil(__builtin_log(uniform()) / log_failure); trials <= n;
         trials += __builtin_ceil(__builtin_log(uniform()) / log_failure))
      ++count;
    return count;
  }
  const double deviation = __builtin_sqrt(n * p * (1 - p)), b = 1.15 + 2.53 * deviation;
  const double a = -0.0873 + 0.0248 * b + 0.01 * p, c = n * p + 0.5, odds = p / (1 - p);
  const double alpha = (2.83 + 5.1 / b) * deviation, mode = __builtin_floor((n + 1) * p);
  for (;;) {
    const double u = uniform() - 0.5, v = uniform(), us = 0.5 - __builtin_fabs(u);
    const double k = __builtin_floor((2 * a / us + b) * u + c);
    if (us >= 0.07 && v <= 0.92 - 4.2 / b) return k;
    if (k < 0 || k > n) continue;
    const double most = (mode + 0.5) * __builtin_log((mode + 1) / (odds * (n - mode + 1))) +
                        (n + 1) * __builtin_log((n - mode + 1) / (n - k + 1)) +
                        (k + 0.5) * __builtin_log(odds * (n - k + 1) / (k + 1)) + stirling_rest(mode) +
                        stirling_rest(n - mode) - stirling_rest(k) - stirling_rest(n - k);
    if (__builtin_log(v * alpha / (a / (us * us) + b)) <= most) return k;
  }
}
/// Successes of n trials; NaN for a probability or a number of trials that is.
template <class U>
TORCHPP_HD double draw_binomial(double n, double p, U& uniform) {
  if (n != n) return n;
  if (n <= 0 || p <= 0) return 0;
  if (p >= 1) return n;
  if (p <= 0.5) return draw_successes(n, p, uniform);
  return p > 0.5 ? n - draw_successes(n, 1 - p, uniform) : p;
}

}  // namespace torchpp::math
