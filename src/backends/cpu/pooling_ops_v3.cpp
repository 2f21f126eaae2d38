// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cpu/pooling_ops_kernels.inc"

namespace torchpp::cpu {

const PoolLastKernels<float> pool_last_float_v3 = pool_kernels<float>;
const PoolLastKernels<double> pool_last_double_v3 = pool_kernels<double>;

}  // namespace torchpp::cpu
