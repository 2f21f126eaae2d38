// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/ops/creation.h>
#include <torchpp/optim/rmsprop.h>

#include "src/ops/generated/optim.h"

namespace torchpp::optim {

void RMSpropOptions::fields(FieldVisitor& v) {
  v.field("lr", lr_);
  v.field("alpha", alpha_);
  v.field("eps", eps_);
  v.field("weight_decay", weight_decay_);
  v.field("momentum", momentum_);
  v.field("centered", centered_);
}

void RMSpropOptions::check() const {
  TORCHPP_CHECK_VALUE(lr_ >= 0, "Invalid learning rate: ", lr_);
  TORCHPP_CHECK_VALUE(eps_ >= 0, "Invalid epsilon value: ", eps_);
  TORCHPP_CHECK_VALUE(momentum_ >= 0, "Invalid momentum value: ", momentum_);
  TORCHPP_CHECK_VALUE(weight_decay_ >= 0, "Invalid weight_decay value: ", weight_decay_);
  TORCHPP_CHECK_VALUE(alpha_ >= 0, "Invalid alpha value: ", alpha_);
}

void RMSpropParamState::fields(FieldVisitor& v) {
  v.field("step", step_);
  v.field("square_avg", square_avg_);
  v.field("momentum_buffer", momentum_buffer_);
  v.field("grad_avg", grad_avg_);
}

RMSprop::RMSprop(std::vector<OptimizerParamGroup> groups, RMSpropOptions defaults)
    : Optimizer(std::move(groups), std::make_unique<RMSpropOptions>(std::move(defaults))) {}
RMSprop::RMSprop(std::vector<Tensor> parameters, RMSpropOptions defaults)
    : Optimizer(std::move(parameters), std::make_unique<RMSpropOptions>(std::move(defaults))) {}

std::unique_ptr<OptimizerParamState> RMSprop::make_state() const { return std::make_unique<RMSpropParamState>(); }

Tensor RMSprop::step(LossClosure closure) {
  return step_groups(closure, [](const OptimizerOptions& of_group, const Work& work) {
    const auto& options = static_cast<const RMSpropOptions&>(of_group);
    std::vector<Tensor> square_avgs, grad_avgs, momentum_buffers;
    for (size_t i = 0; i < work.params.size(); ++i) {
      auto& state = static_cast<RMSpropParamState&>(*work.states[i]);
      const auto list = [&](Tensor& t, std::vector<Tensor>& tensors) {
        if (!t.defined()) t = torchpp::zeros_like(work.params[i]);
        tensors.push_back(t);
      };
      state.step(state.step() + 1);
      list(state.square_avg(), square_avgs);
      if (options.centered()) list(state.grad_avg(), grad_avgs);
      if (options.momentum() > 0) list(state.momentum_buffer(), momentum_buffers);
    }
    op::fused_rmsprop(work.params, work.grads, square_avgs, grad_avgs, momentum_buffers, options.lr(), options.alpha(),
                      options.eps(), options.weight_decay(), options.momentum(), options.centered());
  });
}

template class OptimizerCloneableOptions<RMSpropOptions>;
template class OptimizerCloneableParamState<RMSpropParamState>;

}  // namespace torchpp::optim
