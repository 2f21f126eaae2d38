// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <malloc.h>
#include <signal.h>
#include <sys/resource.h>
#include <torchpp/core/error.h>
#include <torchpp/core/tensor_impl.h>
#include <torchpp/ops/creation.h>
#include <torchpp/serialize.h>
#include <torchpp/serialize/numpy.h>
#include <torchpp/serialize/pt.h>
#include <torchpp/serialize/tensor_file.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/support/open_descriptors.h"
#include "tests/support/sanitizers.h"
#include "tests/support/temporary_folder.h"

namespace {

using namespace torchpp;

Tensor bytes_of(int64_t size, int value) {
  Tensor t = empty({size}, kByte);
  std::memset(t.data_ptr(), value, static_cast<size_t>(size));
  return t;
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
  const size_t descriptors = test::open_descriptors();
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
  EXPECT_EQ(test::open_descriptors(), descriptors);
  const Safetensors file = load_safetensors(path);
  EXPECT_EQ(file.tensors[0].second.numel(), 100);
  EXPECT_EQ(file.tensors[0].second.data_ptr<uint8_t>()[99], 1);
}

TEST(SafetensorsFiles, FolderThatCannotBeWrittenTo) {
  EXPECT_THROW(save_safetensors("/proc/none", {{"x", bytes_of(1, 1)}}), FileError);
}

// Value by value, so that a mapping would be looked at.
bool all_are(const Tensor& bytes, int value) {
  const auto* p = bytes.data_ptr<uint8_t>();
  for (int64_t i = 0; i < bytes.numel(); ++i)
    if (p[i] != value) return false;
  return true;
}

void copy_over(const std::string& from, const std::string& to) {
  std::filesystem::copy_file(from, to, std::filesystem::copy_options::overwrite_existing);
}

TEST(SafetensorsFiles, WhatWasLoadedDoesNotChangeWithTheFile) {
  test::TemporaryFolder folder;
  const std::string path = folder.path() + "/w", other = folder.path() + "/other";
  save_safetensors(other, {{"0", bytes_of(100000, 2)}});
  const auto check = [&](const char* how, auto&& load_it) {
    save_safetensors(path, {{"0", bytes_of(100000, 1)}});
    const Tensor t = load_it();
    EXPECT_EQ(mappings_of(path), 0u) << how;
    // In place, as cp does.
    copy_over(other, path);
    EXPECT_TRUE(all_are(t, 1)) << how;
    std::filesystem::resize_file(path, 0);
    EXPECT_TRUE(all_are(t, 1)) << how;
    ASSERT_TRUE(std::filesystem::remove(path));
  };
  check("load_safetensors", [&] { return load_safetensors(path).tensors[0].second; });
  check("load of a tensor", [&] {
    Tensor t;
    load(t, path);
    return t;
  });
  check("load of a list", [&] {
    std::vector<Tensor> list;
    load(list, path);
    return list.at(0);
  });
  check("stream", [&] {
    Tensor t;
    std::ifstream in(path, std::ios::binary);
    load(t, in);
    return t;
  });
}

TEST(SafetensorsFiles, MappedTensorsLookAtTheFile) {
  test::TemporaryFolder folder;
  const std::string path = folder.path() + "/w", other = folder.path() + "/other";
  save_safetensors(path, {{"0", bytes_of(100000, 1)}});
  save_safetensors(other, {{"0", bytes_of(100000, 2)}});
  Tensor t;
  load_mapped(t, path);
  std::vector<Tensor> list;
  load_mapped(list, path);
  EXPECT_EQ(mappings_of(path), 2u);
  ASSERT_EQ(list.size(), 1u);
  EXPECT_TRUE(all_are(list[0], 1));
  // Pages that the process wrote are private copies, as long as the file is not truncated.
  std::memset(list[0].data_ptr(), 5, 100000);
  std::fstream(path, std::ios::binary | std::ios::in | std::ios::out) << std::ifstream(other, std::ios::binary).rdbuf();
  EXPECT_TRUE(all_are(t, 2));
  EXPECT_TRUE(all_are(list[0], 5));
}

// A tensor of its own keeps its own memory, not the file's.
TEST(SafetensorsFiles, EachTensorHasMemoryOfItsOwn) {
  test::TemporaryFolder folder;
  const std::string path = folder.path() + "/w";
  save_safetensors(path, {{"large", bytes_of(100000, 1)}, {"small", bytes_of(10, 2)}});
  const Tensor small = *load_safetensors(path).find("small");
  EXPECT_EQ(small.storage().nbytes(), 10u);
  const std::string bytes = [&] {
    std::ifstream in(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  }();
  EXPECT_EQ(parse_safetensors(bytes.data(), bytes.size()).find("small")->storage().nbytes(), 10u);
}

#if !TORCHPP_ADDRESS_SANITIZER && !TORCHPP_THREAD_SANITIZER
// In kB, from /proc/self/status.
long status_kb(const std::string& field) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.rfind(field + ":", 0) == 0) return std::stol(line.substr(field.size() + 1));
  return -1;
}

TEST(SafetensorsFiles, LoadingNeedsNoMoreMemoryThanTheFileAndOneMegabyte) {
  test::TemporaryFolder folder;
  const std::string path = folder.path() + "/w";
  constexpr long kMegabyte = 1024;
  {
    NamedTensors tensors;
    for (int i = 0; i < 50; ++i) tensors.emplace_back(std::to_string(i), bytes_of(1000000 + 777 * i, i));
    save_safetensors(path, tensors);
  }
  { const Safetensors warm = load_safetensors(path); }
  memory::trim();
  const long file_kb = static_cast<long>(std::filesystem::file_size(path) / 1024);
  for (bool stream : {false, true}) {
    std::ofstream("/proc/self/clear_refs") << "5";  // the peak starts anew
    const long before = status_kb("VmRSS");
    if (status_kb("VmHWM") > before + kMegabyte) GTEST_SKIP() << "the system does not reset the peak";
    std::vector<Tensor> loaded;
    if (stream) {
      std::ifstream in(path, std::ios::binary);
      load(loaded, in);
    } else {
      load(loaded, path);
    }
    EXPECT_EQ(loaded.size(), 50u);
    EXPECT_LE(status_kb("VmHWM") - before, file_kb + kMegabyte) << (stream ? "stream" : "path");
    loaded.clear();
    memory::trim();
  }
}

// The peak of the resident memory over that at the beginning, in kB.
class PeakMemory {
 public:
  PeakMemory() {
    memory::trim();
    ::malloc_trim(0);
    std::ofstream("/proc/self/clear_refs") << "5";  // the peak starts anew
    before_ = status_kb("VmRSS");
    is_known_ = status_kb("VmHWM") <= before_ + 1024;
  }
  bool is_known() const { return is_known_; }
  long kb() const { return status_kb("VmHWM") - before_; }

 private:
  long before_;
  bool is_known_;
};

// For all formats, and for tensors as small as their descriptions: opening takes no more, and loading adds what it
// returns.
bool reading_keeps_to_its_memory() {
  test::TemporaryFolder folder;
  constexpr int kSmall = 100000;
  NamedTensors large, small;
  for (int i = 0; i < 20; ++i) large.emplace_back(std::to_string(i), bytes_of(1000000 + 777 * i, i));
  for (int i = 0; i < kSmall; ++i) small.emplace_back(str("layers.", i, ".bias"), bytes_of(16, i).view(kFloat));
  save_safetensors(folder.path() + "/large.safetensors", large);
  save_safetensors(folder.path() + "/small.safetensors", small);
  save_npz(folder.path() + "/large.npz", large);
  save_npz(folder.path() + "/small.npz", small);
  save_pt(folder.path() + "/large.pt", large);
  save_pt(folder.path() + "/small.pt", small);
  save_npy(folder.path() + "/large.npy", bytes_of(30000000, 1));
  {
    std::ofstream csv(folder.path() + "/numbers.csv");
    for (int i = 0; i < 1000000; ++i) csv << "0.123456" << i % 10 << (i % 10 == 9 ? '\n' : ',');
  }
  large.clear();
  small.clear();
  // A tensor, which the allocator's size classes round up, with its storage and name.
  constexpr size_t kObjects =
      (sizeof(TensorImpl) + 63) / 64 * 64 + sizeof(StorageImpl) + sizeof(NamedTensors::value_type) + 32;
  bool keeps = true;
  const auto check = [&](const std::string& what, const PeakMemory& peak, long most_kb) {
    const long kb = peak.kb();
    if (kb <= most_kb) return;
    std::fprintf(stderr, "%s: got a peak of %ld kB, expected at most %ld\n", what.c_str(), kb, most_kb);
    keeps = false;
  };
  const auto bound_of = [&](const std::string& name) {
    return 2 * static_cast<long>(std::filesystem::file_size(folder.path() + "/" + name) / 1024) + 1024;
  };
  for (const std::string& name : folder.names()) {
    const std::string path = folder.path() + "/" + name;
    {
      const PeakMemory peak;
      const TensorFile file = TensorFile::open(path);
      check("opening " + name, peak, bound_of(name));
    }
    const PeakMemory peak;
    const size_t count = TensorFile::open(path).load_all().size();
    keeps &= count > 0;
    check("loading " + name, peak, bound_of(name) + static_cast<long>(kObjects * count / 1024));
  }
  {
    const PeakMemory peak;
    load_safetensors(folder.path() + "/small.safetensors");
    check("load_safetensors", peak, bound_of("small.safetensors") + static_cast<long>(kObjects * kSmall / 1024));
  }
  const PeakMemory peak;
  load_pt(folder.path() + "/small.pt");
  // The dictionary of values has a box for each name.
  check("load_pt", peak, bound_of("small.pt") + 512 * kSmall / 1024);
  return keeps;
}

TEST(TensorFilesDeathTest, NoMoreMemoryThanTwiceTheFileAndOneMegabyte) {
  if (!PeakMemory().is_known()) GTEST_SKIP() << "the system does not reset the peak";
  testing::FLAGS_gtest_death_test_style = "threadsafe";  // a new process, whose heap has no holes of other tests
  EXPECT_EXIT(std::exit(reading_keeps_to_its_memory() ? 0 : 1), testing::ExitedWithCode(0), "");
}
#endif

TEST(SafetensorsFiles, MappingLivesAsLongAsATensor) {
  test::TemporaryFolder folder;
  const std::string path = folder.path() + "/w";
  save_safetensors(path, {{"x", bytes_of(100000, 1)}, {"y", bytes_of(10, 2)}});
  const size_t descriptors = test::open_descriptors();
  {
    Tensor kept;
    {
      LoadSafetensorsOptions options;
      options.map = true;
      const Safetensors file = load_safetensors(path, options);
      EXPECT_EQ(test::open_descriptors(), descriptors);
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
  const size_t descriptors = test::open_descriptors();
  for (int i = 0; i < 100; ++i) {
    EXPECT_THROW(load_safetensors(path), FileError);
    EXPECT_THROW(load_safetensors(path + "2"), FileError);
    EXPECT_THROW(save_safetensors(path, {{"x", Tensor()}}), ValueError);
  }
  EXPECT_EQ(test::open_descriptors(), descriptors);
  EXPECT_EQ(mappings_of(path), 0u);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"w"});
}

}  // namespace
