// SPDX-License-Identifier: BSD-3-Clause
#define TORCHPP_POOL_FLOAT pool_float_v2
#define TORCHPP_POOL_DOUBLE pool_double_v2
#include "src/backends/cpu/pooling_kernels.inc"
