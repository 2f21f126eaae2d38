// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/ops/creation.h>
#include <torchpp/optim/adagrad.h>

#include "src/ops/generated/optim.h"

namespace torchpp::optim {

void AdagradOptions::fields(FieldVisitor& v) {
  v.field("lr", lr_);
  v.field("lr_decay", lr_decay_);
  v.field("weight_decay", weight_decay_);
  v.field("initial_accumulator_value", initial_accumulator_value_);
  v.field("eps", eps_);
}

void AdagradOptions::check() const {
  TORCHPP_CHECK_VALUE(lr_ >= 0, "Invalid learning rate: ", lr_);
  TORCHPP_CHECK_VALUE(lr_decay_ >= 0, "Invalid lr_decay value: ", lr_decay_);
  TORCHPP_CHECK_VALUE(weight_decay_ >= 0, "Invalid weight_decay value: ", weight_decay_);
  TORCHPP_CHECK_VALUE(initial_accumulator_value_ >= 0,
                      "Invalid initial_accumulator_value value: ", initial_accumulator_value_);
  TORCHPP_CHECK_VALUE(eps_ >= 0, "Invalid epsilon value: ", eps_);
}

void AdagradParamState::fields(FieldVisitor& v) {
  v.field("sum", sum_);
  v.field("step", step_);
}

Adagrad::Adagrad(std::vector<OptimizerParamGroup> groups, AdagradOptions defaults)
    : Optimizer(std::move(groups), std::make_unique<AdagradOptions>(std::move(defaults))) {}
Adagrad::Adagrad(std::vector<Tensor> parameters, AdagradOptions defaults)
    : Optimizer(std::move(parameters), std::make_unique<AdagradOptions>(std::move(defaults))) {}

std::unique_ptr<OptimizerParamState> Adagrad::make_state() const { return std::make_unique<AdagradParamState>(); }

Tensor Adagrad::step(LossClosure closure) {
  const double initial = static_cast<const AdagradOptions&>(defaults()).initial_accumulator_value();
  return step_groups(closure, [initial](const OptimizerOptions& of_group, const Work& work) {
    const auto& options = static_cast<const AdagradOptions&>(of_group);
    std::vector<Tensor> sums;
    std::vector<int64_t> steps;
    for (size_t i = 0; i < work.params.size(); ++i) {
      auto& state = static_cast<AdagradParamState&>(*work.states[i]);
      if (!state.sum().defined()) state.sum(torchpp::full_like(work.params[i], initial));
      state.step(state.step() + 1);
      sums.push_back(state.sum());
      steps.push_back(state.step());
    }
    op::fused_adagrad(work.params, work.grads, sums, steps, options.lr(), options.lr_decay(), options.weight_decay(),
                      options.eps());
  });
}

template class OptimizerCloneableOptions<AdagradOptions>;
template class OptimizerCloneableParamState<AdagradParamState>;

}  // namespace torchpp::optim
