// SPDX-License-Identifier: BSD-3-Clause
// Element-wise loops of one input.
#include "src/backends/cuda/loop_table.h"

namespace torchpp::cuda {

#include "src/backends/math/generated/unary.def"

}  // namespace torchpp::cuda
