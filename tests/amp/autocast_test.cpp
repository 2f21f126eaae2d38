// SPDX-License-Identifier: BSD-3-Clause
// Regions, the state of a thread, casts that are kept, and who else meets autocast: checkpoints, functions with
// derivatives of their own, operators that a program registers.
#include <gtest/gtest.h>
#include <torchpp/amp/cast_rule.h>
#include <torchpp/autograd/checkpoint.h>
#include <torchpp/autograd/forward_ad.h>
#include <torchpp/core/log.h>
#include <torchpp/dispatch/library.h>
#include <torchpp/dispatch/mode.h>
#include <torchpp/torchpp.h>

#include <thread>

#include "tests/support/expect_error.h"

namespace torchpp {
namespace {

using test::expect_error;

Tensor weight() { return (arange(12, kFloat).reshape({4, 3}) / 7).requires_grad_(); }
Tensor input() { return arange(6, kFloat).reshape({2, 3}).div_(5); }
Tensor cast(const Tensor& t) { return autocast::cached_cast(kBFloat16, t, kCPU); }

class Autocasting : public ::testing::Test {
 protected:
  void SetUp() override {
    set_warning_handler([](void* list, const char* message, const char*,
                           int) { static_cast<std::vector<std::string>*>(list)->emplace_back(message); },
                        &warnings_);
  }
  void TearDown() override {
    set_warning_handler(nullptr);
    EXPECT_FALSE(autocast::is_cpu_enabled());
    EXPECT_FALSE(autocast::is_enabled());
    EXPECT_TRUE(autocast::is_autocast_cache_enabled());
    EXPECT_EQ(autocast::get_autocast_cpu_dtype(), kBFloat16);
    EXPECT_EQ(autocast::get_autocast_gpu_dtype(), kHalf);
    EXPECT_EQ(linear(input(), weight()).scalar_type(), kFloat);
  }
  std::vector<std::string> warnings_;
};

// ---- state and regions

TEST_F(Autocasting, StateFunctionsSwitchTheThread) {
  autocast::set_cpu_enabled(true);
  EXPECT_TRUE(autocast::is_cpu_enabled());
  EXPECT_FALSE(autocast::is_enabled());
  EXPECT_EQ(linear(input(), weight()).scalar_type(), kBFloat16);
  autocast::set_cpu_enabled(false);
  EXPECT_EQ(linear(input(), weight()).scalar_type(), kFloat);
  autocast::set_enabled(true);  // for CUDA: nothing happens to tensors of the CPU
  EXPECT_TRUE(autocast::is_enabled());
  EXPECT_EQ(linear(input(), weight()).scalar_type(), kFloat);
  autocast::set_enabled(false);
  autocast::clear_cache();

  autocast::set_autocast_gpu_dtype(kBFloat16);
  EXPECT_EQ(autocast::get_lower_precision_fp_from_device_type(kCUDA), kBFloat16);
  autocast::set_autocast_gpu_dtype(kHalf);
  expect_error([] { autocast::set_autocast_cpu_dtype(kHalf); }, "only support Bfloat16");
  expect_error([] { autocast::get_lower_precision_fp_from_device_type(kMeta); }, "expected cpu or cuda");
  EXPECT_EQ(autocast::increment_nesting(), 1);
  EXPECT_EQ(autocast::increment_nesting(), 2);
  EXPECT_EQ(autocast::decrement_nesting(), 1);
  EXPECT_EQ(autocast::decrement_nesting(), 0);
}

TEST_F(Autocasting, RegionsNest) {
  const Tensor w = weight(), x = input();
  {
    const amp::autocast on(kCPU);
    EXPECT_EQ(linear(x, w).scalar_type(), kBFloat16);
    {
      const amp::autocast off(kCPU, nullopt, false);
      EXPECT_FALSE(autocast::is_cpu_enabled());
      EXPECT_EQ(linear(x, w).scalar_type(), kFloat);
      {
        const amp::autocast again("cpu", kBFloat16, true, false);
        EXPECT_EQ(linear(x, w).scalar_type(), kBFloat16);
        EXPECT_FALSE(autocast::is_autocast_cache_enabled());
      }
      EXPECT_TRUE(autocast::is_autocast_cache_enabled());
      EXPECT_EQ(linear(x, w).scalar_type(), kFloat);
    }
    EXPECT_TRUE(autocast::is_cpu_enabled());
    EXPECT_EQ(linear(x, w).scalar_type(), kBFloat16);
  }
}

TEST_F(Autocasting, ARegionEndsWithAnException) {
  EXPECT_THROW(
      {
        const amp::autocast on(kCPU);
        linear(ones({2, 5}), weight());
      },
      Error);
}

TEST_F(Autocasting, WhatCannotBeUsedWarnsOrThrows) {
  {
    const amp::autocast half(kCPU, kHalf);
    EXPECT_FALSE(autocast::is_cpu_enabled());
  }
  ASSERT_EQ(warnings_.size(), 1u);
  EXPECT_NE(warnings_[0].find("Disabling autocast"), std::string::npos) << warnings_[0];
  if (!cuda::is_available()) {
    {
      const amp::autocast none(kCUDA);
      EXPECT_FALSE(autocast::is_enabled());
    }
    ASSERT_EQ(warnings_.size(), 2u);
    EXPECT_NE(warnings_[1].find("CUDA is not available"), std::string::npos) << warnings_[1];
  }
  expect_error([] { const amp::autocast meta(kMeta); }, "expected cpu or cuda");
  expect_error([] { const amp::autocast integer(kCPU, kInt); }, "expected a floating dtype");
}

TEST_F(Autocasting, BelongsToItsThread) {
  const amp::autocast on(kCPU);
  bool enabled = true;
  ScalarType dtype = kHalf;
  std::thread([&] {
    enabled = autocast::is_cpu_enabled();
    dtype = linear(input(), weight()).scalar_type();
    const amp::autocast here(kCPU);
    EXPECT_EQ(linear(input(), weight()).scalar_type(), kBFloat16);
  }).join();
  EXPECT_FALSE(enabled);
  EXPECT_EQ(dtype, kFloat);
  EXPECT_TRUE(autocast::is_cpu_enabled());
}

TEST_F(Autocasting, HoldsInParallelRegions) {
  const amp::autocast on(kCPU);
  const Tensor w = weight(), x = input();
  std::vector<ScalarType> dtypes(64);
  parallel_for(0, 64, 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) dtypes[static_cast<size_t>(i)] = linear(x, w).scalar_type();
  });
  for (const ScalarType t : dtypes) EXPECT_EQ(t, kBFloat16);
}

TEST_F(Autocasting, IsOffInsideOfAnOperatorThatWasCast) {
  // einsum has no class on the CPU: its product is the operator that is cast, and gets what it was given.
  const amp::autocast on(kCPU);
  const Tensor x = input();
  Tensor out = zeros({2, 2});
  EXPECT_EQ(x.mm(x.t()).scalar_type(), kBFloat16);
  EXPECT_EQ(matmul_out(out, x, x.t()).scalar_type(), kFloat);
  const ExcludeDispatchKeyGuard below(DispatchKey::Autocast);
  EXPECT_FALSE(autocast::is_cpu_enabled());
  EXPECT_EQ(x.mm(x.t()).scalar_type(), kFloat);
}

TEST_F(Autocasting, ValuesAreThoseOfExplicitCasts) {
  manual_seed(3);
  const Tensor w = randn({16, 8}), x = randn({5, 8}), bias = randn({16});
  const Tensor expected = linear(x.to(kBFloat16), w.to(kBFloat16), bias.to(kBFloat16));
  const amp::autocast on(kCPU);
  EXPECT_TRUE(linear(x, w, bias).equal(expected));
  EXPECT_TRUE(mse_loss(expected, expected * 2).equal(mse_loss(expected.to(kFloat), (expected * 2).to(kFloat))));
}

// ---- gradients

TEST_F(Autocasting, GradientsComeInTheDtypeOfTheirTensor) {
  const Tensor w = weight(), x = input().requires_grad_(), bias = zeros({4}).requires_grad_();
  Tensor loss;
  {
    const amp::autocast on(kCPU);
    const Tensor y = linear(x, w, bias);
    EXPECT_EQ(y.scalar_type(), kBFloat16);
    loss = mse_loss(y, zeros({2, 4}));
    EXPECT_EQ(loss.scalar_type(), kFloat);
  }
  loss.backward();
  for (const Tensor& t : {w, x, bias}) {
    ASSERT_TRUE(t.grad().defined());
    EXPECT_EQ(t.grad().scalar_type(), kFloat);
  }
  const Tensor exact = weight();
  mse_loss(linear(input(), exact), zeros({2, 4})).backward();
  EXPECT_TRUE(w.grad().allclose(exact.grad(), 2e-2, 2e-2)) << w.grad() << exact.grad();
}

// ---- casts that are kept

TEST_F(Autocasting, WeightsAreCastOnce) {
  const Tensor w = weight(), x = input();
  const amp::autocast on(kCPU);
  const Tensor first = cast(w);
  EXPECT_TRUE(cast(w).is_same(first));
  EXPECT_TRUE(first.requires_grad());
  EXPECT_FALSE(cast(x).is_same(cast(x)));                        // requires no grad
  EXPECT_FALSE(cast(w * 2).is_same(cast(w * 2)));                // no leaf
  EXPECT_FALSE(cast(w.view({12})).is_same(cast(w.view({12}))));  // a view
  const Tensor half = ones({2}, kHalf).requires_grad_();
  EXPECT_FALSE(cast(half).is_same(cast(half)));  // not float
  autocast::clear_cache();
  EXPECT_FALSE(cast(w).is_same(first));
}

TEST_F(Autocasting, TheOutermostRegionsEndForgetsThem) {
  const Tensor w = weight();
  Tensor first;
  {
    const amp::autocast on(kCPU);
    {
      const amp::autocast inner(kCPU);
      first = cast(w);
    }
    EXPECT_TRUE(cast(w).is_same(first));
  }
  const amp::autocast on(kCPU);
  EXPECT_FALSE(cast(w).is_same(first));
}

// Calls use kept casts without references of their own, so what is forgotten during a call lives until its end. A
// kernel of the program forgets all, or keeps so many others that the table grows, and reuses the memory.
struct Forgetting {
  static inline bool is_on, clears, changes;
  static inline std::vector<Tensor> others;
  static Tensor mm(const Tensor& self, const Tensor& mat2) {
    // The registration stays, for other tests, too.
    if (!is_on) return zeros({self.size(0), mat2.size(1)}, self.options()).addmm(self, mat2, 0, 1);
    {
      const amp::autocast on(kCPU);
      if (clears) autocast::clear_cache();
      if (changes) {
        const NoGradGuard no_grad;
        others[0].add_(1);
      }
      for (const Tensor& other : others) cast(other).fill_(7);
    }
    std::vector<Tensor> in_its_memory;
    for (int i = 0; i < 100; ++i) in_its_memory.push_back(full({3, 4}, 9, kBFloat16));
    return mat2.mul(self.t()).sum(0, true);
  }
};

TEST_F(Autocasting, ForgettingDuringACallIsSafe) {
  Library(Library::Kind::kImpl, "aten", DispatchKey::CPU).impl("mm", Forgetting::mm);
  Forgetting::is_on = true;
  Forgetting::others.clear();
  for (int i = 0; i < 100; ++i) Forgetting::others.push_back(full({3, 4}, 1.f).requires_grad_());
  for (const bool clears : {true, false})
    for (const bool changes : {true, false}) {
      Forgetting::clears = clears;
      Forgetting::changes = changes;
      autocast::clear_cache();
      const amp::autocast on(kCPU);
      const NoGradGuard no_grad;
      const Tensor x = full({1, 3}, 2.f), w = changes ? Forgetting::others[0] : full({3, 4}, 5.f).requires_grad_();
      w.fill_(5);
      cast(w);
      EXPECT_TRUE(mm(x, w).equal(full({1, 4}, 30, kBFloat16))) << clears << changes;
    }
  Forgetting::is_on = false;
  Forgetting::others.clear();
}

TEST_F(Autocasting, TheCacheCanBeOff) {
  const Tensor w = weight();
  {
    const amp::autocast on(kCPU);
    const Tensor kept = cast(w);
    autocast::set_autocast_cache_enabled(false);
    EXPECT_FALSE(cast(w).is_same(kept));
    EXPECT_EQ(linear(input(), w).scalar_type(), kBFloat16);
    autocast::set_autocast_cache_enabled(true);
    EXPECT_TRUE(cast(w).is_same(kept));
  }
  const amp::autocast on(kCPU, nullopt, true, false);
  EXPECT_FALSE(cast(w).is_same(cast(w)));
}

// Each of the memories lies, in all likelihood, where the one before the last did.
TEST_F(Autocasting, MemoryThatComesBackIsNotTakenForThatOfTheCast) {
  const Tensor w = ones({2, 2}).requires_grad_(), x = ones({1, 2});
  const amp::autocast on(kCPU);
  for (int i = 1; i < 20; ++i) {
    w.set_data(full({2, 2}, 100.f));
    w.set_data(full({2, 2}, static_cast<float>(i)));
    EXPECT_EQ(linear(x, w).sum().item<float>(), 4.f * static_cast<float>(i));
  }
}

// libtorch keeps using the cast of the old values.
TEST_F(Autocasting, AChangedWeightIsCastAnew) {
  const Tensor w = ones({2, 2}).requires_grad_(), x = ones({1, 2});
  const amp::autocast on(kCPU);
  EXPECT_EQ(linear(x, w).sum().item<float>(), 4);
  {
    const NoGradGuard no_grad;
    w.mul_(2);
  }
  EXPECT_EQ(linear(x, w).sum().item<float>(), 8);
  w.set_data(full({2, 2}, 3.f));
  EXPECT_EQ(linear(x, w).sum().item<float>(), 12);
}

TEST_F(Autocasting, AKeptCastThatWasChangedIsNotUsed) {
  const Tensor w = weight();
  const amp::autocast on(kCPU);
  {
    const NoGradGuard no_grad;
    cast(w).zero_();
    EXPECT_NE(cast(w).abs().sum().item<float>(), 0);
  }
}

// libtorch gives the later call the cast without history: its result requires no grad.
TEST_F(Autocasting, ACastWithoutHistoryServesOnlyCallsWithout) {
  const Tensor w = weight(), x = input();
  const amp::autocast on(kCPU);
  Tensor without, in_inference;
  {
    const NoGradGuard no_grad;
    without = cast(w);
    EXPECT_FALSE(linear(x, w).requires_grad());
    EXPECT_TRUE(cast(w).is_same(without));
  }
  {
    const InferenceMode inference;
    in_inference = cast(w);
    EXPECT_TRUE(in_inference.is_inference());
  }
  EXPECT_TRUE(cast(w).requires_grad());
  linear(x, w).sum().backward();
  EXPECT_TRUE(w.grad().defined());
  const NoGradGuard no_grad;
  EXPECT_TRUE(cast(w).is_same(without));
  EXPECT_FALSE(cast(w).is_inference());
}

// libtorch rounds each gradient of the converted weight, and their sum.
TEST_F(Autocasting, TheGradientOfAKeptCastIsTheWeights) {
  const Tensor w = weight(), b = randn({4}).requires_grad_(), x = randn({5, 3}).to(kBFloat16);
  const Tensor gy = randn({5, 4}).to(kBFloat16);
  {
    const amp::autocast on(kCPU);
    EXPECT_EQ(autograd::gradient_edge(cast(w)), autograd::gradient_edge(w));
    linear(x, w, b).backward(gy);
    linear(x, w, b).backward(gy);
  }
  const Tensor wide_x = x.to(kFloat), wide_gy = gy.to(kFloat);
  EXPECT_TRUE(w.grad().allclose(wide_gy.t().mm(wide_x) * 2, 1e-6, 1e-6));
  EXPECT_TRUE(b.grad().allclose(wide_gy.sum(0) * 2, 1e-6, 1e-6));
  EXPECT_EQ(w.grad().scalar_type(), kFloat);

  // Again differentiable: the gradient of the gradient passes the conversion.
  const Tensor v = weight(), u = randn({5, 3}).to(kBFloat16).requires_grad_();
  const amp::autocast on(kCPU);
  const Tensor g = autograd::grad({linear(u, v).pow(2).sum()}, {v}, {}, nullopt, true)[0];
  EXPECT_EQ(g.scalar_type(), kFloat);
  EXPECT_TRUE(g.requires_grad());
  EXPECT_TRUE(autograd::grad({g.sum()}, {v})[0].defined());
}

TEST_F(Autocasting, BackwardTwiceThroughOneCast) {
  const Tensor w = weight(), x = input();
  const amp::autocast on(kCPU);
  linear(x, w).sum().backward();
  const Tensor once = w.grad().clone();
  linear(x, w).sum().backward();
  EXPECT_TRUE(w.grad().allclose(once * 2));
}

TEST_F(Autocasting, ATangentIsNotKept) {
  const Tensor w = weight();
  const amp::autocast on(kCPU);
  const Tensor before = cast(w);
  Tensor with_tangent;
  {
    const forward_ad::DualLevel level;
    with_tangent = cast(forward_ad::make_dual(w, ones_like(w)));
    EXPECT_FALSE(cast(w).is_same(before));
  }
  EXPECT_TRUE(cast(w).is_same(before));
}

TEST_F(Autocasting, CastsOfWeightsThatHaveGoneAreNotFound) {
  const amp::autocast on(kCPU);
  const NoGradGuard no_grad;
  for (int i = 0; i < 1000; ++i) {
    const Tensor w = full({2}, static_cast<double>(i % 200)).requires_grad_();
    EXPECT_EQ(cast(w)[0].item<float>(), static_cast<float>(i % 200));
  }
  std::vector<Tensor> many;
  for (int i = 0; i < 300; ++i) many.push_back(full({1}, static_cast<double>(i % 200)).requires_grad_());
  for (const Tensor& w : many) cast(w);
  for (int i = 0; i < 300; ++i) {
    const Tensor& w = many[static_cast<size_t>(i)];
    EXPECT_EQ(cast(w)[0].item<float>(), static_cast<float>(i % 200));
    EXPECT_TRUE(cast(w).is_same(cast(w)));
  }
}

TEST_F(Autocasting, AThreadsCastsGoWithIt) {
  const Tensor w = weight();
  std::thread([&] {
    autocast::set_cpu_enabled(true);  // without a region, so that nothing clears them
    cast(w);
  }).join();
  EXPECT_EQ(w.use_count(), 1u);
}

// ---- checkpoints

TEST_F(Autocasting, ACheckpointRunsAgainAsItRanFirst) {
  for (const bool reentrant : {false, true}) {
    const Tensor w = weight(), x = input().requires_grad_();
    std::vector<ScalarType> dtypes;
    autograd::CheckpointOptions options;
    options.use_reentrant = reentrant;
    Tensor y;
    {
      const amp::autocast on(kCPU);
      y = autograd::checkpoint(
          [&](const autograd::variable_list& in) {
            const Tensor r = linear(in[0], w);
            dtypes.push_back(r.scalar_type());
            return autograd::variable_list{r};
          },
          {x}, options)[0];
    }
    y.to(kFloat).sum().backward();
    EXPECT_EQ(dtypes, (std::vector<ScalarType>{kBFloat16, kBFloat16}));
    EXPECT_EQ(w.grad().scalar_type(), kFloat);
    EXPECT_FALSE(autocast::is_cpu_enabled());
  }
}

// ---- functions with a derivative of their own

struct Seen {
  ScalarType forward_input = kByte, forward_product = kByte, backward_product = kByte;
};
Seen seen;

template <class F>
struct Product {
  static Tensor forward(autograd::AutogradContext* ctx, const Tensor& x, const Tensor& w) {
    ctx->save_for_backward({x, w});
    const Tensor y = x.mm(w);
    seen.forward_input = x.scalar_type();
    seen.forward_product = y.scalar_type();
    return y;
  }
  static autograd::variable_list backward(autograd::AutogradContext* ctx, autograd::variable_list grads) {
    const auto saved = ctx->get_saved_variables();
    const Tensor gx = grads[0].to(kFloat).mm(saved[1].t().to(kFloat));
    seen.backward_product = gx.scalar_type();
    return {gx, saved[0].t().to(kFloat).mm(grads[0].to(kFloat))};
  }
};
struct Plain : Product<Plain>, autograd::Function<Plain> {};
struct Same : Product<Same>, amp::Function<Same> {};
struct InFloat : Product<InFloat>, amp::Function<InFloat, kFloat> {};

template <class F>
Seen run() {
  seen = Seen();
  const Tensor x = ones({2, 3}).requires_grad_(), w = ones({3, 2}).requires_grad_();
  Tensor y;
  {
    const amp::autocast on(kCPU);
    y = F::apply(x.to(kBFloat16), w);
  }
  y.to(kFloat).sum().backward();
  EXPECT_EQ(w.grad().scalar_type(), kFloat);
  EXPECT_EQ(w.grad()[0][0].template item<float>(), 2);
  EXPECT_EQ(x.grad()[0][0].template item<float>(), 2);
  return seen;
}

TEST_F(Autocasting, BackwardOfAFunctionHasForwardsSetting) {
  const Seen plain = run<Plain>();
  EXPECT_EQ(plain.forward_product, kBFloat16);
  EXPECT_EQ(plain.backward_product, kFloat);
  const Seen same = run<Same>();
  EXPECT_EQ(same.forward_input, kBFloat16);
  EXPECT_EQ(same.forward_product, kBFloat16);
  EXPECT_EQ(same.backward_product, kBFloat16);
}

TEST_F(Autocasting, AFunctionsInputsAreConverted) {
  const Seen in_float = run<InFloat>();
  EXPECT_EQ(in_float.forward_input, kFloat);
  EXPECT_EQ(in_float.forward_product, kFloat);
  EXPECT_EQ(in_float.backward_product, kFloat);
  const Tensor y =
      InFloat::apply(ones({1, 1}, kBFloat16), ones({1, 1}, kBFloat16));  // outside of a region: as they are
  EXPECT_EQ(y.scalar_type(), kBFloat16);
}

// ---- operators that a program registers

Tensor scale(const Tensor& x, const Tensor& by) { return x * by; }
Tensor sum_list(TensorList list) {
  Tensor sum = list[0];
  for (size_t i = 1; i < list.size(); ++i) sum = sum + list[i];
  return sum;
}
Tensor own_kernel(const Tensor& x, const Tensor& by) {
  const ExcludeDispatchKeyGuard below(DispatchKey::Autocast);
  return autocast::cached_cast(kBFloat16, x, kCPU) * autocast::cached_cast(kBFloat16, by, kCPU);
}
TORCHPP_LIBRARY(amp_test, m) {
  m.def("lower(Tensor x, Tensor by) -> Tensor", scale);
  m.def("fp32(Tensor x, Tensor by) -> Tensor", scale);
  m.def("promote(Tensor[] list) -> Tensor", sum_list);
  m.def("own(Tensor x, Tensor by) -> Tensor", scale);
  m.def("cuda_only(Tensor x, Tensor by) -> Tensor", scale);
}
TORCHPP_LIBRARY_IMPL(amp_test, AutocastCPU, m) {
  m.impl("lower", amp::cast_rule<Autocast::kLower, kCPU>());
  m.impl("fp32", amp::cast_rule<Autocast::kFp32, kCPU>());
  m.impl("promote", amp::cast_rule<Autocast::kPromote, kCPU>());
  m.impl("own", own_kernel);
}
TORCHPP_LIBRARY_IMPL(amp_test, AutocastCUDA, m) { m.impl("cuda_only", amp::cast_rule<Autocast::kLower, kCUDA>()); }

constexpr OpTraits lower_on_cpu() {
  OpTraits traits;
  traits.autocast_cpu = Autocast::kLower;
  return traits;
}
const Op<Tensor(const Tensor&, const Tensor&)> object("amp_test::object(Tensor x, Tensor by) -> Tensor", &scale, &scale,
                                                      lower_on_cpu());

TEST_F(Autocasting, RegisteredOperatorsHaveRulesAndKernels) {
  const Tensor x = ones({2}), by = full({2}, 2.f), low = x.to(kBFloat16);
  const auto call = [&](const char* name, const Tensor& a, const Tensor& b) {
    return find_op(name).typed<Tensor(const Tensor&, const Tensor&)>()(a, b).scalar_type();
  };
  EXPECT_EQ(call("amp_test::lower", x, by), kFloat);
  EXPECT_EQ(object(x, by).scalar_type(), kFloat);
  const amp::autocast on(kCPU);
  EXPECT_EQ(call("amp_test::lower", x, by), kBFloat16);
  EXPECT_EQ(call("amp_test::fp32", low, low), kFloat);
  EXPECT_EQ(call("amp_test::own", x, by), kBFloat16);
  EXPECT_EQ(call("amp_test::cuda_only", x, by), kFloat);
  EXPECT_EQ(object(x, by).scalar_type(), kBFloat16);
  const auto& promote = find_op("amp_test::promote").typed<Tensor(TensorList)>();
  EXPECT_EQ(promote(TensorList({x, low})).scalar_type(), kFloat);
  EXPECT_EQ(promote(TensorList({low, low})).scalar_type(), kBFloat16);
}

// ---- training

TEST_F(Autocasting, AnMlpLearns) {
  manual_seed(5);
  const Tensor x = randn({256, 8}), target = (x.narrow(1, 0, 1) * x.narrow(1, 1, 1)).gt(0).to(kLong).squeeze(1);
  const auto train = [&](bool mixed) {
    manual_seed(6);
    nn::Sequential net(nn::Linear(8, 64), nn::ReLU(), nn::Linear(64, 64), nn::ReLU(), nn::Linear(64, 2));
    optim::Adam adam(net->parameters(), optim::AdamOptions(1e-2));
    double last = 0;
    for (int i = 0; i < 120; ++i) {
      adam.zero_grad();
      Tensor loss;
      {
        const amp::autocast region(kCPU, nullopt, mixed);
        loss = nn::functional::cross_entropy(net->forward(x), target);
      }
      loss.backward();
      adam.step();
      last = loss.item<float>();
    }
    return last;
  };
  const double exact = train(false), mixed = train(true);
  EXPECT_LT(exact, 0.05);
  EXPECT_LT(mixed, 0.08);
}

}  // namespace
}  // namespace torchpp
