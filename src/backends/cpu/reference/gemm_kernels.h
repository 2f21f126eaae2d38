// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What one instruction set brings to the matrix product. The bodies stand in gemm_kernels.inc.

#include <cstdint>

namespace torchpp {
namespace cpu {

/// Longest run of k that a packed panel holds, and the distance of two rows in a panel of A: a constant, so that every
/// address in the inner loop is base + displacement, and no multiple of a page, so that rows do not share cache sets.
constexpr int64_t kGemmDepth = 256;
constexpr int64_t kGemmRowStride = kGemmDepth + 16;

template <class T>
struct GemmKernels {
  const char* name;
  int64_t rows;     // of C in one tile
  int64_t columns;  // of C in one tile
  /// c (rows x cols) = a * b + (add ? c : bias ? bias : 0), rows at most 16 (a pair of tiles). a is a panel with
  /// kGemmRowStride; b has k rows, b_stride apart. Reads b up to the next vector boundary after cols.
  void (*tile)(int64_t rows, int64_t cols, int64_t k, const T* a, const T* b, int64_t b_stride, T* c, int64_t ldc,
               bool add, const T* bias);
  /// to (rows x k, kGemmRowStride) = from, whose element (i, p) stands at i * row_stride + p * col_stride.
  void (*pack_a)(int64_t rows, int64_t k, const T* from, int64_t row_stride, int64_t col_stride, T* to);
  /// to (k rows, `columns` apart) = from (k x cols), filled up with zeros to whole vectors.
  void (*pack_b)(int64_t k, int64_t cols, const T* from, int64_t row_stride, int64_t col_stride, T* to);
  /// Sum over p < k of x[p] * y[p].
  T (*dot)(int64_t k, const T* x, const T* y);
  /// y[j] = sum over p < k of x[p] * b[j * b_stride + p], for j < n.
  void (*dots)(int64_t n, int64_t k, const T* x, const T* b, int64_t b_stride, T* y);
  /// y[j] = (add ? y[j] : bias ? bias[j] : 0) + sum over p < k of x[p * x_stride] * b[p * b_stride + j], for j < n.
  void (*row_times_matrix)(int64_t n, int64_t k, const T* x, int64_t x_stride, const T* b, int64_t b_stride, T* y,
                           bool add, const T* bias);
};

extern const GemmKernels<float> gemm_float_v2, gemm_float_v3, gemm_float_v4;
extern const GemmKernels<double> gemm_double_v2, gemm_double_v3, gemm_double_v4;

}  // namespace cpu
}  // namespace torchpp
