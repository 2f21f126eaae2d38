// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Vocabularies: tokens with their indices.

#include <torchpp/core/arg.h>
#include <torchpp/core/export.h>
#include <torchpp/core/optional.h>
#include <torchpp/core/owned.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace torchpp::text {

/// Tokens in order, each once, and how to find them. A copy is cheap and independent: both share the tokens until one
/// of them is changed. Safe to read from many threads.
///
///     text::Vocab vocab = text::build_vocab_from_iterator(lines, text::VocabOptions().specials({"<unk>"}));
///     vocab.set_default_index(vocab["<unk>"]);
///     std::vector<int64_t> indices = vocab(text::basic_english("You can now use a vocabulary."));
///
/// Source: torchtext 0.14 vocab.Vocab.
class TORCHPP_API Vocab {
 public:
  Vocab();
  /// Throws ValueError if a token stands twice or the default index is not that of a token.
  explicit Vocab(const std::vector<std::string>& tokens, optional<int64_t> default_index = nullopt);
  Vocab(const Vocab&);
  Vocab(Vocab&&) noexcept;
  Vocab& operator=(Vocab) noexcept;
  ~Vocab();

  int64_t size() const;
  bool contains(std::string_view token) const;
  /// The index of the token, or the default index if there is no such token; nullopt if there is no default either.
  optional<int64_t> find(std::string_view token) const;
  /// As find; throws IndexError instead of nullopt.
  int64_t operator[](std::string_view token) const;
  /// The indices of the tokens.
  std::vector<int64_t> operator()(const std::vector<std::string>& tokens) const { return lookup_indices(tokens); }
  std::vector<int64_t> lookup_indices(const std::vector<std::string>& tokens) const;
  /// The token at an index. It stays where it is until this vocabulary is changed or destroyed. Throws IndexError.
  std::string_view lookup_token(int64_t index) const;
  std::vector<std::string> lookup_tokens(const std::vector<int64_t>& indices) const;
  /// All tokens in order.
  std::vector<std::string> get_itos() const;

  /// What unknown tokens get; nullopt: looking one up throws. Throws IndexError for an index without a token.
  void set_default_index(optional<int64_t> index);
  optional<int64_t> get_default_index() const { return default_index_; }
  /// Puts a new token at an index up to size(); those from there on move by one. Throws ValueError if the token is
  /// there already, IndexError for another index.
  void insert_token(std::string_view token, int64_t index);
  void append_token(std::string_view token) { insert_token(token, size()); }

  /// Writes tokens and default index as JSON; the file appears complete or not at all. Throws FileError; ValueError for
  /// a token that is no UTF-8.
  void save(const std::string& path) const;
  /// Reads what save wrote. Throws FileError.
  static Vocab load(const std::string& path);
  /// Reads a text file with a token per line, as BERT's vocab.txt. Throws FileError, for a token that stands twice and
  /// for bytes that are no UTF-8 as well.
  static Vocab load_lines(const std::string& path);

 private:
  struct Tokens;
  friend class TokenCounter;  // makes one without a copy of the tokens
  explicit Vocab(std::shared_ptr<const Tokens> tokens);

  std::shared_ptr<const Tokens> tokens_;
  optional<int64_t> default_index_;
};

class VocabOptions {
  /// Tokens that occur less often are left out.
  TORCHPP_ARG(int64_t, min_freq) = 1;
  /// Tokens that get an index whether they occur or not, in this order.
  TORCHPP_ARG(std::vector<std::string>, specials);
  /// Whether the specials stand before the others or behind them.
  TORCHPP_ARG(bool, special_first) = true;
  /// The most tokens, specials included; nullopt: all.
  TORCHPP_ARG(optional<int64_t>, max_tokens);
};

/// Counts tokens and makes a vocabulary of them: the most frequent first, those of one frequency by their bytes.
class TORCHPP_API TokenCounter {
 public:
  TokenCounter();
  TokenCounter(TokenCounter&&) noexcept;
  TokenCounter& operator=(TokenCounter&&) noexcept;
  ~TokenCounter();

  void add(std::string_view token);
  /// Throws ValueError if a special stands twice, min_freq is below 1, or max_tokens leaves no room beside the
  /// specials.
  Vocab build(const VocabOptions& options = {}) const;

 private:
  struct Counts;
  torchpp::detail::Owned<Counts> counts_;
};

/// The vocabulary of a range of lists of tokens (a vector of vectors of strings, a data pipe that gives such lists).
/// Source: torchtext 0.14 vocab.build_vocab_from_iterator.
template <class Range>
Vocab build_vocab_from_iterator(Range&& lists, const VocabOptions& options = {}) {
  TokenCounter counter;
  for (auto&& tokens : lists)
    for (auto&& token : tokens) counter.add(token);
  return counter.build(options);
}

}  // namespace torchpp::text
