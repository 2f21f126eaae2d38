// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The tables of element-wise loops: <name>_loops for every line of math/generated/*.def, by dtype. Each is a
/// constant in a section of its own, so a static program keeps only those of the operators that it calls.

#include "src/backends/cuda/elementwise.h"

namespace torchpp::cuda {

#define TORCHPP_LOOP(name, ...) extern const ElementLoops name##_loops;
#include "src/backends/math/generated/binary.def"
#include "src/backends/math/generated/gradient.def"
#include "src/backends/math/generated/unary.def"
#include "src/backends/math/generated/unary_floats.def"
#undef TORCHPP_LOOP

/// where(condition, a, b), condition one byte per element; by the width of the others.
LoopFn where_loop(int64_t width);

/// x * (mask ? scale : 0), mask one byte per element, scale the first of the numbers; null where x is not floating.
LoopFn masked_scale_loop(ScalarType dtype);

}  // namespace torchpp::cuda
