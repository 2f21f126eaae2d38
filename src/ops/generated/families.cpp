// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/*.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/families.h>

namespace torchpp::detail {

// Names all operators: a program that looks them up without a table links all of them.
std::vector<OperatorTable> builtin_tables() {
  return {families::creation(), families::decomposition(), families::foreach(), families::image(), families::index(), families::linalg(), families::loss(), families::nested(), families::nn(), families::optim(), families::pointwise(), families::pooling(), families::random(), families::reduction(), families::search(), families::sequence(), families::shape(), families::sparse(), families::view()};
}

}  // namespace torchpp::detail
