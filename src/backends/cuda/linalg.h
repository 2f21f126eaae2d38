// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Products of matrices and vectors.

#include <torchpp/core/dtype.h>

#include "src/backends/cuda/stream.h"

namespace torchpp::cuda {

struct Product;
/// multiply() of vendor.h, in several calls where the library has no algorithm for so many matrices at once; throws
/// NotImplementedError where it has none for one.
void multiply_matrices(const OnDevice& on, Product p);

/// Sum of x[i] y[i] over n elements of the dtype, strides in elements, to `to` of the same dtype; in the same order of
/// operations each time.
void dot_product(const OnDevice& on, ScalarType dtype, int64_t n, const void* x, int64_t x_stride, const void* y,
                 int64_t y_stride, void* to);

}  // namespace torchpp::cuda
