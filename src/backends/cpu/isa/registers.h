// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// One register of floats or doubles: what the kernels of matrix products and of direct convolutions are written in.
// Everything is in an anonymous namespace: each object of each instruction set keeps its own.

#include "src/backends/cpu/isa/abi.h"
#include "src/backends/cpu/isa/shuffles.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace torchpp {
namespace cpu {
namespace {

#if defined(__AVX512F__)
constexpr int kVectorBytes = 64;
#elif defined(__AVX2__)
constexpr int kVectorBytes = 32;
#else
constexpr int kVectorBytes = 16;
#endif

template <class T>
struct VectorOf;
template <>
struct VectorOf<float> {
  typedef float Type __attribute__((vector_size(kVectorBytes)));
  typedef float Unaligned __attribute__((vector_size(kVectorBytes), aligned(4), may_alias));
  typedef float Quad __attribute__((vector_size(16), aligned(4), may_alias));
};
template <>
struct VectorOf<double> {
  typedef double Type __attribute__((vector_size(kVectorBytes)));
  typedef double Unaligned __attribute__((vector_size(kVectorBytes), aligned(8), may_alias));
  typedef double Quad __attribute__((vector_size(16), aligned(8), may_alias));
};
template <class T>
using Vector = typename VectorOf<T>::Type;
template <class T>
constexpr int kLanes = kVectorBytes / static_cast<int>(sizeof(T));
template <class T>
inline Vector<T> load(const T* p) {
  return *reinterpret_cast<const typename VectorOf<T>::Unaligned*>(p);
}
template <class T>
inline void store(T* p, Vector<T> v) {
  *reinterpret_cast<typename VectorOf<T>::Unaligned*>(p) = v;
}
template <class T>
inline Vector<T> splat(T x) {
  return x - Vector<T>{};
}
// -ffp-contract=off keeps the compiler from fusing on its own, so that a sum is fused everywhere or nowhere.
inline Vector<float> multiply_add(Vector<float> a, Vector<float> b, Vector<float> c) {
#if defined(__AVX512F__)
  return _mm512_fmadd_ps(a, b, c);
#elif defined(__FMA__)
  return _mm256_fmadd_ps(a, b, c);
#else
  return a * b + c;
#endif
}
inline Vector<double> multiply_add(Vector<double> a, Vector<double> b, Vector<double> c) {
#if defined(__AVX512F__)
  return _mm512_fmadd_pd(a, b, c);
#elif defined(__FMA__)
  return _mm256_fmadd_pd(a, b, c);
#else
  return a * b + c;
#endif
}

// The greater one in each lane; b where one of both is no number.
inline Vector<float> greater_of(Vector<float> a, Vector<float> b) {
#if defined(__AVX512F__)
  return _mm512_maskz_max_ps(0xffff, a, b);
#elif defined(__AVX2__)
  return _mm256_max_ps(a, b);
#elif defined(__x86_64__)
  return _mm_max_ps(a, b);
#else
  return a > b ? a : b;
#endif
}
inline Vector<double> greater_of(Vector<double> a, Vector<double> b) {
#if defined(__AVX512F__)
  return _mm512_maskz_max_pd(0xff, a, b);
#elif defined(__AVX2__)
  return _mm256_max_pd(a, b);
#elif defined(__x86_64__)
  return _mm_max_pd(a, b);
#else
  return a > b ? a : b;
#endif
}

// The lesser one in each lane; b where one of both is no number.
inline Vector<float> lesser_of(Vector<float> a, Vector<float> b) {
#if defined(__AVX512F__)
  return _mm512_maskz_min_ps(0xffff, a, b);
#elif defined(__AVX2__)
  return _mm256_min_ps(a, b);
#elif defined(__x86_64__)
  return _mm_min_ps(a, b);
#else
  return a < b ? a : b;
#endif
}
inline Vector<double> lesser_of(Vector<double> a, Vector<double> b) {
#if defined(__AVX512F__)
  return _mm512_maskz_min_pd(0xff, a, b);
#elif defined(__AVX2__)
  return _mm256_min_pd(a, b);
#elif defined(__x86_64__)
  return _mm_min_pd(a, b);
#else
  return a < b ? a : b;
#endif
}

#if defined(__AVX2__) && !defined(__AVX512F__)
// For masked loads: all bits of lanes [begin, end).
template <class T>
inline __m256i lane_mask(int64_t begin, int64_t end) {
  constexpr int64_t lanes = kLanes<T>;
  begin = begin < 0 ? 0 : begin > lanes ? lanes : begin;
  end = end < 0 ? 0 : end > lanes ? lanes : end;
  if constexpr (sizeof(T) == 4) {
    const __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    return _mm256_andnot_si256(_mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(begin)), lane),
                               _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(end)), lane));
  } else {
    const __m256i lane = _mm256_setr_epi64x(0, 1, 2, 3);
    return _mm256_andnot_si256(_mm256_cmpgt_epi64(_mm256_set1_epi64x(begin), lane),
                               _mm256_cmpgt_epi64(_mm256_set1_epi64x(end), lane));
  }
}
inline Vector<float> load_masked(const float* p, __m256i mask) { return _mm256_maskload_ps(p, mask); }
inline Vector<double> load_masked(const double* p, __m256i mask) { return _mm256_maskload_pd(p, mask); }
#endif

// Lanes [begin, end) from memory, zeros in the others; p is where lane 0 would lie.
template <class T>
inline Vector<T> load_range(const T* p, int64_t begin, int64_t end) {
  constexpr int64_t lanes = kLanes<T>;
  if (begin <= 0 && end >= lanes) return load(p);
  begin = begin < 0 ? 0 : begin;
  end = end > lanes ? lanes : end;
  if (begin >= end) return Vector<T>{};
#if defined(__AVX512F__)
  const uint32_t mask = ((1u << (end - begin)) - 1) << begin;
  if constexpr (sizeof(T) == 4) return _mm512_maskz_loadu_ps(static_cast<__mmask16>(mask), p);
  else return _mm512_maskz_loadu_pd(static_cast<__mmask8>(mask), p);
#elif defined(__AVX2__)
  return load_masked(p, lane_mask<T>(begin, end));
#else
  Vector<T> v = {};
  for (int64_t i = begin; i < end; ++i) v[i] = p[i];
  return v;
#endif
}
// The first n lanes from memory, zeros in the others.
template <class T>
inline Vector<T> load_part(const T* p, int64_t n) {
#if defined(__AVX512F__)
  if constexpr (sizeof(T) == 4) return _mm512_maskz_loadu_ps(static_cast<__mmask16>((1u << n) - 1), p);
  else return _mm512_maskz_loadu_pd(static_cast<__mmask8>((1u << n) - 1), p);
#elif defined(__AVX2__)
  return load_masked(p, lane_mask<T>(0, n));
#else
  return load_range(p, 0, n);
#endif
}

// Writes the first n lanes.
template <class T>
inline void store_part(T* p, Vector<T> v, int64_t n) {
#if defined(__AVX512F__)
  if constexpr (sizeof(T) == 4) _mm512_mask_storeu_ps(p, static_cast<__mmask16>((1u << n) - 1), v);
  else _mm512_mask_storeu_pd(p, static_cast<__mmask8>((1u << n) - 1), v);
#elif defined(__AVX2__)
  // A masked store takes twenty times as long as a whole one on some processors.
  if constexpr (sizeof(T) == 4) {
    if (n >= 8) return store(p, v);
    __m128 part = _mm256_castps256_ps128(v);
    if (n & 4) {
      _mm_storeu_ps(p, part);
      part = _mm256_extractf128_ps(v, 1), p += 4;
    }
    if (n & 2) {
      _mm_storel_pi(reinterpret_cast<__m64*>(p), part);
      part = _mm_movehl_ps(part, part), p += 2;
    }
    if (n & 1) _mm_store_ss(p, part);
  } else {
    if (n >= 4) return store(p, v);
    __m128d part = _mm256_castpd256_pd128(v);
    if (n & 2) {
      _mm_storeu_pd(p, part);
      part = _mm256_extractf128_pd(v, 1), p += 2;
    }
    if (n & 1) _mm_store_sd(p, part);
  }
#else
  for (int64_t i = 0; i < n; ++i) p[i] = v[i];
#endif
}

// Adds halves of each group of 2 H lanes: two vectors become one with groups of H lanes.
template <int H, class V, int... I>
inline V halve(V u, V v, Lanes<I...> lanes) {
  return lower_halves<H>(u, v, lanes) + upper_halves<H>(u, v, lanes);
}

// The lane sums of as many vectors as there are lanes, halves first. Overwrites v.
template <class T, int H = kLanes<T> / 2>
inline Vector<T> sum_lanes_of_all(Vector<T>* v) {
#pragma GCC unroll 8
  for (int i = 0; i < H; ++i) v[i] = halve<H>(v[2 * i], v[2 * i + 1], typename AllLanes<kLanes<T>>::Type());
  if constexpr (H > 1) return sum_lanes_of_all<T, H / 2>(v);
  else return v[0];
}

template <class T>
inline T sum_lanes(Vector<T> x) {
  Vector<T> v[kLanes<T>];
  for (Vector<T>& each : v) each = x;
  return sum_lanes_of_all<T>(v)[0];
}

}  // namespace
}  // namespace cpu
}  // namespace torchpp
