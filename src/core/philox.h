// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#if defined(__CUDACC__)
#define TORCHPP_PHILOX_FUNCTION __host__ __device__ inline
#else
#define TORCHPP_PHILOX_FUNCTION inline
#endif
#if defined(__CUDA_ARCH__)
#define TORCHPP_PHILOX_UNROLL _Pragma("unroll")
#elif defined(__CUDACC__)
#define TORCHPP_PHILOX_UNROLL
#else
#define TORCHPP_PHILOX_UNROLL _Pragma("GCC unroll 10")
#endif

// In an anonymous namespace because files compiled for one instruction set include this: an inline function with
// external linkage would let the linker keep any of the copies for all.
namespace torchpp::detail {
namespace {

struct PhiloxBlock {
  uint32_t c[4];
};

/// Philox 4x32-10: block number `block` of the stream of `key`, which is that of counter (low half of block, high half
/// of block, part, 0). Part 0 is the stream; an element that takes an unknown number of words has further parts of its
/// block. Unrolled so that a loop over blocks is vectorised. Devices call it too.
/// Source: Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011.
TORCHPP_PHILOX_FUNCTION PhiloxBlock philox(uint64_t key, uint64_t block, uint32_t part = 0) {
  uint32_t k0 = static_cast<uint32_t>(key), k1 = static_cast<uint32_t>(key >> 32);
  uint32_t c0 = static_cast<uint32_t>(block), c1 = static_cast<uint32_t>(block >> 32), c2 = part, c3 = 0;
  TORCHPP_PHILOX_UNROLL
  for (int round = 0; round < 10; ++round) {
    const uint64_t p0 = uint64_t{0xd2511f53u} * c0, p1 = uint64_t{0xcd9e8d57u} * c2;
    c0 = static_cast<uint32_t>(p1 >> 32) ^ c1 ^ k0;
    c1 = static_cast<uint32_t>(p1);
    c2 = static_cast<uint32_t>(p0 >> 32) ^ c3 ^ k1;
    c3 = static_cast<uint32_t>(p0);
    k0 += 0x9e3779b9u;
    k1 += 0xbb67ae85u;
  }
  return {{c0, c1, c2, c3}};
}

}  // namespace
}  // namespace torchpp::detail

#undef TORCHPP_PHILOX_FUNCTION
#undef TORCHPP_PHILOX_UNROLL
