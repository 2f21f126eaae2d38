// SPDX-License-Identifier: BSD-3-Clause

// Element-wise loops of one input.

#include "src/backends/cpu/isa/element_loop.h"

namespace torchpp::cpu {

#include "src/backends/math/generated/unary.def"

}  // namespace torchpp::cpu
