// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Tokens that are taken whole where they stand in a text.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace torchpp::text {

class SpecialTokens {
 public:
  /// The empty token is never found. The first of equal tokens counts.
  void add(std::string token, int64_t id);

  /// Calls `piece(text, id)` for the parts of the text in order: those between special tokens with the id -1, and the
  /// special tokens. Of those that begin at one place, the longest counts. Empty parts are left out.
  template <class Piece>
  void split(std::string_view text, Piece&& piece) const {
    size_t begin = 0;
    for (size_t i = 0; !tokens_.empty() && i < text.size();) {
      const Token* token = at(text.substr(i));
      if (token == nullptr) {
        ++i;
        continue;
      }
      if (begin < i) piece(text.substr(begin, i - begin), int64_t{-1});
      piece(std::string_view(token->text), token->id);
      begin = i += token->text.size();
    }
    if (begin < text.size()) piece(text.substr(begin), int64_t{-1});
  }

 private:
  struct Token {
    std::string text;
    int64_t id;
  };
  // The longest token that the text begins with, or null.
  const Token* at(std::string_view text) const;

  std::vector<Token> tokens_;  // the longest first
  bool begins_[256] = {};      // whether a token begins with the byte
};

}  // namespace torchpp::text
