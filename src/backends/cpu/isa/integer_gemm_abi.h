// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The kernels of products of integer matrices, which isa/integer_gemm.cpp defines for the first sets.
/// Elements are given by their bits: sums wrap around, so that signed and unsigned ones have the same.

#include <stdint.h>

#include "src/backends/cpu/cpu_level.h"

namespace torchpp::cpu {

/// For elements of one size. Packed operands are of the type of computation: the element's, but two bytes for one.
struct IntegerGemmKernels {
  int64_t rows;     ///< of c in one tile
  int64_t columns;  ///< of c in one tile
  /// c[i * c_row + j] += sum over p < k of a[p * `rows` + i] * b[p * `columns` + j], for i < m and j < n, at most a
  /// tile's. a and b are packed, filled up to whole tiles, b at a multiple of 64 bytes.
  void (*tile)(int64_t m, int64_t n, int64_t k, const void* a, const void* b, void* c, int64_t c_row);
  /// y[j * y_step] += sum over p < k of x[p] * b[j * b_row + p], for j < n. Nothing is packed.
  void (*dots)(int64_t n, int64_t k, const void* x, const void* b, int64_t b_row, void* y, int64_t y_step);
  /// y[j] += sum over p < k of x[p * x_step] * b[p * b_row + j], for j < n. Nothing is packed.
  void (*row_times_matrix)(int64_t n, int64_t k, const void* x, int64_t x_step, const void* b, int64_t b_row, void* y);
};

struct IntegerGemm {
  IntegerGemmKernels sizes[4];  ///< for elements of 1, 2, 4 and 8 bytes
};
extern const IntegerGemm TORCHPP_FIRST_SETS(integer_gemm);

}  // namespace torchpp::cpu
