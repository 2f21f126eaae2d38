// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/scalar.h>

#include <cmath>

namespace torchpp {

void Scalar::fail_unsigned(uint64_t value) {
  TORCHPP_FAIL_KIND(kValue, "Scalar: got ", value, ", expected at most 9223372036854775807 (int64)");
}

double Scalar::to_double_slow() const {
  if (kind_ != kComplex) return static_cast<double>(i_);
  TORCHPP_CHECK(z_[1] == 0, "value cannot be converted to type double without overflow: ", to_string(*this));
  return z_[0];
}

int64_t Scalar::to_int64_slow() const {
  const double d = toDouble();
  // 2^63 itself is out of range; NaN fails both comparisons.
  TORCHPP_CHECK(d >= -0x1p63 && d < 0x1p63, "value cannot be converted to type int64_t without overflow: ", d);
  return static_cast<int64_t>(d);
}

int64_t Scalar::to_int64_within(int64_t lo, int64_t hi, const char* type) const {
  const int64_t value = toLong();
  TORCHPP_CHECK(value >= lo && value <= hi, "value cannot be converted to type ", type, " without overflow: ", value);
  return value;
}

float Scalar::to_float_checked(float limit, const char* type) const {
  const double d = toDouble();
  TORCHPP_CHECK(!(std::fabs(d) > limit) || std::isinf(d), "value cannot be converted to type ", type,
                " without overflow: ", d);
  return static_cast<float>(d);
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
