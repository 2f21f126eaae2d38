// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Conversions between the types of computation, defined for every value (libtorch on x86 gives the same):
// floating to integer truncates; what int32 (for int64 and uint8 from double: int64) cannot hold, NaN too, becomes the
// least integer of that type, and narrower integers are its low bits. To bool: x != 0, NaN is true.

#include "src/backends/math/pointwise.h"

namespace torchpp::math {

template <class S>
TORCHPP_HD int32_t to_int32(S x) {
  return ((x >= S(-0x1p31)) & (x < S(0x1p31))) ? static_cast<int32_t>(x) : INT32_MIN;
}
template <class S>
TORCHPP_HD int64_t to_int64(S x) {
  return ((x >= S(-0x1p63)) & (x < S(0x1p63))) ? static_cast<int64_t>(x) : INT64_MIN;
}

template <class D, class S>
TORCHPP_HD D convert(S x) {
  if constexpr (kIsFloat<D> || !kIsFloat<S>) {
    return static_cast<D>(x);
  } else if constexpr (sizeof(D) == 8 || (sizeof(S) == 8 && D(-1) > D(0))) {
    return static_cast<D>(to_int64(x));
  } else {
    return static_cast<D>(to_int32(x));
  }
}

}  // namespace torchpp::math
