// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Sorting keys by their digits.

#include "src/backends/cuda/stream.h"

namespace torchpp::cuda {

/// Unsigned keys, and for each the place where it stood in its line.
template <class K>
struct Items {
  K* keys;
  uint32_t* places;
};

/// Sorts `lines` lines, at most 65535, of n < 2^32 keys by their lowest `bits` bits, 1 at least; equal ones stay in
/// their order. The keys are those of `items`; `other` is memory for as many. Returns which of the two has the result.
template <class K>
Items<K> radix_sort(const Items<K>& items, const Items<K>& other, int64_t lines, int64_t n, int bits,
                    const OnDevice& on);

}  // namespace torchpp::cuda
