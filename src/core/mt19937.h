// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace torchpp::detail {

/// The Mersenne Twister's state. Copying it copies the stream.
struct Mt19937 {
  static constexpr uint32_t kWords = 624;

  explicit Mt19937(uint32_t seed) { this->seed(seed); }
  void seed(uint32_t seed);
  /// The next word.
  uint32_t operator()();

  uint32_t state[kWords];
  // Words of `state` already drawn. Both 0 (seeded, nothing drawn yet) and kWords mean that the next draw makes a
  // new block first; they are kept apart because libtorch's serialised form does.
  uint32_t used;
};

}  // namespace torchpp::detail
