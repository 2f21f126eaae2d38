// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Files of the operating system: read through a mapping, written so that they appear whole or not at all.

#include <cstddef>
#include <memory>
#include <string>

namespace torchpp::serialize {

/// Bytes in memory, with whatever keeps them there.
struct Block {
  std::shared_ptr<char> data;
  size_t size = 0;
};

/// Uninitialised memory of the CPU allocator.
Block allocate_block(size_t size);

/// The content of a regular file: a private mapping, in which pages that are written to become the process's own; read
/// into memory if `map` is false or the file system cannot map. Throws FileError.
Block open_block(const std::string& path, bool map);

/// A file under construction. Its bytes go to a temporary file beside `path`, which takes the path's place in commit()
/// and is removed if it comes to an end without one. Throws FileError.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  void write(const void* data, size_t size);
  /// Returns when the file would survive a loss of power.
  void commit();

 private:
  [[noreturn]] void fail(const char* what) const;

  std::string path_;
  std::string target_;     // where path_ leads through symbolic links
  std::string temporary_;  // empty once renamed
  int fd_ = -1;
};

}  // namespace torchpp::serialize
