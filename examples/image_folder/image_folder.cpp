// SPDX-License-Identifier: BSD-3-Clause
// Trains a small residual net on a folder of images: a pipeline that reads and augments on several threads, a bar of
// the progress, and a picture of predictions.

#include <torchpp/data.h>
#include <torchpp/data/datasets/class_folders.h>
#include <torchpp/torchpp.h>
#include <torchpp/vision/io.h>
#include <torchpp/vision/transforms.h>
#include <torchpp/vision/utils.h>

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "net.h"
#include "shapes.h"
#include "support/arguments.h"

namespace {

namespace data = torchpp::data;
namespace vision = torchpp::vision;
namespace transforms = torchpp::vision::transforms;
using image_folder::SmallResNet;
using torchpp::Tensor;

struct {
  std::string data, out = ".";
  int64_t epochs = 12, batch = 32, side = 64, width = 16, drawn = 400, workers = 2, seed = 1, threads = 0;
} options;

using Sample = std::pair<std::string, int64_t>;  // a path and the number of its class
using Batch = std::pair<Tensor, Tensor>;         // images (N, 3, H, W) and classes (N)

// What ImageNet's images have; any are good, as long as training and use agree.
const std::vector<double>& mean() {
  static const std::vector<double> values = {.485, .456, .406};
  return values;
}
const std::vector<double>& deviation() {
  static const std::vector<double> values = {.229, .224, .225};
  return values;
}

transforms::Compose augmentation() {
  return transforms::Compose({transforms::RandomResizedCrop(options.side).scale({.6, 1}).antialias(true),
                              transforms::RandomHorizontalFlip(), transforms::ColorJitter(.3, .3, .3, .05),
                              transforms::ConvertImageDtype(torchpp::kFloat),
                              transforms::Normalize(mean(), deviation())});
}
transforms::Compose preparation() {
  return transforms::Compose({transforms::Resize(options.side).antialias(true), transforms::CenterCrop(options.side),
                              transforms::ConvertImageDtype(torchpp::kFloat),
                              transforms::Normalize(mean(), deviation())});
}

Tensor read(const std::string& path) { return vision::read_image(path, vision::ImageReadMode::kRGB); }

data::Loader<Batch> training(std::vector<Sample> samples) {
  const auto count = static_cast<int64_t>(samples.size());
  auto read_and_augment = [augment = augmentation()](const Sample& sample, data::Random& random) {
    return std::pair(augment(read(sample.first), random.generator()), sample.second);
  };
  return data::Loader<Batch>(data::from(std::move(samples))
                                 .shuffle(count)
                                 .parallel_map(read_and_augment)
                                 .batch(options.batch)
                                 .collate()
                                 .prefetch(2),
                             data::LoaderOptions().seed(static_cast<uint64_t>(options.seed)).workers(options.workers));
}

data::Loader<Batch> testing(std::vector<Sample> samples) {
  auto read_and_prepare = [prepare = preparation()](const Sample& sample) {
    return std::pair(prepare(read(sample.first)), sample.second);
  };
  return data::Loader<Batch>(
      data::from(std::move(samples)).parallel_map(read_and_prepare).batch(options.batch).collate(),
      data::LoaderOptions().workers(options.workers));
}

// The share of images whose class is found.
double evaluate(SmallResNet& net, data::Loader<Batch>& loader) {
  const torchpp::InferenceMode inference;
  net->eval();
  int64_t right = 0, count = 0;
  for (auto& [images, classes] : loader) {
    right += net(images).argmax(1).eq(classes).sum().item<int64_t>();
    count += classes.size(0);
  }
  net->train();
  return count > 0 ? static_cast<double>(right) / static_cast<double>(count) : 0;
}

double train(SmallResNet& net, data::Loader<Batch>& loader, data::Loader<Batch>& test) {
  torchpp::optim::AdamW optimizer(net->parameters(), torchpp::optim::AdamWOptions(2e-3).weight_decay(1e-2));
  double accuracy = 0;
  for (int64_t epoch = 1; epoch <= options.epochs; ++epoch) {
    auto batches = data::progress(
        loader, data::ProgressOptions().description(torchpp::str("epoch ", epoch, "/", options.epochs)).unit("batch"));
    double sum = 0;
    int64_t count = 0;
    for (auto& [images, classes] : batches) {
      const Tensor loss = torchpp::nn::functional::cross_entropy(net(images), classes);
      optimizer.zero_grad(/*set_to_none=*/true);
      loss.backward();
      optimizer.step();
      sum += loss.item<double>() * static_cast<double>(classes.size(0));
      count += classes.size(0);
      batches.bar().set_note(torchpp::str("loss ", sum / static_cast<double>(count)));
    }
    accuracy = evaluate(net, test);
    std::printf("Epoch %lld: loss %.4f, test accuracy %.2f %%.\n", static_cast<long long>(epoch),
                sum / static_cast<double>(count), 100 * accuracy);
    std::fflush(stdout);
  }
  return accuracy;
}

// The first test images of all classes in turn, each with a frame that tells whether the class below it is right.
void write_predictions(const std::string& path, SmallResNet& net, const std::vector<Sample>& samples,
                       const std::vector<std::string>& classes) {
  const torchpp::InferenceMode inference;
  net->eval();
  constexpr int64_t kShown = 24, kSide = 96;
  const transforms::Compose prepare = preparation(),
                            show({transforms::Resize(kSide).antialias(true), transforms::CenterCrop(kSide)});
  const size_t step = std::max<size_t>(1, samples.size() / kShown);
  std::vector<Tensor> pictures;
  for (size_t i = 0; i < samples.size() && pictures.size() < kShown; i += step) {
    const Tensor image = read(samples[i].first);
    const auto found = net(prepare(image).unsqueeze(0)).argmax(1).item<int64_t>();
    const vision::Color color = found == samples[i].second ? vision::Color{0, 160, 0} : vision::Color{220, 0, 0};
    const Tensor box = torchpp::tensor({int64_t{0}, int64_t{0}, kSide - 1, kSide - 1}).view({1, 4});
    pictures.push_back(vision::draw_bounding_boxes(
        show(image), box, vision::BoxOptions().labels({classes[static_cast<size_t>(found)]}).colors({color}).width(3)));
  }
  vision::write_image(vision::make_grid(pictures), path);
}

void run() {
  if (options.threads > 0) torchpp::set_num_threads(static_cast<int>(options.threads));
  examples::make_folder(options.out);
  if (options.data.empty()) {
    options.data = options.out + "/shapes";
    std::printf("No folder of images given: drawing %lld images of each of four shapes into '%s'.\n",
                static_cast<long long>(options.drawn), options.data.c_str());
    image_folder::draw_shapes(options.data, options.drawn, static_cast<uint64_t>(options.seed));
  }
  const data::datasets::ClassFolders folders =
      data::datasets::list_class_folders(options.data, {".jpg", ".jpeg", ".png", ".bmp", ".tga", ".gif"});
  std::vector<Sample> train_samples, test_samples;
  for (size_t i = 0; i < folders.samples.size(); ++i)
    (i % 5 == 4 ? test_samples : train_samples).push_back(folders.samples[i]);
  TORCHPP_CHECK_VALUE(!test_samples.empty(), "'", options.data, "' holds ", folders.samples.size(),
                      " images, expected at least 5");
  std::printf("%zu images of %zu classes to train with, %zu to test with.\n", train_samples.size(),
              folders.classes.size(), test_samples.size());

  torchpp::manual_seed(static_cast<uint64_t>(options.seed));
  SmallResNet net(static_cast<int64_t>(folders.classes.size()), options.width);
  data::Loader<Batch> train_loader = training(std::move(train_samples)), test_loader = testing(test_samples);
  const double accuracy = train(net, train_loader, test_loader);

  const std::string weights = options.out + "/image_folder.safetensors", picture = options.out + "/predictions.png";
  torchpp::save(net, weights);
  write_predictions(picture, net, test_samples, folders.classes);
  std::printf("Test accuracy %.2f %%. Weights: %s. Predictions: %s.\n", 100 * accuracy, weights.c_str(),
              picture.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  return examples::run_example(
      argc, argv, "Trains a small residual net on a folder of images, one folder inside it for each class.",
      {{"data", &options.data, "folder DIR with DIR/CLASS/*.jpg (png, bmp, tga, gif); default: drawn shapes"},
       {"out", &options.out, "folder for weights (image_folder.safetensors) and predictions.png"},
       {"epochs", &options.epochs, "passes over the images", 1},
       {"batch", &options.batch, "images per step", 2},
       {"side", &options.side, "width and height of what the net sees", 16},
       {"width", &options.width, "channels of the first layer", 1},
       {"drawn", &options.drawn, "images of each shape, when they are drawn", 5},
       {"workers", &options.workers, "threads that read and augment; 0: the training one"},
       {"seed", &options.seed, "of weights, order, augmentation and drawings"},
       {"threads", &options.threads, "0: as many as there are cores"}},
      run);
}
