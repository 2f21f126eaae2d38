// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What an IValue of a dictionary refers to.

#include <torchpp/dispatch/ivalue.h>

#include <unordered_map>

namespace torchpp::detail {

/// Keys compare as dictionaries want them: tensors by identity, others by type and value.
struct KeyHash {
  size_t operator()(const IValue& key) const;
};
struct KeyEqual {
  bool operator()(const IValue& a, const IValue& b) const;
};

/// Entries in order of insertion, with an index from keys to positions. Small dictionaries do without the index.
struct DictStorage {
  explicit DictStorage(IValue::Dict e) : entries(std::move(e)) {}

  /// The position of a key, or the number of entries.
  size_t find(const IValue& key);
  void add(IValue key, IValue value);
  /// Takes time proportional to the number of entries.
  void erase(size_t position);

  IValue::Dict entries;

 private:
  std::unordered_map<IValue, size_t, KeyHash, KeyEqual> positions_;  // of the first positions_.size() entries
};

}  // namespace torchpp::detail
