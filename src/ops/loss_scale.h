// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Checks of the operators that keep the scale of a loss; every backend's kernels begin with them.

#include <torchpp/tensor.h>

namespace torchpp {

TORCHPP_API void check_amp_unscale(TensorList self, const Tensor& found_inf, const Tensor& inv_scale);
TORCHPP_API void check_amp_update_scale(const Tensor& self, const Tensor& growth_tracker, const Tensor& found_inf);

}  // namespace torchpp
