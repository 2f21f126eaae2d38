// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Sums in an order that depends on the length only.
//
// A chunk is added in 256 bytes of lanes (64 floats, 32 doubles), element i into lane i mod lanes, independent of the
// machine's vector length; the lanes are folded in halves; the chunks' sums are added pairwise. So every instruction
// set gives the same bits, and the rounding error grows with the logarithm of the number of chunks.

#include "src/backends/cpu/isa/kernel.h"
#include "src/backends/cpu/isa/shuffles.h"
#include "src/backends/math/binary.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace torchpp::cpu {
namespace {

#if defined(__AVX512F__)
constexpr int kVectorBytes = 64;
#elif defined(__AVX__)
constexpr int kVectorBytes = 32;
#else
constexpr int kVectorBytes = 16;
#endif
constexpr int kLaneBytes = 256, kVectors = kLaneBytes / kVectorBytes;
constexpr int64_t kChunk = 2048;  // elements

template <class T, int kCount>
struct Pack {
  typedef T type __attribute__((vector_size(kCount * sizeof(T))));
};
template <class T>
constexpr int kWidth = kVectorBytes / static_cast<int>(sizeof(T));
template <class T>
using Vector = typename Pack<T, kWidth<T>>::type;

template <class T>
inline Vector<T> load(const T* from) {
  Vector<T> v;
  __builtin_memcpy(&v, from, sizeof v);
  return v;
}

struct Sum {
  template <class A>
  static A step(A acc, A x) {
    return acc + x;
  }
  template <class T>
  static T start() {
    return T(0);
  }
};
struct SumNumbers {  // a NaN adds nothing
  template <class A>
  static A step(A acc, A x) {
    return x == x ? acc + x : acc;
  }
  template <class T>
  static T start() {
    return T(0);
  }
};
struct SumSquares {  // separate multiplication: the sets without fma give the same bits
  template <class A>
  static A step(A acc, A x) {
    return acc + x * x;
  }
  template <class T>
  static T start() {
    return T(0);
  }
};
struct Prod {
  template <class A>
  static A step(A acc, A x) {
    return acc * x;
  }
  template <class T>
  static T start() {
    return T(1);
  }
};
// A NaN wins and stays. Among other numbers `quick` gives the same in one instruction.
struct Max {
  template <class A>
  static A quick(A acc, A x) {
    return x > acc ? x : acc;
  }
  template <class A>
  static A step(A acc, A x) {
    return ((x > acc) | (x != x)) ? x : acc;
  }
  template <class T>
  static T start() {
    return -static_cast<T>(__builtin_inf());
  }
};
struct Min {
  template <class A>
  static A quick(A acc, A x) {
    return x < acc ? x : acc;
  }
  template <class A>
  static A step(A acc, A x) {
    return ((x < acc) | (x != x)) ? x : acc;
  }
  template <class T>
  static T start() {
    return static_cast<T>(__builtin_inf());
  }
};
// How two partial results become one: squares are squared once, and a sum may be NaN.
template <class Op>
struct Joined {
  using type = Op;
};
template <>
struct Joined<SumNumbers> {
  using type = Sum;
};
template <>
struct Joined<SumSquares> {
  using type = Sum;
};

template <int kFirst, class V, int... I>
inline auto lanes_from(V v, Lanes<I...>) {
  return __builtin_shufflevector(v, v, (kFirst + I)...);
}
// Lanes of one vector to one value, folded in halves.
template <class Join, class T, int kCount>
inline T fold(typename Pack<T, kCount>::type v) {
  if constexpr (kCount == 2) {
    return Join::step(v[0], v[1]);
  } else {
    constexpr int kHalf = kCount / 2;
    const typename AllLanes<kHalf>::Type half;
    return fold<Join, T, kHalf>(Join::step(lanes_from<0>(v, half), lanes_from<kHalf>(v, half)));
  }
}

template <class Op>
constexpr bool kHasQuick = false;
template <>
constexpr bool kHasQuick<Max> = true;
template <>
constexpr bool kHasQuick<Min> = true;

// Op::quick as an operation of its own, for lanes without a NaN.
template <class Op>
struct Quick {
  template <class A>
  static A step(A acc, A x) {
    return Op::quick(acc, x);
  }
};

template <class T>
inline bool any_nan(Vector<T> v) {
#if defined(__AVX512F__)
  if constexpr (sizeof(T) == 4) return _mm512_cmp_ps_mask(v, v, _CMP_UNORD_Q) != 0;
  else return _mm512_cmp_pd_mask(v, v, _CMP_UNORD_Q) != 0;
#elif defined(__AVX__)
  if constexpr (sizeof(T) == 4) return _mm256_movemask_ps(_mm256_cmp_ps(v, v, _CMP_UNORD_Q)) != 0;
  else return _mm256_movemask_pd(_mm256_cmp_pd(v, v, _CMP_UNORD_Q)) != 0;
#elif defined(__x86_64__)
  if constexpr (sizeof(T) == 4) return _mm_movemask_ps(_mm_cmpunord_ps(v, v)) != 0;
  else return _mm_movemask_pd(_mm_cmpunord_pd(v, v)) != 0;
#else
  bool any = false;
  for (int i = 0; i < kWidth<T>; ++i) any |= v[i] != v[i];
  return any;
#endif
}

// All lanes to one value.
template <class Join, class T>
inline T fold_all(Vector<T> (&acc)[kVectors]) {
#pragma GCC unroll 4
  for (int width = kVectors / 2; width > 0; width /= 2)
#pragma GCC unroll 8
    for (int v = 0; v < width; ++v) acc[v] = Join::step(acc[v], acc[v + width]);
  return fold<Join, T, kWidth<T>>(acc[0]);
}

// The lanes of `whole` elements by Op::quick; false where there is a NaN among them, or may be: their sum tells.
template <class Op, class T>
inline bool quick_lanes(Vector<T> (&acc)[kVectors], const T* x, int64_t whole) {
  constexpr int kLanes = kLaneBytes / sizeof(T), kSums = kVectors < 4 ? kVectors : 4;
  Vector<T> sum[kSums] = {};
  for (int64_t i = 0; i < whole; i += kLanes) {
#pragma GCC unroll 16
    for (int v = 0; v < kVectors; ++v) {
      const Vector<T> loaded = load(x + i + v * kWidth<T>);
      acc[v] = Op::quick(acc[v], loaded);
      sum[v % kSums] += loaded;
    }
  }
#pragma GCC unroll 4
  for (int v = 1; v < kSums; ++v) sum[0] += sum[v];
  return !any_nan<T>(sum[0]);
}

// One chunk, n <= kChunk.
template <class Op, class T>
T reduce_chunk(const T* x, int64_t n) {
  constexpr int kLanes = kLaneBytes / sizeof(T);
  const int64_t whole = n - n % kLanes;
  Vector<T> acc[kVectors];
#pragma GCC unroll 16
  for (Vector<T>& each : acc) each = Vector<T>{} + Op::template start<T>();
  bool done = false;
  if constexpr (kHasQuick<Op>) {
    done = quick_lanes<Op>(acc, x, whole);
    if (done && whole == n) return fold_all<Quick<Op>, T>(acc);
  }
  for (int64_t i = 0; i < whole && !done; i += kLanes) {
#pragma GCC unroll 16
    for (int v = 0; v < kVectors; ++v) acc[v] = Op::step(acc[v], load(x + i + v * kWidth<T>));
  }
  if (whole < n) {
    alignas(64) T lanes[kLanes];
    __builtin_memcpy(lanes, acc, sizeof lanes);
    for (int64_t i = whole; i < n; ++i) lanes[i - whole] = Op::step(lanes[i - whole], x[i]);
    __builtin_memcpy(acc, lanes, sizeof lanes);
  }
  return fold_all<typename Joined<Op>::type, T>(acc);
}

// Adds chunk results pairwise, as a binary counter carries.
template <class Op, class T>
struct Cascade {
  T level[56];
  uint64_t count = 0;
  void push(T x) {
    using Join = typename Joined<Op>::type;
    int k = 0;
    for (uint64_t c = count; c & 1; c >>= 1) x = Join::step(level[k++], x);
    level[k] = x;
    ++count;
  }
  T result() const {
    using Join = typename Joined<Op>::type;
    if (count == 0) return Op::template start<T>();
    T sum{};
    bool any = false;
    int k = 0;
    for (uint64_t c = count; c != 0; c >>= 1, ++k) {
      if (!(c & 1)) continue;
      sum = any ? Join::step(level[k], sum) : level[k];
      any = true;
    }
    return sum;
  }
};

template <class T>
const T* view(const T* memory, int64_t, T*) {
  return memory;
}
// Conversions of 16-bit floats are calls: inlined into each of their many users they made two fifths of the code.
TORCHPP_OUT_OF_LINE inline const float* view(const math::f16* memory, int64_t n, float* buffer) {
  TORCHPP_NO_ALIAS
  for (int64_t i = 0; i < n; ++i) buffer[i] = math::to_float(memory[i]);
  return buffer;
}
TORCHPP_OUT_OF_LINE inline const float* view(const math::bf16* memory, int64_t n, float* buffer) {
  TORCHPP_NO_ALIAS
  for (int64_t i = 0; i < n; ++i) buffer[i] = math::to_float(memory[i]);
  return buffer;
}
template <class T>
void store(T* memory, const T* buffer, int64_t n) {
  if (memory != buffer) __builtin_memcpy(memory, buffer, static_cast<size_t>(n) * sizeof(T));
}
TORCHPP_OUT_OF_LINE inline void store(math::f16* memory, const float* buffer, int64_t n) {
  TORCHPP_NO_ALIAS
  for (int64_t i = 0; i < n; ++i) memory[i] = math::to_f16(buffer[i]);
}
TORCHPP_OUT_OF_LINE inline void store(math::bf16* memory, const float* buffer, int64_t n) {
  TORCHPP_NO_ALIAS
  for (int64_t i = 0; i < n; ++i) memory[i] = math::to_bf16(buffer[i]);
}

#if defined(__AVX__)
// Every second element: vectorises. A call, as conversions are.
template <int kSize>
TORCHPP_OUT_OF_LINE inline void gather_second(void* to, const char* from, int64_t n) {
  TORCHPP_NO_ALIAS
  for (int64_t i = 0; i < n; ++i) __builtin_memcpy(static_cast<char*>(to) + i * kSize, from + i * 2 * kSize, kSize);
}
#endif
template <class M>
inline void gather(M* to, const char* from, int64_t stride, int64_t n) {
#if defined(__AVX__)
  if constexpr (sizeof(M) <= 4)
    if (stride == 2 * static_cast<int64_t>(sizeof(M))) return gather_second<sizeof(M)>(to, from, n);
#endif
  for (int64_t i = 0; i < n; ++i) __builtin_memcpy(&to[i], from + i * stride, sizeof(M));
}
// Chunk after chunk of a row; body(values, first, length). Strided rows are gathered.
template <class M, class C, class Body>
inline void for_chunks(const char* in, int64_t stride, int64_t n, const Body& body) {
  alignas(64) C converted[kChunk];
  alignas(64) M gathered[kChunk];
  for (int64_t first = 0; first < n; first += kChunk) {
    const int64_t length = n - first < kChunk ? n - first : kChunk;
    const char* here = in + first * stride;
    const M* memory = reinterpret_cast<const M*>(here);
    if (stride != static_cast<int64_t>(sizeof(M))) {
      gather(gathered, here, stride, length);
      memory = gathered;
    }
    body(view(memory, length, converted), first, length);
  }
}

}  // namespace
}  // namespace torchpp::cpu
