// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Sampling of images and volumes at points: options and functions. Source: libtorch 1.13.

#include <torchpp/core/arg.h>
#include <torchpp/core/optional.h>
#include <torchpp/nn/enum.h>
#include <torchpp/tensor.h>

namespace torchpp {
namespace nn {
namespace functional {

/// How values between pixels and outside of the image are found. align_corners (default: false): -1 and 1 are the
/// middles of the outermost pixels, not their outer ends. kBicubic, which libtorch has in Python only, is for images.
struct TORCHPP_API GridSampleFuncOptions {
  using mode_t = EnumChoice<enumtype::kBilinear, enumtype::kNearest, enumtype::kBicubic>;
  using padding_mode_t = EnumChoice<enumtype::kZeros, enumtype::kBorder, enumtype::kReflection>;
  TORCHPP_ARG(mode_t, mode) = kBilinear;
  TORCHPP_ARG(padding_mode_t, padding_mode) = kZeros;
  TORCHPP_ARG(optional<bool>, align_corners) = nullopt;
};

/// Where the pixels of an image of these sizes, (N, C, H, W) or (N, C, D, H, W), lie after the affine maps theta,
/// (N, 2, 3) or (N, 3, 4).
TORCHPP_API Tensor affine_grid(const Tensor& theta, IntArrayRef size, bool align_corners = false);
/// Values of images (N, C, H, W) at the points of grid (N, h, w, 2), or of volumes at those of (N, d, h, w, 3).
TORCHPP_API Tensor grid_sample(const Tensor& input, const Tensor& grid, const GridSampleFuncOptions& options = {});

}  // namespace functional
}  // namespace nn
}  // namespace torchpp
