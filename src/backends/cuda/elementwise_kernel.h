// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The kernels behind every element-wise loop. Only .cu files include this.

#include "src/backends/cuda/elementwise.h"
#include "src/backends/cuda/types.h"

namespace torchpp::cuda {

// The element types are fixed before the launch: M0 of the output, M of the inputs.

/// As many elements as 16 bytes hold of the widest operand: one load or store instruction each.
template <class... M>
constexpr int kVector = [] {
  size_t widest = 1;
  ((widest = sizeof(M) > widest ? sizeof(M) : widest), ...);
  return static_cast<int>(16 / widest);
}();

template <class T, int kCount>
struct alignas(sizeof(T) * kCount > 16 ? 16 : sizeof(T) * kCount) Pack {
  T at[kCount];
};

/// All of a pack by one instruction. A reference to one in memory may be read element by element.
template <class P>
__device__ __forceinline__ P load_whole(const void* from) {
  const auto words = *static_cast<const Pack<uint32_t, sizeof(P) / 4>*>(from);
  P pack;
  __builtin_memcpy(&pack, &words, sizeof pack);
  return pack;
}
template <class P>
__device__ __forceinline__ void store_whole(void* to, const P& pack) {
  Pack<uint32_t, sizeof(P) / 4> words;
  __builtin_memcpy(&words, &pack, sizeof words);
  *static_cast<Pack<uint32_t, sizeof(P) / 4>*>(to) = words;
}

/// Elements that together begin at a multiple of their size; a single one need not, where it has 16 bytes.
template <class M, int kCount>
__device__ __forceinline__ Pack<M, kCount> load_elements(const void* from) {
  if constexpr (kCount == 1) {
    Pack<M, 1> one;
    one.at[0] = *static_cast<const M*>(from);
    return one;
  } else {
    return load_whole<Pack<M, kCount>>(from);
  }
}

/// use(load(i), i) for i = begin, begin + step, ... below end, in this order; kAtOnce loads are begun before the first
/// is used. Unrolled by the compiler such a loop begins with a division of 64 bits for the number of its steps.
template <int kAtOnce, class Load, class Use>
__device__ __forceinline__ void for_strided(int64_t begin, int64_t end, int64_t step, const Load& load,
                                            const Use& use) {
  int64_t i = begin;
  if constexpr (kAtOnce > 1) {
#pragma unroll 1
    for (; i + (kAtOnce - 1) * step < end; i += kAtOnce * step) {
      decltype(load(i)) loaded[kAtOnce];
#pragma unroll
      for (int j = 0; j < kAtOnce; ++j) loaded[j] = load(i + j * step);
#pragma unroll
      for (int j = 0; j < kAtOnce; ++j) use(loaded[j], i + j * step);
    }
  }
#pragma unroll 1
  for (; i < end; i += step) use(load(i), i);
}

template <class M>
__device__ __forceinline__ M value_of(const Operands& o, int k) {
  return *reinterpret_cast<const M*>(o.values[k]);
}

template <class M>
__device__ __forceinline__ M load_one(const Operands& o, int k, uint32_t offset) {
  return o.is_value[k] ? value_of<M>(o, k) : *reinterpret_cast<const M*>(o.data[k] + offset);
}
// Loads a pack of operand k, in kernels that count work in packs: along dimension 0 the operand is contiguous or one
// value.
template <class M, int kCount>
__device__ __forceinline__ Pack<M, kCount> load_pack(const Operands& o, int k, uint32_t offset) {
  if (o.strides[k][0] != 0) return *reinterpret_cast<const Pack<M, kCount>*>(o.data[k] + offset);
  const M one = load_one<M>(o, k, offset);
  Pack<M, kCount> p;
#pragma unroll
  for (int i = 0; i < kCount; ++i) p.at[i] = one;
  return p;
}
template <class M0, int kCount, class F, class... P>
__device__ __forceinline__ Pack<M0, kCount> apply_pack(const F& f, const P&... inputs) {
  Pack<M0, kCount> result;
#pragma unroll
  for (int i = 0; i < kCount; ++i) result.at[i] = narrow<M0>(f(widen(inputs.at[i])...));
  return result;
}

/// High word of the product.
__device__ __forceinline__ uint32_t multiply_high(uint32_t a, uint32_t b) {
  return static_cast<uint32_t>((static_cast<uint64_t>(a) * b) >> 32);
}
__device__ __forceinline__ uint32_t divide(uint32_t n, const Divisor& d) {
  return (multiply_high(n, d.multiplier) + n) >> d.shift;
}

__device__ __forceinline__ int64_t divide(int64_t n, const LongDivisor& d) {
  return d.wide ? n / d.divisor : int64_t{divide(static_cast<uint32_t>(n), d.narrow)};
}

/// Byte offsets of element `i` of every operand.
template <int kOperands>
__device__ __forceinline__ void offsets_of(const Operands& o, uint32_t i, uint32_t (&offset)[kOperands]) {
  for (int k = 0; k < kOperands; ++k) offset[k] = 0;
  for (int d = 0; d < o.dims; ++d) {
    const uint32_t q = d + 1 < o.dims ? divide(i, o.sizes[d]) : 0, at = i - q * o.sizes[d].divisor;
    for (int k = 0; k < kOperands; ++k) offset[k] += at * o.strides[k][d];
    i = q;
  }
}

/// A pack of kVector elements per thread, then the remaining elements, one per thread.
template <class F, class M0, class... M, int... I>
__device__ __forceinline__ void packs_body(const Operands& o, const F& f, std::integer_sequence<int, I...>) {
  constexpr int kCount = kVector<M0, M...>;
  const uint32_t i = static_cast<uint32_t>(thread_index());
  if (i < o.numel) {
    uint32_t offset[sizeof...(M) + 1];
    offsets_of(o, i, offset);
    *reinterpret_cast<Pack<M0, kCount>*>(o.data[0] + offset[0]) =
        apply_pack<M0, kCount>(f, load_pack<M, kCount>(o, I + 1, offset[I + 1])...);
    return;
  }
  if (i - o.numel >= o.rest) return;
  const uint32_t at = o.numel * kCount + (i - o.numel);
  reinterpret_cast<M0*>(o.data[0])[at] =
      narrow<M0>(f(widen(load_one<M>(o, I + 1, o.strides[I + 1][0] != 0 ? at * uint32_t{sizeof(M)} : 0))...));
}
template <class F, class M0, class... M>
__global__ void packs_kernel(Operands o, F f) {
  packs_body<F, M0, M...>(o, f, std::make_integer_sequence<int, sizeof...(M)>());
}

/// One element per thread, anywhere.
template <class F, class M0, class... M, int... I>
__device__ __forceinline__ void strided_body(const Operands& o, const F& f, std::integer_sequence<int, I...>) {
  const uint32_t i = static_cast<uint32_t>(thread_index());
  if (i >= o.numel) return;
  uint32_t offset[sizeof...(M) + 1];
  offsets_of(o, i, offset);
  *reinterpret_cast<M0*>(o.data[0] + offset[0]) = narrow<M0>(f(widen(load_one<M>(o, I + 1, offset[I + 1]))...));
}
template <class F, class M0, class... M>
__global__ void strided_kernel(Operands o, F f) {
  strided_body<F, M0, M...>(o, f, std::make_integer_sequence<int, sizeof...(M)>());
}

/// output = f(inputs...) element by element.
template <class M0, class... M, class F>
void launch_elementwise(const char* name, const Operands& o, const F& f, StreamHandle stream) {
  constexpr uint32_t kSizes[] = {sizeof(M0), sizeof(M)...};
  Operands packs = o;
  if (count_in_packs(packs, sizeof...(M) + 1, kSizes, kVector<M0, M...>))
    launch(name, &packs_kernel<F, M0, M...>, spread(int64_t{packs.numel} + packs.rest), stream, packs, f);
  else launch(name, &strided_kernel<F, M0, M...>, spread(o.numel), stream, o, f);
}

using math::FromScalars, math::Plain;

/// The loop of an operator whose inputs are of element type M and whose result is of M0.
template <class F, class Make, class M0, class... M>
void element_loop(const Operands& o, const Scalars* scalars, StreamHandle stream) {
  launch_elementwise<M0, M...>("element-wise kernel", o, Make::template make<F>(scalars), stream);
}

}  // namespace torchpp::cuda
