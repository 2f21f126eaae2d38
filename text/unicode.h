// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// UTF-8 and the properties of Unicode's characters that tokenizers ask for. Which version of Unicode: see
// unicode_tables.inc.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace torchpp::text {

constexpr char32_t kReplacement = 0xFFFD;  // stands for bytes that are no UTF-8
constexpr char32_t kLastCode = 0x10FFFF;

enum Property : uint8_t {
  kLetter = 1,          // category L
  kNumber = 2,          // category N
  kWhite = 4,           // White_Space
  kPunctuation = 8,     // category P
  kOther = 16,          // category C: control, format, unassigned, private use
  kNonspacing = 32,     // category Mn
  kCased = 64,          // Cased and not Case_Ignorable
  kCaseIgnorable = 128  // Case_Ignorable
};

extern const std::array<uint8_t, 128> kAsciiProperties;
uint8_t properties_beyond_ascii(char32_t code);
inline uint8_t properties(char32_t code) { return code < 128 ? kAsciiProperties[code] : properties_beyond_ascii(code); }

/// What Python's str.isspace tells: White_Space and the separators of ASCII.
inline bool is_python_space(char32_t code) {
  return (properties(code) & kWhite) != 0 || (code >= 0x1C && code <= 0x1F);
}

struct Decoded {
  char32_t code;
  uint32_t length;  // bytes
  bool valid;       // else the code is kReplacement
};
/// The first character of the bytes, of which there is one at least. Bytes that are no UTF-8 give one replacement for
/// each longest sequence that begins a character, as Unicode recommends and Python does.
Decoded decode_beyond_ascii(const char* begin, const char* end);
inline Decoded decode(const char* begin, const char* end) {
  const auto first = static_cast<unsigned char>(*begin);
  return first < 128 ? Decoded{first, 1, true} : decode_beyond_ascii(begin, end);
}

bool is_utf8(std::string_view bytes);
/// Bytes that are no UTF-8 become kReplacement.
std::u32string decode(std::string_view bytes);
void append_utf8(std::string& out, char32_t code);

/// Full lower case, as Python's str.lower: a capital sigma at the end of a word becomes a final one.
std::u32string lower(const std::u32string& text);
/// Canonical decomposition (form NFD) without the nonspacing marks: letters lose their accents.
std::u32string without_accents(const std::u32string& text);

}  // namespace torchpp::text
