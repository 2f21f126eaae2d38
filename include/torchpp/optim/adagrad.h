// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Adagrad.

#include <torchpp/optim/optimizer.h>

namespace torchpp::optim {

TORCHPP_STOCK_OPTIONS(AdagradOptions);
/// Options of Adagrad.
struct TORCHPP_API AdagradOptions : public OptimizerCloneableOptions<AdagradOptions> {
  AdagradOptions(double lr = 1e-2) : lr_(lr) {}  // NOLINT: implicit, as in libtorch
  TORCHPP_ARG(double, lr) = 1e-2;
  TORCHPP_ARG(double, lr_decay) = 0;
  TORCHPP_ARG(double, weight_decay) = 0;               ///< added to the gradient
  TORCHPP_ARG(double, initial_accumulator_value) = 0;  ///< as in libtorch the optimizer's, also in groups with others
  TORCHPP_ARG(double, eps) = 1e-10;
  TORCHPP_ARG(bool, maximize) = false;

 public:
  void fields(FieldVisitor& visitor) override;
  void check() const override;
};

TORCHPP_STOCK_STATE(AdagradParamState);
/// Step count and sum of the squared gradients of a parameter.
struct TORCHPP_API AdagradParamState : public OptimizerCloneableParamState<AdagradParamState> {
  TORCHPP_ARG(Tensor, sum);
  TORCHPP_ARG(int64_t, step) = 0;

 public:
  void fields(FieldVisitor& visitor) override;
};

TORCHPP_STOCK_OPTIMIZER(AdagradOptions, AdagradParamState);
/// p <- p - lr / (1 + (t - 1) * lr_decay) * g / (sqrt(s) + eps), with s the sum of the squared gradients so far.
/// A parameter's state is made at its first step.   Source: Duchi et al. 2011, as libtorch 1.13 writes it.
class TORCHPP_API Adagrad : public StockOptimizer<AdagradOptions, AdagradParamState> {
 public:
  using StockOptimizer::StockOptimizer;

 protected:
  void update(const AdagradOptions& options, const Work& work) final;

 private:
  void update_sparse(const AdagradOptions& options, const Work& work);
};

}  // namespace torchpp::optim
