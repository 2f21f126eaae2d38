// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Batches whose images are mixed with one another, and their targets likewise.
///
/// Images are floating point (N, C, H, W), targets class numbers (N) or probabilities (N, classes). Each image is mixed
/// with the one before it, by a weight that is drawn from Beta(alpha, alpha). Numbers are drawn as in torchvision
/// 0.14's references/classification/transforms.py. Throw TypeError or ValueError for other tensors.

#include <torchpp/vision/transforms.h>

#include <cstdint>

namespace torchpp::vision::transforms {

struct Mixed {
  Tensor images;
  Tensor targets;  // (N, classes), of the images' dtype
};

/// With probability p, weighted means of images. num_classes is needed where targets are class numbers.
/// Source: Zhang et al., "mixup: Beyond Empirical Risk Minimization", 2018.
class TORCHPP_API RandomMixup {
 public:
  explicit RandomMixup(int64_t num_classes, double p = 0.5, double alpha = 1)
      : num_classes_(num_classes), p_(p), alpha_(alpha) {}
  Mixed operator()(const Tensor& images, const Tensor& targets, const OptionalGenerator& generator = nullopt) const;

 private:
  int64_t num_classes_;
  double p_, alpha_;
};

/// With probability p, a random rectangle of the other image in each; targets are weighted by its area.
/// Source: Yun et al., "CutMix: Regularization Strategy to Train Strong Classifiers with Localizable Features", 2019.
class TORCHPP_API RandomCutmix {
 public:
  explicit RandomCutmix(int64_t num_classes, double p = 0.5, double alpha = 1)
      : num_classes_(num_classes), p_(p), alpha_(alpha) {}
  Mixed operator()(const Tensor& images, const Tensor& targets, const OptionalGenerator& generator = nullopt) const;

 private:
  int64_t num_classes_;
  double p_, alpha_;
};

/// Always mixed.
TORCHPP_API Mixed mixup(const Tensor& images, const Tensor& targets, int64_t num_classes, double alpha = 1,
                        const OptionalGenerator& generator = nullopt);
TORCHPP_API Mixed cutmix(const Tensor& images, const Tensor& targets, int64_t num_classes, double alpha = 1,
                         const OptionalGenerator& generator = nullopt);

}  // namespace torchpp::vision::transforms
