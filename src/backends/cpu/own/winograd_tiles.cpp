// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cpu/own/winograd_tiles.h"

#include <algorithm>

#include "src/backends/cpu/transpose.h"
#include "src/backends/cpu/workspace.h"
#include "src/core/thread_pool.h"

namespace torchpp::cpu::own {

int64_t points_apart(int64_t elements) {
  constexpr int64_t kLine = 16;  // of the cache, in floats
  return (ceil_div(elements, kLine) | 1) * kLine;
}

const WinogradKernels& winograd_kernels() { return at_level(cpu_level(), TORCHPP_ALL_SETS(winograd)); }

void WinogradTiles::transform(const float* images, int64_t first, int64_t last, int64_t channel, int64_t count,
                              float* to, int64_t tile_stride, int64_t point_stride) const {
  while (first < last) {  // the rows of one image
    const int64_t image = first / tile_rows_, row = first % tile_rows_;
    const int64_t rows = std::min(last - first, tile_rows_ - row);
    const int64_t begin = std::clamp<int64_t>(row * kWinogradOut - top_, 0, images_.rows);
    const int64_t end = std::clamp<int64_t>((row + rows - 1) * kWinogradOut - top_ + side_, begin, images_.rows);
    const Workspace space(images_.last ? 0 : (end - begin) * images_.columns * count * sizeof(float));
    const float* pixels = images + image * images_.pixels() * images_.channels;
    int64_t stride = images_.channels;
    if (images_.last) {
      pixels += begin * images_.columns * stride + channel;
    } else {
      pixels += channel * images_.pixels() + begin * images_.columns;
      transpose(count, (end - begin) * images_.columns, pixels, images_.pixels(), space.as<float>(), count);
      pixels = space.as<float>(), stride = count;
    }
    for (int64_t r = 0; r < rows; ++r)
      for (int64_t j = 0; j < tile_columns_; ++j, to += tile_stride)
        tile(pixels, begin, end, stride, count, (row + r) * kWinogradOut - top_, j * kWinogradOut - left_, to,
             point_stride);
    first += rows;
  }
}

// The tile whose first pixel is (row, column); of the image, rows [begin, end) are there.
void WinogradTiles::tile(const float* pixels, int64_t begin, int64_t end, int64_t stride, int64_t channels, int64_t row,
                         int64_t column, float* to, int64_t point_stride) const {
  const int64_t row_stride = images_.columns * stride;
  if (row >= begin && row + side_ <= end && column >= 0 && column + side_ <= images_.columns)
    return transform_(channels, pixels + (row - begin) * row_stride + column * stride, row_stride, stride, to,
                      point_stride);
  float padded[kWinogradPoints * kMostChannels] = {};
  const int64_t left = std::max<int64_t>(0, -column), right = std::min(side_, images_.columns - column);
  for (int64_t i = std::max<int64_t>(0, begin - row); i < std::min(side_, end - row); ++i)
    for (int64_t j = left; j < right; ++j)
      std::copy_n(pixels + (row + i - begin) * row_stride + (column + j) * stride, channels,
                  padded + (i * side_ + j) * kMostChannels);
  transform_(channels, padded, side_ * kMostChannels, kMostChannels, to, point_stride);
}

}  // namespace torchpp::cpu::own
