// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The gradients of sampling at points, which isa/sampling.cpp defines for each instruction set. The points are
/// those of a block (SampledBlock in nn_abi.h), whose image has two dimensions.

#include "src/backends/cpu/cpu_level.h"
#include "src/backends/cpu/isa/nn_abi.h"

namespace torchpp::cpu {

template <class T>
struct SampleGradients {
  /// The taps of the points: pixels (-1 outside) and weights, kSampledTogether of each tap. `image` and `out` of the
  /// block are not looked at.
  void (*nearest_taps)(const SampledBlock& block, int32_t* at, T* weight);
  void (*bilinear_taps)(const SampledBlock& block, int32_t* at, T* weight);
  /// The gradients of the two coordinates of each point go to `out`; `grad`, those of the values, have a row of points
  /// for each channel.
  void (*bilinear_grid)(const SampledBlock& block, const T* grad);
};

extern const SampleGradients<float> TORCHPP_ALL_SETS(sample_gradients_float);
extern const SampleGradients<double> TORCHPP_ALL_SETS(sample_gradients_double);

}  // namespace torchpp::cpu
