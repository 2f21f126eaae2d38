// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Adam and AdamW.

#include <torchpp/optim/optimizer.h>

#include <tuple>

namespace torchpp::optim {

TORCHPP_STOCK_OPTIONS(AdamOptions);
/// Options of Adam.
struct TORCHPP_API AdamOptions : public OptimizerCloneableOptions<AdamOptions> {
  using betas_t = std::tuple<double, double>;
  AdamOptions(double lr = 1e-3);  // NOLINT: implicit, as in libtorch
  TORCHPP_ARG(double, lr) = 1e-3;
  TORCHPP_ARG(betas_t, betas);  ///< decay of the first and second moment; 0.9 and 0.999
  TORCHPP_ARG(double, eps) = 1e-8;
  TORCHPP_ARG(double, weight_decay) = 0;  ///< added to the gradient
  TORCHPP_ARG(bool, amsgrad) = false;
  TORCHPP_ARG(bool, maximize) = false;

 public:
  void fields(FieldVisitor& visitor) override;
  void check() const override;
};

TORCHPP_STOCK_OPTIONS(AdamWOptions);
/// Options of AdamW.
struct TORCHPP_API AdamWOptions : public OptimizerCloneableOptions<AdamWOptions> {
  using betas_t = std::tuple<double, double>;
  AdamWOptions(double lr = 1e-3);  // NOLINT: implicit, as in libtorch
  TORCHPP_ARG(double, lr) = 1e-3;
  TORCHPP_ARG(betas_t, betas);  ///< 0.9 and 0.999
  TORCHPP_ARG(double, eps) = 1e-8;
  TORCHPP_ARG(double, weight_decay) = 1e-2;  ///< decoupled: scales the parameter
  TORCHPP_ARG(bool, amsgrad) = false;
  TORCHPP_ARG(bool, maximize) = false;

 public:
  void fields(FieldVisitor& visitor) override;
  void check() const override;
};

TORCHPP_STOCK_STATE(AdamParamState);
/// Step count and moments of a parameter.
struct TORCHPP_API AdamParamState : public OptimizerCloneableParamState<AdamParamState> {
  TORCHPP_ARG(int64_t, step) = 0;
  TORCHPP_ARG(Tensor, exp_avg);
  TORCHPP_ARG(Tensor, exp_avg_sq);
  TORCHPP_ARG(Tensor, max_exp_avg_sq) = {};

 public:
  void fields(FieldVisitor& visitor) override;
};
using AdamWParamState = AdamParamState;

TORCHPP_STOCK_OPTIMIZER(AdamOptions, AdamParamState);
/// p <- p - lr / (1 - b1^t) * m / (sqrt(v / (1 - b2^t)) + eps).   Source: Kingma and Ba 2015; Reddi et al. 2018
/// (amsgrad).
class TORCHPP_API Adam : public StockOptimizer<AdamOptions, AdamParamState> {
 public:
  using StockOptimizer::StockOptimizer;

 protected:
  void update(const AdamOptions& options, const Work& work) final;
};

TORCHPP_STOCK_OPTIMIZER(AdamWOptions, AdamParamState);
/// Adam with the weights decayed apart from the gradient: p <- p * (1 - lr * weight_decay) first.   Source: Loshchilov
/// and Hutter 2019.
class TORCHPP_API AdamW : public StockOptimizer<AdamWOptions, AdamParamState> {
 public:
  using StockOptimizer::StockOptimizer;

 protected:
  void update(const AdamWOptions& options, const Work& work) final;
};

}  // namespace torchpp::optim
