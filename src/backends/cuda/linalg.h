// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Products that no library is asked for.

#include <torchpp/core/dtype.h>

#include "src/backends/cuda/stream.h"

namespace torchpp::cuda {

/// Sum of x[i] y[i] over n elements of the dtype, strides in elements, to `to` of the same dtype; in the same order of
/// operations each time.
void dot_product(const OnDevice& on, ScalarType dtype, int64_t n, const void* x, int64_t x_stride, const void* y,
                 int64_t y_stride, void* to);

}  // namespace torchpp::cuda
