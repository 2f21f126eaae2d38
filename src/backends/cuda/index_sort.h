// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Positions in order, so that those that name one place can be taken together.

#include <cstdint>

#include "src/backends/cuda/workspace.h"
#include "src/backends/math/hd.h"

namespace torchpp::cuda {

/// Numbers from 0 on in the device's memory: uint32 if `narrow`, which halves what sorting them moves, else int64.
struct PositionList {
  void* data;
  bool narrow;

  PositionList(void* memory, bool is_narrow) : data(memory), narrow(is_narrow) {}
  // Implicit: an array of int64 is a list.
  PositionList(int64_t* memory) : data(memory), narrow(false) {}
  TORCHPP_HD int64_t operator[](int64_t i) const {
    return narrow ? int64_t{static_cast<const uint32_t*>(data)[i]} : static_cast<const int64_t*>(data)[i];
  }
  size_t itemsize() const { return narrow ? sizeof(uint32_t) : sizeof(int64_t); }
};

/// Positions of a write, sorted; equal ones stay in the order in which they were given.
class SortedPositions {
 public:
  /// `keys` are n numbers from 0 to `bound` - 1; they are written over. At most 2^31 - 1 of them.
  SortedPositions(const PositionList& keys, int64_t n, int64_t bound, const OnDevice& on);
  const PositionList& keys() const { return keys_; }
  /// Where each of keys() stood.
  const uint32_t* order() const { return order_; }
  int64_t size() const { return n_; }

 private:
  const int64_t n_;
  const Workspace space_;
  PositionList keys_;
  const uint32_t* order_;
};

}  // namespace torchpp::cuda
