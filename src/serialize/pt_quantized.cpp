// SPDX-License-Identifier: BSD-3-Clause
#include "src/serialize/pt_quantized.h"

#include "src/core/shape.h"

namespace torchpp::serialize {
namespace {

// Elements that are parts of bytes, the first in the lowest bits.
struct Parts {
  const uint8_t* bytes;
  int bits;
  int32_t operator[](int64_t i) const {
    const int64_t per_byte = 8 / bits;
    return bytes[i / per_byte] >> (i % per_byte * bits) & ((1 << bits) - 1);
  }
};

// Calls f(elements), of which elements[i] is number i of the storage.
template <class F>
void with_elements(const QuantizedType& type, const void* numbers, const F& f) {
  if (type.bits < 8) f(Parts{static_cast<const uint8_t*>(numbers), type.bits});
  else if (type.stored == kChar) f(static_cast<const int8_t*>(numbers));
  else if (type.stored == kByte) f(static_cast<const uint8_t*>(numbers));
  else f(static_cast<const int32_t*>(numbers));
}

// The index of the tensor's row, of all dimensions but the last, and where it begins.
class Rows {
 public:
  Rows(IntArrayRef sizes, IntArrayRef strides) : sizes_(sizes), strides_(strides), index_(sizes.size(), 0) {}
  int64_t place() const { return place_; }
  int64_t index(int64_t dim) const { return index_[static_cast<size_t>(dim)]; }
  // False behind the last row.
  bool next() {
    for (size_t d = sizes_.size() - 1; d-- > 0;) {
      place_ += strides_[d];
      if (++index_[d] < sizes_[d]) return true;
      place_ -= sizes_[d] * strides_[d];
      index_[d] = 0;
    }
    return false;
  }

 private:
  IntArrayRef sizes_, strides_;
  DimVector index_;
  int64_t place_ = 0;
};

// Calls f(place, channel) for each element.
template <class F>
void for_each_element(IntArrayRef sizes, IntArrayRef strides, int64_t axis, const F& f) {
  for (const int64_t size : sizes)
    if (size == 0) return;
  const auto last = static_cast<int64_t>(sizes.size()) - 1;
  const int64_t step = strides.back();
  Rows rows(sizes, strides);
  do {
    int64_t place = rows.place();
    const int64_t first = axis == last ? 0 : rows.index(axis), channels = axis == last ? 1 : 0;
    for (int64_t i = 0; i < sizes.back(); ++i, place += step) f(place, static_cast<size_t>(first + i * channels));
  } while (rows.next());
}

}  // namespace

std::string StoredQuantized::name() const {
  return std::string(type->name) + (is_per_channel ? " per channel" : " per tensor");
}

uint64_t StoredQuantized::nbytes(int64_t numel) const {
  const auto elements = static_cast<uint64_t>(numel), per_number = static_cast<uint64_t>(type->elements_per_number());
  return (elements + per_number - 1) / per_number * elementSize(type->stored);
}

void dequantize(const QuantizedType& type, const Quantizer& quantizer, const void* numbers, int64_t elements,
                float* to) {
  const auto scale = static_cast<float>(quantizer.scales[0]);
  const auto zero_point = static_cast<uint32_t>(static_cast<int32_t>(quantizer.zero_points[0]));
  with_elements(type, numbers, [&](auto from) {
    // In integers of 32 bits that wrap around, as PyTorch's do.
    for (int64_t i = 0; i < elements; ++i)
      to[i] = static_cast<float>(static_cast<int32_t>(static_cast<uint32_t>(from[i]) - zero_point)) * scale;
  });
}

void dequantize_channels(const QuantizedType& type, const Quantizer& quantizer, const void* numbers, int64_t offset,
                         IntArrayRef sizes, IntArrayRef strides, float* to) {
  with_elements(type, numbers, [&](auto from) {
    for_each_element(sizes, strides, quantizer.axis, [&](int64_t place, size_t channel) {
      const float above_zero =
          static_cast<float>(from[offset + place]) - static_cast<float>(quantizer.zero_points[channel]);
      // Scales beside zero points that are ints are doubles.
      to[place] = quantizer.has_float_zero_points
                      ? above_zero * static_cast<float>(quantizer.scales[channel])
                      : static_cast<float>(static_cast<double>(above_zero) * quantizer.scales[channel]);
    });
  });
}

}  // namespace torchpp::serialize
