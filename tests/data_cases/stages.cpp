// SPDX-License-Identifier: BSD-3-Clause
// Expected lines without another origin follow from the documentation of the stage; those marked "torch" are what
// torch 1.13.1's DataPipes gave for the same items.
#include <torchpp/data.h>
#include <torchpp/ops.h>

#include <algorithm>
#include <cstdio>

#include "tests/data_cases/data_case.h"

namespace torchpp::test {

std::string shown(double item) {
  char text[32];
  std::snprintf(text, sizeof text, "%.12g", item);
  return text;
}
std::string shown(const Tensor& item) {
  const Tensor flat = item.reshape({-1}).to(kDouble);
  std::string text = str(item.sizes(), ":");
  for (int64_t i = 0; i < flat.numel(); ++i) text += " " + shown(flat[i].item<double>());
  return text;
}

namespace {

using Order = DataCase::Order;
using Row = std::map<std::string, int64_t>;

std::vector<std::string> numbers(int64_t begin, int64_t end, int64_t step = 1) {
  std::vector<std::string> lines;
  for (int64_t i = begin; i < end; i += step) lines.push_back(std::to_string(i));
  return lines;
}

Numbers plus(int64_t n, int64_t count) {
  return data::range(count).map([n](int64_t i) { return i + n; });
}

std::vector<DataCase> make_cases() {
  std::vector<DataCase> t;
  t.push_back({"map",
               [](Numbers s) { return lines(std::move(s).map([](int64_t i) { return i * i; })); },
               5,
               {"0", "1", "4", "9", "16"}});
  t.push_back({"map/random",
               [](Numbers s) {
                 return lines(std::move(s).map([](int64_t i, data::Random& r) { return i + 100 * r.below(1000); }));
               },
               20,
               {},
               Order::kAny});
  t.push_back({"filter",
               [](Numbers s) { return lines(std::move(s).filter([](int64_t i) { return i % 3 == 0; })); },
               10,
               {"0", "3", "6", "9"}});
  // torch: filter(fn, input_col=1) and input_col=[0, 1]
  t.push_back({"filter_column",
               [](Numbers s) {
                 return lines(std::move(s)
                                  .map([](int64_t i) { return std::make_tuple(i, i % 3, std::to_string(i)); })
                                  .filter_column<1>([](int64_t rest) { return rest == 0; }));
               },
               7,
               {"(0 0 0)", "(3 0 3)", "(6 0 6)"}});
  t.push_back({"filter_column/several",
               [](Numbers s) {
                 return lines(std::move(s)
                                  .map([](int64_t i) { return std::make_pair(i, 4 - i); })
                                  .filter_column<0, 1>([](int64_t a, int64_t b) { return a < b; }));
               },
               5,
               {"(0 4)", "(1 3)"}});
  t.push_back({"filter_column/key",
               [](Numbers s) {
                 return lines(std::move(s)
                                  .map([](int64_t i) {
                                    return Row{{"a", i}, {"b", -i}};
                                  })
                                  .filter_column(std::string("b"), [](int64_t b) { return b < -2; }));
               },
               5,
               {"{a:3 b:-3}", "{a:4 b:-4}"}});
  t.push_back({"filter_column/position",
               [](Numbers s) {
                 return lines(std::move(s)
                                  .map([](int64_t i) {
                                    return std::vector<int64_t>{0, i};
                                  })
                                  .filter_column(-1, [](int64_t i) { return i % 2 == 1; }));
               },
               5,
               {"[0 1]", "[0 3]"}});
  t.push_back(
      {"flatmap",
       [](Numbers s) { return lines(std::move(s).flatmap([](int64_t i) { return std::vector<int64_t>(i % 3, i); })); },
       6,
       {"1", "2", "2", "4", "5", "5"}});
  t.push_back({"map_batches",
               [](Numbers s) {
                 return lines(std::move(s).map_batches(
                     [](std::vector<int64_t> b) {
                       std::reverse(b.begin(), b.end());
                       return b;
                     },
                     3));
               },
               8,
               {"2", "1", "0", "5", "4", "3", "7", "6"}});
  t.push_back({"parallel_map",
               [](Numbers s) { return lines(std::move(s).parallel_map([](int64_t i) { return i * 2; }, 3)); }, 50,
               numbers(0, 100, 2)});
  t.push_back({"parallel_map/unordered",
               [](Numbers s) {
                 return lines(std::move(s).parallel_map([](int64_t i) { return i * 2; },
                                                        data::ParallelMapOptions().workers(1).ordered(false)));
               },
               50, numbers(0, 100, 2)});
  t.push_back({"prefetch", [](Numbers s) { return lines(std::move(s).prefetch(3)); }, 30, numbers(0, 30)});
  // torch
  t.push_back({"batch", [](Numbers s) { return lines(std::move(s).batch(3)); }, 8, {"[0 1 2]", "[3 4 5]", "[6 7]"}});
  t.push_back(
      {"batch/drop_last", [](Numbers s) { return lines(std::move(s).batch(3, true)); }, 8, {"[0 1 2]", "[3 4 5]"}});
  t.push_back({"unbatch", [](Numbers s) { return lines(std::move(s).batch(3).unbatch()); }, 8, numbers(0, 8)});
  // torch: unbatch_level=2 and -1
  t.push_back({"unbatch/levels",
               [](Numbers s) { return lines(std::move(s).batch(2).batch(2).batch(2).unbatch<2>()); },
               6,
               {"[0 1]", "[2 3]", "[4 5]"}});
  t.push_back({"unbatch/all", [](Numbers s) { return lines(std::move(s).batch(2).batch(2).batch(2).unbatch<-1>()); }, 6,
               numbers(0, 6)});
  t.push_back({"in_batch_shuffle", [](Numbers s) { return lines(std::move(s).batch(4).in_batch_shuffle().unbatch()); },
               24, numbers(0, 24), Order::kRandom});
  t.push_back({"bucketbatch",
               [](Numbers s) {
                 return lines(std::move(s)
                                  .bucketbatch(
                                      3, [](int64_t i) { return i; }, false, 2)
                                  .unbatch());
               },
               80, numbers(0, 80), Order::kRandom});
  t.push_back({"bucketbatch/shuffle",
               [](Numbers s) {
                 return lines(std::move(s)
                                  .bucketbatch(
                                      3, [](int64_t i) { return i; }, false, 2, 2, false)
                                  .unbatch());
               },
               80, numbers(0, 80), Order::kRandom});
  t.push_back({"max_token_bucketize",
               [](Numbers s) {
                 return lines(std::move(s).max_token_bucketize(
                     7, [](int64_t i) { return (i * 3) % 5 + 1; }, data::MaxTokenOptions().buffer_size(4)));
               },
               9,
               {},
               Order::kAny});
  t.push_back({"collate",
               [](Numbers s) {
                 return lines(std::move(s)
                                  .map([](int64_t i) {
                                    return std::make_tuple(full({2}, static_cast<double>(i)), i, std::to_string(i));
                                  })
                                  .batch(2)
                                  .collate());
               },
               3,
               {"([2, 2]: 0 0 1 1 [2]: 0 1 [0 1])", "([1, 2]: 2 2 [1]: 2 [2])"}});
  t.push_back(
      {"collate/function",
       [](Numbers s) { return lines(std::move(s).batch(2).collate([](std::vector<int64_t> b) { return b.back(); })); },
       5,
       {"1", "3", "4"}});
  t.push_back(
      {"shuffle", [](Numbers s) { return lines(std::move(s).shuffle(7)); }, 40, numbers(0, 40), Order::kRandom});
  t.push_back(
      {"shuffle/all", [](Numbers s) { return lines(std::move(s).shuffle(1000)); }, 40, numbers(0, 40), Order::kRandom});
  t.push_back({"shuffle/two", [](Numbers s) { return lines(std::move(s).shuffle(5).shuffle(9)); }, 40, numbers(0, 40),
               Order::kRandom});
  t.push_back({"shuffle/unbatch_level", [](Numbers s) { return lines(std::move(s).batch(2).batch(3).shuffle<2>(9)); },
               40, numbers(0, 40), Order::kRandom});
  t.push_back(
      {"shuffle/unbatch_all",
       [](Numbers s) { return lines(std::move(s).batch(2).batch(3).batch(2).shuffle<-1>(9).batch(5).unbatch()); }, 40,
       numbers(0, 40), Order::kRandom});
  t.push_back({"shard", [](Numbers s) { return lines(std::move(s).shard()); }, 7, numbers(0, 7)});
  t.push_back({"sharding_filter", [](Numbers s) { return lines(std::move(s).sharding_filter()); }, 7, numbers(0, 7)});
  t.push_back({"header", [](Numbers s) { return lines(std::move(s).header(4)); }, 9, numbers(0, 4)});
  t.push_back({"cycle", [](Numbers s) { return lines(std::move(s).cycle(2)); }, 3, {"0", "1", "2", "0", "1", "2"}});
  t.push_back({"repeat",
               [](Numbers s) { return lines(std::move(s).repeat(3)); },
               3,
               {"0", "0", "0", "1", "1", "1", "2", "2", "2"}});
  t.push_back(
      {"enumerate", [](Numbers s) { return lines(std::move(s).enumerate(5)); }, 3, {"(5 0)", "(6 1)", "(7 2)"}});
  t.push_back({"set_length", [](Numbers s) { return lines(std::move(s).set_length(3)); }, 4, numbers(0, 4)});
  t.push_back({"in_memory_cache", [](Numbers s) { return lines(std::move(s).in_memory_cache()); }, 6, numbers(0, 6)});
  // Three of the items are a little less than a megabyte: later rounds read the first two again.
  t.push_back({"in_memory_cache/size",
               [](Numbers s) {
                 return lines(std::move(s)
                                  .map([](int64_t i) {
                                    return full({32, 1024}, i);
                                  })
                                  .in_memory_cache(1)
                                  .map([](const Tensor& item) { return item.sum().item<int64_t>() >> 15; })
                                  .cycle(3));
               },
               5,
               {"0", "1", "2", "3", "4", "0", "1", "2", "3", "4", "0", "1", "2", "3", "4"}});
  t.push_back({"in_memory_cache/nothing",
               [](Numbers s) { return lines(std::move(s).in_memory_cache(0).cycle(2)); },
               3,
               {"0", "1", "2", "0", "1", "2"}});
  // torch
  t.push_back(
      {"zip", [](Numbers s) { return lines(std::move(s).zip(plus(10, 3))); }, 5, {"(0 10)", "(1 11)", "(2 12)"}});
  t.push_back({"zip_longest",
               [](Numbers s) { return lines(std::move(s).zip_longest(plus(10, 2))); },
               4,
               {"(0 10)", "(1 11)", "(2 -)", "(3 -)"}});
  t.push_back({"concat",
               [](Numbers s) { return lines(std::move(s).concat(plus(10, 2), plus(20, 1))); },
               3,
               {"0", "1", "2", "10", "11", "20"}});
  // torch: only whole rounds.
  t.push_back({"mux",
               [](Numbers s) { return lines(std::move(s).mux(plus(10, 3), plus(20, 2))); },
               4,
               {"0", "10", "20", "1", "11", "21"}});
  t.push_back({"mux_longest",
               [](Numbers s) { return lines(std::move(s).mux_longest(plus(10, 3), plus(20, 1))); },
               4,
               {"0", "10", "20", "1", "11", "2", "12", "3"}});
  t.push_back({"sample_mux",
               [](Numbers s) {
                 std::vector<Numbers> pipes;
                 pipes.push_back(std::move(s));
                 pipes.push_back(plus(100, 5));
                 return lines(data::sample_mux(std::move(pipes), {2, 1}));
               },
               10,
               {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "100", "101", "102", "103", "104"},
               Order::kRandom});
  t.push_back({"sample_mux/cycle",
               [](Numbers s) {
                 std::vector<Numbers> pipes;
                 pipes.push_back(std::move(s).shuffle(3));
                 pipes.push_back(plus(100, 5));
                 return lines(data::sample_mux(std::move(pipes), {1, 1}, data::SampleEnd::kCycle).header(40));
               },
               6,
               {},
               Order::kAny});
  t.push_back({"fork",
               [](Numbers s) {
                 std::vector<Numbers> two = std::move(s).fork(2);
                 return lines(std::move(two[0]).zip(std::move(two[1]).map([](int64_t i) { return -i; })));
               },
               4,
               {"(0 0)", "(1 -1)", "(2 -2)", "(3 -3)"}});
  t.push_back({"demux",
               [](Numbers s) {
                 std::vector<Numbers> two = std::move(s).demux(2, [](int64_t i) { return i % 2; });
                 return lines(std::move(two[0]).zip(std::move(two[1])));
               },
               7,
               {"(0 1)", "(2 3)", "(4 5)"}});
  t.push_back({"random_split",
               [](Numbers s) {
                 std::vector<Numbers> two = std::move(s).random_split({.75, .25}, 3, 20);
                 return lines(std::move(two[0]).concat(std::move(two[1])));
               },
               20,
               {},
               Order::kAny});
  t.push_back({"unzip",
               [](Numbers s) {
                 auto [a, b] = std::move(s).map([](int64_t i) { return std::make_pair(i, i * .5); }).unzip();
                 return lines(std::move(b).zip(std::move(a)));
               },
               3,
               {"(0 0)", "(0.5 1)", "(1 2)"}});
  t.push_back({"unzip/columns_to_skip",
               [](Numbers s) {
                 auto [a, c] = std::move(s).map([](int64_t i) { return std::make_tuple(i, i * .5, -i); }).unzip<1>(1);
                 return lines(std::move(c).zip(std::move(a)));
               },
               3,
               {"(0 0)", "(-1 1)", "(-2 2)"}});
  // torch
  t.push_back({"groupby",
               [](Numbers s) {
                 return lines(
                     std::move(s).groupby([](int64_t i) { return i % 3; }, data::GroupOptions().group_size(2)));
               },
               8,
               {"[0 3]", "[1 4]", "[2 5]", "[6]", "[7]"}});
  // torch
  t.push_back({"groupby/buffer",
               [](Numbers s) {
                 return lines(std::move(s).groupby([](int64_t i) { return i % 4 == 3 ? 1 : 0; },
                                                   data::GroupOptions().buffer_size(5)));
               },
               9,
               {"[0 1 2 4]", "[5 6 8]", "[3 7]"}});
  t.push_back(
      {"window", [](Numbers s) { return lines(std::move(s).window(3, 2)); }, 8, {"[0 1 2]", "[2 3 4]", "[4 5 6]"}});
  t.push_back({"rows2columnar",
               [](Numbers s) {
                 return lines(std::move(s)
                                  .map([](int64_t i) {
                                    return std::vector<int64_t>{i, i * 10};
                                  })
                                  .batch(3)
                                  .rows2columnar({"a", "b"}));
               },
               4,
               {"{a:[0 1 2] b:[0 10 20]}", "{a:[3] b:[30]}"}});
  t.push_back({"zip_with_iter",
               [](Numbers s) {
                 const auto same = [](int64_t i) { return i; };
                 return lines(std::move(s).zip_with_iter(plus(0, 10).shuffle(10), same, same, data::JoinOptions()));
               },
               6,
               {"(0 0)", "(1 1)", "(2 2)", "(3 3)", "(4 4)", "(5 5)"}});
  t.push_back({"zip_with_map",
               [](Numbers s) {
                 return lines(std::move(s).zip_with_map(std::map<int64_t, std::string>{{0, "a"}, {1, "b"}},
                                                        [](int64_t i) { return i % 2; }));
               },
               3,
               {"(0 a)", "(1 b)", "(2 a)"}});
  t.push_back({"map_column",
               [](Numbers s) {
                 return lines(
                     std::move(s).map([](int64_t i) { return std::make_pair(i, i); }).map_column<1>([](int64_t i) {
                       return i * .5;
                     }));
               },
               3,
               {"(0 0)", "(1 0.5)", "(2 1)"}});
  // torch: map(fn, input_col=[0, 2]) and map(fn, input_col=[2, 0])
  t.push_back({"map_column/several",
               [](Numbers s) {
                 return lines(std::move(s)
                                  .map([](int64_t i) { return std::make_tuple(i, std::to_string(i), i * 10); })
                                  .map_column<0, 2>([](int64_t a, int64_t c) { return a + c; }));
               },
               3,
               {"(0 0)", "(11 1)", "(22 2)"}});
  t.push_back({"map_column/several_from_behind",
               [](Numbers s) {
                 return lines(std::move(s)
                                  .map([](int64_t i) { return std::make_tuple(i, std::to_string(i), i * 10); })
                                  .map_column<2, 0>([](int64_t c, int64_t a) { return c - a; }));
               },
               3,
               {"(0 0)", "(1 9)", "(2 18)"}});
  t.push_back({"map_column/key",
               [](Numbers s) {
                 return lines(std::move(s)
                                  .map([](int64_t i) {
                                    return Row{{"a", i}, {"b", 1}};
                                  })
                                  .map_column(std::string("a"), [](int64_t a) { return a * 2; }));
               },
               3,
               {"{a:0 b:1}", "{a:2 b:1}", "{a:4 b:1}"}});
  t.push_back({"map_column/output",
               [](Numbers s) {
                 return lines(std::move(s)
                                  .map([](int64_t i) {
                                    return Row{{"b", i}};
                                  })
                                  .map_column<std::string>("b", "a", [](int64_t b) { return -b; }));
               },
               3,
               {"{a:0 b:0}", "{a:-1 b:1}", "{a:-2 b:2}"}});
  t.push_back({"map_column/position",
               [](Numbers s) {
                 return lines(std::move(s)
                                  .map([](int64_t i) {
                                    return std::vector<int64_t>{i, 5};
                                  })
                                  .map_column(0, -1, [](int64_t i) { return i + 1; }));
               },
               3,
               {"[0 1]", "[1 2]", "[2 3]"}});
  // torch: map(fn, input_col=[0, 1], output_col=-1)
  t.push_back({"add_column",
               [](Numbers s) {
                 return lines(
                     std::move(s)
                         .map([](int64_t i) { return std::make_pair(i, std::to_string(i)); })
                         .add_column<0, 1>([](int64_t i, const std::string& text) { return text + "!" + shown(i); }));
               },
               2,
               {"(0 0 0!0)", "(1 1 1!1)"}});
  t.push_back({"drop",
               [](Numbers s) {
                 return lines(std::move(s)
                                  .map([](int64_t i) {
                                    return std::vector<int64_t>{i, 1, 2, 3};
                                  })
                                  .drop(std::vector<int64_t>{1, -1}));
               },
               2,
               {"[0 2]", "[1 2]"}});
  t.push_back({"drop/tuple",
               [](Numbers s) {
                 return lines(std::move(s).map([](int64_t i) { return std::make_tuple(i, 1, 2, 3); }).drop<3, 1>());
               },
               2,
               {"(0 2)", "(1 2)"}});
  t.push_back({"slice",
               [](Numbers s) {
                 return lines(std::move(s)
                                  .map([](int64_t i) {
                                    return Row{{"a", i}, {"b", 1}, {"c", 2}};
                                  })
                                  .slice(std::vector<std::string>{"c", "a"}));
               },
               2,
               {"{a:0 c:2}", "{a:1 c:2}"}});
  t.push_back({"slice/tuple",
               [](Numbers s) {
                 return lines(std::move(s).map([](int64_t i) { return std::make_tuple(i, 1, 2, 3); }).slice<2, 0>());
               },
               2,
               {"(2 0)", "(2 1)"}});
  t.push_back(
      {"slice/range",
       [](Numbers s) {
         return lines(std::move(s).map([](int64_t i) { return std::vector<int64_t>{i, 1, 2, 3}; }).slice(1, -1));
       },
       2,
       {"[1 2]", "[1 2]"}});
  t.push_back({"flatten",
               [](Numbers s) {
                 return lines(
                     std::move(s)
                         .map([](int64_t i) { return std::make_pair(i, std::make_tuple(i + 1, std::string("x"))); })
                         .flatten());
               },
               2,
               {"(0 1 x)", "(1 2 x)"}});
  t.push_back({"flatten/one_level",
               [](Numbers s) {
                 return lines(
                     std::move(s)
                         .map([](int64_t i) { return std::make_tuple(std::make_tuple(std::make_pair(i, 1), 2)); })
                         .flatten());
               },
               2,
               {"((0 1) 2)", "((1 1) 2)"}});
  t.push_back({"flatten/indices",
               [](Numbers s) {
                 return lines(std::move(s)
                                  .map([](int64_t i) {
                                    return std::make_tuple(std::make_pair(i, 1), 2, std::make_tuple(3, 4), 5);
                                  })
                                  .flatten<2>());
               },
               2,
               {"((0 1) 2 3 4 5)", "((1 1) 2 3 4 5)"}});
  t.push_back({"flatten/lists",
               [](Numbers s) {
                 return lines(std::move(s)
                                  .map([](int64_t i) {
                                    return std::vector<std::vector<int64_t>>{{i}, {}, {1, 2}};
                                  })
                                  .flatten());
               },
               2,
               {"[0 1 2]", "[1 1 2]"}});
  t.push_back({"flatten/maps",
               [](Numbers s) {
                 return lines(std::move(s)
                                  .map([](int64_t i) {
                                    return std::map<std::string, Row>{{"x", {{"a", i}, {"b", 1}}}, {"y", {{"c", 2}}}};
                                  })
                                  .flatten());
               },
               2,
               {"{a:0 b:1 c:2}", "{a:1 b:1 c:2}"}});
  t.push_back({"add_index",
               [](Numbers s) {
                 return lines(std::move(s).map([](int64_t i) { return Row{{"a", i * 2}}; }).add_index("n"));
               },
               2,
               {"{a:0 n:0}", "{a:2 n:1}"}});
  t.push_back({"fullsync", [](Numbers s) { return lines(std::move(s).fullsync([](bool has) { return has; })); }, 5,
               numbers(0, 5)});
  t.push_back({"pin_memory", [](Numbers s) { return lines(std::move(s).pin_memory()); }, 3, numbers(0, 3)});
  t.push_back({"from_sampler",
               [](Numbers s) {
                 const int64_t size = s.size().value_or(0);
                 return lines(data::from_sampler([size](Generator generator) {
                   return data::samplers::RandomSampler(size,
                                                        data::samplers::RandomSamplerOptions().generator(generator));
                 }));
               },
               30, numbers(0, 30), Order::kRandom});
  t.push_back({"from_sampler/itself",
               [](Numbers s) {
                 return lines(data::from_sampler(data::samplers::SequentialSampler(static_cast<size_t>(*s.size()))));
               },
               5, numbers(0, 5)});
  t.push_back({"from_sampler/distributed",
               [](Numbers s) {
                 const auto size = static_cast<size_t>(*s.size());
                 return lines(
                     data::from_sampler([size] { return data::samplers::DistributedSequentialSampler(size, 2, 1); }));
               },
               8, numbers(4, 8)});
  t.push_back({"then/chain",
               [](Numbers s) {
                 return lines(std::move(s)
                                  .shuffle(11)
                                  .filter([](int64_t i) { return i % 5 != 0; })
                                  .parallel_map([](int64_t i, data::Random& r) { return i * 1000 + r.below(1000); }, 2)
                                  .repeat(2)
                                  .batch(3)
                                  .in_batch_shuffle()
                                  .unbatch()
                                  .cycle(2)
                                  .prefetch(4));
               },
               30,
               {},
               Order::kAny});
  add_io_cases(t);
  return t;
}

}  // namespace

const std::vector<DataCase>& data_cases() {
  static const std::vector<DataCase> cases = make_cases();
  return cases;
}

}  // namespace torchpp::test
