// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <cstdint>
#include <string>
#include <vector>

namespace differential {

/// Element types by libtorch's numbers, which both libraries share.
enum class DType : int8_t {
  kByte = 0,
  kChar = 1,
  kShort = 2,
  kInt = 3,
  kLong = 4,
  kHalf = 5,
  kFloat = 6,
  kDouble = 7,
  kComplexFloat = 9,
  kComplexDouble = 10,
  kBool = 11,
  kBFloat16 = 15
};

constexpr DType kAllDTypes[] = {DType::kByte,         DType::kChar,          DType::kShort, DType::kInt,
                                DType::kLong,         DType::kHalf,          DType::kFloat, DType::kDouble,
                                DType::kComplexFloat, DType::kComplexDouble, DType::kBool,  DType::kBFloat16};

/// Whether it is one of the above: the libraries have more.
bool is_known(DType t);
size_t item_size(DType t);
const char* name_of(DType t);
inline bool is_complex(DType t) { return t == DType::kComplexFloat || t == DType::kComplexDouble; }
inline bool is_floating(DType t) {
  return t == DType::kHalf || t == DType::kFloat || t == DType::kDouble || t == DType::kBFloat16;
}
inline bool is_integral(DType t) { return !is_complex(t) && !is_floating(t); }
/// Distance from 1 to the next number, of complex types that of a part; 0 for integers.
double epsilon(DType t);
/// Largest finite number.
double largest(DType t);

/// An element of any type: integers are in `i`, others in `z`.
struct Element {
  std::complex<double> z;
  int64_t i = 0;
};

/// Writes the element, rounded to the nearest value of the type (integers wrap).
void store(DType t, uint8_t* at, const Element& e);
Element load(DType t, const uint8_t* at);
/// As a C++ literal would be written: "1.5", "-0", "nan", "(1,2)", "true".
std::string to_string(DType t, const Element& e);

}  // namespace differential
