// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <torchpp/ops/creation.h>
#include <torchpp/ops/index.h>
#include <torchpp/ops/shape.h>
#include <torchpp/ops/view.h>

#include <string>
#include <vector>

namespace torchpp::test {

inline std::vector<double> values(const Tensor& t) {
  const Tensor flat = t.detach().to(kDouble).contiguous();
  return std::vector<double>(flat.data_ptr<double>(), flat.data_ptr<double>() + flat.numel());
}
inline std::vector<int64_t> shape(const Tensor& t) { return t.sizes().vec(); }
inline std::vector<int64_t> strides(const Tensor& t) { return t.strides().vec(); }

/// The call throws an Error whose message holds the phrase.
template <class F>
void expect_error(const F& f, const std::string& phrase) {
  try {
    f();
    ADD_FAILURE() << "nothing was thrown, expected: " << phrase;
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find(phrase), std::string::npos) << "got: " << e.what() << "\nexpected: " << phrase;
  }
}

using V = std::vector<double>;
using S = std::vector<int64_t>;

}  // namespace torchpp::test
