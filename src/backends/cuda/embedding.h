// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Rows of a table: those whose norm is bounded, and sums of bags of them.

#include <torchpp/core/dtype.h>

#include "src/backends/cuda/index_sort.h"

namespace torchpp::cuda {

/// A matrix of floating dtype; strides in elements.
struct Table {
  ScalarType dtype;
  void* data;
  int64_t width, row_stride, column_stride;
};
/// Multiplies each row that the positions name, once, with max_norm / (its norm + 1e-7) if that norm is larger.
void renorm_rows(const Table& table, const SortedPositions& rows, double max_norm, double norm_type,
                 const OnDevice& on);

/// Bags of rows of a dense table (rows, width): bag b has the indices from starts[b] on to the next bag.
struct BagWork {
  ScalarType dtype;
  const void *table, *weights;  ///< weights of the indices, of the table's dtype; may be null
  const int64_t *indices, *starts;
  int64_t rows, width, bags, count;  ///< `count` of indices
  bool ends_known;                   ///< `starts` has the end of the last bag, too
  int64_t ignored;                   ///< an index that counts for nothing
};
/// Each bag's sum, or, for `mean`, its mean. `sizes` gets how many indices of each bag count, for a mean, else zeros.
void sum_bags(const BagWork& work, bool mean, void* to, int64_t* sizes, const OnDevice& on);
/// The greatest elements of each bag, how many of its indices count, and of which index each element is.
void greatest_of_bags(const BagWork& work, void* to, int64_t* sizes, int64_t* greatest, const OnDevice& on);
/// The product of each index' row and its bag's row of `grad`, both of the table's dtype.
void bag_weight_gradients(const BagWork& work, const void* grad, const int64_t* bag_of, void* to, const OnDevice& on);

}  // namespace torchpp::cuda
