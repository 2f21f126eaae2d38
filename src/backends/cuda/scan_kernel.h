// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Running sums within a block. Only .cu files include this.

#include "src/backends/cuda/device.h"

namespace torchpp::cuda {

/// The sum of the values of the block's threads before this one; `total` is that of all. Blocks in one dimension of a
/// multiple of 32 threads. `scratch` is shared memory for 32 values; it may be used again after the call.
template <class T>
__device__ __forceinline__ T exclusive_scan_block(T value, T* scratch, T& total) {
  const unsigned lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp;
  T sum = value;
  for (unsigned step = 1; step < kWarp; step *= 2) {
    const T before = __shfl_up_sync(0xffffffffu, sum, step);
    if (lane >= step) sum += before;
  }
  __syncthreads();  // the last call's sums may still be read
  if (lane == kWarp - 1) scratch[warp] = sum;
  __syncthreads();
  T ahead = 0;
  total = 0;
  for (unsigned w = 0; w < blockDim.x / kWarp; ++w) {
    if (w == warp) ahead = total;
    total += scratch[w];
  }
  return ahead + sum - value;
}

}  // namespace torchpp::cuda
