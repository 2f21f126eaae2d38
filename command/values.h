// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/tensor.h>

namespace torchpp::command {

/// A sparse tensor as a dense one, to be compared with those of files of other formats; others as they are.
inline Tensor dense(const Tensor& tensor) { return tensor.is_sparse() ? tensor.to_dense() : tensor; }

}  // namespace torchpp::command
