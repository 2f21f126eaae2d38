// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <torchpp/core/grad_mode.h>
#include <torchpp/data.h>

#include <atomic>
#include <chrono>
#include <set>
#include <thread>

#include "tests/support/expect_error.h"

namespace torchpp::test {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

TEST(ParallelMap, WorksAtTheSameTime) {
  std::atomic<int> inside{0}, most{0};
  auto pipe = data::range(40).parallel_map(
      [&](int64_t i) {
        const int now = ++inside;
        for (int seen = most; seen < now && !most.compare_exchange_weak(seen, now);) {
        }
        std::this_thread::sleep_for(milliseconds(2));
        --inside;
        return i;
      },
      4);
  int64_t next = 0;
  for (int64_t i : pipe) EXPECT_EQ(i, next++);
  EXPECT_EQ(next, 40);
  EXPECT_GE(most.load(), 2);
  EXPECT_LE(most.load(), 4);
}

TEST(ParallelMap, TakesNoMoreInAdvanceThanItMay) {
  std::atomic<int64_t> taken{0};
  auto pipe = data::range(1000)
                  .map([&](int64_t i) {
                    ++taken;
                    return i;
                  })
                  .parallel_map([](int64_t i) { return i; }, data::ParallelMapOptions().workers(3).ahead(2));
  pipe.next();
  std::this_thread::sleep_for(milliseconds(50));
  EXPECT_LE(taken.load(), 1 + 3 * 3);
}

TEST(ParallelMap, UnorderedResultsDoNotWaitForASlowItem) {
  std::atomic<bool> go_on{false};
  auto pipe = data::range(20).parallel_map(
      [&](int64_t i) {
        while (i == 0 && !go_on) std::this_thread::sleep_for(milliseconds(1));
        return i;
      },
      data::ParallelMapOptions().workers(3).ordered(false));
  std::set<int64_t> got;
  for (int i = 0; i < 6; ++i) got.insert(pipe.next().value());
  EXPECT_EQ(got.count(0), 0u);
  // What was not delivered comes after resuming, item 0 too.
  const data::State state = data::State::from_json(pipe.state().to_json());
  go_on = true;
  auto resumed =
      data::range(20).parallel_map([](int64_t i) { return i; }, data::ParallelMapOptions().workers(2).ordered(false));
  resumed.load_state(state);
  for (int64_t i : resumed) EXPECT_TRUE(got.insert(i).second) << i;
  EXPECT_EQ(got.size(), 20u);
  while (pipe.next()) {
  }
}

TEST(ParallelMap, ErrorsComeInTheirItemsPlace) {
  const auto make = [](int64_t workers) {
    return data::from(std::vector<std::string>{"a", "b", "c", "d"})
        .parallel_map(
            [](const std::string& key) {
              TORCHPP_CHECK_FILE(key != "c", "broken");
              return key;
            },
            workers);
  };
  for (int64_t workers : {0, 1, 3}) {
    auto pipe = make(workers);
    EXPECT_EQ(pipe.next().value(), "a");
    EXPECT_EQ(pipe.next().value(), "b");
    expect_error([&] { pipe.next(); }, "parallel_map: item 2, 'c'");
    EXPECT_EQ(pipe.next().value(), "d");
    EXPECT_FALSE(pipe.next());
  }
}

TEST(ParallelMap, OtherExceptionsBecomeErrorsThatNameTheItem) {
  auto pipe = data::range(3).parallel_map(
      [](int64_t i) {
        if (i == 1) throw std::runtime_error("of another kind");
        return i;
      },
      2);
  pipe.next();
  expect_error([&] { pipe.next(); }, "of another kind");
}

TEST(ParallelMap, EndsPromptly) {
  std::atomic<int> calls{0};
  const auto begin = Clock::now();
  {
    auto pipe = data::range(1000000).parallel_map(
        [&](int64_t i) {
          ++calls;
          std::this_thread::sleep_for(milliseconds(5));
          return i;
        },
        4);
    pipe.next();
  }
  EXPECT_LT(Clock::now() - begin, std::chrono::seconds(5));
  EXPECT_LT(calls.load(), 100);
}

TEST(ParallelMap, HasTheGradModeOfTheConsumer) {
  const NoGradGuard no_grad;
  auto pipe = data::range(8).parallel_map([](int64_t) { return GradMode::is_enabled(); }, 2);
  for (bool enabled : pipe) EXPECT_FALSE(enabled);
}

TEST(Prefetch, ReadsWhileTheConsumerWorks) {
  std::atomic<int64_t> taken{0};
  auto pipe = data::range(10)
                  .map([&](int64_t i) {
                    ++taken;
                    return i;
                  })
                  .prefetch(4);
  pipe.next();
  for (int i = 0; i < 500 && taken < 5; ++i) std::this_thread::sleep_for(milliseconds(1));
  EXPECT_GE(taken.load(), 5);
}

TEST(Prefetch, ManyTimesLeftEarly) {
  for (int i = 0; i < 200; ++i) {
    auto pipe = data::range(100).shuffle(10).parallel_map([](int64_t n) { return n; }, 3).batch(2).prefetch(2);
    for (int k = 0; k < i % 5; ++k) pipe.next();
    if (i % 2 == 0) pipe.state();
    if (i % 3 == 0) pipe.reset({1, i, 0, 1, 2});
    pipe.next();
  }
}

TEST(Indexed, ACacheIsForSeveralThreads) {
  std::vector<std::atomic<int>> calls(100);
  const auto cached = data::indexed(100, [&calls](int64_t i) {
                        ++calls[static_cast<size_t>(i)];
                        return std::vector<int64_t>(50, i);
                      }).in_memory_cache();
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int64_t i = 0; i < 400; ++i) {
        const int64_t index = (i * 7 + t * 25) % 100;
        wrong += cached[index] != std::vector<int64_t>(50, index);
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong.load(), 0);
  for (const std::atomic<int>& count : calls) {
    EXPECT_GE(count.load(), 1);
    EXPECT_LE(count.load(), 4) << "not made again but by threads that asked at the same time";
  }
  const int before = calls[0].load();
  EXPECT_EQ(cached[0][0], 0);
  EXPECT_EQ(calls[0].load(), before);
}

}  // namespace
}  // namespace torchpp::test
