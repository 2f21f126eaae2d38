// SPDX-License-Identifier: BSD-3-Clause
// Asks for a sparse gradient by an argument alone, which brings the kernels of sparse tensors into a static program.
#include <torchpp/torchpp.h>

int main() {
  const torchpp::Tensor x = torchpp::ones({2, 3}).requires_grad_();
  x.gather(1, torchpp::zeros({2, 1}, torchpp::kLong), true).sum().backward();
  return x.grad().is_sparse() && x.grad()._nnz() == 2 ? 0 : 1;
}
