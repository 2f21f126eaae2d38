// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Running reductions on the CPU: how to cut the work, how to join its parts.

#include "src/backends/cpu/isa/reduce_rows_abi.h"
#include "src/backends/cpu/loops.h"
#include "src/ops/reduction_geometry.h"
#include "src/ops/reduction_rules.h"

namespace torchpp::cpu {

#define TORCHPP_REDUCE_ROWS(name, types, complex) extern const LoopTable<ReduceRowsFn> name##_loops;
#include "src/backends/cpu/isa/reduce_rows.def"
#undef TORCHPP_REDUCE_ROWS

/// Elements of work below which a piece is not worth a thread, and the size of the pieces that a long sum is cut into.
constexpr int64_t kReduceGrain = 32768;
constexpr int64_t kReduceBlock = 65536;
/// Elements of a row from which on folding it on its own costs less than rows in vectors of AVX2.
constexpr int64_t kShortRow = 512;

/// A reduction in loops. Parts are joined by `join`, columns of accumulators; where there are no loops for columns,
/// rows are used throughout.
struct Reducer {
  ReduceFn row;
  ReduceColumnsFn columns;
  ReduceFn join_row;
  ReduceColumnsFn join;
  ScalarType accumulator;
  ScalarType result;
  /// The last step, applied to an accumulator before it is converted to the result's dtype: a loop of one or two
  /// inputs, the second of which is `operand`.
  LoopFn finish = nullptr;
  const void* operand = nullptr;
  /// The accumulator of no elements, for row loops that need one element at least; else null.
  const void* neutral = nullptr;
  /// Short rows of contiguous elements, to the bits of `row`; null where there is no such loop.
  ReduceRowsFn rows = nullptr;
  /// The most elements of a row for `rows`.
  int64_t most_in_row = kShortRow;
};

/// Computes the reduction. The order of every sum depends on sizes and strides only, not on the number of threads.
void run_reduction(const ReduceGeometry& geometry, const Reducer& reducer);

}  // namespace torchpp::cpu
