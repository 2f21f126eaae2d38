// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The loops of pooling along one row, per instruction set. The bodies are in pooling_kernels.inc.

#include <cstdint>

namespace torchpp {
namespace cpu {

template <class T>
struct PoolKernels {
  /// Element j of the row sees x[j * stride] through this tap, whose place in the plane is base + j * stride.
  void (*max_index)(int64_t n, int64_t stride, const T* x, int32_t base, T* best, int32_t* index);
  void (*max)(int64_t n, int64_t stride, const T* x, T* best);
  void (*add)(int64_t n, int64_t stride, const T* x, T* sum);
  /// x[j * stride] += g[j].
  void (*spread)(int64_t n, int64_t stride, const T* g, T* x);
};

extern const PoolKernels<float> pool_float_v2, pool_float_v3, pool_float_v4;
extern const PoolKernels<double> pool_double_v2, pool_double_v3, pool_double_v4;

}  // namespace cpu
}  // namespace torchpp
