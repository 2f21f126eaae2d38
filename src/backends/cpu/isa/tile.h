// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// What tiles of matrix products are made of.

#include "src/backends/cpu/isa/registers.h"

namespace torchpp {
namespace cpu {
namespace {

// Rows and vectors of C that a tile keeps in registers. On AVX-512, 8 x 3 loads 11 vectors for 24 products and reaches
// 94 % of the peak where 12 x 2 with its 14 loads reaches 84 %.
#if defined(__AVX512F__)
constexpr int kTileRows = 8, kTileVectors = 3;
#elif defined(__AVX2__)
constexpr int kTileRows = 6, kTileVectors = 2;
#elif defined(__aarch64__)
constexpr int kTileRows = 8, kTileVectors = 3;
#else
constexpr int kTileRows = 6, kTileVectors = 2;
#endif

template <class T>
constexpr int64_t kPanel = kTileVectors* kLanes<T>;

// The left operand of a tile, from one element of k to the next: packed, or rows of a matrix as they lie, three of
// which share a pointer, so that the pointers fit the registers.
template <class T, int R, bool kPacked>
class LeftRows {
 public:
  LeftRows(const T* a, int64_t) : a_(a) {}
  const T& at(int r, int u) const { return a_[u * kTileRows + r]; }
  void advance(int steps) { a_ += steps * kTileRows; }

 private:
  const T* a_;
};
template <class T, int R>
class LeftRows<T, R, false> {
 public:
  LeftRows(const T* a, int64_t stride) : stride_(stride) {
#pragma GCC unroll 4
    for (int i = 0; i < kPointers; ++i) rows_[i] = a + 3 * i * stride;
  }
  const T& at(int r, int u) const { return (rows_[r / 3] + r % 3 * stride_)[u]; }
  void advance(int steps) {
#pragma GCC unroll 4
    for (int i = 0; i < kPointers; ++i) rows_[i] += steps;
  }

 private:
  static constexpr int kPointers = (R + 2) / 3;
  const int64_t stride_;
  const T* rows_[kPointers];
};

// sum += a * b for an element of k, `u` further on.
template <class T, int R, int V, class A>
inline void add_outer_product(const A& a, int u, const T* b, Vector<T> (&sum)[R][V]) {
  Vector<T> row[V];
#pragma GCC unroll 4
  for (int v = 0; v < V; ++v) row[v] = load(b + v * kLanes<T>);
#pragma GCC unroll 8
  for (int r = 0; r < R; ++r) {
    const Vector<T> x = splat(a.at(r, u));
#pragma GCC unroll 4
    for (int v = 0; v < V; ++v) sum[r][v] = multiply_add(x, row[v], sum[r][v]);
  }
}

// Writes the sums to rows of c.
template <class T, int R, int V>
inline void store_rows_of(const Vector<T> (&sum)[R][V], T* c, int64_t ldc) {
#pragma GCC unroll 8
  for (int r = 0; r < R; ++r, c += ldc)
#pragma GCC unroll 4
    for (int v = 0; v < V; ++v) store(c + v * kLanes<T>, sum[r][v]);
}

}  // namespace
}  // namespace cpu
}  // namespace torchpp
