// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/callable.h>
#include <torchpp/core/export.h>
#include <torchpp/data/datasets/base.h>
#include <torchpp/data/datasets/class_folders.h>

#include <cstddef>
#include <string>
#include <vector>

namespace torchpp::data::datasets {

/// The images below root/CLASS/, whose target is the class's number. An image is read when it is asked for.
///
///     auto set = ImageFolder("train").map(...).map(transforms::Stack<>());
///
/// Source: torchvision 0.14 datasets.ImageFolder, without its transforms: map() has them.
class TORCHPP_API ImageFolder : public Dataset<ImageFolder> {
 public:
  /// Makes an image of a file; called on the threads that read.
  using Loader = Callable<Tensor(const std::string& path)>;

  /// An empty loader is vision::read_image() to three channels: uint8 (3, H, W). Throws FileError if there are no
  /// classes, or no file of one of the extensions in one of them.
  explicit ImageFolder(const std::string& root, Loader loader = nullptr,
                       const std::vector<std::string>& extensions = {".jpg", ".jpeg", ".png", ".bmp", ".gif", ".tga",
                                                                     ".hdr"});

  /// What the loader makes of the file, and the class's number, int64 without dimensions.
  Example<> get(size_t index) override;
  optional<size_t> size() const override { return files_.samples.size(); }

  /// The classes' names, sorted.
  const std::vector<std::string>& classes() const { return files_.classes; }
  /// Paths and classes, in the order of the indices.
  const std::vector<std::pair<std::string, int64_t>>& samples() const { return files_.samples; }

 private:
  ClassFolders files_;
  Loader loader_;
};

/// The WAV files below root/CLASS/: samples as float (channels, frames) and the class's number.
class TORCHPP_API AudioFolder : public Dataset<AudioFolder> {
 public:
  /// With a sample_rate, a file of another one is an error when it is read. Throws FileError as ImageFolder.
  explicit AudioFolder(const std::string& root, optional<int64_t> sample_rate = nullopt);

  Example<> get(size_t index) override;
  optional<size_t> size() const override { return files_.samples.size(); }

  const std::vector<std::string>& classes() const { return files_.classes; }
  const std::vector<std::pair<std::string, int64_t>>& samples() const { return files_.samples; }

 private:
  ClassFolders files_;
  optional<int64_t> sample_rate_;
};

}  // namespace torchpp::data::datasets
