// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/decomposition.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/families.h>

#include "src/ops/generated/decomposition.h"

namespace torchpp::families {
namespace {

const detail::OperatorEntry kOperators[] = {
    detail::entry_of(op::geqrf),
    detail::entry_of(op::linalg_householder_product),
    detail::entry_of(op::orgqr),
    detail::entry_of(op::linalg_qr),
    detail::entry_of(op::qr),
    detail::entry_of(op::linalg_solve_triangular),
    detail::entry_of(op::solve_factored),
    detail::entry_of(op::lu_solve),
    detail::entry_of(op::linalg_solve_ex),
    detail::entry_of(op::linalg_solve),
    detail::entry_of(op::linalg_matrix_exp),
    detail::entry_of(op::matrix_exp),
};

}  // namespace

OperatorTable decomposition() {
  return {"decomposition", kOperators, sizeof(kOperators) / sizeof(kOperators[0])};
}

}  // namespace torchpp::families
