// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/ops/families.h>

#include "src/ops/ops.h"

namespace torchpp::families {
namespace {

const detail::OperatorEntry kBuiltins[] = {
#define TORCHPP_OP(name, schema, Result, args) detail::entry_of(op::name),
#include <torchpp/ops/table.def>
#undef TORCHPP_OP
};

}  // namespace

OperatorTable rest() { return {"rest", kBuiltins, sizeof(kBuiltins) / sizeof(kBuiltins[0])}; }

}  // namespace torchpp::families
