// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Small matrices that are transposed in registers, of floats and doubles or of what has their size: only places change.

#include "src/backends/cpu/isa/registers.h"

namespace torchpp {
namespace cpu {
namespace {

// Elements of 16 bytes of several rows of `from`, turned: to[p * to_stride + i] = from[i * from_stride + p] for as many
// p as 16 bytes hold. One overload for each number of rows i; the wide one puts two squares side by side.
inline void transpose_square(const float* from, int64_t from_stride, float* to, int64_t to_stride) {
  typedef VectorOf<float>::Quad Q;
  Q r[4];
  for (int i = 0; i < 4; ++i) r[i] = *reinterpret_cast<const Q*>(from + i * from_stride);
  const Q a = __builtin_shufflevector(r[0], r[1], 0, 4, 1, 5), b = __builtin_shufflevector(r[2], r[3], 0, 4, 1, 5);
  const Q c = __builtin_shufflevector(r[0], r[1], 2, 6, 3, 7), d = __builtin_shufflevector(r[2], r[3], 2, 6, 3, 7);
  *reinterpret_cast<Q*>(to) = __builtin_shufflevector(a, b, 0, 1, 4, 5);
  *reinterpret_cast<Q*>(to + to_stride) = __builtin_shufflevector(a, b, 2, 3, 6, 7);
  *reinterpret_cast<Q*>(to + 2 * to_stride) = __builtin_shufflevector(c, d, 0, 1, 4, 5);
  *reinterpret_cast<Q*>(to + 3 * to_stride) = __builtin_shufflevector(c, d, 2, 3, 6, 7);
}
inline void transpose_square(const double* from, int64_t from_stride, double* to, int64_t to_stride) {
  typedef VectorOf<double>::Quad Q;
  const Q a = *reinterpret_cast<const Q*>(from), b = *reinterpret_cast<const Q*>(from + from_stride);
  *reinterpret_cast<Q*>(to) = __builtin_shufflevector(a, b, 0, 2);
  *reinterpret_cast<Q*>(to + to_stride) = __builtin_shufflevector(a, b, 1, 3);
}
#if defined(__AVX2__)
inline void transpose_pair(const float* from, int64_t from_stride, float* to, int64_t to_stride) {
  __m256 r[4];
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i)
    r[i] = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(from + i * from_stride)),
                                _mm_loadu_ps(from + (i + 4) * from_stride), 1);
  const __m256 a = _mm256_unpacklo_ps(r[0], r[1]), b = _mm256_unpacklo_ps(r[2], r[3]);
  const __m256 c = _mm256_unpackhi_ps(r[0], r[1]), d = _mm256_unpackhi_ps(r[2], r[3]);
  _mm256_storeu_ps(to, _mm256_shuffle_ps(a, b, 0x44));
  _mm256_storeu_ps(to + to_stride, _mm256_shuffle_ps(a, b, 0xee));
  _mm256_storeu_ps(to + 2 * to_stride, _mm256_shuffle_ps(c, d, 0x44));
  _mm256_storeu_ps(to + 3 * to_stride, _mm256_shuffle_ps(c, d, 0xee));
}
#endif
#if defined(__AVX512F__)
// The lower (0) or the upper (2) pair of each four lanes of u and v.
template <int kPair>
inline Vector<float> join_pairs(Vector<float> u, Vector<float> v) {
  constexpr int p = kPair, q = 16 + p;
  return __builtin_shufflevector(u, v, p, p + 1, q, q + 1, p + 4, p + 5, q + 4, q + 5, p + 8, p + 9, q + 8, q + 9,
                                 p + 12, p + 13, q + 12, q + 13);
}
// Sixteen rows and sixteen elements of each: vectors of four elements of rows 0, 4, 8 and 12, and so on, which loads
// alone put together, leave half of the shuffles that whole rows need.
inline void transpose_sixteen(const float* from, int64_t from_stride, float* to, int64_t to_stride) {
  const auto quads = [&](const float* p) {
    __m512 v = _mm512_maskz_broadcast_f32x4(0x000f, _mm_loadu_ps(p));
    v = _mm512_mask_broadcast_f32x4(v, 0x00f0, _mm_loadu_ps(p + 4 * from_stride));
    v = _mm512_mask_broadcast_f32x4(v, 0x0f00, _mm_loadu_ps(p + 8 * from_stride));
    return _mm512_mask_broadcast_f32x4(v, 0xf000, _mm_loadu_ps(p + 12 * from_stride));
  };
  for (int64_t q = 0; q < 16; q += 4, to += 4 * to_stride) {
    const Vector<float> r0 = quads(from + q), r1 = quads(from + from_stride + q);
    const Vector<float> r2 = quads(from + 2 * from_stride + q), r3 = quads(from + 3 * from_stride + q);
    // The lower and the upper pairs of each four lanes of r0 and r1, and of r2 and r3.
    const Vector<float> a = __builtin_shufflevector(r0, r1, 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29);
    const Vector<float> b = __builtin_shufflevector(r2, r3, 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29);
    const Vector<float> c = __builtin_shufflevector(r0, r1, 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31);
    const Vector<float> d = __builtin_shufflevector(r2, r3, 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31);
    store(to, join_pairs<0>(a, b));
    store(to + to_stride, join_pairs<2>(a, b));
    store(to + 2 * to_stride, join_pairs<0>(c, d));
    store(to + 3 * to_stride, join_pairs<2>(c, d));
  }
}
#endif

}  // namespace
}  // namespace cpu
}  // namespace torchpp
