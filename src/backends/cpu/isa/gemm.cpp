// SPDX-License-Identifier: BSD-3-Clause
// The kernels of the matrix product, for float and double.

#include "src/backends/cpu/isa/gemm_abi.h"

#include <type_traits>

#include "src/backends/cpu/isa/few_rows.h"
#include "src/backends/cpu/isa/tile.h"
#include "src/backends/cpu/isa/turned.h"

namespace torchpp {
namespace cpu {
namespace {

// Loops over k are unrolled by kTileRun in whole tiles of columns of a, by four in others of all rows, which limits the
// size of the code. kDotRows rows of a matrix have their dot products with one, two or more vectors run together:
// enough sums hide the latency of an addition.
#if defined(__AVX512F__)
constexpr int kTileRun = 8, kDotRows = 16, kDotColumns = 4;
#elif defined(__aarch64__)
constexpr int kTileRun = 4, kDotRows = 16, kDotColumns = 4;
#else
constexpr int kTileRun = 4, kDotRows = 8, kDotColumns = 2;
#endif

[[maybe_unused]] constexpr int64_t kNoLimit = int64_t{1} << 40;

// The second cache has 256 or 512 KB in 8 ways, with AVX-512 1 or 2 MB in 16: rows of b as far apart as 32 KB have room
// for a few lines in it (64 x 8192 x 64 on Zen 3: 1.72 ms, packed 1.16, 32 panels at a time 1.08; with AVX-512 and 1 MB
// 2.01, packed 1.53, 16 panels at a time 1.32). With AVX-512 a group of panels stays there, and a tile's rows of a stay
// in the nearest cache for all of them (1024 x 1024 x 1024: 0.98 of the time; of doubles: 0.93), and runs of k that are
// added to C once rather than twice pay (1024 x 192 x 768, one thread: 0.96).
constexpr GemmBlocking kBlocking = {
#if defined(__AVX512F__)
    /*rows=*/1024,
    /*pack_cost=*/24,
    /*panels=*/16,
    /*panel_bytes=*/655360,
    /*plain_depth_bytes=*/3072,
    /*a_bytes=*/0,
    /*streaming_a_bytes=*/kNoLimit,
    /*turned_a_bytes=*/int64_t{1} << 21,
    /*far_rows=*/16,
    /*far_bytes=*/524288
#elif defined(__AVX2__)
    /*rows=*/512,
    /*pack_cost=*/12,
    /*panels=*/32,
    /*panel_bytes=*/524288,
    /*plain_depth_bytes=*/2048,
    /*a_bytes=*/262144,
    /*streaming_a_bytes=*/262144,
    /*turned_a_bytes=*/131072,
    /*far_rows=*/16,
    /*far_bytes=*/131072
#else
    /*rows=*/512,
    /*pack_cost=*/12,
    /*panels=*/kNoLimit,
    /*panel_bytes=*/524288,
    /*plain_depth_bytes=*/2048,
    /*a_bytes=*/kNoLimit,
    /*streaming_a_bytes=*/kNoLimit,
    /*turned_a_bytes=*/131072,
    /*far_rows=*/64,
    /*far_bytes=*/131072
#endif
};

// Adds vectors of `from`, row_stride apart, to the sums.
template <class T, int R, int V>
inline void add_rows_of(const T* from, int64_t row_stride, Vector<T> (&sum)[R][V]) {
#pragma GCC unroll 8
  for (int r = 0; r < R; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < V; ++v) sum[r][v] += load(from + r * row_stride + v * kLanes<T>);
}

// Prefetches a tile of C.
template <class T, int R, int V>
inline void prefetch_tile(const T* c, int64_t ldc) {
#pragma GCC unroll 8
  for (int r = 0; r < R; ++r, c += ldc)
#pragma GCC unroll 4
    for (int v = 0; v < V; ++v) __builtin_prefetch(c + v * kLanes<T>, 1);
}

// Asks for the lines of four elements of k.
inline void ask(Ahead& ahead) {
  const char* at = ahead.from;
  for (int64_t line = 0; line < ahead.lines; ++line, at += ahead.line_step) __builtin_prefetch(at, 0, 2);
  ahead.from += ahead.step;
}

// Tiles of C are asked for shortly before they are due (b passes through the nearest cache meanwhile), unless the sums
// are as short as that; those so short that a product is bound by writing C ask at once. All of a tile is read before
// any of it is written: rows a power of two apart look alike to the processor and would wait for each other. With the
// unrolling 1.04 to 1.06 of the plain loop's rate at 512 and 1024 on AVX-512. With kAsks, lines of `ahead` are asked
// for a few at a time: many at once would wait for each other. It is a constant, since even asking for none takes a
// twentieth of the time.
template <class T, int R, int V, bool kColumns, bool kAsks>
__attribute__((noinline)) void full_tile(int64_t k, const T* from, int64_t a_stride, const T* b, int64_t b_stride, T* c,
                                         int64_t ldc, bool add, const T* bias, Ahead ahead) {
  constexpr int64_t kAhead = 64, kShort = 20;
  std::conditional_t<kColumns, LeftColumns<T>, LeftRows<T, R>> a(from, a_stride);
  Vector<T> sum[R][V];
#pragma GCC unroll 8
  for (int r = 0; r < R; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < V; ++v) sum[r][v] = Vector<T>{};
  int64_t p = 0;
  if constexpr (R == kTileRows) {
    constexpr int kRun = kColumns && V == kTileVectors ? kTileRun : 4;
    const int64_t due = k > kAhead ? (k - kAhead) / kRun * kRun : -1;
    if (k <= kShort) prefetch_tile<T, R, V>(c, ldc);
    for (; p + kRun <= k; p += kRun) {
      if (p == due) prefetch_tile<T, R, V>(c, ldc);
      if constexpr (kAsks)
        for (int u = 0; u < kRun; u += 4) ask(ahead);
#pragma GCC unroll 8
      for (int u = 0; u < kRun; ++u, b += b_stride) {
        add_outer_product<T, R, V>(a, kColumns ? 0 : u, b, sum);
        if (kColumns) a.advance(1);
      }
      if (!kColumns) a.advance(kRun);
    }
  } else {
    prefetch_tile<T, R, V>(c, ldc);
  }
  for (; p < k; ++p, a.advance(1), b += b_stride) add_outer_product<T, R, V>(a, 0, b, sum);
  if (add) add_rows_of<T, R, V>(c, ldc, sum);
  else if (bias) add_rows_of<T, R, V>(bias, 0, sum);
  store_rows_of<T, R, V>(sum, c, ldc);
}

// Tiles of fewer rows or vectors come last and ask for nothing.
template <class T, int R, int V, bool kColumns, bool kAsks>
void tile_of(int64_t rows, int64_t vectors, int64_t k, const T* a, int64_t a_stride, const T* b, int64_t b_stride, T* c,
             int64_t ldc, bool add, const T* bias, Ahead ahead) {
  if constexpr (R > 1)
    if (rows < R)
      return tile_of<T, R - 1, V, kColumns, false>(rows, vectors, k, a, a_stride, b, b_stride, c, ldc, add, bias, {});
  if constexpr (V > 1)
    if (vectors < V)
      return tile_of<T, R, V - 1, kColumns, false>(rows, vectors, k, a, a_stride, b, b_stride, c, ldc, add, bias, {});
  full_tile<T, R, V, kColumns, kAsks>(k, a, a_stride, b, b_stride, c, ldc, add, bias, ahead);
}

// Whole vectors go straight to C; a ragged right edge is computed beside it and copied.
template <class T, bool kColumns, bool kAsks>
void any_tile(int64_t rows, int64_t cols, int64_t k, const T* a, int64_t a_stride, const T* b, int64_t b_stride, T* c,
              int64_t ldc, bool add, const T* bias, Ahead ahead) {
  constexpr auto whole = &tile_of<T, kTileRows, kTileVectors, kColumns, kAsks>;
  const int64_t vectors = (cols + kLanes<T> - 1) / kLanes<T>;
  if (cols == vectors * kLanes<T>) return whole(rows, vectors, k, a, a_stride, b, b_stride, c, ldc, add, bias, ahead);
  T part[kTileRows * kPanel<T>];
  whole(rows, vectors, k, a, a_stride, b, b_stride, part, kPanel<T>, false, nullptr, ahead);
  for (int64_t r = 0; r < rows; ++r, c += ldc)
    for (int64_t j = 0; j < cols; j += kLanes<T>) {
      const int64_t n = cols - j < kLanes<T> ? cols - j : kLanes<T>;
      Vector<T> y = load(part + r * kPanel<T> + j);
      if (add) y += load_part(c + j, n);
      else if (bias) y += load_part(bias + j, n);
      store_part(c + j, y, n);
    }
}
template <class T>
void tile(int64_t rows, int64_t cols, int64_t k, const T* a, int64_t a_step, const T* b, int64_t b_stride, T* c,
          int64_t ldc, bool add, const T* bias) {
  any_tile<T, true, false>(rows, cols, k, a, a_step, b, b_stride, c, ldc, add, bias, {});
}
template <class T>
void plain_tile(int64_t rows, int64_t cols, int64_t k, const T* a, int64_t a_stride, const T* b, int64_t b_stride, T* c,
                int64_t ldc, bool add, const T* bias) {
  any_tile<T, false, false>(rows, cols, k, a, a_stride, b, b_stride, c, ldc, add, bias, {});
}
// Doubles ask for nothing, which keeps one copy of their tiles: few models have weights of them. Nor do columns where
// panels pass by many tiles' rows (GemmBlocking::a_bytes), so that these are near.
#if defined(__AVX512F__)
constexpr bool kColumnsAsk = true;
#else
constexpr bool kColumnsAsk = false;
#endif
template <class T, bool kColumns>
void asking_tile(int64_t rows, int64_t cols, int64_t k, const T* a, int64_t a_stride, const T* b, int64_t b_stride,
                 T* c, int64_t ldc, bool add, const T* bias, Ahead ahead) {
  any_tile<T, kColumns, std::is_same_v<T, float> && (!kColumns || kColumnsAsk)>(rows, cols, k, a, a_stride, b, b_stride,
                                                                                c, ldc, add, bias, ahead);
}

// to[p * to_stride + i] = from[i * from_stride + p] for i < rows and p < cols. A stretch of p at a time, so that what
// is written stays in the nearest cache; eight rows at a time, because sixteen may share one set of it.
template <class T>
void transpose(int64_t rows, int64_t cols, const T* from, int64_t from_stride, T* to, int64_t to_stride) {
  constexpr int64_t side = 16 / sizeof(T), stretch = 64;
  for (int64_t begin = 0; begin < cols; begin += stretch) {
    const int64_t end = begin + stretch < cols ? begin + stretch : cols, even = end - (end - begin) % side;
    for (int64_t i = 0; i < rows;) {
      if (rows - i < side && rows >= side) i = rows - side;  // some rows twice rather than one by one
      const T* row = from + i * from_stride;
      T* out = to + i;
      int64_t done = rows - i < side ? 1 : side, p = done == 1 ? end : begin;
#if defined(__AVX512F__)
      if constexpr (sizeof(T) == 4)
        if (rows - i >= 16) {
          for (done = 16; p + 16 <= even; p += 16)
            transpose_sixteen(row + p, from_stride, out + p * to_stride, to_stride);
          for (; p < even; p += 4) {
            transpose_pair(row + p, from_stride, out + p * to_stride, to_stride);
            transpose_pair(row + 8 * from_stride + p, from_stride, out + p * to_stride + 8, to_stride);
          }
        }
#endif
#if defined(__AVX2__)
      if constexpr (sizeof(T) == 4)
        if (done < 8 && rows - i >= 8)
          for (done = 8; p < even; p += 4) transpose_pair(row + p, from_stride, out + p * to_stride, to_stride);
#endif
      for (; p < even; p += side) transpose_square(row + p, from_stride, out + p * to_stride, to_stride);
      for (p = done == 1 ? begin : even; p < end; ++p)
        for (int64_t s = 0; s < done; ++s) out[p * to_stride + s] = row[s * from_stride + p];
      i += done;
    }
  }
}

// to[p * W + i] = from[p * p_stride + i * i_stride] for p < k and i < count.
template <class T, int64_t W>
void pack(int64_t k, int64_t count, const T* from, int64_t p_stride, int64_t i_stride, T* to) {
  if (i_stride == 1) {
    for (int64_t p = 0; p < k; ++p) {
      const T* row = from + p * p_stride;
      T* out = to + p * W;
      if (count == W) {
        __builtin_memcpy(out, row, W * sizeof(T));
        continue;
      }
      int64_t i = 0;
      for (; i + kLanes<T> <= count; i += kLanes<T>) store(out + i, load(row + i));
      for (; i < count; ++i) out[i] = row[i];
    }
  } else if (p_stride == 1) {
    transpose(count, k, from, i_stride, to, W);
  } else {
    for (int64_t p = 0; p < k; ++p)
      for (int64_t i = 0; i < count; ++i) to[p * W + i] = from[p * p_stride + i * i_stride];
  }
}

template <class T>
void pack_a(int64_t rows, int64_t k, const T* from, int64_t row_stride, int64_t col_stride, T* to) {
  pack<T, kTileRows>(k, rows, from, col_stride, row_stride, to);
}

template <class T>
void pack_b(int64_t k, int64_t cols, const T* from, int64_t row_stride, int64_t col_stride, T* to) {
  pack<T, kPanel<T>>(k, cols, from, row_stride, col_stride, to);
  const int64_t padded = (cols + kLanes<T> - 1) / kLanes<T> * kLanes<T>;
  for (int64_t p = 0; cols < padded && p < k; ++p)
    for (int64_t j = cols; j < padded; ++j) to[p * kPanel<T> + j] = 0;
}

// One row of x times kDotRows rows of b, with the sums of dot_block(), in whole vectors from the product to y. Three
// rows of b share a pointer: the pointers fit the registers and never change, which keeps the compiler from moving them
// to memory to advance them together (384 x 128: 1.69 us by dot_block(), 1.33 by this).
template <class T>
void dot_row(int64_t k, const T* x, const T* b, int64_t b_stride, T* y, bool add, const T* bias) {
  constexpr int64_t lanes = kLanes<T>;
  constexpr int R = kDotRows, kPointers = (R + 2) / 3;
  static_assert(R % lanes == 0, "whole vectors of sums");
  const T* rows[kPointers];
#pragma GCC unroll 8
  for (int i = 0; i < kPointers; ++i) rows[i] = b + 3 * i * b_stride;
  Vector<T> sum[R];
#pragma GCC unroll 16
  for (Vector<T>& each : sum) each = Vector<T>{};
  int64_t p = 0;
  for (; p + lanes <= k; p += lanes) {
    const Vector<T> part = load(x + p);
#pragma GCC unroll 16
    for (int r = 0; r < R; ++r) sum[r] = multiply_add(part, load(rows[r / 3] + p + r % 3 * b_stride), sum[r]);
  }
  if (p < k) {
    const Vector<T> part = load_part(x + p, k - p);
#pragma GCC unroll 16
    for (int r = 0; r < R; ++r)
      sum[r] = multiply_add(part, load_part(rows[r / 3] + p + r % 3 * b_stride, k - p), sum[r]);
  }
#pragma GCC unroll 4
  for (int r = 0; r < R; r += lanes) {
    Vector<T> total = sum_lanes_of_all<T>(sum + r);
    if (add) total = load(y + r) + total;
    else if (bias) total += load(bias + r);
    store(y + r, total);
  }
}

template <class T, int X>
void dot_blocks(int64_t rows, int64_t n, int64_t k, const T* x, int64_t x_stride, const T* b, int64_t b_stride, T* y,
                int64_t y_stride, bool add, const T* bias) {
  constexpr int R = kDotRows / X;
  for (int64_t j = 0; j < n; j += R)
    dot_block<T, X, R>(rows, n - j, k, x, x_stride, b + j * b_stride, b_stride, y + j, y_stride, add,
                       bias ? bias + j : nullptr);
}

// kDotRows rows of b at a time for all rows of x, so that b comes from memory once.
template <class T>
void dots(int64_t m, int64_t n, int64_t k, const T* x, int64_t x_stride, const T* b, int64_t b_stride, T* y,
          int64_t y_stride, bool add, const T* bias) {
  for (int64_t j = 0; j < n; j += kDotRows) {
    const int64_t count = n - j < kDotRows ? n - j : kDotRows;
    const T* bias_j = bias ? bias + j : nullptr;
    for (int64_t i = 0; i < m;) {
      const T *xi = x + i * x_stride, *bj = b + j * b_stride;
      T* to = y + i * y_stride + j;
      if (m - i == 1 && count == kDotRows) {
        dot_row<T>(k, xi, bj, b_stride, to, add, bias_j), i += 1;
      } else if (m - i == 1) {
        dot_blocks<T, 1>(1, count, k, xi, x_stride, bj, b_stride, to, y_stride, add, bias_j), i += 1;
      } else if (m - i == 2) {
        dot_blocks<T, 2>(2, count, k, xi, x_stride, bj, b_stride, to, y_stride, add, bias_j), i += 2;
      } else {
        dot_blocks<T, kDotColumns>(m - i, count, k, xi, x_stride, bj, b_stride, to, y_stride, add, bias_j);
        i += kDotColumns;
      }
    }
  }
}

// One long sum needs more running vectors than dots() has to hide their latency.
template <class T>
T dot(int64_t k, const T* x, const T* y) {
  constexpr int64_t lanes = kLanes<T>;
  Vector<T> sum[8];
  for (Vector<T>& s : sum) s = Vector<T>{};
  int64_t p = 0;
  for (; p + 8 * lanes <= k; p += 8 * lanes)
#pragma GCC unroll 8
    for (int u = 0; u < 8; ++u) sum[u] = multiply_add(load(x + p + u * lanes), load(y + p + u * lanes), sum[u]);
  for (; p + lanes <= k; p += lanes) sum[0] = multiply_add(load(x + p), load(y + p), sum[0]);
  T total = sum_lanes<T>(((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7])));
  for (; p < k; ++p) total += x[p] * y[p];
  return total;
}

// Some rows at a time, so that b is read in runs as long as y: few pages at once, and the prefetcher follows. Four of
// long rows with AVX2 (4096 x 4096 on Zen 3: 5.1 ms; eight 5.9, sixteen 8.2).
template <class T>
void row_times_matrix(int64_t n, int64_t k, const T* x, int64_t x_stride, const T* b, int64_t b_stride, T* y, bool add,
                      const T* bias) {
  constexpr int64_t lanes = kLanes<T>;
  if (!add)
    for (int64_t j = 0; j < n; ++j) y[j] = bias ? bias[j] : T(0);
#if defined(__AVX2__) && !defined(__AVX512F__)
  const int64_t run = n < 512 ? 16 : 4;
#else
  const int64_t run = 16;
#endif
  for (int64_t p = 0; p < k; p += run) {
    const int64_t rows = k - p < run ? k - p : run;
    const T* xs = x + p * x_stride;
    const T* bs = b + p * b_stride;
    int64_t j = 0;
    for (; j + 8 * lanes <= n; j += 8 * lanes) add_rows<T, 1, 8>(rows, xs, 0, x_stride, bs + j, b_stride, y + j, 0);
    for (; j + lanes <= n; j += lanes) add_rows<T, 1, 1>(rows, xs, 0, x_stride, bs + j, b_stride, y + j, 0);
    // The remaining elements in one vector whose other lanes are zero, with the same fused operations.
    if (j < n) {
      Vector<T> sum = Vector<T>{};
      for (int64_t i = 0; i < n - j; ++i) sum[i] = y[j + i];
      for (int64_t r = 0; r < rows; ++r) {
        Vector<T> row = Vector<T>{};
        for (int64_t i = 0; i < n - j; ++i) row[i] = bs[r * b_stride + j + i];
        sum = multiply_add(splat(xs[r * x_stride]), row, sum);
      }
      for (int64_t i = 0; i < n - j; ++i) y[j + i] = sum[i];
    }
  }
}

}  // namespace

#define GEMM_KERNELS(type, variable)                             \
  const GemmKernels<type> variable = {TEXT(variable),            \
                                      kTileRows,                 \
                                      kPanel<type>,              \
                                      kLanes<type>,              \
                                      kBlocking,                 \
                                      &tile<type>,               \
                                      &plain_tile<type>,         \
                                      &asking_tile<type, true>,  \
                                      &asking_tile<type, false>, \
                                      &pack_a<type>,             \
                                      &pack_b<type>,             \
                                      &dot<type>,                \
                                      &dots<type>,               \
                                      &row_times_matrix<type>,   \
                                      &transpose<type>};
#define TEXT(name) #name
GEMM_KERNELS(float, TORCHPP_SET_NAME(gemm_float))
GEMM_KERNELS(double, TORCHPP_SET_NAME(gemm_double))

}  // namespace cpu
}  // namespace torchpp
