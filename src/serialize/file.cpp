// SPDX-License-Identifier: BSD-3-Clause
#include "src/serialize/file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <torchpp/core/error.h>
#include <torchpp/ops/creation.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace torchpp::serialize {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }

 private:
  int fd_;
};

// One call never moves more than this on Linux; asking for less keeps the result an ssize_t everywhere.
constexpr size_t kMostPerCall = size_t{1} << 30;

void read_whole(int fd, char* to, size_t size, const std::string& path) {
  for (size_t done = 0; done < size;) {
    const ssize_t n = ::read(fd, to + done, std::min(size - done, kMostPerCall));
    if (n < 0 && errno == EINTR) continue;
    TORCHPP_CHECK_FILE(n >= 0, "read '", path, "': ", std::strerror(errno));
    TORCHPP_CHECK_FILE(n > 0, "read '", path, "': got ", done, " bytes, expected the ", size, " of the file's size");
    done += static_cast<size_t>(n);
  }
}

std::string folder_of(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

}  // namespace

Block allocate_block(size_t size) {
  Tensor bytes = empty({static_cast<int64_t>(size)}, kByte);
  char* data = static_cast<char*>(bytes.data_ptr());
  return {std::shared_ptr<char>(data, [bytes](char*) {}), size};
}

Block open_block(const std::string& path, bool map) {
  // Opening a named pipe would otherwise wait for somebody to write.
  const Descriptor fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  TORCHPP_CHECK_FILE(fd.get() >= 0, "open '", path, "': ", std::strerror(errno));
  struct stat status;
  TORCHPP_CHECK_FILE(::fstat(fd.get(), &status) == 0, "open '", path, "': ", std::strerror(errno));
  TORCHPP_CHECK_FILE(S_ISREG(status.st_mode), "open '", path, "': got a ",
                     S_ISDIR(status.st_mode) ? "directory" : "device or pipe", ", expected a regular file");
  const size_t size = static_cast<size_t>(status.st_size);
  if (map && size > 0) {
    void* data = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd.get(), 0);
    if (data != MAP_FAILED)
      return {std::shared_ptr<char>(static_cast<char*>(data), [size](char* p) { ::munmap(p, size); }), size};
  }
  Block block = allocate_block(size);
  read_whole(fd.get(), block.data.get(), size, path);
  return block;
}

OutputFile::OutputFile(const std::string& path) : path_(path), target_(path) {
  mode_t mode = 0666;  // less the process's mask
  bool replaces = false;
  struct stat status;
  if (::stat(path.c_str(), &status) == 0) {
    // Renaming would put a file in the place of the device.
    TORCHPP_CHECK_FILE(S_ISREG(status.st_mode), "save '", path, "': got the name of a ",
                       S_ISDIR(status.st_mode) ? "directory" : "device or pipe",
                       ", expected that of a regular file or of none");
    replaces = true;
    mode = status.st_mode & 07777;
    if (char* real = ::realpath(path.c_str(), nullptr)) {
      target_ = real;
      std::free(real);
    }
  }
  static std::atomic<unsigned> counter{0};
  do {
    temporary_ = target_ + ".tmp-" + std::to_string(::getpid()) + "-" + std::to_string(counter.fetch_add(1));
    fd_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  } while (fd_ < 0 && errno == EEXIST);
  if (fd_ < 0) {
    temporary_.clear();
    fail("create the temporary file beside it");
  }
  // The new file keeps the permissions of the old one; that it cannot, on some file systems, is no reason to fail.
  if (replaces && ::fchmod(fd_, mode) != 0) errno = 0;
}

OutputFile::~OutputFile() {
  if (fd_ >= 0) ::close(fd_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::fail(const char* what) const {
  const int error = errno;
  TORCHPP_FAIL_KIND(kFile, "save '", path_, "': could not ", what, ": ", std::strerror(error));
}

void OutputFile::write(const void* data, size_t size) {
  const char* from = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t n = ::write(fd_, from, std::min(size, kMostPerCall));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail("write");
    from += n;
    size -= static_cast<size_t>(n);
  }
}

void OutputFile::commit() {
  if (::fsync(fd_) != 0) fail("flush to the disk");
  const int fd = fd_;
  fd_ = -1;
  if (::close(fd) != 0) fail("close");
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail("rename the finished file");
  temporary_.clear();
  // The rename itself is in the folder. Some file systems cannot flush one (EINVAL); the file is in place either way.
  const Descriptor folder(::open(folder_of(target_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.get() >= 0 && ::fsync(folder.get()) != 0 && errno == EIO) fail("flush the folder to the disk");
}

}  // namespace torchpp::serialize
