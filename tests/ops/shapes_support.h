// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <torchpp/ops/creation.h>
#include <torchpp/ops/index.h>
#include <torchpp/ops/shape.h>
#include <torchpp/ops/view.h>

#include <string>
#include <vector>

#include "tests/support/expect_error.h"

namespace torchpp::test {

inline std::vector<double> values(const Tensor& t) {
  const Tensor flat = t.detach().to(kDouble).contiguous();
  return std::vector<double>(flat.data_ptr<double>(), flat.data_ptr<double>() + flat.numel());
}
inline std::vector<int64_t> shape(const Tensor& t) { return t.sizes().vec(); }
inline std::vector<int64_t> strides(const Tensor& t) { return t.strides().vec(); }

using V = std::vector<double>;
using S = std::vector<int64_t>;

}  // namespace torchpp::test
