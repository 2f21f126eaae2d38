// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Products of complex matrices as products of real ones.

#include "src/backends/cpu/linalg_product.h"

namespace torchpp::cpu {

/// Computes a product of ComplexFloat or ComplexDouble. Bitwise equal for any number of threads.
void multiply_complex(const MatrixProduct& product);

}  // namespace torchpp::cpu
