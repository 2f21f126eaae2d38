// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What operators without a row of the table ask of autograd, which defines these.

#include <torchpp/tensor.h>

#include "src/core/thread_state.h"

namespace torchpp {
namespace detail {

/// Whether gradients or tangents of these may have to be recorded: whether autograd would be asked by an operator.
inline bool asks_autograd(const Tensor& t) {
  return t.defined() && (t.impl()->keys() - thread_state.excluded).has(DispatchKey::Autograd);
}

void name_history_slow(const Tensor& result, const char* name);
/// Calls the node of the fresh result, which one operator of the table made for another one that is written with it, by
/// the name that libtorch's node has there: "TBackward0" for the transpose() of t(). `name` must live for ever.
inline Tensor named_history(Tensor result, const char* name) {
  if (result.impl()->autograd_meta() != nullptr) name_history_slow(result, name);
  return result;
}

/// Before a tensor is made to show other memory, or the same in another way, or before it is written: throws when the
/// gradients that are being recorded forbid it. These are recorded if self requires grad, or `read`: what the new
/// values are computed from.
void check_change(const Tensor& self, const char* op, bool read = false);
/// Gives `self` the geometry of `view`, a fresh view of it, and the view's place in the graph; counts one write.
/// `node` is what its grad_fn is called from then on.
void become_view(const Tensor& self, const Tensor& view, const char* node);
/// The tensor was changed in a way that has no derivative: backward through it is an error.
void lose_derivative(const Tensor& self, const Tensor& source, const char* op);

}  // namespace detail

}  // namespace torchpp
