// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/data/stream.h>

#include <string>

namespace torchpp::data::datasets {

/// A file; decompressed if it begins as gzip files do.
Stream open_plain_or_gzip(const std::string& path);

}  // namespace torchpp::data::datasets
