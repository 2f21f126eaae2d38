// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <torchpp/ops.h>
#include <torchpp/text.h>

#include <fstream>
#include <string>
#include <vector>

#include "tests/support/expect_error.h"
#include "tests/support/temporary_folder.h"

namespace {

namespace text = torchpp::text;
using text::build_vocab_from_iterator;
using text::Vocab;
using text::VocabOptions;
using torchpp::test::expect_error;
using Tokens = std::vector<std::string>;
using Ids = std::vector<int64_t>;

TEST(Vocab, Lookups) {
  Vocab vocab({"<unk>", "a", "b", ""});
  EXPECT_EQ(vocab.size(), 4);
  EXPECT_EQ(vocab["a"], 1);
  EXPECT_EQ(vocab[""], 3);
  EXPECT_TRUE(vocab.contains("b"));
  EXPECT_FALSE(vocab.contains("c"));
  EXPECT_EQ(vocab(Tokens{"b", "a"}), (Ids{2, 1}));
  EXPECT_EQ(vocab.lookup_token(1), "a");
  EXPECT_EQ(vocab.lookup_tokens({2, 0}), (Tokens{"b", "<unk>"}));
  EXPECT_EQ(vocab.get_itos(), (Tokens{"<unk>", "a", "b", ""}));
  // The phrases are torchtext's.
  expect_error([&] { vocab["c"]; }, "Token \"c\" not found and default index is not set");
  expect_error([&] { vocab.lookup_token(4); }, "Specified index 4 is out of bounds for vocab of size 4");
  expect_error([&] { vocab.lookup_token(-1); }, "Specified index -1 is out of bounds");
  EXPECT_FALSE(vocab.find("c").has_value());
  vocab.set_default_index(0);
  EXPECT_EQ(vocab["c"], 0);
  EXPECT_EQ(vocab.get_default_index(), 0);
  EXPECT_THROW(vocab.set_default_index(4), torchpp::IndexError);
  EXPECT_EQ(vocab["c"], 0) << "a refused index changes nothing";
  vocab.set_default_index(torchpp::nullopt);
  EXPECT_THROW(vocab["c"], torchpp::IndexError);
  EXPECT_THROW(Vocab({"a", "a"}), torchpp::ValueError);
  EXPECT_THROW(Vocab({"a"}, 1), torchpp::IndexError);
  EXPECT_EQ(Vocab().size(), 0);
}

TEST(Vocab, InsertAndAppend) {
  Vocab vocab({"a", "b"});
  const Vocab before = vocab;
  vocab.append_token("c");
  vocab.insert_token("z", 0);
  vocab.insert_token("m", 2);
  EXPECT_EQ(vocab.get_itos(), (Tokens{"z", "a", "m", "b", "c"}));
  EXPECT_EQ(vocab["b"], 3);
  EXPECT_EQ(before.get_itos(), (Tokens{"a", "b"})) << "copies are independent";
  expect_error([&] { vocab.insert_token("m", 0); }, "Token \"m\" already exists in the Vocab with index: 2");
  EXPECT_THROW(vocab.insert_token("x", 6), torchpp::IndexError);
  EXPECT_THROW(vocab.insert_token("x", -1), torchpp::IndexError);
  EXPECT_EQ(vocab.size(), 5);
  for (int i = 0; i < 1000; ++i) vocab.append_token(std::to_string(i));
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(vocab[std::to_string(i)], 5 + i);
}

// Answers of Python 3.11 for what torchtext 0.14's build_vocab_from_iterator computes.
TEST(Vocab, BuildFromIterator) {
  const std::vector<Tokens> lines = {{"b", "a", "c", "b"}, {"b", "c", "d", "<unk>"}, {"é", "e", "a"}};
  EXPECT_EQ(build_vocab_from_iterator(lines).get_itos(), (Tokens{"b", "a", "c", "<unk>", "d", "e", "é"}));
  EXPECT_EQ(build_vocab_from_iterator(lines, VocabOptions().min_freq(2)).get_itos(), (Tokens{"b", "a", "c"}));
  EXPECT_EQ(build_vocab_from_iterator(lines, VocabOptions().specials({"<unk>", "a"})).get_itos(),
            (Tokens{"<unk>", "a", "b", "c", "d", "e", "é"}));
  EXPECT_EQ(build_vocab_from_iterator(lines, VocabOptions().specials({"<unk>", "a"}).special_first(false)).get_itos(),
            (Tokens{"b", "c", "d", "e", "é", "<unk>", "a"}));
  // The limit counts "a" among the frequent tokens; that it is a special shows after it.
  EXPECT_EQ(build_vocab_from_iterator(lines, VocabOptions().specials({"<unk>", "a"}).max_tokens(4)).get_itos(),
            (Tokens{"<unk>", "a", "b"}));
  EXPECT_EQ(build_vocab_from_iterator(std::vector<Tokens>()).size(), 0);
  EXPECT_THROW(build_vocab_from_iterator(lines, VocabOptions().specials({"a", "a"})), torchpp::ValueError);
  EXPECT_THROW(build_vocab_from_iterator(lines, VocabOptions().specials({"a"}).max_tokens(1)), torchpp::ValueError);
  EXPECT_THROW(build_vocab_from_iterator(lines, VocabOptions().min_freq(0)), torchpp::ValueError);
}

class VocabFiles : public testing::Test {
 protected:
  std::string file(const std::string& bytes) {
    const std::string path = folder_.path() + "/" + std::to_string(count_++);
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }
  torchpp::test::TemporaryFolder folder_;
  int count_ = 0;
};

TEST_F(VocabFiles, SaveAndLoad) {
  const std::string path = folder_.path() + "/vocab.json";
  const Vocab vocab({"<unk>", "two\nlines", "\"quoted\"", "é你", ""}, 0);
  vocab.save(path);
  const Vocab loaded = Vocab::load(path);
  EXPECT_EQ(loaded.get_itos(), vocab.get_itos());
  EXPECT_EQ(loaded.get_default_index(), 0);
  Vocab({"a"}).save(path);
  EXPECT_FALSE(Vocab::load(path).get_default_index().has_value());
  EXPECT_THROW(Vocab({"\xff"}).save(path), torchpp::ValueError);
  EXPECT_EQ(Vocab::load(path).size(), 1) << "what was there before stays";
}

TEST_F(VocabFiles, WhatIsNoVocabulary) {
  const auto expect = [&](const std::string& bytes, const char* message) {
    const std::string path = file(bytes);
    expect_error([&] { Vocab::load(path); }, message);
    EXPECT_THROW(Vocab::load(path), torchpp::FileError);
  };
  expect("", "no JSON");
  expect("{\"tokens\": [\"a\"", "no JSON");
  expect("{\"tokens\": [\"\xff\"]}", "no JSON");
  expect("[]", "got no list 'tokens'");
  expect("{\"tokens\": 1}", "got no list 'tokens'");
  expect("{\"tokens\": [1]}", "token 0 got number, expected a string");
  expect("{\"tokens\": [\"a\", \"a\"]}", "got the token \"a\" twice");
  expect("{\"tokens\": [\"a\"], \"default_index\": 1}", "default_index got 1");
  expect("{\"tokens\": [\"a\"], \"default_index\": -1}", "default_index got -1");
  expect("{\"tokens\": [\"a\"], \"default_index\": \"a\"}", "default_index got \"a\"");
  expect(std::string(100000, '['), "within each other");
  EXPECT_THROW(Vocab::load(folder_.path() + "/none"), torchpp::FileError);
}

TEST_F(VocabFiles, Lines) {
  EXPECT_EQ(Vocab::load_lines(file("[PAD]\n[UNK]\r\nthe\n##s")).get_itos(), (Tokens{"[PAD]", "[UNK]", "the", "##s"}));
  EXPECT_EQ(Vocab::load_lines(file("a\n\nb\n")).get_itos(), (Tokens{"a", "", "b"}));
  EXPECT_EQ(Vocab::load_lines(file("")).size(), 0);
  expect_error([&] { Vocab::load_lines(file("a\nb\na\n")); }, "line 3: got the token \"a\" twice");
  expect_error([&] { Vocab::load_lines(file("a\n\xff\n")); }, "line 2 got bytes that are no UTF-8");
  EXPECT_THROW(Vocab::load_lines(file("a\na")), torchpp::FileError);
}

TEST(TextTransforms, OneListAndBatches) {
  const Vocab vocab({"<unk>", "a", "b"}, 0);
  const std::vector<Tokens> batch = {{"a", "b", "c"}, {"b"}};
  EXPECT_EQ(text::VocabTransform(vocab)(batch), (std::vector<Ids>{{1, 2, 0}, {2}}));
  EXPECT_EQ(text::VocabTransform(vocab)(batch[0]), (Ids{1, 2, 0}));
  EXPECT_EQ(text::AddToken(7)(Ids{1, 2}), (Ids{7, 1, 2}));
  EXPECT_EQ(text::AddToken(7, false)(std::vector<Ids>{{1}, {}}), (std::vector<Ids>{{1, 7}, {7}}));
  EXPECT_EQ(text::AddToken("<s>")(Tokens{"a"}), (Tokens{"<s>", "a"}));
  EXPECT_EQ(text::Truncate(2)(Ids{1, 2, 3}), (Ids{1, 2}));
  EXPECT_EQ(text::Truncate(2)(batch), (std::vector<Tokens>{{"a", "b"}, {"b"}}));
  EXPECT_EQ(text::Truncate(0)(Ids{1}), Ids{});
  EXPECT_THROW(text::Truncate(-1), torchpp::ValueError);
  EXPECT_EQ(text::LabelToIndex({"pos", "neg"})("neg"), 1);
  EXPECT_EQ(text::LabelToIndex({"pos", "neg"}, true)(Tokens{"neg", "pos"}), (Ids{0, 1}));
  EXPECT_THROW(text::LabelToIndex({"pos", "neg"})("other"), torchpp::IndexError);
}

TEST(TextTransforms, Tensors) {
  using torchpp::equal;
  using torchpp::tensor;
  const std::vector<Ids> ragged = {{1, 2, 3}, {4}};
  EXPECT_TRUE(equal(text::ToTensor(9)(ragged), tensor({1, 2, 3, 4, 9, 9}).view({2, 3})));
  EXPECT_EQ(text::ToTensor(9)(ragged).scalar_type(), torchpp::kLong);
  EXPECT_THROW(text::ToTensor()(ragged), torchpp::ValueError);
  const torchpp::Tensor floats = text::ToTensor(torchpp::nullopt, torchpp::kFloat)(Ids{1, 2});
  EXPECT_EQ(floats.scalar_type(), torchpp::kFloat);
  EXPECT_EQ(floats.sizes(), torchpp::IntArrayRef({2}));
  EXPECT_EQ(text::ToTensor(0)(std::vector<Ids>{}).sizes(), torchpp::IntArrayRef({0, 0}));
  EXPECT_EQ(text::ToTensor()(Ids{}).sizes(), torchpp::IntArrayRef({0}));

  const text::PadTransform pad(4, 9);
  EXPECT_TRUE(equal(pad(text::ToTensor()(Ids{1, 2})), tensor({1, 2, 9, 9})));
  EXPECT_TRUE(equal(pad(text::ToTensor(0)(ragged)), tensor({1, 2, 3, 9, 4, 0, 0, 9}).view({2, 4})));
  EXPECT_EQ(pad(text::ToTensor()(Ids{1, 2, 3, 4, 5})).size(0), 5);

  const text::Sequential chain(text::VocabTransform(Vocab({"<unk>", "a", "b"}, 0)), text::Truncate(2),
                               text::AddToken(5), text::AddToken(6, false), text::ToTensor(1));
  EXPECT_TRUE(equal(chain(std::vector<Tokens>{{"a", "b", "b"}, {"c"}}), tensor({5, 1, 2, 6, 5, 0, 6, 1}).view({2, 4})));
  EXPECT_TRUE(equal(chain(Tokens{"a"}), tensor({5, 1, 6})));
}

}  // namespace
