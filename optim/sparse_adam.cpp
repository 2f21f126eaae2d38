// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/optim/sparse_adam.h>

#include <cmath>

#include "optim/stock.h"

namespace torchpp::optim {

SparseAdamOptions::SparseAdamOptions(double lr) : lr_(lr), betas_(0.9, 0.999) {}
void SparseAdamOptions::fields(FieldVisitor& v) {
  v.field("lr", lr_);
  v.field("beta1", std::get<0>(betas_));
  v.field("beta2", std::get<1>(betas_));
  v.field("eps", eps_);
  v.field("maximize", maximize_);
}
void SparseAdamOptions::check() const {
  TORCHPP_CHECK_VALUE(lr_ > 0, "Invalid learning rate: ", lr_);
  TORCHPP_CHECK_VALUE(eps_ > 0, "Invalid epsilon value: ", eps_);
  check_betas(betas_);
}
void SparseAdamParamState::fields(FieldVisitor& v) {
  v.field("step", step_);
  v.field("exp_avg", exp_avg_);
  v.field("exp_avg_sq", exp_avg_sq_);
}

namespace {

void check_dense(const std::vector<OptimizerParamGroup>& groups) {
  for (const OptimizerParamGroup& group : groups)
    for (size_t i = 0; i < group.params().size(); ++i)
      TORCHPP_CHECK_VALUE(!group.params()[i].is_sparse(), "Sparse params at indices [", i,
                          "]: SparseAdam requires dense parameter tensors");
}

// Makes `next` (1 - decay) * (next - old), which is added to the moment, and returns the moment's new values there.
Tensor decayed(const Tensor& moment, const Tensor& next, double decay) {
  const Tensor old = moment.sparse_mask(next)._values(), values = next._values();
  values.sub_(old).mul_(1 - decay);
  moment.add_(next);
  return values.add(old);
}

}  // namespace

SparseAdam::SparseAdam(std::vector<OptimizerParamGroup> groups, SparseAdamOptions defaults)
    : StockOptimizer(std::move(groups), std::move(defaults)) {
  check_dense(param_groups());
}
SparseAdam::SparseAdam(std::vector<Tensor> parameters, SparseAdamOptions defaults)
    : StockOptimizer(std::move(parameters), std::move(defaults)) {
  check_dense(param_groups());
}

void SparseAdam::update(const SparseAdamOptions& options, const Work& work) {
  for (const Tensor& grad : work.grads)
    TORCHPP_CHECK(grad.is_sparse(), "SparseAdam does not support dense gradients, please consider Adam instead");
  const auto [beta1, beta2] = options.betas();
  for (size_t i = 0; i < work.params.size(); ++i) {
    auto& state = static_cast<SparseAdamParamState&>(*work.states[i]);
    if (!state.exp_avg().defined()) state.exp_avg(torchpp::zeros_like(work.params[i]));
    if (!state.exp_avg_sq().defined()) state.exp_avg_sq(torchpp::zeros_like(work.params[i]));
    const double step = count_step(state);
    const Tensor change = own_sparse(work.grads[i], options.maximize()), squared = change.square();
    const Tensor average = decayed(state.exp_avg(), change, beta1),
                 square = decayed(state.exp_avg_sq(), squared, beta2);
    const double rate = options.lr() * std::sqrt(1 - std::pow(beta2, step)) / (1 - std::pow(beta1, step));
    change._values().copy_(average.div_(square.sqrt_().add_(options.eps())));
    work.params[i].add_(change, -rate);
  }
}

TORCHPP_DEFINE_STOCK(SparseAdamOptions, SparseAdamParamState);

}  // namespace torchpp::optim
