// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Streams: bytes that may be many, read piece by piece.

#include <torchpp/core/export.h>
#include <torchpp/core/optional.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace torchpp::serialize {

/// Where a stream's bytes come from. A program derives from it to make streams of its own.
class TORCHPP_API ByteSource {
 public:
  ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  virtual ~ByteSource();

  /// Stores at most n bytes, of which n > 0, and returns how many; 0 at the end alone.
  virtual size_t read(char* to, size_t n) = 0;
  /// The number of all bytes, as far as it is known without reading them.
  virtual optional<int64_t> size() const;
  /// Goes to a byte, of those from 0 to size(). False, and nothing is changed, if the source is read from start to end
  /// only.
  virtual bool seek(int64_t position);
};

/// A handle to bytes that are read one after the other, through a bounded buffer. Copies are the same stream: what one
/// reads, the others do not get. The source is closed by close(), or when the last copy is gone. A member of an archive
/// keeps the archive open. Not to be read by two threads at the same time.
///
///     data::Stream file = data::open_file("notes.txt");
///     std::string line;
///     while (file.read_line(line)) use(line);
///
/// Errors of the source leave every function that reads; FileError, for files and archives. The stream is closed then.
/// Source: torch 1.13's StreamWrapper.
class TORCHPP_API Stream {
 public:
  /// No stream; it reads nothing.
  Stream() noexcept = default;
  /// `name` says in errors what is read.
  Stream(std::string name, std::shared_ptr<ByteSource> source);

  /// Empty without a stream. It stays when the stream is closed.
  const std::string& name() const noexcept;
  /// The number of all bytes, as far as it is known without reading them.
  optional<int64_t> size() const;
  bool is_open() const noexcept;
  explicit operator bool() const noexcept { return is_open(); }
  void close() noexcept;

  /// The next n bytes, fewer at the end only; 0 of a stream that was closed.
  size_t read(char* to, size_t n);
  std::string read(size_t n);
  /// All that is left. Throws FileError if that is more than `most` bytes.
  std::string read_all(size_t most = SIZE_MAX);
  /// The next line with its newline, which the last one may lack; false at the end. Throws FileError if the line has
  /// more than `most` bytes.
  bool read_line(std::string& line, size_t most = SIZE_MAX);
  /// The next bytes, at most n, without taking them; n is at most 4096.
  std::string peek(size_t n);
  /// Goes to a byte, of those from 0 to size(); false if the source cannot.
  bool seek(int64_t position);
  bool rewind() { return seek(0); }

 private:
  struct Body;
  std::shared_ptr<Body> body_;
};

/// A file of the file system, open for reading; named pipes and devices too. Throws FileError.
TORCHPP_API Stream open_file(const std::string& path);
/// A stream of bytes in memory.
TORCHPP_API Stream memory_stream(std::string bytes, std::string name = "memory");

}  // namespace torchpp::serialize
