// SPDX-License-Identifier: BSD-3-Clause
#include "src/hub/cache.h"

#include <sys/stat.h>
#include <torchpp/core/error.h>
#include <torchpp/hub.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "src/hub/source.h"
#include "src/serialize/file.h"
#include "src/serialize/file_lock.h"
#include "src/serialize/paths.h"

namespace torchpp::hub {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostMarkerBytes = 8192;
constexpr double kCleanTimeout = 60;

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() > end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

// Links are not followed, here and where folders are removed.
int64_t bytes_below(const std::string& path) {
  std::error_code error;
  if (!fs::is_directory(fs::symlink_status(path, error)))
    return fs::is_regular_file(fs::symlink_status(path, error)) ? static_cast<int64_t>(fs::file_size(path, error)) : 0;
  int64_t bytes = 0;
  for (fs::recursive_directory_iterator it(path, error), end; !error && it != end; it.increment(error)) {
    std::error_code none;
    if (it->is_symlink(none) || !it->is_regular_file(none)) continue;
    const uintmax_t size = it->file_size(none);
    if (!none) bytes += static_cast<int64_t>(size);
  }
  return bytes;
}

void remove_all(const std::string& path) {
  std::error_code error;
  fs::remove_all(path, error);
  TORCHPP_CHECK_FILE(!error, "hub: remove '", path, "': ", error.message());
}

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
    names.push_back(it->path().filename().string());
  return names;
}

// Of downloads and folders that were not finished.
bool is_left_over(const std::string& name) {
  return ends_with(name, kPartialEnding) || ends_with(name, std::string(kPartialEnding) + kValidatorEnding) ||
         name.find(kTemporary) != std::string::npos;
}

int64_t remove_folder(const std::string& folder) {
  const serialize::FileLock lock(folder, kCleanTimeout);
  const int64_t bytes = bytes_below(folder);
  remove_all(folder);
  return bytes;
}

// What an archive was downloaded to, and what is left of downloads of it; the others may still be at work on theirs.
int64_t remove_left_over_of(const std::string& folder) {
  const std::string parent = folder.substr(0, folder.rfind('/')), name = serialize::file_name(folder);
  int64_t bytes = 0;
  for (const std::string& other : names_in(parent)) {
    if (other.compare(0, name.size(), name) != 0 || !is_left_over(other)) continue;
    const std::string rest = other.substr(name.size());
    if (rest.compare(0, 1, ".") != 0) continue;  // of a source whose folder has a longer name
    bytes += bytes_below(join(parent, other));
    remove_all(join(parent, other));
  }
  return bytes;
}

}  // namespace

std::string cache_dir(const std::string& dir) { return dir.empty() ? get_dir() : dir; }
std::string join(const std::string& folder, const std::string& name) {
  return folder.empty() || folder.back() == '/' ? folder + name : folder + "/" + name;
}
bool exists(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }
bool is_folder(const std::string& path) {
  struct stat status;
  return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}
std::string read_file(const std::string& path, size_t most) { return serialize::open_file(path).read_all(most); }

NewFolder::NewFolder(const std::string& path) : path_(path) {
  static std::atomic<unsigned> counter{0};
  serialize::make_folder_of(path);
  do {
    temporary_ = str(path, kTemporary, static_cast<int64_t>(::getpid()), "-", counter.fetch_add(1));
  } while (::mkdir(temporary_.c_str(), 0777) != 0 && errno == EEXIST);
  TORCHPP_CHECK_FILE(is_folder(temporary_), "hub: make the folder '", temporary_, "': ", std::strerror(errno));
}

NewFolder::~NewFolder() {
  std::error_code error;  // what stays is clean_all()'s
  fs::remove_all(temporary_, error);
}

void NewFolder::commit(const std::string& content, const std::string& source) {
  const std::string marker = join(content, kMarker);
  TORCHPP_CHECK_FILE(!exists(marker), "hub: '", source, "': got a file with the name ", kMarker, ", which is reserved");
  {
    serialize::OutputFile out(marker);
    const std::string line = source + "\n";
    out.write(line.data(), line.size());
    out.commit();
  }
  const std::string old = temporary_ + "-old";
  const bool replaces = ::rename(path_.c_str(), old.c_str()) == 0;
  TORCHPP_CHECK_FILE(replaces || errno == ENOENT, "hub: rename '", path_, "': ", std::strerror(errno));
  if (::rename(content.c_str(), path_.c_str()) != 0) {
    const int error = errno;
    if (replaces && ::rename(old.c_str(), path_.c_str()) != 0) errno = 0;
    TORCHPP_FAIL_KIND(kFile, "hub: rename to '", path_, "': ", std::strerror(error));
  }
  if (replaces) remove_all(old);
}

std::string source_of(const std::string& folder) {
  const std::string marker = join(folder, kMarker);
  if (!exists(marker)) return "";
  const std::string text = read_file(marker, kMostMarkerBytes);
  return text.substr(0, text.find('\n'));
}

std::vector<CachedSource> cached(const std::string& dir) {
  const std::string root = cache_dir(dir);
  std::vector<std::string> names = names_in(root);
  std::sort(names.begin(), names.end());
  std::vector<CachedSource> all;
  for (const std::string& name : names) {
    const std::string folder = join(root, name);
    if (is_left_over(name) || !is_folder(folder)) continue;
    const std::string source = source_of(folder);
    if (!source.empty()) all.push_back({source, folder, bytes_below(folder)});
  }
  return all;
}

int64_t clean(const std::string& source, const std::string& dir) {
  const std::string root = cache_dir(dir);
  const std::vector<CachedSource> all = cached(root);
  // As cached() names it, else as it was given.
  const bool is_listed =
      std::any_of(all.begin(), all.end(), [&](const CachedSource& one) { return one.source == source; });
  const optional<Source> parsed = is_listed ? nullopt : optional<Source>(parse_source(source));
  int64_t bytes = 0;
  bool found = false;
  for (const CachedSource& one : all) {
    if (parsed ? !parsed->is_named_by(one.source) : one.source != source) continue;
    found = true;
    bytes += remove_folder(one.folder) + remove_left_over_of(one.folder);
  }
  TORCHPP_CHECK_FILE(found, "hub: clean '", source, "': got a source that is not in the cache, '", root, "'");
  return bytes;
}

int64_t clean_all(const std::string& dir) {
  const std::string root = cache_dir(dir);
  int64_t bytes = 0;
  for (const CachedSource& one : cached(root)) bytes += remove_folder(one.folder);
  for (const std::string& name : names_in(root)) {
    if (!is_left_over(name)) continue;
    bytes += bytes_below(join(root, name));
    remove_all(join(root, name));
  }
  return bytes;
}

}  // namespace torchpp::hub
