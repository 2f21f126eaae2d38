// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/text/tokenizers.h>

#include <algorithm>

#include "text/unicode.h"

namespace torchpp::text {
namespace {

// Collects the characters of a word until it ends.
class Words {
 public:
  void add(char32_t code) { append_utf8(word_, code); }
  void end_word() {
    if (word_.empty()) return;
    words_.push_back(word_);
    word_.clear();
  }
  std::vector<std::string> take() {
    end_word();
    return std::move(words_);
  }

 private:
  std::string word_;
  std::vector<std::string> words_;
};

}  // namespace

std::vector<std::string> basic_english(std::string_view line) {
  constexpr std::u32string_view kBreak = U"<br />";
  // torchtext replaces patterns one after the other; the double quotes go first, of what matters to the others.
  std::u32string text = lower(decode(line));
  text.erase(std::remove(text.begin(), text.end(), U'"'), text.end());
  Words words;
  for (size_t i = 0; i < text.size(); ++i) {
    const char32_t code = text[i];
    switch (code) {
      case '\'':
      case '.':
      case ',':
      case '(':
      case ')':
      case '!':
      case '?':
        words.end_word();
        words.add(code);
        words.end_word();
        break;
      case ';':
      case ':': words.end_word(); break;
      case '<':
        if (text.compare(i, kBreak.size(), kBreak) == 0) {
          words.end_word();
          i += kBreak.size() - 1;
        } else {
          words.add(code);
        }
        break;
      default:
        if (is_python_space(code)) words.end_word();
        else words.add(code);
    }
  }
  return words.take();
}

std::vector<std::string> whitespace(std::string_view line) {
  Words words;
  const char* const end = line.data() + line.size();
  for (const char* p = line.data(); p < end;) {
    const Decoded d = decode(p, end);
    p += d.length;
    if (is_python_space(d.code)) words.end_word();
    else words.add(d.code);
  }
  return words.take();
}

std::vector<std::string> characters(std::string_view line) {
  std::vector<std::string> tokens;
  tokens.reserve(line.size());
  const char* const end = line.data() + line.size();
  for (const char* p = line.data(); p < end;) {
    const Decoded d = decode(p, end);
    p += d.length;
    append_utf8(tokens.emplace_back(), d.code);
  }
  return tokens;
}

std::vector<std::string> ngrams(const std::vector<std::string>& tokens, int64_t n) {
  TORCHPP_CHECK_VALUE(n >= 1, "ngrams: n got ", n, ", expected 1 or more");
  std::vector<std::string> out = tokens;
  for (size_t length = 2; length <= static_cast<size_t>(n) && length <= tokens.size(); ++length)
    for (size_t begin = 0; begin + length <= tokens.size(); ++begin) {
      std::string& joined = out.emplace_back(tokens[begin]);
      for (size_t i = begin + 1; i < begin + length; ++i) {
        joined += ' ';
        joined += tokens[i];
      }
    }
  return out;
}

}  // namespace torchpp::text
