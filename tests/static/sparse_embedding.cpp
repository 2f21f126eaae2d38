// SPDX-License-Identifier: BSD-3-Clause
// Asks for sparse gradients, which brings the kernels of sparse tensors into a static program.
#include <torchpp/torchpp.h>

int main() {
  torchpp::nn::Embedding table(torchpp::nn::EmbeddingOptions(4, 2).sparse(true));
  torchpp::optim::SparseAdam optimizer(table->parameters(), 0.1);
  table->forward(torchpp::tensor({1, 3, 1}, torchpp::kLong)).sum().backward();
  if (!table->weight.grad().is_sparse()) return 1;
  const torchpp::Tensor before = table->weight.detach().clone();
  optimizer.step();
  const torchpp::Tensor change = table->weight.detach().sub(before).abs();
  return change[0].sum().item<float>() == 0 && change[1].sum().item<float>() > 0 ? 0 : 2;
}
