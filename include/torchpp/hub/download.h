// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Files of web servers, kept.

#include <torchpp/core/arg.h>
#include <torchpp/core/callable.h>
#include <torchpp/core/export.h>
#include <torchpp/core/optional.h>
#include <torchpp/serialize/http.h>
#include <torchpp/serialize/safetensors.h>

#include <cstdint>
#include <string>
#include <utility>

namespace torchpp::hub {

using serialize::HttpOptions;

/// The folder of what was downloaded, unless set_dir() has named one: $TORCH_HOME/hub, or $XDG_CACHE_HOME/torch/hub, or
/// ~/.cache/torch/hub. Throws Error if none of these variables is set, and neither is HOME.
/// Source: torch 1.13 hub.get_dir.
TORCHPP_API std::string get_dir();
/// For this process, all threads of it.
TORCHPP_API void set_dir(const std::string& dir);

/// Called while bytes come: how many of the file are there, and how many there will be, if the server has said so. At
/// most ten times a second, and at the end. An exception ends the download, which a later call can go on with.
using Progress = Callable<void(int64_t bytes, optional<int64_t> all)>;

struct DownloadOptions {
  /// The first hexadecimal digits, or all 64, of the file's SHA-256. Empty: not compared.
  TORCHPP_ARG(std::string, hash_prefix);
  /// How many bytes the file must have.
  TORCHPP_ARG(optional<int64_t>, bytes);
  TORCHPP_ARG(Progress, progress);
  /// How often to ask again when the connection is lost, with a pause that doubles from a quarter of a second.
  TORCHPP_ARG(int64_t, retries) = 4;
  /// Time limits, the certificates that are believed, headers. http is refused always.
  TORCHPP_ARG(HttpOptions, http);
  /// Seconds to wait for another process that downloads the same file.
  TORCHPP_ARG(double, lock_timeout) = 600;
};

/// Downloads a file over https. It appears under `path` whole or not at all, with the folders that it is in; what is
/// there already is replaced. What has come when the connection is lost stays beside it ("<path>.partial"), and the
/// rest alone is asked for by the next try or the next call, if the server says that the file has not changed. Other
/// processes and threads that download to the same path wait for each other. Throws FileError for an answer that does
/// not come to its end, is no success, redirects to another scheme than https, or has another hash or length than the
/// options say; ValueError for a URL that is not https. Source: torch 1.13 hub.download_url_to_file.
TORCHPP_API void download_url_to_file(const std::string& url, const std::string& path,
                                      const DownloadOptions& options = {});

struct StateDictOptions {
  /// The folder; empty: "checkpoints" in get_dir().
  TORCHPP_ARG(std::string, model_dir);
  /// The file's name; empty: the last part of the URL's path.
  TORCHPP_ARG(std::string, file_name);
  /// Whether the name must have a hash, and the file that one: in "name-<8 or more hexadecimal digits>.ext" the digits
  /// are the first of its SHA-256.
  TORCHPP_ARG(bool, check_hash) = false;
  /// Tensors are moved there; none: they stay on the CPU.
  TORCHPP_ARG(optional<Device>, map_location);
  TORCHPP_ARG(DownloadOptions, download);
};

/// The tensors of a file on a web server, of any format that TensorFile reads, which is downloaded if it is not in the
/// folder yet. Where the format allows it, they look at a mapping of the file (TensorFileOptions::map): what is not
/// used is not read. Throws as download_url_to_file and TensorFile do; ValueError for a name without a hash that is to
/// have one. Source: torch 1.13 hub.load_state_dict_from_url.
TORCHPP_API NamedTensors load_state_dict_from_url(const std::string& url, const StateDictOptions& options = {});

}  // namespace torchpp::hub
