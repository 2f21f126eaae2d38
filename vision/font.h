// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace torchpp::vision {

constexpr int kLetterWidth = 5, kLetterHeight = 7;

/// Whether the letter has a dot in that column and row. Of bytes that are not printable ASCII, a box.
bool has_dot(char letter, int column, int row);

}  // namespace torchpp::vision
