// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file WordPiece, as BERT uses it.

#include <torchpp/core/arg.h>
#include <torchpp/core/array_ref.h>
#include <torchpp/core/export.h>
#include <torchpp/core/optional.h>
#include <torchpp/text/vocab.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace torchpp::text {

class BasicTokenizerOptions {
  /// Full lower case, as Python's str.lower.
  TORCHPP_ARG(bool, lower_case) = true;
  /// Whether letters lose their accents; nullopt: if lower_case is set.
  TORCHPP_ARG(optional<bool>, strip_accents);
  /// Whether each Chinese, Japanese or Korean ideograph is a word of its own.
  TORCHPP_ARG(bool, split_ideographs) = true;
};

/// BERT's words: separated by white space, each punctuation character by itself, without control characters. Bytes that
/// are no UTF-8 are left out.
///
///     text::basic_tokenize("Ünïted Kingdom, 東京")   // united kingdom , 東 京
///
/// Source: Devlin et al., BERT, 2018; transformers 4 BasicTokenizer.
TORCHPP_API std::vector<std::string> basic_tokenize(std::string_view text, const BasicTokenizerOptions& options = {});

class WordPieceOptions {
  TORCHPP_ARG(BasicTokenizerOptions, basic);
  /// The token of words that cannot be put together from the vocabulary's.
  TORCHPP_ARG(std::string, unk_token) = "[UNK]";
  /// What the tokens begin with that go on a word.
  TORCHPP_ARG(std::string, continuation) = "##";
  /// Words of more characters (code points) are unknown.
  TORCHPP_ARG(int64_t, max_chars_per_word) = 100;
  /// Tokens that are taken whole where they stand in a text, as far as the vocabulary has them.
  TORCHPP_ARG(std::vector<std::string>, special_tokens) = {"[UNK]", "[SEP]", "[PAD]", "[CLS]", "[MASK]"};
};

/// Splits BERT's words into tokens of a vocabulary, from the left, the longest that fits each time. Copies share the
/// vocabulary. Safe to use from many threads.
///
///     const text::WordPiece wordpiece(text::Vocab::load_lines("vocab.txt"));
///     std::vector<int64_t> ids = wordpiece("unaffable");
///     wordpiece.tokenize("unaffable");   // un ##aff ##able
///
/// Source: Devlin et al., BERT, 2018.
class TORCHPP_API WordPiece {
 public:
  /// Throws ValueError if the vocabulary lacks the unk_token or max_chars_per_word is below 1.
  explicit WordPiece(Vocab vocab, const WordPieceOptions& options = {});

  /// The ids of a text, without [CLS] and [SEP] around them.
  std::vector<int64_t> encode(std::string_view text) const;
  std::vector<int64_t> operator()(std::string_view text) const { return encode(text); }
  /// The tokens of a text.
  std::vector<std::string> tokenize(std::string_view text) const;
  /// The tokens with spaces between them, but before those that go on a word. Throws IndexError for an id without a
  /// token.
  std::string decode(IntArrayRef ids) const;

  const Vocab& vocab() const;

 private:
  struct Body;
  std::shared_ptr<const Body> body_;
};

}  // namespace torchpp::text
