// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Rules of losses: shapes, dtypes and checks. No backend code.

#include <torchpp/core/reduction.h>

#include "src/ops/generated/loss.h"
#include "src/ops/structured.h"

namespace torchpp {

/// What the rule of a loss finds that is a number per element; and of its gradient.
struct LossPlan : Plan<1> {
  ScalarType compute;  ///< of the arithmetic
  DimVector sizes;     ///< which the operands broadcast to
  int64_t n;           ///< as many elements
  bool row_major;      ///< whether input and target are contiguous and of these sizes
};

/// Log-probabilities as `batch` lines of so many classes at `inner` places each; a list of classes is one line.
struct NllShape {
  int64_t batch, classes, inner;
};
/// Throws as libtorch's nll_loss, nll_loss2d and nll_loss_nd do.
NllShape nll_shape(const Tensor& self, const Tensor& target, const Tensor& weight);
/// The sizes of the loss: those of the target without a reduction, none of a reduced loss and of a list of classes.
inline IntArrayRef nll_loss_sizes(const Tensor& self, const Tensor& target, int64_t reduction) {
  return reduction == Reduction::None && self.dim() > 1 ? target.sizes() : IntArrayRef();
}
/// Those of a gradient, whose further arguments it checks, too.
NllShape nll_backward_shape(const Tensor& grad_output, const Tensor& self, const Tensor& target, const Tensor& weight,
                            int64_t reduction, const Tensor& total_weight);
struct NllPlan : Plan<2> {
  NllShape shape;
};
struct NllBackwardPlan : Plan<1> {
  NllShape shape;
};

/// Lines of classes of multilabel_margin_loss.
struct MultilabelShape {
  int64_t batch, classes;
};
struct MultilabelMarginPlan : Plan<2> {
  MultilabelShape shape;
};
struct MultilabelMarginBackwardPlan : Plan<1> {
  MultilabelShape shape;
};

/// A contiguous tensor of the sizes, to which `t` broadcasts, without lazy conjugation or negation.
TORCHPP_API Tensor spread_over(const Tensor& t, IntArrayRef sizes);
/// Throws "all elements of input should be between 0 and 1".
[[noreturn]] TORCHPP_COLD void fail_probability();
/// Throws IndexError "Target 12 is out of bounds."
[[noreturn]] TORCHPP_COLD void fail_target(int64_t target);

}  // namespace torchpp
