// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Results of structured operators that are computed in another dtype than their own.

#include "src/backends/cpu/copy.h"
#include "src/core/view.h"
#include "src/ops/structured.h"

namespace torchpp::cpu {

/// The dtype in which 16-bit floats are computed; of others itself.
inline ScalarType wide_dtype(ScalarType dtype) { return isReducedFloatingType(dtype) ? kFloat : dtype; }

/// What loops write that compute in the dtype: result `i`, or a tensor of its sizes and format.
template <class P>
Tensor computed(const P& plan, ScalarType compute, size_t i = 0) {
  const Output& o = plan.outputs[i];
  return compute == o.dtype ? o.tensor : Tensor(make_tensor(o.sizes, compute, kCPU, o.format));
}
/// Converts what computed() gave to the result, if that is another tensor.
template <class P>
void deliver(const P& plan, const Tensor& computed, size_t i = 0) {
  if (!computed.is_same(plan.result(i))) copy_values(plan.result(i), computed);
}

}  // namespace torchpp::cpu
