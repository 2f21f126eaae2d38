// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file RAdam.

#include <torchpp/optim/optimizer.h>

#include <tuple>

namespace torchpp::optim {

TORCHPP_STOCK_OPTIONS(RAdamOptions);
/// Options of RAdam.
struct TORCHPP_API RAdamOptions : public OptimizerCloneableOptions<RAdamOptions> {
  using betas_t = std::tuple<double, double>;
  RAdamOptions(double lr = 1e-3);  // NOLINT: implicit, as of the others
  TORCHPP_ARG(double, lr) = 1e-3;
  TORCHPP_ARG(betas_t, betas);  ///< decay of the first and second moment; 0.9 and 0.999
  TORCHPP_ARG(double, eps) = 1e-8;
  TORCHPP_ARG(double, weight_decay) = 0;  ///< added to the gradient

 public:
  void fields(FieldVisitor& visitor) override;
  void check() const override;
};

TORCHPP_STOCK_STATE(RAdamParamState);
/// Step count and moments of a parameter.
struct TORCHPP_API RAdamParamState : public OptimizerCloneableParamState<RAdamParamState> {
  TORCHPP_ARG(int64_t, step) = 0;
  TORCHPP_ARG(Tensor, exp_avg) = {};
  TORCHPP_ARG(Tensor, exp_avg_sq) = {};

 public:
  void fields(FieldVisitor& visitor) override;
};

TORCHPP_STOCK_OPTIMIZER(RAdamOptions, RAdamParamState);
/// Rectified Adam: steps along the first moment alone until the variance of the second one is known well enough.
/// Source: Liu et al. 2020.
class TORCHPP_API RAdam : public StockOptimizer<RAdamOptions, RAdamParamState> {
 public:
  using StockOptimizer::StockOptimizer;

 protected:
  void update(const RAdamOptions& options, const Work& work) final;
};

}  // namespace torchpp::optim
