// SPDX-License-Identifier: BSD-3-Clause
#include <strings.h>
#include <torchpp/core/error.h>
#include <torchpp/data/http.h>

#include <cstring>
#include <utility>

#include "data/stages.h"

namespace torchpp::data::detail {
namespace {

bool has_scheme(const std::string& url, const char* scheme) {
  return ::strncasecmp(url.c_str(), scheme, std::strlen(scheme)) == 0;
}

Stream open_remote(const std::string& url, const HttpOptions& options) {
  if (has_scheme(url, "http://") || has_scheme(url, "https://")) return open_url(url, options);
  if (has_scheme(url, "file://")) return open_file(url.substr(std::strlen("file://")));
  const size_t colon = url.find("://");
  TORCHPP_CHECK_NOT_IMPLEMENTED(colon == std::string::npos, "read_from_remote: '", url, "': got the scheme ",
                                url.substr(0, colon), ", expected http, https, file or a path");
  return open_file(url);
}

}  // namespace

StagePtr<File> read_from_http(StagePtr<std::string> urls, const HttpOptions& options) {
  return convert<std::string, File>("read_from_http", std::move(urls), [options](std::string url) {
    Stream stream = open_url(url, options);
    return File(std::move(url), std::move(stream));
  });
}

StagePtr<File> read_from_remote(StagePtr<std::string> urls, const HttpOptions& options) {
  return convert<std::string, File>("read_from_remote", std::move(urls), [options](std::string url) {
    Stream stream = open_remote(url, options);
    return File(std::move(url), std::move(stream));
  });
}

}  // namespace torchpp::data::detail
