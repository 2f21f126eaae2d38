// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Shapes and checks of losses. No backend code.

#include <torchpp/core/reduction.h>

#include "src/core/shape.h"
#include "src/ops/generated/loss.h"

namespace torchpp {

/// Operands of a loss that is a number per element.
struct TORCHPP_API LossShape {
  /// Throws for sizes that do not broadcast and for dtypes that are not floating. There may be no weight.
  LossShape(const char* op, const Tensor& self, const Tensor& target, const Tensor& weight);
  ScalarType dtype, compute;  ///< of the result, and of arithmetic
  DimVector sizes;            ///< which they broadcast to
  int64_t n;
};
/// The tensor dense and of the sizes, to which it broadcasts.
TORCHPP_API Tensor spread_over(const Tensor& t, IntArrayRef sizes);
/// Hands over a loss or its gradient, in this dtype.
TORCHPP_API Tensor deliver_loss(const Out& out, const Tensor& self, const Tensor& computed, ScalarType dtype);

/// Log-probabilities as N lines of C classes at `inner` places each; one class list stands for N = 1.
struct NllShape {
  int64_t batch, classes, inner;
  DimVector target;  ///< shape of the target, and of the unreduced loss
};
/// Throws as libtorch's nll_loss, nll_loss2d and nll_loss_nd do.
TORCHPP_API NllShape nll_shape(const Tensor& self, const Tensor& target, const Tensor& weight);
/// The gradient of an unreduced loss is of its shape, that of a reduced one a number.
TORCHPP_API void check_nll_backward(const NllShape& shape, const TensorBase& grad, int64_t reduction,
                                    const TensorBase& total_weight);
/// Throws IndexError "Target 12 is out of bounds."
[[noreturn]] TORCHPP_COLD void fail_target(int64_t target);

TORCHPP_API void check_smooth_l1(double beta);
TORCHPP_API void check_huber(double delta);

/// The shape of a reduced loss.
inline DimVector loss_sizes(IntArrayRef sizes, int64_t reduction) {
  return reduction == Reduction::None ? DimVector(sizes) : DimVector();
}

}  // namespace torchpp
