// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Nested tensors under the names of libtorch's namespace. ops/nested.h says what they are.

#include <torchpp/ops/nested.h>

#include <vector>

namespace torchpp {

/// Where the constituents begin in values().
TORCHPP_API std::vector<int64_t> _nested_tensor_offsets(const Tensor& self);

namespace nested {

/// A nested tensor with copies of the tensors. It is a leaf: gradients do not flow to the tensors. Without dtype and
/// device those of the first tensor.
TORCHPP_API Tensor nested_tensor(TensorList list, optional<ScalarType> dtype = nullopt,
                                 optional<Device> device = nullopt, optional<bool> requires_grad = false,
                                 optional<bool> pin_memory = false);
/// A nested tensor with copies of the tensors, to which gradients flow.
TORCHPP_API Tensor as_nested_tensor(TensorList list, optional<ScalarType> dtype = nullopt,
                                    optional<Device> device = nullopt);
/// Tensor::to_padded_tensor.
inline Tensor to_padded_tensor(const Tensor& self, double padding, OptionalIntArrayRef output_size = nullopt) {
  return nested_to_padded_tensor(self, padding, output_size);
}

}  // namespace nested
}  // namespace torchpp
