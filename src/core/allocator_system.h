// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What the layers of the CPU allocator share: locks, counters, and the memory mappings of the system.

#include <pthread.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace torchpp::memory {

constexpr size_t kPageBytes = 4096;  // the smallest of any system; one with larger pages rounds up itself
constexpr size_t kHugePageBytes = size_t{2} << 20;

constexpr size_t round_up(size_t n, size_t multiple) { return (n + multiple - 1) / multiple * multiple; }

/// Constant-initialised and without destructor on every C++ library, which std::mutex is not.
class Mutex {
 public:
  void lock() { pthread_mutex_lock(&mutex_); }
  void unlock() { pthread_mutex_unlock(&mutex_); }

 private:
  pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
};

class Guard {
 public:
  explicit Guard(Mutex& mutex) : mutex_(mutex) { mutex_.lock(); }
  ~Guard() { mutex_.unlock(); }
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;

 private:
  Mutex& mutex_;
};

/// Adds to a counter that is written under a lock and read without one: no locked instruction.
inline void bump(std::atomic<uint64_t>& counter, int64_t difference) {
  counter.store(counter.load(std::memory_order_relaxed) + static_cast<uint64_t>(difference), std::memory_order_relaxed);
}

/// The process's counters.
struct Counters {
  // Bytes in blocks that programs or thread caches hold, and the highest value so far.
  std::atomic<size_t> handed_out{0};
  std::atomic<size_t> peak{0};
  // Bytes mapped and unmapped since the start of the process.
  std::atomic<size_t> mapped{0};
  std::atomic<size_t> unmapped{0};
  std::atomic<uint64_t> allocations{0};  // outside of living threads' caches
  std::atomic<uint64_t> unpooled{0};     // blocks in use that are larger than every class
  std::atomic<uint64_t> system_allocations{0};
  std::atomic<uint64_t> system_releases{0};

  void hand_out(size_t nbytes) {
    const size_t now = handed_out.fetch_add(nbytes, std::memory_order_relaxed) + nbytes;
    size_t seen = peak.load(std::memory_order_relaxed);
    while (now > seen && !peak.compare_exchange_weak(seen, now, std::memory_order_relaxed)) {
    }
  }
  void take_back(size_t nbytes) { handed_out.fetch_sub(nbytes, std::memory_order_relaxed); }
  void count_map(size_t nbytes) {
    mapped.fetch_add(nbytes, std::memory_order_relaxed);
    system_allocations.fetch_add(1, std::memory_order_relaxed);
  }
  void count_unmap(size_t nbytes) {
    unmapped.fetch_add(nbytes, std::memory_order_relaxed);
    system_releases.fetch_add(1, std::memory_order_relaxed);
  }
  size_t reserved() const {
    const size_t returned = unmapped.load(std::memory_order_acquire);
    return mapped.load(std::memory_order_relaxed) - returned;
  }
};

extern Counters g_counters;

/// Pages from the system, zero; null if it refuses. The alignment is a power of two of at least a page.
void* map_pages(size_t nbytes, size_t alignment);
void unmap_pages(void* p, size_t nbytes);

/// Pages for a block: aligned to huge pages where it is as large as one.
inline void* map_block(size_t nbytes) {
  return map_pages(nbytes, nbytes >= kHugePageBytes ? kHugePageBytes : kPageBytes);
}
/// Bytes mapped for a block that is larger than every size class.
constexpr size_t unpooled_bytes(size_t nbytes) { return round_up(nbytes, kHugePageBytes); }

/// A full memory barrier on every running thread of the process; false if the system has none.
bool barrier_on_all_threads();

uint64_t current_thread_id();

}  // namespace torchpp::memory
