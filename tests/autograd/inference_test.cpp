// SPDX-License-Identifier: BSD-3-Clause
// Inference tensors and normal ones, inside of inference mode and outside. Each answer was asked of libtorch 1.13.1's
// Python front end. Where libtorch changes an inference tensor and then throws, nothing is changed here.
#include <torchpp/autograd/autograd.h>
#include <torchpp/autograd/function.h>
#include <torchpp/core/grad_mode.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/index.h>

#include "src/ops/ops.h"
#include "tests/autograd/support.h"

namespace torchpp {
namespace {

const char* const kWrite = "Inplace update to inference tensor outside InferenceMode is not allowed";
const char* const kSave = "Inference tensors cannot be saved for backward";

Tensor made_inside(IntArrayRef sizes = {2, 3}) {
  const InferenceMode inside;
  return ones(sizes, kDouble);
}
template <class F>
auto inside(F&& f) {
  const InferenceMode mode;
  return f();
}

TEST(InferenceTensors, AreNotWrittenOutside) {
  const Tensor i = made_inside(), n = ones({2, 3}, kDouble), leaf = ones({2, 3}, kDouble).requires_grad_();
  const auto refused = [&] {
    EXPECT_ERROR(i.add_(1), kWrite);
    EXPECT_ERROR(i.mul_(n), kWrite);
    EXPECT_ERROR(i.zero_(), kWrite);
    EXPECT_ERROR(i.copy_(n), kWrite);
    EXPECT_ERROR(i.normal_(), kWrite);
    EXPECT_ERROR(i.exp_(), kWrite);
    EXPECT_ERROR(Tensor(i).index_put_({0}, 7.0), kWrite);
    EXPECT_ERROR(i.masked_fill_(n.eq(1), 7), kWrite);
    EXPECT_ERROR(i.set_(n), kWrite);
    EXPECT_ERROR(i.t_(), kWrite);
    EXPECT_ERROR(i.unsqueeze_(0), kWrite);
    EXPECT_ERROR(i.squeeze_(), kWrite);
    EXPECT_ERROR(i.as_strided_({2}, {1}), kWrite);
    EXPECT_ERROR(op::add(Out::to(i), n, n, 1), kWrite);
    EXPECT_ERROR(op::mm(Out::to(i), n, n.t()), kWrite);
    EXPECT_ERROR(i.view({6}).add_(1), kWrite);
    EXPECT_ERROR(i.detach().add_(1), kWrite);
  };
  refused();
  EXPECT_ERROR(i.add_(leaf), kWrite);
  {
    const NoGradGuard no_grad;
    refused();
  }
  {
    const InferenceMode mode;
    const InferenceMode off(false);
    refused();
  }
  EXPECT_EQ(values(i), std::vector<double>(6, 1));
  EXPECT_EQ(i.sizes(), (std::vector<int64_t>{2, 3}));
  const Tensor view = inside([&] { return i.view({6}); });
  EXPECT_ERROR(view.add_(1), kWrite);
}

TEST(InferenceTensors, AreNotWrittenByListsOfTensors) {
  const Tensor i = made_inside(), n = ones({2, 3}, kDouble);
  EXPECT_ERROR(op::foreach_mul({n, i}, ones({}, kDouble)), kWrite);
  EXPECT_ERROR(op::fused_sgd({i}, {n}, {}, 0.1, 0, 0, 0, false, false, false), kWrite);
  EXPECT_ERROR(op::fused_sgd({n}, {n}, {i}, 0.1, 0.9, 0, 0, false, false, false), kWrite);
  EXPECT_EQ(values(n), std::vector<double>(6, 1));
  op::fused_sgd({n}, {i}, {}, 0.1, 0, 0, 0, false, false, false);
  EXPECT_EQ(n._version(), 1);
}

TEST(InferenceTensors, MayBeWrittenInside) {
  const Tensor i = made_inside();
  {
    const InferenceMode mode;
    i.add_(1).t_();
    op::add(Out::to(i), ones({3, 2}, kDouble), ones({}, kDouble), 4);
  }
  EXPECT_EQ(values(i), std::vector<double>(6, 5));
  // Neither of these writes.
  i.resize_({3, 2});
  i.detach_();
  EXPECT_TRUE(i.is_inference());
}

TEST(InferenceTensors, WhatIsMadeOfThem) {
  const Tensor i = made_inside(), leaf = ones({2, 3}, kDouble).requires_grad_();
  EXPECT_TRUE(i.view({6}).is_inference());
  EXPECT_FALSE(i.view({6}).is_view());
  EXPECT_TRUE(i.contiguous().is_inference());
  EXPECT_TRUE(i.detach().is_inference());
  EXPECT_FALSE(i.clone().is_inference());
  EXPECT_FALSE((i + 1).is_inference());
  EXPECT_FALSE((i * i).is_inference());
  EXPECT_TRUE(i.is_leaf());
  const Tensor sum = i + leaf;  // saves nothing
  EXPECT_TRUE(sum.requires_grad());
  EXPECT_FALSE(sum.is_inference());
  sum.sum().backward();
  EXPECT_EQ(values(leaf.grad()), std::vector<double>(6, 1));
}

TEST(InferenceTensors, AreNotSaved) {
  const Tensor i = made_inside(), leaf = ones({2, 3}, kDouble).requires_grad_();
  EXPECT_ERROR(i * leaf, kSave);
  EXPECT_ERROR(i.t().mm(leaf), kSave);
  EXPECT_ERROR((leaf * 2).mul_(i), kSave);
  const NoGradGuard no_grad;
  EXPECT_FALSE((i * leaf).requires_grad());
}

TEST(InferenceTensors, RequireGradInsideOnly) {
  EXPECT_ERROR(made_inside().requires_grad_(), "Setting requires_grad=True on inference tensor outside InferenceMode");
  EXPECT_FALSE(made_inside().requires_grad_(false).requires_grad());
  const Tensor i = inside([] { return ones({2}).requires_grad_(); });
  EXPECT_TRUE(i.is_inference());
  EXPECT_TRUE(i.requires_grad());
}

TEST(InferenceTensors, HaveNoVersion) {
  const Tensor i = made_inside();
  EXPECT_ERROR(i._version(), "Inference tensors do not track version counter");
  const InferenceMode mode;
  EXPECT_ERROR(i._version(), "Inference tensors do not track version counter");
}

TEST(InferenceTensors, OtherState) {
  const Tensor i = made_inside(), n = ones({2, 3}, kDouble);
  EXPECT_ERROR(i.retain_grad(), "can't retain_grad on Tensor that has requires_grad=False");
  EXPECT_ERROR(i.register_hook([](const Tensor&) {}), "doesn't require gradient");
  // Data from the other kind leaves a tensor what it was, with its version (libtorch then calls n an inference tensor,
  // but treats it as a normal one all the same).
  n.set_data(i);
  n.add_(1);
  EXPECT_EQ(n._version(), 1);
  i.set_data(ones({2, 3}, kDouble));
  EXPECT_ERROR(i.add_(1), kWrite);
  EXPECT_ERROR(i._version(), "do not track version counter");
}

TEST(InferenceMode, NormalTensorsInside) {
  const Tensor n = ones({2, 3}, kDouble), leaf = ones({2, 3}, kDouble).requires_grad_(), y = leaf * 2;
  const InferenceMode mode;
  EXPECT_FALSE(GradMode::is_enabled());
  n.add_(1);
  EXPECT_EQ(n._version(), 1);
  EXPECT_FALSE(n.is_inference());
  leaf.add_(1);
  EXPECT_EQ(leaf._version(), 1);
  EXPECT_TRUE(leaf.is_leaf());
  y.add_(1);
  EXPECT_EQ(y._version(), 1);
  EXPECT_EQ(y.grad_fn()->name(), "MulBackward1");
  EXPECT_TRUE((n + 1).is_inference());
  EXPECT_TRUE((leaf * 2).is_inference());
  EXPECT_FALSE((leaf * 2).requires_grad());
  EXPECT_TRUE(y.clone().is_inference());
  EXPECT_FALSE(y.detach().is_inference());
  EXPECT_FALSE(y.contiguous().is_inference());
  const Tensor view = n.view({6});
  EXPECT_TRUE(view.is_view());
  EXPECT_FALSE(view.is_inference());
  const AutoGradMode grad(true);  // does not end inference mode
  EXPECT_FALSE((leaf * 2).requires_grad());
  EXPECT_TRUE((leaf * 2).is_inference());
}

TEST(InferenceMode, ViewsOfNormalTensorsMadeInside) {
  const Tensor leaf = ones({2, 3}, kDouble).requires_grad_();
  const auto view_of = [](const Tensor& t) { return inside([&] { return t.view({6}); }); };
  const char* const direct = "created in inference mode and is being modified inplace in normal mode";
  const Tensor n = ones({2, 3}, kDouble), of_plain = view_of(n), of_leaf = view_of(leaf);
  of_plain.add_(1);
  EXPECT_EQ(n._version(), 1);
  EXPECT_TRUE(of_leaf.requires_grad());
  EXPECT_FALSE(of_leaf.grad_fn().defined());
  EXPECT_ERROR(of_leaf.add_(1), direct);
  EXPECT_EQ((of_leaf * 2).grad_fn()->name(), "MulBackward1");
  const Tensor y = leaf * 2, of_result = view_of(y);
  EXPECT_FALSE(of_result.grad_fn().defined());
  EXPECT_ERROR(of_result.mul_(2), direct);
  inside([&] { return of_result.mul_(2); });
  EXPECT_EQ(y._version(), 1);
  n.mul_(leaf);
  EXPECT_ERROR(of_plain.grad_fn(), "created in inference mode and its base or another view of its base has been");
}

TEST(InferenceMode, WritesToViewsMadeOutside) {
  const Tensor leaf = ones({2, 3}, kDouble).requires_grad_(), y = leaf * 2, view = y.view({6});
  inside([&] { return view.mul_(2); });
  EXPECT_EQ(y._version(), 1);
  EXPECT_EQ(view.grad_fn()->name(), "AsStridedBackward0");
}

TEST(InferenceMode, BackwardInside) {
  const Tensor leaf = ones({2, 3}, kDouble).requires_grad_(), loss = (leaf * 3).sum();
  {
    const InferenceMode mode;
    EXPECT_ERROR((leaf.sum() * 2).backward(), "does not require grad and does not have a grad_fn");
    loss.backward();
  }
  EXPECT_EQ(values(leaf.grad()), std::vector<double>(6, 3));
  EXPECT_TRUE(leaf.grad().is_inference());
  // So a later backward outside cannot add to it.
  EXPECT_ERROR((leaf * 3).sum().backward(), kWrite);
}

TEST(InferenceMode, CustomFunctionThatWrites) {
  struct Write : autograd::Function<Write> {
    static Tensor forward(autograd::AutogradContext* ctx, const Tensor& x) {
      ctx->mark_dirty({x});
      return x;
    }
    static autograd::variable_list backward(autograd::AutogradContext*, autograd::variable_list g) { return g; }
  };
  const Tensor i = made_inside();
  EXPECT_ERROR(Write::apply(i), kWrite);
  inside([&] { return Write::apply(i); });
}

}  // namespace
}  // namespace torchpp
