// SPDX-License-Identifier: BSD-3-Clause
#include "text/unicode.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace torchpp::text {
namespace {

struct LowerRun {
  uint32_t first, last;
  int32_t step, distance;
};
struct Decomposition {
  uint32_t code, first, second;  // second: 0 for none
};

#include "text/unicode_tables.inc"

constexpr char32_t kCapitalSigma = 0x3A3, kFinalSigma = 0x3C2, kSigma = 0x3C3, kCapitalIDot = 0x130, kDotAbove = 0x307;

// The value of the row of a table of `code << 8 | value` that holds for the code.
template <size_t N>
uint8_t look_up(const uint32_t (&table)[N], char32_t code) {
  return static_cast<uint8_t>(*(std::upper_bound(std::begin(table), std::end(table), code << 8 | 0xFF) - 1));
}

char32_t simple_lower(char32_t code) {
  if (code < 128) return code >= 'A' && code <= 'Z' ? code + 32 : code;
  const LowerRun* run = std::upper_bound(std::begin(kLower), std::end(kLower), code,
                                         [](char32_t c, const LowerRun& r) { return c < r.first; });
  if (run == kLower) return code;
  --run;
  if (code > run->last || (code - run->first) % static_cast<uint32_t>(run->step) != 0) return code;
  return static_cast<char32_t>(static_cast<int32_t>(code) + run->distance);
}

// Unicode's condition Final_Sigma: a cased character before, none behind, case-ignorable ones do not count.
bool is_final_sigma(const std::u32string& text, size_t at) {
  size_t before = at;
  while (before > 0 && (properties(text[before - 1]) & kCaseIgnorable) != 0) --before;
  if (before == 0 || (properties(text[before - 1]) & kCased) == 0) return false;
  size_t behind = at + 1;
  while (behind < text.size() && (properties(text[behind]) & kCaseIgnorable) != 0) ++behind;
  return behind == text.size() || (properties(text[behind]) & kCased) == 0;
}

void append_decomposed(std::u32string& out, char32_t code) {
  // Hangul syllables: Unicode, section 3.12.
  constexpr char32_t kSyllable = 0xAC00, kLead = 0x1100, kVowel = 0x1161, kTrail = 0x11A7;
  constexpr char32_t kTrails = 28, kVowelTrails = 21 * kTrails, kSyllables = 19 * kVowelTrails;
  if (code < 0xC0) {
    out += code;
  } else if (code >= kSyllable && code < kSyllable + kSyllables) {
    const char32_t index = code - kSyllable;
    out += kLead + index / kVowelTrails;
    out += kVowel + index % kVowelTrails / kTrails;
    if (index % kTrails != 0) out += kTrail + index % kTrails;
  } else {
    const Decomposition* found = std::lower_bound(std::begin(kDecompositions), std::end(kDecompositions), code,
                                                  [](const Decomposition& d, char32_t c) { return d.code < c; });
    if (found == std::end(kDecompositions) || found->code != code) {
      out += code;
    } else {
      append_decomposed(out, found->first);
      if (found->second != 0) append_decomposed(out, found->second);
    }
  }
}

constexpr std::array<uint8_t, 128> ascii_properties() {
  std::array<uint8_t, 128> values{};
  size_t row = 0;
  for (uint32_t code = 0; code < 128; ++code) {
    while (kProperties[row + 1] >> 8 <= code) ++row;
    values[code] = static_cast<uint8_t>(kProperties[row]);
  }
  return values;
}

}  // namespace

const std::array<uint8_t, 128> kAsciiProperties = ascii_properties();

uint8_t properties_beyond_ascii(char32_t code) {
  return code <= kLastCode ? look_up(kProperties, code) : static_cast<uint8_t>(kOther);
}

Decoded decode_beyond_ascii(const char* begin, const char* end) {
  const auto byte = [&](int i) { return static_cast<unsigned char>(begin[i]); };
  const unsigned char first = byte(0);
  int length = 0;
  // Range of the second byte: it excludes overlong forms, surrogates and codes beyond the last.
  unsigned char least = 0x80, most = 0xBF;
  if (first < 0x80) return {first, 1, true};
  if (first >= 0xC2 && first <= 0xDF) {
    length = 2;
  } else if (first >= 0xE0 && first <= 0xEF) {
    length = 3;
    if (first == 0xE0) least = 0xA0;
    if (first == 0xED) most = 0x9F;
  } else if (first >= 0xF0 && first <= 0xF4) {
    length = 4;
    if (first == 0xF0) least = 0x90;
    if (first == 0xF4) most = 0x8F;
  } else {
    return {kReplacement, 1, false};
  }
  char32_t code = first & (0x7Fu >> length);
  for (int i = 1; i < length; ++i) {
    if (begin + i >= end || byte(i) < least || byte(i) > most) return {kReplacement, static_cast<uint32_t>(i), false};
    code = code << 6 | (byte(i) & 0x3Fu);
    least = 0x80, most = 0xBF;
  }
  return {code, static_cast<uint32_t>(length), true};
}

bool is_utf8(std::string_view bytes) {
  const char* const end = bytes.data() + bytes.size();
  for (const char* p = bytes.data(); p < end;) {
    const Decoded d = decode(p, end);
    if (!d.valid) return false;
    p += d.length;
  }
  return true;
}

std::u32string decode(std::string_view bytes) {
  std::u32string text;
  text.reserve(bytes.size());
  const char* const end = bytes.data() + bytes.size();
  for (const char* p = bytes.data(); p < end;) {
    const Decoded d = decode(p, end);
    text += d.code;
    p += d.length;
  }
  return text;
}

void append_utf8(std::string& out, char32_t code) {
  if (code < 0x80) {
    out += static_cast<char>(code);
    return;
  }
  const int further = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  constexpr unsigned char kFirst[] = {0, 0xC0, 0xE0, 0xF0};
  out += static_cast<char>(kFirst[further] | code >> 6 * further);
  for (int i = further - 1; i >= 0; --i) out += static_cast<char>(0x80 | (code >> 6 * i & 0x3F));
}

std::u32string lower(const std::u32string& text) {
  std::u32string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    const char32_t code = text[i];
    if (code == kCapitalSigma) {
      out += is_final_sigma(text, i) ? kFinalSigma : kSigma;
    } else if (code == kCapitalIDot) {
      out += U'i';
      out += kDotAbove;
    } else {
      out += simple_lower(code);
    }
  }
  return out;
}

std::u32string without_accents(const std::u32string& text) {
  if (std::all_of(text.begin(), text.end(), [](char32_t c) { return c < 0xC0; })) return text;
  std::u32string out;
  out.reserve(text.size());
  for (char32_t code : text) append_decomposed(out, code);
  // Marks between two starters are in the order of their classes, stably.
  const auto is_starter = [](char32_t c) { return look_up(kCombining, c) == 0; };
  for (auto at = out.begin(); at != out.end();) {
    const auto marks = std::find_if_not(at, out.end(), is_starter);
    at = std::find_if(marks, out.end(), is_starter);
    std::stable_sort(marks, at, [](char32_t a, char32_t b) { return look_up(kCombining, a) < look_up(kCombining, b); });
  }
  out.erase(std::remove_if(out.begin(), out.end(), [](char32_t c) { return (properties(c) & kNonspacing) != 0; }),
            out.end());
  return out;
}

}  // namespace torchpp::text
