// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "src/serialize/file.h"

namespace torchpp::serialize {

/// A lock of `path` + ".lock" against other processes and threads, held while the object lives. The system releases it
/// when a process dies; the file is removed.
class FileLock {
 public:
  /// Waits at most `timeout` seconds. Throws FileError if the lock is held all the time, or the file cannot be made.
  FileLock(const std::string& path, double timeout);
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  ~FileLock();

 private:
  std::string lock_path_;
  Descriptor fd_;
};

}  // namespace torchpp::serialize
