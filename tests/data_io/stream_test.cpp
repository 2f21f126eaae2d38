// SPDX-License-Identifier: BSD-3-Clause
// Streams: reading in pieces and lines, who closes the source, what is an error.
#include <gtest/gtest.h>
#include <torchpp/data/stream.h>

#include <fstream>

#include "tests/support/expect_error.h"
#include "tests/support/open_descriptors.h"
#include "tests/support/temporary_folder.h"

namespace {

using namespace torchpp;
using test::expect_error;

// Gives n bytes in pieces of a size of its own, as sockets and archives do.
class Dripping final : public data::ByteSource {
 public:
  Dripping(std::string bytes, size_t piece, bool* closed = nullptr)
      : bytes_(std::move(bytes)), piece_(piece), closed_(closed) {}
  ~Dripping() override {
    if (closed_ != nullptr) *closed_ = true;
  }
  size_t read(char* to, size_t n) override {
    const size_t count = std::min({n, piece_, bytes_.size() - at_});
    bytes_.copy(to, count, at_);
    at_ += count;
    return count;
  }

 private:
  std::string bytes_;
  size_t piece_, at_ = 0;
  bool* closed_;
};

std::string counted(size_t n) {
  std::string bytes;
  for (size_t i = 0; i < n; ++i) bytes += static_cast<char>(i * 31 % 251);
  return bytes;
}

TEST(Stream, ReadsTheSameInPiecesOfAnySize) {
  const std::string bytes = counted(300000);
  for (size_t piece : {1, 7, 4096, 65536, 100000, 1000000}) {
    data::Stream stream("drips", std::make_shared<Dripping>(bytes, piece));
    std::string got = stream.read(1), peeked = stream.peek(10);
    EXPECT_EQ(peeked, bytes.substr(1, 10));
    for (size_t n : {10, 100, 70000, 65536, 3}) got += stream.read(n);
    got += stream.read_all();
    EXPECT_EQ(got, bytes) << piece;
    EXPECT_EQ(stream.read(10), "");
  }
}

TEST(Stream, Lines) {
  for (size_t piece : {1, 3, 100}) {
    data::Stream stream("lines", std::make_shared<Dripping>("one\r\n\ntwo\nlast", piece));
    std::string line, got;
    while (stream.read_line(line)) got += "[" + line + "]";
    EXPECT_EQ(got, "[one\r\n][\n][two\n][last]");
  }
  const std::string longer(200000, 'x');
  data::Stream stream = data::memory_stream(longer + "\n" + longer + "\nend");
  std::string line;
  EXPECT_TRUE(stream.read_line(line));
  EXPECT_EQ(line, longer + "\n");
  expect_error([&] { stream.read_line(line, 1000); }, "read 'memory': got a line of more than 1000 bytes");
}

TEST(Stream, CopiesAreOneStreamThatTheLastOneCloses) {
  bool closed = false;
  {
    data::Stream a("drips", std::make_shared<Dripping>("abcdef", 2, &closed));
    const data::Stream b = a;
    data::Stream c = b;
    EXPECT_EQ(a.read(2), "ab");
    EXPECT_EQ(c.read(2), "cd");
    a = data::Stream();
    EXPECT_FALSE(closed);
    EXPECT_EQ(c.read_all(), "ef");
  }
  EXPECT_TRUE(closed);

  closed = false;
  data::Stream a("drips", std::make_shared<Dripping>("abcdef", 2, &closed));
  const data::Stream b = a;
  a.close();
  EXPECT_TRUE(closed);
  EXPECT_FALSE(b.is_open());
  EXPECT_EQ(b.name(), "drips");
  EXPECT_EQ(a.read_all(), "");
  data::Stream none;
  EXPECT_EQ(none.name() + none.read(5) + none.peek(5), "");
  EXPECT_FALSE(none.rewind());
}

TEST(Stream, FilesAndMemoryGoBack) {
  test::TemporaryFolder folder;
  const std::string path = folder.path() + "/file";
  std::ofstream(path) << "0123456789";
  const size_t open_before = test::open_descriptors();
  {
    for (data::Stream stream : {data::open_file(path), data::memory_stream("0123456789")}) {
      EXPECT_EQ(stream.size(), optional<int64_t>(10));
      EXPECT_EQ(stream.read(4), "0123");
      EXPECT_TRUE(stream.seek(2));
      EXPECT_EQ(stream.read_all(), "23456789");
      EXPECT_TRUE(stream.rewind());
      EXPECT_EQ(stream.read_all(10), "0123456789");
      EXPECT_TRUE(stream.rewind());
      expect_error([&] { stream.read_all(9); }, "got more than 9 bytes");
    }
  }
  EXPECT_EQ(test::open_descriptors(), open_before);
  expect_error([&] { data::open_file(folder.path() + "/none"); }, "/none': No such file");
  expect_error([&] { data::open_file(folder.path()); }, "got a directory, expected a file");
}

}  // namespace
