// SPDX-License-Identifier: BSD-3-Clause
#include "data.h"

#include <torchpp/core/error.h>
#include <torchpp/data/datasets/idx.h>
#include <torchpp/ops.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <utility>

#include "strokes.h"

namespace mnist {
namespace {

using torchpp::Tensor;
namespace datasets = torchpp::data::datasets;

Split part_of(const std::pair<Tensor, Tensor>& images_and_labels, int64_t begin, int64_t end, torchpp::Device device) {
  return {images_and_labels.first.slice(0, begin, end).to(device),
          images_and_labels.second.slice(0, begin, end).to(torchpp::kLong).to(device)};
}

std::pair<Tensor, Tensor> drawn(int64_t count, uint64_t seed) {
  Digits digits = draw_digits(count, seed);
  // from_blob makes tensors that share the vectors' memory; clone copies it.
  return {torchpp::from_blob(digits.images.data(), {count, Digits::kSide, Digits::kSide}, torchpp::kByte).clone(),
          torchpp::from_blob(digits.labels.data(), {count}, torchpp::kByte).clone()};
}

std::pair<Tensor, Tensor> read_digits(const std::string& images_path, const std::string& labels_path) {
  std::pair<Tensor, Tensor> digits = datasets::read_idx_pair(images_path, labels_path, 10);
  const Tensor& images = digits.first;
  TORCHPP_CHECK_FILE(images.size(1) == Digits::kSide && images.size(2) == Digits::kSide, "read '", images_path,
                     "': got sizes ", images.sizes(), ", expected [count, 28, 28]");
  return digits;
}

}  // namespace

Data load_data(std::string folder, uint64_t seed, torchpp::Device device) {
  if (folder.empty())
    if (const char* root = std::getenv("TORCHPP_DATA"))
      if (::access((std::string(root) + "/mnist").c_str(), R_OK) == 0) folder = std::string(root) + "/mnist";
  if (folder.empty()) {
    std::puts(
        "No MNIST files given: training on digits that this program draws itself (--data DIR for the real ones).");
    const std::pair<Tensor, Tensor> digits = drawn(12000, seed);
    return {part_of(digits, 0, 10000, device), part_of(digits, 10000, 12000, device)};
  }

  const auto file = [&](const char* name) { return datasets::plain_or_gz(folder + "/" + name); };
  const std::string test_images = file("t10k-images-idx3-ubyte"), test_labels = file("t10k-labels-idx1-ubyte");
  TORCHPP_CHECK_FILE(!test_images.empty() && !test_labels.empty(), "'", folder,
                     "' has no t10k-images-idx3-ubyte[.gz] and t10k-labels-idx1-ubyte[.gz], expected the MNIST files");
  const std::pair<Tensor, Tensor> test = read_digits(test_images, test_labels);
  const int64_t test_count = test.second.size(0);
  const std::string train_images = file("train-images-idx3-ubyte"), train_labels = file("train-labels-idx1-ubyte");
  if (!train_images.empty() && !train_labels.empty()) {
    const std::pair<Tensor, Tensor> train = read_digits(train_images, train_labels);
    const int64_t train_count = train.second.size(0);
    TORCHPP_CHECK_FILE(train_count > 0 && test_count > 0, "'", folder, "' holds no images, expected some");
    return {part_of(train, 0, train_count, device), part_of(test, 0, test_count, device)};
  }
  TORCHPP_CHECK_FILE(test_count >= 5, "'", folder, "' holds ", test_count, " images, expected at least 5");
  const int64_t cut = test_count * 4 / 5;
  std::printf("'%s' has no training files: training on the first %lld of its test images.\n", folder.c_str(),
              static_cast<long long>(cut));
  return {part_of(test, 0, cut, device), part_of(test, cut, test_count, device)};
}

}  // namespace mnist
