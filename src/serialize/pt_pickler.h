// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Pickles of protocol 2 that Python's torch.load and libtorch read.

#include <torchpp/core/storage.h>
#include <torchpp/dispatch/ivalue.h>
#include <torchpp/tensor.h>

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "src/serialize/zip.h"

namespace torchpp::serialize {

/// Who is to read the pickle: the two have different forms for lists of numbers and of tensors.
enum class PickleReader { kPython, kLibtorch };

/// Writes a pickle, and keeps the storages that its tensors refer to. Throws TypeError for what has no form in it.
class PtPickler {
 public:
  explicit PtPickler(PickleReader reader);

  void value(const IValue& value) { write(value, 0); }
  void tensor(const Tensor& tensor, bool requires_grad);
  /// An OrderedDict with `_metadata`.
  void state_dict(const IValue::Dict& items, const std::vector<std::pair<std::string, int64_t>>& versions);

  // Parts of pickles.
  void op(char opcode) { bytes_ += opcode; }
  /// "torch\nSize": module and name of a class or function.
  void global(const char* module_and_name);
  void text(std::string_view text);
  void integer(int64_t value);

  /// Ends the pickle.
  const std::string& finish();
  /// Adds the storages as "<folder>0", "<folder>1", ...
  void write_storages(ZipWriter& zip, const std::string& folder) const;

 private:
  // Bytes of the CPU, and the storage whose they are or of which they are a copy.
  struct Written {
    Storage original;
    Tensor bytes;
  };
  void write(const IValue& value, int depth);
  void number(double value);
  void list(const IValue::List& items, int depth);
  void dict(const IValue::Dict& items, int depth);
  void strided_tensor(const Tensor& tensor, bool requires_grad);
  void sparse_tensor(const Tensor& tensor);
  void storage(const Tensor& tensor);
  void integers(IntArrayRef values);
  bool recall(const void* object);
  void remember(const void* object);
  bool recall(const std::string& text);
  void remember(const std::string& text);
  void get(uint32_t index);
  void put();

  PickleReader reader_;
  std::string bytes_;
  uint32_t memo_size_ = 0;
  std::unordered_map<std::string, uint32_t> texts_;  // in the memo; names of classes with a line feed within
  std::unordered_map<const void*, uint32_t> objects_;
  std::vector<Written> storages_;
  std::map<std::pair<const StorageImpl*, ScalarType>, size_t> places_;  // in storages_
};

}  // namespace torchpp::serialize
