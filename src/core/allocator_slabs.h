// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The central lists of the CPU allocator: one per size class, which cuts blocks from slabs.

#include <atomic>

#include "src/core/allocator_pages.h"

namespace torchpp::memory {

/// The first 64 bytes of a slab; its blocks follow.
struct alignas(64) Slab {
  Slab* next;
  Slab* previous;
  void* free;       // blocks that were returned
  uint32_t used;    // blocks given out
  uint32_t carved;  // blocks cut off so far; the memory behind them was never touched
};
static_assert(sizeof(Slab) == 64, "blocks of 64 bytes and more stay aligned to 64");

class alignas(64) CentralList {
 public:
  /// Up to `want` blocks of class k linked into *list; fewer when the open slabs are used up, none when the system
  /// refuses.
  uint32_t take(unsigned k, uint32_t want, void** list);
  /// Takes back a list of blocks of class k; slabs that became free go to the shared cache.
  void put(unsigned k, void* list, uint32_t count);

  /// Blocks given out, and free blocks in slabs that are in use.
  uint64_t used() const { return used_.load(std::memory_order_relaxed); }
  uint64_t free_blocks(unsigned k) const;

  Mutex& mutex() { return mutex_; }

 private:
  // These need the mutex.
  void link(Slab* slab) {
    slab->previous = nullptr;
    slab->next = open_;
    if (open_ != nullptr) open_->previous = slab;
    open_ = slab;
  }
  void unlink(Slab* slab) {
    (slab->previous != nullptr ? slab->previous->next : open_) = slab->next;
    if (slab->next != nullptr) slab->next->previous = slab->previous;
  }

  Mutex mutex_;
  Slab* open_ = nullptr;  // slabs with free blocks
  std::atomic<uint64_t> used_{0};
  std::atomic<uint64_t> slabs_{0};
};

extern CentralList g_central[kNumSlabClasses];

/// Blocks of class k, from the central list or, above the slab classes, from the shared cache: up to `want` linked into
/// *list. Returns how many.
inline uint32_t take_blocks(unsigned k, uint32_t want, void** list) {
  if (k < kNumSlabClasses) return g_central[k].take(k, want, list);
  void* p = g_pages.take(k);
  if (p == nullptr) return 0;
  *static_cast<void**>(p) = nullptr;
  *list = p;
  return 1;
}
inline void put_blocks(unsigned k, void* list, uint32_t count) {
  if (k < kNumSlabClasses) {
    g_central[k].put(k, list, count);
    return;
  }
  while (list != nullptr) {
    void* next = *static_cast<void**>(list);
    g_pages.put(list, k);
    list = next;
  }
}

constexpr uint32_t kMaxBatchBlocks = 64;
constexpr size_t kMaxBatchBytes = size_t{32} << 10;
/// How many blocks of class k a thread cache takes or returns at once.
constexpr uint32_t batch_blocks(unsigned k) {
  const size_t fit = kMaxBatchBytes / class_bytes(k);
  return fit < 1 ? 1 : fit < kMaxBatchBlocks ? static_cast<uint32_t>(fit) : kMaxBatchBlocks;
}

}  // namespace torchpp::memory
