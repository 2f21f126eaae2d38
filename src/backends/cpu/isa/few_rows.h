// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Blocks of products of a few rows x by a matrix b that is read once, as it lies. B is the type of b's elements: T, or
// one of 16 bits that becomes T in registers.

#include "src/backends/cpu/isa/registers.h"
#include "src/backends/cpu/isa/sixteen_bits.h"

namespace torchpp {
namespace cpu {
namespace {

// X rows of x times R rows of b, of which `rows` of x and `n` of b are there. Every sum runs over k in one vector:
// its order does not depend on X, R or the place in the block.
template <class T, int X, int R, class B>
void dot_block(int64_t rows, int64_t n, int64_t k, const T* x, int64_t x_stride, const B* b, int64_t b_stride, T* y,
               int64_t y_stride, bool add, const T* bias) {
  constexpr int64_t lanes = kLanes<T>;
  static_assert(X * R % lanes == 0, "whole vectors of sums");
  const T* xs[X];
  const B* bs[R];
#pragma GCC unroll 4
  for (int i = 0; i < X; ++i) xs[i] = x + (i < rows ? i : 0) * x_stride;
#pragma GCC unroll 16
  for (int r = 0; r < R; ++r) bs[r] = b + (r < n ? r : n - 1) * b_stride;
  Vector<T> sum[X * R];
#pragma GCC unroll 16
  for (Vector<T>& each : sum) each = Vector<T>{};
  int64_t p = 0;
  for (; p + lanes <= k; p += lanes) {
    Vector<T> part[X];
#pragma GCC unroll 4
    for (int i = 0; i < X; ++i) part[i] = load(xs[i] + p);
#pragma GCC unroll 16
    for (int r = 0; r < R; ++r) {
      const Vector<T> row = load(bs[r] + p);
#pragma GCC unroll 4
      for (int i = 0; i < X; ++i) sum[i * R + r] = multiply_add(part[i], row, sum[i * R + r]);
    }
  }
  if (p < k) {
#pragma GCC unroll 16
    for (int r = 0; r < R; ++r) {
      const Vector<T> row = load_part(bs[r] + p, k - p);
#pragma GCC unroll 4
      for (int i = 0; i < X; ++i) sum[i * R + r] = multiply_add(load_part(xs[i] + p, k - p), row, sum[i * R + r]);
    }
  }
  T total[X * R];
#pragma GCC unroll 16
  for (int g = 0; g < X * R; g += lanes) store(total + g, sum_lanes_of_all<T>(sum + g));
  for (int i = 0; i < X && i < rows; ++i) {
    T* to = y + i * y_stride;
    const int64_t count = n < R ? n : R;
    if (add)
      for (int64_t r = 0; r < count; ++r) to[r] += total[i * R + r];
    else if (bias)
      for (int64_t r = 0; r < count; ++r) to[r] = total[i * R + r] + bias[r];
    else
      for (int64_t r = 0; r < count; ++r) to[r] = total[i * R + r];
  }
}

// y += x * b for X rows of x, whose elements lie x_step apart, k rows of b and V vectors of y.
template <class T, int X, int V, class B>
void add_rows(int64_t k, const T* x, int64_t x_stride, int64_t x_step, const B* b, int64_t b_stride, T* y,
              int64_t y_stride) {
  Vector<T> sum[X][V];
#pragma GCC unroll 4
  for (int i = 0; i < X; ++i)
#pragma GCC unroll 8
    for (int v = 0; v < V; ++v) sum[i][v] = load(y + i * y_stride + v * kLanes<T>);
  for (int64_t p = 0; p < k; ++p) {
    Vector<T> s[X];
#pragma GCC unroll 4
    for (int i = 0; i < X; ++i) s[i] = splat(x[i * x_stride + p * x_step]);
#pragma GCC unroll 8
    for (int v = 0; v < V; ++v) {
      const Vector<T> row = load(b + p * b_stride + v * kLanes<T>);
#pragma GCC unroll 4
      for (int i = 0; i < X; ++i) sum[i][v] = multiply_add(s[i], row, sum[i][v]);
    }
  }
#pragma GCC unroll 4
  for (int i = 0; i < X; ++i)
#pragma GCC unroll 8
    for (int v = 0; v < V; ++v) store(y + i * y_stride + v * kLanes<T>, sum[i][v]);
}

}  // namespace
}  // namespace cpu
}  // namespace torchpp
