// SPDX-License-Identifier: BSD-3-Clause
#include "src/ops/operand.h"

#include "src/ops/generated/creation.h"

namespace torchpp {

Tensor resolved(const Tensor& t) {
  if (TORCHPP_LIKELY(!t.is_conj() && !t.is_neg())) return t;
  return op::to_copy(t, t.options(), false, MemoryFormat::Preserve);
}

Tensor converted(const Tensor& t, ScalarType dtype) {
  if (t.scalar_type() == dtype) return resolved(t);
  return op::to_copy(t, t.options().dtype(dtype), false, MemoryFormat::Preserve);
}

Tensor dense_copy(const Tensor& t, MemoryFormat format) { return op::clone(t, format); }

}  // namespace torchpp
