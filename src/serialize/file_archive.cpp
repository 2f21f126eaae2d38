// SPDX-License-Identifier: BSD-3-Clause
#include "src/serialize/file_archive.h"

#include <torchpp/core/error.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <mutex>
#include <utility>

#include "src/serialize/budget.h"
#include "src/serialize/decompress.h"
#include "src/serialize/libarchive.h"
#include "src/serialize/paths.h"
#include "src/serialize/utf8_locale.h"

namespace torchpp::serialize {
namespace {

constexpr size_t kInputBytes = size_t{1} << 18;
constexpr uint64_t kMostAhead = uint64_t{1} << 24;

// tar as it is, with whatever compression is around it; the other formats compress their members themselves.
Stream prepared(Stream stream, ArchiveFormat format, const ArchiveOptions& options, const std::string& path) {
  if (format != ArchiveFormat::kTar) return stream;
  const optional<Compression> compression = compression_of_bytes(stream.peek(8));
  return compression ? decompressed(std::move(stream), *compression, options, path) : stream;
}

const char* name_of(ArchiveFormat format) {
  return format == ArchiveFormat::kTar ? "tar" : format == ArchiveFormat::kZip ? "zip" : "rar";
}

}  // namespace

using File = std::pair<std::string, Stream>;

// What the archive and its members share. Every use of libarchive is under the lock: a member may be read by one thread
// while another asks for the next.
struct FileArchive::Body {
  Body(std::string path, Stream in, ArchiveFormat archive_format, const ArchiveOptions& options)
      : stream(std::move(in)), format(archive_format), budget(options, std::move(path)) {
    TORCHPP_CHECK(handle != nullptr, "libarchive: could not be initialised");
    try {
      open();
    } catch (...) {
      library.archive_read_free(handle);
      throw;
    }
  }
  Body(const Body&) = delete;
  Body& operator=(const Body&) = delete;
  ~Body() { library.archive_read_free(handle); }

  void open();
  optional<File> next(const std::shared_ptr<Body>& self);
  size_t read(Member& member, char* to, size_t n);
  void leave_member();
  [[noreturn]] void fail(const char* what);

  static la_ssize_t read_callback(archive*, void* context, const void** buffer);
  static la_int64_t skip_callback(archive*, void* context, la_int64_t request);
  static la_int64_t seek_callback(archive*, void* context, la_int64_t offset, int whence);

  std::mutex mutex;
  const Libarchive& library = libarchive();
  archive* handle = library.archive_read_new();
  Stream stream;
  ArchiveFormat format;
  Budget budget;
  std::unique_ptr<char[]> input{new char[kInputBytes]};
  int64_t position = 0;        // of the stream, for seeking
  std::exception_ptr failure;  // of a callback, through which no exception may go
  std::weak_ptr<Member> member;
  std::string member_name;
  bool is_at_end = false;
};

class FileArchive::Member final : public ByteSource {
 public:
  Member(std::shared_ptr<Body> body, optional<int64_t> size) : body_(std::move(body)), size_(size) {}

  size_t read(char* to, size_t n) override {
    // The archive, if this is its last user, is closed when the lock is no longer held.
    const std::shared_ptr<Body> body = body_;
    const std::lock_guard<std::mutex> lock(body->mutex);
    if (body->member.lock().get() == this) return body->read(*this, to, n);
    if (at_ < rest_.size()) {
      const size_t count = std::min(n, rest_.size() - at_);
      std::memcpy(to, rest_.data() + at_, count);
      at_ += count;
      if (at_ == rest_.size()) std::string().swap(rest_), at_ = 0;
      return count;
    }
    if (failure_) std::rethrow_exception(failure_);
    return 0;
  }
  optional<int64_t> size() const override { return size_; }

 private:
  friend struct Body;

  std::shared_ptr<Body> body_;
  optional<int64_t> size_;
  uint64_t given_ = 0;
  // Once the archive has gone on: what was left then, and why it is not all.
  std::string rest_;
  size_t at_ = 0;
  std::exception_ptr failure_;
};

void FileArchive::Body::open() {
  library.archive_read_set_read_callback(handle, read_callback);
  int result = ARCHIVE_OK;
  switch (format) {
    case ArchiveFormat::kTar:
      library.archive_read_support_format_tar(handle);
      library.archive_read_support_format_gnutar(handle);
      break;
    case ArchiveFormat::kZip: library.archive_read_support_format_zip(handle); break;
    case ArchiveFormat::kRar:
      library.archive_read_support_format_rar(handle);
      library.archive_read_support_format_rar5(handle);
      break;
  }
  // A zip archive's list of members stands at its end; where the stream cannot go there, members are found one by one.
  if (stream.size() && stream.rewind()) {
    library.archive_read_set_skip_callback(handle, skip_callback);
    library.archive_read_set_seek_callback(handle, seek_callback);
  }
  library.archive_read_append_callback_data(handle, this);
  result = library.archive_read_open1(handle);
  if (result != ARCHIVE_OK) fail("open");
}

void FileArchive::Body::fail(const char* what) {
  is_at_end = true;
  if (failure) std::rethrow_exception(std::exchange(failure, nullptr));
  const char* const why = library.archive_error_string(handle);
  TORCHPP_FAIL_KIND(kFile, what, " '", budget.name(), "': no valid ", name_of(format),
                    " archive: ", why != nullptr ? why : "unknown error");
}

optional<File> FileArchive::Body::next(const std::shared_ptr<Body>& self) {
  leave_member();
  const Utf8Locale utf8;  // libarchive converts names to the thread's character set, and loses what that has not
  while (!is_at_end) {
    archive_entry* entry = nullptr;
    const int result = library.archive_read_next_header(handle, &entry);
    if (result == ARCHIVE_EOF) {
      is_at_end = true;
      break;
    }
    // A warning tells of an attribute that is of no use here, such as an owner's name.
    if (result != ARCHIVE_OK && result != ARCHIVE_WARN) fail("read");
    try {
      budget.count_member();
    } catch (...) {
      is_at_end = true;
      throw;
    }
    if (library.archive_entry_filetype(entry) != AE_IFREG || library.archive_entry_hardlink(entry) != nullptr) continue;
    const char* name = library.archive_entry_pathname_utf8(entry);
    if (name == nullptr) name = library.archive_entry_pathname(entry);  // bytes that are no UTF-8
    if (name == nullptr) fail("read a name in");
    optional<int64_t> size;
    if (library.archive_entry_size_is_set(entry) != 0) {
      size = library.archive_entry_size(entry);
      if (*size < 0) size = nullopt;
    }
    member_name = name;
    std::string path = path_in_archive(budget.name(), name);
    auto opened = std::make_shared<Member>(self, size);
    member = opened;
    return File(path, Stream(path, std::move(opened)));
  }
  return nullopt;
}

size_t FileArchive::Body::read(Member& reader, char* to, size_t n) {
  const la_ssize_t got = library.archive_read_data(handle, to, n);
  if (got < 0) {
    member.reset();
    try {
      fail("read");
    } catch (...) {
      reader.failure_ = std::current_exception();
      throw;
    }
  }
  reader.given_ += static_cast<uint64_t>(got);
  try {
    budget.gave(static_cast<size_t>(got), reader.given_);
  } catch (...) {
    member.reset();
    is_at_end = true;
    reader.failure_ = std::current_exception();
    throw;
  }
  return static_cast<size_t>(got);
}

// The archive is about to go on. Errors are the reader's of the stream.
void FileArchive::Body::leave_member() {
  const std::shared_ptr<Member> open = member.lock();
  member.reset();
  if (!open || is_at_end) return;
  std::string& rest = open->rest_;
  try {
    // The size may be a lie; memory is had for what is there.
    const uint64_t size = open->size_ ? static_cast<uint64_t>(*open->size_) : 0;
    const uint64_t left = size > open->given_ ? size - open->given_ + 1 : kInputBytes;
    for (size_t got = 1; got > 0;) {
      const size_t old = rest.size();
      rest.resize(old + static_cast<size_t>(old == 0 ? std::min<uint64_t>(left, kMostAhead) : old));
      try {
        got = read(*open, &rest[old], rest.size() - old);
      } catch (...) {
        rest.resize(old);
        throw;
      }
      rest.resize(old + got);
    }
    if (rest.capacity() / 2 > rest.size()) rest.shrink_to_fit();
  } catch (...) {
    open->failure_ = std::current_exception();
  }
}

la_ssize_t FileArchive::Body::read_callback(archive*, void* context, const void** buffer) {
  Body& body = *static_cast<Body*>(context);
  try {
    const size_t got = body.stream.read(body.input.get(), kInputBytes);
    body.budget.took(got);
    body.position += static_cast<int64_t>(got);
    *buffer = body.input.get();
    return static_cast<la_ssize_t>(got);
  } catch (...) {
    body.failure = std::current_exception();
    return ARCHIVE_FATAL;
  }
}

la_int64_t FileArchive::Body::skip_callback(archive* handle, void* context, la_int64_t request) {
  Body& body = *static_cast<Body*>(context);
  const la_int64_t target = std::min<la_int64_t>(body.position + request, body.stream.size().value_or(0));
  if (target <= body.position) return 0;
  const la_int64_t before = body.position;
  const la_int64_t now = seek_callback(handle, context, target, SEEK_SET);
  return now < 0 ? now : now - before;
}

la_int64_t FileArchive::Body::seek_callback(archive*, void* context, la_int64_t offset, int whence) {
  Body& body = *static_cast<Body*>(context);
  try {
    const int64_t size = body.stream.size().value_or(0);
    const int64_t from = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? body.position : size;
    const int64_t target = from + offset;
    if (target < 0 || target > size || !body.stream.seek(target)) return ARCHIVE_FATAL;
    return body.position = target;
  } catch (...) {
    body.failure = std::current_exception();
    return ARCHIVE_FATAL;
  }
}

FileArchive::FileArchive(std::string path, Stream stream, ArchiveFormat format, const ArchiveOptions& options) {
  Stream in = prepared(std::move(stream), format, options, path);
  body_ = std::make_shared<Body>(std::move(path), std::move(in), format, options);
}

optional<File> FileArchive::next() {
  const std::lock_guard<std::mutex> lock(body_->mutex);
  return body_->next(body_);
}

const std::string& FileArchive::member_name() const { return body_->member_name; }

void FileArchive::skip(int64_t n) {
  for (; n > 0 && next(); --n) {
  }
}

}  // namespace torchpp::serialize
