// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file 16-bit floating point numbers. They are stored in 16 bits and computed in float.

#include <torchpp/core/export.h>

#include <cstdint>
#include <limits>
#include <type_traits>

namespace torchpp {
namespace detail {

inline float bits_to_float(uint32_t bits) {
  float f;
  __builtin_memcpy(&f, &bits, sizeof f);
  return f;
}
inline uint32_t float_to_bits(float f) {
  uint32_t bits;
  __builtin_memcpy(&bits, &f, sizeof bits);
  return bits;
}

// IEEE binary16, rounded to nearest even; NaN stays NaN, overflow becomes infinity.
inline uint16_t float_to_half_bits(float f) {
  const uint32_t bits = float_to_bits(f), magnitude = bits & 0x7fffffffu;
  const uint16_t sign = static_cast<uint16_t>((bits >> 16) & 0x8000u);
  if (magnitude > 0x7f800000u) return sign | 0x7e00u;
  if (magnitude >= 0x477ff000u) return sign | 0x7c00u;  // 65520 and up round to infinity
  if (magnitude < 0x38800000u) {                        // below 2^-14: let the adder of float round at 2^-24
    const float shifted = bits_to_float(magnitude) + 0.5f;
    return sign | static_cast<uint16_t>(float_to_bits(shifted) - 0x3f000000u);
  }
  const uint32_t odd = (magnitude >> 13) & 1u;
  return sign | static_cast<uint16_t>((magnitude - 0x38000000u + 0xfffu + odd) >> 13);
}

inline float half_bits_to_float(uint16_t h) {
  const uint32_t sign = static_cast<uint32_t>(h & 0x8000u) << 16, magnitude = h & 0x7fffu;
  if (magnitude >= 0x7c00u) return bits_to_float(sign | 0x7f800000u | (magnitude & 0x3ffu) << 13);
  if (magnitude < 0x400u) {  // denormal: magnitude * 2^-24, exact in float
    const float value = static_cast<float>(magnitude) * 0x1p-24f;
    return bits_to_float(sign | float_to_bits(value));
  }
  return bits_to_float(sign | ((magnitude << 13) + 0x38000000u));
}

// bfloat16: the upper half of a float, rounded to nearest even.
inline uint16_t float_to_bfloat16_bits(float f) {
  const uint32_t bits = float_to_bits(f);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return 0x7fc0u;
  return static_cast<uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}
inline float bfloat16_bits_to_float(uint16_t b) { return bits_to_float(static_cast<uint32_t>(b) << 16); }

}  // namespace detail

/// IEEE binary16: 1 sign, 5 exponent, 10 fraction bits.
struct alignas(2) Half {
  uint16_t x;
  struct from_bits_t {};
  static constexpr from_bits_t from_bits() { return {}; }
  Half() = default;
  constexpr Half(uint16_t bits, from_bits_t) : x(bits) {}
  Half(float value) : x(detail::float_to_half_bits(value)) {}       // NOLINT: implicit, as in libtorch
  operator float() const { return detail::half_bits_to_float(x); }  // NOLINT: implicit
};

/// The upper 16 bits of a float: 1 sign, 8 exponent, 7 fraction bits.
struct alignas(2) BFloat16 {
  uint16_t x;
  struct from_bits_t {};
  static constexpr from_bits_t from_bits() { return {}; }
  BFloat16() = default;
  constexpr BFloat16(uint16_t bits, from_bits_t) : x(bits) {}
  BFloat16(float value) : x(detail::float_to_bfloat16_bits(value)) {}   // NOLINT: implicit
  operator float() const { return detail::bfloat16_bits_to_float(x); }  // NOLINT: implicit
};

// Arithmetic between two 16-bit numbers gives one again; mixed with other types, float conversion rules decide.
#define TORCHPP_HALF_ARITHMETIC(T)                                                                  \
  inline T operator+(T a, T b) { return static_cast<float>(a) + static_cast<float>(b); }            \
  inline T operator-(T a, T b) { return static_cast<float>(a) - static_cast<float>(b); }            \
  inline T operator*(T a, T b) { return static_cast<float>(a) * static_cast<float>(b); }            \
  inline T operator/(T a, T b) { return static_cast<float>(a) / static_cast<float>(b); }            \
  inline T operator-(T a) { return -static_cast<float>(a); }                                        \
  inline T& operator+=(T& a, T b) { return a = a + b; }                                             \
  inline T& operator-=(T& a, T b) { return a = a - b; }                                             \
  inline T& operator*=(T& a, T b) { return a = a * b; }                                             \
  inline T& operator/=(T& a, T b) { return a = a / b; }                                             \
  inline float operator+(T a, float b) { return static_cast<float>(a) + b; }                        \
  inline float operator-(T a, float b) { return static_cast<float>(a) - b; }                        \
  inline float operator*(T a, float b) { return static_cast<float>(a) * b; }                        \
  inline float operator/(T a, float b) { return static_cast<float>(a) / b; }                        \
  inline float operator+(float a, T b) { return a + static_cast<float>(b); }                        \
  inline float operator-(float a, T b) { return a - static_cast<float>(b); }                        \
  inline float operator*(float a, T b) { return a * static_cast<float>(b); }                        \
  inline float operator/(float a, T b) { return a / static_cast<float>(b); }                        \
  inline double operator+(T a, double b) { return static_cast<double>(static_cast<float>(a)) + b; } \
  inline double operator-(T a, double b) { return static_cast<double>(static_cast<float>(a)) - b; } \
  inline double operator*(T a, double b) { return static_cast<double>(static_cast<float>(a)) * b; } \
  inline double operator/(T a, double b) { return static_cast<double>(static_cast<float>(a)) / b; } \
  inline double operator+(double a, T b) { return a + static_cast<double>(static_cast<float>(b)); } \
  inline double operator-(double a, T b) { return a - static_cast<double>(static_cast<float>(b)); } \
  inline double operator*(double a, T b) { return a * static_cast<double>(static_cast<float>(b)); } \
  inline double operator/(double a, T b) { return a / static_cast<double>(static_cast<float>(b)); } \
  template <class I, class = std::enable_if_t<std::is_integral_v<I>>>                               \
  T operator+(T a, I b) {                                                                           \
    return a + T(static_cast<float>(b));                                                            \
  }                                                                                                 \
  template <class I, class = std::enable_if_t<std::is_integral_v<I>>>                               \
  T operator-(T a, I b) {                                                                           \
    return a - T(static_cast<float>(b));                                                            \
  }                                                                                                 \
  template <class I, class = std::enable_if_t<std::is_integral_v<I>>>                               \
  T operator*(T a, I b) {                                                                           \
    return a * T(static_cast<float>(b));                                                            \
  }                                                                                                 \
  template <class I, class = std::enable_if_t<std::is_integral_v<I>>>                               \
  T operator/(T a, I b) {                                                                           \
    return a / T(static_cast<float>(b));                                                            \
  }                                                                                                 \
  template <class I, class = std::enable_if_t<std::is_integral_v<I>>>                               \
  T operator+(I a, T b) {                                                                           \
    return T(static_cast<float>(a)) + b;                                                            \
  }                                                                                                 \
  template <class I, class = std::enable_if_t<std::is_integral_v<I>>>                               \
  T operator-(I a, T b) {                                                                           \
    return T(static_cast<float>(a)) - b;                                                            \
  }                                                                                                 \
  template <class I, class = std::enable_if_t<std::is_integral_v<I>>>                               \
  T operator*(I a, T b) {                                                                           \
    return T(static_cast<float>(a)) * b;                                                            \
  }                                                                                                 \
  template <class I, class = std::enable_if_t<std::is_integral_v<I>>>                               \
  T operator/(I a, T b) {                                                                           \
    return T(static_cast<float>(a)) / b;                                                            \
  }
TORCHPP_HALF_ARITHMETIC(Half)
TORCHPP_HALF_ARITHMETIC(BFloat16)
#undef TORCHPP_HALF_ARITHMETIC

}  // namespace torchpp

namespace std {
template <>
class numeric_limits<torchpp::Half> {
 public:
  static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false;
  static constexpr bool has_infinity = true, has_quiet_NaN = true;
  static constexpr int digits = 11, digits10 = 3, max_digits10 = 5, radix = 2, min_exponent = -13, max_exponent = 16;
  static constexpr torchpp::Half min() { return {0x0400, torchpp::Half::from_bits()}; }
  static constexpr torchpp::Half lowest() { return {0xFBFF, torchpp::Half::from_bits()}; }
  static constexpr torchpp::Half max() { return {0x7BFF, torchpp::Half::from_bits()}; }
  static constexpr torchpp::Half epsilon() { return {0x1400, torchpp::Half::from_bits()}; }
  static constexpr torchpp::Half infinity() { return {0x7C00, torchpp::Half::from_bits()}; }
  static constexpr torchpp::Half quiet_NaN() { return {0x7E00, torchpp::Half::from_bits()}; }
  static constexpr torchpp::Half denorm_min() { return {0x0001, torchpp::Half::from_bits()}; }
};
template <>
class numeric_limits<torchpp::BFloat16> {
 public:
  static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false;
  static constexpr bool has_infinity = true, has_quiet_NaN = true;
  static constexpr int digits = 8, digits10 = 2, max_digits10 = 4, radix = 2, min_exponent = -125, max_exponent = 128;
  static constexpr torchpp::BFloat16 min() { return {0x0080, torchpp::BFloat16::from_bits()}; }
  static constexpr torchpp::BFloat16 lowest() { return {0xFF7F, torchpp::BFloat16::from_bits()}; }
  static constexpr torchpp::BFloat16 max() { return {0x7F7F, torchpp::BFloat16::from_bits()}; }
  static constexpr torchpp::BFloat16 epsilon() { return {0x3C00, torchpp::BFloat16::from_bits()}; }
  static constexpr torchpp::BFloat16 infinity() { return {0x7F80, torchpp::BFloat16::from_bits()}; }
  static constexpr torchpp::BFloat16 quiet_NaN() { return {0x7FC0, torchpp::BFloat16::from_bits()}; }
  static constexpr torchpp::BFloat16 denorm_min() { return {0x0001, torchpp::BFloat16::from_bits()}; }
};
}  // namespace std
