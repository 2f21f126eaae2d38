// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The limits of dtypes: finfo(kHalf).eps, iinfo(kShort).max.

#include <torchpp/core/dtype.h>

#include <cstdint>
#include <limits>

namespace torchpp {

namespace detail {
[[noreturn]] TORCHPP_API TORCHPP_COLD void fail_finfo(ScalarType dtype);
[[noreturn]] TORCHPP_API TORCHPP_COLD void fail_iinfo(ScalarType dtype);

/// 10 to the power of -digits10, of a format with so many bits of mantissa behind the point.
constexpr double decimal_resolution(int mantissa_bits) {
  double power = 1;
  for (int digits = mantissa_bits * 30103 / 100000; digits > 0; --digits) power *= 10;
  return 1 / power;
}
constexpr double power_of_two(int exponent) {
  double power = 1;
  for (; exponent > 0; --exponent) power *= 2;
  for (; exponent < 0; ++exponent) power /= 2;
  return power;
}
}  // namespace detail

/// Limits of a floating dtype; those of a complex one are of its parts. Throws Error for other dtypes.
/// Source: torch.finfo of PyTorch 1.13.
struct finfo {
  int bits;                ///< of one number
  double eps;              ///< from 1 to the next number
  double max, min;         ///< greatest finite number, and its opposite
  double tiny;             ///< least positive number with all digits; smallest_normal is another name
  double smallest_normal;  ///< see tiny
  double resolution;       ///< a power of ten: so far decimal digits are kept

  constexpr finfo(ScalarType dtype = kFloat)  // NOLINT: a dtype converts
      : finfo(dtype == kHalf || dtype == kComplexHalf       ? finfo(16, 10, 15)
              : dtype == kBFloat16                          ? finfo(16, 7, 127)
              : dtype == kFloat || dtype == kComplexFloat   ? finfo(32, 23, 127)
              : dtype == kDouble || dtype == kComplexDouble ? finfo(64, 52, 1023)
                                                            : (detail::fail_finfo(dtype), finfo(0, 0, 0))) {}

 private:
  constexpr finfo(int bits, int mantissa_bits, int greatest_exponent)
      : bits(bits),
        eps(detail::power_of_two(-mantissa_bits)),
        max((2 - eps) * detail::power_of_two(greatest_exponent)),
        min(-max),
        tiny(detail::power_of_two(1 - greatest_exponent)),
        smallest_normal(tiny),
        resolution(detail::decimal_resolution(mantissa_bits)) {}
};

/// Limits of an integer dtype. Throws Error for other dtypes, bool among them.
/// Source: torch.iinfo of PyTorch 1.13.
struct iinfo {
  int bits;
  int64_t max, min;

  constexpr iinfo(ScalarType dtype)  // NOLINT: a dtype converts
      : iinfo(dtype == kByte    ? iinfo(8, 255, 0)
              : dtype == kChar  ? of<int8_t>()
              : dtype == kShort ? of<int16_t>()
              : dtype == kInt   ? of<int32_t>()
              : dtype == kLong  ? of<int64_t>()
                                : (detail::fail_iinfo(dtype), of<int8_t>())) {}

 private:
  constexpr iinfo(int bits, int64_t max, int64_t min) : bits(bits), max(max), min(min) {}
  template <class T>
  static constexpr iinfo of() {
    return iinfo(8 * static_cast<int>(sizeof(T)), std::numeric_limits<T>::max(), std::numeric_limits<T>::min());
  }
};

}  // namespace torchpp
