// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/optim/rprop.h>

#include "optim/stock.h"
#include "src/ops/generated/optim.h"

namespace torchpp::optim {

RpropOptions::RpropOptions(double lr) : lr_(lr), etas_(0.5, 1.2), step_sizes_(1e-6, 50) {}
void RpropOptions::fields(FieldVisitor& v) {
  v.field("lr", lr_);
  v.field("eta_minus", std::get<0>(etas_));
  v.field("eta_plus", std::get<1>(etas_));
  v.field("step_size_min", std::get<0>(step_sizes_));
  v.field("step_size_max", std::get<1>(step_sizes_));
  v.later("maximize", maximize_);
}
void RpropOptions::check() const {
  check_not_negative("learning rate", lr_);
  const auto [minus, plus] = etas_;
  TORCHPP_CHECK_VALUE(0 < minus && minus < 1 && 1 < plus, "Invalid eta values: ", minus, ", ", plus);
}
void RpropParamState::fields(FieldVisitor& v) {
  v.field("step", step_);
  v.field("prev", prev_);
  v.field("step_size", step_size_);
}

void Rprop::update(const RpropOptions& options, const Work& work) {
  refuse_sparse(work.sparse, "Rprop");
  const size_t n = work.params.size();
  BorrowedTensors previous(n), step_sizes(n);
  for (size_t i = 0; i < n; ++i) {
    auto& state = static_cast<RpropParamState&>(*work.states[i]);
    count_step(state);
    list_state(state.prev(), work.params[i], previous);
    list_state(state.step_size(), work.params[i], step_sizes, options.lr());
  }
  const auto [eta_minus, eta_plus] = options.etas();
  const auto [least, most] = options.step_sizes();
  op::fused_rprop(work.params, work.grads, previous, step_sizes, eta_minus, eta_plus, least, most, options.maximize());
}

TORCHPP_DEFINE_STOCK(RpropOptions, RpropParamState);

}  // namespace torchpp::optim
