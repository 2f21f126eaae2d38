// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Adamax.

#include <torchpp/optim/optimizer.h>

#include <tuple>

namespace torchpp::optim {

TORCHPP_STOCK_OPTIONS(AdamaxOptions);
/// Options of Adamax.
struct TORCHPP_API AdamaxOptions : public OptimizerCloneableOptions<AdamaxOptions> {
  using betas_t = std::tuple<double, double>;
  AdamaxOptions(double lr = 2e-3);  // NOLINT: implicit, as of the others
  TORCHPP_ARG(double, lr) = 2e-3;
  TORCHPP_ARG(betas_t, betas);  ///< decay of the first and greatest gradient; 0.9 and 0.999
  TORCHPP_ARG(double, eps) = 1e-8;
  TORCHPP_ARG(double, weight_decay) = 0;  ///< added to the gradient
  TORCHPP_ARG(bool, maximize) = false;

 public:
  void fields(FieldVisitor& visitor) override;
  void check() const override;
};

TORCHPP_STOCK_STATE(AdamaxParamState);
/// Step count, first moment and fading greatest gradient of a parameter.
struct TORCHPP_API AdamaxParamState : public OptimizerCloneableParamState<AdamaxParamState> {
  TORCHPP_ARG(int64_t, step) = 0;
  TORCHPP_ARG(Tensor, exp_avg) = {};
  TORCHPP_ARG(Tensor, exp_inf) = {};

 public:
  void fields(FieldVisitor& visitor) override;
};

TORCHPP_STOCK_OPTIMIZER(AdamaxOptions, AdamaxParamState);
/// p <- p - lr / (1 - b1^t) * m / u, with u <- max(b2 * u, |g| + eps).   Source: Kingma and Ba 2015, section 7.1.
class TORCHPP_API Adamax : public StockOptimizer<AdamaxOptions, AdamaxParamState> {
 public:
  using StockOptimizer::StockOptimizer;

 protected:
  void update(const AdamaxOptions& options, const Work& work) final;
};

}  // namespace torchpp::optim
