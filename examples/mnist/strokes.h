// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Digits drawn by a program, for machines that do not have MNIST.

#include <cstdint>
#include <vector>

namespace mnist {

/// Images with their digits. All images are 28 x 28, rows from the top, 0 is background.
struct Digits {
  static constexpr int64_t kSide = 28;
  std::vector<uint8_t> images;
  std::vector<uint8_t> labels;  // 0 .. 9

  int64_t count() const { return static_cast<int64_t>(labels.size()); }
};

/// `count` digits in random order, drawn with a pen of random width along strokes whose points are moved a little,
/// under a random rotation, shear, scale and shift. The same seed draws the same digits.
Digits draw_digits(int64_t count, uint64_t seed);

}  // namespace mnist
