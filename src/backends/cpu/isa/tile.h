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

// The left operand of a tile, from one element of k to the next: columns, `step` apart, of rows side by side, as packed
// ones are and those of a transposed matrix.
template <class T>
class LeftColumns {
 public:
  LeftColumns(const T* a, int64_t step) : a_(a), step_(step) {}
  const T& at(int r, int u) const { return a_[u * step_ + r]; }
  void step() {}
  void advance(int steps) { a_ += steps * step_; }

 private:
  const T* a_;
  const int64_t step_;
};
// The same, rows of a matrix as they lie, three of which share a pointer, so that the pointers fit the registers.
template <class T, int R>
class LeftRows {
 public:
  LeftRows(const T* a, int64_t stride) : stride_(stride * static_cast<int64_t>(sizeof(T))) {
#pragma GCC unroll 4
    for (int i = 0; i < kPointers; ++i) rows_[i] = reinterpret_cast<const char*>(a + 3 * i * stride);
  }
  const T& at(int r, int u) const { return reinterpret_cast<const T*>(rows_[r / 3] + r % 3 * stride_)[u]; }
  // Before the elements of each step: a stride that may have changed stays a part of addresses as it is. The compiler
  // would keep its sums with the offsets of all steps, more than there are registers for.
  void step() {
#if defined(__AVX2__) && !defined(__AVX512F__)
    asm("" : "+r"(stride_));
#endif
  }
  void advance(int steps) {
#pragma GCC unroll 4
    for (int i = 0; i < kPointers; ++i) rows_[i] += steps * static_cast<int>(sizeof(T));
  }

 private:
  static constexpr int kPointers = (R + 2) / 3;
  int64_t stride_;  // in bytes
  const char* rows_[kPointers];
};

// sum += a * b. Left to itself GCC 12 may give the sum of a tile another register at each step, which 16 registers do
// not bear: it moves and spills them.
template <class T>
inline void accumulate(Vector<T>& sum, Vector<T> a, Vector<T> b) {
#if defined(__AVX2__) && !defined(__AVX512F__)
  if constexpr (sizeof(T) == 4) asm("vfmadd231ps %2, %1, %0" : "+x"(sum) : "x"(a), "x"(b));
  else asm("vfmadd231pd %2, %1, %0" : "+x"(sum) : "x"(a), "x"(b));
#else
  sum = multiply_add(a, b, sum);
#endif
}

// sum += a * b for an element of k, `u` further on.
template <class T, int R, int V, class A>
inline void add_outer_product(A& a, int u, const T* b, Vector<T> (&sum)[R][V]) {
  Vector<T> row[V];
  a.step();
#pragma GCC unroll 4
  for (int v = 0; v < V; ++v) row[v] = load(b + v * kLanes<T>);
#pragma GCC unroll 8
  for (int r = 0; r < R; ++r) {
    const Vector<T> x = splat(a.at(r, u));
#pragma GCC unroll 4
    for (int v = 0; v < V; ++v) accumulate<T>(sum[r][v], x, row[v]);
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
