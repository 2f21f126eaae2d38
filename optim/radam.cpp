// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/optim/radam.h>

#include "optim/stock.h"
#include "src/ops/generated/optim.h"

namespace torchpp::optim {

RAdamOptions::RAdamOptions(double lr) : lr_(lr), betas_(0.9, 0.999) {}
void RAdamOptions::fields(FieldVisitor& v) {
  v.field("lr", lr_);
  v.field("beta1", std::get<0>(betas_));
  v.field("beta2", std::get<1>(betas_));
  v.field("eps", eps_);
  v.field("weight_decay", weight_decay_);
}
void RAdamOptions::check() const {
  check_not_negative("learning rate", lr_);
  check_not_negative("epsilon value", eps_);
  check_betas(betas_);
  check_not_negative("weight_decay value", weight_decay_);
}
void RAdamParamState::fields(FieldVisitor& v) {
  v.field("step", step_);
  v.field("exp_avg", exp_avg_);
  v.field("exp_avg_sq", exp_avg_sq_);
}

void RAdam::update(const RAdamOptions& options, const Work& work) {
  refuse_sparse(work.sparse, "RAdam");
  const size_t n = work.params.size();
  BorrowedTensors exp_avgs(n), exp_avg_sqs(n);
  std::vector<double> steps;
  steps.reserve(n);
  for (size_t i = 0; i < n; ++i) {
    auto& state = static_cast<RAdamParamState&>(*work.states[i]);
    steps.push_back(count_step(state));
    list_state(state.exp_avg(), work.params[i], exp_avgs);
    list_state(state.exp_avg_sq(), work.params[i], exp_avg_sqs);
  }
  const auto [beta1, beta2] = options.betas();
  op::fused_radam(work.params, work.grads, exp_avgs, exp_avg_sqs, steps, options.lr(), beta1, beta2,
                  options.weight_decay(), options.eps());
}

TORCHPP_DEFINE_STOCK(RAdamOptions, RAdamParamState);

}  // namespace torchpp::optim
