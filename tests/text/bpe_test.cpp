// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <torchpp/text/bpe.h>

#include <fstream>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/expect_error.h"
#include "tests/support/temporary_folder.h"

namespace {

using torchpp::text::BytePairEncoding;
using torchpp::text::BytePairEncodingOptions;
using Ids = std::vector<int64_t>;

// GPT-2's alphabet as its paper's code builds it: printable bytes stand for themselves, the others follow from U+0100.
std::vector<std::string> alphabet() {
  std::vector<std::string> letters;
  int next = 0x100;
  for (int byte = 0; byte < 256; ++byte) {
    const bool printable = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
    const int code = printable ? byte : next++;
    letters.push_back(code < 128
                          ? std::string(1, static_cast<char>(code))
                          : std::string{static_cast<char>(0xC0 | code >> 6), static_cast<char>(0x80 | (code & 63))});
  }
  return letters;
}

const std::vector<std::string> kMerges = {
    "h e", "l l", "he ll", "hell o", "Ġ w", "o r",   "Ġw or", "l d", "Ġwor ld", "Ġ t", "Ġt he", "i n", "in g",
    "Ġ a", "e r", "a b",   "ab ab",  "a a", "aa aa", "b c",   "Ã ©", "Ċ Ċ",     "Ġ Ġ", "ĠĠ ĠĠ", "' t"};

std::string merges_file(const std::vector<std::string>& merges = kMerges) {
  std::string text = "#version: 0.2\n";
  for (const std::string& merge : merges) text += merge + "\n";
  return text;
}

// 256 letters, the results of the merges, a special token.
std::string vocab_file() {
  std::string json = "{";
  int id = 0;
  const auto add = [&](const std::string& token) {
    json += (id == 0 ? "" : ", ") + ('"' + (token == "\"" || token == "\\" ? "\\" + token : token) + "\": ") +
            std::to_string(id);
    ++id;
  };
  for (const std::string& letter : alphabet()) add(letter);
  for (std::string merge : kMerges) add(merge.erase(merge.find(' '), 1));
  add("<|endoftext|>");
  return json + "}";
}

BytePairEncoding made(const BytePairEncodingOptions& options = {}) {
  return BytePairEncoding::parse(vocab_file(), merges_file(), options);
}

// Answers of the tokenizers package 0.23.3 (models.BPE, pre_tokenizers.ByteLevel) for the same two files.
TEST(BytePairEncoding, AsTokenizers) {
  const struct {
    std::string text;
    Ids ids;
  } cases[] = {
      {"hello world", {259, 264}},
      {"hello  the world\n\nringing", {259, 32, 266, 264, 10, 10, 114, 268, 268}},
      {"aaaaaaa abababab abc", {274, 273, 97, 269, 98, 272, 271, 269, 275}},
      {"don't été 你好", {100, 111, 110, 280, 32, 276, 116, 276, 32, 228, 189, 160, 229, 165, 189}},
      {"     x", {279, 32, 120}},
      {"hellhello the theworld", {258, 259, 266, 266, 119, 261, 263}},
  };
  const BytePairEncoding bpe = made();
  for (int round = 0; round < 2; ++round)  // the second time from the cache
    for (const auto& c : cases) {
      EXPECT_EQ(bpe(c.text), c.ids) << c.text;
      EXPECT_EQ(bpe.decode(c.ids), c.text);
    }
  EXPECT_EQ(bpe.size(), 282);
  EXPECT_EQ(bpe["hello"], 259);
  EXPECT_EQ(bpe.token(264), "Ġworld");
  EXPECT_EQ(bpe.tokenize("hello world"), (std::vector<std::string>{"hello", "Ġworld"}));
  EXPECT_TRUE(bpe("").empty());
  EXPECT_EQ(bpe.decode(Ids{}), "");
}

// Same origin.
TEST(BytePairEncoding, SpecialTokensAndPrefixSpace) {
  const std::string text = "hello<|endoftext|> world<|endoftext|>";
  const auto special = BytePairEncodingOptions().special_tokens({"<|endoftext|>"});
  EXPECT_EQ(made(special)(text), (Ids{259, 281, 264, 281}));
  EXPECT_EQ(made(special).decode(Ids{259, 281, 264, 281}), text);
  EXPECT_EQ(made()("<|endoftext|>").size(), 13u) << "a text does not bring about a special token by default";
  const BytePairEncoding prefixed = made(BytePairEncodingOptions(special).add_prefix_space(true));
  EXPECT_EQ(prefixed("world hello"), (Ids{264, 32, 259}));
  EXPECT_EQ(prefixed(" world"), (Ids{264}));
  EXPECT_EQ(prefixed("'tis"), (Ids{32, 39, 116, 105, 115}));
  EXPECT_EQ(prefixed("<|endoftext|>world"), (Ids{281, 264}));
}

// Words of more bytes than the cache takes are merged by another method.
TEST(BytePairEncoding, LongWordsAreMergedByTheSameRule) {
  const BytePairEncoding bpe = made();
  Ids expected(14, 274);  // by the tokenizers package, as above
  expected.insert(expected.end(), {273, 97, 272, 98});
  for (int i = 0; i < 18; ++i) expected.insert(expected.end(), {271, 98});
  expected.insert(expected.end(), {271, 259});
  std::string text(60, 'a');
  for (int i = 0; i < 20; ++i) text += "bab";
  EXPECT_EQ(bpe(text + "hello"), expected);
  // Repetitions with a space between are short words; without one they are a long one.
  for (const char* piece : {"hello", "ing", "abc"}) {
    std::string joined;
    for (int i = 0; i < 100; ++i) joined += piece;
    Ids ids = bpe(piece), repeated;
    for (int i = 0; i < 100; ++i) repeated.insert(repeated.end(), ids.begin(), ids.end());
    EXPECT_EQ(bpe(joined), repeated) << piece;
  }
}

TEST(BytePairEncoding, TimeOfALongWordGrowsAlmostLinearly) {
  const BytePairEncoding bpe = made();
  const std::string text(1 << 20, 'a');
  const Ids ids = bpe(text);
  EXPECT_EQ(ids, Ids(1 << 18, bpe["aaaa"]));
}

TEST(BytePairEncoding, AnyBytesComeBack) {
  const BytePairEncoding bpe = made(BytePairEncodingOptions().special_tokens({"<|endoftext|>"}));
  std::mt19937 random(1);
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (size_t length = random() % 200; length > 0; --length)
      text += random() % 3 == 0 ? static_cast<char>(random() % 256) : " abhello'w\n"[random() % 11];
    EXPECT_EQ(bpe.decode(bpe(text)), text);
  }
}

TEST(BytePairEncoding, ManyThreadsShareTheCache) {
  const BytePairEncoding bpe = made();
  std::vector<std::string> texts;
  for (int i = 0; i < 300; ++i) texts.push_back("hello world" + std::to_string(i * 7919) + " theabab");
  std::vector<Ids> expected;
  for (const std::string& text : texts) expected.push_back(made()(text));
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int round = 0; round < 5; ++round)
        for (size_t i = 0; i < texts.size(); ++i) EXPECT_EQ(bpe(texts[i]), expected[i]);
    });
  for (std::thread& thread : threads) thread.join();
}

TEST(BytePairEncoding, FilesAndWhatIsWrongWithThem) {
  const torchpp::test::TemporaryFolder folder;
  const std::string vocab = folder.path() + "/vocab.json", merges = folder.path() + "/merges.txt";
  std::ofstream(vocab) << vocab_file();
  std::ofstream(merges) << merges_file();
  EXPECT_EQ(BytePairEncoding::load(vocab, merges)("hello"), (Ids{259}));
  EXPECT_THROW(BytePairEncoding::load(vocab + "x", merges), torchpp::FileError);

  const auto expect = [](const std::string& json, const std::string& merges_text, const char* message) {
    try {
      BytePairEncoding::parse(json, merges_text);
      ADD_FAILURE() << "no error: " << message;
    } catch (const torchpp::FileError& e) {
      EXPECT_NE(std::string(e.what()).find(message), std::string::npos) << e.what();
    }
  };
  expect("", "", "no JSON");
  expect("{\"a\": 1", "", "no JSON");
  expect("{\"a\xff\": 1}", "", "no JSON");
  expect("[1]", "", "got a list, expected an object");
  expect("7", "", "got a number, expected an object");
  expect("{\"a\": [1]}", "", "token \"a\" got a list, expected an integer");
  expect("{\"a\": {\"b\": 1}}", "", "token \"a\" got an object, expected an integer");
  expect("{\"a\": \"1\"}", "", "token \"a\" got a string, expected an integer");
  expect("{\"a\": 1.5}", "", "token \"a\" got a number that is no integer");
  expect("{\"a\": null}", "", "token \"a\" got null, expected an integer");
  expect("{\"a\": -1}", "", "token \"a\" got the id -1");
  expect("{\"a\": 16777216}", "", "got the id 16777216, expected one from 0 to 16777215");
  expect("{\"a\": 18446744073709551615}", "", "an integer beyond 64 bits");
  expect("{\"a\": 1, \"a\": 2}", "", "got the token \"a\" twice");
  expect("{\"a\": 1, \"b\": 1}", "", "tokens \"a\" and \"b\" got the same id 1");
  expect(vocab_file(), "h e l", "line 1 got \"h e l\", expected two tokens");
  expect(vocab_file(), "#version\nhe", "line 2 got \"he\", expected two tokens");
  expect(vocab_file(), "h zz", "line 1 got the token \"zz\", which the vocabulary lacks");
  expect(vocab_file(), "x y", "line 1 got the token \"xy\", which the vocabulary lacks");
  expect(vocab_file(), "h e\nl l\nh e", "line 3 got the merge \"h e\" again");
  expect(vocab_file(), "h \xff", "line 1 got bytes that are no UTF-8");
  EXPECT_THROW(made(BytePairEncodingOptions().special_tokens({"<|none|>"})), torchpp::ValueError);
  EXPECT_THROW(made(BytePairEncodingOptions().unk_token("<unk>")), torchpp::ValueError);
}

TEST(BytePairEncoding, BytesWithoutToken) {
  const std::string vocab = R"({"a": 0, "b": 3, "ab": 7, "<unk>": 5})";
  const BytePairEncoding strict = BytePairEncoding::parse(vocab, "a b");
  EXPECT_EQ(strict("abb"), (Ids{7, 3}));
  try {
    strict("abc");
    ADD_FAILURE();
  } catch (const torchpp::ValueError& e) {
    EXPECT_NE(std::string(e.what()).find("no token for the byte 99"), std::string::npos) << e.what();
  }
  const BytePairEncoding lenient = BytePairEncoding::parse(vocab, "a b", BytePairEncodingOptions().unk_token("<unk>"));
  EXPECT_EQ(lenient("acab"), (Ids{0, 5, 7}));
  EXPECT_EQ(lenient("c"), (Ids{5}));
  EXPECT_EQ(lenient(std::string(100, 'c')), Ids(100, 5));
  for (int64_t id : {-1, 1, 8}) EXPECT_THROW(strict.decode(Ids{id}), torchpp::IndexError);
  EXPECT_THROW(strict["c"], torchpp::IndexError);
}

}  // namespace
