// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file softmax, log_softmax and their gradients on contiguous tensors.

#include <torchpp/core/tensor_base.h>

#include "src/backends/cuda/launch.h"

namespace torchpp::cuda {

/// Lines of n elements of contiguous tensors of one shape: `inner` lines lie side by side, `outer` groups of them
/// follow each other.
struct SoftLines {
  int64_t outer = 1, n = 1, inner = 1;
  bool log;  ///< log_softmax
};

/// `out` is of the input's dtype, of float16 also float.
void soft_forward(const SoftLines& lines, const TensorBase& out, const TensorBase& in);
/// All three of one dtype.
void soft_backward(const SoftLines& lines, const TensorBase& grad_in, const TensorBase& grad, const TensorBase& out);

}  // namespace torchpp::cuda
