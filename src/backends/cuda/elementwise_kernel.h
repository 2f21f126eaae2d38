// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The kernels behind every element-wise loop. Only .cu files include this.

#include "src/backends/cuda/elementwise.h"
#include "src/backends/cuda/types.h"

namespace torchpp::cuda {

// What a functor computes on is fixed before the launch; M0 is the output's element, M the inputs'.

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

template <class M>
__device__ __forceinline__ M value_of(const Operands& o, int k) {
  return *reinterpret_cast<const M*>(o.values[k]);
}

template <class M, int kCount>
__device__ __forceinline__ Pack<M, kCount> load_pack(const Operands& o, int k, uint32_t begin) {
  if (!o.is_value[k]) return *reinterpret_cast<const Pack<M, kCount>*>(reinterpret_cast<const M*>(o.data[k]) + begin);
  Pack<M, kCount> p;
  for (int i = 0; i < kCount; ++i) p.at[i] = value_of<M>(o, k);
  return p;
}
template <class M>
__device__ __forceinline__ M load_one(const Operands& o, int k, uint32_t i) {
  return o.is_value[k] ? value_of<M>(o, k) : reinterpret_cast<const M*>(o.data[k])[i];
}
template <class M0, int kCount, class F, class... P>
__device__ __forceinline__ Pack<M0, kCount> apply_pack(const F& f, const P&... inputs) {
  Pack<M0, kCount> result;
#pragma unroll
  for (int i = 0; i < kCount; ++i) result.at[i] = narrow<M0>(f(widen(inputs.at[i])...));
  return result;
}

/// kVector elements per thread, all operands dense or values. The rest at the end goes one by one.
template <class F, class M0, class... M, int... I>
__device__ __forceinline__ void flat_body(const Operands& o, const F& f, std::integer_sequence<int, I...>) {
  constexpr int kCount = kVector<M0, M...>;
  const uint32_t begin = static_cast<uint32_t>(thread_index()) * kCount;
  if (begin >= o.numel) return;
  M0* out = reinterpret_cast<M0*>(o.data[0]);
  if (begin + kCount <= o.numel) {
    *reinterpret_cast<Pack<M0, kCount>*>(out + begin) =
        apply_pack<M0, kCount>(f, load_pack<M, kCount>(o, I + 1, begin)...);
    return;
  }
  for (uint32_t i = begin; i < o.numel; ++i) out[i] = narrow<M0>(f(widen(load_one<M>(o, I + 1, i))...));
}
template <class F, class M0, class... M>
__global__ void flat_kernel(Operands o, F f) {
  flat_body<F, M0, M...>(o, f, std::make_integer_sequence<int, sizeof...(M)>());
}

/// High word of the product.
__device__ __forceinline__ uint32_t multiply_high(uint32_t a, uint32_t b) {
  return static_cast<uint32_t>((static_cast<uint64_t>(a) * b) >> 32);
}
__device__ __forceinline__ uint32_t divide(uint32_t n, const Divisor& d) {
  return (multiply_high(n, d.multiplier) + n) >> d.shift;
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

/// One element per thread, anywhere.
template <class F, class M0, class... M, int... I>
__device__ __forceinline__ void strided_body(const Operands& o, const F& f, std::integer_sequence<int, I...>) {
  const uint32_t i = static_cast<uint32_t>(thread_index());
  if (i >= o.numel) return;
  uint32_t offset[sizeof...(M) + 1];
  offsets_of(o, i, offset);
  *reinterpret_cast<M0*>(o.data[0] + offset[0]) = narrow<M0>(f(widen(
      o.is_value[I + 1] ? value_of<M>(o, I + 1) : *reinterpret_cast<const M*>(o.data[I + 1] + offset[I + 1]))...));
}
template <class F, class M0, class... M>
__global__ void strided_kernel(Operands o, F f) {
  strided_body<F, M0, M...>(o, f, std::make_integer_sequence<int, sizeof...(M)>());
}

/// output = f(inputs...) element by element.
template <class M0, class... M, class F>
void launch_elementwise(const char* name, const Operands& o, const F& f, StreamHandle stream) {
  constexpr uint32_t kSizes[] = {sizeof(M0), sizeof(M)...};
  bool flat = o.dims <= 1 && o.aligned16;
  for (size_t k = 0; k < sizeof...(M) + 1; ++k)
    flat = flat && (o.is_value[k] || o.numel <= 1 || o.strides[k][0] == kSizes[k]);
  if (flat) launch(name, &flat_kernel<F, M0, M...>, spread(o.numel, kVector<M0, M...>), stream, o, f);
  else launch(name, &strided_kernel<F, M0, M...>, spread(o.numel), stream, o, f);
}

using math::FromScalars, math::Plain;

/// The loop of an operator whose inputs are of element type M and whose result is of M0.
template <class F, class Make, class M0, class... M>
void element_loop(const Operands& o, const Scalars* scalars, StreamHandle stream) {
  launch_elementwise<M0, M...>("element-wise kernel", o, Make::template make<F>(scalars), stream);
}

}  // namespace torchpp::cuda
