// SPDX-License-Identifier: BSD-3-Clause
// Floats rounded to bfloat16 by AVX512_BF16's instruction for it.

#define TORCHPP_SET v4  // whose block driver takes operands that are not contiguous
#include "src/backends/cpu/isa/kernel.h"

#include "src/backends/cpu/isa/bf16/intrinsics.h"

namespace torchpp::cpu {
namespace {

void round_each(uint16_t* out, const float* in, int64_t n) {
  TORCHPP_NO_ALIAS
  for (int64_t i = 0; i < n; ++i) out[i] = math::to_bf16(in[i]).bits;
}

// The instruction takes denormal numbers for 0 and keeps bits of NaN, which math::to_bf16 does not.
TORCHPP_OUT_OF_LINE int kernel(char* const* data, int64_t n, unsigned, const Scalars*) {
  constexpr int kUnusual = 0x01 | 0x20 | 0x80;  // quiet NaN, denormal, signaling NaN
  constexpr int64_t kStep = 32;
  uint16_t* out = reinterpret_cast<uint16_t*>(data[0]);
  const float* in = reinterpret_cast<const float*>(data[1]);
  int64_t i = 0;
  for (; i + kStep <= n; i += kStep) {
    const __m512 low = _mm512_loadu_ps(in + i), high = _mm512_loadu_ps(in + i + kStep / 2);
    if (__builtin_expect(_mm512_fpclass_ps_mask(low, kUnusual) | _mm512_fpclass_ps_mask(high, kUnusual), 0))
      round_each(out + i, in + i, kStep);
    else _mm512_storeu_si512(out + i, (__m512i)_mm512_cvtne2ps_pbh(high, low));
  }
  round_each(out + i, in + i, n - i);
  return kLoopDone;
}

}  // namespace

int cast_bf16_f32_avx512(char* const* data, const int64_t* strides, int64_t n, const Scalars* scalars);
int cast_bf16_f32_avx512(char* const* data, const int64_t* strides, int64_t n, const Scalars* scalars) {
  return enter<&kernel, kinds(kRaw2, kRaw4), 2, false>(data, strides, n, scalars);
}

}  // namespace torchpp::cpu
