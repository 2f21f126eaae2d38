// SPDX-License-Identifier: BSD-3-Clause
// A generative adversarial network of handwritten digits: two nets with optimizers of their own, transposed
// convolutions, batch normalisation, and a picture of samples from fixed noise after every epoch.

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

struct {
  std::string data, out = ".";
  int64_t epochs = 20, batch = 64, noise = 64, width = 32, seed = 1, threads = 0;
} options;

// Radford et al., Unsupervised representation learning with deep convolutional generative adversarial networks, 2016.

/// Noise (N, noise, 1, 1) -> images (N, 1, 28, 28) of values from -1 to 1.
nn::Sequential make_generator() {
  const auto up = [](int64_t in, int64_t out, int64_t kernel, int64_t stride, int64_t padding) {
    return nn::ConvTranspose2d(nn::ConvTranspose2dOptions(in, out, kernel).stride(stride).padding(padding).bias(false));
  };
  const int64_t w = options.width;
  return nn::Sequential(up(options.noise, 4 * w, 4, 1, 0), nn::BatchNorm2d(4 * w), nn::ReLU(),  // 4 x 4
                        up(4 * w, 2 * w, 3, 2, 1), nn::BatchNorm2d(2 * w), nn::ReLU(),          // 7 x 7
                        up(2 * w, w, 4, 2, 1), nn::BatchNorm2d(w), nn::ReLU(),                  // 14 x 14
                        up(w, 1, 4, 2, 1), nn::Tanh());                                         // 28 x 28
}

/// Images (N, 1, 28, 28) -> the logarithms of the odds that they are real (N, 1, 1, 1).
nn::Sequential make_discriminator() {
  const auto down = [](int64_t in, int64_t out, int64_t kernel, int64_t stride, int64_t padding) {
    return nn::Conv2d(nn::Conv2dOptions(in, out, kernel).stride(stride).padding(padding).bias(false));
  };
  const auto leaky = [] { return nn::LeakyReLU(nn::LeakyReLUOptions().negative_slope(.2)); };
  const int64_t w = options.width;
  return nn::Sequential(down(1, w, 4, 2, 1), leaky(),                                  // 14 x 14
                        down(w, 2 * w, 4, 2, 1), nn::BatchNorm2d(2 * w), leaky(),      // 7 x 7
                        down(2 * w, 4 * w, 3, 2, 1), nn::BatchNorm2d(4 * w), leaky(),  // 4 x 4
                        down(4 * w, 1, 4, 1, 0));
}

void initialize(nn::Module& module) {
  const torchpp::NoGradGuard no_grad;
  for (auto& parameter : module.named_parameters(/*recurse=*/false)) {
    if (parameter.value().dim() == 4) nn::init::normal_(parameter.value(), 0, .02);
    else if (parameter.key() == "weight") nn::init::normal_(parameter.value(), 1, .02);
  }
}

Tensor cost(const Tensor& scores, double target) {
  return F::binary_cross_entropy_with_logits(scores, torchpp::full_like(scores, target));
}

void run() {
  if (options.threads > 0) torchpp::set_num_threads(static_cast<int>(options.threads));
  examples::make_folder(options.out);
  const mnist::Data data = mnist::load_data(options.data, static_cast<uint64_t>(options.seed), torchpp::kCPU);
  const Tensor& train = data.train.images;
  torchpp::manual_seed(static_cast<uint64_t>(options.seed));
  nn::Sequential generator = make_generator(), discriminator = make_discriminator();
  generator->apply(initialize);
  discriminator->apply(initialize);
  const auto adam = torchpp::optim::AdamOptions(2e-4).betas({.5, .999});
  torchpp::optim::Adam for_generator(generator->parameters(), adam),
      for_discriminator(discriminator->parameters(), adam);

  const int64_t count = train.size(0), steps = count / options.batch;
  TORCHPP_CHECK(steps > 0, "--batch got ", options.batch, ", expected at most the ", count, " images");
  const Tensor fixed = torchpp::randn({64, options.noise, 1, 1});
  const std::string samples = options.out + "/dcgan_samples.png", weights = options.out + "/dcgan.safetensors";
  torchpp::data::ProgressBar progress(options.epochs * steps, torchpp::data::ProgressOptions().unit("steps"));
  double real_odds = 0, fake_odds = 0;
  for (int64_t epoch = 0; epoch < options.epochs; ++epoch) {
    const Tensor order = torchpp::randperm(count);
    double d_sum = 0, g_sum = 0;
    real_odds = fake_odds = 0;
    for (int64_t step = 0; step < steps; ++step) {
      const Tensor chosen = order.slice(0, step * options.batch, (step + 1) * options.batch);
      const Tensor real = train.index_select(0, chosen).unsqueeze(1).to(torchpp::kFloat) / 127.5 - 1;
      const Tensor fake = generator->forward(torchpp::randn({options.batch, options.noise, 1, 1}));

      for_discriminator.zero_grad(/*set_to_none=*/true);
      const Tensor of_real = discriminator->forward(real), of_fake = discriminator->forward(fake.detach());
      const Tensor d_loss = cost(of_real, .9) + cost(of_fake, 0);  // .9: an answer that is too sure teaches nothing
      d_loss.backward();
      for_discriminator.step();

      for_generator.zero_grad(/*set_to_none=*/true);
      const Tensor g_loss = cost(discriminator->forward(fake), 1);
      g_loss.backward();
      for_generator.step();

      const auto done = static_cast<double>(step + 1);
      d_sum += d_loss.item<double>();
      g_sum += g_loss.item<double>();
      real_odds += (of_real.sigmoid().mean().item<double>() - real_odds) / done;
      fake_odds += (of_fake.sigmoid().mean().item<double>() - fake_odds) / done;
      progress.set_note(
          examples::text("epoch %lld/%lld  discriminator %.3f  generator %.3f  taken for real: real %.2f, "
                         "drawn %.2f",
                         static_cast<long long>(epoch + 1), static_cast<long long>(options.epochs), d_sum / done,
                         g_sum / done, real_odds, fake_odds));
      progress.update();
    }
    progress.keep();
    const torchpp::NoGradGuard no_grad;
    generator->eval();
    torchpp::vision::save_image(generator->forward(fixed) / 2 + .5, samples,
                                torchpp::vision::GridOptions().pad_value(.5));
    generator->train();
  }
  progress.finish();
  torchpp::save(generator, weights);
  std::printf(
      "Of the last epoch's images %.0f %% (real) and %.0f %% (drawn) taken for real. Samples: %s. Weights: %s.\n",
      100 * real_odds, 100 * fake_odds, samples.c_str(), weights.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  return examples::run_example(
      argc, argv, "Learns to draw handwritten digits that a second net takes for real ones.",
      {{"data", &options.data, "folder of the MNIST files; default: $TORCHPP_DATA/mnist, else digits of its own"},
       {"out", &options.out, "folder for samples (dcgan_samples.png) and weights (dcgan.safetensors)"},
       {"epochs", &options.epochs, "passes over the images", 1},
       {"batch", &options.batch, "images per step", 2},
       {"noise", &options.noise, "numbers that an image is drawn from", 1},
       {"width", &options.width, "channels next to the image", 1},
       {"seed", &options.seed, "of weights, order and noise"},
       {"threads", &options.threads, "0: as many as there are cores"}},
      run);
}
