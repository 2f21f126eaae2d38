// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Pooling of channels-last images on raw memory, per instruction set. The bodies are in pooling_ops_kernels.inc;
/// this header is included by files of different instruction sets, so it declares plain data only.

#include <stdint.h>

namespace torchpp::cpu {

/// A window that moves over one image of height in[0] and width in[1].
struct PoolWindow {
  int64_t in[2], out[2], kernel[2], stride[2], padding[2], dilation[2];
};
/// The divisor of an average.
struct PoolDivisor {
  bool count_padding;
  int64_t fixed;  // 0: the number of elements
};

/// Loops over the channels of each pixel.
template <class T>
struct PoolLastKernels {
  /// One row of results of an image. indices may be null.
  void (*max)(T* out, int64_t* indices, const T* in, const PoolWindow& window, int64_t row, int64_t channels);
  void (*average)(T* out, const T* in, const PoolWindow& window, const PoolDivisor& divisor, int64_t row,
                  int64_t channels);
  /// The gradient of the average, one image, added to grad_in.
  void (*average_backward)(T* grad_in, const T* grad_out, const PoolWindow& window, const PoolDivisor& divisor,
                           int64_t channels);
};

/// Maxima of the 2 x 2 squares of one plane: rows x columns results, row_stride elements from row to row of the
/// plane. Most pooling in use. Rows are short, so the general loop along a row spends its time on ends. indices may be
/// null.
using PoolSquares = void (*)(float* out, int64_t* indices, const float* in, int64_t row_stride, int64_t rows,
                             int64_t columns);
void pool_squares_v2(float* out, int64_t* indices, const float* in, int64_t row_stride, int64_t rows, int64_t columns);
void pool_squares_v3(float* out, int64_t* indices, const float* in, int64_t row_stride, int64_t rows, int64_t columns);
void pool_squares_v4(float* out, int64_t* indices, const float* in, int64_t row_stride, int64_t rows, int64_t columns);

extern const PoolLastKernels<float> pool_last_float_v2, pool_last_float_v3, pool_last_float_v4;
extern const PoolLastKernels<double> pool_last_double_v2, pool_last_double_v3, pool_last_double_v4;

}  // namespace torchpp::cpu
