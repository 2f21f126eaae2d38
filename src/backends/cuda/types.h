// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Elements as they lie in memory and the types that kernels compute in. Only .cu files include this.

#include "src/backends/cuda/device.h"
#include "src/backends/cuda/vector.h"
#include "src/backends/math/bits.h"

namespace torchpp::cuda {

// Memory: the type of an element; Compute: the type of arithmetic. The tags of math/types.def.
template <class M, class C>
struct Tag {
  using Memory = M;
  using Compute = C;
};
using Tag_f32 = Tag<float, float>;
using Tag_f64 = Tag<double, double>;
using Tag_f16 = Tag<math::f16, float>;
using Tag_bf16 = Tag<math::bf16, float>;
using Tag_u8 = Tag<uint8_t, uint8_t>;
using Tag_i8 = Tag<int8_t, int8_t>;
using Tag_i16 = Tag<int16_t, int16_t>;
using Tag_i32 = Tag<int32_t, int32_t>;
using Tag_i64 = Tag<int64_t, int64_t>;
using Tag_b8 = Tag<uint8_t, uint8_t>;
using Tag_c64 = Tag<math::cplx<float>, math::cplx<float>>;
using Tag_c128 = Tag<math::cplx<double>, math::cplx<double>>;

/// The element as its type of arithmetic, and back.
template <class T>
__device__ __forceinline__ T widen(T x) {
  return x;
}
__device__ __forceinline__ float widen(math::f16 x) { return math::to_float(x); }
__device__ __forceinline__ float widen(math::bf16 x) { return math::to_float(x); }

template <class M, class C>
__device__ __forceinline__ M narrow(C x) {
  if constexpr (std::is_same_v<M, math::f16>) return math::to_f16(static_cast<float>(x));
  else if constexpr (std::is_same_v<M, math::bf16>) return math::to_bf16(static_cast<float>(x));
  else return static_cast<M>(x);
}

/// The type in which sums of an element type are taken: float for 16 bits, else the type itself.
template <class M>
using Compute = decltype(widen(M()));

/// An element of a vector, as a number of the compute type.
template <class C>
__device__ __forceinline__ C element(const Vector& v, int64_t i) {
  if constexpr (std::is_same_v<C, float>) {
    if (v.dtype == kHalf) return widen(static_cast<const math::f16*>(v.data)[i]);
    if (v.dtype == kBFloat16) return widen(static_cast<const math::bf16*>(v.data)[i]);
  }
  return static_cast<const C*>(v.data)[i];
}
template <class C>
__device__ __forceinline__ void set_element(const Vector& v, int64_t i, C x) {
  if constexpr (std::is_same_v<C, float>) {
    if (v.dtype == kHalf) {
      static_cast<math::f16*>(v.data)[i] = narrow<math::f16>(x);
      return;
    }
    if (v.dtype == kBFloat16) {
      static_cast<math::bf16*>(v.data)[i] = narrow<math::bf16>(x);
      return;
    }
  }
  static_cast<C*>(v.data)[i] = x;
}

/// The type of a complex number's parts; of other numbers their own.
template <class T>
struct PartOf {
  using type = T;
};
template <class T>
struct PartOf<math::cplx<T>> {
  using type = T;
};

}  // namespace torchpp::cuda
