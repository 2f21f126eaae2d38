// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The folder of what was downloaded.
///
/// It has Python's layout: "checkpoints" for weights by URL, "trusted_list", and a folder for each source, which
/// appears whole, by renaming. A folder of this library has the file kMarker, whose first line is the source.

#include <torchpp/hub/download.h>

#include <string>

namespace torchpp::hub {

constexpr const char* kMarker = ".torchpp-source";
constexpr const char* kPartialEnding = ".partial";
/// What was said of a file that is being downloaded: beside the partial file, with this behind its name.
constexpr const char* kValidatorEnding = ".validator";
/// Part of the names of folders under construction.
constexpr const char* kTemporary = ".torchpp-tmp-";

/// `dir`, or get_dir() if it is empty.
std::string cache_dir(const std::string& dir);
std::string join(const std::string& folder, const std::string& name);
bool exists(const std::string& path);
bool is_folder(const std::string& path);
/// What is in a file. Throws FileError if that is more than `most` bytes.
std::string read_file(const std::string& path, size_t most);

/// A folder under construction, which is removed if it does not take its place.
class NewFolder {
 public:
  /// Makes it, beside `path`, and the folders around it. Throws FileError.
  explicit NewFolder(const std::string& path);
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;
  ~NewFolder();

  const std::string& path() const { return temporary_; }
  /// Writes the marker into `content`, the folder itself or one in it, and puts that in its place; what was there is
  /// removed.
  void commit(const std::string& content, const std::string& source);

 private:
  std::string path_, temporary_;
};

/// The source that a folder was made from; empty if it is none of this library.
std::string source_of(const std::string& folder);
/// Downloads to `path`, which the caller has locked. `status`, if given, is the server's last, also when it throws.
void download(const std::string& url, const std::string& path, const DownloadOptions& options, int* status = nullptr);

}  // namespace torchpp::hub
