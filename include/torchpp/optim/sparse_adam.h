// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file SparseAdam.

#include <torchpp/optim/optimizer.h>

#include <tuple>

namespace torchpp::optim {

TORCHPP_STOCK_OPTIONS(SparseAdamOptions);
/// Options of SparseAdam.
struct TORCHPP_API SparseAdamOptions : public OptimizerCloneableOptions<SparseAdamOptions> {
  using betas_t = std::tuple<double, double>;
  SparseAdamOptions(double lr = 1e-3);  // NOLINT: implicit, as those of other optimizers
  TORCHPP_ARG(double, lr) = 1e-3;
  TORCHPP_ARG(betas_t, betas);  ///< decay of the first and second moment; 0.9 and 0.999
  TORCHPP_ARG(double, eps) = 1e-8;
  TORCHPP_ARG(bool, maximize) = false;

 public:
  void fields(FieldVisitor& visitor) override;
  void check() const override;
};

TORCHPP_STOCK_STATE(SparseAdamParamState);
/// Step count and moments of a parameter.
struct TORCHPP_API SparseAdamParamState : public OptimizerCloneableParamState<SparseAdamParamState> {
  TORCHPP_ARG(int64_t, step) = 0;
  TORCHPP_ARG(Tensor, exp_avg);
  TORCHPP_ARG(Tensor, exp_avg_sq);

 public:
  void fields(FieldVisitor& visitor) override;
};

TORCHPP_STOCK_OPTIMIZER(SparseAdamOptions, SparseAdamParamState);
/// Adam for sparse gradients: moments and parameters change only where the gradient has elements. Throws Error for
/// dense gradients.   Source: PyTorch 1.13; libtorch has no such class.
class TORCHPP_API SparseAdam : public StockOptimizer<SparseAdamOptions, SparseAdamParamState> {
 public:
  /// Throws ValueError for sparse parameters.
  explicit SparseAdam(std::vector<OptimizerParamGroup> groups, SparseAdamOptions defaults = {});
  explicit SparseAdam(std::vector<Tensor> parameters, SparseAdamOptions defaults = {});

 protected:
  void update(const SparseAdamOptions& options, const Work& work) final;
};

}  // namespace torchpp::optim
