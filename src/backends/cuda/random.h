// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Filling memory with random numbers. Element i of a fill takes the words of the Philox stream that the CPU's
/// Philox engine takes for it, and makes the same number of them: the result depends on seed, offset and position.

#include <torchpp/core/dtype.h>

#include "src/backends/cuda/stream.h"

namespace torchpp::cuda {

/// The stream that a fill draws from, and where it begins.
struct PhiloxStream {
  uint64_t key, first_block;
};

/// Dense memory on the device of `on`.
struct RandomFill {
  void* out;
  int64_t n;
  ScalarType dtype;
  PhiloxStream stream;
};

// False when the dtype is not the distribution's.

/// u * range + from with one rounding, u of as many bits as the dtype has digits.
bool draw_uniform(const RandomFill& fill, double from, double range, const OnDevice& on);
/// Box-Muller on blocks of 16 uniform numbers; n is rounded up to blocks for what it uses up.
bool draw_normal(const RandomFill& fill, double mean, double std, const OnDevice& on);
/// Box-Muller in double, two numbers of each Philox block; their exponentials for `logarithmic`.
bool draw_normal_pairs(const RandomFill& fill, double mean, double std, bool logarithmic, const OnDevice& on);
/// least + x % size, x of 32 bits if size is less than 2^32, else of 64; size 0 means 2^64.
bool draw_integers(const RandomFill& fill, uint64_t size, int64_t least, const OnDevice& on);
/// Ones with probability p.
bool draw_bernoulli(const RandomFill& fill, double p, const OnDevice& on);
/// Bernoulli numbers with a probability per element, drawn in double if `p_dtype` is double and in float otherwise.
bool draw_bernoulli(const RandomFill& fill, const void* p, ScalarType p_dtype, const OnDevice& on);
bool draw_exponential(const RandomFill& fill, double lambda, const OnDevice& on);
bool draw_geometric(const RandomFill& fill, double p, const OnDevice& on);
bool draw_cauchy(const RandomFill& fill, double median, double sigma, const OnDevice& on);

/// Numbers of Poisson distributions with these rates, one for each element, of its dtype. An element takes a block of
/// the stream, and the parts of that block: not the words that the CPU takes.
bool draw_poisson(const RandomFill& fill, const void* rates, const OnDevice& on);
/// Numbers of gamma distributions with these shapes, at least the least normal number; likewise.
bool draw_standard_gamma(const RandomFill& fill, const void* shapes, const OnDevice& on);
/// Successes of so many trials with these probabilities; likewise.
bool draw_binomial(const RandomFill& fill, const void* counts, const void* probs, const OnDevice& on);

/// Dropout of dense elements: mask[i] with probability `kept`, out[i] = in[i] * (mask[i] ? scale : 0). `fill` is of the
/// output.
bool draw_dropout(const RandomFill& fill, const void* in, void* mask, double kept, double scale, const OnDevice& on);

}  // namespace torchpp::cuda
