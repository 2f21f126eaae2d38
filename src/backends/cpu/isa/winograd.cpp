// SPDX-License-Identifier: BSD-3-Clause
// The transforms of Winograd's F(4x4, 3x3), with interpolation at 0, +-kA, +-kB and infinity (Lavin and Gray, "Fast
// Algorithms for Convolutional Neural Networks", equations 12 and 14, whose points 1 and 2 have three times the error
// of these), and of F(3x3, 4x4), which takes the same pixels to the gradient of the taps. Each matrix is that of Toom
// and Cook for the points; even and odd powers of a pair of points are shared.

#include "src/backends/cpu/isa/winograd_abi.h"

#include "src/backends/cpu/isa/registers.h"

namespace torchpp {
namespace cpu {
namespace {

using V = Vector<float>;

constexpr double kA = 0.6875, kB = 1.5;  // they and their powers are exact in float
constexpr double kA2 = kA * kA, kB2 = kB * kB;

constexpr int kIn = kWinogradIn, kOut = kWinogradOut;

// y[0..6) from x[0..6): the polynomials that vanish at all points but one.
inline void transform_input(const V (&x)[kIn], V (&y)[kIn]) {
  const V a2 = splat(static_cast<float>(-kA2)), b2 = splat(static_cast<float>(-kB2));
  const V sum = splat(static_cast<float>(-kA2 - kB2)), product = splat(static_cast<float>(kA2 * kB2));
  const V a = splat(static_cast<float>(kA)), b = splat(static_cast<float>(kB));
  const V even_a = multiply_add(b2, x[2], x[4]), odd_a = a * multiply_add(b2, x[1], x[3]);
  const V even_b = multiply_add(a2, x[2], x[4]), odd_b = b * multiply_add(a2, x[1], x[3]);
  y[0] = multiply_add(product, x[0], multiply_add(sum, x[2], x[4]));
  y[1] = even_a + odd_a;
  y[2] = even_a - odd_a;
  y[3] = even_b + odd_b;
  y[4] = even_b - odd_b;
  y[5] = multiply_add(product, x[1], multiply_add(sum, x[3], x[5]));
}

// y[0..4) from x[0..6): powers of the points.
inline void transform_output(const V (&x)[kIn], V (&y)[kOut]) {
  const V even_a = x[1] + x[2], odd_a = x[1] - x[2], even_b = x[3] + x[4], odd_b = x[3] - x[4];
  y[0] = x[0] + (even_a + even_b);
  y[1] = multiply_add(splat(static_cast<float>(kA)), odd_a, splat(static_cast<float>(kB)) * odd_b);
  y[2] = multiply_add(splat(static_cast<float>(kA2)), even_a, splat(static_cast<float>(kB2)) * even_b);
  y[3] = multiply_add(splat(static_cast<float>(kA * kA2)), odd_a,
                      multiply_add(splat(static_cast<float>(kB * kB2)), odd_b, x[5]));
}

// Products of all points but one, for each pair of points: what the polynomials are divided by.
constexpr double kAtA = 1 / (2 * kA2 * (kA2 - kB2)), kAtB = 1 / (2 * kB2 * (kB2 - kA2));

// y[0..6) from taps x[0..3), or from results x[0..4).
template <int kCount>
inline void transform_factors(const V (&x)[kCount], V (&y)[kIn]) {
  const auto times = [](double f, V v) { return splat(static_cast<float>(f)) * v; };
  V even_a = multiply_add(splat(static_cast<float>(kA2 * kAtA)), x[2], times(kAtA, x[0]));
  V even_b = multiply_add(splat(static_cast<float>(kB2 * kAtB)), x[2], times(kAtB, x[0]));
  V odd_a = times(kA * kAtA, x[1]), odd_b = times(kB * kAtB, x[1]);
  if constexpr (kCount == kOut) {
    odd_a = multiply_add(splat(static_cast<float>(kA * kA2 * kAtA)), x[3], odd_a);
    odd_b = multiply_add(splat(static_cast<float>(kB * kB2 * kAtB)), x[3], odd_b);
  }
  y[0] = times(1 / (kA2 * kB2), x[0]);
  y[1] = even_a + odd_a;
  y[2] = even_a - odd_a;
  y[3] = even_b + odd_b;
  y[4] = even_b - odd_b;
  y[5] = x[kCount - 1];
}

// y[0..3) from x[0..6): as transform_output(), but that the point at infinity has the power 2.
inline void transform_taps(const V (&x)[kIn], V (&y)[3]) {
  const V even_a = x[1] + x[2], odd_a = x[1] - x[2], even_b = x[3] + x[4], odd_b = x[3] - x[4];
  y[0] = x[0] + (even_a + even_b);
  y[1] = multiply_add(splat(static_cast<float>(kA)), odd_a, splat(static_cast<float>(kB)) * odd_b);
  y[2] =
      multiply_add(splat(static_cast<float>(kA2)), even_a, multiply_add(splat(static_cast<float>(kB2)), even_b, x[5]));
}

void weights(int64_t columns, const float* w, int64_t tap_stride, bool turned, float* to, int64_t point_stride) {
  if (turned) w += 8 * tap_stride, tap_stride = -tap_stride;
  for (int64_t j = 0; j < columns; j += kLanes<float>, w += kLanes<float>, to += kLanes<float>) {
    V half[3][kIn];  // by the column of the taps
#pragma GCC unroll 3
    for (int s = 0; s < 3; ++s) {
      const float* tap = w + s * tap_stride;
      const V column[3] = {load(tap), load(tap + 3 * tap_stride), load(tap + 6 * tap_stride)};
      transform_factors(column, half[s]);
    }
#pragma GCC unroll 6
    for (int i = 0; i < kIn; ++i) {
      const V row[3] = {half[0][i], half[1][i], half[2][i]};
      V point[kIn];
      transform_factors(row, point);
#pragma GCC unroll 6
      for (int k = 0; k < kIn; ++k) store(to + (i * kIn + k) * point_stride, point[k]);
    }
  }
}

// A tile of kSide x kSide pixels.
template <int kSide, class Transform>
inline void transform_tile(int64_t channels, const float* from, int64_t row_stride, int64_t column_stride, float* to,
                           int64_t point_stride, const Transform& transform) {
  constexpr int64_t lanes = kLanes<float>;
  for (int64_t c = 0; c < channels; c += lanes, from += lanes, to += lanes) {
    const int64_t count = channels - c;
    V half[kSide][kIn];  // [column][row]
#pragma GCC unroll 6
    for (int j = 0; j < kSide; ++j) {
      V column[kSide];
#pragma GCC unroll 6
      for (int i = 0; i < kSide; ++i) {
        const float* p = from + i * row_stride + j * column_stride;
        column[i] = count >= lanes ? load(p) : load_part(p, count);
      }
      transform(column, half[j]);
    }
#pragma GCC unroll 6
    for (int i = 0; i < kIn; ++i) {
      V row[kSide], point[kIn];
#pragma GCC unroll 6
      for (int j = 0; j < kSide; ++j) row[j] = half[j][i];
      transform(row, point);
#pragma GCC unroll 6
      for (int k = 0; k < kIn; ++k) store(to + (i * kIn + k) * point_stride, point[k]);
    }
  }
}

void input(int64_t channels, const float* from, int64_t row_stride, int64_t column_stride, float* to,
           int64_t point_stride) {
  transform_tile<kIn>(channels, from, row_stride, column_stride, to, point_stride,
                      [](const V(&x)[kIn], V(&y)[kIn]) { transform_input(x, y); });
}
void gradient(int64_t channels, const float* from, int64_t row_stride, int64_t column_stride, float* to,
              int64_t point_stride) {
  transform_tile<kOut>(channels, from, row_stride, column_stride, to, point_stride,
                       [](const V(&x)[kOut], V(&y)[kIn]) { transform_factors(x, y); });
}

// The points of a column, whose rows lie kIn points apart.
inline void load_column(const float* from, int64_t point_stride, V (&column)[kIn]) {
#pragma GCC unroll 6
  for (int i = 0; i < kIn; ++i) column[i] = load(from + i * kIn * point_stride);
}

bool taps(int64_t columns, const float* from, int64_t point_stride, float* to, int64_t tap_stride) {
  V spoilt{};  // stays zero as long as all are finite
  for (int64_t j = 0; j < columns; j += kLanes<float>, from += kLanes<float>, to += kLanes<float>) {
    V half[kIn][3];  // by the column of the points
#pragma GCC unroll 6
    for (int k = 0; k < kIn; ++k) {
      V column[kIn];
      load_column(from + k * point_stride, point_stride, column);
      transform_taps(column, half[k]);
    }
#pragma GCC unroll 3
    for (int r = 0; r < 3; ++r) {
      const V row[kIn] = {half[0][r], half[1][r], half[2][r], half[3][r], half[4][r], half[5][r]};
      V tap[3];
      transform_taps(row, tap);
#pragma GCC unroll 3
      for (int k = 0; k < 3; ++k) {
        spoilt = multiply_add(tap[k], V{}, spoilt);
        store(to + (3 * r + k) * tap_stride, tap[k]);
      }
    }
  }
  return sum_lanes<float>(spoilt) != 0;
}

bool output(int64_t channels, const float* from, int64_t point_stride, const float* bias, float* to, int64_t row_stride,
            int64_t column_stride, int64_t rows, int64_t columns) {
  constexpr int64_t lanes = kLanes<float>;
  V spoilt{};  // stays zero as long as all are finite
  for (int64_t c = 0; c < channels; c += lanes, from += lanes, to += lanes) {
    const int64_t count = channels - c;
    V half[kIn][kOut];  // [column][row]
#pragma GCC unroll 6
    for (int j = 0; j < kIn; ++j) {
      V column[kIn];
      load_column(from + j * point_stride, point_stride, column);
      transform_output(column, half[j]);
    }
    const V add = bias ? load_range(bias + c, 0, count) : V{};
#pragma GCC unroll 4
    for (int i = 0; i < kOut; ++i) {
      const V row[kIn] = {half[0][i], half[1][i], half[2][i], half[3][i], half[4][i], half[5][i]};
      V y[kOut];
      transform_output(row, y);
#pragma GCC unroll 4
      for (int k = 0; k < kOut; ++k) {
        y[k] += add;
        spoilt = multiply_add(y[k], V{}, spoilt);
        if (i >= rows || k >= columns) continue;
        float* p = to + i * row_stride + k * column_stride;
        if (count >= lanes) store(p, y[k]);
        else store_part(p, y[k], count);
      }
    }
  }
  return sum_lanes<float>(spoilt) != 0;
}

}  // namespace

#define TEXT(name) #name
#define NAME(variable) TEXT(variable)
const WinogradKernels TORCHPP_SET_NAME(winograd) = {
    NAME(TORCHPP_SET_NAME(winograd)), &weights, &input, &output, &gradient, &taps};

}  // namespace cpu
}  // namespace torchpp
