// SPDX-License-Identifier: BSD-3-Clause
#include "src/core/allocator.h"

#include <torchpp/core/error.h>
#include <torchpp/core/memory.h>

#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

#if defined(__linux__) && defined(__x86_64__)
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <cstddef>
#endif

namespace torchpp {
namespace {

using memory::allocate_block;
using memory::class_bytes;
using memory::free_block;
using memory::size_class;

constexpr bool kPooled = !memory::kPassThrough;
constexpr size_t kMiB = size_t{1} << 20;

#define SKIP_WITHOUT_POOL() \
  if (!kPooled) GTEST_SKIP() << "blocks come from the C library under a sanitizer"

bool is_aligned(const void* p, size_t alignment) { return reinterpret_cast<uintptr_t>(p) % alignment == 0; }

size_t resident_bytes() {
  FILE* file = std::fopen("/proc/self/statm", "r");
  long total = 0, resident = 0;
  EXPECT_EQ(std::fscanf(file, "%ld %ld", &total, &resident), 2);
  std::fclose(file);
  return static_cast<size_t>(resident) * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

// A block that is filled with a pattern of its own and checked before it is freed.
struct Block {
  unsigned char* p;
  size_t nbytes;
};
Block make_block(size_t nbytes) {
  auto* p = static_cast<unsigned char*>(allocate_block(nbytes));
  const size_t edge = std::min<size_t>(nbytes, 64);
  std::memset(p, static_cast<int>(nbytes % 251), edge);
  std::memset(p + nbytes - edge, static_cast<int>(nbytes % 251), edge);
  return {p, nbytes};
}
bool intact(const Block& b) {
  const size_t edge = std::min<size_t>(b.nbytes, 64);
  for (size_t i = 0; i < edge; ++i)
    if (b.p[i] != b.nbytes % 251 || b.p[b.nbytes - 1 - i] != b.nbytes % 251) return false;
  return true;
}
void check_and_free(const Block& b) {
  if (!intact(b)) ADD_FAILURE() << "block of " << b.nbytes << " bytes was overwritten";
  free_block(b.p, b.nbytes);
}

class AllocatorTest : public ::testing::Test {
 protected:
  void SetUp() override {
    free_block(allocate_block(64), 64);  // this thread has a cache from here on
    memory::trim();
  }
  void TearDown() override { memory::set_cache_limit(limit_); }

 private:
  size_t limit_ = memory::cache_limit();
};

TEST_F(AllocatorTest, ClassesAreTheSmallestThatFit) {
  for (unsigned k = 0; k < memory::kNumClasses; ++k) {
    ASSERT_EQ(size_class(class_bytes(k)), k);
    ASSERT_EQ(class_bytes(k) % (class_bytes(k) >= 64 ? 64 : 16), 0u);
    if (k > 0) {
      ASSERT_EQ(size_class(class_bytes(k - 1) + 1), k);
    }
  }
  for (size_t n = 1; n <= 100000; ++n) {
    const unsigned k = size_class(n);
    ASSERT_GE(class_bytes(k), n);
    if (k > 0) {
      ASSERT_LT(class_bytes(k - 1), n);
    }
    if (n > 256) {
      ASSERT_LE(class_bytes(k), n + n / 4);
    }
  }
  EXPECT_EQ(size_class(0), 0u);
}

TEST_F(AllocatorTest, EverySizeIsAlignedAndItsOwn) {
  std::vector<size_t> sizes;
  for (size_t n = 1; n <= 100000; ++n) sizes.push_back(n);
  for (int power = 17; power <= 27; ++power)
    for (int difference = -1; difference <= 1; ++difference)
      sizes.push_back(static_cast<size_t>((int64_t{1} << power) + difference));
  std::vector<Block> alive;
  for (size_t n : sizes) {
    const Block b = make_block(n);
    ASSERT_TRUE(is_aligned(b.p, n > 48 ? 64 : 16)) << n;
    alive.push_back(b);
    if (alive.size() < 64) continue;
    for (const Block& old : alive) check_and_free(old);
    alive.clear();
  }
  for (const Block& old : alive) check_and_free(old);
  for (size_t n : {0, 1, 15, 63, 64, 65, 5000}) {
    void* p = cpu_allocator().allocate(n);
    ASSERT_NE(p, nullptr);
    ASSERT_TRUE(is_aligned(p, 64)) << n;
    cpu_allocator().deallocate(p, n);
  }
}

TEST_F(AllocatorTest, BlocksInUseDoNotOverlap) {
  for (size_t n : {16u, 48u, 64u, 192u, 4096u, 20000u, 32768u, 40000u}) {
    std::vector<char*> blocks;
    for (int i = 0; i < 500; ++i) blocks.push_back(static_cast<char*>(allocate_block(n)));
    std::sort(blocks.begin(), blocks.end());
    for (size_t i = 1; i < blocks.size(); ++i) ASSERT_GE(blocks[i] - blocks[i - 1], static_cast<ptrdiff_t>(n));
    for (char* p : blocks) free_block(p, n);
  }
}

TEST_F(AllocatorTest, WarmPathAsksNothingOfTheSystem) {
  SKIP_WITHOUT_POOL();
  const std::vector<size_t> step = {64, 200, 4096, 100000, kMiB, 4 * kMiB, 16 * kMiB, 64 * kMiB};
  const auto run = [&step] {
    std::vector<Block> blocks;
    for (int i = 0; i < 2; ++i)
      for (size_t n : step) blocks.push_back(make_block(n));
    for (const Block& b : blocks) check_and_free(b);
  };
  run();
  const auto before = memory::stats();
  for (int i = 0; i < 10; ++i) run();
  const auto after = memory::stats();
  EXPECT_EQ(after.num_system_allocations, before.num_system_allocations);
  EXPECT_EQ(after.num_system_releases, before.num_system_releases);
  EXPECT_EQ(after.num_allocations - before.num_allocations, 10 * 2 * step.size());
}

TEST_F(AllocatorTest, StatisticsFollowBlocks) {
  const auto before = memory::stats();
  void* large = allocate_block(8 * kMiB);
  EXPECT_EQ(memory::stats().allocated_bytes - before.allocated_bytes, 8 * kMiB);
  free_block(large, 8 * kMiB);
  EXPECT_EQ(memory::stats().allocated_bytes, before.allocated_bytes);
  EXPECT_GE(memory::stats().peak_allocated_bytes, before.allocated_bytes + 8 * kMiB);
  memory::reset_peak();
  EXPECT_LE(memory::stats().peak_allocated_bytes, before.allocated_bytes + kMiB);

  std::vector<void*> small;
  for (int i = 0; i < 1000; ++i) small.push_back(allocate_block(64));
  const auto during = memory::stats();
  EXPECT_EQ(during.allocated_bytes - before.allocated_bytes, 64000u);
  EXPECT_GE(during.peak_allocated_bytes, during.allocated_bytes);
  EXPECT_EQ(during.num_allocations - before.num_allocations, 1001u);
  for (void* p : small) free_block(p, 64);
  const auto after = memory::stats();
  EXPECT_EQ(after.allocated_bytes, before.allocated_bytes);
  EXPECT_LE(after.allocated_bytes + after.cached_bytes, after.reserved_bytes);
}

TEST_F(AllocatorTest, TrimReturnsEverythingThatIsFree) {
  SKIP_WITHOUT_POOL();
  const auto before = memory::stats();
  std::vector<Block> blocks;
  for (int i = 0; i < 2000; ++i) blocks.push_back(make_block(1 + 37 * static_cast<size_t>(i)));
  blocks.push_back(make_block(32 * kMiB));
  for (const Block& b : blocks) check_and_free(b);
  EXPECT_GE(memory::stats().cached_bytes, before.cached_bytes + 32 * kMiB);
  EXPECT_GE(memory::trim(), 32 * kMiB);
  const auto after = memory::stats();
  EXPECT_EQ(after.reserved_bytes, before.reserved_bytes);
  EXPECT_EQ(after.thread_cached_bytes, 0u);
  EXPECT_EQ(memory::trim(), 0u);
}

// A thread that runs functions one by one while the test inspects its cache.
class Worker {
 public:
  Worker() : thread_([this] { loop(); }) {}
  ~Worker() {
    run(nullptr);
    thread_.join();
  }
  void run(void (*work)()) {
    std::unique_lock<std::mutex> lock(mutex_);
    work_ = work;
    pending_ = true;
    changed_.notify_all();
    changed_.wait(lock, [this] { return !pending_; });
  }

 private:
  void loop() {
    for (bool stop = false; !stop;) {
      std::unique_lock<std::mutex> lock(mutex_);
      changed_.wait(lock, [this] { return pending_; });
      if (work_ != nullptr) work_();
      stop = work_ == nullptr;
      pending_ = false;
      changed_.notify_all();
    }
  }
  std::mutex mutex_;
  std::condition_variable changed_;
  void (*work_)() = nullptr;
  bool pending_ = false;
  std::thread thread_;
};

void fill_own_cache() {
  std::vector<void*> blocks;
  for (int i = 0; i < 1000; ++i) blocks.push_back(allocate_block(512));
  for (void* p : blocks) free_block(p, 512);
}

TEST_F(AllocatorTest, TrimEmptiesCachesOfSleepingThreads) {
  SKIP_WITHOUT_POOL();
  Worker worker;
  worker.run(fill_own_cache);
  EXPECT_GE(memory::stats().thread_cached_bytes, 512000u);
  EXPECT_GE(memory::trim(), 512000u);
  EXPECT_EQ(memory::stats().thread_cached_bytes, 0u);
  worker.run(fill_own_cache);
  EXPECT_GE(memory::stats().thread_cached_bytes, 512000u);
}

TEST_F(AllocatorTest, ThreadCacheIsBounded) {
  SKIP_WITHOUT_POOL();
  for (size_t n : {16u, 64u, 512u, 4096u, 30000u, 262144u}) {
    std::vector<void*> blocks;
    for (size_t i = 0; i < 4 * kMiB / n; ++i) blocks.push_back(allocate_block(n));
    for (void* p : blocks) {
      free_block(p, n);
      ASSERT_LE(memory::stats().thread_cached_bytes, memory::kThreadCacheBytes);
    }
  }
}

TEST_F(AllocatorTest, CacheLimitHolds) {
  SKIP_WITHOUT_POOL();
  memory::set_cache_limit(16 * kMiB);
  EXPECT_EQ(memory::cache_limit(), 16 * kMiB);
  const auto base = memory::stats();
  std::vector<void*> blocks;
  for (int i = 0; i < 16; ++i) blocks.push_back(allocate_block(4 * kMiB));
  for (void* p : blocks) free_block(p, 4 * kMiB);
  EXPECT_EQ(memory::stats().cached_bytes - base.cached_bytes, 16 * kMiB);

  // A block above the limit goes straight back and pushes nothing out.
  free_block(allocate_block(32 * kMiB), 32 * kMiB);
  EXPECT_EQ(memory::stats().cached_bytes - base.cached_bytes, 16 * kMiB);

  // The oldest goes first: after one block of another size three of the old ones are left.
  free_block(allocate_block(2 * kMiB), 2 * kMiB);
  uint64_t of_4 = 0, of_2 = 0;
  for (const auto& c : memory::snapshot().classes) {
    if (c.block_bytes == 4 * kMiB) of_4 = c.cached;
    if (c.block_bytes == 2 * kMiB) of_2 = c.cached;
  }
  EXPECT_EQ(of_4, 3u);
  EXPECT_EQ(of_2, 1u);

  memory::set_cache_limit(0);
  free_block(allocate_block(100), 100);
  const auto none = memory::stats();
  EXPECT_EQ(none.thread_cached_bytes, 0u);
  EXPECT_EQ(none.reserved_bytes - none.allocated_bytes, base.reserved_bytes - base.allocated_bytes);
}

TEST_F(AllocatorTest, BlocksMayBeFreedByAnotherThread) {
  const auto before = memory::stats();
  for (int round = 0; round < 20; ++round) {
    std::vector<Block> blocks;
    std::thread([&blocks] {
      for (size_t n : {16u, 64u, 1000u, 5000u, 40000u, 300000u, 3000000u})
        for (int i = 0; i < 50; ++i) blocks.push_back(make_block(n));
    }).join();
    std::thread([&blocks] {
      for (const Block& b : blocks) check_and_free(b);
    }).join();
  }
  const auto after = memory::stats();
  EXPECT_EQ(after.allocated_bytes, before.allocated_bytes);
  EXPECT_EQ(after.num_allocations - before.num_allocations, 20u * 7 * 50);
}

TEST_F(AllocatorTest, ProducerAndConsumerReachASteadyState) {
  SKIP_WITHOUT_POOL();
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<Block> queue;
  constexpr int kBlocks = 200000;
  size_t early = 0, late = 0;
  std::thread producer([&] {
    for (int i = 0; i < kBlocks; ++i) {
      const Block b = make_block(64 + static_cast<size_t>(i) * 7 % 3000);
      std::unique_lock<std::mutex> lock(mutex);
      changed.wait(lock, [&] { return queue.size() < 256; });
      queue.push_back(b);
      changed.notify_all();
    }
  });
  for (int i = 0; i < kBlocks; ++i) {
    Block b;
    {
      std::unique_lock<std::mutex> lock(mutex);
      changed.wait(lock, [&] { return !queue.empty(); });
      b = queue.front();
      queue.pop_front();
      changed.notify_all();
    }
    check_and_free(b);
    if (i == kBlocks / 4) early = memory::stats().reserved_bytes;
  }
  late = memory::stats().reserved_bytes;
  producer.join();
  EXPECT_LE(late, early + 2 * kMiB);
}

TEST_F(AllocatorTest, DeadThreadsCacheIsReturned) {
  SKIP_WITHOUT_POOL();
  const size_t caches = memory::snapshot().threads.size();
  std::thread(fill_own_cache).join();
  EXPECT_EQ(memory::snapshot().threads.size(), caches);
  EXPECT_EQ(memory::stats().thread_cached_bytes, 0u);
  const auto before = memory::stats();
  EXPECT_GE(memory::trim(), 512000u);
  EXPECT_EQ(memory::stats().num_allocations, before.num_allocations);
}

pthread_key_t g_late_key;

TEST_F(AllocatorTest, LaterThreadDestructorsMayStillUseIt) {
  // The library's own key came first, so its destructor runs first.
  const auto at_end = [](void* p) {
    free_block(p, 100);
    check_and_free(make_block(70));
    check_and_free(make_block(100000));
    check_and_free(make_block(4 * kMiB));
  };
  ASSERT_EQ(pthread_key_create(&g_late_key, at_end), 0);
  const auto before = memory::stats();
  for (int i = 0; i < 10; ++i) std::thread([] { pthread_setspecific(g_late_key, allocate_block(100)); }).join();
  const auto after = memory::stats();
  EXPECT_EQ(after.allocated_bytes, before.allocated_bytes);
  EXPECT_EQ(after.num_allocations - before.num_allocations, 40u);
  pthread_key_delete(g_late_key);
}

class CountingAllocator final : public Allocator {
 public:
  void* allocate(size_t nbytes) override {
    ++alive;
    return ::operator new (nbytes, std::align_val_t{64});
  }
  void deallocate(void* p, size_t) noexcept override {
    --alive;
    ::operator delete (p, std::align_val_t{64});
  }
  const char* name() const override { return "counting"; }
  int alive = 0;
};

TEST_F(AllocatorTest, ProgramsAllocatorComesAndGoesWithLiveBlocks) {
  CountingAllocator counting;
  Allocator& ours = cpu_allocator();
  EXPECT_STREQ(ours.name(), "torchpp");
  void* old_block = ours.allocate(1000);
  set_cpu_allocator(&counting);
  ASSERT_EQ(&cpu_allocator(), &counting);
  void* new_block = cpu_allocator().allocate(1000);
  EXPECT_EQ(counting.alive, 1);
  ours.deallocate(old_block, 1000);
  set_cpu_allocator(nullptr);
  ASSERT_EQ(&cpu_allocator(), &ours);
  counting.deallocate(new_block, 1000);
  EXPECT_EQ(counting.alive, 0);
}

TEST_F(AllocatorTest, OutOfMemoryTellsAskedHeldAndCached) {
  const Block held = make_block(3 * kMiB);
  check_and_free(make_block(5 * kMiB));
  for (size_t asked : {size_t{1} << 60, ~size_t{0}}) {
    try {
      cpu_allocator().allocate(asked);
      FAIL() << "got " << asked << " bytes";
    } catch (const OutOfMemoryError& e) {
      const std::string text = e.what();
      EXPECT_NE(text.find("you tried to allocate " + std::to_string(asked) + " bytes"), std::string::npos) << text;
      EXPECT_NE(text.find("in use"), std::string::npos) << text;
      EXPECT_NE(text.find("cached"), std::string::npos) << text;
    }
  }
  if (kPooled) {
    EXPECT_THROW(allocate_block(size_t{1} << 55), OutOfMemoryError);
    EXPECT_LT(memory::stats().cached_bytes, 5 * kMiB) << "cached memory goes back before giving up";
    EXPECT_EQ(memory::stats().thread_cached_bytes, 0u);
  }
  check_and_free(held);
}

TEST_F(AllocatorTest, SnapshotTellsWhoHoldsWhat) {
  SKIP_WITHOUT_POOL();
  const size_t caches = memory::snapshot().threads.size();
  Worker worker;
  worker.run(fill_own_cache);
  const Block large = make_block(12 * kMiB);
  const Block small = make_block(512);
  const memory::Snapshot s = memory::snapshot();
  const auto of_class = [&s](size_t nbytes) {
    for (const auto& c : s.classes)
      if (c.block_bytes == nbytes) return c;
    return memory::SizeClassUsage();
  };
  EXPECT_EQ(of_class(12 * kMiB).allocated, 1u);
  EXPECT_EQ(of_class(512).allocated, 1u);
  EXPECT_GE(of_class(512).thread_cached, 1000u);
  ASSERT_EQ(s.threads.size(), caches + 1);
  uint64_t cached = 0;
  bool found_worker = false;
  for (const auto& t : s.threads) {
    uint64_t of_thread = 0;
    for (const auto& b : t.cached) of_thread += b.block_bytes * b.count;
    EXPECT_EQ(of_thread, t.cached_bytes);
    EXPECT_NE(t.thread_id, 0u);
    cached += of_thread;
    found_worker = found_worker || (t.thread_id != static_cast<uint64_t>(getpid()) && t.num_allocations == 1000);
  }
  EXPECT_TRUE(found_worker);
  EXPECT_EQ(cached, s.stats.thread_cached_bytes);
  uint64_t allocated = 0;
  for (const auto& c : s.classes) allocated += c.block_bytes * c.allocated;
  EXPECT_EQ(allocated, s.stats.allocated_bytes);
  check_and_free(large);
  check_and_free(small);
}

// Threads exchange blocks through slots; with `disturb`, another thread trims, looks and changes limits.
void exchange_blocks(bool disturb, int rounds) {
  constexpr size_t kSlots = 512;
  const size_t caches = memory::snapshot().threads.size();
  struct Slot {
    std::mutex mutex;
    Block block{nullptr, 0};
  };
  std::vector<Slot> slots(kSlots);
  std::atomic<int> running{4};
  std::vector<std::thread> threads;
  const uint32_t seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  for (uint32_t t = 0; t < 4; ++t) {
    threads.emplace_back([&slots, &running, seed, t, rounds] {
      std::mt19937 random(seed + t);
      for (int i = 0; i < rounds; ++i) {
        const size_t limit = random() % 16 != 0 ? 1000 : random() % 8 != 0 ? 60000 : 3000000;
        Block b = make_block(1 + random() % limit);
        Slot& slot = slots[random() % kSlots];
        {
          std::lock_guard<std::mutex> lock(slot.mutex);
          std::swap(b, slot.block);
        }
        if (b.p != nullptr) check_and_free(b);
      }
      --running;
    });
  }
  for (size_t i = 0; disturb && running != 0; ++i) {
    memory::trim();
    memory::set_cache_limit(i % 3 * 8 * kMiB);
    const auto s = memory::snapshot();
    EXPECT_LE(s.threads.size(), caches + 4);
    std::this_thread::yield();
  }
  for (std::thread& t : threads) t.join();
  for (Slot& slot : slots)
    if (slot.block.p != nullptr) check_and_free(slot.block);
}

TEST_F(AllocatorTest, ThreadsExchangeBlocks) {
  const auto before = memory::stats();
  exchange_blocks(false, 50000);
  EXPECT_EQ(memory::stats().allocated_bytes, before.allocated_bytes);
}

TEST_F(AllocatorTest, ThreadsExchangeBlocksWhileOthersTrim) {
  const auto before = memory::stats();
  exchange_blocks(true, 50000);
  EXPECT_EQ(memory::stats().allocated_bytes, before.allocated_bytes);
  memory::trim();
  EXPECT_EQ(memory::stats().reserved_bytes, before.reserved_bytes);
}

TEST_F(AllocatorTest, ResidentMemoryStaysFlatOverRandomSizes) {
  SKIP_WITHOUT_POOL();
  const uint32_t seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  memory::set_cache_limit(32 * kMiB);
  std::vector<size_t> sizes;
  for (int i = 0; i < 5000; ++i) sizes.push_back(1 + random() % (size_t{1} << (4 + random() % 18)));
  const auto pass = [&] {
    std::shuffle(sizes.begin(), sizes.end(), random);
    for (size_t n : sizes) {
      const Block b = make_block(n);
      std::memset(b.p, static_cast<int>(n % 251), n);
      check_and_free(b);
    }
  };
  pass();
  const size_t before = resident_bytes();
  for (int i = 0; i < 10; ++i) pass();
  EXPECT_LE(resident_bytes(), before + 36 * kMiB);  // the cache may fill to its limit, and no more
  memory::trim();
  EXPECT_LE(resident_bytes(), before + 2 * kMiB);
}

TEST_F(AllocatorTest, ResidentMemoryStaysFlatOverShortLivedThreads) {
  SKIP_WITHOUT_POOL();
  std::vector<Block> handed_over;
  std::mutex mutex;
  const auto generation = [&](int count) {
    for (int i = 0; i < count; ++i) {
      std::thread([&] {
        std::vector<Block> mine;
        for (size_t n = 1; n < 40; ++n) mine.push_back(make_block(n * n * 8));
        std::lock_guard<std::mutex> lock(mutex);
        std::swap(mine, handed_over);
        for (const Block& b : mine) check_and_free(b);
      }).join();
    }
  };
  generation(500);
  const auto before = memory::stats();
  const size_t resident = resident_bytes();
  generation(10000);
  const auto after = memory::stats();
  EXPECT_LE(resident_bytes(), resident + 2 * kMiB);
  EXPECT_EQ(after.reserved_bytes, before.reserved_bytes);
  EXPECT_EQ(after.allocated_bytes, before.allocated_bytes);
  EXPECT_EQ(after.num_system_allocations, before.num_system_allocations);
  for (const Block& b : handed_over) check_and_free(b);
}

// Runs body in a forked child; its result is the child's exit status.
template <class Body>
int in_child(const Body& body) {
  const pid_t child = fork();
  if (child == 0) _exit(body());
  int status = -1;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + status;
}

TEST_F(AllocatorTest, ForkedChildrenAllocateWhileThreadsWork) {
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([&stop] {
      while (!stop) {
        std::vector<Block> blocks;
        for (size_t n = 1; n < 300; ++n) blocks.push_back(make_block(n * 11));
        blocks.push_back(make_block(kMiB));
        for (const Block& b : blocks) check_and_free(b);
      }
    });
  }
  const Block kept = make_block(300);
  for (int i = 0; i < (kPooled ? 100 : 5); ++i) {
    const int status = in_child([&kept] {
      std::vector<Block> blocks;
      for (size_t n = 1; n < 2000; ++n) blocks.push_back(make_block(n));
      blocks.push_back(make_block(2 * kMiB));
      for (const Block& b : blocks) {
        if (!intact(b)) return 1;
        free_block(b.p, b.nbytes);
      }
      if (!intact(kept)) return 2;
      free_block(kept.p, kept.nbytes);
      if (kPooled) {
        // The other threads do not exist here; what they had cached was taken over and can go.
        const memory::Snapshot s = memory::snapshot();
        if (s.threads.size() != 1 || s.threads[0].thread_id != static_cast<uint64_t>(getpid())) return 3;
        memory::trim();
        if (memory::stats().cached_bytes > 8 * kMiB) return 4;
      }
      return 0;
    });
    ASSERT_EQ(status, 0);
  }
  stop = true;
  for (std::thread& t : threads) t.join();
  check_and_free(kept);
}

#if defined(__linux__) && defined(__x86_64__)

// Makes membarrier() fail with ENOSYS for this process, as a system without it does.
bool forbid_membarrier() {
  sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_membarrier, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  sock_fprog program = {sizeof filter / sizeof filter[0], filter};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

TEST_F(AllocatorTest, WithoutMembarrierOwnersFlushThemselves) {
  SKIP_WITHOUT_POOL();
  const int status = in_child([] {
    if (!forbid_membarrier()) return 77;
    Worker worker;
    worker.run(fill_own_cache);
    fill_own_cache();
    memory::trim();
    const size_t left = memory::stats().thread_cached_bytes;
    if (left < 512000 || left > memory::kThreadCacheBytes) return 1;  // the caller's own is empty, the other's is not
    worker.run([] { free_block(allocate_block(64), 64); });
    if (memory::stats().thread_cached_bytes > 65536) return 2;
    exchange_blocks(true, 5000);
    if (in_child([] { return free_block(allocate_block(64), 64), 0; }) != 0) return 3;
    return ::testing::Test::HasFailure() ? 4 : 0;
  });
  if (status == 77) GTEST_SKIP() << "this system allows no seccomp filter";
  EXPECT_EQ(status, 0);
}

#endif

}  // namespace
}  // namespace torchpp
