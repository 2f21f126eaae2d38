// SPDX-License-Identifier: BSD-3-Clause
// The files that vocabularies come in, with faults in them, and tokenizers on arbitrary bytes.
#include <gtest/gtest.h>
#include <torchpp/core/error.h>
#include <torchpp/text.h>

#include <cstdio>
#include <fstream>
#include <random>

#include "tests/fuzz/mutate.h"
#include "tests/support/temporary_folder.h"

namespace {

namespace text = torchpp::text;

const std::string kVocab = R"({"a": 0, "b": 1, "c": 2, "ab": 3, "abc": 4, "Ġ": 5, "Ġa": 6, "\u010a": 7, "<s>": 8})";
const std::string kMerges = "#version: 0.2\na b\nab c\nĠ a\n";

TEST(FuzzText, BytePairFilesGiveErrorsOnly) {
  torchpp::test::Mutator mutator(torchpp::test::seed(), 40,
                                 {"{", "}", "[", "\"", "\\u", ": 1e9", ", ", "\xff", " ", "\n"});
  int refused = 0;
  for (int i = 0; i < 5000; ++i) {
    const bool faulty_vocab = i % 2 == 0;
    try {
      const auto bpe = text::BytePairEncoding::parse(faulty_vocab ? mutator(kVocab) : kVocab,
                                                     faulty_vocab ? kMerges : mutator(kMerges));
      EXPECT_GE(bpe.size(), 8);
      EXPECT_EQ(bpe.decode(bpe("abcab")), "abcab");
    } catch (const torchpp::FileError&) {
      ++refused;
    } catch (const torchpp::ValueError&) {  // a letter is missing
    }
  }
  EXPECT_GT(refused, 2500);
  EXPECT_LT(refused, 5000);
}

TEST(FuzzText, VocabularyFilesGiveErrorsOnly) {
  const torchpp::test::TemporaryFolder folder;
  const std::string json = R"({"default_index":0,"tokens":["<unk>","a","b","\u00e9","##c"]})",
                    lines = "[UNK]\na\nb\n##c\n";
  torchpp::test::Mutator mutator(torchpp::test::seed(), 24, {"{", "]", "\"", "\\ud800", "null", "\xff", "a\n", "\r\n"});
  int refused = 0;
  for (int i = 0; i < 3000; ++i) {
    // A new file each time: some file systems flush one that is cut and written again.
    const std::string path = folder.path() + "/" + std::to_string(i);
    std::ofstream(path, std::ios::binary) << mutator(i % 2 == 0 ? json : lines);
    try {
      const text::Vocab vocab = i % 2 == 0 ? text::Vocab::load(path) : text::Vocab::load_lines(path);
      for (int64_t j = 0; j < vocab.size(); ++j) EXPECT_EQ(vocab[vocab.lookup_token(j)], j);
    } catch (const torchpp::FileError&) {
      ++refused;
    }
    std::remove(path.c_str());
  }
  EXPECT_GT(refused, 1000);
  EXPECT_LT(refused, 3000);
}

TEST(FuzzText, TokenizersTakeAnyBytes) {
  std::mt19937_64 random(torchpp::test::seed());
  const text::WordPiece wordpiece(text::Vocab({"[UNK]", "[SEP]", "a", "b", "##a", "##b", "é", "你", "'"}));
  const std::string pieces[] = {"a",  "b",     " ",        "'",        "\"",   "<br />",  "é",
                                "你", "[SEP]", "\xce\xa3", "\xcc\x81", "\xff", "\xe2\x82"};
  for (int i = 0; i < 5000; ++i) {
    std::string bytes;
    for (size_t n = random() % 40; n > 0; --n)
      bytes +=
          random() % 4 == 0 ? std::string(1, static_cast<char>(random() % 256)) : pieces[random() % std::size(pieces)];
    std::string joined, all;
    for (const std::string& token : text::whitespace(bytes)) {
      EXPECT_FALSE(token.empty());
      joined += token;
    }
    for (const std::string& token : text::basic_english(bytes)) EXPECT_FALSE(token.empty());
    for (const std::string& token : text::basic_tokenize(bytes)) EXPECT_FALSE(token.empty());
    for (int64_t id : wordpiece(bytes)) EXPECT_LT(id, 9);
    for (const std::string& token : text::characters(bytes))
      if (text::whitespace(token).size() == 1) all += token;
    EXPECT_EQ(joined, all) << "the same characters but white space";
  }
}

}  // namespace
