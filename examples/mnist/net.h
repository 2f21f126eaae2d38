// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The net that mnist trains and mnist_infer runs.

#include <torchpp/nn.h>
#include <torchpp/ops.h>

namespace mnist {

/// LeNet-5 with rectifiers and max-pooling: (N, 1, 28, 28) -> (N, 10), the logarithms of odds.
/// LeCun et al., Gradient-based learning applied to document recognition, 1998.
struct LeNetImpl : torchpp::nn::Module {
  torchpp::nn::Conv2d conv1{nullptr}, conv2{nullptr};
  torchpp::nn::Linear fc1{nullptr}, fc2{nullptr}, fc3{nullptr};

  LeNetImpl() {
    conv1 = register_module("conv1", torchpp::nn::Conv2d(torchpp::nn::Conv2dOptions(1, 6, 5).padding(2)));
    conv2 = register_module("conv2", torchpp::nn::Conv2d(6, 16, 5));
    fc1 = register_module("fc1", torchpp::nn::Linear(16 * 5 * 5, 120));
    fc2 = register_module("fc2", torchpp::nn::Linear(120, 84));
    fc3 = register_module("fc3", torchpp::nn::Linear(84, 10));
  }

  torchpp::Tensor forward(torchpp::Tensor x) {
    x = torchpp::max_pool2d(torchpp::relu(conv1(x)), 2);
    x = torchpp::max_pool2d(torchpp::relu(conv2(x)), 2);
    x = torchpp::relu(fc1(x.flatten(1)));
    x = torchpp::relu(fc2(x));
    return fc3(x);
  }
};
TORCHPP_MODULE(LeNet);

/// Bytes of images (N, 28, 28), 0 is background, as the net wants them: (N, 1, 28, 28), mean 0 and variance 1 over the
/// training set.
inline torchpp::Tensor to_input(const torchpp::Tensor& images) {
  constexpr double kMean = 0.1307, kDeviation = 0.3081;
  return images.unsqueeze(1).to(torchpp::kFloat).div_(255 * kDeviation).sub_(kMean / kDeviation);
}

}  // namespace mnist
