// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Bytes of foreign files as tensors.

#include <torchpp/data/stream.h>
#include <torchpp/tensor.h>

#include <cstdint>
#include <vector>

namespace torchpp::data::datasets {

/// The rest of a stream, which must be so many bytes; FileError otherwise. Memory is taken for what is there, not for
/// what is promised.
std::vector<uint8_t> read_bytes(Stream& stream, size_t bytes);

/// A tensor on the vector's memory.
Tensor tensor_of(std::vector<uint8_t> data, IntArrayRef sizes, ScalarType dtype);

}  // namespace torchpp::data::datasets
