// SPDX-License-Identifier: BSD-3-Clause
// Compressed files: what others wrote is read; what is damaged, cut or too much is an error.
#include "src/serialize/decompress.h"

#include <gtest/gtest.h>
#include <torchpp/data/archives.h>

#include "tests/data_io/fixtures.h"
#include "tests/support/expect_error.h"

namespace {

using namespace torchpp;
using data::ArchiveOptions;
using serialize::Compression;
using test::expect_error;

std::string text() {
  std::string lines;
  for (int i = 0; i < 20; ++i) lines += str("line ", i, " of the text\n");
  return lines;
}

struct Case {
  const char* name;
  std::string bytes;
  Compression compression;
};
std::vector<Case> cases() {
  return {{"gzip", test::from_hex(test::kGzip), Compression::kGzip},
          {"bzip2", test::from_hex(test::kBzip2), Compression::kBzip2},
          {"xz", test::from_hex(test::kXz), Compression::kXz},
          {"lzma", test::from_hex(test::kLzma), Compression::kXz},
          {"zstd", test::from_hex(test::kZstd), Compression::kZstd}};
}

data::Stream open(const std::string& bytes, Compression compression, const ArchiveOptions& options = {}) {
  return serialize::decompressed(data::memory_stream(bytes), compression, options, "x");
}

TEST(Decompress, WhatOthersWrote) {
  for (const Case& c : cases()) {
    EXPECT_EQ(open(c.bytes, c.compression).read_all(), text()) << c.name;
    const optional<Compression> found = serialize::compression_of_bytes(c.bytes);
    EXPECT_EQ(found ? serialize::to_string(*found) : "lzma", std::string(c.name));
    data::Stream stream = open(c.bytes, c.compression);
    EXPECT_EQ(stream.read(5), "line ");
    EXPECT_TRUE(stream.rewind());
    EXPECT_EQ(stream.read_all(), text()) << c.name;
  }
  EXPECT_FALSE(serialize::compression_of_bytes("text").has_value());
  EXPECT_FALSE(serialize::compression_of_bytes("").has_value());
}

TEST(Decompress, SeveralFilesOneAfterTheOther) {
  for (const Case& c : cases()) {
    EXPECT_EQ(open(c.bytes + c.bytes, c.compression).read_all(), text() + text()) << c.name;
    EXPECT_EQ(open(c.bytes + std::string(100, '\0'), c.compression).read_all(), text()) << c.name;
    expect_error([&] { open(c.bytes + "other bytes", c.compression).read_all(); },
                 str("read 'x': no valid ", to_string(c.compression), " data: "));
  }
}

TEST(Decompress, EveryCutAndEveryChangedByteIsSeen) {
  for (const Case& c : cases()) {
    for (size_t n = 0; n < c.bytes.size(); ++n)
      expect_error([&] { open(c.bytes.substr(0, n), c.compression).read_all(); }, "read 'x': no valid ");
    int unseen = 0;
    for (size_t i = 0; i < c.bytes.size(); ++i) {
      std::string changed = c.bytes;
      changed[i] = static_cast<char>(changed[i] ^ 0x10);
      try {
        if (open(changed, c.compression).read_all() != text()) ++unseen;
      } catch (const FileError&) {
      }
    }
    // .lzma files have no checksum.
    EXPECT_TRUE(unseen == 0 || std::string(c.name) == "lzma") << c.name << ": " << unseen;
  }
}

TEST(Decompress, LimitsAgainstBombs) {
  for (const Case& c : cases())
    expect_error([&] { open(c.bytes, c.compression, ArchiveOptions().max_bytes(100)).read_all(); },
                 "expected at most 100; ArchiveOptions::max_bytes permits more");
  // The ratio counts from 16 MiB on.
  std::string many;
  for (int i = 0; i < 50000; ++i) many += test::from_hex(test::kGzip);
  EXPECT_EQ(open(many, Compression::kGzip).read_all().size(), 50000 * text().size());
  expect_error([&] { open(many, Compression::kGzip, ArchiveOptions().max_ratio(1.5)).read_all(); },
               "expected at most 1.5 for each; ArchiveOptions::max_ratio permits more");
}

}  // namespace
