// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/export.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace torchpp::data::datasets {

/// Files in one folder for each class.
struct ClassFolders {
  /// The folders' names, sorted: a class's number is its place.
  std::vector<std::string> classes;
  /// Paths with their class's number: by class, within it by folder and name.
  std::vector<std::pair<std::string, int64_t>> samples;
};

/// The files below root/CLASS/ whose names end in one of `extensions` (".png"), in small or capital letters. Links to
/// folders are followed for classes, not below them. Throws FileError if there are no classes, or none of these files
/// in one of them.   Source: torchvision 0.14 datasets.folder.
TORCHPP_API ClassFolders list_class_folders(const std::string& root, const std::vector<std::string>& extensions);

}  // namespace torchpp::data::datasets
