// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <torchpp/text/wordpiece.h>

#include <string>
#include <vector>

namespace {

using torchpp::text::basic_tokenize;
using torchpp::text::BasicTokenizerOptions;
using torchpp::text::Vocab;
using torchpp::text::WordPiece;
using torchpp::text::WordPieceOptions;
using Ids = std::vector<int64_t>;
using Tokens = std::vector<std::string>;

struct Case {
  std::string text;
  Tokens tokens;
};

// Answers of transformers 5.24.0's BasicTokenizer.
TEST(BasicTokenize, Uncased) {
  const Case cases[] = {
      {"Hello, World!", {"hello", ",", "world", "!"}},
      {"Ünïted  Kingdom", {"united", "kingdom"}},
      {"你好world 東京。", {"你", "好", "world", "東", "京", "。"}},
      {"unaffable unaffables xyz", {"unaffable", "unaffables", "xyz"}},
      {"a\x01"
       "b�c\xe2\x80\x8b"
       "d\x09"
       "e\x01"
       "f",
       {"abcd", "ef"}},
      {"ẛ\xcc\xa3 Ǖ 한글 İI", {"ſ", "u", "한글", "ii"}},
      {"$100 + 20% ~x^y`z|", {"$", "100", "+", "20", "%", "~", "x", "^", "y", "`", "z", "|"}},
      {"café cafe\xcc\x81", {"cafe", "cafe"}},
      {"¿Qué? — “ok”", {"¿", "que", "?", "—", "“", "ok", "”"}},
      {"a\xc2\xa0"
       "b\xe2\x80\xa8"
       "c\xc2\x85"
       "d",
       {"a", "b", "cd"}},
      {"น\xe0\xb9\x89ำ नमस\xe0\xa5\x8dत\xe0\xa5\x87", {"นำ", "नमसत"}},
      {"가 𝅗𝅥 𠀀a", {"가", "𝅗\xf0\x9d\x85\xa5", "𠀀", "a"}},
  };
  for (const Case& c : cases) EXPECT_EQ(basic_tokenize(c.text), c.tokens) << c.text;
}

// Same origin, but for decomposed letters: that one composes them before it looks at them, BERT's own does not.
TEST(BasicTokenize, Cased) {
  const Case cases[] = {
      {"Hello, World!", {"Hello", ",", "World", "!"}},
      {"Ünïted  Kingdom", {"Ünïted", "Kingdom"}},
      {"你好world 東京。", {"你", "好", "world", "東", "京", "。"}},
      {"unaffable unaffables xyz", {"unaffable", "unaffables", "xyz"}},
      {"a\x01"
       "b�c\xe2\x80\x8b"
       "d\x09"
       "e\x01"
       "f",
       {"abcd", "ef"}},
      {"ẛ\xcc\xa3 Ǖ 한글 İI", {"ẛ\xcc\xa3", "Ǖ", "한글", "İI"}},
      {"$100 + 20% ~x^y`z|", {"$", "100", "+", "20", "%", "~", "x", "^", "y", "`", "z", "|"}},
      {"¿Qué? — “ok”", {"¿", "Qué", "?", "—", "“", "ok", "”"}},
      {"a\xc2\xa0"
       "b\xe2\x80\xa8"
       "c\xc2\x85"
       "d",
       {"a", "b", "cd"}},
      {"น\xe0\xb9\x89ำ नमस\xe0\xa5\x8dत\xe0\xa5\x87", {"น\xe0\xb9\x89ำ", "नमस\xe0\xa5\x8dत\xe0\xa5\x87"}},
  };
  for (const Case& c : cases)
    EXPECT_EQ(basic_tokenize(c.text, BasicTokenizerOptions().lower_case(false)), c.tokens) << c.text;
}

TEST(BasicTokenize, Options) {
  EXPECT_EQ(basic_tokenize("ÀÉ 你好", BasicTokenizerOptions().strip_accents(false)), (Tokens{"àé", "你", "好"}));
  EXPECT_EQ(basic_tokenize("ÀÉ", BasicTokenizerOptions().lower_case(false).strip_accents(true)), (Tokens{"AE"}));
  EXPECT_EQ(basic_tokenize("你好", BasicTokenizerOptions().split_ideographs(false)), (Tokens{"你好"}));
  EXPECT_EQ(basic_tokenize("a\xff"
                           "b\xe4\xbd"),
            (Tokens{"ab"}));
  EXPECT_TRUE(basic_tokenize("").empty());
}

Vocab vocab() {
  return Vocab({"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "the", "un",  "##aff", "##able", "##a",   "##ff",
                "hello", "world", ",",     ".",     "!",      "caf", "##e", "cafe",  "x",      "##x",   "##xx",
                "u",     "##m",   "你",    "好",    "好你",   "##s", "run", "##n",   "##ing",  "##ning"});
}

// Answers of transformers 5.24.0's BasicTokenizer and WordpieceTokenizer.
TEST(WordPieceTokenizer, AsTransformers) {
  const struct {
    std::string text;
    Ids ids;
  } cases[] = {
      {"unaffable", {6, 7, 8}},
      {"unaffables", {6, 7, 8, 27}},
      {"Hello, World!", {11, 13, 12, 15}},
      {"the running cafe café", {5, 28, 31, 18, 18}},
      {"xxxxx xxxxxx", {19, 21, 21, 19, 21, 21, 20}},
      {"你好", {24, 25}},
      {"unknown zebra", {1, 1}},
  };
  const WordPiece wordpiece(vocab());
  for (const auto& c : cases) EXPECT_EQ(wordpiece(c.text), c.ids) << c.text;
  Ids hundred = {19};
  hundred.resize(50, 21);
  hundred.push_back(20);
  EXPECT_EQ(wordpiece(std::string(100, 'x')), hundred);
  EXPECT_EQ(wordpiece(std::string(101, 'x')), (Ids{1}));
}

TEST(WordPieceTokenizer, SpecialTokensDecodeAndOptions) {
  const WordPiece wordpiece(vocab());
  EXPECT_EQ(wordpiece("[CLS]hello[SEP] [mask]"), (Ids{2, 11, 3, 1, 1, 1}));
  EXPECT_EQ(wordpiece.tokenize("unaffable, running!"), (Tokens{"un", "##aff", "##able", ",", "run", "##ning", "!"}));
  EXPECT_EQ(wordpiece.decode(wordpiece("unaffable, running!")), "unaffable , running !");
  EXPECT_EQ(wordpiece.decode(Ids{}), "");
  EXPECT_THROW(wordpiece.decode(Ids{32}), torchpp::IndexError);
  EXPECT_EQ(wordpiece.vocab()["the"], 5);

  const WordPiece plain(vocab(), WordPieceOptions().special_tokens({}).max_chars_per_word(5));
  EXPECT_EQ(plain("[CLS]"), (Ids{1, 1, 1}));
  EXPECT_EQ(plain("hello worlds"), (Ids{11, 1}));
  EXPECT_THROW(WordPiece(Vocab({"a"})), torchpp::ValueError);
  EXPECT_THROW(WordPiece(vocab(), WordPieceOptions().max_chars_per_word(0)), torchpp::ValueError);
  const WordPiece plus(Vocab({"<u>", "a", "+b", "+", "b"}), WordPieceOptions().unk_token("<u>").continuation("+"));
  EXPECT_EQ(plus("abb a+"), (Ids{1, 2, 2, 1, 3}));
}

}  // namespace
