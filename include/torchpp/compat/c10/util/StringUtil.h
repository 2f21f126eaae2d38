// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Text from anything that has operator<<.

#include <ATen/core/Formatting.h>

#include <sstream>

namespace torchpp::detail {

template <class... Parts>
std::string streamed(const Parts&... parts) {
  std::ostringstream out;
  (void)(out << ... << parts);
  return out.str();
}

}  // namespace torchpp::detail

namespace c10 {

template <class... Parts>
std::string str(const Parts&... parts) {
  return ::torchpp::detail::streamed(parts...);
}
template <class Container>
std::string Join(const std::string& between, const Container& items) {
  std::ostringstream out;
  bool first = true;
  for (const auto& item : items) {
    if (!first) out << between;
    out << item;
    first = false;
  }
  return out.str();
}

}  // namespace c10

namespace at {
using c10::str;
}
