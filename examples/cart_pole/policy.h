// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/torchpp.h>

#include "cart_pole.h"

namespace cart_pole {

/// States (N, 4) -> a number for each action, or one value, by a net with tanh between its layers.
inline torchpp::nn::Sequential make_net(int64_t width, int64_t results) {
  namespace nn = torchpp::nn;
  return nn::Sequential(nn::Linear(CartPole::kNumbers, width), nn::Tanh(), nn::Linear(width, width), nn::Tanh(),
                        nn::Linear(width, results));
}

inline torchpp::Tensor tensor_of(const CartPole& world) {
  return torchpp::tensor(torchpp::ArrayRef<float>(world.state().data(), world.state().size()));
}

/// Mean number of steps over episodes in which the policy takes its likeliest action.
inline double evaluate(torchpp::nn::Sequential& policy, int64_t episodes, uint64_t seed) {
  const torchpp::NoGradGuard no_grad;
  CartPole world(seed);
  int64_t steps = 0;
  for (int64_t i = 0; i < episodes; ++i) {
    world.reset();
    while (world.step(policy->forward(tensor_of(world)).argmax(0).item<int64_t>()) == CartPole::End::kNone) {
    }
    steps += world.steps();
  }
  return static_cast<double>(steps) / static_cast<double>(episodes);
}

}  // namespace cart_pole
