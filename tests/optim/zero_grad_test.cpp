// SPDX-License-Identifier: BSD-3-Clause
// zero_grad() on gradients that are large enough not to be written at once: whoever reads one sees zeros, and what
// follows has the bits that adding to zeros gives. Expected values: libtorch 1.13.1.
#include <gtest/gtest.h>
#include <torchpp/autograd.h>
#include <torchpp/nn/modules/linear.h>
#include <torchpp/nn/utils.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/pointwise.h>
#include <torchpp/ops/reduction.h>
#include <torchpp/ops/shape.h>
#include <torchpp/ops/view.h>
#include <torchpp/optim.h>

#include <atomic>
#include <cmath>
#include <limits>
#include <thread>

#include "tests/support/error_of.h"

namespace torchpp::optim {
namespace {

constexpr int64_t kRows = 64, kColumns = 128;  // 32 KiB of floats

Tensor large(double value) { return full({kRows, kColumns}, value).requires_grad_(); }
void zero_grad(const Tensor& parameter) { SGD({parameter}, SGDOptions(1)).zero_grad(); }
/// Adds `value` to every element of the gradient.
void add_gradient(const Tensor& parameter, double value) { (parameter * value).sum().backward(); }
/// Whether the gradient has memory that nobody has written.
bool is_unwritten(const Tensor& parameter) {
  return std::string(parameter.grad().storage().get()->allocator()->name()) == "torchpp zero pages";
}
float first(const Tensor& t) { return t.const_data_ptr<float>()[0]; }
bool all_are(const Tensor& t, double value) { return t.eq(value).all().item<bool>(); }

TEST(ZeroGrad, WritesNothingAndIsReadAsZeros) {
  const Tensor w = large(1);
  add_gradient(w, 3);
  zero_grad(w);
  EXPECT_TRUE(is_unwritten(w));
  EXPECT_TRUE(all_are(w.grad(), 0));
  zero_grad(w);
  EXPECT_TRUE(is_unwritten(w));
  EXPECT_TRUE(all_are(w.grad(), 0));
  add_gradient(w, 2);
  EXPECT_FALSE(is_unwritten(w));
  EXPECT_TRUE(all_are(w.grad(), 2));
  add_gradient(w, 2);
  EXPECT_TRUE(all_are(w.grad(), 4));
  zero_grad(w);
  EXPECT_TRUE(is_unwritten(w));
  EXPECT_TRUE(all_are(w.grad(), 0));
}

TEST(ZeroGrad, WritesSmallGradients) {
  const Tensor w = ones({8}).requires_grad_();
  (w * 3).sum().backward();
  zero_grad(w);
  EXPECT_FALSE(is_unwritten(w));
  EXPECT_TRUE(all_are(w.grad(), 0));
}

TEST(ZeroGrad, IsFollowedByTheBitsOfASum) {
  const Tensor w = large(1), x = full({kRows, kColumns}, -0.0);
  x.select(0, 0).slice(0, 0, 3).copy_(torchpp::tensor({std::nanf(""), std::numeric_limits<float>::infinity(), 2.F}));
  (w * x).sum().backward();
  EXPECT_TRUE(std::signbit(w.grad()[0][3].item<float>()));  // the first gradient is taken as it is
  for (int round = 0; round < 2; ++round) {
    zero_grad(w);
    EXPECT_FALSE(std::signbit(first(w.grad())));
    (w * x).sum().backward();
    EXPECT_FALSE(std::signbit(w.grad()[0][3].item<float>()));
    EXPECT_FALSE(std::signbit(w.grad()[63][127].item<float>()));
    EXPECT_TRUE(std::isnan(first(w.grad())));
    EXPECT_TRUE(std::isinf(w.grad()[0][1].item<float>()));
    EXPECT_EQ(w.grad()[0][2].item<float>(), 2);
  }
}

TEST(ZeroGrad, ShowsZerosThroughWhatWasHeldBefore) {
  const Tensor referred = large(1), held = large(1), viewed = large(1), pointed = large(1);
  for (const Tensor& w : {referred, held, viewed, pointed}) add_gradient(w, 3);
  const Tensor& reference = referred.grad();
  const Tensor handle = held.grad();
  const Tensor view = viewed.grad().view({-1});
  const float* const pointer = pointed.grad().data_ptr<float>();
  for (const Tensor& w : {referred, held, viewed, pointed}) zero_grad(w);
  EXPECT_TRUE(is_unwritten(referred));
  EXPECT_TRUE(all_are(reference, 0));
  EXPECT_TRUE(all_are(handle, 0));
  EXPECT_TRUE(all_are(view, 0));
  EXPECT_EQ(pointer[0], 0);
  EXPECT_EQ(pointer[kRows * kColumns - 1], 0);
  for (const Tensor& w : {referred, held, viewed, pointed}) add_gradient(w, 5);
  EXPECT_TRUE(all_are(reference, 5));
  EXPECT_TRUE(all_are(handle, 5));
  EXPECT_TRUE(all_are(view, 5));
  EXPECT_EQ(pointer[0], 5);
}

TEST(ZeroGrad, ShowsTheNextGradientThroughWhatIsHeldAfterwards) {
  const Tensor held = large(1), viewed = large(1), pointed = large(1);
  for (const Tensor& w : {held, viewed, pointed}) add_gradient(w, 3), zero_grad(w);
  const Tensor handle = held.grad();
  const Tensor view = viewed.grad().view({-1});
  const float* const pointer = pointed.grad().data_ptr<float>();
  for (const Tensor& w : {held, viewed, pointed}) {
    EXPECT_TRUE(is_unwritten(w));
    add_gradient(w, 5);
  }
  EXPECT_TRUE(all_are(handle, 5));
  EXPECT_TRUE(all_are(view, 5));
  EXPECT_EQ(pointer[0], 5);
  for (const Tensor& w : {held, viewed, pointed}) {
    zero_grad(w);
    EXPECT_TRUE(all_are(w.grad(), 0));
    add_gradient(w, 7);
  }
  EXPECT_TRUE(all_are(handle, 7));
  EXPECT_TRUE(all_are(view, 7));
  EXPECT_EQ(pointer[0], 7);
}

TEST(ZeroGrad, IsOneWriteForVersions) {
  const Tensor w = large(1);
  add_gradient(w, 3);
  EXPECT_EQ(w.grad()._version(), 0);
  zero_grad(w);
  EXPECT_EQ(w.grad()._version(), 1);
  add_gradient(w, 3);
  EXPECT_EQ(w.grad()._version(), 2);
  zero_grad(w);
  zero_grad(w);
  EXPECT_EQ(w.grad()._version(), 4);
  w.sum().backward();  // of a gradient that cannot be taken: one number, expanded
  EXPECT_EQ(w.grad()._version(), 5);
  EXPECT_TRUE(all_are(w.grad(), 1));
  EXPECT_EQ(w.grad().strides(), IntArrayRef({kColumns, 1}));
}

TEST(ZeroGrad, IsNoticedByGraphsThatSavedTheGradient) {
  const Tensor e = large(1), f = large(1);
  e.mutable_grad() = ones({kRows, kColumns});
  const Tensor y = (e.grad() * f).sum();
  zero_grad(e);
  EXPECT_NE(test::error_of([&] { y.backward(); }).find("modified by an inplace operation"), std::string::npos);
}

TEST(ZeroGrad, KeepsTheStridesOfTheGradient) {
  const Tensor c = ones({4, 8, 16, 16}).contiguous(MemoryFormat::ChannelsLast).requires_grad_();
  (c * c).sum().backward();
  zero_grad(c);
  EXPECT_TRUE(is_unwritten(c));
  EXPECT_EQ(c.grad().strides(), IntArrayRef({2048, 1, 128, 8}));
  c.sum().backward();
  EXPECT_EQ(c.grad().strides(), IntArrayRef({2048, 1, 128, 8}));
  EXPECT_TRUE(all_are(c.grad(), 1));

  const Tensor d = large(1);
  d.mutable_grad() = empty_strided({kRows, kColumns}, {1, kRows}).fill_(1);
  zero_grad(d);
  EXPECT_TRUE(is_unwritten(d));
  add_gradient(d, 2);
  EXPECT_EQ(d.grad().strides(), IntArrayRef({1, kRows}));
  EXPECT_TRUE(all_are(d.grad(), 2));
}

TEST(ZeroGrad, LetsProgramsWriteTheGradient) {
  const Tensor w = large(1);
  add_gradient(w, 3);
  for (int round = 0; round < 3; ++round) {
    zero_grad(w);
    EXPECT_TRUE(all_are(w.grad(), 0));
    w.mutable_grad().add_(1);
    add_gradient(w, 4);
    EXPECT_TRUE(all_are(w.grad(), 5));
  }
  zero_grad(w);
  w.mutable_grad() = full({kRows, kColumns}, 7.0);
  add_gradient(w, 1);
  EXPECT_TRUE(all_are(w.grad(), 8));
  zero_grad(w);
  w.mutable_grad().reset();
  add_gradient(w, 1);
  EXPECT_TRUE(all_are(w.grad(), 1));
}

TEST(ZeroGrad, KeepsGradientsThatTwoParametersShare) {
  const Tensor a = large(1), b = large(1);
  a.mutable_grad() = ones({kRows, kColumns});
  b.mutable_grad() = a.grad();
  SGD({a, b}, SGDOptions(1)).zero_grad();
  EXPECT_TRUE(all_are(a.grad(), 0));
  (a * 2 + b * 3).sum().backward();
  EXPECT_TRUE(all_are(a.grad(), 5));
  EXPECT_TRUE(b.grad().is_same(a.grad()));
  // Shared while it is unwritten.
  const Tensor c = large(1), d = large(1);
  add_gradient(c, 1), add_gradient(d, 1);
  zero_grad(c), zero_grad(d);
  d.mutable_grad() = c.grad();
  (c * 2 + d * 3).sum().backward();
  EXPECT_TRUE(all_are(c.grad(), 5));
}

TEST(ZeroGrad, LeavesMomentumAndDecayToAct) {
  const Tensor p = large(2);
  SGD optimizer({p}, SGDOptions(0.5).momentum(0.5).weight_decay(0.25));
  add_gradient(p, 3);
  optimizer.step();
  optimizer.zero_grad();
  EXPECT_TRUE(is_unwritten(p));
  optimizer.step();
  EXPECT_EQ(first(p), -0.65625F);
  optimizer.zero_grad();
  optimizer.step();
  EXPECT_EQ(first(p), -1.02734375F);
}

TEST(ZeroGrad, CanBeFollowedByARecordedBackward) {
  const Tensor q = large(1);
  q.mutable_grad() = ones({kRows, kColumns});
  zero_grad(q);
  autograd::backward({(q * q * q).sum()}, {}, /*retain_graph=*/nullopt, /*create_graph=*/true);
  EXPECT_TRUE(q.grad().requires_grad());
  EXPECT_TRUE(all_are(q.grad(), 3));
  q.grad().sum().backward();
  EXPECT_TRUE(all_are(q.grad(), 9));
  zero_grad(q);  // detaches it
  EXPECT_FALSE(q.grad().requires_grad());
  add_gradient(q, 2);
  EXPECT_TRUE(all_are(q.grad(), 2));
}

TEST(ZeroGrad, OfAModuleDoesTheSame) {
  nn::Linear model(128, 64);
  model->forward(ones({2, 128})).sum().backward();
  model->zero_grad();
  EXPECT_TRUE(is_unwritten(model->weight));
  EXPECT_TRUE(all_are(model->weight.grad(), 0));
  EXPECT_TRUE(all_are(model->bias.grad(), 0));
  model->forward(ones({2, 128})).sum().backward();
  EXPECT_TRUE(all_are(model->weight.grad(), 2));
  EXPECT_TRUE(all_are(model->bias.grad(), 2));
}

TEST(ZeroGrad, IsReadByManyThreadsAndFollowedByTheirBackward) {
  const Tensor w = large(1);
  constexpr int kThreads = 4;
  for (int round = 0; round < 20; ++round) {
    add_gradient(w, 1);
    zero_grad(w);
    const auto on_all = [](auto f) {
      std::vector<std::thread> threads;
      threads.reserve(kThreads);
      for (int i = 0; i < kThreads; ++i) threads.emplace_back(f);
      for (std::thread& t : threads) t.join();
    };
    std::atomic<int> zero{0};
    on_all([&] { zero += all_are(w.grad(), 0) ? 1 : 0; });
    EXPECT_EQ(zero, kThreads);
    on_all([&] { add_gradient(w, 2); });
    EXPECT_TRUE(all_are(w.grad(), 2 * kThreads));
  }
}

}  // namespace
}  // namespace torchpp::optim
