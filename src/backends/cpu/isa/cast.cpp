// SPDX-License-Identifier: BSD-3-Clause

// Copies, casts between all real types, fills, transposed copies, ranges.

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "src/backends/cpu/isa/kernel.h"
#include "src/backends/cpu/isa/registers.h"
#include "src/backends/cpu/isa/turned.h"
#include "src/backends/math/convert.h"

namespace torchpp::cpu {
namespace {

template <class D, class S>
TORCHPP_OUT_OF_LINE int cast_kernel(char* const* data, int64_t n, unsigned, const Scalars*) {
  D* out = reinterpret_cast<D*>(data[0]);
  const S* in = reinterpret_cast<const S*>(data[1]);
  TORCHPP_NO_ALIAS
  for (int64_t i = 0; i < n; ++i) out[i] = math::convert<D>(in[i]);
  return kLoopDone;
}
template <class S>
TORCHPP_OUT_OF_LINE int to_bool_kernel(char* const* data, int64_t n, unsigned, const Scalars*) {
  uint8_t* out = reinterpret_cast<uint8_t*>(data[0]);
  const S* in = reinterpret_cast<const S*>(data[1]);
  TORCHPP_NO_ALIAS
  for (int64_t i = 0; i < n; ++i) out[i] = in[i] != S(0);
  return kLoopDone;
}
// float to and from 16 bits without the detour through a block
template <class H>
TORCHPP_OUT_OF_LINE int widen_kernel(char* const* data, int64_t n, unsigned, const Scalars*) {
  float* out = reinterpret_cast<float*>(data[0]);
  const H* in = reinterpret_cast<const H*>(data[1]);
  TORCHPP_NO_ALIAS
  for (int64_t i = 0; i < n; ++i) out[i] = math::to_float(in[i]);
  return kLoopDone;
}
TORCHPP_OUT_OF_LINE int to_f16_kernel(char* const* data, int64_t n, unsigned, const Scalars*) {
  uint16_t* out = reinterpret_cast<uint16_t*>(data[0]);
  const float* in = reinterpret_cast<const float*>(data[1]);
  TORCHPP_NO_ALIAS
  for (int64_t i = 0; i < n; ++i) out[i] = math::to_f16(in[i]).bits;
  return kLoopDone;
}
TORCHPP_OUT_OF_LINE int to_bf16_kernel(char* const* data, int64_t n, unsigned, const Scalars*) {
  uint16_t* out = reinterpret_cast<uint16_t*>(data[0]);
  const float* in = reinterpret_cast<const float*>(data[1]);
  TORCHPP_NO_ALIAS
  for (int64_t i = 0; i < n; ++i) out[i] = math::to_bf16(in[i]).bits;
  return kLoopDone;
}
// Contiguous copy; from one value it is a fill.
template <class T>
TORCHPP_OUT_OF_LINE int copy_kernel(char* const* data, int64_t n, unsigned scalar, const Scalars*) {
  if (n <= 0) return kLoopDone;
  if (scalar == 0) {
    __builtin_memmove(data[0], data[1], static_cast<size_t>(n) * sizeof(T));
    return kLoopDone;
  }
  T* out = reinterpret_cast<T*>(data[0]);
  T value;
  __builtin_memcpy(&value, data[1], sizeof(T));
  // By 32 bytes: stores of 64 take a quarter more time where the memory does not lie in the first two caches (16 MB on
  // Cascade Lake, one thread).
  constexpr int64_t kEach = 32 / sizeof(T);
  if (n < kEach) {
    for (int64_t i = 0; i < n; ++i) out[i] = value;
    return kLoopDone;
  }
  T each[kEach];
  for (T& e : each) e = value;
  for (int64_t i = 0; i + kEach < n; i += kEach) __builtin_memcpy(out + i, each, sizeof each);
  __builtin_memcpy(out + n - kEach, each, sizeof each);
  return kLoopDone;
}

// out[r][c] = in[c][r] for so few columns that no full tile would fit.
template <class T, int64_t kColumns>
void interleaved(char* out, int64_t out_stride, const char* in, int64_t in_stride, int64_t rows) {
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t c = 0; c < kColumns; ++c)
      __builtin_memcpy(out + r * out_stride + c * static_cast<int64_t>(sizeof(T)),
                       in + c * in_stride + r * static_cast<int64_t>(sizeof(T)), sizeof(T));
}

#if defined(__AVX2__)
template <class T>
constexpr bool kTurnsInRegisters = sizeof(T) == sizeof(float);
#else
template <class T>
constexpr bool kTurnsInRegisters = false;
#endif

// out[r][c] = in[c][r] for r and c below kTile.
template <class T, int64_t kTile>
inline void turn_tile(char* out, int64_t out_stride, const char* in, int64_t in_stride) {
#if defined(__AVX512F__)
  if constexpr (kTurnsInRegisters<T>) {
    constexpr int64_t kSize = sizeof(float);
    return transpose_sixteen(reinterpret_cast<const float*>(in), in_stride / kSize, reinterpret_cast<float*>(out),
                             out_stride / kSize);
  }
#elif defined(__AVX2__)
  if constexpr (kTurnsInRegisters<T>) {
    constexpr int64_t kSize = sizeof(float), kRows = 4, kHalf = 8;
    const float* const from = reinterpret_cast<const float*>(in);
    float* const to = reinterpret_cast<float*>(out);
#pragma GCC unroll 1
    for (int64_t part = 0; part < kTile / kRows * 2; ++part) {  // both halves of a line, one after the other
      const int64_t r = part / 2 * kRows, c = part % 2 * kHalf;
      transpose_pair(from + r + c * (in_stride / kSize), in_stride / kSize, to + r * (out_stride / kSize) + c,
                     out_stride / kSize);
    }
    return;
  }
#endif
  T tile[kTile][kTile];
  for (int64_t c = 0; c < kTile; ++c) {
    T line[kTile];
    __builtin_memcpy(line, in + c * in_stride, sizeof line);
    for (int64_t r = 0; r < kTile; ++r) tile[r][c] = line[r];
  }
  for (int64_t r = 0; r < kTile; ++r) __builtin_memcpy(out + r * out_stride, tile[r], sizeof tile[r]);
}

// out[r][c] = in[c][r] in tiles: a tile's lines of both sides stay in the first-level cache. Those of a later tile are
// asked for while this one is turned, because no hardware prefetcher follows so many columns (2048 x 2048 floats one by
// one: 3.2 ns an element without, 1.4 with): of the next one, or, where that one comes too soon, of the one below.
// Below the last row there may be the first one of the next call.
template <class T>
void transposed(char* out, int64_t out_stride, const char* in, int64_t in_stride, int64_t rows, int64_t columns) {
  constexpr int64_t kSize = sizeof(T), kTile = 64 / kSize < 8 ? 8 : 64 / kSize > 16 ? 16 : 64 / kSize;
  constexpr bool kBelow = kTurnsInRegisters<T>;
  if (columns == 2) return interleaved<T, 2>(out, out_stride, in, in_stride, rows);
  if (columns == 3) return interleaved<T, 3>(out, out_stride, in, in_stride, rows);
  for (int64_t r0 = 0; r0 < rows; r0 += kTile) {
    const int64_t r1 = r0 + kTile < rows ? r0 + kTile : rows;
    for (int64_t c0 = 0; c0 < columns; c0 += kTile) {
      if (r1 - r0 == kTile && c0 + kTile <= columns) {
        const bool along = !kBelow && c0 + 2 * kTile <= columns;
        const int64_t next_c = along ? c0 + kTile : kBelow ? c0 : 0, next_r = along ? r0 : r0 + kTile;
        if (kBelow || next_r + kTile <= rows) {
          for (int64_t i = 0; i < kTile; ++i) {
            __builtin_prefetch(in + (next_c + i) * in_stride + next_r * kSize);
            __builtin_prefetch(out + (next_r + i) * out_stride + next_c * kSize, 1);
          }
        }
        turn_tile<T, kTile>(out + r0 * out_stride + c0 * kSize, out_stride, in + c0 * in_stride + r0 * kSize,
                            in_stride);
        continue;
      }
      const int64_t c1 = c0 + kTile < columns ? c0 + kTile : columns;
      for (int64_t r = r0; r < r1; ++r)
        for (int64_t c = c0; c < c1; ++c)
          __builtin_memcpy(out + r * out_stride + c * kSize, in + c * in_stride + r * kSize, sizeof(T));
    }
  }
}

// out[r * n + i] = the element at in + r * in_stride. Whole vectors are written, whose ends the next rows write over.
template <class T, int kBytes>
int64_t repeated_vectors(T* out, const char* in, int64_t in_stride, int64_t rows, int64_t n) {
  typedef T Vector __attribute__((vector_size(kBytes)));
  typedef T Unaligned __attribute__((vector_size(kBytes), aligned(sizeof(T)), may_alias));
  constexpr int64_t kLanes = kBytes / static_cast<int64_t>(sizeof(T));
  const int64_t whole = rows - (kLanes + n - 1) / n;  // what the vectors of the others could write to
  int64_t r = 0;
  for (; r < whole; ++r, out += n) {
    T value;
    __builtin_memcpy(&value, in + r * in_stride, sizeof value);
    const Vector v = Vector{} + value;
    for (int64_t i = 0; i < n; i += kLanes) *reinterpret_cast<Unaligned*>(out + i) = v;
  }
  return r;
}
template <class T>
void repeated(char* out, const char* in, int64_t in_stride, int64_t rows, int64_t n) {
  T* to = reinterpret_cast<T*>(out);
  int64_t r = 0;
  if constexpr (sizeof(T) <= sizeof(uint64_t)) {
    constexpr int64_t kNarrow = 16;
    r = n * static_cast<int64_t>(sizeof(T)) <= kNarrow ? repeated_vectors<T, kNarrow>(to, in, in_stride, rows, n)
                                                       : repeated_vectors<T, kVectorBytes>(to, in, in_stride, rows, n);
  }
  for (; r < rows; ++r) {
    T value;
    __builtin_memcpy(&value, in + r * in_stride, sizeof value);
    for (int64_t i = 0; i < n; ++i) to[r * n + i] = value;
  }
}

// A vector that is written past the cache; `to` is a multiple of its size.
#if defined(__AVX512F__)
using Streamed = __m512i;
inline void stream_vector(char* to, Streamed value) { _mm512_stream_si512(reinterpret_cast<__m512i*>(to), value); }
#elif defined(__AVX__)
using Streamed = __m256i;
inline void stream_vector(char* to, Streamed value) { _mm256_stream_si256(reinterpret_cast<__m256i*>(to), value); }
#elif defined(__SSE2__)
using Streamed = __m128i;
inline void stream_vector(char* to, Streamed value) { _mm_stream_si128(reinterpret_cast<__m128i*>(to), value); }
#endif

}  // namespace

#define ENTRY(name, kernel, out, in, fills) \
  TORCHPP_LOOP_SYMBOL(name);                \
  TORCHPP_LOOP_SYMBOL(name) { return enter<kernel, kinds(out, in), 2, fills>(data, strides, n, scalars); }

ENTRY(copy_1, copy_kernel<uint8_t>, kRaw1, kRaw1, true)
ENTRY(copy_2, copy_kernel<uint16_t>, kRaw2, kRaw2, true)
ENTRY(copy_4, copy_kernel<uint32_t>, kRaw4, kRaw4, true)
ENTRY(copy_8, copy_kernel<uint64_t>, kRaw8, kRaw8, true)
ENTRY(copy_16, copy_kernel<math::cplx<double>>, kRaw16, kRaw16, true)

// cast_<to>_<from>
#define CAST(to, from)                                                                                               \
  ENTRY(cast_##to##_##from, (cast_kernel<Tag_##to::Compute, Tag_##from::Compute>), Tag_##to::kind, Tag_##from::kind, \
        false)
#define TO_BOOL(from) ENTRY(cast_b8_##from, to_bool_kernel<Tag_##from::Compute>, kRaw1, Tag_##from::kind, false)
#define CAST_FROM(from) \
  CAST(u8, from) CAST(i8, from) CAST(i16, from) CAST(i32, from) CAST(i64, from) CAST(f64, from) TO_BOOL(from)
// From here on rows of macros, one a line, which clang-format would run together.
// clang-format off
CAST_FROM(f32)
CAST_FROM(f16)
CAST_FROM(bf16)
CAST(f16, bf16)
CAST(bf16, f16)
#define CAST_TO_FLOATS(from) CAST(f32, from) CAST(f16, from) CAST(bf16, from)
CAST_TO_FLOATS(f64)
CAST_TO_FLOATS(u8)
CAST_TO_FLOATS(i8)
CAST_TO_FLOATS(i16)
CAST_TO_FLOATS(i32)
CAST_TO_FLOATS(i64)
CAST_TO_FLOATS(b8)
#define CAST_INTS(from, a, b, c, d) \
  CAST(a, from) CAST(b, from) CAST(c, from) CAST(d, from) CAST(f64, from) TO_BOOL(from)
CAST_INTS(u8, i8, i16, i32, i64)
CAST_INTS(i8, u8, i16, i32, i64)
CAST_INTS(i16, u8, i8, i32, i64)
CAST_INTS(i32, u8, i8, i16, i64)
CAST_INTS(i64, u8, i8, i16, i32)
CAST(u8, f64)
CAST(i8, f64)
CAST(i16, f64)
CAST(i32, f64)
CAST(i64, f64)
TO_BOOL(f64)
CAST(u8, b8)
CAST(i8, b8)
CAST(i16, b8)
CAST(i32, b8)
CAST(i64, b8)
CAST(f64, b8)
ENTRY(cast_f32_f16, widen_kernel<math::f16>, kRaw4, kRaw2, false)
ENTRY(cast_f32_bf16, widen_kernel<math::bf16>, kRaw4, kRaw2, false)
ENTRY(cast_f16_f32, to_f16_kernel, kRaw2, kRaw4, false)
ENTRY(cast_bf16_f32, to_bf16_kernel, kRaw2, kRaw4, false)

#define TRANSPOSED(width, type)                                                                               \
  void TORCHPP_SET_NAME(transposed_##width)(char* out, int64_t out_stride, const char* in, int64_t in_stride, \
                                            int64_t rows, int64_t columns);                                   \
  void TORCHPP_SET_NAME(transposed_##width)(char* out, int64_t out_stride, const char* in, int64_t in_stride, \
                                            int64_t rows, int64_t columns) {                                  \
    transposed<type>(out, out_stride, in, in_stride, rows, columns);                                          \
  }
TRANSPOSED(1, uint8_t)
TRANSPOSED(2, uint16_t)
TRANSPOSED(4, uint32_t)
TRANSPOSED(8, uint64_t)
TRANSPOSED(16, math::cplx<double>)

#define REPEATED(width, type)                                                                              \
  void TORCHPP_SET_NAME(repeated_##width)(char* out, const char* in, int64_t in_stride, int64_t rows,      \
                                          int64_t n);                                                      \
  void TORCHPP_SET_NAME(repeated_##width)(char* out, const char* in, int64_t in_stride, int64_t rows,      \
                                          int64_t n) {                                                     \
    repeated<type>(out, in, in_stride, rows, n);                                                           \
  }
REPEATED(1, uint8_t)
REPEATED(2, uint16_t)
REPEATED(4, uint32_t)
REPEATED(8, uint64_t)
REPEATED(16, math::cplx<double>)

// Four vectors are read before the first is written: a read that follows a write to an address of the same offset in
// its page waits until that has left the core (source and destination 64 bytes apart modulo 4096: 1.5 times as long).
void TORCHPP_SET_NAME(stream)(char* to, const char* from, int64_t n, int64_t ahead);
void TORCHPP_SET_NAME(stream)(char* to, const char* from, int64_t n, [[maybe_unused]] int64_t ahead) {
#if defined(__SSE2__)
  constexpr int64_t kStep = sizeof(Streamed);
  const int64_t to_line = static_cast<int64_t>(-reinterpret_cast<uintptr_t>(to) % kStep),
                head = to_line < n ? to_line : n;
  __builtin_memcpy(to, from, static_cast<size_t>(head));
  int64_t i = head;
  constexpr int64_t kTogether = 4, kLine = 64;
  for (; i + kTogether * kStep <= n; i += kTogether * kStep) {
    if (ahead != 0)
      for (int64_t k = 0; k < kTogether * kStep; k += kLine) __builtin_prefetch(from + i + ahead + k);
    Streamed values[kTogether];  // in registers only where both loops are unrolled
#pragma GCC unroll 4
    for (int64_t k = 0; k < kTogether; ++k) __builtin_memcpy(&values[k], from + i + k * kStep, sizeof(Streamed));
#pragma GCC unroll 4
    for (int64_t k = 0; k < kTogether; ++k) stream_vector(to + i + k * kStep, values[k]);
  }
  for (; i + kStep <= n; i += kStep) {
    Streamed value;
    __builtin_memcpy(&value, from + i, sizeof value);
    stream_vector(to + i, value);
  }
  __builtin_memcpy(to + i, from + i, static_cast<size_t>(n - i));
#else
  __builtin_memcpy(to, from, static_cast<size_t>(n));
#endif
}

// Elements first, first + 1, ... of a range: start + step i, from scalars 0 and 1, rounded once from double.
#define ARANGE(tag, type, slot, wide)                                                                       \
  void TORCHPP_SET_NAME(arange_##tag)(char* out, int64_t first, int64_t n, const Scalars* scalars);         \
  void TORCHPP_SET_NAME(arange_##tag)(char* out, int64_t first, int64_t n, const Scalars* scalars) {        \
    const wide start = static_cast<wide>(scalars->slot[0]), step = static_cast<wide>(scalars->slot[1]);     \
    type* to = reinterpret_cast<type*>(out);                                                                \
    for (int64_t i = 0; i < n; ++i) to[i] = static_cast<type>(start + step * static_cast<wide>(first + i)); \
  }
ARANGE(f32, float, f, double)
ARANGE(f64, double, f, double)
ARANGE(i64, int64_t, i, uint64_t)

namespace {

float fused(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
double fused(double a, double b, double c) { return __builtin_fma(a, b, c); }
// Lines of kLineVector bytes, which count from their first element. That of one in the first half is counted from
// scalar 0, of the others from the end, scalar 1.
template <class T>
void lines_of_linspace(T* to, int64_t first, int64_t n, int64_t total, T start, T end) {
  constexpr int64_t kLanes = kLineVector / static_cast<int64_t>(sizeof(T));
  const T step = (end - start) / static_cast<T>(total - 1);
  T offset[kLanes];
  for (int64_t k = 0; k < kLanes; ++k) offset[k] = static_cast<T>(k) * step;
  for (int64_t i = 0; i < n; i += kLanes) {
    const int64_t at = first + i;
    const T base = at < total / 2 ? fused(step, static_cast<T>(at), start)
                                  : fused(-step, static_cast<T>(total - at - 1), end);
    for (int64_t k = 0; k < kLanes; ++k) to[i + k] = base + offset[k];
  }
}

}  // namespace

#define LINSPACE(tag, type)                                                                                           \
  void TORCHPP_SET_NAME(linspace_##tag)(char* out, int64_t first, int64_t n, int64_t total, const Scalars* scalars);  \
  void TORCHPP_SET_NAME(linspace_##tag)(char* out, int64_t first, int64_t n, int64_t total, const Scalars* scalars) { \
    lines_of_linspace(reinterpret_cast<type*>(out), first, n, total, static_cast<type>(scalars->f[0]),                \
                      static_cast<type>(scalars->f[1]));                                                              \
  }
LINSPACE(f32, float)
LINSPACE(f64, double)
// clang-format on

}  // namespace torchpp::cpu
