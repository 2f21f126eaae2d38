// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The kernels of float products on AMX, which isa/bf16/split_gemm.cpp defines.
///
/// A float x is the sum of three bfloat16 parts, x1 + x2 + x3, each the rounding to nearest of what the ones before
/// leave. Of the nine products of two floats' parts the six with i + j <= 4 are added up in float; the others are at
/// most 2^-24 |a b| together, as much as a float product's rounding. That holds where own::is_exact_by_parts()
/// (own/split_gemm.h): tiles take denormal numbers for zeros, and numbers near the largest float round to infinity.

#include <stdint.h>

#include "src/backends/cpu/isa/bfloat16_gemm_abi.h"

namespace torchpp::cpu {

/// The magnitudes that occur in an operand, as bits without the sign, of which greater ones are greater numbers.
struct FloatRange {
  uint32_t least = ~uint32_t{0};  ///< of those that are not zero; greater than any number if there is none
  uint32_t most = 0;              ///< NaN is greater than infinity
};

/// Tiles are those of Bfloat16Kernels, whose begin() and end() configure them for these kernels too.
struct SplitKernels {
  static constexpr int64_t kParts = 3;
  static constexpr int64_t kSide = Bfloat16Kernels::kSide, kDepth = Bfloat16Kernels::kDepth;
  static constexpr int64_t kPairElements = 2 * Bfloat16Kernels::kElements;  ///< of two tiles of one part
  static constexpr int64_t kElements = kParts * kPairElements;              ///< of two packed tiles

  /// Adds the magnitudes of n floats, one behind another, to the range.
  void (*scan)(int64_t n, const float* from, FloatRange& range);
  /// Writes the parts of n floats, one behind another, into three arrays that begin part_step elements apart, and adds
  /// the magnitudes to the range.
  void (*split)(int64_t n, const float* from, uint16_t* to, int64_t part_step, FloatRange& range);
  /// Write for each 32 elements of k two tiles of each part, all of the first part before those of the second: of 32
  /// rows of the left operand or 32 columns of the right one, which lie line_stride apart. Elements of k lie k_stride
  /// apart. `lines` <= 32 and `depth` exist; what tiles have besides is zero. The magnitudes are added to the range.
  void (*pack_left)(int64_t lines, int64_t depth, const float* from, int64_t line_stride, int64_t k_stride,
                    uint16_t* to, FloatRange& range);
  void (*pack_right)(int64_t lines, int64_t depth, const float* from, int64_t line_stride, int64_t k_stride,
                     uint16_t* to, FloatRange& range);
  /// c (row_tiles * 16 rows of 32 floats, row_tiles is 1 or 2) = (add ? c : 0) + a * b over `steps` tiles of k, whose
  /// sums are added to c at the end: long sums are more accurate in several calls, of 8 steps or so. The tile of a for
  /// step p begins at a + a_steps[p] and has rows a_row apart; the second row of tiles begins a_next elements after the
  /// first, and the next part a_part elements after a part. So a may be what pack_left() wrote (a_steps multiples of
  /// kElements, a_row = kDepth, a_next half of a_part = kPairElements), or rows of what split() wrote, anywhere; rows
  /// that begin at multiples of 64 bytes are read up to twice as fast. b has what pack_right() wrote for each step, one
  /// behind another.
  void (*multiply)(int64_t row_tiles, bool add, int64_t steps, const uint16_t* a, int64_t a_row, const int64_t* a_steps,
                   int64_t a_next, int64_t a_part, const uint16_t* b, float* c);
  /// to (rows x cols, at most 32 x 32, rows to_row apart) = c + (add ? to : bias ? bias : 0).
  void (*finish)(int64_t rows, int64_t cols, const float* c, float* to, int64_t to_row, bool add, const float* bias);
};

#if defined(__x86_64__)
extern const SplitKernels split_gemm_amx;
#endif

}  // namespace torchpp::cpu
