// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file L-BFGS.

#include <torchpp/core/optional.h>
#include <torchpp/optim/optimizer.h>

namespace torchpp::optim {

TORCHPP_STOCK_OPTIONS(LBFGSOptions);
/// Options of LBFGS.
struct TORCHPP_API LBFGSOptions : public OptimizerCloneableOptions<LBFGSOptions> {
  LBFGSOptions(double lr = 1) : lr_(lr) {}  // NOLINT: implicit, as in libtorch
  TORCHPP_ARG(double, lr) = 1;
  TORCHPP_ARG(int64_t, max_iter) = 20;                 ///< iterations of one step()
  TORCHPP_ARG(optional<int64_t>, max_eval) = nullopt;  ///< calls of the closure in one step(); max_iter * 5 / 4
  TORCHPP_ARG(double, tolerance_grad) = 1e-7;          ///< ends where no element of the gradient is larger
  TORCHPP_ARG(double, tolerance_change) = 1e-9;        ///< ends where neither the loss nor a parameter changes by more
  TORCHPP_ARG(int64_t, history_size) = 100;
  TORCHPP_ARG(optional<std::string>, line_search_fn) = nullopt;  ///< "strong_wolfe", or none

 public:
  void fields(FieldVisitor& visitor) override;
  void check() const override;
};

TORCHPP_STOCK_STATE(LBFGSParamState);
/// The state of all parameters, which belongs to the first of them. Tensors are of all parameters, one behind another.
struct TORCHPP_API LBFGSParamState : public OptimizerCloneableParamState<LBFGSParamState> {
  TORCHPP_ARG(int64_t, func_evals) = 0;
  TORCHPP_ARG(int64_t, n_iter) = 0;
  TORCHPP_ARG(double, t) = 0;  ///< the last step length
  TORCHPP_ARG(double, prev_loss) = 0;
  TORCHPP_ARG(double, H_diag) = 1;
  TORCHPP_ARG(Tensor, d) = {};  ///< the last direction
  TORCHPP_ARG(Tensor, prev_flat_grad) = {};
  TORCHPP_ARG(std::vector<Tensor>, old_dirs) = {};  ///< changes of the gradient, the last one at the end
  TORCHPP_ARG(std::vector<Tensor>, old_stps) = {};  ///< changes of the parameters
  TORCHPP_ARG(std::vector<double>, ro) = {};        ///< 1 over the product of both

 public:
  void fields(FieldVisitor& visitor) override;
};

/// Limited-memory BFGS: steps along -H g, where H is made of the last changes of parameters and gradient. Each step()
/// makes up to max_iter iterations and needs the closure; all parameters are in one group.   Source: Nocedal and Wright
/// 2006, algorithms 7.4 and 7.5; the strong Wolfe search 3.5 and 3.6.
class TORCHPP_API LBFGS : public Optimizer {
 public:
  explicit LBFGS(std::vector<OptimizerParamGroup> groups, LBFGSOptions defaults = {});
  explicit LBFGS(std::vector<Tensor> parameters, LBFGSOptions defaults = {});
  /// The loss before the first iteration.
  Tensor step(LossClosure closure) override;

 protected:
  std::unique_ptr<OptimizerParamState> make_state() const override;

 private:
  // A point on the line that a search goes along, with the loss, the gradient and its product with the direction there.
  struct Point {
    double t, loss;
    Tensor grad;
    double slope;
  };

  Tensor flat_grad() const;
  void move(double t, const Tensor& direction) const;
  Tensor next_direction(const LBFGSOptions& options, LBFGSParamState& state, const Tensor& grad) const;
  // The loss and gradient at t along the direction from `start`, values of the parameters; they stay there.
  Point probe(const LossClosure& closure, double t, const Tensor& direction, const std::vector<Tensor>& start) const;
  // A point that meets the strong Wolfe conditions, where one is found; counts the calls of the closure. The parameters
  // are where they were afterwards, also when the closure throws.
  Point search(const LossClosure& closure, const Point& start, double t, const Tensor& direction,
               double tolerance_change, int64_t* calls) const;
};

}  // namespace torchpp::optim
