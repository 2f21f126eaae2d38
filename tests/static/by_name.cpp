// SPDX-License-Identifier: BSD-3-Clause
// Looks operators up by name, and so must hold all of them.
#include <torchpp/dispatch/library.h>
#include <torchpp/torchpp.h>

#include <cstdio>

int main() {
  const std::vector<std::string> names = torchpp::list_ops();
  for (const std::string& name : names) {
    if (torchpp::find_op(name).name().empty()) return 1;
  }
  torchpp::Stack stack{torchpp::ones({2, 3}), torchpp::ones({3, 4})};
  torchpp::find_op("mm").call_boxed(stack);
  std::printf("%zu forms\n", names.size());
  return names.size() >= 500 && stack[0].toTensor().sum().item<float>() == 24 ? 0 : 1;
}
