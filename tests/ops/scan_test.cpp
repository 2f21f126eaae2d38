// SPDX-License-Identifier: BSD-3-Clause
// Running products and extremes, integrals, differences at the edges of what they take. Expected values are answers of
// libtorch 1.13.1 on the CPU.
#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

#include <cmath>

#include "tests/support/expect_error.h"

namespace torchpp {
namespace {

using test::expect_error;

constexpr double kNan = NAN, kInf = HUGE_VAL;

std::string text(const Tensor& t) {
  std::string s = to_string(t.sizes());
  const Tensor d = t.to(kDouble).contiguous();
  for (int64_t i = 0; i < d.numel(); ++i) {
    const double v = d.data_ptr<double>()[i];
    s += " " + (std::isnan(v) ? std::string("nan") : str(v));
  }
  return s;
}
Tensor vec(std::vector<double> v, ScalarType t = kFloat) { return tensor(v, kDouble).to(t); }
#define EXPECT_TENSOR(actual, ...) EXPECT_EQ(text(actual), text(__VA_ARGS__))

TEST(Scan, ExtremesWithNan) {
  const Tensor x = vec({1, kNan, 2, 2, kNan, 0});
  for (const auto& [values, indices] : {x.cummax(0), x.cummin(0)}) {
    EXPECT_TENSOR(values, vec({1, kNan, kNan, kNan, kNan, kNan}));
    EXPECT_TENSOR(indices, vec({0, 1, 1, 1, 4, 4}));
  }
  EXPECT_TENSOR(std::get<1>(vec({1, 1, 3, 3, 2}, kLong).cummax(0)), vec({0, 1, 2, 3, 3}));
}
// Lines of every kind of stride, some of them side by side in memory, with equal elements and NaN.
TEST(Scan, LayoutsAgree) {
  Tensor x = randint(0, 4, {3, 17, 300}, kDouble);
  x.masked_fill_(rand({3, 17, 300}).lt(0.002), kNan);
  for (const ScalarType t : {kDouble, kFloat, kBFloat16}) {
    const Tensor in = x.to(t);
    for (int64_t dim : {0, 1, 2}) {
      const Tensor last = in.transpose(dim, 2).contiguous();
      EXPECT_TENSOR(std::get<0>(in.cummax(dim)), std::get<0>(last.cummax(2)).transpose(dim, 2));
      EXPECT_TENSOR(std::get<1>(in.cummax(dim)), std::get<1>(last.cummax(2)).transpose(dim, 2));
      EXPECT_TENSOR(std::get<1>(in.cummin(dim)), std::get<1>(last.cummin(2)).transpose(dim, 2));
      EXPECT_TENSOR(in.cumprod(dim), last.cumprod(2).transpose(dim, 2));
      EXPECT_TENSOR(in.logcumsumexp(dim), last.logcumsumexp(2).transpose(dim, 2));
    }
  }
}
// Lines of 16-bit floats have the bits of sums and products in float, each rounded.
TEST(Scan, NarrowLines) {
  for (const ScalarType t : {kHalf, kBFloat16})
    for (const int64_t n : {1, 2, 50, 128, 129, 300, 2048, 2049}) {
      const Tensor dense = (rand({9, n}) + 0.5).to(t), strided = (rand({9, n, 2}) + 0.5).to(t).select(2, 1);
      for (const Tensor& x : {dense, strided}) {
        const Tensor wide = x.to(kFloat).contiguous();
        Tensor sums = empty({9, n}), products = empty({9, n});
        for (int64_t line = 0; line < 9; ++line) {
          float sum = 0, product = 1;
          for (int64_t i = line * n; i < (line + 1) * n; ++i) {
            sums.data_ptr<float>()[i] = sum += wide.data_ptr<float>()[i];
            products.data_ptr<float>()[i] = product *= wide.data_ptr<float>()[i];
          }
        }
        EXPECT_TRUE(x.cumsum(1).equal(sums.to(t))) << n << " elements of " << t;
        EXPECT_TRUE(x.cumprod(1).equal(products.to(t))) << n << " elements of " << t;
        Tensor in_place = x.clone();
        EXPECT_TRUE(in_place.cumsum_(1).equal(sums.to(t)));
        Tensor apart = empty({9, 2 * n}, TensorOptions(t)).slice(1, 0, 2 * n, 2);
        EXPECT_TRUE(cumsum_out(apart, x, 1).equal(sums.to(t)));
      }
    }
}
TEST(Scan, EmptyAndWithoutDimensions) {
  EXPECT_EQ(std::get<1>(empty({2, 0}).cummax(1)).sizes(), IntArrayRef({2, 0}));
  EXPECT_EQ(std::get<1>(scalar_tensor(1.).cummin(0)).item<int64_t>(), 0);
  EXPECT_TENSOR(scalar_tensor(2.).logcumsumexp(0), scalar_tensor(2));
  EXPECT_TENSOR(scalar_tensor(2.).cumprod(0), scalar_tensor(2));
  EXPECT_EQ(empty({0}).cumprod(0).numel(), 0);
  EXPECT_EQ(std::get<0>(ones({2, 3, 4}).permute({2, 0, 1}).cummax(0)).strides(), IntArrayRef({6, 3, 1}));
  EXPECT_EQ(ones({2, 3, 4}).permute({2, 0, 1}).logcumsumexp(0).strides(), IntArrayRef({6, 3, 1}));
}
TEST(Scan, LogCumSumExpOfInfinities) {
  EXPECT_TENSOR(vec({-kInf, -kInf, 1, kInf, kNan, 1}).logcumsumexp(0), vec({-kInf, -kInf, 1, kInf, kNan, kNan}));
  expect_error([] { vec({1}, kLong).logcumsumexp(0); }, "\"logcumsumexp_out_cpu\" not implemented for 'Long'");
}
TEST(Scan, ProductsInPlace) {
  EXPECT_EQ(vec({1, 2}, kChar).cumprod(0).scalar_type(), kLong);
  EXPECT_TENSOR(vec({100, 2, 3}, kChar).cumprod_(0), vec({100, -56, 88}));
  expect_error([] { vec({1}, kBool).cumprod_(0); }, "\"cumprod_out_cpu\" not implemented for 'Bool'");
  expect_error([] { vec({1, 2}, kChar).cumprod_(0, kLong); }, "Expected out tensor to have dtype");
}
// One zero, two zeros, none: gradients of the sum of the products, by hand.
TEST(Scan, GradientOfProductsWithZeros) {
  const auto gradient = [](std::vector<double> v) {
    const Tensor x = vec(std::move(v), kDouble).set_requires_grad(true);
    x.cumprod(0).sum().backward();
    return x.grad();
  };
  EXPECT_TENSOR(gradient({2, 0, 3}), vec({1, 8, 0}));
  EXPECT_TENSOR(gradient({0, 0, 3}), vec({1, 0, 0}));
  EXPECT_TENSOR(gradient({2, 1, 4}), vec({6, 10, 2}));
}

TEST(Differences, Edges) {
  EXPECT_TENSOR(vec({1, 2}).diff(5), empty({0}));
  EXPECT_TENSOR(vec({1, 2}).diff(0), vec({1, 2}));
  EXPECT_TENSOR(vec({1, 2}).diff(0, 0, vec({5})), vec({1, 2}));
  EXPECT_TENSOR(empty({0}).diff(), empty({0}));
  EXPECT_TENSOR(vec({1, 0, 0}, kBool).diff(2), vec({1}));
  EXPECT_TENSOR(vec({4, 1}, kByte).diff(), vec({253}));
  EXPECT_EQ(rand({2, 3}).diff(1, -1, rand({2, 0}), rand({2, 2})).sizes(), IntArrayRef({2, 4}));
  Tensor out = empty({0}, kLong);
  expect_error([&] { diff_out(out, vec({1, 4})); }, "result type Float can't be cast to the desired output type Long");
}
TEST(Differences, Integrals) {
  EXPECT_TENSOR(trapezoid(empty({2, 0})), zeros({2}));
  EXPECT_TENSOR(trapezoid(vec({1})), scalar_tensor(0));
  EXPECT_TENSOR(trapezoid(vec({1, 2, 4}, kLong)), scalar_tensor(4.5));
  EXPECT_TENSOR(trapz(vec({1, 2, 4}), vec({0, 1, 3})), scalar_tensor(7.5));
  EXPECT_TENSOR(trapz(vec({1, 2, 4}), 2), scalar_tensor(9));
  EXPECT_EQ(cumulative_trapezoid(empty({2, 0})).sizes(), IntArrayRef({2, 0}));
  EXPECT_EQ(trapezoid(rand({4, 2, 3}), rand({2, 3}), 1).sizes(), IntArrayRef({4, 3}));
  expect_error([] { trapezoid(scalar_tensor(1.)); }, "tensor has no dimensions");
}
TEST(Differences, Gradient) {
  EXPECT_TENSOR(gradient(vec({1, 4, 9}, kLong), nullopt, nullopt, 2)[0], vec({2, 4, 6}));
  EXPECT_TENSOR(gradient(vec({1, 4, 9, 20}, kLong), optional<Scalar>(2))[0], vec({1.5, 2, 4, 5.5}));
  EXPECT_TENSOR(imag(gradient(vec({1, 4, 9, 20}), optional<Scalar>(ComplexDouble(0, 1)))[0]), vec({-3, -4, -8, -11}));
  EXPECT_TRUE(gradient(scalar_tensor(1.)).empty());
  // The slope of the parabola through three points, whatever the dtype of their places: 3 x^2 - 2 x at 100, 30 and 0.
  for (const ScalarType places : {kByte, kChar, kInt, kFloat, kDouble}) {
    const Tensor at = vec({100, 30, 0}, places), x = at.to(kDouble), y = x * x * 3 - x * 2;
    const Tensor slope = gradient(y, TensorList({at}), IntArrayRef({0}), 2)[0];
    EXPECT_TRUE(slope.allclose(vec({598, 178, -2}, kDouble), 0, places == kFloat ? 1e-2 : 1e-10)) << places;
  }
  expect_error([] { gradient(ones({2, 3}), IntArrayRef({2})); }, "Dimension out of range");
}
// Distances of unsigned points are negated in the weights; libtorch 1.13.1 has these values for int64 points.
TEST(Differences, GradientAtUnsignedPoints) {
  const Tensor f = vec({1, 3, -2, 5, 0}), points = vec({1, 2, 4, 7, 9}, kLong);
  const Tensor expected = vec({3.5, 0.5, -0.5666667, -0.5666667, -4.4333333});
  for (const ScalarType t : {kByte, kLong, kDouble})
    EXPECT_TRUE(gradient(f, TensorList({points.to(t)}), IntArrayRef({0}), 2)[0].to(kFloat).allclose(expected)) << t;
}
TEST(Differences, SumsWithoutNan) {
  EXPECT_TENSOR(vec({kNan}).nanmean(), scalar_tensor(kNan));
  EXPECT_EQ(vec({1, 2}, kLong).nansum(nullopt, false, kFloat).scalar_type(), kFloat);
  EXPECT_EQ(vec({1}, kBool).nansum().scalar_type(), kLong);
  Tensor wide = empty({0}, kDouble), whole = empty({0}, kLong);
  nansum_out(wide, vec({1.5, kNan}));
  EXPECT_EQ(wide.item<double>(), 1.5);
  expect_error([&] { nansum_out(whole, vec({1.5})); }, "\"nansum_cpu\" not implemented for 'Long'");
  expect_error([] { nansum(ones({2}, kComplexFloat)); }, "nansum does not support complex inputs");
}

}  // namespace
}  // namespace torchpp
