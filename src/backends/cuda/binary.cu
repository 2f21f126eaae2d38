// SPDX-License-Identifier: BSD-3-Clause
// Element-wise loops of two inputs.
#include "src/backends/cuda/loop_table.h"

namespace torchpp::cuda {

#include "src/backends/math/generated/binary.def"

}  // namespace torchpp::cuda
