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
}

}  // namespace torchpp::tests
