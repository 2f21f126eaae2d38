// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Streams: what the stages about files pass on, in the place of bytes that may be many.

#include <torchpp/serialize/stream.h>

#include <string>
#include <utility>

namespace torchpp::data {

using serialize::ByteSource;
using serialize::memory_stream;
using serialize::open_file;
using serialize::Stream;

/// What the stages about files pass on: a path, and what was found there.
template <class T>
using PathAnd = std::pair<std::string, T>;
using File = PathAnd<Stream>;
/// A path, and text or bytes.
using Text = PathAnd<std::string>;

}  // namespace torchpp::data
