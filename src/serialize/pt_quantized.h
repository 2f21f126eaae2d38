// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Quantized tensors in PyTorch's files, which are read as floats.

#include <torchpp/core/array_ref.h>
#include <torchpp/core/dtype.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace torchpp {
class StorageImpl;
}

namespace torchpp::serialize {

/// A dtype of quantized tensors.
struct QuantizedType {
  const char* name;     ///< "qint8"
  const char* storage;  ///< the class of its storages, "torch.QInt8Storage"
  ScalarType stored;    ///< of the numbers in these storages
  int bits;             ///< of an element, which for some types is a part of such a number
  int64_t least_zero_point, greatest_zero_point;

  /// How many elements a number of a storage holds.
  int64_t elements_per_number() const { return static_cast<int64_t>(8 * elementSize(stored)) / bits; }
};
constexpr QuantizedType kQuantizedTypes[] = {
    {"qint8", "torch.QInt8Storage", kChar, 8, -128, 127},
    {"quint8", "torch.QUInt8Storage", kByte, 8, 0, 255},
    {"qint32", "torch.QInt32Storage", kInt, 32, INT32_MIN, INT32_MAX},
    // PyTorch 1.13 bounds the zero points of these two as it does those of quint8.
    {"quint4x2", "torch.QUInt4x2Storage", kByte, 4, 0, 255},
    {"quint2x4", "torch.QUInt2x4Storage", kByte, 2, 0, 255},
};

/// What the integers of a quantized tensor stand for.
struct Quantizer {
  /// The dimension whose index is the number of the scale and of the zero point; -1 if there is one of each.
  int64_t axis = -1;
  bool has_float_zero_points = false;  ///< as quantized embeddings have them
  std::vector<double> scales, zero_points;

  bool operator==(const Quantizer& o) const {
    return axis == o.axis && has_float_zero_points == o.has_float_zero_points && scales == o.scales &&
           zero_points == o.zero_points;
  }
};

/// How the elements of a tensor of floats stood in the file.
struct StoredQuantized {
  const QuantizedType* type;
  bool is_per_channel;

  /// "qint8 per channel"
  std::string name() const;
  /// Bytes of so many elements.
  uint64_t nbytes(int64_t numel) const;
};
/// By the storage of the floats.
using QuantizedStorages = std::unordered_map<const StorageImpl*, StoredQuantized>;

/// Element i of the result is what element i of the storage stands for, by the one scale of the quantizer. Each is
/// equal to that of PyTorch 1.13's dequantize(), to the bit.
void dequantize(const QuantizedType& type, const Quantizer& quantizer, const void* numbers, int64_t elements,
                float* to);
/// The same of a tensor of these sizes and strides whose first element is number `offset` of the storage; that of the
/// result is the first of `to`, which has the same strides. Elements must not be more than the places they span.
void dequantize_channels(const QuantizedType& type, const Quantizer& quantizer, const void* numbers, int64_t offset,
                         IntArrayRef sizes, IntArrayRef strides, float* to);

}  // namespace torchpp::serialize
