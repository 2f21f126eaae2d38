// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/autograd/autograd.h>
#include <torchpp/autograd/checkpoint.h>
#include <torchpp/autograd/function.h>
#include <torchpp/autograd/gradcheck.h>
#include <torchpp/autograd/saved_tensor_hooks.h>
#include <torchpp/core/grad_mode.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/pointwise.h>
#include <torchpp/ops/shape.h>

#include <cmath>
#include <stdexcept>
#include <thread>

#include "src/ops/ops.h"
#include "tests/autograd/support.h"

namespace torchpp {
namespace {

using autograd::AutogradContext;
using autograd::Function;
using autograd::gradcheck;
using autograd::GradcheckOptions;
using autograd::gradgradcheck;
using autograd::variable_list;

Tensor leaf(const std::vector<double>& values) { return tensor(values, kDouble).requires_grad_(); }
Tensor complex_leaf(const std::vector<double>& parts) {
  return op::view_as_complex(tensor(parts, kDouble).view({-1, 2})).clone().requires_grad_();
}

// All modes of one function.
void check(const autograd::GradcheckFunction& fn, const variable_list& inputs) {
  GradcheckOptions o;
  o.check_forward_ad = true;
  EXPECT_TRUE(gradcheck(fn, inputs, o));
  o.fast_mode = true;
  EXPECT_TRUE(gradcheck(fn, inputs, o));
  EXPECT_TRUE(gradgradcheck(fn, inputs, {}, o));
}

TEST(Gradcheck, UnaryFunctions) {
  using Method = Tensor (Tensor::*)() const;
  const Method everywhere[] = {&Tensor::neg,  &Tensor::exp,  &Tensor::exp2, &Tensor::expm1, &Tensor::sigmoid,
                               &Tensor::tanh, &Tensor::sin,  &Tensor::cos,  &Tensor::tan,   &Tensor::atan,
                               &Tensor::sinh, &Tensor::cosh, &Tensor::erf,  &Tensor::erfc,  &Tensor::abs,
                               &Tensor::frac, &Tensor::relu, &Tensor::silu, &Tensor::asin,  &Tensor::acos,
                               &Tensor::sgn,  &Tensor::floor};
  int at = 0;
  for (const Method f : everywhere) {
    SCOPED_TRACE(at++);
    check([f](const variable_list& x) { return variable_list{(x[0].*f)()}; }, {leaf({-0.7, -0.2, 0.3, 0.9})});
  }
  const Method positive[] = {&Tensor::log,  &Tensor::log2,  &Tensor::log10,     &Tensor::log1p,
                             &Tensor::sqrt, &Tensor::rsqrt, &Tensor::reciprocal};
  for (const Method f : positive) {
    SCOPED_TRACE(at++);
    check([f](const variable_list& x) { return variable_list{(x[0].*f)()}; }, {leaf({0.3, 1.2, 2.5})});
  }
}

TEST(Gradcheck, ComplexFunctions) {
  using Method = Tensor (Tensor::*)() const;
  const Method functions[] = {&Tensor::exp,  &Tensor::log,     &Tensor::sqrt,       &Tensor::sin, &Tensor::cos,
                              &Tensor::tanh, &Tensor::sigmoid, &Tensor::reciprocal, &Tensor::abs, &Tensor::sgn};
  int at = 0;
  for (const Method f : functions) {
    SCOPED_TRACE(at++);
    GradcheckOptions o;
    o.check_forward_ad = true;
    EXPECT_TRUE(gradcheck([f](const variable_list& x) { return variable_list{(x[0].*f)()}; },
                          {complex_leaf({0.7, 0.4, -0.5, 0.8})}, o));
  }
  check(
      [](const variable_list& x) {
        return variable_list{x[0] * x[1], x[0] / x[1], x[0].conj() * x[1]};
      },
      {complex_leaf({0.7, 0.4, -0.5, 0.8}), complex_leaf({1.1, -0.3, 0.6, 0.2})});
  // A real input of a complex result.
  check([](const variable_list& x) { return variable_list{x[0] * x[1]}; },
        {leaf({0.7, 0.4}), complex_leaf({1.1, -0.3, 0.6, 0.2})});
}

TEST(Gradcheck, ComplexConvention) {
  const Tensor z = complex_leaf({1, 2});
  z.abs().pow(2).sum().backward();
  EXPECT_NEAR(values(op::view_as_real(z.grad()))[0], 2, 1e-14);  // |z|^2 at 1 + 2i: 2 + 4i
  EXPECT_NEAR(values(op::view_as_real(z.grad()))[1], 4, 1e-14);
  z.mutable_grad() = Tensor();
  op::view_as_real(z * z).select(-1, 0).sum().backward();
  EXPECT_EQ(values(op::view_as_real(z.grad())), (std::vector<double>{2, -4}));  // Re(z^2): 2 - 4i
}

TEST(Gradcheck, BinaryFunctions) {
  const Tensor a = leaf({0.5, 1.5, 2.5}), b = leaf({1.2, 0.7, 0.4});
  check([](const variable_list& x) { return variable_list{x[0].add(x[1], 2), x[0].sub(x[1], 3)}; }, {a, b});
  check([](const variable_list& x) { return variable_list{x[0] * x[1], x[0] / x[1]}; }, {a, b});
  check([](const variable_list& x) { return variable_list{x[0].pow(x[1]), x[0].atan2(x[1])}; }, {a, b});
  check([](const variable_list& x) { return variable_list{x[0].pow(3), x[0].pow(0), x[0].pow(0.5)}; }, {a});
  check([](const variable_list& x) { return variable_list{x[0].maximum(x[1]), x[0].minimum(x[1])}; }, {a, b});
  check([](const variable_list& x) { return variable_list{x[0].fmod(x[1]), x[0].remainder(x[1])}; }, {a, b});
  check(
      [](const variable_list& x) {
        return variable_list{x[0].lerp(x[1], 0.3), x[0].lerp(x[1], x[2])};
      },
      {a, b, leaf({0.1, 0.5, 0.9})});
  check(
      [](const variable_list& x) {
        return variable_list{x[0].addcmul(x[1], x[2], 2), x[0].addcdiv(x[1], x[2], 3)};
      },
      {a, b, leaf({0.6, 0.5, 0.9})});
  check(
      [](const variable_list& x) {
        return variable_list{x[0].clamp(Scalar(0.6), Scalar(2)), x[0].where(x[0] > 1, x[1])};
      },
      {a, b});
  check([](const variable_list& x) { return variable_list{x[0] * x[1]}; },
        {leaf({1, 2, 3, 4, 5, 6}).detach().view({2, 3}).requires_grad_(), leaf({0.5, 1.5, 2.5})});
}

TEST(Gradcheck, Activations) {
  const auto one = [](auto f) { return [f](const variable_list& x) { return variable_list{f(x[0])}; }; };
  const Tensor x = leaf({-4, -2.2, -0.6, 0.4, 1.3, 4});
  check(one([](const Tensor& t) { return op::gelu(Out(), t, "none"); }), {x});
  check(one([](const Tensor& t) { return op::gelu(Out(), t, "tanh"); }), {x});
  check(one([](const Tensor& t) { return op::leaky_relu(Out(), t, 0.1); }), {x});
  check(one([](const Tensor& t) { return op::elu(Out(), t, 1.5, 1.2, 0.8); }), {x});
  check(one([](const Tensor& t) { return op::hardtanh(Out(), t, -1, 1); }), {x});
  check(one([](const Tensor& t) { return op::softplus(Out(), t, 2, 20); }), {x});
  check(one([](const Tensor& t) { return op::hardswish(Out(), t); }), {x});
  check(one([](const Tensor& t) { return op::hardsigmoid(Out(), t); }), {x});
  check(one([](const Tensor& t) { return op::mish(Out(), t); }), {x});
  check(one([](const Tensor& t) { return op::threshold(Out(), t, 0.5, 7); }), {x});
}

TEST(Gradcheck, ViewsAndCopies) {
  const Tensor x = (arange(12, kDouble) * 0.37).view({3, 4}).clone().requires_grad_();
  const auto squares = [](auto f) {
    return [f](const variable_list& x) {
      const Tensor y = f(x[0]);
      return variable_list{y * y};
    };
  };
  check(squares([](const Tensor& t) { return t.as_strided({2, 3}, {2, 1}, 1); }), {x});
  check(squares([](const Tensor& t) { return t.unfold(1, 2, 1); }), {x});
  check(squares([](const Tensor& t) { return t.permute({1, 0}).slice(0, 1, 4, 2); }), {x});
  check(squares([](const Tensor& t) { return t.tril(); }), {x});
  check(squares([](const Tensor& t) { return t.flip({0, 1}); }), {x});
  check(squares([](const Tensor& t) { return op::cat(Out(), std::vector<Tensor>{t, t * 2}, 1); }), {x});
  check(
      [](const variable_list& x) {
        const Tensor y = x[0] * 1.0;
        y.select(0, 1).mul_(y.select(0, 0) * 2);
        y.slice(1, 0, 2).exp_();
        return variable_list{y};
      },
      {x});
}

// Compositions that are one node in a graph.
TEST(Gradcheck, CompositionsOfOneNode) {
  const Tensor x = (arange(12, kDouble) * 0.37 - 2).view({3, 4}).clone().requires_grad_(),
               v = leaf({0.3, -1.2, 2.1, 0.8});
  const auto squares = [](auto f) {
    return [f](const variable_list& x) {
      const Tensor y = f(x[0]);
      return variable_list{y * y * y};
    };
  };
  check(
      [](const variable_list& x) {
        return variable_list{stack({x[0], x[1] * 2, x[0]}, 1).pow(3)};
      },
      {x, x.detach().clone().requires_grad_()});
  check(squares([](const Tensor& t) { return t.repeat({2, 3}); }), {x});
  check(squares([](const Tensor& t) { return t.repeat({2, 1, 3}); }), {x});
  check(squares([](const Tensor& t) { return t.repeat({1, 1}); }), {x});
  check(squares([](const Tensor& t) { return roll(t, 5); }), {x});
  check(squares([](const Tensor& t) { return roll(t, {1, -6}, {0, 1}); }), {x});
  for (const int64_t k : {0, 1, 2, 3, -1}) check(squares([k](const Tensor& t) { return rot90(t, k, {0, 1}); }), {x});
  for (const int64_t k : {0, 1, -2}) {
    check(squares([k](const Tensor& t) { return diag(t, k); }), {x});
    check(squares([k](const Tensor& t) { return diag(t, k); }), {v});
    check(squares([k](const Tensor& t) { return diag_embed(t, k, 0, 2); }), {x});
  }
  check(squares([](const Tensor& t) { return t.hardshrink(0.5); }), {x});
  check(squares([](const Tensor& t) { return softshrink(t, 0.5); }), {x});
  check(squares([](const Tensor& t) { return log_sigmoid(t); }), {x});
  const auto addmv = [](const variable_list& in) { return variable_list{in[0].addmv(in[1], in[2], 0.5, 2).pow(3)}; };
  check(addmv, {leaf({0.1, 0.4, -0.3}), x, v});
  check(addmv, {leaf({0.7}), x, v});
}

// ... are no views, and know the gradients of what was written into them.
TEST(CompositionsOfOneNode, CanBeWrittenInPlace) {
  const Tensor x = leaf({1, 2});
  for (const Tensor& y : {x.repeat({2}), stack({x, x}), roll(x, 1), rot90(x.unsqueeze(0)), diag(x), diag_embed(x)}) {
    EXPECT_FALSE(y.is_view());
    y.mul_(y);
    x.mutable_grad() = Tensor();
    y.sum().backward();
    EXPECT_GT(values(x.grad())[1], 3.9);
  }
  const Tensor plain = arange(4, kDouble).view({2, 2});  // a view, for which autograd is asked in vain
  EXPECT_FALSE(stack({plain, plain}).requires_grad());
  EXPECT_EQ(plain.repeat({1, 2}).sizes(), IntArrayRef({2, 4}));
}

struct Doubled : Function<Doubled> {
  static Tensor forward(AutogradContext*, const Tensor& x) { return x * 2; }
  static variable_list backward(AutogradContext*, variable_list grads) { return {grads[0] * 3}; }  // wrong
};

// The backward operators of norms take statistics that the forward saved, and treat them as functions of the input
// (so does libtorch 1.13). Hence they are checked together with the forward that gives them.
TEST(Gradcheck, BackwardOfNorms) {
  Tensor x = leaf({0.3, -1.2, 2.1, 0.8, -0.4, 1.7, 0.1, -2.2, 0.9, 1.4, -0.6, 0.5}).detach().view({2, 3, 2});
  const Tensor grad = leaf({1.1, 0.2, -0.7, 0.4, 0.9, -1.3, 0.6, 0.8, -0.2, 1.9, -0.5, 0.3}).detach().view({2, 3, 2});
  const Tensor mean = tensor({0.1, 0.2, -0.3}, kDouble), var = tensor({0.7, 1.1, 0.9}, kDouble);
  const auto with_grad = [](const Tensor& t) { return t.clone().requires_grad_(); };
  for (const bool train : {true, false})
    for (const bool weighted : {true, false}) {
      SCOPED_TRACE(train ? "training" : "evaluating");
      const auto fn = [&](const variable_list& in) -> variable_list {
        const Tensor w = weighted ? in[2] : Tensor(), m = train ? Tensor() : mean, v = train ? Tensor() : var;
        auto [y, save_mean, save_invstd] =
            op::native_batch_norm(Out(), in[1].detach(), Tensor(), Tensor(), m, v, train, 0.1, 1e-2);
        auto [dx, dw, db] = op::native_batch_norm_backward(Out(), in[0], in[1], w, m, v, save_mean, save_invstd, train,
                                                           1e-2, {true, true, true});
        return {dx, dw, db};
      };
      variable_list inputs = {with_grad(grad), with_grad(x)};
      if (weighted) inputs.push_back(leaf({1.5, -0.5, 0.7}));
      check(fn, inputs);
    }
  for (const bool weighted : {true, false}) {
    const auto fn = [&](const variable_list& in) -> variable_list {
      const Tensor w = weighted ? in[2] : Tensor();
      auto [y, save_mean, rstd] = op::native_layer_norm(Out(), in[1].detach(), {3, 2}, Tensor(), Tensor(), 1e-2);
      auto [dx, dw, db] =
          op::native_layer_norm_backward(Out(), in[0], in[1], {3, 2}, save_mean, rstd, w, w, {true, true, true});
      return {dx, dw, db};
    };
    variable_list inputs = {with_grad(grad), with_grad(x)};
    if (weighted) inputs.push_back(leaf({1.5, -0.5, 0.7, 0.2, -1.1, 0.4}).detach().view({3, 2}).requires_grad_());
    check(fn, inputs);
  }
  for (const bool weighted : {true, false}) {
    const auto fn = [&](const variable_list& in) -> variable_list {
      const Tensor w = weighted ? in[2] : Tensor();
      auto [y, mean, rstd] = op::native_group_norm(Out(), in[1].detach(), Tensor(), Tensor(), 2, 3, 2, 1, 1e-2);
      auto [dx, dw, db] =
          op::native_group_norm_backward(Out(), in[0], in[1], mean, rstd, w, 2, 3, 2, 1, {true, true, true});
      return {dx, dw, db};
    };
    variable_list inputs = {with_grad(grad), with_grad(x)};
    if (weighted) inputs.push_back(leaf({1.5, -0.5, 0.7}));
    check(fn, inputs);
  }
}

TEST(Gradcheck, FindsErrors) {
  const auto fn = [](const variable_list& x) { return variable_list{Doubled::apply(x[0])}; };
  EXPECT_ERROR(gradcheck(fn, {leaf({1, 2})}), "Jacobian mismatch for output 0 with respect to input 0");
  GradcheckOptions o;
  o.fast_mode = true;
  EXPECT_ERROR(gradcheck(fn, {leaf({1, 2})}, o), "in a random direction");
  o.raise_exception = false;
  EXPECT_FALSE(gradcheck(fn, {leaf({1, 2})}, o));
  EXPECT_ERROR(gradcheck(fn, {ones({1}, kDouble)}), "at least one input tensor to require gradient");
  EXPECT_ERROR(gradcheck(fn, {ones({1}, kDouble).expand({2}).requires_grad_()}), "stride 0");
}

// ---- saved tensors and checkpoints

TEST(SavedTensorHooks, InnermostPairIsUsed) {
  const Tensor x = leaf({2, 3});
  int packed = 0, unpacked = 0, outer = 0;
  Tensor y;
  {
    const autograd::saved_tensors_hooks ignored([&](const Tensor& t) { return ++outer, IValue(t); },
                                                [](const IValue& v) { return v.toTensor(); });
    const autograd::saved_tensors_hooks hooks([&](const Tensor& t) { return ++packed, IValue(t * 10); },
                                              [&](const IValue& v) { return ++unpacked, v.toTensor() / 10; });
    y = (x * x).exp();
  }
  EXPECT_EQ(packed, 3);
  EXPECT_EQ(outer, 0);
  y.sum().backward();
  EXPECT_EQ(unpacked, 3);
  EXPECT_NEAR(values(x.grad())[0], 2 * 2 * std::exp(4.0), 1e-9);
}

TEST(SavedTensorHooks, HigherOrdersGoThroughThem) {
  const Tensor x = leaf({2});
  const autograd::save_on_cpu hooks;
  const Tensor g = autograd::grad({x * x * x}, {x}, {}, true, true)[0];
  EXPECT_EQ(values(autograd::grad({g}, {x})[0]), std::vector<double>{12});
}

// Source: libtorch 1.13.1 without CUDA takes the flag and keeps plain copies.
TEST(SavedTensorHooks, OnCpuPinnedNeedsNoDevice) {
  const Tensor x = leaf({2, 3});
  Tensor input = x * 1.0, y;
  {
    const autograd::save_on_cpu hooks(true);
    y = input * input;
  }
  input.mul_(10);  // what was saved is a copy
  y.sum().backward();
  EXPECT_EQ(values(x.grad()), (std::vector<double>{4, 6}));
}

TEST(SavedTensorHooks, KeepWhichOfManyOutputsATensorIs) {
  constexpr int64_t kMany = 70000, kLast = kMany - 1;
  const Tensor x = arange(kMany, kDouble).requires_grad_();
  const Tensor y = x.unbind(0)[kLast];
  Tensor z;
  {
    const autograd::save_on_cpu hooks;
    z = y * y * y;
  }
  const Tensor g = autograd::grad({z}, {y}, {}, true, true)[0];
  const Tensor second = autograd::grad({g}, {x})[0];
  EXPECT_EQ(second[kLast].item<double>(), 6.0 * kLast);
  EXPECT_EQ(second.sum().item<double>(), 6.0 * kLast) << "a gradient came to another element";
}

TEST(SavedTensorHooks, Errors) {
  const Tensor x = leaf({2});
  {
    const autograd::saved_tensors_hooks hooks([&](const Tensor& t) { return IValue(t.mul_(2)); },
                                              [&](const IValue& v) { return v.toTensor(); });
    EXPECT_ERROR((x * 1.0).exp(), "modifying its input in place");
  }
  const autograd::disable_saved_tensors_hooks off("not in this part of the program");
  EXPECT_ERROR(autograd::save_on_cpu(), "not in this part of the program");
}

TEST(Checkpoint, GivesTheSameGradients) {
  for (const bool reentrant : {true, false}) {
    autograd::CheckpointOptions o;
    o.use_reentrant = reentrant;
    const Tensor x = leaf({1, 2}), w = leaf({3, 4});
    int runs = 0;
    const std::function<Tensor(const Tensor&)> inner = [&](const Tensor& t) {
      ++runs;
      return (t * w).exp();
    };
    const std::function<Tensor(const Tensor&)> outer = [&](const Tensor& t) {
      return autograd::checkpoint(inner, t * 0.5, o) * t;
    };
    autograd::checkpoint(outer, x, o).sum().backward();
    EXPECT_GE(runs, 2);
    const Tensor x2 = leaf({1, 2}), w2 = leaf({3, 4});
    ((x2 * 0.5 * w2).exp() * x2).sum().backward();
    EXPECT_EQ(values(x.grad()), values(x2.grad()));
    EXPECT_EQ(values(w.grad()), values(w2.grad()));
  }
}

TEST(Checkpoint, ReentrantRefusesGrad) {
  const Tensor x = leaf({1});
  const std::function<Tensor(const Tensor&)> fn = [](const Tensor& t) { return t * t; };
  EXPECT_ERROR(autograd::grad({autograd::checkpoint(fn, x)}, {x}), "Checkpointing is not compatible with .grad()");
  autograd::CheckpointOptions o;
  o.use_reentrant = false;
  EXPECT_EQ(values(autograd::grad({autograd::checkpoint(fn, x, o)}, {x})[0]), std::vector<double>{2});
}

TEST(Checkpoint, RefusesInputsThatWereWrittenMeanwhile) {
  for (const bool reentrant : {true, false}) {
    SCOPED_TRACE(reentrant ? "reentrant" : "without reentrance");
    autograd::CheckpointOptions o;
    o.use_reentrant = reentrant;
    const Tensor w = leaf({3});
    const autograd::CheckpointFunction fn = [](const variable_list& in) { return variable_list{in[0] * in[1]}; };
    const Tensor x = leaf({2}), input = x * 1.0, constant = ones({1}, kDouble);
    const Tensor y = autograd::checkpoint(fn, {input, w}, o)[0];
    input.mul_(10);
    EXPECT_ERROR(y.backward(), "has been modified by an inplace operation");
    const Tensor z = autograd::checkpoint(fn, {constant, w}, o)[0];
    constant.mul_(10);
    EXPECT_ERROR(z.backward(), "has been modified by an inplace operation");
    EXPECT_FALSE(w.grad().defined());
    // By the function itself: of an input with a gradient that is an error, running statistics are its own.
    const Tensor v = x * 1.0;
    const autograd::CheckpointFunction scales = [](const variable_list& in) {
      return variable_list{in[0].mul_(2) * in[1]};
    };
    EXPECT_ERROR(autograd::checkpoint(scales, {v, w}, o)[0].backward(), "modified by an inplace operation");
    const Tensor statistics = zeros({1}, kDouble);
    const autograd::CheckpointFunction counts = [](const variable_list& in) {
      in[1].add_(1);
      return variable_list{in[0] * 3};
    };
    autograd::checkpoint(counts, {w, statistics}, o)[0].backward();
    EXPECT_EQ(values(w.grad()), std::vector<double>{3});
  }
}

TEST(Checkpoint, CanBeTriedAgainAfterItsFunctionThrew) {
  for (const bool reentrant : {true, false}) {
    SCOPED_TRACE(reentrant ? "reentrant" : "without reentrance");
    autograd::CheckpointOptions o;
    o.use_reentrant = reentrant;
    bool fails = false;
    const std::function<Tensor(const Tensor&)> fn = [&](const Tensor& t) {
      const Tensor s = t * t;
      if (fails) throw std::runtime_error("out of luck");
      return s.exp();
    };
    const Tensor x = leaf({0.5}), y = autograd::checkpoint(fn, x, o);
    fails = true;
    EXPECT_THROW(y.backward(), std::runtime_error);
    EXPECT_FALSE(x.grad().defined());
    fails = false;
    y.backward();
    EXPECT_NEAR(values(x.grad())[0], std::exp(0.25), 1e-12);
  }
}

// Also a test for the thread sanitizer.
TEST(Checkpoint, BackwardInSeveralThreads) {
  for (const bool reentrant : {true, false}) {
    autograd::CheckpointOptions o;
    o.use_reentrant = reentrant;
    const std::function<Tensor(const Tensor&)> fn = [](const Tensor& t) { return dropout(t * t, 0.5, true); };
    constexpr int kThreads = 4, kRounds = 20;
    for (int round = 0; round < kRounds; ++round) {
      // One graph for all threads, and one for each.
      const Tensor x = ones({64}, kDouble).requires_grad_(), y = autograd::checkpoint(fn, x, o);
      std::vector<Tensor> own, result;
      for (int i = 0; i < kThreads; ++i) {
        own.push_back(ones({64}, kDouble).requires_grad_());
        result.push_back(autograd::checkpoint(fn, own.back(), o));
      }
      std::vector<std::thread> threads;
      for (int i = 0; i < kThreads; ++i)
        threads.emplace_back([&, i] {
          y.backward(ones({64}, kDouble), true);
          result[static_cast<size_t>(i)].backward(ones({64}, kDouble));
        });
      for (std::thread& t : threads) t.join();
      ASSERT_TRUE(x.grad().equal(y * (2 * kThreads))) << "other elements were dropped than in the first run";
      for (size_t i = 0; i < kThreads; ++i) ASSERT_TRUE(own[i].grad().equal(result[i] * 2));
    }
  }
}

TEST(Checkpoint, Sequential) {
  const std::vector<Callable<Tensor(const Tensor&)>> steps(5, [](const Tensor& t) { return t * t; });
  const Tensor x = leaf({1.1});
  autograd::checkpoint_sequential(steps, 2, x).backward();
  EXPECT_NEAR(x.grad().item<double>(), 32 * std::pow(1.1, 31), 1e-9);
}

}  // namespace
}  // namespace torchpp
