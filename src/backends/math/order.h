// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Unsigned keys that order as the elements do: a NaN above all else, -0 as 0.

#include "src/backends/math/hd.h"

namespace torchpp::math {

/// Order-preserving map of the bits of a signed integer to unsigned ones.
template <class U>
TORCHPP_HD U signed_key(U bits) {
  return bits ^ static_cast<U>(U{1} << (8 * sizeof(U) - 1));
}
/// Order-preserving map of the bits of a floating number to unsigned ones; `infinity`: the bits of infinity.
template <class U>
TORCHPP_HD U floating_key(U bits, U infinity) {
  constexpr U kSign = static_cast<U>(U{1} << (8 * sizeof(U) - 1));
  const U magnitude = bits & static_cast<U>(~kSign);
  if (magnitude > infinity) return static_cast<U>(~U{0});
  if (magnitude == 0) return kSign;
  return bits & kSign ? static_cast<U>(~bits) : static_cast<U>(bits | kSign);
}
/// The bits of a floating number that has the key; of 0 and NaN several have.
template <class U>
TORCHPP_HD U floating_bits(U key) {
  constexpr U kSign = static_cast<U>(U{1} << (8 * sizeof(U) - 1));
  return key & kSign ? static_cast<U>(key ^ kSign) : static_cast<U>(~key);
}
template <class U>
TORCHPP_HD bool is_shared_key(U key) {
  constexpr U kSign = static_cast<U>(U{1} << (8 * sizeof(U) - 1));
  return (key == kSign) | (key == static_cast<U>(~U{0}));
}

}  // namespace torchpp::math
