// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string_view>

namespace torchpp::text {

/// How many bytes the first piece of a text has, of which there is one byte at least, when it is split by GPT-2's
/// pattern: 's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
/// Bytes that are no UTF-8 count as other characters.
size_t gpt2_word_length(std::string_view text);

}  // namespace torchpp::text
