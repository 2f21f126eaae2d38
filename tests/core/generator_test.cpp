// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/generator.h>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <torchpp/core/error.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <functional>
#include <future>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "src/backends/cpu/random.h"
#include "tests/support/error_of.h"

template <>
struct torchpp::detail::NativeMutex<std::mutex> {
  using allowed = void;
};

namespace torchpp {
namespace {

uint64_t fnv(const std::vector<uint8_t>& bytes) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (uint8_t b : bytes) hash = (hash ^ b) * 0x100000001b3u;
  return hash;
}

#define EXPECT_MESSAGE(call, phrase) \
  EXPECT_NE(test::error_of([&] { call; }).find(phrase), std::string::npos) << test::error_of([&] { call; })

// FNV-1a of torch.get_rng_state() after manual_seed(seed) and random_(0, 2**32 - 1) on three int64, and the three
// numbers. Origin: Debian's python3-torch 1.13.1.
struct SeedRow {
  uint64_t seed;
  uint64_t state;
  uint32_t words[3];
};
const SeedRow kSeeds[] = {
    {0, 0xd383c07ab3df60e4, {2357136044, 2546248239, 3071714933}},
    {42, 0x54d354babfe0cdde, {1608637542, 3421126067, 4083286876}},
    {(uint64_t{1} << 40) + 3, 0x1ec5fff1b6cbdb1e, {2365658986, 303761048, 3041471737}},
    {default_rng_seed_val, 0x7302f24bc5246b8d, {2353294710, 1155489284, 4015379837}},
};

TEST(Generator, SeedsAndStatesAreLibtorchs) {
  for (const SeedRow& row : kSeeds) {
    Generator g = make_generator(row.seed);
    EXPECT_EQ(g.current_seed(), row.seed);
    EXPECT_EQ(fnv(g.state_bytes()), row.state) << row.seed;
    for (uint32_t word : row.words) EXPECT_EQ(g.random(), word) << row.seed;
  }
}

TEST(Generator, SixtyFourBitsAreTwoWordsUpperFirst) {
  Generator g = make_generator(0);
  EXPECT_EQ(g.random64(), uint64_t{2357136044} << 32 | 2546248239);
  EXPECT_EQ(g.random(), 3071714933);
}

TEST(Generator, UndefinedRefusesEverything) {
  Generator g;
  EXPECT_FALSE(g.defined());
  EXPECT_EQ(g, Generator());
  EXPECT_MESSAGE(g.random(), "undefined generator");
  EXPECT_MESSAGE(g.set_current_seed(1), "undefined generator");
  EXPECT_MESSAGE(g.state_bytes(), "undefined generator");
  EXPECT_MESSAGE(g.mutex(), "undefined generator");
  EXPECT_MESSAGE(g.device(), "undefined generator");
}

TEST(Generator, CopiesShareClonesDoNot) {
  for (Generator g : {make_generator(3), Generator::philox(3)}) {
    EXPECT_TRUE(g.device().is_cpu());
    float x;
    cpu::fill_normal_serial(g, &x, 1, 0, 1);  // mt19937: leaves a pending normal number
    Generator copy = g, clone = g.clone();
    EXPECT_EQ(copy, g);
    EXPECT_NE(clone, g);
    EXPECT_EQ(clone.state_bytes(), g.state_bytes());
    const uint32_t next = clone.random();
    EXPECT_EQ(copy.random(), next);
    EXPECT_EQ(g.state_bytes(), clone.state_bytes());
    g.random();
    EXPECT_NE(g.state_bytes(), clone.state_bytes());
  }
}

TEST(Generator, StateContinuesTheStream) {
  for (Generator g : {make_generator(8), Generator::philox(8)})
    for (int64_t before : {0, 1, 5, 623, 624, 625, 2000}) {
      g.set_current_seed(8);
      std::vector<float> x(2000), y(2000);
      cpu::fill_uniform(g, x.data(), before, 0, 1);
      cpu::fill_normal_serial(g, x.data(), 3, 0, 1);
      const std::vector<uint8_t> state = g.state_bytes();
      cpu::fill_normal_serial(g, x.data(), 2000, 0, 1);
      Generator other = g.clone();
      other.set_current_seed(99);
      other.set_state(state);
      EXPECT_EQ(other.current_seed(), 8);
      EXPECT_EQ(other.state_bytes(), state);
      cpu::fill_normal_serial(other, y.data(), 2000, 0, 1);
      EXPECT_EQ(x, y) << before;
    }
}

// Origin: libtorch 1.13.1 gives 1.6167960777017611 as the next normal number of such a state.
TEST(Generator, ReadsTheLegacyState) {
  Generator g = make_generator(5);
  std::vector<uint8_t> state = g.state_bytes();
  ASSERT_EQ(state.size(), 5056);
  state.resize(5048);
  const double x_y_rho[3] = {0.3, 0.1, 1.7};
  const int32_t valid = 1;
  std::memcpy(state.data() + 24 + 624 * 8, x_y_rho, sizeof x_y_rho);
  std::memcpy(state.data() + 24 + 624 * 8 + 24, &valid, sizeof valid);
  g.set_state(state);
  double next;
  cpu::fill_normal(g, &next, 1, 0, 1);
  EXPECT_DOUBLE_EQ(next, 1.6167960777017611);
  EXPECT_EQ(g.state_bytes(), make_generator(5).state_bytes());
}

TEST(Generator, RefusesForeignStates) {
  Generator g = make_generator(5);
  g.random();
  const std::vector<uint8_t> good = g.state_bytes();
  EXPECT_MESSAGE(g.set_state(std::vector<uint8_t>()), "RNG state is wrong size, got 0 bytes");
  EXPECT_MESSAGE(g.set_state(std::vector<uint8_t>(16)), "RNG state is wrong size, got 16 bytes");
  EXPECT_MESSAGE(g.set_state(std::vector<uint8_t>(5056)), "Invalid mt19937 state");
  // left and next, which together say where in the block the stream stands.
  const auto with = [&](int32_t left, uint64_t next) {
    std::vector<uint8_t> state = good;
    std::memcpy(state.data() + 8, &left, sizeof left);
    std::memcpy(state.data() + 16, &next, sizeof next);
    return state;
  };
  for (int32_t left : {-1, 0, 2, 623, 625, 0x7fffffff}) EXPECT_MESSAGE(g.set_state(with(left, 1)), "Invalid mt19937");
  for (uint64_t next : {uint64_t{0}, uint64_t{2}, uint64_t{625}, ~uint64_t{0}})
    EXPECT_MESSAGE(g.set_state(with(624, next)), "Invalid mt19937");
  EXPECT_MESSAGE(g.set_state(with(1, 625)), "Invalid mt19937");
  EXPECT_EQ(g.state_bytes(), good);

  Generator philox = Generator::philox(5);
  EXPECT_MESSAGE(philox.set_state(good), "RNG state is wrong size, got 5056 bytes, expected 16");
  std::vector<uint8_t> odd = philox.state_bytes();
  odd[8] = 2;
  EXPECT_MESSAGE(philox.set_state(odd), "expected a multiple of 4");
}

TEST(Generator, OffsetsBelongToPhilox) {
  Generator g = Generator::philox(1);
  EXPECT_EQ(g.get_offset(), 0);
  const uint32_t first = g.random();
  EXPECT_EQ(g.get_offset(), 4);
  const uint32_t second = g.random();
  EXPECT_NE(first, second);
  g.set_offset(4);
  EXPECT_EQ(g.random(), second);
  EXPECT_MESSAGE(g.set_offset(6), "expected a multiple of 4");
  g.set_current_seed(1);
  EXPECT_EQ(g.get_offset(), 0);
  Generator mt = make_generator(1);
  EXPECT_MESSAGE(mt.get_offset(), "expected Philox");
  EXPECT_MESSAGE(mt.set_offset(4), "expected Philox");
}

TEST(Generator, EntropySeeds) {
  Generator g = make_generator(1);
  const uint64_t a = g.seed(), b = g.seed();
  EXPECT_NE(a, b);
  EXPECT_LT(a, uint64_t{1} << 53);
  EXPECT_EQ(g.current_seed(), b);
  EXPECT_EQ(g.state_bytes(), make_generator(b).state_bytes());
}

TEST(Generator, ManualSeedIsTheDefaultGenerators) {
  manual_seed(42);
  EXPECT_EQ(default_generator().current_seed(), 42);
  EXPECT_EQ(default_generator().random(), kSeeds[1].words[0]);
  EXPECT_EQ(default_generator(), default_generator());
}

TEST(Generator, MutexKeepsOthersOut) {
  Generator g = make_generator(1);
  std::atomic<bool> drawn{false};
  std::thread other;
  {
    std::lock_guard lock(g.mutex());
    EXPECT_FALSE(std::async(std::launch::async, [&] { return g.mutex().try_lock(); }).get());
    other = std::thread([&] {
      g.random();
      drawn = true;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_FALSE(drawn);
  }
  other.join();
  EXPECT_TRUE(drawn);
  // As programs for libtorch write it.
  std::lock_guard<std::mutex> lock(g.mutex());
  EXPECT_FALSE(std::async(std::launch::async, [&] { return g.mutex().try_lock(); }).get());
}

TEST(Generator, FillsOfManyThreadsAreCutsOfOneStream) {
  constexpr int kThreads = 4, kFills = 200, kCount = 8;
  for (const Generator& g : {make_generator(6), Generator::philox(6)}) {
    std::vector<float> stream(kThreads * kFills * kCount);
    cpu::fill_uniform(g.clone(), stream.data(), static_cast<int64_t>(stream.size()), 0, 1);
    std::vector<std::vector<float>> fills(kThreads * kFills, std::vector<float>(kCount)), cuts;
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t)
      threads.emplace_back([&, t] {
        for (int i = 0; i < kFills; ++i)
          cpu::fill_uniform(g, fills[static_cast<size_t>(t * kFills + i)].data(), kCount, 0, 1);
      });
    for (std::thread& t : threads) t.join();
    for (auto it = stream.begin(); it != stream.end(); it += kCount) cuts.emplace_back(it, it + kCount);
    std::sort(fills.begin(), fills.end());
    std::sort(cuts.begin(), cuts.end());
    EXPECT_EQ(fills, cuts);
  }
}

TEST(Generator, ChildrenOfForkGoOnFromTheParentsState) {
  std::atomic<bool> stop{false};
  manual_seed(3);
  std::thread drawer([&] {
    std::vector<float> x(5000);
    while (!stop) cpu::fill_uniform(Generator(), x.data(), 5000, 0, 1);
  });
  int failures = 0;
  for (int i = 0; i < 50 && failures == 0; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(10);  // a lock that nobody can release would hold the child for ever
      const bool locked = default_generator().mutex().try_lock();
      if (locked) default_generator().mutex().unlock();
      float x[4];
      cpu::fill_uniform(Generator(), x, 4, 0, 1);
      // Fills of 5000 words are whole or not begun.
      std::vector<uint8_t> state = default_generator().state_bytes();
      uint64_t next;
      std::memcpy(&next, state.data() + 16, sizeof next);
      _exit(locked && next <= 624 && x[0] >= 0 && x[0] < 1 ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) ++failures;
  }
  stop = true;
  drawer.join();
  EXPECT_EQ(failures, 0);
}

}  // namespace
}  // namespace torchpp
