// SPDX-License-Identifier: BSD-3-Clause
// The kernels of bfloat16 products on AMX, and of those that have too few rows for it.

#include "src/backends/cpu/isa/bf16/tiles.h"

namespace torchpp::cpu {
namespace {

struct alignas(64) TileConfiguration {
  uint8_t palette, start_row, reserved[14];
  uint16_t row_bytes[16];
  uint8_t rows[16];
};
constexpr TileConfiguration kWholeTiles = {
    1, 0, {}, {64, 64, 64, 64, 64, 64, 64, 64}, {kSide, kSide, kSide, kSide, kSide, kSide, kSide, kSide}};

void begin() { _tile_loadconfig(&kWholeTiles); }
void end() { _tile_release(); }

inline __m512i widened(__mmask16 lines, const uint16_t* from) {
  return _mm512_cvtepu16_epi32(_mm256_maskz_loadu_epi16(lines, from));
}

// Up to 16 lines of a tile, as a right operand with kByPairs.
template <bool kByPairs>
void pack_tile(int64_t lines, int64_t depth, const uint16_t* from, int64_t line_stride, int64_t k_stride,
               uint16_t* to) {
  const __mmask16 all_lines = static_cast<__mmask16>((1u << lines) - 1);
  const __mmask32 all_depth = static_cast<__mmask32>((uint64_t{1} << depth) - 1);
  const bool reads_pairs = k_stride != 1 && line_stride == 1;
  __m512i v[16];
  uint16_t gathered[kElements];
  if (!reads_pairs && k_stride != 1) {
    for (int64_t i = 0; i < lines; ++i)
      for (int64_t p = 0; p < depth; ++p) gathered[i * kDepth + p] = from[i * line_stride + p * k_stride];
    from = gathered, line_stride = kDepth;
  }
#pragma GCC unroll 16
  for (int i = 0; i < 16; ++i) {
    v[i] = _mm512_setzero_si512();
    if (reads_pairs) {
      const uint16_t* at = from + 2 * i * k_stride;
      if (2 * i < depth) v[i] = widened(all_lines, at);
      if (2 * i + 1 < depth) v[i] = _mm512_or_si512(v[i], _mm512_slli_epi32(widened(all_lines, at + k_stride), 16));
    } else if (i < lines) {
      v[i] = _mm512_maskz_loadu_epi16(all_depth, from + i * line_stride);
    }
  }
  if (reads_pairs != kByPairs) transpose(v);
#pragma GCC unroll 16
  for (int i = 0; i < 16; ++i) _mm512_storeu_si512(to + i * kDepth, v[i]);
}

template <bool kByPairs>
void pack(int64_t lines, int64_t depth, const uint16_t* from, int64_t line_stride, int64_t k_stride, uint16_t* to) {
  const int64_t first = lines < kSide ? lines : kSide;
  pack_tile<kByPairs>(first, depth, from, line_stride, k_stride, to);
  pack_tile<kByPairs>(lines - first, depth, lines > kSide ? from + kSide * line_stride : from, line_stride, k_stride,
                      to + kElements);
}

// Columns that are neighbours: pairs of rows of the matrix become both tiles.
void pack_right(int64_t lines, int64_t depth, const uint16_t* from, int64_t line_stride, int64_t k_stride,
                uint16_t* to) {
  if (line_stride != 1 || k_stride == 1) return pack<true>(lines, depth, from, line_stride, k_stride, to);
  const __mmask32 mask = static_cast<__mmask32>((uint64_t{1} << lines) - 1);
  const __m512i first = _mm512_set_epi64(11, 10, 3, 2, 9, 8, 1, 0),
                second = _mm512_set_epi64(15, 14, 7, 6, 13, 12, 5, 4);
  for (int64_t p = 0; p < kDepth; p += 2, from += 2 * k_stride, to += kDepth) {
    const __m512i even = p < depth ? _mm512_maskz_loadu_epi16(mask, from) : _mm512_setzero_si512();
    const __m512i odd = p + 1 < depth ? _mm512_maskz_loadu_epi16(mask, from + k_stride) : _mm512_setzero_si512();
    const __m512i low = _mm512_unpacklo_epi16(even, odd), high = _mm512_unpackhi_epi16(even, odd);
    _mm512_storeu_si512(to, _mm512_permutex2var_epi64(low, first, high));
    _mm512_storeu_si512(to + kElements, _mm512_permutex2var_epi64(low, second, high));
  }
}

template <int kRowTiles>
void multiply_tiles(bool add, int64_t steps, const uint16_t* a, int64_t a_row, int64_t a_step, int64_t a_next,
                    const uint16_t* b, float* c) {
  const int64_t a_bytes = a_row * static_cast<int64_t>(sizeof(uint16_t));
  accumulate<kRowTiles>(add, c, [&] {
    for (int64_t p = 0; p < steps; ++p, a += a_step, b += 2 * kElements) load_and_add<kRowTiles>(a, a_bytes, a_next, b);
  });
}
void multiply(int64_t row_tiles, bool add, int64_t steps, const uint16_t* a, int64_t a_row, int64_t a_step,
              int64_t a_next, const uint16_t* b, float* c) {
  (row_tiles == 1 ? multiply_tiles<1> : multiply_tiles<2>)(add, steps, a, a_row, a_step, a_next, b, c);
}

inline __m512 as_floats(__m256i bits) {
  return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(bits), 16));
}

// Rounds 32 floats, to which `more` is added if it is not null.
inline void finish_line(__mmask32 mask, __m512 low, __m512 high, uint16_t* to, const uint16_t* more) {
  if (more != nullptr) {
    const __m512i bits = _mm512_maskz_loadu_epi16(mask, more);
    low = _mm512_add_ps(low, as_floats(_mm512_castsi512_si256(bits)));
    high = _mm512_add_ps(high, as_floats(_mm512_extracti64x4_epi64(bits, 1)));
  }
  _mm512_mask_storeu_epi16(to, mask, (__m512i)_mm512_cvtne2ps_pbh(high, low));
}

void finish(int64_t rows, int64_t cols, const float* c, uint16_t* to, int64_t to_row, bool add, const uint16_t* bias) {
  const __mmask32 mask = static_cast<__mmask32>((uint64_t{1} << cols) - 1);
  for (int64_t r = 0; r < rows; ++r, c += kWidth, to += to_row)
    finish_line(mask, _mm512_loadu_ps(c), _mm512_loadu_ps(c + kSide), to, add ? to : bias);
}

inline __m512 add_products(__m512 sum, __m512i a, __m512i b) { return _mm512_dpbf16_ps(sum, (__m512bh)a, (__m512bh)b); }

// The sums of 8 columns' products with the row, each over 16 lanes.
inline void multiply_columns(int64_t k, const uint16_t* a, const uint16_t* const (&columns)[8], __m512i* to) {
  __m512 sums[8];
#pragma GCC unroll 8
  for (int i = 0; i < 8; ++i) sums[i] = _mm512_setzero_ps();
  int64_t p = 0;
  for (; p + kDepth <= k; p += kDepth) {
    const __m512i x = _mm512_loadu_si512(a + p);
#pragma GCC unroll 8
    for (int i = 0; i < 8; ++i) sums[i] = add_products(sums[i], x, _mm512_loadu_si512(columns[i] + p));
  }
  if (p < k) {
    const __mmask32 rest = static_cast<__mmask32>((uint64_t{1} << (k - p)) - 1);
    const __m512i x = _mm512_maskz_loadu_epi16(rest, a + p);
#pragma GCC unroll 8
    for (int i = 0; i < 8; ++i) sums[i] = add_products(sums[i], x, _mm512_maskz_loadu_epi16(rest, columns[i] + p));
  }
#pragma GCC unroll 8
  for (int i = 0; i < 8; ++i) to[i] = _mm512_castps_si512(sums[i]);
}

// 16 columns, of which `count` exist.
inline __m512 multiply_columns(int64_t count, int64_t k, const uint16_t* a, const uint16_t* b, int64_t b_col) {
  __m512i v[16];
  for (int half = 0; half < 16; half += 8) {
    const uint16_t* columns[8];
    for (int i = 0; i < 8; ++i) columns[i] = b + (half + i < count ? half + i : count - 1) * b_col;
    multiply_columns(k, a, columns, v + half);
  }
  transpose(v);
  __m512 sum = _mm512_castsi512_ps(v[0]);
#pragma GCC unroll 15
  for (int i = 1; i < 16; ++i) sum = _mm512_add_ps(sum, _mm512_castsi512_ps(v[i]));
  return sum;
}

void row_times_columns(int64_t n, int64_t k, const uint16_t* a, const uint16_t* b, int64_t b_col, uint16_t* to,
                       const uint16_t* more) {
  for (int64_t j = 0; j < n; j += kWidth) {
    const int64_t count = n - j < kWidth ? n - j : kWidth;
    const __m512 low = multiply_columns(count < kSide ? count : kSide, k, a, b + j * b_col, b_col);
    const __m512 high =
        count > kSide ? multiply_columns(count - kSide, k, a, b + (j + kSide) * b_col, b_col) : _mm512_setzero_ps();
    finish_line(static_cast<__mmask32>((uint64_t{1} << count) - 1), low, high, to + j, more ? more + j : nullptr);
  }
}

// As gradients of weights are for one image. A product of two bfloat16 numbers is a float. (120 rows of 400: row by
// row 5.9 us, so 3.7.)
void column_times_row(int64_t m, int64_t n, const uint16_t* a, int64_t a_row, const uint16_t* b, uint16_t* to,
                      int64_t to_row, const uint16_t* more, int64_t more_row) {
  for (int64_t j = 0; j < n; j += kWidth) {
    const __mmask32 mask = n - j >= kWidth ? ~__mmask32{0} : static_cast<__mmask32>((uint64_t{1} << (n - j)) - 1);
    const __m512i row = _mm512_maskz_loadu_epi16(mask, b + j);
    const __m512 low = as_floats(_mm512_castsi512_si256(row)), high = as_floats(_mm512_extracti64x4_epi64(row, 1));
    for (int64_t i = 0; i < m; ++i) {
      const __m512 x = _mm512_castsi512_ps(_mm512_set1_epi32(a[i * a_row] << 16));
      finish_line(mask, _mm512_mul_ps(x, low), _mm512_mul_ps(x, high), to + i * to_row + j,
                  more ? more + i * more_row + j : nullptr);
    }
  }
}

void row_times_rows(int64_t n, int64_t k, const uint16_t* a, const uint16_t* b, int64_t b_row, uint16_t* to,
                    const uint16_t* more) {
  constexpr int kVectors = 4;  // of 32 columns
  const __m512i first = _mm512_set_epi64(11, 10, 3, 2, 9, 8, 1, 0),
                second = _mm512_set_epi64(15, 14, 7, 6, 13, 12, 5, 4);
  for (int64_t j = 0; j < n; j += kVectors * kWidth) {
    __mmask32 masks[kVectors];
    __m512 low[kVectors], high[kVectors];
#pragma GCC unroll 4
    for (int c = 0; c < kVectors; ++c) {
      const int64_t left = n - j - c * kWidth;
      masks[c] = left >= kWidth ? ~__mmask32{0} : left > 0 ? static_cast<__mmask32>((uint64_t{1} << left) - 1) : 0;
      low[c] = high[c] = _mm512_setzero_ps();
    }
    const uint16_t* from = b + j;
    for (int64_t p = 0; p < k; p += 2, from += 2 * b_row) {
      const bool is_pair = p + 1 < k;
      const __m512i x = _mm512_set1_epi32(static_cast<int>(a[p] | (is_pair ? uint32_t{a[p + 1]} << 16 : 0)));
#pragma GCC unroll 4
      for (int c = 0; c < kVectors; ++c) {
        const __m512i even = _mm512_maskz_loadu_epi16(masks[c], from + c * kWidth);
        const __m512i odd =
            is_pair ? _mm512_maskz_loadu_epi16(masks[c], from + b_row + c * kWidth) : _mm512_setzero_si512();
        low[c] = add_products(low[c], x, _mm512_unpacklo_epi16(even, odd));
        high[c] = add_products(high[c], x, _mm512_unpackhi_epi16(even, odd));
      }
    }
#pragma GCC unroll 4
    for (int c = 0; c < kVectors; ++c) {
      // The unpacked quarters alternate: of 32 columns 0 to 3, 8 to 11, ... are in `low`.
      const __m512i l = _mm512_castps_si512(low[c]), h = _mm512_castps_si512(high[c]);
      if (masks[c] != 0)
        finish_line(masks[c], _mm512_castsi512_ps(_mm512_permutex2var_epi64(l, first, h)),
                    _mm512_castsi512_ps(_mm512_permutex2var_epi64(l, second, h)), to + j + c * kWidth,
                    more ? more + j + c * kWidth : nullptr);
    }
  }
}

}  // namespace

const Bfloat16Kernels bfloat16_gemm_amx = {&begin,           &end,    &pack<false>,       &pack_right,
                                           &multiply,        &finish, &row_times_columns, &row_times_rows,
                                           &column_times_row};

}  // namespace torchpp::cpu
