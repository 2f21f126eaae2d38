// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Files that are checked, saved, and kept.

#include <torchpp/core/arg.h>
#include <torchpp/core/export.h>
#include <torchpp/data/stream.h>

#include <map>
#include <string>

namespace torchpp::data {

/// kMd5 finds accidents only, kSha256 also what somebody changed on purpose.
enum class HashType : unsigned char { kSha256, kMd5 };
/// Hexadecimal digits by path.
using Hashes = std::map<std::string, std::string>;

}  // namespace torchpp::data
