// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Products of four rows of floats by a matrix of 16-bit floats, given by their bits, which
/// isa/narrow_gemm.cpp defines for the instruction sets that convert in registers.

#include <stdint.h>

namespace torchpp::cpu {

struct NarrowGemmKernels {
  static constexpr int64_t kRows = 4;    ///< of x, of which each gives a row of y
  static constexpr int64_t kWidth = 32;  ///< columns of add_rows()
  int64_t columns;                       ///< of dots()
  /// y[i * y_stride + j] = sum over p < k of x[i * k + p] * b[j * b_stride + p], for j < n, at most `columns`.
  void (*dots)(int64_t n, int64_t k, const float* x, const uint16_t* b, int64_t b_stride, float* y, int64_t y_stride);
  /// y[i * y_stride + j] += sum over p < k of x[i * x_stride + p] * b[p * b_stride + j], for j < kWidth.
  void (*add_rows)(int64_t k, const float* x, int64_t x_stride, const uint16_t* b, int64_t b_stride, float* y,
                   int64_t y_stride);
};

#if defined(__x86_64__)
extern const NarrowGemmKernels narrow_gemm_bf16_v3, narrow_gemm_bf16_v4, narrow_gemm_f16_v3, narrow_gemm_f16_v4;
#endif

}  // namespace torchpp::cpu
