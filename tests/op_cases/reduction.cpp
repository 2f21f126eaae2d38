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

}  // namespace

void add_reduction_cases(OpCases& t) {
  const auto along = [](auto... rest) { return [=](Sample& s) { return Stack{s.real(), rest...}; }; };
  t.add("sum.dim_IntList", along(Ints{1}, true, kNo)).expects(of_lines(total, true)).dtypes("llllllegfdFD");
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
  t.add("linalg_vector_norm", along(2, Ints{1}, false, kNo)).expects(of_lines(length)).dtypes("......egfdfd");
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
}

}  // namespace torchpp::tests
