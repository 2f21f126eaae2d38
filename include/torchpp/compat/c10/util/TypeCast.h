// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ATen/core/ATenGeneral.h>
#include <c10/util/complex.h>

#include <limits>

namespace c10 {

/// Conversion between element types: a complex number loses its imaginary part, and a negative number becomes an
/// unsigned one of 8 bits modulo 256.
template <class To, class From>
To convert(From value) {
  if constexpr (is_complex<From>::value && !is_complex<To>::value) return convert<To>(value.real());
  else if constexpr (std::is_same_v<To, uint8_t> && !std::is_same_v<From, bool>)
    return static_cast<uint8_t>(static_cast<int64_t>(value));
  else if constexpr (is_complex<To>::value && !is_complex<From>::value)
    return To(static_cast<typename To::value_type>(value));
  else return static_cast<To>(value);
}
/// Whether a number does not fit: convert() would change it by more than rounding.
template <class To, class From>
bool overflows(From value) {
  if constexpr (std::is_same_v<To, bool> || is_complex<To>::value) return false;
  else if constexpr (is_complex<From>::value) return value.imag() != 0 || overflows<To>(value.real());
  else if constexpr (std::is_integral_v<From> && std::is_integral_v<To>) {
    if constexpr (std::is_same_v<From, bool>) return false;
    // Negative numbers wrap in unsigned types, as in C++, up to the type's greatest number.
    else if constexpr (!std::is_signed_v<To> && std::is_signed_v<From>)
      return value < 0 ? static_cast<int64_t>(value) < -static_cast<int64_t>(std::numeric_limits<To>::max())
                       : static_cast<uint64_t>(value) > std::numeric_limits<To>::max();
    else return value < std::numeric_limits<To>::lowest() || value > std::numeric_limits<To>::max();
  } else {
    const double d = static_cast<double>(value);
    if (std::numeric_limits<To>::has_infinity && (d - d != 0)) return false;
    return !(d >= static_cast<double>(std::numeric_limits<To>::lowest()) &&
             d <= static_cast<double>(std::numeric_limits<To>::max()));
  }
}
/// Throws std::runtime_error for a number that does not fit the named type.
template <class To, class From>
To checked_convert(From value, const char* name) {
  if (overflows<To>(value))
    throw std::runtime_error("value cannot be converted to type " + std::string(name) + " without overflow");
  return convert<To>(value);
}

}  // namespace c10
