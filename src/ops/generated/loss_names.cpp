// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/loss.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/families.h>

#include "src/ops/generated/loss.h"

namespace torchpp::families {
namespace {

const detail::OperatorEntry kOperators[] = {
    detail::entry_of(op::mse_loss),
    detail::entry_of(op::mse_loss_backward),
    detail::entry_of(op::l1_loss),
    detail::entry_of(op::smooth_l1_loss),
    detail::entry_of(op::smooth_l1_loss_backward),
    detail::entry_of(op::huber_loss),
    detail::entry_of(op::huber_loss_backward),
    detail::entry_of(op::binary_cross_entropy),
    detail::entry_of(op::binary_cross_entropy_backward),
    detail::entry_of(op::binary_cross_entropy_with_logits),
    detail::entry_of(op::nll_loss),
    detail::entry_of(op::nll_loss2d),
    detail::entry_of(op::nll_loss_nd),
    detail::entry_of(op::nll_loss_forward),
    detail::entry_of(op::nll_loss_backward),
    detail::entry_of(op::cross_entropy_loss),
    detail::entry_of(op::kl_div),
    detail::entry_of(op::poisson_nll_loss),
    detail::entry_of(op::hinge_embedding_loss),
    detail::entry_of(op::cosine_embedding_loss),
    detail::entry_of(op::margin_ranking_loss),
    detail::entry_of(op::soft_margin_loss),
    detail::entry_of(op::multi_margin_loss),
    detail::entry_of(op::multilabel_margin_loss),
    detail::entry_of(op::multilabel_margin_loss_forward),
    detail::entry_of(op::multilabel_margin_loss_backward),
    detail::entry_of(op::triplet_margin_loss),
};

}  // namespace

OperatorTable loss() {
  return {"loss", kOperators, sizeof(kOperators) / sizeof(kOperators[0])};
}

}  // namespace torchpp::families
