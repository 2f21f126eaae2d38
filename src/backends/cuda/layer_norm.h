// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Layer normalisation of dense rows on raw memory. Statistics are of the compute type: double for double, else
/// float; null where there are none.

#include "src/backends/cuda/stream.h"
#include "src/backends/cuda/vector.h"

namespace torchpp::cuda {

/// Weight and bias are both of the rows' dtype or both of the compute type.
void layer_norm_rows(ScalarType dtype, int64_t rows, int64_t width, const void* x, const Vector& weight,
                     const Vector& bias, double eps, void* y, void* mean, void* rstd, const OnDevice& on);

/// Operands of the gradient.
struct LayerNormGradient {
  const void *dy, *x, *mean, *rstd;
};
void layer_norm_rows_backward(ScalarType dtype, int64_t rows, int64_t width, const LayerNormGradient& g,
                              const Vector& weight, void* dx, const OnDevice& on);
void layer_norm_parameters_backward(ScalarType dtype, int64_t rows, int64_t width, const LayerNormGradient& g,
                                    const Vector& dw, const Vector& db, const OnDevice& on);

}  // namespace torchpp::cuda
