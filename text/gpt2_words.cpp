// SPDX-License-Identifier: BSD-3-Clause
#include "text/gpt2_words.h"

#include "text/unicode.h"

namespace torchpp::text {
namespace {

// What the pattern tells apart: letters, numbers, white space, and 0 for all others.
constexpr uint8_t kKinds = kLetter | kNumber | kWhite;

struct Character {
  uint8_t kind;
  uint32_t length;
};
Character character_at(const char* p, const char* end) {
  const Decoded d = decode(p, end);
  return {static_cast<uint8_t>(properties(d.code) & kKinds), d.length};
}

// The length of an English contraction at an apostrophe, or 0.
size_t contraction_length(std::string_view text) {
  if (text.size() < 2) return 0;
  switch (text[1]) {
    case 's':
    case 't':
    case 'm':
    case 'd': return 2;
    case 'r':
    case 'v': return text.size() > 2 && text[2] == 'e' ? 3 : 0;
    case 'l': return text.size() > 2 && text[2] == 'l' ? 3 : 0;
    default: return 0;
  }
}

}  // namespace

size_t gpt2_word_length(std::string_view text) {
  if (text[0] == '\'')
    if (const size_t length = contraction_length(text)) return length;
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const char* p = begin;
  Character c = character_at(p, end);
  if (text[0] == ' ' && text.size() > 1) {
    const Character next = character_at(p + 1, end);
    if (next.kind != kWhite) {
      ++p;
      c = next;
    }
  }
  const uint8_t kind = c.kind;
  const char* last = p;
  do {
    last = p;
    p += c.length;
    if (p == end) return text.size();
    c = character_at(p, end);
  } while (c.kind == kind);
  // The last white space character before another character belongs to that one, or is a piece of its own.
  if (kind == kWhite && last > begin) p = last;
  return static_cast<size_t>(p - begin);
}

}  // namespace torchpp::text
