// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Shapes and dtypes of matrix products. No backend code.

#include <torchpp/tensor.h>

#include <string>

#include "src/core/shape.h"
#include "src/ops/structured.h"

namespace torchpp {

struct ProductPlan : Plan<1> {};

/// What the rules of beta * self + alpha * product find.
struct AddProductPlan : Plan<1> {
  Scalar beta, alpha;  ///< as the dtype holds them: those that scale integers are integers
  bool beta_is_zero = false, beta_is_one = false, alpha_is_one = false;
  bool fresh = false;  ///< whether the result is a new tensor, which may be written by several operators
};

/// What the rule of linear() finds.
struct LinearPlan : Plan<1> {
  /// The result where the weight is no matrix: linear() is then matmul() and add(). Undefined otherwise.
  Tensor composed;
  bool fresh = false;  ///< whether the result is a new tensor, which may be written by several operators
};

/// What the rule of linalg_cross() finds.
struct CrossPlan : Plan<1> {
  size_t dim = 0;  ///< counted from the front
};

/// linear() with a weight that is no matrix, also above the autograd layer.
TORCHPP_API Tensor linear_by_matmul(Out out, const Tensor& input, const Tensor& weight, const Tensor& bias);

/// Throws unless the tensor broadcasts to the sizes: "The expanded size of the tensor ...".
TORCHPP_API void check_expands(const TensorBase& t, IntArrayRef sizes);
/// "float", as dtypes are called in messages about two of them.
TORCHPP_API std::string plain_name(ScalarType dtype);

/// What the rules of cdist and pdist find: batches of rows of `width` elements.
struct DistancesPlan : Plan<1> {
  int64_t batch, rows1, rows2, width;
};

}  // namespace torchpp
