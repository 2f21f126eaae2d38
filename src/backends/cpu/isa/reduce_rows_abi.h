// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The interface of the reductions of many short rows, see abi.h.

#include "src/backends/cpu/isa/abi.h"

namespace torchpp::cpu {

constexpr int64_t kMostInRow = 2048;  ///< elements: one chunk
/// `rows` rows of n contiguous elements, 0 < n <= kMostInRow, `row_stride` bytes apart, to one value each, side by
/// side, each with the bits that the ReduceFn of the same operation gives for the row.
using ReduceRowsFn = void (*)(void* out, const char* in, int64_t row_stride, int64_t rows, int64_t n);

}  // namespace torchpp::cpu
