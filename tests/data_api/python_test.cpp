// SPDX-License-Identifier: BSD-3-Clause
// Samplers, splits and orders of Python's torch.utils.data. Expected values are what torch 1.13.1 prints for the same
// calls after torch.manual_seed(0), or with a torch.Generator of the seed that the test names.
#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

#include <cmath>
#include <sstream>

#include "tests/data_api/numbers.h"
#include "tests/support/error_of.h"
#include "tests/support/expect_error.h"

namespace torchpp::data::test {
namespace {

using samplers::BatchSampler;
using samplers::DistributedShardSampler;
using samplers::DistributedShardSamplerOptions;
using samplers::RandomSampler;
using samplers::RandomSamplerOptions;
using samplers::SequentialSampler;
using samplers::SubsetRandomSampler;
using samplers::WeightedRandomSampler;
using torchpp::test::expect_error;

TEST(PythonRandomSampler, Permutations) {
  manual_seed(0);
  RandomSampler sampler(10, RandomSamplerOptions());
  EXPECT_EQ(drain(sampler, 20), "6 9 0 7 3 5 4 2 1 8");
  sampler.reset();
  EXPECT_EQ(drain(sampler, 4), "6 7 1 4|2 0 9 8|3 5");
  EXPECT_EQ(sampler.index(), 10u);
}
TEST(PythonRandomSampler, AnotherNumberOfSamples) {
  manual_seed(0);
  RandomSampler fewer(10, RandomSamplerOptions().num_samples(4));
  EXPECT_EQ(drain(fewer, 20), "6 9 0 7");
  RandomSampler more(4, RandomSamplerOptions().num_samples(11));
  EXPECT_EQ(drain(more, 20), "2 1 3 0 2 1 3 0 3 2 1");
}
TEST(PythonRandomSampler, WithReplacement) {
  manual_seed(0);
  RandomSampler sampler(10, RandomSamplerOptions().replacement(true).num_samples(40));
  EXPECT_EQ(drain(sampler, 100), "6 0 4 3 9 5 7 8 9 1 8 5 6 9 0 0 8 3 0 0 1 9 0 7 8 3 9 7 2 2 2 9 4 6 8 8 8 7 3 9");
}
TEST(PythonRandomSampler, GivenGenerator) {
  const Generator g = make_generator(1);
  RandomSampler sampler(10, RandomSamplerOptions().generator(g));
  EXPECT_EQ(drain(sampler, 20), "5 6 1 2 0 8 9 3 7 4");
  sampler.reset();
  EXPECT_EQ(drain(sampler, 20), "2 8 1 5 6 9 3 7 0 4");
  RandomSampler repeating(10, RandomSamplerOptions().replacement(true).num_samples(70).generator(make_generator(1)));
  EXPECT_EQ(
      drain(repeating, 100),
      "5 9 4 8 3 3 1 1 9 2 8 9 6 3 3 0 2 1 2 6 0 3 6 4 3 6 4 2 9 4 8 6 7 3 7 3 3 6 2 0 5 9 5 3 3 5 8 9 1 4 4 5 8 0 "
      "1 3 1 4 7 8 6 9 9 8 3 3 1 7 2 8");
}
TEST(PythonRandomSampler, Refused) {
  expect_error([] { RandomSampler(3, RandomSamplerOptions().num_samples(0)); },
               "num_samples should be a positive integer value, but got num_samples=0");
  expect_error([] { RandomSampler(0, RandomSamplerOptions()); },
               "num_samples should be a positive integer value, but got num_samples=0");
}

TEST(PythonSamplers, SubsetInRandomOrder) {
  manual_seed(0);
  SubsetRandomSampler sampler({5, 7, 9, 11, 13});
  EXPECT_EQ(drain(sampler, 2), "13 5|7 11|9");
  SubsetRandomSampler seeded({5, 7, 9, 11, 13}, make_generator(1));
  EXPECT_EQ(drain(seeded, 9), "5 13 9 11 7");
  expect_error([&] { sampler.reset(4); }, "expected its 5 indices");
}
TEST(PythonSamplers, Weighted) {
  manual_seed(0);
  WeightedRandomSampler sampler({0.1, 0.9, 0.4, 0.7, 3.0, 0.6}, 10);
  EXPECT_EQ(drain(sampler, 20), "5 4 4 5 4 4 2 3 4 3");
  WeightedRandomSampler once({0.9, 0.4, 0.05, 0.2, 0.3, 0.1}, 5, false);
  EXPECT_EQ(drain(once, 20), "1 0 4 3 5");
  WeightedRandomSampler seeded({0.1, 0.9, 0.4, 0.7, 3.0, 0.6}, 10, true, make_generator(1));
  EXPECT_EQ(drain(seeded, 3), "1 2 2|2 4 1|4 4 4|4");
  expect_error([] { WeightedRandomSampler({1.}, 0); }, "num_samples should be a positive integer value");
  expect_error([] { WeightedRandomSampler({1., 0.}, 3, false).next(1); }, "without replacement");
  expect_error([] { WeightedRandomSampler({1., -1.}, 3).next(1); }, "invalid multinomial distribution");
  expect_error([] { WeightedRandomSampler({0., 0.}, 3).next(1); }, "invalid multinomial distribution");
}
TEST(PythonSamplers, Batches) {
  BatchSampler<SequentialSampler> all(SequentialSampler(10), 3, false), full(SequentialSampler(10), 3, true);
  EXPECT_EQ(drain(all, 1), "0 1 2|3 4 5|6 7 8|9");
  EXPECT_EQ(drain(full, 1), "0 1 2|3 4 5|6 7 8");
  all.reset(2);
  EXPECT_EQ(drain(all, 1), "0 1");
  expect_error([] { BatchSampler<SequentialSampler>(SequentialSampler(1), 0, false); },
               "batch_size should be a positive integer value, but got batch_size=0");
}

TEST(PythonSamplers, Distributed) {
  struct Row {
    DistributedShardSamplerOptions options;
    const char* epochs[3][2];
  };
  const auto options = [] { return DistributedShardSamplerOptions().num_replicas(3); };
  const Row rows[] = {
      {options(), {{"4 5 0 2", "5 2 9 4"}, {"1 3 8 4", "6 0 3 5"}, {"7 9 6 1", "1 8 7 6"}}},
      {options().shuffle(false), {{"0 3 6 9", "0 3 6 9"}, {"1 4 7 0", "1 4 7 0"}, {"2 5 8 1", "2 5 8 1"}}},
      {options().drop_last(true), {{"4 5 0", "5 2 9"}, {"1 3 8", "6 0 3"}, {"7 9 6", "1 8 7"}}},
      {options().drop_last(true).shuffle(false), {{"0 3 6", "0 3 6"}, {"1 4 7", "1 4 7"}, {"2 5 8", "2 5 8"}}},
      {options().seed(5), {{"1 6 0 7", "0 1 9 6"}, {"4 3 2 1", "7 8 2 0"}, {"9 5 8 4", "5 3 4 7"}}},
  };
  for (const Row& row : rows)
    for (size_t rank = 0; rank < 3; ++rank) {
      DistributedShardSampler sampler(10, DistributedShardSamplerOptions(row.options).rank(rank));
      EXPECT_EQ(drain(sampler, 20), row.epochs[rank][0]);
      sampler.set_epoch(1);
      sampler.reset();
      EXPECT_EQ(drain(sampler, 20), row.epochs[rank][1]);
      EXPECT_EQ(sampler.num_samples(), sampler.index());
    }
  DistributedShardSampler few(2, DistributedShardSamplerOptions().num_replicas(7).rank(6).shuffle(false));
  EXPECT_EQ(drain(few, 9), "0") << "padded more than once";
  DistributedShardSampler none(0, DistributedShardSamplerOptions().num_replicas(2));
  EXPECT_EQ(drain(none, 9), "");
  expect_error([] { DistributedShardSampler(10, DistributedShardSamplerOptions().num_replicas(3).rank(3)); },
               "Invalid rank 3");
}

// Taken after every index and loaded into a new sampler, the rest is the same.
template <class Make>
void check_saving(const Make& make) {
  auto whole = make();
  whole.next(1);
  const std::string expected = drain(whole, 1);
  for (size_t taken = 1; taken < 5; ++taken) {
    manual_seed(17);
    auto sampler = make();
    for (size_t i = 0; i < taken; ++i) sampler.next(1);
    std::stringstream stream;
    save(sampler, stream);
    const std::string rest = drain(sampler, 1);
    manual_seed(18);
    auto other = make();
    load(other, stream);
    EXPECT_EQ(drain(other, 1), rest) << taken;
    EXPECT_EQ(other.index(), sampler.index());
  }
}
TEST(PythonSamplers, AreSaved) {
  check_saving([] { return RandomSampler(6, RandomSamplerOptions().replacement(true)); });
  check_saving([] { return SubsetRandomSampler({3, 1, 4, 1, 5, 9}); });
  check_saving([] { return WeightedRandomSampler({1, 2, 3}, 7); });
  check_saving([] {
    DistributedShardSampler sampler(12, DistributedShardSamplerOptions().num_replicas(2).rank(1));
    sampler.set_epoch(3);
    return sampler;
  });
  // Before the first batch there is nothing but the choice to save.
  std::stringstream stream;
  SubsetRandomSampler fresh({1, 2, 3});
  save(fresh, stream);
  SubsetRandomSampler used({1, 2, 3});
  used.next(2);
  load(used, stream);
  EXPECT_EQ(used.index(), 0u);
}

TEST(PythonSplit, LengthsAndFractions) {
  const auto indices = [](const std::vector<datasets::Subset<Numbers>>& parts) {
    std::string text;
    for (const auto& part : parts) text += (text.empty() ? "" : "|") + to_text(part.indices());
    return text;
  };
  manual_seed(0);
  EXPECT_EQ(indices(datasets::random_split(Numbers(10), {3, 7})), "4 1 7|5 3 9 0 8 6 2");
  EXPECT_EQ(indices(datasets::random_split(Numbers(10), {3, 7}, make_generator(42))), "2 6 1|8 4 5 0 9 3 7");
  EXPECT_EQ(indices(datasets::random_split(Numbers(10), {.3, .3, .4}, make_generator(42))), "2 6 1|8 4 5|0 9 3 7");
  const auto lengths = [](size_t size, const std::vector<double>& fractions) {
    std::string text;
    for (const auto& part : datasets::random_split(Numbers(size), fractions))
      text += std::to_string(*part.size()) + " ";
    return text;
  };
  EXPECT_EQ(lengths(11, {.3, .3, .4}), "4 3 4 ");
  EXPECT_EQ(lengths(7, {.25, .25, .25, .25}), "2 2 2 1 ");
  EXPECT_EQ(lengths(1, {.5, .5}), "1 0 ");
  const char* sum = "Sum of input lengths does not equal the length of the input dataset!";
  expect_error([] { datasets::random_split(Numbers(10), {3, 6}); }, sum);
  expect_error([] { datasets::random_split(Numbers(10), {3, 8}); }, sum);
  expect_error([] { datasets::random_split(Numbers(10), {.5, .4}); }, sum);
  expect_error([] { datasets::random_split(Numbers(10), {-2, 12}); }, "got length -2");
  expect_error([] { datasets::random_split(Numbers(10), {1.5, -.5}); }, "Fraction at index 0 is not between 0 and 1");
  expect_error([] { datasets::random_split(Numbers(10), {.5, .5, std::nan("")}); }, "Fraction at index 2");
}

TEST(PythonLoader, OrderWithAGenerator) {
  const Generator g = make_generator(7);
  auto loader = make_data_loader(Numbers(10), RandomSampler(10, RandomSamplerOptions().generator(g)),
                                 DataLoaderOptions(4).generator(g));
  EXPECT_EQ(epoch_of(*loader), "1 3 5 7|9 4 6 2|8 0");
  EXPECT_EQ(epoch_of(*loader), "5 1 6 0|9 7 8 4|3 2");
}
TEST(PythonLoader, SeedsOfWorkers) {
  struct Seeds : datasets::Dataset<Seeds, int64_t> {
    int64_t get(size_t) override { return static_cast<int64_t>(get_worker_info()->seed); }
    optional<size_t> size() const override { return 4; }
  };
  auto loader =
      make_data_loader<SequentialSampler>(Seeds(), DataLoaderOptions().workers(1).generator(make_generator(7)));
  EXPECT_EQ((*loader->begin())[0], 1407639518939636932);
}

}  // namespace
}  // namespace torchpp::data::test
