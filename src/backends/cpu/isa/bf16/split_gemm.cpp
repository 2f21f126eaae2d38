// SPDX-License-Identifier: BSD-3-Clause
// The kernels of float products on AMX: floats as sums of bfloat16 parts.

#include "src/backends/cpu/isa/split_gemm_abi.h"

#include "src/backends/cpu/isa/bf16/tiles.h"

namespace torchpp::cpu {
namespace {

constexpr int kParts = SplitKernels::kParts;
constexpr int64_t kPairElements = SplitKernels::kPairElements;

// The range of the numbers in 16 lanes.
class Range {
 public:
  void add(__m512i bits) {
    most_ = _mm512_max_epu32(most_, _mm512_and_si512(bits, _mm512_set1_epi32(0x7fffffff)));
    const __m512 x = _mm512_castsi512_ps(bits);
    constexpr int kLeastMagnitude = 10;
    least_ = _mm512_mask_range_ps(least_, _mm512_cmp_ps_mask(x, _mm512_setzero_ps(), _CMP_NEQ_OQ), least_, x,
                                  kLeastMagnitude);
  }
  void add_to(FloatRange& range) const {
    const uint32_t least = _mm512_reduce_min_epu32(_mm512_castps_si512(least_)), most = _mm512_reduce_max_epu32(most_);
    if (most != 0 && least < range.least) range.least = least;
    if (most > range.most) range.most = most;
  }

 private:
  __m512 least_ = _mm512_set1_ps(__builtin_inff());
  __m512i most_ = _mm512_setzero_si512();
};

// Takes the part that is left of 16 floats away: it is in the upper halves of their bits, the lower ones are zeros.
// Integers round as well as bfloat16 conversions do, and faster: half units away from zero.
inline __m512i take_part(__m512i& bits) {
  const __m512i part = _mm512_and_si512(_mm512_add_epi32(bits, _mm512_set1_epi32(0x8000)),
                                        _mm512_set1_epi32(static_cast<int>(0xffff0000)));
  bits = _mm512_castps_si512(_mm512_sub_ps(_mm512_castsi512_ps(bits), _mm512_castsi512_ps(part)));
  return part;
}

// The upper halves of `even` below those of `odd`.
inline __m512i paired(__m512i even, __m512i odd) {
  const __m512i upper = _mm512_set4_epi32(0x0d0c0f0e, 0x09080b0a, 0x05040706, 0x01000302);
  return _mm512_mask_shuffle_epi8(odd, 0x3333333333333333, even, upper);
}

// The parts of 16 pairs of floats.
inline void split_pairs(__m512i even, __m512i odd, __m512i (&to)[kParts]) {
#pragma GCC unroll 2
  for (int part = 0; part < kParts - 1; ++part) {
    const __m512i e = take_part(even), o = take_part(odd);
    to[part] = paired(e, o);
  }
  to[kParts - 1] = paired(even, odd);
}

// The parts of 32 floats, `low` before `high`. Sorted into pairs they take five shuffles; two conversions of each part
// would take six.
inline void split_line(__m512i low, __m512i high, __m512i (&to)[kParts]) {
  const __m512i even = _mm512_set_epi32(30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0);
  const __m512i odd = _mm512_set_epi32(31, 29, 27, 25, 23, 21, 19, 17, 15, 13, 11, 9, 7, 5, 3, 1);
  split_pairs(_mm512_permutex2var_epi32(low, even, high), _mm512_permutex2var_epi32(low, odd, high), to);
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

// 16 floats of a row, of which `count` exist.
template <bool kWhole>
inline __m512i load_row(const float* from, int64_t count) {
  return kWhole ? _mm512_loadu_si512(from) : _mm512_maskz_loadu_epi32(first_lanes(count), from);
}

// Asks for 32 floats.
inline void ask_for_row(const float* from) {
  _mm_prefetch(reinterpret_cast<const char*>(from), _MM_HINT_T0);
  _mm_prefetch(reinterpret_cast<const char*>(from + 16), _MM_HINT_T0);
}

// Blocks have up to 32 rows of up to 32 floats, and are whole if they have all.
constexpr int64_t kBlock = 32;

// Turns a block, and fills it up with zeros.
template <bool kWhole>
void turn(int64_t rows, int64_t width, const float* from, int64_t stride, int64_t next, float* to) {
  for (int64_t r = 0; r < kBlock; r += 16) {
    for (int64_t i = 0; i < 16; ++i) ask_for_row(from + (r + i) * stride + next);
    for (int64_t c = 0; c < kBlock; c += 16) {
      __m512i v[16];
#pragma GCC unroll 16
      for (int i = 0; i < 16; ++i)
        v[i] =
            kWhole || r + i < rows ? load_row<kWhole>(from + (r + i) * stride + c, width - c) : _mm512_setzero_si512();
      transpose(v);
#pragma GCC unroll 16
      for (int i = 0; i < 16; ++i) _mm512_store_si512(to + (c + i) * kBlock + r, v[i]);
    }
  }
}

// Writes the parts of a block of the left operand, whose rows are the tiles' rows.
template <bool kWhole>
void pack_rows(int64_t rows, int64_t width, const float* from, int64_t stride, int64_t next, uint16_t* to,
               Range& range) {
  Range found = range;  // in registers
  for (int64_t i = 0; i < kBlock; ++i, from += stride) {
    __m512i low = _mm512_setzero_si512(), high = low, parts[kParts];
    if (kWhole || i < rows) {
      ask_for_row(from + next);
      low = load_row<kWhole>(from, width), high = load_row<kWhole>(from + 16, width - 16);
    }
    found.add(low);
    found.add(high);
    split_line(low, high, parts);
#pragma GCC unroll 3
    for (int part = 0; part < kParts; ++part) _mm512_storeu_si512(to + part * kPairElements + i * kDepth, parts[part]);
  }
  range = found;
}

// Writes the parts of a block of the right operand, of which pairs of rows become a row of both tiles.
template <bool kWhole>
void pack_pairs(int64_t rows, int64_t width, const float* from, int64_t stride, int64_t next, uint16_t* to,
                Range& range) {
  Range found = range;  // in registers
  for (int64_t i = 0; i < kBlock; i += 2, from += 2 * stride, to += kDepth) {
    if (kWhole || i + 1 < rows) ask_for_row(from + next), ask_for_row(from + stride + next);
#pragma GCC unroll 2
    for (int64_t tile = 0; tile < 2; ++tile) {
      __m512i even = _mm512_setzero_si512(), odd = even, parts[kParts];
      if (kWhole || i < rows) even = load_row<kWhole>(from + tile * 16, width - tile * 16);
      if (kWhole || i + 1 < rows) odd = load_row<kWhole>(from + stride + tile * 16, width - tile * 16);
      found.add(even);
      found.add(odd);
      split_pairs(even, odd, parts);
#pragma GCC unroll 3
      for (int part = 0; part < kParts; ++part)
        _mm512_storeu_si512(to + part * kPairElements + tile * kElements, parts[part]);
    }
  }
  range = found;
}

// Rows are lines of the left operand, and elements of k of the right one. A block whose rows do not lie so is turned,
// or gathered.
template <bool kRight>
void pack(int64_t lines, int64_t depth, const float* from, int64_t line_stride, int64_t k_stride, uint16_t* to,
          FloatRange& range) {
  const int64_t row_stride = kRight ? k_stride : line_stride, stride = kRight ? line_stride : k_stride;
  alignas(64) float turned[kBlock * kBlock];
  Range found;
  for (int64_t p = 0; p < depth; p += kDepth, from += kDepth * k_stride, to += SplitKernels::kElements) {
    const int64_t count = depth - p < kDepth ? depth - p : kDepth;
    const int64_t rows = kRight ? count : lines, width = kRight ? lines : count;
    const int64_t next = p + kDepth < depth ? kDepth * k_stride : 0;
    bool is_whole = rows == kBlock && width == kBlock;
    const float* source = from;
    int64_t source_stride = row_stride, source_next = next;
    if (stride != 1) {
      if (row_stride == 1) (is_whole ? turn<true> : turn<false>)(width, rows, from, stride, next, turned);
      else
        for (int64_t i = 0; i < kBlock * kBlock; ++i) {
          const int64_t row = i / kBlock, column = i % kBlock;
          turned[i] = row < rows && column < width ? from[row * row_stride + column * stride] : 0.f;
        }
      is_whole = true;
      source = turned, source_stride = kBlock, source_next = 0;
    }
    if constexpr (kRight)
      (is_whole ? pack_pairs<true> : pack_pairs<false>)(rows, width, source, source_stride, source_next, to, found);
    else (is_whole ? pack_rows<true> : pack_rows<false>)(rows, width, source, source_stride, source_next, to, found);
  }
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
