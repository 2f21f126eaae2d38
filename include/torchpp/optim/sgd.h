// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Stochastic gradient descent.

#include <torchpp/optim/optimizer.h>

namespace torchpp::optim {

TORCHPP_STOCK_OPTIONS(SGDOptions);
/// Options of SGD. `lr` must be given.
struct TORCHPP_API SGDOptions : public OptimizerCloneableOptions<SGDOptions> {
  SGDOptions(double lr) : lr_(lr) {}  // NOLINT: implicit, as in libtorch
  TORCHPP_ARG(double, lr);
  TORCHPP_ARG(double, momentum) = 0;
  TORCHPP_ARG(double, dampening) = 0;  ///< of the gradient in the momentum buffer, from the second step on
  TORCHPP_ARG(double, weight_decay) = 0;
  TORCHPP_ARG(bool, nesterov) = false;
  TORCHPP_ARG(bool, maximize) = false;

 public:
  void fields(FieldVisitor& visitor) override;
  void check() const override;
};

TORCHPP_STOCK_STATE(SGDParamState);
struct TORCHPP_API SGDParamState : public OptimizerCloneableParamState<SGDParamState> {
  TORCHPP_ARG(Tensor, momentum_buffer);

 public:
  void fields(FieldVisitor& visitor) override;
};

TORCHPP_STOCK_OPTIMIZER(SGDOptions, SGDParamState);
/// p <- p - lr * v, with v <- momentum * v + (1 - dampening) * (g + weight_decay * p); the first v is g itself.
/// Nesterov's form steps along g + momentum * v.   Source: Sutskever et al. 2013, as libtorch 1.13 writes it.
class TORCHPP_API SGD : public StockOptimizer<SGDOptions, SGDParamState> {
 public:
  using StockOptimizer::StockOptimizer;

 protected:
  void update(const SGDOptions& options, const Work& work) final;

 private:
  void update_sparse(const SGDOptions& options, const Work& work);

  std::vector<Tensor> buffers_;
};

}  // namespace torchpp::optim
