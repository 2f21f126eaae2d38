// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <torchpp/autograd/autograd.h>
#include <torchpp/core/grad_mode.h>
#include <torchpp/ops/creation.h>

#include <atomic>
#include <thread>

#include "tests/autograd/support.h"

namespace torchpp {
namespace {

using autograd::grad;
using autograd::Node;
using autograd::variable_list;

Tensor leaf(const std::vector<double>& values) { return tensor(values, kDouble).requires_grad_(); }

TEST(Backward, ChainOfOperators) {
  const Tensor x = leaf({1, 2, 3});
  ((x * x + 1) * 2).sum().backward();
  EXPECT_EQ(values(x.grad()), (std::vector<double>{4, 8, 12}));
}

TEST(Backward, SumsOverPathsAndCalls) {
  const Tensor x = leaf({2});
  const Tensor y = x * 3;
  (y * y + y).sum().backward();
  EXPECT_EQ(values(x.grad()), std::vector<double>{6 * 6 + 3});
  (x * 1).sum().backward();
  EXPECT_EQ(values(x.grad()), std::vector<double>{40});
}

TEST(Backward, BroadcastInputsGetSummedGradients) {
  const Tensor a = ones({2, 3}, kDouble).requires_grad_(), b = ones({3}, kDouble).requires_grad_(),
               c = ones({}, kFloat).requires_grad_();
  (a * b * c).sum().backward();
  EXPECT_EQ(b.grad().sizes(), b.sizes());
  EXPECT_EQ(values(b.grad()), (std::vector<double>{2, 2, 2}));
  EXPECT_EQ(c.grad().dtype(), kFloat);
  EXPECT_EQ(c.grad().item<float>(), 6);
}

TEST(Backward, NamesOfNodes) {
  const Tensor x = leaf({1});
  EXPECT_EQ((x * x).grad_fn()->name(), "MulBackward0");
  EXPECT_EQ(x.exp().grad_fn()->name(), "ExpBackward0");
  EXPECT_EQ((x + x).grad_fn()->next_edge(0).function->name(), "AccumulateGrad");
}

}  // namespace
}  // namespace torchpp
