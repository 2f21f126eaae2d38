// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Parameters in whose place another tensor is trained. A module that begins to compute a parameter keeps the
/// tensor, because its forward reads it, and trains another one: an optimizer that was made before has to follow.

#include <torchpp/tensor.h>

#include <cstdint>

namespace torchpp::autograd {

/// From now on `successor` is trained in place of `parameter`, and takes over its gradient; undefined: no tensor is, or
/// no single one. Neither is kept alive by this.
void set_successor(const Tensor& parameter, const Tensor& successor);
/// The parameter is trained itself again.
void end_succession(const Tensor& parameter);
/// What is trained in place of the tensor: itself unless it has a successor; undefined if there is none.
Tensor trained_for(const Tensor& tensor);
/// Changes with every call of the first two functions: while it does not, neither does what trained_for returns.
uint64_t succession_number() noexcept;

}  // namespace torchpp::autograd
