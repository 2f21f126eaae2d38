// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/nn.h>

namespace image_folder {

/// A residual net for small images: (N, 3, H, W) -> (N, classes), the logarithms of odds.
/// He et al., Deep residual learning for image recognition, 2015, section 4.2.
struct SmallResNetImpl : torchpp::nn::Module {
  SmallResNetImpl(int64_t classes, int64_t width);
  torchpp::Tensor forward(const torchpp::Tensor& images);

 private:
  torchpp::nn::Sequential stem{nullptr}, blocks{nullptr};
  torchpp::nn::Linear head{nullptr};
};
TORCHPP_MODULE(SmallResNet);

}  // namespace image_folder
