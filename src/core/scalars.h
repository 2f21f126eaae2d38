// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The numbers that an element-wise loop takes beside its tensors.

#include <stdint.h>

namespace torchpp {

/// Loops of floating numbers read f, loops of integers i; each functor of backends/math says what it takes.
struct Scalars {
  double f[4];
  int64_t i[4];
};

}  // namespace torchpp
