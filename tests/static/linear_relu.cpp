// SPDX-License-Identifier: BSD-3-Clause
// Calls two operators. checks/kept.cmake checks which other functions the linker kept.
#include <torchpp/torchpp.h>

int main() {
  const torchpp::NoGradGuard no_grad;
  const torchpp::Tensor x = torchpp::ones({2, 3}), w = torchpp::ones({4, 3});
  const torchpp::Tensor y = torchpp::relu(torchpp::linear(x, w));
  for (int64_t i = 0; i < 8; ++i)
    if (y.data_ptr<float>()[i] != 3) return 1;
  return 0;
}
