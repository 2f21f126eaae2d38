// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What the products of Winograd's convolution and its weight gradient share: images cut into tiles, transformed.

#include "src/backends/cpu/isa/winograd_abi.h"

namespace torchpp::cpu::own {

/// Images as they lie in the caller's memory.
struct WinogradImages {
  int64_t channels, rows, columns;
  bool last;  ///< channels

  int64_t pixels() const { return rows * columns; }
};

/// Elements between neighbouring points that hold so many: an odd number of cache lines, for the transforms write and
/// read all points side by side, and lines a power of two apart share a set of the cache.
int64_t points_apart(int64_t elements);

const WinogradKernels& winograd_kernels();

/// Images cut into tiles of side x side pixels that begin kWinogradOut apart, at most kWinogradIn wide. What lies
/// outside of the image is zero.
class WinogradTiles {
 public:
  static constexpr int64_t kMostChannels = 64;  ///< that are transformed at once
  using Transform = void (*)(int64_t channels, const float* from, int64_t row_stride, int64_t column_stride, float* to,
                             int64_t point_stride);

  /// The first tile begins `top` rows above the image and `left` columns before it.
  WinogradTiles(const WinogradImages& images, int64_t tile_rows, int64_t tile_columns, int64_t side, int64_t top,
                int64_t left, Transform transform)
      : images_(images),
        tile_rows_(tile_rows),
        tile_columns_(tile_columns),
        side_(side),
        top_(top),
        left_(left),
        transform_(transform) {}

  /// Rows [first, last) of tiles, counted through all images, for `count` <= kMostChannels channels from `channel` on:
  /// channel c of point p of tile t is written to to[p * point_stride + t * tile_stride + c], where the first tile of
  /// row `first` is tile 0. Up to the next vector boundary zeros are written behind the last channel.
  void transform(const float* images, int64_t first, int64_t last, int64_t channel, int64_t count, float* to,
                 int64_t tile_stride, int64_t point_stride) const;

 private:
  void tile(const float* pixels, int64_t begin, int64_t end, int64_t stride, int64_t channels, int64_t row,
            int64_t column, float* to, int64_t point_stride) const;

  const WinogradImages images_;
  const int64_t tile_rows_, tile_columns_;  // of one image
  const int64_t side_, top_, left_;
  const Transform transform_;
};

}  // namespace torchpp::cpu::own
