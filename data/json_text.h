// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/dispatch/ivalue.h>

#include <string>

namespace torchpp::data {

/// A JSON document as a value: objects are dictionaries in their order (of names that stand twice, the last value
/// counts), lists are lists of values, integers beyond 64 bits are doubles. Throws FileError, which begins with
/// `subject`, for what is no JSON and for lists and objects more than 256 deep.
IValue parse_json_text(const std::string& text, const std::string& subject);

}  // namespace torchpp::data
