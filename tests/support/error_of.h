// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <exception>
#include <string>

namespace torchpp::test {

/// What the error says that f throws; "" when it throws none.
template <class F>
std::string error_of(const F& f) {
  try {
    f();
  } catch (const std::exception& e) {
    return e.what();
  }
  return "";
}

}  // namespace torchpp::test
