// SPDX-License-Identifier: BSD-3-Clause
// The loops of random number generation.

#include "src/backends/cpu/isa/random_abi.h"

#include "src/backends/cpu/isa/abi.h"
#include "src/backends/math/bits.h"
#include "src/core/philox.h"

#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace torchpp::cpu {
namespace {

using math::mul_add;
using math::poly;

#include "src/core/mt19937_block.inc"

#ifdef __AVX2__
// Four blocks side by side, each word in the lower half of a 64-bit lane: the multiplication of lower halves is one
// instruction, which compilers do not find by themselves (0.77 ns per word instead of 1.96).
struct PhiloxLanes {
  __m256i c0, c1, c2, c3;

  explicit PhiloxLanes(uint64_t first_block) {
    c0 = _mm256_add_epi64(_mm256_set1_epi64x(static_cast<long long>(first_block)), _mm256_setr_epi64x(0, 1, 2, 3));
    c1 = _mm256_srli_epi64(c0, 32);
    c2 = c3 = _mm256_setzero_si256();
  }
  // The upper halves of c1 and c3 hold what is left of a product; nothing reads them.
  void round(__m256i k0, __m256i k1) {
    const __m256i p0 = _mm256_mul_epu32(c0, _mm256_set1_epi64x(0xd2511f53)),
                  p1 = _mm256_mul_epu32(c2, _mm256_set1_epi64x(0xcd9e8d57));
    c0 = _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(p1, 32), c1), k0);
    c1 = p1;
    c2 = _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(p0, 32), c3), k1);
    c3 = p0;
  }
  void store(uint32_t* words) const {
    const __m256i first = _mm256_blend_epi32(c0, _mm256_slli_epi64(c1, 32), 0xaa),
                  second = _mm256_blend_epi32(c2, _mm256_slli_epi64(c3, 32), 0xaa);
    const __m256i even = _mm256_unpacklo_epi64(first, second), odd = _mm256_unpackhi_epi64(first, second);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(words), _mm256_permute2x128_si256(even, odd, 0x20));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(words + 8), _mm256_permute2x128_si256(even, odd, 0x31));
  }
};

int64_t philox_vector(uint64_t key, uint64_t first_block, uint32_t* words, int64_t blocks) {
  int64_t b = 0;
  for (; b + 16 <= blocks; b += 16) {
    const uint64_t block = first_block + static_cast<uint64_t>(b);
    PhiloxLanes lanes[4] = {PhiloxLanes(block), PhiloxLanes(block + 4), PhiloxLanes(block + 8),
                            PhiloxLanes(block + 12)};
    uint32_t k0 = static_cast<uint32_t>(key), k1 = static_cast<uint32_t>(key >> 32);
    for (int round = 0; round < 10; ++round) {
      const __m256i v0 = _mm256_set1_epi64x(k0), v1 = _mm256_set1_epi64x(k1);
      for (PhiloxLanes& l : lanes) l.round(v0, v1);
      k0 += 0x9e3779b9u;
      k1 += 0xbb67ae85u;
    }
    for (int i = 0; i < 4; ++i) lanes[i].store(words + 4 * b + 16 * i);
  }
  return b;
}
#else
int64_t philox_vector(uint64_t, uint64_t, uint32_t*, int64_t) { return 0; }
#endif

void philox_words(uint64_t key, uint64_t first_block, uint32_t* words, int64_t blocks) {
  for (int64_t b = philox_vector(key, first_block, words, blocks); b < blocks; ++b) {
    const detail::PhiloxBlock block = detail::philox(key, first_block + static_cast<uint64_t>(b));
    for (int w = 0; w < 4; ++w) words[4 * b + w] = block.c[w];
  }
}

// The low 53 bits of the 64-bit number whose upper half is words[2 * i].
inline uint64_t low53(const uint32_t* words, int64_t i) {
  uint64_t pair;
  __builtin_memcpy(&pair, words + 2 * i, sizeof pair);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  pair = pair << 32 | pair >> 32;
#endif
  return pair & 0x1fffffffffffffu;
}

// Exact for x < 2^53. Vector sets before AVX-512 convert no 64-bit integers, so each half becomes the low bits of a
// double of known exponent.
inline double to_double(uint64_t x) {
  const uint64_t high_bits = 0x4530000000000000u | x >> 32, low_bits = 0x4330000000000000u | (x & 0xffffffffu);
  double high, low;
  __builtin_memcpy(&high, &high_bits, sizeof high);  // 2^84 + 2^32 * upper half
  __builtin_memcpy(&low, &low_bits, sizeof low);     // 2^52 + lower half
  return (high - (0x1p84 + 0x1p52)) + low;
}

void uniform_f32(const uint32_t* __restrict words, float* __restrict out, int64_t n, int bits, float range,
                 float from) {
  const uint32_t mask = (uint32_t{1} << bits) - 1;
  const float unit = 1.0f / static_cast<float>(mask + 1);
  if (range == 1 && from == 0) {  // without fma in hardware the general case is a call per number
    for (int64_t i = 0; i < n; ++i) out[i] = static_cast<float>(static_cast<int32_t>(words[i] & mask)) * unit;
    return;
  }
  for (int64_t i = 0; i < n; ++i)
    out[i] = __builtin_fmaf(static_cast<float>(static_cast<int32_t>(words[i] & mask)) * unit, range, from);
}

void uniform_f64(const uint32_t* __restrict words, double* __restrict out, int64_t n, double range, double from) {
  if (range == 1 && from == 0) {
    for (int64_t i = 0; i < n; ++i) out[i] = to_double(low53(words, i)) * 0x1p-53;
    return;
  }
  for (int64_t i = 0; i < n; ++i) out[i] = __builtin_fma(to_double(low53(words, i)) * 0x1p-53, range, from);
}

template <class U>
void less(const uint32_t* __restrict words, void* __restrict out, int64_t n, uint64_t threshold, U one) {
  typedef U __attribute__((may_alias)) Element;  // the caller's elements may be floating point
  Element* const elements = static_cast<Element*>(out);
  // Both sides are at most 2^53; a signed comparison is one instruction in every vector set.
  const int64_t limit = static_cast<int64_t>(threshold);
  for (int64_t i = 0; i < n; ++i) elements[i] = static_cast<int64_t>(low53(words, i)) < limit ? one : U{0};
}

// log(x) for normal x > 0, within 1 ulp: x = m * 2^e with m in [sqrt(1/2), sqrt(2)), and a polynomial of our own fit
// (minimax of the relative error, 0.1 ulp) for (log(1 + f) - f + f^2 / 2) / f^3.
inline float log_normal_range(float x) {
  const uint32_t bits = math::to_bits(x);
  const int32_t exponent = static_cast<int32_t>(bits - 0x3f3504f3u) >> 23;
  const float e = static_cast<float>(exponent);
  const float f = math::from_bits(bits - (static_cast<uint32_t>(exponent) << 23)) - 1.0f;
  const float p = poly(f, 0.3333333134651184f, -0.250008225440979f, 0.20001226663589478f, -0.16623356938362122f,
                       0.14201761782169342f, -0.131601944565773f, 0.12761549651622772f, -0.07634429633617401f);
  const float square = f * f;
  float low = mul_add(p * f, square, e * 0x1.7f7d1cp-20f);  // log(2) = 0x1.62e4p-1 + 0x1.7f7d1cp-20
  low = mul_add(-0.5f, square, low);
  return mul_add(e, 0x1.62e4p-1f, f + low);
}

void box_muller_f32(float* data, int64_t blocks, float mean, float std) {
  constexpr int kHalf = 8;
  for (int64_t b = 0; b < blocks; ++b, data += 2 * kHalf) {
    for (int j = 0; j < kHalf; ++j) {
      const float radius = __builtin_sqrtf(-2.0f * log_normal_range(1.0f - data[j]));
      const float theta = 6.283185307179586f * data[j + kHalf];
      // theta = quarter * pi / 2 + r with |r| <= pi / 4; pi / 2 in three parts, the first two of 16 bits, so that
      // their products are exact.
      const int32_t quarter = static_cast<int32_t>(mul_add(theta, 0.6366197723675814f, 0.5f));
      const float q = static_cast<float>(quarter);
      const float r = mul_add(-q, 0x1.0b4612p-34f, mul_add(-q, 0x1.b544p-16f, mul_add(-q, 0x1.921ep+0f, theta)));
      const float z = r * r;
      const float s = mul_add(r * z, poly(z, -0.16666655242443085f, 0.008332161232829094f, -0.0001951528392964974f), r);
      const float c_tail = poly(z, 0.04166664555668831f, -0.0013887316454201937f, 2.44331567955669e-05f);
      const float c = mul_add(z * z, c_tail, mul_add(-0.5f, z, 1.0f));
      const uint32_t turn = static_cast<uint32_t>(quarter), odd = 0u - (turn & 1u);
      const uint32_t s_bits = math::to_bits(s), c_bits = math::to_bits(c);
      const uint32_t sine = ((c_bits & odd) | (s_bits & ~odd)) ^ ((turn & 2u) << 30);
      const uint32_t cosine = ((s_bits & odd) | (c_bits & ~odd)) ^ (((turn + 1u) & 2u) << 30);
      data[j] = mul_add(radius * math::from_bits(cosine), std, mean);
      data[j + kHalf] = mul_add(radius * math::from_bits(sine), std, mean);
    }
  }
}

}  // namespace

const RandomKernels TORCHPP_SET_NAME(random_kernels) = {
    mt_twist,      mt_temper,      philox_words,   uniform_f32,    uniform_f64,
    less<uint8_t>, less<uint16_t>, less<uint32_t>, less<uint64_t>, box_muller_f32,
};

}  // namespace torchpp::cpu
