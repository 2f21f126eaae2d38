// SPDX-License-Identifier: BSD-3-Clause
// Faults of the operating system's calls: each gives one FileError and leaves the old file, no temporary file, no open
// descriptor; what is no fault, short and interrupted calls, goes unnoticed. The calls are this program's own
// functions, which stand before the C library's.
#include <dlfcn.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <torchpp/core/error.h>
#include <torchpp/ops/creation.h>
#include <torchpp/serialize.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "tests/support/open_descriptors.h"
#include "tests/support/temporary_folder.h"

namespace {

// The behaviour of the next system calls, while `active`.
struct Faults {
  bool active = false;
  const char* call = "";              // the function that fails
  int after = 0;                      // how often it succeeds before
  int error = 0;                      // then it sets this and fails, once
  bool interrupts = false;            // every second call of pread, write and fsync fails with EINTR
  size_t most = ~size_t{0};           // bytes that pread and write move at once
  std::function<void()> before_read;  // is called once, before the second read
  int reads = 0, interrupted = 0;
} faults;

// Whether the call is to fail; sets errno.
bool fails(const char* call) {
  if (!faults.active || std::strcmp(call, faults.call) != 0 || faults.after-- != 0) return false;
  errno = faults.error;
  return true;
}
bool is_interrupted() {
  if (!faults.active || !faults.interrupts || ++faults.interrupted % 2 == 0) return false;
  errno = EINTR;
  return true;
}
template <class F>
F* next(const char* name) {
  return reinterpret_cast<F*>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" ssize_t pread(int fd, void* to, size_t n, off_t offset) {
  static auto* const real = next<ssize_t(int, void*, size_t, off_t)>("pread");
  if (faults.active) {
    if (fails("pread") || is_interrupted()) return -1;
    if (++faults.reads == 2 && faults.before_read) faults.before_read();
    n = std::min(n, faults.most);
  }
  return real(fd, to, n, offset);
}
extern "C" ssize_t write(int fd, const void* from, size_t n) {
  static auto* const real = next<ssize_t(int, const void*, size_t)>("write");
  if (faults.active) {
    if (fails("write") || is_interrupted()) return -1;
    n = std::min(n, faults.most);
  }
  return real(fd, from, n);
}
extern "C" int fsync(int fd) {
  static auto* const real = next<int(int)>("fsync");
  return fails("fsync") || is_interrupted() ? -1 : real(fd);
}
extern "C" int renameat(int from_folder, const char* from, int to_folder, const char* to) noexcept {
  static auto* const real = next<int(int, const char*, int, const char*)>("renameat");
  return fails("renameat") ? -1 : real(from_folder, from, to_folder, to);
}
extern "C" int fchmod(int fd, mode_t mode) noexcept {
  static auto* const real = next<int(int, mode_t)>("fchmod");
  return fails("fchmod") ? -1 : real(fd, mode);
}

namespace {

using namespace torchpp;

class WithFaults {
 public:
  explicit WithFaults(Faults f) {
    faults = std::move(f);
    faults.active = true;
  }
  ~WithFaults() { faults = Faults(); }
};
Faults failing(const char* call, int after, int error) {
  Faults f;
  f.call = call;
  f.after = after;
  f.error = error;
  return f;
}

std::string error_of(const std::function<void()>& f) {
  try {
    f();
  } catch (const FileError& e) {
    return e.what();
  }
  return "none";
}

class FileFaults : public testing::Test {
 protected:
  FileFaults() { save_safetensors(path_, old_); }
  NamedTensors old_ = {{"x", full({300000}, 1, kByte)}, {"y", full({5}, 2, kFloat)}};
  NamedTensors changed_ = {{"x", full({300000}, 3, kByte)}, {"y", full({5}, 4, kFloat)}};
  test::TemporaryFolder folder_;
  std::string path_ = folder_.path() + "/f";

  void expect_holds(const NamedTensors& tensors) {
    const Safetensors file = load_safetensors(path_);
    ASSERT_EQ(file.tensors.size(), tensors.size());
    for (size_t i = 0; i < tensors.size(); ++i) EXPECT_TRUE(file.tensors[i].second.equal(tensors[i].second)) << i;
    EXPECT_EQ(folder_.names(), std::vector<std::string>{"f"});
  }
};

TEST_F(FileFaults, SavingThatFailsLeavesTheOldFile) {
  const size_t descriptors = test::open_descriptors();
  const struct {
    const char* call;
    int after, error;
    const char* message;
  } rows[] = {
      {"write", 0, ENOSPC, "write: No space left on device"},
      {"write", 1, EIO, "write: Input/output error"},
      {"write", 2, EDQUOT, "write: Disk quota exceeded"},
      {"fsync", 0, EIO, "flush to the disk: Input/output error"},
      {"renameat", 0, EACCES, "rename the finished file: Permission denied"},
  };
  for (const auto& row : rows) {
    const std::string got = error_of([&] {
      const WithFaults with(failing(row.call, row.after, row.error));
      save_safetensors(path_, changed_);
    });
    EXPECT_EQ(got, "save '" + path_ + "': could not " + row.message);
    EXPECT_EQ(test::open_descriptors(), descriptors);
    expect_holds(old_);
  }
}

TEST_F(FileFaults, PermissionsThatCannotBeKeptAreNoFault) {
  EXPECT_EQ(error_of([&] {
              const WithFaults with(failing("fchmod", 0, EPERM));
              save_safetensors(path_, changed_);
            }),
            "none");
  expect_holds(changed_);
}

TEST_F(FileFaults, ShortAndInterruptedCallsGoUnnoticed) {
  for (size_t most : {size_t{1}, size_t{7}, size_t{4096}, size_t{200001}}) {
    if (most == 1) changed_ = {{"x", full({300}, 3, kByte)}};
    Faults f;
    f.most = most;
    f.interrupts = true;
    {
      const WithFaults with(f);
      save_safetensors(path_, changed_);
      EXPECT_GE(faults.interrupted, 2);
    }
    expect_holds(changed_);
    const WithFaults with(f);
    const Safetensors file = load_safetensors(path_);
    EXPECT_GE(faults.interrupted, 2);
    for (size_t i = 0; i < changed_.size(); ++i) EXPECT_TRUE(file.tensors[i].second.equal(changed_[i].second));
  }
}

TEST_F(FileFaults, ReadingThatFails) {
  const size_t descriptors = test::open_descriptors();
  for (int after : {0, 1}) {
    EXPECT_EQ(error_of([&] {
                const WithFaults with(failing("pread", after, EIO));
                load_safetensors(path_);
              }),
              "read '" + path_ + "': Input/output error");
  }
  EXPECT_EQ(test::open_descriptors(), descriptors);
}

// The file changes between two reads of it.
TEST_F(FileFaults, AFileThatChangesWhileItIsRead) {
  const auto load_while = [&](const std::function<void()>& change) {
    // Long ago, so that the change shows in the time, whatever its resolution.
    const timespec past[2] = {{1000000000, 0}, {1000000000, 0}};
    EXPECT_EQ(::utimensat(AT_FDCWD, path_.c_str(), past, 0), 0);
    Faults f;
    f.before_read = change;
    return error_of([&] {
      const WithFaults with(std::move(f));
      load_safetensors(path_);
    });
  };
  const auto size = std::filesystem::file_size(path_);
  const std::string written = "read '" + path_ + "': the file was written to while it was read";
  EXPECT_EQ(load_while([] {}), "none");
  // Another file under the same name is another file.
  EXPECT_EQ(load_while([&] { save_safetensors(path_, old_); }), "none");
  EXPECT_EQ(load_while([&] { std::ofstream(path_, std::ios::app) << "more"; }), written);
  std::filesystem::resize_file(path_, size);
  EXPECT_EQ(load_while([&] { std::fstream(path_, std::ios::in | std::ios::out) << "x"; }), written);
  save_safetensors(path_, old_);
  const std::string cut = load_while([&] { std::filesystem::resize_file(path_, 100000); });
  EXPECT_EQ(cut, "read '" + path_ + "': got 100000 bytes, expected the " + std::to_string(size) +
                     " of the file's size when it was opened");
  save_safetensors(path_, old_);
  EXPECT_EQ(load_while([&] { std::filesystem::resize_file(path_, 0); }),
            "read '" + path_ + "': got 65536 bytes, expected the " + std::to_string(size) +
                " of the file's size when it was opened");
}

}  // namespace
