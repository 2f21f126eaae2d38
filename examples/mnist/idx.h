// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// IDX, the format of the MNIST files: magic 0, 0, type, number of dimensions; sizes as big-endian 32-bit numbers; data.
// http://yann.lecun.com/exdb/mnist/

#include <cstdint>
#include <string>
#include <vector>

namespace mnist {

/// An array of bytes, row-major.
struct ByteArray {
  std::vector<int64_t> sizes;
  std::vector<uint8_t> data;
};

/// Reads an IDX file of bytes, plain or compressed by gzip. Sizes are not believed before the data are there.
/// Throws torchpp::FileError, naming the file and what was got and expected.
ByteArray read_idx(const std::string& path);

/// Images with their digits. All images are 28 x 28, rows from the top, 0 is background.
struct Digits {
  static constexpr int64_t kSide = 28;
  std::vector<uint8_t> images;
  std::vector<uint8_t> labels;  // 0 .. 9

  int64_t count() const { return static_cast<int64_t>(labels.size()); }
};

/// Reads a pair of files, checks that they belong together and that labels are digits.
Digits read_digits(const std::string& images_path, const std::string& labels_path);

/// The path itself or with .gz behind it, whichever is there; empty if neither is.
std::string plain_or_gz(const std::string& path);

}  // namespace mnist
