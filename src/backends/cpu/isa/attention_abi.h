// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What attention does between its matrix products, which isa/attention.cpp defines for each instruction set.
///
/// A block is a matrix with a row per key (or per feature) and a column per query, in rows of `stride` elements of
/// which `columns` are used, a multiple of the vector's lanes. What stands for a query (its greatest score, its sum)
/// is a row. Scores and what they are compared with are logarithms to base 2.

#include <cstdint>

#include "src/backends/cpu/cpu_level.h"

namespace torchpp::cpu {

template <class T>
struct AttentionKernels {
  /// A tile of as many rows as one of the matrix product has, and a panel of `columns`: c = a * b + start, where b has
  /// k rows and all rows of c and b are a panel apart, those of `start` start_row, null for zeros. `a` is read where it
  /// lies, row i of column p at a[i * a_row + p], or at a[i + p * a_step] by the second function.
  void (*rows_times)(int64_t columns, int64_t k, const T* a, int64_t a_row, const T* b, T* c, const T* start,
                     int64_t start_row);
  void (*columns_times)(int64_t columns, int64_t k, const T* a, int64_t a_step, const T* b, T* c, const T* start,
                        int64_t start_row);
  /// Scores become 2^(score - greatest), where `greatest` is nearly that of all scores up to these: no exponential is
  /// above 16. It and `sum`, that of the exponentials, are brought up to date, and `factor` is what earlier sums have
  /// to be multiplied by. Returns whether some factor is not 1.
  bool (*softmax)(int64_t keys, int64_t columns, int64_t stride, T* scores, T* greatest, T* sum, T* factor);
  /// The same of scores from which `greatest` is subtracted already, and with `greatest` as it is. Returns false,
  /// without a change of `sum`, where it is too small; the scores are lost then.
  bool (*softmax_of_differences)(int64_t keys, int64_t columns, int64_t stride, T* scores, T* sum);
  /// x *= factor, of every row.
  void (*scale)(int64_t rows, int64_t columns, int64_t stride, T* x, const T* factor);
  /// scores += mask, which is to base e.
  void (*add)(int64_t keys, int64_t columns, int64_t stride, T* scores, const T* mask);
  /// scores = -infinity where allowed is 0.
  void (*block)(int64_t keys, int64_t columns, int64_t stride, T* scores, const T* allowed);
  /// Scores become probabilities p = 2^(score - log_sum), and `gradient`, that of p, becomes that of the score,
  /// p (gradient - mean), where `mean` is that of all gradients by their probabilities.
  void (*backward)(int64_t keys, int64_t columns, int64_t stride, T* scores, T* gradient, const T* log_sum,
                   const T* mean);
  /// sum = log(2^greatest sum), to base e; factor = 1 / sum.
  void (*finish)(int64_t columns, const T* greatest, T* sum, T* factor);
};

extern const AttentionKernels<float> TORCHPP_ALL_SETS(attention_float);
extern const AttentionKernels<double> TORCHPP_ALL_SETS(attention_double);

}  // namespace torchpp::cpu
