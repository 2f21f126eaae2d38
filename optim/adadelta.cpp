// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/optim/adadelta.h>

#include "optim/stock.h"
#include "src/ops/generated/optim.h"

namespace torchpp::optim {

void AdadeltaOptions::fields(FieldVisitor& v) {
  v.field("lr", lr_);
  v.field("rho", rho_);
  v.field("eps", eps_);
  v.field("weight_decay", weight_decay_);
  v.later("maximize", maximize_);
}
void AdadeltaOptions::check() const {
  check_not_negative("learning rate", lr_);
  TORCHPP_CHECK_VALUE(rho_ >= 0 && rho_ <= 1, "Invalid rho value: ", rho_);
  check_not_negative("epsilon value", eps_);
  check_not_negative("weight_decay value", weight_decay_);
}
void AdadeltaParamState::fields(FieldVisitor& v) {
  v.field("step", step_);
  v.field("square_avg", square_avg_);
  v.field("acc_delta", acc_delta_);
}

void Adadelta::update(const AdadeltaOptions& options, const Work& work) {
  refuse_sparse(work.sparse, "Adadelta");
  const size_t n = work.params.size();
  BorrowedTensors square_avgs(n), acc_deltas(n);
  for (size_t i = 0; i < n; ++i) {
    auto& state = static_cast<AdadeltaParamState&>(*work.states[i]);
    count_step(state);
    list_state(state.square_avg(), work.params[i], square_avgs);
    list_state(state.acc_delta(), work.params[i], acc_deltas);
  }
  op::fused_adadelta(work.params, work.grads, square_avgs, acc_deltas, options.lr(), options.rho(), options.eps(),
                     options.weight_decay(), options.maximize());
}

TORCHPP_DEFINE_STOCK(AdadeltaOptions, AdadeltaParamState);

}  // namespace torchpp::optim
