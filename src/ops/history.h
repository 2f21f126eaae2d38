// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What operators without a row of the table ask of autograd, which defines these.

#include <torchpp/tensor.h>

namespace torchpp::detail {

/// Before a tensor is made to show other memory, or the same in another way: throws when the gradients that are being
/// recorded forbid it.
void check_change(const Tensor& self, const char* op);
/// Gives `self` the geometry of `view`, a fresh view of it, and the view's place in the graph; counts one write.
/// `node` is what its grad_fn is called from then on.
void become_view(const Tensor& self, const Tensor& view, const char* node);
/// The tensor was changed in a way that has no derivative: backward through it is an error.
void lose_derivative(const Tensor& self, const Tensor& source, const char* op);

}  // namespace torchpp::detail
