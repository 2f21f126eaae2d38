// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Parameters and statistics of normalisations as their kernels take them.

#include <torchpp/tensor.h>

#include "src/backends/cuda/vector.h"
#include "src/backends/cuda/wide_result.h"
#include "src/ops/elementwise.h"
#include "src/ops/operand.h"

namespace torchpp::cuda {

/// The dtype in which kernels of the compute type take a vector of this one: its own if they can.
inline ScalarType vector_type(ScalarType dtype, ScalarType compute) {
  return compute == kFloat && (dtype == kHalf || dtype == kBFloat16) ? dtype : compute;
}
/// Dense, of the dtype; undefined stays so.
inline Tensor dense_of(const Tensor& t, ScalarType dtype) { return t.defined() ? dense(converted(t, dtype)) : t; }
/// As a kernel takes it as a vector.
inline Tensor parameter(const Tensor& t, ScalarType compute) {
  return t.defined() ? dense_of(t, vector_type(t.scalar_type(), compute)) : t;
}
inline void* data_or_null(const Tensor& t) { return t.defined() ? t.impl()->data() : nullptr; }
inline Vector vector_of(const Tensor& t) { return t.defined() ? Vector{t.impl()->data(), t.scalar_type()} : Vector(); }

/// Where a kernel writes the gradient of a parameter: the result, or a vector that it can write, whose numbers
/// deliver() converts. Nothing where the gradient is not wanted.
class ParameterGradient {
 public:
  ParameterGradient(const Tensor& result, ScalarType compute) : result_(result), written_(result) {
    if (!result.defined()) return;
    const ScalarType dtype = vector_type(result.scalar_type(), compute);
    if (dtype != result.scalar_type()) written_ = Tensor(make_tensor(result.sizes(), dtype, result.device()));
  }
  Vector vector() const { return vector_of(written_); }
  void deliver() const {
    if (result_.defined() && !written_.is_same(result_)) copy_values(result_, written_);
  }

 private:
  const Tensor& result_;
  Tensor written_;
};

/// Gives all elements of a floating dtype a value.
inline void fill_numbers(const Tensor& t, double value) {
  alignas(16) char bits[16] = {};
  store_number(Scalar(value), t.scalar_type(), bits);
  fill_elements(t, bits);
}

}  // namespace torchpp::cuda
