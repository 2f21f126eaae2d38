// SPDX-License-Identifier: BSD-3-Clause
#include "text/special_tokens.h"

#include <algorithm>
#include <utility>

namespace torchpp::text {

void SpecialTokens::add(std::string token, int64_t id) {
  if (token.empty()) return;
  begins_[static_cast<unsigned char>(token[0])] = true;
  const auto at = std::find_if(tokens_.begin(), tokens_.end(),
                               [&](const Token& other) { return other.text.size() < token.size(); });
  tokens_.insert(at, {std::move(token), id});
}

const SpecialTokens::Token* SpecialTokens::at(std::string_view text) const {
  if (!begins_[static_cast<unsigned char>(text[0])]) return nullptr;
  for (const Token& token : tokens_)
    if (text.compare(0, token.text.size(), token.text) == 0) return &token;
  return nullptr;
}

}  // namespace torchpp::text
