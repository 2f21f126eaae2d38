// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Averaged stochastic gradient descent.

#include <torchpp/optim/optimizer.h>

namespace torchpp::optim {

TORCHPP_STOCK_OPTIONS(ASGDOptions);
/// Options of ASGD.
struct TORCHPP_API ASGDOptions : public OptimizerCloneableOptions<ASGDOptions> {
  ASGDOptions(double lr = 1e-2) : lr_(lr) {}  // NOLINT: implicit, as of the others
  TORCHPP_ARG(double, lr) = 1e-2;
  TORCHPP_ARG(double, lambd) = 1e-4;      ///< how fast the step size falls, and the parameter decays
  TORCHPP_ARG(double, alpha) = 0.75;      ///< power of the fall of the step size
  TORCHPP_ARG(double, t0) = 1e6;          ///< the step from which on parameters are averaged
  TORCHPP_ARG(double, weight_decay) = 0;  ///< added to the gradient
  TORCHPP_ARG(bool, maximize) = false;

 public:
  void fields(FieldVisitor& visitor) override;
  void check() const override;
};

TORCHPP_STOCK_STATE(ASGDParamState);
/// Step count, step size and average of a parameter.
struct TORCHPP_API ASGDParamState : public OptimizerCloneableParamState<ASGDParamState> {
  TORCHPP_ARG(int64_t, step) = 0;
  TORCHPP_ARG(double, eta) = 0;  ///< step size of the next step
  TORCHPP_ARG(double, mu) = 1;   ///< part of the next parameter in the average
  TORCHPP_ARG(Tensor, ax) = {};  ///< the average

 public:
  void fields(FieldVisitor& visitor) override;
};

TORCHPP_STOCK_OPTIMIZER(ASGDOptions, ASGDParamState);
/// p <- p * (1 - lambd * eta) - eta * g, with eta = lr / (1 + lambd * lr * t)^alpha; state `ax` is the average of p
/// from step t0 on, and p before.   Source: Polyak and Juditsky 1992; Bottou 2010, as PyTorch 1.13 writes it.
class TORCHPP_API ASGD : public StockOptimizer<ASGDOptions, ASGDParamState> {
 public:
  using StockOptimizer::StockOptimizer;

 protected:
  void update(const ASGDOptions& options, const Work& work) final;
};

}  // namespace torchpp::optim
