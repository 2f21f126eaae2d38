// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Adadelta.

#include <torchpp/optim/optimizer.h>

namespace torchpp::optim {

TORCHPP_STOCK_OPTIONS(AdadeltaOptions);
/// Options of Adadelta.
struct TORCHPP_API AdadeltaOptions : public OptimizerCloneableOptions<AdadeltaOptions> {
  AdadeltaOptions(double lr = 1) : lr_(lr) {}  // NOLINT: implicit, as of the others
  TORCHPP_ARG(double, lr) = 1;
  TORCHPP_ARG(double, rho) = 0.9;  ///< decay of the averages
  TORCHPP_ARG(double, eps) = 1e-6;
  TORCHPP_ARG(double, weight_decay) = 0;  ///< added to the gradient
  TORCHPP_ARG(bool, maximize) = false;

 public:
  void fields(FieldVisitor& visitor) override;
  void check() const override;
};

TORCHPP_STOCK_STATE(AdadeltaParamState);
/// Step count, and averages of the squared gradients and of the squared changes of a parameter.
struct TORCHPP_API AdadeltaParamState : public OptimizerCloneableParamState<AdadeltaParamState> {
  TORCHPP_ARG(int64_t, step) = 0;
  TORCHPP_ARG(Tensor, square_avg) = {};
  TORCHPP_ARG(Tensor, acc_delta) = {};

 public:
  void fields(FieldVisitor& visitor) override;
};

TORCHPP_STOCK_OPTIMIZER(AdadeltaOptions, AdadeltaParamState);
/// p <- p - lr * d, with d = sqrt(a + eps) / sqrt(v + eps) * g, v the average of the squared gradients and a that of
/// the squared d before.   Source: Zeiler 2012, as PyTorch 1.13 writes it.
class TORCHPP_API Adadelta : public StockOptimizer<AdadeltaOptions, AdadeltaParamState> {
 public:
  using StockOptimizer::StockOptimizer;

 protected:
  void update(const AdadeltaOptions& options, const Work& work) final;
};

}  // namespace torchpp::optim
