// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/decomposition.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/core/optional.h>
#include <torchpp/dispatch/op.h>

#include <string_view>

namespace torchpp {

struct GeqrfPlan;
struct LuSolvePlan;
struct SolvePlan;
struct TriangularPlan;

}  // namespace torchpp

