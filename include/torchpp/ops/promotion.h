// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Which dtype an operator on several operands computes in.

#include <torchpp/tensor.h>

namespace torchpp {

/// The dtype of `a + b`: numbers and 0-dim tensors give way to tensors with dimensions of the same or a higher
/// category.
TORCHPP_API ScalarType result_type(const Tensor& a, const Tensor& b);
TORCHPP_API ScalarType result_type(const Tensor& a, const Scalar& b);
TORCHPP_API ScalarType result_type(const Scalar& a, const Tensor& b);
TORCHPP_API ScalarType result_type(const Scalar& a, const Scalar& b);

}  // namespace torchpp
