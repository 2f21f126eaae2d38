// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <initializer_list>
#include <string>

namespace torchpp::serialize {

/// The text with small ASCII letters in the place of capital ones.
std::string small_letters(std::string text);
bool is_one_of(const std::string& text, std::initializer_list<const char*> names);

}  // namespace torchpp::serialize
