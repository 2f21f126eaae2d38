// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ATen/WrapDimUtils.h>

#include <bitset>

namespace at {

constexpr size_t dim_bitset_size = 64;

/// The dimensions of a list as bits; all without one. Throws Error when one is named twice.
inline std::bitset<dim_bitset_size> dim_list_to_bitset(OptionalIntArrayRef dims, int64_t ndims) {
  TORCHPP_CHECK(ndims <= static_cast<int64_t>(dim_bitset_size), "only tensors with up to ", dim_bitset_size,
                " dims are supported");
  std::bitset<dim_bitset_size> seen;
  if (!dims.has_value()) {
    for (int64_t d = 0; d < ndims; ++d) seen[static_cast<size_t>(d)] = true;
    return seen;
  }
  for (const int64_t given : *dims) {
    const size_t d = static_cast<size_t>(maybe_wrap_dim(given, ndims));
    TORCHPP_CHECK(!seen[d], "dim ", d, " appears multiple times in the list of dims");
    seen[d] = true;
  }
  return seen;
}

}  // namespace at
