// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Searching in sorted sequences.

#include "src/backends/cuda/elementwise.h"

namespace torchpp::cuda {

struct SearchWork {
  const void *sequences, *values;  ///< without gaps, of one dtype
  const int64_t* orders;           ///< in which the sequences rise; null where they do
  void* positions;                 ///< int32 or int64
  int64_t n;                       ///< elements of a sequence
  int64_t count, per_sequence;     ///< values, of all sequences and of each
  bool right, narrow;              ///< insert behind equal elements; positions are int32
};

/// False where there is no kernel for the dtype.
bool search_sorted(const SearchWork& work, ScalarType dtype, const OnDevice& on);

}  // namespace torchpp::cuda
