// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Registers of floats from memory that holds 16-bit floats, on sets that have instructions for it.

#include "src/backends/cpu/isa/registers.h"

#if defined(__AVX2__)
namespace torchpp {
namespace cpu {
namespace {

// As many as a register holds floats.
#if defined(__AVX512F__)
typedef __m256i SixteenBits;
#else
typedef __m128i SixteenBits;
#endif
typedef uint32_t Words __attribute__((vector_size(kVectorBytes)));

// By instructions: GCC 12 converts vectors of 16-bit numbers by halves.
inline Vector<float> widened(SixteenBits v, const math::bf16*) {
#if defined(__AVX512F__)
  return reinterpret_cast<Vector<float>>(reinterpret_cast<Words>(_mm512_maskz_cvtepu16_epi32(0xffff, v)) << 16);
#else
  return reinterpret_cast<Vector<float>>(reinterpret_cast<Words>(_mm256_cvtepu16_epi32(v)) << 16);
#endif
}
inline Vector<float> widened(SixteenBits v, const math::f16*) {
#if defined(__AVX512F__)
  return _mm512_maskz_cvtph_ps(0xffff, v);
#else
  return _mm256_cvtph_ps(v);
#endif
}

template <class B>
inline Vector<float> load_narrow(const B* p) {
  SixteenBits v;
  __builtin_memcpy(&v, p, sizeof v);
  return widened(v, p);
}
template <class B>
inline Vector<float> load_narrow_part(const B* p, int64_t n) {
#if defined(__AVX512F__)
  return widened(_mm256_maskz_loadu_epi16(static_cast<__mmask16>((1u << n) - 1), p), p);
#else
  SixteenBits v{};
  __builtin_memcpy(&v, p, static_cast<size_t>(n) * sizeof *p);
  return widened(v, p);
#endif
}

inline Vector<float> load(const math::bf16* p) { return load_narrow(p); }
inline Vector<float> load(const math::f16* p) { return load_narrow(p); }
// The first n lanes from memory, zeros in the others.
inline Vector<float> load_part(const math::bf16* p, int64_t n) { return load_narrow_part(p, n); }
inline Vector<float> load_part(const math::f16* p, int64_t n) { return load_narrow_part(p, n); }

}  // namespace
}  // namespace cpu
}  // namespace torchpp
#endif
