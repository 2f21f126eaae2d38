// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Generators and arguments of the random operators, for every backend.

#include <torchpp/core/generator.h>
#include <torchpp/core/optional.h>
#include <torchpp/dispatch/out.h>
#include <torchpp/tensor.h>

#include <cstdint>

#include "src/ops/creation_rules.h"
#include "src/ops/generated/random.h"
#include "src/ops/structured.h"

namespace torchpp {

/// The generator given, or when it is undefined the default one of the device. Throws as libtorch does when it is of
/// another kind of device.
TORCHPP_API const Generator& generator_for(const Generator& generator, Device device);

/// A fresh tensor without gaps whose dimensions lie in memory in the order of t's, the order in which t's elements are
/// drawn.
inline Tensor dense_like(const Tensor& t, ScalarType dtype) { return make_like(t, dtype, t.device(), nullopt); }

/// The tensor that a random operator fills. Throws when elements of a destination share memory.
inline Tensor random_destination(const Out& out, const Tensor& self) {
  if (out.is_in_place()) check_no_internal_overlap(out.tensor());
  return destination_like(out, self, self.dtype());
}
/// What bernoulli(self, p) fills: unlike the other operators' results, a new one is contiguous, as libtorch's is.
inline Tensor bernoulli_destination(const Out& out, const Tensor& self) {
  if (!out.functional()) return random_destination(out, self);
  return make_like(self, self.dtype(), self.device(), MemoryFormat::Contiguous);
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
/// Throws unless the dtype holds every integer below n. BFloat16 is let through with rounding, as in libtorch.
TORCHPP_API void check_randperm(ScalarType dtype, int64_t n);

/// The integers from `least` on, `size` of them; 0 stands for 2^64.
struct IntegerRange {
  uint64_t size;
  int64_t least;
};
/// What random_(), random_(from, to) and random_(from) draw from. Bounds that a floating dtype does not hold are moved
/// inwards to where rounding does not leave the interval.
TORCHPP_API IntegerRange random_rule(ScalarType dtype, optional<int64_t> from, optional<int64_t> to);

/// Numbers drawn one after the other, in the order of the memory of the result, which is dense.
struct DrawPlan : Plan<1> {};
/// Indices drawn from rows of weights.
struct MultinomialPlan : Plan<1> {};

}  // namespace torchpp
