// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ATen/ATen.h>

namespace torchpp {

/// Whether neither or both are defined, and then equal.
inline bool equal_if_defined(const Tensor& a, const Tensor& b) {
  return a.defined() == b.defined() && (!a.defined() || equal(a, b));
}

}  // namespace torchpp
