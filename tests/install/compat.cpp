// SPDX-License-Identifier: BSD-3-Clause
// The shortest training program of libtorch's C++ front end, as a client writes it.
#include <torch/torch.h>

int main() {
  torch::nn::Linear net(5, 1);
  torch::optim::SGD optimizer(net->parameters(), /*lr=*/0.1);
  auto loss = torch::mse_loss(net->forward(torch::randn({3, 5})), torch::ones({3, 1}));
  loss.backward();
  optimizer.step();
  return loss.item<float>() >= 0 ? 0 : 1;
}
