// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Short rows in vectors: as many rows as a vector has elements are reduced together, so that the numbers of the rows
// (maximum, sum) are vectors. All add in the order of lanes.h.

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

#include "src/backends/cpu/isa/rows.h"
#include "src/backends/cpu/isa/shuffles.h"

namespace torchpp::cpu {
namespace {

template <class C>
constexpr int kLanes = kLaneBytes / sizeof(C);

template <class T>
inline void put(T* p, Vector<T> v) {
  __builtin_memcpy(p, &v, sizeof v);
}

// The first `count` elements of a vector, fewer than all of them; `fill` stands behind those that are read.
#if defined(__AVX512F__)
inline Vector<float> load_part(const float* p, int64_t count, float fill) {
  return _mm512_mask_loadu_ps(_mm512_set1_ps(fill), static_cast<__mmask16>((1u << count) - 1), p);
}
inline Vector<double> load_part(const double* p, int64_t count, double fill) {
  return _mm512_mask_loadu_pd(_mm512_set1_pd(fill), static_cast<__mmask8>((1u << count) - 1), p);
}
inline void put_part(float* p, Vector<float> v, int64_t count) {
  _mm512_mask_storeu_ps(p, static_cast<__mmask16>((1u << count) - 1), v);
}
inline void put_part(double* p, Vector<double> v, int64_t count) {
  _mm512_mask_storeu_pd(p, static_cast<__mmask8>((1u << count) - 1), v);
}
#else
template <class T>
inline Vector<T> load_part(const T* p, int64_t count, T fill) {
  T all[kWidth<T>];
  for (int i = 0; i < kWidth<T>; ++i) all[i] = i < count ? p[i] : fill;
  return load(all);
}
template <class T>
inline void put_part(T* p, Vector<T> v, int64_t count) {
  for (int64_t i = 0; i < count; ++i) p[i] = v[i];
}
#endif
template <class T>
inline void put_some(T* p, Vector<T> v, int64_t left) {
  if (left >= kWidth<T>) put(p, v);
  else put_part(p, v, left);
}

// The lanes of reduce_chunk, of n elements, folded to one vector. whole(i) gives the vector from i on, part(i, count)
// one of which only `count` elements are the row's and the others change nothing.
template <class Op, class C, class Whole, class Part>
inline Vector<C> reduced(int64_t n, const Whole& whole, const Part& part) {
  Vector<C> acc[kVectors];
#pragma GCC unroll 16
  for (int v = 0; v < kVectors; ++v) acc[v] = Vector<C>{} + Op::template start<C>();
  int64_t i = 0;
  for (; i + kLanes<C> <= n; i += kLanes<C>) {
#pragma GCC unroll 16
    for (int v = 0; v < kVectors; ++v) acc[v] = Op::step(acc[v], whole(i + v * kWidth<C>));
  }
  const int64_t left = n - i, vectors = left / kWidth<C>, rest = left % kWidth<C>;
#pragma GCC unroll 16
  for (int v = 0; v < kVectors; ++v)
    if (v < vectors) acc[v] = Op::step(acc[v], whole(i + v * kWidth<C>));
  if (rest != 0) {
    const Vector<C> last = part(n - rest, rest);
#pragma GCC unroll 16
    for (int v = 0; v < kVectors; ++v)
      if (v == vectors) acc[v] = Op::step(acc[v], last);
  }
#pragma GCC unroll 16
  for (int width = kVectors / 2; width > 0; width /= 2) {
#pragma GCC unroll 16
    for (int v = 0; v < width; ++v) acc[v] = Op::step(acc[v], acc[v + width]);
  }
  return acc[0];
}

// As many rows as a vector has elements: their vectors are folded together, each in halves as reduce_chunk does it. At
// a level a vector holds several rows of kPart lanes each; two vectors become one of as many rows of half the lanes.
template <class Op, class C, int kPart>
inline void fold_rows(Vector<C>* rows) {
  if constexpr (kPart > 1) {
    constexpr int kCount = kPart / 2;  // pairs of vectors
    constexpr typename AllLanes<kWidth<C>>::Type lanes;
#pragma GCC unroll 64
    for (int r = 0; r < kCount; ++r)
      rows[r] = Op::step(lower_halves<kCount>(rows[2 * r], rows[2 * r + 1], lanes),
                         upper_halves<kCount>(rows[2 * r], rows[2 * r + 1], lanes));
    fold_rows<Op, C, kPart / 2>(rows);
  }
}

constexpr int64_t kTogether = 512;  // elements of a row up to which the numbers cost more than a pass over it
constexpr int64_t kGroup = 4096;    // elements of rows that are taken together: they stay in the first-level cache

// How many rows of n elements are a group: at most as many as a vector has elements.
template <class C>
inline int64_t rows_of_group(int64_t n) {
  const int64_t fitting = kGroup / ((n + kWidth<C> - 1) / kWidth<C> * kWidth<C>);
  return fitting < kWidth<C> ? fitting : kWidth<C>;
}

// numbers[r] = what row_vector(r) gives for a row, folded to a number.
template <class Op, class C, class RowVector>
inline void reduce_rows(C* numbers, int64_t count, const RowVector& row_vector) {
  Vector<C> rows[kWidth<C>];
  for (int64_t r = 0; r < count; ++r) rows[r] = row_vector(r);
  for (int64_t r = count; r < kWidth<C>; ++r) rows[r] = Vector<C>{};
  fold_rows<Op, C, kWidth<C>>(rows);
  put(numbers, rows[0]);
}

// compute(out, a, b, rows) for rows in the type of computation: those of 16-bit floats are converted a group at a time.
template <class F>
inline void with_rows(float* out, const float* a, const float* b, int64_t rows, int64_t, const F& compute) {
  compute(out, a, b, rows);
}
template <class F>
inline void with_rows(double* out, const double* a, const double* b, int64_t rows, int64_t, const F& compute) {
  compute(out, a, b, rows);
}
template <class M, class F>
inline void with_rows(M* out, const M* a, const M* b, int64_t rows, int64_t n, const F& compute) {
  alignas(64) float x[kGroup], y[kGroup];
  const int64_t most = kGroup / n;
  for (int64_t count; rows > 0; rows -= count, a += count * n, b += count * n, out += count * n) {
    count = rows < most ? rows : most;
    view(a, count * n, x);
    if (a != b) view(b, count * n, y);
    compute(x, x, a != b ? y : x, count);
    store(out, x, count * n);
  }
}

}  // namespace
}  // namespace torchpp::cpu
