// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Shapes and dtypes of operators that join and rearrange. No backend code.

#include <torchpp/tensor.h>

#include "src/ops/structured.h"

namespace torchpp {

/// What the rule of cat() finds.
struct CatPlan : Plan<1> {
  size_t dim = 0;     ///< counted from the front
  bool dense = true;  ///< whether every part is contiguous and has the dtype of the result
};
/// Tensors of shape (0,) are passed over by cat(), whatever the others look like.
inline bool is_skipped_by_cat(const Tensor& t) { return t.dim() == 1 && t.numel() == 0; }

/// What the rule of flip() finds.
struct FlipPlan : Plan<1> {
  uint64_t mask = 0;  ///< a bit per dimension that is flipped
};

/// What the rules of tril() and triu() find.
struct TrianglePlan : Plan<1> {
  /// Cuts the matrices as the diagonal asked for does, and is no farther off than one row or column, so that sums with
  /// indices do not overflow.
  int64_t diagonal = 0;
};

}  // namespace torchpp
