// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/data/files.h>
#include <torchpp/data/sources.h>

#include <memory>
#include <utility>

#include "data/stages.h"
#include "data/walk.h"

namespace torchpp::data {

Pipe<std::string> list_files(const std::string& root, const ListFilesOptions& options) {
  return list_files(std::vector<std::string>{root}, options);
}
Pipe<std::string> list_files(std::vector<std::string> roots, const ListFilesOptions& options) {
  return from(std::move(roots)).list_files(options);
}

namespace detail {

StagePtr<std::string> list_files(StagePtr<std::string> roots, const ListFilesOptions& options) {
  return expand<std::string, std::string>("list_files", std::move(roots), [options](const std::string& root) {
    return [walk = Walk(root, options)]() mutable { return walk.next(); };
  });
}

StagePtr<File> open_files(StagePtr<std::string> paths) {
  return convert<std::string, File>("open_files", std::move(paths), [](std::string path) {
    Stream stream = open_file(path);
    return File(std::move(path), std::move(stream));
  });
}

StagePtr<Text> read_from_stream(StagePtr<File> files, int64_t chunk) {
  TORCHPP_CHECK_VALUE(chunk >= 0, "read_from_stream: chunk got ", chunk, ", expected 0 (all) or more");
  return expand<File, Text>("read_from_stream", std::move(files), [chunk](File file) {
    return [file = std::move(file), chunk]() mutable -> optional<Text> {
      std::string bytes = chunk == 0 ? file.second.read_all() : file.second.read(static_cast<size_t>(chunk));
      if (bytes.empty()) return nullopt;
      return Text(file.first, std::move(bytes));
    };
  });
}

}  // namespace detail
}  // namespace torchpp::data
