// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Generators and arguments of the random operators, for every backend.

#include <torchpp/core/generator.h>
#include <torchpp/dispatch/out.h>
#include <torchpp/tensor.h>

#include <cstdint>
#include <optional>

#include "src/ops/creation_rules.h"

namespace torchpp {

/// The generator given, or when it is undefined the default one of the device. Throws as libtorch does when it is of
/// another kind of device.
TORCHPP_API const Generator& generator_for(const Generator& generator, Device device);

/// The tensor that a random operator fills. Throws when elements of a destination share memory.
inline Tensor random_destination(const Out& out, const Tensor& self) {
  if (out.is_in_place()) check_no_internal_overlap(out.tensor());
  return destination_like(out, self, self.dtype());
}
/// A complex tensor as one of reals.
TORCHPP_API Tensor parts_of(const Tensor& complex);
/// What is drawn element by element: a complex tensor's parts.
inline Tensor real_parts(const Tensor& t) { return t.is_complex() ? parts_of(t) : t; }

// The conditions of the distributions, with libtorch's messages.
TORCHPP_API void check_uniform(ScalarType dtype, double from, double to);
TORCHPP_API void check_normal(double std);
TORCHPP_API void check_log_normal(double std);
TORCHPP_API void check_exponential(double lambda);
TORCHPP_API void check_geometric(double p);
TORCHPP_API void check_bernoulli(double p);

/// The integers from `least` on, `size` of them; 0 stands for 2^64.
struct IntegerRange {
  uint64_t size;
  int64_t least;
};
/// What random_(), random_(from, to) and random_(from) draw from. Bounds that a floating dtype does not hold are moved
/// inwards to where rounding does not leave the interval.
TORCHPP_API IntegerRange random_rule(ScalarType dtype, std::optional<int64_t> from, std::optional<int64_t> to);

}  // namespace torchpp
