// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/index.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/families.h>

#include "src/ops/generated/index.h"
#include "src/ops/sparse.h"

namespace torchpp::families {
namespace {

const detail::OperatorEntry kOperators[] = {
    detail::entry_of(op::index),
    detail::entry_of(op::index_put),
    detail::entry_of(op::index_select),
    detail::entry_of(op::index_add),
    detail::entry_of(op::index_reduce),
    detail::entry_of(op::index_copy),
    detail::entry_of(op::index_fill),
    detail::entry_of(op::index_fill_tensor),
    detail::entry_of(op::gather),
    detail::entry_of(op::scatter),
    detail::entry_of(op::scatter_value),
    detail::entry_of(op::scatter_reduce),
    detail::entry_of(op::scatter_value_reduce),
    detail::entry_of(op::scatter_add),
    detail::entry_of(op::scatter_reduce_two),
    detail::entry_of(op::masked_fill),
    detail::entry_of(op::masked_fill_tensor),
    detail::entry_of(op::masked_scatter),
    detail::entry_of(op::masked_select),
    detail::entry_of(op::nonzero),
    detail::entry_of(op::nonzero_numpy),
    detail::entry_of(op::argwhere),
    detail::entry_of(op::take),
    detail::entry_of(op::take_along_dim),
    detail::entry_of(op::put),
    detail::entry_of(op::segment_reduce),
    detail::entry_of(op::segment_reduce_out),
};

}  // namespace

OperatorTable index() {
  register_sparse_kernels();  // a call by name asks for them by a bool alone
  return {"index", kOperators, sizeof(kOperators) / sizeof(kOperators[0])};
}

}  // namespace torchpp::families
