// SPDX-License-Identifier: BSD-3-Clause
// LeNet under autocast is as accurate as in float32: on MNIST where TORCHPP_DATA names the folder above its files, else
// on drawn digits.
#include <gtest/gtest.h>
#include <torchpp/data/datasets/idx.h>
#include <torchpp/torchpp.h>
#include <unistd.h>

#include <cstdlib>

#include "examples/mnist/net.h"
#include "examples/mnist/strokes.h"

namespace torchpp {
namespace {

// Images (N, 28, 28) and labels (N), bytes.
std::pair<Tensor, Tensor> digits() {
  using data::datasets::plain_or_gz;
  if (const char* root = std::getenv("TORCHPP_DATA")) {
    const std::string folder = std::string(root) + "/mnist/", images = plain_or_gz(folder + "t10k-images-idx3-ubyte"),
                      labels = plain_or_gz(folder + "t10k-labels-idx1-ubyte");
    if (!images.empty() && !labels.empty()) return data::datasets::read_idx_pair(images, labels, 10);
  }
  mnist::Digits drawn = mnist::draw_digits(10000, 1);
  return {from_blob(drawn.images.data(), {drawn.count(), 28, 28}, kByte).clone(),
          from_blob(drawn.labels.data(), {drawn.count()}, kByte).clone()};
}

// Percent of the last fifth that a net gets right which learned the rest.
double accuracy(const std::pair<Tensor, Tensor>& all, bool mixed) {
  const Tensor images = all.first, labels = all.second.to(kLong);
  const int64_t count = labels.size(0), cut = count * 4 / 5;
  manual_seed(4);
  mnist::LeNet net;
  optim::SGD sgd(net->parameters(), optim::SGDOptions(.02).momentum(.9).nesterov(true));
  constexpr int64_t kBatch = 64;
  for (int epoch = 0; epoch < 4; ++epoch) {
    if (epoch == 2) static_cast<optim::SGDOptions&>(sgd.param_groups()[0].options()).lr(.004);
    const Tensor order = randperm(cut);
    for (int64_t begin = 0; begin + kBatch <= cut; begin += kBatch) {
      const Tensor chosen = order.narrow(0, begin, kBatch);
      sgd.zero_grad();
      Tensor loss;
      {
        const amp::autocast region(kCPU, nullopt, mixed);
        loss = nn::functional::cross_entropy(net(mnist::to_input(images.index_select(0, chosen))),
                                             labels.index_select(0, chosen));
      }
      loss.backward();
      sgd.step();
    }
  }
  const NoGradGuard no_grad;
  const amp::autocast region(kCPU, nullopt, mixed);
  const Tensor found = net(mnist::to_input(images.narrow(0, cut, count - cut))).argmax(1);
  return 100. * found.eq(labels.narrow(0, cut, count - cut)).to(kDouble).mean().item<double>();
}

TEST(AutocastLeNet, IsAsAccurateAsInFloat) {
  const std::pair<Tensor, Tensor> all = digits();
  const double exact = accuracy(all, false), mixed = accuracy(all, true);
  RecordProperty("float", std::to_string(exact));
  RecordProperty("mixed", std::to_string(mixed));
  EXPECT_GT(exact, 96);
  EXPECT_NEAR(mixed, exact, .5);
}

}  // namespace
}  // namespace torchpp
