// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file An archive's file, in memory.

#include <torchpp/serialize/archive.h>

#include <algorithm>

namespace torchpp::tests {

class MemoryArchive final : public serialize::Writer, public serialize::Reader {
 public:
  void write(const std::string& key, const Tensor& tensor, bool is_buffer) override {
    entries.push_back({key, tensor.detach().clone(), is_buffer});
  }
  bool read(const std::string& key, Tensor& tensor) override {
    for (const Entry& entry : entries)
      if (entry.key == key) {
        tensor = entry.tensor.clone();
        return true;
      }
    return false;
  }
  std::vector<std::string> keys() override {
    std::vector<std::string> all;
    for (const Entry& entry : entries) all.push_back(entry.key);
    return all;
  }
  std::vector<std::string> sorted_keys() { return sorted(keys()); }
  static std::vector<std::string> sorted(std::vector<std::string> keys) {
    std::sort(keys.begin(), keys.end());
    return keys;
  }

  struct Entry {
    std::string key;
    Tensor tensor;
    bool is_buffer;
  };
  std::vector<Entry> entries;
};

}  // namespace torchpp::tests
