// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace mnist {

/// How often a digit (row) was taken for a digit (column).
using Confusion = std::array<std::array<int64_t, 10>, 10>;

/// Draws the matrix with its counts: agreement in blue, errors in red, both darker for larger shares of the row.
/// Throws torchpp::FileError.
void write_confusion_png(const std::string& path, const Confusion& confusion);

}  // namespace mnist
