// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Calls below the autograd layer, under all the names that libtorch has had for it.

#include <ATen/core/ATenGeneral.h>

namespace c10 {
constexpr DispatchKeySet autograd_dispatch_keyset(DispatchKey::Autograd);
}

namespace at {
/// Views and versions are kept by what makes and writes tensors, in no layer that could be left out.
using AutoDispatchBelowADInplaceOrView = ::torchpp::AutoDispatchBelowAutograd;
class AutoNonVariableTypeMode : public ::torchpp::AutoDispatchBelowAutograd {
 public:
  explicit AutoNonVariableTypeMode(bool = true) {}
};
}  // namespace at

namespace torchpp {
using at::AutoDispatchBelowADInplaceOrView;
using at::AutoNonVariableTypeMode;
}  // namespace torchpp
