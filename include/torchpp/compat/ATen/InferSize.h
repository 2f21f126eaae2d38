// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ATen/core/ATenGeneral.h>
#include <ATen/core/Formatting.h>
#include <c10/util/DimVector.h>

#include <sstream>
#include <stdexcept>

namespace at {

/// Replaces the -1 of a shape by what makes `numel` elements. Throws std::runtime_error, as libtorch does, or Error for
/// a size below -1 and where any size would do.
template <class Shape>
void infer_size_impl(IntArrayRef shape, int64_t numel, Shape& result) {
  int64_t known = 1;
  optional<size_t> open;
  for (size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] == -1) {
      if (open) throw std::runtime_error("only one dimension can be inferred");
      open = d;
    } else {
      TORCHPP_CHECK(shape[d] >= 0, "invalid shape dimension ", shape[d]);
      known *= shape[d];
    }
  }
  if (numel != known && !(open && known > 0 && numel % known == 0)) {
    std::ostringstream text;
    text << "shape '" << shape << "' is invalid for input of size " << numel;
    throw std::runtime_error(text.str());
  }
  if (!open) return;
  TORCHPP_CHECK(known != 0, "cannot reshape tensor of 0 elements into shape ", to_string(shape),
                " because the unspecified dimension size -1 can be any value and is ambiguous");
  result[*open] = numel / known;
}
inline std::vector<int64_t> infer_size(IntArrayRef shape, int64_t numel) {
  std::vector<int64_t> result = shape.vec();
  infer_size_impl(shape, numel, result);
  return result;
}
inline DimVector infer_size_dv(IntArrayRef shape, int64_t numel) {
  DimVector result(shape);
  infer_size_impl(shape, numel, result);
  return result;
}

}  // namespace at
