// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Files of web servers.

#include <torchpp/core/arg.h>
#include <torchpp/core/export.h>
#include <torchpp/core/optional.h>
#include <torchpp/data/pipe.h>
#include <torchpp/data/stream.h>

#include <string>
#include <utility>
#include <vector>

namespace torchpp::data {

struct HttpOptions {
  /// Seconds for which the server may say nothing: while the connection is made, and between two pieces of the answer.
  TORCHPP_ARG(double, timeout) = 60;
  /// Seconds for the whole answer; none: as long as it keeps coming.
  TORCHPP_ARG(optional<double>, total_timeout);
  /// Bytes of an answer; beyond it FileError.
  TORCHPP_ARG(int64_t, max_bytes) = int64_t{1} << 40;
  TORCHPP_ARG(int64_t, max_redirects) = 10;
  /// "Name: value", sent with each request.
  TORCHPP_ARG(std::vector<std::string>, headers);
};

/// The answer to a GET request, read while it comes; the function returns when the server has begun to answer. Only
/// http and https, also for redirections; certificates are checked; proxies are those of the environment (http_proxy,
/// https_proxy, no_proxy). Uses libcurl, which is opened on first use.
/// Throws FileError for a URL that cannot be asked, for a status of 400 or more, and from the stream's reading
/// functions when the answer stops before its end, comes too slowly, or is too long.
TORCHPP_API Stream open_url(const std::string& url, const HttpOptions& options = {});

namespace detail {
TORCHPP_API StagePtr<File> read_from_http(StagePtr<std::string> urls, const HttpOptions& options);
TORCHPP_API StagePtr<File> read_from_remote(StagePtr<std::string> urls, const HttpOptions& options);
}  // namespace detail

/// The answer to a GET request for each URL: (url, stream); see open_url().
///
///     auto lines = data::from(urls).read_from_http(HttpOptions().timeout(10)).readlines();
///
/// Source: torchdata 0.3 HttpReader.
template <class T>
template <class... Options>
auto Pipe<T>::read_from_http(const Options&... options) && {
  return Pipe<File>(detail::read_from_http(std::move(*this).take(), HttpOptions(options...)));
}

/// As read_from_http(), also of paths and file:// URLs. Throws NotImplementedError for other schemes.
///
///     auto files = data::from(places).read_from_remote();
///
/// Source: torchdata 0.3 OnlineReader, without Google Drive.
template <class T>
template <class... Options>
auto Pipe<T>::read_from_remote(const Options&... options) && {
  return Pipe<File>(detail::read_from_remote(std::move(*this).take(), HttpOptions(options...)));
}

}  // namespace torchpp::data
