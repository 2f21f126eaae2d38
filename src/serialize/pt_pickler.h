// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Pickles of protocol 2 that Python's torch.load and libtorch read.

#include <torchpp/core/storage.h>
#include <torchpp/dispatch/ivalue.h>
#include <torchpp/tensor.h>

#include <functional>
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
  /// "torch\nSize": module and name of a class or function, a literal.
  void global(const char* module_and_name);
  /// A class that was not named before.
  void new_global(std::string_view module_and_name);
  void text(std::string_view text);
  void integer(int64_t value);

  /// Ends the pickle.
  const std::string& finish();
  /// Adds the storages as "<folder>0", "<folder>1", ...
  void write_storages(ZipWriter& zip, const std::string& folder) const;
  /// What the storages take in an archive, roughly.
  uint64_t storages_size() const;

 private:
  // Memory of the CPU, and the storage whose it is or of which it is a copy.
  struct Written {
    Storage original, bytes;
    size_t nbytes;
  };
  struct Place {
    const StorageImpl* storage;
    ScalarType dtype;
    bool operator==(const Place& o) const { return storage == o.storage && dtype == o.dtype; }
  };
  struct PlaceHash {
    size_t operator()(const Place& place) const {
      return std::hash<const void*>()(place.storage) * 31 + static_cast<size_t>(place.dtype);
    }
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
  bool recall_literal(const char* literal);
  void remember_literal(const char* literal);
  void literal_text(const char* literal);
  void put_text(std::string_view text);
  void get(uint32_t index);
  void put();

  PickleReader reader_;
  std::string bytes_;
  uint32_t memo_size_ = 0;
  std::vector<std::pair<const char*, uint32_t>> literals_;  // in the memo, by their addresses
  std::unordered_map<std::string, uint32_t> texts_;         // in the memo
  std::string looked_up_;                                   // in texts_
  std::unordered_map<const void*, uint32_t> objects_;
  std::vector<Written> storages_;
  std::unordered_map<Place, size_t, PlaceHash> places_;  // in storages_
};

}  // namespace torchpp::serialize
