// SPDX-License-Identifier: BSD-3-Clause
#include "src/core/allocator.h"

#include <torchpp/core/error.h>
#include <torchpp/core/memory.h>

#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <new>
#include <utility>
#include <vector>

#if defined(__linux__)
#include <linux/membarrier.h>
#include <sys/syscall.h>
#endif

// Three layers. A thread's cache (ThreadCache) exchanges batches with the central list of each class
// (CentralList), which cuts blocks from slabs; slabs and blocks above the slab classes come from the
// shared cache (PageCache), the only layer that talks to the system.
//
// Locks are taken in this order: registry, thread cache, central list, page cache.

namespace torchpp::memory {

__thread ThreadCache* t_cache __attribute__((tls_model("initial-exec"))) = nullptr;

namespace {

// Set when the thread's cache was taken down; destructors that run later use the central lists.
__thread bool t_ended __attribute__((tls_model("initial-exec"))) = false;

constexpr size_t kPageBytes = 4096;  // the smallest of any system; one with larger pages rounds up itself
constexpr size_t kHugePageBytes = size_t{2} << 20;
constexpr size_t kSlabBytes = size_t{256} << 10;
constexpr size_t kDefaultCacheLimit = size_t{256} << 20;
// Free slabs stand in the shared cache beside the blocks, as one class more.
constexpr unsigned kSlabClass = kNumClasses;
constexpr unsigned kNumPageClasses = kNumClasses + 1;
// More than any address space holds; refused without asking the system.
constexpr size_t kMaxBytes = size_t{1} << 57;
constexpr uint32_t kMaxBatchBlocks = 64;
constexpr size_t kMaxBatchBytes = size_t{32} << 10;

enum Stop : uint8_t {
  kRun,
  kVisited,       // another thread is about to visit the cache, or does
  kAskedToFlush,  // nobody can visit: the owner is asked to empty its cache itself
};

constexpr size_t round_up(size_t n, size_t multiple) { return (n + multiple - 1) / multiple * multiple; }

// Constant-initialised and without destructor on every C++ library, which std::mutex is not.
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

// For counters that are written under a lock and read without: no locked instruction.
void bump(std::atomic<uint64_t>& counter, int64_t difference) {
  counter.store(counter.load(std::memory_order_relaxed) + static_cast<uint64_t>(difference), std::memory_order_relaxed);
}

struct Counters {
  // Bytes in blocks that programs or thread caches hold, and the highest value so far.
  std::atomic<size_t> handed_out{0};
  std::atomic<size_t> peak{0};
  // Bytes asked of the system and returned to it, ever.
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

Counters g_counters;

// ---- System -----------------------------------------------------------------------------------

void* raw_map(size_t nbytes) {
  void* p = mmap(nullptr, nbytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return p == MAP_FAILED ? nullptr : p;
}

// Null if the system refuses. The alignment is a power of two of at least a page.
void* map_pages(size_t nbytes, size_t alignment) {
  void* p = raw_map(nbytes);
  if (p == nullptr) return nullptr;
  const auto misaligned = [alignment](const void* q) { return reinterpret_cast<uintptr_t>(q) & (alignment - 1); };
  // Mappings are laid out next to each other, so after a first aligned one the next is mostly aligned too.
  if (misaligned(p) != 0) {
    munmap(p, nbytes);
    char* wide = static_cast<char*>(raw_map(nbytes + alignment));
    if (wide == nullptr) return nullptr;
    const size_t before = alignment - misaligned(wide);
    if (before != alignment) munmap(wide, before);
    char* aligned = before != alignment ? wide + before : wide;
    const size_t after = alignment - static_cast<size_t>(aligned - wide);
    if (after != 0) munmap(aligned + nbytes, after);
    p = aligned;
  }
#if defined(MADV_HUGEPAGE)
  // First touch of 64 MiB: 22 ms with small pages, 5 ms with huge ones.
  if (alignment == kHugePageBytes) madvise(p, nbytes, MADV_HUGEPAGE);
#endif
  g_counters.count_map(nbytes);
  return p;
}

void unmap_pages(void* p, size_t nbytes) {
  // A hole in a larger mapping can exceed the system's number of mappings: then at least the pages go.
  if (munmap(p, nbytes) != 0) madvise(p, nbytes, MADV_DONTNEED);
  g_counters.count_unmap(nbytes);
}

void* map_block(size_t nbytes) { return map_pages(nbytes, nbytes >= kHugePageBytes ? kHugePageBytes : kPageBytes); }

constexpr size_t unpooled_bytes(size_t nbytes) { return round_up(nbytes, kHugePageBytes); }

// A full memory barrier on every running thread of the process; false if the system has none.
bool barrier_on_all_threads() {
#if defined(__linux__)
  if (syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) == 0) return true;
  // EPERM: this process has not registered its intent yet.
  return errno == EPERM && syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0 &&
         syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) == 0;
#else
  return false;
#endif
}

uint64_t current_thread_id() {
#if defined(__linux__)
  return static_cast<uint64_t>(syscall(SYS_gettid));
#else
  return static_cast<uint64_t>(reinterpret_cast<uintptr_t>(pthread_self()));
#endif
}

// ---- Shared cache of slabs and large blocks ------------------------------------------------------

constexpr size_t page_class_bytes(unsigned k) { return k == kSlabClass ? kSlabBytes : class_bytes(k); }

// Stands at the start of a free slab or large block: one list per class and one by age of all.
struct FreeRange {
  FreeRange* next;
  FreeRange* previous;
  FreeRange* older;
  FreeRange* newer;
  unsigned page_class;
};

class PageCache {
 public:
  // A range of class k, its contents undefined; null if the system refuses.
  void* take(unsigned k) {
    {
      Guard guard(mutex_);
      if (FreeRange* range = heads_[k]) {
        remove(range);
        ++taken_[k];
        return range;
      }
    }
    void* p = k == kSlabClass ? map_pages(kSlabBytes, kSlabBytes) : map_block(class_bytes(k));
    if (p != nullptr) {
      Guard guard(mutex_);
      ++taken_[k];
    }
    return p;
  }

  void put(void* p, unsigned k) {
    // A range above the limit would only push out what may stay.
    const bool keep = page_class_bytes(k) <= limit();
    FreeRange* victims = nullptr;
    {
      Guard guard(mutex_);
      --taken_[k];
      if (keep) {
        insert(p, k);
        victims = evict(limit());
      }
    }
    if (!keep) unmap_pages(p, page_class_bytes(k));
    release(victims);
  }

  // Gives the oldest ranges back to the system until at most `limit` bytes are left.
  void shrink(size_t limit) {
    FreeRange* victims = nullptr;
    {
      Guard guard(mutex_);
      victims = evict(limit);
    }
    release(victims);
  }

  void set_limit(size_t limit) { limit_.store(limit, std::memory_order_relaxed); }
  size_t limit() const { return limit_.load(std::memory_order_relaxed); }

  size_t cached_bytes() const { return cached_bytes_.load(std::memory_order_relaxed); }

  // Ranges of class k that others hold, and free ones.
  struct Usage {
    uint64_t taken;
    uint64_t free;
  };
  Usage usage(unsigned k) {
    Guard guard(mutex_);
    return {taken_[k], free_[k]};
  }

  Mutex& mutex() { return mutex_; }

 private:
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
  FreeRange* evict(size_t limit) {
    FreeRange* victims = nullptr;
    while (oldest_ != nullptr && cached_bytes() > limit) {
      FreeRange* range = oldest_;
      remove(range);
      range->next = victims;
      victims = range;
    }
    return victims;
  }
  // Outside the lock: returning 64 MiB takes a millisecond.
  static void release(FreeRange* victims) {
    while (victims != nullptr) {
      FreeRange* next = victims->next;
      unmap_pages(victims, page_class_bytes(victims->page_class));
      victims = next;
    }
  }

  Mutex mutex_;
  FreeRange* heads_[kNumPageClasses] = {};
  FreeRange* oldest_ = nullptr;
  FreeRange* newest_ = nullptr;
  uint64_t free_[kNumPageClasses] = {};
  uint64_t taken_[kNumPageClasses] = {};
  std::atomic<uint64_t> cached_bytes_{0};
  std::atomic<size_t> limit_{kDefaultCacheLimit};
};

PageCache g_pages;

// ---- Central lists ------------------------------------------------------------------------------

// The first 64 bytes of a slab; its blocks follow.
struct alignas(64) Slab {
  Slab* next;
  Slab* previous;
  void* free;       // blocks that came back
  uint32_t used;    // blocks given out
  uint32_t carved;  // blocks cut off so far; the rest of the slab was never touched
};
static_assert(sizeof(Slab) == 64, "blocks of 64 bytes and more stay aligned to 64");

Slab* slab_of(void* block) {
  return reinterpret_cast<Slab*>(reinterpret_cast<uintptr_t>(block) & ~uintptr_t{kSlabBytes - 1});
}

class alignas(64) CentralList {
 public:
  // Up to `want` blocks of class k linked into *list; fewer when the open slabs are used up, none
  // when the system refuses.
  uint32_t take(unsigned k, uint32_t want, void** list) {
    const uint32_t nbytes = static_cast<uint32_t>(class_bytes(k));
    const uint32_t capacity = static_cast<uint32_t>((kSlabBytes - sizeof(Slab)) / nbytes);
    Guard guard(mutex_);
    if (open_ == nullptr) {
      void* pages = g_pages.take(kSlabClass);
      if (pages == nullptr) return 0;
      link(new (pages) Slab{nullptr, nullptr, nullptr, 0, 0});
      bump(slabs_, 1);
    }
    uint32_t got = 0;
    while (got < want && open_ != nullptr) {
      Slab* slab = open_;
      for (; got < want && slab->used < capacity; ++got) {
        void* block = slab->free;
        if (block != nullptr) {
          slab->free = *static_cast<void**>(block);
        } else {
          block = reinterpret_cast<char*>(slab + 1) + size_t{slab->carved++} * nbytes;
        }
        ++slab->used;
        *static_cast<void**>(block) = *list;
        *list = block;
      }
      if (slab->used == capacity) unlink(slab);
    }
    bump(used_, got);
    return got;
  }

  // Takes back a list of blocks of class k; returns slabs that became free.
  void put(unsigned k, void* list, uint32_t count) {
    const uint32_t capacity = static_cast<uint32_t>((kSlabBytes - sizeof(Slab)) / class_bytes(k));
    Slab* emptied = nullptr;
    {
      Guard guard(mutex_);
      bump(used_, -int64_t{count});
      while (list != nullptr) {
        void* block = list;
        list = *static_cast<void**>(block);
        Slab* slab = slab_of(block);
        *static_cast<void**>(block) = slab->free;
        slab->free = block;
        if (slab->used-- == capacity) link(slab);
        if (slab->used == 0) {
          unlink(slab);
          bump(slabs_, -1);
          slab->next = emptied;
          emptied = slab;
        }
      }
    }
    while (emptied != nullptr) {
      Slab* next = emptied->next;
      g_pages.put(emptied, kSlabClass);
      emptied = next;
    }
  }

  // Blocks given out, and free blocks in slabs that are in use.
  uint64_t used() const { return used_.load(std::memory_order_relaxed); }
  uint64_t free_blocks(unsigned k) const {
    const uint64_t all = slabs_.load(std::memory_order_relaxed) * ((kSlabBytes - sizeof(Slab)) / class_bytes(k));
    const uint64_t used = this->used();
    return all > used ? all - used : 0;
  }

  Mutex& mutex() { return mutex_; }

 private:
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

CentralList g_central[kNumSlabClasses];

// Blocks for thread caches and, where there is none, for the program.
uint32_t take_blocks(unsigned k, uint32_t want, void** list) {
  if (k < kNumSlabClasses) return g_central[k].take(k, want, list);
  void* p = g_pages.take(k);
  if (p == nullptr) return 0;
  *static_cast<void**>(p) = nullptr;
  *list = p;
  return 1;
}

void put_blocks(unsigned k, void* list, uint32_t count) {
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

uint32_t batch_blocks(unsigned k) {
  const size_t fit = kMaxBatchBytes / class_bytes(k);
  return fit < 1 ? 1 : fit < kMaxBatchBlocks ? static_cast<uint32_t>(fit) : kMaxBatchBlocks;
}

// ---- Thread caches --------------------------------------------------------------------------------

// The bins change only in the owner's fast path, or under the mutex with the fast path out of them.
struct OwnedCache : ThreadCache {
  Mutex mutex;
  OwnedCache* next = nullptr;
  OwnedCache* previous = nullptr;
  uint64_t thread_id = 0;

  // The rest needs the mutex.

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

  void flush() {
    for (unsigned k = 0; k < kNumThreadClasses; ++k)
      while (bins[k].count != 0) flush_bin(k, batch_blocks(k));
  }

  // One batch from the class that holds the most bytes: what the thread no longer uses drains away,
  // and no single free pays for more than a batch.
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

  void* allocate(unsigned k) {
    Guard guard(mutex);
    obey();
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

  void free(void* p, unsigned k) {
    Guard guard(mutex);
    obey();
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

 private:
  void obey() {
    if (stop.load(std::memory_order_relaxed) != kAskedToFlush) return;
    flush();
    stop.store(kRun, std::memory_order_relaxed);
  }
};

constexpr unsigned kCacheClass = size_class(sizeof(OwnedCache));

size_t thread_limit(size_t cache_limit) { return cache_limit < kThreadCacheBytes ? cache_limit : kThreadCacheBytes; }

// All living threads' caches.
class Registry {
 public:
  // Gives the calling thread a cache; null if it can have none.
  OwnedCache* create();
  // Takes down the cache of a thread that ends.
  void destroy(OwnedCache* cache) {
    Guard guard(mutex_);
    remove(cache);
  }

  void flush() {
    Guard guard(mutex_);
    flush_all();
  }

  void set_cache_limit(size_t nbytes) {
    {
      Guard guard(mutex_);
      g_pages.set_limit(nbytes);
      for (OwnedCache* cache = first_; cache != nullptr; cache = cache->next)
        cache->limit.store(thread_limit(nbytes), std::memory_order_relaxed);
      if (nbytes < kThreadCacheBytes) flush_all();
    }
    g_pages.shrink(nbytes);
  }

  // Calls visit(cache, stopped) for every cache; its bins may be read if it was stopped.
  // The visit must not throw.
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

  // Bytes in all caches, and allocations that went through them.
  struct Sum {
    size_t cached_bytes = 0;
    uint64_t allocations = 0;
    size_t caches = 0;
  };
  Sum sum() {
    Guard guard(mutex_);
    Sum sum;
    for (OwnedCache* cache = first_; cache != nullptr; cache = cache->next) {
      sum.cached_bytes += cache->cached_bytes.load(std::memory_order_relaxed);
      sum.allocations += cache->num_allocations.load(std::memory_order_relaxed);
      ++sum.caches;
    }
    return sum;
  }

  void before_fork();
  void after_fork_in_parent();
  void after_fork_in_child();

 private:
  // What follows needs the registry locked.

  // Tells every owner to keep out of its bins. False if the system has no barrier: then only the
  // owner may touch a cache, and every other owner is asked to flush at its next slow path instead.
  bool announce() {
    for (OwnedCache* cache = first_; cache != nullptr; cache = cache->next)
      cache->stop.store(kVisited, std::memory_order_relaxed);
    if (barrier_on_all_threads()) return true;
    for (OwnedCache* cache = first_; cache != nullptr; cache = cache->next)
      cache->stop.store(cache == t_cache ? kRun : kAskedToFlush, std::memory_order_relaxed);
    return false;
  }

  // After announce(): waits until the owner is out of its bins, and keeps it out.
  static void stop(OwnedCache* cache) {
    cache->mutex.lock();
    for (int spins = 0; cache->busy.load(std::memory_order_acquire) != 0; ++spins) {
      // The owner was interrupted within a few instructions. Yielding alone would never let it run
      // if it has a lower real-time priority.
      const timespec pause = {0, 20000};
      spins < 100 ? sched_yield() : nanosleep(&pause, nullptr);
    }
  }
  static void resume(OwnedCache* cache) {
    cache->stop.store(kRun, std::memory_order_release);
    cache->mutex.unlock();
  }

  void flush_all() {
    const bool may_visit = announce();
    for (OwnedCache* cache = first_; cache != nullptr; cache = cache->next) {
      if (!may_visit && cache != t_cache) continue;
      stop(cache);
      cache->flush();
      resume(cache);
    }
  }

  void unlink(OwnedCache* cache) {
    g_counters.allocations.fetch_add(cache->num_allocations.load(std::memory_order_relaxed), std::memory_order_relaxed);
    (cache->previous != nullptr ? cache->previous->next : first_) = cache->next;
    if (cache->next != nullptr) cache->next->previous = cache->previous;
  }
  // The owner is gone, or is the caller.
  void remove(OwnedCache* cache) {
    cache->flush();
    unlink(cache);
    dispose(cache);
  }
  static void dispose(OwnedCache* cache) {
    *reinterpret_cast<void**>(cache) = nullptr;
    put_blocks(kCacheClass, cache, 1);
  }

  Mutex mutex_;
  OwnedCache* first_ = nullptr;
  bool stopped_for_fork_ = false;
  bool has_key_ = false;
  pthread_key_t key_ = 0;
  pthread_once_t once_ = PTHREAD_ONCE_INIT;

  void start();
};

Registry g_registry;

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
  pthread_once(&once_, [] { g_registry.start(); });
  void* memory = nullptr;
  if (!has_key_ || take_blocks(kCacheClass, 1, &memory) == 0) return nullptr;
  auto* cache = new (memory) OwnedCache;
  for (unsigned k = 0; k < kNumThreadClasses; ++k) cache->bins[k].block_bytes = static_cast<uint32_t>(class_bytes(k));
  cache->thread_id = current_thread_id();
  // Without the key's destructor nobody would take the cache down when the thread ends.
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

// A fork copies the memory of all threads but only the calling thread. With every lock held and every
// owner out of its bins the copy is consistent, and the child takes over what the others had cached.
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
      unlink(cache);  // its owner may have been in the middle of a change: what it cached is lost to the child
    }
  }
  mutex_.unlock();
}

// ---- Slow paths -----------------------------------------------------------------------------------

// From the C library, for sanitizers.
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

OwnedCache* own_cache() {
  if (t_cache != nullptr) return static_cast<OwnedCache*>(t_cache);
  return t_ended ? nullptr : g_registry.create();
}

// Null if the system refuses.
void* try_allocate(size_t nbytes) {
  if (kPassThrough) return pass_allocate(nbytes);
  if (nbytes <= kMaxThreadCachedBytes)
    if (OwnedCache* cache = own_cache()) return cache->allocate(size_class(nbytes));
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
    if (OwnedCache* cache = own_cache()) {
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

size_t central_free_bytes() {
  size_t nbytes = 0;
  for (unsigned k = 0; k < kNumSlabClasses; ++k) nbytes += g_central[k].free_blocks(k) * class_bytes(k);
  return nbytes;
}

}  // namespace

Allocator& pool_allocator = g_pool;
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
  // The two were not read at the same moment.
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
  // What is copied while owners are stopped; memory for it is found before.
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
    // The caches themselves are blocks too, but not the program's.
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
  memory::installed_allocator.store(allocator, std::memory_order_release);
}

}  // namespace torchpp
