// SPDX-License-Identifier: BSD-3-Clause
// The kernels of float products on AMX: floats as sums of bfloat16 parts.

#include "src/backends/cpu/isa/split_gemm_abi.h"

#include "src/backends/cpu/isa/amx/tiles.h"

namespace torchpp::cpu {
namespace {

constexpr int kParts = SplitKernels::kParts;
constexpr int64_t kPairElements = SplitKernels::kPairElements;

// The range of the numbers in 16 lanes.
class Range {
 public:
  void add(__m512i bits) {
    const __m512i magnitude = _mm512_and_si512(bits, _mm512_set1_epi32(0x7fffffff));
    most_ = _mm512_max_epu32(most_, magnitude);
    // A zero minus one is the greatest number.
    least_ = _mm512_min_epu32(least_, _mm512_sub_epi32(magnitude, _mm512_set1_epi32(1)));
  }
  void add_to(FloatRange& range) const {
    const uint32_t below = _mm512_reduce_min_epu32(least_), most = _mm512_reduce_max_epu32(most_);
    if (below != ~uint32_t{0} && below + 1 < range.least) range.least = below + 1;
    if (most > range.most) range.most = most;
  }

 private:
  __m512i least_ = _mm512_set1_epi32(-1), most_ = _mm512_setzero_si512();
};

// Takes the part that is left of 16 floats away: it is in the upper halves of their bits, the lower ones are zeros.
// Integers round as well as bfloat16 conversions do, and faster: half units away from zero.
inline __m512i take_part(__m512i& bits) {
  const __m512i part = _mm512_and_si512(_mm512_add_epi32(bits, _mm512_set1_epi32(0x8000)),
                                        _mm512_set1_epi32(static_cast<int>(0xffff0000)));
  bits = _mm512_castps_si512(_mm512_sub_ps(_mm512_castsi512_ps(bits), _mm512_castsi512_ps(part)));
  return part;
}

// The parts of 32 floats, `low` before `high`.
inline void split_line(__m512i low, __m512i high, __m512i (&to)[kParts]) {
  const auto narrowed = [](__m512i l, __m512i h) {
    return (__m512i)_mm512_cvtne2ps_pbh(_mm512_castsi512_ps(h), _mm512_castsi512_ps(l));
  };
#pragma GCC unroll 2
  for (int part = 0; part < kParts - 1; ++part) {
    const __m512i l = take_part(low), h = take_part(high);
    to[part] = narrowed(l, h);
  }
  to[kParts - 1] = narrowed(low, high);
}

// The parts of 16 pairs of floats.
inline void split_pairs(__m512i even, __m512i odd, __m512i (&to)[kParts]) {
#pragma GCC unroll 2
  for (int part = 0; part < kParts - 1; ++part) {
    const __m512i e = take_part(even), o = take_part(odd);
    to[part] = _mm512_or_si512(_mm512_srli_epi32(e, 16), o);
  }
  to[kParts - 1] = _mm512_or_si512(_mm512_srli_epi32(even, 16), odd);
}

inline __mmask16 first_lanes(int64_t count) {
  return count >= 16 ? __mmask16{0xffff} : count > 0 ? static_cast<__mmask16>((1u << count) - 1) : __mmask16{0};
}

void scan(int64_t n, const float* from, FloatRange& range) {
  Range found[4];
  int64_t i = 0;
  for (; i + 64 <= n; i += 64)
#pragma GCC unroll 4
    for (int v = 0; v < 4; ++v) found[v].add(_mm512_loadu_si512(from + i + 16 * v));
  for (; i < n; i += 16) found[0].add(_mm512_maskz_loadu_epi32(first_lanes(n - i), from + i));
  for (const Range& each : found) each.add_to(range);
}

void split(int64_t n, const float* from, uint16_t* to, int64_t part_step, FloatRange& range) {
  Range found;
  for (int64_t i = 0; i < n; i += 32) {
    const int64_t left = n - i;
    const __m512i low = _mm512_maskz_loadu_epi32(first_lanes(left), from + i);
    const __m512i high = _mm512_maskz_loadu_epi32(first_lanes(left - 16), from + i + 16);
    const __mmask32 mask = left >= 32 ? ~__mmask32{0} : static_cast<__mmask32>((uint64_t{1} << left) - 1);
    found.add(low);
    found.add(high);
    __m512i parts[kParts];
    split_line(low, high, parts);
#pragma GCC unroll 3
    for (int part = 0; part < kParts; ++part) _mm512_mask_storeu_epi16(to + part * part_step + i, mask, parts[part]);
  }
  found.add_to(range);
}

// Up to 16 lines of a tile of each part, as a right operand with kByPairs.
template <bool kByPairs>
void pack_tile(int64_t lines, int64_t depth, const float* from, int64_t line_stride, int64_t k_stride, uint16_t* to,
               Range& found) {
  const bool reads_pairs = k_stride != 1 && line_stride == 1;
  float gathered[kElements];
  if (!reads_pairs && k_stride != 1) {
    for (int64_t i = 0; i < lines; ++i)
      for (int64_t p = 0; p < depth; ++p) gathered[i * kDepth + p] = from[i * line_stride + p * k_stride];
    from = gathered, line_stride = kDepth;
  }
  const __mmask16 all_lines = first_lanes(lines), low_depth = first_lanes(depth), high_depth = first_lanes(depth - 16);
  for (int64_t i = 0; i < 16; ++i) {
    __m512i first = _mm512_setzero_si512(), second = _mm512_setzero_si512(), parts[kParts];
    if (reads_pairs) {
      const float* at = from + 2 * i * k_stride;
      if (2 * i < depth) first = _mm512_maskz_loadu_epi32(all_lines, at);
      if (2 * i + 1 < depth) second = _mm512_maskz_loadu_epi32(all_lines, at + k_stride);
      split_pairs(first, second, parts);
    } else {
      if (i < lines) {
        first = _mm512_maskz_loadu_epi32(low_depth, from + i * line_stride);
        second = _mm512_maskz_loadu_epi32(high_depth, from + i * line_stride + 16);
      }
      split_line(first, second, parts);
    }
    found.add(first);
    found.add(second);
#pragma GCC unroll 3
    for (int part = 0; part < kParts; ++part) _mm512_storeu_si512(to + part * kPairElements + i * kDepth, parts[part]);
  }
  if (reads_pairs == kByPairs) return;
  for (int part = 0; part < kParts; ++part, to += kPairElements) {
    __m512i v[16];
#pragma GCC unroll 16
    for (int i = 0; i < 16; ++i) v[i] = _mm512_loadu_si512(to + i * kDepth);
    transpose(v);
#pragma GCC unroll 16
    for (int i = 0; i < 16; ++i) _mm512_storeu_si512(to + i * kDepth, v[i]);
  }
}

template <bool kByPairs>
void pack(int64_t lines, int64_t depth, const float* from, int64_t line_stride, int64_t k_stride, uint16_t* to,
          FloatRange& range) {
  Range found;
  const int64_t first = lines < kSide ? lines : kSide;
  pack_tile<kByPairs>(first, depth, from, line_stride, k_stride, to, found);
  pack_tile<kByPairs>(lines - first, depth, lines > kSide ? from + kSide * line_stride : from, line_stride, k_stride,
                      to + kElements, found);
  found.add_to(range);
}

// Asks for a sixth of the packed tiles that are read next.
inline void ask_for(const uint16_t* b, int64_t sixth) {
  constexpr int64_t kLine = 32, kLines = SplitKernels::kElements / kLine / 6;
  for (int64_t i = 0; i < kLines; ++i)
    _mm_prefetch(reinterpret_cast<const char*>(b + (sixth * kLines + i) * kLine), _MM_HINT_T0);
}

// An operand's tiles change one after another, so that six products take seven loads of two tiles, not twelve.
template <int kRowTiles>
inline void add_step(const uint16_t* a, int64_t a_bytes, int64_t a_next, int64_t a_part, const uint16_t* b) {
  const uint16_t* const next = b + SplitKernels::kElements;
  load_and_add<kRowTiles>(a + 2 * a_part, a_bytes, a_next, b);  // a3 b1
  ask_for(next, 0);
  load_rows<kRowTiles>(a, a_bytes, a_next);
  add_products<kRowTiles>();  // a1 b1
  ask_for(next, 1);
  load_columns(b + 2 * kPairElements);
  add_products<kRowTiles>();  // a1 b3
  ask_for(next, 2);
  load_columns(b + kPairElements);
  add_products<kRowTiles>();  // a1 b2
  ask_for(next, 3);
  load_rows<kRowTiles>(a + a_part, a_bytes, a_next);
  add_products<kRowTiles>();  // a2 b2
  ask_for(next, 4);
  load_columns(b);
  add_products<kRowTiles>();  // a2 b1
  ask_for(next, 5);
}

template <int kRowTiles>
void multiply_tiles(bool add, int64_t steps, const uint16_t* a, int64_t a_row, const int64_t* a_steps, int64_t a_next,
                    int64_t a_part, const uint16_t* b, float* c) {
  const int64_t a_bytes = a_row * static_cast<int64_t>(sizeof(uint16_t));
  alignas(64) float sums[kWidth * kWidth];
  accumulate<kRowTiles>(false, add ? sums : c, [&] {
    for (int64_t p = 0; p < steps; ++p, b += SplitKernels::kElements)
      add_step<kRowTiles>(a + a_steps[p], a_bytes, a_next, a_part, b);
  });
  for (int64_t i = 0; i < kRowTiles * kSide * kWidth && add; i += 16)
    _mm512_storeu_ps(c + i, _mm512_add_ps(_mm512_loadu_ps(c + i), _mm512_load_ps(sums + i)));
}
void multiply(int64_t row_tiles, bool add, int64_t steps, const uint16_t* a, int64_t a_row, const int64_t* a_steps,
              int64_t a_next, int64_t a_part, const uint16_t* b, float* c) {
  (row_tiles == 1 ? multiply_tiles<1> : multiply_tiles<2>)(add, steps, a, a_row, a_steps, a_next, a_part, b, c);
}

void finish(int64_t rows, int64_t cols, const float* c, float* to, int64_t to_row, bool add, const float* bias) {
  const __mmask16 masks[2] = {first_lanes(cols), first_lanes(cols - kSide)};
  for (int64_t r = 0; r < rows; ++r, c += kWidth, to += to_row) {
    const float* const more = add ? to : bias;
#pragma GCC unroll 2
    for (int64_t v = 0; v < 2; ++v) {
      __m512 sum = _mm512_loadu_ps(c + v * kSide);
      if (more != nullptr) sum = _mm512_add_ps(sum, _mm512_maskz_loadu_ps(masks[v], more + v * kSide));
      _mm512_mask_storeu_ps(to + v * kSide, masks[v], sum);
    }
  }
}

}  // namespace

const SplitKernels split_gemm_amx = {&scan, &split, &pack<false>, &pack<true>, &multiply, &finish};

}  // namespace torchpp::cpu
