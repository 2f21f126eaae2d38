// SPDX-License-Identifier: BSD-3-Clause
// Proximal policy optimization: several worlds are played at once, advantages are estimated with a second net, and each
// batch of experience is used for several steps that may not go far from the policy that made it.

#include <torchpp/data/progress.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "cart_pole.h"
#include "policy.h"
#include "support/arguments.h"
#include "support/text.h"

namespace {

namespace nn = torchpp::nn;
using cart_pole::CartPole;
using torchpp::Tensor;

struct {
  std::string out = ".";
  int64_t steps = 200000, worlds = 8, length = 128, passes = 4, batch = 128, width = 64, seed = 1;
  double rate = 1e-3, discount = .99, lambda = .95, clip = .2, entropy = .01;
} options;

/// What happened to all worlds in `length` steps: (length, worlds, ...).
struct Experience {
  Tensor states, actions, log_likelihood, advantage, returns;
};

class Players {
 public:
  Players() {
    for (int64_t i = 0; i < options.worlds; ++i) worlds_.emplace_back(static_cast<uint64_t>(options.seed + i));
  }

  /// Steps per episode, smoothed over the last episodes.
  double steps_upright() const { return smooth_; }

  Experience play(nn::Sequential& policy, nn::Sequential& critic) {
    const torchpp::NoGradGuard no_grad;
    std::vector<Tensor> states, actions, likelihoods, values, after;
    const Tensor alive = torchpp::ones({options.length, options.worlds});
    for (int64_t t = 0; t < options.length; ++t) {
      states.push_back(observe());
      const Tensor log_likelihood = policy->forward(states.back()).log_softmax(1);
      const Tensor action = torchpp::multinomial(log_likelihood.exp(), 1);
      actions.push_back(action.squeeze(1));
      likelihoods.push_back(log_likelihood.gather(1, action).squeeze(1));
      values.push_back(critic->forward(states.back()).squeeze(1));
      // The value of the state behind each step, seen before an ended episode is reset: an episode that only ran out of
      // time would have gone on.
      std::vector<bool> ended(worlds_.size());
      for (size_t i = 0; i < worlds_.size(); ++i) {
        const auto end = worlds_[i].step(action[static_cast<int64_t>(i)][0].item<int64_t>());
        ended[i] = end != CartPole::End::kNone;
        if (ended[i]) alive[t][static_cast<int64_t>(i)] = 0;
        fallen_.push_back(end == CartPole::End::kFallen);
      }
      Tensor value = critic->forward(observe()).squeeze(1);
      for (size_t i = 0; i < worlds_.size(); ++i) {
        if (fallen_[fallen_.size() - worlds_.size() + i]) value[static_cast<int64_t>(i)] = 0;
        if (!ended[i]) continue;
        smooth_ = smooth_ == 0 ? worlds_[i].steps() : .95 * smooth_ + .05 * worlds_[i].steps();
        worlds_[i].reset();
      }
      after.push_back(value);
    }
    fallen_.clear();

    Experience e{torchpp::stack(states), torchpp::stack(actions), torchpp::stack(likelihoods), {}, {}};
    // Schulman et al., High-dimensional continuous control using generalized advantage estimation, 2016.
    const Tensor value = torchpp::stack(values), delta = 1 + options.discount * torchpp::stack(after) - value;
    e.advantage = torchpp::empty_like(delta);
    Tensor sum = torchpp::zeros({options.worlds});
    for (int64_t t = options.length; t-- > 0;) {
      sum = delta[t] + options.discount * options.lambda * alive[t] * sum;
      e.advantage[t].copy_(sum);
    }
    e.returns = e.advantage + value;
    return e;
  }

 private:
  Tensor observe() const {
    std::vector<Tensor> states;
    for (const CartPole& world : worlds_) states.push_back(cart_pole::tensor_of(world));
    return torchpp::stack(states);
  }

  std::vector<CartPole> worlds_;
  std::vector<bool> fallen_;
  double smooth_ = 0;
};

// Schulman et al., Proximal policy optimization algorithms, 2017.
void run() {
  torchpp::set_num_threads(1);  // a few small rows: nothing to share
  examples::make_folder(options.out);
  torchpp::manual_seed(static_cast<uint64_t>(options.seed));
  nn::Sequential policy = cart_pole::make_net(options.width, CartPole::kActions),
                 critic = cart_pole::make_net(options.width, 1);
  std::vector<Tensor> parameters = policy->parameters();
  for (Tensor& parameter : critic->parameters()) parameters.push_back(parameter);
  torchpp::optim::Adam optimizer(parameters, torchpp::optim::AdamOptions(options.rate).eps(1e-5));
  const int64_t samples = options.length * options.worlds, rounds = std::max<int64_t>(options.steps / samples, 1);
  const int64_t updates = options.passes * ((samples + options.batch - 1) / options.batch);
  torchpp::optim::LinearLR schedule(optimizer, 1, .05, rounds * updates);

  Players players;
  torchpp::data::ProgressBar progress(rounds, torchpp::data::ProgressOptions().unit("rounds"));
  for (int64_t round = 0; round < rounds; ++round) {
    const Experience e = players.play(policy, critic);
    const Tensor states = e.states.flatten(0, 1), actions = e.actions.flatten().unsqueeze(1),
                 before = e.log_likelihood.flatten(), advantages = e.advantage.flatten(), returns = e.returns.flatten();
    for (int64_t pass = 0; pass < options.passes; ++pass) {
      for (const Tensor& some : torchpp::randperm(samples).split(options.batch)) {
        const Tensor log_likelihoods = policy->forward(states.index_select(0, some)).log_softmax(1);
        const Tensor chosen = log_likelihoods.gather(1, actions.index_select(0, some)).squeeze(1);
        const Tensor ratio = (chosen - before.index_select(0, some)).exp();
        Tensor advantage = advantages.index_select(0, some);
        if (some.size(0) > 1) advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6);
        const Tensor gain =
            torchpp::minimum(ratio * advantage, ratio.clamp(1 - options.clip, 1 + options.clip) * advantage).mean();
        const Tensor entropy = -(log_likelihoods.exp() * log_likelihoods).sum(1).mean();
        const Tensor error =
            torchpp::mse_loss(critic->forward(states.index_select(0, some)).squeeze(1), returns.index_select(0, some));
        optimizer.zero_grad(/*set_to_none=*/true);
        (-gain + .5 * error - options.entropy * entropy).backward();
        nn::utils::clip_grad_norm_(parameters, .5);
        optimizer.step();
        schedule.step();
      }
    }
    const auto done = static_cast<double>((round + 1) * samples);
    progress.set_note(examples::text("step %6.0f  %5.1f steps upright  %6.0f steps/s", done, players.steps_upright(),
                                     done / progress.seconds()));
    progress.update();
    if ((round + 1) % 10 == 0) progress.keep();
  }
  progress.finish();
  const std::string weights = options.out + "/ppo.safetensors";
  torchpp::save(policy, weights);
  std::printf("Upright for %.1f of %d steps in the mean of 100 new episodes. Weights: %s.\n",
              cart_pole::evaluate(policy, 100, static_cast<uint64_t>(options.seed + options.worlds)),
              CartPole::kMostSteps, weights.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  return examples::run_example(argc, argv, "Learns to balance a pole with proximal policy optimization.",
                               {{"out", &options.out, "folder for the weights (ppo.safetensors)"},
                                {"steps", &options.steps, "steps of all worlds together", 1},
                                {"worlds", &options.worlds, "worlds that are played at once", 1},
                                {"length", &options.length, "steps of each between two updates", 1},
                                {"passes", &options.passes, "uses of each step", 1},
                                {"batch", &options.batch, "steps of one update", 2},
                                {"width", &options.width, "width of the hidden layers", 1},
                                {"rate", &options.rate, "the first learning rate"},
                                {"discount", &options.discount, "what a reward one step later counts"},
                                {"lambda", &options.lambda, "how far advantages trust rewards over values"},
                                {"clip", &options.clip, "how far the likelihoods may go in an update"},
                                {"entropy", &options.entropy, "weight of the actions' entropy"},
                                {"seed", &options.seed, "of weights, actions and beginnings"}},
                               run);
}
