// SPDX-License-Identifier: BSD-3-Clause
// Trains a small net on handwritten digits: reading data, a module, a training loop with a learning-rate schedule of
// its own, mixed precision, evaluation, saving.

#include <sys/stat.h>
#include <torchpp/torchpp.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "confusion.h"
#include "idx.h"
#include "net.h"
#include "strokes.h"

namespace {

using namespace mnist;
using torchpp::Tensor;

constexpr const char* kUsage = R"(Usage: mnist [options]
  --data DIR      folder of the MNIST files, plain or .gz; default: $TORCHPP_DATA/mnist, else digits drawn by the
                  program itself
  --out DIR       where weights (mnist.safetensors) and confusion matrix (confusion.png) go; default: .
  --epochs N      default: 5
  --batch N       images per step; default: 32
  --seed N        of the weights, the order of images and the drawn digits; default: 1
  --threads N     default: as many as there are cores
  --device NAME   cpu, cuda or cuda:N; default: cpu
  --mixed         16-bit floats where that is safe: bfloat16 on the CPU, float16 with a scaled loss on CUDA
)";

struct Options {
  std::string data, out = ".", device = "cpu";
  int64_t epochs = 5, batch = 32, seed = 1, threads = 0;
  bool mixed = false;
};

[[noreturn]] void usage_error(const std::string& what) {
  std::fprintf(stderr, "mnist: %s\n%s", what.c_str(), kUsage);
  std::exit(2);
}

int64_t number_in(const std::string& name, const std::string& text, int64_t least) {
  char* end = nullptr;
  const long long value = std::strtoll(text.c_str(), &end, 10);
  if (text.empty() || *end != '\0' || value < least)
    usage_error(name + " got '" + text + "', expected a number from " + std::to_string(least));
  return value;
}

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (name == "--help" || name == "-h") {
      std::fputs(kUsage, stdout);
      std::exit(0);
    }
    if (name == "--mixed") {
      options.mixed = true;
      continue;
    }
    const auto value = [&]() -> std::string {
      if (i + 1 == argc) usage_error(name + " needs a value");
      return argv[++i];
    };
    if (name == "--data") options.data = value();
    else if (name == "--out") options.out = value();
    else if (name == "--device") options.device = value();
    else if (name == "--epochs") options.epochs = number_in(name, value(), 1);
    else if (name == "--batch") options.batch = number_in(name, value(), 1);
    else if (name == "--seed") options.seed = number_in(name, value(), 0);
    else if (name == "--threads") options.threads = number_in(name, value(), 1);
    else usage_error("unknown option " + name);
  }
  return options;
}

/// Images (N, 28, 28) of bytes with digits (N) of int64.
struct Split {
  Tensor images, labels;
  int64_t count() const { return labels.size(0); }
};

Split split_of(const Digits& digits, int64_t begin, int64_t end, torchpp::Device device) {
  constexpr int64_t kSide = Digits::kSide;
  // from_blob makes tensors that share the vectors' memory; clone copies it.
  auto* images = const_cast<uint8_t*>(digits.images.data()) + begin * kSide * kSide;
  auto* labels = const_cast<uint8_t*>(digits.labels.data()) + begin;
  return {torchpp::from_blob(images, {end - begin, kSide, kSide}, torchpp::kByte).clone().to(device),
          torchpp::from_blob(labels, {end - begin}, torchpp::kByte).to(torchpp::kLong).to(device)};
}

struct Data {
  Split train, test;
};

Data load_data(const Options& options, torchpp::Device device) {
  std::string folder = options.data;
  if (folder.empty())
    if (const char* root = std::getenv("TORCHPP_DATA"))
      if (::access((std::string(root) + "/mnist").c_str(), R_OK) == 0) folder = std::string(root) + "/mnist";
  if (folder.empty()) {
    std::puts(
        "No MNIST files given: training on digits that this program draws itself (--data DIR for the real ones).");
    const Digits digits = draw_digits(12000, static_cast<uint64_t>(options.seed));
    return {split_of(digits, 0, 10000, device), split_of(digits, 10000, 12000, device)};
  }

  const auto file = [&](const char* name) { return plain_or_gz(folder + "/" + name); };
  const std::string test_images = file("t10k-images-idx3-ubyte"), test_labels = file("t10k-labels-idx1-ubyte");
  TORCHPP_CHECK_FILE(!test_images.empty() && !test_labels.empty(), "'", folder,
                     "' has no t10k-images-idx3-ubyte[.gz] and t10k-labels-idx1-ubyte[.gz], expected the MNIST files");
  const Digits test = read_digits(test_images, test_labels);
  const std::string train_images = file("train-images-idx3-ubyte"), train_labels = file("train-labels-idx1-ubyte");
  if (!train_images.empty() && !train_labels.empty()) {
    const Digits train = read_digits(train_images, train_labels);
    return {split_of(train, 0, train.count(), device), split_of(test, 0, test.count(), device)};
  }
  const int64_t cut = test.count() * 4 / 5;
  std::printf("'%s' has no training files: training on the first %lld of its test images.\n", folder.c_str(),
              static_cast<long long>(cut));
  return {split_of(test, 0, cut, device), split_of(test, cut, test.count(), device)};
}

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

/// One line that is written over while an epoch runs, on a terminal; elsewhere only its last state is printed.
class ProgressLine {
 public:
  ProgressLine(int64_t epochs, int64_t images_per_epoch) : epochs_(epochs), total_(epochs * images_per_epoch) {}

  void update(int64_t epoch, int64_t images, double loss, double accuracy, bool last) {
    const double now = seconds();
    if (!last && (!terminal_ || now - shown_ < .1)) return;
    shown_ = now;
    done_ = std::max(done_, images);
    const double rate = static_cast<double>(done_) / now;
    const auto left = static_cast<int>(static_cast<double>(total_ - done_) / rate + .5);
    std::printf("%sepoch %lld/%lld  loss %.4f  accuracy %6.2f %%  %6.0f images/s  time left %d:%02d ",
                terminal_ ? "\r" : "", static_cast<long long>(epoch), static_cast<long long>(epochs_), loss,
                100 * accuracy, rate, left / 60, left % 60);
    std::fflush(stdout);
  }

 private:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  const bool terminal_ = ::isatty(STDOUT_FILENO) == 1;
  const int64_t epochs_, total_;
  int64_t done_ = 0;
  double shown_ = 0;
};

Confusion evaluate(LeNet& net, const Split& split, bool mixed) {
  constexpr int64_t kBatch = 500;
  const torchpp::NoGradGuard no_grad;
  const torchpp::amp::autocast region(split.images.device(), torchpp::nullopt, mixed);
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

Confusion train(LeNet& net, const Data& data, const Options& options) {
  namespace F = torchpp::nn::functional;
  const int64_t count = data.train.count(), batches = (count + options.batch - 1) / options.batch;
  torchpp::optim::SGD optimizer(net->parameters(),
                                torchpp::optim::SGDOptions(.02).momentum(.9).nesterov(true).weight_decay(5e-4));
  WarmUpThenCosine schedule(optimizer, options.epochs * batches);
  const torchpp::Device device = data.train.images.device();
  torchpp::amp::GradScaler scaler(
      torchpp::amp::GradScalerOptions().enabled(options.mixed && device.is_cuda()));  // float16 alone needs it
  ProgressLine progress(options.epochs, count);
  Confusion confusion{};
  for (int64_t epoch = 0; epoch < options.epochs; ++epoch) {
    const Tensor order = torchpp::randperm(count).to(device);
    double loss_sum = 0;
    int64_t right = 0, seen = 0;
    for (int64_t b = 0; b < batches; ++b) {
      const Tensor chosen = order.slice(0, b * options.batch, std::min((b + 1) * options.batch, count));
      const Tensor labels = data.train.labels.index_select(0, chosen);
      schedule.step();
      optimizer.zero_grad(/*set_to_none=*/true);  // backward() then stores gradients instead of adding them
      Tensor scores, loss;
      {
        const torchpp::amp::autocast region(device, torchpp::nullopt, options.mixed);
        scores = net(to_input(data.train.images.index_select(0, chosen)));
        loss = F::cross_entropy(scores, labels);
      }
      scaler.scale(loss).backward();
      scaler.step(optimizer);
      scaler.update();

      seen += labels.size(0);
      loss_sum += loss.item<double>() * static_cast<double>(labels.size(0));
      right += scores.argmax(1).eq(labels).sum().item<int64_t>();
      progress.update(epoch + 1, epoch * count + seen, loss_sum / static_cast<double>(seen),
                      static_cast<double>(right) / static_cast<double>(seen), b + 1 == batches);
    }
    confusion = evaluate(net, data.test, options.mixed);
    std::printf(" test accuracy %.2f %%\n", 100 * accuracy_of(confusion));
  }
  return confusion;
}

void run(const Options& options) {
  if (options.threads > 0) torchpp::set_num_threads(static_cast<int>(options.threads));
  const torchpp::Device device(options.device);
  TORCHPP_CHECK(device.is_cpu() || torchpp::cuda::is_available(), "--device got '", options.device,
                "', but CUDA is not available: ", torchpp::cuda::why_unavailable());
  TORCHPP_CHECK_FILE(::mkdir(options.out.c_str(), 0777) == 0 || ::access(options.out.c_str(), W_OK) == 0, "--out got '",
                     options.out, "', expected a folder that can be written to, or the name of one that can be made");
  const Data data = load_data(options, device);
  TORCHPP_CHECK(data.train.count() > 0 && data.test.count() > 0, "got no images, expected some");
  std::printf("%lld images to train with, %lld to test with, on %s.\n", static_cast<long long>(data.train.count()),
              static_cast<long long>(data.test.count()),
              device.is_cuda() ? torchpp::cuda::get_device_properties(device.index()).name : "the CPU");

  torchpp::manual_seed(static_cast<uint64_t>(options.seed));
  LeNet net;
  net->to(device);
  const Confusion confusion = train(net, data, options);

  const std::string weights = options.out + "/mnist.safetensors", picture = options.out + "/confusion.png";
  torchpp::save(net, weights);
  write_confusion_png(picture, confusion);
  std::printf("Test accuracy %.2f %%. Weights: %s. Confusion matrix: %s.\n", 100 * accuracy_of(confusion),
              weights.c_str(), picture.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run(parse(argc, argv));
  } catch (const std::exception& e) {
    std::fprintf(stderr, "mnist: %s\n", e.what());
    return 1;
  }
}
