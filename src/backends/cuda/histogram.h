// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Counts of elements per bin. Integers are counted by atomic additions, whose order does not matter.

#include <torchpp/core/dtype.h>

#include "src/backends/cuda/stream.h"

namespace torchpp::cuda {

/// Adds to counts[x] how many of n integers x, from 0 to bins - 1, there are; negative ones do not count.
void count_integers(ScalarType dtype, const void* x, int64_t n, int64_t bins, int64_t* counts, const OnDevice& on);
/// Counts n floating elements in bins of equal width from `least` to `most`, which both belong to a bin; a NaN counts
/// in the first one.
void count_in_range(ScalarType dtype, const void* x, int64_t n, int64_t bins, double least, double most,
                    int64_t* counts, const OnDevice& on);
/// Rising edges of bins along one dimension of points, and their coordinates, which lie `step` elements apart.
struct EdgesWork {
  ScalarType dtype;
  const void *x, *edges;
  int64_t n, step, bins;
};
/// keys[i] = keys[i] * bins + the bin of coordinate i. The last edge belongs to the last bin, as a NaN does. Outside of
/// the edges, and for a key that is -1 already, -1.
void append_bins(const EdgesWork& work, int64_t* keys, const OnDevice& on);

}  // namespace torchpp::cuda
