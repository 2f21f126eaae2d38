// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/core/parallel.h>

#include <gtest/gtest.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <numeric>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "src/core/thread_pool.h"
#include "tests/support/error_of.h"
#include "tests/support/sanitizers.h"

// Lets this file be linked with core/error.cpp and core/thread_pool.cpp alone.
#if defined(TORCHPP_TEST_REGION_STATE)
namespace {
__thread torchpp::detail::RegionState thread_modes;
}  // namespace
torchpp::detail::RegionState torchpp::detail::capture_region_state() noexcept { return thread_modes; }
void torchpp::detail::install_region_state(const RegionState& state) noexcept { thread_modes = state; }
#endif

namespace torchpp {
namespace {

using detail::run_slices;

int threads_of_process() {
  std::FILE* status = std::fopen("/proc/self/status", "r");
  char line[256];
  int threads = 0;
  while (std::fgets(line, sizeof line, status) != nullptr) {
    if (std::sscanf(line, "Threads: %d", &threads) == 1) break;
  }
  std::fclose(status);
  return threads;
}

bool threads_fall_to(int wanted) {
  for (int i = 0; i < 2000 && threads_of_process() > wanted; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return threads_of_process() <= wanted;
}

// The threads that are not the pool's: this one, and a sanitizer's own.
int base_threads = 1;

class Parallel : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    const int before = get_num_threads();
    set_num_threads(1);         // ends the workers that earlier tests of this program started
    std::thread([] {}).join();  // a sanitizer's own thread comes with the first one
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    base_threads = threads_of_process();
    set_num_threads(before);
  }
  void TearDown() override { set_num_threads(before_); }
  const int before_ = get_num_threads();
};

#if TORCHPP_THREAD_SANITIZER
#define SKIP_WITHOUT_FORK() GTEST_SKIP() << "the thread sanitizer does not support threads in a forked child"
#else
#define SKIP_WITHOUT_FORK() static_cast<void>(0)
#endif

// Kills the process if what it guards hangs.
class Watchdog {
 public:
  explicit Watchdog(unsigned seconds) { alarm(seconds); }
  ~Watchdog() { alarm(0); }
};

// Returns when `parties` slices are inside at once, which takes as many threads.
void meet(std::atomic<int>& arrived, int parties) {
  arrived.fetch_add(1);
  while (arrived.load() < parties) std::this_thread::yield();
}

unsigned seed() {
  const char* given = std::getenv("TORCHPP_TEST_SEED");
  const unsigned value = given != nullptr ? static_cast<unsigned>(std::atoi(given)) : 20240611u;
  std::printf("seed %u\n", value);
  return value;
}

TEST_F(Parallel, EveryIndexOnce) {
  for (const int threads : {1, 2, 3, 8}) {
    set_num_threads(threads);
    for (const int64_t begin : {-7, 0, 5}) {
      for (const int64_t range : {1, 2, 3, 7, 8, 9, 64, 1000, 4097}) {
        for (const int64_t grain : {0, 1, 2, 3, 10, 999, 1000, 5000}) {
          const int64_t end = begin + range;
          std::vector<std::atomic<int>> visits(range);
          std::atomic<int> calls{0};
          parallel_for(begin, end, grain, [&](int64_t b, int64_t e) {
            calls.fetch_add(1);
            for (int64_t i = b; i < e; ++i) visits[i - begin].fetch_add(1);
          });
          for (auto& count : visits) ASSERT_EQ(count.load(), 1) << begin << ' ' << range << ' ' << grain;
          ASSERT_LE(calls.load(), threads);
          if (range <= grain) {
            ASSERT_EQ(calls.load(), 1);
          }
        }
      }
    }
  }
}

TEST_F(Parallel, ChunksAndTheirNumbersAreLibtorchs) {
  struct Chunk {
    int64_t begin, end;
    int number;
    bool operator==(const Chunk& o) const { return begin == o.begin && end == o.end && number == o.number; }
    bool operator<(const Chunk& o) const { return begin < o.begin; }
  };
  struct Case {
    int threads;
    int64_t begin, end, grain;
    std::vector<Chunk> chunks;
  };
  // Printed by a program that calls at::parallel_for and at::get_thread_num of libtorch 1.13.1 (OpenMP build).
  const Case cases[] = {
      {4, 0, 4, 3, {{0, 2, 0}, {2, 4, 1}}},
      {8, 0, 10, 0, {{0, 2, 0}, {2, 4, 1}, {4, 6, 2}, {6, 8, 3}, {8, 10, 4}}},
      {3, -5, 100, 7, {{-5, 30, 0}, {30, 65, 1}, {65, 100, 2}}},
      {4, 0, 5, 1, {{0, 2, 0}, {2, 4, 1}, {4, 5, 2}}},
      {8, 0, 3, 1, {{0, 1, 0}, {1, 2, 1}, {2, 3, 2}}},
      {4, 0, 100, 99, {{0, 50, 0}, {50, 100, 1}}},
      {4, 0, 100, 100, {{0, 100, 0}}},
      {4, 0, 1000, 300, {{0, 250, 0}, {250, 500, 1}, {500, 750, 2}, {750, 1000, 3}}},
  };
  for (const Case& c : cases) {
    set_num_threads(c.threads);
    std::mutex mutex;
    std::vector<Chunk> chunks;
    parallel_for(c.begin, c.end, c.grain, [&](int64_t b, int64_t e) {
      const std::lock_guard<std::mutex> lock(mutex);
      chunks.push_back({b, e, get_thread_num()});
    });
    std::sort(chunks.begin(), chunks.end());
    EXPECT_TRUE(chunks == c.chunks) << c.threads << " threads, [" << c.begin << ", " << c.end << "), grain " << c.grain;
  }
}

TEST_F(Parallel, AnEmptyRangeCallsNothing) {
  int calls = 0;
  parallel_for(3, 3, 1, [&](int64_t, int64_t) { ++calls; });
  parallel_for(3, -3, 1, [&](int64_t, int64_t) { ++calls; });
  run_slices(0, [&](int64_t) { ++calls; });
  run_slices(-1, [&](int64_t) { ++calls; });
  EXPECT_EQ(calls, 0);
  EXPECT_EQ(parallel_reduce(
                4, 4, 1, 17, [](int64_t, int64_t, int) { return 1; }, [](int a, int b) { return a + b; }),
            17);
}

std::vector<char> flags;
void sets_flags(int64_t begin, int64_t end) {
  for (int64_t i = begin; i < end; ++i) flags[i] = 1;
}

TEST_F(Parallel, TakesPlainFunctions) {
  set_num_threads(4);
  flags.assign(100, 0);
  parallel_for(0, 100, 1, sets_flags);
  EXPECT_EQ(std::accumulate(flags.begin(), flags.end(), 0), 100);
}

TEST_F(Parallel, ARangeAtTheEdgeOfInt64) {
  set_num_threads(4);
  std::atomic<int64_t> indices{0};
  const int64_t last = INT64_MAX;
  parallel_for(last - 10, last, 3, [&](int64_t b, int64_t e) { indices += e - b; });
  EXPECT_EQ(indices.load(), 10);
}

TEST_F(Parallel, ChunksHaveNumbersOfTheirOwn) {
  set_num_threads(4);
  for (int round = 0; round < 1000; ++round) {
    std::atomic<int> used[4] = {};
    std::atomic<bool> outside{false};
    parallel_for(0, 400, 1, [&](int64_t b, int64_t) {
      const int number = get_thread_num();
      if (number != b / 100 || !in_parallel_region()) outside = true;
      used[number].fetch_add(1);
    });
    ASSERT_FALSE(outside);
    for (auto& count : used) ASSERT_EQ(count.load(), 1);
  }
  EXPECT_FALSE(in_parallel_region());
  EXPECT_EQ(get_thread_num(), 0);
}

TEST_F(Parallel, SlicesRunOnceAndOnSeatsOfTheirOwn) {
  set_num_threads(4);
  for (const int64_t count : {1, 2, 3, 5, 1000}) {
    const int most = static_cast<int>(std::min<int64_t>(count, 4));
    std::vector<std::atomic<int>> visits(count);
    std::atomic<int> inside[4] = {};
    std::atomic<bool> shared{false};
    run_slices(count, [&](int64_t slice) {
      visits[slice].fetch_add(1);
      const int seat = get_thread_num();
      if (seat < 0 || seat >= most || inside[seat].fetch_add(1) != 0) shared = true;
      std::this_thread::yield();
      inside[seat].fetch_sub(1);
    });
    for (auto& visit : visits) ASSERT_EQ(visit.load(), 1);
    EXPECT_FALSE(shared) << count;
  }
}

// Seats beyond the last block share the blocks.
TEST_F(Parallel, SlicesRunOnceOnMoreThreadsThanBlocks) {
  set_num_threads(150);
  for (const int64_t count : {149, 150, 151, 200, 1000}) {
    std::vector<std::atomic<int>> visits(count);
    run_slices(count, [&](int64_t slice) {
      visits[slice].fetch_add(1);
      std::this_thread::yield();
    });
    for (auto& visit : visits) ASSERT_EQ(visit.load(), 1) << count;
  }
}

TEST_F(Parallel, NeighbouringSlicesRunOnOneThread) {
  Watchdog watchdog(60);
  set_num_threads(3);
  std::atomic<int> arrived{0};
  std::mutex mutex;
  std::vector<std::vector<int64_t>> order(3);
  run_slices(20, [&](int64_t slice) {
    bool first = false;
    {
      const std::lock_guard<std::mutex> lock(mutex);
      std::vector<int64_t>& mine = order[get_thread_num()];
      first = mine.empty();
      mine.push_back(slice);
    }
    if (first) meet(arrived, 3);
  });
  const int64_t begin[] = {0, 7, 14, 20};
  for (int seat = 0; seat < 3; ++seat) {
    ASSERT_FALSE(order[seat].empty());
    EXPECT_EQ(order[seat][0], begin[seat]);
    // A thread leaves its block only when nothing is left of it.
    std::set<int64_t> left;
    for (int64_t slice = begin[seat]; slice < begin[seat + 1]; ++slice) left.insert(slice);
    bool outside = false;
    for (const int64_t slice : order[seat]) {
      const bool own = left.count(slice) == 1;
      EXPECT_FALSE(outside && own) << "slice " << slice << " of the thread's block after those of others";
      outside = outside || !own;
    }
  }
}

TEST_F(Parallel, AllThreadsTakePart) {
  Watchdog watchdog(60);
  for (const int threads : {2, 5, 3, 8}) {
    set_num_threads(threads);
    std::atomic<int> arrived{0};
    std::mutex mutex;
    std::set<std::thread::id> ids;
    run_slices(threads, [&](int64_t) {
      meet(arrived, threads);
      const std::lock_guard<std::mutex> lock(mutex);
      ids.insert(std::this_thread::get_id());
    });
    EXPECT_EQ(ids.size(), static_cast<size_t>(threads));
    EXPECT_EQ(ids.count(std::this_thread::get_id()), 1u);
  }
}

TEST_F(Parallel, OneThreadOrLittleWorkStaysOnTheCaller) {
  const auto self = std::this_thread::get_id();
  const auto only_here = [&](int64_t, int64_t) {
    EXPECT_EQ(std::this_thread::get_id(), self);
    EXPECT_FALSE(in_parallel_region());
    EXPECT_EQ(get_thread_num(), 0);
  };
  set_num_threads(8);
  parallel_for(0, 100, 100, only_here);
  run_slices(1, [&](int64_t) { only_here(0, 0); });
  set_num_threads(1);
  parallel_for(0, 100, 1, only_here);
  run_slices(100, [&](int64_t) { only_here(0, 0); });
}

TEST_F(Parallel, TheFirstExceptionReachesTheCallerAfterAllSlicesStopped) {
  for (const int threads : {1, 2, 4}) {
    set_num_threads(threads);
    for (int round = 0; round < 500; ++round) {
      std::atomic<int> running{0}, started{0};
      const int thrower = round % 50;
      try {
        run_slices(100000, [&](int64_t slice) {
          struct Count {
            explicit Count(std::atomic<int>& c) : count(c) { count.fetch_add(1); }
            ~Count() { count.fetch_sub(1); }
            std::atomic<int>& count;
          } inside(running);
          started.fetch_add(1);
          if (slice == thrower) throw std::out_of_range("slice " + std::to_string(slice));
        });
        FAIL() << "no exception";
      } catch (const std::out_of_range& e) {
        EXPECT_EQ(e.what(), "slice " + std::to_string(thrower));
      }
      ASSERT_EQ(running.load(), 0);
      ASSERT_FALSE(in_parallel_region());
      if (threads == 1) {
        ASSERT_EQ(started.load(), thrower + 1);
      }
    }
    std::atomic<int> calls{0};
    run_slices(100, [&](int64_t) { calls.fetch_add(1); });
    EXPECT_EQ(calls.load(), 100);
  }
}

TEST_F(Parallel, AfterAnExceptionTheRestIsSkipped) {
  set_num_threads(2);
  std::atomic<int64_t> started{0};
  EXPECT_THROW(run_slices(int64_t{1} << 40,
                          [&](int64_t slice) {
                            started.fetch_add(1);
                            if (slice == 1000) throw std::runtime_error("stop");
                          }),
               std::runtime_error);
  EXPECT_GE(started.load(), 1000);
}

TEST_F(Parallel, WhenAllThrowOneArrives) {
  Watchdog watchdog(60);
  set_num_threads(4);
  for (int round = 0; round < 200; ++round) {
    std::atomic<int> arrived{0};
    EXPECT_THROW(run_slices(4,
                            [&](int64_t slice) {
                              meet(arrived, 4);
                              throw slice;
                            }),
                 int64_t);
  }
}

// Numbers and calls as in libtorch 1.13.1, asked as above.
TEST_F(Parallel, NestedRegionsStayOnTheirThread) {
  set_num_threads(4);
  std::atomic<int64_t> sum{0};
  std::atomic<int> wrong{0};
  parallel_for(0, 40, 1, [&](int64_t b, int64_t e) {
    const auto self = std::this_thread::get_id();
    const int number = get_thread_num();
    for (int64_t i = b; i < e; ++i) {
      int calls = 0;
      parallel_for(0, 100, 1, [&](int64_t nb, int64_t ne) {
        ++calls;
        if (std::this_thread::get_id() != self || get_thread_num() != 0 || !in_parallel_region()) wrong.fetch_add(1);
        sum += ne - nb;
      });
      run_slices(10, [&](int64_t) {
        if (std::this_thread::get_id() != self) wrong.fetch_add(1);
      });
      if (calls != 1 || get_thread_num() != number) wrong.fetch_add(1);
    }
  });
  EXPECT_EQ(sum.load(), 4000);
  EXPECT_EQ(wrong.load(), 0);
}

TEST_F(Parallel, ASecondCallerRunsAlone) {
  Watchdog watchdog(60);
  set_num_threads(3);
  std::atomic<bool> first_is_in{false}, second_is_done{false};
  std::thread first([&] {
    run_slices(3, [&](int64_t) {
      first_is_in = true;
      while (!second_is_done) std::this_thread::yield();
    });
  });
  while (!first_is_in) std::this_thread::yield();
  const auto self = std::this_thread::get_id();
  std::vector<int> numbers;
  parallel_for(0, 300, 1, [&](int64_t b, int64_t e) {
    EXPECT_EQ(std::this_thread::get_id(), self);
    EXPECT_EQ(e - b, 100);  // the same chunks and numbers as with the pool
    numbers.push_back(get_thread_num());
  });
  EXPECT_EQ(numbers, (std::vector<int>{0, 1, 2}));
  EXPECT_THROW(run_slices(2, [](int64_t) { throw std::runtime_error("alone"); }), std::runtime_error);
  EXPECT_FALSE(in_parallel_region());
  second_is_done = true;
  first.join();
}

TEST_F(Parallel, SimultaneousCallersWithAChangingNumberOfThreads) {
  Watchdog watchdog(120);
  std::atomic<bool> stop{false};
  std::thread changer([&] {
    std::mt19937 random(seed());
    while (!stop) {
      set_num_threads(1 + static_cast<int>(random() % 6));
      std::this_thread::sleep_for(std::chrono::microseconds(random() % 200));
    }
  });
  std::vector<std::thread> callers;
  std::atomic<int> wrong{0};
  for (int t = 0; t < 4; ++t) {
    callers.emplace_back([&, t] {
      std::vector<int64_t> out(1000);
      for (int64_t round = 0; round < 3000; ++round) {
        parallel_for(0, 1000, 10, [&](int64_t b, int64_t e) {
          for (int64_t i = b; i < e; ++i) out[i] = i * round + t;
        });
        for (int64_t i = 0; i < 1000; ++i) {
          if (out[i] != i * round + t) wrong.fetch_add(1);
        }
      }
    });
  }
  for (auto& caller : callers) caller.join();
  stop = true;
  changer.join();
  EXPECT_EQ(wrong.load(), 0);
}

TEST_F(Parallel, FewerThreadsMeansThatWorkersEnd) {
  Watchdog watchdog(60);
  set_num_threads(1);
  ASSERT_TRUE(threads_fall_to(base_threads));
  set_num_threads(6);
  std::atomic<int> arrived{0};
  run_slices(6, [&](int64_t) { meet(arrived, 6); });
  EXPECT_EQ(threads_of_process(), base_threads + 5);
  set_num_threads(3);
  EXPECT_TRUE(threads_fall_to(base_threads + 2));
  EXPECT_EQ(threads_of_process(), base_threads + 2);
  set_num_threads(1);
  EXPECT_TRUE(threads_fall_to(base_threads));
}

TEST_F(Parallel, ShortLivedCallersLeaveNothingBehind) {
  Watchdog watchdog(300);
  set_num_threads(1);
  ASSERT_TRUE(threads_fall_to(base_threads));
  set_num_threads(3);
  std::atomic<int64_t> sum{0};
  int most = 0;
  for (int batch = 0; batch < 2500; ++batch) {
    std::vector<std::thread> users;
    for (int i = 0; i < 4; ++i) {
      users.emplace_back([&] { parallel_for(0, 64, 1, [&](int64_t b, int64_t e) { sum += e - b; }); });
    }
    for (auto& user : users) user.join();
    most = std::max(most, threads_of_process());
  }
  EXPECT_EQ(sum.load(), 10000 * 64);
  EXPECT_LE(most, base_threads + 2 + 4);  // the kernel counts a joined thread for a moment longer
  EXPECT_TRUE(threads_fall_to(base_threads + 2));
}

TEST_F(Parallel, AChildOfForkHasAPoolOfItsOwn) {
  SKIP_WITHOUT_FORK();
  set_num_threads(3);
  std::atomic<int> arrived{0};
  run_slices(3, [&](int64_t) { meet(arrived, 3); });
  // The second fork happens while another thread's region occupies the pool.
  for (const bool occupied : {false, true}) {
    std::atomic<bool> inside{false}, release{false};
    std::thread other;
    if (occupied) {
      other = std::thread([&] {
        run_slices(3, [&](int64_t) {
          inside = true;
          while (!release) std::this_thread::yield();
        });
      });
      while (!inside) std::this_thread::yield();
    }
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      alarm(30);
      std::atomic<int> met{0};
      for (int round = 0; round < 100; ++round) {
        met = 0;
        run_slices(3, [&](int64_t) { meet(met, 3); });
      }
      _exit(threads_of_process() <= base_threads + 2 && met == 3 ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
    release = true;
    if (occupied) other.join();
    arrived = 0;
    run_slices(3, [&](int64_t) { meet(arrived, 3); });
  }
}

// Calls body(argument) as the only thread of a child process, of which it is the first thread, too; what waitpid tells,
// or -1 if the child did not end within ten seconds, also after SIGTERM if `terminated`.
int status_of_child(void* (*body)(void*), void* argument, bool terminated) {
  struct Start {
    void* (*body)(void*);
    void* argument;
    pid_t child;
  } start{body, argument, 0};
  // The fork is made by a thread that has nothing of the test framework on its stack, which pthread_exit unwinds.
  pthread_t thread;
  pthread_create(
      &thread, nullptr,
      [](void* p) -> void* {
        auto* s = static_cast<Start*>(p);
        const pid_t child = fork();
        if (child == 0) return s->body(s->argument);
        s->child = child;
        return nullptr;
      },
      &start);
  pthread_join(thread, nullptr);
  if (terminated) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    kill(start.child, SIGTERM);
  }
  int status = 0;
  for (int i = 0; i < 2000; ++i) {
    if (waitpid(start.child, &status, WNOHANG) == start.child) return status;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  kill(start.child, SIGKILL);
  waitpid(start.child, &status, 0);
  return -1;
}

void use_pool() {
  set_num_threads(4);
  run_slices(8, [](int64_t) { std::this_thread::sleep_for(std::chrono::milliseconds(1)); });
}

TEST_F(Parallel, AProgramWhoseMainEndsByPthreadExitEnds) {
  SKIP_WITHOUT_FORK();
  const auto main_uses_it = [](void*) -> void* {
    use_pool();
    pthread_exit(nullptr);
  };
  const auto another_uses_it = [](void*) -> void* {
    std::thread(use_pool).join();
    pthread_exit(nullptr);
  };
  // SIGTERM either ends it or comes when it has ended by itself.
  for (bool terminated : {false, true}) {
    const int status = status_of_child(main_uses_it, nullptr, terminated);
    EXPECT_TRUE(WIFEXITED(status) || (terminated && WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM)) << status;
    EXPECT_EQ(status_of_child(another_uses_it, nullptr, terminated), status);
  }
}

TEST_F(Parallel, SigtermEndsAProgramOfWhichMainHasEnded) {
  SKIP_WITHOUT_FORK();
  // A thread of the application is left, which takes the signal.
  const auto body = [](void*) -> void* {
    use_pool();
    std::thread([] {
      use_pool();
      std::this_thread::sleep_for(std::chrono::seconds(20));
    }).detach();
    pthread_exit(nullptr);
  };
  const int status = status_of_child(body, nullptr, true);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM) << status;
}

TEST_F(Parallel, WorkersEndAfterTheLastThreadThatUsedThem) {
  SKIP_WITHOUT_FORK();
  const auto body = [](void*) -> void* {
    for (int times = 0; times < 2; ++times) {
      std::thread(use_pool).join();
      if (threads_of_process() != 4) _exit(1);  // they stay for a while
      if (!threads_fall_to(1)) _exit(2);
    }
    use_pool();
    std::this_thread::sleep_for(std::chrono::milliseconds(1500));
    _exit(threads_of_process() == 4 ? 0 : 3);  // this thread lives
  };
  EXPECT_EQ(status_of_child(body, nullptr, false), 0);
}

TEST_F(Parallel, ExitDoesNotWaitForARunningRegion) {
  SKIP_WITHOUT_FORK();
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    alarm(30);
    set_num_threads(3);
    auto* inside = new std::atomic<int>(0);
    std::thread([inside] { run_slices(3, [inside](int64_t) { inside->fetch_add(1), pause(); }); }).detach();
    while (inside->load() < 3) std::this_thread::yield();
    std::exit(7);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 7) << status;
}

// Every region needs all its threads, so a wake-up that is lost hangs it. The pauses straddle the time after which
// threads stop spinning, so that some are just going to sleep.
TEST_F(Parallel, NoWakeUpIsLost) {
  Watchdog watchdog(500);
  std::mt19937 random(seed());
  using Clock = std::chrono::steady_clock;
  for (const int threads : {2, 4}) {
    set_num_threads(threads);
    const int regions = threads == 2 ? 200000 : 20000;
    std::atomic<int> arrived{0};
    for (int region = 0; region < regions; ++region) {
      arrived.store(0);
      run_slices(threads, [&](int64_t) { meet(arrived, threads); });
      const uint32_t draw = random();
      const int span_ns = static_cast<int>((draw >> 8) % 8000);
      const int pause_ns = draw % 4 == 0 ? 0 : draw % 4 == 1 ? 25 * span_ns : 49500 + span_ns / 4;
      const auto until = Clock::now() + std::chrono::nanoseconds(pause_ns);
      while (Clock::now() < until) {
      }
    }
  }
}

TEST_F(Parallel, AnUnevenRegionWaitsForItsLastSlice) {
  // The caller finishes early and goes to sleep, the workers wake it.
  Watchdog watchdog(60);
  set_num_threads(3);
  const auto self = std::this_thread::get_id();
  for (int round = 0; round < 300; ++round) {
    std::atomic<int> arrived{0}, done{0};
    run_slices(3, [&](int64_t) {
      meet(arrived, 3);
      if (std::this_thread::get_id() != self) std::this_thread::sleep_for(std::chrono::microseconds(round));
      done.fetch_add(1);
    });
    ASSERT_EQ(done.load(), 3);
  }
}

#if defined(__x86_64__)
TEST_F(Parallel, TheFloatingPointControlWordIsTheCallers) {
  Watchdog watchdog(60);
  set_num_threads(4);
  const unsigned before = _mm_getcsr();
  for (const unsigned extra : {0x8040u, 0u, 0x6000u}) {  // flush to zero and denormals are zero; default; round to zero
    _mm_setcsr((before & ~0xe040u) | extra);
    std::atomic<int> arrived{0}, flushed{0}, other_word{0};
    run_slices(4, [&](int64_t) {
      meet(arrived, 4);
      volatile float tiny = 1e-38f;
      tiny = tiny * 0.25f;
      if (tiny == 0) flushed.fetch_add(1);
      if ((_mm_getcsr() & 0xe040u) != extra) other_word.fetch_add(1);
    });
    EXPECT_EQ(flushed.load(), extra == 0x8040u ? 4 : 0);
    EXPECT_EQ(other_word.load(), 0);
  }
  _mm_setcsr(before);
}
#endif

#if defined(TORCHPP_TEST_REGION_STATE)
TEST_F(Parallel, TheCallersModesHoldInEverySlice) {
  Watchdog watchdog(60);
  set_num_threads(4);
  for (uint64_t value = 1; value < 200; ++value) {
    thread_modes = {{value, ~value, 3 * value, value << 32}};
    std::atomic<int> arrived{0}, wrong{0};
    const detail::RegionState expected = thread_modes;
    run_slices(4, [&](int64_t) {
      meet(arrived, 4);
      if (std::memcmp(&thread_modes, &expected, sizeof expected) != 0) wrong.fetch_add(1);
    });
    ASSERT_EQ(wrong.load(), 0);
  }
  thread_modes = {};
}
#endif

TEST_F(Parallel, ReduceGivesTheSameBitsForAnyNumberOfThreads) {
  std::mt19937 random(seed());
  std::vector<float> values(100003);
  for (float& v : values) v = static_cast<float>(random()) * (random() % 2 ? 1e-6f : -1.0f);
  const auto sum = [&](int64_t grain) {
    return parallel_reduce(
        0, static_cast<int64_t>(values.size()), grain, 0.0f,
        [&](int64_t b, int64_t e, float start) {
          return std::accumulate(values.begin() + b, values.begin() + e, start);
        },
        [](float a, float b) { return a + b; });
  };
  for (const int64_t grain : {0, 1, 7, 100, 4096, 99999, 200000}) {
    set_num_threads(1);
    const float expected = sum(grain);
    EXPECT_NEAR(expected, std::accumulate(values.begin(), values.end(), 0.0), 1e-3 * 4294967296.0 * std::sqrt(1e5));
    for (const int threads : {2, 4, 8}) {
      set_num_threads(threads);
      for (int round = 0; round < 20; ++round) {
        const float got = sum(grain);
        ASSERT_EQ(std::memcmp(&got, &expected, sizeof got), 0) << grain << ' ' << threads;
      }
    }
  }
}

TEST_F(Parallel, ReduceCombinesInOrderAndCutsByTheGrain) {
  set_num_threads(4);
  const auto concat = [](int64_t grain) {
    return parallel_reduce(
        0, 26, grain, std::string(),
        [](int64_t b, int64_t e, std::string s) {
          for (int64_t i = b; i < e; ++i) s += static_cast<char>('a' + i);
          return s + '|';
        },
        [](const std::string& a, const std::string& b) { return a + b; });
  };
  EXPECT_EQ(concat(10), "abcdefghij|klmnopqrst|uvwxyz|");
  EXPECT_EQ(concat(25), "abcdefghijklmnopqrstuvwxy|z|");
  EXPECT_EQ(concat(26), "abcdefghijklmnopqrstuvwxyz|");
}

TEST_F(Parallel, ReduceOfBoolDoesNotShareBits) {
  set_num_threads(4);
  for (int round = 0; round < 200; ++round) {
    std::vector<char> values(512, 1);
    values[round] = 0;
    EXPECT_FALSE(parallel_reduce(
        0, 512, 1, true,
        [&](int64_t b, int64_t e, bool all) {
          for (int64_t i = b; i < e; ++i) all = all && values[i];
          return all;
        },
        [](bool a, bool b) { return a && b; }));
  }
}

TEST_F(Parallel, ReduceBoundsTheNumberOfPartials) {
  std::atomic<int> calls{0};
  const int64_t n = 1 << 20;
  const int64_t got = parallel_reduce(
      0, n, 1, int64_t{0}, [&](int64_t b, int64_t e, int64_t s) { return calls.fetch_add(1), s + (e - b); },
      [](int64_t a, int64_t b) { return a + b; });
  EXPECT_EQ(got, n);
  EXPECT_EQ(calls.load(), 4096);
}

TEST_F(Parallel, RefusesWhatMakesNoSense) {
  EXPECT_EQ(test::error_of([] { set_num_threads(0); }), "set_num_threads: number of threads got 0, expected 1 or more");
  EXPECT_EQ(test::error_of([] { set_num_interop_threads(-2); }),
            "set_num_interop_threads: number of threads got -2, expected 1 or more");
  EXPECT_EQ(test::error_of([] { parallel_for(0, 5, -1, [](int64_t, int64_t) {}); }),
            "parallel_for: grain_size got -1, expected 0 or more");
  EXPECT_EQ(test::error_of([] {
              parallel_reduce(
                  0, 5, -1, 0, [](int64_t, int64_t, int) { return 0; }, [](int, int) { return 0; });
            }),
            "parallel_reduce: grain_size got -1, expected 0 or more");
}

TEST_F(Parallel, InteropThreadsAreRemembered) {
  EXPECT_GE(get_num_interop_threads(), 1);
  set_num_interop_threads(5);
  EXPECT_EQ(get_num_interop_threads(), 5);
}

// What the program child/num_threads.cpp, which stands beside this one, prints in the environment.
int num_threads_with(const std::string& environment) {
  char own[4096];
  const ssize_t length = readlink("/proc/self/exe", own, sizeof own);
  const std::string path(own, length > 0 ? static_cast<size_t>(length) : 0);
  const std::string command = "env -u OMP_NUM_THREADS -u TORCHPP_NUM_THREADS " + environment + " '" +
                              path.substr(0, path.rfind('/') + 1) + "child_num_threads'";
  std::FILE* pipe = popen(command.c_str(), "r");
  char line[256];
  int threads = -1;
  while (std::fgets(line, sizeof line, pipe) != nullptr) std::sscanf(line, "num_threads %d", &threads);
  pclose(pipe);
  return threads;
}

TEST_F(Parallel, TheEnvironmentGivesTheDefault) {
  const int processors = num_threads_with("");
  EXPECT_GE(processors, 1);
  EXPECT_EQ(num_threads_with("OMP_NUM_THREADS=7"), 7);
  EXPECT_EQ(num_threads_with("OMP_NUM_THREADS=5,2"), 5);
  EXPECT_EQ(num_threads_with("OMP_NUM_THREADS=7 TORCHPP_NUM_THREADS=3"), 3);
  EXPECT_EQ(num_threads_with("OMP_NUM_THREADS=7 TORCHPP_NUM_THREADS=0"), 7);
  for (const char* nonsense : {"0", "-3", "many", "4x", "99999999999999999999"}) {
    EXPECT_EQ(num_threads_with(std::string("OMP_NUM_THREADS=") + nonsense), processors) << nonsense;
  }
  EXPECT_EQ(num_threads_with("taskset -c $(taskset -cp $$ | sed 's/.*: //; s/[-,].*//')"), 1);
}

}  // namespace
}  // namespace torchpp
