// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cpu/pooling_ops_kernels.inc"

namespace torchpp::cpu {

const PoolLastKernels<float> pool_last_float_v3 = pool_kernels<float>;
const PoolLastKernels<double> pool_last_double_v3 = pool_kernels<double>;

void pool_squares_v3(float* out, int64_t* indices, const float* in, int64_t row_stride, int64_t rows, int64_t columns) {
  squares_of(out, indices, in, row_stride, rows, columns);
}

}  // namespace torchpp::cpu
