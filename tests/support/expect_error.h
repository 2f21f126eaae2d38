// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>
#include <torchpp/core/error.h>

#include <string>

namespace torchpp::test {

/// The call throws an error of type E whose message holds the phrase.
template <class E = Error, class F>
void expect_error(const F& f, const std::string& phrase) {
  try {
    f();
    ADD_FAILURE() << "nothing was thrown, expected: " << phrase;
  } catch (const E& e) {
    EXPECT_NE(std::string(e.what()).find(phrase), std::string::npos) << "got: " << e.what() << "\nexpected: " << phrase;
  }
}

}  // namespace torchpp::test
