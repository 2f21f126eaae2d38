// SPDX-License-Identifier: BSD-3-Clause
// Looks operators up by name, and so must hold all of them.
#include <torchpp/dispatch/library.h>
#include <torchpp/torchpp.h>

#include <cstdio>

int main() {
  size_t missing = 0;
#define TORCHPP_OP(name, schema, Result, args)                                   \
  {                                                                              \
    const std::string text = schema;                                             \
    if (!torchpp::has_op("aten::" + text.substr(0, text.find_first_of("|(")))) { \
      std::fprintf(stderr, "not found: %s\n", schema);                           \
      ++missing;                                                                 \
    }                                                                            \
  }
#include <torchpp/ops/table.def>
  torchpp::Stack stack{torchpp::ones({2, 3}), torchpp::ones({3, 4})};
  torchpp::find_op("mm").call_boxed(stack);
  return missing == 0 && stack[0].toTensor().sum().item<float>() == 24 ? 0 : 1;
}
