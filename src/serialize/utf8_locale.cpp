// SPDX-License-Identifier: BSD-3-Clause
#include "src/serialize/utf8_locale.h"

#include <wctype.h>

#include <cwchar>

namespace torchpp::serialize {
namespace {

// Null if the system has none.
locale_t utf8_locale() {
  static const locale_t utf8 = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
  return utf8;
}

}  // namespace

Utf8Locale::Utf8Locale() {
  if (utf8_locale() != nullptr) before_ = ::uselocale(utf8_locale());
}

Utf8Locale::~Utf8Locale() {
  if (before_ != nullptr) ::uselocale(before_);
}

std::wstring folded_case(const std::string& text) {
  constexpr wchar_t kNoCharacter = 0xDC00;
  const Utf8Locale utf8;
  std::wstring folded;
  for (size_t at = 0; at < text.size();) {
    std::mbstate_t state{};
    wchar_t character = 0;
    size_t bytes = std::mbrtowc(&character, &text[at], text.size() - at, &state);
    if (bytes == 0) bytes = 1;  // the character NUL
    if (bytes > text.size() - at) {
      character = static_cast<wchar_t>(kNoCharacter + static_cast<unsigned char>(text[at]));
      bytes = 1;
    }
    // By the capital: several small letters can have the same, as the two sigmas do.
    folded += static_cast<wchar_t>(::towlower(::towupper(static_cast<wint_t>(character))));
    at += bytes;
  }
  return folded;
}

}  // namespace torchpp::serialize
