// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file How modules write themselves.

#include <torchpp/nn/expanding_array.h>

#include <ostream>

namespace torchpp::nn {

inline void print_one(std::ostream& stream, bool value) { stream << (value ? "true" : "false"); }
inline void print_one(std::ostream& stream, IntArrayRef values) { stream << str(values); }
template <class T>
void print_one(std::ostream& stream, const T& value) {
  stream << value;
}

/// The values one after the other: flags as words, lists in brackets.
template <class... Values>
void print(std::ostream& stream, const Values&... values) {
  (print_one(stream, values), ...);
}

}  // namespace torchpp::nn
