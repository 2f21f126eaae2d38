// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdint.h>

#include "src/backends/math/hd.h"
#include "src/core/scalars.h"

#if defined(__CUDACC__)
// Functions of libdevice, CUDA's mathematical library, which every nvcc links.   Source: NVIDIA, libdevice user's
// guide.
extern "C" __device__ float __nv_half2float(unsigned short);
extern "C" __device__ unsigned short __nv_float2half_rn(float);
#endif

namespace torchpp::math {

/// 16-bit floating point numbers and truth values as they lie in memory.
struct f16 {
  static constexpr uint16_t kInfinity = 0x7c00;
  uint16_t bits;
};
struct bf16 {
  static constexpr uint16_t kInfinity = 0x7f80;
  uint16_t bits;
};
struct b8 {
  uint8_t value;  // 0 or 1
};
template <class T>
struct cplx {
  T re, im;
};

using torchpp::Scalars;

/// How a loop makes its functor: one without scalar operands from nothing, another from them.
struct Plain {
  template <class F>
  TORCHPP_HD static F make(const Scalars*) {
    return F{};
  }
};
struct FromScalars {
  template <class F>
  TORCHPP_HD static F make(const Scalars* s) {
    return F::from(*s);
  }
};

// What a functor gives for so many operands of type T.
template <class T>
T instance();
template <int kInputs, class F, class T, class... Operands>
struct ResultOfFunctor : ResultOfFunctor<kInputs - 1, F, T, T, Operands...> {};
template <class F, class T, class... Operands>
struct ResultOfFunctor<0, F, T, Operands...> {
  using type = decltype(instance<const F&>()(instance<Operands>()...));
};
template <class F, class T, int kInputs>
using ResultOf = typename ResultOfFunctor<kInputs, F, T>::type;

/// A result as loops store it: truth values are bytes.
template <class Result>
struct StoredAs {
  using type = Result;
  static constexpr bool kIsTruth = false;
};
template <>
struct StoredAs<bool> {
  using type = uint8_t;
  static constexpr bool kIsTruth = true;
};

TORCHPP_HD uint32_t to_bits(float x) {
  uint32_t b;
  __builtin_memcpy(&b, &x, sizeof b);
  return b;
}
TORCHPP_HD uint64_t to_bits(double x) {
  uint64_t b;
  __builtin_memcpy(&b, &x, sizeof b);
  return b;
}
TORCHPP_HD float from_bits(uint32_t b) {
  float x;
  __builtin_memcpy(&x, &b, sizeof x);
  return x;
}
TORCHPP_HD double from_bits(uint64_t b) {
  double x;
  __builtin_memcpy(&x, &b, sizeof x);
  return x;
}

/// a * b + c, rounded once where the machine does that in one instruction (software fma is a slow call).
TORCHPP_HD float mul_add(float a, float b, float c) {
#if defined(__CUDA_ARCH__) || defined(__FMA__) || defined(__ARM_FEATURE_FMA)
  return __builtin_fmaf(a, b, c);
#else
  return a * b + c;
#endif
}
TORCHPP_HD double mul_add(double a, double b, double c) {
#if defined(__CUDA_ARCH__) || defined(__FMA__) || defined(__ARM_FEATURE_FMA)
  return __builtin_fma(a, b, c);
#else
  return a * b + c;
#endif
}

/// c0 + c1 x + c2 x^2 + ..., by Horner.
template <class T>
TORCHPP_HD T poly(T, T c0) {
  return c0;
}
template <class T, class... C>
TORCHPP_HD T poly(T x, T c0, T c1, C... c) {
  return mul_add(poly(x, c1, static_cast<T>(c)...), x, c0);
}

// Conversions of 16-bit floats, all exact or rounded to nearest even, as selects that the compiler vectorises. A device
// has instructions, whose results differ in the bits of a NaN alone; written as asm they would keep compilers from
// loading for several steps of a loop at once.
TORCHPP_HD float to_float(f16 h) {
#if defined(__CUDA_ARCH__)
  return ::__nv_half2float(h.bits);
#else
  const uint32_t sign = static_cast<uint32_t>(h.bits & 0x8000u) << 16;
  const uint32_t magnitude = h.bits & 0x7fffu;
  const uint32_t normal = (magnitude << 13) + (magnitude >= 0x7c00u ? 0x70000000u : 0x38000000u);
  const uint32_t denormal = to_bits(static_cast<float>(static_cast<int32_t>(magnitude)) * 0x1p-24f);
  return from_bits(sign | (magnitude < 0x400u ? denormal : normal));
#endif
}
TORCHPP_HD float to_float(bf16 b) { return from_bits(static_cast<uint32_t>(b.bits) << 16); }

TORCHPP_HD f16 to_f16(float x) {
#if defined(__CUDA_ARCH__)
  return f16{::__nv_float2half_rn(x)};
#else
  const uint32_t bits = to_bits(x), magnitude = bits & 0x7fffffffu;
  const uint32_t rounded = (magnitude - 0x38000000u + 0xfffu + ((magnitude >> 13) & 1u)) >> 13;
  // Below 2^-14 the float adder rounds at 2^-24, the half's last place.
  const uint32_t denormal = to_bits(from_bits(magnitude) + 0.5f) - 0x3f000000u;
  uint32_t h = magnitude < 0x38800000u ? denormal : rounded;
  h = magnitude >= 0x477ff000u ? 0x7c00u : h;  // 65520 and up
  h = magnitude > 0x7f800000u ? 0x7e00u : h;   // NaN
  return f16{static_cast<uint16_t>(h | ((bits >> 16) & 0x8000u))};
#endif
}
TORCHPP_HD bf16 to_bf16(float x) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  bf16 b;
  asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(b.bits) : "f"(x));
  return b;
#else
  const uint32_t bits = to_bits(x);
  const uint32_t rounded = (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
  return bf16{static_cast<uint16_t>((bits & 0x7fffffffu) > 0x7f800000u ? 0x7fc0u : rounded)};
#endif
}

}  // namespace torchpp::math
