// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ATen/ATen.h>

namespace torchpp::linalg {
/// multi_dot_out() with its destination last, as libtorch has this one function.
inline Tensor& multi_dot_out(TensorList tensors, Tensor& out) { return multi_dot_out(out, tensors); }
}  // namespace torchpp::linalg
