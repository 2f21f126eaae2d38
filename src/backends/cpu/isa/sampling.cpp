// SPDX-License-Identifier: BSD-3-Clause

// Sampling of images at points (grid_sample): the taps of a block of points, then their weighted sums in each channel,
// with points side by side in vectors; and the gradients. The numbers are those of math::PointTaps.

#include "src/backends/math/sampling.h"

#include "src/backends/cpu/isa/nn_abi.h"
#include "src/backends/cpu/isa/rows.h"
#include "src/backends/cpu/isa/sampling_abi.h"

namespace torchpp::cpu {
namespace {

// Pixels (-1 outside) and weights along one dimension, of a block of points; `slope`, the derivative of the second of
// two weights by the coordinate, is minus that of the first.
template <int mode, class T>
struct LineOfPoints {
  static constexpr int kCount = math::taps_along_line(mode);
  alignas(64) int32_t at[kCount][kSampledTogether];
  alignas(64) T weight[kCount][kSampledTogether], slope[kSampledTogether];

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
    const T steep = (align_corners ? length - 1 : length) / 2;
    for (int64_t p = 0; p < n; ++p) slope[p] = ((!border) | ((x[p] > T(0)) & (x[p] < last))) ? steep : T(0);
    if (border)
      for (int64_t p = 0; p < n; ++p) x[p] = ((x[p] > T(0)) & (x[p] < last)) ? x[p] : x[p] >= last ? last : T(0);
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

// Pixels and weights of a block of points.
template <int mode, class T>
struct Taps {
  using Line = LineOfPoints<mode, T>;
  static constexpr int kLine = Line::kCount, kCount = kLine * kLine;
  Line rows, columns;

  explicit Taps(const SampledBlock& b) {
    const T* grid = static_cast<const T*>(b.grid);
    rows.find(b.rows, b.align_corners, b.border, grid + 1, b.points);
    columns.find(b.columns, b.align_corners, b.border, grid, b.points);
  }
  void join(const SampledBlock& b, int32_t* at, T* weight) const {
    const int32_t width = static_cast<int32_t>(b.columns);
    for (int k = 0; k < kCount; ++k, at += kSampledTogether, weight += kSampledTogether) {
      const int32_t *y = rows.at[k / kLine], *x = columns.at[k % kLine];
      const T *v = rows.weight[k / kLine], *w = columns.weight[k % kLine];
      TORCHPP_NO_ALIAS
      for (int64_t p = 0; p < b.points; ++p) {
        at[p] = ((y[p] < 0) | (x[p] < 0)) ? -1 : y[p] * width + x[p];
        weight[p] = v[p] * w[p];
      }
    }
  }
};

template <int mode, class T>
void taps(const SampledBlock& b, int32_t* at, T* weight) {
  Taps<mode, T>(b).join(b, at, weight);
}

template <int mode, class T>
void sample(const SampledBlock& b) {
  constexpr int kTaps = Taps<mode, T>::kCount;
  alignas(64) int32_t at[kTaps][kSampledTogether];
  alignas(64) T weight[kTaps][kSampledTogether];
  taps<mode, T>(b, at[0], weight[0]);
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

template <class T>
void bilinear_grid(const SampledBlock& b, const T* grad) {
  const Taps<math::kSampleBilinear, T> found(b);
  constexpr int kTaps = found.kCount;
  alignas(64) int32_t at[kTaps][kSampledTogether];
  alignas(64) T weight[kTaps][kSampledTogether], sums[kTaps][kSampledTogether] = {};
  found.join(b, at[0], weight[0]);
  for (int64_t c = 0; c < b.channels; ++c, grad += b.channel_step) {
    const T* image = static_cast<const T*>(b.image) + c * b.rows * b.columns;
    for (int k = 0; k < kTaps; ++k) {
      TORCHPP_NO_ALIAS
      for (int64_t p = 0; p < b.points; ++p) {
        const int32_t place = at[k][p];
        const T value = image[place < 0 ? 0 : place];  // read in any case, so that the loop has no branch
        sums[k][p] += place < 0 ? T(0) : grad[p] * value;
      }
    }
  }
  T* out = static_cast<T*>(b.out);
  const auto &rows = found.rows, &columns = found.columns;
  TORCHPP_NO_ALIAS
  for (int64_t p = 0; p < b.points; ++p) {
    T by_row = 0, by_column = 0;
#pragma GCC unroll 4
    for (int k = 0; k < kTaps; ++k) {
      const T row = k / 2 == 0 ? -rows.slope[p] : rows.slope[p];
      const T column = k % 2 == 0 ? -columns.slope[p] : columns.slope[p];
      by_row += row * columns.weight[k % 2][p] * sums[k][p];
      by_column += rows.weight[k / 2][p] * column * sums[k][p];
    }
    out[2 * p] = by_column;
    out[2 * p + 1] = by_row;
  }
}

}  // namespace

#define SAMPLE_GRADIENTS(T, variable)                                                                   \
  const SampleGradients<T> variable = {&taps<math::kSampleNearest, T>, &taps<math::kSampleBilinear, T>, \
                                       &bilinear_grid<T>};
SAMPLE_GRADIENTS(float, TORCHPP_SET_NAME(sample_gradients_float))
SAMPLE_GRADIENTS(double, TORCHPP_SET_NAME(sample_gradients_double))

#define SAMPLE(name, mode, tag) \
  TORCHPP_ROW_FUNCTION(name, tag, const SampledBlock& block) { sample<math::mode, Tag_##tag::Compute>(block); }
SAMPLE(sample_nearest, kSampleNearest, f32)
SAMPLE(sample_nearest, kSampleNearest, f64)
SAMPLE(sample_bilinear, kSampleBilinear, f32)
SAMPLE(sample_bilinear, kSampleBilinear, f64)

}  // namespace torchpp::cpu
