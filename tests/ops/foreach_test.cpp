// SPDX-License-Identifier: BSD-3-Clause
// Operators on lists of tensors, by name and in all forms, against the C library's functions. Rules and messages are
// libtorch 1.13.1's.
#include <gtest/gtest.h>
#include <torchpp/dispatch/library.h>
#include <torchpp/ops/families.h>
#include <torchpp/torchpp.h>

#include <cmath>
#include <functional>
#include <set>
#include <string>

#include "tests/support/error_of.h"

namespace torchpp {
namespace {

using test::error_of;
using Tensors = std::vector<Tensor>;
using Number = std::function<double(const std::vector<double>&)>;

// Two tensors of unlike sizes and layouts with values in (low, high).
Tensors list(double low, double high, int64_t seed) {
  const auto values = [&](IntArrayRef sizes, int64_t n) {
    return arange(n, kDouble).add(seed).mul(0.37).remainder(1).mul(high - low).add(low).view(sizes);
  };
  return {values({4, 3}, 12).t(), values({5}, 5)};
}

double at(const Tensor& t, int64_t i) { return t.contiguous().data_ptr<double>()[i]; }

// Each element of the results is f of the elements of the lists at its place; numbers are the rest of f's arguments,
// one for each tensor or one for all.
void expect_elements(const Tensors& got, const std::vector<Tensors>& lists, const std::vector<double>& numbers,
                     const Number& f) {
  ASSERT_EQ(got.size(), lists[0].size());
  for (size_t k = 0; k < got.size(); ++k) {
    ASSERT_EQ(got[k].sizes(), lists[0][k].sizes());
    for (int64_t i = 0; i < got[k].numel(); ++i) {
      std::vector<double> arguments;
      for (const Tensors& l : lists) arguments.push_back(at(l[k], i));
      if (!numbers.empty()) arguments.push_back(numbers[numbers.size() == 1 ? 0 : k]);
      const double expected = f(arguments);
      EXPECT_NEAR(at(got[k], i), expected, 1e-12 * (1 + std::fabs(expected))) << "tensor " << k << ", element " << i;
    }
  }
}

// The names that have been called.
std::set<std::string>& called() {
  static std::set<std::string> names;
  return names;
}

Tensors call(const std::string& name, Stack stack) {
  called().insert(name);
  const FoundOp op = find_op(name);
  op.call_boxed(stack);
  return stack.empty() ? Tensors() : stack[0].toTensorVector();
}

// Both forms of name.overload, with the arguments behind self.
void check(const std::string& name, const std::string& overload, const std::vector<Tensors>& lists, const Stack& rest,
           const std::vector<double>& numbers, const Number& f) {
  SCOPED_TRACE(name + overload);
  Stack stack{lists[0]};
  stack.insert(stack.end(), rest.begin(), rest.end());
  expect_elements(call("_foreach_" + name + overload, stack), lists, numbers, f);
  Tensors written;
  for (const Tensor& t : lists[0]) written.push_back(t.clone());
  stack[0] = written;
  call("_foreach_" + name + "_" + overload, stack);
  expect_elements(written, lists, numbers, f);
  for (const Tensor& t : written) EXPECT_EQ(t._version(), 1u);
}

void check_unary() {
  struct Row {
    const char* name;
    double (*f)(double);
    double low, high;
  };
  const Row rows[] = {
      {"abs", [](double x) { return std::fabs(x); }, -2, 2},
      {"acos", [](double x) { return std::acos(x); }, -1, 1},
      {"asin", [](double x) { return std::asin(x); }, -1, 1},
      {"atan", [](double x) { return std::atan(x); }, -3, 3},
      {"ceil", [](double x) { return std::ceil(x); }, -3, 3},
      {"cos", [](double x) { return std::cos(x); }, -3, 3},
      {"cosh", [](double x) { return std::cosh(x); }, -3, 3},
      {"erf", [](double x) { return std::erf(x); }, -2, 2},
      {"erfc", [](double x) { return std::erfc(x); }, -2, 2},
      {"exp", [](double x) { return std::exp(x); }, -3, 3},
      {"expm1", [](double x) { return std::expm1(x); }, -3, 3},
      {"floor", [](double x) { return std::floor(x); }, -3, 3},
      {"frac", [](double x) { return x - std::trunc(x); }, -3, 3},
      {"lgamma", [](double x) { return std::lgamma(x); }, 0.1, 5},
      {"log", [](double x) { return std::log(x); }, 0.1, 5},
      {"log10", [](double x) { return std::log10(x); }, 0.1, 5},
      {"log1p", [](double x) { return std::log1p(x); }, -0.9, 5},
      {"log2", [](double x) { return std::log2(x); }, 0.1, 5},
      {"neg", [](double x) { return -x; }, -2, 2},
      {"reciprocal", [](double x) { return 1 / x; }, 0.1, 2},
      {"round", [](double x) { return std::nearbyint(x); }, -3, 3},
      {"sigmoid", [](double x) { return 1 / (1 + std::exp(-x)); }, -3, 3},
      {"sin", [](double x) { return std::sin(x); }, -3, 3},
      {"sinh", [](double x) { return std::sinh(x); }, -3, 3},
      {"sqrt", [](double x) { return std::sqrt(x); }, 0, 5},
      {"tan", [](double x) { return std::tan(x); }, -1, 1},
      {"tanh", [](double x) { return std::tanh(x); }, -3, 3},
      {"trunc", [](double x) { return std::trunc(x); }, -3, 3},
      {"zero", [](double) { return 0.; }, -3, 3},
  };
  for (const Row& row : rows)
    check(row.name, "", {list(row.low, row.high, 1)}, {}, {}, [&](const auto& x) { return row.f(x[0]); });
}

void check_arithmetic() {
  struct Row {
    const char* name;
    double (*f)(double, double);
    bool has_alpha;
  };
  const Row rows[] = {{"add", [](double a, double b) { return a + b; }, true},
                      {"sub", [](double a, double b) { return a - b; }, true},
                      {"mul", [](double a, double b) { return a * b; }, false},
                      {"div", [](double a, double b) { return a / b; }, false}};
  const Tensors a = list(-2, 2, 1), b = list(0.5, 2, 2);
  for (const Row& row : rows) {
    const auto f = [&](const auto& x) { return row.f(x[0], x[1]); };
    check(row.name, ".Scalar", {a}, {1.5}, {1.5}, f);
    check(row.name, ".ScalarList", {a}, {std::vector<Scalar>{1.5, 3}}, {1.5, 3}, f);
    if (row.has_alpha) {
      check(row.name, ".List", {a, b}, {b, 2.5}, {}, [&](const auto& x) { return row.f(x[0], 2.5 * x[1]); });
    } else {
      check(row.name, ".List", {a, b}, {b}, {}, f);
    }
  }
  check("maximum", ".List", {a, b}, {b}, {}, [](const auto& x) { return std::fmax(x[0], x[1]); });
  check("minimum", ".List", {a, b}, {b}, {}, [](const auto& x) { return std::fmin(x[0], x[1]); });
}

void check_three_operands() {
  const Tensors a = list(-2, 2, 1), b = list(-1, 1, 2), c = list(0.5, 2, 3);
  const auto product = [](const auto& x) { return x[0] + x[3] * x[1] * x[2]; };
  const auto quotient = [](const auto& x) { return x[0] + x[3] * x[1] / x[2]; };
  check("addcmul", ".Scalar", {a, b, c}, {b, c, 1.5}, {1.5}, product);
  check("addcdiv", ".Scalar", {a, b, c}, {b, c, 1.5}, {1.5}, quotient);
  const std::vector<Scalar> numbers{1.5, -2};
  check("addcmul", ".ScalarList", {a, b, c}, {b, c, numbers}, {1.5, -2}, product);
  check("addcdiv", ".ScalarList", {a, b, c}, {b, c, numbers}, {1.5, -2}, quotient);
}

void check_norm() {
  const Tensors a = list(-2, 2, 1);
  for (const double p : {0.0, 1.0, 2.0, 3.0, static_cast<double>(INFINITY)}) {
    const Tensors got = call("_foreach_norm.Scalar", {a, p});
    ASSERT_EQ(got.size(), 2u);
    for (size_t k = 0; k < 2; ++k) {
      double sum = 0;
      for (int64_t i = 0; i < a[k].numel(); ++i) {
        const double x = std::fabs(at(a[k], i));
        sum = std::isinf(p) ? std::fmax(sum, x) : sum + (p == 0 ? (x != 0 ? 1 : 0) : std::pow(x, p));
      }
      EXPECT_EQ(got[k].dim(), 0);
      EXPECT_NEAR(got[k].item<double>(), p == 0 || std::isinf(p) ? sum : std::pow(sum, 1 / p), 1e-12);
    }
  }
}

TEST(Foreach, EveryRowAgainstTheCLibrary) {
  called().clear();
  check_unary();
  check_arithmetic();
  check_three_operands();
  check_norm();
  const OperatorTable table = families::foreach ();
  size_t rows = 0;
  for (size_t i = 0; i < table.count; ++i) {
    const std::string name(table.entries[i].op->name());
    if (name.compare(0, 5, "_amp_") == 0) continue;  // tests/amp
    EXPECT_EQ(called().count(name), 1u) << name;
    ++rows;
  }
  EXPECT_EQ(rows, 95u);
}

TEST(Foreach, Functions) {
  const Tensors a{tensor({1.f, 2.f}), tensor({3.f})};
  EXPECT_TRUE(equal(_foreach_add(a, 1)[1], tensor({4.f})));
  EXPECT_TRUE(equal(_foreach_sub(a, a, 2)[0], tensor({-1.f, -2.f})));
  const std::vector<Scalar> numbers{2, 3};
  EXPECT_TRUE(equal(_foreach_mul(a, numbers)[1], tensor({9.f})));
  _foreach_mul_(a, 2);
  EXPECT_TRUE(equal(a[0], tensor({2.f, 4.f})));
  _foreach_zero_(a);
  EXPECT_TRUE(equal(a[1], tensor({0.f})));
  const Tensors repeated{ones({2}), ones({1}).expand({3})};
  _foreach_zero_(repeated);
  EXPECT_TRUE(equal(repeated[1], zeros({3})));
  EXPECT_EQ(_foreach_norm(a)[0].item<float>(), 0.f);
}

TEST(Foreach, DtypesFollowEachTensor) {
  const Tensors mixed{tensor({1, 2}, kInt), tensor({1.5f}).to(kHalf), tensor({true})};
  const Tensors quotients = _foreach_div(mixed, 2);
  EXPECT_EQ(quotients[0].scalar_type(), kFloat);
  EXPECT_EQ(quotients[1].scalar_type(), kHalf);
  EXPECT_EQ(quotients[2].scalar_type(), kFloat);
  EXPECT_NE(error_of([&] { _foreach_div_({mixed[0]}, 2); }).find("can't be cast to the desired output type Int"),
            std::string::npos);
  EXPECT_EQ(_foreach_abs({ones({2}, kComplexFloat)})[0].scalar_type(), kFloat);
  EXPECT_NE(
      error_of([] { _foreach_abs_({ones({2}, kComplexFloat)}); }).find("In-place abs is not supported for complex"),
      std::string::npos);
  EXPECT_NE(error_of([] { _foreach_norm({ones({2}, kLong)}); }).find("Expected a floating point or complex tensor"),
            std::string::npos);
  // Sizes are those of broadcasting, except in place.
  const Tensors one{ones({1})}, three{ones({3})};
  EXPECT_EQ(_foreach_add(one, three)[0].numel(), 3);
  EXPECT_NE(error_of([&] { _foreach_add_(one, three); }), "");
  EXPECT_EQ(_foreach_exp({empty({2, 3}, kMeta)})[0].sizes(), IntArrayRef({2, 3}));
}

TEST(Foreach, ListsMustFit) {
  const Tensors two{ones({2}), ones({3})}, one{ones({2})};
  EXPECT_THROW(_foreach_exp(Tensors()), NotImplementedError);
  EXPECT_NE(error_of([] { _foreach_exp(Tensors()); }).find("here were no tensor arguments to this function"),
            std::string::npos);
  EXPECT_EQ(
      error_of([&] { _foreach_add(two, one); }).find("Tensor lists must have the same number of tensors, got 2 and 1"),
      0u);
  EXPECT_EQ(error_of([&] {
              _foreach_addcmul(two, two, one);
            }).find("Tensor lists must have the same number of tensors, got 2 and 1"),
            0u);
  const std::vector<Scalar> number{1};
  EXPECT_EQ(
      error_of([&] { _foreach_mul(two, number); }).find("Tensor list must have same number of elements as scalar list"),
      0u);
}

// Calls that are refused for the tensor behind the first one.
TEST(Foreach, NothingIsChangedByAnError) {
  const Tensor leaf = ones({2}).requires_grad_(), base = ones({3}), other_leaf = ones({2}).requires_grad_();
  Tensor undifferentiable_view;
  {
    NoGradGuard no_grad;
    undifferentiable_view = other_leaf.clone().view({2});
  }
  struct Row {
    const char* what;
    std::function<void(TensorList)> call;
    Tensor second;
    const char* message;
  };
  const auto exp = [](TensorList l) { _foreach_exp_(l); };
  const auto add = [](const Tensor& other) { return [other](TensorList l) { _foreach_add_(l, {ones({2}), other}); }; };
  const auto numbers = [](double second) {
    return [second](TensorList l) { _foreach_addcmul_(l, l, l, std::vector<Scalar>{1.0, second}); };
  };
  const Row rows[] = {
      {"leaf", exp, leaf, "_foreach_exp_: a leaf Variable that requires grad"},
      {"other dtype", exp, ones({2}, kLong), "result type Float can't be cast to the desired output type Long"},
      {"complex", [](TensorList l) { _foreach_abs_(l); }, ones({2}, kComplexFloat), "In-place abs is not supported"},
      {"no loop", [](TensorList l) { _foreach_floor_(l); }, ones({2}, kComplexFloat), "not implemented"},
      {"overlap", exp, ones({1}).expand({2}), "more than one element of the written-to tensor"},
      {"overlap in a negative view", [](TensorList l) { _foreach_zero_(l); }, ones({1}).expand({2})._neg_view(),
       "more than one element of the written-to tensor"},
      {"inference", exp,
       [] {
         InferenceMode mode;
         return ones({2});
       }(),
       "inference tensor"},
      {"sizes", add(ones({3})), ones({2}), "The size of tensor"},
      {"broadcast", add(ones({4, 2})), ones({2}), "doesn't match the broadcast shape"},
      {"dtype of the other", add(ones({2}, kComplexFloat)), ones({2}), "can't be cast"},
      {"shared memory", add(base.narrow(0, 1, 2)), base.narrow(0, 0, 2), "unsupported operation: some elements"},
      {"undefined", add(Tensor()), ones({2}), "undefined"},
      {"number", numbers(1e300), ones({2}), "value cannot be converted to type float without overflow"},
      {"number in other dtype", numbers(200), ones({2}, kChar), "value cannot be converted to type int8_t"},
      {"view", [](TensorList l) { _foreach_mul_(l, 2); }, ones({2, 2}).requires_grad_().unbind()[1], "multiple views"},
      {"view of what requires no grad", add(leaf), undifferentiable_view, ""},
      {"maximum",
       [](TensorList l) {
         _foreach_maximum_(l, {ones({2}), ones({2, 2})});
       },
       ones({2}), "broadcast shape"},
  };
  for (const Row& row : rows) {
    const Tensor first = tensor({0.5f, 2.f});
    const std::string message = error_of([&] { row.call({first, row.second}); });
    EXPECT_NE(message, "") << row.what;
    EXPECT_NE(message.find(row.message), std::string::npos) << row.what << ": " << message;
    EXPECT_TRUE(equal(first, tensor({0.5f, 2.f}))) << row.what;
    EXPECT_EQ(first._version(), 0u) << row.what;
  }
}

// Tensors that are not like the first of their list.
TEST(Foreach, MixedListsAreWritten) {
  const Tensor history = ones({2}).requires_grad_().clone(), strided = ones({2, 3}).t(), empty_one = empty({0});
  const Tensors all{ones({2}), ones({2}, kDouble), strided, empty_one, history, tensor(1.f)};
  _foreach_add_(all, 1);
  for (const Tensor& t : all) EXPECT_TRUE(t.eq(2).all().item<bool>()) << t;
  const Tensors others{ones({2}, kDouble), tensor(2.f), ones({3, 1}), ones({1}), ones({2}, kHalf), all[5]};
  _foreach_mul_(all, others);
  EXPECT_TRUE(equal(all[1], tensor({4., 4.}, kDouble)));
  EXPECT_EQ(all[5].item<float>(), 4.f);
  EXPECT_TRUE(history.requires_grad());
  for (const Tensor& t : all) EXPECT_EQ(t._version(), 2u);
  _foreach_div_(all, std::vector<Scalar>{1, 4.0, 1e30, 2, -1, true});
  EXPECT_TRUE(equal(all[1], tensor({1., 1.}, kDouble)));
  EXPECT_EQ(all[2][0][0].item<float>(), 2e-30f);
}

// Stored values are libtorch 1.13.1's: the result is converted to any dtype.
TEST(Foreach, MaximumInPlaceConverts) {
  const Tensors written{tensor({true, false}), tensor({1, 1}, kInt)};
  _foreach_maximum_(written, {tensor({5, -3}, kInt), tensor({2.5f, 0.5f})});
  EXPECT_TRUE(equal(written[0], tensor({true, false})));
  EXPECT_TRUE(equal(written[1], tensor({2, 1}, kInt)));
  const Tensor to = tensor({1, 1}, kInt);
  _foreach_minimum_(to, tensor({2.5f, 0.5f}));
  EXPECT_TRUE(equal(to, tensor({1, 0}, kInt)));
  // Memory of the operands may be that of the destination.
  const Tensor buffer = tensor({1, 5, 2});
  _foreach_maximum_({ones({2}), buffer.narrow(0, 1, 2)}, {ones({2}), buffer.narrow(0, 0, 2)});
  EXPECT_TRUE(equal(buffer, tensor({1, 5, 5})));
}

// libtorch 1.13.1 has no derivatives of these operators; here they are those of the tensors' own operators.
TEST(Foreach, Gradients) {
  const Tensor x = tensor({1.0, 2.0}, kDouble).requires_grad_(), y = tensor({3.0}, kDouble).requires_grad_();
  const Tensors results = _foreach_mul(Tensors{x, y}, Tensors{x, y});
  (results[0].sum() + results[1].sum()).backward();
  EXPECT_TRUE(equal(x.grad(), tensor({2.0, 4.0}, kDouble)));
  EXPECT_TRUE(equal(y.grad(), tensor({6.0}, kDouble)));
}

}  // namespace
}  // namespace torchpp
