// SPDX-License-Identifier: BSD-3-Clause
// Products of matrices of integers, by vectors of the type of computation. Bytes are computed in 16 bits, because there
// is no instruction that multiplies them.

#include "src/backends/cpu/isa/integer_gemm_abi.h"

#include "src/backends/cpu/isa/kernel.h"
#include "src/backends/cpu/isa/registers.h"

// AVX-512 takes those of AVX2: every program that multiplies matrices keeps all sets.
#if !defined(__AVX512F__)

namespace torchpp::cpu {
namespace {

constexpr int kRows = 4, kVectors = 2, kRowVectors = 4;

template <class T>
struct Word {
  using Type = T;
};
template <>
struct Word<uint8_t> {
  using Type = uint16_t;
};
template <class W>
struct Integers {
  typedef W Type __attribute__((vector_size(kVectorBytes)));
};

// Of elements of type T in memory.
template <class T>
struct Loops {
  using W = typename Word<T>::Type;
  using V = typename Integers<W>::Type;
  static constexpr int lanes = kVectorBytes / static_cast<int>(sizeof(W));
  static constexpr int columns = kVectors * lanes;

  static V load(const T* p) {
    if constexpr (sizeof(T) == sizeof(W)) {
      V v;
      __builtin_memcpy(&v, p, sizeof(v));
      return v;
    } else {
      typedef T Narrow __attribute__((vector_size(lanes)));
      Narrow v;
      __builtin_memcpy(&v, p, sizeof(v));
      return __builtin_convertvector(v, V);
    }
  }
  // The first n lanes from memory, zeros in the others.
  static TORCHPP_OUT_OF_LINE V load_part(const T* p, int64_t n) {
    T part[lanes] = {};
    for (int64_t i = 0; i < n; ++i) part[i] = p[i];
    return load(part);
  }
  static V splat(W x) { return V{} + x; }
  // to[i] += v[i] for i < n, where n may exceed the lanes
  static TORCHPP_OUT_OF_LINE void add_first(T* to, V v, int64_t n) {
    if (n >= lanes) {
      v += load(to);
      if constexpr (sizeof(T) == sizeof(W)) {
        __builtin_memcpy(to, &v, sizeof(v));
      } else {
        typedef T Narrow __attribute__((vector_size(lanes)));
        const Narrow narrow = __builtin_convertvector(v, Narrow);
        __builtin_memcpy(to, &narrow, sizeof(narrow));
      }
      return;
    }
    W part[lanes];
    __builtin_memcpy(part, &v, sizeof(v));
#pragma GCC unroll 1
    for (int64_t i = 0; i < n; ++i) to[i] = static_cast<T>(to[i] + part[i]);
  }
  static TORCHPP_OUT_OF_LINE W sum_of_lanes(V v) {
    W part[lanes], sum = 0;
    __builtin_memcpy(part, &v, sizeof(v));
    for (W each : part) sum = static_cast<W>(sum + each);
    return sum;
  }

  static void tile(int64_t m, int64_t n, int64_t k, const void* packed_a, const void* packed_b, void* to,
                   int64_t c_row) {
    const W* a = static_cast<const W*>(packed_a);
    const V* b = static_cast<const V*>(packed_b);
    T* c = static_cast<T*>(to);
    V sum[kRows][kVectors] = {};
    for (int64_t p = 0; p < k; ++p, a += kRows, b += kVectors) {
      const V row[kVectors] = {b[0], b[1]};
#pragma GCC unroll 4
      for (int i = 0; i < kRows; ++i) {
        const V x = splat(a[i]);
#pragma GCC unroll 2
        for (int v = 0; v < kVectors; ++v) sum[i][v] += x * row[v];
      }
    }
    V done[kRows][kVectors];  // the loop below is not unrolled: sums themselves would not be in registers
#pragma GCC unroll 4
    for (int i = 0; i < kRows; ++i)
#pragma GCC unroll 2
      for (int v = 0; v < kVectors; ++v) done[i][v] = sum[i][v];
    for (int64_t i = 0; i < m; ++i, c += c_row)
#pragma GCC unroll 1
      for (int v = 0; v < kVectors; ++v) add_first(c + v * lanes, done[i][v], n - v * lanes);
  }

  static void dots(int64_t n, int64_t k, const void* of_x, const void* of_b, int64_t b_row, void* of_y,
                   int64_t y_step) {
    constexpr int kBlock = 4;  // rows of b; of the last ones, the last takes the place of those that are not there
    const T *x = static_cast<const T*>(of_x), *b = static_cast<const T*>(of_b);
    T* y = static_cast<T*>(of_y);
    for (; n > 0; n -= kBlock, b += kBlock * b_row) {
      const T* rows[kBlock];
#pragma GCC unroll 4
      for (int r = 0; r < kBlock; ++r) rows[r] = b + (r < n ? r : n - 1) * b_row;
      V sum[kBlock] = {};
      int64_t p = 0;
      for (; p + lanes <= k; p += lanes) {
        const V part = load(x + p);
#pragma GCC unroll 4
        for (int r = 0; r < kBlock; ++r) sum[r] += part * load(rows[r] + p);
      }
      const V part = load_part(x + p, k - p);
      V done[kBlock];
#pragma GCC unroll 4
      for (int r = 0; r < kBlock; ++r) done[r] = sum[r];
      for (int r = 0; r < kBlock && r < n; ++r, y += y_step)
        *y = static_cast<T>(*y + sum_of_lanes(done[r] + part * load_part(rows[r] + p, k - p)));
    }
  }

  static void row_times_matrix(int64_t n, int64_t k, const void* of_x, int64_t x_step, const void* of_b, int64_t b_row,
                               void* of_y) {
    const T *x = static_cast<const T*>(of_x), *b = static_cast<const T*>(of_b);
    T* y = static_cast<T*>(of_y);
    for (; n >= kRowVectors * lanes; n -= kRowVectors * lanes, b += kRowVectors * lanes, y += kRowVectors * lanes) {
      V sum[kRowVectors] = {};
      for (int64_t p = 0; p < k; ++p) {
        const V factor = splat(x[p * x_step]);
#pragma GCC unroll 4
        for (int v = 0; v < kRowVectors; ++v) sum[v] += factor * load(b + p * b_row + v * lanes);
      }
      V done[kRowVectors];
#pragma GCC unroll 4
      for (int v = 0; v < kRowVectors; ++v) done[v] = sum[v];
#pragma GCC unroll 1
      for (int v = 0; v < kRowVectors; ++v) add_first(y + v * lanes, done[v], lanes);
    }
    for (; n > 0; n -= lanes, b += lanes, y += lanes) {
      V sum = {};
      for (int64_t p = 0; p < k; ++p) {
        const T* from = b + p * b_row;
        sum += splat(x[p * x_step]) * (n >= lanes ? load(from) : load_part(from, n));
      }
      add_first(y, sum, n);
    }
  }
};

template <class T>
constexpr IntegerGemmKernels kernels = {kRows, Loops<T>::columns, &Loops<T>::tile, &Loops<T>::dots,
                                        &Loops<T>::row_times_matrix};

}  // namespace

const IntegerGemm TORCHPP_SET_NAME(integer_gemm) = {
    {kernels<uint8_t>, kernels<uint16_t>, kernels<uint32_t>, kernels<uint64_t>}};

}  // namespace torchpp::cpu

#endif
