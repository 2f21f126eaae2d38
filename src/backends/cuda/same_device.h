// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Operands of one device.

#include <torchpp/core/tensor_base.h>

#include <initializer_list>

namespace torchpp::cuda {

/// Throws as libtorch does unless the tensors, as far as they are defined, lie on the device of `self`.
void check_same_device(const char* op, const TensorBase& self, std::initializer_list<const TensorBase*> others);

}  // namespace torchpp::cuda
