// SPDX-License-Identifier: BSD-3-Clause
#include "text/unicode.h"

#include <gtest/gtest.h>

#include "text/gpt2_words.h"

namespace {

namespace text = torchpp::text;

// A sum over all characters: the code, its lower case, its canonical decomposition without marks, its category.
// Computed by Python 3.11 with unicodedata 14.0.0.
TEST(Unicode, AllCharactersAsPython) {
  uint64_t sum = 0;
  const auto add = [&](char32_t value) { sum = sum * 1000003 + value; };
  constexpr uint8_t kCategories = text::kLetter | text::kNumber | text::kPunctuation | text::kOther | text::kNonspacing;
  for (char32_t code = 0; code <= text::kLastCode; ++code) {
    if (code == 0xD800) code = 0xE000;  // surrogates are no characters
    const std::u32string one(1, code);
    add(code);
    for (char32_t c : text::lower(one)) add(c);
    for (char32_t c : text::without_accents(one)) add(c);
    add(text::properties(code) & kCategories);
  }
  EXPECT_EQ(sum, 0xfceb9ca0d1617a9eu);
}

TEST(Unicode, Utf8) {
  for (char32_t code = 0; code <= text::kLastCode; ++code) {
    if (code == 0xD800) code = 0xE000;
    std::string bytes;
    text::append_utf8(bytes, code);
    const text::Decoded d = text::decode(bytes.data(), bytes.data() + bytes.size());
    ASSERT_EQ(d.code, code);
    ASSERT_EQ(d.length, bytes.size());
    ASSERT_TRUE(d.valid);
    // Cut short, it is no character, and no byte beyond the end is looked at.
    if (bytes.size() > 1) {
      ASSERT_FALSE(text::decode(bytes.data(), bytes.data() + bytes.size() - 1).valid);
    }
  }
  for (const char* bad : {"\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf",
                          "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "\xe2\x28\xa1"})
    EXPECT_FALSE(text::is_utf8(bad)) << bad;
}

// Answers of Python's regex 2026.11.19 for GPT-2's pattern; the tokenizers package 0.23.3 gives the same.
TEST(Unicode, Gpt2Words) {
  const struct {
    std::string text;
    std::vector<std::string> words;
  } cases[] = {
      {"Hello world", {"Hello", " world"}},
      {"  two  spaces", {" ", " two", " ", " spaces"}},
      {"it's we'll they've I'm he'd you're don't",
       {"it", "'s", " we", "'ll", " they", "'ve", " I", "'m", " he", "'d", " you", "'re", " don", "'t"}},
      {"'s 'S 'sabc '", {"'s", " '", "S", " '", "sabc", " '"}},
      {"x=1234.5e-6", {"x", "=", "1234", ".", "5", "e", "-", "6"}},
      {"a\n\nb \n c", {"a", "\n", "\n", "b", " \n", " c"}},
      {"tab\x09here", {"tab", "\x09", "here"}},
      {"été naïve 你好世界", {"été", " naïve", " 你好世界"}},
      {"Ελλάδα Ⅷ ½", {"Ελλάδα", " Ⅷ", " ½"}},
      {"\xc2\xa0nbsp\xe3\x80\x80wide", {"\xc2\xa0", "nbsp", "\xe3\x80\x80", "wide"}},
      {"emoji 😀👍🏽!", {"emoji", " 😀👍🏽!"}},
      {"e\xcc\x81 combining", {"e", "\xcc\x81", " combining"}},
      {"trailing  ", {"trailing", "  "}},
      {"   ", {"   "}},
      {"١٢٣ Ⅻ²", {"١٢٣", " Ⅻ²"}},
      {"...!!! ???", {"...!!!", " ???"}},
      {"café's l'été", {"café", "'s", " l", "'", "été"}},
      {"\xe2\x80\x8b\xef\xbb\xbfzero", {"\xe2\x80\x8b\xef\xbb\xbf", "zero"}},
      {"a 's", {"a", " '", "s"}},
      {"snake_case_name C++17", {"snake", "_", "case", "_", "name", " C", "++", "17"}},
  };
  for (const auto& c : cases) {
    std::vector<std::string> words;
    for (std::string_view rest = c.text; !rest.empty(); rest.remove_prefix(words.back().size()))
      words.emplace_back(rest.substr(0, text::gpt2_word_length(rest)));
    EXPECT_EQ(words, c.words) << c.text;
  }
}

}  // namespace
