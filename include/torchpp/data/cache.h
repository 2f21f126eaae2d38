// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Files that are checked, saved, and kept.

#include <torchpp/core/arg.h>
#include <torchpp/core/callable.h>
#include <torchpp/core/export.h>
#include <torchpp/data/pipe.h>
#include <torchpp/data/stream.h>
#include <torchpp/serialize/hash_type.h>

#include <map>
#include <string>
#include <utility>

namespace torchpp::data {

using serialize::HashType;
/// Hexadecimal digits by path: {{"downloads/a", "900150983cd24fb0..."}}.
struct Hashes : std::map<std::string, std::string> {
  using std::map<std::string, std::string>::map;
};

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
TORCHPP_API StagePtr<File> check_hash(StagePtr<File> files, const Hashes& hashes, HashType type = HashType::kSha256,
                                      bool rewind = true);
TORCHPP_API StagePtr<Text> check_hash(StagePtr<Text> texts, const Hashes& hashes, HashType type = HashType::kSha256);
TORCHPP_API StagePtr<std::string> save_to_disk(StagePtr<File> files, const PathFunction& filepath_fn = {});
TORCHPP_API StagePtr<std::string> save_to_disk(StagePtr<Text> texts, const PathFunction& filepath_fn = {});
TORCHPP_API StagePtr<std::string> on_disk_cache(StagePtr<std::string> items, const OnDiskCacheOptions& options,
                                                const Callable<StagePtr<File>(StagePtr<std::string>)>& section);
}  // namespace detail

/// Compares the hash of each file, or of each (path, bytes), with the one that `hashes` has for its path. Behind it
/// come a HashType, kSha256 by default, and for files whether the stream shall be at its start again, true by default;
/// a stream that cannot go back is then kept in memory.
///
///     auto files = data::list_files("downloads").open_files().check_hash({{"downloads/a", "900150983cd24fb0..."}});
///
/// Throws ValueError for a path without a hash, FileError for another hash. Uses libcrypto, which is opened on first
/// use. Source: torchdata 0.3 HashChecker.
template <class T>
template <class... Options>
auto Pipe<T>::check_hash(const Hashes& hashes, const Options&... options) && {
  return Pipe<T>(detail::check_hash(std::move(*this).take(), hashes, options...));
}

/// Writes each file, or each (path, bytes), and gives the path. A function makes the path to write to of the one that
/// came, if it is given. Folders are made; a file appears whole or not at all, in the place of one that was there.
///
///     auto saved = data::list_files("a.tar").open_files().load_from_tar().save_to_disk(
///         [](const std::string& path) { return "out/" + path; });
///
/// Throws FileError; ValueError for a path with a part ".." that comes from the one given, since names in archives
/// are not trusted. Source: torchdata 0.3 Saver.
template <class T>
template <class... Function>
auto Pipe<T>::save_to_disk(const Function&... filepath_fn) && {
  return Pipe<std::string>(detail::save_to_disk(std::move(*this).take(), PathFunction(filepath_fn)...));
}

/// The path of each item's file, which is made by `section` if it is not there: a function that appends stages to a
/// pipe of the items that lack a file, and returns a pipe of files. Paths come in the order of the items. Where the
/// section makes several files of one item, all their paths come, and a list of them is kept as well.
///
///     auto paths = data::from(urls).on_disk_cache(
///         OnDiskCacheOptions().filepath_fn([](const std::string& url) { return "cache/" + url.substr(url.rfind('/') +
///         1); }),
///         [](data::Pipe<std::string> missing) { return std::move(missing).read_from_http(); });
///
/// Files appear whole or not at all. Processes and threads that want the same item wait for the one that makes it
/// (OnDiskCacheOptions::timeout); when that one dies, another makes it. Throws FileError.
/// Source: torchdata 0.3 OnDiskCacheHolder; the section's end is its end_caching.
template <class T>
template <class Options, class Section>
auto Pipe<T>::on_disk_cache(const Options& options, Section section) && {
  return Pipe<std::string>(detail::on_disk_cache(
      std::move(*this).take(), options,
      [&section](StagePtr<std::string> missing) { return section(Pipe<std::string>(std::move(missing))).take(); }));
}

}  // namespace torchpp::data
