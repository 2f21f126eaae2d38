// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/sequence.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/families.h>

#include "src/ops/generated/sequence.h"
#include "src/ops/sparse.h"

namespace torchpp::families {
namespace {

const detail::OperatorEntry kOperators[] = {
    detail::entry_of(op::lstm_cell),
    detail::entry_of(op::gru_cell),
    detail::entry_of(op::rnn_tanh_cell),
    detail::entry_of(op::rnn_relu_cell),
    detail::entry_of(op::lstm),
    detail::entry_of(op::lstm_packed),
    detail::entry_of(op::gru),
    detail::entry_of(op::gru_packed),
    detail::entry_of(op::rnn_tanh),
    detail::entry_of(op::rnn_tanh_packed),
    detail::entry_of(op::rnn_relu),
    detail::entry_of(op::rnn_relu_packed),
    detail::entry_of(op::recurrent_layer),
    detail::entry_of(op::recurrent_layer_backward),
    detail::entry_of(op::pack_padded_sequence),
    detail::entry_of(op::pad_packed_sequence),
    detail::entry_of(op::pad_sequence),
    detail::entry_of(op::embedding_bag),
    detail::entry_of(op::embedding_bag_padded),
    detail::entry_of(op::embedding_bag_forward),
    detail::entry_of(op::embedding_bag_dense_backward),
    detail::entry_of(op::embedding_bag_per_sample_weights_backward),
    detail::entry_of(op::ctc_loss),
    detail::entry_of(op::ctc_loss_tensor),
    detail::entry_of(op::ctc_loss_forward),
    detail::entry_of(op::ctc_loss_backward),
    detail::entry_of(op::_scaled_dot_product_attention),
    detail::entry_of(op::_scaled_dot_product_attention_forward),
    detail::entry_of(op::_scaled_dot_product_attention_math),
    detail::entry_of(op::attention_in_blocks),
    detail::entry_of(op::attention_in_blocks_backward),
};

}  // namespace

OperatorTable sequence() {
  register_sparse_kernels();  // a call by name asks for them by a bool alone
  return {"sequence", kOperators, sizeof(kOperators) / sizeof(kOperators[0])};
}

}  // namespace torchpp::families
