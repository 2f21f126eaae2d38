// SPDX-License-Identifier: BSD-3-Clause
// Views that were made while gradients were not recorded, or before their base required them: they require grad through
// their base, are leaves, and no gradient flows into them. Source of all expectations but those that say otherwise:
// libtorch 1.13.1. The sweep has such views as arguments of every operator (tests/sweep/no_grad_views_test.cpp).
#include <torchpp/autograd/autograd.h>
#include <torchpp/core/grad_mode.h>
#include <torchpp/torchpp.h>

#include "tests/autograd/support.h"

namespace torchpp {
namespace {

Tensor base_of(bool requires_grad) { return arange(1., 5., kDouble).requires_grad_(requires_grad); }
Tensor no_grad_view(const Tensor& t) {
  const NoGradGuard no_grad;
  return t.view({2, 2});
}
Tensor inference_view(const Tensor& t) {
  const InferenceMode inference;
  return t.view({2, 2});
}

void expect_no_edge(const Tensor& v) {
  EXPECT_TRUE(v.requires_grad());
  EXPECT_TRUE(v.is_leaf());
  EXPECT_TRUE(v.is_view());
  EXPECT_FALSE(v.grad_fn().defined());
}

const std::vector<double> kOneToFour = {1, 2, 3, 4};

TEST(NoGradView, LetsNoGradientFlow) {
  for (const bool leaf : {true, false})
    for (const auto& make : {&no_grad_view, &inference_view}) {
      const Tensor x = base_of(true), base = leaf ? x : x * 1.0, v = make(base);
      expect_no_edge(v);
      const Tensor y = v * 2;
      EXPECT_TRUE(y.requires_grad());
      y.sum().backward();  // ends without a gradient for anybody
      EXPECT_FALSE(x.grad().defined());
      (v * base.view({2, 2})).sum().backward();
      EXPECT_EQ(values(x.grad()), kOneToFour);
      EXPECT_ERROR(v.backward(v), "does not require grad and does not have a grad_fn");
    }
}

TEST(NoGradView, MadeBeforeTheBaseRequiredGrad) {
  const Tensor base = base_of(false), v = base.view({2, 2});
  base.requires_grad_();
  expect_no_edge(v);
  (v.view({4}) * base).sum().backward();
  EXPECT_EQ(values(base.grad()), kOneToFour);
  EXPECT_FALSE(v.grad().defined());
  EXPECT_ERROR(v.mul_(2), "a view of a leaf Variable that requires grad is being used in an in-place operation");
  base.requires_grad_(false);
  EXPECT_FALSE(v.requires_grad());
  v.mul_(2);
}

TEST(NoGradView, ThatRequiresGradItself) {
  for (const bool base_too : {false, true}) {
    const Tensor base = base_of(false), v = base.view({2, 2});
    v.requires_grad_();
    base.requires_grad_(base_too);
    expect_no_edge(v);
    EXPECT_EQ(base.requires_grad(), base_too);
    (v * base.view({2, 2})).sum().backward();
    EXPECT_EQ(values(v.grad()), kOneToFour);
    EXPECT_EQ(base.grad().defined(), base_too);
    EXPECT_ERROR(v.mul_(2), "a view of a leaf Variable that requires grad is being used in an in-place operation");
    EXPECT_ERROR(v.view({4}).mul_(2), "a view of a leaf Variable");
  }
  const Tensor base = base_of(true) * 1.0, v = no_grad_view(base);
  v.requires_grad_();
  (v * base.view({2, 2})).sum().backward();
  EXPECT_EQ(values(v.grad()), kOneToFour);
}

TEST(NoGradView, ViewsOfIt) {
  const Tensor x = base_of(true), v = no_grad_view(x);
  const Tensor u = v.view({4}), w = no_grad_view(v);
  EXPECT_EQ(u.grad_fn()->name(), "ViewBackward0");
  expect_no_edge(w);
  (u.sum() + x.sum()).backward();
  EXPECT_EQ(values(x.grad()), (std::vector<double>{1, 1, 1, 1}));
  // libtorch 1.13.1 ends in an internal assertion here.
  EXPECT_ERROR(u.mul_(2), "A view was created in no_grad mode and is being modified inplace with grad mode enabled");
  EXPECT_ERROR(inference_view(x).view({4}).mul_(2),
               "A view was created in inference mode and is being modified inplace");
}

TEST(NoGradView, OfSeveralAtOnce) {
  const Tensor x = base_of(true);
  std::vector<Tensor> parts;
  {
    const NoGradGuard no_grad;
    parts = x.unbind(0);
  }
  expect_no_edge(parts[0]);
  (parts[0] * x).sum().backward();
  EXPECT_EQ(values(x.grad()), (std::vector<double>{1, 1, 1, 1}));
  EXPECT_ERROR(parts[0].mul_(2), "A view was created in no_grad mode and is being modified inplace");
  const Tensor plain = base_of(false);
  const std::vector<Tensor> before = plain.unbind(0);
  EXPECT_ERROR(before[0].mul_(x.sum()), "multiple views");
  plain.requires_grad_();
  (before[0] * plain).sum().backward();
  EXPECT_EQ(values(plain.grad()), (std::vector<double>{1, 1, 1, 1}));
}

TEST(NoGradView, WrittenWithoutRecording) {
  // Made with recording, before the base required grad: the write makes it ask its base again.
  const Tensor base = base_of(false), v = base.view({2, 2});
  base.requires_grad_();
  {
    const NoGradGuard no_grad;
    v.mul_(2);
  }
  EXPECT_EQ(v.grad_fn()->name(), "AsStridedBackward0");
  (v * 3).sum().backward();
  EXPECT_EQ(values(base.grad()), (std::vector<double>{3, 3, 3, 3}));
  // Views made without gradient mode: it is ambiguous whether the write was meant to be recorded.
  const Tensor y = base * 1.0;
  Tensor w;
  {
    const NoGradGuard no_grad;
    w = y.view({2, 2});
    w.mul_(2);
  }
  EXPECT_ERROR(w * 3, "A view was created in no_grad mode and its base or another view of its base has been modified");
  y.sum().backward();
}

// Deliberately not as in libtorch 1.13.1, which drops the gradient of the view that requires it: the base that it asks
// for the view's history has none.
TEST(NoGradView, ThatRequiresGradKeepsItWhenTheBaseIsWritten) {
  const Tensor base = base_of(false), v = base.view({2, 2});
  v.requires_grad_();
  const Tensor w = v.view({4});
  base.mul_(2);
  (w * 3).sum().backward();
  EXPECT_EQ(values(v.grad()), (std::vector<double>{3, 3, 3, 3}));
}

TEST(NoGradView, OfSeveralAtOnceWhoseBaseIsWritten) {
  // The views have a history that starts at a leaf that is itself a view; after the write it is undefined whether that
  // history is valid.
  const Tensor base = base_of(false), leaf = base.view({2, 2});
  leaf.requires_grad_();
  const Tensor row = leaf.unbind(0)[0];
  base.mul_(2);
  EXPECT_ERROR(row * 2, "multiple views");
  const Tensor x = base_of(true), y = x * 1.0, part = y.unbind(0)[0];
  y.mul_(2);
  EXPECT_FALSE(part.is_leaf()) << "asking is no error";
  EXPECT_TRUE(part.requires_grad());
  EXPECT_ERROR(part * 2, "multiple views");
}

TEST(NoGradView, CopyOfATensorToItselfIsAWrite) {
  const Tensor x = base_of(true), y = x * 1.0;
  EXPECT_ERROR(x.copy_(x), "a leaf Variable that requires grad is being used in an in-place operation");
  const auto version = y._version();
  y.copy_(y);
  EXPECT_EQ(y._version(), version + 1);
  y.sum().backward();
  EXPECT_EQ(values(x.grad()), (std::vector<double>{1, 1, 1, 1}));
}

TEST(NoGradView, AsASourceOfWrites) {
  const Tensor x = base_of(true), v = no_grad_view(x);
  const Tensor plain = ones({4}, kDouble), part = plain.view({2, 2});
  part.mul_(v);
  EXPECT_TRUE(plain.requires_grad());
  plain.sum().backward();
  EXPECT_FALSE(x.grad().defined());
  Tensor destination = v;
  EXPECT_ERROR(mul_out(destination, ones({2, 2}, kDouble), ones({2, 2}, kDouble)),
               "don't support automatic differentiation");
}

TEST(NoGradView, AskedForItsGradient) {
  const Tensor x = base_of(true) * 1.0, v = no_grad_view(x), y = (v * 2).sum();
  EXPECT_FALSE(autograd::grad({y}, {v}, {}, true, false, true)[0].defined());
  EXPECT_FALSE(autograd::grad({y}, {x}, {}, true, false, true)[0].defined());
  EXPECT_ERROR(autograd::grad({y}, {v}, {}, true), "appears to not have been used in the graph");
  v.retain_grad();
  EXPECT_FALSE(v.retains_grad());
  int calls = 0;
  const unsigned hook = v.register_hook([&](const Tensor&) { ++calls; });
  y.backward({}, true, false, std::vector<Tensor>{v});
  EXPECT_EQ(calls, 0);
  // From here on it is a leaf with a gradient of its own.
  v.requires_grad_();
  (v * 2).sum().backward();
  EXPECT_EQ(calls, 1);
  v.remove_hook(hook);
  (v * 2).sum().backward();
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace torchpp
