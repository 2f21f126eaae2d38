// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/error.h>
#include <torchpp/core/tensor_impl.h>
#include <torchpp/ops/list.h>
#include <torchpp/serialize/pt.h>

#include <cstddef>
#include <cstring>
#include <memory>
#include <string>

#include "src/ops/sparse.h"
#include "src/serialize/pt.h"
#include "src/serialize/zip.h"

namespace torchpp::test {

/// A copy on the heap of exactly its size, so that the address sanitizer sees each byte too many.
inline std::unique_ptr<serialize::RandomInput> exact_copy(const void* data, size_t size) {
  std::shared_ptr<char> copy(new char[size], std::default_delete<char[]>());
  if (size > 0) std::memcpy(copy.get(), data, size);
  return std::make_unique<serialize::RandomMemory>(serialize::Block{std::move(copy), size});
}

/// Touches every element, as a user would; the sanitizers watch.
class Toucher {
 public:
  void touch(const Tensor& tensor) {
    if (tensor.is_sparse()) {
      touch(tensor._indices());
      touch(tensor._values());
    } else if (!tensor.is_meta() && tensor.numel() > 0) {
      // The first and the last element, and the whole storage.
      const auto* first = static_cast<const unsigned char*>(tensor.impl()->data());
      int64_t last = 0;
      for (int64_t d = 0; d < tensor.dim(); ++d) last += (tensor.size(d) - 1) * tensor.stride(d);
      sum_ += *first + first[static_cast<size_t>(last) * tensor.itemsize() + tensor.itemsize() - 1];
      const auto* bytes = static_cast<const unsigned char*>(tensor.impl()->storage().data());
      for (size_t i = 0; i < tensor.impl()->storage().nbytes(); ++i) sum_ += bytes[i];
    }
  }
  void touch(serialize::Reader& reader) {
    for (const std::string& name : reader.keys()) {
      Tensor tensor;
      IValue value;
      if (reader.read(name, tensor)) touch(tensor);
      reader.read_value(name, value, nullptr);
      sum_ += to_string(value).size();
    }
  }
  size_t sum() const { return sum_; }

 private:
  size_t sum_ = 0;
};

/// Reads bytes as a file of PyTorch: true if they are one. Any exception but FileError leaves it.
inline bool reads_as_pt(const void* data, size_t size) {
  register_sparse_kernels();
  try {
    for (const bool map : {false, true}) {
      LoadPtOptions options;
      options.map = map;
      serialize::PtReader reader(serialize::read_pt(exact_copy(data, size), "file", options), "file");
      Toucher().touch(reader);
    }
    return true;
  } catch (const FileError&) {
    return false;
  }
}

/// Reads bytes as a zip archive, with all its entries.
inline bool reads_as_zip(const void* data, size_t size) {
  try {
    serialize::ZipReader reader(exact_copy(data, size), "file", size_t{1} << 20);
    for (const serialize::ZipEntry& entry : reader.entries()) reader.read(entry);
    return true;
  } catch (const FileError&) {
    return false;
  }
}

}  // namespace torchpp::test
