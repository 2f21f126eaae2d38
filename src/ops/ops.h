// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The operator objects and the kernels that their rows name.

#include <torchpp/tensor.h>

#include "src/dispatch/state.h"
#include "src/ops/generated/optim.h"
#include "src/ops/generated/pointwise.h"
#include "src/ops/generated/random.h"
#include "src/ops/generated/reduction.h"

namespace torchpp {

/// One object per row of ops/table.def.
namespace op {
#define TORCHPP_OP(name, schema, Result, args) extern OwnOp<Result args> name;
#include <torchpp/ops/table.def>
#undef TORCHPP_OP
}  // namespace op

/// The CPU's kernels.
namespace cpu {
#define TORCHPP_OP(name, schema, Result, args) Result name args;
#define TORCHPP_OP_ALL(name, schema, Result, args)
#define TORCHPP_OP_ALL_ND(name, schema, Result, args)
#include <torchpp/ops/table.def>
#undef TORCHPP_OP
#undef TORCHPP_OP_ALL
#undef TORCHPP_OP_ALL_ND
}  // namespace cpu

/// Kernels that serve every backend.
namespace every_backend {
#define TORCHPP_OP(name, schema, Result, args)
#define TORCHPP_OP_ALL(name, schema, Result, args) Result name args;
#define TORCHPP_OP_ALL_ND(name, schema, Result, args) Result name args;
#include <torchpp/ops/table.def>
#undef TORCHPP_OP
#undef TORCHPP_OP_ALL
#undef TORCHPP_OP_ALL_ND
}  // namespace every_backend

/// What the autograd layer does for an operator.
namespace derivative {
#define TORCHPP_OP(name, schema, Result, args) Result name args;
#define TORCHPP_OP_ND(name, schema, Result, args)
#include <torchpp/ops/table.def>
#undef TORCHPP_OP
#undef TORCHPP_OP_ND
}  // namespace derivative

}  // namespace torchpp
