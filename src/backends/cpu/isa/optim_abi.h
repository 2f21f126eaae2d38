// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdint.h>

#include "src/backends/math/optim.h"

namespace torchpp::cpu {

using math::AdamStep;
using math::SgdStep;
/// `momentum_buffer` is null without momentum.
using SgdFn = void (*)(void* param, const void* grad, void* momentum_buffer, int64_t n, const SgdStep* step);
/// `max_exp_avg_sq` is null without amsgrad.
using AdamFn = void (*)(void* param, const void* grad, void* exp_avg, void* exp_avg_sq, void* max_exp_avg_sq, int64_t n,
                        const AdamStep* step);

}  // namespace torchpp::cpu
