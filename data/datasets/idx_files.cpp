// SPDX-License-Identifier: BSD-3-Clause
// Apart from idx.cpp, because compressed files need what a program that is linked with -static cannot have: libraries
// that are opened.
#include <torchpp/core/error.h>
#include <torchpp/data/datasets/idx.h>
#include <unistd.h>

#include "data/datasets/plain_or_gzip.h"

namespace torchpp::data::datasets {

Tensor read_idx(const std::string& path) { return read_idx(open_plain_or_gzip(path)); }

std::pair<Tensor, Tensor> read_idx_pair(const std::string& images_path, const std::string& labels_path,
                                        int64_t classes) {
  Tensor images = read_idx(images_path), labels = read_idx(labels_path);
  TORCHPP_CHECK_FILE(images.dim() == 3 && images.scalar_type() == kByte, "read '", images_path, "': got ",
                     images.scalar_type(), " of sizes ", images.sizes(), ", expected images [count, height, width] of ",
                     "bytes");
  TORCHPP_CHECK_FILE(labels.dim() == 1 && labels.scalar_type() == kByte && labels.size(0) == images.size(0), "read '",
                     labels_path, "': got ", labels.scalar_type(), " of sizes ", labels.sizes(),
                     ", expected one byte for each of the ", images.size(0), " images");
  const auto* label = labels.data_ptr<uint8_t>();
  for (int64_t i = 0; i < labels.numel(); ++i)
    TORCHPP_CHECK_FILE(label[i] < classes, "read '", labels_path, "': got label ", int{label[i]}, ", expected 0 to ",
                       classes - 1);
  return {std::move(images), std::move(labels)};
}

std::string plain_or_gz(const std::string& path) {
  if (::access(path.c_str(), R_OK) == 0) return path;
  if (::access((path + ".gz").c_str(), R_OK) == 0) return path + ".gz";
  return "";
}

}  // namespace torchpp::data::datasets
