// SPDX-License-Identifier: BSD-3-Clause
#include "data/datasets/plain_or_gzip.h"

#include <torchpp/data/archives.h>

#include <utility>

#include "src/serialize/decompress.h"

namespace torchpp::data::datasets {

Stream open_plain_or_gzip(const std::string& path) {
  Stream file = open_file(path);
  if (serialize::compression_of_bytes(file.peek(6)) != optional<serialize::Compression>(serialize::Compression::kGzip))
    return file;
  return serialize::decompressed(std::move(file), serialize::Compression::kGzip, ArchiveOptions(), path);
}

}  // namespace torchpp::data::datasets
