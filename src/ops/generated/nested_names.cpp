// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/nested.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/families.h>

#include "src/ops/generated/nested.h"

namespace torchpp::families {
namespace {

const detail::OperatorEntry kOperators[] = {
    detail::entry_of(op::nested_from_list),
    detail::entry_of(op::nested_from_mask),
    detail::entry_of(op::nested_mask_left_aligned),
    detail::entry_of(op::nested_from_padded),
    detail::entry_of(op::nested_from_padded_like),
    detail::entry_of(op::nested_size),
    detail::entry_of(op::nested_strides),
    detail::entry_of(op::nested_view),
    detail::entry_of(op::values),
    detail::entry_of(op::to_padded_tensor),
    detail::entry_of(op::nested_to_padded_tensor),
    detail::entry_of(op::masked_softmax),
    detail::entry_of(op::transform_bias_rescale_qkv),
    detail::entry_of(op::native_multi_head_attention),
    detail::entry_of(op::transformer_encoder_layer_fwd),
};

}  // namespace

OperatorTable nested() {
  return {"nested", kOperators, sizeof(kOperators) / sizeof(kOperators[0])};
}

}  // namespace torchpp::families
