// SPDX-License-Identifier: BSD-3-Clause
// First derivatives where a function has none or several: at ties, signed zeros, infinities and NaN. The expected
// numbers are what libtorch 1.13.1 gave for the same calls on the CPU in double, printed with %.4g; "none" is an
// undefined gradient.
#include <torchpp/autograd/autograd.h>
#include <torchpp/torchpp.h>

#include <cmath>
#include <cstdio>
#include <limits>
#include <utility>

#include "src/ops/generated/pointwise.h"
#include "tests/autograd/support.h"

namespace torchpp {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
const double kNan = std::nan("");

const std::vector<double> kValues = {-kInf, -1, -0.0, 0, 0.5, 1, 2, kInf, kNan};
const std::vector<std::pair<double, double>> kPairs = {{1, 2},    {2, 1},        {1, 1},       {0, -0.0},
                                                       {kNan, 1}, {1, kNan},     {kNan, kNan}, {kInf, kInf},
                                                       {kInf, 1}, {-kInf, kInf}, {0, 0},       {-1, 0}};
const std::vector<std::vector<double>> kLists = {
    {1, 2, 3, 4}, {2, 2, 1, 2}, {kNan, 1, 2, kNan}, {kInf, 1, kInf, 2}, {-kInf, -kInf, -kInf, -kInf},
    {0, 0, 0, 0}, {0, 3, 1, 2}};

Tensor leaf(const std::vector<double>& v) { return tensor(v, kDouble).requires_grad_(); }

std::string text(const Tensor& t) {
  if (!t.defined()) return "none";
  std::string all;
  for (const double x : values(t)) {
    char number[32];
    std::snprintf(number, sizeof number, "%.4g", x == 0 ? 0.0 : x);
    all += (all.empty() ? "" : " ") + std::string(std::isnan(x) ? "nan" : number);
  }
  return all;
}

// Every element of the result has another weight.
void differentiate(const Tensor& y) {
  y.backward(arange(1., static_cast<double>(y.numel() + 1), kDouble).view(y.sizes()));
}

struct Unary {
  const char* name;
  Tensor (*call)(const Tensor& x);
  const char* expected;
};
struct Binary {
  const char* name;
  Tensor (*call)(const Tensor& a, const Tensor& b);
  const char* expected;  // of a; of b
};

// Gradients at kValues. NaN is the ninth, where libtorch computes element by element: its loops over vectors give other
// answers at NaN for elu, selu, hardtanh, hardswish and hardshrink.
const Unary kElementwise[] = {
    {"abs", [](const Tensor& x) { return x.abs(); }, "-1 -2 0 0 5 6 7 8 0"},
    {"sqrt", [](const Tensor& x) { return x.sqrt(); }, "nan nan -inf inf 3.536 3 2.475 0 nan"},
    {"rsqrt", [](const Tensor& x) { return x.rsqrt(); }, "nan nan inf -inf -7.071 -3 -1.237 0 nan"},
    {"reciprocal", [](const Tensor& x) { return x.reciprocal(); }, "0 -2 -inf -inf -20 -6 -1.75 0 nan"},
    {"exp", [](const Tensor& x) { return x.exp(); }, "0 0.7358 3 4 8.244 16.31 51.72 inf nan"},
    {"log", [](const Tensor& x) { return x.log(); }, "0 -2 -inf inf 10 6 3.5 0 nan"},
    {"log1p", [](const Tensor& x) { return x.log1p(); }, "0 inf 3 4 3.333 3 2.333 0 nan"},
    {"sigmoid", [](const Tensor& x) { return x.sigmoid(); }, "0 0.3932 0.75 1 1.175 1.18 0.735 0 nan"},
    {"tanh", [](const Tensor& x) { return x.tanh(); }, "0 0.8399 3 4 3.932 2.52 0.4946 0 nan"},
    {"asin", [](const Tensor& x) { return x.asin(); }, "nan inf 3 4 5.774 inf nan nan nan"},
    {"acos", [](const Tensor& x) { return x.acos(); }, "nan -inf -3 -4 -5.774 -inf nan nan nan"},
    {"atan", [](const Tensor& x) { return x.atan(); }, "0 1 3 4 4 3 1.4 0 nan"},
    {"sinh", [](const Tensor& x) { return x.sinh(); }, "inf 3.086 3 4 5.638 9.258 26.34 inf nan"},
    {"erf", [](const Tensor& x) { return x.erf(); }, "0 0.8302 3.385 4.514 4.394 2.491 0.1447 0 nan"},
    {"floor", [](const Tensor& x) { return x.floor(); }, "0 0 0 0 0 0 0 0 0"},
    {"frac", [](const Tensor& x) { return x.frac(); }, "1 2 3 4 5 6 7 8 9"},
    {"sign", [](const Tensor& x) { return x.sign(); }, "0 0 0 0 0 0 0 0 0"},
    {"relu", [](const Tensor& x) { return x.relu(); }, "0 0 0 0 5 6 7 8 9"},
    {"silu", [](const Tensor& x) { return silu(x); }, "nan 0.1447 1.5 2 3.7 5.566 7.635 nan nan"},
    {"gelu", [](const Tensor& x) { return gelu(x); }, "nan -0.1666 1.5 2 4.337 6.5 7.597 nan nan"},
    {"leaky_relu", [](const Tensor& x) { return leaky_relu(x, 0.1); }, "0.1 0.2 0.3 0.4 5 6 7 8 0.9"},
    {"elu", [](const Tensor& x) { return elu(x); }, "0 0.7358 3 4 5 6 7 8 9"},
    {"selu", [](const Tensor& x) { return selu(x); }, "0 1.294 5.274 7.032 5.254 6.304 7.355 8.406 9.456"},
    {"hardtanh", [](const Tensor& x) { return hardtanh(x, -1, 1); }, "0 0 3 4 5 0 0 0 9"},
    {"hardswish", [](const Tensor& x) { return hardswish(x); }, "0 0.3333 1.5 2 3.333 5 8.167 8 9"},
    {"softplus", [](const Tensor& x) { return softplus(x, 2, 5); }, "0 0.2384 1.5 2 3.655 5.285 6.874 8 nan"},
    {"threshold", [](const Tensor& x) { return threshold(x, 1, 3); }, "0 0 0 0 0 0 7 8 9"},
    {"hardshrink", [](const Tensor& x) { return x.hardshrink(1); }, "1 0 0 0 0 0 7 8 9"},
    {"clamp", [](const Tensor& x) { return x.clamp(-1, 1); }, "0 2 3 4 5 6 0 0 0"},
    {"clamp_swapped", [](const Tensor& x) { return x.clamp(1, -1); }, "0 0 0 0 0 0 0 0 0"},
    {"clamp_min", [](const Tensor& x) { return x.clamp_min(1); }, "0 0 0 0 0 6 7 8 0"},
    {"clamp_max", [](const Tensor& x) { return x.clamp_max(0); }, "1 2 3 4 0 0 0 0 0"},
    {"clamp_max_nan", [](const Tensor& x) { return x.clamp_max(kNan); }, "0 0 0 0 0 0 0 0 0"},
    {"pow_0", [](const Tensor& x) { return x.pow(0); }, "0 0 0 0 0 0 0 0 0"},
    {"pow_2", [](const Tensor& x) { return x.pow(2); }, "-inf -4 0 0 5 12 28 inf nan"},
    {"pow_3", [](const Tensor& x) { return x.pow(3); }, "inf 6 0 0 3.75 18 84 inf nan"},
    {"pow_minus_1", [](const Tensor& x) { return x.pow(-1); }, "0 -2 -inf -inf -20 -6 -1.75 0 nan"},
    {"two_to_the", [](const Tensor& x) { return pow(2, x); }, "0 0.6931 2.079 2.773 4.901 8.318 19.41 inf nan"},
    {"divided_by_0", [](const Tensor& x) { return x / 0; }, "inf inf inf inf inf inf inf inf inf"},
    {"divides", [](const Tensor& x) { return 3 / x; }, "0 -6 -inf -inf -60 -18 -5.25 0 nan"},
    {"fmod", [](const Tensor& x) { return x.fmod(2); }, "1 2 3 4 5 6 7 8 9"},
    {"remainder", [](const Tensor& x) { return x.remainder(2); }, "1 2 3 4 5 6 7 8 9"},
    {"masked_fill", [](const Tensor& x) { return x.masked_fill(x > 0, 7); }, "1 2 3 4 0 0 0 0 9"},
    {"where", [](const Tensor& x) { return where(x > 0, x, x * x); }, "-inf -4 0 0 5 6 7 nan nan"},
};

// Gradients at kPairs.
const Binary kPairwise[] = {
    {"mul", [](const Tensor& a, const Tensor& b) { return a * b; },
     "2 2 3 0 5 nan nan inf 9 inf 0 0; 1 4 3 0 nan 6 nan inf inf -inf 0 -12"},
    {"div", [](const Tensor& a, const Tensor& b) { return a / b; },
     "0.5 2 3 -inf 5 nan nan 0 9 0 inf inf; -0.25 -4 -3 nan nan nan nan nan -inf nan nan inf"},
    {"pow", [](const Tensor& a, const Tensor& b) { return a.pow(b); },
     "2 2 3 0 5 nan nan inf 9 inf 0 0; 0 2.773 0 0 nan 0 nan inf inf nan 0 nan"},
    {"fmod", [](const Tensor& a, const Tensor& b) { return a.fmod(b); },
     "1 2 3 4 5 6 7 8 9 10 11 12; 0 -4 -3 nan nan nan nan nan -inf nan nan inf"},
    {"remainder", [](const Tensor& a, const Tensor& b) { return a.remainder(b); },
     "1 2 3 4 5 6 7 8 9 10 11 12; 0 -4 -3 nan nan nan nan nan nan nan nan inf"},
    {"maximum", [](const Tensor& a, const Tensor& b) { return maximum(a, b); },
     "0 2 1.5 2 5 6 7 4 9 0 5.5 0; 1 0 1.5 2 5 6 7 4 0 10 5.5 12"},
    {"minimum", [](const Tensor& a, const Tensor& b) { return minimum(a, b); },
     "1 0 1.5 2 5 6 7 4 0 10 5.5 12; 0 2 1.5 2 5 6 7 4 9 0 5.5 0"},
    {"max", [](const Tensor& a, const Tensor& b) { return max(a, b); },
     "0 2 1.5 2 5 6 7 4 9 0 5.5 0; 1 0 1.5 2 5 6 7 4 0 10 5.5 12"},
    {"min", [](const Tensor& a, const Tensor& b) { return min(a, b); },
     "1 0 1.5 2 5 6 7 4 0 10 5.5 12; 0 2 1.5 2 5 6 7 4 9 0 5.5 0"},
    {"clamp_min", [](const Tensor& a, const Tensor& b) { return a.clamp(optional<Tensor>(b), nullopt); },
     "0 2 3 4 0 0 0 8 9 0 11 0; 1 0 0 0 0 0 0 0 0 10 0 12"},
    {"clamp_max", [](const Tensor& a, const Tensor& b) { return a.clamp(nullopt, optional<Tensor>(b)); },
     "1 0 3 4 0 0 0 8 0 10 11 12; 0 2 0 0 0 0 0 0 9 0 0 0"},
    {"clamp", [](const Tensor& a, const Tensor& b) { return a.clamp(optional<Tensor>(b), optional<Tensor>(b + 1)); },
     "0 2 3 4 0 0 0 8 0 0 11 0; 1 0 0 0 0 0 0 0 9 0 0 12"},
    {"clamp_swapped",
     [](const Tensor& a, const Tensor& b) { return a.clamp(optional<Tensor>(b), optional<Tensor>(b - 1)); },
     "0 0 0 0 0 0 0 8 0 0 0 0; 1 2 3 4 5 0 0 0 9 0 11 12"},
    {"where", [](const Tensor& a, const Tensor& b) { return where(a > b, a, b); },
     "0 2 0 0 0 0 0 0 9 0 0 0; 1 0 3 4 5 6 7 8 0 10 11 12"},
};

// Gradients of each of kLists.
const Unary kReductions[] = {
    {"max", [](const Tensor& x) { return x.max(); },
     "0 0 0 1; 0.3333 0.3333 0 0.3333; 0.5 0 0 0.5; 0.5 0 0.5 0; 0.25 0.25 0.25 0.25; 0.25 0.25 0.25 0.25; 0 1 0 0"},
    {"min", [](const Tensor& x) { return x.min(); },
     "1 0 0 0; 0 0 1 0; 0.5 0 0 0.5; 0 1 0 0; 0.25 0.25 0.25 0.25; 0.25 0.25 0.25 0.25; 1 0 0 0"},
    {"max_dim", [](const Tensor& x) { return std::get<0>(x.max(0)); },
     "0 0 0 1; 1 0 0 0; 1 0 0 0; 1 0 0 0; 1 0 0 0; 1 0 0 0; 0 1 0 0"},
    {"min_dim", [](const Tensor& x) { return std::get<0>(x.min(0)); },
     "1 0 0 0; 0 0 1 0; 1 0 0 0; 0 1 0 0; 1 0 0 0; 1 0 0 0; 1 0 0 0"},
    {"amax", [](const Tensor& x) { return x.amax(0); },
     "0 0 0 1; 0.3333 0.3333 0 0.3333; nan nan nan nan; 0.5 0 0.5 0; 0.25 0.25 0.25 0.25; 0.25 0.25 0.25 0.25; 0 1 0 "
     "0"},
    {"amin", [](const Tensor& x) { return x.amin(0); },
     "1 0 0 0; 0 0 1 0; nan nan nan nan; 0 1 0 0; 0.25 0.25 0.25 0.25; 0.25 0.25 0.25 0.25; 1 0 0 0"},
    {"amax_kept",
     [](const Tensor& x) {
       return x.view({2, 2}).amax({0, 1}, true);
     },
     "0 0 0 1; 0.3333 0.3333 0 0.3333; nan nan nan nan; 0.5 0 0.5 0; 0.25 0.25 0.25 0.25; 0.25 0.25 0.25 0.25; 0 1 0 "
     "0"},
    {"prod", [](const Tensor& x) { return x.prod(); },
     "24 12 8 6; 4 4 8 4; nan nan nan nan; nan inf nan inf; nan nan nan nan; 0 0 0 0; 6 0 0 0"},
    {"prod_dim",
     [](const Tensor& x) {
       return x.view({2, 2}).prod(0);
     },
     "3 8 1 4; 1 4 2 4; nan nan nan nan; nan 4 nan 2; nan nan nan nan; 0 0 0 0; 1 4 0 6"},
    {"var", [](const Tensor& x) { return x.var(); },
     "-1 -0.3333 0.3333 1; 0.1667 0.1667 -0.5 0.1667; nan nan nan nan; nan -inf nan -inf; nan nan nan nan; 0 0 0 0; -1 "
     "1 -0.3333 0.3333"},
    {"std", [](const Tensor& x) { return x.std(); },
     "-0.3873 -0.1291 0.1291 0.3873; 0.1667 0.1667 -0.5 0.1667; nan nan nan nan; nan nan nan nan; nan nan nan nan; 0 0 "
     "0 0; -0.3873 0.3873 -0.1291 0.1291"},
    {"norm", [](const Tensor& x) { return x.norm(); },
     "0.1826 0.3651 0.5477 0.7303; 0.5547 0.5547 0.2774 0.5547; nan nan nan nan; nan 0 nan 0; nan nan nan nan; 0 0 0 "
     "0; 0 0.8018 0.2673 0.5345"},
    {"norm_0", [](const Tensor& x) { return x.norm(0); }, "none; none; none; none; none; none; none"},
    {"norm_1", [](const Tensor& x) { return x.norm(1); },
     "1 1 1 1; 1 1 1 1; 0 1 1 0; 1 1 1 1; -1 -1 -1 -1; 0 0 0 0; 0 1 1 1"},
    {"norm_3", [](const Tensor& x) { return x.norm(3); },
     "0.04642 0.1857 0.4177 0.7427; 0.4678 0.4678 0.117 0.4678; nan nan nan nan; nan 0 nan 0; nan nan nan nan; 0 0 0 "
     "0; 0 0.8255 0.09172 0.3669"},
    {"norm_half", [](const Tensor& x) { return x.norm(0.5); },
     "6.146 4.346 3.549 3.073; 3.707 3.707 5.243 3.707; nan nan nan nan; nan inf nan inf; nan nan nan nan; 0 0 0 0; 0 "
     "2.394 4.146 2.932"},
    {"norm_infinite", [](const Tensor& x) { return x.norm(kInf); },
     "0 0 0 1; 0.3333 0.3333 0 0.3333; 0 0 0 0; 0.5 0 0.5 0; -0.25 -0.25 -0.25 -0.25; 0 0 0 0; 0 1 0 0"},
    {"norm_least", [](const Tensor& x) { return x.norm(-kInf); },
     "1 0 0 0; 0 0 1 0; 0 0 0 0; 0 1 0 0; -0.25 -0.25 -0.25 -0.25; 0 0 0 0; 0 0 0 0"},
    {"logsumexp", [](const Tensor& x) { return x.logsumexp(0); },
     "0.03206 0.08714 0.2369 0.6439; 0.2969 0.2969 0.1092 0.2969; nan nan nan nan; nan 0 nan 0; nan nan nan nan; 0.25 "
     "0.25 0.25 0.25; 0.03206 0.6439 0.08714 0.2369"},
    {"softmax", [](const Tensor& x) { return x.softmax(0); },
     "-0.07991 -0.1301 -0.1167 0.3267; -0.4175 -0.1206 0.06487 0.4732; nan nan nan nan; nan nan nan nan; nan nan nan "
     "nan; -0.375 -0.125 0.125 0.375; -0.04901 -0.3405 0.04106 0.3485"},
    {"log_softmax", [](const Tensor& x) { return x.log_softmax(0); },
     "0.6794 1.129 0.6312 -2.439; -1.969 -0.9692 1.908 1.031; nan nan nan nan; nan nan nan nan; nan nan nan nan; -1.5 "
     "-0.5 0.5 1.5; 0.6794 -4.439 2.129 1.631"},
    {"cumsum", [](const Tensor& x) { return x.cumsum(0); },
     "10 9 7 4; 10 9 7 4; 10 9 7 4; 10 9 7 4; 10 9 7 4; 10 9 7 4; 10 9 7 4"},
    {"sort", [](const Tensor& x) { return std::get<0>(x.sort()); },
     "1 2 3 4; 2 3 1 4; 3 1 2 4; 3 1 4 2; 1 2 3 4; 1 2 3 4; 1 4 2 3"},
    {"max_pool2d",
     [](const Tensor& x) {
       return max_pool2d(x.view({1, 1, 2, 2}), {2, 2});
     },
     "0 0 0 1; 1 0 0 0; 0 0 0 1; 1 0 0 0; 1 0 0 0; 1 0 0 0; 0 1 0 0"},
};

TEST(ExtremeGradients, OfFunctionsOfOneArgument) {
  for (const Unary& row : kElementwise) {
    const Tensor x = leaf(kValues);
    differentiate(row.call(x));
    EXPECT_EQ(text(x.grad()), row.expected) << row.name;
  }
}

TEST(ExtremeGradients, OfFunctionsOfTwoArguments) {
  std::vector<double> left, right;
  for (const auto& p : kPairs) left.push_back(p.first), right.push_back(p.second);
  for (const Binary& row : kPairwise) {
    const Tensor a = leaf(left), b = leaf(right);
    differentiate(row.call(a, b));
    EXPECT_EQ(text(a.grad()) + "; " + text(b.grad()), row.expected) << row.name;
  }
}

TEST(ExtremeGradients, OfReductions) {
  for (const Unary& row : kReductions) {
    std::string all;
    for (const auto& values : kLists) {
      const Tensor x = leaf(values);
      differentiate(row.call(x));
      all += (all.empty() ? "" : "; ") + text(x.grad());
    }
    EXPECT_EQ(all, row.expected) << row.name;
  }
}

// Where the first derivative is constant, the second is zero, not absent: the graph leads to the input.
TEST(ExtremeGradients, ZeroSecondDerivativesAreDefined) {
  const Unary pieces[] = {
      {"relu", [](const Tensor& x) { return x.relu(); }, ""},
      {"leaky_relu", [](const Tensor& x) { return leaky_relu(x, 0.1); }, ""},
      {"hardtanh", [](const Tensor& x) { return hardtanh(x); }, ""},
      {"threshold", [](const Tensor& x) { return threshold(x, 1, 3); }, ""},
      {"pow", [](const Tensor& x) { return x.pow(1); }, ""},
      {"max_pool2d",
       [](const Tensor& x) {
         return max_pool2d(x.view({1, 1, 2, 2}), {2, 2});
       },
       ""},
      {"avg_pool2d",
       [](const Tensor& x) {
         return avg_pool2d(x.view({1, 1, 2, 2}), {2, 2});
       },
       ""},
      {"adaptive_avg_pool2d",
       [](const Tensor& x) {
         return adaptive_avg_pool2d(x.view({1, 1, 2, 2}), {1, 2});
       },
       ""},
  };
  for (const Unary& row : pieces) {
    const Tensor x = leaf({-1, 0.5, 3, 2}), y = row.call(x);
    const Tensor g = autograd::grad({y.sum()}, {x}, {}, true, true)[0];
    EXPECT_EQ(values(autograd::grad({g.sum()}, {x})[0]), (std::vector<double>{0, 0, 0, 0})) << row.name;
  }
}

// A loss of which one element is NaN stays recognisable.
TEST(ExtremeGradients, NanStaysInSecondDerivatives) {
  const Tensor x = leaf({kNan, 1});
  const Tensor g = autograd::grad({softplus(x).sum()}, {x}, {}, true, true)[0];
  EXPECT_TRUE(std::isnan(values(autograd::grad({g.sum()}, {x})[0])[0]));
  const Tensor zero = leaf({0, 0});
  const Tensor h = autograd::grad({zero.norm(3)}, {zero}, {}, true, true)[0];
  EXPECT_EQ(values(autograd::grad({h.sum()}, {zero})[0]), (std::vector<double>{0, 0}));
}

// Near 0, where the textbook form (cos(pi x) - sinc(x)) / x is a difference that cancels, and beyond: numbers of the
// Taylor series, or of the form itself, in long double.
TEST(ExtremeGradients, OfSincNearZero) {
  const auto exact = [](long double x, int order) -> double {
    const long double pi = 3.14159265358979323846264338327950288L, u = pi * x;
    if (std::fabs(u) > 1) {
      const long double first = (std::cos(u) - std::sin(u) / u) / x;
      return static_cast<double>(order == 1 ? first : -pi * std::sin(u) / x - 2 * first / x);
    }
    long double sum = 0, term = 1;  // of (-1)^k u^2k / (2k + 1)!
    for (int k = 1; k < 30; ++k) {
      term *= -u * u / (2 * k * (2 * k + 1));
      if (u != 0) sum += order == 1 ? 2 * k * term / x : 2 * k * (2 * k - 1) * term / (x * x);
    }
    return static_cast<double>(u != 0 ? sum : order == 1 ? 0 : -pi * pi / 3);
  };
  for (const ScalarType dtype : {kDouble, kFloat}) {
    const double tolerance = dtype == kDouble ? 1e-14 : 1e-5;
    for (const double number : {0.0, 1e-30, 1e-8, 1e-4, -1e-3, 0.01, 0.1, 0.1599, 0.1601, -0.3, 0.5, 1.0, 1.7, -2.6}) {
      const Tensor x = tensor({number}, dtype).requires_grad_();
      const Tensor first = autograd::grad({x.sinc()}, {x}, {}, true, true)[0];
      const Tensor second = autograd::grad({first}, {x})[0];
      const double rounded = values(x)[0], slope = exact(rounded, 1), curvature = exact(rounded, 2);
      EXPECT_NEAR(values(first)[0], slope, tolerance * std::fabs(slope)) << number;
      EXPECT_NEAR(values(second)[0], curvature, tolerance * std::fabs(curvature)) << number;
    }
  }
  // The series is not taken of what is far from 0, where it overflows.
  const Tensor x = leaf({1e200});
  const Tensor first = autograd::grad({x.sinc()}, {x}, {}, true, true)[0];
  EXPECT_LE(std::fabs(values(autograd::grad({first}, {x})[0])[0]), 1e-190);
}

// A number as argument of the logarithm that is 0 in float32, but not in the dtype of the result. As libtorch.
TEST(ExtremeGradients, OfXlogyByANumber) {
  const Tensor x = leaf({0, 2, -1});
  differentiate(xlogy(x, 1e-300));
  EXPECT_EQ(text(x.grad()), "-690.8 -1382 -2072");
  const Tensor zero = leaf({0, 2, -1});
  differentiate(xlogy(zero, 0.0));
  EXPECT_EQ(text(zero.grad()), "0 -inf -inf");
}

// The exponential of elu's slope underflows below 0, and overflows above, where it has no part in the derivatives.
TEST(ExtremeGradients, OfEluWithALargeInputScale) {
  const Tensor x = leaf({-1, 2, 0, -1e-3});
  std::string all;
  Tensor g = op::elu(Out(), x, 1, 1, 1e3).sum();
  for (int order = 1; order <= 3; ++order) {
    g = autograd::grad({g}, {x}, {}, true, true)[0];
    all += text(g) + "; ";
    g = g.sum();
  }
  // 1e3^n e^(1e3 x) below 0
  EXPECT_EQ(all, "0 1 1000 367.9; 0 0 0 3.679e+05; 0 0 0 3.679e+08; ");
  const Tensor y = leaf({-1, 2});
  const Tensor h = autograd::grad({op::elu(Out(), y, 1, 1, 1e200).sum()}, {y}, {}, true, true)[0];
  EXPECT_EQ(text(autograd::grad({h.sum()}, {y})[0]), "0 0");
}

TEST(MaskedSelect, OfAZeroDimensionalTensor) {
  for (const bool taken : {true, false}) {
    const Tensor x = tensor(2.0, kDouble).requires_grad_(), y = x.masked_select(tensor(taken));
    EXPECT_EQ(y.sizes(), IntArrayRef({taken ? 1 : 0}));
    (y * y).sum().backward();
    EXPECT_EQ(x.grad().sizes(), IntArrayRef());
    EXPECT_EQ(values(x.grad()), std::vector<double>{taken ? 4.0 : 0.0});
  }
  const Tensor x = tensor(2.0, kDouble).requires_grad_();
  x.masked_select(tensor({true, false, true})).sum().backward();
  EXPECT_EQ(values(x.grad()), std::vector<double>{2});
}

}  // namespace
}  // namespace torchpp
