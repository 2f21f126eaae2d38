// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/optim/adamax.h>

#include "optim/stock.h"
#include "src/ops/generated/optim.h"

namespace torchpp::optim {

AdamaxOptions::AdamaxOptions(double lr) : lr_(lr), betas_(0.9, 0.999) {}
void AdamaxOptions::fields(FieldVisitor& v) {
  v.field("lr", lr_);
  v.field("beta1", std::get<0>(betas_));
  v.field("beta2", std::get<1>(betas_));
  v.field("eps", eps_);
  v.field("weight_decay", weight_decay_);
  v.later("maximize", maximize_);
}
void AdamaxOptions::check() const {
  check_not_negative("learning rate", lr_);
  check_not_negative("epsilon value", eps_);
  check_betas(betas_);
  check_not_negative("weight_decay value", weight_decay_);
}
void AdamaxParamState::fields(FieldVisitor& v) {
  v.field("step", step_);
  v.field("exp_avg", exp_avg_);
  v.field("exp_inf", exp_inf_);
}

void Adamax::update(const AdamaxOptions& options, const Work& work) {
  refuse_sparse(work.sparse, "Adamax");
  const size_t n = work.params.size();
  BorrowedTensors exp_avgs(n), exp_infs(n);
  std::vector<double> steps;
  steps.reserve(n);
  for (size_t i = 0; i < n; ++i) {
    auto& state = static_cast<AdamaxParamState&>(*work.states[i]);
    steps.push_back(count_step(state));
    list_state(state.exp_avg(), work.params[i], exp_avgs);
    list_state(state.exp_inf(), work.params[i], exp_infs);
  }
  const auto [beta1, beta2] = options.betas();
  op::fused_adamax(work.params, work.grads, exp_avgs, exp_infs, steps, options.lr(), beta1, beta2,
                   options.weight_decay(), options.eps(), options.maximize());
}

TORCHPP_DEFINE_STOCK(AdamaxOptions, AdamaxParamState);

}  // namespace torchpp::optim
