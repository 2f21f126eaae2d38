// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Augmentation by random chains of simple operations, as torchvision.transforms has it for tensors.
///
/// Images are uint8 (..., 1 or 3, H, W); for the rest, transforms.h says how transforms work. With `fill` empty, what
/// comes from outside of the image is 0.

#include <torchpp/vision/transforms.h>

#include <cstdint>

namespace torchpp::vision::transforms {

/// What AutoAugment's policies were learned on.
enum class AutoAugmentPolicy : uint8_t { kImageNet, kCIFAR10, kSVHN };

/// Two operations with their magnitudes, from one of 25 pairs that were learned.
/// Source: Cubuk et al., "AutoAugment: Learning Augmentation Strategies from Data", 2019.
class TORCHPP_API AutoAugment {
 public:
  explicit AutoAugment(AutoAugmentPolicy policy = AutoAugmentPolicy::kImageNet) : policy_(policy) {}
  Tensor operator()(const Tensor& image, const OptionalGenerator& generator = nullopt) const;
  TORCHPP_ARG(InterpolationMode, interpolation) = InterpolationMode::kNearest;
  TORCHPP_ARG(Fill, fill);
  AutoAugmentPolicy policy_;
};

/// num_ops random operations of one magnitude, of num_magnitude_bins.
/// Source: Cubuk et al., "RandAugment: Practical automated data augmentation with a reduced search space", 2020.
class TORCHPP_API RandAugment {
 public:
  explicit RandAugment(int64_t num_ops = 2, int64_t magnitude = 9) : num_ops_(num_ops), magnitude_(magnitude) {}
  /// Throws ValueError if the magnitude is not one of the bins.
  Tensor operator()(const Tensor& image, const OptionalGenerator& generator = nullopt) const;
  TORCHPP_ARG(int64_t, num_magnitude_bins) = 31;
  TORCHPP_ARG(InterpolationMode, interpolation) = InterpolationMode::kNearest;
  TORCHPP_ARG(Fill, fill);
  int64_t num_ops_, magnitude_;
};

/// One random operation of random magnitude, from wide ranges.
/// Source: Mueller and Hutter, "TrivialAugment: Tuning-free Yet State-of-the-Art Data Augmentation", 2021.
class TORCHPP_API TrivialAugmentWide {
 public:
  TrivialAugmentWide() = default;
  Tensor operator()(const Tensor& image, const OptionalGenerator& generator = nullopt) const;
  TORCHPP_ARG(int64_t, num_magnitude_bins) = 31;
  TORCHPP_ARG(InterpolationMode, interpolation) = InterpolationMode::kNearest;
  TORCHPP_ARG(Fill, fill);
};

/// A random mixture of the image and of mixture_width chains of random operations on it, each of chain_depth
/// operations, or of 1 to 3 if that is not positive. `severity`, 1 to 10, bounds the magnitudes; alpha is the parameter
/// of the mixture's Beta and Dirichlet distributions. Without all_ops, brightness, colour, contrast and sharpness stay.
/// Source: Hendrycks et al., "AugMix: A Simple Data Processing Method to Improve Robustness and Uncertainty", 2020.
class TORCHPP_API AugMix {
 public:
  AugMix() = default;
  /// Throws ValueError for another severity.
  Tensor operator()(const Tensor& image, const OptionalGenerator& generator = nullopt) const;
  TORCHPP_ARG(int64_t, severity) = 3;
  TORCHPP_ARG(int64_t, mixture_width) = 3;
  TORCHPP_ARG(int64_t, chain_depth) = -1;
  TORCHPP_ARG(double, alpha) = 1;
  TORCHPP_ARG(bool, all_ops) = true;
  TORCHPP_ARG(InterpolationMode, interpolation) = InterpolationMode::kBilinear;
  TORCHPP_ARG(Fill, fill);
};

}  // namespace torchpp::vision::transforms
