// SPDX-License-Identifier: BSD-3-Clause
// Archives: their files and names, streams that outlive their turn, limits.
#include "src/serialize/file_archive.h"

#include <gtest/gtest.h>
#include <torchpp/data/archives.h>

#include <atomic>
#include <fstream>
#include <thread>

#include "tests/data_io/fixtures.h"
#include "tests/data_io/tar.h"
#include "tests/support/expect_error.h"
#include "tests/support/open_descriptors.h"
#include "tests/support/temporary_folder.h"

namespace {

using namespace torchpp;
using Archive = serialize::FileArchive;
using data::ArchiveOptions;
using data::File;
using serialize::ArchiveFormat;
using test::expect_error;
using Texts = std::vector<std::pair<std::string, std::string>>;

Archive open(const std::string& bytes, ArchiveFormat format, const ArchiveOptions& options = {}) {
  return Archive("a", data::memory_stream(bytes), format, options);
}

Texts all(Archive archive) {
  Texts texts;
  while (auto file = archive.next()) {
    EXPECT_EQ(file->first, file->second.name());
    const optional<int64_t> size = file->second.size();
    texts.emplace_back(file->first, file->second.read_all());
    EXPECT_EQ(size.value_or(0), static_cast<int64_t>(texts.back().second.size()));
  }
  EXPECT_FALSE(archive.next().has_value());
  return texts;
}

Texts tar_content() {
  std::string bytes;
  for (int i = 0; i < 768; ++i) bytes += static_cast<char>(i);
  return {{"a/folder/a.txt", "first"}, {"a/ä/ö.txt", "second\n"}, {"a/empty.txt", ""},
          {"a/../up.txt", "up"},       {"a/abs.txt", "absolute"}, {"a/" + std::string(120, 'n') + ".bin", bytes}};
}

TEST(Archive, WhatOthersWrote) {
  EXPECT_EQ(all(open(test::from_hex(test::kTarXz), ArchiveFormat::kTar)), tar_content());
  EXPECT_EQ(all(open(test::from_hex(test::kTarGz), ArchiveFormat::kTar)), tar_content());
  std::string first;
  for (int i = 0; i < 40; ++i) first += "first";
  const Texts zip = {{"a/folder/a.txt", first}, {"a/ä.txt", "second\n"}, {"a/empty.txt", ""}, {"a/../up.txt", "up"}};
  EXPECT_EQ(all(open(test::from_hex(test::kZip), ArchiveFormat::kZip)), zip);
  EXPECT_EQ(all(open(test::from_hex(test::kRar), ArchiveFormat::kRar)), (Texts{{"a/folder/a.txt", "stored in rar"}}));
}

TEST(Archive, FilesOfTheFileSystemToo) {
  test::TemporaryFolder folder;
  const std::string path = folder.path() + "/a.zip";
  std::ofstream(path, std::ios::binary) << test::from_hex(test::kZip);
  const size_t open_before = test::open_descriptors();
  {
    Archive archive(path, data::open_file(path), ArchiveFormat::kZip, {});
    EXPECT_EQ(archive.next()->second.read(5), "first");
    EXPECT_EQ(archive.next()->second.read_all(), "second\n");
  }
  EXPECT_EQ(test::open_descriptors(), open_before);
}

TEST(Archive, StreamsOutliveTheirTurn) {
  const std::string large(1000000, 'x');
  const std::string bytes = test::tar_of({{"0", "zero" + large}, {"1", "one" + large}, {"2", "two"}, {"3", "three"}});
  std::vector<File> files;
  {
    Archive archive = open(bytes, ArchiveFormat::kTar);
    while (auto file = archive.next()) {
      files.push_back(*file);
      if (files.size() == 2) files[1].second.read(3);  // the rest is read later
      if (files.size() == 3) files[2].second.close();
    }
  }
  ASSERT_EQ(files.size(), 4u);
  EXPECT_EQ(files[3].second.read_all(), "three");
  EXPECT_EQ(files[2].second.read_all(), "");
  EXPECT_EQ(files[1].second.read_all(), large);
  EXPECT_EQ(files[0].second.read_all(), "zero" + large);
}

TEST(Archive, AMemberKeepsTheArchiveOpen) {
  data::Stream member;
  {
    Archive archive = open(test::tar_of({{"0", "zero"}, {"1", "one"}}), ArchiveFormat::kTar);
    archive.skip(1);
    member = archive.next()->second;
  }
  EXPECT_EQ(member.read_all(), "one");
}

TEST(Archive, MembersAreReadByOtherThreads) {
  std::vector<std::pair<std::string, std::string>> content;
  for (int i = 0; i < 300; ++i)
    content.emplace_back(str(i), std::string(static_cast<size_t>(i) * 700, static_cast<char>('a' + i % 26)));
  Archive archive = open(test::tar_of(content), ArchiveFormat::kTar);
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (const auto& item : content) {
    const auto file = archive.next();
    threads.emplace_back([&wrong, stream = file->second, expected = item.second]() mutable {
      if (stream.read_all() != expected) ++wrong;
    });
  }
  EXPECT_FALSE(archive.next().has_value());
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(Archive, DamagedArchivesAndLimits) {
  const std::string tar = test::tar_of({{"0", std::string(2000, 'x')}, {"1", "one"}});
  expect_error([&] { all(open("no archive at all", ArchiveFormat::kTar)); }, "'a': no valid tar archive: ");
  expect_error([&] { all(open("", ArchiveFormat::kTar)); }, "'a': no valid tar archive: ");
  expect_error([&] { all(open("no archive at all", ArchiveFormat::kZip)); }, "'a': no valid zip archive: ");
  expect_error([&] { all(open("no archive at all", ArchiveFormat::kRar)); }, "'a': no valid rar archive: ");
  expect_error([&] { all(open(tar.substr(0, 1500), ArchiveFormat::kTar)); }, "read 'a': no valid tar archive: ");
  std::string changed = tar;
  changed[5] = 'x';  // the header has a checksum
  expect_error([&] { all(open(changed, ArchiveFormat::kTar)); }, "'a': no valid tar archive: ");
  std::string zip = test::from_hex(test::kZip);
  zip[zip.find("second")] = 'x';
  expect_error([&] { all(open(zip, ArchiveFormat::kZip)); }, "read 'a': no valid zip archive: ");

  expect_error([&] { all(open(tar, ArchiveFormat::kTar, ArchiveOptions().max_bytes(1999))); },
               "ArchiveOptions::max_bytes");
  expect_error([&] { all(open(tar, ArchiveFormat::kTar, ArchiveOptions().max_members(1))); },
               "got more than 1 members");
  // A file that the reader does not want is not read, whatever it claims to be.
  Archive archive = open(test::tar_of({{"0", "zero"}}, uint64_t{1} << 32), ArchiveFormat::kTar);
  const auto file = archive.next();
  EXPECT_EQ(file->second.size(), optional<int64_t>(int64_t{1} << 32));
  data::Stream stream = file->second;
  expect_error(
      [&] {
        archive.next();
        stream.read_all();
      },
      "read 'a': no valid tar archive: ");
  EXPECT_FALSE(stream.is_open());
}

}  // namespace
