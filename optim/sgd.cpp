// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/optim/sgd.h>

#include "optim/stock.h"
#include "src/ops/generated/optim.h"

namespace torchpp::optim {

void SGDOptions::fields(FieldVisitor& v) {
  v.field("lr", lr_);
  v.field("momentum", momentum_);
  v.field("dampening", dampening_);
  v.field("weight_decay", weight_decay_);
  v.field("nesterov", nesterov_);
  v.later("maximize", maximize_);
}
void SGDOptions::check() const {
  check_not_negative("learning rate", lr_);
  check_not_negative("momentum value", momentum_);
  check_not_negative("weight_decay value", weight_decay_);
  TORCHPP_CHECK_VALUE(!nesterov_ || (momentum_ > 0 && dampening_ == 0),
                      "Nesterov momentum requires a momentum and zero dampening");
}
void SGDParamState::fields(FieldVisitor& v) { v.field("momentum_buffer", momentum_buffer_); }

void SGD::update(const SGDOptions& options, const Work& work) {
  auto step = [&](TensorList params, TensorList grads, TensorList buffers, bool first) {
    op::fused_sgd(params, grads, buffers, options.lr(), options.momentum(), options.dampening(), options.weight_decay(),
                  options.nesterov(), options.maximize(), first);
  };
  if (options.momentum() == 0) return step(work.params, work.grads, {}, false);
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
    return step(work.params, work.grads, buffers_, fresh != 0);
  }
  for (size_t i = 0; i < buffers_.size(); ++i) {
    const bool first = !buffers_[i].defined();
    if (first) start(i);
    step(work.params[i], work.grads[i], buffers_[i], first);
  }
}

TORCHPP_DEFINE_STOCK(SGDOptions, SGDParamState);

}  // namespace torchpp::optim
