// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <c10/util/DimVector.h>

#include <algorithm>

namespace c10 {

/// The strides of a contiguous tensor; a size of 0 counts as 1.
inline DimVector contiguous_strides(IntArrayRef sizes) {
  DimVector strides(sizes.size(), 1);
  for (size_t d = sizes.size(); d-- > 1;) strides[d - 1] = strides[d] * std::max<int64_t>(sizes[d], 1);
  return strides;
}

}  // namespace c10
