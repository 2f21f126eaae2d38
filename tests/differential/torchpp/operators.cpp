// SPDX-License-Identifier: BSD-3-Clause
// The operators with their families, from the tables by name.
#include <torchpp/dispatch/library.h>

#include "tests/differential/torchpp/library.h"

namespace differential::library {

std::string list_operators() {
  using torchpp::Out;
  std::string text;
  for (const torchpp::OperatorTable& table : torchpp::detail::builtin_tables()) {
    // Calls are written down as sizes, strides and elements of dense memory: tests/ops/sparse_test.cpp compares these.
    if (std::string(table.family) == "sparse") continue;
    for (size_t i = 0; i < table.count; ++i)
      for (const Out::Form form : {Out::Form::kFunctional, Out::Form::kInPlace, Out::Form::kOut}) {
        if (!table.entries[i].op->has_form(form)) continue;
        const torchpp::FoundOp op(table.entries[i], form);
        text += std::string(table.family) + "\t" + op.handle().op->name() + "\t" + op.schema() + "\n";
      }
  }
  return text;
}

}  // namespace differential::library
