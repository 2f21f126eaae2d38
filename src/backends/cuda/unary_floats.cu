// SPDX-License-Identifier: BSD-3-Clause
// Element-wise loops of one input that floating numbers alone have.
#include "src/backends/cuda/loop_table.h"

namespace torchpp::cuda {

#include "src/backends/math/generated/unary_floats.def"

}  // namespace torchpp::cuda
