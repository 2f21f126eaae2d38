// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ATen/core/ATenGeneral.h>

#include <cmath>

namespace c10 {

/// The first number with the sign of the second.
template <class T, class U>
auto copysign(const T& a, const U& b) {
  return std::copysign(a, b);
}
inline Half copysign(Half a, Half b) { return Half(std::copysign(static_cast<float>(a), static_cast<float>(b))); }
inline BFloat16 copysign(BFloat16 a, BFloat16 b) {
  return BFloat16(std::copysign(static_cast<float>(a), static_cast<float>(b)));
}

}  // namespace c10
