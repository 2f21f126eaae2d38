// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/optim/adagrad.h>

#include "optim/stock.h"
#include "src/ops/generated/optim.h"

namespace torchpp::optim {

void AdagradOptions::fields(FieldVisitor& v) {
  v.field("lr", lr_);
  v.field("lr_decay", lr_decay_);
  v.field("weight_decay", weight_decay_);
  v.field("initial_accumulator_value", initial_accumulator_value_);
  v.field("eps", eps_);
  v.later("maximize", maximize_);
}
void AdagradOptions::check() const {
  check_not_negative("learning rate", lr_);
  check_not_negative("lr_decay value", lr_decay_);
  check_not_negative("weight_decay value", weight_decay_);
  check_not_negative("initial_accumulator_value value", initial_accumulator_value_);
  check_not_negative("epsilon value", eps_);
}
void AdagradParamState::fields(FieldVisitor& v) {
  v.field("sum", sum_);
  v.field("step", step_);
}

void Adagrad::update_sparse(const AdagradOptions& options, const Work& work) {
  TORCHPP_CHECK(options.weight_decay() == 0, "Adagrad: weight_decay option is not compatible with sparse gradients");
  const double initial = static_cast<const AdagradOptions&>(defaults()).initial_accumulator_value();
  Work dense;
  for (size_t i = 0; i < work.params.size(); ++i) {
    if (!work.grads[i].is_sparse()) {
      dense.add(work, i);
      continue;
    }
    auto& state = static_cast<AdagradParamState&>(*work.states[i]);
    const double rate = options.lr() / (1 + (count_step(state) - 1) * options.lr_decay());
    if (!state.sum().defined()) state.sum(torchpp::full_like(work.params[i], initial));
    const Tensor change = own_sparse(work.grads[i], options.maximize());  // coalesced: the update is not linear
    state.sum().add_(change.square());
    change._values().div_(state.sum().sparse_mask(change)._values().sqrt_().add_(options.eps()));
    work.params[i].add_(change, -rate);
  }
  if (!dense.params.empty()) update(options, dense);
}

void Adagrad::update(const AdagradOptions& options, const Work& work) {
  if (TORCHPP_UNLIKELY(work.sparse)) return update_sparse(options, work);
  const double initial = static_cast<const AdagradOptions&>(defaults()).initial_accumulator_value();
  const size_t n = work.params.size();
  BorrowedTensors sums(n);
  std::vector<double> steps;
  steps.reserve(n);
  for (size_t i = 0; i < n; ++i) {
    auto& state = static_cast<AdagradParamState&>(*work.states[i]);
    steps.push_back(count_step(state));
    list_state(state.sum(), work.params[i], sums, initial);
  }
  op::fused_adagrad(work.params, work.grads, sums, steps, options.lr(), options.lr_decay(), options.weight_decay(),
                    options.eps(), options.maximize());
}

TORCHPP_DEFINE_STOCK(AdagradOptions, AdagradParamState);

}  // namespace torchpp::optim
