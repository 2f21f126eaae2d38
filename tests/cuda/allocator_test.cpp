// SPDX-License-Identifier: BSD-3-Clause
// The allocator's policy, over a driver table of the tests' own; on a GPU these would be the same calls.
#include "src/backends/cuda/allocator.h"

#include <gtest/gtest.h>
#include <torchpp/core/error.h>

#include <thread>

#include "tests/cuda/host_memory.h"
#include "tests/cuda_emulation/driver.h"

namespace torchpp::cuda {
namespace {

using emulation::machine;

constexpr size_t kMiB = size_t{1} << 20;

// An allocator of its own for each test, on the machine that all share.
class CudaAllocator : public ::testing::Test {
 protected:
  void SetUp() override {
    emulation::register_emulated();
    machine().events_pass = true;
    machine().capacity = size_t{8} << 30;
  }
  void TearDown() override {
    set_current_stream_of(0, nullptr);
    machine().events_pass = true;
    machine().capacity = size_t{8} << 30;
    allocator_.empty_cache();
    EXPECT_EQ(allocator_.stats().reserved_bytes, allocator_.stats().allocated_bytes == 0 ? 0u : kMiB);
  }
  CachingAllocator allocator_{0, true};
};

TEST_F(CudaAllocator, SmallBlocksShareASegment) {
  const uint64_t before = machine().allocations;
  std::vector<void*> blocks;
  for (int i = 0; i < 2048; ++i) blocks.push_back(allocator_.allocate(700));  // 1,024 bytes each: 2 MiB in all
  EXPECT_EQ(machine().allocations - before, 1u);
  EXPECT_EQ(allocator_.stats().allocated_bytes, 2 * kMiB);
  EXPECT_EQ(allocator_.stats().reserved_bytes, 2 * kMiB);
  void* more = allocator_.allocate(1);
  EXPECT_EQ(machine().allocations - before, 2u);
  for (void* p : blocks) EXPECT_EQ(reinterpret_cast<uintptr_t>(p) % 512, 0u);
  allocator_.deallocate(more, 1);
  for (void* p : blocks) allocator_.deallocate(p, 700);
  EXPECT_EQ(allocator_.stats().allocated_bytes, 0u);
  EXPECT_EQ(allocator_.stats().peak_allocated_bytes, 2 * kMiB + 512);
}

TEST_F(CudaAllocator, FreedMemoryIsUsedAgainWithoutTheDriver) {
  void* a = allocator_.allocate(3 * kMiB);
  allocator_.deallocate(a, 3 * kMiB);
  const uint64_t before = machine().allocations;
  void* b = allocator_.allocate(2 * kMiB);
  EXPECT_EQ(a, b);
  EXPECT_EQ(machine().allocations, before);
  allocator_.deallocate(b, 2 * kMiB);
}

TEST_F(CudaAllocator, SmallBlocksStandReadyUntilMemoryIsShort) {
  std::vector<void*> blocks;
  for (int i = 0; i < 2048; ++i) blocks.push_back(allocator_.allocate(1024));  // a whole segment
  for (void* p : blocks) allocator_.deallocate(p, 1024);
  EXPECT_EQ(allocator_.stats().allocated_bytes, 0u);
  void* last = allocator_.allocate(600);
  EXPECT_EQ(last, blocks.back()) << "the newest of its size";
  allocator_.deallocate(last, 600);
  allocator_.deallocate(last, 600);  // freed twice
  EXPECT_EQ(allocator_.stats().allocated_bytes, 0u);
  void *half = allocator_.allocate(kMiB), *other = allocator_.allocate(kMiB);  // fit where the others were joined
  EXPECT_EQ(allocator_.stats().num_device_allocations, 1u);
  EXPECT_EQ(allocator_.stats().allocated_bytes, 2 * kMiB);
  allocator_.deallocate(half, kMiB);
  allocator_.deallocate(other, kMiB);
  allocator_.empty_cache();
  EXPECT_EQ(allocator_.stats().reserved_bytes, 0u);
}

TEST_F(CudaAllocator, NeighboursAreJoined) {
  void* blocks[4];
  for (void*& p : blocks) p = allocator_.allocate(5 * kMiB);  // a segment of 20 MiB
  EXPECT_EQ(allocator_.stats().num_device_allocations, 1u);
  allocator_.deallocate(blocks[1], 5 * kMiB);
  allocator_.deallocate(blocks[3], 5 * kMiB);
  allocator_.deallocate(blocks[2], 5 * kMiB);
  void* joined = allocator_.allocate(15 * kMiB);  // would need a segment of its own, but the three lie side by side
  EXPECT_EQ(joined, blocks[1]);
  EXPECT_EQ(allocator_.stats().num_device_allocations, 1u);
  allocator_.deallocate(joined, 15 * kMiB);
  allocator_.deallocate(blocks[0], 5 * kMiB);
}

TEST_F(CudaAllocator, BlocksStayWithTheirStream) {
  void* a = allocator_.allocate(4096);
  allocator_.deallocate(a, 4096);
  set_current_stream_of(0, next_pool_stream(0, false));
  void* b = allocator_.allocate(4096);
  EXPECT_NE(a, b) << "the first stream may still be writing it";
  set_current_stream_of(0, nullptr);
  void* c = allocator_.allocate(4096);
  EXPECT_EQ(a, c);
  allocator_.deallocate(b, 4096);
  allocator_.deallocate(c, 4096);
}

TEST_F(CudaAllocator, RecordedStreamsAreWaitedFor) {
  const StreamHandle other = next_pool_stream(0, false);
  void* a = allocator_.allocate(4096);
  allocator_.record_stream(a, other);
  allocator_.record_stream(a, other);
  machine().events_pass = false;
  allocator_.deallocate(a, 4096);
  void* b = allocator_.allocate(4096);
  EXPECT_NE(a, b) << "the other stream has not passed its event";
  EXPECT_EQ(driver().take_last_error(), kSuccess) << "the next launch would be blamed";
  machine().events_pass = true;
  void* c = allocator_.allocate(4096);
  EXPECT_EQ(a, c);
  allocator_.deallocate(b, 4096);
  allocator_.deallocate(c, 4096);
  allocator_.record_stream(&a, other);  // not its memory
}

TEST_F(CudaAllocator, EmptiesItsCacheBeforeItFails) {
  machine().capacity = machine().used[0] + 64 * kMiB;
  void* a = allocator_.allocate(40 * kMiB);
  allocator_.deallocate(a, 40 * kMiB);
  void* b = allocator_.allocate(50 * kMiB);  // fits only when the first segment has gone back
  EXPECT_EQ(allocator_.stats().num_retries, 1u);
  EXPECT_EQ(allocator_.stats().num_device_frees, 1u);
  try {
    allocator_.allocate(30 * kMiB);
    FAIL() << "expected an error";
  } catch (const OutOfMemoryError& e) {
    const std::string text = e.what();
    for (const char* part : {"CUDA out of memory", "Tried to allocate 30.00 MiB", "14.00 MiB free",
                             "50.00 MiB already allocated", "50.00 MiB reserved"})
      EXPECT_NE(text.find(part), std::string::npos) << part << " in: " << text;
  }
  EXPECT_EQ(allocator_.stats().num_out_of_memory, 1u);
  allocator_.deallocate(b, 50 * kMiB);
  void* c = allocator_.allocate(30 * kMiB);  // the error has changed nothing
  allocator_.deallocate(c, 30 * kMiB);
}

TEST_F(CudaAllocator, KeepsToItsLimit) {
  allocator_.set_limit(32 * kMiB);
  EXPECT_EQ(allocator_.limit(), 32 * kMiB);
  void* a = allocator_.allocate(20 * kMiB);
  EXPECT_THROW(allocator_.allocate(20 * kMiB), OutOfMemoryError);
  allocator_.deallocate(a, 20 * kMiB);
  void* b = allocator_.allocate(30 * kMiB);
  allocator_.deallocate(b, 30 * kMiB);
  EXPECT_LE(allocator_.stats().reserved_bytes, 32 * kMiB);
  allocator_.set_limit(8 * kMiB);
  EXPECT_LE(allocator_.stats().reserved_bytes, 8 * kMiB) << "what is cached beyond a lowered limit goes back";
  allocator_.set_limit(0);
}

TEST_F(CudaAllocator, AbsurdSizesAreErrors) {
  EXPECT_THROW(allocator_.allocate(SIZE_MAX), OutOfMemoryError);
  EXPECT_THROW(allocator_.allocate(SIZE_MAX / 4), OutOfMemoryError);
}

TEST_F(CudaAllocator, FreeingTakesNoHostMemory) {
  const StreamHandle others[] = {next_pool_stream(0, false), next_pool_stream(0, false)};
  std::vector<void*> blocks;
  for (size_t n : {700, 700, 700, 5 << 20, 5 << 20, 30 << 20}) blocks.push_back(allocator_.allocate(n));
  for (size_t i = 0; i < blocks.size(); i += 2)
    for (StreamHandle s : others) allocator_.record_stream(blocks[i], s);
  void* pinned[2];
  for (void*& p : pinned) p = pinned_allocator().allocate(1000);
  machine().events_pass = false;
  const int before = host_allocations();
  for (void* p : blocks) allocator_.deallocate(p, 0);
  for (void* p : pinned) pinned_allocator().deallocate(p, 1000);
  EXPECT_EQ(host_allocations(), before);
  EXPECT_EQ(allocator_.stats().allocated_bytes, 0u);
  machine().events_pass = true;
  ::operator delete(::operator new(1));
  EXPECT_EQ(host_allocations(), before + 1) << "nothing was counted";
}

TEST_F(CudaAllocator, EventsAreUsedAgain) {
  const StreamHandle other = next_pool_stream(0, false);
  const auto round = [&] {
    void* a = allocator_.allocate(4096);
    allocator_.record_stream(a, other);
    allocator_.deallocate(a, 4096);
    return a;
  };
  void* const first = round();
  const uint64_t before = machine().events;
  for (int i = 0; i < 10; ++i) EXPECT_EQ(round(), first);
  EXPECT_EQ(machine().events, before);
}

TEST_F(CudaAllocator, ManyThreads) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([this, t] {
      uint32_t state = 17 + t;
      std::vector<std::pair<char*, size_t>> mine;
      for (int i = 0; i < 2000; ++i) {
        state = state * 1664525 + 1013904223;
        if (mine.size() > 20 || (state >> 28) < 6) {
          if (mine.empty()) continue;
          EXPECT_EQ(*mine.back().first, static_cast<char>(t)) << "another thread was given the same memory";
          allocator_.deallocate(mine.back().first, mine.back().second);
          mine.pop_back();
        } else {
          const size_t n = 1 + (state >> 8) % 3000000;
          auto* p = static_cast<char*>(allocator_.allocate(n));
          *p = static_cast<char>(t);
          mine.emplace_back(p, n);
        }
      }
      for (auto [p, n] : mine) allocator_.deallocate(p, n);
    });
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(allocator_.stats().allocated_bytes, 0u);
}

// An allocator that keeps nothing: what TORCHPP_CUDA_NO_CACHE asks for.
class CudaAllocatorWithoutCache : public ::testing::Test {
 protected:
  void SetUp() override { emulation::register_emulated(); }
  CachingAllocator allocator_{0, false};
};

TEST_F(CudaAllocatorWithoutCache, AsksTheDriverForExactlyTheBytes) {
  const uint64_t allocations = machine().allocations, frees = machine().frees;
  const size_t used = machine().used[0];
  void* a = allocator_.allocate(700);
  void* b = allocator_.allocate(3 * kMiB + 1);
  EXPECT_EQ(machine().allocations - allocations, 2u);
  EXPECT_EQ(machine().used[0] - used, 700 + 3 * kMiB + 1);
  EXPECT_EQ(allocator_.stats().allocated_bytes, 700 + 3 * kMiB + 1);
  EXPECT_EQ(allocator_.stats().reserved_bytes, 700 + 3 * kMiB + 1);
  allocator_.deallocate(b, 3 * kMiB + 1);
  EXPECT_EQ(machine().frees - frees, 1u);
  EXPECT_EQ(allocator_.stats().allocated_bytes, 700u);
  EXPECT_EQ(allocator_.stats().reserved_bytes, 700u);
  allocator_.deallocate(a, 700);
  const MemoryStats stats = allocator_.stats();
  EXPECT_EQ(machine().used[0], used);
  EXPECT_EQ(stats.reserved_bytes, 0u);
  EXPECT_EQ(stats.peak_allocated_bytes, 700 + 3 * kMiB + 1);
  EXPECT_EQ(stats.peak_reserved_bytes, 700 + 3 * kMiB + 1);
  EXPECT_EQ(stats.num_allocations, 2u);
  EXPECT_EQ(stats.num_device_allocations, 2u);
  EXPECT_EQ(stats.num_device_frees, 2u);
}

TEST_F(CudaAllocatorWithoutCache, NoBytesHaveAnAddressOfTheirOwn) {
  void *a = allocator_.allocate(0), *b = allocator_.allocate(0);
  EXPECT_NE(a, nullptr);
  EXPECT_NE(a, b);
  allocator_.deallocate(a, 0);
  allocator_.deallocate(b, 0);
  EXPECT_EQ(allocator_.stats().reserved_bytes, 0u);
}

TEST_F(CudaAllocatorWithoutCache, KeepsToItsLimitAndRetriesNothing) {
  allocator_.set_limit(1000);
  void* a = allocator_.allocate(600);
  const uint64_t before = machine().allocations;
  EXPECT_THROW(allocator_.allocate(401), OutOfMemoryError);
  EXPECT_EQ(machine().allocations, before);
  EXPECT_EQ(allocator_.stats().num_retries, 0u);
  EXPECT_EQ(allocator_.stats().num_out_of_memory, 1u);
  void* b = allocator_.allocate(400);
  allocator_.deallocate(a, 600);
  allocator_.deallocate(b, 400);
}

TEST_F(CudaAllocatorWithoutCache, RecordedStreamsNeedNoEvents) {
  const uint64_t events = machine().events;
  void* a = allocator_.allocate(4096);
  allocator_.record_stream(a, next_pool_stream(0, false));
  EXPECT_EQ(machine().events, events);
  const uint64_t frees = machine().frees;
  const int before = host_allocations();
  allocator_.deallocate(a, 4096);
  EXPECT_EQ(host_allocations(), before);
  EXPECT_EQ(machine().frees - frees, 1u) << "the driver waits for the stream";
}

TEST_F(CudaAllocatorWithoutCache, FreesFromAnotherDevice) {
  CachingAllocator second(1, false);
  const size_t used = machine().used[1];
  void* a = second.allocate(100);
  EXPECT_EQ(machine().used[1] - used, 100u);
  set_device_index(0);
  second.deallocate(a, 100);
  EXPECT_EQ(machine().used[1], used);
  EXPECT_EQ(current_device_index(), 0);
}

TEST_F(CudaAllocatorWithoutCache, IsAskedForByTheEnvironment) {
  ::testing::FLAGS_gtest_death_test_style = "threadsafe";  // a new process, which has not read it yet
  for (const char* value : {"0", "1"}) {
    const size_t reserved = *value == '1' ? 700 : CachingAllocator::kSmallSegment;
    EXPECT_EXIT(
        {
          setenv("TORCHPP_CUDA_NO_CACHE", value, 1);
          allocator_of(0).allocate(700);
          std::exit(allocator_of(0).stats().reserved_bytes == reserved ? 0 : 1);
        },
        ::testing::ExitedWithCode(0), "");
  }
}

TEST(CudaPinnedAllocator, WaitsForCopiesInFlight) {
  emulation::register_emulated();
  PinnedAllocator pinned;
  void* a = pinned.allocate(1000);
  EXPECT_TRUE(pinned.holds(static_cast<char*>(a) + 999));
  EXPECT_FALSE(pinned.holds(&pinned));
  machine().events_pass = false;
  pinned.record_use(static_cast<char*>(a) + 10, nullptr);
  pinned.deallocate(a, 1000);
  void* b = pinned.allocate(1000);
  EXPECT_NE(a, b) << "the copy has not been done";
  EXPECT_EQ(driver().take_last_error(), kSuccess) << "the next launch would be blamed";
  machine().events_pass = true;
  void* c = pinned.allocate(600);
  EXPECT_EQ(a, c);
  pinned.deallocate(b, 1000);
  pinned.deallocate(c, 600);
  pinned.empty_cache();
  EXPECT_EQ(pinned.reserved_bytes(), 0u);
}

TEST(CudaPinnedAllocator, ABlockThatIsKeptGathersNoEvents) {
  emulation::register_emulated();
  PinnedAllocator pinned;
  void* a = pinned.allocate(1000);
  const uint64_t before = machine().events;
  for (int i = 0; i < 100; ++i) pinned.record_use(a, nullptr);
  EXPECT_LE(machine().events, before + 1);
  pinned.deallocate(a, 1000);
  pinned.empty_cache();
  EXPECT_EQ(machine().events, before);
}

}  // namespace
}  // namespace torchpp::cuda
