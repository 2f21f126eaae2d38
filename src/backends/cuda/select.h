// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Elements whose flag is set, side by side in the order of their places.

#include <cstddef>
#include <cstdint>

#include "src/backends/cuda/workspace.h"

namespace torchpp::cuda {

/// Flags, one byte each, dense, counted on the device.
class Selection {
 public:
  /// Waits for the device: the caller needs the count.
  Selection(const uint8_t* flags, int64_t n, const OnDevice& on);
  int64_t count() const { return count_; }
  /// The selected elements of `from`, which is dense as the flags are.
  void write_elements(size_t itemsize, const void* from, void* to) const;
  /// The index of each selected element in a tensor of these sizes, [rank][count].
  void write_positions(const int64_t* sizes, int rank, int64_t* to) const;

 private:
  const OnDevice& on_;
  const uint8_t* flags_;
  int64_t n_;
  Workspace starts_;  // per block: how many are selected before it
  int64_t count_ = 0;
};

}  // namespace torchpp::cuda
