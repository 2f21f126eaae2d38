// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <random>

namespace cart_pole {

/// A pole on a cart that is pushed to the left or to the right, 50 times a second. An episode ends when the pole leans
/// by more than 12 degrees, the cart is 2.4 m from the middle, or 500 steps are done. Each step is rewarded with 1.
/// Barto, Sutton and Anderson, Neuronlike adaptive elements that can solve difficult learning control problems, 1983.
class CartPole {
 public:
  static constexpr int kNumbers = 4, kActions = 2, kMostSteps = 500;
  /// Position of the cart (m), its speed (m/s), angle of the pole (rad), its speed (rad/s).
  using State = std::array<float, kNumbers>;
  enum class End { kNone, kFallen, kTime };

  explicit CartPole(uint64_t seed) : random_(seed) { reset(); }

  /// Begins an episode near the upright pole.
  void reset();
  /// Pushes to the left (0) or to the right (1). An episode that has ended must be reset before.
  End step(int64_t action);
  const State& state() const { return state_; }
  int steps() const { return steps_; }

 private:
  State state_{};
  int steps_ = 0;
  std::mt19937_64 random_;
};

}  // namespace cart_pole
