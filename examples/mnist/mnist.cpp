// SPDX-License-Identifier: BSD-3-Clause
// Trains a small net on handwritten digits: reading data, a pipeline of batches, a module, a training loop with a
// learning-rate schedule of its own, mixed precision, evaluation, saving.

#include <torchpp/data.h>
#include <torchpp/torchpp.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "confusion.h"
#include "data.h"
#include "net.h"
#include "support/arguments.h"
#include "support/text.h"

namespace {

using namespace mnist;
namespace data = torchpp::data;
using torchpp::Tensor;

struct {
  std::string data, out = ".", device = "cpu";
  int64_t epochs = 5, batch = 32, seed = 1, threads = 0;
  bool mixed = false;
} options;

/// Rises to the given rate over the first tenth of the steps, then falls to 0 along a cosine.
class WarmUpThenCosine : public torchpp::optim::LRScheduler {
 public:
  WarmUpThenCosine(torchpp::optim::Optimizer& optimizer, int64_t steps)
      : LRScheduler(optimizer), steps_(static_cast<double>(steps)), top_(get_current_lrs()) {}

 private:
  std::vector<double> get_lrs() override {
    constexpr double kPi = 3.14159265358979324, kWarmUp = .1;
    const double done = (step_count_ + 1) / steps_;
    const double factor = done < kWarmUp ? done / kWarmUp : .5 + .5 * std::cos(kPi * (done - kWarmUp) / (1 - kWarmUp));
    std::vector<double> rates = top_;
    for (double& rate : rates) rate *= factor;
    return rates;
  }

  double steps_;
  std::vector<double> top_;
};

Confusion evaluate(LeNet& net, const Split& split) {
  constexpr int64_t kBatch = 500;
  const torchpp::NoGradGuard no_grad;
  const torchpp::amp::autocast region(split.images.device(), torchpp::nullopt, options.mixed);
  net->eval();
  Confusion confusion{};
  for (int64_t begin = 0; begin < split.count(); begin += kBatch) {
    const int64_t end = std::min(begin + kBatch, split.count());
    const Tensor found = net(to_input(split.images.slice(0, begin, end))).argmax(1).cpu();
    const Tensor truth = split.labels.slice(0, begin, end).cpu();
    const auto f = found.accessor<int64_t, 1>(), t = truth.accessor<int64_t, 1>();
    for (int64_t i = 0; i < end - begin; ++i) ++confusion[static_cast<size_t>(t[i])][static_cast<size_t>(f[i])];
  }
  net->train();
  return confusion;
}

double accuracy_of(const Confusion& confusion) {
  int64_t right = 0, all = 0;
  for (size_t row = 0; row < 10; ++row)
    for (size_t column = 0; column < 10; ++column) {
      all += confusion[row][column];
      if (row == column) right += confusion[row][column];
    }
  return all > 0 ? static_cast<double>(right) / static_cast<double>(all) : 0;
}

using Batch = std::pair<Tensor, Tensor>;  // images and labels

// All digits in a random order, another one in each epoch.
data::Loader<Batch> batches_of(const Split& split) {
  auto rows = [split](const std::vector<int64_t>& chosen) {
    const Tensor index = torchpp::tensor(chosen).to(split.images.device());
    return Batch(split.images.index_select(0, index), split.labels.index_select(0, index));
  };
  return data::Loader<Batch>(data::range(split.count()).shuffle(split.count()).batch(options.batch).map(rows),
                             data::LoaderOptions().seed(static_cast<uint64_t>(options.seed)));
}

Confusion train(LeNet& net, const Data& digits) {
  namespace F = torchpp::nn::functional;
  const int64_t count = digits.train.count(), batches = (count + options.batch - 1) / options.batch;
  torchpp::optim::SGD optimizer(net->parameters(),
                                torchpp::optim::SGDOptions(.02).momentum(.9).nesterov(true).weight_decay(5e-4));
  WarmUpThenCosine schedule(optimizer, options.epochs * batches);
  const torchpp::Device device = digits.train.images.device();
  torchpp::amp::GradScaler scaler(
      torchpp::amp::GradScalerOptions().enabled(options.mixed && device.is_cuda()));  // float16 alone needs it
  data::Loader<Batch> loader = batches_of(digits.train);
  data::ProgressBar progress(options.epochs * count, data::ProgressOptions().unit("images"));
  Confusion confusion{};
  for (int64_t epoch = 0; epoch < options.epochs; ++epoch) {
    double loss_sum = 0;
    int64_t right = 0, seen = 0;
    const auto state = [&] {
      const auto total = static_cast<double>(seen);
      return examples::text("epoch %lld/%lld  loss %.4f  accuracy %6.2f %%", static_cast<long long>(epoch + 1),
                            static_cast<long long>(options.epochs), loss_sum / total,
                            100 * static_cast<double>(right) / total);
    };
    for (auto& [images, labels] : loader) {
      schedule.step();
      optimizer.zero_grad(/*set_to_none=*/true);  // backward() then stores gradients instead of adding them
      Tensor scores, loss;
      {
        const torchpp::amp::autocast region(device, torchpp::nullopt, options.mixed);
        scores = net(to_input(images));
        loss = F::cross_entropy(scores, labels);
      }
      scaler.scale(loss).backward();
      scaler.step(optimizer);
      scaler.update();

      seen += labels.size(0);
      loss_sum += loss.item<double>() * static_cast<double>(labels.size(0));
      right += scores.argmax(1).eq(labels).sum().item<int64_t>();
      progress.set_note(state());
      progress.update(labels.size(0));
    }
    confusion = evaluate(net, digits.test);
    progress.set_note(examples::text("%s  test accuracy %.2f %%", state().c_str(), 100 * accuracy_of(confusion)));
    progress.keep();
  }
  return confusion;
}

void run() {
  if (options.threads > 0) torchpp::set_num_threads(static_cast<int>(options.threads));
  const torchpp::Device device(options.device);
  TORCHPP_CHECK(device.is_cpu() || torchpp::cuda::is_available(), "--device got '", options.device,
                "', but CUDA is not available: ", torchpp::cuda::why_unavailable());
  examples::make_folder(options.out);
  const Data digits = load_data(options.data, static_cast<uint64_t>(options.seed), device);
  std::printf("%lld images to train with, %lld to test with, on %s.\n", static_cast<long long>(digits.train.count()),
              static_cast<long long>(digits.test.count()),
              device.is_cuda() ? torchpp::cuda::get_device_properties(device.index()).name : "the CPU");

  torchpp::manual_seed(static_cast<uint64_t>(options.seed));
  LeNet net;
  net->to(device);
  const Confusion confusion = train(net, digits);

  const std::string weights = options.out + "/mnist.safetensors", picture = options.out + "/confusion.png";
  torchpp::save(net, weights);
  write_confusion_png(picture, confusion);
  std::printf("Test accuracy %.2f %%. Weights: %s. Confusion matrix: %s.\n", 100 * accuracy_of(confusion),
              weights.c_str(), picture.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  return examples::run_example(
      argc, argv, "Trains a small net on handwritten digits.",
      {{"data", &options.data,
        "folder of the MNIST files, plain or .gz; default: $TORCHPP_DATA/mnist, else digits drawn by the program "
        "itself"},
       {"out", &options.out, "where weights (mnist.safetensors) and confusion matrix (confusion.png) go"},
       {"epochs", &options.epochs, "passes over the images", 1},
       {"batch", &options.batch, "images per step", 1},
       {"seed", &options.seed, "of the weights, the order of images and the drawn digits"},
       {"threads", &options.threads, "0: as many as there are cores"},
       {"device", &options.device, "cpu, cuda or cuda:N"},
       {"mixed", &options.mixed,
        "16-bit floats where that is safe: bfloat16 on the CPU, float16 with a scaled loss on CUDA"}},
      run);
}
