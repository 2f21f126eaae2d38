// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Parameters and statistics of normalisations as their kernels take them.

#include <torchpp/tensor.h>

#include "src/backends/cuda/vector.h"

namespace torchpp::cuda {

inline ScalarType compute_type(ScalarType dtype) { return dtype == kDouble ? kDouble : kFloat; }
/// The dtype in which kernels of the compute type take a vector of this one: its own if they can.
inline ScalarType vector_type(ScalarType dtype, ScalarType compute) {
  return compute == kFloat && (dtype == kHalf || dtype == kBFloat16) ? dtype : compute;
}
/// Dense, of the dtype; undefined stays so.
inline Tensor dense_of(const Tensor& t, ScalarType dtype) {
  if (!t.defined()) return t;
  return (t.scalar_type() == dtype ? t : t.to(dtype)).resolve_neg().contiguous();
}
/// As a kernel takes it as a vector.
inline Tensor parameter(const Tensor& t, ScalarType compute) {
  return t.defined() ? dense_of(t, vector_type(t.scalar_type(), compute)) : t;
}
inline void* data_or_null(const Tensor& t) { return t.defined() ? t.impl()->data() : nullptr; }
inline Vector vector_of(const Tensor& t) { return t.defined() ? Vector{t.impl()->data(), t.scalar_type()} : Vector(); }

}  // namespace torchpp::cuda
