// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "tests/op_cases/op_case.h"

namespace torchpp::tests {
namespace {

using Ints = std::vector<int64_t>;
using Line = std::vector<double>;
constexpr const char* kFile = "tests/ops/reduction_test.cpp";
const IValue kNo;

// One value for each line of a matrix along its last dimension.
std::function<Tensor(const Stack&)> of_lines(double (*f)(const Line&), bool keepdim = false) {
  return [=](const Stack& a) {
    const Tensor x = a[0].toTensor();
    const Line v = elements(x);
    const int64_t columns = x.size(1);
    Line result;
    for (int64_t r = 0; r < x.size(0); ++r)
      result.push_back(f(Line(v.begin() + r * columns, v.begin() + (r + 1) * columns)));
    return from_elements(result, keepdim ? Ints{x.size(0), 1} : Ints{x.size(0)});
  };
}
std::function<Tensor(const Stack&)> of_all(double (*f)(const Line&)) {
  return [=](const Stack& a) { return scalar_tensor(f(elements(a[0].toTensor())), kDouble); };
}

double total(const Line& v) {
  long double sum = 0;
  for (double x : v) sum += x;
  return static_cast<double>(sum);
}
double average(const Line& v) { return total(v) / static_cast<double>(v.size()); }
double product(const Line& v) {
  long double p = 1;
  for (double x : v) p *= x;
  return static_cast<double>(p);
}
double largest(const Line& v) { return *std::max_element(v.begin(), v.end()); }
double smallest(const Line& v) { return *std::min_element(v.begin(), v.end()); }
double variance(const Line& v) {
  const double mean = average(v);
  long double sum = 0;
  for (double x : v) sum += static_cast<long double>(x - mean) * (x - mean);
  return static_cast<double>(sum / static_cast<long double>(v.size() - 1));
}
double sum_of_powers(const Line& v) {
  long double sum = 0;
  for (double x : v) sum += std::exp(static_cast<long double>(x));
  return static_cast<double>(std::log(sum));
}
double length(const Line& v) {
  long double sum = 0;
  for (double x : v) sum += static_cast<long double>(x) * x;
  return static_cast<double>(std::sqrt(sum));
}

// Each line becomes another.
std::function<Tensor(const Stack&)> to_lines(Line (*f)(Line)) {
  return [=](const Stack& a) {
    const Tensor x = a[0].toTensor();
    const Line v = elements(x);
    const int64_t columns = x.size(1);
    Line result;
    for (int64_t r = 0; r < x.size(0); ++r)
      for (double y : f(Line(v.begin() + r * columns, v.begin() + (r + 1) * columns))) result.push_back(y);
    return from_elements(result, {x.size(0), static_cast<int64_t>(result.size()) / x.size(0)});
  };
}

// Reductions made of others.
void add_composite_reduction_cases(OpCases& t) {
  const auto along = [](auto... rest) { return [=](Sample& s) { return Stack{s.real(), rest...}; }; };
  const auto both = [](double (*f)(const Line&), double (*g)(const Line&)) {
    return [=](const Stack& a) { return std::vector<Tensor>{of_lines(f)(a), of_lines(g)(a)}; };
  };
  t.add("aminmax", along(1, false))
      .expects_all([=](const Stack& a) {
        if (!a[1].isNone()) return both(smallest, largest)(a);
        return std::vector<Tensor>{of_all(smallest)(a), of_all(largest)(a)};
      })
      .also(along(kNo, false))
      .dtypes("?Bbhil..fd..", "?Bbhilegfd..", kNarrow)
      .exactly()
      .throws(
          [](Sample& s) {
            return Stack{s.real({0}), kNo, false};
          },
          "cannot compute aminmax over an empty dimension as the operation has no identity");
  const auto of_few = [](auto... rest) {
    return [=](Sample& s) { return Stack{s.index(s.plane(), 2).to(kDouble), rest...}; };
  };
  t.add("count_nonzero.dim_IntList", of_few(Ints{1}))
      .expects(of_lines(total))
      .without(Check::kGradient, "a count")
      .dtypes("llllllllllll")
      .exactly();
  t.add("count_nonzero", of_few(kNo))
      .also(of_few(1))
      .expects([](const Stack& a) { return a[1].isNone() ? of_all(total)(a) : of_lines(total)(a); })
      .without(Check::kGradient, "a count")
      .dtypes("llllllllllll")
      .exactly();
  t.add("var_mean.correction", along(Ints{1}, 1, false)).expects_all(both(variance, average)).dtypes("......egfdfd");
  t.add("std_mean.correction", along(Ints{1}, 1, false))
      .expects_all(both([](const Line& v) { return std::sqrt(variance(v)); }, average))
      .dtypes("......egfdfd");
  // Norms of every kind of order: zero counts, infinity is the greatest magnitude.
  const auto norm_of = [](const IValue& order) -> double (*)(const Line&) {
    if (order.isNone()) return length;
    const double p = order.toScalar().toDouble();
    if (p == 0) return [](const Line& v) { return static_cast<double>(v.size()); };
    if (p == 1)
      return [](const Line& v) {
        double sum = 0;
        for (double x : v) sum += std::fabs(x);
        return sum;
      };
    if (p == 2) return length;
    if (p == HUGE_VAL)
      return [](const Line& v) {
        double most = 0;
        for (double x : v) most = std::max(most, std::fabs(x));
        return most;
      };
    return [](const Line& v) {
      double sum = 0;
      for (double x : v) sum += std::fabs(x) * x * x;
      return std::cbrt(sum);
    };
  };
  const auto norm_of_all = [=](const Stack& a) { return of_all(norm_of(a[1]))(a); };
  const auto norm_of_lines = [=](const Stack& a) { return of_lines(norm_of(a[1]), a[3].toBool())(a); };
  const double inf = HUGE_VAL;
  const char* not_floating = "norm(): input dtype should be either floating point or complex. Got Long instead.";
  t.add("norm.Scalar", along(2))
      .also(along(0))
      .also(along(1))
      .also(along(3))
      .also(along(inf))
      .expects(norm_of_all)
      .dtypes("......egfdfd")
      .throws(
          [](Sample& s) {
            return Stack{s.index({3}, 4), 2};
          },
          not_floating);
  t.add("norm.ScalarOpt_dtype", along(2, kDouble))
      .also(along(kNo, kDouble))
      .expects(norm_of_all)
      .dtypes("dddddddddddd");
  t.add("norm.ScalarOpt_dim", along(2, Ints{1}, false))
      .also(along(0, Ints{1}, false))
      .also(along(1, Ints{1}, true))
      .also(along(3, Ints{1}, false))
      .also(along(inf, Ints{1}, false))
      .expects(norm_of_lines)
      .dtypes("......egfdfd");
  t.add("norm.ScalarOpt_dim_dtype", along(2, Ints{1}, true, kDouble))
      .also(along(kNo, Ints{1}, false, kDouble))
      .expects(norm_of_lines)
      .dtypes("dddddddddddd");
  t.add("dist",
        [](Sample& s) {
          return Stack{s.real(), s.real({s.n(4, 1021)}), 3};
        })
      .expects([=](const Stack& a) {
        return norm_of_all({a[0].toTensor() - a[1].toTensor(), a[2]});
      })
      .dtypes("......egfdfd");
  t.add("frobenius_norm.dim", along(Ints{1}, false))
      .also(along(Ints{0, 1}, false))
      .expects([](const Stack& a) { return a[1].toIntVector().size() == 1 ? of_lines(length)(a) : of_all(length)(a); })
      .dtypes("......egfdfd")
      .throws(along(Ints{0, 1, 0}, false), "Expected at most 2 dimensions, but got 3 dimensions instead.");
  const auto soft = to_lines([](Line v) {
    const double whole = sum_of_powers(v);
    for (double& x : v) x = std::exp(x - whole);
    return v;
  });
  const auto log_soft = to_lines([](Line v) {
    const double whole = sum_of_powers(v);
    for (double& x : v) x -= whole;
    return v;
  });
  t.add("softmax.int", along(1, kNo))
      .also(along(-1, kDouble))
      .expects(soft)
      .dtypes(".......gfd..", "......egfd..", kNarrow)
      .throws(along(2, kNo), "Dimension out of range (expected to be in range of [-2, 1], but got 2)");
  t.add("log_softmax.int", along(1, kNo))
      .also(along(-1, kDouble))
      .expects(log_soft)
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  const char* indices = "indices";
  const auto order_of = to_lines([](Line v) {
    Line order(v.size());
    for (size_t i = 0; i < v.size(); ++i) order[i] = static_cast<double>(i);
    std::stable_sort(order.begin(), order.end(),
                     [&](double a, double b) { return v[static_cast<size_t>(a)] < v[static_cast<size_t>(b)]; });
    return order;
  });
  t.add("argsort", along(1, false))
      .expects(order_of)
      .without(Check::kGradient, indices)
      .dtypes("llllllllll..")
      .exactly();
  t.add("argsort.stable",
        [](Sample& s) {
          return Stack{s.index(s.plane(), 3).to(kDouble), true, 1, false};
        })
      .expects(order_of)
      .without(Check::kGradient, indices)
      .dtypes("llllllllll..")
      .exactly();
  t.add("msort", along())
      .expects([](const Stack& a) {
        const Tensor x = a[0].toTensor();
        const Line v = elements(x);
        const size_t rows = static_cast<size_t>(x.size(0)), columns = static_cast<size_t>(x.size(1));
        Line result(v.size());
        for (size_t c = 0; c < columns; ++c) {
          Line column;
          for (size_t r = 0; r < rows; ++r) column.push_back(v[r * columns + c]);
          std::sort(column.begin(), column.end());
          for (size_t r = 0; r < rows; ++r) result[r * columns + c] = column[r];
        }
        return from_elements(result, x.sizes());
      })
      .dtypes("?Bbhilegfd..")
      .exactly();
}

// Running products and extremes; each line starts with a zero, and so its gradient is not a quotient, in some samples.
void add_scan_cases(OpCases& t) {
  const auto along = [](auto... rest) { return [=](Sample& s) { return Stack{s.real(), rest...}; }; };
  const auto with_zeros = [](Sample& s) {
    const Tensor few = s.index(s.plane(), 3).to(kDouble);
    return Stack{few * s.real(s.plane(), 0.5, 1.5), 1, kNo};
  };
  t.add("cumprod",
        [](Sample& s) {
          return Stack{s.real(s.plane(), 0.9, 1.1), 1, kNo};
        })
      .also(with_zeros)
      .expects(to_lines([](Line v) {
        long double product = 1;
        for (double& x : v) x = static_cast<double>(product *= x);
        return v;
      }))
      .throws(along(2, kNo), "Dimension out of range (expected to be in range of [-2, 1], but got 2)")
      .dtypes("llllll.gfdFD", "llllllegfdFD", kNarrow);
  const auto extremes = [](bool (*takes_over)(double, double)) {
    return [=](const Stack& a) {
      const Tensor x = a[0].toTensor();
      const Line v = elements(x);
      const size_t columns = static_cast<size_t>(x.size(1));
      Line values(v.size()), places(v.size());
      for (size_t i = 0; i < v.size(); ++i) {
        const bool first = i % columns == 0, next = first || takes_over(v[i], values[i - 1]);
        values[i] = next ? v[i] : values[i - 1];
        places[i] = next ? static_cast<double>(i % columns) : places[i - 1];
      }
      return std::vector<Tensor>{from_elements(values, x.sizes()), from_elements(places, x.sizes())};
    };
  };
  t.add("cummax", along(1))
      .expects_all(extremes([](double x, double best) { return x >= best || std::isnan(x); }))
      .throws(along(-3), "Dimension out of range (expected to be in range of [-2, 1], but got -3)")
      .dtypes("?Bbhil.gfd..", "?Bbhilegfd..", kNarrow)
      .exactly();
  t.add("cummin", along(1))
      .expects_all(extremes([](double x, double best) { return x <= best || std::isnan(x); }))
      .dtypes("?Bbhil.gfd..", "?Bbhilegfd..", kNarrow)
      .exactly();
  t.add("logcumsumexp", along(1))
      .also([](Sample& s) {  // beyond the range of e^x
        return Stack{s.real(s.plane(), -2000, 2000), -1};
      })
      .expects(to_lines([](Line v) {
        long double sum = -INFINITY;
        for (double& x : v) {
          const long double most = std::max<long double>(sum, x), least = std::min<long double>(sum, x);
          x = static_cast<double>(sum = most + std::log1p(std::exp(least - most)));
        }
        return v;
      }))
      .dtypes(".......gfd..", "......egfd..", kNarrow);
}

// Sums without NaN, integrals, differences, derivatives.
void add_difference_cases(OpCases& t) {
  const auto with_nans = [](auto... rest) {
    return [=](Sample& s) {
      const Tensor x = s.real();
      return Stack{x.masked_fill(x.gt(1), NAN), rest...};
    };
  };
  const auto numbers_of = [](const Line& v) {
    Line numbers;
    for (double x : v)
      if (!std::isnan(x)) numbers.push_back(x);
    return numbers;
  };
  static const auto numbers = numbers_of;
  t.add("nansum", with_nans(Ints{1}, false, kNo))
      .also(with_nans(kNo, false, kNo))
      .expects([](const Stack& a) {
        const auto sum = [](const Line& v) { return total(numbers(v)); };
        return a[1].isNone() ? of_all(sum)(a) : of_lines(sum)(a);
      })
      .throws(with_nans(Ints{1}, false, kLong), "\"nansum_")
      .dtypes("llllllegfd..");
  t.add("nanmean", with_nans(Ints{1}, true, kNo))
      .also(with_nans(kNo, false, kNo))
      .expects([](const Stack& a) {
        const auto mean = [](const Line& v) { return average(numbers(v)); };
        return a[1].isNone() ? of_all(mean)(a) : of_lines(mean, true)(a);
      })
      .throws(
          [](Sample& s) {
            return Stack{s.index({3}, 4), kNo, false, kNo};
          },
          "nanmean(): expected input to have floating point dtype but got Long")
      .dtypes("......egfd..");

  // Integrals up to each point, and to the last one.
  const auto areas = [](const Stack& a) {
    const Tensor y = a[0].toTensor();
    const Line v = elements(y);
    const size_t columns = static_cast<size_t>(y.size(1));
    const Line x = a[1].isTensor() ? elements(a[1].toTensor()) : Line();
    std::vector<Line> lines;
    for (size_t r = 0; r < v.size() / columns; ++r) {
      Line line;
      double sum = 0;
      for (size_t i = 0; i + 1 < columns; ++i) {
        const size_t from = x.size() == columns ? 0 : r * columns;
        const double width = x.empty() ? a[1].toScalar().toDouble() : x[from + i + 1] - x[from + i];
        line.push_back(sum += width * (v[r * columns + i] + v[r * columns + i + 1]) / 2);
      }
      lines.push_back(line);
    }
    return lines;
  };
  const auto integrals = [=](const Stack& a) {
    Line last;
    for (const Line& line : areas(a)) last.push_back(line.empty() ? 0 : line.back());
    return from_elements(last, {static_cast<int64_t>(last.size())});
  };
  const auto all_integrals = [=](const Stack& a) {
    Line all;
    for (const Line& line : areas(a)) all.insert(all.end(), line.begin(), line.end());
    return from_elements(all, {a[0].toTensor().size(0), a[0].toTensor().size(1) - 1});
  };
  const auto at_points = [](Sample& s) {
    const std::vector<int64_t> plane = s.plane();
    return Stack{s.real(), s.real({plane[1]}), 1};
  };
  const auto at_own_points = [](Sample& s) {
    const Tensor y = s.real();
    return Stack{y, s.real(), -1};
  };
  const auto evenly = [](const IValue& dx) { return [=](Sample& s) { return Stack{s.real(), dx, 1}; }; };
  const auto of_bool = [](const IValue& x) {
    return [=](Sample& s) { return Stack{s.mask({3}), x.isNone() ? IValue(s.real({3})) : x, -1}; };
  };
  t.add("trapezoid.x", at_points)
      .also(at_own_points)
      .expects(integrals)
      .throws(of_bool(kNo), "trapezoid: received a bool input for `x` or `y`, but bool is not supported")
      .throws(
          [](Sample& s) {
            return Stack{s.real({3}), s.real({4}), -1};
          },
          "trapezoid: There must be one `x` value for each sample point")
      .dtypes(".fffffegfdFD");
  t.add("trapezoid.dx", evenly(0.25))
      .also(evenly(2))
      .expects(integrals)
      .throws(of_bool(1), "trapezoid: received a bool input for `y`, but bool is not supported")
      .throws(evenly(true), "trapezoid: Currently, we only support dx as a real number.")
      .dtypes(".fffffegfdFD");
  t.add("cumulative_trapezoid.x", at_points)
      .also(at_own_points)
      .expects(all_integrals)
      .dtypes(".fffff.gfdFD", ".fffffegfdFD", kNarrow);
  t.add("cumulative_trapezoid.dx", evenly(0.25))
      .expects(all_integrals)
      .throws(of_bool(1), "cumulative_trapezoid: received a bool input for `y`, but bool is not supported")
      .dtypes(".fffff.gfdFD", ".fffffegfdFD", kNarrow);

  const auto differences = [](Line v) {
    Line steps;
    for (size_t i = 0; i + 1 < v.size(); ++i) steps.push_back(v[i + 1] - v[i]);
    return steps;
  };
  static const auto steps_of = differences;
  t.add("diff",
        [](Sample& s) {
          return Stack{s.real(), 1, 1, kNo, kNo};
        })
      .also([](Sample& s) {
        return Stack{s.real(), 2, -1, s.real({s.n(3, 131), 2}), s.real({s.n(3, 131), 1})};
      })
      .expects([](const Stack& a) {
        Stack joined = a;
        for (size_t i : {size_t{3}, size_t{4}})
          if (!a[i].isNone()) {
            const Tensor x = joined[0].toTensor(), more = a[i].toTensor();
            joined[0] = i == 3 ? torchpp::cat({more, x}, 1) : torchpp::cat({x, more}, 1);
          }
        return a[1].toInt() == 1 ? to_lines([](Line v) { return steps_of(v); })(joined)
                                 : to_lines([](Line v) { return steps_of(steps_of(v)); })(joined);
      })
      .throws(
          [](Sample& s) {
            return Stack{s.real({}), 1, -1, kNo, kNo};
          },
          "diff expects input to be at least one-dimensional")
      .throws(
          [](Sample& s) {
            return Stack{s.real({3}), 1, -1, s.real({}), kNo};
          },
          "diff expects prepend or append to be the same dimension as input")
      .dtypes("?BbhilegfdFD");

  // Derivatives along the columns of a matrix (dim 0) and its rows, of points at x.
  const auto slopes = [](const Tensor& f, int64_t dim, const Line& x, int64_t edge_order) {
    const Tensor lines = dim == 0 ? f.t().contiguous() : f;
    const Line v = elements(lines);
    const size_t n = static_cast<size_t>(lines.size(1));
    // The slope at x[i] of the parabola through three points.
    const auto parabola = [&](size_t line, size_t a, size_t i) {
      double slope = 0;
      for (size_t j = a; j < a + 3; ++j) {
        double weight = 0;
        for (size_t k = a; k < a + 3; ++k) {
          if (k == j) continue;
          double product = 1 / (x[j] - x[k]);
          for (size_t m = a; m < a + 3; ++m)
            if (m != j && m != k) product *= (x[i] - x[m]) / (x[j] - x[m]);
          weight += product;
        }
        slope += weight * v[line * n + j];
      }
      return slope;
    };
    Line result;
    for (size_t line = 0; line < v.size() / n; ++line)
      for (size_t i = 0; i < n; ++i) {
        const bool edge = i == 0 || i == n - 1;
        const size_t at = line * n + (i == 0 ? 0 : n - 2);
        if (edge && edge_order == 1)
          result.push_back((v[at + 1] - v[at]) / (x[i == 0 ? 1 : n - 1] - x[i == 0 ? 0 : n - 2]));
        else result.push_back(parabola(line, i == 0 ? 0 : i == n - 1 ? n - 3 : i - 1, i));
      }
    const Tensor t = from_elements(result, lines.sizes());
    return dim == 0 ? t.t().contiguous() : t;
  };
  const auto evenly_spaced = [=](const Tensor& f, int64_t dim, double step, int64_t edge_order) {
    Line x;
    for (int64_t i = 0; i < f.size(dim); ++i) x.push_back(step * static_cast<double>(i));
    return slopes(f, dim, x, edge_order);
  };
  const auto of_uint8 = [](auto... rest) {
    return [=](Sample& s) { return Stack{s.index({3, 3}, 5).to(kByte), rest...}; };
  };
  const char* not_uint8 = "torch.gradient does not support uint8 input.";
  const char* dtypes = "..ffffegfdFD";
  const auto real = [](auto... rest) { return [=](Sample& s) { return Stack{s.real({4, 5}), rest...}; }; };
  t.add("gradient.scalarint", real(kNo, kNo, 1))
      .also(real(2, 1, 2))
      .expects_all([=](const Stack& a) {
        const Tensor f = a[0].toTensor();
        const double step = a[1].isNone() ? 1 : a[1].toScalar().toDouble();
        if (!a[2].isNone()) return std::vector<Tensor>{evenly_spaced(f, a[2].toInt(), step, a[3].toInt())};
        return std::vector<Tensor>{evenly_spaced(f, 0, step, a[3].toInt()), evenly_spaced(f, 1, step, a[3].toInt())};
      })
      .throws(of_uint8(kNo, kNo, 1), not_uint8)
      .throws(real(kNo, kNo, 3), "torch.gradient only supports edge_order=1 and edge_order=2.")
      .throws(
          [](Sample& s) {
            return Stack{s.real({2, 3}), kNo, kNo, 2};
          },
          "torch.gradient expected each dimension size to be at least edge_order+1")
      .dtypes(dtypes);
  const auto along_both = [=](double first, double second) {
    return [=](const Stack& a) {
      const Tensor f = a[0].toTensor();
      const int64_t order = a.back().toInt();
      return std::vector<Tensor>{evenly_spaced(f, 1, first, order), evenly_spaced(f, 0, second, order)};
    };
  };
  t.add("gradient.scalararray", real(0.5, Ints{1, 0}, 1))
      .expects_all(along_both(0.5, 0.5))
      .throws(real(0.5, Ints{0, 0}, 1), "dim 0 appears multiple times in the list of dims")
      .dtypes(dtypes);
  t.add("gradient.array", real(Ints{1, 0}, 2)).expects_all(along_both(1, 1)).dtypes(dtypes);
  t.add("gradient.scalarrayint", real(std::vector<Scalar>{0.5, 3}, kNo, 1))
      .expects_all([=](const Stack& a) {
        const Tensor f = a[0].toTensor();
        return std::vector<Tensor>{evenly_spaced(f, 0, 0.5, 1), evenly_spaced(f, 1, 3, 1)};
      })
      .throws(real(std::vector<Scalar>{0.5}, kNo, 1),
              "torch.gradient expected spacing to be unspecified, a scalar or a list of length 2 but got a list of "
              "length 1")
      .dtypes(dtypes);
  t.add("gradient.scalarrayarray", real(std::vector<Scalar>{0.5, 3}, Ints{1, 0}, 1))
      .expects_all(along_both(0.5, 3))
      .throws(real(std::vector<Scalar>{0.5}, Ints{1, 0}, 1),
              "to have the same length, but got a spacing argument of "
              "length 1 and a dim argument of length 2.")
      .dtypes(dtypes);
  // Points that lie 0.5 or more apart.
  const auto points = [](Sample& s, int64_t n) { return s.real({n}, 0.5, 1.5).cumsum(0); };
  t.add("gradient.tensorarrayint",
        [=](Sample& s) {
          const Tensor f = s.real({4, 5}), x = points(s, 4);
          return Stack{f, std::vector<Tensor>{x, points(s, 5)}, kNo, 1};
        })
      .also([=](Sample& s) {
        const Tensor f = s.real({4, 5});
        return Stack{f, std::vector<Tensor>{points(s, 5)}, 1, 2};
      })
      .expects_all([=](const Stack& a) {
        const Tensor f = a[0].toTensor();
        const std::vector<Tensor>& x = a[1].toTensorVector();
        const int64_t order = a[3].toInt();
        if (x.size() == 1) return std::vector<Tensor>{slopes(f, 1, elements(x[0]), order)};
        return std::vector<Tensor>{slopes(f, 0, elements(x[0]), order), slopes(f, 1, elements(x[1]), order)};
      })
      .throws(
          [](Sample& s) {
            const Tensor f = s.real({4, 5});
            return Stack{f, std::vector<Tensor>{s.real({5, 1})}, 1, 1};
          },
          "torch.gradient expected each element of spacing to have one dimension, but got an element with 2 dimensions")
      .without(Check::kDtypes, "points that are rounded lie elsewhere")
      .dtypes(dtypes);
  t.add("gradient.tensorarray",
        [=](Sample& s) {
          const Tensor f = s.real({4, 5}), x = points(s, 5);
          return Stack{f, std::vector<Tensor>{x, points(s, 4)}, Ints{1, 0}, 2};
        })
      .expects_all([=](const Stack& a) {
        const Tensor f = a[0].toTensor();
        const std::vector<Tensor>& x = a[1].toTensorVector();
        return std::vector<Tensor>{slopes(f, 1, elements(x[0]), 2), slopes(f, 0, elements(x[1]), 2)};
      })
      .without(Check::kDtypes, "points that are rounded lie elsewhere")
      .dtypes(dtypes);
}

}  // namespace

void add_reduction_cases(OpCases& t) {
  const auto along = [](auto... rest) { return [=](Sample& s) { return Stack{s.real(), rest...}; }; };
  t.add("sum.dim_IntList", along(Ints{1}, true, kNo))
      .expects(
          [](const Stack& a) { return a[1].toIntVector().size() == 2 ? of_all(total)(a) : of_lines(total, true)(a); })
      .also(along(Ints{0, 1}, false, kNo))
      .dtypes("llllllegfdFD")
      .throws(along(Ints{0, 0}, false, kNo), "dim 0 appears multiple times in the list of dims");
  t.add("mean.dim", along(Ints{1}, false, kNo)).expects(of_lines(average)).dtypes("......egfdFD");
  t.add("prod",
        [](Sample& s) {
          return Stack{s.real({s.n(6, 100000)}, 0.9998, 1.0002), kNo};
        })
      .expects(of_all(product))
      .dtypes("llllll..fdFD", "llllllegfdFD", kNarrow);
  t.add("prod.dim_int",
        [](Sample& s) {
          return Stack{s.real(s.plane(), 0.9, 1.1), 1, false, kNo};
        })
      .expects(of_lines(product))
      .dtypes("llllll..fdFD", "llllllegfdFD", kNarrow);
  t.add("amax", along(Ints{1}, false)).expects(of_lines(largest)).dtypes("?Bbhilegfd..").exactly();
  t.add("amin", along(Ints{1}, false)).expects(of_lines(smallest)).dtypes("?Bbhilegfd..").exactly();
  t.add("max", along()).expects(of_all(largest)).dtypes("?Bbhilegfd..").exactly();
  t.add("min", along()).expects(of_all(smallest)).dtypes("?Bbhilegfd..").exactly();
  t.add("max.dim", along(1, false)).expects(of_lines(largest)).dtypes("?Bbhilegfd..").exactly();
  t.add("min.dim", along(1, false)).expects(of_lines(smallest)).dtypes("?Bbhilegfd..").exactly();
  t.add("argmax", along(1, false))
      .expects(
          of_lines([](const Line& v) { return static_cast<double>(std::max_element(v.begin(), v.end()) - v.begin()); }))
      .dtypes(".lllllllll..")
      .exactly();
  t.add("argmin", along(1, false))
      .expects(
          of_lines([](const Line& v) { return static_cast<double>(std::min_element(v.begin(), v.end()) - v.begin()); }))
      .dtypes(".lllllllll..")
      .exactly();
  const auto of_few = [](Sample& s) { return Stack{s.index(s.plane(), 2).to(kDouble), 1, false}; };
  t.add("any.all_dims", of_few)
      .expects(of_lines([](const Line& v) { return largest(v); }))
      .dtypes("?B??????????")
      .exactly();
  t.add("all.all_dims", of_few)
      .expects(of_lines([](const Line& v) { return smallest(v); }))
      .dtypes("?B??????????")
      .exactly();
  t.add("var.correction", along(Ints{1}, 1, false)).expects(of_lines(variance)).dtypes("......egfdfd");
  t.add("std.correction", along(Ints{1}, 1, false))
      .expects(of_lines([](const Line& v) { return std::sqrt(variance(v)); }))
      .dtypes("......egfdfd");
  t.add("linalg_vector_norm", along(2, Ints{1}, false, kNo))
      .expects([](const Stack& a) {
        const double p = a[1].toScalar().toDouble();
        if (p == 0) return of_lines([](const Line& v) { return static_cast<double>(v.size()); })(a);
        if (p == 1)
          return of_lines([](const Line& v) {
            double sum = 0;
            for (double x : v) sum += std::fabs(x);
            return sum;
          })(a);
        if (p == 2) return of_lines(length)(a);
        return of_lines([](const Line& v) { return std::max(largest(v), -smallest(v)); })(a);
      })
      .also(along(0, Ints{1}, false, kNo))
      .also(along(1, Ints{1}, false, kNo))
      .also(along(HUGE_VAL, Ints{1}, false, kNo))
      .dtypes("......egfdfd");
  t.add("cumsum", along(1, kNo))
      .expects(to_lines([](Line v) {
        long double sum = 0;
        for (double& x : v) x = static_cast<double>(sum += x);
        return v;
      }))
      .dtypes("llllll.gfdFD", "llllllegfdFD", kNarrow);
  t.add("logsumexp", along(Ints{1}, false))
      .expects(of_lines(sum_of_powers))
      .dtypes("ffffff.gfd..", "ffffffegfd..", kNarrow);
  t.add("_softmax", along(1, false))
      .expects(to_lines([](Line v) {
        const double whole = sum_of_powers(v);
        for (double& x : v) x = std::exp(x - whole);
        return v;
      }))
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  t.add("_log_softmax", along(1, false))
      .expects(to_lines([](Line v) {
        const double whole = sum_of_powers(v);
        for (double& x : v) x -= whole;
        return v;
      }))
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  const auto backward = [](bool logarithm) {
    return [=](Sample& s) {
      const Tensor grad = s.real(), output = s.real().softmax(1);
      return Stack{grad, logarithm ? output.log() : output, 1, kDouble};
    };
  };
  t.add("_softmax_backward_data", backward(false)).by(kFile).dtypes(".......gfd..", "......dddd..", kAskedFor);
  t.add("_log_softmax_backward_data", backward(true)).by(kFile).dtypes(".......gfd..", "......dddd..", kAskedFor);
  t.add("sort.stable", along(true, 1, false))
      .expects(to_lines([](Line v) {
        std::sort(v.begin(), v.end());
        return v;
      }))
      .dtypes("?Bbhilegfd..")
      .exactly();
  t.add("topk", along(2, 1, true, true))
      .expects(to_lines([](Line v) {
        std::sort(v.rbegin(), v.rend());
        v.resize(2);
        return v;
      }))
      .dtypes(".Bbhil.gfd..", ".Bbhilegfd..", kNarrow)
      .exactly();
  t.add("kthvalue", along(2, 1, false))
      .expects([](const Stack& a) {
        const auto second = [](const Line& v) {
          Line sorted = v;
          std::sort(sorted.begin(), sorted.end());
          return sorted[1];
        };
        return of_lines(second, a[3].toBool())(a);
      })
      .also(along(2, -1, true))
      .throws(along(5, 1, false), "selected number k out of range for dimension 1")
      .dtypes(".Bbhil.gfd..", ".Bbhilegfd..", kNarrow)
      .exactly();
  add_composite_reduction_cases(t);
  add_scan_cases(t);
  add_difference_cases(t);
}

}  // namespace torchpp::tests
