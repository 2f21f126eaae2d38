// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <locale.h>

#include <string>

namespace torchpp::serialize {

/// The thread's character set is UTF-8 while this lives, where the system has a locale for that. A program that does
/// not call setlocale() has ASCII.
class Utf8Locale {
 public:
  Utf8Locale();
  Utf8Locale(const Utf8Locale&) = delete;
  Utf8Locale& operator=(const Utf8Locale&) = delete;
  ~Utf8Locale();

 private:
  locale_t before_ = nullptr;
};

/// The characters of UTF-8 in small letters, by the C library's table of single characters: equal for names that a file
/// system without capital letters takes for the same. Letters outside ASCII stay as they are where the system has no
/// locale with UTF-8, and accents are not composed. A byte that is no UTF-8 becomes 0xDC00 plus the byte.
std::wstring folded_case(const std::string& text);

}  // namespace torchpp::serialize
