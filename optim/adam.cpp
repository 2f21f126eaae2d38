// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/optim/adam.h>

#include "optim/stock.h"
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
  v.later("maximize", maximize);
}

template <class Options>
void check_adam(const Options& o) {
  check_not_negative("learning rate", o.lr());
  check_not_negative("epsilon value", o.eps());
  check_betas(o.betas());
  check_not_negative("weight_decay value", o.weight_decay());
}

// Adam and AdamW differ in where the decay goes.
template <class Options>
void adam_step(const Options& options, const std::vector<Tensor>& params, const std::vector<Tensor>& grads,
               const std::vector<OptimizerParamState*>& states, bool decoupled) {
  const size_t n = params.size();
  BorrowedTensors exp_avgs(n), exp_avg_sqs(n), max_exp_avg_sqs(n);
  std::vector<double> steps;
  steps.reserve(n);
  for (size_t i = 0; i < n; ++i) {
    auto& state = static_cast<AdamParamState&>(*states[i]);
    steps.push_back(count_step(state));
    list_state(state.exp_avg(), params[i], exp_avgs);
    list_state(state.exp_avg_sq(), params[i], exp_avg_sqs);
    if (options.amsgrad()) list_state(state.max_exp_avg_sq(), params[i], max_exp_avg_sqs);
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

void Adam::update(const AdamOptions& options, const Work& work) {
  refuse_sparse(work.sparse, "Adam", ", please consider SparseAdam instead");
  adam_step(options, work.params, work.grads, work.states, false);
}
void AdamW::update(const AdamWOptions& options, const Work& work) {
  refuse_sparse(work.sparse, "AdamW");
  adam_step(options, work.params, work.grads, work.states, true);
}

TORCHPP_DEFINE_STOCK(AdamOptions, AdamParamState);
template class OptimizerCloneableOptions<AdamWOptions>;
template class StockOptimizer<AdamWOptions, AdamParamState>;

}  // namespace torchpp::optim
