// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <torchpp/data.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <thread>

#include "tests/support/expect_error.h"

namespace torchpp::test {
namespace {

using Batch = std::vector<int64_t>;

data::Pipe<Batch> chain(int64_t size) {
  return data::range(size)
      .shard()
      .shuffle(50)
      .parallel_map([](int64_t i, data::Random& random) { return i * 1000 + random.below(1000); })
      .batch(4)
      .prefetch(3);
}
data::LoaderOptions options(int64_t workers, int64_t rank = 0, int64_t world = 1) {
  return data::LoaderOptions().seed(7).workers(workers).rank(rank).world(world);
}

// Two epochs, a line each batch.
std::string text_of(const Batch& batch) {
  std::string line;
  for (int64_t i : batch) line += str(i, " ");
  return line + "\n";
}
std::string two_epochs(data::Loader<Batch>& loader) {
  std::string text;
  while (loader.epoch() < 2)
    if (optional<Batch> batch = loader.next()) text += text_of(*batch);
  return text;
}

TEST(Loader, GivesTheSameBatchesForAnyNumberOfWorkers) {
  data::Loader<Batch> alone(chain(203), options(0));
  const std::string expected = two_epochs(alone);
  for (int64_t workers : {1, 2, 4, 16}) {
    data::Loader<Batch> loader(chain(203), options(workers));
    EXPECT_EQ(two_epochs(loader), expected) << workers << " workers";
  }
}

// A process that writes each batch to a pipe and, before it, the state, is killed; another one goes on.
TEST(Loader, ResumesAfterTheProcessWasKilled) {
  data::Loader<Batch> whole(chain(203), options(0));
  const std::string expected = two_epochs(whole);
  data::Random random(1, 0, 0);
  for (int64_t workers : {0, 1, 4, 16}) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const int64_t lines_before_kill = 1 + random.below(95);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      close(ends[0]);
      data::Loader<Batch> loader(chain(203), options(workers));
      while (loader.epoch() < 2) {
        const optional<Batch> batch = loader.next();
        if (!batch) continue;
        const std::string line = text_of(*batch) + loader.state() + "\n";
        if (write(ends[1], line.data(), line.size()) != static_cast<ssize_t>(line.size())) _exit(1);
      }
      std::this_thread::sleep_for(std::chrono::seconds(60));  // until it is killed
      _exit(1);
    }
    close(ends[1]);
    std::string text, got, state;
    char buffer[4096];
    int64_t lines = 0;
    size_t begin = 0;
    while (lines < lines_before_kill) {
      const ssize_t n = read(ends[0], buffer, sizeof buffer);
      ASSERT_GT(n, 0);
      text.append(buffer, static_cast<size_t>(n));
      for (size_t end; lines < lines_before_kill && (end = text.find('\n', text.find('\n', begin) + 1)) != text.npos;) {
        const size_t middle = text.find('\n', begin);
        if (middle == text.npos || end <= middle) break;
        got += text.substr(begin, middle + 1 - begin);
        state = text.substr(middle + 1, end - middle - 1);
        begin = end + 1;
        ++lines;
      }
    }
    kill(child, SIGKILL);
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status));
    close(ends[0]);

    for (int64_t resumed_workers : {int64_t{0}, int64_t{3}, workers}) {
      data::Loader<Batch> loader(chain(203), options(resumed_workers));
      loader.load_state(state);
      EXPECT_EQ(got + two_epochs(loader), expected)
          << workers << " workers, killed after " << lines << " batches, resumed with " << resumed_workers;
    }
  }
}

TEST(Loader, LosesAndRepeatsNothingForAnyDivision) {
  for (int64_t size : {0, 1, 5, 64, 101})
    for (int64_t world : {1, 2, 3, 7})
      for (int64_t workers : {0, 3})
        for (int64_t buffer : {1, 8, 1000}) {
          std::vector<int64_t> all;
          for (int64_t rank = 0; rank < world; ++rank) {
            data::Loader loader(data::range(size).shard().shuffle(buffer).parallel_map([](int64_t i) { return i; }),
                                options(workers, rank, world));
            int64_t count = 0;
            for (int64_t i : loader) {
              all.push_back(i);
              ++count;
            }
            EXPECT_EQ(loader.size().value_or(-1), count);
          }
          std::sort(all.begin(), all.end());
          std::vector<int64_t> expected(static_cast<size_t>(size));
          for (int64_t i = 0; i < size; ++i) expected[static_cast<size_t>(i)] = i;
          ASSERT_EQ(all, expected) << size << " items, world " << world << ", buffer " << buffer;
        }
}

TEST(Loader, EachLoopIsAnEpochWithAnOrderOfItsOwn) {
  data::Loader loader(data::range(20).shuffle(20), options(0));
  std::set<std::vector<int64_t>> orders;
  for (int epoch = 0; epoch < 5; ++epoch) {
    EXPECT_EQ(loader.epoch(), epoch);
    std::vector<int64_t> order;
    for (int64_t i : loader) order.push_back(i);
    orders.insert(order);
  }
  EXPECT_EQ(orders.size(), 5u);
}

TEST(Loader, ALoopThatIsLeftEndsItsEpoch) {
  data::Loader loader(data::range(10).shuffle(10), options(0));
  for (int64_t i : loader) {
    (void)i;
    break;
  }
  std::vector<int64_t> second, expected;
  for (int64_t i : loader) second.push_back(i);
  EXPECT_EQ(loader.epoch(), 2);
  data::Loader other(data::range(10).shuffle(10), options(0));
  other.set_epoch(1);
  for (int64_t i : other) expected.push_back(i);
  EXPECT_EQ(second, expected);
}

TEST(Loader, AnIteratorOfAnEarlierLoopThrows) {
  data::Loader loader(data::range(10), options(0));
  auto old = loader.begin();
  auto fresh = loader.begin();
  expect_error([&] { ++old; }, "invalidated");
  EXPECT_EQ(*fresh, 0);
}

TEST(Loader, StateBetweenEpochsIsTheNextOnesBeginning) {
  data::Loader loader(data::range(6).shuffle(6), options(0));
  for (int64_t i : loader) (void)i;
  const std::string state = loader.state();
  std::vector<int64_t> expected, got;
  for (int64_t i : loader) expected.push_back(i);
  data::Loader resumed(data::range(6).shuffle(6), options(0));
  resumed.load_state(state);
  for (int64_t i : resumed) got.push_back(i);
  EXPECT_EQ(got, expected);
}

TEST(Loader, RefusesStatesOfOthers) {
  data::Loader loader(data::range(6).shuffle(6), options(0));
  loader.next();
  const std::string state = loader.state();
  data::Loader other_rank(data::range(6).shuffle(6), options(0, 1, 2));
  expect_error([&] { other_rank.load_state(state); }, "rank 0, expected 1");
  data::Loader other_chain(data::range(6).batch(2), options(0));
  expect_error([&] { other_chain.load_state(state); }, "expected one of 'batch'");
  expect_error([&] { loader.load_state("{\"version\":1"); }, "no JSON");
  expect_error([&] { loader.load_state("{\"version\":9}"); }, "version 9");
  expect_error([&] { data::Loader(data::range(3), data::LoaderOptions().rank(2).world(2)); }, "rank 2 of 2");
}

}  // namespace
}  // namespace torchpp::test
