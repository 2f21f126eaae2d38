// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The loops of direct convolution, which isa/convolution.cpp defines for each instruction set.

#include <stdint.h>

#include "src/backends/cpu/cpu_level.h"
#include "src/backends/math/bits.h"

namespace torchpp::cpu {

/// `lead` positions before the image, `count` on it, `rest` behind it.
struct DirectConvRows {
  int64_t lead, count, rest;
};

/// Planes lie in buffers whose rows are `pitch` elements apart and hold the padding, so that a tap of the kernel is an
/// offset into the buffer: result i of the buffer sees element offset[t] + i through tap t. T is the type of buffers,
/// weights and sums, Element that of the images, which are converted on the way from and to the buffers.
template <class T, class Element = T>
struct DirectConvKernels {
  const char* name;
  int64_t lanes;  // of one vector
  /// to[c * to_stride + i] = bias[c] (0 without) + sum over t of w[c * taps + t] * from[offset[t] + i], for c < results
  /// and i < n. Reads and writes up to lanes - 1 elements past i = n.
  void (*apply)(int64_t n, int64_t results, int64_t taps, const T* from, const int64_t* offset, const T* w, T* to,
                int64_t to_stride, const T* bias);
  /// sums[t] += sum over rows r and columns j of g[r * cols + j] * from[offset[t] + r * pitch + j]. Each call adds one
  /// number to each sum.
  void (*correlate)(int64_t rows, int64_t cols, int64_t taps, const Element* g, const T* from, int64_t pitch,
                    const int64_t* offset, double* sums);
  /// A plane with its border: rows of pitch elements, of which those in `columns` are elements of `from`, `step` apart
  /// in its rows and from_row apart in its columns. Writes up to lanes - 1 elements past the plane.
  void (*take_plane)(const DirectConvRows& rows, const DirectConvRows& columns, const Element* from, int64_t from_row,
                     int64_t step, T* to, int64_t pitch);
  /// Two planes, of the even and of the odd columns of a plane with its border: rows of `count` elements of `from`,
  /// from_row apart, with `lead` zeros before them and zeros behind them up to 2 * pitch elements. Writes up to
  /// lanes - 1 elements past each plane.
  void (*split_plane)(const DirectConvRows& rows, int64_t lead, int64_t count, const Element* from, int64_t from_row,
                      T* even, T* odd, int64_t pitch);
  /// to[r * to_row + j * step] = from[r * pitch + j] for j < count. Reads up to lanes - 1 elements past a row.
  void (*spread_rows)(int64_t rows, int64_t count, const T* from, int64_t pitch, Element* to, int64_t to_row,
                      int64_t step);
};

extern const DirectConvKernels<float> TORCHPP_ALL_SETS(direct_conv_float);
extern const DirectConvKernels<double> TORCHPP_ALL_SETS(direct_conv_double);
#if defined(__x86_64__)
extern const DirectConvKernels<float, math::bf16> direct_conv_bfloat16_v4;
#endif

}  // namespace torchpp::cpu
