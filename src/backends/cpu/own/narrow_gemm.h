// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Products of a few rows by a matrix of 16-bit floats, which is read once, as it lies, and becomes floats in
/// registers.

#include <torchpp/core/dtype.h>

#include "src/backends/cpu/own/gemm.h"

namespace torchpp {
namespace cpu {
namespace own {

/// Computes `batch` products of Half or BFloat16 numbers, given by their bits, of which the first is given, strides in
/// elements between their operands (0 shares one), if they are such, else returns false. Sums are floats, rounded once;
/// they do not depend on the number of threads.
bool try_few_rows(ScalarType dtype, const GemmArguments<uint16_t>& first, int64_t batch, int64_t a_stride,
                  int64_t b_stride, int64_t c_stride);

}  // namespace own
}  // namespace cpu
}  // namespace torchpp
