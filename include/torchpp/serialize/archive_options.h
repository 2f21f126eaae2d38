// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/arg.h>

#include <cstdint>
#include <utility>

namespace torchpp::serialize {

/// What an archive or a compressed file may unfold to. It is foreign: a file of a few kilobytes can claim to hold
/// petabytes, or unfold to them. Beyond a limit, reading throws FileError.
struct ArchiveOptions {
  /// Bytes of one member, or of one decompressed file.
  TORCHPP_ARG(int64_t, max_bytes) = int64_t{1} << 34;
  /// Members of one archive, those that are no regular files included.
  TORCHPP_ARG(int64_t, max_members) = int64_t{1} << 24;
  /// Bytes that come out for each byte that went in, counted from the first 16 MiB that came out. The formats
  /// themselves reach 1030 (gzip) and more; data that are worth keeping seldom exceed 100.
  TORCHPP_ARG(double, max_ratio) = 2000;
};

}  // namespace torchpp::serialize
