// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/nn.h>

namespace resnet {

/// ResNet-18 or ResNet-50: images (N, 3, H, W), red, green and blue from 0 to 1 brought to ImageNet's mean and
/// deviation,
/// -> scores (N, classes). Parameters and buffers have the names of torchvision 0.14's models, so their weights can be
/// loaded.   He et al., Deep residual learning for image recognition, 2016.
class ResNetImpl : public torchpp::nn::Module {
 public:
  /// Throws torchpp::Error for other depths than 18 and 50.
  explicit ResNetImpl(int64_t depth, int64_t classes = 1000);
  torchpp::Tensor forward(torchpp::Tensor x);

 private:
  torchpp::nn::Conv2d conv1{nullptr};
  torchpp::nn::BatchNorm2d bn1{nullptr};
  torchpp::nn::Sequential layers_[4];
  torchpp::nn::Linear fc{nullptr};
};
TORCHPP_MODULE(ResNet);

}  // namespace resnet
