// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What attention and transformers share of the conditions of their inference path.

#include <torchpp/nn/modules/attention.h>

#include <initializer_list>

namespace torchpp::nn::detail {

/// The conditions on the thread and on the tensors of a call. Undefined tensors are left out.
NotFast why_not_fast(std::initializer_list<const Tensor*> tensors);
/// mask_type of a padding mask, for the operators.
inline optional<int64_t> padding_mask_type(const Tensor& mask) {
  return mask.defined() ? optional<int64_t>(1) : optional<int64_t>();
}

}  // namespace torchpp::nn::detail
