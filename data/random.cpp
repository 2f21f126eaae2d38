// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/data/random.h>

#include <cmath>

#include "src/core/philox.h"

namespace torchpp::data {

namespace detail {

// The finaliser of splitmix64 (Steele, Lea and Flood, OOPSLA 2014), twice, so that (a, b) and (b, a) differ.
uint64_t mix(uint64_t a, uint64_t b) noexcept {
  const auto finalised = [](uint64_t z) {
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
  };
  return finalised(finalised(a + 0x9e3779b97f4a7c15u) + b);
}

}  // namespace detail

Random::Random(uint64_t seed, int64_t epoch, int64_t index) noexcept
    : key_(detail::mix(detail::mix(seed, static_cast<uint64_t>(epoch)), static_cast<uint64_t>(index))) {}

void Random::refill() noexcept {
  const torchpp::detail::PhiloxBlock block = torchpp::detail::philox(key_, counter_++);
  for (int i = 0; i < 4; ++i) block_[i] = block.c[i];
  used_ = 0;
}

// The high half of the product of n and 64 random bits is in [0, n); products whose low half is among the first
// 2^64 mod n would come once too often and are drawn again.   Source: Lemire, TOMACS 29 (2019).
int64_t Random::below(int64_t n) noexcept {
  const auto range = static_cast<uint64_t>(n);
  while (true) {
    const unsigned __int128 product = static_cast<unsigned __int128>(bits64()) * range;
    const auto low = static_cast<uint64_t>(product);
    if (low >= range || low >= -range % range) return static_cast<int64_t>(product >> 64);
  }
}

// Box and Muller's transform; the second number of the pair is not kept, so that each call takes as many bits.
double Random::normal() noexcept {
  constexpr double kTwoPi = 6.283185307179586;
  const double radius = std::sqrt(-2 * std::log(1 - uniform()));
  return radius * std::cos(kTwoPi * uniform());
}

Generator Random::generator() { return Generator::philox(bits64()); }

}  // namespace torchpp::data
