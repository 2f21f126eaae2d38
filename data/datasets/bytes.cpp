// SPDX-License-Identifier: BSD-3-Clause
#include "data/datasets/bytes.h"

#include <torchpp/core/error.h>
#include <torchpp/ops/from_blob.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace torchpp::data::datasets {

std::vector<uint8_t> read_bytes(Stream& stream, size_t bytes) {
  std::vector<uint8_t> data;
  for (size_t piece = size_t{1} << 20; data.size() < bytes; piece *= 2) {
    const size_t before = data.size();
    data.resize(std::min(before + piece, bytes));
    const size_t got = before + stream.read(reinterpret_cast<char*>(data.data()) + before, data.size() - before);
    TORCHPP_CHECK_FILE(got == data.size(), "read '", stream.name(), "': got ", got, " bytes of data, expected ", bytes);
  }
  char more;
  TORCHPP_CHECK_FILE(stream.read(&more, 1) == 0, "read '", stream.name(), "': got more data, expected the ", bytes,
                     " bytes of its sizes");
  return data;
}

Tensor tensor_of(std::vector<uint8_t> data, IntArrayRef sizes, ScalarType dtype) {
  auto owner = std::make_unique<std::vector<uint8_t>>(std::move(data));
  void* memory = owner->data();
  Tensor t = from_blob(
      memory, sizes, [kept = owner.get()](void*) { delete kept; }, dtype);
  owner.release();
  return t;
}

}  // namespace torchpp::data::datasets
