// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/export.h>
#include <torchpp/core/generator.h>

#include <cstdint>

namespace torchpp::data {

/// Random numbers of one sample. They are a function of (seed, epoch, index) alone, so that neither the number of
/// workers nor a resumed run changes what an augmentation draws. A function given to map() takes one beside the item:
///
///     pipe.map([](Image image, data::Random& random) { return random.chance(.5) ? flipped(image) : image; })
///
/// Also a generator in the sense of the standard library: std::shuffle and its distributions take one.
/// Source of the numbers: Philox 4x32-10 (Salmon et al., SC 2011), one stream for each key.
class TORCHPP_API Random {
 public:
  using result_type = uint32_t;

  Random(uint64_t seed, int64_t epoch, int64_t index) noexcept;

  static constexpr uint32_t min() noexcept { return 0; }
  static constexpr uint32_t max() noexcept { return 0xffffffffu; }
  /// 32 random bits.
  uint32_t operator()() noexcept {
    if (used_ == 4) refill();
    return block_[used_++];
  }
  uint64_t bits64() noexcept {
    const uint64_t high = (*this)();
    return high << 32 | (*this)();
  }
  /// In [0, 1), a multiple of 2^-53.
  double uniform() noexcept { return static_cast<double>(bits64() >> 11) * 0x1p-53; }
  double uniform(double low, double high) noexcept { return low + (high - low) * uniform(); }
  /// In [0, n), each with the same probability; n > 0.
  int64_t below(int64_t n) noexcept;
  /// True with probability p.
  bool chance(double p) noexcept { return uniform() < p; }
  /// Of the normal distribution of mean 0 and standard deviation 1.
  double normal() noexcept;
  /// A generator for the random functions of tensors, seeded by the next numbers.
  Generator generator();

 private:
  void refill() noexcept;

  uint64_t key_;
  uint64_t counter_ = 0;
  uint32_t block_[4];
  unsigned used_ = 4;
};

namespace detail {
/// Mixes two numbers into one whose bits all depend on both.
TORCHPP_API uint64_t mix(uint64_t a, uint64_t b) noexcept;
}  // namespace detail

}  // namespace torchpp::data
