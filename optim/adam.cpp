// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/ops/creation.h>
#include <torchpp/optim/adam.h>

#include "src/ops/generated/optim.h"

namespace torchpp::optim {
namespace {

void visit(FieldVisitor& v, double& lr, std::tuple<double, double>& betas, double& eps, double& weight_decay,
           bool& amsgrad, bool& maximize) {
  v.field("lr", lr);
  v.field("beta1", std::get<0>(betas));
  v.field("beta2", std::get<1>(betas));
  v.field("eps", eps);
  v.field("weight_decay", weight_decay);
  v.field("amsgrad", amsgrad);
  v.field("maximize", maximize);
}

template <class Options>
void check_adam(const Options& o) {
  const auto [beta1, beta2] = o.betas();
  TORCHPP_CHECK_VALUE(o.lr() >= 0, "Invalid learning rate: ", o.lr());
  TORCHPP_CHECK_VALUE(o.eps() >= 0, "Invalid epsilon value: ", o.eps());
  TORCHPP_CHECK_VALUE(beta1 >= 0 && beta1 < 1, "Invalid beta parameter at index 0: ", beta1);
  TORCHPP_CHECK_VALUE(beta2 >= 0 && beta2 < 1, "Invalid beta parameter at index 1: ", beta2);
  TORCHPP_CHECK_VALUE(o.weight_decay() >= 0, "Invalid weight_decay value: ", o.weight_decay());
}

// One group's step; Adam and AdamW differ in where the decay goes.
template <class Options>
void adam_step(const Options& options, const std::vector<Tensor>& params, const std::vector<Tensor>& grads,
               const std::vector<OptimizerParamState*>& states, bool decoupled) {
  const size_t n = params.size();
  std::vector<Tensor> exp_avgs, exp_avg_sqs, max_exp_avg_sqs;
  std::vector<int64_t> steps;
  exp_avgs.reserve(n);
  exp_avg_sqs.reserve(n);
  steps.reserve(n);
  if (options.amsgrad()) max_exp_avg_sqs.reserve(n);
  for (size_t i = 0; i < n; ++i) {
    auto& state = static_cast<AdamParamState&>(*states[i]);
    if (!state.exp_avg().defined()) {
      state.step(0);
      state.exp_avg(torchpp::zeros_like(params[i]));
      state.exp_avg_sq(torchpp::zeros_like(params[i]));
    }
    if (options.amsgrad() && !state.max_exp_avg_sq().defined()) state.max_exp_avg_sq(torchpp::zeros_like(params[i]));
    state.step(state.step() + 1);
    steps.push_back(state.step());
    exp_avgs.push_back(state.exp_avg());
    exp_avg_sqs.push_back(state.exp_avg_sq());
    if (options.amsgrad()) max_exp_avg_sqs.push_back(state.max_exp_avg_sq());
  }
  const auto [beta1, beta2] = options.betas();
  op::fused_adam(params, grads, exp_avgs, exp_avg_sqs, max_exp_avg_sqs, steps, options.lr(), beta1, beta2,
                 options.weight_decay(), options.eps(), options.amsgrad(), options.maximize(), decoupled);
}

}  // namespace

AdamOptions::AdamOptions(double lr) : lr_(lr), betas_(0.9, 0.999) {}
AdamWOptions::AdamWOptions(double lr) : lr_(lr), betas_(0.9, 0.999) {}
void AdamOptions::fields(FieldVisitor& v) { visit(v, lr_, betas_, eps_, weight_decay_, amsgrad_, maximize_); }
void AdamWOptions::fields(FieldVisitor& v) { visit(v, lr_, betas_, eps_, weight_decay_, amsgrad_, maximize_); }
void AdamOptions::check() const { check_adam(*this); }
void AdamWOptions::check() const { check_adam(*this); }

void AdamParamState::fields(FieldVisitor& v) {
  v.field("step", step_);
  v.field("exp_avg", exp_avg_);
  v.field("exp_avg_sq", exp_avg_sq_);
  v.field("max_exp_avg_sq", max_exp_avg_sq_);
}

Adam::Adam(std::vector<OptimizerParamGroup> groups, AdamOptions defaults)
    : Optimizer(std::move(groups), std::make_unique<AdamOptions>(std::move(defaults))) {}
Adam::Adam(std::vector<Tensor> parameters, AdamOptions defaults)
    : Optimizer(std::move(parameters), std::make_unique<AdamOptions>(std::move(defaults))) {}
AdamW::AdamW(std::vector<OptimizerParamGroup> groups, AdamWOptions defaults)
    : Optimizer(std::move(groups), std::make_unique<AdamWOptions>(std::move(defaults))) {}
AdamW::AdamW(std::vector<Tensor> parameters, AdamWOptions defaults)
    : Optimizer(std::move(parameters), std::make_unique<AdamWOptions>(std::move(defaults))) {}

std::unique_ptr<OptimizerParamState> Adam::make_state() const { return std::make_unique<AdamParamState>(); }
std::unique_ptr<OptimizerParamState> AdamW::make_state() const { return std::make_unique<AdamParamState>(); }

Tensor Adam::step(LossClosure closure) {
  return step_groups(closure, [](const OptimizerOptions& options, const Work& work) {
    adam_step(static_cast<const AdamOptions&>(options), work.params, work.grads, work.states, false);
  });
}

Tensor AdamW::step(LossClosure closure) {
  return step_groups(closure, [](const OptimizerOptions& options, const Work& work) {
    adam_step(static_cast<const AdamWOptions&>(options), work.params, work.grads, work.states, true);
  });
}

template class OptimizerCloneableOptions<AdamOptions>;
template class OptimizerCloneableOptions<AdamWOptions>;
template class OptimizerCloneableParamState<AdamParamState>;

}  // namespace torchpp::optim
