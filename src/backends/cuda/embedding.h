// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Rows of a table whose norm is bounded.

#include <torchpp/core/dtype.h>

#include "src/backends/cuda/index_sort.h"

namespace torchpp::cuda {

/// A matrix of floating dtype; strides in elements.
struct Table {
  ScalarType dtype;
  void* data;
  int64_t width, row_stride, column_stride;
};
/// Multiplies each row that the positions name, once, with max_norm / (its norm + 1e-7) if that norm is larger.
void renorm_rows(const Table& table, const SortedPositions& rows, double max_norm, double norm_type,
                 const OnDevice& on);

}  // namespace torchpp::cuda
