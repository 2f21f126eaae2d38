// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Resilient backpropagation.

#include <torchpp/optim/optimizer.h>

#include <tuple>

namespace torchpp::optim {

TORCHPP_STOCK_OPTIONS(RpropOptions);
/// Options of Rprop. `lr` is the first step size.
struct TORCHPP_API RpropOptions : public OptimizerCloneableOptions<RpropOptions> {
  using etas_t = std::tuple<double, double>;
  using step_sizes_t = std::tuple<double, double>;
  RpropOptions(double lr = 1e-2);  // NOLINT: implicit, as of the others
  TORCHPP_ARG(double, lr) = 1e-2;
  TORCHPP_ARG(etas_t, etas);  ///< factors of a step size whose gradient changes, or keeps, its sign; 0.5 and 1.2
  TORCHPP_ARG(step_sizes_t, step_sizes);  ///< least and greatest step size; 1e-6 and 50
  TORCHPP_ARG(bool, maximize) = false;

 public:
  void fields(FieldVisitor& visitor) override;
  void check() const override;
};

TORCHPP_STOCK_STATE(RpropParamState);
/// Step count, last gradient and step sizes of a parameter.
struct TORCHPP_API RpropParamState : public OptimizerCloneableParamState<RpropParamState> {
  TORCHPP_ARG(int64_t, step) = 0;
  TORCHPP_ARG(Tensor, prev) = {};
  TORCHPP_ARG(Tensor, step_size) = {};

 public:
  void fields(FieldVisitor& visitor) override;
};

TORCHPP_STOCK_OPTIMIZER(RpropOptions, RpropParamState);
/// p <- p - sign(g) * s, with a step size s for each element that grows while its gradient keeps its sign, and shrinks
/// where it changes; there the element stays.   Source: Riedmiller and Braun 1993.
class TORCHPP_API Rprop : public StockOptimizer<RpropOptions, RpropParamState> {
 public:
  using StockOptimizer::StockOptimizer;

 protected:
  void update(const RpropOptions& options, const Work& work) final;
};

}  // namespace torchpp::optim
