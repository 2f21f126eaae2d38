// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/nn.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/families.h>

#include "src/ops/generated/nn.h"
#include "src/ops/sparse.h"

namespace torchpp::families {
namespace {

const detail::OperatorEntry kOperators[] = {
    detail::entry_of(op::conv1d),
    detail::entry_of(op::conv1d_padding),
    detail::entry_of(op::conv2d),
    detail::entry_of(op::conv2d_padding),
    detail::entry_of(op::conv3d),
    detail::entry_of(op::conv3d_padding),
    detail::entry_of(op::conv_transpose1d),
    detail::entry_of(op::conv_transpose2d_input),
    detail::entry_of(op::conv_transpose3d_input),
    detail::entry_of(op::convolution),
    detail::entry_of(op::convolution_backward),
    detail::entry_of(op::conv_tbc),
    detail::entry_of(op::bilinear),
    detail::entry_of(op::batch_norm),
    detail::entry_of(op::native_batch_norm),
    detail::entry_of(op::native_batch_norm_with_empty),
    detail::entry_of(op::native_batch_norm_backward),
    detail::entry_of(op::layer_norm),
    detail::entry_of(op::native_layer_norm),
    detail::entry_of(op::native_layer_norm_backward),
    detail::entry_of(op::group_norm),
    detail::entry_of(op::native_group_norm),
    detail::entry_of(op::native_group_norm_backward),
    detail::entry_of(op::instance_norm),
    detail::entry_of(op::embedding),
    detail::entry_of(op::embedding_dense_backward),
    detail::entry_of(op::embedding_renorm),
    detail::entry_of(op::dropout),
    detail::entry_of(op::dropout_),
    detail::entry_of(op::feature_dropout),
    detail::entry_of(op::feature_dropout_),
    detail::entry_of(op::alpha_dropout),
    detail::entry_of(op::alpha_dropout_),
    detail::entry_of(op::feature_alpha_dropout),
    detail::entry_of(op::feature_alpha_dropout_),
    detail::entry_of(op::native_dropout),
    detail::entry_of(op::native_dropout_backward),
};

}  // namespace

OperatorTable nn() {
  register_sparse_kernels();  // a call by name asks for them by a bool alone
  return {"nn", kOperators, sizeof(kOperators) / sizeof(kOperators[0])};
}

}  // namespace torchpp::families
