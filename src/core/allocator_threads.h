// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The threads' caches of the CPU allocator, and the registry of all of them.

#include <atomic>

#include "src/core/allocator_slabs.h"

namespace torchpp::memory {

/// Values of ThreadCache::stop.
enum Stop : uint8_t {
  kRun,
  kVisited,       // another thread visits the cache, or is about to
  kAskedToFlush,  // no other thread can visit: the owner must empty its cache itself
};

/// A thread's cache with what its slow paths need. The bins change only in the owner's fast path, or under the mutex
/// while the owner is not in its fast path.
struct OwnedCache : ThreadCache {
  Mutex mutex;
  OwnedCache* next = nullptr;
  OwnedCache* previous = nullptr;
  uint64_t thread_id = 0;

  /// By the owner: a block of class k, or null if the system refuses.
  void* allocate(unsigned k);
  void free(void* p, unsigned k);

  /// Returns all blocks. Needs the mutex.
  void flush();

 private:
  // These need the mutex.
  void flush_bin(unsigned k, uint32_t count) {
    Bin& bin = bins[k];
    if (count > bin.count) count = bin.count;
    if (count == 0) return;
    void* list = nullptr;
    for (uint32_t i = 0; i < count; ++i) {
      void* p = pop(bin);
      *static_cast<void**>(p) = list;
      list = p;
    }
    put_blocks(k, list, count);
    g_counters.take_back(size_t{count} * bin.block_bytes);
  }
  // Returns one batch of the class that holds the most bytes: a class that the thread no longer uses is emptied over
  // several calls, and no single free() costs more than one batch.
  void flush_some() {
    unsigned largest = 0;
    size_t most = 0;
    for (unsigned k = 0; k < kNumThreadClasses; ++k) {
      const size_t held = size_t{bins[k].count} * bins[k].block_bytes;
      if (held > most) {
        most = held;
        largest = k;
      }
    }
    flush_bin(largest, batch_blocks(largest));
  }
  void flush_if_asked() {
    if (stop.load(std::memory_order_relaxed) != kAskedToFlush) return;
    flush();
    stop.store(kRun, std::memory_order_relaxed);
  }
};

constexpr unsigned kCacheClass = size_class(sizeof(OwnedCache));

/// All living threads' caches.
class Registry {
 public:
  /// Destroys the cache of a thread that ends.
  void destroy(OwnedCache* cache);
  /// The calling thread's cache, made on its first call; null while the thread ends, or if it can have none.
  OwnedCache* own_cache() { return t_cache != nullptr ? static_cast<OwnedCache*>(t_cache) : create(); }

  void flush();
  void set_cache_limit(size_t nbytes);

  /// Calls visit(cache, stopped) for every cache; its bins may be read if it was stopped. `visit` must not throw.
  template <class Visit>
  void visit_all(const Visit& visit) {
    Guard guard(mutex_);
    const bool may_visit = announce();
    for (OwnedCache* cache = first_; cache != nullptr; cache = cache->next) {
      const bool stopped = may_visit || cache == t_cache;
      if (stopped) stop(cache);
      visit(*cache, stopped);
      if (stopped) resume(cache);
    }
  }

  /// Bytes in all caches, and allocations from them.
  struct Sum {
    size_t cached_bytes = 0;
    uint64_t allocations = 0;
    size_t caches = 0;
  };
  Sum sum();

  void before_fork();
  void after_fork_in_parent();
  void after_fork_in_child();

 private:
  OwnedCache* create();
  void start();

  // These need the mutex.
  bool announce();
  static void stop(OwnedCache* cache);
  static void resume(OwnedCache* cache);
  void flush_all();
  void unlink(OwnedCache* cache);
  void remove(OwnedCache* cache);

  Mutex mutex_;
  OwnedCache* first_ = nullptr;
  bool stopped_for_fork_ = false;
  bool has_key_ = false;
  pthread_key_t key_ = 0;
  pthread_once_t once_ = PTHREAD_ONCE_INIT;
};

extern Registry g_registry;

}  // namespace torchpp::memory
