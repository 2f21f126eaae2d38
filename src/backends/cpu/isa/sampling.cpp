// SPDX-License-Identifier: BSD-3-Clause

// Sampling of images at points (grid_sample): the taps of a block of points, then their weighted sums in each channel,
// with points side by side in vectors. The numbers are those of math::PointTaps.

#include "src/backends/math/sampling.h"

#include "src/backends/cpu/isa/nn_abi.h"
#include "src/backends/cpu/isa/rows.h"

namespace torchpp::cpu {
namespace {

// Pixels (-1 outside) and weights along one dimension, of a block of points.
template <int mode, class T>
struct LineOfPoints {
  static constexpr int kCount = math::taps_along_line(mode);
  alignas(64) int32_t at[kCount][kSampledTogether];
  alignas(64) T weight[kCount][kSampledTogether];

  static int32_t pixel(T x, T size) {
    const bool inside = (x >= T(0)) & (x < size);
    const int32_t whole = static_cast<int32_t>(inside ? x : T(0));
    return inside ? whole : -1;
  }
  TORCHPP_OUT_OF_LINE void find(int64_t size, bool align_corners, bool border, const T* coordinates, int64_t n) {
    const T length = static_cast<T>(size), last = static_cast<T>(size - 1);
    alignas(64) T x[kSampledTogether];
    if (align_corners)
      for (int64_t p = 0; p < n; ++p) x[p] = (coordinates[2 * p] + 1) / 2 * (length - 1);
    else
      for (int64_t p = 0; p < n; ++p) x[p] = ((coordinates[2 * p] + 1) * length - 1) / 2;
    if (border)
      for (int64_t p = 0; p < n; ++p) x[p] = (x[p] > T(0)) & (x[p] < last) ? x[p] : x[p] >= last ? last : T(0);
    TORCHPP_NO_ALIAS
    for (int64_t p = 0; p < n; ++p) {
      if constexpr (mode == math::kSampleNearest) {
        at[0][p] = pixel(math::fn::rint(x[p]), length);
        weight[0][p] = 1;
      } else {
        const T first = math::fn::floor(x[p]), t = x[p] - first;
        at[0][p] = pixel(first, length);
        weight[0][p] = 1 - t;
        at[1][p] = pixel(first + 1, length);
        weight[1][p] = t;
      }
    }
  }
};

template <int mode, class T>
void sample(const SampledBlock& b) {
  using Line = LineOfPoints<mode, T>;
  constexpr int kLine = Line::kCount, kTaps = kLine * kLine;
  const T* grid = static_cast<const T*>(b.grid);
  Line rows, columns;
  rows.find(b.rows, b.align_corners, b.border, grid + 1, b.points);
  columns.find(b.columns, b.align_corners, b.border, grid, b.points);
  alignas(64) int32_t at[kTaps][kSampledTogether];
  alignas(64) T weight[kTaps][kSampledTogether];
  const int32_t width = static_cast<int32_t>(b.columns);
  for (int k = 0; k < kTaps; ++k) {
    const int32_t *y = rows.at[k / kLine], *x = columns.at[k % kLine];
    const T *v = rows.weight[k / kLine], *w = columns.weight[k % kLine];
    TORCHPP_NO_ALIAS
    for (int64_t p = 0; p < b.points; ++p) {
      at[k][p] = (y[p] < 0) | (x[p] < 0) ? -1 : y[p] * width + x[p];
      weight[k][p] = v[p] * w[p];
    }
  }
  for (int64_t c = 0; c < b.channels; ++c) {
    const T* image = static_cast<const T*>(b.image) + c * b.rows * b.columns;
    T* out = static_cast<T*>(b.out) + c * b.channel_step;
    TORCHPP_NO_ALIAS
    for (int64_t p = 0; p < b.points; ++p) {
      T total = 0;
#pragma GCC unroll 4
      for (int k = 0; k < kTaps; ++k) {
        const int32_t place = at[k][p];
        const T value = image[place < 0 ? 0 : place];  // read in any case, so that the loop has no branch
        total += weight[k][p] * (place < 0 ? T(0) : value);
      }
      out[p] = total;
    }
  }
}

}  // namespace

#define SAMPLE(name, mode, tag) \
  TORCHPP_ROW_FUNCTION(name, tag, const SampledBlock& block) { sample<math::mode, Tag_##tag::Compute>(block); }
SAMPLE(sample_nearest, kSampleNearest, f32)
SAMPLE(sample_nearest, kSampleNearest, f64)
SAMPLE(sample_bilinear, kSampleBilinear, f32)
SAMPLE(sample_bilinear, kSampleBilinear, f64)

}  // namespace torchpp::cpu
