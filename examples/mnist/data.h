// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/tensor.h>

#include <string>

namespace mnist {

/// Images (N, 28, 28) of bytes, 0 is background, with their digits (N) of int64.
struct Split {
  torchpp::Tensor images, labels;
  int64_t count() const { return labels.size(0); }
};

struct Data {
  Split train, test;
};

/// The MNIST files of `folder`, plain or .gz; if it is empty, those of $TORCHPP_DATA/mnist; if there is no such folder,
/// digits that the program draws itself from the seed. Without the training files, four fifths of the test images are
/// to train with. Says on stdout what was found. Throws torchpp::FileError for missing or damaged files.
Data load_data(std::string folder, uint64_t seed, torchpp::Device device);

}  // namespace mnist
