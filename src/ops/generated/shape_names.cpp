// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/shape.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/families.h>

#include "src/ops/generated/shape.h"

namespace torchpp::families {
namespace {

const detail::OperatorEntry kOperators[] = {
    detail::entry_of(op::cat),
    detail::entry_of(op::concat),
    detail::entry_of(op::concatenate),
    detail::entry_of(op::stack),
    detail::entry_of(op::hstack),
    detail::entry_of(op::vstack),
    detail::entry_of(op::row_stack),
    detail::entry_of(op::dstack),
    detail::entry_of(op::column_stack),
    detail::entry_of(op::block_diag),
    detail::entry_of(op::repeat),
    detail::entry_of(op::tile),
    detail::entry_of(op::repeat_interleave),
    detail::entry_of(op::repeat_interleave_self_Tensor),
    detail::entry_of(op::repeat_interleave_self_int),
    detail::entry_of(op::flip),
    detail::entry_of(op::fliplr),
    detail::entry_of(op::flipud),
    detail::entry_of(op::roll),
    detail::entry_of(op::rot90),
    detail::entry_of(op::tril),
    detail::entry_of(op::triu),
    detail::entry_of(op::diag),
    detail::entry_of(op::diagflat),
    detail::entry_of(op::diag_embed),
    detail::entry_of(op::meshgrid),
    detail::entry_of(op::meshgrid_indexing),
    detail::entry_of(op::cartesian_prod),
    detail::entry_of(op::combinations),
    detail::entry_of(op::one_hot),
    detail::entry_of(op::sum_to_size),
    detail::entry_of(op::select_scatter),
    detail::entry_of(op::slice_scatter),
    detail::entry_of(op::diagonal_scatter),
    detail::entry_of(op::as_strided_scatter),
    detail::entry_of(op::flatten_dense_tensors),
    detail::entry_of(op::unflatten_dense_tensors),
};

}  // namespace

OperatorTable shape() {
  return {"shape", kOperators, sizeof(kOperators) / sizeof(kOperators[0])};
}

}  // namespace torchpp::families
