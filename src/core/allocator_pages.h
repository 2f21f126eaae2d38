// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The shared cache of slabs and large blocks: the CPU allocator's layer between the size classes and the system.

#include <atomic>
#include <new>

#include "src/core/allocator.h"
#include "src/core/allocator_system.h"

namespace torchpp::memory {

constexpr size_t kSlabBytes = size_t{256} << 10;
constexpr size_t kDefaultCacheLimit = size_t{256} << 20;
/// Free slabs are cached beside the large blocks, as one class more.
constexpr unsigned kSlabClass = kNumClasses;
constexpr unsigned kNumPageClasses = kNumClasses + 1;

constexpr size_t page_class_bytes(unsigned k) { return k == kSlabClass ? kSlabBytes : class_bytes(k); }

/// Stored at the start of a free slab or large block, which is in two lists: one of its class, and one of all free
/// ranges by age.
struct FreeRange {
  FreeRange* next;
  FreeRange* previous;
  FreeRange* older;
  FreeRange* newer;
  unsigned page_class;
};

class PageCache {
 public:
  /// A range of class k, its contents undefined; null if the system refuses.
  void* take(unsigned k);
  void put(void* p, unsigned k);
  /// Returns the oldest ranges to the system until at most `limit` bytes are left.
  void shrink(size_t limit);

  void set_limit(size_t limit) { limit_.store(limit, std::memory_order_relaxed); }
  size_t limit() const { return limit_.load(std::memory_order_relaxed); }

  size_t cached_bytes() const { return cached_bytes_.load(std::memory_order_relaxed); }

  /// Ranges of class k that are in use, and free ones.
  struct Usage {
    uint64_t taken;
    uint64_t free;
  };
  Usage usage(unsigned k);

  Mutex& mutex() { return mutex_; }

 private:
  // These need the mutex.
  void insert(void* p, unsigned k) {
    FreeRange* range = new (p) FreeRange{heads_[k], nullptr, newest_, nullptr, k};
    if (heads_[k] != nullptr) heads_[k]->previous = range;
    heads_[k] = range;
    (newest_ != nullptr ? newest_->newer : oldest_) = range;
    newest_ = range;
    ++free_[k];
    bump(cached_bytes_, static_cast<int64_t>(page_class_bytes(k)));
  }
  void remove(FreeRange* range) {
    const unsigned k = range->page_class;
    (range->previous != nullptr ? range->previous->next : heads_[k]) = range->next;
    if (range->next != nullptr) range->next->previous = range->previous;
    (range->older != nullptr ? range->older->newer : oldest_) = range->newer;
    (range->newer != nullptr ? range->newer->older : newest_) = range->older;
    --free_[k];
    bump(cached_bytes_, -static_cast<int64_t>(page_class_bytes(k)));
  }
  FreeRange* evict(size_t limit);

  static void release(FreeRange* victims);

  Mutex mutex_;
  FreeRange* heads_[kNumPageClasses] = {};
  FreeRange* oldest_ = nullptr;
  FreeRange* newest_ = nullptr;
  uint64_t free_[kNumPageClasses] = {};
  uint64_t taken_[kNumPageClasses] = {};
  std::atomic<uint64_t> cached_bytes_{0};
  std::atomic<size_t> limit_{kDefaultCacheLimit};
};

extern PageCache g_pages;

}  // namespace torchpp::memory
