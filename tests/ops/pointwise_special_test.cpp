// SPDX-License-Identifier: BSD-3-Clause
// Element-wise functions at their edges: signed zeros, infinities, NaN, poles, branch cuts, extreme magnitudes, dtypes
// of destinations, gradients. Origin of the values, unless a comment says otherwise: libtorch 1.13.1 on the CPU.
#include <torchpp/autograd.h>
#include <torchpp/ops/pointwise.h>
#include <torchpp/ops/reduction.h>

#include <cmath>
#include <complex>
#include <limits>

#include "tests/ops/shapes_support.h"
#include "tests/support/error_of.h"

namespace torchpp::test {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity(), kNan = std::numeric_limits<double>::quiet_NaN();

Tensor doubles(const V& v) { return tensor(v, kDouble); }
Tensor floats(const V& v) { return tensor(v, kDouble).to(kFloat); }

// NaN are alike, zeros have their signs, other numbers agree up to `relative`.
void expect_near(const Tensor& got, const V& expected, double relative = 1e-13) {
  const V v = values(got);
  ASSERT_EQ(v.size(), expected.size());
  for (size_t i = 0; i < v.size(); ++i) {
    SCOPED_TRACE("element " + std::to_string(i) + ": got " + std::to_string(v[i]));
    if (std::isnan(expected[i])) {
      EXPECT_TRUE(std::isnan(v[i]));
    } else if (expected[i] == 0 || std::isinf(expected[i])) {
      EXPECT_EQ(v[i], expected[i]);
      EXPECT_EQ(std::signbit(v[i]), std::signbit(expected[i]));
    } else {
      EXPECT_NEAR(v[i], expected[i], relative * std::fabs(expected[i]));
    }
  }
}
Tensor gradient(const Tensor& y, const Tensor& x) { return autograd::grad({y.sum()}, {x})[0]; }

TEST(PointwiseSpecial, PolesAndInfinities) {
  const V x = {0, -0.0, -1, -2.5, 1e-10, kInf, -kInf, kNan};
  for (const Tensor& t : {doubles(x), floats(x)}) {
    const double relative = t.dtype() == kFloat ? 1e-6 : 1e-13;
    expect_near(t.lgamma(), {kInf, kInf, kInf, -0.05624371649767405, 23.025850929882736, kInf, kInf, kNan}, relative);
    expect_near(t.digamma(), {-kInf, kInf, kNan, 1.103156640645243, -10000000000.577215, kInf, kNan, kNan}, relative);
    // Of integers below 0, where libtorch has a large number, the limit.
    expect_near(t.polygamma(1), {kInf, kInf, kInf, 9.539246644989124, 1e20, 0, kNan, kNan}, relative);
    expect_near(t.narrow(0, 0, 4).polygamma(2), {-kInf, -kInf, -kInf, -0.1082040516417274},
                t.dtype() == kFloat ? 1e-5 : 1e-10);
  }
  expect_near(doubles({0, 1, 2, -1, kNan, 0.25}).logit(), {-kInf, kInf, kNan, kNan, kNan, std::log(1.0 / 3)});
  expect_near(doubles({0, 1, 2, -1, kNan}).logit(0.25),
              {std::log(1.0 / 3), std::log(3.0), std::log(3.0), std::log(1.0 / 3), kNan});
  expect_near(doubles({0, 1, 2}).logit(-0.25), {-kInf, kInf, kNan});
  expect_near(doubles({1, 0.5, kInf}).acosh(), {0, kNan, kInf});
  expect_near(doubles({1, -1, 2, -0.0}).atanh(), {kInf, -kInf, kNan, -0.0});
  expect_near(floats({1, -1, 2, -0.0}).atanh(), {kInf, -kInf, kNan, -0.0});
  expect_near(floats({-0.0, kInf, -kInf, 1e30}).asinh(), {-0.0, kInf, -kInf, 69.77069997863898}, 1e-6);
  expect_near(floats({1, 0.5, kInf, 1e30}).acosh(), {0, kNan, kInf, 69.77069997863898}, 1e-6);
  expect_near(doubles({0, -0.0, 0.5, 1e-300}).sinc(), {1, 1, 0.6366197723675814, 1});
  expect_near(floats({0, 100, -100}).i0(), {1, kInf, kInf});
  // Origin: 40-digit arithmetic.
  expect_near(doubles({0.5, 7.99, 8, 20, 700}).i0(),
              {1.0634833707413236, 423.5842036746737, 427.5641157218048, 43558282.559553534, 1.5295933476718737e302},
              1e-14);
}

TEST(PointwiseSpecial, IncompleteGammaAtItsEdges) {
  const V a = {0, 0, 1, -1, 1, kInf, 1, kInf, 2, 0}, x = {0, 1, 0, 1, -1, 1, kInf, kInf, kNan, kInf};
  expect_near(igamma(doubles(a), doubles(x)), {kNan, 1, 0, kNan, kNan, 0, 1, kNan, kNan, 1});
  expect_near(igammac(doubles(a), doubles(x)), {kNan, 0, 1, kNan, kNan, 1, 0, kNan, kNan, 0});
}

// Origin: mpmath 1.3 with 40 digits. Each pair belongs to another method: series, fraction, small arguments, uniform
// expansion near and beside the transition, far tails.
TEST(PointwiseSpecial, IncompleteGammaIsAccurate) {
  const V a = {0.5,  3.0,  1e-10, 0.3,    0.9,       0.1,         2.5,   9.5,   15.0,
               20.0, 25.0, 100.0, 1000.0, 1000000.0, 100000000.0, 300.0, 300.0, 0.001},
          x = {0.25, 2.0,  0.3,  0.9,    1.0,       5.0,        30.0,  3.0,   40.0,
               20.0, 30.0, 85.0, 1010.0, 1000500.0, 99990000.0, 150.0, 400.0, 1e-06};
  expect_near(igamma(doubles(a), doubles(x)),
              {0.5204998778130465, 0.32332358381693654, 0.9999999999094323, 0.9022526480296695, 0.6753924416740532,
               0.9998560610341533, 0.9999999999878454, 0.0020715447971350258, 0.9999980243767566, 0.52974273316076,
               0.8427579727616084, 0.06074409565146008, 0.6276789447369947, 0.6915504757714972, 0.15865525352814383,
               3.130415125696515e-27, 0.9999999249261916, 0.9868481336940766},
              1e-12);
  expect_near(igammac(doubles(a), doubles(x)),
              {0.4795001221869535, 0.6766764161830635, 9.056766516920478e-11, 0.09774735197033045, 0.3246075583259468,
               0.000143938965846734, 1.215456977718304e-11, 0.997928455202865, 1.975623243491064e-06,
               0.47025726683923996, 0.1572420272383916, 0.9392559043485399, 0.3723210552630053, 0.3084495242285028,
               0.8413447464718562, 1.0, 7.507380835521614e-08, 0.013151866305923335},
              1e-12);
}

std::vector<std::complex<double>> complex_values(const Tensor& t) {
  const V parts = values(view_as_real(t));
  std::vector<std::complex<double>> z;
  for (size_t i = 0; i < parts.size(); i += 2) z.emplace_back(parts[i], parts[i + 1]);
  return z;
}

TEST(PointwiseSpecial, ComplexFunctionsOnBothSidesOfTheirCuts) {
  const Tensor z = torchpp::complex(
      doubles({0.5, -0.5, 2.0, 2.0, -2.0, -2.0, 0.5, 0.5, 0.0, -0.0, 0.0, 3.0, 1e+300, -1e+200, 1e-20}),
      doubles({0.5, 0.25, 0.0, -0.0, 0.0, -0.0, 0.0, -0.0, 2.0, 2.0, -2.0, -4.0, 1e+300, 3.0, 1e-20}));
  const auto expect = [&](const Tensor& got, const V& re, const V& im) {
    const auto v = complex_values(got);
    for (size_t i = 0; i < v.size(); ++i) {
      SCOPED_TRACE(i);
      const double size = std::hypot(re[i], im[i]);
      EXPECT_NEAR(v[i].real(), re[i], 1e-14 * size);
      EXPECT_NEAR(v[i].imag(), im[i], 1e-14 * size);
    }
  };
  expect(z.asinh(),
         {0.5306375309525179, -0.4926756834207706, 1.4436354751788103, 1.4436354751788103, -1.4436354751788103,
          -1.4436354751788103, 0.48121182505960347, 0.48121182505960347, 1.3169578969248166, -1.3169578969248166,
          1.3169578969248166, 2.2999140408792695, 691.8152486690535, -461.2101657793691, 1e-20},
         {0.45227844715119064, 0.2243284526346675, 0.0, -0.0, 0.0, -0.0, 0.0, -0.0, 1.5707963267948966,
          1.5707963267948966, -1.5707963267948966, -0.9176168533514787, 0.7853981633974483, 3e-200, 1e-20});
  expect(z.acosh(),
         {0.5306375309525179, 0.28139605624529274, 1.3169578969248166, 1.3169578969248166, 1.3169578969248166,
          1.3169578969248166, 0.0, 0.0, 1.4436354751788103, 1.4436354751788103, 1.4436354751788103, 2.305509031243477,
          691.8152486690535, 461.2101657793691, 1e-20},
         {1.118517879643706, 2.0724051800703975, 0.0, -0.0, 3.141592653589793, -3.141592653589793, 1.0471975511965976,
          -1.0471975511965976, 1.5707963267948966, 1.5707963267948966, -1.5707963267948966, -0.93681246115572,
          0.7853981633974483, 3.141592653589793, 1.5707963267948966});
  expect(z.atanh(),
         {0.40235947810852507, -0.500370000052531, 0.5493061443340549, 0.5493061443340549, -0.5493061443340549,
          -0.5493061443340549, 0.5493061443340549, 0.5493061443340549, 0.0, -0.0, 0.0, 0.1175009073114339,
          4.999999999999999e-301, -1e-200, 1e-20},
         {0.5535743588970452, 0.3143981432077165, 1.5707963267948966, -1.5707963267948966, 1.5707963267948966,
          -1.5707963267948966, 0.0, -0.0, 1.1071487177940904, 1.1071487177940904, -1.1071487177940904,
          -1.4099210495965755, 1.5707963267948966, 1.5707963267948966, 1e-20});
  expect(z.narrow(0, 0, 12).sinc(),
         {0.7986963159564631, 0.674617869500513, -3.8981718325193755e-17, -3.8981718325193755e-17,
          -3.8981718325193755e-17, -3.8981718325193755e-17, 0.6366197723675814, 0.6366197723675814, 42.61292337424352,
          42.61292337424352, 42.61292337424352, -7302.062227717641},
         {-0.7986963159564631, 0.3373089347502565, 0.0, 0.0, -0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 5476.546670788234});
}

TEST(PointwiseSpecial, NextOfSixteenBitFloats) {
  const Tensor a = doubles({1, -1, 0, -0.0, kInf, kNan, 1e-40, 2}).to(kBFloat16),
               b = doubles({2, 0, 1, -1, 0, 1, 0, 2}).to(kBFloat16);
  const Tensor next = a.nextafter(b);
  EXPECT_EQ(values(next.view(kShort)), V({16257, -16513, 1, -32767, 32639, 32704, 0, 16384}));
  // Origin: the format. 1 has the neighbours 1 + 2^-10 and 1 - 2^-11; the greatest number is 65504.
  const Tensor h = doubles({1, 1, 65504, 0}).to(kHalf), to = doubles({2, 0, kInf, -1}).to(kHalf);
  expect_near(h.nextafter(to), {1.0009765625, 0.99951171875, kInf, -0x1p-24});
  const Tensor written = h.clone();
  written.nextafter_(to);
  EXPECT_EQ(values(written), values(h.nextafter(to)));
  EXPECT_EQ(written._version(), 1);
  expect_near(floats({1, 0, -0.0, kInf, 1}).nextafter(floats({2, -1, 0, 0, kNan})),
              {1.00000011920928955, -0x1p-149, 0, 0x1.fffffep127, kNan}, 0);
}

TEST(PointwiseSpecial, NumbersInPlaceOfNanAndInfinities) {
  const Tensor x = doubles({kNan, kInf, -kInf, 1});
  expect_near(x.nan_to_num(), {0, 0x1.fffffffffffffp1023, -0x1.fffffffffffffp1023, 1}, 0);
  expect_near(x.nan_to_num(1, 2, 3), {1, 2, 3, 1}, 0);
  expect_near(x.to(kHalf).nan_to_num(), {0, 65504, -65504, 1}, 0);
  expect_near(x.to(kBFloat16).nan_to_num(), {0, 0x1.fep127, -0x1.fep127, 1}, 0);
  expect_near(x.to(kHalf).nan_to_num(0, 1e6), {0, kInf, -65504, 1}, 0);
  Tensor out = empty({4}, kFloat);
  expect_error([&] { nan_to_num_out(out, x); }, "nan_to_num: dtype of out: Float should be same as input: Double");
  const Tensor leaf = doubles({kNan, kInf, 1}).requires_grad_();
  EXPECT_EQ(values(gradient(leaf.nan_to_num(), leaf)), V({0, 0, 1}));
}

TEST(PointwiseSpecial, SignsAndParts) {
  expect_near(doubles({kNan, -0.0, 0, -1, -kInf}).angle(), {kNan, 0, 0, 3.141592653589793, 3.141592653589793});
  EXPECT_EQ(values(doubles({-0.0, 0, -1, kInf}).signbit()), V({1, 0, 1, 0}));
  EXPECT_EQ(values(tensor(V{-1, 0, 3}, kLong).signbit()), V({1, 0, 0}));
  expect_near(doubles({1, 0, -0.0, -2}).copysign(doubles({-1, 1, -1, -0.0})), {-1, 0, -0.0, -2});
  EXPECT_EQ(tensor(V{1, 2}, kLong).copysign(-1).dtype(), kFloat);
  const auto [mantissa, exponent] = doubles({0, -0.0, 1, kInf, kNan, 0x1p-1074, -3}).frexp();
  expect_near(mantissa, {0, -0.0, 0.5, kInf, kNan, 0.5, -0.75}, 0);
  EXPECT_EQ(values(exponent), V({0, 0, 1, 0, 0, -1073, 2}));
  EXPECT_EQ(exponent.dtype(), kInt);
  EXPECT_EQ(values(std::get<1>(floats({0x1p-149, 1, 0x1p-126}).frexp())), V({-148, 1, -125}));
  EXPECT_EQ(strides(std::get<1>(ones({3, 2}).t().frexp())), S({1, 2}));
  Tensor m = empty({0}), e = empty({0}, kLong);
  expect_error([&] { frexp_out(m, e, ones({2})); }, "expects exponent to have int dtype");
  expect_error([&] { frexp_out(e, m, ones({2})); }, "expects mantissa to have dtype");
  expect_error([] { tensor(V{1, 2}, kLong).frexp(); }, "torch.frexp() only supports floating-point dtypes");
  Tensor written = empty({2});
  expect_error([&] { signbit_out(written, ones({2})); }, "signbit does not support non-boolean outputs.");
  expect_error([&] { isposinf_out(written, ones({2})); }, "isposinf does not support non-boolean outputs.");
  expect_error([&] { isneginf_out(written, ones({2})); }, "isneginf does not support non-boolean outputs.");
  const Tensor z = zeros({2}, kComplexFloat);
  expect_error([&] { z.signbit(); }, "signbit is not implemented for complex tensors.");
  expect_error([&] { z.isposinf(); }, "isposinf does not support complex inputs.");
  expect_error([&] { z.isneginf(); }, "isneginf does not support complex inputs.");
  expect_error([&] { z.deg2rad(); }, "deg2rad is not supported for complex tensors.");
  expect_error([&] { z.rad2deg(); }, "rad2deg is not supported for complex tensors.");
  expect_error([] { ones({2}, kBool).positive(); }, "The `+` operator, on a bool tensor is not supported.");
  EXPECT_EQ(values(torchpp::complex(doubles({1, 0, 1, 1}), doubles({0, 1, kNan, -0.0})).isreal()), V({1, 0, 0, 1}));
}

TEST(PointwiseSpecial, OfTwo) {
  expect_near(doubles({0, 0, 0, 1, 2}).xlogy(doubles({0, kNan, kInf, 0, -1})), {0, kNan, 0, -kInf, kNan});
  expect_near(doubles({kNan, 1, kNan}).fmax(doubles({1, kNan, kNan})), {1, 1, kNan});
  expect_near(doubles({kNan, 1, kNan}).fmin(doubles({1, kNan, kNan})), {1, 1, kNan});
  expect_near(doubles({kInf, -kInf, 1, kNan, kInf}).logaddexp(doubles({kInf, -kInf, kInf, 1, -kInf})),
              {kInf, -kInf, kInf, kNan, kInf});
  expect_near(doubles({kInf, -kInf, 1, kNan, kInf}).logaddexp2(doubles({kInf, -kInf, kInf, 1, -kInf})),
              {kInf, -kInf, kInf, kNan, kInf});
  expect_near(doubles({1000, -1000}).logaddexp(doubles({1000, -1000})), {1000.693147180559945, -999.306852819440055});
  expect_near(doubles({kNan, 0, 1, -1}).heaviside(doubles({kNan})), {0, kNan, 1, 0});
  expect_error([] { ones({2}).heaviside(ones({2}, kDouble)); },
               "heaviside is not yet implemented for tensors with different dtypes.");
  expect_near(doubles({3e200, kInf, kNan}).hypot(doubles({4e200, kNan, 1})), {5e200, kInf, kNan});
  EXPECT_EQ(ones({2}, kLong).hypot(ones({2})).dtype(), kFloat);
  // Integers wrap; the opposite of the least one is itself.
  EXPECT_EQ(values(tensor(V{-128, 0, -6}, kChar).gcd(tensor(V{0, 0, 4}, kChar))), V({-128, 0, 2}));
  EXPECT_EQ(values(tensor(V{100, -6, -100, 6}, kChar).lcm(tensor(V{99, 4, 99, -4}, kChar))), V({-84, 12, -84, 12}));
  EXPECT_EQ(values(tensor(V{1073741825}, kInt).lcm(tensor(V{7}, kInt))), V({1073741817}));
  expect_error([] { ones({2}).gcd(ones({2}, kLong)); }, "\"gcd_cpu\" not implemented for 'Float'");
  EXPECT_EQ(values(ldexp(tensor(V{1, 2}, kLong), tensor(V{1, 2}, kLong))), V({2, 8}));
  EXPECT_EQ(ldexp(ones({2}, kHalf), ones({2}, kLong)).dtype(), kFloat);
  expect_error([] { ones({2}, kLong).ldexp_(ones({2}, kLong)); },
               "result type Float can't be cast to the desired output type Long");
}

TEST(PointwiseSpecial, FloatPowerIsOfDouble) {
  EXPECT_EQ(ones({2}, kHalf).float_power(2).dtype(), kDouble);
  EXPECT_EQ(ones({2}, kHalf).float_power(Scalar(ComplexDouble(0, 1))).dtype(), kComplexDouble);
  EXPECT_EQ(float_power(2, ones({2}, kComplexFloat)).dtype(), kComplexDouble);
  EXPECT_EQ(values(tensor(V{2, 3}, kLong).float_power(-1)), V({0.5, 1.0 / 3}));
  const Tensor x = doubles({2, 3});
  x.float_power_(2);
  EXPECT_EQ(values(x), V({4, 9}));
  x.float_power_(doubles({0.5}));
  EXPECT_EQ(values(x), V({2, 3}));
  expect_error([] { ones({2}).float_power_(2); },
               "the base given to float_power_ has dtype Float but the operation's result requires dtype Double");
  Tensor out = empty({2});
  expect_error([&] { float_power_out(out, ones({2}), 2); },
               "the output given to float_power has dtype Float but the operation's result requires dtype Double");
}

// The number -0.5 as an exponent stands for 1 / sqrt(x), of which numbers below 0 and -infinity have none, and as 0.5
// does for sqrt(x); a tensor stands for the power. Source: libtorch 1.13.1.
TEST(PointwiseSpecial, PowersOfOneHalf) {
  const Tensor x = doubles({-INFINITY, -2, -0.0, 0, 4, INFINITY});
  for (const ScalarType type : {kDouble, kFloat, kBFloat16}) {
    const Tensor power = x.to(type).pow(-0.5), root = x.to(type).pow(0.5);
    EXPECT_EQ(values(power.isnan()), V({1, 1, 0, 0, 0, 0}));
    EXPECT_EQ(values(power.slice(0, 2)), V({-INFINITY, INFINITY, 0.5, 0}));
    EXPECT_EQ(values(root.isnan()), V({1, 1, 0, 0, 0, 0}));
    EXPECT_EQ(values(root.slice(0, 2)), V({0, 0, 2, INFINITY}));
  }
  EXPECT_EQ(values(x.float_power(-0.5).isnan()), V({1, 1, 0, 0, 0, 0}));
  EXPECT_EQ(values(x.pow(doubles({-0.5})).isnan()), V({0, 1, 0, 0, 0, 0}));
}

// The slope of hardswish is constant beside 3, of whatever gradient. Source: libtorch 1.13.1.
TEST(PointwiseSpecial, SecondDerivativeOfHardswishBesideThree) {
  const Tensor g = doubles({NAN, INFINITY, 3, 6}), x = doubles({-3.5, 4, 5, 1}).requires_grad_();
  hardswish_backward(g, x).backward(doubles({1, 1, INFINITY, 2}));
  EXPECT_EQ(values(x.grad()), V({0, 0, 0, 4}));
}

TEST(PointwiseSpecial, PreluOfInfinitiesHasNoGradientOfTheOtherOperand) {
  const Tensor x = doubles({-3, INFINITY}).requires_grad_(), w = doubles({0.5}).requires_grad_();
  prelu(x, w).backward(doubles({2, 3}));
  EXPECT_EQ(values(w.grad()), V({-6}));
  EXPECT_EQ(values(x.grad()), V({1, 3}));
  for (const double slope : {double{INFINITY}, double{NAN}}) {
    const Tensor positive = doubles({4, 1}).requires_grad_();
    const Tensor y = prelu(positive, doubles({slope}));
    EXPECT_EQ(values(y), V({4, 1}));
    y.backward(doubles({2, 3}));
    EXPECT_EQ(values(positive.grad()), V({2, 3}));
  }
}
TEST(PointwiseSpecial, PreluOfPositiveNumbersDoesNotReadTheWeight) {  // libtorch 1.13.1
  for (const double slope : {double(INFINITY), double(NAN)}) {
    const Tensor x = doubles({1.5, 2}).requires_grad_();
    prelu(x, doubles({slope})).backward(doubles({2, 3}));
    EXPECT_EQ(values(x.grad()), V({2, 3}));
  }
}

// The logarithm of a base that is a number is taken in double precision. Stored gradients are those of libtorch 1.13.1.
TEST(PointwiseSpecial, GradientByTheExponentOfANumber) {
  const auto gradient = [](const Scalar& base, const Tensor& exponent) {
    const Tensor x = exponent.clone().requires_grad_();
    float_power(base, x).sum().backward(exponent.is_complex() ? Tensor(ones({}, kComplexDouble)) : Tensor());
    return x.grad();
  };
  EXPECT_TRUE(gradient(1e-300, doubles({-0.5, 0.25, 0}))
                  .allclose(doubles({-6.907755278982137e+152, -6.907755278982137e-73, -690.7755278982137}), 1e-12, 0));
  EXPECT_TRUE(gradient(3.5e38, tensor({-0.5f, 0.25f, 0.f}))
                  .allclose(tensor({4.7439403699957175e-18f, 383875383296.f, 88.7509994506836f}), 1e-6, 0));
  EXPECT_TRUE(gradient(2.5, doubles({-0.5})).allclose(doubles({0.5795131423249951}), 1e-15, 0));
  // Of complex results the logarithm is complex, too.
  const Tensor z = gradient(-2.5, complex(doubles({1}), doubles({0}))).resolve_conj();
  EXPECT_NEAR(real(z).item<double>(), -2.290726829685388, 1e-14);
  EXPECT_NEAR(imag(z).item<double>(), 7.853981633974483, 1e-14);
  const Tensor x = doubles({-0.5, 0.25}).requires_grad_();
  pow(1e-300, x).sum().backward();
  EXPECT_TRUE(x.grad().allclose(doubles({-6.907755278982137e+152, -6.907755278982137e-73}), 1e-12, 0));
}

TEST(PointwiseSpecial, ShiftsAndBitsAsOperators) {
  const Tensor x = tensor(V{1, 2, -8}, kInt);
  EXPECT_EQ(values(x << 2), V({4, 8, -32}));
  EXPECT_EQ(values(x >> 1), V({0, 1, -4}));
  EXPECT_EQ(values(x << tensor(V{1, 2, 3}, kInt)), V({2, 8, -64}));
  EXPECT_EQ(values(x >> tensor(V{0, 1, 2}, kInt)), V({1, 1, -2}));
  // Where libtorch gives what the machine's instruction makes of such counts, all bits are shifted out.
  EXPECT_EQ(values(x << 40), V({0, 0, 0}));
  EXPECT_EQ(values(x >> 40), V({0, 0, -1}));
  Tensor y = x.clone();
  y <<= 3;
  EXPECT_EQ(values(y), V({8, 16, -64}));
  y >>= tensor(V{1, 2, 3}, kInt);
  EXPECT_EQ(values(y), V({4, 4, -8}));
  y <<= tensor(V{1, 0, 0}, kInt);
  y >>= 1;
  EXPECT_EQ(values(y), V({4, 2, -4}));
  y |= 1;
  y &= 7;
  y ^= 2;
  EXPECT_EQ(values(y), V({7, 1, 7}));
  EXPECT_EQ(values(bitwise_left_shift(2, tensor(V{1, 2}, kChar))), V({4, 8}));
  EXPECT_EQ(bitwise_left_shift(2, tensor(V{1, 2}, kChar)).dtype(), kChar);
  EXPECT_EQ(values(bitwise_right_shift(16, tensor(V{1, 2}, kChar))), V({8, 4}));
  expect_error([&] { x << 1.5; }, "not implemented for 'Float'");
  expect_error([] { ones({2}, kBool) << ones({2}, kBool); }, "not implemented for 'Bool'");
}

TEST(PointwiseSpecial, ResultsOfComplexAndPolarAreNoViews) {  // libtorch 1.13.1
  const Tensor x = ones({2, 3});
  EXPECT_FALSE(complex(x, x).is_view());
  EXPECT_FALSE(complex(x.t(), x.t()).is_view());
  EXPECT_FALSE(polar(x, x).is_view());
}

TEST(PointwiseSpecial, LogarithmsOfGammaAt1And2AreZero) {  // libtorch 1.13.1
  for (ScalarType dtype : {kFloat, kDouble, kLong})
    EXPECT_TRUE(lgamma(tensor({1, 2}).to(dtype).expand({9, 2})).eq(0).all().item<bool>()) << dtype;
}

TEST(PointwiseSpecial, ComplexFromItsParts) {
  EXPECT_EQ(shape(torchpp::complex(zeros({2, 1}), ones({3}))), S({2, 3}));
  EXPECT_EQ(strides(torchpp::complex(zeros({3, 2}).t(), ones({2, 3}))), S({1, 2}));
  EXPECT_EQ(torchpp::complex(ones({2}, kHalf), ones({2}, kHalf)).dtype(), ScalarType::ComplexHalf);
  const auto z = complex_values(polar(doubles({2, 0}), doubles({1, 1})));
  EXPECT_NEAR(z[0].real(), 2 * std::cos(1.0), 1e-15);
  EXPECT_NEAR(z[0].imag(), 2 * std::sin(1.0), 1e-15);
  Tensor out = empty({0}, kComplexDouble);
  expect_error([&] { complex_out(out, ones({2}), ones({2})); },
               "Expected object of scalar type ComplexFloat but got scalar type ComplexDouble for argument 'out'");
  expect_error([] { polar(ones({2}, kInt), ones({2})); },
               "Expected both inputs to be Half, Float or Double tensors but got Int and Float");
  out = empty({0}, kComplexFloat);
  complex_out(out, ones({2}), zeros({2}));
  EXPECT_EQ(values(view_as_real(out)), V({1, 0, 1, 0}));

  const Tensor w = torchpp::complex(doubles({1, -2, 0}), doubles({1, 0.5, 0})).requires_grad_();
  expect_near(view_as_real(gradient(w.angle(), w)).reshape({6}),
              {-0.5, 0.5, -0.11764705882352941, -0.47058823529411764, 0, 0});
  const Tensor r = doubles({2}).requires_grad_(), phi = doubles({2}).requires_grad_();
  const Tensor loss = (polar(r, phi) * Scalar(ComplexDouble(3, -1))).sum();
  const std::vector<Tensor> g = autograd::grad({real(loss)}, {r, phi});
  expect_near(g[0], {-0.3391430828157455});
  expect_near(g[1], {-6.288078234048375});
}

TEST(PointwiseSpecial, GradientsAtKinks) {
  const Tensor x = doubles({1, 2, kNan, 2}).requires_grad_(), y = doubles({2, kNan, 1, 2}).requires_grad_();
  const auto both = [](const Tensor& result, const Tensor& a, const Tensor& b) {
    return autograd::grad({result.sum()}, {a, b});
  };
  EXPECT_EQ(values(both(x.fmax(y), x, y)[0]), V({0, 1, 0, 1}));
  EXPECT_EQ(values(both(x.fmax(y), x, y)[1]), V({1, 0, 1, 0}));
  EXPECT_EQ(values(both(x.fmin(y), x, y)[0]), V({1, 1, 0, 1}));
  EXPECT_EQ(values(both(x.fmin(y), x, y)[1]), V({0, 0, 1, 0}));
  const Tensor a = doubles({1, 0, -0.0, -2}).requires_grad_(), b = doubles({-1, 1, -1, -0.0}).requires_grad_();
  EXPECT_EQ(values(both(a.copysign(b), a, b)[0]), V({-1, 0, 0, 1}));
  EXPECT_EQ(values(both(a.copysign(b), a, b)[1]), V({0, 0, 0, 0}));
  const Tensor p = doubles({0, 0, 1}).requires_grad_(), q = doubles({0, 1, 2}).requires_grad_();
  expect_near(both(p.xlogy(q), p, q)[0], {0, 0, 0.6931471805599453});
  expect_near(both(p.xlogy(q), p, q)[1], {kNan, 0, 0.5});
  const Tensor l = doubles({-0.5, 0, 0.05, 0.5, 1, 1.5}).requires_grad_();
  expect_near(gradient(l.logit(), l), {kNan, kInf, 21.05263157894737, 4, kInf, kNan});
  expect_near(gradient(l.logit(0.1), l), {0, 0, 0, 4, 0, 0});
  expect_near(gradient(l.sinc(), l).narrow(0, 0, 2), {1.2732395447351628, -0.0});
  EXPECT_EQ(values(gradient(special_i1(zeros({1}, kDouble) + l.narrow(0, 1, 1)), l)), V({0, 0.5, 0, 0, 0, 0}));
}

TEST(PointwiseSpecial, WhatHasNoDerivativeSaysSoInBackward) {
  const Tensor x = doubles({1, 2}).requires_grad_(), y = doubles({2, 3});
  for (const Tensor& result : {x.heaviside(y), x.nextafter(y), x.igamma(y), x.igammac(y)})
    expect_error([&] { result.sum().backward(); }, "is not implemented");
  expect_error([&] { x.igamma(y).sum().backward(); }, "the derivative for 'igamma: self' is not implemented.");
}

TEST(PointwiseSpecial, NodesHaveLibtorchsNames) {
  const Tensor x = doubles({0.5, 0.75}).requires_grad_();
  const std::pair<Tensor, const char*> results[] = {
      {x.arcsinh(), "AsinhBackward0"},
      {x.acosh(), "AcoshBackward0"},
      {x.deg2rad(), "Deg2RadBackward0"},
      {x.rad2deg(), "Rad2DegBackward0"},
      {x.nan_to_num(), "NanToNumBackward0"},
      {special::sinc(x), "SincBackward0"},
      {special::psi(x), "DigammaBackward0"},
      {special::gammaln(x), "LgammaBackward0"},
      {x.i0(), "I0Backward0"},
      {x.angle(), "AngleBackward0"},
      {x.logit(), "LogitBackward0"},
      {std::get<0>(x.frexp()), "FrexpBackward0"},
      {special::polygamma(0, x), "PolygammaBackward0"},
      {special::multigammaln(x, 1), "MvlgammaBackward0"},
      {x.xlogy(x), "XlogyBackward0"},
      {special::xlogy(2, x), "XlogyBackward1"},
      {x.xlogy(2), "XlogyBackward2"},
      {x.copysign(x), "CopysignBackward0"},
      {x.copysign(2), "CopysignBackward1"},
      {x.float_power(x), "PowBackward1"},
      {x.float_power(2), "PowBackward0"},
      {float_power(2, x), "PowBackward2"},
      {x.fmax(x), "FmaxBackward0"},
      {x.hypot(x), "HypotBackward0"},
      {x.ldexp(x), "MulBackward0"},
      {x.nextafter(x), "NextafterBackward0"},
      {x.igamma(x), "IgammaBackward0"},
      {x.logaddexp(x), "LogaddexpBackward0"},
      {x.logaddexp2(x), "Logaddexp2Backward0"},
      {torchpp::complex(x, x), "ComplexBackward0"},
      {polar(x, x), "PolarBackward0"},
  };
  for (const auto& [result, name] : results) EXPECT_EQ(result.grad_fn()->name(), name);
}

// libtorch 1.13.1: beyond the bounds the gradient is 0, of NaN it is NaN.
// libtorch 1.13.1, aten::logit_backward, and the second derivative of logit outside of [0, 1].
TEST(PointwiseSpecial, GradientOfLogitAtItsEdgesAndBeyond) {
  const Tensor x = tensor({-0.f, 0.f, 1.f, -2.f, 2.f, .25f}), g = tensor({1.f, -1.f, 1.f, 1.f, 1.f, 1.f});
  const double inf = std::numeric_limits<double>::infinity(), nan = std::nan("");
  const auto expect = [](const Tensor& got, const std::vector<double>& expected) {
    EXPECT_TRUE(got.to(kDouble).allclose(tensor(expected, kDouble), 1e-6, 0, true)) << got;
  };
  expect(logit_backward(g, x, nullopt), {inf, -inf, inf, nan, nan, 16 / 3.});
  expect(logit_backward(g, x, 0.1), {0, 0, 0, 0, 0, 16 / 3.});
  const Tensor beyond = tensor({-2.f, 2.f, .25f}).requires_grad_();
  const Tensor slope = autograd::grad({logit(beyond).sum()}, {beyond}, {}, nullopt, true)[0];
  expect(autograd::grad({slope.sum()}, {beyond})[0], {0, 0, -128 / 9.});
}

TEST(PointwiseSpecial, GradientOfLogitWithBounds) {
  const Tensor x = tensor({0.05, 0.5, std::nan(""), 0.95}, kDouble).requires_grad_();
  x.logit(0.1).sum().backward();
  const Tensor g = x.grad();
  EXPECT_EQ(g[0].item<double>(), 0);
  EXPECT_EQ(g[1].item<double>(), 4);
  EXPECT_TRUE(std::isnan(g[2].item<double>()));
  EXPECT_EQ(g[3].item<double>(), 0);
}

// libtorch 1.13.1
TEST(PointwiseSpecial, BoundsThatTheDtypeDoesNotHold) {
  for (const Tensor& x : {tensor({.5f, .2f}), tensor({.5f, .2f}).to(kBFloat16), tensor({0, 1})})
    for (const double eps : {1e300, -1e300})
      EXPECT_NE(error_of([&] { x.logit(eps); }).find("without overflow"), std::string::npos) << x.dtype() << eps;
  EXPECT_TRUE(tensor({.5, .2}, kDouble).logit(1e300).isnan().all().item<bool>());
  EXPECT_TRUE(tensor({.5, .2}, kDouble).logit(-1e300).equal(tensor({.5, .2}, kDouble).logit()));
  // Of two bounds, the one beside NaN does not matter.
  const double nan = std::nan("");
  for (const Tensor& x : {tensor({.5f, .2f}), tensor({.5f, .2f}).to(kHalf)}) {
    EXPECT_TRUE(x.clamp(1e300, nan).isnan().all().item<bool>());
    EXPECT_TRUE(x.clamp(nan, 1e300).isnan().all().item<bool>());
    EXPECT_TRUE(hardtanh(x, nan, 1e300).isnan().all().item<bool>());
    EXPECT_NE(error_of([&] { x.clamp(0, 1e300); }).find("without overflow"), std::string::npos);
  }
  EXPECT_EQ(tensor({1, 2}).clamp(1e300, nan).scalar_type(), kFloat);
  EXPECT_NE(error_of([&] { hardtanh(tensor({1, 2}), nan, 3); }).find("without overflow"), std::string::npos);
}

TEST(PointwiseSpecial, HalfComplexNumbersInAFormat) {  // libtorch 1.13.1
  EXPECT_EQ(torchpp::rand({3, 4}).to(kHalf).t().chalf(MemoryFormat::Contiguous).strides(), IntArrayRef({3, 1}));
}

// A number that stands for a tensor keeps its precision: -5 as libtorch 1.13.1, torch.polar, computes it.
TEST(PointwiseSpecial, PolarOfANumber) {
  const Tensor number = tensor(-5.0, kDouble);
  number.unsafeGetTensorImpl()->set_wrapped_number(true);
  const Tensor z = polar(tensor({2.7627498644224024}, kDouble), number);
  EXPECT_NEAR(torchpp::real(z).item<double>(), 0.7836876644302907, 1e-15);
  EXPECT_NEAR(torchpp::imag(z).item<double>(), 2.6492679098169365, 1e-15);
}

}  // namespace
}  // namespace torchpp::test
