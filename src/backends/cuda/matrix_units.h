// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Instructions of tensor cores and the copies that feed them, for devices of compute capability 8.0 and later.
/// Only .cu files include this. All lanes of a warp call these functions together.
///
/// Fragments, as PTX defines them for the shape m16n8k16, with g = lane / 4 and t = lane % 4; each word holds two
/// elements, the first in its low half:
///   a[0] row g, columns 2 t and 2 t + 1;  a[1] row g + 8;  a[2] row g, columns + 8;  a[3] row g + 8, columns + 8
///   b0   column g, rows 2 t and 2 t + 1;  b1 rows + 8
///   d[0], d[1] row g, columns 2 t and 2 t + 1;  d[2], d[3] row g + 8
/// Source: NVIDIA, PTX ISA, "Matrix multiply-accumulate operation using mma instruction" and "ldmatrix".

#include <cmath>

#include "src/backends/cuda/types.h"

#if !defined(TORCHPP_CUDA_EMULATED) && defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#define TORCHPP_MATRIX_UNITS 1
#else
#define TORCHPP_MATRIX_UNITS 0
#endif

namespace torchpp::cuda {

/// Whether this code may use them. The functions below do nothing otherwise, and there is nothing to take their place.
__device__ __forceinline__ constexpr bool has_matrix_units() {
#if defined(TORCHPP_CUDA_EMULATED)
  return true;
#else
  return TORCHPP_MATRIX_UNITS != 0;
#endif
}

// The emulation computes what the manual defines from what each lane of the warp puts into a table.
#if defined(TORCHPP_CUDA_EMULATED)
namespace emulation {
template <class Entry>
class LaneTable {
 public:
  explicit LaneTable(const Entry& mine) {
    rows()[lane()] = mine;
    __syncwarp();
  }
  ~LaneTable() { __syncwarp(); }  // before the next table replaces this one
  const Entry& operator[](unsigned i) const { return rows()[i]; }

 private:
  static Entry* rows() {
    static Entry table[32][32];  // per warp, since warps of a block take turns
    return table[(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) / 32];
  }
};
struct Fragments {
  uint32_t a[4], b[2];
};
template <class M>
float half_of(uint32_t word, unsigned which) {
  M m;
  m.bits = static_cast<uint16_t>(word >> 16 * which);
  return widen(m);
}
}  // namespace emulation
#endif

/// d += a b
template <class M>
__device__ __forceinline__ void multiply_add(float (&d)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
#if TORCHPP_MATRIX_UNITS
  if constexpr (std::is_same_v<M, math::bf16>)
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
  else
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
#elif defined(TORCHPP_CUDA_EMULATED)
  const emulation::LaneTable<emulation::Fragments> lanes({{a[0], a[1], a[2], a[3]}, {b0, b1}});
  const unsigned g = emulation::lane() / 4, t = emulation::lane() % 4;
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned row = g + i / 2 * 8, column = 2 * t + i % 2;
    for (unsigned k = 0; k < 16; ++k) {
      const unsigned lane_of_k = k % 8 / 2;
      const uint32_t left = lanes[row % 8 * 4 + lane_of_k].a[row / 8 + k / 8 * 2];
      const uint32_t right = lanes[column * 4 + lane_of_k].b[k / 8];
      d[i] += emulation::half_of<M>(left, k % 2) * emulation::half_of<M>(right, k % 2);
    }
  }
#endif
}

/// Four matrices of 8 x 8 elements of 16 bits from shared memory: lane l gives the address of row l % 8 of matrix l /
/// 8, a multiple of 16 bytes, and gets of each matrix i in to[i] the elements 2 t and 2 t + 1 of row g.
__device__ __forceinline__ void load_matrix_x4(uint32_t (&to)[4], const void* row) {
#if TORCHPP_MATRIX_UNITS
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
               : "r"(static_cast<uint32_t>(__cvta_generic_to_shared(row))));
#elif defined(TORCHPP_CUDA_EMULATED)
  const emulation::LaneTable<const void*> rows(row);
  const unsigned g = emulation::lane() / 4, t = emulation::lane() % 4;
  for (unsigned i = 0; i < 4; ++i)
    std::memcpy(&to[i], static_cast<const unsigned char*>(rows[i * 8 + g]) + 4 * t, sizeof to[i]);
#endif
}
/// The same of the transposed matrices: elements g of rows 2 t and 2 t + 1.
__device__ __forceinline__ void load_matrix_x4_transposed(uint32_t (&to)[4], const void* row) {
#if TORCHPP_MATRIX_UNITS
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
               : "r"(static_cast<uint32_t>(__cvta_generic_to_shared(row))));
#elif defined(TORCHPP_CUDA_EMULATED)
  const emulation::LaneTable<const void*> rows(row);
  const unsigned g = emulation::lane() / 4, t = emulation::lane() % 4;
  for (unsigned i = 0; i < 4; ++i) {
    uint16_t elements[2];
    for (unsigned j = 0; j < 2; ++j)
      std::memcpy(&elements[j], static_cast<const unsigned char*>(rows[i * 8 + 2 * t + j]) + 2 * g, sizeof elements[j]);
    to[i] = elements[0] | static_cast<uint32_t>(elements[1]) << 16;
  }
#endif
}

#if defined(TORCHPP_CUDA_EMULATED)
namespace emulation {
inline void copy_or_clear(void* to, const void* from, size_t nbytes, bool clear) {
  if (reinterpret_cast<uintptr_t>(to) % nbytes != 0 || reinterpret_cast<uintptr_t>(from) % nbytes != 0)
    stop("an asynchronous copy: an address is not a multiple of its bytes");
  if (clear) std::memset(to, 0, nbytes);
  else std::memcpy(to, from, nbytes);
}
}  // namespace emulation
#endif

/// Begins to copy 16 bytes to shared memory, or to clear them; both addresses are multiples of 16.
__device__ __forceinline__ void copy_async_16(void* to, const void* from, bool clear) {
#if TORCHPP_MATRIX_UNITS
  asm volatile(
      "cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(static_cast<uint32_t>(__cvta_generic_to_shared(to))),
      "l"(from), "r"(clear ? 0 : 16)
      : "memory");
#elif defined(TORCHPP_CUDA_EMULATED)
  emulation::copy_or_clear(to, from, 16, clear);
#endif
}
/// The same of 8 bytes.
__device__ __forceinline__ void copy_async_8(void* to, const void* from, bool clear) {
#if TORCHPP_MATRIX_UNITS
  asm volatile(
      "cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(static_cast<uint32_t>(__cvta_generic_to_shared(to))),
      "l"(from), "r"(clear ? 0 : 8)
      : "memory");
#elif defined(TORCHPP_CUDA_EMULATED)
  emulation::copy_or_clear(to, from, 8, clear);
#endif
}
/// Waits for all copies that this thread has begun; a barrier makes them visible to others.
__device__ __forceinline__ void wait_for_copies() {
#if TORCHPP_MATRIX_UNITS
  asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

/// Two elements in one word, the first in its low half.
template <class M>
__device__ __forceinline__ uint32_t pack_pair(float first, float second) {
#if TORCHPP_MATRIX_UNITS
  uint32_t pair;
  if constexpr (std::is_same_v<M, math::bf16>)
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(second), "f"(first));
  else asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(second), "f"(first));
  return pair;
#else
  return narrow<M>(first).bits | static_cast<uint32_t>(narrow<M>(second).bits) << 16;
#endif
}

/// 2^x within 2 units in the last place; denormal results are 0.
__device__ __forceinline__ float exp2_approximate(float x) {
#if defined(__CUDA_ARCH__)
  float y;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
#else
  return std::exp2(x);
#endif
}

}  // namespace torchpp::cuda
