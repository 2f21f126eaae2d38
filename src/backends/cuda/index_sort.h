// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Positions in order, so that those that name one place can be taken together.

#include <cstdint>

#include "src/backends/cuda/workspace.h"

namespace torchpp::cuda {

/// Positions of a write, sorted; equal ones stay in the order in which they were given.
class SortedPositions {
 public:
  /// `keys` are n numbers from 0 to `bound` - 1 on the device; they are written over. At most 2^31 - 1 of them.
  SortedPositions(int64_t* keys, int64_t n, int64_t bound, const OnDevice& on);
  const int64_t* keys() const { return keys_; }
  /// Where each of keys() stood.
  const uint32_t* order() const { return order_; }
  int64_t size() const { return n_; }

 private:
  const int64_t n_;
  const Workspace space_;
  const int64_t* keys_;
  const uint32_t* order_;
};

}  // namespace torchpp::cuda
