// SPDX-License-Identifier: BSD-3-Clause
// Operators that make a tensor another view of its own memory. What grad_fn, version and gradient are afterwards was
// asked of libtorch 1.13.1's Python front end, one operator and one kind of tensor at a time.
#include <torchpp/autograd/autograd.h>
#include <torchpp/autograd/forward_ad.h>
#include <torchpp/autograd/gradcheck.h>
#include <torchpp/core/grad_mode.h>
#include <torchpp/ops/creation.h>

#include "tests/autograd/support.h"

namespace torchpp {
namespace {

Tensor leaf(int64_t n = 6) { return arange(1, n + 1, kDouble).requires_grad_(); }

struct Row {
  const char* name;
  Tensor& (*change)(const Tensor& t);
  const char* node;
  std::vector<int64_t> sizes;    // of a tensor of size (2, 3) afterwards
  std::vector<double> gradient;  // of six ones doubled, weighted by 1, 2, ... in the order of the changed tensor
  std::vector<double> by_base;   // the same through a view of all six made before
};

const Row kRows[] = {
    {"t_", [](const Tensor& t) -> Tensor& { return t.t_(); }, "TBackward1", {3, 2}, {2, 6, 10, 4, 8, 12}, {}},
    {"transpose_",
     [](const Tensor& t) -> Tensor& { return t.transpose_(0, -1); },
     "TransposeBackward1",
     {3, 2},
     {2, 6, 10, 4, 8, 12},
     {}},
    {"swapaxes_",
     [](const Tensor& t) -> Tensor& { return t.swapaxes_(0, 1); },
     "TransposeBackward1",
     {3, 2},
     {2, 6, 10, 4, 8, 12},
     {}},
    {"swapdims_",
     [](const Tensor& t) -> Tensor& { return t.swapdims_(1, 0); },
     "TransposeBackward1",
     {3, 2},
     {2, 6, 10, 4, 8, 12},
     {}},
    {"squeeze_",
     [](const Tensor& t) -> Tensor& { return t.squeeze_(); },
     "SqueezeBackward2",
     {2, 3},
     {2, 4, 6, 8, 10, 12},
     {}},
    {"squeeze_dim",
     [](const Tensor& t) -> Tensor& { return t.squeeze_(0); },
     "SqueezeBackward3",
     {2, 3},
     {2, 4, 6, 8, 10, 12},
     {}},
    {"unsqueeze_",
     [](const Tensor& t) -> Tensor& { return t.unsqueeze_(0); },
     "UnsqueezeBackward1",
     {1, 2, 3},
     {2, 4, 6, 8, 10, 12},
     {}},
    {"as_strided_",
     [](const Tensor& t) -> Tensor& {
       return t.as_strided_({2, 2}, {1, 2}, 1);
     },
     "AsStridedBackward1",
     {2, 2},
     {0, 2, 6, 4, 8, 0},
     {0, 4, 6, 8, 10, 0}},
};

class ViewInPlace : public ::testing::TestWithParam<Row> {};
INSTANTIATE_TEST_SUITE_P(All, ViewInPlace, ::testing::ValuesIn(kRows), [](const auto& p) {
  std::string name = p.param.name;
  return name.back() == '_' ? name.substr(0, name.size() - 1) : name;
});

Tensor weighted(const Tensor& t) { return (t * arange(1, t.numel() + 1, kDouble).view(t.sizes())).sum(); }

TEST_P(ViewInPlace, OfAResult) {
  const Row& row = GetParam();
  const Tensor x = leaf(), y = (x * 2).view({2, 3}) * 1.0;
  EXPECT_TRUE(row.change(y).is_same(y));
  EXPECT_EQ(y.grad_fn()->name(), row.node);
  EXPECT_EQ(y.sizes(), row.sizes);
  EXPECT_EQ(y._version(), 1);
  EXPECT_FALSE(y.is_leaf());
  EXPECT_FALSE(y.is_view());
  weighted(y).backward();
  EXPECT_EQ(values(x.grad()), row.gradient);
}

TEST_P(ViewInPlace, OfAView) {
  const Row& row = GetParam();
  const Tensor x = leaf(), base = x * 2, y = base.view({2, 3});
  row.change(y);
  EXPECT_EQ(y.grad_fn()->name(), row.node);
  EXPECT_EQ(y.sizes(), row.sizes);
  EXPECT_TRUE(y.is_view());
  EXPECT_EQ(base.grad_fn()->name(), "MulBackward1");  // its memory is what it was
  EXPECT_EQ(base._version(), 1);
  weighted(y).backward();
  EXPECT_EQ(values(x.grad()), row.gradient);
}

TEST_P(ViewInPlace, OfABaseIsSeenByViews) {
  const Row& row = GetParam();
  const Tensor x = leaf(), base = (x * 2).view({2, 3}) * 1.0, view = base.view({6});
  row.change(base);
  EXPECT_EQ(view.grad_fn()->name(), "AsStridedBackward0");
  EXPECT_EQ(base.grad_fn()->name(), row.node);
  weighted(view).backward();
  EXPECT_EQ(values(x.grad()), row.by_base.empty() ? (std::vector<double>{2, 4, 6, 8, 10, 12}) : row.by_base);
}

TEST_P(ViewInPlace, Forbidden) {
  const Row& row = GetParam();
  const Tensor x = leaf();
  EXPECT_ERROR(row.change(zeros({2, 3}).requires_grad_()), "a leaf Variable that requires grad is being used in an");
  EXPECT_ERROR(row.change(x.view({2, 3})), "a view of a leaf Variable that requires grad is being used in an");
  EXPECT_ERROR(row.change((leaf(12) * 2).view({4, 3}).split(2)[0]), "output of a function that returns multiple views");
  const Tensor y = x * 2;
  Tensor view;
  {
    const NoGradGuard no_grad;
    view = y.view({2, 3});
  }
  EXPECT_ERROR(row.change(view), "created in no_grad mode and is being modified inplace with grad mode enabled");
  EXPECT_EQ(view.sizes(), (std::vector<int64_t>{2, 3}));
}

TEST_P(ViewInPlace, WithoutGradMode) {
  const Row& row = GetParam();
  const Tensor x = zeros({2, 3}, kDouble).requires_grad_(), y = x * 2;
  x.sum().backward();  // the leaf has met backward in its old shape
  x.mutable_grad() = Tensor();
  {
    const NoGradGuard no_grad;
    row.change(y);
    row.change(x);
  }
  EXPECT_EQ(y.grad_fn()->name(), "MulBackward1");
  EXPECT_TRUE(x.is_leaf());
  EXPECT_TRUE(x.requires_grad());
  EXPECT_EQ(x._version(), 1);
  x.sum().backward();
  EXPECT_EQ(x.grad().sizes(), row.sizes);
}

TEST_P(ViewInPlace, OfPlainTensors) {
  const Row& row = GetParam();
  const Tensor base = zeros({6}), view = base.view({2, 3});
  row.change(view);
  EXPECT_EQ(view.sizes(), row.sizes);
  EXPECT_EQ(view._version(), 1);
  EXPECT_EQ(base._version(), 1);
  EXPECT_FALSE(view.requires_grad());
}

TEST_P(ViewInPlace, AllDerivatives) {
  const Row& row = GetParam();
  const auto check = [](const autograd::GradcheckFunction& f) {
    autograd::GradcheckOptions o;
    o.check_forward_ad = true;
    EXPECT_TRUE(autograd::gradcheck(f, {leaf()}, o));
    EXPECT_TRUE(autograd::gradgradcheck(f, {leaf()}, {}, o));
  };
  // Alone, then followed by a write to the changed view and one to its base.
  check([&](const autograd::variable_list& in) -> autograd::variable_list {
    const Tensor y = (in[0] * in[0]).view({2, 3}) * 1.0;
    row.change(y);
    return {y * y};
  });
  check([&](const autograd::variable_list& in) -> autograd::variable_list {
    const Tensor base = in[0] * in[0], y = base.view({2, 3});
    row.change(y);
    y.mul_(3);
    base.select(0, 2).mul_(5);
    return {base * 1.0, y * y};
  });
}

TEST(ViewInPlaceHooks, HooksStayAndTheKeptGradientMoves) {
  // The rule of in-place operators: a hook sees the gradient of the value that it was registered on.
  const Tensor x = leaf(), y = (x * 2).view({2, 3}) * 1.0;
  std::vector<int64_t> seen;
  y.register_hook([&](const Tensor& g) { seen = g.sizes().vec(); });
  y.retain_grad();
  y.t_();
  y.sum().backward();
  EXPECT_EQ(seen, (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(y.grad().sizes(), (std::vector<int64_t>{3, 2}));
}

TEST(ViewInPlaceForward, TangentsFollow) {
  const forward_ad::DualLevel level;
  const Tensor dual = forward_ad::make_dual(zeros({2, 3}, kDouble), arange(6, kDouble).view({2, 3}));
  dual.t_();
  EXPECT_EQ(values(dual._fw_grad(0)), (std::vector<double>{0, 3, 1, 4, 2, 5}));
}

TEST(Resize, IsNotForTensorsThatRequireGrad) {
  const Tensor x = zeros({2, 3}).requires_grad_(), y = x * 2;
  for (const Tensor& t : {x, y, y.view({6})}) {
    EXPECT_ERROR(t.resize_({2, 2}), "cannot resize variables that require grad");
    EXPECT_ERROR(t.resize_as_(zeros({2, 2})), "cannot resize variables that require grad");
    const NoGradGuard no_grad;
    EXPECT_ERROR(t.resize_(t.sizes()), "cannot resize variables that require grad");
  }
  const Tensor plain = zeros({2, 3});
  plain.resize_({2, 2});
  EXPECT_EQ(plain._version(), 0);
}

TEST(Detach, InPlace) {
  const Tensor x = leaf(), y = x * 2, view = y.view({2, 3});
  y.detach_();
  EXPECT_TRUE(y.is_leaf());
  EXPECT_FALSE(y.requires_grad());
  EXPECT_EQ(y._version(), 0);
  EXPECT_EQ(view.grad_fn()->name(), "ViewBackward0");  // what was made before keeps its history
  view.sum().backward();
  EXPECT_EQ(values(x.grad()), (std::vector<double>{2, 2, 2, 2, 2, 2}));
  EXPECT_ERROR(view.detach_(), "Can't detach views in-place");
  EXPECT_ERROR(zeros({6}).view({2, 3}).detach_(), "Can't detach views in-place");
}

TEST(Set, HasNoDerivative) {
  EXPECT_ERROR(leaf().set_(zeros({2}, kDouble)), "a leaf Variable that requires grad is being used in an in-place");
  const Tensor x = leaf(), y = x * 2;
  y.set_(zeros({2}, kDouble));
  EXPECT_ERROR(y.sum().backward(), "derivative for set_ is not implemented");
  const Tensor plain = zeros({3}, kDouble);
  plain.set_(x * 2);
  EXPECT_TRUE(plain.requires_grad());
  EXPECT_ERROR(plain.sum().backward(), "derivative for set_ is not implemented");
  const NoGradGuard no_grad;
  x.set_(zeros({2}, kDouble));
  EXPECT_TRUE(x.is_leaf());
  EXPECT_EQ(x._version(), 1);
}

}  // namespace
}  // namespace torchpp
