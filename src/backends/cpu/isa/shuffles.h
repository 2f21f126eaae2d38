// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Orders of the lanes of vectors, in the form that both GCC and Clang know: the places as constants of their own.

namespace torchpp::cpu {
namespace {

template <int... I>
struct Lanes {};
template <int L>
struct AllLanes;
template <>
struct AllLanes<2> {
  using Type = Lanes<0, 1>;
};
template <>
struct AllLanes<4> {
  using Type = Lanes<0, 1, 2, 3>;
};
template <>
struct AllLanes<8> {
  using Type = Lanes<0, 1, 2, 3, 4, 5, 6, 7>;
};
template <>
struct AllLanes<16> {
  using Type = Lanes<0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15>;
};

// The lower or the upper half of each group of 2 H lanes, first those of u, then those of v.
template <int H, class V, int... I>
inline V lower_halves(V u, V v, Lanes<I...>) {
  return __builtin_shufflevector(u, v, (I / H * 2 * H + I % H)...);
}
template <int H, class V, int... I>
inline V upper_halves(V u, V v, Lanes<I...>) {
  return __builtin_shufflevector(u, v, (I / H * 2 * H + I % H + H)...);
}
// The halves of each group of 2 H lanes change places.
template <int H, class V, int... I>
inline V swap_halves(V v, Lanes<I...>) {
  return __builtin_shufflevector(v, v, (I ^ H)...);
}

}  // namespace
}  // namespace torchpp::cpu
