// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdint.h>

namespace torchpp::cpu {

/// An optimizer step over contiguous arrays. `data` holds one array per list of the step (null: not used), `step` is
/// the struct of math/optim.h, and `numbers` what its numbers() gave; not read where it has no such numbers.
using OptimizerFn = void (*)(void* const* data, int64_t n, const void* step, const double* numbers);

}  // namespace torchpp::cpu
