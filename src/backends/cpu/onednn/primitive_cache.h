// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The primitives that were made for a problem, kept for the next call with it.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace torchpp {
namespace cpu {
namespace onednn {

/// Hashes the bytes of a key without padding.
inline uint64_t hash_bytes(const void* data, size_t nbytes) {
  // Four chains side by side: a key is some 30 words, and one chain would wait for its multiplier at each.
  const char* p = static_cast<const char*>(data);
  uint64_t h[4] = {nbytes, 1, 2, 3};
  const auto mix = [](uint64_t chain, uint64_t word) {
    chain = (chain ^ word) * 0x9e3779b97f4a7c15ull;
    return chain ^ chain >> 32;
  };
  for (; nbytes >= 32; p += 32, nbytes -= 32) {
    uint64_t words[4];
    __builtin_memcpy(words, p, 32);
    for (int i = 0; i < 4; ++i) h[i] = mix(h[i], words[i]);
  }
  uint64_t tail[4] = {};
  __builtin_memcpy(tail, p, nbytes);
  for (int i = 0; i < 4; ++i) h[i] = mix(h[i], tail[i]);
  return mix(mix(h[0], h[1]), mix(h[2], h[3]));
}

/// At most `bound` entries under their problems; the least recently used goes.
/// Key is trivially copyable without padding. Thread-safe; an entry that is in use outlives its eviction.
template <class Key, class Value>
class PrimitiveCache {
 public:
  explicit PrimitiveCache(size_t bound) : bound_(bound) {}

  /// The value under key, made by make() on a miss, outside the lock: two threads may make a value for one key, of
  /// which one is kept.
  template <class F>
  std::shared_ptr<const Value> get(const Key& key, const F& make) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      const auto it = entries_.find(key);
      if (it != entries_.end()) {
        it->second.used = ++clock_;
        return it->second.value;
      }
    }
    std::shared_ptr<const Value> made = make();
    const std::lock_guard<std::mutex> lock(mutex_);
    if (entries_.size() >= bound_ && !entries_.count(key)) evict();
    Entry& entry = entries_[key];
    if (!entry.value) entry.value = std::move(made);
    entry.used = ++clock_;
    return entry.value;
  }

  size_t size() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return entries_.size();
  }

 private:
  struct Entry {
    std::shared_ptr<const Value> value;
    uint64_t used = 0;
  };
  struct Hash {
    size_t operator()(const Key& key) const { return hash_bytes(&key, sizeof key); }
  };
  struct Equal {
    bool operator()(const Key& a, const Key& b) const { return !__builtin_memcmp(&a, &b, sizeof a); }
  };

  // A miss costs milliseconds of code generation beside which a walk over the entries is nothing.
  void evict() {
    auto oldest = entries_.begin();
    for (auto it = entries_.begin(); it != entries_.end(); ++it)
      if (it->second.used < oldest->second.used) oldest = it;
    if (oldest != entries_.end()) entries_.erase(oldest);
  }

  std::mutex mutex_;
  std::unordered_map<Key, Entry, Hash, Equal> entries_;
  const size_t bound_;
  uint64_t clock_ = 0;
};

}  // namespace onednn
}  // namespace cpu
}  // namespace torchpp
