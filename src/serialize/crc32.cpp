// SPDX-License-Identifier: BSD-3-Clause
#include "src/serialize/crc32.h"

#include <array>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace torchpp::serialize {
namespace {

constexpr uint32_t kPolynomial = 0xEDB88320;  // its bits in reverse order, as those of all remainders here

constexpr uint32_t times_x(uint32_t remainder) { return (remainder >> 1) ^ ((remainder & 1) != 0 ? kPolynomial : 0); }

// table[k][b] is what the byte b contributes when k bytes follow it.
using Tables = std::array<std::array<uint32_t, 256>, 8>;
constexpr Tables make_tables() {
  Tables tables{};
  for (uint32_t b = 0; b < 256; ++b) {
    uint32_t crc = b;
    for (int bit = 0; bit < 8; ++bit) crc = times_x(crc);
    tables[0][b] = crc;
  }
  for (size_t k = 1; k < 8; ++k)
    for (size_t b = 0; b < 256; ++b) tables[k][b] = (tables[k - 1][b] >> 8) ^ tables[0][tables[k - 1][b] & 255];
  return tables;
}
constexpr Tables kTables = make_tables();

// `state` is the inverted CRC.
uint32_t update(uint32_t state, const unsigned char* bytes, size_t size) noexcept {
  // Eight bytes at a time ("slicing by 8", Kounavis and Berry 2005), in any byte order of the machine.
  for (; size >= 8; size -= 8, bytes += 8) {
    state ^= bytes[0] | static_cast<uint32_t>(bytes[1]) << 8 | static_cast<uint32_t>(bytes[2]) << 16 |
             static_cast<uint32_t>(bytes[3]) << 24;
    state = kTables[7][state & 255] ^ kTables[6][state >> 8 & 255] ^ kTables[5][state >> 16 & 255] ^
            kTables[4][state >> 24] ^ kTables[3][bytes[4]] ^ kTables[2][bytes[5]] ^ kTables[1][bytes[6]] ^
            kTables[0][bytes[7]];
  }
  for (; size > 0; --size, ++bytes) state = (state >> 8) ^ kTables[0][(state ^ *bytes) & 255];
  return state;
}

#if defined(__x86_64__)

// x^n modulo the polynomial, shifted as the product of two reversed factors asks.
constexpr int64_t power(int n) {
  uint32_t remainder = 0x80000000;
  for (int i = 0; i < n; ++i) remainder = times_x(remainder);
  return static_cast<int64_t>(remainder) << 1;
}
// By these the two halves of 128 bits are multiplied to stand `bits` further on. Source: Gopal et al., "Fast CRC
// computation for generic polynomials using PCLMULQDQ instruction", Intel 2009; the page gives those of 512 bits.
constexpr int64_t low_factor(int bits) { return power(bits + 32); }
constexpr int64_t high_factor(int bits) { return power(bits - 32); }
static_assert(low_factor(512) == 0x154442bd4 && high_factor(512) == 0x1c6e41596);

constexpr size_t kBlock = 64;       // bytes that four registers of 128 bits hold
constexpr size_t kWideBlock = 256;  // and four of 512 bits

__attribute__((target("pclmul,sse4.1"))) inline __m128i fold(__m128i x, __m128i factors, __m128i next) {
  return _mm_xor_si128(_mm_xor_si128(_mm_clmulepi64_si128(x, factors, 0x00), _mm_clmulepi64_si128(x, factors, 0x11)),
                       next);
}
__attribute__((target("pclmul,sse4.1"))) inline __m128i load(const unsigned char* bytes) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
}

// Folds the blocks behind the one in `x` into it, and returns the remainder of all.
__attribute__((target("pclmul,sse4.1"))) uint32_t fold_blocks(__m128i (&x)[4], const unsigned char* bytes,
                                                              size_t size) noexcept {
  const __m128i by_block = _mm_set_epi64x(high_factor(512), low_factor(512));
  for (; size >= kBlock; size -= kBlock, bytes += kBlock)
    for (int i = 0; i < 4; ++i) x[i] = fold(x[i], by_block, load(bytes + 16 * i));
  const __m128i by_register = _mm_set_epi64x(high_factor(128), low_factor(128));
  for (int i = 1; i < 4; ++i) x[0] = fold(x[0], by_register, x[i]);
  // The 16 bytes have the remainder of all that was folded into them.
  unsigned char last[16];
  _mm_storeu_si128(reinterpret_cast<__m128i*>(last), x[0]);
  return update(update(0, last, sizeof last), bytes, size);
}

// At least kBlock bytes.
__attribute__((target("pclmul,sse4.1"))) uint32_t update_128(uint32_t state, const unsigned char* bytes,
                                                             size_t size) noexcept {
  __m128i x[4] = {_mm_xor_si128(load(bytes), _mm_cvtsi32_si128(static_cast<int>(state))), load(bytes + 16),
                  load(bytes + 32), load(bytes + 48)};
  return fold_blocks(x, bytes + kBlock, size - kBlock);
}

__attribute__((target("avx512f,vpclmulqdq"))) inline __m512i fold(__m512i x, __m512i factors, __m512i next) {
  constexpr int kXorOfThree = 0x96;
  return _mm512_ternarylogic_epi64(_mm512_clmulepi64_epi128(x, factors, 0x00),
                                   _mm512_clmulepi64_epi128(x, factors, 0x11), next, kXorOfThree);
}

template <int kBits>
__attribute__((target("avx512f"))) inline __m512i wide_factors() {
  constexpr int64_t kHigh = high_factor(kBits), kLow = low_factor(kBits);
  return _mm512_set_epi64(kHigh, kLow, kHigh, kLow, kHigh, kLow, kHigh, kLow);
}

// At least kWideBlock bytes.
__attribute__((target("avx512f,vpclmulqdq,pclmul,sse4.1"))) uint32_t update_512(uint32_t state,
                                                                                const unsigned char* bytes,
                                                                                size_t size) noexcept {
  __m512i x[4];
  for (int i = 0; i < 4; ++i) x[i] = _mm512_loadu_si512(bytes + kBlock * static_cast<size_t>(i));
  x[0] = _mm512_xor_si512(x[0], _mm512_zextsi128_si512(_mm_cvtsi32_si128(static_cast<int>(state))));
  bytes += kWideBlock;
  size -= kWideBlock;
  const __m512i by_block = wide_factors<2048>();
  for (; size >= kWideBlock; size -= kWideBlock, bytes += kWideBlock)
    for (int i = 0; i < 4; ++i)
      x[i] = fold(x[i], by_block, _mm512_loadu_si512(bytes + kBlock * static_cast<size_t>(i)));
  const __m512i by_register = wide_factors<512>();
  for (int i = 1; i < 4; ++i) x[0] = fold(x[0], by_register, x[i]);
  alignas(kBlock) unsigned char block[kBlock];
  _mm512_store_si512(block, x[0]);
  __m128i lanes[4] = {load(block), load(block + 16), load(block + 32), load(block + 48)};
  return fold_blocks(lanes, bytes, size);
}

// Bits of the registers that 128 and 512 bits wide multiplications are for. Read with the cpuid instruction: the
// compiler's __builtin_cpu_supports would link a static constructor of its run-time library.
int detect_width() noexcept {
  uint32_t a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || (c & bit_PCLMUL) == 0 || (c & bit_SSE4_1) == 0) return 0;
  if ((c & bit_OSXSAVE) == 0) return 128;
  uint32_t low, high;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  constexpr uint32_t kZmm = 0xe6;  // registers that the operating system keeps for a thread
  if ((low & kZmm) != kZmm || !__get_cpuid_count(7, 0, &a, &b, &c, &d)) return 128;
  return (b & bit_AVX512F) != 0 && (c & bit_VPCLMULQDQ) != 0 ? 512 : 128;
}

int width() noexcept {
  static int cached = -1;  // every thread that finds -1 computes the same value
  int found = __atomic_load_n(&cached, __ATOMIC_RELAXED);
  if (found < 0) {
    found = detect_width();
    __atomic_store_n(&cached, found, __ATOMIC_RELAXED);
  }
  return found;
}

#endif

}  // namespace

uint32_t crc32_by_tables(uint32_t crc, const void* data, size_t size) noexcept {
  return ~update(~crc, static_cast<const unsigned char*>(data), size);
}

uint32_t crc32_of_both(uint32_t first, uint32_t second, uint64_t second_size) noexcept {
  // The bits of `first` stand 8 * second_size further on: x to that power, by squaring.
  const auto times = [](uint32_t a, uint32_t b) {
    uint32_t product = 0;
    for (; a != 0; a <<= 1, b = times_x(b))
      if ((a & 0x80000000) != 0) product ^= b;
    return product;
  };
  uint32_t square = 0x00800000;  // x to the power of 8
  for (; second_size != 0; second_size >>= 1, square = times(square, square))
    if ((second_size & 1) != 0) first = times(first, square);
  return first ^ second;
}

uint32_t crc32(uint32_t crc, const void* data, size_t size) noexcept {
#if defined(__x86_64__)
  const auto* bytes = static_cast<const unsigned char*>(data);
  if (size >= kWideBlock && width() == 512) return ~update_512(~crc, bytes, size);
  if (size >= kBlock && width() >= 128) return ~update_128(~crc, bytes, size);
#endif
  return crc32_by_tables(crc, data, size);
}

}  // namespace torchpp::serialize
