// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Products of matrices of integers.

#include "src/backends/cpu/linalg_product.h"

namespace torchpp::cpu {

/// Computes a product of one of the integer dtypes (not bool), whose sums wrap around.
void multiply_integers(const MatrixProduct& product);

}  // namespace torchpp::cpu
