// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/data/datasets/idx.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "data/datasets/bytes.h"

namespace torchpp::data::datasets {
namespace {

constexpr int kMostDims = 8;
constexpr int64_t kMostBytes = int64_t{1} << 31;

// The next `count` bytes, which the stream must have.
void read_all(Stream& stream, uint8_t* to, size_t count, const char* what) {
  const size_t got = stream.read(reinterpret_cast<char*>(to), count);
  TORCHPP_CHECK_FILE(got == count, "read '", stream.name(), "': got ", got, " bytes of ", what, ", expected ", count);
}

ScalarType dtype_of(uint8_t code, const std::string& name) {
  switch (code) {
    case 0x08: return kByte;
    case 0x09: return kChar;
    case 0x0b: return kShort;
    case 0x0c: return kInt;
    case 0x0d: return kFloat;
    case 0x0e: return kDouble;
    default:
      TORCHPP_FAIL_KIND(kFile, "read '", name, "': got IDX type ", int{code},
                        ", expected 8, 9 or 11 to 14 (uint8, int8, int16, int32, float, double)");
  }
}

void swap_bytes(uint8_t* data, size_t bytes, size_t element) {
  for (uint8_t* p = data; p < data + bytes; p += element) std::reverse(p, p + element);
}

}  // namespace

Tensor read_idx(Stream stream) {
  const std::string& name = stream.name();
  uint8_t magic[4];
  read_all(stream, magic, sizeof magic, "magic number");
  TORCHPP_CHECK_FILE(magic[0] == 0 && magic[1] == 0, "read '", name, "': got a file that begins with ", int{magic[0]},
                     ", ", int{magic[1]}, ", expected 0, 0 as IDX files do");
  const ScalarType dtype = dtype_of(magic[2], name);
  TORCHPP_CHECK_FILE(magic[3] >= 1 && magic[3] <= kMostDims, "read '", name, "': got ", int{magic[3]},
                     " dimensions, expected 1 to ", kMostDims);
  std::vector<int64_t> sizes;
  const auto element = static_cast<size_t>(elementSize(dtype));
  auto bytes = static_cast<int64_t>(element);
  for (int d = 0; d < magic[3]; ++d) {
    uint8_t size[4];
    read_all(stream, size, sizeof size, "a size");
    sizes.push_back(int64_t{size[0]} << 24 | int64_t{size[1]} << 16 | int64_t{size[2]} << 8 | int64_t{size[3]});
    bytes *= sizes.back();
    TORCHPP_CHECK_FILE(bytes <= kMostBytes, "read '", name, "': sizes got more than ", kMostBytes, " bytes in all");
  }
  std::vector<uint8_t> data = read_bytes(stream, static_cast<size_t>(bytes));
  if (element > 1) swap_bytes(data.data(), data.size(), element);
  return tensor_of(std::move(data), sizes, dtype);
}

}  // namespace torchpp::data::datasets
