// SPDX-License-Identifier: BSD-3-Clause
// A variational autoencoder of handwritten digits: an encoder with two results, the reparametrisation, a loss of two
// terms, and pictures of reconstructions, of random samples, and of a walk between two digits.

#include <torchpp/data/progress.h>
#include <torchpp/torchpp.h>
#include <torchpp/vision/utils.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "mnist/data.h"
#include "support/arguments.h"
#include "support/text.h"

namespace {

namespace nn = torchpp::nn;
namespace F = torchpp::nn::functional;
using torchpp::Tensor;

/// Images (N, 784) of values from 0 to 1, codes (N, K).
/// Kingma and Welling, Auto-encoding variational Bayes, 2014.
struct VaeImpl : nn::Module {
  nn::Linear encode1{nullptr}, mean{nullptr}, log_variance{nullptr}, decode1{nullptr}, decode2{nullptr};

  VaeImpl(int64_t hidden, int64_t codes) {
    encode1 = register_module("encode1", nn::Linear(784, hidden));
    mean = register_module("mean", nn::Linear(hidden, codes));
    log_variance = register_module("log_variance", nn::Linear(hidden, codes));
    decode1 = register_module("decode1", nn::Linear(codes, hidden));
    decode2 = register_module("decode2", nn::Linear(hidden, 784));
  }

  /// The mean and the logarithm of the variance of the codes that stand for an image.
  std::pair<Tensor, Tensor> encode(const Tensor& images) {
    const Tensor hidden = torchpp::relu(encode1(images));
    return {mean(hidden), log_variance(hidden)};
  }

  /// The logarithms of the odds of white, for each pixel.
  Tensor decode(const Tensor& codes) { return decode2(torchpp::relu(decode1(codes))); }

  /// The negative evidence lower bound of each image, in nats: (N).
  Tensor loss(const Tensor& images) {
    const auto [mu, log_var] = encode(images);
    const Tensor codes = mu + torchpp::randn_like(mu) * (log_var / 2).exp();
    const Tensor reconstruction =
        F::binary_cross_entropy_with_logits(decode(codes), images,
                                            F::BinaryCrossEntropyWithLogitsFuncOptions().reduction(torchpp::kNone))
            .sum(1);
    const Tensor divergence = (mu.square() + log_var.exp() - 1 - log_var).sum(1) / 2;
    return reconstruction + divergence;
  }
};
TORCHPP_MODULE(Vae);

struct {
  std::string data, out = ".";
  int64_t epochs = 20, batch = 64, hidden = 400, codes = 20, seed = 1, threads = 0;
} options;

Tensor to_input(const Tensor& images) { return images.flatten(1).to(torchpp::kFloat) / 255; }
Tensor to_images(const Tensor& scores) { return scores.sigmoid().view({-1, 1, 28, 28}); }

double evaluate(Vae& net, const Tensor& images) {
  const torchpp::NoGradGuard no_grad;
  return net->loss(to_input(images)).mean().item<double>();
}

void run() {
  if (options.threads > 0) torchpp::set_num_threads(static_cast<int>(options.threads));
  examples::make_folder(options.out);
  const mnist::Data data = mnist::load_data(options.data, static_cast<uint64_t>(options.seed), torchpp::kCPU);
  const Tensor &train = data.train.images, &test = data.test.images;
  torchpp::manual_seed(static_cast<uint64_t>(options.seed));
  Vae net(options.hidden, options.codes);
  torchpp::optim::Adam optimizer(net->parameters(), torchpp::optim::AdamOptions(1e-3));

  const int64_t count = train.size(0);
  torchpp::data::ProgressBar progress(options.epochs * count, torchpp::data::ProgressOptions().unit("images"));
  for (int64_t epoch = 0; epoch < options.epochs; ++epoch) {
    const Tensor order = torchpp::randperm(count);
    double sum = 0;
    for (int64_t begin = 0; begin < count; begin += options.batch) {
      const int64_t end = std::min(begin + options.batch, count);
      const Tensor loss = net->loss(to_input(train.index_select(0, order.slice(0, begin, end)))).mean();
      optimizer.zero_grad(/*set_to_none=*/true);
      loss.backward();
      optimizer.step();
      sum += loss.item<double>() * static_cast<double>(end - begin);
      const std::string state = examples::text("epoch %lld/%lld  loss %.2f nats", static_cast<long long>(epoch + 1),
                                               static_cast<long long>(options.epochs), sum / static_cast<double>(end));
      const bool last = end == count;
      progress.set_note(last ? examples::text("%s  test %.2f nats", state.c_str(), evaluate(net, test)) : state);
      progress.update(end - begin);
      if (last) progress.keep();
    }
  }
  progress.finish();

  const torchpp::NoGradGuard no_grad;
  const std::string reconstructions = options.out + "/vae_reconstructions.png",
                    samples = options.out + "/vae_samples.png", walk = options.out + "/vae_walk.png",
                    weights = options.out + "/vae.safetensors";
  const Tensor some = to_input(test.slice(0, 0, 10)), codes = net->encode(some).first;
  const auto grid_of = [](int64_t columns) { return torchpp::vision::GridOptions().nrow(columns).pad_value(.5); };
  torchpp::vision::save_image(torchpp::cat({some.view({-1, 1, 28, 28}), to_images(net->decode(codes))}),
                              reconstructions, grid_of(some.size(0)));
  torchpp::vision::save_image(to_images(net->decode(torchpp::randn({64, options.codes}))), samples, grid_of(8));
  const Tensor share = torchpp::linspace(0, 1, 10).unsqueeze(1);
  torchpp::vision::save_image(to_images(net->decode(torchpp::lerp(codes[0], codes[-1], share))), walk, grid_of(10));
  torchpp::save(net, weights);
  std::printf("Test loss %.2f nats. Pictures: %s, %s, %s. Weights: %s.\n", evaluate(net, test), reconstructions.c_str(),
              samples.c_str(), walk.c_str(), weights.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  return examples::run_example(
      argc, argv, "Learns a code of 20 numbers for handwritten digits, and draws new ones.",
      {{"data", &options.data, "folder of the MNIST files; default: $TORCHPP_DATA/mnist, else digits of its own"},
       {"out", &options.out, "folder for pictures (vae_*.png) and weights (vae.safetensors)"},
       {"epochs", &options.epochs, "passes over the images", 1},
       {"batch", &options.batch, "images per step", 1},
       {"hidden", &options.hidden, "width of the hidden layers", 1},
       {"codes", &options.codes, "numbers of a code", 1},
       {"seed", &options.seed, "of weights, order and samples"},
       {"threads", &options.threads, "0: as many as there are cores"}},
      run);
}
