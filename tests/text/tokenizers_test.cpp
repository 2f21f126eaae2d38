// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <torchpp/text.h>

#include <string>
#include <vector>

#include "tests/support/expect_error.h"

namespace {

namespace text = torchpp::text;
using Tokens = std::vector<std::string>;

struct Case {
  std::string text;
  Tokens tokens;
};

// Answers of torchtext 0.14's patterns, applied by Python 3.11.
TEST(Tokenizers, BasicEnglish) {
  const Case cases[] = {
      {"You can now install TorchText using pip!", {"you", "can", "now", "install", "torchtext", "using", "pip", "!"}},
      {"Don't panic, it's \"fine\".", {"don", "'", "t", "panic", ",", "it", "'", "s", "fine", "."}},
      {"a<br />b <BR /> c<br\" />d<br/>e<b\"r />f", {"a", "b", "c", "d<br/>e", "f"}},
      {"x;y:z (w) what?! 3.14 U.S.A.",
       {"x", "y", "z", "(", "w", ")", "what", "?", "!", "3", ".", "14", "u", ".", "s", ".", "a", "."}},
      {"ΟΔΟΣ İstanbul ÉTÉ", {"οδος", "i\xcc\x87stanbul", "été"}},
      {"a\xc2\xa0"
       "b\xe3\x80\x80"
       "c\x1c"
       "d\xc2\x85"
       "e\xe2\x80\x8b"
       "f",
       {"a", "b", "c", "d",
        "e\xe2\x80\x8b"
        "f"}},
      {"", {}},
      {"  \"  ", {}},
      {"ΣΣ. Σ", {"σς", ".", "σ"}},
      {"AΣ' ΣB", {"aς", "'", "σb"}},
      {"A.Σ ÀΣ\xcc\x81x", {"a", ".", "ς", "àσ\xcc\x81x"}},
  };
  for (const Case& c : cases) EXPECT_EQ(text::basic_english(c.text), c.tokens) << c.text;
  EXPECT_EQ(text::basic_english("a\xff"
                                "b \xe2\x82 c"),
            (Tokens{"a\ufffd"
                    "b",
                    "\ufffd", "c"}));
}

// Answers of Python 3.11's str.split.
TEST(Tokenizers, Whitespace) {
  const Case cases[] = {
      {" a  b\x09"
       "c\nd ",
       {"a", "b", "c", "d"}},
      {"a\xe2\x80\x83"
       "b\xe2\x80\xa8"
       "c\x1f"
       "d\xe2\x80\x8b"
       "e",
       {"a", "b", "c",
        "d\xe2\x80\x8b"
        "e"}},
  };
  for (const Case& c : cases) EXPECT_EQ(text::whitespace(c.text), c.tokens) << c.text;
}

TEST(Tokenizers, Characters) {
  EXPECT_EQ(text::characters("a é你😀"), (Tokens{"a", " ", "é", "你", "😀"}));
  EXPECT_TRUE(text::characters("").empty());
  // One replacement for each longest sequence that begins a character, as Python's decode("utf-8", "replace").
  EXPECT_EQ(text::characters("\xf0\x9f\x98x"), (Tokens{"\ufffd", "x"}));
  EXPECT_EQ(text::characters("\xed\xa0\x80"), (Tokens{"\ufffd", "\ufffd", "\ufffd"}));
  EXPECT_EQ(text::characters("\xc0\xaf\xf5"), (Tokens{"\ufffd", "\ufffd", "\ufffd"}));
}

TEST(Tokenizers, Ngrams) {
  EXPECT_EQ(text::ngrams({"here", "we", "are"}, 1), (Tokens{"here", "we", "are"}));
  EXPECT_EQ(text::ngrams({"here", "we", "are"}, 2), (Tokens{"here", "we", "are", "here we", "we are"}));
  EXPECT_EQ(text::ngrams({"here", "we", "are"}, 5), (Tokens{"here", "we", "are", "here we", "we are", "here we are"}));
  EXPECT_TRUE(text::ngrams({}, 3).empty());
  EXPECT_THROW(text::ngrams({"a"}, 0), torchpp::ValueError);
}

}  // namespace
