// SPDX-License-Identifier: BSD-3-Clause
// Archives, compressed files, rows, JSON and records with faults in them give an error or something whole, and nothing
// else.
#include <gtest/gtest.h>
#include <torchpp/core/error.h>
#include <torchpp/data/archives.h>

#include "data/csv.h"
#include "data/json_text.h"
#include "data/tfrecord.h"
#include "src/serialize/decompress.h"
#include "src/serialize/file_archive.h"
#include "tests/data_io/fixtures.h"
#include "tests/data_io/tar.h"
#include "tests/fuzz/mutate.h"

namespace {

using namespace torchpp;
using data::ArchiveOptions;
using serialize::ArchiveFormat;

// Small, so that a lie about a size costs no time.
ArchiveOptions options() { return ArchiveOptions().max_bytes(1 << 20).max_members(100); }

// Reads all there is, as a user would; the sanitizers watch. Whether the bytes were refused.
template <class Read>
bool is_refused(const Read& read) {
  try {
    read();
    return false;
  } catch (const FileError&) {
    return true;
  }
}

void read_archive(const std::string& bytes, ArchiveFormat format) {
  serialize::FileArchive archive("a", data::memory_stream(bytes), format, options());
  std::vector<data::File> held;
  while (auto file = archive.next()) {
    if (held.size() % 2 == 0) file->second.read_all();
    held.push_back(*file);
  }
  for (data::File& file : held) file.second.read_all();
}

struct Archived {
  const char* name;
  std::string bytes;
  ArchiveFormat format;
};
std::vector<Archived> archives() {
  const std::string tar =
      serialize::decompressed(data::memory_stream(test::from_hex(test::kTarXz)), serialize::Compression::kXz, {}, "")
          .read_all();
  return {{"tar", tar, ArchiveFormat::kTar},
          {"ustar", test::tar_of({{"0", std::string(700, 'x')}, {"1", "one"}}), ArchiveFormat::kTar},
          {"tar.gz", test::from_hex(test::kTarGz), ArchiveFormat::kTar},
          {"zip", test::from_hex(test::kZip), ArchiveFormat::kZip},
          {"rar", test::from_hex(test::kRar), ArchiveFormat::kRar}};
}

TEST(DataFilesFuzz, MutatedArchivesGiveErrorsOnly) {
  for (const Archived& archive : archives()) {
    test::Mutator mutator(test::seed(), 600,
                          {"77777777777", "00000000000", std::string(12, '\xff'), std::string(4, '\0'), "ustar", "L",
                           "x", "PK\1\2", "PK\3\4", "PK\5\6", "99 path=", "../"});
    int refused = 0;
    for (int i = 0; i < 1000; ++i) {
      const std::string bad = mutator(archive.bytes);
      refused += is_refused([&] { read_archive(bad, archive.format); });
    }
    EXPECT_GT(refused, 100) << archive.name;
  }
}

TEST(DataFilesFuzz, EveryCutOfAnArchive) {
  for (const Archived& archive : archives()) {
    int refused = 0;
    const size_t step = archive.bytes.size() > 2000 ? 13 : 1;
    for (size_t n = 0; n < archive.bytes.size(); n += step)
      refused += is_refused([&] { read_archive(archive.bytes.substr(0, n), archive.format); });
    EXPECT_GT(refused, 0) << archive.name;
  }
}

TEST(DataFilesFuzz, MutatedCompressedFilesGiveErrorsOnly) {
  const std::pair<const char*, serialize::Compression> cases[] = {{test::kGzip, serialize::Compression::kGzip},
                                                                  {test::kBzip2, serialize::Compression::kBzip2},
                                                                  {test::kXz, serialize::Compression::kXz},
                                                                  {test::kLzma, serialize::Compression::kXz},
                                                                  {test::kZstd, serialize::Compression::kZstd}};
  for (const auto& c : cases) {
    const std::string good = test::from_hex(c.first);
    test::Mutator mutator(test::seed(), 20, {std::string(4, '\xff'), std::string(4, '\0'), good.substr(0, 8)});
    int refused = 0;
    for (int i = 0; i < 1000; ++i) {
      const std::string bad = mutator(good);
      refused +=
          is_refused([&] { serialize::decompressed(data::memory_stream(bad), c.second, options(), "x").read_all(); });
    }
    EXPECT_GT(refused, 500) << to_string(c.second);
  }
}

TEST(DataFilesFuzz, MutatedRowsAreRead) {
  const std::string good = "name,x,\"a \"\"quoted\"\" one\"\r\nb,\"two\nlines\",3\n\n,,\n\"open";
  test::Mutator mutator(test::seed(), good.size(), {"\"", "\"\"", ",", "\r", "\n", "\\", std::string(1, '\0')});
  int refused = 0;
  for (int i = 0; i < 5000; ++i) {
    const std::string bad = mutator(good);
    for (bool strict : {false, true}) {
      data::CsvReader reader(data::memory_stream(bad),
                             data::CsvOptions().strict(strict).escape(i % 2 ? '\\' : '\0').max_row_bytes(60));
      data::Row row;
      // Errors pass over a row, so that the end is reached.
      size_t rows = 0;
      for (bool more = true; more && rows <= bad.size(); ++rows)
        refused += is_refused([&] { more = reader.next(row); });
      EXPECT_LE(rows, bad.size() + 1);
    }
  }
  EXPECT_GT(refused, 500);
}

TEST(DataFilesFuzz, MutatedJsonGivesErrorsOnly) {
  const std::string good =
      R"({"a": [1, -2.5e3, true, null, "tex\u00e4t", {"b": {}, "c": []}], "a": 18446744073709551615})";
  test::Mutator mutator(test::seed(), good.size(),
                        {"[", "{", "]", "}", "\"", ",", ":", "1e999", "\\ud800", "\xff", "nul"});
  int refused = 0;
  for (int i = 0; i < 5000; ++i) {
    const std::string bad = mutator(good);
    refused += is_refused([&] { to_string(data::parse_json_text(bad, "x")); });
  }
  EXPECT_GT(refused, 3000);
  EXPECT_TRUE(is_refused([] { data::parse_json_text(std::string(100000, '['), "x"); }));
}

// Fuzzed below the checksums, which would refuse nearly all.
TEST(DataFilesFuzz, MutatedExamplesGiveErrorsOnly) {
  data::TfRecordReader reader(data::memory_stream(test::from_hex(test::kTfRecord)), 1 << 20);
  std::string good;
  while (reader.next(good)) {
    test::Mutator mutator(test::seed(), good.size(), {std::string(10, '\xff'), "\x0a", "\x12", "\x1a", "\x08", "\x7f"});
    int refused = 0;
    for (int i = 0; i < 3000; ++i) {
      const std::string bad = mutator(good);
      refused += is_refused([&] { data::parse_example(bad, {}, "x"); });
    }
    EXPECT_GT(refused, 1000);
  }
}

TEST(DataFilesFuzz, MutatedRecordsGiveErrorsOnly) {
  const std::string good = test::from_hex(test::kTfRecord);
  test::Mutator mutator(test::seed(), 16, {std::string(8, '\xff'), std::string(8, '\0')});
  int refused = 0;
  for (int i = 0; i < 3000; ++i) {
    const std::string bad = mutator(good);
    refused += is_refused([&] {
      data::TfRecordReader reader(data::memory_stream(bad), 1 << 20);
      std::string record;
      while (reader.next(record)) data::parse_example(record, {}, "x");
    });
  }
  EXPECT_GT(refused, 2500);
}

}  // namespace
