// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <torchpp/data/loader.h>
#include <torchpp/data/map.h>
#include <torchpp/data/progress.h>
#include <torchpp/data/sources.h>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
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

// A pseudo terminal in the place of standard error, while it lives.
class Terminal {
 public:
  explicit Terminal(int columns) : columns_(static_cast<size_t>(columns)) {
    master_ = ::posix_openpt(O_RDWR | O_NOCTTY);
    EXPECT_TRUE(master_ >= 0 && ::grantpt(master_) == 0 && ::unlockpt(master_) == 0);
    slave_ = ::open(::ptsname(master_), O_RDWR | O_NOCTTY);
    EXPECT_GE(slave_, 0);
    winsize size{};
    size.ws_row = 24;
    size.ws_col = static_cast<unsigned short>(columns);
    EXPECT_EQ(::ioctl(slave_, TIOCSWINSZ, &size), 0);
    stderr_ = ::dup(STDERR_FILENO);
    ::dup2(slave_, STDERR_FILENO);
  }
  ~Terminal() {
    restore();
    ::close(master_);
    ::close(slave_);
  }

  // What was written, as a terminal got it.
  std::string text() {
    restore();
    std::string text;
    ::fcntl(master_, F_SETFL, O_NONBLOCK);
    char buffer[4096];
    for (ssize_t n; (n = ::read(master_, buffer, sizeof buffer)) > 0;) text.append(buffer, static_cast<size_t>(n));
    return text;
  }
  // The lines that can be seen in the end, after checking that none of them was ever too long. `wide`: the characters
  // that take two columns, of three bytes each.
  Lines screen(const std::string& text, const Lines& wide = {}) {
    Lines lines(1);
    for (size_t i = 0; i < text.size();) {
      if (text.compare(i, 3, "\x1b[K") == 0) {
        i += 3;
      } else if (text[i] == '\r') {
        // A line is written over as a whole: what is left of it is cleared behind.
        if (text[i + 1] != '\n') lines.back().clear();
        ++i;
      } else if (text[i] == '\n') {
        lines.emplace_back();
        ++i;
      } else {
        lines.back() += text[i++];
      }
      size_t columns = 0;
      for (const char c : lines.back()) columns += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
      for (const std::string& c : wide)
        for (size_t at = 0; (at = lines.back().find(c, at)) != std::string::npos; at += c.size()) ++columns;
      EXPECT_LT(columns, columns_) << lines.back();
    }
    return lines;
  }

 private:
  void restore() {
    if (stderr_ < 0) return;
    ::dup2(stderr_, STDERR_FILENO);
    ::close(stderr_);
    stderr_ = -1;
  }

  size_t columns_;
  int master_, slave_, stderr_;
};

class ProgressOnATerminal : public testing::Test {
 protected:
  ProgressOnATerminal() {
    ::setenv("TERM", "xterm", 1);
    ::setenv("LC_ALL", "C.UTF-8", 1);
  }
  ~ProgressOnATerminal() override { ::unsetenv("LC_ALL"); }
};

TEST_F(ProgressOnATerminal, OneLineIsWrittenOver) {
  Terminal terminal(72);
  {
    auto loop = data::progress(data::range(10), ProgressOptions().description("epoch 1").interval_s(0));
    for (int64_t i : loop) loop.bar().set_note(torchpp::str("loss ", 9 - i, "\nand more"));
  }
  const std::string text = terminal.text();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\x1b'), 11) << "ten lines and the last one";
  for (size_t at = 0; (at = text.find('\x1b', at)) != std::string::npos; ++at) EXPECT_EQ(text.substr(at, 3), "\x1b[K");
  const Lines lines = terminal.screen(text);
  ASSERT_EQ(lines.size(), 2u);
  expect_line(lines[0], "epoch 1: 100% \\|(\u2588)+\\| 10/10 \\[00:00<00:00, .* it/s\\] loss 0 and more");
  EXPECT_EQ(lines[1], "") << "what follows begins on a line of its own";
}

TEST_F(ProgressOnATerminal, TheBarTakesTheRoomThatIsThere) {
  const auto line_on = [](int columns, const std::string& description, const Lines& wide = {}) {
    Terminal terminal(columns);
    {
      ProgressBar bar(16, ProgressOptions().description(description).interval_s(3600));
      bar.update(9);
      bar.keep();
    }
    return terminal.screen(terminal.text(), wide)[0];
  };
  // 9/16 of 40 columns are 22 and a half.
  const std::string line = line_on(200, "a");
  EXPECT_NE(line.find("|" +
                      [] {
                        std::string blocks;
                        for (int i = 0; i < 22; ++i) blocks += "\u2588";
                        return blocks;
                      }() +
                      "\u258c" + std::string(17, ' ') + "|  9/16 ["),
            std::string::npos)
      << line;
  EXPECT_EQ(line_on(40, "a").find('|'), std::string::npos) << "no room for a bar";
  EXPECT_EQ(line_on(12, "some text").size(), 11u) << "cut";
  // Wide characters are cut whole; a narrow one fills the line.
  const Lines wide = {"\u8bad", "\u7ec3"};
  EXPECT_EQ(line_on(6, "\u8bad\u7ec3\u8bad", wide), "\u8bad\u7ec3");
  EXPECT_EQ(line_on(5, "\u8bad\u7ec3\u8bad", wide), "\u8bad\u7ec3");
  EXPECT_EQ(line_on(7, "e\u0301\u8bad\u7ec3\u8bad", {"\u8bad", "\u7ec3"}), "e\u0301\u8bad\u7ec3");
  ::setenv("LC_ALL", "C", 1);
  EXPECT_NE(line_on(200, "a").find("|" + std::string(22, '#') + std::string(18, ' ') + "|"), std::string::npos);
  ::setenv("TERM", "dumb", 1);
  EXPECT_EQ(line_on(200, "a").find('|'), std::string::npos);
}

}  // namespace
