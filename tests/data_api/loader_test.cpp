// SPDX-License-Identifier: BSD-3-Clause
// Data loaders: orders, options, errors and threads. Where libtorch 1.13.1 answers, the expected values are its
// answers.
#include <gtest/gtest.h>
#include <torchpp/core/log.h>
#include <torchpp/data/transforms.h>
#include <torchpp/torchpp.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>

#include "tests/data_api/numbers.h"
#include "tests/support/error_of.h"
#include "tests/support/expect_error.h"

namespace torchpp::data::test {
namespace {

using datasets::Dataset;
using samplers::RandomSampler;
using samplers::SequentialSampler;
using torchpp::test::error_of;
using torchpp::test::expect_error;

TEST(DataLoader, BatchesInOrder) {
  for (const size_t workers : {0, 1, 3}) {
    auto loader = make_data_loader<SequentialSampler>(Numbers(7), DataLoaderOptions(3).workers(workers));
    EXPECT_EQ(epoch_of(*loader), "0 1 2|3 4 5|6");
    EXPECT_EQ(epoch_of(*loader), "0 1 2|3 4 5|6") << "the second epoch";
    EXPECT_EQ(loader->options().max_jobs, 2 * workers);
  }
  auto dropping = make_data_loader<SequentialSampler>(Numbers(7), DataLoaderOptions(3).drop_last(true));
  EXPECT_EQ(epoch_of(*dropping), "0 1 2|3 4 5");
  auto none = make_data_loader<SequentialSampler>(Numbers(0), DataLoaderOptions(3).workers(2));
  EXPECT_EQ(epoch_of(*none), "");
}

TEST(DataLoader, SizeMustBeKnownForASamplerOfIt) {
  expect_error([] { make_data_loader(Endless()); },
               "Expected the dataset to be sized in order to construct the Sampler");
  auto loader = make_data_loader(Endless(), SequentialSampler(3), DataLoaderOptions(2));
  EXPECT_EQ(epoch_of(*loader), "0 1|2");
}

TEST(DataLoader, IteratorsOfOneEpoch) {
  auto loader = make_data_loader<SequentialSampler>(Numbers(3), DataLoaderOptions(2));
  auto it = loader->begin(), copy = it;
  EXPECT_TRUE(it == copy);
  EXPECT_TRUE(it != loader->end());
  EXPECT_EQ(to_text(*it), "0 1");
  ++it;
  EXPECT_EQ(to_text(*copy), "2") << "copies stand at the same batch";
  EXPECT_EQ(it->size(), 1u);
  ++it;
  EXPECT_TRUE(it == loader->end());
  EXPECT_TRUE(copy == loader->end());
  EXPECT_TRUE(loader->end() == loader->end());
  expect_error([&] { *it; }, "Attempted to dereference iterator that was past the end");
  expect_error([&] { ++it; }, "Attempted to increment iterator past the end");
  auto end = loader->end();
  expect_error([&] { *end; }, "Dereferencing the DataLoader's past-the-end iterator is not allowed");
  expect_error([&] { ++end; }, "Incrementing the DataLoader's past-the-end iterator is not allowed");
}

TEST(DataLoader, OneEpochAtATime) {
  auto loader = make_data_loader<SequentialSampler>(Numbers(8), DataLoaderOptions(1).workers(2));
  auto it = loader->begin();
  *it;
  expect_error([&] { loader->begin(); },
               "Attempted to get a new DataLoader iterator while another iterator is not yet exhausted");
  while (it != loader->end()) ++it;
  EXPECT_EQ(epoch_of(*loader), "0|1|2|3|4|5|6|7");
  loader->join();
  loader->join();
  expect_error([&] { loader->begin(); }, "begin() got called after join()");
}

TEST(DataLoader, AnExceptionLeavesOutItsBatchOnly) {
  for (const size_t workers : {0, 1, 2}) {
    auto loader = make_data_loader<SequentialSampler>(Numbers(9, 3), DataLoaderOptions(1).workers(workers));
    std::string seen;
    auto it = loader->begin();
    // Comparing and incrementing both fetch.
    const auto step = [&](const auto& f) {
      try {
        f();
      } catch (const WorkerException& e) {
        EXPECT_GT(workers, 0u);
        EXPECT_STREQ(e.what(), "Caught exception in DataLoader worker thread. Original message: bad");
        EXPECT_EQ(e.message, e.what());
        EXPECT_THROW(std::rethrow_exception(e.original_exception), std::invalid_argument);
        seen += "!";
      } catch (const std::invalid_argument&) {
        EXPECT_EQ(workers, 0u);
        seen += "!";
      }
    };
    bool at_end = false;
    for (int i = 0; i < 20 && !at_end; ++i) {
      step([&] { at_end = it == loader->end(); });
      if (at_end) break;
      seen += to_text(*it);
      step([&] { ++it; });
    }
    // The iterator stands at the batch before the one that failed until it moves on.
    EXPECT_EQ(seen, "012!245678") << workers << " workers";
  }
}

TEST(DataLoader, AnExceptionWithoutMessage) {
  struct Throwing : Dataset<Throwing, int> {
    int get(size_t) override { throw 42; }
    optional<size_t> size() const override { return 1; }
  };
  auto loader = make_data_loader<SequentialSampler>(Throwing(), DataLoaderOptions(1).workers(1));
  EXPECT_EQ(error_of([&] { *loader->begin(); }), "Caught exception in DataLoader worker thread.");
}

TEST(DataLoader, WorkersHaveCopiesOfTheDataset) {
  struct Counting : Dataset<Counting, int> {
    explicit Counting(std::shared_ptr<std::atomic<int>> copies) : copies_(std::move(copies)) {}
    Counting(const Counting& o) : copies_(o.copies_) { ++*copies_; }
    Counting(Counting&&) = default;
    int get(size_t) override { return ++calls_; }
    optional<size_t> size() const override { return 4; }
    std::shared_ptr<std::atomic<int>> copies_;
    int calls_ = 0;
  };
  const auto copies = std::make_shared<std::atomic<int>>(0);
  auto loader = make_data_loader<SequentialSampler>(Counting(copies), DataLoaderOptions(1).workers(2));
  int64_t sum = 0;
  for (auto& batch : *loader) sum += batch[0];
  EXPECT_EQ(*copies, 2);
  EXPECT_LE(sum, 10);  // 1 + 2 + 3 + 4, if one worker reads all
  EXPECT_GE(sum, 6);   // 1 + 2 twice
}

TEST(DataLoader, SharedDatasetIsNotCopied) {
  struct Immovable : datasets::BatchDataset<Immovable, int> {
    Immovable(int first, int second) : sum_(first + second) {}
    Immovable(const Immovable&) = delete;
    int get_batch(ArrayRef<size_t> request) override { return sum_ + static_cast<int>(request.size()); }
    optional<size_t> size() const override { return 6; }
    int sum_;
  };
  auto shared = datasets::make_shared_dataset<Immovable>(3, 4);
  EXPECT_EQ(shared->sum_, 7);
  EXPECT_EQ((*shared).sum_, 7);
  auto loader = make_data_loader<SequentialSampler>(shared, DataLoaderOptions(4).workers(2));
  std::string text;
  for (const int batch : *loader) text += std::to_string(batch) + " ";
  EXPECT_EQ(text, "11 9 ");
}

TEST(DataLoader, TimeoutIsAnErrorAndTheBatchComesLater) {
  struct Slow : Dataset<Slow, int> {
    explicit Slow(std::shared_ptr<std::mutex> gate) : gate_(std::move(gate)) {}
    int get(size_t index) override {
      const std::lock_guard<std::mutex> lock(*gate_);
      return static_cast<int>(index);
    }
    optional<size_t> size() const override { return 2; }
    std::shared_ptr<std::mutex> gate_;
  };
  const auto gate = std::make_shared<std::mutex>();
  auto loader = make_data_loader<SequentialSampler>(
      Slow(gate), DataLoaderOptions(1).workers(1).timeout(std::chrono::milliseconds(5)));
  const std::chrono::milliseconds read_back = *loader->options().timeout;
  EXPECT_EQ(read_back.count(), 5);
  EXPECT_EQ(Milliseconds(std::chrono::seconds(2)).count(), 2000);
  gate->lock();
  auto it = loader->begin();
  expect_error([&] { *it; }, "Timeout in DataLoader queue while waiting for next batch (timeout was 5 ms)");
  gate->unlock();
  std::string text;
  for (int tries = 0; tries < 10000; ++tries) {
    try {
      if (it == loader->end()) break;
      text += to_text(*it) + " ";
      ++it;
    } catch (const Error&) {
      std::this_thread::yield();
    }
  }
  EXPECT_EQ(text, "0 1 ");
}

TEST(DataLoader, UnorderedBatchesComeAsTheyAreFinished) {
  // The first batch waits for the second one, which only an unordered loader delivers first.
  struct Waiting : Dataset<Waiting, int> {
    explicit Waiting(std::shared_ptr<std::atomic<bool>> released) : released_(std::move(released)) {}
    int get(size_t index) override {
      while (index == 0 && !*released_) std::this_thread::yield();
      return static_cast<int>(index);
    }
    optional<size_t> size() const override { return 2; }
    std::shared_ptr<std::atomic<bool>> released_;
  };
  const auto released = std::make_shared<std::atomic<bool>>(false);
  auto loader =
      make_data_loader<SequentialSampler>(Waiting(released), DataLoaderOptions(1).workers(2).enforce_ordering(false));
  auto it = loader->begin();
  EXPECT_EQ(to_text(*it), "1");
  *released = true;
  ++it;
  EXPECT_EQ(to_text(*it), "0");
  ++it;
  EXPECT_TRUE(it == loader->end());
}

TEST(DataLoader, OrderDoesNotDependOnTheWorkers) {
  struct Uneven : Dataset<Uneven, int> {
    int get(size_t index) override {
      if (index % 3 == 0) std::this_thread::sleep_for(std::chrono::microseconds(300));
      return static_cast<int>(index);
    }
    optional<size_t> size() const override { return 100; }
  };
  std::string expected;
  for (const size_t workers : {0, 1, 4, 16}) {
    manual_seed(3);
    auto loader = make_data_loader(Uneven(), DataLoaderOptions(3).workers(workers));
    const std::string both = epoch_of(*loader) + "#" + epoch_of(*loader);
    if (workers == 0) expected = both;
    EXPECT_EQ(both, expected) << workers;
  }
}

TEST(DataLoader, EndsWhileBatchesAreBeingRead) {
  for (int i = 0; i < 20; ++i) {
    auto loader = make_data_loader<SequentialSampler>(Numbers(1000), DataLoaderOptions(2).workers(4));
    auto it = loader->begin();
    if (i % 2 == 0) *it;
  }
}

TEST(DataLoader, Options) {
  const auto refused = [](const DataLoaderOptions& options) {
    return error_of([&] { make_data_loader<SequentialSampler>(Numbers(4), options); });
  };
  EXPECT_NE(refused(DataLoaderOptions(0)).find("batch_size should be a positive integer value"), std::string::npos);
  EXPECT_NE(refused(DataLoaderOptions().prefetch_factor(4)).find("prefetch_factor option could only be specified"),
            std::string::npos);
  EXPECT_NE(refused(DataLoaderOptions().persistent_workers(true)).find("persistent_workers option needs"),
            std::string::npos);
  EXPECT_NE(refused(DataLoaderOptions().workers(1).timeout(Milliseconds(-1)))
                .find("timeout option should be "
                      "non-negative"),
            std::string::npos);
  EXPECT_NE(refused(DataLoaderOptions().workers(1).max_jobs(0)).find("max_jobs got 0"), std::string::npos);
  EXPECT_NE(refused(DataLoaderOptions().workers(1).prefetch_factor(0)).find("max_jobs got 0"), std::string::npos);
  EXPECT_NE(refused(DataLoaderOptions().workers(1).prefetch_factor(2).max_jobs(3)).find("mutually exclusive"),
            std::string::npos);
  auto loader = make_data_loader<SequentialSampler>(Numbers(4), DataLoaderOptions().workers(3).prefetch_factor(5));
  EXPECT_EQ(loader->options().max_jobs, 15u);

  using Batches = samplers::BatchSampler<SequentialSampler>;
  const auto with_batches = [](const DataLoaderOptions& options) {
    return make_data_loader(Numbers(5), Batches(SequentialSampler(5), 2, false), options);
  };
  EXPECT_EQ(epoch_of(*with_batches(DataLoaderOptions())), "0 1|2 3|4");
  expect_error([&] { with_batches(DataLoaderOptions(3)); }, "batch_sampler option is mutually exclusive");
  expect_error([&] { with_batches(DataLoaderOptions().drop_last(true)); },
               "batch_sampler option is mutually exclusive");
}

TEST(DataLoader, BatchesAheadAreBounded) {
  struct Counting : Dataset<Counting, int> {
    explicit Counting(std::shared_ptr<std::atomic<int>> read) : read_(std::move(read)) {}
    int get(size_t index) override {
      ++*read_;
      return static_cast<int>(index);
    }
    optional<size_t> size() const override { return 100; }
    std::shared_ptr<std::atomic<int>> read_;
  };
  const auto read = std::make_shared<std::atomic<int>>(0);
  auto loader = make_data_loader<SequentialSampler>(Counting(read), DataLoaderOptions(1).workers(2).max_jobs(3));
  auto it = loader->begin();
  for (int i = 0; i < 10; ++i, ++it) {
    EXPECT_EQ((*it)[0], i);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_LE(*read, i + 1 + 3);
  }
}

// ---- what Python's loader has

// Batches tell which worker read them.
struct Informed : Dataset<Informed, std::vector<int64_t>> {
  std::vector<int64_t> get(size_t) override {
    const WorkerInfo* info = get_worker_info();
    if (info == nullptr) return {-1};
    EXPECT_EQ(info->dataset<Informed>(), this);
    EXPECT_EQ(info->dataset<Numbers>(), nullptr);
    return {static_cast<int64_t>(info->id), static_cast<int64_t>(info->num_workers), static_cast<int64_t>(info->seed)};
  }
  optional<size_t> size() const override { return 4; }
};

TEST(DataLoader, WorkersKnowThemselves) {
  EXPECT_EQ(get_worker_info(), nullptr);
  auto alone = make_data_loader<SequentialSampler>(Informed());
  for (auto& batch : *alone) EXPECT_EQ(batch[0], std::vector<int64_t>{-1});

  std::set<int64_t> seeds;
  auto loader = make_data_loader<SequentialSampler>(Informed(), DataLoaderOptions().workers(2));
  for (int epoch = 0; epoch < 2; ++epoch)
    for (auto& batch : *loader) {
      EXPECT_EQ(batch[0][1], 2);
      seeds.insert(batch[0][2] - batch[0][0]);
    }
  EXPECT_EQ(seeds.size(), 2u) << "one for each epoch";

  // Python 1.13: torch.empty((), dtype=torch.int64).random_(generator=g) after g.manual_seed(7) is the first seed.
  Generator g = make_generator(7);
  auto seeded = make_data_loader<SequentialSampler>(Informed(), DataLoaderOptions().workers(2).generator(g));
  Generator same = make_generator(7);
  const int64_t base = empty({}, kInt64).random_(same).item<int64_t>();
  for (auto& batch : *seeded) EXPECT_EQ(batch[0][2], base + batch[0][0]);
}

TEST(DataLoader, WorkersAreInitialised) {
  std::mutex mutex;
  std::multiset<size_t> started;
  const auto note = [&](size_t id) {
    const std::lock_guard<std::mutex> lock(mutex);
    started.insert(id);
  };
  {
    auto loader = make_data_loader<SequentialSampler>(Numbers(4), DataLoaderOptions().workers(2).worker_init(note));
    epoch_of(*loader);
    epoch_of(*loader);
  }
  EXPECT_EQ(started, (std::multiset<size_t>{0, 1}));
  started.clear();
  {
    auto loader = make_data_loader<SequentialSampler>(
        Numbers(4), DataLoaderOptions().workers(2).worker_init(note).persistent_workers(false));
    EXPECT_EQ(epoch_of(*loader), "0|1|2|3");
    EXPECT_EQ(epoch_of(*loader), "0|1|2|3");
  }
  EXPECT_EQ(started, (std::multiset<size_t>{0, 0, 1, 1}));

  auto failing = make_data_loader<SequentialSampler>(
      Numbers(3), DataLoaderOptions().workers(1).worker_init([](size_t) { throw std::runtime_error("no licence"); }));
  auto it = failing->begin();
  expect_error([&] { *it; }, "Original message: no licence");
  EXPECT_EQ(to_text(*it), "1") << "in place of the first batch";
}

TEST(DataLoader, PinnedMemoryWithoutADeviceChangesNothing) {
  if (cuda::is_available()) GTEST_SKIP() << "there is a device";
  set_warning_handler([](void*, const char*, const char*, int) {});
  auto loader =
      make_data_loader<SequentialSampler>(datasets::TensorDataset(arange(4)).map(transforms::Stack<TensorExample>()),
                                          DataLoaderOptions(2).pin_memory(true));
  for (auto& batch : *loader) EXPECT_EQ(batch.data.numel(), 2);
  set_warning_handler(nullptr);
}

TEST(DataLoader, PinnedMemory) {
  if (!cuda::is_available()) GTEST_SKIP() << cuda::why_unavailable();
  auto loader =
      make_data_loader<SequentialSampler>(datasets::TensorDataset(arange(4)).map(transforms::Stack<TensorExample>()),
                                          DataLoaderOptions(2).pin_memory(true).workers(1));
  for (auto& batch : *loader) EXPECT_TRUE(batch.data.is_pinned());
}

}  // namespace
}  // namespace torchpp::data::test
