// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Texts in UTF-8 on a terminal, which counts in columns.

#include <string>
#include <string_view>

namespace torchpp::data {

/// How many columns a text takes: two for each character of East Asian scripts and each emoji, none for accents that
/// are put over the character before. A byte that is no UTF-8 takes one.
size_t columns_of(std::string_view text);
/// The longest beginning of the text that takes no more columns.
std::string_view cut_to_columns(std::string_view text, size_t columns);
/// The text in one line: control characters, of which the terminal would make something else, become blanks.
std::string in_one_line(std::string text);

/// Whether standard error is a terminal that can write over a line.
bool is_stderr_terminal();
/// Its width.
size_t stderr_columns();
/// Whether the locale's texts are UTF-8, so that characters beyond ASCII can be shown.
bool shows_utf8();

}  // namespace torchpp::data
