// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The files that vocabularies come in.

#include <torchpp/core/callable.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "text/token_table.h"

namespace torchpp::text {

/// The content of a regular file. Throws FileError.
std::string read_file(const std::string& path);

/// Calls `line(text, number)` for each line, counted from 1, without its end ("\n" or "\r\n"). Throws FileError, which
/// begins with `subject`, for a line that is no UTF-8.
void for_each_line(std::string_view bytes, const std::string& subject,
                   const Callable<void(std::string_view, int64_t)>& line);

/// Takes apart a JSON object of tokens with their numbers and calls `entry` for each. Throws FileError, which begins
/// with `subject`, for what is no JSON and for anything but integers in the object.
void parse_numbered_tokens(const std::string& json, const std::string& subject,
                           const Callable<void(const std::string&, int64_t)>& entry);

/// Adds a token that comes from a file. Throws FileError if it is there already.
void add_from_file(TokenTable& table, std::string_view token, const std::string& subject);

/// A token for a message: as JSON, truncated when long.
std::string shown_token(std::string_view token);

}  // namespace torchpp::text
