// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/log.h>
#include <torchpp/nn/modules/vision.h>
#include <torchpp/ops/image.h>

namespace torchpp::nn::functional {

Tensor affine_grid(const Tensor& theta, IntArrayRef size, bool align_corners) {
  TORCHPP_CHECK(theta.is_floating_point(), "Expected theta to have floating point type, but got ", theta.dtype());
  TORCHPP_CHECK(size.size() == 4 || size.size() == 5,
                "affine_grid only supports 4D and 5D sizes, for 2D and 3D affine transforms, respectively. Got size ",
                size);
  const int64_t dims = static_cast<int64_t>(size.size()) - 2;
  TORCHPP_CHECK(theta.dim() == 3 && theta.size(-2) == dims && theta.size(-1) == dims + 1, "Expected a batch of ", dims,
                "D affine matrices of shape Nx", dims, "x", dims + 1, " for size ", size, ". Got ", theta.sizes(), ".");
  for (const int64_t n : size) TORCHPP_CHECK(n > 0, "Expected non-zero, positive output size. Got ", size);
  return affine_grid_generator(theta, size, align_corners);
}

Tensor grid_sample(const Tensor& input, const Tensor& grid, const GridSampleFuncOptions& options) {
  if (!options.align_corners())
    TORCHPP_WARN(
        "Default grid_sample and affine_grid behavior has changed to align_corners=False since 1.3.0. Please specify "
        "align_corners=True if the old behavior is desired. See the documentation of grid_sample for details.");
  // The positions of the choices are the operator's numbers.
  return grid_sampler(input, grid, static_cast<int64_t>(options.mode().index()),
                      static_cast<int64_t>(options.padding_mode().index()), options.align_corners().value_or(false));
}

}  // namespace torchpp::nn::functional
