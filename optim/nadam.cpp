// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/optim/nadam.h>

#include <cmath>

#include "optim/stock.h"
#include "src/ops/generated/optim.h"

namespace torchpp::optim {

NAdamOptions::NAdamOptions(double lr) : lr_(lr), betas_(0.9, 0.999) {}
void NAdamOptions::fields(FieldVisitor& v) {
  v.field("lr", lr_);
  v.field("beta1", std::get<0>(betas_));
  v.field("beta2", std::get<1>(betas_));
  v.field("eps", eps_);
  v.field("weight_decay", weight_decay_);
  v.field("momentum_decay", momentum_decay_);
}
void NAdamOptions::check() const {
  check_not_negative("learning rate", lr_);
  check_not_negative("epsilon value", eps_);
  check_betas(betas_);
  check_not_negative("weight_decay value", weight_decay_);
  check_not_negative("momentum_decay value", momentum_decay_);
}
void NAdamParamState::fields(FieldVisitor& v) {
  v.field("step", step_);
  v.field("mu_product", mu_product_);
  v.field("exp_avg", exp_avg_);
  v.field("exp_avg_sq", exp_avg_sq_);
}

void NAdam::update(const NAdamOptions& options, const Work& work) {
  refuse_sparse(work.sparse, "NAdam");
  const auto [beta1, beta2] = options.betas();
  const auto momentum_of = [&, first = beta1](double t) {
    return first * (1 - 0.5 * std::pow(0.96, t * options.momentum_decay()));
  };
  const auto factor = [&](double product, double momentum) { return -options.lr() * momentum / (1 - product); };
  const size_t n = work.params.size();
  BorrowedTensors exp_avgs(n), exp_avg_sqs(n);
  std::vector<double> corrections, of_grads, of_moments;
  corrections.reserve(n);
  of_grads.reserve(n);
  of_moments.reserve(n);
  for (size_t i = 0; i < n; ++i) {
    auto& state = static_cast<NAdamParamState&>(*work.states[i]);
    list_state(state.exp_avg(), work.params[i], exp_avgs);
    list_state(state.exp_avg_sq(), work.params[i], exp_avg_sqs);
    const double t = count_step(state), momentum = momentum_of(t), next = momentum_of(t + 1);
    // PyTorch keeps the products of the momenta in float32 tensors. In version 1.13 the one that belongs to the first
    // moment holds the momentum of this step twice.
    const float product = static_cast<float>(state.mu_product()) * static_cast<float>(momentum);
    const float with_next = product * static_cast<float>(momentum) * static_cast<float>(next);
    state.mu_product(static_cast<double>(product));
    corrections.push_back(1 - std::pow(beta2, t));
    of_grads.push_back(factor(static_cast<double>(product), 1 - momentum));
    of_moments.push_back(factor(static_cast<double>(with_next), next));
  }
  op::fused_nadam(work.params, work.grads, exp_avgs, exp_avg_sqs, corrections, of_grads, of_moments, beta1, beta2,
                  options.weight_decay(), options.eps());
}

TORCHPP_DEFINE_STOCK(NAdamOptions, NAdamParamState);

}  // namespace torchpp::optim
