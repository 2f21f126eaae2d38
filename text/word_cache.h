// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Which ids a piece of text has been encoded to, for those that were met first.

#include <atomic>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace torchpp::text {

/// Safe to use from many threads without a lock: an entry is written once and stays until the cache is destroyed.
/// Memory is bounded: kSlots entries of at most kMostBytes bytes with their ids; what finds no free place is not kept.
class WordCache {
 public:
  static constexpr size_t kSlots = size_t{1} << 15, kMostBytes = 48;

  WordCache();
  WordCache(const WordCache&) = delete;
  WordCache& operator=(const WordCache&) = delete;
  ~WordCache();

  /// Appends the ids of the word; false if they are not there.
  bool find(std::string_view word, uint64_t hash, std::vector<int64_t>& ids) const;
  /// Keeps ids, at most as many as the word has bytes.
  void add(std::string_view word, uint64_t hash, const int64_t* ids, size_t count) const;

 private:
  struct Entry;
  static constexpr size_t kProbes = 4;
  static size_t slot(uint64_t hash, size_t probe) { return (hash + probe) & (kSlots - 1); }

  std::unique_ptr<std::atomic<const Entry*>[]> slots_;
};

}  // namespace torchpp::text
