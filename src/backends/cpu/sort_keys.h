// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What sorting and selection by order share: elements as unsigned keys, and the lines of a tensor.

#include <torchpp/tensor.h>

#include <algorithm>

#include "src/backends/cpu/isa/sort_abi.h"
#include "src/backends/math/order.h"
#include "src/core/shape.h"

namespace torchpp::cpu {

/// The unsigned keys that order as the elements do (backends/math/order.h): `Key`, of(bits of an element), and `kind`,
/// the name of both.
template <class T>
struct KeyOf;
#define TORCHPP_KEY(T, U, name, key)                  \
  template <>                                         \
  struct KeyOf<T> {                                   \
    using Key = U;                                    \
    static constexpr KeyKind kind = KeyKind::k##name; \
    static Key of(Key bits) { return key; }           \
  };
TORCHPP_KEY(bool, uint8_t, Truth, static_cast<uint8_t>(bits != 0))
TORCHPP_KEY(uint8_t, uint8_t, U8, bits)
TORCHPP_KEY(int8_t, uint8_t, I8, math::signed_key(bits))
TORCHPP_KEY(int16_t, uint16_t, I16, math::signed_key(bits))
TORCHPP_KEY(int32_t, uint32_t, I32, math::signed_key(bits))
TORCHPP_KEY(int64_t, uint64_t, I64, math::signed_key(bits))
TORCHPP_KEY(Half, uint16_t, Half, math::floating_key<uint16_t>(bits, 0x7c00))
TORCHPP_KEY(BFloat16, uint16_t, BFloat16, math::floating_key<uint16_t>(bits, 0x7f80))
TORCHPP_KEY(float, uint32_t, Float, math::floating_key<uint32_t>(bits, 0x7f800000u))
TORCHPP_KEY(double, uint64_t, Double, math::floating_key<uint64_t>(bits, 0x7ff0000000000000u))
#undef TORCHPP_KEY

template <class T>
typename KeyOf<T>::Key key_at(const T* element) {
  typename KeyOf<T>::Key bits;
  __builtin_memcpy(&bits, element, sizeof bits);
  return KeyOf<T>::of(bits);
}

/// How many of the lines that lie side by side are copied to where each is dense, and read there: so lines of the cache
/// are read whole.
constexpr int64_t kColumnsTogether = 16;
/// The length from which they are not copied.
constexpr int64_t kLeastUngathered = 1 << 16;

/// The lines of a tensor along one dimension, and where they lie in the results, which have the strides of `out`.
struct SortLines {
  int64_t n = 1, count = 1, stride = 1, out_stride = 1;
  DimVector sizes, strides, out_strides;  // of the other dimensions, innermost last

  SortLines(const Tensor& in, const Tensor& out, int64_t dim) {
    const IntArrayRef in_sizes = in.sizes(), in_steps = in.strides(), out_steps = out.strides();
    for (size_t d = 0; d < in_sizes.size(); ++d) {
      if (d == static_cast<size_t>(dim)) {
        n = in_sizes[d];
        stride = in_steps[d];
        out_stride = out_steps[d];
        continue;
      }
      count *= in_sizes[d];
      sizes.push_back(in_sizes[d]);
      strides.push_back(in_steps[d]);
      out_strides.push_back(out_steps[d]);
    }
  }
  /// Whether the elements of each line are apart and those of the next line beside them, and so in the results.
  bool are_columns() const {
    const size_t others = sizes.size();
    return stride != 1 && others > 0 && strides[others - 1] == 1 && out_strides[others - 1] == 1;
  }
  /// How many of the lines [first, end), which are columns, lie side by side from the first one on, at most
  /// kColumnsTogether.
  int64_t columns_from(int64_t first, int64_t end) const {
    const int64_t inner = sizes[sizes.size() - 1], left = inner - first % inner, wanted = end - first;
    return std::min({kColumnsTogether, left, wanted});
  }
  struct Offsets {
    int64_t in = 0, out = 0;
  };
  Offsets of(int64_t line) const {
    Offsets at;
    for (size_t d = sizes.size(); d-- > 0; line /= sizes[d]) {
      const int64_t i = line % sizes[d];
      at.in += i * strides[d];
      at.out += i * out_strides[d];
    }
    return at;
  }
};

/// Copies `width` lines that are columns, the first of them at `x`; the copies are `room` elements apart.
template <class T>
void gather_columns(const T* x, const SortLines& l, int64_t width, T* to, int64_t room) {
  for (int64_t i = 0; i < l.n; ++i)
    for (int64_t c = 0; c < width; ++c) to[c * room + i] = x[i * l.stride + c];
}

}  // namespace torchpp::cpu
