// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Connectionist temporal classification.

#include <torchpp/core/dtype.h>

#include "src/backends/cuda/stream.h"

namespace torchpp::cuda {

/// Sequences of float or double, dense in the order of step, sequence and class. Arrays are on the device.
struct CtcWork {
  ScalarType dtype;
  const void* log_probs;
  const int64_t* targets;
  const int64_t *starts, *steps, *labels;  ///< of each sequence: where its target starts, and lengths
  int64_t most_steps, batch, classes;
  int64_t width;  ///< symbols of the longest target with its blanks
  int64_t blank;
};

/// The loss of each sequence, and alpha[sequence][step][symbol]: minus infinity where a sequence has none.
void ctc_forward(const CtcWork& work, void* losses, void* alpha, const OnDevice& on);
/// The gradient of each probability; zero for sequences of infinite loss if these are to count for nothing. `beta` is
/// memory for as many numbers as there are of alpha.
void ctc_backward(const CtcWork& work, const void* grad, const void* losses, const void* alpha, bool zero_infinity,
                  void* beta, void* to, const OnDevice& on);

}  // namespace torchpp::cuda
