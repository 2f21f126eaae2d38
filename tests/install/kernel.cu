// SPDX-License-Identifier: BSD-3-Clause
// A kernel of the kind that extensions of libtorch have; compiled where there is a CUDA compiler, never run.
#include <ATen/AccumulateType.h>
#include <ATen/ceil_div.h>
#include <torch/torch.h>

template <typename scalar_t>
C10_LAUNCH_BOUNDS_1(256)
__global__ void scaled_rows(torch::PackedTensorAccessor32<scalar_t, 2, torch::RestrictPtrTraits> y,
                            const torch::PackedTensorAccessor32<scalar_t, 2, torch::RestrictPtrTraits> x,
                            const torch::PackedTensorAccessor64<scalar_t, 1> factors) {
  using accscalar_t = at::acc_type<scalar_t, true>;
  const int row = blockIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= x.size(1)) return;
  CUDA_KERNEL_ASSERT(row < x.size(0));
  auto from = x[row];
  y[row][column] = static_cast<scalar_t>(static_cast<accscalar_t>(from[column]) * factors[row]);
}

torch::Tensor scaled_rows_cuda(const torch::Tensor& x, const torch::Tensor& factors) {
  TORCH_CHECK(x.is_cuda() && x.dim() == 2, "scaled_rows: x must be a CUDA matrix");
  auto y = torch::empty_like(x);
  const int threads = 256;
  const dim3 blocks(at::ceil_div(static_cast<int>(x.size(1)), threads), static_cast<unsigned>(x.size(0)));
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "scaled_rows", ([&] {
                               scaled_rows<scalar_t>
                                   <<<blocks, threads>>>(y.packed_accessor32<scalar_t, 2, torch::RestrictPtrTraits>(),
                                                         x.packed_accessor32<scalar_t, 2, torch::RestrictPtrTraits>(),
                                                         factors.packed_accessor64<scalar_t, 1>());
                             }));
  return y;
}
