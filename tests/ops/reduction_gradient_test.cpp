// SPDX-License-Identifier: BSD-3-Clause
// Gradients of reductions, softmax, sorting and losses, first and second order, against central differences.
#include <gtest/gtest.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/loss.h>
#include <torchpp/ops/pointwise.h>
#include <torchpp/ops/reduction.h>
#include <torchpp/ops/view.h>

#include <cmath>
#include <functional>

namespace torchpp {
namespace {

using F = std::function<Tensor(const Tensor&)>;

// No two elements are equal, none is zero, neighbours differ by more than the step.
Tensor sample(IntArrayRef sizes) {
  const Tensor d = empty(sizes, kDouble);
  for (int64_t i = 0; i < d.numel(); ++i)
    d.data_ptr<double>()[i] = static_cast<double>((i * 37 + 11) % 101 - 50) / 25 + 0.013;
  return d;
}
// A number that depends on every result.
Tensor weigh(const Tensor& t) { return (t * (sample(t.sizes()) + 2.3)).sum(); }

Tensor gradient(const F& f, const Tensor& at, bool create_graph) {
  const Tensor x = create_graph ? at : at.detach().clone().requires_grad_();
  x.mutable_grad() = Tensor();
  weigh(f(x)).backward({}, nullopt, create_graph);
  return x.grad();
}
Tensor differences(const F& f, const Tensor& at) {
  constexpr double kStep = 1e-5;
  const Tensor x = at.detach().clone(), slope = zeros(at.sizes(), kDouble);
  for (int64_t i = 0; i < x.numel(); ++i) {
    double& e = x.data_ptr<double>()[i];
    const double before = e;
    e = before + kStep;
    const double up = weigh(f(x)).item<double>();
    e = before - kStep;
    slope.data_ptr<double>()[i] = (up - weigh(f(x)).item<double>()) / (2 * kStep);
    e = before;
  }
  return slope;
}
void expect_gradients(const std::string& name, const F& f, const Tensor& at) {
  SCOPED_TRACE(name);
  EXPECT_LT((gradient(f, at, false) - differences(f, at)).abs().max().item<double>(), 1e-6);
  const F slope = [&](const Tensor& x) {
    if (x.requires_grad()) {
      weigh(f(x)).backward({}, true, true);
      const Tensor g = x.grad();
      x.mutable_grad() = Tensor();
      return g;
    }
    return gradient(f, x, false);
  };
  EXPECT_LT((gradient(slope, at, false) - differences(slope, at)).abs().max().item<double>(), 1e-5) << "second order";
}

TEST(ReductionGradient, AgainstDifferences) {
  const Tensor x = sample({3, 4, 2});
  const std::vector<int64_t> dims = {0, 2};
  // Squares first, so that linear operators have a second derivative, too.
  const auto square = [](const Tensor& t) { return t * t; };
  const std::vector<std::pair<std::string, F>> cases = {
      {"sum", [&](const Tensor& t) { return square(t).sum(); }},
      {"sum dims", [&](const Tensor& t) { return square(t).sum(dims); }},
      {"sum keepdim", [&](const Tensor& t) { return square(t).sum(dims, true); }},
      {"mean", [&](const Tensor& t) { return square(t).mean(dims); }},
      {"prod", [&](const Tensor& t) { return t.prod(); }},
      {"prod dim", [&](const Tensor& t) { return t.prod(1); }},
      {"amax", [&](const Tensor& t) { return square(t).amax(dims); }},
      {"amin", [&](const Tensor& t) { return square(t).amin(dims, true); }},
      {"max", [&](const Tensor& t) { return square(t).max(); }},
      {"max dim", [&](const Tensor& t) { return std::get<0>(square(t).max(1)); }},
      {"min keepdim", [&](const Tensor& t) { return std::get<0>(square(t).min(-1, true)); }},
      {"var", [&](const Tensor& t) { return t.var(dims); }},
      {"std", [&](const Tensor& t) { return t.std(dims, false, true); }},
      {"norm", [&](const Tensor& t) { return t.norm(); }},
      {"norm dims", [&](const Tensor& t) { return t.norm(Scalar(2), dims, true); }},
      {"norm 1", [&](const Tensor& t) { return square(t).norm(Scalar(1), dims, false); }},
      {"norm 1.5", [&](const Tensor& t) { return t.norm(Scalar(1.5), dims, false); }},
      {"norm 3", [&](const Tensor& t) { return t.norm(Scalar(3), dims, false); }},
      {"norm inf", [&](const Tensor& t) { return square(t).norm(Scalar(INFINITY), dims, false); }},
      {"cumsum", [&](const Tensor& t) { return square(t).cumsum(1); }},
      {"logsumexp", [&](const Tensor& t) { return t.logsumexp(dims); }},
      {"softmax", [&](const Tensor& t) { return t.softmax(1); }},
      {"log_softmax", [&](const Tensor& t) { return t.log_softmax(1); }},
      {"sort", [&](const Tensor& t) { return std::get<0>(square(t).sort(1)); }},
      {"topk", [&](const Tensor& t) { return std::get<0>(square(t).topk(2, 1)); }},
  };
  for (const auto& [name, f] : cases) expect_gradients(name, f, x);
}

TEST(ReductionGradient, ProductsWithZeros) {
  Tensor x = sample({2, 4});
  x.select(0, 0).select(0, 2).fill_(0);
  expect_gradients(
      "one zero", [](const Tensor& t) { return t.prod(1); }, x);
  x.select(0, 0).select(0, 0).fill_(0);
  expect_gradients(
      "two zeros", [](const Tensor& t) { return t.prod(1); }, x);
  expect_gradients(
      "all", [](const Tensor& t) { return t.prod(); }, x);
}

// Through the conversion, which drops imaginary parts.   Source: libtorch 1.13.1.
TEST(ReductionGradient, ProductsInAnotherDtype) {
  for (const bool along : {false, true}) {
    Tensor x = view_as_complex(tensor({{3., 3.}, {7., -2.}})).clone().requires_grad_();
    (along ? x.prod(0, false, kDouble) : x.prod(kDouble)).backward();
    EXPECT_TRUE(view_as_real(x.grad()).equal(tensor({{7., 0.}, {3., 0.}})));
  }
}

TEST(ReductionGradient, Losses) {
  const Tensor x = sample({3, 4}), t = sample({4, 3}).t() * 0.7 + 0.1, p = x / 9 + 0.5, q = t / 9 + 0.5;
  const Tensor classes = tensor({1, 3, 0}, kLong);
  for (const int64_t how : {Reduction::None, Reduction::Mean, Reduction::Sum}) {
    expect_gradients(
        "mse", [&](const Tensor& v) { return mse_loss(v, t, how); }, x);
    expect_gradients(
        "mse target", [&](const Tensor& v) { return mse_loss(t, v, how); }, x);
    expect_gradients(
        "smooth l1", [&](const Tensor& v) { return smooth_l1_loss(v, t, how, 0.9); }, x);
    expect_gradients(
        "huber", [&](const Tensor& v) { return huber_loss(v, t, how, 0.9); }, x);
    expect_gradients(
        "bce", [&](const Tensor& v) { return binary_cross_entropy(v, q, p, how); }, p);
    expect_gradients(
        "logits", [&](const Tensor& v) { return binary_cross_entropy_with_logits(v, q, {}, {}, how); }, x);
    expect_gradients(
        "cross entropy", [&](const Tensor& v) { return cross_entropy_loss(v, classes, {}, how); }, x);
  }
}

// The result as its own gradient, one tensor for both, in every dtype and length of line.
TEST(ReductionGradient, SoftmaxOfItsOwnResult) {
  for (const ScalarType dtype : {kDouble, kFloat, kHalf, kBFloat16}) {
    const double tolerance = dtype == kDouble ? 1e-14 : dtype == kFloat ? 1e-6 : dtype == kHalf ? 2e-3 : 2e-2;
    for (const int64_t length : {1, 2, 3, 4, 5, 8, 16, 40, 700}) {
      const Tensor x = sample({6, length}).to(dtype).requires_grad_();
      for (const bool logarithm : {false, true}) {
        x.mutable_grad() = Tensor();
        const Tensor result = logarithm ? x.log_softmax(1) : x.softmax(1);
        result.backward(result.detach());
        const Tensor y = result.detach().to(kDouble);
        const Tensor expected = logarithm ? y - y.exp() * y.sum({1}, true) : y * (y - (y * y).sum({1}, true));
        EXPECT_TRUE(x.grad().to(kDouble).allclose(expected, tolerance, tolerance))
            << dtype << " " << length << (logarithm ? " log_softmax" : " softmax");
      }
    }
  }
}

}  // namespace
}  // namespace torchpp
