// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Sums and products of real and complex numbers by one name; those of integers wrap. Only .cu files include
/// this.

#include "src/backends/cuda/types.h"
#include "src/backends/math/complex.h"

namespace torchpp::cuda {

template <class T>
__device__ __forceinline__ T plus(T a, T b) {
  if constexpr (std::is_integral_v<T>) return static_cast<T>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
  else return a + b;
}
template <class T>
__device__ __forceinline__ math::cplx<T> plus(math::cplx<T> a, math::cplx<T> b) {
  return {a.re + b.re, a.im + b.im};
}
template <class T>
__device__ __forceinline__ T times(T a, T b) {
  if constexpr (std::is_integral_v<T>) return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
  else return a * b;
}
template <class T>
__device__ __forceinline__ math::cplx<T> times(math::cplx<T> a, math::cplx<T> b) {
  return math::cmul(a, b);
}

/// a b + sum
template <class T>
__device__ __forceinline__ T multiply_add(T a, T b, T sum) {
  return math::mul_add(a, b, sum);
}
template <class T>
__device__ __forceinline__ math::cplx<T> multiply_add(math::cplx<T> a, math::cplx<T> b, math::cplx<T> sum) {
  return {math::mul_add(a.re, b.re, math::mul_add(-a.im, b.im, sum.re)),
          math::mul_add(a.re, b.im, math::mul_add(a.im, b.re, sum.im))};
}

/// The values of all lanes, of a warp, in the same order of operations each time.
template <class T>
__device__ __forceinline__ T exchange_with(T value, int step) {
  return __shfl_xor_sync(0xffffffffu, value, step);
}
template <class T>
__device__ __forceinline__ math::cplx<T> exchange_with(math::cplx<T> value, int step) {
  return {__shfl_xor_sync(0xffffffffu, value.re, step), __shfl_xor_sync(0xffffffffu, value.im, step)};
}
template <class T>
__device__ __forceinline__ T sum_warp(T value) {
  for (int step = kWarp / 2; step > 0; step /= 2) value = plus(value, exchange_with(value, step));
  return value;
}
/// The sum over a one-dimensional block of up to 1024 threads, a multiple of 32; only thread 0 has the result.
/// `scratch` is shared memory for 32 values, used once.
template <class T>
__device__ __forceinline__ T sum_block(T value, T* scratch) {
  const unsigned lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp;
  value = sum_warp(value);
  if (lane == 0) scratch[warp] = value;
  __syncthreads();
  if (warp != 0) return value;
  return sum_warp(lane < blockDim.x / kWarp ? scratch[lane] : T{});
}

}  // namespace torchpp::cuda
