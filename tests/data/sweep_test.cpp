// SPDX-License-Identifier: BSD-3-Clause
// Every row of the table of stages: what it gives, again in the next epoch, resumed anywhere, left early, and behind a
// source of which an item fails.
#include <gtest/gtest.h>
#include <torchpp/data.h>

#include <algorithm>
#include <atomic>
#include <functional>

#include "tests/data_cases/data_case.h"

namespace torchpp::test {
namespace {

using Order = DataCase::Order;
constexpr data::Epoch kEpoch{11, 2, 0, 1, 0};

Numbers source(const DataCase& row) { return data::range(row.size); }
// Item `bad` is an error; `reached` tells whether it was asked for.
Numbers failing(const DataCase& row, int64_t bad, std::atomic<bool>& reached) {
  return data::range(row.size).map([bad, &reached](int64_t i) {
    if (i == bad) reached = true;
    TORCHPP_CHECK_VALUE(i != bad, "item ", i, " is bad");
    return i;
  });
}

// All items; an error is the line "!".
std::vector<std::string> rest(Lines& pipe) {
  std::vector<std::string> all;
  for (int errors = 0; errors < 50;) {
    try {
      optional<std::string> line = pipe.next();
      if (!line) return all;
      all.push_back(std::move(*line));
    } catch (const Error&) {
      all.push_back("!");
      ++errors;
    }
  }
  all.push_back("endless errors");
  return all;
}
std::vector<std::string> epoch_of(Lines pipe, const data::Epoch& epoch) {
  pipe.reset(epoch);
  return rest(pipe);
}
std::vector<std::string> sorted(std::vector<std::string> lines) {
  std::sort(lines.begin(), lines.end());
  return lines;
}

class DataSweep : public testing::TestWithParam<DataCase> {};

TEST_P(DataSweep, GivesWhatIsExpectedInEveryEpoch) {
  const DataCase& row = GetParam();
  Lines pipe = row.make(source(row));
  pipe.reset(kEpoch);
  const std::vector<std::string> first = rest(pipe);
  if (row.order == Order::kFixed) {
    EXPECT_EQ(first, row.expected);
  }
  if (row.order == Order::kRandom) {
    EXPECT_EQ(sorted(first), sorted(row.expected));
    const std::vector<std::string> other = epoch_of(row.make(source(row)), {11, 3, 0, 1, 0});
    EXPECT_NE(other, first) << "another epoch has the same order";
    EXPECT_NE(epoch_of(row.make(source(row)), {12, 2, 0, 1, 0}), first) << "another seed has the same order";
  }
  EXPECT_EQ(pipe.next(), nullopt) << "an item after the end";
  pipe.reset(kEpoch);
  EXPECT_EQ(rest(pipe), first) << "the same epoch again";
  EXPECT_FALSE(first.empty());
  if (const optional<int64_t> size = row.make(source(row)).size(); size && row.name != "set_length") {
    EXPECT_EQ(*size, static_cast<int64_t>(first.size()));
  }
}

// From each item on a chain that is made anew, through the text of the state.
void expect_resumes(const DataCase& row, const std::function<Numbers()>& make_source) {
  const std::vector<std::string> all = epoch_of(row.make(make_source()), kEpoch);
  Lines pipe = row.make(make_source());
  pipe.reset(kEpoch);
  for (size_t taken = 0; taken <= all.size(); ++taken) {
    const std::string state = pipe.state().to_json();
    EXPECT_LT(state.size(), 6000u) << state;
    Lines resumed = row.make(make_source());
    resumed.reset(kEpoch);
    resumed.load_state(data::State::from_json(state));
    const std::vector<std::string> expected(all.begin() + static_cast<std::ptrdiff_t>(taken), all.end());
    ASSERT_EQ(rest(resumed), expected) << "after " << taken << " items, from " << state;
    try {
      pipe.next();
    } catch (const Error&) {
    }
  }
}

TEST_P(DataSweep, ResumesAfterEachItem) {
  const DataCase& row = GetParam();
  expect_resumes(row, [&] { return source(row); });
}

TEST_P(DataSweep, PassesErrorsOfTheSourceAndGoesOn) {
  const DataCase& row = GetParam();
  for (const int64_t bad : {int64_t{0}, row.size / 2, row.size - 1}) {
    std::atomic<bool> reached{false};
    const std::vector<std::string> all = epoch_of(row.make(failing(row, bad, reached)), kEpoch);
    if (!all.empty()) {
      EXPECT_NE(all.back(), "endless errors");
    }
    EXPECT_EQ(std::count(all.begin(), all.end(), "!") > 0, reached.load()) << "the error was lost";
    expect_resumes(row, [&] { return failing(row, bad, reached); });
  }
}

TEST_P(DataSweep, CanBeLeftAtAnyItem) {
  const DataCase& row = GetParam();
  for (int taken = 0; taken < 4; ++taken) {
    Lines pipe = row.make(source(row));
    pipe.reset(kEpoch);
    for (int i = 0; i < taken; ++i) pipe.next();
  }
}

TEST_P(DataSweep, RefusesStatesOfOtherChains) {
  const DataCase& row = GetParam();
  Lines pipe = row.make(source(row));
  pipe.reset(kEpoch);
  Lines other = data::range(3).batch(2).map([](const std::vector<int64_t>&) { return std::string(); }).header(2);
  other.reset(kEpoch);
  EXPECT_THROW(pipe.load_state(other.state()), Error);
  EXPECT_THROW(pipe.load_state(data::State()), Error);
}

INSTANTIATE_TEST_SUITE_P(Stages, DataSweep, testing::ValuesIn(data_cases()),
                         [](const testing::TestParamInfo<DataCase>& info) {
                           std::string name = info.param.name;
                           std::replace(name.begin(), name.end(), '/', '_');
                           return name;
                         });

}  // namespace
}  // namespace torchpp::test
