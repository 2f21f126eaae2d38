// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file How p-norms add up distances along single coordinates, and by how much they grow with one of them. The norm
/// of differences d is finish(sum of |d|), where join() adds up two sums; slope() is its derivative by a difference.

#include "src/backends/math/elementary.h"
#include "src/backends/math/library.h"

namespace torchpp::math {

template <class T>
struct NormZero {
  TORCHPP_HD static T add(T sum, T d, T) { return sum + static_cast<T>(d != T(0)); }
  TORCHPP_HD static T join(T a, T b) { return a + b; }
  TORCHPP_HD static T finish(T sum, T) { return sum; }
  TORCHPP_HD static T slope(T, T, T) { return T(0); }
};
template <class T>
struct NormOne {
  TORCHPP_HD static T add(T sum, T d, T) { return sum + d; }
  TORCHPP_HD static T join(T a, T b) { return a + b; }
  TORCHPP_HD static T finish(T sum, T) { return sum; }
  TORCHPP_HD static T slope(T d, T, T) { return static_cast<T>(d > T(0)) - static_cast<T>(d < T(0)); }
};
template <class T>
struct NormTwo {
  TORCHPP_HD static T add(T sum, T d, T) { return sum + d * d; }
  TORCHPP_HD static T join(T a, T b) { return a + b; }
  TORCHPP_HD static T finish(T sum, T) { return fn::sqrt(sum); }
  TORCHPP_HD static T slope(T d, T norm, T) { return norm == T(0) ? T(0) : d / norm; }
};
template <class T>
struct NormMax {
  TORCHPP_HD static T add(T sum, T d, T) { return ((d > sum) | (d != d)) ? d : sum; }
  TORCHPP_HD static T join(T a, T b) { return add(a, b, T(0)); }
  TORCHPP_HD static T finish(T sum, T) { return sum; }
  TORCHPP_HD static T slope(T d, T norm, T) { return fn::abs(d) == norm ? NormOne<T>::slope(d, norm, T(0)) : T(0); }
};
template <class T>
struct NormAny {
  TORCHPP_HD static T add(T sum, T d, T p) { return sum + library::pow(d, p); }
  TORCHPP_HD static T join(T a, T b) { return a + b; }
  TORCHPP_HD static T finish(T sum, T p) { return library::pow(sum, T(1) / p); }
  TORCHPP_HD static T slope(T d, T norm, T p) {
    if (norm == T(0) || (d == T(0) && p < T(1))) return T(0);
    return NormOne<T>::slope(d, norm, p) * library::pow(fn::abs(d) / norm, p - T(1));
  }
};

/// Calls f(norm) with an object of the type of the p-norm; on the host.
template <class T, class F>
__attribute__((always_inline)) inline void with_norm(double p, const F& f) {
  if (p == 0) f(NormZero<T>());
  else if (p == 1) f(NormOne<T>());
  else if (p == 2) f(NormTwo<T>());
  else if (p == fn::kInf) f(NormMax<T>());
  else f(NormAny<T>());
}

/// Where the pairs (i, i + 1), (i, i + 2), ... of n rows start in a list of pairs.
TORCHPP_HD int64_t first_pair(int64_t i, int64_t n) { return i * (2 * n - i - 1) / 2; }

}  // namespace torchpp::math
