// SPDX-License-Identifier: BSD-3-Clause
// Asks for a sparse gradient by a bool in a call by name, with no SparseGradient in the program.
#include <torchpp/dispatch/library.h>
#include <torchpp/ops/families.h>
#include <torchpp/torchpp.h>

int main() {
  const torchpp::Tensor x = torchpp::ones({2, 3}).requires_grad_();
  torchpp::Stack stack{x, int64_t{1}, torchpp::zeros({2, 1}, torchpp::kLong), true};
  torchpp::find_op(torchpp::families::index(), "gather").call_boxed(stack);
  stack[0].toTensor().sum().backward();
  return x.grad().is_sparse() && x.grad()._nnz() == 2 ? 0 : 1;
}
