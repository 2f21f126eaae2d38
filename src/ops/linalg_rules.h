// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Shapes and dtypes of matrix products. Each rule throws as libtorch does, or gives the sizes of the result.

#include <torchpp/core/tensor_base.h>
#include <torchpp/dispatch/out.h>

#include "src/core/shape.h"

namespace torchpp {

TORCHPP_API DimVector mm_rule(const TensorBase& self, const TensorBase& mat2);
TORCHPP_API DimVector bmm_rule(const TensorBase& self, const TensorBase& mat2);
TORCHPP_API DimVector mv_rule(const TensorBase& self, const TensorBase& vec);
TORCHPP_API void dot_rule(const TensorBase& self, const TensorBase& other);
/// self must broadcast to the result.
TORCHPP_API DimVector addmm_rule(const TensorBase& self, const TensorBase& mat1, const TensorBase& mat2);
TORCHPP_API DimVector baddbmm_rule(const TensorBase& self, const TensorBase& batch1, const TensorBase& batch2);
/// bias may be undefined.
TORCHPP_API DimVector linear_rule(const TensorBase& input, const TensorBase& weight, const TensorBase& bias);

/// linear with a weight that is no matrix, also above the autograd layer.
TORCHPP_API Tensor linear_by_matmul(Out out, const Tensor& input, const Tensor& weight, const Tensor& bias);

/// Throws unless the tensor broadcasts to the sizes: "The expanded size of the tensor ...".
TORCHPP_API void check_expands(const TensorBase& t, IntArrayRef sizes);
/// "float", as dtypes are called in messages about two of them.
TORCHPP_API std::string plain_name(ScalarType dtype);

}  // namespace torchpp
