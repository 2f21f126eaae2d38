// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Tiles of bfloat16 numbers: what the kernels of isa/bf16 share.

#include "src/backends/cpu/isa/bf16/intrinsics.h"
#include "src/backends/cpu/isa/bfloat16_gemm_abi.h"

namespace torchpp::cpu {
namespace {

constexpr int64_t kSide = Bfloat16Kernels::kSide, kDepth = Bfloat16Kernels::kDepth;
constexpr int64_t kElements = Bfloat16Kernels::kElements, kWidth = 2 * kSide;

// What was written before is in memory: g++ 12 does not know that loads of tiles read it.
inline void finish_writes() { __asm__ volatile("" ::: "memory"); }

inline __m512i shuffle_128(__m512i a, __m512i b, bool upper) {
  return upper ? _mm512_shuffle_i32x4(a, b, 0xdd) : _mm512_shuffle_i32x4(a, b, 0x88);
}

// Turns 16 x 16 elements of 32 bits.
inline void transpose(__m512i (&v)[16]) {
  __m512i t[16];
#pragma GCC unroll 8
  for (int i = 0; i < 16; i += 2) {
    t[i] = _mm512_unpacklo_epi32(v[i], v[i + 1]);
    t[i + 1] = _mm512_unpackhi_epi32(v[i], v[i + 1]);
  }
  // v[4 i + j] holds, in each quarter q, the elements 4 q + j of rows 4 i to 4 i + 3.
#pragma GCC unroll 4
  for (int i = 0; i < 16; i += 4) {
    v[i] = _mm512_unpacklo_epi64(t[i], t[i + 2]);
    v[i + 1] = _mm512_unpackhi_epi64(t[i], t[i + 2]);
    v[i + 2] = _mm512_unpacklo_epi64(t[i + 1], t[i + 3]);
    v[i + 3] = _mm512_unpackhi_epi64(t[i + 1], t[i + 3]);
  }
#pragma GCC unroll 4
  for (int j = 0; j < 4; ++j) {
    const __m512i low = shuffle_128(v[j], v[4 + j], false), low_odd = shuffle_128(v[j], v[4 + j], true);
    const __m512i high = shuffle_128(v[8 + j], v[12 + j], false), high_odd = shuffle_128(v[8 + j], v[12 + j], true);
    t[j] = shuffle_128(low, high, false);
    t[8 + j] = shuffle_128(low, high, true);
    t[4 + j] = shuffle_128(low_odd, high_odd, false);
    t[12 + j] = shuffle_128(low_odd, high_odd, true);
  }
#pragma GCC unroll 16
  for (int i = 0; i < 16; ++i) v[i] = t[i];
}

// Tiles 0 to 3 are C, 4 and 5 rows of a, 6 and 7 columns of b.
template <int kRowTiles>
inline void load_rows(const uint16_t* a, int64_t row_bytes, int64_t next) {
  _tile_loadd(4, a, row_bytes);
  if constexpr (kRowTiles == 2) _tile_loadd(5, a + next, row_bytes);
}
inline void load_columns(const uint16_t* b) {
  constexpr int64_t kRowBytes = kDepth * sizeof(uint16_t);
  _tile_loadd(6, b, kRowBytes);
  _tile_loadd(7, b + kElements, kRowBytes);
}
template <int kRowTiles>
inline void add_products() {
  _tile_dpbf16ps(0, 4, 6);
  if constexpr (kRowTiles == 2) _tile_dpbf16ps(2, 5, 6);
  _tile_dpbf16ps(1, 4, 7);
  if constexpr (kRowTiles == 2) _tile_dpbf16ps(3, 5, 7);
}

// Both loads and the products; in this order they wait least for one another.
template <int kRowTiles>
inline void load_and_add(const uint16_t* a, int64_t row_bytes, int64_t next, const uint16_t* b) {
  constexpr int64_t kRowBytes = kDepth * sizeof(uint16_t);
  _tile_loadd(4, a, row_bytes);
  _tile_loadd(6, b, kRowBytes);
  _tile_dpbf16ps(0, 4, 6);
  if constexpr (kRowTiles == 2) {
    _tile_loadd(5, a + next, row_bytes);
    _tile_dpbf16ps(2, 5, 6);
  }
  _tile_loadd(7, b + kElements, kRowBytes);
  _tile_dpbf16ps(1, 4, 7);
  if constexpr (kRowTiles == 2) _tile_dpbf16ps(3, 5, 7);
}

// c (kRowTiles * 16 rows of 32 floats) = (add ? c : 0) + what add_steps() adds to tiles 0 to 3.
template <int kRowTiles, class AddSteps>
inline void accumulate(bool add, float* c, const AddSteps& add_steps) {
  constexpr int64_t kRowBytes = kWidth * sizeof(float);
  finish_writes();
  if (add) {
    _tile_loadd(0, c, kRowBytes);
    _tile_loadd(1, c + kSide, kRowBytes);
    if constexpr (kRowTiles == 2) {
      _tile_loadd(2, c + kSide * kWidth, kRowBytes);
      _tile_loadd(3, c + kSide * kWidth + kSide, kRowBytes);
    }
  } else {
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
  }
  add_steps();
  _tile_stored(0, c, kRowBytes);
  _tile_stored(1, c + kSide, kRowBytes);
  if constexpr (kRowTiles == 2) {
    _tile_stored(2, c + kSide * kWidth, kRowBytes);
    _tile_stored(3, c + kSide * kWidth + kSide, kRowBytes);
  }
  finish_writes();
}

}  // namespace
}  // namespace torchpp::cpu
