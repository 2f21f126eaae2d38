// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>
#include <torchpp/tensor.h>

#include <string>
#include <vector>

namespace torchpp {

/// The elements in row-major order.
inline std::vector<double> values(const Tensor& t) {
  const Tensor d = t.detach().to(kDouble).contiguous();
  return std::vector<double>(d.data_ptr<double>(), d.data_ptr<double>() + d.numel());
}

/// The message of what the call throws; empty when it does not throw.
template <class F>
std::string thrown(F&& f) {
  try {
    f();
  } catch (const Error& e) {
    return e.what();
  }
  return std::string();
}

#define EXPECT_ERROR(statement, words)                                                               \
  do {                                                                                               \
    const std::string text = ::torchpp::thrown([&] { statement; });                                  \
    EXPECT_NE(text.find(words), std::string::npos) << "got: " << (text.empty() ? "no error" : text); \
  } while (false)

}  // namespace torchpp
