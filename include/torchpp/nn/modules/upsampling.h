// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Resampling of the dimensions behind batch and channels: options, functions, modules. Source: libtorch 1.13.

#include <torchpp/core/optional.h>
#include <torchpp/nn/enum.h>
#include <torchpp/nn/stateless.h>

#include <vector>

namespace torchpp {
namespace nn {

/// Either the size of the result or how much greater it is in each dimension. align_corners (default: false) is for the
/// modes that interpolate: the first and last elements keep their places. recompute_scale_factor, of Python's module
/// alone: the ratio of sizes counts, not the factor that was given.
struct TORCHPP_API UpsampleOptions {
  using mode_t =
      EnumChoice<enumtype::kNearest, enumtype::kLinear, enumtype::kBilinear, enumtype::kBicubic, enumtype::kTrilinear>;
  TORCHPP_ARG(optional<std::vector<int64_t>>, size) = nullopt;
  TORCHPP_ARG(optional<std::vector<double>>, scale_factor) = nullopt;
  TORCHPP_ARG(mode_t, mode) = kNearest;
  TORCHPP_ARG(optional<bool>, align_corners) = nullopt;
  TORCHPP_ARG(optional<bool>, recompute_scale_factor) = nullopt;
};

/// UpsampleOptions without a mode.
struct TORCHPP_API UpsamplingOptions {
  TORCHPP_ARG(optional<std::vector<int64_t>>, size) = nullopt;
  TORCHPP_ARG(optional<std::vector<double>>, scale_factor) = nullopt;
};

namespace functional {

/// As UpsampleOptions. antialias: with kBilinear and kBicubic no element of the input is passed over.
struct TORCHPP_API InterpolateFuncOptions {
  using mode_t = EnumChoice<enumtype::kNearest, enumtype::kLinear, enumtype::kBilinear, enumtype::kBicubic,
                            enumtype::kTrilinear, enumtype::kArea, enumtype::kNearestExact>;
  TORCHPP_ARG(optional<std::vector<int64_t>>, size) = nullopt;
  TORCHPP_ARG(optional<std::vector<double>>, scale_factor) = nullopt;
  TORCHPP_ARG(mode_t, mode) = kNearest;
  TORCHPP_ARG(optional<bool>, align_corners) = nullopt;
  TORCHPP_ARG(optional<bool>, recompute_scale_factor) = nullopt;
  TORCHPP_ARG(bool, antialias) = false;
};
/// Inputs (N, C, W), (N, C, H, W) or (N, C, D, H, W). kLinear takes the first, kBilinear and kBicubic the second and
/// kTrilinear the third, the others all.
TORCHPP_API Tensor interpolate(const Tensor& input, const InterpolateFuncOptions& options = {});
/// Names that PyTorch's Python front end has given up for interpolate: by mode; with kNearest; and with kBilinear or,
/// of (N, C, D, H, W), kTrilinear where align_corners is true.
TORCHPP_API Tensor upsample(const Tensor& input, const InterpolateFuncOptions& options = {});
TORCHPP_API Tensor upsample_nearest(const Tensor& input, const UpsamplingOptions& options = {});
TORCHPP_API Tensor upsample_bilinear(const Tensor& input, const UpsamplingOptions& options = {});

}  // namespace functional

TORCHPP_STATELESS_MODULE(Upsample, UpsampleOptions, Tensor forward(const Tensor& input));
/// Of images: kNearest, and kBilinear with align_corners. Source: PyTorch 1.13's Python front end.
TORCHPP_STATELESS_MODULE(UpsamplingNearest2d, UpsamplingOptions, Tensor forward(const Tensor& input));
TORCHPP_STATELESS_MODULE(UpsamplingBilinear2d, UpsamplingOptions, Tensor forward(const Tensor& input));

}  // namespace nn
}  // namespace torchpp
