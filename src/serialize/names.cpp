// SPDX-License-Identifier: BSD-3-Clause
#include "src/serialize/names.h"

#include <algorithm>

namespace torchpp::serialize {

std::string small_letters(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

bool is_one_of(const std::string& text, std::initializer_list<const char*> names) {
  return std::any_of(names.begin(), names.end(), [&](const char* name) { return text == name; });
}

}  // namespace torchpp::serialize
