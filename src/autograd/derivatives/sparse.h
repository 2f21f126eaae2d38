// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What derivatives of other families need of those of sparse tensors.

#include <torchpp/tensor.h>

namespace torchpp::derivative {

/// values() of a sparse tensor.
Tensor sparse_values(const Tensor& x);

}  // namespace torchpp::derivative
