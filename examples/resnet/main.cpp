// SPDX-License-Identifier: BSD-3-Clause
// ResNet-18 and ResNet-50. With a picture and weights in torchvision's names it tells the picture's classes and how
// long that takes; without a picture it trains on handwritten digits.

#include <torchpp/data/progress.h>
#include <torchpp/torchpp.h>
#include <torchpp/vision.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "mnist/data.h"
#include "resnet.h"
#include "support/arguments.h"
#include "support/text.h"

namespace {

namespace F = torchpp::nn::functional;
using torchpp::Tensor;

struct {
  std::string image, weights, data, out = ".";
  int64_t depth = 18, epochs = 2, batch = 64, images = 0, repeat = 20, seed = 1, threads = 0;
} options;

// Bytes (N, 3, H, W) -> floats with ImageNet's mean and deviation.
Tensor standardized(const Tensor& bytes) {
  const Tensor mean = torchpp::tensor({.485f, .456f, .406f}).view({3, 1, 1}),
               deviation = torchpp::tensor({.229f, .224f, .225f}).view({3, 1, 1});
  return (bytes.to(torchpp::kFloat) / 255 - mean) / deviation;
}

// The middle 224 x 224 pixels of the picture, whose shorter side is brought to 256: (1, 3, 224, 224).
Tensor read_picture(const std::string& path) {
  namespace vision = torchpp::vision;
  const Tensor picture = vision::read_image(path, vision::ImageReadMode::kRGB).to(torchpp::kFloat);
  const Tensor scaled =
      vision::functional::resize(picture, 256, vision::InterpolationMode::kBilinear, torchpp::nullopt, true);
  return standardized(vision::functional::center_crop(scaled, 224)).unsqueeze(0);
}

void classify() {
  TORCHPP_CHECK(!options.weights.empty(), "--image needs --weights");
  const torchpp::InferenceMode inference;
  resnet::ResNet net(options.depth);
  torchpp::load(net, options.weights);
  net->eval();
  const Tensor input = read_picture(options.image);
  std::vector<double> milliseconds;
  Tensor scores;
  for (int64_t i = 0; i < options.repeat; ++i) {
    const auto start = std::chrono::steady_clock::now();
    scores = net(input);
    milliseconds.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  const auto [best, classes] = torchpp::topk(scores[0].softmax(0), 5);
  for (int64_t i = 0; i < 5; ++i)
    std::printf("class %4lld  %5.2f %%\n", static_cast<long long>(classes[i].item<int64_t>()),
                100 * best[i].item<double>());
  std::sort(milliseconds.begin(), milliseconds.end());
  std::printf("ResNet-%lld, one picture: median %.1f ms, least %.1f ms.\n", static_cast<long long>(options.depth),
              milliseconds[milliseconds.size() / 2], milliseconds[0]);
}

// Digits as pictures with three equal channels.
Tensor to_input(const Tensor& digits) { return standardized(digits.unsqueeze(1).expand({-1, 3, -1, -1})); }

double accuracy(resnet::ResNet& net, const mnist::Split& split) {
  const torchpp::NoGradGuard no_grad;
  net->eval();
  int64_t right = 0;
  for (int64_t begin = 0; begin < split.count(); begin += 200) {
    const int64_t end = std::min<int64_t>(begin + 200, split.count());
    right += net(to_input(split.images.slice(0, begin, end)))
                 .argmax(1)
                 .eq(split.labels.slice(0, begin, end))
                 .sum()
                 .item<int64_t>();
  }
  net->train();
  return 100 * static_cast<double>(right) / static_cast<double>(split.count());
}

void train() {
  const mnist::Data data = mnist::load_data(options.data, static_cast<uint64_t>(options.seed), torchpp::kCPU);
  resnet::ResNet net(options.depth, 10);
  const int64_t all = data.train.count(), count = options.images > 0 ? std::min(options.images, all) : all,
                steps = count / options.batch;
  TORCHPP_CHECK(steps > 0, "--batch got ", options.batch, ", expected at most the ", count, " images");
  torchpp::optim::SGD optimizer(net->parameters(), torchpp::optim::SGDOptions(.1).momentum(.9).weight_decay(5e-4));
  torchpp::optim::OneCycleLR schedule(
      optimizer, torchpp::optim::OneCycleLROptions({.1}).total_steps(options.epochs * steps).cycle_momentum(false));
  torchpp::data::ProgressBar progress(options.epochs * steps, torchpp::data::ProgressOptions().unit("steps"));
  double right = 0;
  for (int64_t epoch = 0; epoch < options.epochs; ++epoch) {
    const Tensor order = torchpp::randperm(count);
    double sum = 0;
    for (int64_t step = 0; step < steps; ++step) {
      const Tensor chosen = order.slice(0, step * options.batch, (step + 1) * options.batch);
      const Tensor loss = F::cross_entropy(net(to_input(data.train.images.index_select(0, chosen))),
                                           data.train.labels.index_select(0, chosen));
      optimizer.zero_grad(/*set_to_none=*/true);
      loss.backward();
      optimizer.step();
      schedule.step();
      sum += loss.item<double>();
      const bool last = step + 1 == steps;
      std::string state = examples::text("epoch %lld/%lld  loss %.4f", static_cast<long long>(epoch + 1),
                                         static_cast<long long>(options.epochs), sum / static_cast<double>(step + 1));
      if (last) state += examples::text("  test accuracy %.2f %%", right = accuracy(net, data.test));
      progress.set_note(std::move(state));
      progress.update();
      if (last) progress.keep();
    }
  }
  progress.finish();
  const std::string weights = options.out + "/resnet" + std::to_string(options.depth) + ".safetensors";
  torchpp::save(net, weights);
  std::printf("Test accuracy %.2f %% after %.0f s. Weights: %s.\n", right, progress.seconds(), weights.c_str());
}

void run() {
  if (options.threads > 0) torchpp::set_num_threads(static_cast<int>(options.threads));
  torchpp::manual_seed(static_cast<uint64_t>(options.seed));
  if (!options.image.empty()) return classify();
  examples::make_folder(options.out);
  train();
}

}  // namespace

int main(int argc, char** argv) {
  return examples::run_example(
      argc, argv, "Classifies a picture with a ResNet, or trains one on handwritten digits.",
      {{"image", &options.image, "a JPEG, PNG, BMP ... to classify; none: train"},
       {"weights", &options.weights, "with --image: safetensors with torchvision's names and 1000 classes"},
       {"depth", &options.depth, "18 or 50"},
       {"repeat", &options.repeat, "with --image: how often its time is taken", 1},
       {"data", &options.data, "folder of the MNIST files; default: $TORCHPP_DATA/mnist, else digits of its own"},
       {"out", &options.out, "folder for the trained weights (resnet18.safetensors)"},
       {"epochs", &options.epochs, "passes over the images", 1},
       {"batch", &options.batch, "images per step", 2},
       {"images", &options.images, "train with the first so many only; 0: with all"},
       {"seed", &options.seed, "of weights and order"},
       {"threads", &options.threads, "0: as many as there are cores"}},
      run);
}
