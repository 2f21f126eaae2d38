// SPDX-License-Identifier: BSD-3-Clause
// Order statistics, searches, histograms and distinct elements at the edges of what they take: empty tensors, tensors
// without dimensions, NaN, equal elements, dtypes of results. Expected values are answers of libtorch 1.13.1 on the
// CPU.
#include <gtest/gtest.h>
#include <torchpp/core/parallel.h>
#include <torchpp/torchpp.h>

#include <algorithm>
#include <cmath>

#include "tests/support/expect_error.h"

namespace torchpp {
namespace {

using test::expect_error;

constexpr double kNan = NAN, kInf = HUGE_VAL;

std::vector<double> values(const Tensor& t) {
  const Tensor d = t.to(kDouble).contiguous();
  return std::vector<double>(d.data_ptr<double>(), d.data_ptr<double>() + d.numel());
}
// The elements as text, in which NaN is equal to NaN.
std::string text(const Tensor& t) {
  std::string s = to_string(t.sizes());
  for (double v : values(t)) s += " " + (std::isnan(v) ? std::string("nan") : str(v));
  return s;
}
Tensor vec(std::vector<double> v, ScalarType t = kFloat) { return tensor(v, kDouble).to(t); }
#define EXPECT_TENSOR(actual, ...) EXPECT_EQ(text(actual), text(__VA_ARGS__))

TEST(Median, OfNothing) {
  EXPECT_TRUE(std::isnan(empty({0}).median().item<float>()));
  EXPECT_EQ(empty({0}, kLong).median().item<int64_t>(), INT64_MIN);
  EXPECT_EQ(empty({0}, kInt).median().item<int>(), INT32_MIN);
  EXPECT_EQ(empty({0}, kShort).median().item<int16_t>(), 0);
  EXPECT_EQ(empty({0}, kByte).median().item<uint8_t>(), 0);
  expect_error([] { empty({0, 2}).median(0); }, "median(): Expected reduction dim 0 to have non-zero size.");
  EXPECT_EQ(std::get<1>(empty({0, 2}).median(1)).sizes(), IntArrayRef({0}));
}
TEST(Median, NanAndTies) {
  const Tensor x = vec({1, kNan, 3, kNan, 5, 4, 4, 4, kNan, kNan, kNan, kNan}).view({3, 4});
  const auto [middle, at] = x.median(1);
  EXPECT_TENSOR(middle, vec({kNan, 4, kNan}));
  EXPECT_TENSOR(at, vec({1, 1, 0}));
  EXPECT_TENSOR(std::get<0>(x.nanmedian(1)), vec({1, 4, kNan}));
  EXPECT_TRUE(std::isnan(vec({kNan, kNan}).nanmedian().item<float>()));
  EXPECT_TENSOR(std::get<1>(scalar_tensor(3.).median(0)), scalar_tensor(0));
}
TEST(Median, GradientIsShared) {
  // libtorch: evenly among equal elements of all; along a dimension the selected one has it.
  Tensor x = vec({1, 2, 2, 5}, kDouble).set_requires_grad(true);
  x.median().backward();
  EXPECT_TENSOR(x.grad(), vec({0, 0.5, 0.5, 0}));
}
TEST(Median, OfManyElements) {
  const Tensor x = arange(100001, kInt).flip(0);
  EXPECT_EQ(x.median().item<int>(), 50000);
  EXPECT_EQ(std::get<1>(x.median(0)).item<int64_t>(), 50000);
}

// The place of the first element that is equal to the lower middle one; -0 is 0.
int64_t place_of_median(const std::vector<double>& line, bool skip_nan) {
  std::vector<double> numbers;
  for (double v : line)
    if (!std::isnan(v)) numbers.push_back(v);
  const bool is_number = !numbers.empty() && (skip_nan || numbers.size() == line.size());
  std::sort(numbers.begin(), numbers.end());
  for (size_t i = 0; i < line.size(); ++i)
    if (is_number ? line[i] == numbers[(numbers.size() - 1) / 2] : std::isnan(line[i])) return static_cast<int64_t>(i);
  return -1;
}
TEST(Median, FirstOfEqualElements) {
  for (const ScalarType dtype : {kFloat, kDouble, kHalf, kBFloat16, kByte, kChar, kShort, kInt, kLong})
    for (const int64_t n : {1, 2, 63, 64, 65, 129, 1000, 5000})
      for (const int64_t period : {1, 3, 90}) {  // of values, in an order that repeats after n elements at most
        Tensor x =
            arange(2 * n, kLong).mul(7919).remainder(Scalar(period)).sub(dtype == kByte ? 0 : period / 2).to(dtype);
        if (isFloatingType(dtype)) {
          x.slice(0, 0, n, 5).mul_(-1);  // among them -0
          if (n > 2) x.slice(0, n + 1, 2 * n, 9).fill_(kNan);
        }
        const std::vector<double> all = values(x);
        const Tensor rows = x.view({2, n}), columns = rows.t().contiguous();
        for (const bool skip_nan : {false, true})
          for (int64_t line = 0; line < 2; ++line) {
            const auto [value, at] = skip_nan ? rows.nanmedian(1) : rows.median(1);
            const std::vector<double> one(all.begin() + line * n, all.begin() + (line + 1) * n);
            const int64_t expected = place_of_median(one, skip_nan);
            ASSERT_EQ(at[line].item<int64_t>(), expected) << toString(dtype) << " " << n << " " << period;
            EXPECT_TENSOR(value[line], rows[line][expected]);
            const Tensor of_columns = std::get<1>(skip_nan ? columns.nanmedian(0) : columns.median(0));
            ASSERT_EQ(of_columns[line].item<int64_t>(), expected) << "columns";
          }
      }
}

TEST(Mode, LastOfTheLeast) {
  const Tensor x = vec({1, kNan, 3, kNan, 5, 4, 5, 4, 2, 1, 2, 2, kNan, kNan, kNan, kNan}).view({4, 4});
  const auto [most, at] = x.mode(1);
  EXPECT_TENSOR(most, vec({1, 4, 2, kNan}));
  EXPECT_TENSOR(at, vec({0, 3, 3, 0}));
  EXPECT_EQ(std::get<0>(empty({0, 2}).mode(1)).sizes(), IntArrayRef({0}));
  expect_error([] { empty({0}).mode(); }, "mode(): Expected reduction dim 0 to have non-zero size.");
  EXPECT_EQ(std::get<1>(tensor(4).mode()).item<int64_t>(), 0);
}

// Against a search in all of the line's elements, of every kind of stride.
TEST(Mode, OfManyEqualElements) {
  const Tensor x = randint(0, 6, {7, 50}, kLong);
  for (const Tensor& lines : {x, x.t().contiguous().t()}) {
    const auto [most, at] = lines.mode(1);
    for (int64_t r = 0; r < 7; ++r) {
      const std::vector<double> v = values(lines.select(0, r));
      double best = -1;
      for (double c = 5; c >= 0; --c)
        if (std::count(v.begin(), v.end(), c) >= std::count(v.begin(), v.end(), best)) best = c;
      EXPECT_EQ(most.select(0, r).item<int64_t>(), static_cast<int64_t>(best));
      EXPECT_EQ(v[static_cast<size_t>(at.select(0, r).item<int64_t>())], best);
    }
  }
}

TEST(Quantile, ShapesAndLimits) {
  const Tensor x = rand({2, 3, 4}), q = vec({0.5, 0.25});
  EXPECT_EQ(x.quantile(q).sizes(), IntArrayRef({2}));
  EXPECT_EQ(x.quantile(q, nullopt, true).sizes(), IntArrayRef({2, 1, 1, 1}));
  EXPECT_EQ(x.quantile(q, 1).sizes(), IntArrayRef({2, 2, 4}));
  EXPECT_EQ(x.quantile(q, 1).strides(), IntArrayRef({1, 8, 2}));
  EXPECT_EQ(x.quantile(q, 1, true).strides(), IntArrayRef({1, 8, 8, 2}));
  EXPECT_EQ(x.quantile(0.5, 1, true).strides(), IntArrayRef({4, 4, 1}));
  EXPECT_EQ(x.quantile(empty({0}), 1).sizes(), IntArrayRef({0, 2, 4}));
  EXPECT_TENSOR(scalar_tensor(3.f).quantile(vec({0.5}), 0, true), vec({3}));
  EXPECT_TENSOR(scalar_tensor(3.f).quantile(0.5, 0, true), scalar_tensor(3.f));
  expect_error([] { vec({1, 2}).quantile(vec({kNan, 0.2})); }, "quantile() q values must be in the range [0, 1]");
  expect_error([] { vec({1, 2}).quantile(0.5, 2); }, "Dimension out of range");
  expect_error(
      [] {
        vec({1, 2}, kLong).quantile(0.5);
      },
      "quantile() input tensor must be either float or double dtype");
  Tensor out = empty({0}, kDouble);
  expect_error(
      [&] {
        quantile_out(out, vec({1, 2}), 0.5);
      },
      "quantile() out tensor must be same dtype as the input tensor");
}
TEST(Quantile, NanAndInfinities) {
  EXPECT_TENSOR(vec({1, kNan, 3}).quantile(0.5), scalar_tensor(kNan));
  EXPECT_TENSOR(vec({1, kNan, 3}).nanquantile(0.5), scalar_tensor(2));
  EXPECT_TENSOR(vec({kNan, kNan}).nanquantile(0.5), scalar_tensor(kNan));
  EXPECT_TENSOR(vec({kNan, 1, kNan, 2}).view({2, 2}).nanquantile(vec({0.2, 0.5}), 0),
                vec({kNan, 1.2f, kNan, 1.5}).view({2, 2}));
  EXPECT_TENSOR(vec({1, kInf, kInf}).quantile(0.5), scalar_tensor(kNan));
  EXPECT_TENSOR(vec({1, 2, 3, 4}).quantile(0.5, nullopt, false, "nearest"), scalar_tensor(3));
  EXPECT_TENSOR(vec({1, 2}).quantile(0.5, nullopt, false, "nearest"), scalar_tensor(1));
}

TEST(Searchsorted, NanInSequenceAndValues) {
  EXPECT_TENSOR(searchsorted(vec({1, 2, 3}), vec({1, kNan, 2.5, -1, 9})), vec({0, 3, 2, 0, 3}));
  EXPECT_TENSOR(searchsorted(vec({1, 2, kNan}), vec({1, kNan, 2.5})), vec({0, 3, 3}));
  EXPECT_TENSOR(searchsorted(vec({1, 2, kNan}), vec({1, kNan, 2.5}), false, true), vec({1, 3, 3}));
}
TEST(Searchsorted, Promotion) {
  EXPECT_TENSOR(searchsorted(vec({1, 2, 3}, kLong), vec({1.5})), vec({1}));
  EXPECT_TENSOR(searchsorted(vec({1, 2, 3}, kByte), vec({300}, kLong)), vec({3}));
  EXPECT_TENSOR(searchsorted(vec({1, 2, 3}, kLong), Scalar(1.5)), scalar_tensor(1));
  EXPECT_TENSOR(searchsorted(vec({1, 2, 3}, kHalf), Scalar(1.5)), scalar_tensor(1));
  EXPECT_EQ(searchsorted(vec({1}), vec({1}), true).scalar_type(), kInt);
  expect_error([] { bucketize(vec({1}, kBool), vec({1}, kBool)); }, "not implemented for 'Bool'");
}
TEST(Searchsorted, EmptyAndDestinations) {
  EXPECT_EQ(searchsorted(ones({2, 3}), ones({2, 0})).sizes(), IntArrayRef({2, 0}));
  EXPECT_TENSOR(searchsorted(ones({2, 0}), ones({2, 2})), zeros({2, 2}));
  EXPECT_TENSOR(searchsorted(ones({0}), ones({2, 2})), zeros({2, 2}));
  Tensor turned = empty({3, 2}, kLong).t(), wrong = empty({0});
  searchsorted_out(turned, vec({1, 2, 3}), ones({2, 3}));
  EXPECT_EQ(turned.strides(), IntArrayRef({1, 2}));
  EXPECT_TENSOR(turned, zeros({2, 3}));
  expect_error(
      [&] {
        searchsorted_out(wrong, vec({1, 2}), vec({1}));
      },
      "it can only be Int(int32) or Long(int64) depending on whether out_int32 flag is True, but we got output "
      "tensor's dtype Float and out_int32 flag is False");
}
// libtorch 1.13 reads outside of the sequence.
TEST(Searchsorted, SorterOutOfRange) {
  expect_error(
      [] {
        searchsorted(vec({3, 1, 2}), vec({1}), false, false, nullopt, vec({1, 2, 5}, kLong));
      },
      "sorter index out of range");
}

TEST(Isin, PromotionAndEmpty) {
  EXPECT_TENSOR(isin(vec({1, 2.5}), vec({1, 2}, kLong)), vec({1, 0}));
  EXPECT_TENSOR(isin(vec({1, 2}, kByte), 257), vec({1, 0}));
  EXPECT_TENSOR(isin(1.5, vec({1, 2}, kLong)), scalar_tensor(0));
  EXPECT_TENSOR(isin(vec({1, 2}, kLong), empty({0})), vec({0, 0}));
  EXPECT_TENSOR(isin(vec({1, 2}, kLong), empty({0}), false, true), vec({1, 1}));
  EXPECT_EQ(isin(ones({2, 3, 4}).permute({2, 0, 1}), 1).strides(), IntArrayRef({6, 3, 1}));
  EXPECT_EQ(isin(ones({2, 3, 4}).permute({2, 0, 1}), arange(100.)).strides(), IntArrayRef({6, 3, 1}));
  Tensor wrong = empty({2});
  expect_error(
      [&] {
        isin_out(wrong, vec({1, 2}), vec({1}));
      },
      "Expected out tensor to have dtype bool, but got float");
}

TEST(Histogram, CountsOfOneBin) {
  EXPECT_TENSOR(vec({2, 2, 2}).histc(3), vec({0, 3, 0}));
  EXPECT_TENSOR(vec({2, 2, 2}).histc(3, 5, 5), vec({0, 3, 0}));
  EXPECT_TENSOR(empty({0}).histc(3), zeros({3}));
  EXPECT_TENSOR(scalar_tensor(1.f).histc(3), vec({0, 1, 0}));
  EXPECT_TENSOR(vec({1, 2, kInf}).histc(3, 1, 3), vec({1, 1, 0}));
  EXPECT_TENSOR(vec({1, 2, 3, kNan}).histc(3, 1, 3), vec({2, 1, 1}));
  EXPECT_TENSOR(arange(300).to(kBFloat16).histc(3), vec({100, 100, 100}));
  expect_error([] { vec({1, 2, kNan}).histc(3); }, "torch.histc: range of [");
  Tensor wrong = empty({0}, kDouble);
  expect_error([&] { histc_out(wrong, vec({1}), 3); },
               "torch.histogram: input tensor and hist tensor should have the same dtype");
}
TEST(Histogram, WeightOfOnePoint) {  // libtorch 1.13.1: a weight without dimensions is that of a single point
  const Tensor point = tensor({.5f, 1.f}).view({1, 2}), weight = scalar_tensor(3.f);
  EXPECT_TENSOR(std::get<0>(histogramdd(point, {2, 2}, nullopt, weight)).flatten(), vec({0, 0, 0, 3}));
  EXPECT_THROW(histogramdd(ones({2, 2}), {2, 2}, nullopt, weight), Error);
  EXPECT_THROW(histogramdd(ones({1, 1, 2}), {2, 2}, nullopt, weight), Error);
}
TEST(Histogram, EdgesOfOneBin) {
  const auto check = [](const std::tuple<Tensor, Tensor>& got, const Tensor& hist, const Tensor& edges) {
    EXPECT_TENSOR(std::get<0>(got), hist);
    EXPECT_TENSOR(std::get<1>(got), edges);
  };
  check(vec({1, 2, 3}).histogram(2, ArrayRef<double>({3., 3.})), vec({0, 1}), vec({2.5, 3, 3.5}));
  check(vec({2, 2}).histogram(2), vec({0, 2}), vec({1.5, 2, 2.5}));
  check(empty({0}).histogram(2), vec({0, 0}), vec({0, 0.5, 1}));
  check(vec({1, 2, 3, kNan}).histogram(2, ArrayRef<double>({1., 3.})), vec({1, 3}), vec({1, 2, 3}));
  check(vec({1, 2, 3}).histogram(vec({1, 1, 3}), {}, true), vec({kNan, 0.5}), vec({1, 1, 3}));
  check(vec({1, 2, 3}).histogram(2, nullopt, vec({1, 3, 4}), true), vec({0.125, 0.875}), vec({1, 2, 3}));
  expect_error(
      [] {
        vec({1, 2}).histogram(2, nullopt, vec({1, 3, 4}));
      },
      "but got input with shape [2, 1] and weight with shape [3]");
  expect_error(
      [] {
        vec({1, 2}).histogram(vec({1, 3}, kDouble));
      },
      "input tensor and bins tensors should have the same dtype");
}
TEST(Histogram, Bincount) {
  EXPECT_TENSOR(vec({1, 2, 1, 5}, kLong).bincount({}, 9), vec({0, 2, 1, 0, 0, 1, 0, 0, 0}));
  EXPECT_EQ(empty({0}, kLong).bincount().sizes(), IntArrayRef({0}));
  EXPECT_EQ(empty({0}, kLong).bincount(empty({0}), 3).scalar_type(), kLong);
  EXPECT_EQ(vec({1, 2}, kLong).bincount(vec({0.5, 2})).scalar_type(), kFloat);
  EXPECT_EQ(vec({1, 2}, kLong).bincount(vec({0.5, 2}, kHalf)).scalar_type(), kDouble);
  EXPECT_TENSOR(vec({1, 2}, kLong).bincount(vec({5, 2}, kLong)), vec({0, 5, 2}));
  expect_error([] { vec({1, -2}, kLong).bincount(); }, "bincount only supports 1-d non-negative integral inputs.");
  expect_error([] { vec({1}).bincount(); }, "\"bincount_cpu\" not implemented for 'Float'");
}
// Sums are cut into pieces by the number of elements alone.
TEST(Histogram, ThreadsDoNotMatter) {
  const int threads = get_num_threads();
  const Tensor x = rand({300000}, kDouble), w = rand({300000}, kDouble), at = (x * 20).to(kLong);
  std::vector<std::vector<double>> got;
  for (int n : {1, 3}) {
    set_num_threads(n);
    got.push_back(values(std::get<0>(x.histogram(30, nullopt, w, true))));
    got.push_back(values(at.bincount(w)));
  }
  set_num_threads(threads);
  EXPECT_EQ(got[0], got[2]);
  EXPECT_EQ(got[1], got[3]);
}

TEST(Unique, WhatIsAskedFor) {
  const Tensor x = vec({3, 1, 3, 2}, kLong);
  const auto [a, inverse, counts] = _unique2(x, true, false, true);
  EXPECT_TENSOR(a, vec({1, 2, 3}));
  EXPECT_TENSOR(inverse, vec({2, 0, 2, 1}));
  EXPECT_TENSOR(counts, vec({1, 1, 2}));
  EXPECT_EQ(std::get<1>(_unique2(x)).numel() + std::get<2>(_unique2(x)).numel(), 0);
  EXPECT_EQ(std::get<1>(_unique2(empty({2, 0}), true, true)).sizes(), IntArrayRef({2, 0}));
  EXPECT_EQ(std::get<1>(_unique2(scalar_tensor(3.), true, true)).dim(), 0);
  EXPECT_EQ(std::get<1>(unique_dim(x, 0)).numel(), 4);
  EXPECT_EQ(std::get<2>(unique_consecutive(x)).numel(), 0);
  EXPECT_EQ(std::get<2>(unique_consecutive(x, false, false, 0)).numel(), 0);  // as without a dimension
  EXPECT_EQ(std::get<2>(unique_consecutive(x.view({2, 2}), false, false, 0)).numel(), 2);
}
TEST(Unique, SlicesAndStrides) {
  const Tensor x = arange(24).reshape({2, 3, 4});
  EXPECT_EQ(std::get<0>(unique_dim(x, 1)).strides(), IntArrayRef({4, 8, 1}));
  EXPECT_EQ(std::get<0>(unique_dim(x, 2)).strides(), IntArrayRef({1, 2, 6}));
  EXPECT_EQ(std::get<0>(unique_dim(empty({0, 3}), 0)).sizes(), IntArrayRef({0, 3}));
  expect_error([] { unique_dim(empty({0, 0}), 1); }, "Number of zero sized dimensions is more than one");
  expect_error([] { unique_dim(scalar_tensor(3.), 0); }, "Dimension specified as 0 but tensor has no dimensions");
  const Tensor nan = vec({2, kNan, 2, kNan, 2, 5}).view({3, 2});
  EXPECT_TENSOR(std::get<1>(unique_dim_consecutive(nan, 0)), vec({0, 1, 2}));
  EXPECT_TENSOR(std::get<2>(unique_consecutive(vec({kNan, kNan, 1}), true, true)), vec({1, 1, 1}));
}
// Runs of one element and of many, in rows that end within a group of eight; zeros of both signs are equal.
TEST(Unique, ConsecutiveRunsOfEveryLength) {
  for (const int64_t n : {0, 1, 7, 8, 9, 64, 71, 1000, 5000})
    for (const int64_t longest : {1, 3, 40}) {
      std::vector<double> x, found;
      std::vector<double> run_of, lengths;
      for (int64_t i = 0, left = 0; i < n; ++i, --left) {
        if (left == 0) {
          left = 1 + i * 7 % longest;
          found.push_back(found.empty() || found.back() != 0 ? 0 : 1 + i % 5);
          lengths.push_back(0);
        }
        x.push_back(found.back());
        run_of.push_back(static_cast<double>(found.size()) - 1);
        lengths.back() += 1;
      }
      for (const ScalarType t : {kFloat, kDouble, kHalf, kBFloat16, kByte, kChar, kShort, kInt, kLong, kBool}) {
        std::vector<double> expected = found;
        if (t == kBool)
          for (double& v : expected) v = v != 0;
        for (const bool inverse : {false, true})
          for (const bool counts : {false, true}) {
            const auto [values, runs, of_run] = unique_consecutive(vec(x, t), inverse, counts);
            EXPECT_TENSOR(values, vec(expected)) << n << " elements, runs of up to " << longest << ", dtype " << t;
            EXPECT_TENSOR(runs, vec(inverse ? run_of : std::vector<double>()));
            EXPECT_TENSOR(of_run, vec(counts ? lengths : std::vector<double>()));
          }
      }
    }
  const Tensor zeros =
      vec(std::vector<double>{-0.0, 0, 0, -0.0, 1, -0.0, 0, 0, 0, 0, 2, 0, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  const Tensor found = std::get<0>(unique_consecutive(zeros));
  EXPECT_TENSOR(found.abs(), vec({0, 1, 0, 2, 0, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
  EXPECT_TENSOR(found.signbit(), vec({1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}));  // the first of each run
}
TEST(Unique, BackwardIsAnError) {
  const Tensor x = vec({1, 2}).set_requires_grad(true);
  expect_error([&] { std::get<0>(_unique2(x)).sum().backward(); }, "the derivative for '_unique2' is not implemented");
  expect_error([&] { std::get<0>(x.histogram(2)).sum().backward(); }, "is not implemented");
  EXPECT_FALSE(x.histc(3).requires_grad());
}

}  // namespace
}  // namespace torchpp
