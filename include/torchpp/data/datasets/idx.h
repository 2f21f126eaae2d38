// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file IDX, the format of the MNIST files: magic 0, 0, type, number of dimensions; sizes as big-endian 32-bit
/// numbers; data, big-endian too.   Source: http://yann.lecun.com/exdb/mnist/

#include <torchpp/core/export.h>
#include <torchpp/data/stream.h>
#include <torchpp/tensor.h>

#include <string>
#include <utility>

namespace torchpp::data::datasets {

/// The array of an IDX file, of whichever of its types: uint8, int8, int16, int32, float32 or float64. Sizes are not
/// believed before the data are there; more than 2 GiB of data are refused.
/// Throws FileError, naming the stream and what was got and expected.
TORCHPP_API Tensor read_idx(Stream stream);
/// That of a file, plain or compressed by gzip.
TORCHPP_API Tensor read_idx(const std::string& path);

/// Images (N, H, W) and their labels (N), both uint8, of two files. Throws FileError also if these do not belong
/// together, or for a label that is not less than `classes`.
TORCHPP_API std::pair<Tensor, Tensor> read_idx_pair(const std::string& images_path, const std::string& labels_path,
                                                    int64_t classes);

/// The path itself or with .gz behind it, whichever can be read; empty if neither can.
TORCHPP_API std::string plain_or_gz(const std::string& path);

}  // namespace torchpp::data::datasets
