// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/sparse.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/families.h>

#include "src/ops/generated/sparse.h"

namespace torchpp::families {
namespace {

const detail::OperatorEntry kOperators[] = {
    detail::entry_of(op::sparse_coo_tensor_size),
    detail::entry_of(op::sparse_coo_tensor_size_out),
    detail::entry_of(op::sparse_coo_tensor_indices),
    detail::entry_of(op::sparse_coo_tensor_sized),
    detail::entry_of(op::sparse_coo_tensor_unchecked),
    detail::entry_of(op::check_sparse_arguments),
    detail::entry_of(op::sparse_coo_tensor_with_dims),
    detail::entry_of(op::sparse_tensor),
    detail::entry_of(op::to_sparse),
    detail::entry_of(op::to_sparse_out),
    detail::entry_of(op::to_sparse_all),
    detail::entry_of(op::sparse_mask),
    detail::entry_of(op::sparse_mask_out),
    detail::entry_of(op::sparse_values_at),
    detail::entry_of(op::sparse_dim),
    detail::entry_of(op::_dimI),
    detail::entry_of(op::dense_dim),
    detail::entry_of(op::_dimV),
    detail::entry_of(op::sparse_nnz),
    detail::entry_of(op::is_coalesced),
    detail::entry_of(op::sparse_indices),
    detail::entry_of(op::sparse_own_indices),
    detail::entry_of(op::sparse_own_values),
    detail::entry_of(op::set_coalesced),
    detail::entry_of(op::coalesce),
    detail::entry_of(op::coalesce_copy),
    detail::entry_of(op::sparse_resize_),
    detail::entry_of(op::sparse_resize_and_clear_),
    detail::entry_of(op::resize_as_sparse_),
    detail::entry_of(op::copy_sparse_to_sparse_),
    detail::entry_of(op::to_dense),
    detail::entry_of(op::sparse_to_dense),
    detail::entry_of(op::sparse_sum_all),
    detail::entry_of(op::sparse_sum_all_dtype),
    detail::entry_of(op::sparse_sum),
    detail::entry_of(op::sparse_sum_dtype),
    detail::entry_of(op::sparse_mm),
    detail::entry_of(op::sparse_addmm),
    detail::entry_of(op::sparse_sparse_matmul),
    detail::entry_of(op::hspmm),
    detail::entry_of(op::smm),
    detail::entry_of(op::sspaddmm),
    detail::entry_of(op::embedding_sparse_backward),
    detail::entry_of(op::embedding_bag_sparse_backward),
    detail::entry_of(op::gather_sparse_backward),
};

}  // namespace

OperatorTable sparse() {
  return {"sparse", kOperators, sizeof(kOperators) / sizeof(kOperators[0])};
}

}  // namespace torchpp::families
