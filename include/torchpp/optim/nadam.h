// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file NAdam.

#include <torchpp/optim/optimizer.h>

#include <tuple>

namespace torchpp::optim {

TORCHPP_STOCK_OPTIONS(NAdamOptions);
/// Options of NAdam.
struct TORCHPP_API NAdamOptions : public OptimizerCloneableOptions<NAdamOptions> {
  using betas_t = std::tuple<double, double>;
  NAdamOptions(double lr = 2e-3);  // NOLINT: implicit, as of the others
  TORCHPP_ARG(double, lr) = 2e-3;
  TORCHPP_ARG(betas_t, betas);  ///< decay of the first and second moment; 0.9 and 0.999
  TORCHPP_ARG(double, eps) = 1e-8;
  TORCHPP_ARG(double, weight_decay) = 0;       ///< added to the gradient
  TORCHPP_ARG(double, momentum_decay) = 4e-3;  ///< how fast the momentum reaches its full value

 public:
  void fields(FieldVisitor& visitor) override;
  void check() const override;
};

TORCHPP_STOCK_STATE(NAdamParamState);
/// Step count and moments of a parameter.
struct TORCHPP_API NAdamParamState : public OptimizerCloneableParamState<NAdamParamState> {
  TORCHPP_ARG(int64_t, step) = 0;
  TORCHPP_ARG(double, mu_product) = 1;  ///< product of the momenta of all steps
  TORCHPP_ARG(Tensor, exp_avg) = {};
  TORCHPP_ARG(Tensor, exp_avg_sq) = {};

 public:
  void fields(FieldVisitor& visitor) override;
};

TORCHPP_STOCK_OPTIMIZER(NAdamOptions, NAdamParamState);
/// Adam with Nesterov momentum: p <- p - lr * ((1 - mu_t) / (1 - prod mu) * g + mu_(t+1) / (1 - prod mu') * m) / d,
/// with d = sqrt(v / (1 - b2^t)) + eps and mu_t = b1 * (1 - 0.5 * 0.96^(t * momentum_decay)); as in PyTorch 1.13 the
/// product prod mu' that belongs to m holds mu_t twice.   Source: Dozat 2016.
class TORCHPP_API NAdam : public StockOptimizer<NAdamOptions, NAdamParamState> {
 public:
  using StockOptimizer::StockOptimizer;

 protected:
  void update(const NAdamOptions& options, const Work& work) final;
};

}  // namespace torchpp::optim
