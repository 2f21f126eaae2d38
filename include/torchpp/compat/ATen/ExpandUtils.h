// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Broadcasting.

#include <ATen/core/ATenGeneral.h>

#include <algorithm>
#include <tuple>
#include <vector>

namespace at {

/// The sizes that both broadcast to. Throws Error when there are none.
inline std::vector<int64_t> infer_size(IntArrayRef a, IntArrayRef b) {
  std::vector<int64_t> result(std::max(a.size(), b.size()));
  for (size_t i = 0; i < result.size(); ++i) {  // from the last dimension on
    const int64_t x = i < a.size() ? a[a.size() - 1 - i] : 1, y = i < b.size() ? b[b.size() - 1 - i] : 1;
    TORCHPP_CHECK(x == y || x == 1 || y == 1, "The size of tensor a (", x, ") must match the size of tensor b (", y,
                  ") at non-singleton dimension ", result.size() - 1 - i);
    result[result.size() - 1 - i] = x == 1 ? y : x;
  }
  return result;
}
inline bool are_expandable(IntArrayRef a, IntArrayRef b) {
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    const int64_t x = a[a.size() - 1 - i], y = b[b.size() - 1 - i];
    if (x != y && x != 1 && y != 1) return false;
  }
  return true;
}
inline bool is_expandable_to(IntArrayRef shape, IntArrayRef desired) {
  if (shape.size() > desired.size()) return false;
  for (size_t i = 0; i < shape.size(); ++i) {
    const int64_t size = shape[shape.size() - 1 - i];
    if (size != desired[desired.size() - 1 - i] && size != 1) return false;
  }
  return true;
}
/// Both, expanded to the sizes that they broadcast to.
inline std::tuple<Tensor, Tensor> expand_outplace(const Tensor& a, const Tensor& b) {
  const std::vector<int64_t> sizes = infer_size(a.sizes(), b.sizes());
  return {a.expand(sizes), b.expand(sizes)};
}
inline Tensor sum_to(const Tensor& t, IntArrayRef shape) { return t.sum_to_size(shape); }

}  // namespace at
