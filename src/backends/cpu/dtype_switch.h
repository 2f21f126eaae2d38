// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file From a dtype to a C++ type.

#include <torchpp/core/dtype.h>
#include <torchpp/core/error.h>

namespace torchpp::cpu {

template <class T>
struct TypeTag {
  using type = T;
};

/// Calls f(TypeTag<T>()) with the C++ type of a floating dtype. Throws "op" not implemented for others.
template <class F>
void visit_floating(ScalarType dtype, const char* op, const F& f) {
  switch (dtype) {
    case kHalf: return f(TypeTag<Half>());
    case kBFloat16: return f(TypeTag<BFloat16>());
    case kFloat: return f(TypeTag<float>());
    case kDouble: return f(TypeTag<double>());
    default: TORCHPP_FAIL_KIND(kNotImplemented, "\"", op, "\" not implemented for '", dtype, "'");
  }
}
/// Calls f for floating and integral dtypes, without bool.
template <class F>
void visit_real(ScalarType dtype, const char* op, const F& f) {
  switch (dtype) {
    case kByte: return f(TypeTag<uint8_t>());
    case kChar: return f(TypeTag<int8_t>());
    case kShort: return f(TypeTag<int16_t>());
    case kInt: return f(TypeTag<int>());
    case kLong: return f(TypeTag<int64_t>());
    default: return visit_floating(dtype, op, f);
  }
}
/// And of bool.
template <class F>
void visit_ordered(ScalarType dtype, const char* op, const F& f) {
  if (dtype == kBool) return f(TypeTag<bool>());
  visit_real(dtype, op, f);
}
/// And of complex dtypes.
template <class F>
void visit_dtype(ScalarType dtype, const char* op, const F& f) {
  if (dtype == kComplexFloat) return f(TypeTag<ComplexFloat>());
  if (dtype == kComplexDouble) return f(TypeTag<ComplexDouble>());
  visit_ordered(dtype, op, f);
}

/// Calls f(T()) with the type of integers; false for other dtypes.
template <class F>
bool with_integer_type(ScalarType dtype, const F& f) {
  switch (dtype) {
    case kByte: return f(uint8_t()), true;
    case kChar: return f(int8_t()), true;
    case kShort: return f(int16_t()), true;
    case kInt: return f(int32_t()), true;
    case kLong: return f(int64_t()), true;
    default: return false;
  }
}
/// And of complex numbers.
template <class F>
bool with_plain_type(ScalarType dtype, const F& f) {
  switch (dtype) {
    case kComplexFloat: return f(ComplexFloat()), true;
    case kComplexDouble: return f(ComplexDouble()), true;
    default: return with_integer_type(dtype, f);
  }
}

/// A word of as many bytes as an element, for kernels that move bits. 16 bytes: two words.
struct Bits128 {
  uint64_t low, high;
};
template <class F>
void visit_width(size_t itemsize, const F& f) {
  switch (itemsize) {
    case 1: return f(TypeTag<uint8_t>());
    case 2: return f(TypeTag<uint16_t>());
    case 4: return f(TypeTag<uint32_t>());
    case 8: return f(TypeTag<uint64_t>());
    default: return f(TypeTag<Bits128>());
  }
}

}  // namespace torchpp::cpu
