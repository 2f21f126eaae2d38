// SPDX-License-Identifier: BSD-3-Clause
#include "data/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>

namespace torchpp::data {
namespace {

struct Range {
  uint32_t first, last;
};
// Source: Unicode 15, EastAsianWidth.txt (W and F), with gaps between blocks of few characters closed.
constexpr Range kWide[] = {
    {0x1100, 0x115F},   {0x231A, 0x231B},   {0x2329, 0x232A},   {0x23E9, 0x23EC},   {0x25FD, 0x25FE},
    {0x2614, 0x2615},   {0x2648, 0x2653},   {0x26BD, 0x26BE},   {0x2705, 0x2705},   {0x270A, 0x270B},
    {0x2728, 0x2728},   {0x2753, 0x2755},   {0x2795, 0x2797},   {0x2B1B, 0x2B1C},   {0x2B50, 0x2B50},
    {0x2E80, 0x303E},   {0x3041, 0x4DBF},   {0x4E00, 0xA4CF},   {0xA960, 0xA97F},   {0xAC00, 0xD7A3},
    {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF01, 0xFF60},   {0xFFE0, 0xFFE6},   {0x16FE0, 0x18CFF},
    {0x1AFF0, 0x1B2FF}, {0x1F18E, 0x1F18E}, {0x1F191, 0x1F19A}, {0x1F200, 0x1F320}, {0x1F32D, 0x1F64F},
    {0x1F680, 0x1F6FC}, {0x1F7E0, 0x1F7F0}, {0x1F90C, 0x1F9FF}, {0x1FA70, 0x1FAFF}, {0x20000, 0x3FFFD}};
// Marks over the character before, joiners and selectors of a variant.
constexpr Range kNoWidth[] = {{0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD},  {0x0610, 0x061A},
                              {0x064B, 0x065F}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF},  {0x200B, 0x200F},
                              {0x202A, 0x202E}, {0x2060, 0x2064}, {0x20D0, 0x20FF},  {0xFE00, 0xFE0F},
                              {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF}, {0xE0100, 0xE01EF}};

template <size_t n>
bool is_in(const Range (&ranges)[n], uint32_t code) {
  const Range* found = std::lower_bound(std::begin(ranges), std::end(ranges), code,
                                        [](const Range& r, uint32_t c) { return r.last < c; });
  return found != std::end(ranges) && found->first <= code;
}

struct Character {
  size_t bytes, columns;
};
// The text's first character.
Character first_of(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  const size_t bytes = lead < 0xC2 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 1;
  if (bytes == 1 || bytes > text.size()) return {1, 1};
  uint32_t code = lead & (0x7Fu >> bytes);
  for (size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {1, 1};
    code = code << 6 | (byte(i) & 0x3Fu);
  }
  return {bytes, is_in(kNoWidth, code) ? size_t{0} : is_in(kWide, code) ? size_t{2} : size_t{1}};
}

}  // namespace

size_t columns_of(std::string_view text) {
  size_t columns = 0;
  while (!text.empty()) {
    const Character c = first_of(text);
    columns += c.columns;
    text.remove_prefix(c.bytes);
  }
  return columns;
}

std::string_view cut_to_columns(std::string_view text, size_t columns) {
  for (size_t taken = 0, at = 0; at < text.size();) {
    const Character c = first_of(text.substr(at));
    taken += c.columns;
    if (taken > columns) return text.substr(0, at);
    at += c.bytes;
  }
  return text;
}

std::string in_one_line(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  return text;
}

bool is_stderr_terminal() {
  const char* kind = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) == 1 && (kind == nullptr || std::string_view(kind) != "dumb");
}

size_t stderr_columns() {
  constexpr size_t kDefault = 80;
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kDefault;
}

bool shows_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"})
    if (const char* value = std::getenv(name); value != nullptr && *value != '\0') {
      std::string_view locale(value);
      for (const char* ending : {"UTF-8", "utf8", "UTF8", "utf-8"})
        if (locale.find(ending) != std::string_view::npos) return true;
      return false;  // the first that is set decides
    }
  return false;
}

}  // namespace torchpp::data
