// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// CUDA's language on the host, for the kernels of src/backends/cuda (see device.h there): included before everything
// else by the compiler's command line. Blocks run one after the other; the threads of a block that cooperates are
// fibers of the calling thread, which take turns at each barrier and exchange.
//
// What CUDA leaves open is drawn for each block: the order of the lanes of a warp between two exchanges, whether warps
// advance in lock step or each runs alone to the block's next barrier, the order of warps, blocks and of threads that
// do not cooperate. So a result that depends on it changes within a few blocks. Draws follow from TORCHPP_TEST_SEED (a
// number; 1 unless set) and start anew with each test; what fails names the seed.
//
// Shared memory holds garbage (bytes 0xcd) at the start of each block, and so does what a lane reads from one that its
// mask does not name. The program ends where CUDA defines nothing: lanes that meet in different exchanges, or wait for
// one that has ended or stands at the block's barrier; launches that a device refuses. Under the address sanitizer each
// access beyond an allocation does so, too (with TORCHPP_CUDA_NO_CACHE=1; else only beyond a segment of the caching
// allocator), under the thread sanitizer any two accesses of a block, one a write, that no barrier orders.
//
// Not seen: blocks that wait for each other, or race where the order of whole blocks changes nothing; work of streams
// that should have waited for each other, since all is done when it is given; registers and stacks that nobody wrote; a
// workspace's parts, of one allocation; what is wrong only in the device's arithmetic or memory model (a missing
// __threadfence, the rounding of its functions).

#include <cstddef>
#include <cstdint>
#include <cstring>

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline __attribute__((always_inline))
#define __shared__ static  // where the emulation finds them is in shared_memory.ld
#define __constant__ static const
#define __launch_bounds__(...)
#define __grid_constant__

namespace torchpp::cuda {
struct Geometry;

namespace emulation {

struct Index {
  unsigned x, y, z;
};
extern Index thread_index, block_index, block_size, grid_size;

/// Starts the sequence of draws anew; use_cuda() does so with the seed of the program's environment.
void restart_draws(uint64_t seed);
uint64_t seed_of_environment();

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
/// Waits until all lanes in `mask` have come here.
void warp_barrier(unsigned mask);
/// A lane's part in an exchange.
struct Value {
  uint64_t words[2];
};
/// Every lane of the warp in `mask` contributes a value of `nbytes` bytes, and gets that of the lane `from`.
Value exchange(unsigned mask, const Value& value, size_t nbytes, unsigned from);
/// A bit per lane in `mask` whose predicate holds.
unsigned ballot(unsigned mask, bool predicate);
unsigned lane();
/// Ends the program, as a trap ends the device's work.
[[noreturn]] void stop(const char* text);

template <class T>
T shuffle(unsigned mask, T value, unsigned from) {
  static_assert(sizeof(T) <= sizeof(Value), "a shuffle of up to 16 bytes");
  Value v = {};
  std::memcpy(&v, &value, sizeof value);
  v = exchange(mask, v, sizeof value, from);
  std::memcpy(&value, &v, sizeof value);
  return value;
}

}  // namespace emulation
}  // namespace torchpp::cuda

#define threadIdx (::torchpp::cuda::emulation::thread_index)
#define blockIdx (::torchpp::cuda::emulation::block_index)
#define blockDim (::torchpp::cuda::emulation::block_size)
#define gridDim (::torchpp::cuda::emulation::grid_size)

inline void __syncthreads() { ::torchpp::cuda::emulation::block_barrier(); }
inline void __syncwarp(unsigned mask = 0xffffffffu) { ::torchpp::cuda::emulation::warp_barrier(mask); }
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

// For integers.
template <class T>
T atomicAdd(T* p, T v) {
  return __atomic_fetch_add(p, v, __ATOMIC_RELAXED);
}
