// SPDX-License-Identifier: BSD-3-Clause
// libtorch's samplers. Expected values are what libtorch 1.13.1 gives for the same calls.
#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

#include <algorithm>
#include <sstream>

#include "tests/data_api/numbers.h"
#include "tests/support/expect_error.h"

namespace torchpp::data::test {
namespace {

using samplers::BatchSize;
using samplers::DistributedRandomSampler;
using samplers::DistributedSequentialSampler;
using samplers::RandomSampler;
using samplers::SequentialSampler;
using samplers::StreamSampler;
using torchpp::test::expect_error;

// The names and values that a sampler writes.
template <class Sampler>
std::string written(const Sampler& sampler) {
  std::stringstream stream;
  save(sampler, stream);
  serialize::InputArchive archive;
  archive.load_from(stream);
  std::string text;
  std::vector<std::string> keys = archive.keys();
  std::sort(keys.begin(), keys.end());
  for (const std::string& key : keys) {
    Tensor t;
    archive.read(key, t, true);
    text += str(text.empty() ? "" : " ", key, "=", t.scalar_type(), t.sizes());
    if (t.numel() == 1) text += str(t.item<int64_t>());
  }
  return text;
}

TEST(RandomSampler, OrderAfterASeed) {
  manual_seed(0);
  RandomSampler sampler(10);
  EXPECT_EQ(drain(sampler, 4), "4 1 7 5|3 9 0 8|6 2");
  sampler.reset();
  EXPECT_EQ(drain(sampler, 4), "3 9 4 2|7 8 6 0|5 1");
  sampler.reset(5);
  EXPECT_EQ(drain(sampler, 10), "4 2 0 1 3");
  sampler.reset();
  EXPECT_EQ(drain(sampler, 10), "1 3 4 2 0");
  manual_seed(0);
  RandomSampler of_int32(10, kInt32);
  EXPECT_EQ(drain(of_int32, 4), "4 1 7 5|3 9 0 8|6 2");
  EXPECT_EQ(of_int32.index(), 10u);
}
TEST(RandomSampler, OrderOfALoader) {
  manual_seed(0);
  auto loader = make_data_loader(Endless(), RandomSampler(10), DataLoaderOptions(4));
  EXPECT_EQ(epoch_of(*loader), "3 9 4 2|7 8 6 0|5 1");
  EXPECT_EQ(epoch_of(*loader), "4 0 8 5|9 1 6 3|7 2");
}
TEST(RandomSampler, Edges) {
  RandomSampler none(0);
  EXPECT_FALSE(none.next(4).has_value());
  RandomSampler some(4);
  EXPECT_EQ(some.next(0)->size(), 0u);
  expect_error([] { RandomSampler(-1); }, "n must be non-negative");
  EXPECT_THROW(RandomSampler(300, kUInt8), Error);
}

TEST(SequentialSampler, InOrder) {
  SequentialSampler sampler(5);
  EXPECT_EQ(drain(sampler, 2), "0 1|2 3|4");
  EXPECT_EQ(sampler.index(), 5u);
  sampler.reset(3);
  EXPECT_EQ(drain(sampler, 2), "0 1|2");
  sampler.reset();
  EXPECT_EQ(drain(sampler, 9), "0 1 2");
}

TEST(StreamSampler, AsksForExamples) {
  StreamSampler sampler(5);
  EXPECT_EQ(sampler.next(2)->size(), 2u);
  EXPECT_EQ(static_cast<size_t>(*sampler.next(2)), 2u);
  EXPECT_EQ(sampler.next(2)->size(), 1u);
  EXPECT_FALSE(sampler.next(2).has_value());
  sampler.reset(3);
  EXPECT_EQ(sampler.next(7)->size(), 3u);
}

TEST(DistributedSamplers, Shares) {
  struct Row {
    bool duplicates;
    const char *random, *random_of_epoch_1, *random_of_7, *sequential, *sequential_of_7;
  };
  const Row rows[2][3] = {{{true, "0 2 1|5", "9 0 2|5", "5 6 2", "0 1 2|3", "0 1 2"},
                           {true, "9 1 4|7", "1 4 6|3", "4 1 3", "4 5 6|7", "3 4 5"},
                           {true, "6 0 3|8", "1 8 0|7", "0 0 1", "8 9 0|1", "6 0 1"}},
                          {{false, "2 4 6", "1 0 6", "5 0", "0 1 2", "0 1"},
                           {false, "0 5 1", "3 8 4", "3 1", "3 4 5", "2 3"},
                           {false, "8 3 7", "2 7 5", "2 4", "6 7 8", "4 5"}}};
  for (const auto& replicas : rows)
    for (size_t rank = 0; rank < 3; ++rank) {
      const Row& row = replicas[rank];
      DistributedRandomSampler random(10, 3, rank, row.duplicates);
      EXPECT_EQ(drain(random, 3), row.random);
      random.set_epoch(1);
      random.reset();
      EXPECT_EQ(drain(random, 3), row.random_of_epoch_1);
      random.set_epoch(2);
      random.reset(7);
      EXPECT_EQ(drain(random, 3), row.random_of_7);
      EXPECT_EQ(random.epoch(), 2u);
      DistributedSequentialSampler sequential(10, 3, rank, row.duplicates);
      EXPECT_EQ(drain(sequential, 3), row.sequential);
      sequential.reset(7);
      EXPECT_EQ(drain(sequential, 3), row.sequential_of_7);
    }
  // libtorch reads behind the end of its indices for these.
  expect_error([] { DistributedRandomSampler(10, 2, 5); }, "Invalid rank 5");
  expect_error([] { DistributedSequentialSampler(10, 0, 0); }, "Invalid rank 0");
  DistributedSequentialSampler few(2, 7, 6);
  EXPECT_EQ(drain(few, 3), "0");
  DistributedRandomSampler none(0, 2, 1);
  EXPECT_FALSE(none.next(3).has_value());
}

TEST(LibtorchSamplers, NamesInArchives) {
  RandomSampler random(5);
  random.next(2);
  EXPECT_EQ(written(random), "index=Long[]2 indices=Long[5]");
  EXPECT_EQ(written(RandomSampler(5, kInt32)), "index=Long[]0 indices=Int[5]");
  SequentialSampler sequential(5);
  sequential.next(3);
  EXPECT_EQ(written(sequential), "index=Long[]3");
  StreamSampler stream(5);
  stream.next(4);
  EXPECT_EQ(written(stream), "examples_retrieved_so_far=Long[]4");
  DistributedRandomSampler distributed(10, 3, 1);
  distributed.set_epoch(2);
  distributed.next(1);
  EXPECT_EQ(written(distributed), "epoch_=Long[]2 sample_index_=Long[]5");
}

template <class Sampler>
std::string rest_of(Sampler& sampler) {
  std::string text;
  while (auto request = sampler.next(1)) text += std::to_string(request->size()) + ",";
  return text;
}
template <>
std::string rest_of(RandomSampler& sampler) {
  return drain(sampler, 1);
}
template <>
std::string rest_of(DistributedRandomSampler& sampler) {
  return drain(sampler, 1);
}

template <class Sampler>
void check_saving(Sampler sampler, Sampler other) {
  for (int taken = 0; taken < 3; ++taken) {
    std::stringstream stream;
    save(sampler, stream);
    Sampler copy = sampler;
    const std::string rest = rest_of(copy);
    load(other, stream);
    EXPECT_EQ(rest_of(other), rest) << taken;
    sampler.next(1);
  }
}
TEST(LibtorchSamplers, GoOnFromWhatWasSaved) {
  check_saving(RandomSampler(6), RandomSampler(3));
  check_saving(RandomSampler(6, kInt32), RandomSampler(3));
  check_saving(SequentialSampler(6), SequentialSampler(6));
  check_saving(StreamSampler(6), StreamSampler(6));
  DistributedRandomSampler shuffled(100, 3, 1);
  shuffled.set_epoch(3);
  shuffled.reset();
  check_saving(shuffled, DistributedRandomSampler(100, 3, 1));
  check_saving(DistributedSequentialSampler(10, 3, 2), DistributedSequentialSampler(10, 3, 2));

  manual_seed(0);
  RandomSampler three(3);
  std::stringstream stream;
  save(RandomSampler(6), stream);
  load(three, stream);
  EXPECT_EQ(three.next(9)->size(), 6u) << "the archive's indices, as in libtorch";
}
TEST(LibtorchSamplers, DamagedArchives) {
  const auto archive_of = [](const char* key, const Tensor& t) {
    std::stringstream stream;
    serialize::OutputArchive out;
    out.write(key, t, true);
    out.save_to(stream);
    serialize::InputArchive in;
    in.load_from(stream);
    return in;
  };
  SequentialSampler sampler(5);
  sampler.next(2);
  auto none = archive_of("other", tensor(1));
  expect_error([&] { sampler.load(none); }, "index");
  auto far = archive_of("index", tensor(6));
  expect_error([&] { sampler.load(far); }, "'index' is 6, expected at most 5");
  auto negative = archive_of("index", tensor(-1));
  expect_error([&] { sampler.load(negative); }, "has -1 at 0, expected an index");
  auto list = archive_of("index", arange(3));
  expect_error([&] { sampler.load(list); }, "has sizes [3], expected one number");
  auto real = archive_of("index", tensor(1.));
  expect_error([&] { sampler.load(real); }, "expected a list of int64");
  EXPECT_EQ(sampler.index(), 2u) << "nothing changed";
  RandomSampler random(5);
  auto index = archive_of("index", tensor(2));
  expect_error([&] { random.load(index); }, "indices");
  auto indices = archive_of("indices", ones({2, 2}));
  expect_error([&] { random.load(indices); }, "expected a list of integers");
  DistributedSequentialSampler last(10, 2, 1);
  auto first = archive_of("sample_index_", tensor(2));
  expect_error([&] { last.load(first); }, "expected at least 5");
}

}  // namespace
}  // namespace torchpp::data::test
