// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Files and folders that go with their object.

#include <ATen/core/ATenGeneral.h>
#include <stdlib.h>
#include <unistd.h>

#include <string>

namespace c10 {

namespace detail {
// A template of mkstemp() in the folder for temporary files.
inline std::string temporary_name(const std::string& prefix) {
  std::string folder = "/tmp";
  for (const char* variable : {"TMPDIR", "TMP", "TEMP", "TEMPDIR"}) {
    const char* const value = std::getenv(variable);
    if (value == nullptr) continue;
    folder = value;
    break;
  }
  return folder + '/' + prefix + "XXXXXX";
}
}  // namespace detail

/// An open file; closed and removed at the end.
struct TempFile {
  TempFile(std::string file, int descriptor) : fd(descriptor), name(std::move(file)) {}
  TempFile(TempFile&& o) noexcept : fd(o.fd), name(std::move(o.name)) {
    o.fd = -1;
    o.name.clear();
  }
  TempFile(const TempFile&) = delete;
  TempFile& operator=(const TempFile&) = delete;
  ~TempFile() {
    if (fd >= 0) close(fd);
    if (!name.empty()) unlink(name.c_str());
  }
  int fd;
  std::string name;
};
/// A folder; removed at the end if it is empty then.
struct TempDir {
  explicit TempDir(std::string folder) : name(std::move(folder)) {}
  TempDir(TempDir&& o) noexcept : name(std::move(o.name)) { o.name.clear(); }
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;
  ~TempDir() {
    if (!name.empty()) rmdir(name.c_str());
  }
  std::string name;
};

inline optional<TempFile> try_make_tempfile(const std::string& prefix = "torch-file-") {
  std::string name = detail::temporary_name(prefix);
  const int fd = mkstemp(&name[0]);
  if (fd < 0) return nullopt;
  return TempFile(std::move(name), fd);
}
/// Throws Error when there can be none.
inline TempFile make_tempfile(const std::string& prefix = "torch-file-") {
  optional<TempFile> file = try_make_tempfile(prefix);
  TORCHPP_CHECK(file.has_value(), "Error generating temporary file, file name: ", detail::temporary_name(prefix));
  return std::move(*file);
}
inline optional<TempDir> try_make_tempdir(const std::string& prefix = "torch-dir-") {
  std::string name = detail::temporary_name(prefix);
  if (mkdtemp(&name[0]) == nullptr) return nullopt;
  return TempDir(std::move(name));
}
inline TempDir make_tempdir(const std::string& prefix = "torch-dir-") {
  optional<TempDir> folder = try_make_tempdir(prefix);
  TORCHPP_CHECK(folder.has_value(), "Error generating temporary directory: ", detail::temporary_name(prefix));
  return std::move(*folder);
}

}  // namespace c10
