// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The rules of convolution and its gradients, which throw as libtorch does.

#include <torchpp/tensor.h>

#include "src/core/shape.h"
#include "src/ops/convolution_problem.h"
#include "src/ops/structured.h"

namespace torchpp {

/// What the rule of a convolution finds. `format` is that of the activations; problem.channels_last says the same.
struct ConvolutionPlan : Plan<1> {
  ConvProblem problem;
  MemoryFormat format = MemoryFormat::Contiguous;
};
/// What the rule of a convolution's gradients finds: those of input, weight and bias.
struct ConvolutionBackwardPlan : Plan<3> {
  ConvProblem problem;
  MemoryFormat format = MemoryFormat::Contiguous;
};

/// The distance from the first element that a window reads to the one behind the last. Throws on overflow, with the
/// operator's name.
inline int64_t window_extent(const char* op, int64_t kernel, int64_t dilation) {
  return add_sizes(op, multiply_sizes(op, dilation, kernel - 1), 1);
}
/// A size with padding at both ends. Throws on overflow, with the operator's name.
inline int64_t padded_size(const char* op, int64_t size, int64_t padding) {
  return add_sizes(op, size, multiply_sizes(op, 2, padding));
}

}  // namespace torchpp
