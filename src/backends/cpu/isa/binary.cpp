// SPDX-License-Identifier: BSD-3-Clause

// Element-wise loops of two inputs.

#include "src/backends/cpu/isa/element_loop.h"

namespace torchpp::cpu {

#include "src/backends/math/generated/binary.def"

}  // namespace torchpp::cpu
