// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Archives and compressed files.

#include <torchpp/core/arg.h>
#include <torchpp/core/export.h>
#include <torchpp/core/optional.h>
#include <torchpp/data/stage.h>
#include <torchpp/data/stream.h>

namespace torchpp::data {

/// What an archive or a compressed file may unfold to. It is foreign: a file of a few kilobytes can claim to hold
/// petabytes, or unfold to them. Beyond a limit, reading throws FileError.
struct TORCHPP_API ArchiveOptions {
  /// Bytes of one member, or of one decompressed file.
  TORCHPP_ARG(int64_t, max_bytes) = int64_t{1} << 34;
  /// Members of one archive, those that are no regular files included.
  TORCHPP_ARG(int64_t, max_members) = int64_t{1} << 24;
  /// Bytes that come out for each byte that went in, counted from the first 16 MiB that came out. The formats
  /// themselves reach 1030 (gzip) and more; data that are worth keeping seldom exceed 100.
  TORCHPP_ARG(double, max_ratio) = 2000;
};

/// How a file is compressed; kPlain is not at all, or an archive that says itself how. kXz is for .lzma, too.
enum class FileType : unsigned char { kPlain, kGzip, kBzip2, kXz, kZstd };

namespace detail {
TORCHPP_API StagePtr<File> load_from_tar(StagePtr<File> files, const ArchiveOptions& options);
TORCHPP_API StagePtr<File> load_from_zip(StagePtr<File> files, const ArchiveOptions& options);
TORCHPP_API StagePtr<File> load_from_rar(StagePtr<File> files, const ArchiveOptions& options);
TORCHPP_API StagePtr<File> load_from_gz(StagePtr<File> files, const ArchiveOptions& options);
TORCHPP_API StagePtr<File> load_from_bz2(StagePtr<File> files, const ArchiveOptions& options);
TORCHPP_API StagePtr<File> load_from_xz(StagePtr<File> files, const ArchiveOptions& options);
TORCHPP_API StagePtr<File> load_from_zstd(StagePtr<File> files, const ArchiveOptions& options);
TORCHPP_API StagePtr<File> decompress(StagePtr<File> files, optional<FileType> type, const ArchiveOptions& options);
}  // namespace detail

}  // namespace torchpp::data
