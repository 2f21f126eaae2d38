// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/grad_mode.h>
#include <torchpp/ops/pointwise.h>
#include <torchpp/ops/reduction.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "tests/ops/shapes_support.h"

namespace torchpp::test {
namespace {

TEST(Pointwise, UndefinedOperandsAreErrors) {
  const Tensor x = ones({2}), none;
  const std::string message = "Expected a defined tensor";
  expect_error([&] { x.add(none); }, message);
  expect_error([&] { none.add(x); }, message);
  expect_error([&] { x.sub(none); }, message);
  expect_error([&] { x.mul(none); }, message);
  expect_error([&] { none.mul(x); }, message);
  expect_error([&] { x.pow(none); }, message);
  expect_error([&] { x.eq(none); }, message);
  expect_error([&] { x.mul_(none); }, message);
  expect_error([&] { x.addcmul(x, none); }, message);
  expect_error([&] { where(x.gt(0), x, none); }, message);
  expect_error([&] { x.lerp(none, 0.5); }, message);
}

// Operands with equal strides take a fast path; other strides must give the same numbers.
TEST(Pointwise, FlatAndOtherOperandsAgree) {
  const Tensor a = tensor({{1., 2., 3.}, {4., 5., 6.}}), b = tensor({{10., 20., 30.}, {40., 50., 60.}});
  const std::vector<double> sum{11, 22, 33, 44, 55, 66};
  EXPECT_EQ(values(a + b), sum);
  EXPECT_EQ(values(a + b.t().contiguous().t()), sum);
  EXPECT_EQ(values(a.t().contiguous().t() + b), sum);
  EXPECT_EQ(values(a + b.to(kDouble)), sum);
  EXPECT_EQ((a + b.to(kDouble)).dtype(), kDouble);
  EXPECT_EQ(values(a.reshape({1, 1, 1, 1, 1, 2, 3}) + b.reshape({1, 1, 1, 1, 1, 2, 3})), sum);
  EXPECT_EQ(shape(a.reshape({1, 1, 1, 1, 1, 2, 3}) + b.reshape({1, 1, 1, 1, 1, 2, 3})),
            (std::vector<int64_t>{1, 1, 1, 1, 1, 2, 3}));
  EXPECT_EQ(values(a.reshape({1, 1, 1, 1, 1, 2, 3}) + b.reshape({1, 1, 1, 1, 1, 1, 2, 3})), sum);
  EXPECT_EQ(values(a.reshape({6}) + b.reshape({6})), sum);
  EXPECT_EQ(shape(a.reshape({6, 1}) + b.reshape({1, 6})), (std::vector<int64_t>{6, 6}));
  EXPECT_EQ(values(a.neg()._neg_view() + b), sum);
  const Tensor c = a.clone();
  EXPECT_EQ(values(c.add_(b)), sum);
  EXPECT_EQ(c._version(), 1);
}

// Operands that lie across the result are turned in tiles, by the width of their elements.
TEST(Pointwise, OperandsAcrossTheResult) {
  for (const ScalarType dtype : {kFloat, kDouble, kInt, kShort, kByte, kBFloat16, kComplexDouble})
    for (const std::array<int64_t, 3> sizes :
         {std::array<int64_t, 3>{1, 15, 40}, {1, 16, 16}, {2, 17, 129}, {3, 33, 128}, {1, 64, 300}, {2, 130, 31}}) {
      const int64_t n = sizes[0] * sizes[1] * sizes[2];
      const Tensor a = arange(n, kInt).remainder(97).view({sizes[0], sizes[1], sizes[2]}).to(dtype);
      const Tensor b =
          (arange(n, kInt) * 7).remainder(89).view({sizes[0], sizes[2], sizes[1]}).to(dtype).transpose(1, 2);
      const Tensor dense = b.contiguous(), sum = a + dense;
      EXPECT_TRUE((a + b).equal(sum)) << dtype << " of " << n;
      EXPECT_TRUE((a + b).is_contiguous());
      EXPECT_TRUE(a.clone().add_(b).equal(sum));
      EXPECT_TRUE((a * b).equal(a * dense));
      EXPECT_TRUE(a.eq(b).equal(a.eq(dense)));
      EXPECT_TRUE(where(b.ne(0), a, b).equal(where(dense.ne(0), a, dense)));
      EXPECT_TRUE(where(a.ne(0), b, a).equal(where(a.ne(0), dense, a)));
      const int64_t side = std::min(sizes[1], sizes[2]);
      const Tensor square = a[0].narrow(0, 0, side).narrow(1, 0, side).contiguous();
      EXPECT_TRUE((square + square.t()).equal(square + square.t().contiguous())) << dtype << " with itself";
    }
}

TEST(Pointwise, SoftmaxOfOneLineWhateverItsDimension) {
  const Tensor x = tensor({0., 1., 2.}), y = x.softmax(0);
  EXPECT_EQ(values(x.reshape({1, 3}).softmax(1)), values(y));
  EXPECT_EQ(values(x.reshape({3, 1}).softmax(0)), values(y));
  EXPECT_EQ(values(x.reshape({1, 3}).softmax(0)), V({1, 1, 1}));
  EXPECT_EQ(values(x.reshape({1, 3, 1}).softmax(-2)), values(y));
  EXPECT_EQ(values(x.neg()._neg_view().softmax(0)), values(y));
  EXPECT_EQ(shape(zeros({0}).softmax(0)), S({0}));
  EXPECT_EQ(shape(zeros({1, 0}).softmax(1)), S({1, 0}));
  EXPECT_EQ(values(tensor(3.).softmax(0)), V({1}));
}

// Source: libtorch 1.13.1, x.exp().stride() of torch.view_as_real(torch.empty(0, 3, dtype=torch.cfloat)).select(-1, 0).
TEST(Pointwise, ResultsOfEmptyTensorsAreDense) {
  const Tensor x = view_as_real(empty({0, 3}, kComplexFloat)).select(-1, 0);
  EXPECT_EQ(x.strides(), IntArrayRef({6, 2}));
  EXPECT_EQ(x.exp().strides(), IntArrayRef({3, 1}));
  EXPECT_EQ((x + x).strides(), IntArrayRef({3, 1}));
}

// Source: libtorch 1.13.1: the same calls.
TEST(Pointwise, TruthValuesAddAndMultiply) {
  const Tensor a = tensor({true, false, true, false}), b = tensor({true, true, false, false});
  const V either{1, 1, 1, 0}, both{1, 0, 0, 0};
  EXPECT_EQ(values(a + b), either);
  EXPECT_EQ((a + b).dtype(), kBool);
  EXPECT_EQ(values(a.add(b, 2)), either);
  EXPECT_EQ(values(a.add(b, true)), either);
  EXPECT_EQ(values(a.add(b, 0)), V({1, 0, 1, 0}));
  EXPECT_EQ(values(a.add(b, false)), V({1, 0, 1, 0}));
  EXPECT_EQ(values(a.add(true)), V({1, 1, 1, 1}));
  EXPECT_EQ(values(a.clone().add_(b)), either);
  expect_error([&] { a.add(b, 0.5); }, "argument alpha must not be a floating point number");
  EXPECT_EQ((a + b.to(kByte)).dtype(), kByte);
  EXPECT_EQ(values(a + b.to(kByte)), V({2, 1, 1, 0}));
  EXPECT_EQ(values(a * b), both);
  EXPECT_EQ((a * b).dtype(), kBool);
  EXPECT_EQ(values(a.maximum(b)), either);
  EXPECT_EQ(values(a.minimum(b)), both);
}

// A number as divisor and the value are not rounded to the default dtype, nor to that of a tensor beside wider ones.
TEST(Pointwise, GradientsOfAddcdivHaveThePrecisionOfTheResult) {
  const Tensor number = scalar_tensor(4, kDouble);
  number.unsafeGetTensorImpl()->set_wrapped_number(true);
  const Tensor self = zeros({2}, kDouble), a = ones({2}, kDouble).requires_grad_();
  self.addcdiv(a, number, 3.5e38).backward(tensor({1., 0.}, kDouble));  // libtorch 1.13.1
  EXPECT_EQ(values(a.grad()), V({8.75e37, 0}));
  const Tensor b = full({2}, 3, kFloat).requires_grad_(), c = ones({2}, kDouble).requires_grad_();
  self.addcdiv(c, b, 1e39).sum().backward();
  EXPECT_EQ(values(c.grad()), V({1.0 / 3 * 1e39, 1.0 / 3 * 1e39}));
}

// Source: libtorch 1.13.1 refuses the same calls.
TEST(Pointwise, RefusedDtypesAndFactors) {
  const Tensor real = ones({2}), whole = ones({2}, kInt), z = ones({2}, kComplexFloat);
  const Scalar i = ComplexDouble(0, 1);
  expect_error([&] { whole.lerp(whole, 0.5); }, "\"lerp\" not implemented for 'Int'");
  expect_error([&] { real.lerp(real, i); }, "value cannot be converted to type float without overflow");
  expect_error([&] { real.addcmul(real, real, i); }, "value cannot be converted to type float without overflow");
  expect_error([&] { real.addcdiv(real, real, i); }, "value cannot be converted to type float without overflow");
  expect_error([&] { z.abs_(); }, "In-place abs is not supported for complex tensors");
  expect_error([&] { whole.to(kBool).floor(); }, "not implemented for 'Bool'");
  expect_error([&] { hardtanh(whole.to(kByte), -1, 1); }, "unsigned type with negative limits");
  EXPECT_EQ(values(hardtanh(whole.to(kByte), 0, 6)), V({1, 1}));
  EXPECT_EQ(values(whole.to(kBool).sign()), V({1, 1}));
  expect_error([&] { glu(whole); }, "\"glu_cpu\" not implemented for 'Int'");
  expect_error([&] { glu(z); }, "\"glu_cpu\" not implemented for 'ComplexFloat'");
  expect_error([&] { prelu(whole, whole[0]); }, "\"prelu_cpu\" not implemented for 'Int'");
  expect_error([&] { prelu(real, real[0].to(kDouble)); }, "Found dtype Double but expected Float");
  expect_error([&] { prelu(real, ones({1, 1})); }, "Expected `weight` to be a scalar or 1D tensor, but got ndim = 2");
}

// libtorch 1.13.1: from the weight 0.5 on, the other end is the base.
TEST(Pointwise, InterpolationToInfinity) {
  const double inf = std::numeric_limits<double>::infinity();
  for (const ScalarType dtype : {kFloat, kDouble}) {
    const Tensor from = ones({40}, dtype), to = full({40}, inf, dtype);
    for (const auto& [weight, expected] : {std::pair{-3., -inf}, std::pair{0.3, inf}}) {
      EXPECT_TRUE(from.lerp(to, weight).eq(expected).all().item<bool>()) << weight;
      EXPECT_TRUE(from.lerp(to, full({40}, weight, dtype)).eq(expected).all().item<bool>()) << weight;
    }
    EXPECT_TRUE(from.lerp(to, 0.7).isnan().all().item<bool>());
  }
}

// libtorch 1.13.1: magnitudes beyond the greatest double do not overflow on the way, those next to 1 keep their digits.
TEST(Pointwise, ExtremeComplexNumbers) {
  const double huge = 1.7e308;
  const struct {
    ComplexDouble z, root, logarithm;
  } rows[] = {
      {{1, 1e-3}, {1.000000124999961, 0.00049999993750002726}, {4.9999975000016668e-07, 0.00099999966666686679}},
      {{huge, 0.5}, {1.3038404810405297e+154, 1.9174124721184262e-155}, {709.72683689322821, 2.9411764705882362e-309}},
      {{huge, -huge}, {1.4325088230154573e+154, -5.9336458271212207e+153}, {710.07341048350816, -0.78539816339744828}},
      {{-huge, huge}, {5.9336458271212207e+153, 1.4325088230154573e+154}, {710.07341048350816, 2.3561944901923448}}};
  for (const auto& row : rows) {
    const Tensor z = full({1}, row.z, kComplexDouble);
    for (const auto& [got, expected] : {std::pair{z.sqrt(), row.root}, std::pair{z.log(), row.logarithm}}) {
      const auto value = got.item<ComplexDouble>();
      EXPECT_NEAR(value.real() / expected.real(), 1, 1e-15);
      EXPECT_NEAR(value.imag() / expected.imag(), 1, 1e-15);
    }
  }
}

// libtorch 1.13.1, but for asin, acos and atan of `huge`, where it overflows, and NaN of asin: the exact numbers.
TEST(Pointwise, ComplexFunctionsAtTheEndsOfTheRange) {
  const double huge = 1.7e308, least = 5e-324, inf = INFINITY;
  const struct {
    Tensor (*function)(const Tensor&);
    ScalarType dtype;
    ComplexDouble z, expected;
  } rows[] = {
      {&asinh, kComplexDouble, {huge, huge}, {710.766557664068, 0.7853981633974483}},
      {&asinh, kComplexDouble, {-huge, -huge}, {-710.766557664068, -0.7853981633974483}},
      {&asinh, kComplexDouble, {1, huge}, {710.4199840737881, 1.5707963267948966}},
      {&acosh, kComplexDouble, {huge, huge}, {710.766557664068, 0.7853981633974483}},
      {&acosh, kComplexDouble, {-huge, huge}, {710.766557664068, 2.356194490192345}},
      {&asin, kComplexDouble, {huge, huge}, {0.7853981633974483, 710.766557664068}},
      {&asin, kComplexDouble, {1, -huge}, {5.88235294117647e-309, -710.4199840737881}},
      {&acos, kComplexDouble, {huge, huge}, {0.7853981633974483, -710.766557664068}},
      {&acos, kComplexDouble, {-huge, 1}, {3.141592653589793, -710.4199840737881}},
      {&atan, kComplexDouble, {1e-155, 1}, {0.7853981633974483, 178.7969182973185}},
      {&atan, kComplexDouble, {-1e-155, -1}, {-0.7853981633974483, -178.7969182973185}},
      {&atan, kComplexDouble, {huge, -huge}, {1.5707963267948966, -2.941176470588236e-309}},
      {&atanh, kComplexDouble, {-1, 1e-155}, {-178.7969182973185, 0.7853981633974483}},
      {&atanh, kComplexDouble, {huge, huge}, {2.941176470588236e-309, 1.5707963267948966}},
      {&torchpp::log, kComplexDouble, {least, -least}, {-744.0934983311014, -0.7853981633974483}},
      {&torchpp::log, kComplexDouble, {-huge, least}, {709.7268368932282, 3.141592653589793}},
      {&torchpp::log2, kComplexDouble, {least, least}, {-1073.5, 1.1330900354567985}},
      {&torchpp::log10, kComplexDouble, {-least, -least}, {-323.15570034528383, -1.023282265381381}},
      {&atan, kComplexFloat, {1e-20, -1}, {0.7853981633974483, -23.372425079345703}},
      {&atanh, kComplexFloat, {-1, 1e-38}, {-44.09568786621094, 0.7853981633974483}},
      {&asinh, kComplexFloat, {3e38, 3e38}, {89.63656616210938, 0.7853981633974483}},
      {&torchpp::log, kComplexFloat, {1e-45, 1e-45}, {-102.93235778808594, 0.7853981633974483}},
      {&asinh, kComplexDouble, {1, inf}, {inf, 1.5707963267948966}},
      {&asinh, kComplexDouble, {-0.0, -inf}, {-inf, -1.5707963267948966}},
      {&acosh, kComplexDouble, {-inf, inf}, {inf, 2.356194490192345}},
      {&acosh, kComplexDouble, {inf, -inf}, {inf, -0.7853981633974483}},
      {&acos, kComplexDouble, {inf, -inf}, {0.7853981633974483, inf}},
      {&acos, kComplexDouble, {-inf, -inf}, {2.356194490192345, inf}},
      {&asin, kComplexDouble, {-inf, inf}, {-0.7853981633974483, inf}},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(&row - rows);
    const ComplexDouble got = row.function(full({1}, row.z, row.dtype)).item().toComplexDouble();
    const double tolerance = row.dtype == kComplexDouble ? 1e-14 : 2e-7;
    for (const auto& [part, expected] :
         {std::pair{got.real(), row.expected.real()}, std::pair{got.imag(), row.expected.imag()}}) {
      if (std::isinf(expected)) EXPECT_EQ(part, expected);
      else EXPECT_NEAR(part / expected, 1, tolerance) << part;
    }
  }
}

TEST(Pointwise, IntegerDivisionByZeroChangesNothing) {
  constexpr int64_t kMany = 100000;  // several blocks and threads
  using Divide = Tensor& (*)(Tensor&, const Tensor&, const Tensor&);
  const Divide divisions[] = {
      &floor_divide_out, &fmod_out, &remainder_out,
      [](Tensor& out, const Tensor& a, const Tensor& b) -> Tensor& { return div_out(out, a, b, "trunc"); }};
  for (const ScalarType dtype : {kByte, kInt, kLong})
    for (const Divide divide : divisions) {
      Tensor divisor = ones({kMany}, dtype), row = ones({2}, dtype);
      divisor[kMany - 1] = 0;
      row[1] = 0;
      const Tensor seven = full({kMany}, 7, dtype), columns = full({2, kMany}, 7, dtype).t();
      Tensor flat = seven.clone(), gaps = full({2 * kMany}, 7, dtype).slice(0, 0, 2 * kMany, 2), wide = columns.clone(),
             number = full({}, 7, dtype);
      expect_error([&] { divide(flat, flat, divisor); }, "ZeroDivisionError");
      expect_error([&] { divide(gaps, seven, divisor); }, "ZeroDivisionError");
      expect_error([&] { divide(wide, columns, row); }, "ZeroDivisionError");
      expect_error([&] { divide(number, number, zeros({}, dtype)); }, "ZeroDivisionError");
      for (const Tensor& t : {flat, gaps, wide, number}) EXPECT_TRUE(t.eq(7).all().item<bool>());
    }
}

// Source: libtorch 1.13.1: the same calls. A number that stands for a tensor is converted as tensors are.
TEST(Pointwise, NumbersOutsideTheDtype) {
  const Tensor bytes = tensor({255, 0, 1}, kByte), ints = tensor({-6, 0, 19}, kInt);
  EXPECT_EQ(values(bytes == -1), V({1, 0, 0}));
  EXPECT_EQ(values(bytes < 300), V({0, 1, 1})) << "300 wraps to 44";
  EXPECT_EQ(values(bytes + 300), V({43, 44, 45}));
  EXPECT_EQ(values(ints < 10000000000), V({1, 1, 1})) << "10^10 wraps to 1410065408";
  EXPECT_EQ(values(ints.to(kLong) <= 1e300), V({1, 1, 1}));
  EXPECT_EQ(values(ones({1}, kHalf) * 1e9), V({INFINITY}));
  // A number that is a parameter has to fit, or one of where; uint8 wraps small negative integers.
  expect_error([&] { where(bytes.eq(0), 300, bytes); }, "value cannot be converted to type uint8_t without overflow");
  EXPECT_EQ(values(where(bytes.eq(0), -1, bytes)), V({255, 255, 1}));
  EXPECT_EQ(values(full({1}, -1, kByte)), V({255}));
  expect_error([] { full({1}, 256, kByte); }, "value cannot be converted to type uint8_t without overflow: 256");
  expect_error([] { full({1}, -0.5, kByte); }, "value cannot be converted to type uint8_t without overflow");
  expect_error([] { full({1}, 127.5, kChar); }, "value cannot be converted to type int8_t without overflow");
  expect_error([&] { ints.add(ints, 10000000000); }, "value cannot be converted to type int without overflow");
  expect_error([] { ones({1}).add(ones({1}), 1e300); }, "value cannot be converted to type float without overflow");
  expect_error([&] { ints.clone().fill_(NAN); }, "value cannot be converted to type int without overflow");
  expect_error([&] { bytes.pow(300); }, "value cannot be converted to type uint8_t without overflow");
}

// Source: libtorch 1.13.1: the same calls.
TEST(Pointwise, BoundsAndFactorsOfIntegers) {
  for (const ScalarType dtype : {kChar, kShort, kInt, kLong}) {
    const Tensor x = tensor({-6, 0, 19}, dtype);
    EXPECT_EQ(values(x.clamp_min(1)), V({1, 1, 19})) << dtype;
    EXPECT_EQ(values(x.clamp_max(1)), V({-6, 0, 1})) << dtype;
    EXPECT_EQ(values(x.addcmul(x, x, 0.5)), values(x)) << "the factor is truncated";
    EXPECT_EQ(values(x.narrow(0, 0, 2).addcmul(x.narrow(0, 0, 2), x.narrow(0, 0, 2), -1.5)), V({-42, 0}));
  }
  const Tensor bytes = tensor({1, 2, 3}, kByte);
  EXPECT_EQ(values(bytes.clamp_min(2)), V({2, 2, 3}));
  EXPECT_EQ(values(bytes.clamp(Scalar(-1), Scalar(2))), V({2, 2, 2})) << "-1 wraps to 255";
  expect_error([&] { bytes.clamp_max(256); }, "value cannot be converted to type uint8_t without overflow: 256");
}

// Source: libtorch 1.13.1: the same calls.
TEST(Pointwise, BoundsThatAreNaN) {
  const Tensor x = tensor({1., 2.});
  const auto all_nan = [](const Tensor& t) { return t.isnan().all().item<bool>(); };
  EXPECT_TRUE(all_nan(x.clamp(Scalar(NAN), Scalar(2.))));
  EXPECT_TRUE(all_nan(x.clamp(Scalar(1.), Scalar(NAN))));
  EXPECT_TRUE(all_nan(x.clamp_min(NAN)));
  EXPECT_TRUE(all_nan(x.clamp_max(NAN)));
  EXPECT_TRUE(all_nan(hardtanh(x, NAN, 1)));
  EXPECT_EQ(values(x.clamp(Scalar(NAN))), V({1, 2})) << "as the only bound of clamp";
}

// Values of libtorch 1.13.1: what is scaled beyond the range stays there.
TEST(Pointwise, RoundedToDecimalsAtTheEdges) {
  constexpr double kInf = HUGE_VAL, kNan = NAN;
  const auto check = [](ScalarType dtype, int64_t decimals, std::vector<double> from, std::vector<double> to) {
    const Tensor x = tensor(from, kDouble).to(dtype), expected = tensor(to, kDouble).to(dtype);
    const auto is_expected = [&](const Tensor& y) {
      const Tensor nan = expected.isnan();
      return y.isnan().equal(nan) && y.eq(expected).logical_or(nan).all().item<bool>() &&
             y.signbit().logical_or(nan).equal(expected.signbit().logical_or(nan));
    };
    EXPECT_TRUE(is_expected(round(x, decimals))) << toString(dtype) << decimals;
    EXPECT_TRUE(is_expected(round(stack({x, x}, 1).select(1, 1), decimals))) << toString(dtype) << decimals;
    Tensor self = x.clone(), out = empty({0}, dtype);
    EXPECT_TRUE(is_expected(self.round_(decimals)) && is_expected(round_out(out, x, decimals)));
  };
  const std::vector<double> x = {1.005, -0., kInf, -kInf, kNan, 2.675, -1e-3, 3e38};
  check(kFloat, 2, x, {1, -0., kInf, -kInf, kNan, 2.68, -0., kInf});
  check(kFloat, 400, x, {kNan, kNan, kNan, kNan, kNan, kNan, kNan, kNan});
  check(kDouble, 2, {1.005, -0., kInf, kNan, -1e-3, 1e308, 1.7e306, 0.125, 0.375},
        {1, -0., kInf, kNan, -0., kInf, 1.7e306, 0.12, 0.38});
  check(kDouble, 2, {}, {});
}

// Text of libtorch. Neighbours that have not been written yet would be read, or not, by how the work is cut.
TEST(Pointwise, InPlaceOverMemoryOfAnotherInputIsRefused) {
  const char* text = "some elements of the input tensor and the written-to tensor refer to a single memory location";
  const Tensor t = arange(10).to(kFloat);
  Tensor a = t.slice(0, 0, 8);
  const Tensor b = t.slice(0, 1, 9), c = t.slice(0, 2, 10);
  expect_error([&] { a.add_(b); }, text);
  expect_error([&] { a.mul_(b); }, text);
  expect_error([&] { a.addcmul_(a, c); }, text);
  EXPECT_TRUE(t.equal(arange(10).to(kFloat)));
  a.add_(t.slice(0, 0, 8));  // the very same elements
  EXPECT_EQ(a[7].item<float>(), 14);
  Tensor out = b;
  expect_error([&] { round_out(out, a, -1); }, text);
  for (const ScalarType type : {kHalf, kBFloat16}) {
    const Tensor narrow = t.to(type), x = narrow.slice(0, 0, 8);
    Tensor y = narrow.slice(0, 2, 10);
    expect_error([&] { x.nextafter_(y); }, text);
    expect_error([&] { softshrink_out(y, x, 1); }, text);
    EXPECT_TRUE(narrow.equal(t.to(type)));
    EXPECT_EQ(x.nextafter_(x)[7].item<float>(), 14) << "the very same elements";
  }
  out = t.slice(0, 5, 9);
  expect_error([&] { glu_out(out, a); }, text);
  out = t.slice(0, 0, 4);  // the very elements of the first half
  EXPECT_EQ(glu_out(out, a).data_ptr(), t.data_ptr());
  expect_error(
      [&] {
        zeros({2}, kComplexFloat).expand({3, 2}).conj_physical_();
      },
      "more than one element of the written-to tensor refers to a single memory location");
}

// libtorch 1.13.1, but for copy_, which negates the imaginary parts of 0.
TEST(Pointwise, NegativeViewsOfRealNumbersHaveNoNegativeImaginaryParts) {
  const Tensor view = tensor({1.f, -2.f})._neg_view(), zero = zeros({2}, kComplexDouble);
  for (const Tensor& t : {view.to(kComplexDouble), zero.clone().copy_(view), cat({view, zero}), view + zero}) {
    EXPECT_EQ(real(t)[0].item<double>(), -1);
    EXPECT_FALSE(imag(t).signbit().any().item<bool>());
  }
  // The logarithm of a negative number lies at pi, not at -pi.
  const Tensor power =
      float_power(tensor({1.f})._neg_view(), torchpp::complex(zeros({1}, kDouble), ones({1}, kDouble)));
  EXPECT_NEAR(real(power).item<double>(), 0.043213918263772250, 1e-15);
  Tensor negative = zeros({2}, kComplexDouble)._neg_view();
  negative.copy_(view);
  EXPECT_EQ(real(negative)[1].item<double>(), 2);
}

// libtorch 1.13.1.
TEST(Pointwise, NumbersKeepTheirDigitsInGradients) {
  const Tensor x = ones({1}, kDouble).requires_grad_();
  const Tensor number = scalar_tensor(-1.875, kDouble);
  number.unsafeGetTensorImpl()->set_wrapped_number(true);
  zeros({1}, kDouble).addcmul(x, number, 0.027131195398977681).backward();
  EXPECT_DOUBLE_EQ(x.grad().item<double>(), -1.875 * 0.027131195398977681);
}
TEST(Pointwise, NumbersAreNotRoundedToSixteenBits) {
  const Tensor x = full({3}, 1.1875, kBFloat16), expected = full({3}, 0.0427246, kFloat).to(kBFloat16);
  EXPECT_TRUE(softshrink(x, 1.1448478968851283).equal(expected));
  Tensor out = zeros({3}, kBFloat16);
  EXPECT_TRUE(softshrink_out(out, x, 1.1448478968851283).equal(expected));
}

// libtorch 1.13.1.
TEST(Pointwise, RootsOfTheLeastComplexNumbers) {
  const double least = 0x1p-1074;
  const auto root = [](double re, double im) {
    return full({}, ComplexDouble(re, im), kComplexDouble).sqrt().item().toComplexDouble();
  };
  const auto expect = [](ComplexDouble got, double re, double im) {
    EXPECT_DOUBLE_EQ(got.real(), re);
    EXPECT_DOUBLE_EQ(got.imag(), im);
  };
  expect(root(0, least), 1.5717277847026288e-162, 1.5717277847026288e-162);
  expect(root(0, -least), 1.5717277847026288e-162, -1.5717277847026288e-162);
  expect(root(least, 0), 2.2227587494850775e-162, 0);
  expect(root(-least, 0), 0, 2.2227587494850775e-162);
}

// libtorch 1.13.1.
TEST(Pointwise, ThresholdsOfShrinkage) {
  const Tensor x = tensor({-2.f, -0.75f, 0.75f, 3.f});
  EXPECT_EQ(values(softshrink(x, true)), V({-1, 0, 0, 2}));
  EXPECT_EQ(values(hardshrink(x, true)), V({-2, 0, 0, 3}));
  expect_error([&] { hardshrink(x, 1e39); }, "value cannot be converted to type float without overflow");
  EXPECT_EQ(values(hardshrink(x.to(kDouble), 1e39)), V({0, 0, 0, 0}));
}

// Long operands go in blocks, of results as of operands that are written over, with a rest behind the last block.
TEST(Pointwise, LongOperandsAgainstShortOnes) {
  for (const ScalarType dtype : {kFloat, kDouble, kByte, kLong})
    for (const int64_t n : {4095, 4097, 8191, 8192, 8320, 8383, 32769, 40001}) {
      const Tensor a = arange(n + 1).remainder(113).to(dtype).slice(0, 1), b = arange(n).remainder(97).add(2).to(dtype);
      Tensor sum = a + b, less = a < b, product = a.clone();
      product.mul_(b);
      constexpr int64_t kShort = 1000;
      for (int64_t i = 0; i < n; i += kShort) {
        const auto part = [&](const Tensor& t) { return t.slice(0, i, std::min(n, i + kShort)); };
        EXPECT_TRUE(part(sum).equal(part(a) + part(b))) << toString(dtype) << " " << n << " " << i;
        EXPECT_TRUE(part(less).equal(part(a) < part(b))) << toString(dtype) << " " << n << " " << i;
        EXPECT_TRUE(part(product).equal(part(a) * part(b))) << toString(dtype) << " " << n << " " << i;
      }
    }
}

// Quotients of 64 bits are taken in double where all of a block are below 2^51 in magnitude.
TEST(Pointwise, QuotientsOfLongIntegers) {
  constexpr int64_t kEdge = int64_t{1} << 51, kLeast = std::numeric_limits<int64_t>::min();
  const int64_t numbers[] = {0,         1,          2,         3,      7,          1000,          -1,
                             -2,        -3,         -1000,     kEdge,  kEdge - 1,  kEdge - 2,     -kEdge,
                             kEdge + 1, -kEdge - 1, 1 - kEdge, kLeast, kLeast + 1, -(kLeast + 1), kEdge / 3};
  const auto floor_of = [](int64_t a, int64_t b) {
    const int64_t q = a / b;
    return q - (a % b != 0 && (a % b < 0) != (b < 0));
  };
  for (const bool small : {true, false}) {
    std::vector<int64_t> dividends, divisors;
    for (const int64_t a : numbers)
      for (const int64_t b : numbers) {
        if (b == 0 || (a == kLeast && b == -1)) continue;  // overflows in the reference
        if (small && (a < -kEdge || a >= kEdge || b < -kEdge || b >= kEdge)) continue;
        dividends.push_back(a);
        divisors.push_back(b);
      }
    const Tensor a = tensor(dividends), b = tensor(divisors);
    ASSERT_GT(a.numel(), 160);
    const Tensor floors = a.div(b, "floor"), truncs = a.div(b, "trunc"), remainders = a.remainder(b), fmods = a.fmod(b);
    for (int64_t i = 0; i < a.numel(); ++i) {
      const int64_t x = dividends[static_cast<size_t>(i)], y = divisors[static_cast<size_t>(i)];
      EXPECT_EQ(floors[i].item<int64_t>(), floor_of(x, y)) << x << " / " << y;
      EXPECT_EQ(truncs[i].item<int64_t>(), x / y) << x << " / " << y;
      EXPECT_EQ(fmods[i].item<int64_t>(), x % y) << x << " / " << y;
      EXPECT_EQ(remainders[i].item<int64_t>(), x - floor_of(x, y) * y) << x << " / " << y;
    }
    const Tensor columns = stack({a, b}, 1).select(1, 0);
    EXPECT_TRUE(columns.remainder(b).equal(remainders));
    EXPECT_TRUE(a.remainder(7).equal(a.remainder(full_like(a, 7))));
  }
  EXPECT_EQ(tensor({kLeast}).div(tensor({int64_t{-1}}), "floor").item<int64_t>(), kLeast);
  Tensor x = arange(1000), y = arange(1000);
  expect_error([&] { x.remainder(y); }, "ZeroDivisionError");
}

// So many bytes that they are written past the cache, unless it is larger than common ones, from an odd place on.
TEST(Pointwise, LargeCopiesAndFills) {
  const int64_t n = (int64_t{1} << 25) + 77;
  const Tensor from = arange(n, TensorOptions().dtype(kInt)).remainder_(251).to(kByte), all = zeros({n + 2}, kByte);
  const Tensor to = all.slice(0, 1, n + 1);
  to.copy_(from);
  EXPECT_TRUE(to.equal(from));
  EXPECT_EQ(all[0].item<int>() + all[n + 1].item<int>(), 0);
  to.fill_(7);
  EXPECT_TRUE(to.eq(7).all().item<bool>());
  EXPECT_EQ(all[0].item<int>() + all[n + 1].item<int>(), 0);
}

}  // namespace
}  // namespace torchpp::test
