// SPDX-License-Identifier: BSD-3-Clause
#include "src/serialize/file.h"

#include <fcntl.h>
#include <limits.h>
#include <sys/mman.h>
#include <torchpp/core/error.h>
#include <torchpp/core/parallel.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace torchpp::serialize {
namespace {

// One call never moves more than this on Linux; asking for less keeps the result an ssize_t everywhere.
constexpr size_t kMostPerCall = size_t{1} << 30;
constexpr size_t kBufferBytes = size_t{1} << 16;
constexpr int kMostLinks = 40;  // as many as Linux follows

std::string folder_of(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

// The path with which the file itself can be replaced: where the last part of `path` is a symbolic link, what it leads
// to, be there a file of that name or not.
std::string behind_links(std::string path) {
  char target[PATH_MAX];
  for (int links = 0; links < kMostLinks; ++links) {
    const ssize_t n = ::readlink(path.c_str(), target, sizeof target);
    if (n < 0) break;
    const std::string link(target, static_cast<size_t>(n));
    path = link[0] == '/' ? link : folder_of(path) + "/" + link;
  }
  return path;
}

bool is_same_file(const struct stat& a, const struct stat& b) { return a.st_dev == b.st_dev && a.st_ino == b.st_ino; }

const char* kind_of(mode_t mode) { return S_ISDIR(mode) ? "directory" : "device or pipe"; }

struct OpenedFile {
  Descriptor fd;
  struct stat status;
};
OpenedFile open_regular(const std::string& path) {
  // Opening a named pipe would otherwise wait for somebody to write.
  OpenedFile file{Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)), {}};
  TORCHPP_CHECK_FILE(file.fd.is_open(), "open '", path, "': ", std::strerror(errno));
  TORCHPP_CHECK_FILE(::fstat(file.fd.get(), &file.status) == 0, "open '", path, "': ", std::strerror(errno));
  TORCHPP_CHECK_FILE(S_ISREG(file.status.st_mode), "open '", path, "': got a ", kind_of(file.status.st_mode),
                     ", expected a regular file");
  return file;
}

void check_unchanged(const Descriptor& fd, const struct stat& then, const std::string& path) {
  struct stat now;
  TORCHPP_CHECK_FILE(::fstat(fd.get(), &now) == 0, "read '", path, "': ", std::strerror(errno));
  TORCHPP_CHECK_FILE(now.st_size == then.st_size && now.st_mtim.tv_sec == then.st_mtim.tv_sec &&
                         now.st_mtim.tv_nsec == then.st_mtim.tv_nsec,
                     "read '", path, "': the file was written to while it was read");
}

// The n bytes of a file from `offset` on, of which it had `size` when it was opened.
void read_range(const Descriptor& fd, const std::string& path, uint64_t size, uint64_t offset, char* to, size_t n) {
  while (n > 0) {
    const ssize_t got = ::pread(fd.get(), to, std::min(n, kMostPerCall), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    TORCHPP_CHECK_FILE(got >= 0, "read '", path, "': ", std::strerror(errno));
    TORCHPP_CHECK_FILE(got > 0, "read '", path, "': got ", offset, " bytes, expected the ", size,
                       " of the file's size when it was opened");
    to += got;
    offset += static_cast<uint64_t>(got);
    n -= static_cast<size_t>(got);
  }
}

// By all threads, if they are many: the time goes into copying, and into the first touch of new memory.
void read_quickly(const Descriptor& fd, const std::string& path, uint64_t size, uint64_t offset, char* to, size_t n) {
  constexpr int64_t kGrain = int64_t{1} << 20;
  parallel_for(0, static_cast<int64_t>(n), kGrain, [&](int64_t begin, int64_t end) {
    read_range(fd, path, size, offset + static_cast<uint64_t>(begin), to + begin, static_cast<size_t>(end - begin));
  });
}

}  // namespace

Input::~Input() = default;
RandomInput::~RandomInput() = default;
void Input::finish() {}
void Input::skip(uint64_t n) {
  char passed[4096];
  while (n > 0) {
    const size_t some = static_cast<size_t>(std::min<uint64_t>(n, sizeof passed));
    read(passed, some);
    n -= some;
  }
}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}
Descriptor::~Descriptor() {
  if (fd_ >= 0) ::close(fd_);
}

struct FileInput::Opened : OpenedFile {};

FileInput::FileInput(const std::string& path) : FileInput(path, Opened{open_regular(path)}) {}
FileInput::FileInput(const std::string& path, Opened opened)
    : Input(static_cast<uint64_t>(opened.status.st_size)),
      path_(path),
      fd_(std::move(opened.fd)),
      status_(opened.status),
      buffer_(new char[kBufferBytes]) {}
FileInput::~FileInput() = default;

void FileInput::read_next(char* to, size_t n) {
  read_quickly(fd_, path_, size(), done_, to, n);
  done_ += n;
}

void FileInput::read(char* to, size_t n) {
  while (n > 0) {
    size_t got = 0;
    if (begin_ < end_) {
      got = std::min(n, end_ - begin_);
      std::memcpy(to, buffer_.get() + begin_, got);
      begin_ += got;
    } else if (n >= kBufferBytes) {
      got = n;
      read_next(to, n);
    } else {
      const auto some = static_cast<size_t>(std::min<uint64_t>(size() - done_, kBufferBytes));
      begin_ = end_ = 0;
      read_next(buffer_.get(), some);
      end_ = some;
    }
    to += got;
    n -= got;
  }
}

void FileInput::skip(uint64_t n) {
  const uint64_t buffered = std::min<uint64_t>(n, end_ - begin_);
  begin_ += static_cast<size_t>(buffered);
  done_ += n - buffered;
}

void FileInput::finish() { check_unchanged(fd_, status_, path_); }

void MemoryInput::read(char* to, size_t n) {
  if (n > 0) std::memcpy(to, next_, n);
  next_ += n;
}

struct RandomFile::Opened : OpenedFile {};

RandomFile::RandomFile(const std::string& path) : RandomFile(path, Opened{open_regular(path)}) {}
RandomFile::RandomFile(const std::string& path, Opened opened)
    : RandomInput(static_cast<uint64_t>(opened.status.st_size)),
      path_(path),
      fd_(std::move(opened.fd)),
      status_(opened.status) {}
RandomFile::~RandomFile() = default;

void RandomFile::read_at(uint64_t offset, void* to, size_t n) {
  read_quickly(fd_, path_, size(), offset, static_cast<char*>(to), n);
}

void RandomFile::finish() { check_unchanged(fd_, status_, path_); }

void RandomMemory::read_at(uint64_t offset, void* to, size_t n) {
  if (n > 0) std::memcpy(to, block_.data.get() + offset, n);
}

Block map_file(const std::string& path) {
  const OpenedFile file = open_regular(path);
  const size_t size = static_cast<size_t>(file.status.st_size);
  if (size == 0) return {};
  void* data = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, file.fd.get(), 0);
  if (data == MAP_FAILED) return {};
  return {std::shared_ptr<char>(static_cast<char*>(data), [size](char* p) { ::munmap(p, size); }), size};
}

OutputFile::OutputFile(const std::string& path) : path_(path) {
  struct stat old;
  const bool replaces = ::stat(path.c_str(), &old) == 0;
  if (!replaces && errno != ENOENT) fail("open it");
  const std::string target = behind_links(path);
  if (replaces) {
    // Renaming would put a file in the place of the device.
    TORCHPP_CHECK_FILE(S_ISREG(old.st_mode), "save '", path, "': got the name of a ", kind_of(old.st_mode),
                       ", expected that of a regular file or of none");
    // The folder's permissions alone decide about renaming. Whether the file may be written is found by opening it.
    const Descriptor writable(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK));
    if (!writable.is_open()) fail("open it");
    // Links of /proc lead to open files, of which the name may be another file's by now.
    struct stat named;
    TORCHPP_CHECK_FILE(::lstat(target.c_str(), &named) == 0 && is_same_file(old, named), "save '", path,
                       "': got a link to a file that is not found by the link's text, '", target, "'");
  }
  const size_t slash = target.rfind('/');
  name_ = slash == std::string::npos ? target : target.substr(slash + 1);
  if (name_.empty()) {
    errno = target.empty() ? ENOENT : EISDIR;
    fail("open it");
  }
#if defined(O_PATH)
  constexpr int kFolder = O_PATH | O_DIRECTORY | O_CLOEXEC;  // needs no permission to list the folder
#else
  constexpr int kFolder = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
#endif
  folder_ = Descriptor(::open(folder_of(target).c_str(), kFolder));
  if (!folder_.is_open()) fail("open its folder");
  create_temporary(replaces ? old.st_mode & 07777 : 0666);  // less the process's mask
  if (replaces) keep_status(old);
}

// The temporary file's name is short whatever the file's name is, which may be of the greatest length.
void OutputFile::create_temporary(mode_t mode) {
  static std::atomic<unsigned> counter{0};
  do {
    temporary_ = ".torchpp-" + std::to_string(::getpid()) + "-" + std::to_string(counter.fetch_add(1)) + ".tmp";
    fd_ = Descriptor(::openat(folder_.get(), temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
  } while (!fd_.is_open() && errno == EEXIST);
  if (fd_.is_open()) return;
  temporary_.clear();
  fail("create the temporary file beside it");
}

// Owner, group and permissions of the file that is replaced. That some cannot be kept, because only root gives files
// away or because of the file system, is no reason to fail.
void OutputFile::keep_status(const struct stat& old) const {
  mode_t mode = old.st_mode & 07777;
  struct stat now;
  if (::fstat(fd_.get(), &now) == 0 && (now.st_uid != old.st_uid || now.st_gid != old.st_gid) &&
      ::fchown(fd_.get(), old.st_uid, old.st_gid) != 0) {
    if (::fchown(fd_.get(), static_cast<uid_t>(-1), old.st_gid) != 0) errno = 0;
    mode &= 01777;  // no program runs with the rights of somebody else than before
  }
  if (::fchmod(fd_.get(), mode) != 0) errno = 0;
}

OutputFile::~OutputFile() {
  if (!temporary_.empty()) ::unlinkat(folder_.get(), temporary_.c_str(), 0);
}

void OutputFile::fail(const char* what) const {
  const int error = errno;
  TORCHPP_FAIL_KIND(kFile, "save '", path_, "': could not ", what, ": ", std::strerror(error));
}

void OutputFile::write(const void* data, size_t size) {
  const char* from = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t n = ::write(fd_.get(), from, std::min(size, kMostPerCall));
    if (n < 0 && errno == EINTR) continue;
    if (n == 0) errno = EIO;  // a device that accepts no bytes and reports no error
    if (n <= 0) fail("write");
    from += n;
    size -= static_cast<size_t>(n);
  }
}

void OutputFile::commit() {
  while (::fsync(fd_.get()) != 0)
    if (errno != EINTR) fail("flush to the disk");
  // An interrupted close() has closed the file.
  if (::close(fd_.release()) != 0 && errno != EINTR) fail("close");
  if (::renameat(folder_.get(), temporary_.c_str(), folder_.get(), name_.c_str()) != 0)
    fail("rename the finished file");
  temporary_.clear();
  // The rename itself is in the folder. Some file systems cannot flush one (EINVAL); the file is in place either way.
  const Descriptor folder(::openat(folder_.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.is_open() && ::fsync(folder.get()) != 0 && errno == EIO) fail("flush the folder to the disk");
}

}  // namespace torchpp::serialize
