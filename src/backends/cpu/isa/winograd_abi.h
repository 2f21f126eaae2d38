// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The transforms of Winograd's convolution, which isa/winograd.cpp defines for each instruction set.

#include <stdint.h>

#include "src/backends/cpu/cpu_level.h"

namespace torchpp::cpu {

/// A kernel of 3 x 3 taps gives kWinogradOut x kWinogradOut results from kWinogradIn x kWinogradIn pixels by
/// kWinogradPoints products, one for each point of the transforms. So do that many pixels and the gradients of these
/// results for the gradient of the taps.
constexpr int64_t kWinogradOut = 4, kWinogradIn = 6, kWinogradPoints = kWinogradIn * kWinogradIn;

/// Strides are in elements. Channels are the innermost dimension of what is transformed; buffers of transformed
/// elements are written in whole vectors.
struct WinogradKernels {
  const char* name;
  /// to[point * point_stride + j] from taps w[tap * tap_stride + j], for j < columns rounded up to whole vectors.
  /// `turned`: the taps in reverse order, as the data gradient needs them.
  void (*weights)(int64_t columns, const float* w, int64_t tap_stride, bool turned, float* to, int64_t point_stride);
  /// to[point * point_stride + c] from pixels from[i * row_stride + j * column_stride + c], for c < channels, zeros up
  /// to the next vector boundary.
  void (*input)(int64_t channels, const float* from, int64_t row_stride, int64_t column_stride, float* to,
                int64_t point_stride);
  /// Results to[i * row_stride + j * column_stride + c] from the products from[point * point_stride + c] and the bias,
  /// unless that is null, for i < rows, j < columns and c < channels. Whether one of the tile's sums, those beyond rows
  /// and columns included, is infinite or no number.
  bool (*output)(int64_t channels, const float* from, int64_t point_stride, const float* bias, float* to,
                 int64_t row_stride, int64_t column_stride, int64_t rows, int64_t columns);
  /// As input(), of the kWinogradOut x kWinogradOut gradients of a tile's results.
  void (*gradient)(int64_t channels, const float* from, int64_t row_stride, int64_t column_stride, float* to,
                   int64_t point_stride);
  /// Gradients of taps to[tap * tap_stride + j] from the sums of the products from[point * point_stride + j], for j <
  /// columns rounded up to whole vectors. Whether one of them is infinite or no number.
  bool (*taps)(int64_t columns, const float* from, int64_t point_stride, float* to, int64_t tap_stride);
};

extern const WinogradKernels TORCHPP_ALL_SETS(winograd);

}  // namespace torchpp::cpu
