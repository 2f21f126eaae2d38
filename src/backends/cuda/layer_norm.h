// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Layer normalisation of dense rows on raw memory. Statistics and parameters are of the compute type: double for
/// double, else float; null where there are none.

#include <torchpp/core/dtype.h>

#include "src/backends/cuda/stream.h"

namespace torchpp::cuda {

void layer_norm_rows(ScalarType dtype, int64_t rows, int64_t width, const void* x, const void* weight, const void* bias,
                     double eps, void* y, void* mean, void* rstd, const OnDevice& on);

/// Operands of the gradient.
struct LayerNormGradient {
  const void *dy, *x, *mean, *rstd;
};
void layer_norm_rows_backward(ScalarType dtype, int64_t rows, int64_t width, const LayerNormGradient& g,
                              const void* weight, void* dx, const OnDevice& on);
/// dw and db may be null.
void layer_norm_parameters_backward(ScalarType dtype, int64_t rows, int64_t width, const LayerNormGradient& g, void* dw,
                                    void* db, const OnDevice& on);

}  // namespace torchpp::cuda
