// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Compressed files. Each format's library is opened on first use.

#include <torchpp/core/optional.h>
#include <torchpp/serialize/archive_options.h>
#include <torchpp/serialize/stream.h>

#include <memory>
#include <string>

namespace torchpp::serialize {

/// kXz is for files of the older format .lzma, too.
enum class Compression : unsigned char { kGzip, kBzip2, kXz, kZstd };
/// "gzip", ...
const char* to_string(Compression compression);

/// By the first bytes of a file; .lzma files have none that say so.
optional<Compression> compression_of_bytes(const std::string& start);

/// The decompressed bytes of a stream, also of several compressed files one after the other. Throws FileError for what
/// is no such file, ends too early, has other checksums than it says, or exceeds the limits.
Stream decompressed(Stream in, Compression compression, const ArchiveOptions& options, std::string name);

/// What a format's library does.
class Decoder {
 public:
  struct Step {
    size_t taken, given;
    bool is_end = false;          // of a compressed file; another may follow
    const char* error = nullptr;  // why the bytes are refused
  };

  Decoder() = default;
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;
  virtual ~Decoder();
  /// Decodes some of the input. Neither taken nor given means that more input is needed.
  virtual Step decode(const char* in, size_t in_size, char* out, size_t out_size) = 0;
  /// To be called after an end, before the bytes of another compressed file.
  virtual void restart() = 0;
};
/// One for each format. They throw Error if the library is missing.
std::unique_ptr<Decoder> make_gzip_decoder();
std::unique_ptr<Decoder> make_bzip2_decoder();
std::unique_ptr<Decoder> make_xz_decoder();
std::unique_ptr<Decoder> make_zstd_decoder();

}  // namespace torchpp::serialize
