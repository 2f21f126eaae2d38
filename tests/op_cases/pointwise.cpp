// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <complex>
#include <numeric>

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

// The derivative of log(gamma(x)) of order n + 1: sixty terms of its sum and the Euler-Maclaurin formula.
Real polygamma_of(int n, Real x) {
  Real sum = 0, factorial = 1;
  for (int k = 0; k < 60; ++k) sum += std::pow(x + k, -Real(n + 1));
  for (int k = 2; k <= n; ++k) factorial *= k;
  const Real a = x + 60, s = n + 1;
  const Real rest = 0.5L + s / (12 * a) - s * (s + 1) * (s + 2) / (720 * a * a * a) +
                    s * (s + 1) * (s + 2) * (s + 3) * (s + 4) / (30240 * std::pow(a, 5));
  if (n == 0) return std::log(a) - sum - rest / a;
  sum += std::pow(a, -s) * (a / n + rest);
  return n % 2 == 1 ? factorial * sum : -factorial * sum;
}
// The power series of the modified Bessel function of the order.
Real bessel_of(int order, Real x) {
  Real term = order == 0 ? 1 : x / 2, sum = term;
  for (int k = 1; k < 200; ++k) {
    term *= x * x / 4 / k / (k + order);
    sum += term;
  }
  return sum;
}
// The power series of the regularized lower incomplete gamma function.
Real gamma_below(Real a, Real x) {
  Real term = 1, sum = 1;
  for (int n = 1; term > sum * 1e-22L; ++n) {
    term *= x / (a + n);
    sum += term;
  }
  return sum * std::exp(a * std::log(x) - x - std::lgamma(a + 1));
}
// The integral of f over (0, 1), at whose ends it may be infinite: the double exponential formula.
template <class F>
Real integral(const F& f) {
  constexpr Real kStep = 1 / 32.0L, kPi = 3.14159265358979323846L;
  Real sum = 0;
  for (int i = -280; i <= 140; ++i) {
    const Real e = std::exp(-kPi * std::sinh(kStep * i)), t = 1 / (1 + e);
    if (t > 0 && t < 1) sum += f(t) * std::cosh(kStep * i) * (e * t) * t;
  }
  return sum * kPi * kStep;
}
// How numbers of the gamma and the beta distribution move with a: the derivative of the distribution function by a, as
// an integral of that of the density, over the density. From the nearer end, since it is 0 over the whole range. The
// latter divided by 1 - x.
Real gamma_gradient(Real a, Real x) {
  const Real middle = polygamma_of(0, a);
  const auto slope = [&](Real t) { return std::exp((a - 1) * std::log(t / x) + x - t) * (std::log(t) - middle); };
  if (x < a) return -integral([&](Real u) { return slope(u * x) * x; });
  return integral([&](Real u) { return slope(x / u) * (x / u) / u; });
}
Real dirichlet_gradient(Real x, Real a, Real total) {
  const Real middle = polygamma_of(0, a) - polygamma_of(0, total), b = total - a;
  if (x * total < a)
    return -integral([&](Real u) {
      const Real t = u * x, rest = std::log((1 - t) / (1 - x));
      return std::exp((a - 1) * std::log(u) + (b - 1) * rest) * (std::log(t) - middle);
    }) * x /
           (1 - x);
  return integral([&](Real u) {
    const Real t = 1 - u * (1 - x);
    return std::exp((a - 1) * std::log(t / x) + (b - 1) * std::log(u)) * (std::log(t) - middle);
  });
}
Real sinc_of(Real x) { return std::sin(x * 3.14159265358979323846L) / (x * 3.14159265358979323846L); }

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

// The gamma function's family and what else is defined by integrals and series.
void add_special_cases(OpCases& t) {
  using Row = const std::vector<Real>&;
  constexpr const char* kFloats = "ffffff.gfd..";
  constexpr const char* kOurFloats = "ffffffegfd..";
  const auto between_integers = [](Sample& s) { return Stack{s.smooth(s.plane(), -4.9, 4.9, 1)}; };
  unary(t, "lgamma", 0.3, 9, [](Real x) { return std::lgamma(x); })
      .also(between_integers)
      .dtypes(kFloats, kOurFloats, kNarrow);
  unary(t, "digamma", 0.3, 9, [](Real x) { return polygamma_of(0, x); })
      .also(between_integers)
      .dtypes(kFloats, kOurFloats, kNarrow);
  const auto of_order = [](int n, double low) {
    return [=](Sample& s) { return Stack{n, s.smooth(s.plane(), low, 9, 1)}; };
  };
  t.add("polygamma", of_order(1, 0.3))
      .also(of_order(0, 0.3))
      .also(of_order(1, -4.9))
      .also(of_order(2, -4.9))
      .also(of_order(3, 0.3))
      .also(of_order(6, 1.05))
      .expects([](const Stack& a) {
        const int n = static_cast<int>(a[0].toInt());
        return each([n](Row x) { return polygamma_of(n, x[0]); })(a);
      })
      .throws(of_order(-1, 0.3), "polygamma(n, x) does not support negative n.")
      .dtypes(kFloats, kOurFloats, kNarrow);
  t.add("polygamma_",
        [](Sample& s) {
          return Stack{s.real(s.plane(), 0.3, 9), 1};
        })
      .expects(each1([](Real x) { return polygamma_of(1, x); }))
      .without(Check::kUnchanged, "writes self")
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  const auto of_dimension = [](int p) { return [=](Sample& s) { return Stack{s.real(s.plane(), 1.5, 6), p}; }; };
  t.add("mvlgamma", of_dimension(3))
      .also(of_dimension(1))
      .expects([](const Stack& a) {
        const int p = static_cast<int>(a[1].toInt());
        return each([p](Row x) {
          Real sum = p * (p - 1) * std::log(3.14159265358979323846L) / 4;
          for (int j = 0; j < p; ++j) sum += std::lgamma(x[0] - j / 2.0L);
          return sum;
        })(a);
      })
      .throws(of_dimension(0), "p has to be greater than or equal to 1")
      .dtypes(".fffff.gfd..", kOurFloats, kWider);
  unary(t, "i0", -12, 12, [](Real x) { return bessel_of(0, x); }).dtypes(kFloats, kOurFloats, kNarrow);
  unary(t, "special_i1", -12, 12, [](Real x) { return bessel_of(1, x); }).dtypes("ffffff..fd..", kOurFloats, kNarrow);
  const auto shape_and_point = [](double low, double high, double least, double most) {
    return [=](Sample& s) {
      const Tensor shape = s.real(s.plane(), low, high);
      return Stack{shape, s.real(s.plane(), least, most)};
    };
  };
  t.add("igamma", shape_and_point(0.2, 6, 0.1, 9))
      .also(shape_and_point(20, 60, 15, 75))
      .expects(each2(gamma_below))
      .constant({0})
      .dtypes("......egfd..");
  t.add("igammac", shape_and_point(0.2, 6, 0.1, 9))
      .also(shape_and_point(20, 60, 15, 75))
      .expects(each2([](Real a, Real x) { return 1 - gamma_below(a, x); }))
      .constant({0})
      .dtypes("......egfd..");
  // Each number of the reference is an integral, so there are few.
  const std::vector<int64_t> few{5, 7};
  const auto shape_and_number = [=](double low, double high, double least, double most) {
    return [=](Sample& s) {
      const Tensor shape = s.real(few, low, high);
      return Stack{shape, s.real(few, least, most)};
    };
  };
  const char* no_formula = "libtorch 1.13 has no derivative";
  t.add("_standard_gamma_grad", shape_and_number(0.2, 6, 0.1, 9))
      .also(shape_and_number(20, 60, 15, 75))
      .also(shape_and_number(0.01, 0.1, 1e-6, 0.5))
      .also(shape_and_number(1000, 1100, 930, 1150))
      .expects(each2(gamma_gradient))
      .without(Check::kGradient, no_formula)
      .without(Check::kForward, no_formula)
      .dtypes("........fd..", "......egfd..", kNarrow);
  const auto coordinate = [=](double least, double most, double low, double high, double more) {
    return [=](Sample& s) {
      const Tensor x = s.real(few, least, most), alpha = s.real(few, low, high);
      return Stack{x, alpha, s.real(few, high + 0.1 * more, high + more)};
    };
  };
  t.add("_dirichlet_grad", coordinate(0.05, 0.9, 0.2, 3, 4))
      .also(coordinate(0.2, 0.6, 20, 30, 30))
      .also(coordinate(0.001, 0.9, 0.02, 0.1, 0.2))
      .expects(each([](Row x) { return dirichlet_gradient(x[0], x[1], x[2]); }))
      .without(Check::kGradient, no_formula)
      .without(Check::kForward, no_formula)
      .dtypes("........fd..", "......egfd..", kNarrow);
}

// Complex numbers of two tensors of parts.
std::function<Tensor(const Stack&)> each_complex(std::complex<Real> (*f)(Real, Real)) {
  return [f](const Stack& a) {
    const std::vector<double> first = elements(a[0].toTensor()), second = elements(a[1].toTensor());
    std::vector<double> parts;
    for (size_t i = 0; i < first.size(); ++i) {
      const std::complex<Real> z = f(first[i], second[i]);
      parts.push_back(static_cast<double>(z.real()));
      parts.push_back(static_cast<double>(z.imag()));
    }
    std::vector<int64_t> sizes = a[0].toTensor().sizes().vec();
    sizes.push_back(2);
    return torchpp::view_as_complex(from_elements(parts, sizes));
  };
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
  t.add("xlogy.Scalar_Self",
        [](Sample& s) {
          return Stack{1.5, s.real(s.plane(), 0.2, 4)};
        })
      .expects(each1([](Real x) { return 1.5L * std::log(x); }))
      .dtypes("ffffffegfd..");
  const auto base_and = [](auto... rest) {
    return [=](Sample& s) { return Stack{s.real(s.plane(), 0.3, 2.5), rest...}; };
  };
  t.add("float_power.Tensor_Tensor",
        [](Sample& s) {
          const Tensor base = s.real(s.plane(), 0.3, 2.5);
          return Stack{base, s.real(s.plane(), -2, 2)};
        })
      .expects(each2([](Real a, Real b) { return std::pow(a, b); }))
      .in_place_keeps_dtype()
      .dtypes("ddddddddddDD");
  t.add("float_power.Tensor_Scalar", base_and(2.5))
      .also(base_and(-1))
      .expects([](const Stack& a) {
        const Real e = a[1].toScalar().toDouble();
        return each([e](Row x) { return std::pow(x[0], e); })(a);
      })
      .in_place_keeps_dtype()
      .dtypes("ddddddddddDD");
  t.add("float_power.Scalar",
        [](Sample& s) {
          return Stack{1.5, s.real()};
        })
      .expects(each1([](Real x) { return std::pow(1.5L, x); }))
      .dtypes("ddddddddddDD");
  const auto scaled = [](Sample& s) {
    const Tensor self = s.real();
    return Stack{self, s.index(s.plane(), 6)};
  };
  t.add("ldexp.Tensor", scaled).expects(each2([](Real a, Real b) { return a * std::exp2(b); })).dtypes("fffffffffdFD");
  t.add("ldexp_", scaled)
      .expects(each2([](Real a, Real b) { return a * std::exp2(b); }))
      .without(Check::kUnchanged, "writes self")
      .dtypes("......egfdFD");
  t.add("positive", of())
      .expects(each1([](Real x) { return x; }))
      .without(Check::kUndefined, kComesBack)
      .dtypes(".BbhilegfdFD")
      .exactly();
  t.add("isreal", of())
      .expects(each1([](Real) { return Real(1); }))
      .without(Check::kGradient, truth)
      .dtypes("????????????")
      .exactly();
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
  t.add("_prelu_kernel",
        [](Sample& s) {
          const Tensor self = s.smooth(s.plane(), -4, 4, 1);
          return Stack{self, s.real(s.plane(), 0.1, 0.5)};
        })
      .also([](Sample& s) {
        const Tensor self = s.smooth(s.plane(), -4, 4, 1);
        return Stack{self, s.real({1}, 0.1, 0.5)};
      })
      .expects(each2([](Real x, Real w) { return x > 0 ? x : w * x; }))
      .dtypes("", "......egfd..", kOurs);
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
  unary(t, "asinh", -4, 4, [](Real x) { return std::asinh(x); }).dtypes("ffffff.gfdFD", "ffffffegfdFD", kNarrow);
  unary(t, "acosh", 1.1, 4, [](Real x) { return std::acosh(x); }).dtypes("ffffff.gfdFD", "ffffffegfdFD", kNarrow);
  unary(t, "atanh", -0.9, 0.9, [](Real x) { return std::atanh(x); }).dtypes("ffffff.gfdFD", "ffffffegfdFD", kNarrow);
  unary(t, "sinc", -3, 3, sinc_of).dtypes("ffffff.gfdFD", "ffffffegfdFD", kNarrow);
  unary(t, "deg2rad", -400, 400, [](Real x) { return x * 3.14159265358979323846L / 180; }).dtypes("ffffffegfd..");
  unary(t, "rad2deg", -7, 7, [](Real x) { return x * 180 / 3.14159265358979323846L; }).dtypes("ffffffegfd..");
  unary(t, "angle", -2, 2, [](Real x) { return x < 0 ? 3.14159265358979323846L : 0; }).dtypes("ffffffegfdfd");
  const auto shares = [](auto eps) {
    return [=](Sample& s) { return Stack{s.smooth(s.plane(), 0.05, 0.95, 0.2, 0.02), eps}; };
  };
  t.add("logit", shares(IValue()))
      .also(shares(0.2))
      .expects([](const Stack& a) {
        const Real eps = a[1].isNone() ? 0 : a[1].toDouble();
        return each([eps](const std::vector<Real>& x) {
          const Real z = std::min(std::max(x[0], eps), 1 - eps);
          return std::log(z / (1 - z));
        })(a);
      })
      .dtypes("ffffff.gfd..", "ffffffegfd..", kNarrow);
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
  binary(t, "fmax", [](Real a, Real b) { return std::max(a, b); }).dtypes("?Bbhilegfd..").exactly();
  binary(t, "fmin", [](Real a, Real b) { return std::min(a, b); }).dtypes("?Bbhilegfd..").exactly();
  binary(t, "hypot", [](Real a, Real b) { return std::hypot(a, b); }).dtypes(".......gfd..", "......egfd..", kNarrow);
  binary(t, "copysign.Tensor", [](Real a, Real b) { return std::copysign(a, b); }).dtypes("ffffffegfd..").exactly();
  binary(t, "nextafter",
         [](Real a, Real b) { return Real(std::nextafter(static_cast<double>(a), static_cast<double>(b))); })
      .without(Check::kGradient, "has no derivative")
      .dtypes(".......gfd..", "......egfd..", kNarrow)
      .exactly();
  binary(
      t, "xlogy.Tensor", [](Real a, Real b) { return a * std::log(b); }, 0.2, 4)
      .dtypes("ffffffegfd..");
  binary(t, "logaddexp", [](Real a, Real b) {
    return std::log(std::exp(a) + std::exp(b));
  }).dtypes(".......gfd..", "......egfd..", kNarrow);
  binary(t, "logaddexp2", [](Real a, Real b) {
    return std::log2(std::exp2(a) + std::exp2(b));
  }).dtypes(".......gfd..", "......egfd..", kNarrow);
  t.add("heaviside",
        [](Sample& s) {
          const Tensor self = s.index(s.plane(), 3).sub(1);
          return Stack{self, s.index(s.plane(), 9)};
        })
      .expects(each2([](Real a, Real b) { return a == 0 ? b : Real(a > 0); }))
      .without(Check::kGradient, "of integers alone")
      .dtypes("?Bbhilegfd..")
      .exactly();
  const auto factors = [](Sample& s) {
    const Tensor self = s.index(s.plane(), 200).sub(100);
    return Stack{self, s.index(s.plane(), 60).sub(30)};
  };
  t.add("gcd", factors)
      .expects(each2([](Real a, Real b) { return Real(std::gcd(int64_t(a), int64_t(b))); }))
      .without(Check::kGradient, "of integers alone")
      .dtypes(".Bbhil......")
      .exactly();
  t.add("lcm", factors)
      .expects(each2([](Real a, Real b) { return Real(std::lcm(int64_t(a), int64_t(b))); }))
      .without(Check::kGradient, "of integers alone")
      .dtypes(".Bbhil......")
      .exactly();
  whole_binary(
      t, "bitwise_left_shift.Tensor", [](Real a, Real b) { return Real(int64_t(a) << int64_t(b)); }, kLong)
      .without(Check::kGradient, "of integers alone")
      .dtypes(".Bbhil......")
      .exactly();
  whole_binary(
      t, "bitwise_right_shift.Tensor", [](Real a, Real b) { return Real(int64_t(a) >> int64_t(b)); }, kLong)
      .without(Check::kGradient, "of integers alone")
      .dtypes(".Bbhil......")
      .exactly();
  const auto parts = [](double low, double high) {
    return [=](Sample& s) {
      const Tensor first = s.real(s.plane(), low, high);
      return Stack{first, s.real(s.plane(), -3, 3)};
    };
  };
  t.add("complex", parts(-2, 2))
      .expects(each_complex([](Real re, Real im) { return std::complex<Real>(re, im); }))
      .throws(
          [](Sample& s) {
            return Stack{s.real({3}), s.real({3}).to(kFloat)};
          },
          "Expected object of scalar type Double but got scalar type Float for second argument")
      .dtypes("......E.FD..")
      .exactly();
  t.add("chalf",
        [](Sample& s) {
          return Stack{s.index(s.plane(), 9).to(kDouble), IValue()};
        })
      .expects([](const Stack& a) {
        const Tensor x = a[0].toTensor();
        return each_complex([](Real re, Real im) { return std::complex<Real>(re, im); })({x, torchpp::zeros_like(x)});
      })
      .without(Check::kGradient, "rounded to 16 bits")
      .constant({0})
      .dtypes("EEEEEEEEEEEE")
      .exactly();
  t.add("polar", parts(0.2, 2))
      .expects(each_complex([](Real r, Real angle) { return std::polar(r, angle); }))
      .dtypes("........FD..");
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
  t.add("isposinf", with_specials)
      .expects(each1([](Real x) { return Real(x == HUGE_VALL); }))
      .dtypes("??????????..")
      .exactly();
  t.add("isneginf", with_specials)
      .expects(each1([](Real x) { return Real(x == -HUGE_VALL); }))
      .dtypes("??????????..")
      .exactly();
  t.add("signbit", with_specials)
      .expects(each1([](Real x) { return Real(std::signbit(x)); }))
      .dtypes("??????????..")
      .exactly();
  t.add("nan_to_num",
        [](Sample& s) {
          return Stack{s.real(), IValue(), IValue(), IValue()};
        })
      .expects(each1([](Real x) { return x; }))
      .dtypes("?Bbhilegfd..")
      .exactly();
  t.add("frexp.Tensor", [](Sample& s) { return Stack{s.real()}; })
      .expects_all([](const Stack& a) {
        std::vector<double> mantissas, exponents;
        for (const double x : elements(a[0].toTensor())) {
          int exponent;
          mantissas.push_back(std::frexp(x, &exponent));
          exponents.push_back(exponent);
        }
        const IntArrayRef sizes = a[0].toTensor().sizes();
        return std::vector<Tensor>{from_elements(mantissas, sizes), from_elements(exponents, sizes)};
      })
      .dtypes("......egfd..")
      .exactly();
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
      .also([](Sample& s) {
        return Stack{s.smooth(s.plane(), -200, 200, 5, 0.5), -1};
      })
      .expects([](const Stack& a) {
        const Real power = std::pow(Real(10), static_cast<Real>(a[1].toInt()));
        return each([power](const std::vector<Real>& x) { return std::nearbyint(x[0] * power) / power; })(a);
      })
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
  t.add("_shrink_backward", pair_and(0.5))
      .expects(each([](Row x) { return std::fabs(x[1]) > 0.5L ? x[0] : 0; }))
      .dtypes("", "......egfd..", kOurs)
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
  const auto gradient_and_shares = [](auto eps) {
    return [=](Sample& s) {
      const Tensor grad = s.real();
      return Stack{grad, s.smooth(s.plane(), 0.05, 0.95, 0.2, 0.02), eps};
    };
  };
  t.add("logit_backward", gradient_and_shares(IValue()))
      .also(gradient_and_shares(0.2))
      .expects([](const Stack& a) {
        const Real eps = a[2].isNone() ? 0 : a[2].toDouble();
        return each([eps](Row x) { return x[1] < eps || x[1] > 1 - eps ? 0 : x[0] / (x[1] * (1 - x[1])); })(a);
      })
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
  add_special_cases(t);
  add_composite_pointwise_cases(t);
}

}  // namespace torchpp::tests
