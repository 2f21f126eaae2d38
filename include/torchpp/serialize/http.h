// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Files of web servers.

#include <torchpp/core/arg.h>
#include <torchpp/core/export.h>
#include <torchpp/core/optional.h>
#include <torchpp/serialize/stream.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace torchpp::serialize {

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
  /// A file in PEM format with the certificates of the authorities that are believed, in the place of the system's;
  /// for servers of one's own. Empty: the system's.
  TORCHPP_ARG(std::string, ca_file);
  /// Whether http is refused, in the URL and in redirections.
  TORCHPP_ARG(bool, https_only) = false;
};

/// The answer to a GET request, read while it comes; the function returns when the server has begun to answer. Only
/// http and https, also for redirections; certificates are checked; proxies are those of the environment (http_proxy,
/// https_proxy, no_proxy). Uses libcurl, which is opened on first use.
/// Throws FileError for a URL that cannot be asked, for a status of 400 or more, and from the stream's reading
/// functions when the answer stops before its end, comes too slowly, or is too long.
TORCHPP_API Stream open_url(const std::string& url, const HttpOptions& options = {});

}  // namespace torchpp::serialize
