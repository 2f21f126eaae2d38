// SPDX-License-Identifier: BSD-3-Clause
#define TORCHPP_RANDOM_KERNELS random_kernels_v2
#include "src/backends/cpu/isa/random_kernels.inc"
