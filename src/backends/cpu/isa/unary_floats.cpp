// SPDX-License-Identifier: BSD-3-Clause

// Element-wise loops of one input that floating numbers alone have.

#include "src/backends/cpu/isa/element_loop.h"

namespace torchpp::cpu {

#include "src/backends/math/generated/unary_floats.def"

}  // namespace torchpp::cpu
