// SPDX-License-Identifier: BSD-3-Clause
#include "tests/differential/element.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <limits>

namespace differential {
namespace {

template <class T>
void put(uint8_t* at, T value) {
  std::memcpy(at, &value, sizeof(T));
}
template <class T>
T get(const uint8_t* at) {
  T value;
  std::memcpy(&value, at, sizeof(T));
  return value;
}

// 16-bit formats by their number of fraction bits and smallest exponent: 10 and -14, or 7 and -126.
uint16_t to_16_bits(double x, int fraction_bits, int min_exponent) {
  const uint16_t sign = std::signbit(x) ? 0x8000 : 0;
  const int exponent_bits = 15 - fraction_bits;
  const int infinity = ((1 << exponent_bits) - 1) << fraction_bits;
  if (std::isnan(x)) return static_cast<uint16_t>(sign | infinity | (1 << (fraction_bits - 1)));
  x = std::fabs(x);
  if (std::isinf(x)) return static_cast<uint16_t>(sign | infinity);
  int exponent = 0;
  std::frexp(x, &exponent);
  --exponent;  // x = f * 2^exponent with 1 <= f < 2
  if (x == 0 || exponent < min_exponent) exponent = min_exponent;
  const double units = std::nearbyint(std::ldexp(x, fraction_bits - exponent));
  // A fraction that rounds up to 2 carries into the exponent by itself.
  const int64_t bits = (static_cast<int64_t>(exponent - min_exponent) << fraction_bits) + static_cast<int64_t>(units);
  return static_cast<uint16_t>(sign | (bits < infinity ? bits : infinity));
}

double from_16_bits(uint16_t bits, int fraction_bits, int min_exponent) {
  const int exponent = (bits & 0x7FFF) >> fraction_bits;
  const int fraction = bits & ((1 << fraction_bits) - 1);
  double x;
  if (exponent == (1 << (15 - fraction_bits)) - 1) x = fraction != 0 ? std::nan("") : INFINITY;
  else if (exponent == 0) x = std::ldexp(fraction, min_exponent - fraction_bits);
  else x = std::ldexp((1 << fraction_bits) + fraction, min_exponent - fraction_bits + exponent - 1);
  return bits & 0x8000 ? -x : x;
}

std::string number(double x) {
  char text[40];
  for (int digits : {6, 9, 17}) {
    std::snprintf(text, sizeof text, "%.*g", digits, x);
    if (std::strtod(text, nullptr) == x) break;
  }
  return text;
}

}  // namespace

bool is_known(DType t) { return std::find(std::begin(kAllDTypes), std::end(kAllDTypes), t) != std::end(kAllDTypes); }

size_t item_size(DType t) {
  switch (t) {
    case DType::kByte:
    case DType::kChar:
    case DType::kBool: return 1;
    case DType::kShort:
    case DType::kHalf:
    case DType::kBFloat16: return 2;
    case DType::kInt:
    case DType::kFloat: return 4;
    case DType::kLong:
    case DType::kDouble:
    case DType::kComplexFloat: return 8;
    case DType::kComplexDouble: return 16;
  }
  return 1;
}

const char* name_of(DType t) {
  switch (t) {
    case DType::kByte: return "uint8";
    case DType::kChar: return "int8";
    case DType::kShort: return "int16";
    case DType::kInt: return "int32";
    case DType::kLong: return "int64";
    case DType::kHalf: return "float16";
    case DType::kFloat: return "float32";
    case DType::kDouble: return "float64";
    case DType::kComplexFloat: return "complex64";
    case DType::kComplexDouble: return "complex128";
    case DType::kBool: return "bool";
    case DType::kBFloat16: return "bfloat16";
  }
  return "another dtype";
}

double epsilon(DType t) {
  switch (t) {
    case DType::kHalf: return 0x1p-10;
    case DType::kBFloat16: return 0x1p-7;
    case DType::kFloat:
    case DType::kComplexFloat: return 0x1p-23;
    case DType::kDouble:
    case DType::kComplexDouble: return 0x1p-52;
    default: return 0;
  }
}

double largest(DType t) {
  switch (t) {
    case DType::kByte: return 255;
    case DType::kChar: return 127;
    case DType::kShort: return 32767;
    case DType::kInt: return 2147483647;
    case DType::kLong: return 0x1p63;
    case DType::kBool: return 1;
    case DType::kHalf: return 65504;
    case DType::kBFloat16: return 0x1.FEp127;
    case DType::kFloat:
    case DType::kComplexFloat: return std::numeric_limits<float>::max();
    default: return std::numeric_limits<double>::max();
  }
}

void store(DType t, uint8_t* at, const Element& e) {
  switch (t) {
    case DType::kByte: return put(at, static_cast<uint8_t>(e.i));
    case DType::kChar: return put(at, static_cast<int8_t>(e.i));
    case DType::kShort: return put(at, static_cast<int16_t>(e.i));
    case DType::kInt: return put(at, static_cast<int32_t>(e.i));
    case DType::kLong: return put(at, e.i);
    case DType::kBool: return put(at, static_cast<uint8_t>(e.i != 0));
    case DType::kHalf: return put(at, to_16_bits(e.z.real(), 10, -14));
    case DType::kBFloat16: return put(at, to_16_bits(e.z.real(), 7, -126));
    case DType::kFloat: return put(at, static_cast<float>(e.z.real()));
    case DType::kDouble: return put(at, e.z.real());
    case DType::kComplexFloat:
      put(at, static_cast<float>(e.z.real()));
      return put(at + 4, static_cast<float>(e.z.imag()));
    case DType::kComplexDouble: put(at, e.z.real()); return put(at + 8, e.z.imag());
  }
}

Element load(DType t, const uint8_t* at) {
  switch (t) {
    case DType::kByte: return {{}, get<uint8_t>(at)};
    case DType::kChar: return {{}, get<int8_t>(at)};
    case DType::kShort: return {{}, get<int16_t>(at)};
    case DType::kInt: return {{}, get<int32_t>(at)};
    case DType::kLong: return {{}, get<int64_t>(at)};
    case DType::kBool: return {{}, *at};
    case DType::kHalf: return {from_16_bits(get<uint16_t>(at), 10, -14)};
    case DType::kBFloat16: return {from_16_bits(get<uint16_t>(at), 7, -126)};
    case DType::kFloat: return {get<float>(at)};
    case DType::kDouble: return {get<double>(at)};
    case DType::kComplexFloat: return {{get<float>(at), get<float>(at + 4)}};
    case DType::kComplexDouble: return {{get<double>(at), get<double>(at + 8)}};
  }
  return {};
}

std::string to_string(DType t, const Element& e) {
  if (t == DType::kBool) return e.i == 0 ? "false" : e.i == 1 ? "true" : "bool of " + std::to_string(e.i);
  if (is_integral(t)) return std::to_string(e.i);
  if (is_complex(t)) return "(" + number(e.z.real()) + "," + number(e.z.imag()) + ")";
  return number(e.z.real());
}

}  // namespace differential
