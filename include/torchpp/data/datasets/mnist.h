// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/export.h>
#include <torchpp/data/datasets/base.h>

#include <cstddef>
#include <string>

namespace torchpp::data::datasets {

/// Grey images of 28 x 28 pixels with one of ten labels, of the four files of MNIST in a folder, plain or with .gz
/// behind their names: train-images-idx3-ubyte, train-labels-idx1-ubyte, t10k-images-idx3-ubyte and
/// t10k-labels-idx1-ubyte. Nothing is downloaded. FashionMNIST and KMNIST are other images in files of these names.
/// Source: libtorch 1.13.
class TORCHPP_API MNIST : public Dataset<MNIST> {
 public:
  enum class Mode { kTrain, kTest };

  /// `root` is the folder with the files. Throws FileError that names the file that is missing or damaged.
  explicit MNIST(const std::string& root, Mode mode = Mode::kTrain);

  /// An image (1, 28, 28) of float from 0 to 1, and its label, int64 without dimensions.
  Example<> get(size_t index) override;
  optional<size_t> size() const override;

  bool is_train() const noexcept { return is_train_; }
  /// (N, 1, 28, 28), float from 0 to 1.
  const Tensor& images() const { return images_; }
  /// (N), int64.
  const Tensor& targets() const { return targets_; }

 private:
  Tensor images_, targets_;
  bool is_train_;
};

/// Xiao, Rasul, Vollgraf, Fashion-MNIST, 2017.
class FashionMNIST : public MNIST {
 public:
  using MNIST::MNIST;
};
/// Clanuwat et al., Deep Learning for Classical Japanese Literature, 2018.
class KMNIST : public MNIST {
 public:
  using MNIST::MNIST;
};

}  // namespace torchpp::data::datasets
