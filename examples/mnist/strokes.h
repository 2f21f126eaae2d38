// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Digits drawn by a program, for machines that do not have MNIST.

#include <cstdint>

#include "idx.h"

namespace mnist {

/// `count` digits in random order, drawn with a pen of random width along strokes whose points are moved a little,
/// under a random rotation, shear, scale and shift. The same seed draws the same digits.
Digits draw_digits(int64_t count, uint64_t seed);

}  // namespace mnist
