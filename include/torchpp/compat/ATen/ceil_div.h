// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <c10/macros/Macros.h>

#include <type_traits>

namespace at {

/// The quotient of positive integers, rounded up.
template <class T, class = std::enable_if_t<std::is_integral_v<T>>>
C10_HOST_DEVICE constexpr T ceil_div(T a, T b) {
  return (a + b - 1) / b;
}
/// The next multiple of b.
template <class T>
C10_HOST_DEVICE constexpr T round_up(T a, T b) {
  return ceil_div(a, b) * b;
}

}  // namespace at
