// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/data/cache.h>
#include <torchpp/data/stream.h>

#include <string>

namespace torchpp::data {

/// The digest that a path must have. Throws ValueError if there is none.
const std::string& expected_digest(const Hashes& hashes, const std::string& path);
/// Throws FileError, which names the path, unless the two are the same.
void check_digest(const std::string& path, const std::string& computed, const std::string& expected);

/// Writes all that is left of a stream, so that the file appears whole or not at all; with `digest`, only if it is that
/// of the bytes. Makes the folders. Throws FileError.
void save(Stream& stream, const std::string& path, const std::string* digest = nullptr,
          HashType type = HashType::kSha256);

/// The path to write to, made of a name that came from somewhere: an archive's or a server's name with a part ".." in
/// it leads out of the folder that is meant. Throws ValueError, which begins with `stage`, if the path has one, too.
std::string path_of(const PathFunction& function, const std::string& name, const char* stage);

}  // namespace torchpp::data
