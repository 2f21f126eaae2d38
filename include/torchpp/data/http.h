// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Files of web servers.

#include <torchpp/core/export.h>
#include <torchpp/data/pipe.h>
#include <torchpp/data/stream.h>
#include <torchpp/serialize/http.h>

#include <string>
#include <utility>

namespace torchpp::data {

using serialize::HttpOptions;
using serialize::open_url;

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
