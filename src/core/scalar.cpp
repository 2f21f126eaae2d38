// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/scalar.h>

#include <cmath>
#include <limits>

namespace torchpp {
namespace {

[[noreturn]] TORCHPP_COLD void fail_conversion(const char* type, const Scalar& value) {
  TORCHPP_FAIL_KIND(kError, "value cannot be converted to type ", type, " without overflow: ", to_string(value));
}

}  // namespace

void Scalar::fail_unsigned(uint64_t value) {
  TORCHPP_FAIL_KIND(kValue, "Scalar: got ", value, ", expected at most 9223372036854775807 (int64)");
}

double Scalar::to_double_slow() const {
  if (kind_ != kComplex) return static_cast<double>(i_);
  if (TORCHPP_UNLIKELY(z_[1] != 0)) fail_conversion("double", *this);
  return z_[0];
}

double Scalar::real_or_nan() const {
  if (kind_ == kFloating) return d_;
  return z_[1] == 0 ? z_[0] : static_cast<double>(NAN);
}

int64_t Scalar::to_int64_slow() const {
  const double d = real_or_nan();
  // 2^63 itself is out of range; NaN fails both comparisons.
  if (TORCHPP_UNLIKELY(!(d >= -0x1p63 && d < 0x1p63))) fail_conversion("int64_t", *this);
  return static_cast<int64_t>(d);
}

int64_t Scalar::to_int64_within(int64_t lo, int64_t hi, const char* type) const {
  if (kind_ == kIntegral || kind_ == kBoolean) {
    if (TORCHPP_UNLIKELY(i_ > hi || i_ < (lo == 0 ? -hi : lo))) fail_conversion(type, *this);
    return i_;
  }
  const double d = real_or_nan();
  // The fraction counts: 127.5 is above the range of int8_t.
  if (TORCHPP_UNLIKELY(!(d >= static_cast<double>(lo) && d <= static_cast<double>(hi)))) fail_conversion(type, *this);
  return static_cast<int64_t>(d);
}

float Scalar::to_float_checked(float limit, const char* type) const {
  if (TORCHPP_UNLIKELY(kind_ == kComplex && z_[1] != 0)) fail_conversion(type, *this);
  const double d = toDouble();
  if (TORCHPP_UNLIKELY(std::fabs(d) > limit && !std::isinf(d))) fail_conversion(type, *this);
  return kind_ == kIntegral ? static_cast<float>(i_) : static_cast<float>(d);
}

ComplexFloat Scalar::to_complex_checked() const {
  const ComplexDouble z = toComplexDouble();
  for (const double part : {z.real(), z.imag()})
    if (TORCHPP_UNLIKELY(std::fabs(part) > std::numeric_limits<float>::max() && !std::isinf(part)))
      fail_conversion("c10::complex<float>", *this);
  return ComplexFloat(z);
}

bool Scalar::equals(const Scalar& o) const {
  if (kind_ == kComplex || o.kind_ == kComplex) return toComplexDouble() == o.toComplexDouble();
  if (kind_ == kFloating || o.kind_ == kFloating) return toDouble() == o.toDouble();
  return i_ == o.i_;
}

Scalar Scalar::operator-() const {
  TORCHPP_CHECK(kind_ != kBoolean, "torch boolean negative, the `-` operator, is not supported.");
  if (kind_ == kComplex) return Scalar(ComplexDouble(-z_[0], -z_[1]));
  return kind_ == kFloating ? Scalar(-d_) : Scalar(static_cast<int64_t>(0 - static_cast<uint64_t>(i_)));
}

Scalar Scalar::conj() const { return kind_ == kComplex ? Scalar(ComplexDouble(z_[0], -z_[1])) : *this; }

Scalar Scalar::log() const {
  if (kind_ == kComplex) return Scalar(ComplexDouble(std::log(std::hypot(z_[0], z_[1])), std::atan2(z_[1], z_[0])));
  return Scalar(std::log(toDouble()));
}

std::string to_string(const Scalar& value) {
  if (value.isComplex()) {
    const ComplexDouble z = value.toComplexDouble();
    return str("(", z.real(), ",", z.imag(), ")");
  }
  if (value.isBoolean()) return value.toBool() ? "true" : "false";
  return value.isFloatingPoint() ? str(value.toDouble()) : str(value.toLong());
}

}  // namespace torchpp
