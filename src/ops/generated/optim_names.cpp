// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/optim.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/families.h>

#include "src/ops/generated/optim.h"

namespace torchpp::families {
namespace {

const detail::OperatorEntry kOperators[] = {
    detail::entry_of(op::fused_sgd),
    detail::entry_of(op::fused_adam),
    detail::entry_of(op::foreach_norm_squared),
    detail::entry_of(op::foreach_mul),
    detail::entry_of(op::fused_rmsprop),
    detail::entry_of(op::fused_adagrad),
    detail::entry_of(op::fused_adadelta),
    detail::entry_of(op::fused_adamax),
    detail::entry_of(op::fused_asgd),
    detail::entry_of(op::fused_nadam),
    detail::entry_of(op::fused_radam),
    detail::entry_of(op::fused_rprop),
};

}  // namespace

OperatorTable optim() {
  return {"optim", kOperators, sizeof(kOperators) / sizeof(kOperators[0])};
}

}  // namespace torchpp::families
