// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/sequence.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/dispatch/op.h>

#include <optional>
#include <string_view>

namespace torchpp {

struct AttentionBackwardPlan;
struct AttentionPlan;
struct CtcBackwardPlan;
struct CtcPlan;
struct EmbeddingBagBackwardPlan;
struct EmbeddingBagPlan;
struct RecurrentBackwardPlan;
struct RecurrentPlan;

}  // namespace torchpp

