// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <torchpp/core/error.h>
#include <torchpp/ops/creation.h>
#include <torchpp/serialize/safetensors.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/support/temporary_folder.h"

namespace {

using namespace torchpp;

Tensor bytes_of(int64_t size, int value) {
  Tensor t = empty({size}, kByte);
  std::memset(t.data_ptr(), value, static_cast<size_t>(size));
  return t;
}

size_t open_descriptors() {
  size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    (void)entry;
    ++count;
  }
  return count;
}

size_t mappings_of(const std::string& path) {
  std::ifstream maps("/proc/self/maps");
  size_t count = 0;
  for (std::string line; std::getline(maps, line);) count += line.find(path) != std::string::npos;
  return count;
}

// As a full disk does, lets writes beyond a size fail.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    handler_ = ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    ::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_;
  sighandler_t handler_;
};

TEST(SafetensorsFiles, FullDiskLeavesTheOldFileAndNothingBesideIt) {
  test::TemporaryFolder folder;
  const std::string path = folder.path() + "/w";
  save_safetensors(path, {{"x", bytes_of(100, 1)}});
  const size_t descriptors = open_descriptors();
  for (rlim_t limit : {rlim_t{0}, rlim_t{50}, rlim_t{4096}, rlim_t{99999}}) {
    const FileSizeLimit full(limit);
    try {
      save_safetensors(path, {{"x", bytes_of(100000, 2)}});
      ADD_FAILURE() << "no error at " << limit;
    } catch (const FileError& e) {
      EXPECT_EQ(std::string(e.what()), "save '" + path + "': could not write: File too large");
    }
  }
  EXPECT_EQ(folder.names(), std::vector<std::string>{"w"});
  EXPECT_EQ(open_descriptors(), descriptors);
  const Safetensors file = load_safetensors(path);
  EXPECT_EQ(file.tensors[0].second.numel(), 100);
  EXPECT_EQ(file.tensors[0].second.data_ptr<uint8_t>()[99], 1);
}

TEST(SafetensorsFiles, FolderThatCannotBeWrittenTo) {
  EXPECT_THROW(save_safetensors("/proc/none", {{"x", bytes_of(1, 1)}}), FileError);
}

TEST(SafetensorsFiles, MappingLivesAsLongAsATensor) {
  test::TemporaryFolder folder;
  const std::string path = folder.path() + "/w";
  save_safetensors(path, {{"x", bytes_of(100000, 1)}, {"y", bytes_of(10, 2)}});
  const size_t descriptors = open_descriptors();
  {
    Tensor kept;
    {
      const Safetensors file = load_safetensors(path);
      EXPECT_EQ(open_descriptors(), descriptors);
      EXPECT_EQ(mappings_of(path), 1u);
      kept = *file.find("y");
    }
    EXPECT_EQ(mappings_of(path), 1u);
    ASSERT_TRUE(std::filesystem::remove(path));
    EXPECT_EQ(kept.data_ptr<uint8_t>()[9], 2);
  }
  EXPECT_EQ(mappings_of(path), 0u);
}

TEST(SafetensorsFiles, FailuresLeakNothing) {
  test::TemporaryFolder folder;
  const std::string path = folder.path() + "/w";
  std::ofstream(path) << "this is no safetensors file, whatever its name";
  const size_t descriptors = open_descriptors();
  for (int i = 0; i < 100; ++i) {
    EXPECT_THROW(load_safetensors(path), FileError);
    EXPECT_THROW(load_safetensors(path + "2"), FileError);
    EXPECT_THROW(save_safetensors(path, {{"x", Tensor()}}), ValueError);
  }
  EXPECT_EQ(open_descriptors(), descriptors);
  EXPECT_EQ(mappings_of(path), 0u);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"w"});
}

}  // namespace
