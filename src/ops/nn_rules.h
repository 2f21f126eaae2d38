// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Shapes of normalisation, embedding and dropout. Each rule throws as libtorch does.

#include <torchpp/core/optional.h>
#include <torchpp/dispatch/op.h>
#include <torchpp/tensor.h>

#include "src/core/shape.h"
#include "src/ops/generated/nn.h"
#include "src/ops/structured.h"

namespace torchpp {

/// The result and the statistics that were taken, or the gradients by input, weight and bias.
struct BatchNormPlan : Plan<3> {};
/// The dtype in which the rule of batch norm gives statistics.
ScalarType batch_norm_statistics_dtype(const Tensor& input, const Tensor& weight, const Tensor& bias,
                                       const Tensor& running_mean, const Tensor& running_var);

/// The rows that layer norm works on.
struct LayerNormShape {
  int64_t rows, width;
};
struct LayerNormPlan : Plan<1> {
  LayerNormShape shape;
};
/// The result, mean and 1 / deviation of each row, or the gradients by input, weight and bias.
struct NativeLayerNormPlan : Plan<3> {
  LayerNormShape shape;
};
/// The result, mean and 1 / deviation of each group, or the gradients by input, weight and bias.
struct GroupNormPlan : Plan<3> {
  int64_t samples, groups, channels, size;  ///< channels of a group, elements of a channel
  int64_t rows() const { return samples * groups; }
  int64_t width() const { return channels * size; }
};

struct EmbeddingPlan : Plan<1> {};
/// Indices as int64, contiguous.
TORCHPP_API Tensor long_indices(const Tensor& indices);

/// What the rule of dropout finds: result 0 has the elements, result 1 the mask. Both lie in memory as the input does
/// where that is dense.
struct DropoutPlan : Plan<2> {
  double kept;  ///< how likely an element is kept; 1 if none is drawn
};
/// The gradient of dropout.
struct DropoutBackwardPlan : Plan<1> {
  bool in_order;  ///< whether gradient and mask have the sizes and the strides of the result, dense
};
/// 1 / (1 - p) as libtorch's dropout rounds it for tensors of the dtype; 0 for p = 1. libtorch's native_dropout rounds
/// once, which in float and BFloat16 gives the neighbouring number for some p; for Half, which its dropout does not
/// take on the CPU, this is native_dropout's.
TORCHPP_API double dropout_scale(double p, ScalarType dtype);

}  // namespace torchpp
