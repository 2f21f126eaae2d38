// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Samples whose parts are files of one name: "7.jpg", "7.cls".

#include <torchpp/core/export.h>
#include <torchpp/data/gather.h>
#include <torchpp/data/pipe.h>
#include <torchpp/data/stream.h>

#include <map>
#include <string>
#include <utility>

namespace torchpp::data {

namespace detail {
[[noreturn]] TORCHPP_API void fail_missing_file(const std::string& key, const std::string& extension);
}  // namespace detail

/// The files of one name, by what is behind it.
template <class T>
struct Sample {
  /// The path up to the first dot of the file's name.
  std::string key;
  /// By ".jpg", ".seg.jpg", ...
  std::map<std::string, T> files;

  T& operator[](const std::string& extension) { return files[extension]; }
  /// Throws IndexError if there is none.
  const T& at(const std::string& extension) const {
    const auto found = files.find(extension);
    if (found == files.end()) detail::fail_missing_file(key, extension);
    return found->second;
  }
};

namespace detail {
/// A path up to the first dot of the file's name, and the rest; an empty rest if there is no dot.
TORCHPP_API std::pair<std::string, std::string> split_sample_path(const std::string& path);

template <class T>
StagePtr<Sample<T>> webdataset(StagePtr<PathAnd<T>> files) {
  return StagePtr<Sample<T>>(new GatherStage<PathAnd<T>, Sample<T>>(
      "webdataset", std::move(files), [](optional<Sample<T>>& sample, PathAnd<T>& file) {
        auto parts = split_sample_path(file.first);
        if (parts.second.empty()) return true;  // no part of a sample
        if (sample && sample->key != parts.first) return false;
        if (!sample) sample = Sample<T>{std::move(parts.first), {}};
        sample->files[std::move(parts.second)] = std::move(file.second);
        return true;
      }));
}
}  // namespace detail

/// Files that come one after the other and differ only behind the first dot of their names, as one Sample. Of items
/// (path, anything). Files without a dot in their names are left out.
///
///     auto samples = data::list_files("train").open_files().load_from_tar().webdataset();
///     for (auto& sample : samples) use(sample[".jpg"].read_all(), sample[".cls"].read_all());
///
/// Source: torchdata 0.4 WebDataset, whose "__key__" is Sample::key.
template <class T>
auto Pipe<T>::webdataset() && {
  using Part = typename T::second_type;
  return Pipe<Sample<Part>>(detail::webdataset<Part>(std::move(*this).take()));
}

}  // namespace torchpp::data
