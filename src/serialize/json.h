// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file JSON documents that come from elsewhere.

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace torchpp::serialize {

/// Objects keep the order of their names.
using Json = nlohmann::ordered_json;

/// Takes a document apart. Throws FileError, which begins with `subject` and says at which byte, for what is no JSON,
/// and for what no document of the library has: lists and objects more than 256 deep, an object of more than 256 names
/// (a look-up takes time in proportion to them), a name that stands twice in an object.
Json parse_json(const std::string& text, const std::string& subject);

/// A value for a message: its JSON, truncated when long.
std::string shown(const Json& value);

/// A number as JSON. What JSON has no number for is the text "inf", "-inf" or "nan".
Json json_of_number(double value);
/// The reverse of json_of_number; false, and `number` stays, if the value is neither.
bool read_json_number(const Json& value, double& number);

}  // namespace torchpp::serialize
