// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/optim/asgd.h>

#include <algorithm>
#include <cmath>

#include "optim/stock.h"
#include "src/ops/generated/optim.h"

namespace torchpp::optim {

void ASGDOptions::fields(FieldVisitor& v) {
  v.field("lr", lr_);
  v.field("lambd", lambd_);
  v.field("alpha", alpha_);
  v.field("t0", t0_);
  v.field("weight_decay", weight_decay_);
  v.later("maximize", maximize_);
}
void ASGDOptions::check() const {
  check_not_negative("learning rate", lr_);
  check_not_negative("weight_decay value", weight_decay_);
}
void ASGDParamState::fields(FieldVisitor& v) {
  v.field("step", step_);
  v.field("eta", eta_);
  v.field("mu", mu_);
  v.field("ax", ax_);
}

namespace {

// PyTorch keeps the numbers of a state in float32 tensors.
double as_float(double x) { return static_cast<double>(static_cast<float>(x)); }

}  // namespace

void ASGD::update(const ASGDOptions& options, const Work& work) {
  refuse_sparse(work.sparse, "ASGD");
  const size_t n = work.params.size();
  BorrowedTensors averages(n);
  std::vector<double> etas, mus;
  etas.reserve(n);
  mus.reserve(n);
  for (size_t i = 0; i < n; ++i) {
    auto& state = static_cast<ASGDParamState&>(*work.states[i]);
    if (!state.ax().defined()) state.eta(as_float(options.lr()));
    list_state(state.ax(), work.params[i], averages);
    etas.push_back(state.eta());
    mus.push_back(state.mu());
    const double t = count_step(state);
    state.eta(as_float(options.lr() / std::pow(1 + options.lambd() * options.lr() * t, options.alpha())));
    state.mu(as_float(1 / std::max(1.0, t - options.t0())));
  }
  op::fused_asgd(work.params, work.grads, averages, etas, mus, options.lambd(), options.weight_decay(),
                 options.maximize());
}

TORCHPP_DEFINE_STOCK(ASGDOptions, ASGDParamState);

}  // namespace torchpp::optim
