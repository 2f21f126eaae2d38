// SPDX-License-Identifier: BSD-3-Clause
// The nets of the resnet example against torchvision's: names of the state, and what they compute.

#include <gtest/gtest.h>
#include <torchpp/nn.h>
#include <torchpp/ops.h>

#include <cmath>

#include "examples/resnet/resnet.h"

namespace torchpp {
namespace {

// Fills the state in the order of its names; the same was done with torchvision's model.
void fill(nn::Module& net) {
  const NoGradGuard no_grad;
  double j = 0;
  for (auto& item : net.state_dict()) {
    Tensor value = item.value();
    const std::string& name = item.key();
    if (value.is_floating_point()) {
      Tensor numbers = (0.37 * arange(value.numel(), kDouble) + j).sin().reshape(value.sizes());
      const bool scale = name.find("running_var") != std::string::npos ||
                         (name.size() > 6 && name.compare(name.size() - 6, 6, "weight") == 0);
      if (value.dim() > 1)
        numbers *= std::sqrt(2.0 * static_cast<double>(value.size(0)) / static_cast<double>(value.numel()));
      else if (scale) numbers = 1 + 0.25 * numbers;
      else numbers = numbers / 8;
      value.copy_(numbers);
    }
    ++j;
  }
}

struct Answer {
  int64_t depth;
  size_t state;      // tensors of it
  double scores[4];  // the first of 1000
  int64_t best;
};

// Origin: torchvision 0.14.1 on PyTorch 1.13.1, models.resnet18() and resnet50() in eval mode, in double.
constexpr Answer kAnswers[] = {{18, 122, {-1.13379201387, 14.0059846833, 17.6333558186, 6.72820829932}, 35},
                               {50, 320, {-23.0344806158, -37.0050451984, 82.1851140811, -95.4910763508}, 551}};

TEST(ResNetExample, ComputesWhatTorchvisionComputes) {
  for (const Answer& answer : kAnswers) {
    resnet::ResNet net(answer.depth);
    net->to(kDouble);
    net->eval();
    EXPECT_EQ(net->state_dict().size(), answer.state);
    fill(*net);
    const Tensor input = (0.011 * arange(3 * 64 * 64, kDouble)).sin().reshape({1, 3, 64, 64});
    const NoGradGuard no_grad;
    const Tensor scores = net(input)[0];
    for (int64_t i = 0; i < 4; ++i) EXPECT_NEAR(scores[i].item<double>(), answer.scores[i], 1e-8) << answer.depth;
    EXPECT_EQ(scores.argmax().item<int64_t>(), answer.best);
  }
}

TEST(ResNetExample, HasTorchvisionsNames) {
  // Origin: as above. The first, the last, and those of a block that changes the size.
  const auto state = resnet::ResNet(50)->state_dict();
  const auto names = state.keys();
  EXPECT_EQ(names.front(), "conv1.weight");
  EXPECT_EQ(names.back(), "fc.bias");
  for (const char* name : {"bn1.num_batches_tracked", "layer2.0.conv3.weight", "layer2.0.bn3.running_var",
                           "layer2.0.downsample.0.weight", "layer2.0.downsample.1.bias", "layer4.2.conv1.weight"})
    EXPECT_TRUE(state.contains(name)) << name;
}

TEST(ResNetExample, OtherDepthIsAnError) { EXPECT_THROW(resnet::ResNet(34), Error); }

}  // namespace
}  // namespace torchpp
