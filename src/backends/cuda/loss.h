// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The kernels of losses.

#include "src/backends/cuda/elementwise.h"

namespace torchpp::cuda {

enum class LossKind : int { kMse, kSmoothL1, kHuber, kCrossEntropy };

/// The value of each element from input and target, and weight if `weighted`: of binary cross entropy only.
LoopFn cross_entropy_loop(ScalarType dtype, bool weighted);

/// The sum of the values, or their mean, as one element of the dtype. The inputs are flat; `weight` may be null.
struct LossSum {
  LossKind kind;
  double parameter;  ///< beta or delta
  const void *input, *target, *weight;
  int64_t n;
  bool mean;
  double* partial;  ///< memory for kMostPartials numbers
  void* out;
  static constexpr int kMostPartials = 4096;
};
void sum_losses(const LossSum& work, ScalarType dtype, const OnDevice& on);

/// The gradient of each element: share times the slope of its value times that of the loss, which is one number at
/// `grad` in the type of computation, or an operand.
struct LossSlope {
  LossKind kind;
  double parameter, share;
  const void* grad;  ///< null: operands are (gradient, input, target); else (input, target) and, weighted, the weight
  bool weighted;
};
/// Without `grad` but weighted, the result is in the type of computation, for multiply_by_weight.
void run_slope(const Operands& operands, const LossSlope& slope, ScalarType dtype, StreamHandle stream);
/// Operands: a number in the type of computation, and the weight.
void multiply_by_weight(const Operands& operands, ScalarType dtype, StreamHandle stream);

/// Targets are classes; scores lie as `classes` planes of `inner` for each element of the batch.
struct NllWork {
  const void* target;
  bool bytes;  ///< of the target: uint8, else int64
  const void* weight;
  int64_t classes, ignored, n;
  LongDivisor inner;
  int64_t reduction;
};
void nll_forward(const NllWork& work, const void* scores, void* out, void* total_weight, double* partial,
                 ScalarType dtype, const OnDevice& on);
/// `grad_in` is zero where nothing is written.
void nll_backward(const NllWork& work, const void* grad, const void* total_weight, void* grad_in, ScalarType dtype,
                  const OnDevice& on);

/// Lines of scores, and beside each score a target: a line of these lists classes up to the first -1. Dense.
struct MultilabelWork {
  ScalarType dtype;  ///< of the scores, and of all but the targets
  const void* scores;
  const int64_t* targets;
  int64_t batch, classes;
};
/// The loss of each line, in the type of computation, and 1 where a class is a target, else 0.
void multilabel_losses(const MultilabelWork& work, void* losses, void* is_target, const OnDevice& on);
/// The gradient of each score: `grad` is one number, or for `grad_of_lines` one for each line, and is multiplied by
/// `share`.
void multilabel_slopes(const MultilabelWork& work, const void* grad, bool grad_of_lines, double share,
                       const void* is_target, void* grad_in, const OnDevice& on);

}  // namespace torchpp::cuda
