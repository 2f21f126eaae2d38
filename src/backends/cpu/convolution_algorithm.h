// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The implementations of convolution on raw memory, in order of rank.

#include <memory>

#include "src/backends/cpu/weight_id.h"
#include "src/ops/convolution_problem.h"

namespace torchpp::cpu {

namespace onednn {
struct ConvPrimitives;
}
struct ConvImplementation;

/// How one direction of a problem is computed: the implementation, and what oneDNN prepared if it is that one.
struct ConvAlgorithm {
  const ConvImplementation* implementation = nullptr;
  ConvDirection direction = ConvDirection::kForward;
  std::shared_ptr<const onednn::ConvPrimitives> primitives;
};
/// The first implementation that can compute the problem; which one that is, and why not those before it, goes to the
/// verbose log. Throws Error for dtypes that none has.
ConvAlgorithm choose_conv(const ConvProblem& problem, ConvDirection direction);
/// Whether the bias of a transposed convolution may be an operand of the data gradient: that of 16-bit numbers which
/// are computed in float, so that their sum with it is rounded once.
bool adds_transposed_bias(const ConvAlgorithm& algorithm);

/// Forward: result = convolution of first, the input, with second, the weights, plus the bias if problem.bias.
/// Data gradient: from first, the gradient of the output, and second, the weights, plus the bias, a number per channel
/// of the result, if that is given: see adds_transposed_bias().
/// Weight gradient: from first, the input, and second, the gradient of the output.
struct ConvOperands {
  const void* first;
  const void* second;
  void* result;
  const void* bias = nullptr;
  /// Under which an implementation may keep what it makes of the weights.
  WeightId weight_id = {};
};
/// Runs what was chosen for the problem. Bitwise equal for any number of threads.
void run_conv(const ConvProblem& problem, const ConvAlgorithm& algorithm, const ConvOperands& operands);

}  // namespace torchpp::cpu
