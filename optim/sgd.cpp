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

namespace {

// One parameter, by operators that take sparse gradients. Its buffer is as sparse as the first gradient.
void step_by_operators(const SGDOptions& options, const Tensor& param, const Tensor& grad, SGDParamState& state) {
  Tensor change = options.maximize() ? grad.neg() : grad;
  if (options.momentum() != 0) {
    if (!state.momentum_buffer().defined()) state.momentum_buffer(change.clone());
    else state.momentum_buffer().mul_(options.momentum()).add_(change, 1 - options.dampening());
    change = options.nesterov() ? change.add(state.momentum_buffer(), options.momentum()) : state.momentum_buffer();
  }
  param.add_(change, -options.lr());
}

}  // namespace

void SGD::update_sparse(const SGDOptions& options, const Work& work) {
  TORCHPP_CHECK(
      options.weight_decay() == 0,
      "SGD: weight_decay option is not compatible with sparse gradients (add(sparse, dense) is not supported)");
  Work dense;
  for (size_t i = 0; i < work.params.size(); ++i) {
    if (work.grads[i].is_sparse()) {
      step_by_operators(options, work.params[i], work.grads[i], static_cast<SGDParamState&>(*work.states[i]));
    } else {
      dense.add(work, i);
    }
  }
  if (!dense.params.empty()) update(options, dense);
}

void SGD::update(const SGDOptions& options, const Work& work) {
  if (TORCHPP_UNLIKELY(work.sparse)) return update_sparse(options, work);
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
