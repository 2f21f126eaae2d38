// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Results of structured operators that are computed in another dtype than their own.

#include "src/backends/cuda/copy.h"
#include "src/core/view.h"
#include "src/ops/structured.h"

namespace torchpp::cuda {

/// The dtype in which floating elements are computed.
inline ScalarType compute_type(ScalarType dtype) { return dtype == kDouble ? kDouble : kFloat; }

/// What kernels write that compute in the dtype: result `i`, or a tensor of its sizes and format.
template <class P>
Tensor computed(const P& plan, ScalarType compute, size_t i = 0) {
  const Output& o = plan.outputs[i];
  return compute == o.dtype ? o.tensor : Tensor(make_tensor(o.sizes, compute, o.tensor.device(), o.format));
}
/// Converts what computed() gave to the result, if that is another tensor.
template <class P>
void deliver(const P& plan, const Tensor& computed, size_t i = 0) {
  if (!computed.is_same(plan.result(i))) copy_values(plan.result(i), computed);
}

}  // namespace torchpp::cuda
