// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/optim/sgd.h>

#include <algorithm>

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
  const size_t n = work.params.size();
  BorrowedTensors buffers(buffers_);
  std::vector<bool> fresh;
  for (size_t i = 0; i < n; ++i) {
    auto& state = static_cast<SGDParamState&>(*work.states[i]);
    if (TORCHPP_UNLIKELY(!state.momentum_buffer().defined())) {
      fresh.resize(n);
      fresh[i] = true;
      state.momentum_buffer(torchpp::empty_like(work.params[i]));
    }
    buffers.add(state.momentum_buffer());
  }
  const bool first = !fresh.empty();
  if (!first || std::find(fresh.begin(), fresh.end(), false) == fresh.end())
    return step(work.params, work.grads, buffers, first);
  for (size_t i = 0; i < n; ++i) step(work.params[i], work.grads[i], buffers_[i], fresh[i]);
}

TORCHPP_DEFINE_STOCK(SGDOptions, SGDParamState);

}  // namespace torchpp::optim
