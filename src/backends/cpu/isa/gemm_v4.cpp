// SPDX-License-Identifier: BSD-3-Clause
#define TORCHPP_GEMM_FLOAT gemm_float_v4
#define TORCHPP_GEMM_DOUBLE gemm_double_v4
#include "src/backends/cpu/reference/gemm_kernels.inc"
