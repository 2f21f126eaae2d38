// SPDX-License-Identifier: BSD-3-Clause
#include "src/serialize/zip.h"

#include <gtest/gtest.h>
#include <torchpp/core/error.h>

#include <cstring>
#include <random>

#include "src/serialize/crc32.h"
#include "tests/serialize/zip_bytes.h"
#include "tests/support/expect_error.h"

namespace torchpp::test {
namespace {

using serialize::ZipEntry;
using serialize::ZipReader;
using serialize::ZipWriter;

// The writer's archive of these entries.
std::string archive_of(const std::vector<std::pair<std::string, std::string>>& entries) {
  std::string bytes;
  ZipWriter writer([&](const void* data, size_t size) { bytes.append(static_cast<const char*>(data), size); });
  for (const auto& [name, data] : entries) writer.add(name, data.data(), data.size());
  writer.finish();
  return bytes;
}

std::unique_ptr<ZipReader> reader_of(const std::string& bytes, uint64_t most_inflated = 1 << 20) {
  // On the heap at its exact size, so that the address sanitizer sees each byte too many.
  std::shared_ptr<char> copy(new char[bytes.size()], std::default_delete<char[]>());
  std::memcpy(copy.get(), bytes.data(), bytes.size());
  auto in = std::make_unique<serialize::RandomMemory>(serialize::Block{copy, bytes.size()});
  return std::make_unique<ZipReader>(std::move(in), "zip", most_inflated);
}

std::string zip64_extra(std::vector<uint64_t> numbers) {
  std::string extra;
  put<uint16_t>(extra, 1);
  put<uint16_t>(extra, static_cast<uint16_t>(8 * numbers.size()));
  for (uint64_t number : numbers) put(extra, number);
  return extra;
}

// All entries, each read whole.
std::vector<std::pair<std::string, std::string>> contents(const std::string& bytes) {
  const auto reader = reader_of(bytes);
  std::vector<std::pair<std::string, std::string>> entries;
  for (const ZipEntry& entry : reader->entries()) entries.emplace_back(entry.name, reader->read(entry));
  return entries;
}

TEST(Crc32, AllWidthsGiveTheTablesNumbers) {
  // "123456789" is the check value of ISO 3309's polynomial in every catalogue.
  EXPECT_EQ(serialize::crc32(0, "123456789", 9), 0xCBF43926u);
  std::mt19937 random(5);
  std::string bytes(4096, '\0');
  for (char& c : bytes) c = static_cast<char>(random());
  for (size_t size = 0; size < 1500; ++size) {
    const size_t offset = random() % 64;
    const auto start = static_cast<uint32_t>(random());
    ASSERT_EQ(serialize::crc32(start, bytes.data() + offset, size),
              serialize::crc32_by_tables(start, bytes.data() + offset, size))
        << size << " bytes at " << offset;
  }
}

TEST(Crc32, PartsGiveTheWhole) {
  const std::string bytes = "123456789";
  for (size_t first = 0; first <= bytes.size(); ++first)
    EXPECT_EQ(
        serialize::crc32_of_both(serialize::crc32(0, bytes.data(), first),
                                 serialize::crc32(0, bytes.data() + first, bytes.size() - first), bytes.size() - first),
        0xCBF43926u);
}

TEST(Zip, LargeEntriesAreReadByAllThreads) {
  std::string data((size_t{9} << 20) + 5, '\0');
  for (size_t i = 0; i < data.size(); i += 7) data[i] = static_cast<char>(i >> 7);
  std::string bytes = archive_of({{"large", data}});
  EXPECT_TRUE(contents(bytes)[0].second == data);
  bytes[bytes.size() / 2] ^= 1;
  expect_error([&] { contents(bytes); }, "entry 'large' is damaged");
}

TEST(Zip, WhatIsWrittenIsRead) {
  const std::vector<std::pair<std::string, std::string>> entries = {{"a/data.pkl", "pickle"},
                                                                    {"a/empty", ""},
                                                                    {"a/long", std::string(300000, 'x')},
                                                                    {"b\xc3\xa9", "text behind all"}};
  const std::string bytes = archive_of(entries);
  EXPECT_EQ(contents(bytes), entries);
  const auto reader = reader_of(bytes);
  EXPECT_EQ(reader->find("a/data"), nullptr);
  EXPECT_EQ(reader->find(""), nullptr);
  for (const auto& [name, data] : entries) {
    const ZipEntry* entry = reader->find(name);
    ASSERT_NE(entry, nullptr);
    const std::shared_ptr<char> view = reader->view(*entry);
    EXPECT_EQ(std::string(view.get(), data.size()), data);
    if (!data.empty()) {
      EXPECT_EQ(bytes.find(data + (name == "a/data.pkl" ? "PK" : "")) % 64, 0u) << name;
    }
  }
  EXPECT_EQ(contents(archive_of({})).size(), 0u);
}

TEST(Zip, EntriesAreReadPieceByPiece) {
  std::string data;
  for (int i = 0; i < 100000; ++i) data += std::to_string(i);
  for (const Part& part : {part_of("n", data), deflated("n", data)}) {
    const auto reader = reader_of(hand_made({part}));
    const auto in = reader->open(reader->entries()[0]);
    ASSERT_EQ(in->size(), data.size());
    std::string got(data.size(), '\0');
    size_t at = 0;
    for (size_t n : {1u, 7u, 0u, 70000u}) {
      in->read(got.data() + at, n);
      at += n;
    }
    in->read(got.data() + at, data.size() - at);
    in->finish();
    EXPECT_TRUE(got == data);
  }
}

TEST(Zip, NamesAreWrittenOnce) {
  ZipWriter writer([](const void*, size_t) {});
  writer.add("a", "x", 1);
  expect_error([&] { writer.add("a", "x", 1); }, "got the zip entry 'a' twice");
  expect_error([&] { writer.add("", "x", 1); }, "expected 1 to 65535");
}

TEST(Zip, OtherWritersFormsAreRead) {
  const std::vector<std::pair<std::string, std::string>> expected = {{"a", "data of a"}};
  Part part = part_of("a", "data of a");
  part.flags = 8;
  part.open_header = true;
  part.descriptor = "sixteen bytes ..";
  EXPECT_EQ(contents(hand_made({part})), expected);
  Part wide = part_of("a", "data of a");
  wide.size = wide.stored_size = UINT32_MAX;
  wide.extra = wide.local_extra = zip64_extra({9, 9});
  EXPECT_EQ(contents(hand_made({wide})), expected);
  Tail tail;
  tail.comment = std::string("PK\5\6 a comment") + std::string(30, '\0');
  EXPECT_EQ(contents(hand_made({part_of("a", "data of a")}, tail)), expected);
  EXPECT_EQ(contents(hand_made({deflated("a", "data of a")})), expected);
  EXPECT_EQ(contents(hand_made({deflated("a", "")}))[0].second, "");
}

void expect_refused(const std::string& bytes, const std::string& phrase) {
  try {
    contents(bytes);
    ADD_FAILURE() << "nothing was thrown, expected: " << phrase;
  } catch (const FileError& e) {
    EXPECT_EQ(std::string(e.what()).rfind("zip: ", 0), 0u) << e.what();
    EXPECT_NE(std::string(e.what()).find(phrase), std::string::npos) << e.what();
  }
}

TEST(Zip, WhatContradictsItselfIsRefused) {
  const Part a = part_of("a", "data of a"), b = part_of("b", "data of b");
  const auto changed = [&](void (*change)(Part&), const Part& from) {
    Part part = from;
    change(part);
    return hand_made({part, b});
  };
  expect_refused("", "without a zip archive's end record");
  expect_refused(hand_made({a, a}), "two entries of the name 'a'");
  expect_refused(changed([](Part& p) { p.flags = 1; }, a), "is encrypted");
  expect_refused(changed([](Part& p) { p.flags = 64; }, a), "is encrypted");
  expect_refused(changed([](Part& p) { p.method = 9; }, a), "compression method 9");
  expect_refused(changed([](Part& p) { p.flags = 32; }, a), "with a patch");
  expect_refused(changed([](Part& p) { p.crc ^= 1; }, a), "is damaged");
  expect_refused(changed([](Part& p) { p.local_name = "c"; }, a), "contradicts the zip directory");
  expect_refused(changed([](Part& p) { p.size = 8; }, a), "which cannot be 8");
  expect_refused(changed([](Part& p) { p.size = p.stored_size = 60; }, a), "overlaps the next entry");
  expect_refused(changed([](Part& p) { p.size = p.stored_size = 11; }, a), "overlaps the next entry");
  expect_refused(changed([](Part& p) { p.offset = 10, p.descriptor = "sixteen bytes .."; }, a), "no zip entry at 10");
  expect_refused(changed([](Part& p) { p.offset = 40; }, a), "overlaps");
  expect_refused(changed([](Part& p) { p.offset = 0x7fffffff; }, a), "overlaps");
  expect_refused(changed([](Part& p) { p.name = p.local_name = ""; }, a), "without NUL");
  expect_refused(changed([](Part& p) { p.name = std::string("a\0", 2); }, a), "without NUL");
  expect_refused(changed([](Part& p) { p.extra = "12345"; }, a), "extra fields");
  // Quoted overlap: the second entry's header lies in the first one's data.
  const std::string inner = hand_made({b}).substr(0, 40);
  Part outer = part_of("a", inner), quoted = b;
  quoted.offset = 31;
  expect_refused(hand_made({outer, quoted}), "overlaps");

  // zip64 fields that hold too few numbers, too many, or others.
  expect_refused(changed([](Part& p) { p.size = UINT32_MAX; }, a), "zip64 field");
  expect_refused(changed([](Part& p) { p.extra = zip64_extra({9}); }, a), "zip64 field");
  expect_refused(changed([](Part& p) { p.size = UINT32_MAX, p.extra = zip64_extra({9, 9}); }, a), "zip64 field");
  expect_refused(changed(
                     [](Part& p) {
                       p.size = p.stored_size = UINT32_MAX, p.extra = zip64_extra({UINT64_MAX, UINT64_MAX});
                     },
                     a),
                 "overlaps");
  expect_refused(
      changed(
          [](Part& p) {
            p.size = p.stored_size = UINT32_MAX, p.extra = zip64_extra({9, 9}), p.local_extra = zip64_extra({8, 8});
          },
          a),
      "header of entry 'a' got 8 bytes");

  const auto with_tail = [&](void (*change)(Tail&)) {
    Tail tail;
    change(tail);
    return hand_made({a, b}, tail);
  };
  expect_refused(with_tail([](Tail& t) { t.count = 1; }), "behind the 1 entries");
  expect_refused(with_tail([](Tail& t) { t.count = 3; }), "3 entries in");
  expect_refused(with_tail([](Tail& t) { t.count = 60000; }), "60000 entries in");
  expect_refused(with_tail([](Tail& t) { t.offset = 5; }), "expected it to end at");
  expect_refused(with_tail([](Tail& t) { t.size = 0x7fffffff; }), "expected it to end at");
  expect_refused(with_tail([](Tail& t) { t.count = 65535; }), "zip64 archive without its end record");
  expect_refused(with_tail([](Tail& t) { t.before = "?"; }), "expected it to end at");
  expect_refused(with_tail([](Tail& t) {
                   put<uint32_t>(t.before, 0x07064b50);
                   put<uint32_t>(t.before, 0);
                   put<uint64_t>(t.before, UINT64_MAX);
                   put<uint32_t>(t.before, 1);
                 }),
                 "zip64 end record at");
}

TEST(Zip, DeflatedEntriesCannotGrowWithoutBound) {
  const std::string zeros(1 << 20, '\0');
  const std::string bytes = hand_made({deflated("zeros", zeros)});
  EXPECT_EQ(contents(bytes)[0].second, zeros);
  expect_error([&] { reader_of(bytes, (1 << 20) - 1); }, "expected at most 1048575 in all");
  const auto changed = [&](void (*change)(Part&)) {
    Part part = deflated("zeros", zeros);
    change(part);
    return hand_made({part});
  };
  expect_refused(changed([](Part& p) { p.size = 0x7fffffff; }), "which cannot be");
  expect_refused(changed([](Part& p) { --p.size; }), "more bytes than it claims");
  expect_refused(changed([](Part& p) { p.size = (1 << 20) - 1000; }), "more bytes than it claims");
  expect_refused(changed([](Part& p) {
                   p.data += "x";
                   ++p.stored_size;
                 }),
                 "bytes follow the end");
  expect_refused(changed([](Part& p) { p.data[0] = '\xff'; }), "is damaged");
  Part small = deflated("a", "abc");
  small.size = 4;
  expect_refused(hand_made({small}), "fewer bytes than it claims");
  Part cut = deflated("a", std::string(1000, 'a') + "b");
  cut.data.resize(cut.data.size() - 2);
  cut.stored_size -= 2;
  expect_refused(hand_made({cut}), "is damaged");
}

TEST(Zip, EveryTruncationIsRefused) {
  for (const std::string& bytes : {archive_of({{"a", "data"}, {"b", "more"}}),
                                   hand_made({deflated("a", std::string(500, 'x')), part_of("b", "more")})})
    for (size_t size = 0; size < bytes.size(); ++size)
      EXPECT_THROW(contents(bytes.substr(0, size)), FileError) << size << " of " << bytes.size();
}

}  // namespace
}  // namespace torchpp::test
