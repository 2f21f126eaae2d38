// SPDX-License-Identifier: BSD-3-Clause
#include <fcntl.h>
#include <sys/stat.h>
#include <torchpp/core/error.h>
#include <torchpp/serialize/stream.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <memory>

#include "src/serialize/file.h"

namespace torchpp::serialize {
namespace {

constexpr size_t kBufferBytes = size_t{1} << 16;
constexpr size_t kMostPeek = 4096;
constexpr size_t kMostAhead = size_t{1} << 24;
constexpr size_t kMostPerCall = size_t{1} << 30;  // of a system call; Linux reads no more at once

class FileSource final : public ByteSource {
 public:
  explicit FileSource(const std::string& path) : path_(path), fd_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    TORCHPP_CHECK_FILE(fd_.is_open(), "open '", path, "': ", std::strerror(errno));
    struct stat status;
    TORCHPP_CHECK_FILE(::fstat(fd_.get(), &status) == 0, "open '", path, "': ", std::strerror(errno));
    TORCHPP_CHECK_FILE(!S_ISDIR(status.st_mode), "open '", path, "': got a directory, expected a file");
    if (S_ISREG(status.st_mode)) size_ = static_cast<int64_t>(status.st_size);
  }

  size_t read(char* to, size_t n) override {
    for (;;) {
      const ssize_t got = ::read(fd_.get(), to, std::min(n, kMostPerCall));
      if (got < 0 && errno == EINTR) continue;
      TORCHPP_CHECK_FILE(got >= 0, "read '", path_, "': ", std::strerror(errno));
      return static_cast<size_t>(got);
    }
  }
  optional<int64_t> size() const override { return size_; }
  bool seek(int64_t position) override {
    return size_ && ::lseek(fd_.get(), static_cast<off_t>(position), SEEK_SET) >= 0;
  }

 private:
  std::string path_;
  Descriptor fd_;
  optional<int64_t> size_;
};

class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::string bytes) : bytes_(std::move(bytes)) {}

  size_t read(char* to, size_t n) override {
    const size_t count = std::min(n, bytes_.size() - at_);
    std::memcpy(to, bytes_.data() + at_, count);
    at_ += count;
    return count;
  }
  optional<int64_t> size() const override { return static_cast<int64_t>(bytes_.size()); }
  bool seek(int64_t position) override {
    at_ = std::min(static_cast<size_t>(position), bytes_.size());
    return true;
  }

 private:
  std::string bytes_;
  size_t at_ = 0;
};

}  // namespace

ByteSource::~ByteSource() = default;
optional<int64_t> ByteSource::size() const { return nullopt; }
bool ByteSource::seek(int64_t) { return false; }

struct Stream::Body {
  std::string name;
  std::shared_ptr<ByteSource> source;  // null when closed
  std::unique_ptr<char[]> buffer;      // made when it is first needed
  size_t begin = 0, end = 0;           // what of the buffer is still to be given out

  // Who goes on after an error finds the end, not the same error for ever.
  size_t read_source(char* to, size_t n) {
    try {
      return source->read(to, n);
    } catch (...) {
      close();
      throw;
    }
  }
  void close() noexcept {
    source.reset();
    buffer.reset();
    begin = end = 0;
  }
  // Reads more into the buffer, behind what it holds; false at the end.
  bool fill() {
    if (!source) return false;
    if (!buffer) buffer.reset(new char[kBufferBytes]);
    if (begin == end) {
      begin = end = 0;
    } else if (end == kBufferBytes) {
      std::memmove(buffer.get(), buffer.get() + begin, end - begin);
      end -= begin;
      begin = 0;
    }
    const size_t got = read_source(buffer.get() + end, kBufferBytes - end);
    end += got;
    return got > 0;
  }
  size_t take(char* to, size_t n) {
    n = std::min(n, end - begin);
    std::memcpy(to, buffer.get() + begin, n);
    begin += n;
    return n;
  }
};

Stream::Stream(std::string name, std::shared_ptr<ByteSource> source) : body_(std::make_shared<Body>()) {
  body_->name = std::move(name);
  body_->source = std::move(source);
}

const std::string& Stream::name() const noexcept {
  static const std::string& none = *new std::string;
  return body_ ? body_->name : none;
}
optional<int64_t> Stream::size() const { return is_open() ? body_->source->size() : optional<int64_t>(); }
bool Stream::is_open() const noexcept { return body_ && body_->source; }
void Stream::close() noexcept {
  if (body_) body_->close();
}

size_t Stream::read(char* to, size_t n) {
  if (!is_open()) return 0;
  size_t done = 0;
  while (done < n) {
    if (body_->begin < body_->end) {
      done += body_->take(to + done, n - done);
    } else if (n - done >= kBufferBytes) {  // large pieces go straight to where they belong
      const size_t got = body_->read_source(to + done, n - done);
      if (got == 0) break;
      done += got;
    } else if (!body_->fill()) {
      break;
    }
  }
  return done;
}

std::string Stream::read(size_t n) {
  std::string bytes;
  if (!is_open()) return bytes;
  if (n < kBufferBytes) {
    bytes.resize(n);
    bytes.resize(read(&bytes[0], n));
    return bytes;
  }
  // Not through the buffer. The text grows with what is there, so that a large n, or a lie about the size, asks for no
  // memory.
  const optional<int64_t> size = body_->source->size();
  size_t ahead = size && *size >= 0 ? std::min(static_cast<size_t>(*size) + 1, kMostAhead) : kBufferBytes;
  while (bytes.size() < n) {
    const size_t old = bytes.size();
    bytes.resize(old + std::min(n - old, ahead));
    size_t got;
    if (body_->begin < body_->end) got = body_->take(&bytes[old], bytes.size() - old);
    else got = body_->source ? body_->read_source(&bytes[old], bytes.size() - old) : 0;
    bytes.resize(old + got);
    if (got == 0) break;
    if (got == ahead) ahead = std::max(ahead, bytes.size());
  }
  return bytes;
}

std::string Stream::read_all(size_t most) {
  std::string bytes = read(most == SIZE_MAX ? most : most + 1);
  TORCHPP_CHECK_FILE(bytes.size() <= most, "read '", name(), "': got more than ", most,
                     " bytes, expected at most that many");
  return bytes;
}

bool Stream::read_line(std::string& line, size_t most) {
  line.clear();
  if (!is_open()) return false;
  for (;;) {
    if (body_->begin == body_->end && !body_->fill()) return !line.empty();
    const char* const start = body_->buffer.get() + body_->begin;
    const size_t there = body_->end - body_->begin;
    const void* const newline = std::memchr(start, '\n', there);
    const size_t n = newline != nullptr ? static_cast<size_t>(static_cast<const char*>(newline) - start) + 1 : there;
    TORCHPP_CHECK_FILE(n <= most - line.size(), "read '", name(), "': got a line of more than ", most,
                       " bytes, expected at most that many");
    line.append(start, n);
    body_->begin += n;
    if (newline != nullptr) return true;
  }
}

std::string Stream::peek(size_t n) {
  n = std::min(n, kMostPeek);
  if (!is_open()) return {};
  while (body_->end - body_->begin < n && body_->fill()) {
  }
  if (!body_->buffer) return {};
  return std::string(body_->buffer.get() + body_->begin, std::min(n, body_->end - body_->begin));
}

bool Stream::seek(int64_t position) {
  if (!is_open() || !body_->source->seek(position)) return false;
  body_->begin = body_->end = 0;
  return true;
}

Stream open_file(const std::string& path) { return Stream(path, std::make_shared<FileSource>(path)); }
Stream memory_stream(std::string bytes, std::string name) {
  return Stream(std::move(name), std::make_shared<MemorySource>(std::move(bytes)));
}

}  // namespace torchpp::serialize
