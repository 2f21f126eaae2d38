// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file When products of floats may be computed by their bfloat16 parts (isa/split_gemm_abi.h).

#include <cstdint>

#include "src/backends/cpu/isa/split_gemm_abi.h"

namespace torchpp::cpu::own {

/// Whether the parts of these numbers add up to them, and none is infinite.
bool is_splittable(const FloatRange& range);

/// Whether sums of k products of numbers in these ranges are as accurate by parts as by multiplying floats: no part is
/// lost, products of parts that are lost are below 2^-24 of the product together, and no sum overflows. k counts all
/// products that any part of a sum has.
bool is_exact_by_parts(const FloatRange& a, const FloatRange& b, int64_t k);

}  // namespace torchpp::cpu::own
