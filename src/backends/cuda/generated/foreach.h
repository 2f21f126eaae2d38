// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/foreach.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/core/optional.h>
#include <torchpp/dispatch/op.h>

#include <string_view>

namespace torchpp::cuda {

void foreach_zero(TensorList self);
void amp_unscale(TensorList self, const Tensor& found_inf, const Tensor& inv_scale);
Tensor amp_update_scale(const Tensor& self, const Tensor& growth_tracker, const Tensor& found_inf, double scale_growth_factor, double scale_backoff_factor, int64_t growth_interval);

}  // namespace torchpp::cuda

