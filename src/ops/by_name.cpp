// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/dispatch/library.h>

#include "src/ops/ops.h"

namespace torchpp::detail {
namespace {

// The one place that names all operators: who links it pays for all of them.
const OperatorEntry kBuiltins[] = {
#define TORCHPP_OP(name, schema, Result, args) entry_of(op::name),
#include <torchpp/ops/table.def>
#undef TORCHPP_OP
};

}  // namespace

const OperatorEntry* builtin_operators(size_t* count) {
  *count = sizeof(kBuiltins) / sizeof(kBuiltins[0]);
  return kBuiltins;
}

}  // namespace torchpp::detail
