// SPDX-License-Identifier: BSD-3-Clause
#include "data/datasets/plain_or_gzip.h"

#include <torchpp/data/archives.h>

#include <utility>

#include "data/decompress.h"

namespace torchpp::data::datasets {

Stream open_plain_or_gzip(const std::string& path) {
  Stream file = open_file(path);
  if (compression_of_bytes(file.peek(6)) != optional<Compression>(Compression::kGzip)) return file;
  return decompressed(std::move(file), Compression::kGzip, ArchiveOptions(), path);
}

}  // namespace torchpp::data::datasets
