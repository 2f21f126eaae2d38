// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Files: found, opened, read.

#include <torchpp/core/arg.h>
#include <torchpp/core/export.h>
#include <torchpp/data/stage.h>
#include <torchpp/data/stream.h>

#include <string>
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

}  // namespace torchpp::data
