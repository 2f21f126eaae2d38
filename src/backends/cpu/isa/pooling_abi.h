// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The loops of pooling, which isa/pooling.cpp defines for each instruction set.

#include <stdint.h>

#include "src/backends/cpu/cpu_level.h"

namespace torchpp::cpu {

/// Loops along one row of a plane.
template <class T>
struct PoolKernels {
  /// Element j of the row sees x[j * stride] through this tap; that element's index in the plane is base + j * stride.
  void (*max_index)(int64_t n, int64_t stride, const T* x, int32_t base, T* best, int32_t* index);
  void (*max)(int64_t n, int64_t stride, const T* x, T* best);
  /// y[j] = the maximum through `count` taps, of which number t sees x[taps[t] + j * stride]. The stride is 1 or 2,
  /// n at least 16.
  void (*max_taps)(int64_t n, int64_t stride, const T* x, const int64_t* taps, int64_t count, T* y);
  /// As max_taps(), for a count of at least 1, with the maxima's indices: index[j] = base + taps[t] + j * stride for
  /// the tap t of the maximum, the first of equal ones, the last of those that see NaN.
  void (*max_taps_index)(int64_t n, int64_t stride, const T* x, const int64_t* taps, int64_t count, int64_t base, T* y,
                         int64_t* index);
  void (*add)(int64_t n, int64_t stride, const T* x, T* sum);
  /// x[j * stride] += g[j].
  void (*scatter)(int64_t n, int64_t stride, const T* g, T* x);
};

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
  /// The gradient of the average, one image, added to grad_in.
  void (*average_backward)(T* grad_in, const T* grad_out, const PoolWindow& window, const PoolDivisor& divisor,
                           int64_t channels);
};

/// A window of one channels-last image: `rows` x `columns` pixels of an image of `width` pixels a row.
struct PoolBox {
  int64_t rows, columns, width, channels;
};
/// Loops over the channels of windows. M: float, double, or uint16_t for the bits of bfloat16, which are pooled in
/// float. The first pixel of a box is at `in`.
template <class M>
struct PoolBoxKernels {
  void (*mean)(M* out, const M* in, const PoolBox& box);
  /// With the maxima's indices, `first` that of the first pixel; all less than 2^31. The first of equals wins, the last
  /// of several NaN.
  void (*max)(M* out, int64_t* indices, const M* in, const PoolBox& box, int64_t first);
  /// One row of averages of an image.
  void (*average)(M* out, const M* in, const PoolWindow& window, const PoolDivisor& divisor, int64_t row,
                  int64_t channels);
};

/// Maxima of the 2 x 2 squares of one plane, whose rows lie row_stride elements apart: `rows` times `columns` results,
/// at least four columns. This is the most used pooling, on rows so short that PoolKernels would spend its time on
/// their ends. indices may be null.
template <class T>
using PoolSquares = void(T* out, int64_t* indices, const T* in, int64_t row_stride, int64_t rows, int64_t columns);

/// The gradient of the maxima of the 2 x 2 squares of one plane of height x width elements, less than 2^31: dx, all of
/// it, from `rows` times `columns` results, at least eight columns. Whether each index names an element of its own
/// square: if not, dx is not the gradient.
template <class T>
using PoolSquaresBackward = bool(T* dx, const T* dy, const int64_t* indices, int64_t height, int64_t width,
                                 int64_t rows, int64_t columns);

extern const PoolKernels<float> TORCHPP_ALL_SETS(pool_float);
extern const PoolKernels<double> TORCHPP_ALL_SETS(pool_double);
extern const PoolLastKernels<float> TORCHPP_ALL_SETS(pool_last_float);
extern const PoolLastKernels<double> TORCHPP_ALL_SETS(pool_last_double);
extern const PoolBoxKernels<float> TORCHPP_ALL_SETS(pool_box_float);
extern const PoolBoxKernels<double> TORCHPP_ALL_SETS(pool_box_double);
extern const PoolBoxKernels<uint16_t> TORCHPP_ALL_SETS(pool_box_bfloat16);
PoolSquares<float> TORCHPP_ALL_SETS(pool_squares);
PoolSquares<uint16_t> TORCHPP_ALL_SETS(pool_squares_bfloat16);
PoolSquaresBackward<float> TORCHPP_ALL_SETS(pool_squares_backward);
PoolSquaresBackward<uint16_t> TORCHPP_ALL_SETS(pool_squares_backward_bfloat16);

}  // namespace torchpp::cpu
