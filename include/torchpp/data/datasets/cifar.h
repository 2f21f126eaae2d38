// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/export.h>
#include <torchpp/data/datasets/base.h>
#include <torchpp/data/stream.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace torchpp::data::datasets {

/// Images (N, 3, 32, 32) and labels (N, label_bytes), uint8, of a file of the CIFAR sets' binary version: records of
/// label_bytes bytes and 3072 of red, green and blue rows. Throws FileError unless it holds whole records, of at most
/// 2 GiB.   Source: https://www.cs.toronto.edu/~kriz/cifar.html
TORCHPP_API std::pair<Tensor, Tensor> read_cifar(Stream stream, int64_t label_bytes);

/// Colour images of 32 x 32 pixels, of the binary version's files in a folder; nothing is downloaded. CIFAR10: ten
/// classes; data_batch_1.bin to data_batch_5.bin, test_batch.bin, batches.meta.txt.
class TORCHPP_API CIFAR10 : public Dataset<CIFAR10> {
 public:
  enum class Mode { kTrain, kTest };

  /// `root` is the folder with the files. Throws FileError that names the file that is missing or damaged.
  explicit CIFAR10(const std::string& root, Mode mode = Mode::kTrain);

  /// An image (3, 32, 32) of float from 0 to 1, and its label, int64 without dimensions.
  Example<> get(size_t index) override;
  optional<size_t> size() const override;

  bool is_train() const noexcept { return is_train_; }
  /// (N, 3, 32, 32), uint8: a quarter of the memory that floats would take.
  const Tensor& images() const { return images_; }
  /// (N), int64.
  const Tensor& targets() const { return targets_; }
  /// The classes' names.
  const std::vector<std::string>& classes() const { return classes_; }

 private:
  Tensor images_, targets_;
  std::vector<std::string> classes_;
  bool is_train_;
};

/// A hundred classes, or the twenty coarse ones that these belong to; train.bin, test.bin, fine_label_names.txt,
/// coarse_label_names.txt.
class TORCHPP_API CIFAR100 : public Dataset<CIFAR100> {
 public:
  enum class Mode { kTrain, kTest };
  enum class Labels { kFine, kCoarse };

  explicit CIFAR100(const std::string& root, Mode mode = Mode::kTrain, Labels labels = Labels::kFine);

  Example<> get(size_t index) override;
  optional<size_t> size() const override;

  bool is_train() const noexcept { return is_train_; }
  const Tensor& images() const { return images_; }
  const Tensor& targets() const { return targets_; }
  const std::vector<std::string>& classes() const { return classes_; }

 private:
  Tensor images_, targets_;
  std::vector<std::string> classes_;
  bool is_train_;
};

}  // namespace torchpp::data::datasets
