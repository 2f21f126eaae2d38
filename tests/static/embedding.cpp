// SPDX-License-Identifier: BSD-3-Clause
// Trains a table of rows with dense gradients. checks/kept.cmake checks that the kernels of sparse tensors, which sort
// and search, were left out, though gradients and optimizer would take sparse ones.
#include <torchpp/torchpp.h>

int main() {
  torchpp::nn::Embedding table(4, 2);
  torchpp::optim::Adagrad optimizer(table->parameters(), 0.1);
  const torchpp::Tensor index = torchpp::tensor({1, 3}, torchpp::kLong);
  for (int i = 0; i < 2; ++i) {
    optimizer.zero_grad();
    const torchpp::Tensor rows = table->forward(index);
    rows.gather(1, index.sub(1).clamp_max(1).view({2, 1})).sum().backward();
    optimizer.step();
  }
  return table->weight.grad().is_sparse() ? 1 : 0;
}
