// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Files: found, opened, read.

#include <torchpp/core/arg.h>
#include <torchpp/core/export.h>
#include <torchpp/data/pipe.h>
#include <torchpp/data/stream.h>

#include <string>
#include <utility>
#include <vector>

namespace torchpp::data {

struct ListFilesOptions {
  /// Shell patterns (*, ?, [abc], [!abc]) of which a file's name, without its folder, matches one; none: all files.
  TORCHPP_ARG(std::vector<std::string>, masks);
  /// Folders in folders, too.
  TORCHPP_ARG(bool, recursive) = false;
  /// Absolute paths; else they begin as the root does.
  TORCHPP_ARG(bool, abspath) = false;
};

namespace detail {
TORCHPP_API StagePtr<std::string> list_files(StagePtr<std::string> roots, const ListFilesOptions& options);
TORCHPP_API StagePtr<File> open_files(StagePtr<std::string> paths);
TORCHPP_API StagePtr<Text> read_from_stream(StagePtr<File> files, int64_t chunk);
}  // namespace detail

/// The paths of the files in a folder, or in several, sorted: those of a folder, then those of its folders, each by
/// name. A path to a file gives itself. Links to folders are not followed.
///
///     for (auto& path : data::list_files("train", ListFilesOptions().masks({"*.jpg"}).recursive(true))) use(path);
///
/// Throws FileError for what is not there. Source: torch 1.13 FileLister, whose length is set_length() here.
TORCHPP_API Pipe<std::string> list_files(const std::string& root = ".", const ListFilesOptions& options = {});
TORCHPP_API Pipe<std::string> list_files(std::vector<std::string> roots, const ListFilesOptions& options = {});

/// As the function list_files(), in each folder that comes.
template <class T>
template <class... Options>
auto Pipe<T>::list_files(const Options&... options) && {
  return Pipe<std::string>(detail::list_files(std::move(*this).take(), ListFilesOptions(options...)));
}

/// Each path with the open file: (path, stream). The bytes are as they are in the file.
///
///     auto files = data::list_files("notes").open_files();
///
/// Throws FileError. Source: torch 1.13 FileOpener; there are no modes and encodings of text.
template <class T>
auto Pipe<T>::open_files() && {
  return Pipe<File>(detail::open_files(std::move(*this).take()));
}

/// The bytes of each file: (path, bytes), `chunk` of them at a time, or all for 0. Nothing of an empty file.
///
///     auto blocks = data::list_files("notes").open_files().read_from_stream(4096);
///
/// Source: torch 1.13 StreamReader.
template <class T>
auto Pipe<T>::read_from_stream(int64_t chunk) && {
  return Pipe<Text>(detail::read_from_stream(std::move(*this).take(), chunk));
}

}  // namespace torchpp::data
