// SPDX-License-Identifier: BSD-3-Clause
// A program of the library's own: exits with 0 if tensors, gradients, training, files and errors work as linked.
#include <torchpp/torchpp.h>

#include <cstdio>
#include <cstring>

int main() {
  using torchpp::Tensor;
  try {
    TORCHPP_CHECK_VALUE(false, "version ", TORCHPP_VERSION);
  } catch (const torchpp::ValueError& e) {
    if (std::strcmp(e.what(), "version " TORCHPP_VERSION) != 0) return 1;
  }

  const Tensor x = torchpp::arange(6.f).view({2, 3}).requires_grad_();
  (x * x).sum().backward();
  if (x.grad().sum().item<float>() != 30) return 2;

  torchpp::manual_seed(0);
  torchpp::nn::Sequential net(torchpp::nn::Linear(3, 8), torchpp::nn::Tanh(), torchpp::nn::Linear(8, 1));
  torchpp::optim::SGD optimizer(net->parameters(), torchpp::optim::SGDOptions(0.1).momentum(0.9));
  const Tensor in = torchpp::randn({32, 3}), out = in.sum(1, true);
  float loss_value = 0;
  for (int i = 0; i < 200; ++i) {
    optimizer.zero_grad();
    const Tensor loss = torchpp::mse_loss(net->forward(in), out);
    loss.backward();
    optimizer.step();
    loss_value = loss.item<float>();
  }
  if (!(loss_value < 0.05f)) {
    std::fprintf(stderr, "loss is %g\n", static_cast<double>(loss_value));
    return 3;
  }

  torchpp::save(net, "native.safetensors");
  torchpp::nn::Sequential copy(torchpp::nn::Linear(3, 8), torchpp::nn::Tanh(), torchpp::nn::Linear(8, 1));
  torchpp::load(copy, "native.safetensors");
  std::remove("native.safetensors");
  torchpp::NoGradGuard no_grad;
  return copy->forward(in).equal(net->forward(in)) ? 0 : 4;
}
