// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <torchpp/data.h>
#include <torchpp/ops.h>

#include <cmath>
#include <limits>
#include <set>

#include "tests/support/expect_error.h"

namespace torchpp::test {
namespace {

using data::State;

TEST(DataState, KeepsEveryKindOfValueThroughItsText) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const State state = State()
                          .set("null", State())
                          .set("bool", true)
                          .set("int", int64_t{-5})
                          .set("large", std::numeric_limits<uint64_t>::max())
                          .set("double", .1)
                          .set("whole", 3.0)
                          .set("inf", kInfinity)
                          .set("nan", std::nan(""))
                          .set("text", "a \"quoted\" \xc3\xa4")
                          .set("list", std::vector<State>{1, "two", State().set("x", 3)});
  const State back = State::from_json(state.to_json());
  EXPECT_EQ(back, state) << state.to_json() << "\n" << back.to_json();
  EXPECT_EQ(back.at("large").to_uint64(), std::numeric_limits<uint64_t>::max());
  EXPECT_EQ(back.at("whole").kind(), State::Kind::kDouble);
  EXPECT_EQ(back.at("list").to_list()[2].at("x").to_int(), 3);
}

TEST(DataState, SaysWhatIsMissing) {
  const State state = State().set("a", 1);
  expect_error([&] { state.at("b"); }, "no member 'b'");
  expect_error([&] { state.at("a").to_text(); }, "got an integer, expected a text");
  expect_error([&] { State::from_json("[1,"); }, "data state");
  expect_error([&] { State("\xff").to_json(); }, "UTF-8");
}

TEST(DataRandom, IsUniformAndAFunctionOfItsKey) {
  double sum = 0, squares = 0;
  std::vector<int> counts(7);
  for (int64_t i = 0; i < 20000; ++i) {
    data::Random random(3, 1, i);
    const double u = random.uniform();
    ASSERT_GE(u, 0);
    ASSERT_LT(u, 1);
    sum += u;
    ++counts[static_cast<size_t>(random.below(7))];
    const double normal = random.normal();
    squares += normal * normal;
    data::Random again(3, 1, i);
    EXPECT_EQ(again.uniform(), u);
  }
  EXPECT_NEAR(sum / 20000, .5, .01);
  EXPECT_NEAR(squares / 20000, 1, .05);
  for (int count : counts) EXPECT_NEAR(count, 20000 / 7., 250);
}

TEST(DataRandom, TwoStagesOfAChainDrawDifferentNumbers) {
  const auto draw = [](const std::vector<double>& before, data::Random& random) {
    std::vector<double> drawn = before;
    drawn.push_back(random.uniform());
    return drawn;
  };
  const std::vector<std::vector<double>> empty(20);
  auto maps = data::from(empty).map(draw).map(draw).parallel_map(draw, 2).map(draw);
  for (const std::vector<double>& drawn : maps)
    for (size_t i = 0; i < drawn.size(); ++i) EXPECT_EQ(std::count(drawn.begin(), drawn.end(), drawn[i]), 1) << i;
}

TEST(DataRandom, NoRoundOfASourceHasTheNumbersOfAnotherSource) {
  const auto drawn = [] { return data::range(1).map([](int64_t, data::Random& random) { return random.bits64(); }); };
  std::set<uint64_t> numbers;
  for (const auto& pair : drawn().zip(drawn()).cycle(3)) {
    numbers.insert(std::get<0>(pair));
    numbers.insert(std::get<1>(pair));
  }
  EXPECT_EQ(numbers.size(), 6u);
}

TEST(Generate, EndsWhereTheFunctionGivesNothing) {
  const std::vector<int64_t> list{5, 6, 7};
  const auto make = [&list] {
    return data::generate([&list](int64_t i) { return i == 3 ? nullptr : &list[static_cast<size_t>(i % 4 % 3)]; });
  };
  auto pipe = make();
  for (int64_t i : list) EXPECT_EQ(pipe.next(), i);
  EXPECT_EQ(pipe.next(), nullopt);
  EXPECT_EQ(pipe.next(), nullopt) << "an item after the end";
  auto resumed = make();
  resumed.load_state(pipe.state());
  EXPECT_EQ(resumed.next(), nullopt) << "an item after the end, resumed";
  resumed.reset();
  EXPECT_EQ(resumed.next(), 5);
}

// The cache was filled in the first round: a later round goes back to that order.
TEST(MemoryCache, ResumesWithTheOrderOfTheRoundThatFilledIt) {
  const auto make = [] { return data::range(20).shuffle(20).in_memory_cache().cycle(3); };
  auto pipe = make();
  for (int i = 0; i < 27; ++i) pipe.next();
  auto resumed = make();
  resumed.load_state(data::State::from_json(pipe.state().to_json()));
  std::vector<int64_t> rest, again;
  for (int64_t i : pipe) rest.push_back(i);
  for (int64_t i : resumed) again.push_back(i);
  EXPECT_EQ(rest.size(), 33u);
  EXPECT_EQ(again, rest);
}

TEST(DataRandom, GeneratorsOfSamplesDiffer) {
  data::Random a(0, 0, 0), b(0, 0, 1), c(0, 0, 0);
  const Tensor first = rand({8}, a.generator());
  EXPECT_FALSE(equal(first, rand({8}, b.generator())));
  EXPECT_TRUE(equal(first, rand({8}, c.generator())));
}

TEST(Pipe, OfAProgramsOwnStage) {
  struct Doubled final : data::Link<int64_t, int64_t> {
    explicit Doubled(data::StagePtr<int64_t> source) : Link(std::move(source)) {}
    optional<int64_t> next() override {
      const optional<int64_t> item = take();
      if (!item) return nullopt;
      return *item * 2;
    }
    const char* name() const override { return "doubled"; }
  };
  std::vector<int64_t> got;
  for (int64_t i : data::range(3).then<Doubled>()) got.push_back(i);
  EXPECT_EQ(got, (std::vector<int64_t>{0, 2, 4}));
}

TEST(Pipe, ErrorsNameStageItemAndKey) {
  auto pipe = data::from(std::vector<std::pair<std::string, int>>{{"x/1.jpg", 1}, {"x/2.jpg", 2}})
                  .map([](const std::pair<std::string, int>& item) {
                    TORCHPP_CHECK_VALUE(item.second != 2, "not two");
                    return item.second;
                  });
  pipe.next();
  expect_error([&] { pipe.next(); }, "map: item 1, 'x/2.jpg'");
  EXPECT_FALSE(pipe.next());
}

TEST(Pipe, Arguments) {
  expect_error([&] { data::range(3).batch(0); }, "batch_size 0");
  expect_error([&] { data::range(3).shuffle(0); }, "buffer_size should be larger than 0");
  expect_error([&] { data::range(3).repeat(1); }, "repetition must be > 1");
  expect_error([&] { data::range(3).cycle(-1); }, "Expected non-negative count");
  expect_error([&] { data::range(3).fork(0); }, "larger than 0");
  expect_error([&] { data::range(-1); }, "at least 0");
  expect_error([&] { data::range(3).random_split({.5, -1}); }, "weight -1");
  expect_error([&] { data::range(3).window(0, 1); }, "size 0");
  expect_error([&] { data::range(3).prefetch(0); }, "at least 1");
}

TEST(Demux, ClassesOutOfRangeAndFullBuffersAreErrors) {
  auto pipes = data::range(9).demux(2, [](int64_t i) { return i; });
  pipes[0].next();
  pipes[1].next();
  expect_error([&] { pipes[0].next(); }, "between 0 and 1");
  auto one = data::range(100).demux(
      2, [](int64_t) { return 1; }, false, 10);
  expect_error([&] { one[0].next(); }, "buffer_size");
  auto dropped = data::range(6).demux(
      1, [](int64_t i) { return i % 2 == 0 ? optional<int64_t>(0) : nullopt; }, true);
  std::vector<int64_t> even;
  for (int64_t i : dropped[0]) even.push_back(i);
  EXPECT_EQ(even, (std::vector<int64_t>{0, 2, 4}));
}

TEST(RandomSplit, HasExactSharesInEveryEpoch) {
  const auto counts = [](int64_t epoch) {
    auto parts = data::range(103).random_split({.7, .2, .1}, 5);
    std::vector<std::vector<int64_t>> got(3);
    for (size_t i = 0; i < 3; ++i) {
      parts[i].reset({0, epoch, 0, 1, 0});
      while (auto item = parts[i].next()) got[i].push_back(*item);
    }
    return got;
  };
  const auto first = counts(0);
  EXPECT_EQ(first[0].size(), 72u);
  EXPECT_EQ(first[1].size(), 21u);
  EXPECT_EQ(first[2].size(), 10u);
  EXPECT_EQ(counts(1), first);
}

TEST(GroupBy, SmallGroupsAreErrorsOrDropped) {
  const auto make = [](bool drop) {
    return data::range(5).groupby([](int64_t i) { return i % 2; },
                                  data::GroupOptions().group_size(2).guaranteed_group_size(2).drop_remaining(drop));
  };
  auto strict = make(false);
  strict.next();
  strict.next();
  expect_error([&] { strict.next(); }, "Failed to group items");
  int groups = 0;
  for (const auto& group : make(true)) groups += group.size() == 2;
  EXPECT_EQ(groups, 2);
}

TEST(ZipWithIter, MissingAndDuplicateKeysAreErrors) {
  const auto key = [](int64_t i) { return i; };
  auto missing = data::range(3).zip_with_iter(data::range(2), key, key, data::JoinOptions());
  missing.next();
  missing.next();
  expect_error([&] { missing.next(); }, "key '2'");
  auto twice = data::range(3).zip_with_iter(
      data::range(4), [](int64_t i) { return i + 5; }, [](int64_t) { return 1; }, data::JoinOptions());
  expect_error([&] { twice.next(); }, "Duplicate key");
}

TEST(FullSync, EndsWhereAnotherProcessEnds) {
  int calls = 0;
  std::vector<int64_t> got;
  for (int64_t i : data::range(9).fullsync([&calls](bool has) { return has && ++calls <= 3; })) got.push_back(i);
  EXPECT_EQ(got, (std::vector<int64_t>{0, 1, 2}));
}

TEST(InMemoryCache, LaterEpochsHaveTheFirstOnesOrderAlsoWhenResumed) {
  int reads = 0;
  const auto make = [&reads] {
    return data::Loader(data::range(10).shuffle(10).map([&reads](int64_t i) { return ++reads, i; }).in_memory_cache());
  };
  auto loader = make();
  std::vector<int64_t> first, second;
  for (int64_t i : loader) first.push_back(i);
  loader.next();
  loader.next();
  const std::string state = loader.state();
  EXPECT_EQ(reads, 10);
  auto resumed = make();
  resumed.load_state(state);
  for (int64_t i : resumed) second.push_back(i);
  EXPECT_EQ(second, std::vector<int64_t>(first.begin() + 2, first.end()));
}

TEST(Collate, WhatCannotBeStackedIsAnError) {
  expect_error([&] { data::default_collate(std::vector<Tensor>{ones({2}), ones({3})}); }, "equal size");
  expect_error([&] { data::default_collate(std::vector<Tensor>{ones({2}), ones({2}, kLong)}); }, "one dtype");
  expect_error([&] { data::default_collate(std::vector<std::vector<int>>{{1}, {1, 2}}); }, "equal size");
  expect_error([&] { data::default_collate(std::vector<int>()); }, "empty batch");
  const auto [data, target] = [] {
    auto example = data::default_collate(std::vector<data::Example<>>{{ones({2}), tensor(1)}, {zeros({2}), tensor(2)}});
    return std::make_pair(example.data, example.target);
  }();
  EXPECT_EQ(data.sizes(), IntArrayRef({2, 2}));
  EXPECT_EQ(target.sizes(), IntArrayRef({2}));
}

TEST(Indexed, IsAskedForAnyItem) {
  const auto pairs = data::indexed(std::vector<int64_t>{1, 2, 3, 4, 5})
                         .map([](int64_t i) { return i * 10; })
                         .zip(data::indexed(4, [](int64_t i) { return i; }));
  EXPECT_EQ(pairs.size(), 4);
  EXPECT_EQ(pairs[2], std::make_tuple(int64_t{30}, int64_t{2}));
  expect_error([&] { pairs[4]; }, "index 4");
  const auto shuffled = data::indexed(10, [](int64_t i) { return i; }).shuffle(1);
  std::vector<bool> seen(10);
  for (int64_t i = 0; i < 10; ++i) seen[static_cast<size_t>(shuffled[i])] = true;
  EXPECT_EQ(std::count(seen.begin(), seen.end(), true), 10);
  const auto batches = data::indexed(5, [](int64_t i) { return i; }).batch(2);
  EXPECT_EQ(batches.size(), 3);
  EXPECT_EQ(batches[2], (std::vector<int64_t>{4}));
  int calls = 0;
  const auto cached = data::indexed(3, [&calls](int64_t i) { return ++calls, i; }).in_memory_cache();
  EXPECT_EQ(cached[1] + cached[1], 2);
  EXPECT_EQ(calls, 1);
}

TEST(Indexed, UnzippedIntoColumns) {
  const auto rows = [] {
    return data::indexed(4, [](int64_t i) { return std::make_tuple(i, std::to_string(i), i * .5); });
  };
  const auto [numbers, texts, halves] = rows().unzip();
  EXPECT_EQ(texts.size(), 4);
  EXPECT_EQ(numbers[3], 3);
  EXPECT_EQ(texts[2], "2");
  EXPECT_EQ(halves[1], .5);
  expect_error([&texts = texts] { texts[4]; }, "index 4");
  const auto [first, last] = rows().unzip<1>();
  EXPECT_EQ(first[2], 2);
  EXPECT_EQ(last[2], 1.);
}

// Of five items of 256 KiB a megabyte keeps three, since each takes some bytes more: those at the end.
TEST(MemoryCache, ReadsAgainWhatIsMoreThanItsSize) {
  std::vector<int64_t> reads;
  auto pipe = data::range(5)
                  .map([&reads](int64_t i) {
                    reads.push_back(i);
                    return full({32, 1024}, i);
                  })
                  .in_memory_cache(1);
  EXPECT_EQ(pipe.size(), 5);
  for (int64_t epoch = 0; epoch < 3; ++epoch) {
    reads.clear();
    pipe.reset({0, epoch, 0, 1, 0});
    int64_t i = 0;
    while (const optional<Tensor> item = pipe.next()) EXPECT_EQ((*item)[0][0].item<int64_t>(), i++);
    EXPECT_EQ(i, 5);
    EXPECT_EQ(reads, epoch == 0 ? (std::vector<int64_t>{0, 1, 2, 3, 4}) : (std::vector<int64_t>{0, 1}));
  }
  expect_error([] { data::range(3).in_memory_cache(-1); }, "size -1 MB");
}

// The items that are read again come in the order in which the cache was filled.
TEST(MemoryCache, KeepsTheOrderOfTheEpochThatFilledIt) {
  auto pipe = data::range(50).shuffle(50).map([](int64_t i) { return full({32, 1024}, i); }).in_memory_cache(1);
  std::vector<std::vector<int64_t>> epochs(3);
  for (int64_t epoch = 0; epoch < 3; ++epoch) {
    pipe.reset({4, epoch, 0, 1, 0});
    while (const optional<Tensor> item = pipe.next())
      epochs[static_cast<size_t>(epoch)].push_back((*item)[0][0].item<int64_t>());
  }
  EXPECT_EQ(epochs[0].size(), 50u);
  EXPECT_EQ(epochs[1], epochs[0]);
  EXPECT_EQ(epochs[2], epochs[0]);
}

TEST(MemoryCache, CountsWhatItemsHold) {
  using data::detail::bytes_in_memory;
  const auto size = [](size_t bytes) { return static_cast<int64_t>(bytes); };
  EXPECT_EQ(bytes_in_memory(5), 4);
  EXPECT_EQ(bytes_in_memory(std::string(100, 'x')), size(sizeof(std::string) + 100));
  EXPECT_EQ(bytes_in_memory(ones({10})), size(sizeof(Tensor) + 40));
  using Row = std::tuple<std::string, std::vector<Tensor>, optional<double>>;
  EXPECT_EQ(bytes_in_memory(Row("abc", {ones({2}), ones({3})}, 1.)), size(sizeof(Row) + 3 + 2 * sizeof(Tensor) + 20));
  using Sample = data::Example<Tensor, std::vector<int64_t>>;
  EXPECT_EQ(bytes_in_memory(Sample(ones({5}), {1, 2})), size(sizeof(Sample) + 36));
  EXPECT_EQ(bytes_in_memory(data::TensorExample(ones({5}))), size(sizeof(data::TensorExample) + 20));
  EXPECT_EQ(bytes_in_memory(std::map<std::string, int64_t>{{"a", 1}}),
            size(sizeof(std::map<std::string, int64_t>) + sizeof(std::pair<const std::string, int64_t>) + 1));
  EXPECT_EQ(bytes_in_memory(IValue(ones({5}))), size(sizeof(IValue) + 20));
  EXPECT_EQ(bytes_in_memory(IValue(IValue::Dict{{IValue("k"), IValue(ones({5}))}})),
            size(3 * sizeof(IValue) + sizeof(IValue::Dict) + sizeof(std::string) + 1 + 20));
}

TEST(FromSampler, CallsSetEpochAndNamesItselfInErrors) {
  auto pipe = data::from_sampler([] { return data::samplers::DistributedRandomSampler(6, 2, 0); });
  std::vector<std::vector<int64_t>> epochs(2);
  for (int64_t epoch = 0; epoch < 2; ++epoch) {
    pipe.reset({0, epoch, 0, 1, 0});
    while (const optional<int64_t> i = pipe.next()) epochs[static_cast<size_t>(epoch)].push_back(*i);
    data::samplers::DistributedRandomSampler sampler(6, 2, 0);
    sampler.set_epoch(static_cast<size_t>(epoch));
    sampler.reset();
    const std::vector<size_t> expected = sampler.next(6).value();
    EXPECT_EQ(epochs[static_cast<size_t>(epoch)], std::vector<int64_t>(expected.begin(), expected.end()));
  }
  EXPECT_NE(epochs[0], epochs[1]);
  auto shorter = data::from_sampler(data::samplers::SequentialSampler(2));
  expect_error([&] { shorter.load_state(pipe.state()); }, "from_sampler: the sampler ended after 2 indices");
  auto none = data::from_sampler([](Generator generator) {
    return data::samplers::RandomSampler(0, data::samplers::RandomSamplerOptions().num_samples(2).generator(generator));
  });
  expect_error([&] { none.next(); }, "from_sampler");
}

}  // namespace
}  // namespace torchpp::test
