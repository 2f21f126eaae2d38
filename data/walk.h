// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/optional.h>
#include <torchpp/data/files.h>

#include <string>
#include <vector>

namespace torchpp::data {

/// The files below a folder, one after the other: those of a folder by name, then those of its folders by name. Links
/// to folders are not followed. Of a path that leads to a file, that file.
class Walk {
 public:
  /// Throws FileError if the path leads to nothing.
  Walk(const std::string& root, const ListFilesOptions& options);

  /// Throws FileError for a folder that cannot be read, which is passed over.
  optional<std::string> next();

 private:
  void open(const std::string& path);
  bool matches(const std::string& name) const;

  ListFilesOptions options_;
  std::vector<std::string> waiting_;  // folders that are not open yet; the next one last
  std::vector<std::string> files_;    // of the open one; the next one last
};

}  // namespace torchpp::data
