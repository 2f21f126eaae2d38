// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/data/cache.h>
#include <unistd.h>

#include <memory>
#include <utility>
#include <vector>

#include "data/save.h"
#include "data/stages.h"
#include "src/serialize/digest.h"
#include "src/serialize/file_lock.h"
#include "src/serialize/paths.h"

namespace torchpp::data {
namespace {

bool exists(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

// What the section between on_disk_cache and its end gets: one item at a time.
class OneItem final : public Stage<std::string> {
 public:
  explicit OneItem(std::shared_ptr<optional<std::string>> item) : item_(std::move(item)) {}
  optional<std::string> next() override { return std::exchange(*item_, nullopt); }
  void reset(const Epoch&) override {}
  State state() const override { return state_of(*this); }
  void load_state(const State&) override {}
  const char* name() const override { return "on_disk_cache"; }

 private:
  std::shared_ptr<optional<std::string>> item_;
};

// The files that an item has become: found, or made by the section and saved.
class DiskCache {
 public:
  DiskCache(const OnDiskCacheOptions& options, std::shared_ptr<optional<std::string>> item, StagePtr<File> section)
      : options_(options), item_(std::move(item)), section_(section.release()) {}

  std::vector<std::string> files_of(const std::string& item) {
    const std::string path = path_of(options_.filepath_fn(), item, "on_disk_cache");
    std::vector<std::string> files;
    if (find(path, files)) return files;
    serialize::make_folder_of(path);
    const serialize::FileLock lock(path, options_.timeout());
    if (find(path, files)) return files;  // somebody else has made them meanwhile
    make(item, path, files);
    return files;
  }

 private:
  // Several files of one item are listed in a file of their own, which is written when all of them are there.
  static std::string list_path(const std::string& path) { return path + ".files"; }

  bool find(const std::string& path, std::vector<std::string>& files) const {
    if (exists(list_path(path))) {
      Stream list = open_file(list_path(path));
      std::string line;
      files.clear();
      while (list.read_line(line)) {
        if (!line.empty() && line.back() == '\n') line.pop_back();
        if (!exists(line)) return false;
        files.push_back(line);
      }
      return true;
    }
    if (!exists(path)) return false;
    if (!options_.hashes().empty()) {
      const auto expected = options_.hashes().find(path);
      if (expected == options_.hashes().end()) return false;
      Stream file = open_file(path);
      if (!serialize::is_same_digest(serialize::digest_of(file, options_.hash_type()), expected->second)) return false;
    }
    if (options_.extra_check_fn() && !options_.extra_check_fn()(path)) return false;
    files = {path};
    return true;
  }

  void make(const std::string& item, const std::string& path, std::vector<std::string>& files) {
    files.clear();
    *item_ = item;
    section_->reset(Epoch());
    while (optional<File> file = section_->next()) {
      const PathFunction& function = options_.output_fn() ? options_.output_fn() : options_.filepath_fn();
      const std::string to = path_of(function, file->first, "on_disk_cache");
      const std::string* digest = options_.hashes().empty() ? nullptr : &expected_digest(options_.hashes(), to);
      save(file->second, to, digest, options_.hash_type());
      files.push_back(to);
    }
    if (files.size() == 1 && files[0] == path) return;
    std::string lines;
    for (const std::string& name : files) {
      TORCHPP_CHECK_VALUE(name.find('\n') == std::string::npos, "on_disk_cache: got a path with a newline in it, '",
                          name, "', expected one without");
      lines += name + "\n";
    }
    Stream list = memory_stream(std::move(lines));
    save(list, list_path(path));
  }

  OnDiskCacheOptions options_;
  std::shared_ptr<optional<std::string>> item_;
  std::shared_ptr<Stage<File>> section_;
};

}  // namespace

namespace detail {

StagePtr<std::string> on_disk_cache(StagePtr<std::string> items, const OnDiskCacheOptions& options,
                                    const Callable<StagePtr<File>(StagePtr<std::string>)>& section) {
  auto item = std::make_shared<optional<std::string>>();
  auto cache = std::make_shared<DiskCache>(options, item, section(StagePtr<std::string>(new OneItem(item))));
  return expand<std::string, std::string>("on_disk_cache", std::move(items), [cache](const std::string& name) {
    return [files = cache->files_of(name), at = size_t{0}]() mutable -> optional<std::string> {
      if (at == files.size()) return nullopt;
      return files[at++];
    };
  });
}

}  // namespace detail
}  // namespace torchpp::data
