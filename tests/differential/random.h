// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

namespace differential {

/// Random numbers that are the same in every program: splitmix64 (Steele et al., 2014).
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t next() {
    uint64_t z = (state_ += 0x9E3779B97F4A7C15ull);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
  }
  /// Uniform in [0, 1).
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  /// An integer of [low, high]; low when there is none.
  int64_t between(int64_t low, int64_t high) {
    return high <= low ? low : low + static_cast<int64_t>(next() % static_cast<uint64_t>(high - low + 1));
  }
  bool chance(double probability) { return uniform() < probability; }
  template <class T>
  T one_of(std::initializer_list<T> values) {
    return values.begin()[between(0, static_cast<int64_t>(values.size()) - 1)];
  }
  template <class T>
  const T& one_of(const std::vector<T>& values) {
    return values[static_cast<size_t>(between(0, static_cast<int64_t>(values.size()) - 1))];
  }
  /// An index, drawn with the given weights.
  size_t weighted(std::initializer_list<double> weights) {
    double total = 0;
    for (double w : weights) total += w;
    double at = uniform() * total;
    size_t i = 0;
    for (double w : weights) {
      if (at < w) return i;
      at -= w;
      ++i;
    }
    return weights.size() - 1;
  }

 private:
  uint64_t state_;
};

}  // namespace differential
