// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdint.h>

namespace torchpp::cpu {

/// One step of stochastic gradient descent. `momentum_buffer` is null without momentum; `first_step` makes it a copy of
/// the (decayed) gradient, undamped.
struct SgdStep {
  double lr, momentum, dampening, weight_decay;
  bool nesterov, first_step, maximize;
};
/// One step of Adam. The two bias corrections are 1 - beta^t. With `decoupled` (AdamW) the parameter first shrinks by
/// 1 - lr weight_decay, otherwise weight_decay param is added to the gradient.
struct AdamStep {
  double lr, beta1, beta2, eps, weight_decay, bias_correction1, bias_correction2;
  bool decoupled, maximize;
};
using SgdFn = void (*)(void* param, const void* grad, void* momentum_buffer, int64_t n, const SgdStep* step);
/// `max_exp_avg_sq` is null without amsgrad.
using AdamFn = void (*)(void* param, const void* grad, void* exp_avg, void* exp_avg_sq, void* max_exp_avg_sq, int64_t n,
                        const AdamStep* step);

}  // namespace torchpp::cpu
