// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/data/cache.h>

#include <utility>

#include "data/save.h"
#include "data/stages.h"
#include "src/serialize/digest.h"

namespace torchpp::data::detail {

StagePtr<File> check_hash(StagePtr<File> files, const Hashes& hashes, HashType type, bool rewind) {
  return convert<File, File>("check_hash", std::move(files), [=](File file) {
    const std::string& expected = expected_digest(hashes, file.first);
    if (!rewind) {
      check_digest(file.first, serialize::digest_of(file.second, type), expected);
      return file;
    }
    // A stream that cannot go back, from an archive or a server, is kept in memory.
    if (file.second.rewind()) {
      check_digest(file.first, serialize::digest_of(file.second, type), expected);
      file.second.rewind();
      return file;
    }
    std::string bytes = file.second.read_all();
    check_digest(file.first, serialize::digest_of(bytes, type), expected);
    return File(file.first, memory_stream(std::move(bytes), file.first));
  });
}

StagePtr<Text> check_hash(StagePtr<Text> texts, const Hashes& hashes, HashType type) {
  return convert<Text, Text>("check_hash", std::move(texts), [=](Text text) {
    check_digest(text.first, serialize::digest_of(text.second, type), expected_digest(hashes, text.first));
    return text;
  });
}

StagePtr<std::string> save_to_disk(StagePtr<File> files, const PathFunction& filepath_fn) {
  return convert<File, std::string>("save_to_disk", std::move(files), [filepath_fn](File file) {
    std::string path = path_of(filepath_fn, file.first, "save_to_disk");
    save(file.second, path);
    return path;
  });
}

StagePtr<std::string> save_to_disk(StagePtr<Text> texts, const PathFunction& filepath_fn) {
  return convert<Text, std::string>("save_to_disk", std::move(texts), [filepath_fn](Text text) {
    std::string path = path_of(filepath_fn, text.first, "save_to_disk");
    Stream stream = memory_stream(std::move(text.second), text.first);
    save(stream, path);
    return path;
  });
}

}  // namespace torchpp::data::detail
