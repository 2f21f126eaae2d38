// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// The quotient of integers, rounded towards negative infinity.
template <class T>
constexpr T div_rtn(T x, T y) {
  const T q = x / y, r = x % y;
  return r != 0 && (r < 0) != (y < 0) ? q - 1 : q;
}
