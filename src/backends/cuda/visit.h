// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file From a dtype to the tag of its types. Only .cu files include this.

#include "src/backends/cuda/types.h"

namespace torchpp::cuda {

/// Call f(tag) for a dtype of the group; false for any other dtype.
template <class F>
bool visit_floats(ScalarType t, const F& f) {
  switch (t) {
    case kFloat: return f(Tag_f32()), true;
    case kDouble: return f(Tag_f64()), true;
    case kHalf: return f(Tag_f16()), true;
    case kBFloat16: return f(Tag_bf16()), true;
    default: return false;
  }
}
template <class F>
bool visit_integers(ScalarType t, const F& f) {
  switch (t) {
    case kByte: return f(Tag_u8()), true;
    case kChar: return f(Tag_i8()), true;
    case kShort: return f(Tag_i16()), true;
    case kInt: return f(Tag_i32()), true;
    case kLong: return f(Tag_i64()), true;
    default: return false;
  }
}
template <class F>
bool visit_complex(ScalarType t, const F& f) {
  switch (t) {
    case kComplexFloat: return f(Tag_c64()), true;
    case kComplexDouble: return f(Tag_c128()), true;
    default: return false;
  }
}
/// Real numbers, and bool as bytes that are 0 or 1.
template <class F>
bool visit_ordered(ScalarType t, const F& f) {
  return visit_floats(t, f) || visit_integers(t == kBool ? kByte : t, f);
}

}  // namespace torchpp::cuda
