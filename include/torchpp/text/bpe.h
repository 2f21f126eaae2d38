// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Byte-level byte-pair encoding, as GPT-2 and its successors use it.

#include <torchpp/core/arg.h>
#include <torchpp/core/array_ref.h>
#include <torchpp/core/export.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace torchpp::text {

class BytePairEncodingOptions {
  /// Tokens of the vocabulary that are taken whole where they stand in a text, such as "<|endoftext|>". By default
  /// there are none, so that a text cannot bring about a token that has a meaning to the model.
  TORCHPP_ARG(std::vector<std::string>, special_tokens);
  /// The token for bytes that the vocabulary lacks; empty: such a byte is an error.
  TORCHPP_ARG(std::string, unk_token);
  /// Whether a space is put before the text unless it begins with one, so that its first word is encoded as one inside.
  TORCHPP_ARG(bool, add_prefix_space) = false;
};

/// Splits text as GPT-2 does (English contractions, letters, numbers, other characters, each with one space before it),
/// and joins the bytes of each piece by the merges of the vocabulary. Any bytes can be encoded, and decode gives them
/// back. Copies share the vocabulary. Safe to use from many threads; pieces that were met before are found in a cache
/// of bounded size.
///
///     const auto bpe = text::BytePairEncoding::load("vocab.json", "merges.txt");
///     std::vector<int64_t> ids = bpe("Hello world");
///     std::string text = bpe.decode(ids);   // Hello world
///
/// Source: Radford et al., Language models are unsupervised multitask learners, 2019; files of GPT-2.
class TORCHPP_API BytePairEncoding {
 public:
  /// Reads `vocab.json`, an object of tokens with their ids in which bytes are written by GPT-2's alphabet, and
  /// `merges.txt`, a pair of tokens per line, the first to be merged first, perhaps below a line "#version".
  /// Throws FileError for files that are something else: broken JSON, no UTF-8, a token, id or merge that stands twice,
  /// ids beyond 2^24, merges whose parts or result the vocabulary lacks; ValueError for special tokens that it lacks.
  static BytePairEncoding load(const std::string& vocab_path, const std::string& merges_path,
                               const BytePairEncodingOptions& options = {});
  /// The same from the files' contents.
  static BytePairEncoding parse(const std::string& vocab_json, std::string_view merges,
                                const BytePairEncodingOptions& options = {});

  /// The ids of a text. Throws ValueError for a byte that has no token, if there is no unk_token.
  std::vector<int64_t> encode(std::string_view text) const;
  std::vector<int64_t> operator()(std::string_view text) const { return encode(text); }
  /// The tokens of a text, in GPT-2's alphabet.
  std::vector<std::string> tokenize(std::string_view text) const;
  /// The bytes of the ids. Throws IndexError for an id without a token.
  std::string decode(IntArrayRef ids) const;

  /// The number of tokens.
  int64_t size() const;
  /// The token of an id, in GPT-2's alphabet. Throws IndexError.
  std::string_view token(int64_t id) const;
  /// The id of a token that is given in GPT-2's alphabet. Throws IndexError.
  int64_t operator[](std::string_view token) const;

 private:
  struct Body;
  explicit BytePairEncoding(std::shared_ptr<const Body> body);

  std::shared_ptr<const Body> body_;
};

}  // namespace torchpp::text
