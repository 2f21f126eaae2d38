// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The C library's functions by one name for float and double. Those of elementary.h are made for loops that the
/// compiler vectorises; of one number, and in loops for the least instruction set, these take half the time.

#include "src/backends/math/hd.h"

namespace torchpp::math::library {

TORCHPP_HD float exp(float x) { return __builtin_expf(x); }
TORCHPP_HD double exp(double x) { return __builtin_exp(x); }
TORCHPP_HD float log(float x) { return __builtin_logf(x); }
TORCHPP_HD double log(double x) { return __builtin_log(x); }
TORCHPP_HD float pow(float x, float y) { return __builtin_powf(x, y); }
TORCHPP_HD double pow(double x, double y) { return __builtin_pow(x, y); }

}  // namespace torchpp::math::library
