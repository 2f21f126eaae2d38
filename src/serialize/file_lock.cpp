// SPDX-License-Identifier: BSD-3-Clause
#include "src/serialize/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <torchpp/core/error.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

namespace torchpp::serialize {
namespace {

constexpr std::chrono::milliseconds kPause(10);

// Whether the path still leads to the open file: who held the lock before removed the file at the end.
bool is_in_place(int fd, const std::string& path) {
  struct stat opened, named;
  return ::fstat(fd, &opened) == 0 && ::stat(path.c_str(), &named) == 0 && opened.st_ino == named.st_ino &&
         opened.st_dev == named.st_dev;
}

}  // namespace

FileLock::FileLock(const std::string& path, double timeout) : lock_path_(path + ".lock") {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  for (;;) {
    fd_ = Descriptor(::open(lock_path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
    TORCHPP_CHECK_FILE(fd_.is_open(), "lock '", path, "': make '", lock_path_, "': ", std::strerror(errno));
    if (::flock(fd_.get(), LOCK_EX | LOCK_NB) == 0) {
      if (is_in_place(fd_.get(), lock_path_)) return;
      continue;
    }
    TORCHPP_CHECK_FILE(errno == EWOULDBLOCK || errno == EINTR, "lock '", path, "': ", std::strerror(errno));
    const double waited = std::chrono::duration<double>(Clock::now() - start).count();
    TORCHPP_CHECK_FILE(waited < timeout, "lock '", path,
                       "': expected another process to write it, but it is not ready ", "in ", timeout, " seconds");
    std::this_thread::sleep_for(kPause);
  }
}

FileLock::~FileLock() { ::unlink(lock_path_.c_str()); }

}  // namespace torchpp::serialize
