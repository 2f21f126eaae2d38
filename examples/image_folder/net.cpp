// SPDX-License-Identifier: BSD-3-Clause
#include "net.h"

#include <torchpp/ops.h>

namespace image_folder {
namespace {

namespace nn = torchpp::nn;
using torchpp::Tensor;

nn::Conv2d convolution(int64_t in, int64_t out, int64_t kernel, int64_t stride) {
  return nn::Conv2d(nn::Conv2dOptions(in, out, kernel).stride(stride).padding(kernel / 2).bias(false));
}

struct BlockImpl : nn::Module {
  nn::Sequential body{nullptr}, shortcut{nullptr};

  BlockImpl(int64_t in, int64_t out, int64_t stride) {
    body = register_module("body", nn::Sequential(convolution(in, out, 3, stride), nn::BatchNorm2d(out), nn::ReLU(),
                                                  convolution(out, out, 3, 1), nn::BatchNorm2d(out)));
    if (stride != 1 || in != out)
      shortcut = register_module("shortcut", nn::Sequential(convolution(in, out, 1, stride), nn::BatchNorm2d(out)));
  }
  Tensor forward(const Tensor& x) {
    return torchpp::relu(body->forward(x) + (shortcut.is_empty() ? x : shortcut->forward(x)));
  }
};
TORCHPP_MODULE(Block);

}  // namespace

SmallResNetImpl::SmallResNetImpl(int64_t classes, int64_t width) {
  stem = register_module("stem", nn::Sequential(convolution(3, width, 3, 2), nn::BatchNorm2d(width), nn::ReLU()));
  blocks = register_module(
      "blocks", nn::Sequential(Block(width, width, 1), Block(width, 2 * width, 2), Block(2 * width, 4 * width, 2)));
  head = register_module("head", nn::Linear(4 * width, classes));
}

Tensor SmallResNetImpl::forward(const Tensor& images) {
  // The maximum, not the mean, of each feature: an object may be a small part of the image.
  return head(blocks->forward(stem->forward(images)).amax({2, 3}));
}

}  // namespace image_folder
