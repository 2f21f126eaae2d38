// SPDX-License-Identifier: BSD-3-Clause
// Forms, overloads and other names of element-wise and random operators: each against the operator that it stands for,
// in place and into destinations. Which dtypes a destination may have was asked of libtorch 1.13.1.
#include <torchpp/dispatch/library.h>
#include <torchpp/torchpp.h>

#include <cmath>

#include "tests/ops/shapes_support.h"
#include "tests/support/error_of.h"

namespace torchpp::test {
namespace {

OperatorHandle in_form(const std::string& name, Out::Form form) {
  OperatorHandle op = find_op(name).handle();
  op.form = form;
  return op;
}
bool has_form(const std::string& name, Out::Form form) { return find_op(name).handle().op->has_form(form); }

Tensor result_of(const std::string& name, Stack arguments) {
  manual_seed(3);
  find_op(name).call_boxed(arguments);
  return arguments[0].toTensor();
}
Tensor written_by(const std::string& name, Out::Form form, Stack arguments, const Tensor& destination) {
  (form == Out::Form::kOut ? *arguments.insert(arguments.end(), destination) : arguments[0]) = destination;
  manual_seed(3);
  in_form(name, form).call_boxed(arguments);
  EXPECT_TRUE(arguments[0].toTensor().is_same(destination)) << name;
  return destination;
}

// All forms that the operator has give these values.
void expect_in_all_forms(const std::string& name, const Stack& arguments, const Tensor& expected) {
  SCOPED_TRACE(name);
  const Tensor result = result_of(name, arguments);
  EXPECT_EQ(result.scalar_type(), expected.scalar_type());
  EXPECT_TRUE(result.equal(expected.to(result.scalar_type())));
  if (has_form(name, Out::Form::kOut)) {
    const Tensor resized = empty({0}, expected.options());
    EXPECT_TRUE(written_by(name, Out::Form::kOut, arguments, resized).equal(expected)) << "out=";
    const Tensor whole = zeros({2 * expected.size(0)}, expected.options()), part = whole.slice(0, 0, nullopt, 2);
    EXPECT_TRUE(written_by(name, Out::Form::kOut, arguments, part).equal(expected)) << "out= with gaps";
    EXPECT_TRUE(whole.slice(0, 1, nullopt, 2).equal(zeros_like(expected))) << "between the elements";
  }
  if (has_form(name, Out::Form::kInPlace)) {
    const Tensor self = arguments[0].toTensor().clone();
    EXPECT_TRUE(written_by(name, Out::Form::kInPlace, arguments, self).equal(expected.to(self.scalar_type())));
    EXPECT_GE(self._version(), 1);
  }
}

struct OtherName {
  const char* name;
  const char* of;
};

TEST(PointwiseForms, OtherNamesOfUnaryOperators) {
  const Tensor x = tensor({-0.75, -0.25, 0.25, 0.5});
  for (const OtherName& row : {OtherName{"absolute", "abs"},
                               {"negative", "neg"},
                               {"arccos", "acos"},
                               {"arcsin", "asin"},
                               {"arctan", "atan"},
                               {"fix", "trunc"},
                               {"special_exp2", "exp2"},
                               {"special_expm1", "expm1"},
                               {"special_log1p", "log1p"},
                               {"special_expit", "sigmoid"},
                               {"special_erf", "erf"},
                               {"special_erfc", "erfc"}})
    expect_in_all_forms(row.name, {x}, result_of(row.of, {x}));
  expect_in_all_forms("special_round", {x, 1}, result_of("round.decimals", {x, 1}));
  expect_in_all_forms("square", {x}, x * x);
}

TEST(PointwiseForms, OtherNamesAndNumbersOfBinaryOperators) {
  const Tensor x = tensor({-3., 1., 2.5, 7.}), y = tensor({2., 1., 4., -1.}), two = full({4}, 2.);
  for (const char* name : {"mul", "multiply", "div", "divide", "true_divide", "remainder", "fmod", "eq", "ne",
                           "not_equal", "lt", "less", "le", "less_equal", "gt", "greater", "ge", "greater_equal"}) {
    const std::string base = name;
    const std::string of = base == "multiply"                          ? "mul"
                           : base == "divide" || base == "true_divide" ? "div"
                           : base == "not_equal"                       ? "ne"
                           : base == "less"                            ? "lt"
                           : base == "less_equal"                      ? "le"
                           : base == "greater"                         ? "gt"
                           : base == "greater_equal"                   ? "ge"
                                                                       : base;
    expect_in_all_forms(base + ".Tensor", {x, y}, result_of(of + ".Tensor", {x, y}));
    expect_in_all_forms(base + ".Scalar", {x, 2}, result_of(of + ".Tensor", {x, two}));
  }
  for (const char* name : {"add", "sub", "subtract"}) {
    const std::string base = name;
    const Tensor expected = base == "add" ? x + 3 * y : x - 3 * y;
    expect_in_all_forms(base + ".Tensor", {x, y, 3}, expected);
    expect_in_all_forms(base + ".Scalar", {x, 2, 3}, base == "add" ? x + 6 : x - 6);
  }
  expect_in_all_forms("rsub.Tensor", {x, y, 3}, y - 3 * x);
  expect_in_all_forms("rsub.Scalar", {x, 2, 3}, 2 - 3 * x);
  expect_in_all_forms("arctan2", {x, y}, atan2(x, y));
  expect_in_all_forms("max.other", {x, y}, maximum(x, y));
  expect_in_all_forms("min.other", {x, y}, minimum(x, y));
  expect_in_all_forms("pow.Tensor_Scalar", {x, 2}, x * x);
  expect_in_all_forms("pow.Scalar", {2, x}, exp2(x));
  expect_in_all_forms("remainder.Scalar_Tensor", {5, y}, full({4}, 5.).remainder(y));
  for (const char* mode : {"floor", "trunc"})
    for (const char* name : {"div", "divide"}) {
      const Tensor expected = std::string(mode) == "floor" ? floor(x / 2) : trunc(x / 2);
      expect_in_all_forms(std::string(name) + ".Tensor_mode", {x, two, mode}, expected);
      expect_in_all_forms(std::string(name) + ".Scalar_mode", {x, 2, mode}, expected);
    }
  expect_in_all_forms("floor_divide", {x, two}, floor(x / 2));
  expect_in_all_forms("floor_divide.Scalar", {x, 2}, floor(x / 2));
  const Tensor a = tensor({5, 6, 7, 8}), b = tensor({3, 10, 4, 9}), three = full({4}, 3, kLong);
  for (const char* name : {"bitwise_and", "bitwise_or", "bitwise_xor"}) {
    const std::string base = name;
    const Tensor expected = result_of(base + ".Tensor", {a, three});
    expect_in_all_forms(base + ".Tensor", {a, b}, result_of(base + ".Tensor", {b, a}));
    expect_in_all_forms(base + ".Scalar", {a, 3}, expected);
    expect_in_all_forms(base + ".Scalar_Tensor", {3, a}, expected);
  }
}

TEST(PointwiseForms, BoundsConditionsAndActivations) {
  const IValue none;
  const double nan = std::nan("");
  const Tensor x = tensor({-3., 1., nan, 7.}), low = tensor({-1., 2., 0., nan}), high = tensor({1., 3., 1., 5.});
  const Tensor plain = tensor({-3., 1., 2., 7.});
  for (const char* name : {"clamp", "clip"}) {
    expect_in_all_forms(name, {plain, 0, 2}, tensor({0., 1., 2., 2.}));
    expect_in_all_forms(name, {plain, none, 2}, tensor({-3., 1., 2., 2.}));
    expect_in_all_forms(std::string(name) + ".Tensor", {plain, none, high}, minimum(plain, high));
    expect_in_all_forms(std::string(name) + ".Tensor", {plain, high, high}, high);
  }
  expect_in_all_forms("clamp_min", {plain, 1.5}, tensor({1.5, 1.5, 2., 7.}));
  expect_in_all_forms("clamp_max", {plain, 1.5}, tensor({-3., 1., 1.5, 1.5}));
  expect_in_all_forms("clamp_min.Tensor", {plain, high}, maximum(plain, high));
  expect_in_all_forms("clamp_max.Tensor", {plain, high}, minimum(plain, high));
  EXPECT_TRUE(x.clamp_min(low).isnan().equal(tensor({false, false, true, true})));

  const Tensor condition = plain > 1.5, zero = zeros({4});
  expect_in_all_forms("where.self", {condition, plain, high}, plain * condition + high * condition.logical_not());
  expect_in_all_forms("where.ScalarSelf", {condition, 0., plain}, where(condition, zero, plain));
  expect_in_all_forms("where.ScalarOther", {condition, plain, 0.}, where(condition, plain, zero));
  expect_in_all_forms("where.Scalar", {condition, 1, 0}, condition.to(kLong));
  expect_in_all_forms("isnan", {x}, tensor({false, false, true, false}));
  expect_in_all_forms("isinf", {x / 0}, tensor({true, true, false, true}));

  expect_in_all_forms("relu6", {plain}, tensor({0., 1., 2., 6.}));
  expect_in_all_forms("selu", {plain},
                      elu(plain, 1.6732632423543772848170429916717, 1.0507009873554804934193349852946));
  expect_in_all_forms("celu", {plain, 2.}, elu(plain, 2, 1, 0.5));
  expect_in_all_forms("prelu", {plain, full({1}, 0.5)}, tensor({-1.5, 1., 2., 7.}));
  expect_in_all_forms("glu", {plain, 0}, plain.narrow(0, 0, 2) * plain.narrow(0, 2, 2).sigmoid());
  expect_in_all_forms("hardshrink", {plain, 2.5}, tensor({-3., 0., 0., 7.}));
  expect_in_all_forms("softshrink", {plain, 2.5}, tensor({-0.5, 0., 0., 4.5}));
  expect_in_all_forms("log_sigmoid", {plain}, -softplus(-plain));
  expect_in_all_forms("round.decimals", {plain * 0.123, 1}, tensor({-0.4, 0.1, 0.2, 0.9}));
  expect_in_all_forms("round.decimals", {plain * 50, -2}, tensor({-200., 0., 100., 400.}));
  expect_in_all_forms("round.decimals", {plain * 0.1234, 0}, tensor({-0., 0., 0., 1.}));
}

TEST(PointwiseForms, RandomNumbers) {
  const IValue none;
  const Tensor p = tensor({0., 1., 0.5, 0.25}), like = zeros({4});
  const auto seeded = [](const Tensor& t) {
    manual_seed(3);
    return t;
  };
  expect_in_all_forms("uniform", {like, -1., 2., none}, seeded(like.clone()).uniform_(-1, 2));
  expect_in_all_forms("normal_functional", {like, 1., 2., none}, seeded(like.clone()).normal_(1, 2));
  expect_in_all_forms("random", {like, none}, seeded(like.clone()).random_());
  expect_in_all_forms("random.to", {like, 9, none}, seeded(like.clone()).random_(9));
  expect_in_all_forms("random.from", {like, -9, 9, none}, seeded(like.clone()).random_(-9, 9));
  expect_in_all_forms("bernoulli", {p, none}, seeded(like.clone()).bernoulli_(p));
  expect_in_all_forms("bernoulli.Tensor", {like, p, none}, seeded(like.clone()).bernoulli_(p));
  expect_in_all_forms("bernoulli.p", {like, 0.5, none}, seeded(like.clone()).bernoulli_());
  const Tensor standard = seeded(like.clone()).normal_();
  const Tensor mean = tensor({1., 2., 3., 4.}), deviation = tensor({0.5, 1., 2., 0.25});
  expect_in_all_forms("normal.float_Tensor", {1., deviation, none}, standard * deviation + 1);
  expect_in_all_forms("normal.Tensor_Tensor", {mean, deviation, none}, standard * deviation + mean);
  EXPECT_TRUE(result_of("normal.Tensor_float", {mean, 2., none}).equal(standard * 2 + mean));
  manual_seed(3);
  Tensor out = empty({4});
  EXPECT_TRUE(normal_out(out, 1., 2., {4}).allclose(standard * 2 + 1));
}

TEST(PointwiseForms, DestinationsOfAnotherDtype) {
  const Tensor x = tensor({-3., 1., 2., 7.}), flag = x > 1.5;
  const std::pair<const char*, Stack> refuse[] = {{"where.self", {flag, x, x}},
                                                  {"hardshrink", {x, 0.5}},
                                                  {"softshrink", {x, 0.5}},
                                                  {"log_sigmoid", {x}},
                                                  {"round.decimals", {x, 1}}};
  for (const auto& [name, arguments] : refuse)
    for (const ScalarType dtype : {kDouble, kLong}) {
      const Tensor out = full({5}, 7, dtype);
      EXPECT_NE(error_of([&, name = name, arguments = arguments] {
                  written_by(name, Out::Form::kOut, arguments, out);
                }).find("Expected out tensor to have dtype float, but got "),
                std::string::npos)
          << name;
      EXPECT_TRUE(out.equal(full({5}, 7, dtype))) << name;
    }
  const std::pair<const char*, Stack> convert[] = {{"isnan", {x}},
                                                   {"isinf", {x}},
                                                   {"celu", {x, 1.}},
                                                   {"prelu", {x, full({1}, 0.5)}},
                                                   {"rsub.Scalar", {x, 2, 1}},
                                                   {"add.Scalar", {x, 2, 1}},
                                                   {"glu", {x, 0}},
                                                   {"max.other", {x, x}}};
  for (const auto& [name, arguments] : convert)
    EXPECT_TRUE(
        written_by(name, Out::Form::kOut, arguments, empty({0}, kDouble)).equal(result_of(name, arguments).to(kDouble)))
        << name;
}

TEST(PointwiseForms, NodesHaveLibtorchsNames) {
  const Tensor x = tensor({1., 2.}).requires_grad_(), y = tensor({1.5, 0.5});
  const auto node = [](const Tensor& t) { return t.grad_fn()->name(); };
  EXPECT_EQ(node(x.clamp_min(y)), "ClampMinBackward1");
  EXPECT_EQ(node((x * 1).clamp_max_(y)), "ClampMaxBackward1");
  EXPECT_EQ(node(x.clamp_min(0)), "ClampMinBackward0");
  EXPECT_EQ(node(x.round(1)), "RoundBackward1");
  EXPECT_EQ(node(pow(2, x)), "PowBackward2");
  EXPECT_EQ(node(rsub(x, 2)), "RsubBackward1");
  EXPECT_EQ(node(square(x)), "PowBackward0");
  EXPECT_EQ(node(hardshrink(x)), "HardshrinkBackward0");
  EXPECT_EQ(node(softshrink(x)), "SoftshrinkBackward0");
  EXPECT_EQ(node(log_sigmoid(x)), "LogSigmoidBackward0");
  EXPECT_EQ(node(celu(x)), "CeluBackward0");
  EXPECT_EQ(node(normal(x, 1.)), "NormalBackward1");
  EXPECT_EQ(node(normal(0., x)), "NormalBackward2");
  EXPECT_EQ(node(normal(x, x)), "NormalBackward3");
  EXPECT_EQ(node(random(x)), "RandomBackward2");
  EXPECT_EQ(node(uniform(x)), "UniformBackward0");
  Tensor out = empty({2});
  EXPECT_NE(error_of([&] { where_out(out, y > 1, x, y); }).find("don't support automatic differentiation"),
            std::string::npos);
}

// Calls that several overloads could take.
TEST(PointwiseForms, CallsFindTheirOverload) {
  const Tensor x = tensor({-3., 1., 2., 7.}), y = full({4}, 2.), half = x / 2;
  EXPECT_TRUE(x.div(2).equal(half) && x.div(y).equal(half) && div(x, 2).equal(half));
  EXPECT_TRUE(x.div(y, "floor").equal(floor(half)) && x.div(2, std::string("trunc")).equal(trunc(half)));
  EXPECT_TRUE(div(x, y, nullopt).equal(half) && x.clone().div_(2, "floor").equal(floor(half)));
  EXPECT_TRUE(x.clamp(0).equal(relu(x)) && x.clamp(0, 1).equal(relu(x).clamp_max(1)));
  EXPECT_TRUE(x.clamp({}, 1).equal(x.clamp_max(1)) && clamp(x, nullopt, 1).equal(x.clamp_max(1)));
  EXPECT_TRUE(x.clamp(y).equal(maximum(x, y)) && x.clamp({}, y).equal(minimum(x, y)) && x.clamp(y, y).equal(y));
  EXPECT_TRUE(x.clamp(optional<Tensor>(y)).equal(maximum(x, y)) && clip(x, 0).equal(relu(x)));
  EXPECT_TRUE(x.pow(2).equal(x * x) && pow(2, x).equal(exp2(x)) && pow(x, y).equal(x * x));
  EXPECT_TRUE(x.max(y).equal(maximum(x, y)) && max(x, y).equal(maximum(x, y)));
  EXPECT_TRUE(where(x > 1.5, x, 0.5).equal(x.where(x > 1.5, full({4}, 0.5))));
  EXPECT_TRUE(where(x > 1.5, 1., 0.5).equal(where(x > 1.5, 1., full({4}, 0.5))));
  EXPECT_EQ(where(x > 1.5).size(), 1u);
  EXPECT_TRUE(gelu(x).equal(gelu(x, "none")) && x.add(y, 2).equal(x + 4) && x.sub(1).equal(subtract(x, 1)));
  EXPECT_TRUE(x.round(0).equal(x) && special::round(x, 1).equal(x) && special::expit(x).equal(sigmoid(x)));
  Tensor z = x.clone();
  EXPECT_EQ(z.random_().numel() + z.random_(5).numel() + z.random_(0, 5).numel(), 12);
  EXPECT_EQ(z.bernoulli_().numel() + z.bernoulli_(0.3).numel() + z.bernoulli_(y / 4).numel(), 12);
  EXPECT_EQ(bernoulli(z).numel() + bernoulli(z, 0.3).numel() + bernoulli(z, y / 4).numel() + z.bernoulli().numel(), 16);
  EXPECT_EQ(z.normal_().numel() + z.normal_(0, 1).numel() + z.uniform_().numel() + z.geometric_(0.5).numel(), 16);
  EXPECT_EQ(normal(x, y).numel() + normal(x, 1.5).numel() + normal(x).numel() + normal(0., y).numel(), 16);
  EXPECT_EQ(normal(0, 1, {2, 3}).numel(), 6);
}

// Blocks of positive numbers take a shorter way; what stands beside an element changes nothing.
TEST(ElementwiseBlocks, EluOfPositiveNumbers) {
  for (const ScalarType dtype : {kFloat, kDouble, kHalf}) {
    const Tensor x = (arange(2000, TensorOptions(kDouble)) / 100 + 0.01).to(dtype), g = (x * 3).to(dtype);
    Tensor mixed = x.clone();
    for (const int64_t at : {0, 255, 256, 700, 1999}) mixed.select(0, at).fill_(at == 700 ? std::nan("") : -1.5);
    const Tensor y = elu(x, 2, 1.5), dx = elu_backward(g, 2, 1.5, 1, false, x);
    const Tensor mixed_y = elu(mixed, 2, 1.5), mixed_dx = elu_backward(g, 2, 1.5, 1, false, mixed), same = mixed > 0;
    EXPECT_TRUE(equal(y, x * 1.5));
    EXPECT_TRUE(equal(dx, g * 1.5));
    EXPECT_TRUE(equal(mixed_y.masked_select(same), y.masked_select(same)));
    EXPECT_TRUE(equal(mixed_dx.masked_select(same), dx.masked_select(same)));
    EXPECT_TRUE(std::isnan(mixed_y.select(0, 700).to(kDouble).item<double>()));
    EXPECT_NEAR(mixed_y.select(0, 255).to(kDouble).item<double>(), 3 * std::expm1(-1.5), 2e-3);
  }
}

}  // namespace
}  // namespace torchpp::test
