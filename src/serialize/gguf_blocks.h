// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The ways in which tensors of GGUF files are quantized.

#include <cstddef>
#include <cstdint>

namespace torchpp::serialize {

/// A type of quantized tensors, whose elements stand in blocks that are unpacked alone.
struct BlockType {
  uint32_t id;
  const char* name;
  uint32_t elements, bytes;  ///< of a block
  /// Makes the floats of `count` blocks. Null for a type that is not loaded.
  void (*dequantize)(const char* blocks, size_t count, float* to);
};
/// The type of that number; null if there is none.
const BlockType* block_type(uint32_t id) noexcept;

}  // namespace torchpp::serialize
