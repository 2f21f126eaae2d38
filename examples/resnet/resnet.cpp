// SPDX-License-Identifier: BSD-3-Clause
#include "resnet.h"

#include <torchpp/ops.h>

#include <string>

namespace resnet {
namespace {

namespace nn = torchpp::nn;
using torchpp::Tensor;

nn::Conv2d convolution(int64_t in, int64_t out, int64_t kernel, int64_t stride) {
  return nn::Conv2d(nn::Conv2dOptions(in, out, kernel).stride(stride).padding(kernel / 2).bias(false));
}

// Two convolutions of 3 x 3 (ResNet-18), or 1 x 1, 3 x 3 and 1 x 1 with four times as many channels in the end
// (ResNet-50). As in torchvision it is the 3 x 3 one that has the stride.
struct BlockImpl : nn::Module {
  nn::Conv2d conv1{nullptr}, conv2{nullptr}, conv3{nullptr};
  nn::BatchNorm2d bn1{nullptr}, bn2{nullptr}, bn3{nullptr};
  nn::Sequential downsample{nullptr};

  BlockImpl(int64_t in, int64_t width, int64_t stride, bool bottleneck) {
    const int64_t out = bottleneck ? 4 * width : width;
    conv1 = register_module("conv1", bottleneck ? convolution(in, width, 1, 1) : convolution(in, width, 3, stride));
    bn1 = register_module("bn1", nn::BatchNorm2d(width));
    conv2 = register_module("conv2", convolution(width, width, 3, bottleneck ? stride : 1));
    bn2 = register_module("bn2", nn::BatchNorm2d(width));
    if (bottleneck) {
      conv3 = register_module("conv3", convolution(width, out, 1, 1));
      bn3 = register_module("bn3", nn::BatchNorm2d(out));
    }
    if (stride != 1 || in != out)
      downsample = register_module("downsample", nn::Sequential(convolution(in, out, 1, stride), nn::BatchNorm2d(out)));
  }

  Tensor forward(const Tensor& x) {
    Tensor y = bn2(conv2(torchpp::relu(bn1(conv1(x)))));
    if (!conv3.is_empty()) y = bn3(conv3(torchpp::relu(y)));
    return torchpp::relu(y + (downsample.is_empty() ? x : downsample->forward(x)));
  }
};
TORCHPP_MODULE(Block);

}  // namespace

ResNetImpl::ResNetImpl(int64_t depth, int64_t classes) {
  TORCHPP_CHECK(depth == 18 || depth == 50, "ResNet: got a depth of ", depth, ", expected 18 or 50");
  const bool bottleneck = depth == 50;
  const int64_t blocks[4] = {bottleneck ? 3 : 2, bottleneck ? 4 : 2, bottleneck ? 6 : 2, bottleneck ? 3 : 2};
  conv1 = register_module("conv1", convolution(3, 64, 7, 2));
  bn1 = register_module("bn1", nn::BatchNorm2d(64));
  int64_t in = 64;
  for (int64_t i = 0; i < 4; ++i) {
    const int64_t width = int64_t{64} << i;
    for (int64_t j = 0; j < blocks[i]; ++j) {
      layers_[i]->push_back(Block(in, width, i > 0 && j == 0 ? 2 : 1, bottleneck));
      in = bottleneck ? 4 * width : width;
    }
    register_module("layer" + std::to_string(i + 1), layers_[i]);
  }
  fc = register_module("fc", nn::Linear(in, classes));
  apply([](nn::Module& module) {
    if (auto* convolution = module.as<nn::Conv2d>())
      nn::init::kaiming_normal_(convolution->weight, 0, torchpp::kFanOut, torchpp::kReLU);
  });
}

Tensor ResNetImpl::forward(Tensor x) {
  x = torchpp::max_pool2d(torchpp::relu(bn1(conv1(x))), 3, 2, 1);
  for (auto& layer : layers_) x = layer->forward(x);
  return fc(torchpp::adaptive_avg_pool2d(x, {1, 1}).flatten(1));
}

}  // namespace resnet
