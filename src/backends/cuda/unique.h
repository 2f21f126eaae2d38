// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Rows of a matrix in lexicographic order.

#include <torchpp/core/dtype.h>

#include "src/backends/cuda/stream.h"

namespace torchpp::cuda {

/// A dense matrix of bool or real numbers.
struct RowsWork {
  ScalarType dtype;
  const void* rows;
  int64_t n, width;
};
/// order[i] = the number of the row that is at place i; equal rows stay in their order, and a NaN is above all else.
/// `other` is memory for as many numbers.
void sort_rows(const RowsWork& work, int64_t* order, int64_t* other, const OnDevice& on);

}  // namespace torchpp::cuda
