// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/data/datasets/class_folders.h>
#include <torchpp/data/files.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <system_error>

#include "data/walk.h"

namespace torchpp::data::datasets {
namespace {

std::string joined(const std::vector<std::string>& list) {
  std::string text;
  for (const std::string& item : list) text += (text.empty() ? "" : ", ") + item;
  return text;
}

bool ends_with_any(std::string name, const std::vector<std::string>& extensions) {
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
  return std::any_of(extensions.begin(), extensions.end(), [&name](const std::string& e) {
    return name.size() >= e.size() && name.compare(name.size() - e.size(), e.size(), e) == 0;
  });
}

std::vector<std::string> class_names(const std::string& root) {
  std::vector<std::string> names;
  std::error_code error;
  std::filesystem::directory_iterator entries(root, error);
  TORCHPP_CHECK_FILE(!error, "read the folder '", root, "': ", error.message());
  for (const auto& entry : entries)
    if (entry.is_directory(error)) names.push_back(entry.path().filename().string());
  TORCHPP_CHECK_FILE(!names.empty(), "Couldn't find any class folder in ", root, ".");
  std::sort(names.begin(), names.end());
  return names;
}

// Those of a class, by folder and name.
std::vector<std::string> files_below(const std::string& folder, const std::vector<std::string>& extensions) {
  std::vector<std::pair<std::string, std::string>> files;
  Walk walk(folder, ListFilesOptions().recursive(true));
  while (const optional<std::string> path = walk.next()) {
    const size_t slash = path->rfind('/');
    const std::string name = path->substr(slash + 1);
    if (ends_with_any(name, extensions)) files.emplace_back(path->substr(0, slash + 1), name);
  }
  std::sort(files.begin(), files.end());
  std::vector<std::string> paths;
  paths.reserve(files.size());
  for (const auto& [where, name] : files) paths.push_back(where + name);
  return paths;
}

}  // namespace

ClassFolders list_class_folders(const std::string& root, const std::vector<std::string>& extensions) {
  ClassFolders found;
  found.classes = class_names(root);
  std::vector<std::string> empty;
  for (size_t i = 0; i < found.classes.size(); ++i) {
    const size_t before = found.samples.size();
    for (std::string& path : files_below(root + "/" + found.classes[i], extensions))
      found.samples.emplace_back(std::move(path), static_cast<int64_t>(i));
    if (found.samples.size() == before) empty.push_back(found.classes[i]);
  }
  TORCHPP_CHECK_FILE(empty.empty(), "Found no valid file for the classes ", joined(empty), " in ", root,
                     ". Supported extensions are: ", joined(extensions));
  return found;
}

}  // namespace torchpp::data::datasets
