// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The kernels of bfloat16 products on AMX, which isa/bf16/bfloat16_gemm.cpp defines. Numbers are given by their
/// bits.

#include <stdint.h>

namespace torchpp::cpu {

/// A tile holds 16 rows of 64 bytes: of the left operand 16 rows x 32 elements of k; of the right operand, by pairs of
/// elements of k, 16 pairs x 16 columns; of C 16 x 16 floats.
struct Bfloat16Kernels {
  static constexpr int64_t kSide = 16, kDepth = 32;  ///< of a tile
  static constexpr int64_t kElements = kSide * kDepth;

  /// Configures the tiles of this thread, and gives them back. multiply() needs them.
  void (*begin)();
  void (*end)();
  /// Write two tiles, of 32 rows of the left operand or 32 columns of the right one, which lie line_stride apart;
  /// elements of k lie k_stride apart. `lines` <= 32 and `depth` <= 32 exist; the others are zeros.
  void (*pack_left)(int64_t lines, int64_t depth, const uint16_t* from, int64_t line_stride, int64_t k_stride,
                    uint16_t* to);
  void (*pack_right)(int64_t lines, int64_t depth, const uint16_t* from, int64_t line_stride, int64_t k_stride,
                     uint16_t* to);
  /// c (row_tiles * 16 rows of 32 floats, row_tiles is 1 or 2) = (add ? c : 0) + a * b over `steps` tiles of k. A tile
  /// of a begins a_step elements after the one before and has rows a_row apart; the second row of tiles begins a_next
  /// elements after the first. b has two packed tiles for each step.
  void (*multiply)(int64_t row_tiles, bool add, int64_t steps, const uint16_t* a, int64_t a_row, int64_t a_step,
                   int64_t a_next, const uint16_t* b, float* c);
  /// to (rows x cols, at most 32 x 32, rows to_row apart) = c + (add ? to : bias ? bias : 0), rounded to nearest even.
  void (*finish)(int64_t rows, int64_t cols, const float* c, uint16_t* to, int64_t to_row, bool add,
                 const uint16_t* bias);

  // Products that have a row for a tile, without tiles: their time is that of reading b once. `more` is null or n
  // numbers that are added, which may be those in `to`.
  /// to (n) = a (k) * b + more, where b's columns lie in memory one behind another, b_col apart.
  void (*row_times_columns)(int64_t n, int64_t k, const uint16_t* a, const uint16_t* b, int64_t b_col, uint16_t* to,
                            const uint16_t* more);
  /// The same where b's rows do, b_row apart.
  void (*row_times_rows)(int64_t n, int64_t k, const uint16_t* a, const uint16_t* b, int64_t b_row, uint16_t* to,
                         const uint16_t* more);
  /// to (m rows of n, to_row apart) = a (m numbers, a_row apart) * b (n) + more, whose rows lie more_row apart.
  void (*column_times_row)(int64_t m, int64_t n, const uint16_t* a, int64_t a_row, const uint16_t* b, uint16_t* to,
                           int64_t to_row, const uint16_t* more, int64_t more_row);
};

#if defined(__x86_64__)
extern const Bfloat16Kernels bfloat16_gemm_amx;
#endif

}  // namespace torchpp::cpu
