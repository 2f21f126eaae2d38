// SPDX-License-Identifier: BSD-3-Clause
#include "data.h"

#include <torchpp/ops.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "idx.h"
#include "strokes.h"

namespace mnist {
namespace {

Split split_of(const Digits& digits, int64_t begin, int64_t end, torchpp::Device device) {
  constexpr int64_t kSide = Digits::kSide;
  // from_blob makes tensors that share the vectors' memory; clone copies it.
  auto* images = const_cast<uint8_t*>(digits.images.data()) + begin * kSide * kSide;
  auto* labels = const_cast<uint8_t*>(digits.labels.data()) + begin;
  return {torchpp::from_blob(images, {end - begin, kSide, kSide}, torchpp::kByte).clone().to(device),
          torchpp::from_blob(labels, {end - begin}, torchpp::kByte).to(torchpp::kLong).to(device)};
}

}  // namespace

Data load_data(std::string folder, uint64_t seed, torchpp::Device device) {
  if (folder.empty())
    if (const char* root = std::getenv("TORCHPP_DATA"))
      if (::access((std::string(root) + "/mnist").c_str(), R_OK) == 0) folder = std::string(root) + "/mnist";
  if (folder.empty()) {
    std::puts(
        "No MNIST files given: training on digits that this program draws itself (--data DIR for the real ones).");
    const Digits digits = draw_digits(12000, seed);
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
    TORCHPP_CHECK_FILE(train.count() > 0 && test.count() > 0, "'", folder, "' holds no images, expected some");
    return {split_of(train, 0, train.count(), device), split_of(test, 0, test.count(), device)};
  }
  TORCHPP_CHECK_FILE(test.count() >= 5, "'", folder, "' holds ", test.count(), " images, expected at least 5");
  const int64_t cut = test.count() * 4 / 5;
  std::printf("'%s' has no training files: training on the first %lld of its test images.\n", folder.c_str(),
              static_cast<long long>(cut));
  return {split_of(test, 0, cut, device), split_of(test, cut, test.count(), device)};
}

}  // namespace mnist
