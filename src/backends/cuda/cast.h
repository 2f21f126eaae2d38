// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Loops that copy elements: converting, by width, negated.

#include "src/backends/cuda/elementwise.h"

namespace torchpp::cuda {

/// Conversion between two dtypes, complex ones too; of one dtype: a copy by width. Null where none exists.
LoopFn cast_loop(ScalarType to, ScalarType from);
/// A copy of elements of 1, 2, 4, 8 or 16 bytes.
LoopFn copy_loop(int64_t width);

}  // namespace torchpp::cuda
