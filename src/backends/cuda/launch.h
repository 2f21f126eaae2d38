// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file How much of the device a kernel is launched on.

#include <cstddef>
#include <cstdint>

#include "src/backends/cuda/stream.h"

namespace torchpp::cuda {

constexpr int kWarp = 32;

/// The geometry of one launch. Threads of a block are numbered with x as the fastest dimension.
struct Geometry {
  uint32_t blocks[3] = {1, 1, 1};
  uint32_t threads[3] = {1, 1, 1};
  size_t shared_bytes = 0;  ///< of dynamic shared memory, per block
  /// Whether threads of a block wait for or read from each other. The device ignores it; the emulation of the tests
  /// needs it.
  bool cooperates = false;
};

/// One thread for `per_thread` elements each, as many blocks as that takes, at most 2^31 - 1.
Geometry spread(int64_t elements, int per_thread = 1, int threads = 256);
/// Blocks for a loop in which a thread goes on by the size of the grid: enough to fill the device `waves` times over,
/// no more than there is work.
Geometry resident(int64_t elements, DeviceIndex device, int threads = 256, int waves = 4);
/// One block per row; threads: a power of two from 32 to `most` that fits the row.
Geometry per_row(int64_t rows, int64_t columns, int most = 512);

/// After a launch: throws Error that names it if it failed, else reports "cuda:<name>" to the verbose log.
void launched(const char* name);

/// Properties of a device, asked for once.
const DeviceProperties& properties_of(DeviceIndex device);

}  // namespace torchpp::cuda
