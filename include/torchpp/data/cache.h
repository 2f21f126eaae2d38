// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Files that are checked, saved, and kept.

#include <torchpp/core/arg.h>
#include <torchpp/core/callable.h>
#include <torchpp/core/export.h>
#include <torchpp/data/stage.h>
#include <torchpp/data/stream.h>

#include <map>
#include <string>

namespace torchpp::data {

/// kMd5 finds accidents only, kSha256 also what somebody changed on purpose.
enum class HashType : unsigned char { kSha256, kMd5 };
/// Hexadecimal digits by path.
using Hashes = std::map<std::string, std::string>;

/// Makes the path to write to of the path, URL or name that came.
using PathFunction = Callable<std::string(const std::string& name)>;

/// What of each item is kept as files.
struct OnDiskCacheOptions {
  /// The path of an item's file; none: the item itself.
  TORCHPP_ARG(PathFunction, filepath_fn);
  /// The path of each file that the section makes of an item, from the name that the section gives it; none:
  /// filepath_fn. torchdata's end_caching(filepath_fn).
  TORCHPP_ARG(PathFunction, output_fn);
  /// What the files must hash to, by path. A file that does not is made again; what the section makes and does not is
  /// an error, and not kept.
  TORCHPP_ARG(Hashes, hashes);
  TORCHPP_ARG(HashType, hash_type) = HashType::kSha256;
  /// Whether a file that is there is good.
  TORCHPP_ARG(Callable<bool(const std::string& path)>, extra_check_fn);
  /// Seconds to wait for another process that makes the same file.
  TORCHPP_ARG(double, timeout) = 300;
};

namespace detail {
TORCHPP_API StagePtr<File> check_hash(StagePtr<File> files, const Hashes& hashes, HashType type, bool rewind);
TORCHPP_API StagePtr<Text> check_hash(StagePtr<Text> texts, const Hashes& hashes, HashType type);
TORCHPP_API StagePtr<std::string> save_to_disk(StagePtr<File> files, const PathFunction& filepath_fn);
TORCHPP_API StagePtr<std::string> save_to_disk(StagePtr<Text> texts, const PathFunction& filepath_fn);
TORCHPP_API StagePtr<std::string> on_disk_cache(StagePtr<std::string> items, const OnDiskCacheOptions& options,
                                                const Callable<StagePtr<File>(StagePtr<std::string>)>& section);
}  // namespace detail

}  // namespace torchpp::data
