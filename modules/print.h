// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file How modules write themselves.

#include <torchpp/nn/expanding_array.h>

#include <ostream>
#include <string>
#include <typeinfo>

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

/// How a stock module is called in print, by libtorch too: "torch::nn::Linear" for LinearImpl.
std::string stock_name(const std::type_info& impl);

}  // namespace torchpp::nn
