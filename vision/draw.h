// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Random numbers for transforms, each drawn as torchvision draws it: by an operator, from a tensor of one element.

#include <torchpp/vision/transforms.h>

namespace torchpp::vision::transforms {

/// True with probability p.
bool draw_chance(double p, const OptionalGenerator& generator);
/// A float from the range.
double draw_uniform(Range range, const OptionalGenerator& generator);
/// An integer in [low, high).
int64_t draw_integer(int64_t low, int64_t high, const OptionalGenerator& generator);
/// Rows of numbers that sum to 1, from a Dirichlet distribution of k equal parameters: (rows, k) of float.
Tensor draw_dirichlet(int64_t rows, int64_t k, double alpha, const OptionalGenerator& generator);

}  // namespace torchpp::vision::transforms
