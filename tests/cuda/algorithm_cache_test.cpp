// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/algorithm_cache.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

namespace torchpp::cuda {
namespace {

struct Key {
  int64_t a;
  int32_t b, c;
};
using Cache = AlgorithmCache<Key, int>;

int get(Cache& cache, Key key) {
  int value = -1;
  return cache.find(key, &value) ? value : -1;
}

TEST(AlgorithmCache, FindsWhatWasPut) {
  Cache cache(8);
  EXPECT_EQ(get(cache, {1, 2, 3}), -1);
  cache.put({1, 2, 3}, 7);
  cache.put({1, 2, 4}, 8);
  cache.put({2, 2, 3}, 9);
  EXPECT_EQ(get(cache, {1, 2, 3}), 7);
  EXPECT_EQ(get(cache, {1, 2, 4}), 8);
  EXPECT_EQ(get(cache, {2, 2, 3}), 9);
  cache.put({1, 2, 4}, 10);
  EXPECT_EQ(get(cache, {1, 2, 4}), 10);
  EXPECT_EQ(cache.size(), 3u);
}

TEST(AlgorithmCache, TheLeastRecentlyUsedGoes) {
  Cache cache(3);
  for (int i = 0; i < 3; ++i) cache.put({i, 0, 0}, i);
  EXPECT_EQ(get(cache, {0, 0, 0}), 0);  // now 1 is the oldest
  cache.put({3, 0, 0}, 3);
  EXPECT_EQ(cache.size(), 3u);
  EXPECT_EQ(get(cache, {1, 0, 0}), -1);
  EXPECT_EQ(get(cache, {0, 0, 0}), 0);
  cache.put({2, 0, 0}, 20);  // replaced, and the newest
  cache.put({4, 0, 0}, 4);
  EXPECT_EQ(get(cache, {3, 0, 0}), -1);
  EXPECT_EQ(get(cache, {2, 0, 0}), 20);
}

TEST(AlgorithmCache, AValueLivesWhileItIsUsed) {
  AlgorithmCache<Key, std::shared_ptr<int>> cache(1);
  cache.put({1, 0, 0}, std::make_shared<int>(5));
  std::shared_ptr<int> held;
  ASSERT_TRUE(cache.find({1, 0, 0}, &held));
  cache.put({2, 0, 0}, std::make_shared<int>(6));
  EXPECT_EQ(held.use_count(), 1);
  EXPECT_EQ(*held, 5);
}

TEST(AlgorithmCache, ManyThreads) {
  Cache cache(16);
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 2000; ++i) {
        const Key key{(i * 7 + t) % 24, 1, 2};
        int value = -1;
        if (!cache.find(key, &value)) cache.put(key, static_cast<int>(key.a));
        else if (value != key.a) ++wrong;
      }
    });
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_LE(cache.size(), 16u);
}

}  // namespace
}  // namespace torchpp::cuda
