// SPDX-License-Identifier: BSD-3-Clause
#define TORCHPP_GEMM_FLOAT gemm_float_v2
#define TORCHPP_GEMM_DOUBLE gemm_double_v2
#include "src/backends/cpu/reference/gemm_kernels.inc"
