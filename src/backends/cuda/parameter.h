// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Parameters and statistics of normalisations as their kernels take them.

#include <torchpp/tensor.h>

namespace torchpp::cuda {

inline ScalarType compute_type(ScalarType dtype) { return dtype == kDouble ? kDouble : kFloat; }
/// Dense, of the compute type; undefined stays so.
inline Tensor parameter(const Tensor& t, ScalarType compute) {
  if (!t.defined()) return t;
  return (t.scalar_type() == compute ? t : t.to(compute)).resolve_neg().contiguous();
}
inline void* data_or_null(const Tensor& t) { return t.defined() ? t.impl()->data() : nullptr; }

}  // namespace torchpp::cuda
