// SPDX-License-Identifier: BSD-3-Clause
// Blocks of 32 elements (Q4_0 to Q8_0) have a step and, in those whose name ends with 1, a least value. Blocks of 256
// ("K") are of 16 or 8 parts, each of which has a step and, in some, a distance below zero, as small integers that are
// multiples of the block's step and the block's distance. Integers of few bits are packed in bytes, the first one in
// the lowest bits; in which order differs from type to type. Layout:
// https://github.com/ggml-org/llama.cpp/wiki/Tensor-Encoding-Schemes
#include "src/serialize/gguf_blocks.h"

#include <torchpp/core/half.h>

#include <algorithm>
#include <cstring>
#include <iterator>

namespace torchpp::serialize {
namespace {

constexpr int kSmall = 32, kLarge = 256;

// The parts of a block, in their order.
class Block {
 public:
  explicit Block(const char* at) : at_(at) {}
  float half() { return static_cast<float>(number<Half>()); }
  float real() { return number<float>(); }
  const uint8_t* bytes(size_t n) { return reinterpret_cast<const uint8_t*>(take(n)); }
  const int8_t* integers(size_t n) { return reinterpret_cast<const int8_t*>(take(n)); }

 private:
  const char* take(size_t n) {
    const char* const here = at_;
    at_ += n;
    return here;
  }
  template <class T>
  T number() {
    T value;
    std::memcpy(&value, take(sizeof value), sizeof value);
    return value;
  }
  const char* at_;
};

int bit(const uint8_t* bytes, int i) { return bytes[i / 8] >> (i % 8) & 1; }

void q8_0(Block block, float* to) {
  const float step = block.half();
  const int8_t* const q = block.integers(kSmall);
  for (int i = 0; i < kSmall; ++i) to[i] = step * static_cast<float>(q[i]);
}

// Of 4 or 5 bits each: a byte holds the lower four bits of element i and, in its upper half, those of element i + 16.
// Where there is no least value, 0 is in the middle.
template <int kBits, bool kHasLeast>
void q4_or_5(Block block, float* to) {
  const float step = block.half(), least = kHasLeast ? block.half() : 0;
  const uint8_t* const high = block.bytes(kBits == 5 ? 4 : 0);
  const uint8_t* const low = block.bytes(kSmall / 2);
  for (int i = 0; i < kSmall; ++i) {
    int q = low[i % 16] >> (i / 16 * 4) & 15;
    if constexpr (kBits == 5) q |= bit(high, i) << 4;
    to[i] = kHasLeast ? step * static_cast<float>(q) + least : step * static_cast<float>(q - (1 << (kBits - 1)));
  }
}

// Two bits each; byte i % 32 of the half of the block, whose element i is, holds four of them.
int two_bits(const uint8_t* q, int i) { return q[i / 128 * 32 + i % 32] >> (i % 128 / 32 * 2) & 3; }

void q2_k(Block block, float* to) {
  const uint8_t* const parts = block.bytes(16);  // step and distance, of four bits each
  const uint8_t* const q = block.bytes(64);
  const float step = block.half(), distance = block.half();
  for (int part = 0; part < 16; ++part) {
    const float part_step = step * static_cast<float>(parts[part] & 15);
    const float below = distance * static_cast<float>(parts[part] >> 4);
    for (int i = 16 * part; i < 16 * (part + 1); ++i) to[i] = part_step * static_cast<float>(two_bits(q, i)) - below;
  }
}

void q3_k(Block block, float* to) {
  const uint8_t* const high = block.bytes(32);  // the third bit, of which 0 stands for -4
  const uint8_t* const q = block.bytes(64);
  const uint8_t* const parts = block.bytes(12);  // the lower four bits of the steps, then their upper two
  const float step = block.half();
  for (int part = 0; part < 16; ++part) {
    const int lower = parts[part % 8] >> (part / 8 * 4) & 15, upper = parts[8 + part % 4] >> (part / 4 * 2) & 3;
    const float part_step = step * static_cast<float>((lower | upper << 4) - 32);
    for (int i = 16 * part; i < 16 * (part + 1); ++i) {
      const int is_high = high[i % 32] >> (i / 32) & 1;
      to[i] = part_step * static_cast<float>(two_bits(q, i) - (is_high != 0 ? 0 : 4));
    }
  }
}

// Step and distance of one of eight parts, of six bits each, in twelve bytes: those of the first four parts in the
// lower bits of the first eight bytes, whose upper two bits are the upper ones of the last four parts.
struct Part {
  Part(const uint8_t* bytes, int i) {
    if (i < 4) {
      step = bytes[i] & 63;
      distance = bytes[i + 4] & 63;
    } else {
      step = (bytes[i + 4] & 15) | bytes[i - 4] >> 6 << 4;
      distance = bytes[i + 4] >> 4 | bytes[i] >> 6 << 4;
    }
  }
  int step, distance;
};

// A byte holds the lower four bits of element i and, in its upper half, those of element i + 32.
template <int kBits>
void q4_or_5_k(Block block, float* to) {
  const float step = block.half(), distance = block.half();
  const uint8_t* const parts = block.bytes(12);
  const uint8_t* const high = block.bytes(kBits == 5 ? 32 : 0);
  const uint8_t* const low = block.bytes(128);
  for (int p = 0; p < 8; ++p) {
    const Part part(parts, p);
    const float part_step = step * static_cast<float>(part.step), below = distance * static_cast<float>(part.distance);
    for (int i = 0; i < 32; ++i) {
      int q = low[p / 2 * 32 + i] >> (p % 2 * 4) & 15;
      if constexpr (kBits == 5) q |= (high[i] >> p & 1) << 4;
      to[32 * p + i] = part_step * static_cast<float>(q) - below;
    }
  }
}

// In each half of the block, a byte holds the lower four bits of element i and, in its upper half, those of element
// i + 64; the upper two bits stand as in two_bits().
void q6_k(Block block, float* to) {
  const uint8_t* const low = block.bytes(128);
  const uint8_t* const high = block.bytes(64);
  const int8_t* const parts = block.integers(16);
  const float step = block.half();
  for (int i = 0; i < kLarge; ++i) {
    const int q = (low[i / 128 * 64 + i % 64] >> (i % 128 / 64 * 4) & 15) | two_bits(high, i) << 4;
    to[i] = step * static_cast<float>(parts[i / 16]) * static_cast<float>(q - 32);
  }
}

void q8_k(Block block, float* to) {
  const float step = block.real();
  const int8_t* const q = block.integers(kLarge);  // behind which are sums of them
  for (int i = 0; i < kLarge; ++i) to[i] = step * static_cast<float>(q[i]);
}

template <void (*kUnpack)(Block, float*), int kElements, int kBytes>
void each(const char* blocks, size_t count, float* to) {
  for (; count > 0; --count, blocks += kBytes, to += kElements) kUnpack(Block(blocks), to);
}

template <void (*kUnpack)(Block, float*), int kElements, int kBytes>
constexpr BlockType type(uint32_t id, const char* name) {
  return {id, name, kElements, kBytes, &each<kUnpack, kElements, kBytes>};
}
constexpr BlockType kTypes[] = {
    type<q4_or_5<4, false>, kSmall, 18>(2, "Q4_0"),
    type<q4_or_5<4, true>, kSmall, 20>(3, "Q4_1"),
    type<q4_or_5<5, false>, kSmall, 22>(6, "Q5_0"),
    type<q4_or_5<5, true>, kSmall, 24>(7, "Q5_1"),
    type<q8_0, kSmall, 34>(8, "Q8_0"),
    {9, "Q8_1", kSmall, 36, nullptr},  // of intermediate results, which files do not hold
    type<q2_k, kLarge, 84>(10, "Q2_K"),
    type<q3_k, kLarge, 110>(11, "Q3_K"),
    type<q4_or_5_k<4>, kLarge, 144>(12, "Q4_K"),
    type<q4_or_5_k<5>, kLarge, 176>(13, "Q5_K"),
    type<q6_k, kLarge, 210>(14, "Q6_K"),
    type<q8_k, kLarge, 292>(15, "Q8_K"),
};

}  // namespace

const BlockType* block_type(uint32_t id) noexcept {
  const auto* const found =
      std::find_if(std::begin(kTypes), std::end(kTypes), [&](const BlockType& known) { return known.id == id; });
  return found == std::end(kTypes) ? nullptr : found;
}

}  // namespace torchpp::serialize
