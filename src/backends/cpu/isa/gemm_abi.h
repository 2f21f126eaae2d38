// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The kernels of the matrix product, which isa/gemm.cpp defines for each instruction set.

#include <cstdint>

#include "src/backends/cpu/cpu_level.h"

namespace torchpp {
namespace cpu {

/// Memory that is read after a tile: `lines` cache lines, line_step bytes apart, are asked for with every four elements
/// of k, into the second nearest cache, and then those that lie `step` bytes further on.
struct Ahead {
  const char* from = nullptr;
  int64_t lines = 0, line_step = 0, step = 0;
};

/// Sizes of blocks that suit the caches of the processors whose best set of instructions this is.
struct GemmBlocking {
  int64_t rows;               ///< of a that one slice packs, at most: each packs b for itself
  int64_t pack_cost;          ///< products that take as long as packing an element does
  int64_t panels;             ///< of b that are packed at once, at most
  int64_t panel_bytes;        ///< of b packed at once: long runs of its rows, and room for a beside it
  int64_t plain_depth_bytes;  ///< of a run of k where rows of a are read as they lie
  int64_t a_bytes;            ///< of a, a tile's at least, that panels packed at once pass by before the next ones
  int64_t streaming_a_bytes;  ///< the same where b is not packed, or was before
  int64_t turned_a_bytes;     ///< of a transposed a that the second cache holds beside panels of b
  int64_t far_rows;           ///< of b, in different pages, that many rows of a are multiplied by as they lie
  int64_t far_bytes;          ///< from the first to the last of more rows, of which the same is true
};

template <class T>
struct GemmKernels {
  const char* name;
  int64_t rows;     // of C in one tile
  int64_t columns;  // of C in one tile
  int64_t lanes;    // columns of one vector
  GemmBlocking blocking;
  /// c (rows x cols, at most a tile) = a * b + (add ? c : bias ? bias : 0). The rows of a lie side by side, its columns
  /// a_step apart: `rows` where it is packed. b has k rows, b_stride apart, and is read up to the next vector boundary
  /// after cols, or packed with b_stride = columns.
  void (*tile)(int64_t rows, int64_t cols, int64_t k, const T* a, int64_t a_step, const T* b, int64_t b_stride, T* c,
               int64_t ldc, bool add, const T* bias);
  /// The same of rows of a as they lie, a_row apart, each in one run over k.
  void (*plain_tile)(int64_t rows, int64_t cols, int64_t k, const T* a, int64_t a_row, const T* b, int64_t b_stride,
                     T* c, int64_t ldc, bool add, const T* bias);
  /// The same two, which ask for what is read after them, if the tile has all its rows and columns.
  void (*asking_tile)(int64_t rows, int64_t cols, int64_t k, const T* a, int64_t a_step, const T* b, int64_t b_stride,
                      T* c, int64_t ldc, bool add, const T* bias, Ahead ahead);
  void (*asking_plain_tile)(int64_t rows, int64_t cols, int64_t k, const T* a, int64_t a_row, const T* b,
                            int64_t b_stride, T* c, int64_t ldc, bool add, const T* bias, Ahead ahead);
  /// to[p * `rows` + i] = from[i * row_stride + p * col_stride] for i < rows, at most a tile's, and p < k.
  void (*pack_a)(int64_t rows, int64_t k, const T* from, int64_t row_stride, int64_t col_stride, T* to);
  /// to[p * `columns` + j] = from[p * row_stride + j * col_stride] for p < k and j < cols, at most a tile's, filled up
  /// with zeros to whole vectors.
  void (*pack_b)(int64_t k, int64_t cols, const T* from, int64_t row_stride, int64_t col_stride, T* to);
  /// Sum over p < k of x[p] * y[p].
  T (*dot)(int64_t k, const T* x, const T* y);
  /// y[i * y_stride + j] = (add ? that : bias ? bias[j] : 0) + sum over p < k of x[i * x_stride + p] * b[j * b_stride +
  /// p], for i < m and j < n: rows times rows, nothing packed.
  void (*dots)(int64_t m, int64_t n, int64_t k, const T* x, int64_t x_stride, const T* b, int64_t b_stride, T* y,
               int64_t y_stride, bool add, const T* bias);
  /// y[j] = (add ? y[j] : bias ? bias[j] : 0) + sum over p < k of x[p * x_stride] * b[p * b_stride + j], for j < n.
  void (*row_times_matrix)(int64_t n, int64_t k, const T* x, int64_t x_stride, const T* b, int64_t b_stride, T* y,
                           bool add, const T* bias);
  /// to[p * to_stride + i] = from[i * from_stride + p] for i < rows and p < cols.
  void (*transpose)(int64_t rows, int64_t cols, const T* from, int64_t from_stride, T* to, int64_t to_stride);
};

extern const GemmKernels<float> TORCHPP_ALL_SETS(gemm_float);
extern const GemmKernels<double> TORCHPP_ALL_SETS(gemm_double);

}  // namespace cpu
}  // namespace torchpp
