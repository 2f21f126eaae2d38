// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file How the value at a point between the pixels of an image is a weighted sum of some of them, its taps, which are
/// the product of those along each dimension.   Source: libtorch 1.13, grid_sampler.

#include "src/backends/math/elementary.h"

namespace torchpp::math {

// The numbers of the modes, as operators take them.
constexpr int kSampleBilinear = 0, kSampleNearest = 1, kSampleBicubic = 2;
constexpr int kSampleZeros = 0, kSampleBorder = 1, kSampleReflection = 2;

/// Taps along one dimension.
constexpr int taps_along_line(int mode) { return mode == kSampleNearest ? 1 : mode == kSampleBilinear ? 2 : 4; }

/// A dimension of the image, and what lies outside of it.
struct SampleLine {
  int64_t size;
  int padding;
  bool align_corners;
};

/// Cubic convolution at distances below 1 and from 1 to 2, and derivatives.   Source: Keys 1981.
template <class T>
struct CubicConvolution {
  T a;
  TORCHPP_HD T near(T x) const { return ((a + 2) * x - (a + 3)) * x * x + 1; }
  TORCHPP_HD T far(T x) const { return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a; }
  TORCHPP_HD T near_slope(T x) const { return (3 * (a + 2) * x - 2 * (a + 3)) * x; }
  TORCHPP_HD T far_slope(T x) const { return (3 * a * x - 10 * a) * x + 8 * a; }
};

/// A coordinate folded into [low / 2, high / 2] by reflection. The slope changes its sign with each fold.
template <class T>
TORCHPP_HD T reflected(T x, int64_t low, int64_t high, T& slope) {
  if (low == high) {
    slope = 0;
    return 0;
  }
  const T least = static_cast<T>(low) / 2, span = static_cast<T>(high - low) / 2;
  x -= least;
  if (x < 0) slope = -slope, x = -x;
  const T extra = fn::fmod(x, span), folds = fn::floor(x / span);
  if (fn::fmod(folds, T(2)) == 0) return extra + least;
  slope = -slope;
  return span - extra + least;
}

/// A coordinate in pixels after padding: inside of the image, but for zeros. NaN counts as 0 then.
template <class T>
TORCHPP_HD T padded(T x, const SampleLine& line, T& slope) {
  if (line.padding == kSampleZeros) return x;
  if (line.padding == kSampleReflection)
    x = line.align_corners ? reflected(x, 0, 2 * (line.size - 1), slope) : reflected(x, -1, 2 * line.size - 1, slope);
  const T last = static_cast<T>(line.size - 1);
  if (x > 0 && x < last) return x;
  slope = 0;
  return x >= last && x > 0 ? last : T(0);
}

/// The pixel of a whole coordinate; -1 outside.
template <class T>
TORCHPP_HD int64_t pixel(T x, int64_t size) {
  if (!(x >= 0 && x < static_cast<T>(0x1p62))) return -1;
  const int64_t at = static_cast<int64_t>(x);
  return at < size ? at : -1;
}

/// The nearest whole coordinate. As in libtorch 1.13, the middle of two is rounded to the even one in images, and away
/// from 0 in volumes.
template <int dims, class T>
TORCHPP_HD T nearest(T x) {
  if constexpr (dims == 2) return fn::rint(x);
  const T whole = fn::trunc(x), rest = x - whole;
  return rest >= T(0.5) ? whole + 1 : rest <= T(-0.5) ? whole - 1 : whole;
}

/// The taps of a coordinate: pixels (-1 outside), weights, and the derivatives of these by the coordinate.
template <int mode, int dims, class T>
struct LineTaps {
  static constexpr int kCount = taps_along_line(mode);
  int64_t at[kCount];
  T weight[kCount], slope[kCount];

  TORCHPP_HD void find(const SampleLine& line, T coordinate) {
    const T n = static_cast<T>(line.size);
    T slope_of_x = (line.align_corners ? n - 1 : n) / 2;
    const T x = line.align_corners ? (coordinate + 1) / 2 * (n - 1) : ((coordinate + 1) * n - 1) / 2;
    if constexpr (mode == kSampleBicubic) {
      const T first = fn::floor(x), t = x - first;
      const CubicConvolution<T> c{T(-0.75)};
      weight[0] = c.far(t + 1), weight[1] = c.near(t), weight[2] = c.near(1 - t), weight[3] = c.far(2 - t);
      slope[0] = c.far_slope(t + 1), slope[1] = c.near_slope(t);
      slope[2] = -c.near_slope(1 - t), slope[3] = -c.far_slope(2 - t);
      for (int k = 0; k < 4; ++k) {
        T ignored = 1;
        at[k] = pixel(padded(first + static_cast<T>(k - 1), line, ignored), line.size);
        slope[k] *= slope_of_x;
      }
    } else {
      const T inside = padded(x, line, slope_of_x);
      if constexpr (mode == kSampleNearest) {
        at[0] = pixel(nearest<dims>(inside), line.size), weight[0] = 1, slope[0] = 0;
      } else {
        const T first = fn::floor(inside), t = inside - first;
        at[0] = pixel(first, line.size), weight[0] = 1 - t, slope[0] = -slope_of_x;
        at[1] = pixel(first + 1, line.size), weight[1] = t, slope[1] = slope_of_x;
      }
    }
  }
};

/// The taps of a point in an image of two dimensions or a volume of three.
template <int mode, int dims, class T>
struct PointTaps {
  static constexpr int kLine = taps_along_line(mode), kCount = dims == 2 ? kLine * kLine : kLine * kLine * kLine;
  int64_t at[kCount];  ///< -1 outside
  T weight[kCount];

  /// Coordinates come innermost first, dimensions outermost first. The derivative of weight `k` by the coordinate of
  /// dimension `d` goes to slopes[d * kCount + k], unless null.
  TORCHPP_HD void find(const SampleLine* lines, const T* coordinates, T* slopes) {
    LineTaps<mode, dims, T> axes[dims];
    for (int d = 0; d < dims; ++d) axes[d].find(lines[d], coordinates[dims - 1 - d]);
    for (int k = 0; k < kCount; ++k) {
      int which[dims];
      for (int d = dims - 1, rest = k; d >= 0; --d, rest /= kLine) which[d] = rest % kLine;
      int64_t place = 0;
      T product = 1;
      for (int d = 0; d < dims; ++d) {
        const int64_t i = axes[d].at[which[d]];
        place = place < 0 || i < 0 ? -1 : place * lines[d].size + i;
        product *= axes[d].weight[which[d]];
      }
      at[k] = place, weight[k] = product;
      if (slopes == nullptr) continue;
      for (int d = 0; d < dims; ++d) {
        T slope = 1;
        for (int e = 0; e < dims; ++e) slope *= e == d ? axes[e].slope[which[e]] : axes[e].weight[which[e]];
        slopes[d * kCount + k] = slope;
      }
    }
  }
};

}  // namespace torchpp::math
