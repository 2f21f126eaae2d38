// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The library's own CPU allocator, for tensor headers, graph nodes, storage and every other hot block.
///
/// Fast path: a free list per size class in the calling thread's cache, no atomic read-modify-write.
/// A block carries no header, so whoever frees it must know its size.

#include <torchpp/core/export.h>
#include <torchpp/core/memory.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

// With a sanitizer every block comes from the C library. May be set to 0 to run the pool itself under a sanitizer.
#ifndef TORCHPP_ALLOCATOR_PASS_THROUGH
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TORCHPP_ALLOCATOR_PASS_THROUGH 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define TORCHPP_ALLOCATOR_PASS_THROUGH 1
#endif
#endif
#endif
#ifndef TORCHPP_ALLOCATOR_PASS_THROUGH
#define TORCHPP_ALLOCATOR_PASS_THROUGH 0
#endif

namespace torchpp::memory {

constexpr bool kPassThrough = TORCHPP_ALLOCATOR_PASS_THROUGH != 0;

// Size classes: 16, 32, 48, 64, 128, 192, 256, then four per doubling. From 64 up all are multiples of 64.
constexpr unsigned kNumTinyClasses = 7;
constexpr size_t kMaxTinyBytes = 256;

/// The smallest class whose blocks hold nbytes.
constexpr unsigned size_class(size_t nbytes) {
  if (nbytes <= 64) return nbytes == 0 ? 0 : static_cast<unsigned>((nbytes - 1) / 16);
  if (nbytes <= kMaxTinyBytes) return static_cast<unsigned>(3 + (nbytes - 1) / 64);
  const unsigned log2 = 63u - static_cast<unsigned>(__builtin_clzll(nbytes - 1));
  return kNumTinyClasses + (log2 - 8) * 4 + static_cast<unsigned>((nbytes - 1) >> (log2 - 2)) - 4;
}

/// Bytes in a block of a class.
constexpr size_t class_bytes(unsigned size_class) {
  if (size_class < 4) return size_t{16} * (size_class + 1);
  if (size_class < kNumTinyClasses) return size_t{64} * (size_class - 2);
  const unsigned step = size_class - kNumTinyClasses;
  return size_t{5 + step % 4} << (6 + step / 4);
}

constexpr size_t kMaxSlabBlockBytes = size_t{32} << 10;      // cut from slabs
constexpr size_t kMaxThreadCachedBytes = size_t{256} << 10;  // kept in thread caches
constexpr size_t kMaxPooledBytes = size_t{1} << 30;          // kept in the shared cache
constexpr unsigned kNumSlabClasses = size_class(kMaxSlabBlockBytes) + 1;
constexpr unsigned kNumThreadClasses = size_class(kMaxThreadCachedBytes) + 1;
constexpr unsigned kNumClasses = size_class(kMaxPooledBytes) + 1;

/// Bytes that one thread's cache may keep.
constexpr size_t kThreadCacheBytes = size_t{1} << 20;

/// A thread's free blocks of one class, linked through their first word.
struct Bin {
  void* head = nullptr;
  uint32_t block_bytes = 0;
  uint32_t count = 0;
};

/// The part of a thread's cache that the fast path touches.
///
/// Another thread that visits the cache, to empty it, sets `stop`, issues a memory barrier on all threads
/// (membarrier), and waits until `busy` is 0: after that the owner's fast path cannot be inside the bins.
/// The owner's fast path costs two plain stores and a load; the barrier is paid by the visitor, which is rare.
struct ThreadCache {
  std::atomic<uint8_t> busy{0};  // the owner is in the fast path
  std::atomic<uint8_t> stop{0};  // the owner must take the slow path
  // Written by the owner or under its mutex, read by anybody.
  std::atomic<size_t> cached_bytes{0};
  std::atomic<size_t> limit{0};
  std::atomic<uint64_t> num_allocations{0};
  Bin bins[kNumThreadClasses];

  bool enter() {
    busy.store(1, std::memory_order_relaxed);
    std::atomic_signal_fence(std::memory_order_seq_cst);
    return stop.load(std::memory_order_acquire) == 0;
  }
  void leave() { busy.store(0, std::memory_order_release); }

  // Single writer: plain loads and stores instead of locked instructions.
  template <class T>
  static void set(std::atomic<T>& counter, T value) {
    counter.store(value, std::memory_order_relaxed);
  }
  void* pop(Bin& bin) {
    void* p = bin.head;
    bin.head = *static_cast<void**>(p);
    --bin.count;
    set(cached_bytes, cached_bytes.load(std::memory_order_relaxed) - bin.block_bytes);
    return p;
  }
  void push(Bin& bin, void* p) {
    *static_cast<void**>(p) = bin.head;
    bin.head = p;
    ++bin.count;
    set(cached_bytes, cached_bytes.load(std::memory_order_relaxed) + bin.block_bytes);
  }
  bool has_room(const Bin& bin) const {
    return cached_bytes.load(std::memory_order_relaxed) + bin.block_bytes <= limit.load(std::memory_order_relaxed);
  }
  void count_allocation() { set(num_allocations, num_allocations.load(std::memory_order_relaxed) + 1); }
};

// Null before the thread's first use and after its cache was destroyed.
extern __thread ThreadCache* t_cache __attribute__((tls_model("initial-exec")));

void* allocate_slow(size_t nbytes);
void free_slow(void* p, size_t nbytes) noexcept;

/// At least nbytes bytes, aligned to 64 if nbytes >= 49, else to 16. Throws OutOfMemoryError.
inline void* allocate_block(size_t nbytes) {
  ThreadCache* cache = kPassThrough ? nullptr : t_cache;
  if (TORCHPP_LIKELY(cache != nullptr && nbytes <= kMaxThreadCachedBytes)) {
    Bin& bin = cache->bins[size_class(nbytes)];
    if (TORCHPP_LIKELY(cache->enter() && bin.head != nullptr)) {
      void* p = cache->pop(bin);
      cache->count_allocation();
      cache->leave();
      return p;
    }
    cache->leave();
  }
  return allocate_slow(nbytes);
}

/// Takes back what allocate_block(nbytes) returned, on any thread, also while the thread ends.
inline void free_block(void* p, size_t nbytes) noexcept {
  ThreadCache* cache = kPassThrough ? nullptr : t_cache;
  if (TORCHPP_LIKELY(cache != nullptr && nbytes <= kMaxThreadCachedBytes)) {
    Bin& bin = cache->bins[size_class(nbytes)];
    if (TORCHPP_LIKELY(cache->enter() && cache->has_room(bin))) {
      cache->push(bin, p);
      cache->leave();
      return;
    }
    cache->leave();
  }
  free_slow(p, nbytes);
}

/// trim() calls release first, which gives back what a cache of a higher floor keeps and says how many bytes that were.
/// At most 4 caches; the same one may be named again.
void on_trim(size_t (*release)());

/// The library's own allocator for tensors' memory.
extern Allocator& pool_allocator;
/// Gives blocks of zeros of their own. The system stores nothing of a page until it is written: what is only read is
/// one page of zeros for the whole machine.
extern Allocator& zero_pages;
/// The allocator that a program installed in its place, or null.
extern std::atomic<Allocator*> installed_allocator;

}  // namespace torchpp::memory
