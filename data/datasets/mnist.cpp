// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/data/datasets/idx.h>
#include <torchpp/data/datasets/mnist.h>

namespace torchpp::data::datasets {
namespace {

std::string find(const std::string& root, const char* name, const char* what) {
  const std::string path = root + "/" + name, found = plain_or_gz(path);
  TORCHPP_CHECK_FILE(!found.empty(), "Error opening ", what, " file at ", path, ": it cannot be read, nor can ", path,
                     ".gz");
  return found;
}

}  // namespace

MNIST::MNIST(const std::string& root, Mode mode) : is_train_(mode == Mode::kTrain) {
  const std::string images_path =
      find(root, is_train_ ? "train-images-idx3-ubyte" : "t10k-images-idx3-ubyte", "images");
  const std::string labels_path =
      find(root, is_train_ ? "train-labels-idx1-ubyte" : "t10k-labels-idx1-ubyte", "targets");
  auto [images, labels] = read_idx_pair(images_path, labels_path, 10);
  TORCHPP_CHECK_FILE(images.size(1) == 28 && images.size(2) == 28, "read '", images_path, "': got sizes ",
                     images.sizes(), ", expected [count, 28, 28]");
  images_ = images.unsqueeze(1).to(kFloat).div_(255);
  targets_ = labels.to(kLong);
}

Example<> MNIST::get(size_t index) {
  return {images_[static_cast<int64_t>(index)], targets_[static_cast<int64_t>(index)]};
}
optional<size_t> MNIST::size() const { return static_cast<size_t>(images_.size(0)); }

}  // namespace torchpp::data::datasets
