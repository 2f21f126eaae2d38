// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cpu/pooling_ops_kernels.inc"

namespace torchpp::cpu {

const PoolKernels<float> pool_float_v3 = pool_kernels<float>;
const PoolKernels<double> pool_double_v3 = pool_kernels<double>;

}  // namespace torchpp::cpu
