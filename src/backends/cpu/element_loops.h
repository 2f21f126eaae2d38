// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The tables of element-wise loops: <name>_loops for every line of math/generated/*.def. A functor of the same
/// name in backends/math says what the loops compute and which scalar operands they take. Comparisons and predicates
/// write one byte per element.

#include "src/backends/cpu/elementwise.h"

namespace torchpp::cpu {

#define TORCHPP_LOOP(name, ...) extern const ElementLoops name##_loops;
#include "src/backends/math/generated/binary.def"
#include "src/backends/math/generated/gradient.def"
#include "src/backends/math/generated/unary.def"
#include "src/backends/math/generated/unary_floats.def"
#undef TORCHPP_LOOP

}  // namespace torchpp::cpu
