// SPDX-License-Identifier: BSD-3-Clause
// What the emulated machine has kernels see, and what it does not let pass.
#include "tests/cuda_emulation/emulation.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <vector>

#include "src/backends/cuda/launch.h"
#include "tests/cuda/support.h"
#include "tests/support/sanitizers.h"

namespace torchpp::cuda {
namespace {

constexpr unsigned kAll = 0xffffffff;

Geometry cooperating(unsigned blocks, unsigned threads) {
  Geometry g;
  g.blocks[0] = blocks;
  g.threads[0] = threads;
  g.cooperates = true;
  return g;
}

class CudaEmulation : public ::testing::Test {
 protected:
  void SetUp() override { use_cuda(); }
};
using CudaEmulationDeathTest = CudaEmulation;

// The threads of a launch's blocks, each in the order in which they ran.
using Runs = std::vector<std::vector<unsigned>>;
Runs order_of(const Geometry& g) {
  Runs runs(g.blocks[0], std::vector<unsigned>(g.threads[0]));
  std::vector<unsigned> counts(g.blocks[0]);
  emulation::run(g, [&] { runs[blockIdx.x][atomicAdd(&counts[blockIdx.x], 1u)] = threadIdx.x; });
  return runs;
}
void expect_both_orders(const Runs& runs, unsigned n) {
  std::set<std::pair<unsigned, unsigned>> seen;
  for (const std::vector<unsigned>& run : runs) {
    for (unsigned i = 0; i < n; ++i)
      for (unsigned j = i + 1; j < n; ++j) seen.emplace(run[i], run[j]);
  }
  EXPECT_EQ(seen.size(), n * (n - 1));
}

TEST_F(CudaEmulation, EveryTwoThreadsRunInBothOrders) {
  expect_both_orders(order_of(cooperating(40, 96)), 96);
  Geometry alone = cooperating(40, 96);
  alone.cooperates = false;
  expect_both_orders(order_of(alone), 96);
}

TEST_F(CudaEmulation, EveryTwoBlocksRunInBothOrders) {
  Runs runs;
  for (int launch = 0; launch < 40; ++launch) {
    runs.emplace_back();
    emulation::run(cooperating(50, 1), [&] { runs.back().push_back(blockIdx.x); });
  }
  expect_both_orders(runs, 50);
}

TEST_F(CudaEmulation, WarpsRunAheadOrInLockStep) {
  bool ahead = false, in_step = false;
  for (int launch = 0; launch < 40; ++launch) {
    unsigned warps[4], count = 0;
    emulation::run(cooperating(1, 64), [&] {
      for (int k = 0; k < 2; ++k) {
        __syncwarp();
        if (threadIdx.x % 32 == 0) warps[atomicAdd(&count, 1u)] = threadIdx.x / 32;
      }
    });
    ASSERT_EQ(count, 4u);
    (warps[0] == warps[1] ? ahead : in_step) = true;
  }
  EXPECT_TRUE(ahead && in_step);
}

TEST_F(CudaEmulation, TheSeedRepeatsTheOrder) {
  const auto runs_of = [](uint64_t seed) {
    emulation::restart_draws(seed);
    return std::vector<Runs>{order_of(cooperating(4, 64)), order_of(cooperating(4, 64))};
  };
  const std::vector<Runs> first = runs_of(5);
  EXPECT_EQ(runs_of(5), first);
  EXPECT_NE(runs_of(6), first);
  EXPECT_NE(first[0], first[1]);
}

// Each thread reads what its neighbour wrote; returns in how many of the blocks one got something else.
template <class Between>
int wrong_blocks(unsigned threads, const Between& between) {
  const unsigned blocks = 64;
  int wrong[64] = {};
  emulation::run(cooperating(blocks, threads), [&] {
    __shared__ unsigned values[64];
    values[threadIdx.x] = threadIdx.x;
    between();
    if (values[threadIdx.x ^ 1] != (threadIdx.x ^ 1)) wrong[blockIdx.x] = 1;
  });
  int sum = 0;
  for (int w : wrong) sum += w;
  return sum;
}

#if TORCHPP_THREAD_SANITIZER
TEST_F(CudaEmulationDeathTest, AMissingBarrierIsARace) {
  EXPECT_EXIT((wrong_blocks(64, [] {}), std::exit(0)), ::testing::ExitedWithCode(66), "data race");
}
#else
TEST_F(CudaEmulation, AMissingBarrierShows) {
  EXPECT_GT(wrong_blocks(64, [] {}), 16);
  EXPECT_GT(wrong_blocks(32, [] {}), 16);
}
#endif

TEST_F(CudaEmulation, BarriersOrder) {
  EXPECT_EQ(wrong_blocks(64, [] { __syncthreads(); }), 0);
  EXPECT_EQ(wrong_blocks(64, [] { __syncwarp(); }), 0);
}

TEST_F(CudaEmulation, AThreadThatHasEndedNeedNotReachTheBarrier) {
  int seen = 0;
  emulation::run(cooperating(1, 64), [&] {
    __shared__ int value;
    if (threadIdx.x == 0) value = 7;
    if (threadIdx.x > 40) return;
    __syncthreads();
    if (threadIdx.x == 40) seen = value;
  });
  EXPECT_EQ(seen, 7);
}

TEST_F(CudaEmulation, BlocksBeginWithGarbageInSharedMemory) {
  Geometry g = cooperating(3, 32);
  g.shared_bytes = 12;
  uint32_t first[3][2];
  emulation::run(g, [&] {
    __shared__ uint32_t variable;
    auto* dynamic = reinterpret_cast<uint32_t*>(emulation::shared_memory()) + 2;
    if (threadIdx.x != 0) return;
    first[blockIdx.x][0] = variable;
    first[blockIdx.x][1] = *dynamic;
    variable = *dynamic = 1;
  });
  for (const auto& block : first)
    for (uint32_t word : block) EXPECT_EQ(word, 0xcdcdcdcd);
}

TEST_F(CudaEmulation, Exchanges) {
  uint32_t down[32], across[32];
  uint64_t outside[32] = {};
  unsigned votes[32];
  emulation::run(cooperating(1, 32), [&] {
    const unsigned l = threadIdx.x;
    down[l] = __shfl_down_sync(kAll, l, 5);
    across[l] = __shfl_xor_sync(kAll, l, 3);
    votes[l] = __ballot_sync(kAll, l % 3 == 0);
    if (l < 16) outside[l] = __shfl_sync(0xffff, uint64_t{l}, static_cast<int>(l) + 8);
  });
  for (unsigned l = 0; l < 32; ++l) {
    EXPECT_EQ(down[l], l + 5 < 32 ? l + 5 : l);
    EXPECT_EQ(across[l], l ^ 3);
    EXPECT_EQ(votes[l], 0x49249249u);
    const uint64_t read_by_lower = l < 8 ? l + 8 : 0xcdcdcdcdcdcdcdcd;
    EXPECT_EQ(outside[l], l < 16 ? read_by_lower : 0);
  }
}

TEST_F(CudaEmulationDeathTest, ExchangesOfLanesThatDoNotMeet) {
  const auto run = [](const auto& kernel) { emulation::run(cooperating(1, 32), [&] { kernel(threadIdx.x); }); };
  EXPECT_DEATH(run([](unsigned i) {
                 if (i != 3) __shfl_xor_sync(kAll, i, 1);
               }),
               "names a lane that has ended.*TORCHPP_TEST_SEED=[0-9]");
  EXPECT_DEATH(run([](unsigned i) { __ballot_sync(i < 5 ? kAll : 0xffffffe0, true); }), "whose masks differ");
  EXPECT_DEATH(run([](unsigned i) { __ballot_sync(i % 2 ? 0x55555555 : 0xaaaaaaaa, true); }), "in its own mask");
  EXPECT_DEATH(run([](unsigned i) {
                 if (i < 5) __syncthreads();
                 __syncwarp();
               }),
               "waits at a barrier");
  EXPECT_DEATH(run([](unsigned i) { i < 5 ? __syncwarp() : void(__ballot_sync(kAll, true)); }), "different exchanges");
  EXPECT_DEATH(run([](unsigned i) { i < 5 ? void(__shfl_sync(kAll, i, 0)) : void(__shfl_sync(kAll, 1.0, 0)); }),
               "different exchanges");
  EXPECT_DEATH(emulation::run(cooperating(1, 48), [] { __syncwarp(); }), "that the block does not have");
}

TEST_F(CudaEmulationDeathTest, LaunchesThatADeviceRefuses) {
  EXPECT_DEATH(emulation::run(cooperating(1, 1025), [] {}), "more than 1024");
  EXPECT_DEATH(emulation::run(cooperating(1, 0), [] {}), "no threads");
  EXPECT_DEATH(emulation::run(cooperating(0, 32), [] {}), "no blocks");
  Geometry g = cooperating(1, 32);
  g.blocks[1] = 65536;
  EXPECT_DEATH(emulation::run(g, [] {}), "65535");
  g = cooperating(1, 32);
  g.shared_bytes = (48 << 10) + 1;
  EXPECT_DEATH(emulation::run(g, [] {}), "48 KiB");
  g = cooperating(1, 32);
  g.cooperates = false;
  EXPECT_DEATH(emulation::run(g, [] { __syncthreads(); }), "does not say that they cooperate");
  EXPECT_DEATH(emulation::run(g, [] { __syncwarp(); }), "does not say that they cooperate");
}

}  // namespace
}  // namespace torchpp::cuda
