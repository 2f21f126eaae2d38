// SPDX-License-Identifier: BSD-3-Clause
// Views and in-place operators: what history base and view have afterwards.
#include <torchpp/autograd/autograd.h>
#include <torchpp/core/grad_mode.h>
#include <torchpp/ops/creation.h>

#include <cmath>

#include "tests/autograd/support.h"

namespace torchpp {
namespace {

Tensor leaf(const std::vector<double>& values) { return tensor(values, kDouble).requires_grad_(); }

TEST(InPlace, OnAResult) {
  const Tensor x = leaf({1, 2});
  const Tensor y = x * 3;
  y.mul_(y);  // an operand that is overwritten is kept as it was
  EXPECT_EQ(y.grad_fn()->name(), "MulBackward0");
  y.sum().backward();
  EXPECT_EQ(values(x.grad()), (std::vector<double>{18, 36}));
}

TEST(InPlace, WithASavedResult) {
  const Tensor x = leaf({0, 1});
  Tensor y = x * 1.0;
  y.exp_();
  y.sum().backward();
  EXPECT_NEAR(values(x.grad())[1], std::exp(1.0), 1e-15);
}

TEST(InPlace, MakesAPlainTensorRequireGrad) {
  const Tensor x = leaf({2}), plain = ones({1}, kDouble);
  plain.mul_(x);
  EXPECT_TRUE(plain.requires_grad());
  EXPECT_FALSE(plain.is_leaf());
  plain.sum().backward();
  EXPECT_EQ(values(x.grad()), std::vector<double>{1});
}

TEST(InPlace, OnAViewRewritesTheBase) {
  const Tensor x = leaf({1, 2, 3, 4});
  const Tensor base = x * 1.0;
  const Tensor view = base.view({2, 2}).select(0, 1);
  view.mul_(10);
  EXPECT_EQ(base.grad_fn()->name(), "torch::autograd::CopySlices");
  EXPECT_EQ(view.grad_fn()->name(), "AsStridedBackward0");
  EXPECT_EQ(values(base), (std::vector<double>{1, 2, 30, 40}));
  base.sum().backward({}, true);
  EXPECT_EQ(values(x.grad()), (std::vector<double>{1, 1, 10, 10}));
  x.mutable_grad() = Tensor();
  (view * view).sum().backward();
  EXPECT_EQ(values(x.grad()), (std::vector<double>{0, 0, 600, 800}));
}

TEST(InPlace, OnAViewOfAPlainBase) {
  const Tensor w = leaf({5});
  const Tensor base = zeros({4}, kDouble), before = base.slice(0, 0, 2);
  base.slice(0, 1, 3).add_(w);
  EXPECT_TRUE(base.requires_grad());
  EXPECT_TRUE(before.requires_grad());
  EXPECT_EQ(values(before), (std::vector<double>{0, 5}));
  before.sum().backward({}, true);
  EXPECT_EQ(values(w.grad()), std::vector<double>{1});
  base.sum().backward();
  EXPECT_EQ(values(w.grad()), std::vector<double>{3});
}

TEST(InPlace, OnTheBaseIsSeenByViews) {
  const Tensor x = leaf({1, 2});
  const Tensor base = x * 1.0, view = base.view({2, 1});
  const auto before = view.grad_fn();
  base.mul_(3);
  EXPECT_NE(view.grad_fn(), before);
  view.sum().backward();
  EXPECT_EQ(values(x.grad()), (std::vector<double>{3, 3}));
}

TEST(InPlace, CopyIntoAView) {
  const Tensor x = leaf({1, 2, 3}), y = leaf({7});
  const Tensor base = x * 2;
  base.slice(0, 0, 1).copy_(y);
  (base * base).sum().backward();
  EXPECT_EQ(values(x.grad()), (std::vector<double>{0, 16, 24}));
  EXPECT_EQ(values(y.grad()), std::vector<double>{14});
}

TEST(InPlace, OnAViewTwiceDifferentiable) {
  const Tensor x = leaf({2, 3});
  const Tensor base = x * x;
  base.select(0, 1).mul_(base.select(0, 0).clone());
  const auto g = autograd::grad({base.sum()}, {x}, {}, true, true)[0];
  EXPECT_EQ(values(g), (std::vector<double>{4 + 4 * 9, 6 * 4}));
  const auto h = autograd::grad({g.sum()}, {x})[0];
  EXPECT_EQ(values(h), (std::vector<double>{2 + 18 + 24, 24 + 8}));
}

TEST(InPlace, OnAViewWithRestrictedInputs) {
  const Tensor x = leaf({1, 2, 3, 4});
  const Tensor base = x * 1.0;
  base.slice(0, 0, 2).mul_(10);
  EXPECT_EQ(values(autograd::grad({base.sum()}, {x})[0]), (std::vector<double>{10, 10, 1, 1}));
}

TEST(InPlace, OnTransposedAndStridedViews) {
  const Tensor x = arange(6, kDouble).requires_grad_();
  const Tensor base = (x * 1.0).view({2, 3});
  base.t().slice(0, 0, 3, 2).mul_(10);
  (base * arange(6, kDouble).view({2, 3})).sum().backward();
  EXPECT_EQ(values(x.grad()), (std::vector<double>{0, 1, 20, 30, 4, 50}));
}

TEST(InPlace, WithoutGradIsNotRecorded) {
  const Tensor x = leaf({1, 2});
  const Tensor y = x * 2;
  {
    const NoGradGuard no_grad;
    y.mul_(100);
  }
  y.sum().backward();
  EXPECT_EQ(values(x.grad()), (std::vector<double>{2, 2}));
}

TEST(Views, AsStridedThatOverlaps) {
  const Tensor x = leaf({1, 2, 3});
  x.as_strided({2, 2}, {1, 1}).sum().backward();
  EXPECT_EQ(values(x.grad()), (std::vector<double>{1, 2, 1}));
}

TEST(Views, Gradients) {
  const Tensor x = arange(24, kDouble).view({2, 3, 4}).clone().requires_grad_();
  const auto check = [&](const Tensor& y, double expected) {
    x.mutable_grad() = Tensor();
    (y * y).sum().backward();
    // d/dx of the sum of squares of chosen elements
    double sum = 0;
    for (double g : values(x.grad())) sum += g;
    EXPECT_EQ(sum, expected);
  };
  const double all = 2 * 276;
  check(x.view({6, 4}), all);
  check(x.permute({2, 0, 1}), all);
  check(x.transpose(0, -1), all);
  check(x.unsqueeze(1).squeeze(), all);
  check(x.expand({5, 2, 3, 4}), 5 * all);
  check(x.select(1, 0), 2 * (0 + 1 + 2 + 3 + 12 + 13 + 14 + 15));
  check(x.slice(2, 1, 4, 2), 2 * (1 + 3 + 5 + 7 + 9 + 11 + 13 + 15 + 17 + 19 + 21 + 23));
  check(x.diagonal(0, 1, 2), 2 * (0 + 5 + 10 + 12 + 17 + 22));
  check(x.split(2, 2)[1], 2 * (2 + 3 + 6 + 7 + 10 + 11 + 14 + 15 + 18 + 19 + 22 + 23));
  check(x.unbind(0)[1], 2 * (276 - 66));
}

TEST(Versions, AreSharedByViewsAndDetached) {
  const Tensor x = ones({2});
  const Tensor view = x.view({2, 1}), detached = x.detach(), data = x.variable_data();
  x.add_(1);
  EXPECT_EQ(view._version(), x._version());
  EXPECT_EQ(detached._version(), x._version());
  EXPECT_NE(data._version(), x._version());
  EXPECT_FALSE(detached.is_view());
}

TEST(SetData, KeepsIdentityAndGradient) {
  const Tensor x = leaf({1, 2});
  int calls = 0;
  x.register_hook([&](const Tensor&) { ++calls; });
  x.sum().backward();
  x.set_data(ones({2}, kFloat));
  EXPECT_EQ(x.dtype(), kFloat);
  EXPECT_TRUE(x.requires_grad());
  x.mutable_grad() = Tensor();
  x.sum().backward();
  EXPECT_EQ(x.grad().dtype(), kFloat);
  EXPECT_EQ(calls, 2);
}

}  // namespace
}  // namespace torchpp
