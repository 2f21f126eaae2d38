// SPDX-License-Identifier: BSD-3-Clause
#include "src/core/allocator.h"

#include <torchpp/core/error.h>
#include <torchpp/core/memory.h>

#include <atomic>
#include <cstdlib>
#include <utility>
#include <vector>

#include "src/core/allocator_threads.h"

// The allocator has three layers. A thread's cache (allocator_threads.h) exchanges batches with the central list of
// each class (allocator_slabs.h), which cuts blocks from slabs; slabs and blocks above the slab classes come from the
// shared cache (allocator_pages.h), the only layer that maps memory for the size classes. This file holds the slow
// paths of allocate_block() and free_block(), and the statistics.
//
// Locks are taken in this order: registry, thread cache, central list, page cache.

namespace torchpp::memory {
namespace {

// More than any address space holds; refused without a call of the system.
constexpr size_t kMaxBytes = size_t{1} << 57;

// Blocks of the C library, whose bounds a sanitizer checks.
void* pass_allocate(size_t nbytes) {
  void* p = nullptr;
  if (posix_memalign(&p, nbytes > class_bytes(2) ? 64 : 16, nbytes != 0 ? nbytes : 1) != 0) return nullptr;
  g_counters.count_map(nbytes);
  g_counters.hand_out(nbytes);
  g_counters.allocations.fetch_add(1, std::memory_order_relaxed);
  return p;
}

void pass_free(void* p, size_t nbytes) {
  g_counters.take_back(nbytes);
  g_counters.count_unmap(nbytes);
  std::free(p);
}

// Null if the system refuses.
void* try_allocate(size_t nbytes) {
  if (kPassThrough) return pass_allocate(nbytes);
  if (nbytes <= kMaxThreadCachedBytes)
    if (OwnedCache* cache = g_registry.own_cache()) return cache->allocate(size_class(nbytes));
  void* p = nullptr;
  if (nbytes <= kMaxPooledBytes) {
    const unsigned k = size_class(nbytes);
    if (take_blocks(k, 1, &p) == 0) return nullptr;
    g_counters.hand_out(class_bytes(k));
  } else {
    p = map_block(unpooled_bytes(nbytes));
    if (p == nullptr) return nullptr;
    g_counters.hand_out(unpooled_bytes(nbytes));
    g_counters.unpooled.fetch_add(1, std::memory_order_relaxed);
  }
  g_counters.allocations.fetch_add(1, std::memory_order_relaxed);
  return p;
}

void give_back(void* p, size_t nbytes) {
  if (kPassThrough) return pass_free(p, nbytes);
  if (nbytes <= kMaxThreadCachedBytes) {
    if (OwnedCache* cache = g_registry.own_cache()) {
      cache->free(p, size_class(nbytes));
      return;
    }
  }
  if (nbytes <= kMaxPooledBytes) {
    const unsigned k = size_class(nbytes);
    g_counters.take_back(class_bytes(k));
    *static_cast<void**>(p) = nullptr;
    put_blocks(k, p, 1);
  } else {
    g_counters.take_back(unpooled_bytes(nbytes));
    g_counters.unpooled.fetch_sub(1, std::memory_order_relaxed);
    unmap_pages(p, unpooled_bytes(nbytes));
  }
}

class PoolAllocator final : public Allocator {
 public:
  void* allocate(size_t nbytes) override { return allocate_block(nbytes < 64 ? 64 : nbytes); }
  void deallocate(void* p, size_t nbytes) noexcept override { free_block(p, nbytes < 64 ? 64 : nbytes); }
  const char* name() const override { return "torchpp"; }
};

PoolAllocator g_pool;

class ZeroPages final : public Allocator {
 public:
  void* allocate(size_t nbytes) override {
    void* const p = map_pages(round_up(nbytes, kPageBytes), kPageBytes);
    TORCHPP_CHECK_KIND(kOutOfMemory, p != nullptr, "can't allocate memory: you tried to map ", nbytes, " bytes");
    return p;
  }
  void deallocate(void* p, size_t nbytes) noexcept override { unmap_pages(p, round_up(nbytes, kPageBytes)); }
  const char* name() const override { return "torchpp zero pages"; }
};

ZeroPages g_zero_pages;

size_t central_free_bytes() {
  size_t nbytes = 0;
  for (unsigned k = 0; k < kNumSlabClasses; ++k) nbytes += g_central[k].free_blocks(k) * class_bytes(k);
  return nbytes;
}

}  // namespace

Allocator& pool_allocator = g_pool;
Allocator& zero_pages = g_zero_pages;
std::atomic<Allocator*> installed_allocator{nullptr};

void* allocate_slow(size_t nbytes) {
  if (TORCHPP_LIKELY(nbytes <= kMaxBytes)) {
    if (void* p = try_allocate(nbytes)) return p;
    trim();
    if (void* p = try_allocate(nbytes)) return p;
  }
  const Stats now = stats();
  TORCHPP_FAIL_KIND(kOutOfMemory, "DefaultCPUAllocator: can't allocate memory: you tried to allocate ", nbytes,
                    " bytes; ", now.allocated_bytes, " bytes are in use, ", now.reserved_bytes,
                    " are held from the system, of which ", now.cached_bytes, " are cached");
}

void free_slow(void* p, size_t nbytes) noexcept { give_back(p, nbytes); }

Stats stats() {
  const Registry::Sum threads = g_registry.sum();
  const size_t handed_out = g_counters.handed_out.load(std::memory_order_relaxed);
  Stats s;
  // The two counters were not read at the same moment, so the second may be the larger one.
  s.allocated_bytes = handed_out > threads.cached_bytes ? handed_out - threads.cached_bytes : 0;
  s.reserved_bytes = g_counters.reserved();
  s.thread_cached_bytes = threads.cached_bytes;
  s.cached_bytes = threads.cached_bytes + central_free_bytes() + g_pages.cached_bytes();
  s.peak_allocated_bytes = g_counters.peak.load(std::memory_order_relaxed);
  s.num_allocations = g_counters.allocations.load(std::memory_order_relaxed) + threads.allocations;
  s.num_system_allocations = g_counters.system_allocations.load(std::memory_order_relaxed);
  s.num_system_releases = g_counters.system_releases.load(std::memory_order_relaxed);
  return s;
}

void reset_peak() {
  g_counters.peak.store(g_counters.handed_out.load(std::memory_order_relaxed), std::memory_order_relaxed);
}

namespace {
std::atomic<size_t (*)()> g_releases[4];
}  // namespace

void on_trim(size_t (*release)()) {
  for (std::atomic<size_t (*)()>& slot : g_releases) {
    size_t (*none)() = nullptr;
    if (slot.compare_exchange_strong(none, release) || none == release) return;
  }
  TORCHPP_CHECK(false, "on_trim: got one cache more than the ", std::size(g_releases), " expected");
}

size_t trim() {
  const size_t before = g_counters.unmapped.load(std::memory_order_relaxed);
  size_t released = 0;
  for (const std::atomic<size_t (*)()>& slot : g_releases)
    if (size_t(*release)() = slot.load()) released += release();
  g_registry.flush();
  g_pages.shrink(0);
  return released + g_counters.unmapped.load(std::memory_order_relaxed) - before;
}

void set_cache_limit(size_t nbytes) { g_registry.set_cache_limit(nbytes); }
size_t cache_limit() { return g_pages.limit(); }

Snapshot snapshot() {
  // One row per thread, copied while its owner is stopped; the rows are allocated before.
  struct Row {
    uint64_t thread_id;
    uint64_t allocations;
    size_t cached_bytes;
    uint32_t counts[kNumThreadClasses];
  };
  std::vector<Row> rows;
  size_t seen = g_registry.sum().caches;
  do {
    rows.resize(seen + 8);
    seen = 0;
    g_registry.visit_all([&](const OwnedCache& cache, bool stopped) {
      if (seen < rows.size()) {
        Row& row = rows[seen];
        row.thread_id = cache.thread_id;
        row.allocations = cache.num_allocations.load(std::memory_order_relaxed);
        row.cached_bytes = cache.cached_bytes.load(std::memory_order_relaxed);
        for (unsigned k = 0; k < kNumThreadClasses; ++k) row.counts[k] = stopped ? cache.bins[k].count : 0;
      }
      ++seen;
    });
  } while (seen > rows.size());
  rows.resize(seen);

  Snapshot result;
  uint64_t thread_cached[kNumThreadClasses] = {};
  for (const Row& row : rows) {
    ThreadUsage thread;
    thread.thread_id = row.thread_id;
    thread.num_allocations = row.allocations;
    thread.cached_bytes = row.cached_bytes;
    for (unsigned k = 0; k < kNumThreadClasses; ++k) {
      if (row.counts[k] == 0) continue;
      thread.cached.push_back({class_bytes(k), row.counts[k]});
      thread_cached[k] += row.counts[k];
    }
    result.threads.push_back(std::move(thread));
  }
  for (unsigned k = 0; k < kNumClasses; ++k) {
    const PageCache::Usage pages =
        k < kNumSlabClasses ? PageCache::Usage{g_central[k].used(), g_central[k].free_blocks(k)} : g_pages.usage(k);
    SizeClassUsage usage;
    usage.block_bytes = class_bytes(k);
    usage.thread_cached = k < kNumThreadClasses ? thread_cached[k] : 0;
    usage.cached = pages.free;
    // The thread caches are themselves blocks, but not blocks of the program.
    const uint64_t not_programs = usage.thread_cached + (k == kCacheClass ? rows.size() : 0);
    usage.allocated = pages.taken > not_programs ? pages.taken - not_programs : 0;
    if (usage.allocated + usage.thread_cached + usage.cached != 0) result.classes.push_back(usage);
  }
  if (const uint64_t unpooled = g_counters.unpooled.load(std::memory_order_relaxed))
    result.classes.push_back({0, unpooled, 0, 0});
  result.free_slab_bytes = g_pages.usage(kSlabClass).free * kSlabBytes;
  result.stats = stats();
  return result;
}

}  // namespace torchpp::memory

namespace torchpp {

Allocator& cpu_allocator() {
  Allocator* installed = memory::installed_allocator.load(std::memory_order_acquire);
  return installed != nullptr ? *installed : memory::pool_allocator;
}

void set_cpu_allocator(Allocator* allocator) {
  memory::installed_allocator.store(allocator == &memory::pool_allocator ? nullptr : allocator,
                                    std::memory_order_release);
}

}  // namespace torchpp
