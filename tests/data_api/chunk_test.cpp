// SPDX-License-Identifier: BSD-3-Clause
// Datasets with state: streams, chunk datasets, chains.
#include <gtest/gtest.h>
#include <torchpp/data/transforms.h>
#include <torchpp/torchpp.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <sstream>
#include <stdexcept>

#include "tests/data_api/numbers.h"
#include "tests/support/error_of.h"
#include "tests/support/expect_error.h"

namespace torchpp::data::test {
namespace {

using datasets::ChunkDataset;
using datasets::ChunkDatasetOptions;
using samplers::RandomSampler;
using samplers::SequentialSampler;
using torchpp::test::error_of;
using torchpp::test::expect_error;

// Chunks of the given sizes, numbered through; reading `bad` throws.
struct Reader : datasets::ChunkDataReader<int> {
  explicit Reader(std::vector<int> sizes, size_t bad = 99) : sizes_(std::move(sizes)), bad_(bad) {}
  std::vector<int> read_chunk(size_t chunk) override {
    if (chunk == bad_) throw std::invalid_argument("unreadable");
    std::vector<int> data(static_cast<size_t>(sizes_[chunk]));
    std::iota(data.begin(), data.end(),
              std::accumulate(sizes_.begin(), sizes_.begin() + static_cast<std::ptrdiff_t>(chunk), 0));
    return data;
  }
  size_t chunk_count() override { return sizes_.size(); }
  void reset() override {}

 private:
  std::vector<int> sizes_;
  size_t bad_;
};

using Sequential = ChunkDataset<Reader, SequentialSampler, SequentialSampler>;
using Random = ChunkDataset<Reader>;

// All batches until the end; errors as "!".
template <class D>
std::string drain_dataset(D& dataset, size_t batch_size) {
  std::string text;
  while (true) {
    try {
      const auto batch = dataset.get_batch(batch_size);
      if (!batch) return text;
      text += (text.empty() ? "" : "|") + to_text(*batch);
    } catch (const WorkerException& e) {
      text += (text.empty() ? "" : "|") + std::string("!");
    }
  }
}
std::vector<int> numbers_in(const std::string& text) {
  std::vector<int> numbers;
  std::string spaced = text;
  std::replace(spaced.begin(), spaced.end(), '|', ' ');
  std::istringstream in(spaced);
  for (int n; in >> n;) numbers.push_back(n);
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}
std::vector<int> up_to(int n) {
  std::vector<int> numbers(static_cast<size_t>(n));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

TEST(ChunkDataset, BatchesAreFilledAcrossChunks) {
  Sequential dataset(Reader({3, 0, 4, 1}), SequentialSampler(0), SequentialSampler(0), ChunkDatasetOptions(1, 3));
  dataset.reset();
  EXPECT_EQ(drain_dataset(dataset, 3), "0 1 2|3 4 5|6 7");
  EXPECT_FALSE(dataset.get_batch().has_value());
  dataset.reset();
  EXPECT_EQ(drain_dataset(dataset, 3), "0 1 2|3 4 5|6 7");
  EXPECT_FALSE(dataset.size().has_value());
}

TEST(ChunkDataset, EachExampleOnceForAnyOptions) {
  for (const size_t preloaders : {1, 2, 4})
    for (const size_t batch : {1, 4, 100})
      for (const size_t together : {1, 2, 7}) {
        Random dataset(Reader({10, 5, 1, 7, 3}), RandomSampler(0), RandomSampler(0),
                       ChunkDatasetOptions(preloaders, batch, 100, together));
        for (int epoch = 0; epoch < 2; ++epoch) {
          dataset.reset();
          EXPECT_EQ(numbers_in(drain_dataset(dataset, batch)), up_to(26)) << preloaders << batch << together;
        }
      }
}

TEST(ChunkDataset, ErrorsComeInPlaceOfTheirChunk) {
  Sequential dataset(Reader({3, 2, 4}, 1), SequentialSampler(0), SequentialSampler(0), ChunkDatasetOptions(1, 3));
  dataset.reset();
  EXPECT_EQ(drain_dataset(dataset, 3), "0 1 2|!|5 6 7|8");
  dataset.reset();
  dataset.get_batch();
  EXPECT_EQ(error_of([&] { dataset.get_batch(); }),
            "Caught exception in DataLoader worker thread. Original message: unreadable");
}

TEST(ChunkDataset, Misuse) {
  Sequential dataset(Reader({3}), SequentialSampler(0), SequentialSampler(0), ChunkDatasetOptions(1, 2));
  expect_error([&] { dataset.get_batch(); }, "Dataset needs to call reset() before calling get_batch().");
  dataset.reset();
  expect_error([&] { dataset.get_batch(3); },
               "The requested batch size does not match with the initialized batch size.\n"
               " The requested batch size is 3, while the dataset is created with batch size equal to 2");
  expect_error([] { ChunkDatasetOptions(0, 1); },
               "Preloader count is 0. At least one preloader needs to be specified.");
  expect_error([] { ChunkDatasetOptions(1, 0); }, "Batch size is 0. A positive batch size needs to be specified.");
  expect_error([] { ChunkDatasetOptions(1, 1, 0); }, "Cache size is 0. A positive cache size needs to be specified.");
  expect_error([] { ChunkDatasetOptions(1, 10, 5); }, "Cache size is less than batch size.");
  expect_error([] { ChunkDatasetOptions(1, 1, 1, 0); }, "cross_chunk_shuffle_count needs to be greater than 0.");
}

TEST(ChunkDataset, PreprocessingSeesWhatIsReadTogether) {
  Sequential dataset(Reader({2, 3, 2}), SequentialSampler(0), SequentialSampler(0), ChunkDatasetOptions(1, 10, 10, 2),
                     [](std::vector<int>& data) { std::reverse(data.begin(), data.end()); });
  dataset.reset();
  EXPECT_EQ(drain_dataset(dataset, 10), "4 3 2 1 0 6 5");
}

// What libtorch 1.13.1 gives for the same calls.
TEST(ChunkDataset, OrderAfterASeed) {
  struct Tens : datasets::ChunkDataReader<int> {
    std::vector<int> read_chunk(size_t chunk) override {
      std::vector<int> data(4 + chunk);
      std::iota(data.begin(), data.end(), 10 * static_cast<int>(chunk));
      return data;
    }
    size_t chunk_count() override { return 4; }
    void reset() override {}
  };
  manual_seed(0);
  ChunkDataset<Tens> one(Tens(), RandomSampler(0), RandomSampler(0), ChunkDatasetOptions(1, 5));
  one.reset();
  EXPECT_EQ(drain_dataset(one, 5), "0 2 3 1 12|14 13 11 10 32|33 31 36 35 34|30 20 24 21 23|22 25");
  one.reset();
  EXPECT_EQ(drain_dataset(one, 5), "34 36 31 30 33|35 32 1 0 3|2 20 21 23 24|25 22 11 10 14|12 13");
  manual_seed(0);
  ChunkDataset<Tens> two(Tens(), RandomSampler(0), RandomSampler(0), ChunkDatasetOptions(1, 5, 2048, 2));
  two.reset();
  EXPECT_EQ(drain_dataset(two, 5), "12 10 1 2 13|0 11 14 3 24|31 20 30 36 35|21 22 33 34 25|23 32");
}

TEST(ChunkDataset, EndsWhileItIsRead) {
  for (int i = 0; i < 20; ++i) {
    Random dataset(Reader({10, 10, 10, 10}), RandomSampler(0), RandomSampler(0), ChunkDatasetOptions(3, 2, 4));
    if (i % 3 > 0) dataset.reset();
    if (i % 3 > 1) dataset.get_batch();
  }
}

TEST(ChunkDataset, GoesOnFromWhatWasSaved) {
  // One chunk at a time: the cache is full after each, so that the next is taken when a batch was.
  const auto make = [] {
    return Sequential(Reader({4, 4, 4, 4}), SequentialSampler(0), SequentialSampler(0), ChunkDatasetOptions(1, 4, 4));
  };
  {
    auto dataset = make();
    dataset.reset();
    EXPECT_EQ(to_text(*dataset.get_batch()), "0 1 2 3");
    serialize::OutputArchive archive;
    dataset.save(archive);  // while a preloader asks the sampler
  }
  std::stringstream saved;
  {
    auto dataset = make();
    serialize::OutputArchive archive;
    dataset.chunk_sampler().reset(4);
    dataset.chunk_sampler().next(2);
    dataset.save(archive);
    archive.save_to(saved);
  }
  auto dataset = make();
  dataset.chunk_sampler().reset(4);
  serialize::InputArchive archive;
  archive.load_from(saved);
  dataset.load(archive);
  dataset.reset();
  EXPECT_EQ(drain_dataset(dataset, 4), "8 9 10 11|12 13 14 15");
  dataset.reset();
  EXPECT_EQ(drain_dataset(dataset, 4), "0 1 2 3|4 5 6 7|8 9 10 11|12 13 14 15") << "a new epoch";
}

TEST(ChunkDataset, InALoader) {
  using Shared = datasets::SharedBatchDataset<Random>;
  for (const size_t workers : {0, 1, 3}) {
    Shared shared = datasets::make_shared_dataset<Random>(Reader({10, 5, 8}), RandomSampler(0), RandomSampler(0),
                                                          ChunkDatasetOptions(2, 4));
    auto loader =
        make_data_loader(shared.map(transforms::BatchLambda<std::vector<int>, int>([](const std::vector<int>& batch) {
          return std::accumulate(batch.begin(), batch.end(), 0);
        })),
                         DataLoaderOptions(4).workers(workers));
    for (int epoch = 0; epoch < 2; ++epoch) {
      int sum = 0, batches = 0;
      for (const int batch : *loader) {
        sum += batch;
        ++batches;
      }
      EXPECT_EQ(sum, 22 * 23 / 2) << workers;
      EXPECT_EQ(batches, 6) << workers;
    }
  }
}

// Counts to n, in batches of what is asked for.
struct Counter : datasets::StatefulDataset<Counter, std::vector<int>> {
  explicit Counter(int n, int from = 0) : n_(n), from_(from) {}
  Counter(const Counter& o) : n_(o.n_), from_(o.from_), next_(o.next_.load()) {}
  optional<std::vector<int>> get_batch(size_t size) override {
    const int begin = next_.fetch_add(static_cast<int>(size));
    if (begin >= n_) return nullopt;
    std::vector<int> batch;
    for (int i = begin; i < std::min(n_, begin + static_cast<int>(size)); ++i) batch.push_back(from_ + i);
    return batch;
  }
  optional<size_t> size() const override { return static_cast<size_t>(n_); }
  void reset() override { next_ = 0; }
  void save(serialize::OutputArchive& archive) const override {
    archive.write("next", tensor(static_cast<int64_t>(next_.load())), true);
  }
  void load(serialize::InputArchive& archive) override {
    Tensor next;
    archive.read("next", next, true);
    next_ = static_cast<int>(next.item<int64_t>());
  }

 private:
  int n_, from_;
  std::atomic<int> next_{0};
};

TEST(StatefulDataset, DecidesWhenAnEpochEnds) {
  for (const size_t workers : {0, 1, 4}) {
    auto loader = make_data_loader(Counter(10), DataLoaderOptions(3).workers(workers));
    for (int epoch = 0; epoch < 2; ++epoch) {
      const std::string text = epoch_of(*loader);
      if (workers < 2) {
        EXPECT_EQ(text, "0 1 2|3 4 5|6 7 8|9");
      }
      EXPECT_EQ(numbers_in(text), up_to(10));
    }
  }
}

TEST(StatefulDataset, IsSavedByTheArchivesOperators) {
  Counter counter(10);
  counter.get_batch(4);
  std::stringstream stream;
  save(counter, stream);
  Counter other(10);
  load(other, stream);
  EXPECT_EQ(to_text(*other.get_batch(2)), "4 5");
}

TEST(StatefulDataset, MappedOneForwardsItsEnd) {
  auto mapped = Counter(3).map(transforms::Lambda<int, int>([](int i) { return i * 10; }));
  static_assert(decltype(mapped)::is_stateful);
  EXPECT_EQ(to_text(*mapped.get_batch(2)), "0 10");
  EXPECT_EQ(to_text(*mapped.get_batch(2)), "20");
  EXPECT_FALSE(mapped.get_batch(2).has_value());
  mapped.reset();
  EXPECT_EQ(to_text(*mapped.get_batch(5)), "0 10 20");
}

TEST(ChainDataset, OneAfterTheOther) {
  for (const size_t workers : {0, 1, 4}) {
    auto loader =
        make_data_loader(datasets::ChainDataset<Counter>(std::vector<Counter>{Counter(3), Counter(0), Counter(4, 3)}),
                         DataLoaderOptions(2).workers(workers));
    for (int epoch = 0; epoch < 2; ++epoch) {
      const std::string text = epoch_of(*loader);
      if (workers < 2) {
        EXPECT_EQ(text, "0 1|2|3 4|5 6");
      }
      EXPECT_EQ(numbers_in(text), up_to(7));
    }
  }
  datasets::ChainDataset<Counter> chain({Counter(3), Counter(4, 3)});
  EXPECT_EQ(*chain.size(), 7u);
  chain.get_batch(2);
  chain.get_batch(2);
  chain.get_batch(2);
  std::stringstream stream;
  save(chain, stream);
  datasets::ChainDataset<Counter> other({Counter(3), Counter(4, 3)});
  load(other, stream);
  EXPECT_EQ(to_text(*other.get_batch(2)), "5 6");
  EXPECT_FALSE(other.get_batch(2).has_value());
}

// A stream is asked for a number of examples, and the sampler knows when an epoch ends.
struct Stream : datasets::StreamDataset<Stream, std::vector<int>> {
  std::vector<int> get_batch(size_t size) override {
    std::vector<int> batch;
    for (size_t i = 0; i < size; ++i) batch.push_back(++last_);
    return batch;
  }
  optional<size_t> size() const override { return nullopt; }
  int last_ = 0;
};

TEST(StreamDataset, EpochsOfAStream) {
  auto loader = make_data_loader(Stream(), samplers::StreamSampler(5), DataLoaderOptions(2));
  EXPECT_EQ(epoch_of(*loader), "1 2|3 4|5");
  EXPECT_EQ(epoch_of(*loader), "6 7|8 9|10");
}

}  // namespace
}  // namespace torchpp::data::test
