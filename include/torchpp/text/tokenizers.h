// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Tokenizers without a vocabulary. Bytes that are no UTF-8 are read as U+FFFD.

#include <torchpp/core/export.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace torchpp::text {

/// torchtext's "basic_english": lower case; ' . , ( ) ! ? are tokens of their own; " is left out; ; : and <br />
/// separate as white space does.
///
///     text::basic_english("Don't panic, it's \"fine\".")   // don ' t panic , it ' s fine .
///
/// Source: torchtext 0.14 data.utils.get_tokenizer("basic_english").
TORCHPP_API std::vector<std::string> basic_english(std::string_view line);

/// The words between white space, as Python's str.split.
TORCHPP_API std::vector<std::string> whitespace(std::string_view line);

/// The characters (code points), one token each.
TORCHPP_API std::vector<std::string> characters(std::string_view line);

/// The tokens, then each two that follow one another joined by a space, then each three, ... up to n.
///
///     text::ngrams({"here", "we", "are"}, 2)   // here, we, are, here we, we are
///
/// Throws ValueError if n is below 1.   Source: torchtext 0.14 data.utils.ngrams_iterator.
TORCHPP_API std::vector<std::string> ngrams(const std::vector<std::string>& tokens, int64_t n);

}  // namespace torchpp::text
