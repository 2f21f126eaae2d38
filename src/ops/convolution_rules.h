// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The rule of convolution, which throws as libtorch does.

#include <torchpp/tensor.h>

#include "src/core/shape.h"
#include "src/ops/convolution_problem.h"

namespace torchpp {

/// What the rule of a convolution finds.
struct ConvShape {
  ConvProblem problem;
  DimVector output;                                ///< sizes of the result, of the transposed convolution if it is one
  MemoryFormat format = MemoryFormat::Contiguous;  ///< of the activations; problem.channels_last says the same
};
TORCHPP_API ConvShape conv_rule(const TensorBase& input, const TensorBase& weight, const TensorBase& bias,
                                IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool transposed,
                                IntArrayRef output_padding, int64_t groups);
/// Checks the gradient of a convolution's result.
TORCHPP_API void check_conv_gradient(const ConvShape& shape, const TensorBase& grad_output, const TensorBase& input);

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
