// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What was chosen for a problem, kept for the next time that it comes.

#include <cstddef>
#include <cstdint>
#include <list>
#include <mutex>
#include <type_traits>
#include <unordered_map>
#include <utility>

namespace torchpp::cuda {

/// A map from problems to chosen algorithms; beyond `most` entries the least recently used one is dropped. Keys are
/// compared and hashed as bytes, so they must have no padding. Values are handed out as copies. Safe to use from
/// several threads.
template <class Key, class Value>
class AlgorithmCache {
  static_assert(std::has_unique_object_representations_v<Key>, "a key without padding");

 public:
  explicit AlgorithmCache(size_t most) : most_(most) {}
  AlgorithmCache(const AlgorithmCache&) = delete;
  AlgorithmCache& operator=(const AlgorithmCache&) = delete;

  /// Copies the value of the key to `value` and makes it the newest; false when there is none.
  bool find(const Key& key, Value* value) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto at = index_.find(key);
    if (at == index_.end()) return false;
    entries_.splice(entries_.begin(), entries_, at->second);
    *value = at->second->second;
    return true;
  }
  /// Keeps the value as the newest; another one of the key is replaced.
  void put(const Key& key, Value value) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto at = index_.find(key);
    if (at != index_.end()) {
      at->second->second = std::move(value);
      entries_.splice(entries_.begin(), entries_, at->second);
      return;
    }
    entries_.emplace_front(key, std::move(value));
    index_.emplace(key, entries_.begin());
    if (entries_.size() <= most_) return;
    index_.erase(entries_.back().first);
    entries_.pop_back();
  }
  size_t size() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return entries_.size();
  }

 private:
  struct Hash {
    // FNV-1a, eight bytes at a time where there are as many.
    size_t operator()(const Key& key) const {
      const auto* bytes = reinterpret_cast<const unsigned char*>(&key);
      uint64_t hash = 0xcbf29ce484222325u;
      size_t i = 0;
      for (; i + 8 <= sizeof key; i += 8) {
        uint64_t word;
        __builtin_memcpy(&word, bytes + i, 8);
        hash = (hash ^ word) * 0x100000001b3u;
        hash ^= hash >> 29;
      }
      for (; i < sizeof key; ++i) hash = (hash ^ bytes[i]) * 0x100000001b3u;
      return static_cast<size_t>(hash);
    }
  };
  struct Equal {
    bool operator()(const Key& a, const Key& b) const { return __builtin_memcmp(&a, &b, sizeof a) == 0; }
  };
  using Entries = std::list<std::pair<Key, Value>>;

  mutable std::mutex mutex_;
  const size_t most_;
  Entries entries_;  // newest first
  std::unordered_map<Key, typename Entries::iterator, Hash, Equal> index_;
};

}  // namespace torchpp::cuda
