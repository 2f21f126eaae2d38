// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/ops/creation.h>
#include <torchpp/optim/sgd.h>

#include "src/ops/generated/optim.h"

namespace torchpp::optim {

void SGDOptions::fields(FieldVisitor& v) {
  v.field("lr", lr_);
  v.field("momentum", momentum_);
  v.field("dampening", dampening_);
  v.field("weight_decay", weight_decay_);
  v.field("nesterov", nesterov_);
  v.field("maximize", maximize_);
}

void SGDOptions::check() const {
  TORCHPP_CHECK_VALUE(lr_ >= 0, "Invalid learning rate: ", lr_);
  TORCHPP_CHECK_VALUE(momentum_ >= 0, "Invalid momentum value: ", momentum_);
  TORCHPP_CHECK_VALUE(weight_decay_ >= 0, "Invalid weight_decay value: ", weight_decay_);
  TORCHPP_CHECK_VALUE(!nesterov_ || (momentum_ > 0 && dampening_ == 0),
                      "Nesterov momentum requires a momentum and zero dampening");
}

void SGDParamState::fields(FieldVisitor& v) { v.field("momentum_buffer", momentum_buffer_); }

SGD::SGD(std::vector<OptimizerParamGroup> groups, SGDOptions defaults)
    : Optimizer(std::move(groups), std::make_unique<SGDOptions>(std::move(defaults))) {}
SGD::SGD(std::vector<Tensor> parameters, SGDOptions defaults)
    : Optimizer(std::move(parameters), std::make_unique<SGDOptions>(std::move(defaults))) {}

std::unique_ptr<OptimizerParamState> SGD::make_state() const { return std::make_unique<SGDParamState>(); }

Tensor SGD::step(LossClosure closure) {
  return step_groups(closure, [this](const OptimizerOptions& of_group, const Work& work) {
    const auto& options = static_cast<const SGDOptions&>(of_group);
    auto update = [&](TensorList params, TensorList grads, TensorList buffers, bool first) {
      op::fused_sgd(params, grads, buffers, options.lr(), options.momentum(), options.dampening(),
                    options.weight_decay(), options.nesterov(), options.maximize(), first);
    };
    if (options.momentum() == 0) {
      update(work.params, work.grads, {}, false);
      return;
    }
    // Parameters that get their first gradient now start their buffers; the others go on.
    size_t fresh = 0;
    buffers_.clear();
    for (OptimizerParamState* state : work.states) {
      buffers_.push_back(static_cast<SGDParamState*>(state)->momentum_buffer());
      if (!buffers_.back().defined()) ++fresh;
    }
    auto start = [&](size_t i) {
      buffers_[i] = torchpp::empty_like(work.params[i]);
      static_cast<SGDParamState*>(work.states[i])->momentum_buffer(buffers_[i]);
    };
    if (fresh == 0 || fresh == buffers_.size()) {
      if (fresh != 0)
        for (size_t i = 0; i < buffers_.size(); ++i) start(i);
      update(work.params, work.grads, buffers_, fresh != 0);
      return;
    }
    for (size_t i = 0; i < buffers_.size(); ++i) {
      const bool first = !buffers_[i].defined();
      if (first) start(i);
      update(work.params[i], work.grads[i], buffers_[i], first);
    }
  });
}

template class OptimizerCloneableOptions<SGDOptions>;
template class OptimizerCloneableParamState<SGDParamState>;

}  // namespace torchpp::optim
