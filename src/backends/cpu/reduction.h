// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Running reductions on the CPU: which way to walk memory, how to cut the work, how to join its parts.

#include "src/backends/cpu/loops.h"
#include "src/core/shape.h"
#include "src/ops/reduction_rules.h"

namespace torchpp::cpu {

/// Elements of work below which a piece is not worth a thread, and the size of the pieces that a long sum is cut into.
constexpr int64_t kReduceGrain = 32768;
constexpr int64_t kReduceBlock = 65536;

/// A strided tensor as a reduction sees it: the dimensions that stay and those that go, by input stride, merged where
/// they step evenly. Strides in bytes; innermost first.
struct ReduceGeometry {
  /// An entry of size 1 stands for no dimension, so both lists have a first one.
  struct Dims {
    DimVector size, in, out;
    int64_t count = 1;
  };
  Dims kept, reduced;
  const char* in;
  char* out;
  int64_t itemsize;

  /// `result_strides` has an entry per dimension of the input, in bytes; those of reduced dimensions are not read.
  ReduceGeometry(const void* data, IntArrayRef sizes, IntArrayRef strides, int64_t itemsize, uint64_t mask,
                 void* result, IntArrayRef result_strides);
  /// Byte offset of a combination of kept (reduced) indices, counted from the innermost one.
  static int64_t offset(const Dims& dims, const DimVector& strides, int64_t index, size_t from = 0) {
    int64_t bytes = 0;
    for (size_t d = from; d < dims.size.size(); ++d) {
      bytes += index % dims.size[d] * strides[d];
      index /= dims.size[d];
    }
    return bytes;
  }
  /// Whether a row of memory holds neighbouring results, so that columns are reduced side by side.
  bool by_columns() const { return kept.in[0] == itemsize && kept.size[0] >= 8 && reduced.in[0] != itemsize; }
};

/// Byte strides of a result by dimension of the input, whether or not the reduced dimensions were kept.
DimVector result_strides(const TensorBase& result, int64_t rank, uint64_t mask);

/// A reduction in loops. Parts are joined by `join`, columns of accumulators; where there are no loops for columns,
/// rows are used throughout.
struct Reducer {
  ReduceFn row;
  ReduceColumnsFn columns;
  ReduceFn join_row;
  ReduceColumnsFn join;
  ScalarType accumulator;
  ScalarType result;
  /// What becomes of an accumulator before it is converted to the result's dtype: a loop of one or two inputs, the
  /// second of which is `operand`.
  LoopFn finish = nullptr;
  const void* operand = nullptr;
  /// The accumulator of no elements, where the row loop has none.
  const void* neutral = nullptr;
};

/// Runs it. The order of every sum follows from sizes and strides alone, whatever the number of threads.
void run_reduction(const ReduceGeometry& geometry, const Reducer& reducer);

}  // namespace torchpp::cpu
