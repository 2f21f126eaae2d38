// SPDX-License-Identifier: BSD-3-Clause

// The block driver: operands that are strided or 16-bit floats pass through blocks in the first-level cache.

#if defined(__F16C__)
#include <immintrin.h>
#endif

#include "src/backends/cpu/isa/element_loop.h"
#include "src/backends/cpu/isa/kernel.h"

namespace torchpp::cpu {
namespace {

constexpr int64_t kBlockBytes = 2048;
constexpr int kMaxOperands = 4;

template <class T>
void copy_strided(char* to, int64_t to_stride, const char* from, int64_t from_stride, int64_t n) {
  constexpr int64_t kSize = sizeof(T);
  // Backwards and every second element: the loops vectorise where the steps are constants.
  if (to_stride == kSize && from_stride == -kSize) {
    TORCHPP_NO_ALIAS
    for (int64_t i = 0; i < n; ++i) __builtin_memcpy(to + i * kSize, from - i * kSize, sizeof(T));
    return;
  }
#if defined(__AVX__)
  if constexpr (kSize > 1 && kSize <= 8) {
    if (to_stride == kSize && from_stride == 2 * kSize) {
      TORCHPP_NO_ALIAS
      for (int64_t i = 0; i < n; ++i) __builtin_memcpy(to + i * kSize, from + i * 2 * kSize, sizeof(T));
      return;
    }
  }
#endif
#pragma GCC unroll 4  // counting costs as much as a copy
  for (int64_t i = 0; i < n; ++i) __builtin_memcpy(to + i * to_stride, from + i * from_stride, sizeof(T));
}
struct Bytes16 {
  uint64_t low, high;
};
void copy_elements(unsigned width, char* to, int64_t to_stride, const char* from, int64_t from_stride, int64_t n) {
  switch (width) {
    case 1: return copy_strided<uint8_t>(to, to_stride, from, from_stride, n);
    case 2: return copy_strided<uint16_t>(to, to_stride, from, from_stride, n);
    case 4: return copy_strided<uint32_t>(to, to_stride, from, from_stride, n);
    case 8: return copy_strided<uint64_t>(to, to_stride, from, from_stride, n);
    default: return copy_strided<Bytes16>(to, to_stride, from, from_stride, n);
  }
}

// Float16 by instructions where there are any: a sum takes 0.3 of the time. They keep bits of a NaN, which math::to_f16
// does not: these are cleared. They make a signalling NaN quiet, which shows in no result.
#if defined(__AVX512F__)
constexpr int64_t kHalves = 16;     // not 8: kernels load 64 bytes, which are then forwarded from one store
constexpr __mmask16 kAll = 0xffff;  // without a mask GCC 12 warns of a register that was not set
void widen_some(float* to, const math::f16* from) {
  _mm512_storeu_ps(to, _mm512_maskz_cvtph_ps(kAll, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from))));
}
void narrow_some(uint16_t* to, const float* from) {
  const __m256i h = _mm512_maskz_cvtps_ph(kAll, _mm512_loadu_ps(from), _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC),
                nan = _mm256_cmpgt_epi16(_mm256_and_si256(h, _mm256_set1_epi16(0x7fff)), _mm256_set1_epi16(0x7c00)),
                payload = _mm256_and_si256(nan, _mm256_set1_epi16(0x1ff));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), _mm256_andnot_si256(payload, h));
}
#elif defined(__F16C__)
constexpr int64_t kHalves = 8;
void widen_some(float* to, const math::f16* from) {
  _mm256_storeu_ps(to, _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from))));
}
void narrow_some(uint16_t* to, const float* from) {
  const __m128i h = _mm256_cvtps_ph(_mm256_loadu_ps(from), _MM_FROUND_TO_NEAREST_INT),
                nan = _mm_cmpgt_epi16(_mm_and_si128(h, _mm_set1_epi16(0x7fff)), _mm_set1_epi16(0x7c00)),
                payload = _mm_and_si128(nan, _mm_set1_epi16(0x1ff));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm_andnot_si128(payload, h));
}
#else
constexpr int64_t kHalves = 0;
[[maybe_unused]] void widen_some(float*, const math::f16*) {}
[[maybe_unused]] void narrow_some(uint16_t*, const float*) {}
#endif

void widen(float* to, const math::f16* from, int64_t n) {
  int64_t i = 0;
  if constexpr (kHalves > 0)
    for (; i + kHalves <= n; i += kHalves) widen_some(to + i, from + i);
  TORCHPP_NO_ALIAS
  for (; i < n; ++i) to[i] = math::to_float(from[i]);
}
void widen(float* to, const math::bf16* from, int64_t n) {
  TORCHPP_NO_ALIAS
  for (int64_t i = 0; i < n; ++i) to[i] = math::to_float(from[i]);
}
void narrow_f16(uint16_t* to, const float* from, int64_t n) {
  int64_t i = 0;
  if constexpr (kHalves > 0)
    for (; i + kHalves <= n; i += kHalves) narrow_some(to + i, from + i);
  TORCHPP_NO_ALIAS
  for (; i < n; ++i) to[i] = math::to_f16(from[i]).bits;
}

// Brings n elements of memory into the block at `to`.
void gather(unsigned kind, char* to, const char* from, int64_t stride, int64_t n) {
  if (kind != kF16 && kind != kBF16) return copy_elements(kind, to, kind, from, stride, n);
  if (stride == 0) {  // one number, often of a single element or few
    uint16_t bits;
    __builtin_memcpy(&bits, from, sizeof bits);
    const float value = kind == kF16 ? math::to_float(math::f16{bits}) : math::to_float(math::bf16{bits});
    for (int64_t i = 0; i < n; ++i) reinterpret_cast<float*>(to)[i] = value;
    return;
  }
  uint16_t packed[kBlockBytes / sizeof(float)];
  const char* bits = from;
  if (stride != 2) {
    copy_elements(2, reinterpret_cast<char*>(packed), 2, from, stride, n);
    bits = reinterpret_cast<const char*>(packed);
  }
  float* out = reinterpret_cast<float*>(to);
  if (kind == kF16) return widen(out, reinterpret_cast<const math::f16*>(bits), n);
  return widen(out, reinterpret_cast<const math::bf16*>(bits), n);
}

void scatter(unsigned kind, char* to, int64_t stride, const char* from, int64_t n) {
  if (kind != kF16 && kind != kBF16) return copy_elements(kind, to, stride, from, kind, n);
  uint16_t packed[kBlockBytes / sizeof(float)];
  uint16_t* bits = stride == 2 ? reinterpret_cast<uint16_t*>(to) : packed;
  const float* in = reinterpret_cast<const float*>(from);
  if (kind == kF16) {
    narrow_f16(bits, in, n);
  } else {
    TORCHPP_NO_ALIAS
    for (int64_t i = 0; i < n; ++i) bits[i] = math::to_bf16(in[i]).bits;
  }
  if (stride != 2) copy_elements(2, to, stride, reinterpret_cast<const char*>(packed), 2, n);
}

}  // namespace

int TORCHPP_SET_NAME(run_blocks)(Kernel kernel, uint64_t kinds, int operands, char* const* data, const int64_t* strides,
                                 int64_t n, const Scalars* scalars) {
  alignas(64) char blocks[kMaxOperands][kBlockBytes];
  char* block_data[kMaxOperands];
  bool passes[kMaxOperands];  // the kernel works on the operand's own memory
  unsigned kind[kMaxOperands];
  int64_t widest = 4;
  for (int k = 0; k < operands; ++k) {
    kind[k] = kinds >> (8 * k) & 0xff;
    const int64_t width = raw_size(kind[k]);
    widest = width > widest ? width : widest;
    passes[k] = kind[k] != kF16 && kind[k] != kBF16 && strides[k] == width;
  }
  const int64_t block = kBlockBytes / widest;
  for (int k = 1; k < operands; ++k)
    if (strides[k] == 0 && n > 0) gather(kind[k], blocks[k], data[k], 0, n < block ? n : block);
  int status = kLoopDone;
  for (int64_t start = 0; start < n; start += block) {
    const int64_t length = n - start < block ? n - start : block;
    for (int k = 0; k < operands; ++k) {
      char* here = data[k] + start * strides[k];
      block_data[k] = passes[k] ? here : blocks[k];
      if (k > 0 && !passes[k] && strides[k] != 0) gather(kind[k], blocks[k], here, strides[k], length);
    }
    const int failed = kernel(block_data, length, 0, scalars);
    status |= failed;
    if (!passes[0] && failed == kLoopDone)
      scatter(kind[0], data[0] + start * strides[0], strides[0], blocks[0], length);
  }
  return status;
}

int TORCHPP_SET_NAME(run_bfloat16)(Kernel kernel, Kernel by_blocks, char* const* data, const int64_t* strides,
                                   int64_t n, const Scalars* scalars) {
  constexpr int64_t kLeast = 4 * kBfloat16Block, kSize = sizeof(uint16_t);
  constexpr int kOperands = 3;
  uint16_t values[kOperands][kBfloat16Block];
  char *at[kOperands], *rest[kOperands];
  unsigned scalar = 0;
  bool direct = n >= kLeast;
  const int64_t whole = n - n % kBfloat16Block;
  for (int k = 0; k < kOperands && direct; ++k) {
    at[k] = data[k];
    rest[k] = data[k] + whole * strides[k];
    if (k > 0 && strides[k] == 0) {
      scalar |= 1u << k;
      for (uint16_t& value : values[k]) __builtin_memcpy(&value, data[k], kSize);
      at[k] = reinterpret_cast<char*>(values[k]);
    } else {
      direct = strides[k] == kSize;
    }
  }
  constexpr uint64_t kKinds = kinds(kBF16, kBF16, kBF16);
  if (!direct) return TORCHPP_SET_NAME(run_blocks)(by_blocks, kKinds, kOperands, data, strides, n, scalars);
  kernel(at, whole, scalar, scalars);
  return whole == n ? kLoopDone
                    : TORCHPP_SET_NAME(run_blocks)(by_blocks, kKinds, kOperands, rest, strides, n - whole, scalars);
}

}  // namespace torchpp::cpu
