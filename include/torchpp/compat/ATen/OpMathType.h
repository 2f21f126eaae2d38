// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The type in which an element is computed: float for those of 16 bits.

#include <ATen/core/ATenGeneral.h>

namespace at {

template <class T>
struct OpMathType {
  using type = std::conditional_t<std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>, float, T>;
};
template <class T>
using opmath_type = typename OpMathType<T>::type;

inline ScalarType toOpMathType(ScalarType type) { return type == kHalf || type == kBFloat16 ? kFloat : type; }

}  // namespace at
