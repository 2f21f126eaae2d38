// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/optim/rmsprop.h>

#include "optim/stock.h"
#include "src/ops/generated/optim.h"

namespace torchpp::optim {

void RMSpropOptions::fields(FieldVisitor& v) {
  v.field("lr", lr_);
  v.field("alpha", alpha_);
  v.field("eps", eps_);
  v.field("weight_decay", weight_decay_);
  v.field("momentum", momentum_);
  v.field("centered", centered_);
  v.later("maximize", maximize_);
}
void RMSpropOptions::check() const {
  check_not_negative("learning rate", lr_);
  check_not_negative("epsilon value", eps_);
  check_not_negative("momentum value", momentum_);
  check_not_negative("weight_decay value", weight_decay_);
  check_not_negative("alpha value", alpha_);
}
void RMSpropParamState::fields(FieldVisitor& v) {
  v.field("step", step_);
  v.field("square_avg", square_avg_);
  v.field("momentum_buffer", momentum_buffer_);
  v.field("grad_avg", grad_avg_);
}

void RMSprop::update(const RMSpropOptions& options, const Work& work) {
  refuse_sparse(work.sparse, "RMSprop");
  const size_t n = work.params.size();
  BorrowedTensors square_avgs(n), grad_avgs(n), momentum_buffers(n);
  for (size_t i = 0; i < n; ++i) {
    auto& state = static_cast<RMSpropParamState&>(*work.states[i]);
    count_step(state);
    list_state(state.square_avg(), work.params[i], square_avgs);
    if (options.centered()) list_state(state.grad_avg(), work.params[i], grad_avgs);
    if (options.momentum() > 0) list_state(state.momentum_buffer(), work.params[i], momentum_buffers);
  }
  op::fused_rmsprop(work.params, work.grads, square_avgs, grad_avgs, momentum_buffers, options.lr(), options.alpha(),
                    options.eps(), options.weight_decay(), options.momentum(), options.centered(), options.maximize());
}

TORCHPP_DEFINE_STOCK(RMSpropOptions, RMSpropParamState);

}  // namespace torchpp::optim
