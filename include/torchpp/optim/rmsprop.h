// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file RMSprop.

#include <torchpp/optim/optimizer.h>

namespace torchpp::optim {

TORCHPP_STOCK_OPTIONS(RMSpropOptions);
/// Options of RMSprop.
struct TORCHPP_API RMSpropOptions : public OptimizerCloneableOptions<RMSpropOptions> {
  RMSpropOptions(double lr = 1e-2) : lr_(lr) {}  // NOLINT: implicit, as in libtorch
  TORCHPP_ARG(double, lr) = 1e-2;
  TORCHPP_ARG(double, alpha) = 0.99;  ///< decay of the averages
  TORCHPP_ARG(double, eps) = 1e-8;
  TORCHPP_ARG(double, weight_decay) = 0;  ///< added to the gradient
  TORCHPP_ARG(double, momentum) = 0;
  TORCHPP_ARG(bool, centered) = false;  ///< divides by the standard deviation in place of the root mean square
  TORCHPP_ARG(bool, maximize) = false;

 public:
  void fields(FieldVisitor& visitor) override;
  void check() const override;
};

TORCHPP_STOCK_STATE(RMSpropParamState);
/// Step count and averages of a parameter.
struct TORCHPP_API RMSpropParamState : public OptimizerCloneableParamState<RMSpropParamState> {
  TORCHPP_ARG(int64_t, step) = 0;
  TORCHPP_ARG(Tensor, square_avg);
  TORCHPP_ARG(Tensor, momentum_buffer) = {};
  TORCHPP_ARG(Tensor, grad_avg) = {};

 public:
  void fields(FieldVisitor& visitor) override;
};

TORCHPP_STOCK_OPTIMIZER(RMSpropOptions, RMSpropParamState);
/// p <- p - lr * b, with b <- momentum * b + g / (sqrt(v) + eps) and v the average of the squared gradients, less the
/// square of the average gradient if centered.   Source: Tieleman and Hinton 2012; Graves 2013 (centered), as libtorch
/// 1.13 writes it.
class TORCHPP_API RMSprop : public StockOptimizer<RMSpropOptions, RMSpropParamState> {
 public:
  using StockOptimizer::StockOptimizer;

 protected:
  void update(const RMSpropOptions& options, const Work& work) final;
};

}  // namespace torchpp::optim
