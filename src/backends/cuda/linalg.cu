// SPDX-License-Identifier: BSD-3-Clause
// Inner products: a partial sum per block, which one block then adds up.
#include "src/backends/cuda/linalg.h"

#include <torchpp/core/error.h>

#include "src/backends/cuda/arithmetic.h"
#include "src/backends/cuda/visit.h"
#include "src/backends/cuda/workspace.h"

namespace torchpp::cuda {
namespace {

constexpr int kThreads = 256;

template <class M>
__global__ void dot_kernel(const M* x, int64_t x_stride, const M* y, int64_t y_stride, int64_t n, Compute<M>* partial) {
  Compute<M> sum{};
#pragma unroll 4
  for (int64_t i = thread_index(); i < n; i += thread_count())
    sum = multiply_add(widen(x[i * x_stride]), widen(y[i * y_stride]), sum);
  __shared__ Compute<M> scratch[kWarp];
  sum = sum_block(sum, scratch);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}
template <class M>
__global__ void sum_kernel(const Compute<M>* partial, int count, M* to) {
  Compute<M> sum{};
  for (int i = static_cast<int>(threadIdx.x); i < count; i += static_cast<int>(blockDim.x)) sum = plus(sum, partial[i]);
  __shared__ Compute<M> scratch[kWarp];
  sum = sum_block(sum, scratch);
  if (threadIdx.x == 0) *to = narrow<M>(sum);
}

template <class M>
void run(const OnDevice& on, int64_t n, const void* x, int64_t x_stride, const void* y, int64_t y_stride, void* to) {
  Geometry g = resident(n, on.device(), kThreads, 1);
  g.cooperates = true;
  const Workspace partial(on.device(), g.blocks[0] * sizeof(Compute<M>));
  launch("dot", &dot_kernel<M>, g, on.stream(), static_cast<const M*>(x), x_stride, static_cast<const M*>(y), y_stride,
         n, static_cast<Compute<M>*>(partial.data()));
  Geometry one = per_row(1, kThreads);
  launch("dot", &sum_kernel<M>, one, on.stream(), static_cast<const Compute<M>*>(partial.data()),
         static_cast<int>(g.blocks[0]), static_cast<M*>(to));
}

}  // namespace

void dot_product(const OnDevice& on, ScalarType dtype, int64_t n, const void* x, int64_t x_stride, const void* y,
                 int64_t y_stride, void* to) {
  const auto with = [&](auto tag) { run<typename decltype(tag)::Memory>(on, n, x, x_stride, y, y_stride, to); };
  TORCHPP_INTERNAL_ASSERT(visit_floats(dtype, with) || visit_complex(dtype, with), "inner product");
}

}  // namespace torchpp::cuda
