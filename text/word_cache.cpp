// SPDX-License-Identifier: BSD-3-Clause
#include "text/word_cache.h"

#include <cstring>

namespace torchpp::text {

struct WordCache::Entry {
  uint32_t hash_high;
  uint8_t length, count;
  char word[kMostBytes];
  int32_t ids[1];  // count of them

  static constexpr size_t bytes_for(size_t count) { return sizeof(Entry) + count * sizeof(int32_t); }
};

WordCache::WordCache() : slots_(new std::atomic<const Entry*>[kSlots]()) {}
WordCache::~WordCache() {
  for (size_t i = 0; i < kSlots; ++i) ::operator delete(const_cast<Entry*>(slots_[i].load(std::memory_order_relaxed)));
}

bool WordCache::find(std::string_view word, uint64_t hash, std::vector<int64_t>& ids) const {
  for (size_t probe = 0; probe < kProbes; ++probe) {
    const Entry* entry = slots_[slot(hash, probe)].load(std::memory_order_acquire);
    if (entry == nullptr) return false;
    if (entry->hash_high == hash >> 32 && entry->length == word.size() &&
        std::memcmp(entry->word, word.data(), word.size()) == 0) {
      const size_t old = ids.size();
      ids.resize(old + entry->count);
      for (size_t i = 0; i < entry->count; ++i) ids[old + i] = entry->ids[i];
      return true;
    }
  }
  return false;
}

void WordCache::add(std::string_view word, uint64_t hash, const int64_t* ids, size_t count) const {
  if (word.size() > kMostBytes) return;
  size_t probe = 0;
  while (probe < kProbes && slots_[slot(hash, probe)].load(std::memory_order_relaxed) != nullptr) ++probe;
  if (probe == kProbes) return;
  auto* entry = static_cast<Entry*>(::operator new(Entry::bytes_for(count)));
  entry->hash_high = static_cast<uint32_t>(hash >> 32);
  entry->length = static_cast<uint8_t>(word.size());
  entry->count = static_cast<uint8_t>(count);
  std::memcpy(entry->word, word.data(), word.size());
  for (size_t i = 0; i < count; ++i) entry->ids[i] = static_cast<int32_t>(ids[i]);
  for (; probe < kProbes; ++probe) {
    const Entry* none = nullptr;
    if (slots_[slot(hash, probe)].compare_exchange_strong(none, entry, std::memory_order_release,
                                                          std::memory_order_relaxed))
      return;
  }
  ::operator delete(entry);
}

}  // namespace torchpp::text
