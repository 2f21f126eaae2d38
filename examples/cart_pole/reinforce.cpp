// SPDX-License-Identifier: BSD-3-Clause
// REINFORCE: several episodes are played, then their actions become likelier or less likely by how much better or worse
// than in the others things went after them.

#include <torchpp/data/progress.h>

#include <cstdio>
#include <string>
#include <vector>

#include "cart_pole.h"
#include "policy.h"
#include "support/arguments.h"
#include "support/text.h"

namespace {

using cart_pole::CartPole;
using torchpp::Tensor;

struct {
  std::string out = ".";
  int64_t rounds = 100, episodes = 16, width = 64, seed = 1;
  double rate = 1e-2, discount = .99;
} options;

// Williams, Simple statistical gradient-following algorithms for connectionist reinforcement learning, 1992.
void run() {
  torchpp::set_num_threads(1);  // single states: nothing to share
  examples::make_folder(options.out);
  torchpp::manual_seed(static_cast<uint64_t>(options.seed));
  torchpp::nn::Sequential policy = cart_pole::make_net(options.width, CartPole::kActions);
  torchpp::optim::Adam optimizer(policy->parameters(), torchpp::optim::AdamOptions(options.rate));
  torchpp::optim::LinearLR schedule(optimizer, 1, .05, options.rounds);
  CartPole world(static_cast<uint64_t>(options.seed));

  torchpp::data::ProgressBar progress(options.rounds, torchpp::data::ProgressOptions().unit("rounds"));
  double smooth = 0;
  int64_t steps = 0;
  for (int64_t round = 0; round < options.rounds; ++round) {
    std::vector<Tensor> states;
    std::vector<int64_t> actions;
    // Row: an episode; column: a step; what came after it, later rewards for less, and 0 behind the episode's end.
    const Tensor returns = torchpp::zeros({options.episodes, CartPole::kMostSteps});
    const Tensor played = torchpp::zeros_like(returns, torchpp::kBool);
    for (int64_t episode = 0; episode < options.episodes; ++episode) {
      world.reset();
      for (CartPole::End end = CartPole::End::kNone; end == CartPole::End::kNone;) {
        const torchpp::NoGradGuard no_grad;
        states.push_back(cart_pole::tensor_of(world));
        actions.push_back(torchpp::multinomial(policy->forward(states.back()).softmax(0), 1).item<int64_t>());
        end = world.step(actions.back());
      }
      auto row = returns.accessor<float, 2>()[episode];
      double sum = 0;
      for (int64_t t = world.steps(); t-- > 0;) row[t] = static_cast<float>(sum = 1 + options.discount * sum);
      played[episode].slice(0, 0, world.steps()).fill_(true);
      steps += world.steps();
    }

    // An action counts by the difference from the mean over the episodes at the same step.
    const Tensor better = returns - returns.mean(0, /*keepdim=*/true);
    const Tensor weight = (better / (better.std() + 1e-6)).masked_select(played);
    const Tensor chosen = torchpp::tensor(actions).unsqueeze(1);
    const Tensor log_likelihood = policy->forward(torchpp::stack(states)).log_softmax(1).gather(1, chosen).squeeze(1);
    const Tensor loss = -(log_likelihood * weight).mean();
    optimizer.zero_grad(/*set_to_none=*/true);
    loss.backward();
    optimizer.step();
    schedule.step();

    const double mean = static_cast<double>(actions.size()) / static_cast<double>(options.episodes);
    smooth = round == 0 ? mean : .8 * smooth + .2 * mean;
    progress.set_note(
        examples::text("%5.1f steps upright  %6.0f steps/s", smooth, static_cast<double>(steps) / progress.seconds()));
    progress.update();
    if ((round + 1) % 20 == 0) progress.keep();
  }
  progress.finish();
  const std::string weights = options.out + "/reinforce.safetensors";
  torchpp::save(policy, weights);
  std::printf("Upright for %.1f of %d steps in the mean of 100 new episodes. Weights: %s.\n",
              cart_pole::evaluate(policy, 100, static_cast<uint64_t>(options.seed) + 1), CartPole::kMostSteps,
              weights.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  return examples::run_example(argc, argv, "Learns to balance a pole from whole episodes (REINFORCE).",
                               {{"out", &options.out, "folder for the weights (reinforce.safetensors)"},
                                {"rounds", &options.rounds, "steps of the optimizer", 1},
                                {"episodes", &options.episodes, "episodes before each", 2},
                                {"width", &options.width, "width of the hidden layers", 1},
                                {"rate", &options.rate, "learning rate"},
                                {"discount", &options.discount, "what a reward one step later counts"},
                                {"seed", &options.seed, "of weights, actions and beginnings"}},
                               run);
}
