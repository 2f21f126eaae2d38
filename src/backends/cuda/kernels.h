// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The backend's kernels: one for every row of ops/table.def that has not one kernel for all backends.

#include "src/backends/cuda/generated/optim.h"
#include "src/backends/cuda/generated/pointwise.h"
#include "src/backends/cuda/generated/random.h"
#include "src/backends/cuda/generated/reduction.h"
#include "src/ops/ops.h"

namespace torchpp::cuda {

#define TORCHPP_OP(name, schema, Result, args) Result name args;
#define TORCHPP_OP_ALL(name, schema, Result, args)
#define TORCHPP_OP_ALL_ND(name, schema, Result, args)
#include <torchpp/ops/table.def>
#undef TORCHPP_OP
#undef TORCHPP_OP_ALL
#undef TORCHPP_OP_ALL_ND

}  // namespace torchpp::cuda
