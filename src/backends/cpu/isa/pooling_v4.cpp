// SPDX-License-Identifier: BSD-3-Clause
#define TORCHPP_POOL_FLOAT pool_float_v4
#define TORCHPP_POOL_DOUBLE pool_double_v4
#include "src/backends/cpu/pooling_kernels.inc"
