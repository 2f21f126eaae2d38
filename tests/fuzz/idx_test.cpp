// SPDX-License-Identifier: BSD-3-Clause
// The reader of IDX files: what it reads, what it refuses, and files with faults in them.
#include <gtest/gtest.h>
#include <torchpp/core/error.h>
#include <torchpp/data/datasets/idx.h>
#include <zlib.h>

#include <cstdio>
#include <fstream>
#include <iterator>

#include "tests/fuzz/mutate.h"
#include "tests/support/temporary_folder.h"

namespace {

using torchpp::FileError;
using torchpp::Tensor;
using torchpp::data::datasets::read_idx;
using torchpp::data::datasets::read_idx_pair;

std::string bytes_of(const Tensor& t) {
  return {static_cast<const char*>(t.data_ptr()), static_cast<size_t>(t.numel()) * t.element_size()};
}

std::string idx_of(const std::vector<uint32_t>& sizes, const std::string& data, char type = 8) {
  std::string bytes = {0, 0, type, static_cast<char>(sizes.size())};
  for (uint32_t n : sizes)
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(n >> shift & 255);
  return bytes + data;
}

class Idx : public testing::Test {
 protected:
  // A new file each time: some file systems flush one that is cut and written again.
  std::string file(const std::string& bytes) {
    std::remove(path_.c_str());
    path_ = folder_.path() + "/" + std::to_string(count_++);
    std::ofstream(path_, std::ios::binary) << bytes;
    return path_;
  }
  std::string compressed(const std::string& bytes) {
    const std::string path = folder_.path() + "/gz";
    gzFile gz = gzopen(path.c_str(), "wb");
    gzwrite(gz, bytes.data(), static_cast<unsigned>(bytes.size()));
    gzclose(gz);
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::string error_of(const std::string& bytes) {
    try {
      read_idx(file(bytes));
    } catch (const FileError& e) {
      return e.what();
    }
    return "no FileError";
  }

  torchpp::test::TemporaryFolder folder_;
  std::string path_;
  int count_ = 0;
};

TEST_F(Idx, PlainAndCompressed) {
  const std::string bytes = idx_of({2, 3}, "abcdef");
  for (const std::string& b : {bytes, compressed(bytes)}) {
    const Tensor array = read_idx(file(b));
    EXPECT_EQ(array.sizes(), (std::vector<int64_t>{2, 3}));
    EXPECT_EQ(array.scalar_type(), torchpp::kByte);
    EXPECT_EQ(bytes_of(array), "abcdef");
  }
  EXPECT_EQ(read_idx(file(idx_of({0, 28, 28}, ""))).sizes(), (std::vector<int64_t>{0, 28, 28}));
  // Several pieces of the growing buffer.
  const std::string large(5 << 20, 'x');
  EXPECT_EQ(read_idx(file(compressed(idx_of({5 << 20}, large)))).numel(), static_cast<int64_t>(large.size()));
}

TEST_F(Idx, NumbersAreBigEndian) {
  EXPECT_EQ(read_idx(file(idx_of({2}, "\xff\x01", 9))).to(torchpp::kLong).sum().item<int64_t>(), 0);
  EXPECT_EQ(read_idx(file(idx_of({1}, std::string("\x01\x02", 2), 0x0b))).item<int16_t>(), 0x102);
  EXPECT_EQ(read_idx(file(idx_of({1}, std::string("\x01\x02\x03\x04", 4), 0x0c))).item<int32_t>(), 0x1020304);
  EXPECT_EQ(read_idx(file(idx_of({1}, std::string("\x3f\xc0\0\0", 4), 0x0d))).item<float>(), 1.5f);
  EXPECT_EQ(read_idx(file(idx_of({1}, std::string("\xc0\x04\0\0\0\0\0\0", 8), 0x0e))).item<double>(), -2.5);
}

TEST_F(Idx, RefusesWhatLies) {
  const auto expect = [&](const std::string& bytes, const char* message) {
    const std::string error = error_of(bytes);
    EXPECT_NE(error.find(message), std::string::npos) << error;
    EXPECT_NE(error.find(path_), std::string::npos) << error;
  };
  expect("", "got 0 bytes of magic number, expected 4");
  expect("\x89PNG\r\n", "begins with 137, 80");
  expect(idx_of({1}, "a", 10), "got IDX type 10, expected 8");
  expect(idx_of({}, ""), "got 0 dimensions");
  expect(idx_of({1, 1, 1, 1, 1, 1, 1, 1, 1}, "a"), "got 9 dimensions");
  expect(idx_of({2, 3}, "").substr(0, 9), "got 1 bytes of a size, expected 4");
  expect(idx_of({2, 3}, "abcde"), "got 5 bytes of data, expected 6");
  expect(idx_of({2, 3}, "abcdefg"), "got more data, expected the 6");
  expect(idx_of({0xffffffffu, 0xffffffffu, 0xffffffffu}, "a"), "more than 2147483648 bytes");
  expect(idx_of({0x7fffffffu}, "a"), "got 1 bytes of data, expected 2147483647");
  std::string gz = compressed(idx_of({1000}, std::string(1000, 'x')));
  expect(gz.substr(0, gz.size() - 9), "");
  gz[gz.size() - 6] = static_cast<char>(gz[gz.size() - 6] ^ 1);  // in the checksum
  expect(gz, "incorrect data check");
  EXPECT_THROW(read_idx(folder_.path() + "/none"), FileError);
}

TEST_F(Idx, ImagesAndLabelsBelongTogether) {
  const std::string images = folder_.path() + "/images", labels = folder_.path() + "/labels";
  const auto read = [&](const std::string& i, const std::string& l) {
    std::ofstream(images, std::ios::binary) << i;
    std::ofstream(labels, std::ios::binary) << l;
    return read_idx_pair(images, labels, 10);
  };
  const std::string two = idx_of({2, 28, 28}, std::string(2 * 784, 'x'));
  EXPECT_EQ(read(two, idx_of({2}, "\7\1")).second.size(0), 2);
  EXPECT_THROW(read(two, idx_of({3}, "\7\1\1")), FileError);
  EXPECT_THROW(read(two, idx_of({2}, "\7\12")), FileError);
  EXPECT_THROW(read(idx_of({2}, "xx"), idx_of({2}, "\7\1")), FileError);
}

TEST_F(Idx, MutatedFilesGiveErrorsOnly) {
  const std::string plain = idx_of({4, 28, 28}, std::string(4 * 784, 'x'));
  const std::string gz = compressed(plain);
  torchpp::test::Mutator mutator(torchpp::test::seed(), 24,
                                 {std::string(4, '\xff'), std::string(4, '\0'), "\x7f\xff\xff\xff", "\x1f\x8b\x08"});
  int refused = 0;
  for (int i = 0; i < 1000; ++i)
    for (const std::string& good : {plain, gz}) {
      try {
        const Tensor array = read_idx(file(mutator(good)));
        EXPECT_LE(array.numel(), 4096);  // no larger than what such a file can hold
      } catch (const FileError&) {
        ++refused;
      }
    }
  EXPECT_GT(refused, 1000);
  EXPECT_LT(refused, 2000);
}

}  // namespace
