// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Products of complex matrices as products of real ones.

#include "src/backends/cpu/linalg_product.h"

namespace torchpp::cpu {

/// Computes a product of ComplexFloat or ComplexDouble. Bitwise equal for any number of threads.
void multiply_complex(const MatrixProduct& product);

/// n numbers, `stride` elements apart.
struct ComplexVector {
  const void* data;
  int64_t stride;
  bool conjugated;  ///< the conjugates of the numbers in memory are meant
};

/// Sum of x[i] y[i] over n elements of ComplexFloat or ComplexDouble, to `to`. Bitwise equal for any number of threads.
void dot_complex(ScalarType dtype, int64_t n, const ComplexVector& x, const ComplexVector& y, void* to);

}  // namespace torchpp::cpu
