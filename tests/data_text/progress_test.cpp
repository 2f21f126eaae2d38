// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <torchpp/data/loader.h>
#include <torchpp/data/map.h>
#include <torchpp/data/progress.h>
#include <torchpp/data/sources.h>

#include <chrono>
#include <list>
#include <regex>
#include <string>
#include <thread>
#include <vector>

namespace {

namespace data = torchpp::data;
using data::ProgressBar;
using data::ProgressOptions;
using Lines = std::vector<std::string>;

ProgressOptions to(Lines& lines) {
  return ProgressOptions().interval_s(0).output([&lines](const std::string& line) { lines.push_back(line); });
}
void expect_line(const std::string& line, const std::string& pattern) {
  EXPECT_TRUE(std::regex_match(line, std::regex(pattern))) << line << "\nexpected: " << pattern;
}

TEST(Progress, LinesOfALoop) {
  Lines lines;
  const std::vector<int> numbers = {1, 2, 3, 4};
  int sum = 0;
  for (int n : data::progress(numbers, to(lines).description("epoch 1").unit("batch"))) sum += n;
  EXPECT_EQ(sum, 10);
  ASSERT_EQ(lines.size(), 5u) << "one for each, and the last one that stays";
  expect_line(lines[0], R"(epoch 1:  25% 1/4 \[00:00<00:00, .* batch/s\])");
  expect_line(lines[3], R"(epoch 1: 100% 4/4 \[00:00<00:00, .* batch/s\])");
  expect_line(lines[4], R"(epoch 1: 100% 4/4 \[00:00<00:00, .* batch/s\])");
}

TEST(Progress, NotesAndUnknownSizes) {
  Lines lines;
  auto loop = data::progress(
      data::generate([](int64_t i) { return i < 3 ? torchpp::optional<int64_t>(i) : torchpp::nullopt; }), to(lines));
  for (int64_t& i : loop) loop.bar().set_note(torchpp::str("loss ", i));
  ASSERT_EQ(lines.size(), 4u);
  expect_line(lines[1], R"(2 \[00:00, .* it/s\] loss 1)");
  EXPECT_EQ(loop.bar().count(), 3);
}

TEST(Progress, EveryKindOfRange) {
  Lines lines;
  int array[3] = {1, 2, 3}, sum = 0;
  for (int& n : data::progress(array, to(lines))) sum += n++;
  EXPECT_EQ(sum, 6);
  EXPECT_EQ(array[0], 2) << "elements are references";
  expect_line(lines.back(), "100% 3/3 .*");
  for (int n : data::progress(std::list<int>{1, 2}, to(lines))) sum += n;
  expect_line(lines.back(), "100% 2/2 .*");
  for (int64_t n : data::progress(data::range(7), to(lines))) sum += static_cast<int>(n);
  expect_line(lines.back(), "100% 7/7 .*");
  data::Loader loader(data::range(5).map([](int64_t i) { return 2 * i; }));
  auto epochs = data::progress(loader, to(lines));
  for (int epoch = 0; epoch < 3; ++epoch) {
    lines.clear();
    for (int64_t n : epochs) sum += static_cast<int>(n);
    EXPECT_EQ(lines.size(), 6u) << "each loop is a bar of its own";
    expect_line(lines.back(), "100% 5/5 .*");
  }
  EXPECT_EQ(loader.epoch(), 3);
  for (int n : data::progress(std::vector<int>(), to(lines))) ADD_FAILURE() << n;
  expect_line(lines.back(), R"(0/0 \[00:00<\?, \? it/s\])");
}

TEST(Progress, ALoopThatIsLeftEndsItsBar) {
  Lines lines;
  try {
    for (int64_t n : data::progress(data::range(10), to(lines)))
      if (n == 4) throw 1;
  } catch (int) {
  }
  ASSERT_EQ(lines.size(), 5u);
  expect_line(lines.back(), " 40% 4/10 .*");
}

TEST(Progress, TheIntervalAndTheFinalRate) {
  Lines lines;
  {
    ProgressBar bar(1000, to(lines).interval_s(3600));
    for (int i = 0; i < 500; ++i) bar.update(2);
    EXPECT_TRUE(lines.empty());
    EXPECT_EQ(bar.count(), 1000);
    bar.finish();
    bar.update();
    EXPECT_EQ(bar.count(), 1000) << "an ended bar does not count";
  }
  ASSERT_EQ(lines.size(), 1u) << "ended once";
  expect_line(lines[0], "100% 1000/1000 .*");

  lines.clear();
  ProgressBar bar(torchpp::nullopt, to(lines).interval_s(3600).total(4));
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  bar.update(2);
  EXPECT_GE(bar.seconds(), .03);
  const ProgressBar moved = std::move(bar);
  EXPECT_EQ(moved.count(), 2);
}

TEST(Progress, KeptLines) {
  Lines lines;
  ProgressBar bar(10, to(lines).interval_s(3600));
  for (int i = 1; i <= 10; ++i) {
    bar.update();
    bar.set_note(torchpp::str("loss ", i));
    if (i % 5 == 0) bar.keep();
  }
  bar.set_note("loss 10");
  bar.finish();
  bar.keep();
  ASSERT_EQ(lines.size(), 2u) << "the last line is not written twice";
  expect_line(lines[0], R"( 50% 5/10 \[.*\] loss 5)");
  expect_line(lines[1], R"(100% 10/10 \[.*\] loss 10)");
  bar.start(3);
  EXPECT_EQ(bar.count(), 0);
  bar.finish();
  EXPECT_EQ(lines.size(), 3u);
}

TEST(Progress, StandardErrorIsNoTerminalHere) {
  testing::internal::CaptureStderr();
  for (int64_t n : data::progress(data::range(3), ProgressOptions().description("näher"))) static_cast<void>(n);
  const std::string text = testing::internal::GetCapturedStderr();
  expect_line(text, "näher: 100% 3/3 \\[00:00<00:00, .* it/s\\]\n");
}

}  // namespace
