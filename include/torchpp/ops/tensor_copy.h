// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file torchpp::tensor() of a tensor.

#include <torchpp/tensor.h>

#include <type_traits>

namespace torchpp {

namespace detail {
TORCHPP_API Tensor copy_without_history(const Tensor& values, TensorOptions options);
}

/// A copy of the elements without history, of the tensor's dtype and on its device where the options have none. Warns,
/// because `values.clone().detach()` says what happens.   Source: torch.tensor(tensor) of PyTorch 1.13.
template <class T, class = std::enable_if_t<std::is_same_v<T, Tensor>>>  // no braced list is a T
Tensor tensor(const T& values, TensorOptions options = {}) {
  return detail::copy_without_history(values, options);
}

}  // namespace torchpp
