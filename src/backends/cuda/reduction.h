// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file How a reduction is laid out on the device: which threads take which elements, and into how many parts long
/// ones are cut.

#include "src/backends/cuda/elementwise.h"
#include "src/ops/reduction_geometry.h"
#include "src/ops/reduction_rules.h"

namespace torchpp::cuda {

/// The kept or the reduced dimensions, innermost first. Strides of the input in bytes, of the output in elements.
struct Walk {
  int dims = 1;
  bool wide = false;  ///< 2^31 combinations or more: beyond what a Divisor divides
  int64_t count = 1;
  Divisor by[kMaxDims];
  int64_t size[kMaxDims], in[kMaxDims], out[kMaxDims];
};

Walk make_walk(const ReduceGeometry::Dims& dims);

struct ReduceWork {
  /// How a row of reduced elements is read.
  enum class Form : int {
    kElements,  ///< one by one, anywhere
    kFlat,      ///< neighbours in memory: 16 bytes at a time but for the ends
    kPacks      ///< runs that all start and end at multiples of 16 bytes; `reduced` counts packs of them
  };
  const char* in;
  char* out;
  Walk kept, reduced;
  Form form;
  int threads;    ///< of a row: a power of two
  int64_t tiles;  ///< of columns: how many blocks lie along the innermost kept dimension
  int64_t parts, part;
  void* partial;  ///< accumulators, parts of one result side by side; null when there is one part
};

/// How many neighbouring results a thread may compute where results lie side by side: it reads up to 16 bytes at once
/// and keeps up to 64 bytes of accumulators.
constexpr int widest_column(size_t element, size_t accumulator) {
  size_t width = 1;
  while (2 * width * element <= 16 && 2 * width * accumulator <= 64) width *= 2;
  return static_cast<int>(width);
}
/// The same where columns begin at multiples of 4 bytes only.
constexpr int word_column(size_t element) { return element < 4 ? static_cast<int>(4 / element) : 1; }

/// One launch of a reduction kernel.
struct ReductionLaunch {
  ReduceWork work;
  Geometry geometry;
  bool columns;      ///< threads of a warp lie along the kept dimension
  int column_width;  ///< results per thread then: widest_column, word_column or 1
  Tensor partial;
};

/// `out` and the strides in `result_strides` (in elements, an entry per dimension of the input) are what the kernel
/// writes; `accumulator` is the size of one in bytes. Which elements meet in which order follows from sizes, strides
/// and the device alone.
ReductionLaunch prepare_reduction(const TensorBase& in, uint64_t mask, void* out, IntArrayRef result_strides,
                                  size_t accumulator, const OnDevice& on);
/// The strides of a result, in elements.
DimVector element_strides(const TensorBase& result, int64_t rank, uint64_t mask);

/// The geometry that gives `threads` threads, a power of two, to each of `rows` rows.
Geometry rows_of(int64_t rows, int threads);

}  // namespace torchpp::cuda
