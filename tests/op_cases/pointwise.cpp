// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "tests/op_cases/op_case.h"

namespace torchpp::tests {
namespace {

using Real = long double;

// Applies a formula of the operator's tensors, in order, to their broadcast elements.
std::function<Tensor(const Stack&)> each(std::function<Real(const std::vector<Real>&)> f) {
  return [f](const Stack& arguments) {
    std::vector<Tensor> tensors;
    for (const IValue& v : arguments)
      if (v.isTensor() && v.toTensor().defined()) tensors.push_back(v.toTensor());
    tensors = broadcast_tensors(tensors);
    std::vector<std::vector<double>> columns;
    for (const Tensor& t : tensors) columns.push_back(elements(t));
    std::vector<double> result(columns[0].size());
    std::vector<Real> row(columns.size());
    for (size_t i = 0; i < result.size(); ++i) {
      for (size_t c = 0; c < columns.size(); ++c) row[c] = columns[c][i];
      result[i] = static_cast<double>(f(row));
    }
    return from_elements(result, tensors[0].sizes());
  };
}

std::function<Tensor(const Stack&)> each1(Real (*f)(Real)) {
  return each([f](const std::vector<Real>& x) { return f(x[0]); });
}
std::function<Tensor(const Stack&)> each2(Real (*f)(Real, Real)) {
  return each([f](const std::vector<Real>& x) { return f(x[0], x[1]); });
}

Real logistic(Real x) { return 1 / (1 + std::exp(-x)); }
Real floor_mod(Real a, Real b) { return a - b * std::floor(a / b); }
Real round_even(Real x) { return std::nearbyint(x); }
Real signum(Real x) { return (x > 0) - (x < 0); }
Real normal_density(Real x) { return std::exp(-x * x / 2) * 0.39894228040143267794L; }
Real normal_below(Real x) { return std::erfc(-x * 0.70710678118654752440L) / 2; }
// The x in [-8, 8] with f(x) = y, of an increasing f.
template <Real (*f)(Real)>
Real inverse(Real y) {
  Real low = -8, high = 8;
  for (int i = 0; i < 100; ++i) (f((low + high) / 2) < y ? low : high) = (low + high) / 2;
  return high;
}

OpCase& unary(OpCases& t, const char* name, double low, double high, Real (*f)(Real)) {
  return t.add(name, [=](Sample& s) { return Stack{s.smooth(s.plane(), low, high, 1)}; }).expects(each1(f));
}

// Two matrices, or in the large sample a matrix and a row.
OpCase& binary(OpCases& t, const char* name, Real (*f)(Real, Real), double low = -2, double high = 2) {
  return t
      .add(name,
           [=](Sample& s) {
             const Tensor a = s.smooth(s.plane(), low, high, 1);
             return Stack{a, s.smooth({s.n(3, 1), s.plane()[1]}, low, high, 1, 0.1)};
           })
      .expects(each2(f));
}

// Samples in which many values are equal.
OpCase& whole_binary(OpCases& t, const char* name, Real (*f)(Real, Real), ScalarType dtype = kDouble) {
  return t
      .add(name,
           [=](Sample& s) {
             const Tensor a = s.index(s.plane(), 4).to(dtype);
             return Stack{a, s.index(s.plane(), 4).to(dtype)};
           })
      .expects(each2(f));
}

// Operators made of other element-wise ones.
void add_composite_pointwise_cases(OpCases& t) {
  using Row = const std::vector<Real>&;
  const char* truth = "truth values";
  const auto of = [](auto... rest) { return [=](Sample& s) { return Stack{s.smooth(s.plane(), -4, 4, 1), rest...}; }; };
  const auto of_two = [](auto... rest) {
    return [=](Sample& s) {
      const Tensor self = s.smooth(s.plane(), -2, 2, 1);
      return Stack{self, s.smooth({s.n(3, 1), s.plane()[1]}, -2, 2, 1, 0.1), rest...};
    };
  };
  t.add("rsub.Tensor", of_two(3)).expects(each([](Row x) { return x[1] - 3 * x[0]; })).dtypes(".BbhilegfdFD");
  t.add("rsub.Scalar", of(1.5, 3)).expects(each1([](Real x) { return 1.5L - 3 * x; })).dtypes(".fffffegfdFD");
  t.add("pow.Scalar",
        [](Sample& s) {
          return Stack{1.5, s.real()};
        })
      .expects(each1([](Real x) { return std::pow(1.5L, x); }))
      .dtypes("ffffffegfdFD");
  const auto close_pairs = [](bool all) {
    return [=](Sample& s) {
      const Tensor self = s.real();
      const Tensor other = self + s.index(s.plane(), 2) * (all ? 1e-9 : 1);
      return Stack{self, other, 1e-5, 1e-8, false};
    };
  };
  t.add("isclose", close_pairs(false))
      .expects(each2([](Real a, Real b) { return Real(std::fabs(a - b) <= 1e-8L + 1e-5L * std::fabs(b)); }))
      .without(Check::kGradient, truth)
      .dtypes("????????????")
      .exactly();
  t.add("allclose", close_pairs(true))
      .also(close_pairs(false))
      .expects([](const Stack& a) {
        const std::vector<double> x = elements(a[0].toTensor()), y = elements(a[1].toTensor());
        const bool all =
            std::equal(x.begin(), x.end(), y.begin(), [](double u, double v) { return std::fabs(u - v) < 1e-7; });
        return scalar_tensor(all ? 1 : 0, kDouble);
      })
      .without(Check::kGradient, truth)
      .without(Check::kMeta, "reads elements")
      .dtypes("nnnnnnnnnnnn")
      .exactly();
  t.add("clamp_min", of(0.5))
      .expects(each1([](Real x) { return std::max(x, 0.5L); }))
      .dtypes("ffffff.gfd..", "ffffffegfd..", kNarrow)
      .exactly();
  t.add("clamp_max", of(0.5))
      .expects(each1([](Real x) { return std::min(x, 0.5L); }))
      .dtypes("ffffff.gfd..", "ffffffegfd..", kNarrow)
      .exactly();
  t.add("clamp_min.Tensor", of_two())
      .expects(each2([](Real a, Real b) { return std::max(a, b); }))
      .dtypes("?Bbhilegfd..")
      .exactly();
  t.add("clamp_max.Tensor", of_two())
      .expects(each2([](Real a, Real b) { return std::min(a, b); }))
      .dtypes("?Bbhilegfd..")
      .exactly();
  t.add("where", [](Sample& s) { return Stack{s.mask(s.plane())}; })
      .expects_all(places_of_nonzero)
      .without(Check::kGradient, "indices")
      .without(Check::kMeta, "the number of results depends on elements")
      .dtypes("llllllllllll")
      .exactly();
  t.add("relu6", [](Sample& s) { return Stack{s.smooth(s.plane(), -4, 8, 2)}; })
      .expects(each1([](Real x) { return std::min<Real>(std::max<Real>(x, 0), 6); }))
      .dtypes(".Bbhil.gfd..", ".Bbhilegfd..", kNarrow)
      .exactly();
  t.add("prelu",
        [](Sample& s) {
          const Tensor self = s.smooth(s.plane(), -4, 4, 1);
          return Stack{self, s.real({s.plane()[1]}, 0.1, 0.5)};
        })
      .also([](Sample& s) {
        const Tensor self = s.smooth(s.plane(), -4, 4, 1);
        return Stack{self, s.real({1}, 0.1, 0.5)};
      })
      .expects(each2([](Real x, Real w) { return x > 0 ? x : w * x; }))
      .dtypes(".......gfd..", "......egfd..", kNarrow)
      .throws(
          [](Sample& s) {
            const Tensor self = s.real();
            return Stack{self, s.real({3})};
          },
          "Mismatch of parameter numbers and input channel size. Found parameter numbers = 3 and channel size = 4");
  t.add("selu", of())
      .expects(each1([](Real x) {
        return 1.0507009873554804934193349852946L * (x > 0 ? x : 1.6732632423543772848170429916717L * std::expm1(x));
      }))
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  t.add("celu", of(1.5))
      .expects(each1([](Real x) { return x > 0 ? x : 1.5L * std::expm1(x / 1.5L); }))
      .dtypes(".......gfd..", "......egfd..", kNarrow)
      .throws(of(0), "ZeroDivisionError: alpha cannot be 0 for CELU");
  t.add("glu",
        [](Sample& s) {
          return Stack{s.real({s.n(3, 131), s.n(4, 1022)}), -1};
        })
      .expects([](const Stack& a) {
        const std::vector<double> v = elements(a[0].toTensor());
        const size_t columns = static_cast<size_t>(a[0].toTensor().size(1)), half = columns / 2;
        std::vector<double> result;
        for (size_t row = 0; row < v.size(); row += columns)
          for (size_t c = 0; c < half; ++c)
            result.push_back(static_cast<double>(v[row + c] * logistic(v[row + half + c])));
        return from_elements(result, {a[0].toTensor().size(0), static_cast<int64_t>(half)});
      })
      .dtypes(".......gfd..", "......egfd..", kNarrow)
      .throws(
          [](Sample& s) {
            return Stack{s.real({2, 3}), 1};
          },
          "Halving dimension must be even, but dimension 1 is size 3");
}

}  // namespace

void add_pointwise_cases(OpCases& t) {
  unary(t, "abs", -2, 2, [](Real x) { return std::fabs(x); }).dtypes(".Bbhilegfdfd");
  unary(t, "neg", -2, 2, [](Real x) { return -x; }).dtypes(".BbhilegfdFD").exactly();
  unary(t, "exp", -2, 2, [](Real x) { return std::exp(x); }).dtypes("ffffff.gfdFD", "ffffffegfdFD", kNarrow);
  unary(t, "exp2", -2, 2, [](Real x) { return std::exp2(x); }).dtypes("ffffffegfd..");
  unary(t, "expm1", -2, 2, [](Real x) { return std::expm1(x); }).dtypes("ffffff.gfd..", "ffffffegfd..", kNarrow);
  unary(t, "log", 0.2, 4, [](Real x) { return std::log(x); }).dtypes("ffffff.gfdFD", "ffffffegfdFD", kNarrow);
  unary(t, "log2", 0.2, 4, [](Real x) { return std::log2(x); }).dtypes("ffffff.gfdFD", "ffffffegfdFD", kNarrow);
  unary(t, "log10", 0.2, 4, [](Real x) { return std::log10(x); }).dtypes("ffffff.gfdFD", "ffffffegfdFD", kNarrow);
  unary(t, "log1p", -0.8, 4, [](Real x) { return std::log1p(x); }).dtypes("ffffff.gfd..", "ffffffegfd..", kNarrow);
  unary(t, "sqrt", 0.2, 4, [](Real x) { return std::sqrt(x); }).dtypes("ffffff.gfdFD", "ffffffegfdFD", kNarrow);
  unary(t, "rsqrt", 0.2, 4, [](Real x) { return 1 / std::sqrt(x); }).dtypes("ffffff.gfdFD", "ffffffegfdFD", kNarrow);
  unary(t, "reciprocal", 0.2, 4, [](Real x) { return 1 / x; }).dtypes("ffffffegfdFD");
  unary(t, "sigmoid", -4, 4, logistic).dtypes("ffffff.gfdFD", "ffffffegfdFD", kNarrow);
  unary(t, "tanh", -2, 2, [](Real x) { return std::tanh(x); }).dtypes("ffffff.gfdFD", "ffffffegfdFD", kNarrow);
  unary(t, "sin", -4, 4, [](Real x) { return std::sin(x); }).dtypes("ffffff.gfdFD", "ffffffegfdFD", kNarrow);
  unary(t, "cos", -4, 4, [](Real x) { return std::cos(x); }).dtypes("ffffff.gfdFD", "ffffffegfdFD", kNarrow);
  unary(t, "tan", -1.2, 1.2, [](Real x) { return std::tan(x); }).dtypes("ffffff.gfdFD", "ffffffegfdFD", kNarrow);
  unary(t, "asin", -0.9, 0.9, [](Real x) { return std::asin(x); }).dtypes("ffffff.gfdFD", "ffffffegfdFD", kNarrow);
  unary(t, "acos", -0.9, 0.9, [](Real x) { return std::acos(x); }).dtypes("ffffff.gfdFD", "ffffffegfdFD", kNarrow);
  unary(t, "atan", -2, 2, [](Real x) { return std::atan(x); }).dtypes("ffffff.gfdFD", "ffffffegfdFD", kNarrow);
  unary(t, "sinh", -2, 2, [](Real x) { return std::sinh(x); }).dtypes("ffffff.gfdFD", "ffffffegfdFD", kNarrow);
  unary(t, "cosh", -2, 2, [](Real x) { return std::cosh(x); }).dtypes("ffffff.gfdFD", "ffffffegfdFD", kNarrow);
  unary(t, "erf", -2, 2, [](Real x) { return std::erf(x); }).dtypes("ffffff.gfd..", "ffffffegfd..", kNarrow);
  unary(t, "erfc", -2, 2, [](Real x) { return std::erfc(x); }).dtypes("ffffff.gfd..", "ffffffegfd..", kNarrow);
  unary(t, "erfinv", -0.9, 0.9, inverse<std::erf>).dtypes("ffffff.gfd..", "ffffffegfd..", kNarrow);
  unary(t, "floor", -4, 4, [](Real x) { return std::floor(x); })
      .dtypes(".Bbhil.gfd..", ".Bbhilegfd..", kNarrow)
      .exactly();
  unary(t, "ceil", -4, 4, [](Real x) { return std::ceil(x); })
      .dtypes(".Bbhil.gfd..", ".Bbhilegfd..", kNarrow)
      .exactly();
  // Halves, at which there is a step, are among the multiples of the kink.
  t.add("round", [](Sample& s) { return Stack{s.smooth(s.plane(), -4, 4, 0.5)}; })
      .expects(each1(round_even))
      .dtypes(".Bbhil.gfd..", ".Bbhilegfd..", kNarrow)
      .exactly();
  unary(t, "trunc", -4, 4, [](Real x) { return std::trunc(x); })
      .dtypes(".Bbhil.gfd..", ".Bbhilegfd..", kNarrow)
      .exactly();
  unary(t, "frac", -4, 4, [](Real x) { return x - std::trunc(x); }).dtypes("......egfd..");
  unary(t, "sign", -2, 2, signum).dtypes("?Bbhilegfd..").exactly();
  unary(t, "sgn", -2, 2, signum).dtypes("?BbhilegfdFD");
  unary(t, "relu", -2, 2, [](Real x) { return std::max<Real>(x, 0); })
      .dtypes(".Bbhil.gfd..", ".Bbhilegfd..", kNarrow)
      .exactly();
  unary(t, "silu", -4, 4, [](Real x) { return x * logistic(x); }).dtypes(".......gfdFD", "......egfdFD", kNarrow);
  t.add("logical_not", [](Sample& s) { return Stack{s.index(s.plane(), 3).to(kDouble)}; })
      .expects(each1([](Real x) { return Real(x == 0); }))
      .dtypes("????????????")
      .exactly();
  t.add("bitwise_not", [](Sample& s) { return Stack{s.index(s.plane(), 1000)}; })
      .expects(each1([](Real x) { return -x - 1; }))
      .without(Check::kGradient, "of integers alone")
      .dtypes("?Bbhil......")
      .exactly();

  binary(t, "mul.Tensor", [](Real a, Real b) { return a * b; }).dtypes("?BbhilegfdFD");
  binary(t, "div.Tensor", [](Real a, Real b) { return a / b; }).dtypes("ffffffegfdFD");
  t.add("remainder.Tensor",
        [](Sample& s) {
          return Stack{s.real(s.plane(), -5, 5), s.smooth(s.plane(), 1.1, 2, 1)};
        })
      .expects(each2(floor_mod))
      .dtypes(".Bbhilegfd..");
  t.add("fmod.Tensor",
        [](Sample& s) {
          return Stack{s.real(s.plane(), -5, 5), s.smooth(s.plane(), 1.1, 2, 1)};
        })
      .expects(each2([](Real a, Real b) { return std::fmod(a, b); }))
      .dtypes(".Bbhilegfd..");
  binary(
      t, "pow.Tensor_Tensor", [](Real a, Real b) { return std::pow(a, b); }, 0.3, 2.5)
      .dtypes(".BbhilegfdFD");
  whole_binary(t, "eq.Tensor", [](Real a, Real b) { return Real(a == b); }).dtypes("????????????").exactly();
  whole_binary(t, "ne.Tensor", [](Real a, Real b) { return Real(a != b); }).dtypes("????????????").exactly();
  whole_binary(t, "lt.Tensor", [](Real a, Real b) { return Real(a < b); }).dtypes("??????????..").exactly();
  whole_binary(t, "le.Tensor", [](Real a, Real b) { return Real(a <= b); }).dtypes("??????????..").exactly();
  whole_binary(t, "gt.Tensor", [](Real a, Real b) { return Real(a > b); }).dtypes("??????????..").exactly();
  whole_binary(t, "ge.Tensor", [](Real a, Real b) { return Real(a >= b); }).dtypes("??????????..").exactly();
  whole_binary(
      t, "bitwise_and.Tensor", [](Real a, Real b) { return Real(int64_t(a) & int64_t(b)); }, kLong)
      .dtypes("?Bbhil......")
      .exactly();
  whole_binary(
      t, "bitwise_or.Tensor", [](Real a, Real b) { return Real(int64_t(a) | int64_t(b)); }, kLong)
      .dtypes("?Bbhil......")
      .exactly();
  whole_binary(
      t, "bitwise_xor.Tensor", [](Real a, Real b) { return Real(int64_t(a) ^ int64_t(b)); }, kLong)
      .dtypes("?Bbhil......")
      .exactly();
  binary(t, "maximum", [](Real a, Real b) { return std::max(a, b); }).dtypes("?Bbhilegfd..").exactly();
  binary(t, "minimum", [](Real a, Real b) { return std::min(a, b); }).dtypes("?Bbhilegfd..").exactly();
  binary(t, "atan2", [](Real a, Real b) { return std::atan2(a, b); }).dtypes("ffffff.gfd..", "ffffffegfd..", kNarrow);
  whole_binary(t, "logical_and", [](Real a, Real b) { return Real(a != 0 && b != 0); })
      .dtypes("????????????")
      .exactly();
  whole_binary(t, "logical_or", [](Real a, Real b) { return Real(a != 0 || b != 0); }).dtypes("????????????").exactly();
  whole_binary(t, "logical_xor", [](Real a, Real b) { return Real((a != 0) != (b != 0)); })
      .dtypes("????????????")
      .exactly();

  using Row = const std::vector<Real>&;
  t.add("add.Tensor",
        [](Sample& s) {
          return Stack{s.real(), s.real({s.plane()[1]}), 3};
        })
      .expects(each([](Row x) { return x[0] + 3 * x[1]; }))
      .also([](Sample& s) {
        return Stack{s.real(), s.real({}), 3};
      })
      .throws(
          [](Sample& s) {
            return Stack{s.real(), s.real({3}), 1};
          },
          "The size of tensor a (4) must match the size of tensor b (3) at non-singleton dimension 1")
      .dtypes("?BbhilegfdFD");
  t.add("sub.Tensor",
        [](Sample& s) {
          return Stack{s.real(), s.real({s.plane()[1]}), 3};
        })
      .expects(each([](Row x) { return x[0] - 3 * x[1]; }))
      .dtypes(".BbhilegfdFD");
  t.add("div.Tensor_mode",
        [](Sample& s) {
          return Stack{s.real(s.plane(), -5, 5), s.smooth(s.plane(), 0.2, 2, 1), "floor"};
        })
      .expects([](const Stack& a) {
        if (!a[2].isString()) return each([](Row x) { return x[0] / x[1]; })(a);
        if (a[2].toStringRef() == "trunc") return each([](Row x) { return std::trunc(x[0] / x[1]); })(a);
        return each([](Row x) { return std::floor(x[0] / x[1]); })(a);
      })
      .also([](Sample& s) {
        return Stack{s.real(s.plane(), -5, 5), s.smooth(s.plane(), 0.2, 2, 1), "trunc"};
      })
      .also([](Sample& s) {
        return Stack{s.real(s.plane(), -5, 5), s.smooth(s.plane(), 0.2, 2, 1), IValue()};
      })
      .throws(
          [](Sample& s) {
            return Stack{s.real(), s.real(), "up"};
          },
          "div expected rounding_mode to be one of None, 'trunc', or 'floor' but found 'up'")
      .dtypes(".Bbhilegfd..");
  t.add("clamp",
        [](Sample& s) {
          return Stack{s.real(), -0.5, 1.0};
        })
      .expects([](const Stack& a) {
        const Real low = a[1].isNone() ? -HUGE_VALL : a[1].toDouble(),
                   high = a[2].isNone() ? HUGE_VALL : a[2].toDouble();
        return each([=](Row x) { return std::min(std::max(x[0], low), high); })(a);
      })
      .also([](Sample& s) {
        return Stack{s.real(), -0.5, IValue()};
      })
      .also([](Sample& s) {
        return Stack{s.real(), IValue(), 0.5};
      })
      .throws(
          [](Sample& s) {
            return Stack{s.real(), IValue(), IValue()};
          },
          "At least one of 'min' or 'max' must not be None")
      .dtypes("ffffff.gfd..", "ffffffegfd..", kNarrow)
      .exactly();
  t.add("clamp.Tensor",
        [](Sample& s) {
          return Stack{s.real(), s.real(s.plane(), -1.5, -0.5), s.real(s.plane(), 0.5, 1.5)};
        })
      .expects(each([](Row x) { return std::min(std::max(x[0], x[1]), x[2]); }))
      .dtypes(".Bbhil.gfd..", ".Bbhilegfd..", kNarrow)
      .exactly();
  t.add("addcmul",
        [](Sample& s) {
          return Stack{s.real(), s.real(), s.real(), 0.5};
        })
      .expects(each([](Row x) { return x[0] + 0.5L * x[1] * x[2]; }))
      .dtypes(".Bbhil.gfdFD", ".BbhilegfdFD", kNarrow);
  t.add("addcdiv",
        [](Sample& s) {
          return Stack{s.real(), s.real(), s.real(s.plane(), 0.5, 2), 0.5};
        })
      .expects(each([](Row x) { return x[0] + 0.5L * x[1] / x[2]; }))
      .dtypes(".......gfdFD", "......egfdFD", kNarrow);
  t.add("lerp.Scalar",
        [](Sample& s) {
          return Stack{s.real(), s.real(), 0.25};
        })
      .expects(each([](Row x) { return x[0] + 0.25L * (x[1] - x[0]); }))
      .dtypes(".......gfdFD", "......egfdFD", kNarrow);
  t.add("lerp.Tensor",
        [](Sample& s) {
          return Stack{s.real(), s.real(), s.real(s.plane(), 0, 1)};
        })
      .expects(each([](Row x) { return x[0] + x[2] * (x[1] - x[0]); }))
      .dtypes(".......gfdFD", "......egfdFD", kNarrow);
  t.add("where.self",
        [](Sample& s) {
          return Stack{s.mask(s.plane()), s.real(), s.real()};
        })
      .expects(each([](Row x) { return x[0] != 0 ? x[1] : x[2]; }))
      .dtypes("?BbhilegfdFD")
      .exactly();
  // Unlike numbers that stand for tensors elsewhere, these must fit the promoted dtype.   Source: libtorch 1.13.1.
  constexpr const char* kOverflow = "value cannot be converted to type float without overflow";
  t.add("where.ScalarSelf",
        [](Sample& s) {
          return Stack{s.mask(s.plane()), 0.5, s.real()};
        })
      .expects(each([](Row x) { return x[0] != 0 ? 0.5L : x[1]; }))
      .throws(
          [](Sample& s) {
            return Stack{s.mask({3}), 1e39, s.real({3}).to(kFloat)};
          },
          kOverflow)
      .dtypes("ffffffegfdFD")
      .exactly();
  t.add("where.ScalarOther",
        [](Sample& s) {
          return Stack{s.mask(s.plane()), s.real(), 0.5};
        })
      .expects(each([](Row x) { return x[0] != 0 ? x[1] : 0.5L; }))
      .throws(
          [](Sample& s) {
            return Stack{s.mask({3}), s.index({3}, 9), -1e300};
          },
          kOverflow)
      .dtypes("ffffffegfdFD")
      .exactly();
  t.add("where.Scalar",
        [](Sample& s) {
          return Stack{s.mask(s.plane()), 0.5, -3};
        })
      .expects(each([](Row x) { return x[0] != 0 ? 0.5L : -3; }))
      .throws(
          [](Sample& s) {
            return Stack{s.mask({3}), 1, 1e39};
          },
          kOverflow)
      .without(Check::kGradient, "numbers have none")
      .dtypes("ff..........")
      .exactly();
  const auto with_specials = [](Sample& s) {
    Tensor x = s.real();
    x.data_ptr<double>()[1] = std::nan("");
    x.data_ptr<double>()[2] = HUGE_VAL;
    x.data_ptr<double>()[3] = -HUGE_VAL;
    return Stack{x};
  };
  t.add("isnan", with_specials).expects(each1([](Real x) { return Real(x != x); })).dtypes("????????????").exactly();
  t.add("isinf", with_specials)
      .expects(each1([](Real x) { return Real(std::fabs(x) == HUGE_VALL); }))
      .dtypes("????????????")
      .exactly();
  t.add("isfinite", with_specials)
      .expects(each1([](Real x) { return Real(x - x == 0); }))
      .dtypes("????????????")
      .exactly();
  t.add("equal",
        [](Sample& s) {
          const Tensor a = s.real();
          return Stack{a, a.clone()};
        })
      .also([](Sample& s) {  // in the promoted dtype, as libtorch 1.13.1 compares
        const Tensor a = s.index(s.plane(), 9);
        return Stack{a, a.to(kDouble)};
      })
      .expects([](const Stack&) { return scalar_tensor(1, kDouble); })
      .dtypes("nnnnnnnnnnnn")
      .exactly();

  t.add("gelu",
        [](Sample& s) {
          return Stack{s.real(), "none"};
        })
      .expects(each1([](Real x) { return x * normal_below(x); }))
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  t.add("leaky_relu",
        [](Sample& s) {
          return Stack{s.smooth(s.plane(), -2, 2, 1), 0.1};
        })
      .expects(each1([](Real x) { return x > 0 ? x : x * static_cast<Real>(0.1); }))
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  t.add("elu",
        [](Sample& s) {
          return Stack{s.smooth(s.plane(), -2, 2, 1), 1.5, 1.25, 0.5};
        })
      .expects(each1([](Real x) { return 1.25L * (x > 0 ? x : 1.5L * std::expm1(x * 0.5L)); }))
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  t.add("hardtanh",
        [](Sample& s) {
          return Stack{s.smooth(s.plane(), -2, 2, 1), -1, 1};
        })
      .expects(each1([](Real x) { return std::min<Real>(std::max<Real>(x, -1), 1); }))
      .dtypes("..bhil.gfd..", "..bhilegfd..", kNarrow)
      .exactly();
  t.add("softplus",
        [](Sample& s) {
          return Stack{s.real(s.plane(), -4, 4), 2, 3};
        })
      .expects(each1([](Real x) { return 2 * x > 3 ? x : std::log1p(std::exp(2 * x)) / 2; }))
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  t.add("hardswish", [](Sample& s) { return Stack{s.smooth(s.plane(), -5, 5, 1)}; })
      .expects(each1([](Real x) { return x * std::min<Real>(std::max<Real>(x + 3, 0), 6) / 6; }))
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  t.add("hardsigmoid", [](Sample& s) { return Stack{s.smooth(s.plane(), -5, 5, 1)}; })
      .expects(each1([](Real x) { return std::min<Real>(std::max<Real>(x + 3, 0), 6) / 6; }))
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  t.add("mish", [](Sample& s) { return Stack{s.real()}; })
      .expects(each1([](Real x) { return x * std::tanh(std::log1p(std::exp(x))); }))
      .dtypes("........fd..", "......egfd..", kNarrow);
  t.add("threshold",
        [](Sample& s) {
          return Stack{s.smooth(s.plane(), -2, 2, 0.5), 0.5, -3};
        })
      .expects(each1([](Real x) { return x > 0.5L ? x : -3; }))
      .dtypes(".Bbhil.gfd..", ".Bbhilegfd..", kNarrow)
      .exactly();
  t.add("hardshrink",
        [](Sample& s) {
          return Stack{s.smooth(s.plane(), -2, 2, 0.5), 0.5};
        })
      .expects(each1([](Real x) { return std::fabs(x) > 0.5L ? x : 0; }))
      .throws(
          [](Sample& s) {
            return Stack{s.real({3}), Scalar(ComplexDouble(1, 2))};
          },
          "value cannot be converted to type double without overflow")
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  t.add("softshrink",
        [](Sample& s) {
          return Stack{s.smooth(s.plane(), -2, 2, 0.5), 0.5};
        })
      .expects(each1([](Real x) { return x > 0.5L    ? x - 0.5L
                                         : x < -0.5L ? x + 0.5L
                                                     : 0; }))
      .throws(
          [](Sample& s) {
            return Stack{s.real({3}), Scalar(ComplexDouble(1, 2))};
          },
          "value cannot be converted to type double without overflow")
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  t.add("log_sigmoid", [](Sample& s) { return Stack{s.real()}; })
      .expects(each1([](Real x) { return -std::log1p(std::exp(-x)); }))
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  t.add("round.decimals",
        [](Sample& s) {
          return Stack{s.smooth(s.plane(), -2, 2, 0.05, 0.005), 1};
        })
      .expects(each1([](Real x) { return std::nearbyint(x * 10) / 10; }))
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  t.add("sigmoid_backward",
        [](Sample& s) {
          return Stack{s.real(), s.real(s.plane(), 0.1, 0.9)};
        })
      .expects(each([](Row x) { return x[0] * x[1] * (1 - x[1]); }))
      .dtypes("......egfdFD");
  t.add("tanh_backward",
        [](Sample& s) {
          return Stack{s.real(), s.real(s.plane(), -0.9, 0.9)};
        })
      .expects(each([](Row x) { return x[0] * (1 - x[1] * x[1]); }))
      .dtypes(".......gfdFD", "......egfdFD", kNarrow);
  const auto pair_and = [](auto... rest) {
    return [=](Sample& s) {
      const Tensor grad = s.real();
      return Stack{grad, s.smooth(s.plane(), -5, 5, 1), rest...};
    };
  };
  t.add("threshold_backward", pair_and(0))
      .expects(each([](Row x) { return x[1] > 0 ? x[0] : 0; }))
      .dtypes(".Bbhil.gfd..", ".Bbhilegfd..", kNarrow)
      .exactly();
  t.add("gelu_backward", pair_and("none"))
      .expects(each([](Row x) { return x[0] * (normal_below(x[1]) + x[1] * normal_density(x[1])); }))
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  t.add("silu_backward", pair_and())
      .expects(each([](Row x) { return x[0] * logistic(x[1]) * (1 + x[1] * (1 - logistic(x[1]))); }))
      .dtypes(".......gfdFD", "......egfdFD", kNarrow);
  t.add("leaky_relu_backward", pair_and(0.125, false))
      .expects(each([](Row x) { return x[1] > 0 ? x[0] : x[0] / 8; }))
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  t.add("elu_backward",
        [](Sample& s) {
          const Tensor grad = s.real();
          return Stack{grad, 1.5, 1.25, 0.5, false, s.smooth(s.plane(), -2, 2, 1)};
        })
      .expects(each([](Row x) { return x[0] * 1.25L * (x[1] > 0 ? 1 : 0.75L * std::exp(x[1] * 0.5L)); }))
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  t.add("hardtanh_backward", pair_and(-1, 1))
      .expects(each([](Row x) { return std::fabs(x[1]) < 1 ? x[0] : 0; }))
      .dtypes("........fd..", "......egfd..", kNarrow)
      .exactly();
  t.add("softplus_backward", pair_and(2, 3))
      .expects(each([](Row x) { return 2 * x[1] > 3 ? x[0] : x[0] * logistic(2 * x[1]); }))
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  t.add("hardswish_backward", pair_and())
      .expects(each([](Row x) { return x[1] < -3  ? 0
                                       : x[1] > 3 ? x[0]
                                                  : x[0] * (2 * x[1] + 3) / 6; }))
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  t.add("hardsigmoid_backward", pair_and())
      .expects(each([](Row x) { return std::fabs(x[1]) < 3 ? x[0] / 6 : 0; }))
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  t.add("mish_backward", pair_and())
      .expects(each([](Row x) {
        const Real th = std::tanh(std::log1p(std::exp(x[1])));
        return x[0] * (th + x[1] * (1 - th * th) * logistic(x[1]));
      }))
      .dtypes("........fd..", "......egfd..", kNarrow);
  add_composite_pointwise_cases(t);
}

}  // namespace torchpp::tests
