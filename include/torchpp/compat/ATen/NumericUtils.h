// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ATen/core/ATenGeneral.h>

#include <cmath>

namespace at {

/// Of every element type; integers are neither.
template <class T>
bool _isnan(T value) {
  if constexpr (std::is_integral_v<T>) return false;
  else if constexpr (::torchpp::IsComplex<T>::value) return _isnan(value.real()) || _isnan(value.imag());
  else if constexpr (std::is_floating_point_v<T>) return std::isnan(value);
  else return std::isnan(static_cast<float>(value));
}
template <class T>
bool _isinf(T value) {
  if constexpr (std::is_integral_v<T>) return false;
  else if constexpr (std::is_floating_point_v<T>) return std::isinf(value);
  else return std::isinf(static_cast<float>(value));
}

}  // namespace at
