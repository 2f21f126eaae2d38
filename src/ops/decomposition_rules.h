// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Shapes and dtypes of decompositions and of linear equations. No backend code.

#include "src/ops/structured.h"

namespace torchpp {

struct GeqrfPlan : Plan<2> {};

/// What the rule of linalg_solve_triangular() finds.
struct TriangularPlan : Plan<1> {
  DimVector a_sizes;  ///< of A, broadcast to the batches of the result
};

/// What the rule of linalg_solve_ex() finds.
struct SolvePlan : Plan<4> {
  bool is_vector = false;  ///< whether B holds vectors: the last dimension of a matrix is missing
  DimVector x_sizes;       ///< of the result as matrices
};

struct LuSolvePlan : Plan<1> {};

/// The strides of matrices of these sizes whose columns lie one behind another.
TORCHPP_API DimVector column_strides(IntArrayRef sizes);
/// Throws "op: The input tensor A must have at least 2 dimensions." or "op: A must be batches of square matrices, ...".
TORCHPP_API void check_square(const char* op, const TensorBase& a);
/// Whether B holds vectors where A X = B: one of them, or one for each matrix.
TORCHPP_API bool is_vector_of(const TensorBase& a, const TensorBase& b);
/// Throws LinAlgError that names the first matrix, unless all numbers of `info` are 0.
TORCHPP_API void check_solved(const char* op, const Tensor& info);

}  // namespace torchpp
