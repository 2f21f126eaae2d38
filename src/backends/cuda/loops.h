// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The tables of element-wise loops: <op>_loops for every row of math/*.def, by dtype. Each is a constant that
/// stands apart, so a static program keeps only those of the operators that it calls.

#include "src/backends/cuda/elementwise.h"

namespace torchpp::cuda {

#define TORCHPP_UNARY(op, types) extern const LoopTable op##_loops;
#define TORCHPP_UNARY_SCALARS TORCHPP_UNARY
#define TORCHPP_UNARY_TURN TORCHPP_UNARY
#define TORCHPP_UNARY_BOOL TORCHPP_UNARY
#define TORCHPP_UNARY_COMPLEX(op) TORCHPP_UNARY(op, )
#include "src/backends/math/unary.def"
#undef TORCHPP_UNARY
#undef TORCHPP_UNARY_SCALARS
#undef TORCHPP_UNARY_TURN
#undef TORCHPP_UNARY_BOOL
#undef TORCHPP_UNARY_COMPLEX

#define TORCHPP_BINARY(op, types) extern const LoopTable op##_loops;
#define TORCHPP_BINARY_SCALARS TORCHPP_BINARY
#define TORCHPP_BINARY_LIGHT TORCHPP_BINARY
#define TORCHPP_BINARY_LIGHT_SCALARS TORCHPP_BINARY
#define TORCHPP_BINARY_BOOL TORCHPP_BINARY
#define TORCHPP_BINARY_DIVIDE TORCHPP_BINARY
#define TORCHPP_TERNARY TORCHPP_BINARY
#define TORCHPP_TERNARY_SCALARS TORCHPP_BINARY
#include "src/backends/math/binary.def"
#include "src/backends/math/gradient.def"
#undef TORCHPP_BINARY
#undef TORCHPP_BINARY_SCALARS
#undef TORCHPP_BINARY_LIGHT
#undef TORCHPP_BINARY_LIGHT_SCALARS
#undef TORCHPP_BINARY_BOOL
#undef TORCHPP_BINARY_DIVIDE
#undef TORCHPP_TERNARY
#undef TORCHPP_TERNARY_SCALARS

/// where(condition, a, b), condition one byte per element; by the width of the others.
LoopFn where_loop(int64_t width);

}  // namespace torchpp::cuda
