// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The CUDA language constructs for kernels. Only .cu files include this. They are compiled by nvcc, or, with
/// TORCHPP_CUDA_EMULATED, by the host compiler over a header of the tests that runs the threads of a block as fibers:
/// so every kernel computes on machines without a GPU, too, slowly, and the tests see its results there.

#if !defined(TORCHPP_CUDA_EMULATED)
#include <cuda_runtime.h>
#endif

#include "src/backends/cuda/launch.h"

namespace torchpp::cuda {

/// Runs the kernel on the stream of the current device; a launch that fails throws Error naming `name`, any other is
/// reported to the verbose log.
template <class... P, class... A>
void launch(const char* name, void (*kernel)(P...), const Geometry& g, StreamHandle stream, const A&... args) {
#if defined(TORCHPP_CUDA_EMULATED)
  emulation::run(g, [&] { kernel(static_cast<P>(args)...); });
  (void)stream;
#else
  const dim3 blocks(g.blocks[0], g.blocks[1], g.blocks[2]), threads(g.threads[0], g.threads[1], g.threads[2]);
  // clang-format off
  kernel<<<blocks, threads, g.shared_bytes, static_cast<cudaStream_t>(stream)>>>(static_cast<P>(args)...);
  // clang-format on
#endif
  launched(name);
}

/// The block's dynamic shared memory.
template <class T>
__device__ __forceinline__ T* dynamic_shared() {
#if defined(TORCHPP_CUDA_EMULATED)
  return reinterpret_cast<T*>(emulation::shared_memory());
#else
  extern __shared__ __align__(16) unsigned char torchpp_shared[];
  return reinterpret_cast<T*>(torchpp_shared);
#endif
}

/// Ends the work of the device when the condition does not hold: what a kernel was given by its caller is not in range.
/// The next call that waits for the device reports it.
__device__ __forceinline__ void device_check(bool condition, const char* text) {
#if defined(TORCHPP_CUDA_EMULATED)
  if (!condition) emulation::stop(text);
#else
  if (!condition) __trap();
  (void)text;
#endif
}

/// This thread's number in the grid, and how many there are, of launches in one dimension.
__device__ __forceinline__ int64_t thread_index() {
  return static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}
__device__ __forceinline__ int64_t thread_count() { return static_cast<int64_t>(gridDim.x) * blockDim.x; }

/// What another lane of the warp holds, of any type: shuffle(word) is one of the instructions that exchange words.
template <class T, class Shuffle>
__device__ __forceinline__ T shuffle_words(T value, const Shuffle& shuffle) {
  uint32_t words[(sizeof(T) + 3) / 4] = {};
  __builtin_memcpy(words, &value, sizeof value);
  for (uint32_t& w : words) w = shuffle(w);
  __builtin_memcpy(&value, words, sizeof value);
  return value;
}

/// The values of all lanes of the warp combined; every lane gets the result, in the same order of operations.
template <class T, class F>
__device__ __forceinline__ T reduce_warp(T value, const F& combine) {
  for (int step = kWarp / 2; step > 0; step /= 2) value = combine(value, __shfl_xor_sync(0xffffffffu, value, step));
  return value;
}
/// The values of all threads of a block of up to 1024 threads, a multiple of 32, in one dimension. Every thread gets
/// the result. `scratch` is shared memory for 32 values; it may be used again after the call.
template <class T, class F>
__device__ __forceinline__ T reduce_block(T value, const F& combine, T identity, T* scratch) {
  const unsigned lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp;
  value = reduce_warp(value, combine);
  if (blockDim.x <= kWarp) return value;
  __syncthreads();  // the last call's result may still be read
  if (lane == 0) scratch[warp] = value;
  __syncthreads();
  value = lane < blockDim.x / kWarp ? scratch[lane] : identity;
  return reduce_warp(value, combine);
}

struct Sum {
  template <class T>
  __device__ __forceinline__ T operator()(T a, T b) const {
    return a + b;
  }
};
/// NaN wins.
struct Maximum {
  template <class T>
  __device__ __forceinline__ T operator()(T a, T b) const {
    return a > b || a != a ? a : b;
  }
};
struct Minimum {
  template <class T>
  __device__ __forceinline__ T operator()(T a, T b) const {
    return a < b || a != a ? a : b;
  }
};

}  // namespace torchpp::cuda
