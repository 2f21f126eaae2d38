// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/linalg.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/families.h>

#include "src/ops/generated/linalg.h"

namespace torchpp::families {
namespace {

const detail::OperatorEntry kOperators[] = {
    detail::entry_of(op::matmul),
    detail::entry_of(op::mm),
    detail::entry_of(op::mm_unrounded),
    detail::entry_of(op::bmm),
    detail::entry_of(op::matmul_of_batches),
    detail::entry_of(op::mv),
    detail::entry_of(op::dot),
    detail::entry_of(op::outer),
    detail::entry_of(op::ger),
    detail::entry_of(op::addmm),
    detail::entry_of(op::addmv),
    detail::entry_of(op::baddbmm),
    detail::entry_of(op::linear),
    detail::entry_of(op::addbmm),
    detail::entry_of(op::addr),
    detail::entry_of(op::vdot),
    detail::entry_of(op::inner),
    detail::entry_of(op::tensordot),
    detail::entry_of(op::einsum),
    detail::entry_of(op::kron),
    detail::entry_of(op::chain_matmul),
    detail::entry_of(op::linalg_multi_dot),
    detail::entry_of(op::cross),
    detail::entry_of(op::linalg_cross),
    detail::entry_of(op::trace),
    detail::entry_of(op::vander),
    detail::entry_of(op::cov),
    detail::entry_of(op::corrcoef),
    detail::entry_of(op::renorm),
    detail::entry_of(op::linalg_diagonal),
    detail::entry_of(op::linalg_vecdot),
    detail::entry_of(op::linalg_matmul),
    detail::entry_of(op::pairwise_distance),
    detail::entry_of(op::cosine_similarity),
    detail::entry_of(op::cdist),
    detail::entry_of(op::cdist_forward),
    detail::entry_of(op::cdist_backward),
    detail::entry_of(op::euclidean_dist),
    detail::entry_of(op::pdist),
    detail::entry_of(op::pdist_forward),
    detail::entry_of(op::pdist_backward),
    detail::entry_of(op::norm_except_dim),
};

}  // namespace

OperatorTable linalg() {
  return {"linalg", kOperators, sizeof(kOperators) / sizeof(kOperators[0])};
}

}  // namespace torchpp::families
