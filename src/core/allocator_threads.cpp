// SPDX-License-Identifier: BSD-3-Clause
#include "src/core/allocator_threads.h"

#include <sched.h>
#include <time.h>

#include <atomic>
#include <new>

namespace torchpp::memory {

__thread ThreadCache* t_cache __attribute__((tls_model("initial-exec"))) = nullptr;
Registry g_registry;

namespace {

// Set when the thread's cache was destroyed; destructors that run later use the central lists.
__thread bool t_ended __attribute__((tls_model("initial-exec"))) = false;

size_t thread_limit(size_t cache_limit) { return cache_limit < kThreadCacheBytes ? cache_limit : kThreadCacheBytes; }

void dispose(OwnedCache* cache) {
  *reinterpret_cast<void**>(cache) = nullptr;
  put_blocks(kCacheClass, cache, 1);
}

}  // namespace

// ---- one thread's cache

void* OwnedCache::allocate(unsigned k) {
  Guard guard(mutex);
  flush_if_asked();
  Bin& bin = bins[k];
  if (bin.head == nullptr) {
    const size_t held = cached_bytes.load(std::memory_order_relaxed);
    const size_t most = limit.load(std::memory_order_relaxed);
    const size_t room = most > held ? (most - held) / bin.block_bytes : 0;
    const uint32_t batch = batch_blocks(k);
    const uint32_t want = room < batch ? static_cast<uint32_t>(room) + 1 : batch;
    const uint32_t got = take_blocks(k, want, &bin.head);
    if (got == 0) return nullptr;
    g_counters.hand_out(size_t{got} * bin.block_bytes);
    bin.count = got;
    set(cached_bytes, held + size_t{got} * bin.block_bytes);
  }
  count_allocation();
  return pop(bin);
}

void OwnedCache::free(void* p, unsigned k) {
  Guard guard(mutex);
  flush_if_asked();
  Bin& bin = bins[k];
  if (!has_room(bin)) flush_some();
  if (has_room(bin)) {
    push(bin, p);
    return;
  }
  *static_cast<void**>(p) = nullptr;
  put_blocks(k, p, 1);
  g_counters.take_back(bin.block_bytes);
}

void OwnedCache::flush() {
  for (unsigned k = 0; k < kNumThreadClasses; ++k)
    while (bins[k].count != 0) flush_bin(k, batch_blocks(k));
}

// ---- creation and destruction

void Registry::start() {
  const auto at_thread_end = [](void* cache) {
    t_cache = nullptr;
    t_ended = true;
    g_registry.destroy(static_cast<OwnedCache*>(cache));
  };
  has_key_ = pthread_key_create(&key_, at_thread_end) == 0;
  pthread_atfork([] { g_registry.before_fork(); }, [] { g_registry.after_fork_in_parent(); },
                 [] { g_registry.after_fork_in_child(); });
}

OwnedCache* Registry::create() {
  if (t_ended) return nullptr;
  pthread_once(&once_, [] { g_registry.start(); });
  void* memory = nullptr;
  if (!has_key_ || take_blocks(kCacheClass, 1, &memory) == 0) return nullptr;
  auto* cache = new (memory) OwnedCache;
  for (unsigned k = 0; k < kNumThreadClasses; ++k) cache->bins[k].block_bytes = static_cast<uint32_t>(class_bytes(k));
  cache->thread_id = current_thread_id();
  // Without the key's destructor the cache would outlive its thread.
  if (pthread_setspecific(key_, cache) != 0) {
    dispose(cache);
    return nullptr;
  }
  Guard guard(mutex_);
  cache->limit.store(thread_limit(g_pages.limit()), std::memory_order_relaxed);
  cache->next = first_;
  if (first_ != nullptr) first_->previous = cache;
  first_ = cache;
  t_cache = cache;
  return cache;
}

void Registry::destroy(OwnedCache* cache) {
  Guard guard(mutex_);
  remove(cache);
}

// The owner has ended, or is the caller.
void Registry::remove(OwnedCache* cache) {
  cache->flush();
  unlink(cache);
  dispose(cache);
}

void Registry::unlink(OwnedCache* cache) {
  g_counters.allocations.fetch_add(cache->num_allocations.load(std::memory_order_relaxed), std::memory_order_relaxed);
  (cache->previous != nullptr ? cache->previous->next : first_) = cache->next;
  if (cache->next != nullptr) cache->next->previous = cache->previous;
}

// ---- access from other threads

// Tells every owner to keep out of its bins. False if the system has no barrier: then only the owner may touch a cache,
// and every other owner is asked to flush at its next slow path instead.
bool Registry::announce() {
  for (OwnedCache* cache = first_; cache != nullptr; cache = cache->next)
    cache->stop.store(kVisited, std::memory_order_relaxed);
  if (barrier_on_all_threads()) return true;
  for (OwnedCache* cache = first_; cache != nullptr; cache = cache->next)
    cache->stop.store(cache == t_cache ? kRun : kAskedToFlush, std::memory_order_relaxed);
  return false;
}

// After announce(): waits until the owner has left its fast path, and keeps it out of the bins.
void Registry::stop(OwnedCache* cache) {
  cache->mutex.lock();
  for (int spins = 0; cache->busy.load(std::memory_order_acquire) != 0; ++spins) {
    // The owner was interrupted within a few instructions. sched_yield() alone would never let it run if it has a lower
    // real-time priority.
    const timespec pause = {0, 20000};
    spins < 100 ? sched_yield() : nanosleep(&pause, nullptr);
  }
}

void Registry::resume(OwnedCache* cache) {
  cache->stop.store(kRun, std::memory_order_release);
  cache->mutex.unlock();
}

void Registry::flush_all() {
  const bool may_visit = announce();
  for (OwnedCache* cache = first_; cache != nullptr; cache = cache->next) {
    if (!may_visit && cache != t_cache) continue;
    stop(cache);
    cache->flush();
    resume(cache);
  }
}

void Registry::flush() {
  Guard guard(mutex_);
  flush_all();
}

void Registry::set_cache_limit(size_t nbytes) {
  {
    Guard guard(mutex_);
    g_pages.set_limit(nbytes);
    for (OwnedCache* cache = first_; cache != nullptr; cache = cache->next)
      cache->limit.store(thread_limit(nbytes), std::memory_order_relaxed);
    if (nbytes < kThreadCacheBytes) flush_all();
  }
  g_pages.shrink(nbytes);
}

Registry::Sum Registry::sum() {
  Guard guard(mutex_);
  Sum sum;
  for (OwnedCache* cache = first_; cache != nullptr; cache = cache->next) {
    sum.cached_bytes += cache->cached_bytes.load(std::memory_order_relaxed);
    sum.allocations += cache->num_allocations.load(std::memory_order_relaxed);
    ++sum.caches;
  }
  return sum;
}

// ---- fork

// The child has a copy of the memory of all threads, but of the threads only the one that called fork(). With every
// lock held and every owner out of its bins the copy is consistent, and the child can take over the blocks that the
// other threads had cached.
void Registry::before_fork() {
  mutex_.lock();
  stopped_for_fork_ = announce();
  if (stopped_for_fork_)
    for (OwnedCache* cache = first_; cache != nullptr; cache = cache->next) stop(cache);
  for (CentralList& list : g_central) list.mutex().lock();
  g_pages.mutex().lock();
}

void Registry::after_fork_in_parent() {
  g_pages.mutex().unlock();
  for (CentralList& list : g_central) list.mutex().unlock();
  if (stopped_for_fork_)
    for (OwnedCache* cache = first_; cache != nullptr; cache = cache->next) resume(cache);
  mutex_.unlock();
}

void Registry::after_fork_in_child() {
  g_pages.mutex().unlock();
  for (CentralList& list : g_central) list.mutex().unlock();
  for (OwnedCache *cache = first_, *next = nullptr; cache != nullptr; cache = next) {
    next = cache->next;
    if (cache == t_cache) {
      cache->thread_id = current_thread_id();
      if (stopped_for_fork_) resume(cache);
    } else if (stopped_for_fork_) {
      remove(cache);
    } else {
      unlink(cache);  // its owner may have been in the middle of a change: its blocks are lost to the child
    }
  }
  mutex_.unlock();
}

}  // namespace torchpp::memory
