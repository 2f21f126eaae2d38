// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// CUDA's language on the host, for the kernels of src/backends/cuda (see device.h there): included before everything
// else by the compiler's command line. Blocks run one after the other; the threads of a block that cooperates are
// fibers of the calling thread, which take turns at each barrier and exchange.

#include <cstddef>
#include <cstdint>
#include <cstring>

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline __attribute__((always_inline))
#define __shared__ static
#define __constant__ static const
#define __launch_bounds__(...)

namespace torchpp::cuda {
struct Geometry;

namespace emulation {

struct Index {
  unsigned x, y, z;
};
extern Index thread_index, block_index, block_size, grid_size;

/// Calls `thread(context)` for every thread of every block.
void run_grid(const Geometry& g, void (*thread)(void*), void* context);
template <class F>
void run(const Geometry& g, const F& f) {
  run_grid(
      g, [](void* context) { (*static_cast<const F*>(context))(); }, const_cast<void*>(static_cast<const void*>(&f)));
}
unsigned char* shared_memory();
/// Waits until all threads of the block have come here.
void block_barrier();
/// Every lane of the warp in `mask` brings up to 16 bytes, and gets those of the lane `from`; its own when that lane
/// does not take part.
void exchange(unsigned mask, void* value, size_t size, unsigned from);
/// A bit per lane in `mask` whose predicate holds.
unsigned ballot(unsigned mask, bool predicate);
unsigned lane();
/// Ends the program, as a trap ends the device's work.
[[noreturn]] void stop(const char* text);

template <class T>
T shuffle(unsigned mask, T value, unsigned from) {
  static_assert(sizeof(T) <= 16, "a shuffle of up to 16 bytes");
  exchange(mask, &value, sizeof value, from);
  return value;
}

}  // namespace emulation
}  // namespace torchpp::cuda

#define threadIdx (::torchpp::cuda::emulation::thread_index)
#define blockIdx (::torchpp::cuda::emulation::block_index)
#define blockDim (::torchpp::cuda::emulation::block_size)
#define gridDim (::torchpp::cuda::emulation::grid_size)

inline void __syncthreads() { ::torchpp::cuda::emulation::block_barrier(); }
inline void __syncwarp(unsigned mask = 0xffffffffu) { ::torchpp::cuda::emulation::ballot(mask, true); }
inline void __threadfence() {}
template <class T>
T __shfl_sync(unsigned mask, T value, int from) {
  return ::torchpp::cuda::emulation::shuffle(mask, value, static_cast<unsigned>(from) % 32);
}
template <class T>
T __shfl_xor_sync(unsigned mask, T value, int with) {
  return ::torchpp::cuda::emulation::shuffle(mask, value,
                                             ::torchpp::cuda::emulation::lane() ^ static_cast<unsigned>(with));
}
template <class T>
T __shfl_down_sync(unsigned mask, T value, unsigned by) {
  const unsigned lane = ::torchpp::cuda::emulation::lane();
  return ::torchpp::cuda::emulation::shuffle(mask, value, lane + by < 32 ? lane + by : lane);
}
template <class T>
T __shfl_up_sync(unsigned mask, T value, unsigned by) {
  const unsigned lane = ::torchpp::cuda::emulation::lane();
  return ::torchpp::cuda::emulation::shuffle(mask, value, lane >= by ? lane - by : lane);
}
inline unsigned __ballot_sync(unsigned mask, bool predicate) {
  return ::torchpp::cuda::emulation::ballot(mask, predicate);
}
inline int __any_sync(unsigned mask, bool p) { return ::torchpp::cuda::emulation::ballot(mask, p) != 0; }
inline int __all_sync(unsigned mask, bool p) { return ::torchpp::cuda::emulation::ballot(mask, p) == mask; }
inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline int __ffs(int x) { return __builtin_ffs(x); }
template <class T>
T __ldg(const T* p) {
  return *p;
}

// One thread of the host runs at a time, so plain arithmetic is atomic here.
template <class T, class V>
T atomicAdd(T* p, V v) {
  const T old = *p;
  *p = static_cast<T>(old + static_cast<T>(v));
  return old;
}
template <class T, class V>
T atomicMax(T* p, V v) {
  const T old = *p;
  if (static_cast<T>(v) > old) *p = static_cast<T>(v);
  return old;
}
template <class T, class V>
T atomicMin(T* p, V v) {
  const T old = *p;
  if (static_cast<T>(v) < old) *p = static_cast<T>(v);
  return old;
}
template <class T>
T atomicCAS(T* p, T expected, T desired) {
  const T old = *p;
  if (old == expected) *p = desired;
  return old;
}
template <class T>
T atomicExch(T* p, T v) {
  const T old = *p;
  *p = v;
  return old;
}
