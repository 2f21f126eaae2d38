// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file A number of any element type, as an argument.

#include <torchpp/core/dtype.h>
#include <torchpp/core/error.h>

#include <iosfwd>

namespace torchpp {

/// One number: a bool, an integer, a floating or a complex number. Made implicitly from every built-in arithmetic
/// type, from Half, BFloat16 and complex numbers.
class TORCHPP_API Scalar {
 public:
  constexpr Scalar() : kind_(kIntegral), i_(0) {}
  template <class T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
  constexpr Scalar(T value) : kind_(kIntegral), i_(0) {  // NOLINT: implicit
    if constexpr (std::is_same_v<T, bool>) {
      kind_ = kBoolean;
      i_ = value ? 1 : 0;
    } else if constexpr (std::is_floating_point_v<T>) {
      kind_ = kFloating;
      d_ = static_cast<double>(value);
    } else {
      if constexpr (std::is_unsigned_v<T> && sizeof(T) == 8)
        if (TORCHPP_UNLIKELY(value > static_cast<T>(INT64_MAX))) fail_unsigned(value);
      i_ = static_cast<int64_t>(value);
    }
  }
  Scalar(Half value) : Scalar(static_cast<float>(value)) {}      // NOLINT: implicit
  Scalar(BFloat16 value) : Scalar(static_cast<float>(value)) {}  // NOLINT: implicit
  template <class T>
  constexpr Scalar(const Complex<T>& z)  // NOLINT: implicit
      : kind_(kComplex), z_{static_cast<double>(z.real_), static_cast<double>(z.imag_)} {}

  bool isFloatingPoint() const { return kind_ == kFloating; }
  bool isIntegral(bool include_bool = false) const { return kind_ == kIntegral || (include_bool && kind_ == kBoolean); }
  bool isBoolean() const { return kind_ == kBoolean; }
  bool isComplex() const { return kind_ == kComplex; }
  /// Double, Long, Bool or ComplexDouble.
  ScalarType type() const {
    return kind_ == kFloating ? kDouble : kind_ == kIntegral ? kLong : kind_ == kBoolean ? kBool : kComplexDouble;
  }

  /// The number as a T. Throws Error "value cannot be converted to type int8_t without overflow" for a value outside
  /// the range of T, for NaN or an infinity as an integer, for an imaginary part that is lost. A fraction is cut off,
  /// and negative integers down to -max wrap in an unsigned T, as in libtorch. Every number converts to bool: is it not
  /// 0?
  template <class T>
  T to() const;

  double toDouble() const { return TORCHPP_LIKELY(kind_ == kFloating) ? d_ : to_double_slow(); }
  float toFloat() const { return static_cast<float>(to<float>()); }
  int64_t toLong() const { return TORCHPP_LIKELY(kind_ != kFloating && kind_ != kComplex) ? i_ : to_int64_slow(); }
  int toInt() const { return to<int>(); }
  int16_t toShort() const { return to<int16_t>(); }
  int8_t toChar() const { return to<int8_t>(); }
  uint8_t toByte() const { return to<uint8_t>(); }
  Half toHalf() const { return to<Half>(); }
  BFloat16 toBFloat16() const { return to<BFloat16>(); }
  bool toBool() const { return to<bool>(); }
  ComplexDouble toComplexDouble() const {
    return kind_ == kComplex ? ComplexDouble(z_[0], z_[1]) : ComplexDouble(toDouble(), 0);
  }
  ComplexFloat toComplexFloat() const { return to<ComplexFloat>(); }

  /// Compares values; numbers of different kinds may be equal.
  template <class T>
  bool equal(T other) const {
    return equals(Scalar(other));
  }
  bool equals(const Scalar& other) const;
  Scalar operator-() const;
  Scalar conj() const;
  Scalar log() const;

 private:
  enum Kind : uint8_t { kIntegral, kFloating, kBoolean, kComplex };
  [[noreturn]] static void fail_unsigned(uint64_t value);
  double to_double_slow() const;
  int64_t to_int64_slow() const;
  // The value of a floating or complex number as a double; NaN if the imaginary part is not zero.
  double real_or_nan() const;
  // The value within [lo, hi], of which lo is 0 for an unsigned type, else Error naming the type.
  int64_t to_int64_within(int64_t lo, int64_t hi, const char* type) const;
  float to_float_checked(float limit, const char* type) const;
  ComplexFloat to_complex_checked() const;

  Kind kind_;
  union {
    int64_t i_;
    double d_;
    double z_[2];
  };
};

template <class T>
T Scalar::to() const {
  if constexpr (std::is_same_v<T, Scalar>) return *this;
  else if constexpr (std::is_same_v<T, double>) return toDouble();
  else if constexpr (std::is_same_v<T, float>) return to_float_checked(std::numeric_limits<float>::max(), "float");
  else if constexpr (std::is_same_v<T, Half>) return Half(to_float_checked(65504.f, "Half"));
  else if constexpr (std::is_same_v<T, BFloat16>)
    return BFloat16(to_float_checked(0x1.fep127f, "BFloat16"));  // the greatest one, a little less than float's
  else if constexpr (std::is_same_v<T, bool>) return kind_ == kComplex ? z_[0] != 0 || z_[1] != 0 : toDouble() != 0;
  else if constexpr (std::is_same_v<T, ComplexFloat>) return to_complex_checked();
  else if constexpr (IsComplex<T>::value) return T(toComplexDouble());
  else {
    static_assert(std::is_integral_v<T>, "Scalar::to: no element type");
    if constexpr (sizeof(T) == 8) return static_cast<T>(toLong());
    else
      return static_cast<T>(to_int64_within(static_cast<int64_t>(std::numeric_limits<T>::min()),
                                            static_cast<int64_t>(std::numeric_limits<T>::max()),
                                            std::is_signed_v<T> ? (sizeof(T) == 1   ? "int8_t"
                                                                   : sizeof(T) == 2 ? "int16_t"
                                                                                    : "int")
                                                                : (sizeof(T) == 1   ? "uint8_t"
                                                                   : sizeof(T) == 2 ? "uint16_t"
                                                                                    : "uint32_t")));
  }
}

/// The number as text: "2", "0.5", "true", "(1,2)".
TORCHPP_API std::string to_string(const Scalar& value);

TORCHPP_API std::ostream& operator<<(std::ostream& out, const Scalar& value);

}  // namespace torchpp
