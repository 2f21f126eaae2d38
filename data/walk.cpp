// SPDX-License-Identifier: BSD-3-Clause
#include "data/walk.h"

#include <dirent.h>
#include <fnmatch.h>
#include <sys/stat.h>
#include <torchpp/core/error.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <functional>

#include "src/serialize/paths.h"

namespace torchpp::data {
namespace {

std::string join(const std::string& folder, const std::string& name) {
  return folder.empty() || folder.back() == '/' ? folder + name : folder + "/" + name;
}

// Without parts "." and "..", of the text alone: links are not followed.
std::string absolute(const std::string& path) {
  std::string full = path;
  if (path.empty() || path[0] != '/') {
    char here[PATH_MAX];
    TORCHPP_CHECK_FILE(::getcwd(here, sizeof here) != nullptr,
                       "list_files: the working directory: ", std::strerror(errno));
    full = join(here, path);
  }
  return serialize::normal_path(full);
}

bool is_folder(const std::string& path, const dirent& entry, bool& is_link) {
  is_link = entry.d_type == DT_LNK;
  if (entry.d_type == DT_DIR) return true;
  if (entry.d_type != DT_LNK && entry.d_type != DT_UNKNOWN) return false;
  const std::string full = join(path, entry.d_name);
  struct stat status;
  if (entry.d_type == DT_UNKNOWN && ::lstat(full.c_str(), &status) == 0) is_link = S_ISLNK(status.st_mode);
  return ::stat(full.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

class Listing {
 public:
  explicit Listing(const std::string& path) : directory_(::opendir(path.c_str())) {
    TORCHPP_CHECK_FILE(directory_ != nullptr, "list_files: open '", path, "': ", std::strerror(errno));
  }
  Listing(const Listing&) = delete;
  Listing& operator=(const Listing&) = delete;
  ~Listing() { ::closedir(directory_); }
  const dirent* next() { return ::readdir(directory_); }

 private:
  DIR* directory_;
};

}  // namespace

Walk::Walk(const std::string& root, const ListFilesOptions& options) : options_(options) {
  struct stat status;
  TORCHPP_CHECK_FILE(::stat(root.c_str(), &status) == 0, "list_files: '", root, "': ", std::strerror(errno));
  const std::string path = options.abspath() ? absolute(root) : root;
  if (S_ISDIR(status.st_mode)) waiting_.push_back(path);
  else if (matches(serialize::file_name(path))) files_.push_back(path);
}

bool Walk::matches(const std::string& name) const {
  if (options_.masks().empty()) return true;
  return std::any_of(options_.masks().begin(), options_.masks().end(), [&](const std::string& mask) {
    return mask.empty() || ::fnmatch(mask.c_str(), name.c_str(), FNM_NOESCAPE) == 0;
  });
}

void Walk::open(const std::string& path) {
  Listing listing(path);
  std::vector<std::string> folders;
  while (const dirent* entry = listing.next()) {
    const std::string name = entry->d_name;
    if (name == "." || name == "..") continue;
    bool is_link = false;
    if (is_folder(path, *entry, is_link)) {
      if (!is_link) folders.push_back(join(path, name));
    } else if (matches(name)) {
      files_.push_back(join(path, name));
    }
  }
  std::sort(files_.begin(), files_.end(), std::greater<>());
  if (!options_.recursive()) return;
  std::sort(folders.begin(), folders.end(), std::greater<>());
  waiting_.insert(waiting_.end(), folders.begin(), folders.end());
}

optional<std::string> Walk::next() {
  while (files_.empty()) {
    if (waiting_.empty()) return nullopt;
    const std::string path = std::move(waiting_.back());
    waiting_.pop_back();
    open(path);
  }
  std::string path = std::move(files_.back());
  files_.pop_back();
  return path;
}

}  // namespace torchpp::data
