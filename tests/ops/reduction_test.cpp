// SPDX-License-Identifier: BSD-3-Clause
// Reductions, running sums and the softmax family against naive loops in double, and against values and messages that
// libtorch 1.13.1 gave for the same calls (marked so).
#include <gtest/gtest.h>
#include <torchpp/core/parallel.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/pointwise.h>
#include <torchpp/ops/reduction.h>
#include <torchpp/ops/tensor_literal.h>
#include <torchpp/ops/view.h>

#include <cmath>
#include <functional>
#include <limits>

#include "tests/support/expect_error.h"

namespace torchpp {
namespace {

using test::expect_error;

constexpr double kInf = std::numeric_limits<double>::infinity();
const double kNan = std::nan("");

std::vector<double> values(const Tensor& t) {
  const Tensor d = t.to(kDouble).contiguous();
  return std::vector<double>(d.data_ptr<double>(), d.data_ptr<double>() + d.numel());
}
// Eighths between -6.25 and 6.25, which every floating type holds; whole numbers for integers.
Tensor sample(IntArrayRef sizes, ScalarType dtype, int64_t seed = 1) {
  const Tensor d = empty(sizes, kDouble);
  double* x = d.data_ptr<double>();
  for (int64_t i = 0; i < d.numel(); ++i) x[i] = static_cast<double>((i * 37 + seed * 11) % 101 - 50) / 8;
  if (isFloatingType(dtype)) return d.to(dtype);
  for (int64_t i = 0; i < d.numel(); ++i) x[i] = std::floor(dtype == kByte ? std::fabs(x[i]) : x[i]);
  return d.to(dtype);
}

// Results of f over the groups of elements that share their kept indices, in row-major order.
using Reference = std::function<double(const std::vector<double>&)>;
std::vector<double> reduce(const Tensor& t, uint64_t mask, const Reference& f) {
  const std::vector<double> x = values(t);
  int64_t results = 1;
  for (int64_t d = 0; d < t.dim(); ++d)
    if (!(mask >> d & 1)) results *= t.size(d);
  std::vector<std::vector<double>> groups(static_cast<size_t>(results));
  for (int64_t i = 0; i < t.numel(); ++i) {
    int64_t rest = i, at = 0, step = 1;
    for (int64_t d = t.dim(); d-- > 0; rest /= t.size(d)) {
      if (mask >> d & 1) continue;
      at += rest % t.size(d) * step;
      step *= t.size(d);
    }
    groups[static_cast<size_t>(at)].push_back(x[static_cast<size_t>(i)]);
  }
  std::vector<double> out;
  for (const auto& g : groups) out.push_back(f(g));
  return out;
}

double tolerance(ScalarType t) {
  return t == kDouble ? 1e-12 : t == kFloat ? 2e-6 : t == kHalf ? 1e-3 : t == kBFloat16 ? 8e-3 : 0;
}
void expect_close(const Tensor& got, const std::vector<double>& expected, double relative, const std::string& what) {
  const std::vector<double> x = values(got);
  ASSERT_EQ(x.size(), expected.size()) << what;
  for (size_t i = 0; i < x.size(); ++i) {
    if (std::isnan(expected[i]) || std::isinf(expected[i])) {
      EXPECT_TRUE(x[i] == expected[i] || (std::isnan(x[i]) && std::isnan(expected[i])))
          << what << " at " << i << ": " << x[i];
      continue;
    }
    EXPECT_NEAR(x[i], expected[i], relative * (1 + std::fabs(expected[i]))) << what << " at " << i;
  }
}
double sum_of(const std::vector<double>& v) {
  double s = 0;
  for (double x : v) s += x;
  return s;
}
double max_of(const std::vector<double>& v) {
  double m = -kInf;
  for (double x : v)
    if (x > m || std::isnan(x)) m = x;
  return m;
}
double var_of(const std::vector<double>& v, double correction) {
  const double n = static_cast<double>(v.size()), mean = sum_of(v) / n;
  double s = 0;
  for (double x : v) s += (x - mean) * (x - mean);
  return s / (n - correction);
}

// Layouts that take every way through memory: rows, columns, short rows, several reduced dimensions, gaps, repeats.
std::vector<std::pair<std::string, Tensor>> layouts(ScalarType dtype) {
  return {{"row", sample({300}, dtype)},
          {"matrix", sample({20, 70}, dtype)},
          {"transposed", sample({40, 30}, dtype).t()},
          {"short rows", sample({50, 5}, dtype)},
          {"wide", sample({3, 700}, dtype)},
          {"4d", sample({3, 4, 5, 6}, dtype)},
          {"permuted", sample({9, 4, 11, 3}, dtype).permute({2, 0, 3, 1})},
          {"gaps", sample({12, 40}, dtype).slice(1, 1, 39, 3)},
          {"repeated", sample({1, 17}, dtype).expand({6, 17})},
          {"one", sample({1, 1}, dtype)},
          {"scalar", sample({}, dtype)}};
}
const ScalarType kFloats[] = {kFloat, kDouble, kHalf, kBFloat16};
const ScalarType kNumbers[] = {kFloat, kDouble, kHalf, kBFloat16, kByte, kChar, kShort, kInt, kLong};

template <class F>
void for_masks(ArrayRef<ScalarType> dtypes, const F& f) {
  for (ScalarType dtype : dtypes)
    for (const auto& [name, x] : layouts(dtype)) {
      for (uint64_t mask = 1; mask < uint64_t{1} << x.dim() || (x.dim() == 0 && mask == 1); ++mask) {
        std::vector<int64_t> dims;
        for (int64_t d = 0; d < x.dim(); ++d)
          if (mask >> d & 1) dims.push_back(d % 2 == 0 ? d : d - x.dim());  // half of them counted from the end
        f(x, mask, dims, name + " " + toString(dtype) + " mask " + std::to_string(mask));
      }
    }
}

TEST(Reduction, SumMeanAgainstLoops) {
  for_masks(kNumbers, [](const Tensor& x, uint64_t mask, const std::vector<int64_t>& dims, const std::string& what) {
    const ScalarType dtype = isIntegralType(x.scalar_type()) ? kLong : x.scalar_type();
    const Tensor s = x.sum(dims), k = x.sum(dims, true);
    EXPECT_EQ(s.scalar_type(), dtype);
    EXPECT_EQ(k.dim(), x.dim());
    expect_close(s, reduce(x, mask, sum_of), tolerance(dtype), "sum " + what);
    expect_close(k, reduce(x, mask, sum_of), tolerance(dtype), "sum keepdim " + what);
    if (isFloatingType(dtype))
      expect_close(x.mean(dims),
                   reduce(x, mask, [](const auto& v) { return sum_of(v) / static_cast<double>(v.size()); }),
                   tolerance(dtype), "mean " + what);
    expect_close(x.sum(dims, false, kDouble), reduce(x, mask, sum_of), 1e-12, "sum as double " + what);
  });
}

TEST(Reduction, ExtremesAgainstLoops) {
  for_masks(kNumbers, [](const Tensor& x, uint64_t mask, const std::vector<int64_t>& dims, const std::string& what) {
    EXPECT_EQ(x.amax(dims).scalar_type(), x.scalar_type());
    expect_close(x.amax(dims), reduce(x, mask, max_of), 0, "amax " + what);
    expect_close(x.amin(dims, true),
                 reduce(x, mask,
                        [](std::vector<double> v) {
                          for (double& e : v) e = -e;
                          return -max_of(v);
                        }),
                 0, "amin " + what);
    if (x.dim() > 0 && dims.size() == static_cast<size_t>(x.dim())) {
      EXPECT_EQ(x.max().item<double>(), reduce(x, mask, max_of)[0]) << what;
    }
    if (dims.size() != 1) return;
    const auto first = [](const std::vector<double>& v) {
      size_t at = 0;
      for (size_t i = 1; i < v.size(); ++i)
        if (v[i] > v[at]) at = i;
      return static_cast<double>(at);
    };
    const auto [v, i] = x.max(dims[0]);
    EXPECT_EQ(i.scalar_type(), kLong);
    expect_close(v, reduce(x, mask, max_of), 0, "max " + what);
    expect_close(i, reduce(x, mask, first), 0, "max index " + what);
    expect_close(x.argmax(dims[0], true), reduce(x, mask, first), 0, "argmax " + what);
    expect_close(x.neg().argmin(dims[0]),
                 x.scalar_type() == kByte ? values(x.neg().argmin(dims[0])) : reduce(x, mask, first), 0,
                 "argmin " + what);
  });
}

TEST(Reduction, VarianceNormsAgainstLoops) {
  for_masks(kFloats, [](const Tensor& x, uint64_t mask, const std::vector<int64_t>& dims, const std::string& what) {
    const double tol = 4 * tolerance(x.scalar_type());
    expect_close(var(x, dims, optional<int64_t>(0)), reduce(x, mask, [](const auto& v) { return var_of(v, 0); }), tol,
                 "var " + what);
    for (const double p : {0.0, 1.0, 2.0, 3.0, kInf, -kInf}) {
      const auto naive = [p](const std::vector<double>& v) {
        double s = p == -kInf ? kInf : 0;
        for (double e : v) {
          const double a = std::fabs(e);
          if (p == 0) s += a != 0;
          else if (p == kInf) s = std::max(s, a);
          else if (p == -kInf) s = std::min(s, a);
          else s += std::pow(a, p);
        }
        return p == 0 || std::isinf(p) ? s : std::pow(s, 1 / p);
      };
      expect_close(x.norm(Scalar(p), dims, false), reduce(x, mask, naive), tol,
                   "norm " + std::to_string(p) + " " + what);
    }
  });
}

// Source: libtorch 1.13.1.
TEST(Reduction, RunningSumsOverTheirInput) {
  const Tensor x = arange(6, kFloat);
  Tensor shifted = x.slice(0, 1, 5), same = x.slice(0, 0, 4);
  EXPECT_THROW(cumsum_out(shifted, same, 0), Error);
  EXPECT_TRUE(x.equal(arange(6, kFloat)));
  EXPECT_TRUE(cumsum_out(same, same, 0).equal(tensor({0.f, 1.f, 3.f, 6.f})));
}

TEST(Reduction, ProductsAndTruthAgainstLoops) {
  for_masks(kNumbers, [](const Tensor& y, uint64_t mask, const std::vector<int64_t>& dims, const std::string& what) {
    if (dims.size() != 1 && y.dim() > 0) return;
    // Ones and twos, so that every product is exact or overflows to infinity alike.
    const Tensor x = (y > 5).to(y.scalar_type()) + 1;
    if (isFloatingType(x.scalar_type()) || x.scalar_type() == kLong)
      expect_close(y.dim() == 0 ? x.prod() : x.prod(dims[0]),
                   reduce(x, mask,
                          [&](const auto& v) {
                            double p = 1;
                            for (double e : v) p *= e;
                            return x.scalar_type() == kHalf && p > 65504 ? kInf : p;
                          }),
                   tolerance(kFloat), "prod " + what);
    if (y.dim() == 0) return;
    const Tensor few = (y > 4).to(y.scalar_type());
    expect_close(few.any(dims[0]), reduce(few, mask, max_of), 0, "any " + what);
    expect_close((1 - few).all(dims[0]), reduce(few, mask, [](const auto& v) { return 1 - max_of(v); }), 0,
                 "all " + what);
    EXPECT_EQ(few.any(dims[0]).scalar_type(), y.scalar_type() == kByte ? kByte : kBool);
  });
}

TEST(Reduction, ScansAndSoftmaxAgainstLoops) {
  for_masks(kNumbers, [](const Tensor& x, uint64_t mask, const std::vector<int64_t>& dims, const std::string& what) {
    if (dims.size() > 1) return;
    const int64_t dim = dims.empty() ? 0 : dims[0];
    // Lines go last, so that the reference is a loop over rows.
    const auto lines = [dim](const Tensor& t) { return t.dim() == 0 ? t.reshape({1}) : t.movedim(dim, -1); };
    const int64_t n = x.dim() == 0 ? 1 : x.size(dim);
    const std::vector<double> in = values(lines(x));
    std::vector<double> sums = in, soft = in, log_soft = in;
    for (size_t r = 0; r < in.size(); r += static_cast<size_t>(n)) {
      double s = 0, m = -kInf, e = 0;
      for (size_t i = r; i < r + static_cast<size_t>(n); ++i) {
        s += in[i];
        sums[i] = s;
        m = std::max(m, in[i]);
      }
      for (size_t i = r; i < r + static_cast<size_t>(n); ++i) e += std::exp(in[i] - m);
      for (size_t i = r; i < r + static_cast<size_t>(n); ++i) {
        soft[i] = std::exp(in[i] - m) / e;
        log_soft[i] = in[i] - m - std::log(e);
      }
    }
    const ScalarType dtype = x.scalar_type();
    expect_close(lines(x.cumsum(dim)), sums, tolerance(dtype), "cumsum " + what);
    if (!isFloatingType(dtype)) return;
    expect_close(lines(x.softmax(dim)), soft, tolerance(dtype), "softmax " + what);
    expect_close(lines(x.log_softmax(dim)), log_soft, 2 * tolerance(dtype), "log_softmax " + what);
    expect_close(x.logsumexp(x.dim() == 0 ? IntArrayRef() : IntArrayRef(dim)),
                 reduce(x, mask,
                        [](const auto& v) {
                          double e = 0;
                          for (double t : v) e += std::exp(t);
                          return std::log(e);
                        }),
                 2 * tolerance(dtype), "logsumexp " + what);
  });
}

// Tiles of lines that lie side by side, whole and in part, against double.
TEST(Reduction, SoftmaxAlongOuterDimensions) {
  const int threads = get_num_threads();
  const std::vector<std::vector<int64_t>> shapes = {{3, 16}, {5, 17}, {700, 33}, {2, 7, 300}, {1, 900, 70}, {3, 0, 20}};
  for (const ScalarType dtype : {kBFloat16, kHalf, kFloat, kDouble})
    for (const std::vector<int64_t>& sizes : shapes) {
      const int64_t dim = static_cast<int64_t>(sizes.size()) - 2;
      Tensor x = sample(sizes, dtype), g = sample(sizes, dtype, 5);
      if (sizes[static_cast<size_t>(dim)] != 0) {
        x.select(dim, 0).select(-1, 3).fill_(kNan);
        x.select(-1, 5).fill_(-kInf);
        x.select(dim, 1).select(-1, 7).fill_(kInf);
      }
      const double bound = dtype == kBFloat16 ? 0.01 : dtype == kHalf ? 2e-3 : dtype == kFloat ? 3e-6 : 1e-13;
      const std::string what = std::string(toString(dtype)) + " of " + std::to_string(sizes[0]);
      const Tensor soft = x.softmax(dim), log_soft = x.log_softmax(dim), y = soft.nan_to_num(),
                   z = log_soft.nan_to_num();
      const Tensor wide = x.to(kDouble), slopes = _softmax_backward_data(g, y, dim, dtype),
                   log_slopes = _log_softmax_backward_data(g, z, dim, dtype);
      const auto close = [&](const Tensor& got, const Tensor& want) {
        return got.to(kDouble).allclose(want.to(dtype).to(kDouble), bound, bound, true);
      };
      // Of a last dimension there are other loops.
      const auto last = [dim](const Tensor& t) { return t.to(kDouble).transpose(dim, -1).contiguous(); };
      EXPECT_TRUE(close(soft, last(x).softmax(-1).transpose(dim, -1))) << what;
      EXPECT_TRUE(close(log_soft, last(x).log_softmax(-1).transpose(dim, -1))) << what;
      EXPECT_TRUE(close(slopes, y.to(kDouble) * (g.to(kDouble) - (y.to(kDouble) * g.to(kDouble)).sum({dim}, true))))
          << what;
      EXPECT_TRUE(close(log_slopes, g.to(kDouble) - z.to(kDouble).exp() * g.to(kDouble).sum({dim}, true))) << what;
      EXPECT_TRUE(close(x.transpose(0, 1).contiguous().transpose(0, 1).softmax(dim), soft)) << what;
      for (const int n : {1, 2, 4, 8}) {
        set_num_threads(n);
        const Tensor again = x.softmax(dim).nan_to_num(), slopes_again = _softmax_backward_data(g, y, dim, dtype),
                     log_slopes_again = _log_softmax_backward_data(g, z, dim, dtype);
        set_num_threads(threads);
        EXPECT_TRUE(again.equal(y) && slopes_again.equal(slopes) && log_slopes_again.equal(log_slopes))
            << what << " on " << n << " threads";
      }
    }
}

TEST(Reduction, ComplexNumbers) {
  // Parts (i, 1 - i) for i = 0 .. 5. libtorch 1.13.1: x.sum(0), x.mean(), x.var(), x.norm(1), x.norm(3).
  const Tensor x = empty({2, 3}, kComplexDouble);
  for (int i = 0; i < 6; ++i) x.data_ptr<ComplexDouble>()[i] = ComplexDouble(i, 1 - i);
  const auto at = [](const Tensor& t, int64_t i) { return t.contiguous().data_ptr<ComplexDouble>()[i]; };
  const Tensor s = x.sum(IntArrayRef(0));
  EXPECT_EQ(at(s, 0), ComplexDouble(3, -1));
  EXPECT_EQ(at(s, 2), ComplexDouble(7, -5));
  EXPECT_EQ(at(x.mean(), 0), ComplexDouble(2.5, -1.5));
  EXPECT_EQ(at(x.t().cumsum(0), 5), ComplexDouble(12, -9));
  EXPECT_EQ(x.var().scalar_type(), kDouble);
  EXPECT_NEAR(x.var().item<double>(), 7.0, 1e-12);
  EXPECT_NEAR(x.std(IntArrayRef(0)).contiguous().data_ptr<double>()[1], 3.0, 1e-12);
  double one = 0, three = 0, two = 0;
  ComplexDouble product(1, 0);
  for (int i = 0; i < 6; ++i) {
    const double a = std::hypot(i, 1 - i);
    one += a;
    two += a * a;
    three += a * a * a;
    product = product * ComplexDouble(i, 1 - i);
  }
  EXPECT_NEAR(x.norm(1).item<double>(), one, 1e-12);
  EXPECT_NEAR(x.norm().item<double>(), std::sqrt(two), 1e-12);
  EXPECT_NEAR(x.norm(3).item<double>(), std::cbrt(three), 1e-12);
  EXPECT_EQ(at(x.prod(), 0), product);
  EXPECT_TRUE(x.any().item().toBool());
}

TEST(Reduction, SameBitsForAnyNumberOfThreads) {
  const Tensor big = sample({1000003}, kFloat) * 1.1, wide = sample({70001, 20}, kFloat) * 1.1,
               planes = sample({16, 3, 4000}, kFloat) * 1.1, gaps = sample({300001, 8}, kFloat).slice(1, 0, 8, 2) * 1.1;
  const auto all = [&] {
    std::vector<double> r;
    for (const Tensor& t :
         {big.sum(), big.norm(), big.var(), big.mean(), big.prod(), wide.sum(IntArrayRef(0)), wide.var(IntArrayRef(0)),
          planes.sum(IntArrayRef({0, 2})), planes.var(IntArrayRef({0, 2})), gaps.sum(), big.softmax(0),
          big.logsumexp(IntArrayRef(0)), wide.softmax(0).sum(IntArrayRef(0)), big.cumsum(0), big.argmax(), wide.max()})
      for (double v : values(t)) r.push_back(v);
    return r;
  };
  const int before = get_num_threads();
  set_num_threads(1);
  const std::vector<double> one = all();
  for (int n : {2, 4, 8}) {
    set_num_threads(n);
    const std::vector<double> many = all();
    ASSERT_EQ(many.size(), one.size());
    for (size_t i = 0; i < one.size(); ++i) ASSERT_EQ(many[i], one[i]) << n << " threads, value " << i;
  }
  set_num_threads(before);
}

TEST(Reduction, LongSumsAreAccurate) {
  const Tensor x = full({10000000}, 0.1, kFloat);
  EXPECT_NEAR(x.sum().item<double>(), 1e6 * static_cast<double>(0.1f) * 10, 0.5);  // 8 ulp
  // A mean of a million times the deviation costs no digits.
  const Tensor y = sample({100001}, kDouble) + 1e6;
  EXPECT_NEAR(y.var().item<double>(), var_of(values(y - 1e6), 1), 1e-8);
}

TEST(Reduction, NanAndFirstIndex) {  // libtorch 1.13.1
  const Tensor x = tensor({1.0, kNan, 3.0, kNan});
  const auto [v, i] = x.max(0);
  EXPECT_TRUE(std::isnan(v.item<double>()));
  EXPECT_EQ(i.item<int64_t>(), 1);
  EXPECT_TRUE(std::isnan(x.amin().item<double>()));
  EXPECT_TRUE(std::isnan(x.max().item<double>()));
  EXPECT_EQ(x.argmin().item<int64_t>(), 1);
  EXPECT_TRUE(std::isnan(x.norm(kInf).item<double>()));
  EXPECT_TRUE(std::isnan(x.reshape({2, 2}).expand({2, 2}).max().item<double>()));
  const Tensor columns = x.reshape({4, 1}).expand({4, 16}).contiguous();
  expect_close(columns.argmax(0), std::vector<double>(16, 1), 0, "columns");
  EXPECT_EQ(ones({5}, kInt).argmax().item<int64_t>(), 0);
}

TEST(Reduction, DtypesAndEmpty) {  // libtorch 1.13.1
  const Tensor i = arange(6).reshape({2, 3}), b = i > 2, x = i.to(kFloat);
  EXPECT_EQ(b.sum().item<int64_t>(), 3);
  EXPECT_EQ(b.sum().scalar_type(), kLong);
  EXPECT_EQ(i.sum(kBool).scalar_type(), kBool);
  EXPECT_EQ(tensor({-1.0, 1.0}).sum(kBool).item<double>(), 1);
  EXPECT_EQ(x.sum(IntArrayRef()).item<double>(), 15);
  EXPECT_EQ(x.sum(IntArrayRef(), true).sizes(), IntArrayRef({1, 1}));
  EXPECT_EQ(i.mean(kHalf).item<double>(), 2.5);
  EXPECT_EQ(b.prod().item<int64_t>(), 0);
  EXPECT_TRUE(b.max().item().toBool());
  EXPECT_EQ(std::get<1>(b.max(0)).sum().item<int64_t>(), 3);
  EXPECT_EQ(i.to(kByte).all().scalar_type(), kByte);
  EXPECT_EQ(i.to(kInt).cumsum(0).scalar_type(), kLong);
  EXPECT_EQ(i.logsumexp(IntArrayRef(0)).scalar_type(), kFloat);
  EXPECT_EQ(x.argmax(nullopt, true).sizes(), IntArrayRef({1, 1}));

  const Tensor none = empty({0, 3}, kFloat);
  expect_close(none.sum(IntArrayRef(0)), {0, 0, 0}, 0, "sum");
  expect_close(none.sum(), {0}, 0, "sum");
  expect_close(none.mean(), {kNan}, 0, "mean");
  expect_close(none.prod(), {1}, 0, "prod");
  expect_close(none.all(0), {1, 1, 1}, 0, "all");
  expect_close(none.any(0), {0, 0, 0}, 0, "any");
  expect_close(none.logsumexp(IntArrayRef(0)), {-kInf, -kInf, -kInf}, 0, "logsumexp");
  expect_close(none.norm(), {0}, 0, "norm");
  expect_close(none.var(IntArrayRef(0)), {kNan, kNan, kNan}, 0, "var");
  expect_close(empty({8, 0}).var(IntArrayRef(1)), std::vector<double>(8, kNan), 0, "var of columns");
  EXPECT_EQ(none.amax(IntArrayRef(1)).sizes(), IntArrayRef(0));
  EXPECT_EQ(std::get<0>(none.max(1)).numel(), 0);
  EXPECT_EQ(none.cumsum(0).sizes(), IntArrayRef({0, 3}));
  EXPECT_EQ(none.softmax(0).numel(), 0);
  expect_close(ones({1}).var(), {kNan}, 0, "var of one");
  expect_close(var(tensor({1.0, 2.0}), IntArrayRef(0), optional<int64_t>(3)), {kInf}, 0, "var, correction 3");
  expect_close(var(ones({2}), IntArrayRef(0), optional<int64_t>(3)), {kNan}, 0, "var, correction 3");
  expect_close(tensor({kInf, 1.0}).logsumexp(IntArrayRef(0)), {kInf}, 0, "logsumexp");
  expect_close(tensor({-kInf, -kInf}).logsumexp(IntArrayRef(0)), {-kInf}, 0, "logsumexp");
}

// Deviations far from 1, of which squares are beyond a float: libtorch 1.13.1 computes them in double on the CPU.
TEST(Reduction, DeviationsOfExtremeMagnitude) {
  for (ScalarType dtype : {kFloat, kBFloat16, kComplexFloat, kDouble})
    for (double magnitude : {1e20, 1e-25, 3e38, 1e-36, 1.0})
      for (const std::vector<int64_t>& sizes :
           std::vector<std::vector<int64_t>>{{8}, {5000}, {3, 700}, {700, 3}, {130, 70}, {70, 2, 40}})
        for (int64_t dim = 0; dim < static_cast<int64_t>(sizes.size()); ++dim) {
          const bool complex = isComplexType(dtype);
          const Tensor x = (sample(sizes, kDouble) / 7 * magnitude).to(complex ? kComplexFloat : dtype);
          const Tensor wide = x.to(complex ? kComplexDouble : kDouble);
          const Tensor deviation = x.std(IntArrayRef(dim)), expected = wide.std(IntArrayRef(dim));
          const std::vector<double> got = values(deviation), wanted = values(expected);
          for (size_t i = 0; i < got.size(); ++i)
            ASSERT_NEAR(got[i] / wanted[i], 1, dtype == kBFloat16 ? 8e-3 : 1e-6)
                << dtype << ' ' << magnitude << ' ' << IntArrayRef(sizes) << ' ' << dim;
        }
  // libtorch 1.13.1
  EXPECT_EQ(values(tensor({3e38f, -3e38f, 3e38f, -3e38f}).var()), std::vector<double>{kInf});
  EXPECT_EQ(values(full({5000}, 3e38).var()), std::vector<double>{0});
  EXPECT_EQ(values(full({100, 70}, 1e-30).std(IntArrayRef(0)).sum()), std::vector<double>{0});
  EXPECT_EQ(values(full({4}, 1e200, kDouble).var()), std::vector<double>{0});
  EXPECT_TRUE(std::isnan(tensor({1.f, INFINITY, 2.f}).std().item<float>()));
  EXPECT_TRUE(std::isnan(full({100, 70}, kInf).std(IntArrayRef(0)).sum().item<float>()));
}

// A large mean: in single precision the rounding of the mean alone would show.
// Rows and columns of one number, beside others in the same tile: what is not finite has no deviation.
TEST(Reduction, DeviationsOfConstants) {
  for (const ScalarType dtype : {kFloat, kDouble, kBFloat16}) {
    const Tensor x = zeros({100, 70}, dtype);
    x.select(1, 3).fill_(0.1);
    x.select(1, 4).fill_(1e-30);
    x.select(1, 5).fill_(HUGE_VAL);
    x.select(1, 6).copy_(arange(100).remainder(2));
    for (const Tensor& columns : {x, x.t().contiguous().t()}) {
      const Tensor v = columns.var(IntArrayRef({0}), false, false).to(kDouble);
      for (const int64_t j : {0, 2, 4, 7, 63, 64, 69}) EXPECT_EQ(v[j].item<double>(), 0) << dtype << " column " << j;
      EXPECT_NEAR(v[3].item<double>(), 0, 1e-15) << dtype;
      EXPECT_TRUE(std::isnan(v[5].item<double>())) << dtype;
      EXPECT_EQ(v[6].item<double>(), 0.25) << dtype;
    }
  }
}

TEST(Reduction, DeviationsFromALargeMean) {
  for (const std::vector<int64_t>& sizes :
       std::vector<std::vector<int64_t>>{{20000}, {20, 1000}, {1000, 20}, {20000, 2}})
    for (int64_t dim = 0; dim < static_cast<int64_t>(sizes.size()); ++dim) {
      const Tensor x = (sample(sizes, kDouble) + 1234567.7).to(kFloat);
      const std::vector<double> got = values(x.var(IntArrayRef(dim))),
                                wanted = values(x.to(kDouble).var(IntArrayRef(dim)));
      for (size_t i = 0; i < got.size(); ++i) ASSERT_NEAR(got[i] / wanted[i], 1, 1e-6) << IntArrayRef(sizes) << dim;
    }
}

TEST(Reduction, DimsOfTensorsWithoutDimensions) {  // libtorch 1.13.1
  const Tensor c = view_as_complex(tensor({1.f, 2.f}));
  for (const Tensor& t : {c.sum(0), c.sum(-1, true), c.mean(0), c.mean(0, true), c.prod(0)}) {
    EXPECT_EQ(t.dim(), 0);
    EXPECT_EQ(values(view_as_real(t)), (std::vector<double>{1, 2}));
  }
  EXPECT_EQ(values(c.std(0, false)), std::vector<double>{0});
  EXPECT_TRUE(std::isnan(std::get<0>(var_mean(c, IntArrayRef(0))).item<float>()));
  const auto [least, most] = aminmax(full({}, 3), 0, true);
  EXPECT_EQ(least.sizes(), IntArrayRef(1));
  EXPECT_EQ(most.sizes(), IntArrayRef(1));
  EXPECT_EQ(std::get<0>(aminmax(full({}, 3), nullopt, true)).dim(), 0);
}

TEST(Reduction, Destinations) {
  const Tensor x = sample({4, 6}, kFloat);
  Tensor out = empty({0}, kDouble);
  sum_out(out, x, IntArrayRef(0));
  EXPECT_EQ(out.sizes(), IntArrayRef(6));
  expect_close(out, reduce(x, 1, sum_of), 1e-12, "sum_out computes in the destination's dtype");
  Tensor grid = zeros({6, 2}, kFloat), column = grid.select(1, 1);
  const auto version = grid._version();
  sum_out(column, x, IntArrayRef(0));
  EXPECT_EQ(grid._version(), version + 1);
  expect_close(grid.select(1, 1), reduce(x, 1, sum_of), 1e-6, "strided destination");
  expect_close(grid.select(1, 0), std::vector<double>(6, 0), 0, "between");
  Tensor index = zeros({6, 2}, kLong), index_column = index.select(1, 0);
  argmax_out(index_column, x, 0);
  expect_close(index_column, values(x.argmax(0)), 0, "argmax_out");
  softmax_out(grid, x.slice(1, 0, 2), 0);
  expect_close(grid, values(x.slice(1, 0, 2).softmax(0)), 1e-7, "softmax_out");
  Tensor y = x.clone();
  cumsum_(y, 1);
  expect_close(y, values(x.cumsum(1)), 0, "cumsum_");
  Tensor self = x.clone();
  sum_out(self, self, IntArrayRef(1), true);
  expect_close(self, reduce(x, 2, sum_of), 1e-6, "out is the input");
  Tensor logs = empty({0}, kDouble);
  logsumexp_out(logs, x, IntArrayRef(1));
  expect_close(logs, values(x.logsumexp(IntArrayRef(1))), 1e-6, "logsumexp_out");
}

// libtorch 1.13.1. Unlike linalg_vector_norm, norm() narrows, and the norm of nothing is 0.
TEST(Reduction, NormsInAnotherDtype) {
  const Tensor whole = tensor({3, 4}, kInt), real = tensor({3., 4.}, kDouble), z = tensor({3., 4.}, kComplexFloat);
  const struct {
    Tensor norm;
    ScalarType dtype;
  } rows[] = {{whole.norm(2, kFloat), kFloat},
              {whole.norm(nullopt, IntArrayRef(0), false, kHalf), kHalf},
              {real.norm(2, kBFloat16), kBFloat16},
              {real.norm(2, kComplexDouble), kComplexDouble},
              {z.norm(2, kComplexDouble), kComplexDouble},
              {z.norm(2), kFloat}};
  for (const auto& row : rows) {
    EXPECT_EQ(row.norm.dtype(), row.dtype);
    EXPECT_EQ(row.norm.to(kComplexDouble).item<ComplexDouble>(), ComplexDouble(5, 0));
  }
  for (const double p : {-kInf, -1.5, 0., 2., kInf})
    expect_close(empty({0, 2}).norm(Scalar(p), IntArrayRef(0), false), {0, 0}, 0, "norm of nothing");
  Tensor out = empty({}, kInt);
  EXPECT_EQ(frobenius_norm_out(out, real, IntArrayRef(0)).item<int>(), 5);
  const Tensor leaf = real.clone().requires_grad_();
  leaf.norm(2, kFloat).backward();
  EXPECT_NEAR(leaf.grad()[0].item<double>(), 0.6, 1e-6);
}

// libtorch 1.13.1, which rounds the order of float64, too.
TEST(Reduction, NormsOfOrdersBeyondFloat) {
  const Tensor x = tensor({3.f, 0.f, -5.f});
  EXPECT_EQ(linalg_vector_norm(x, 1e-300).item<float>(), 2);
  EXPECT_EQ(linalg_vector_norm(x, -1e-300).item<float>(), 2);
  EXPECT_EQ(linalg_vector_norm(x, 1e-39).item<float>(), kInf);
  EXPECT_EQ(linalg_vector_norm(x, 1e300).item<float>(), 5);
  EXPECT_EQ(linalg_vector_norm(x, -1e300).item<float>(), 0);
  const Tensor wide = x.to(kDouble);
  EXPECT_EQ(linalg_vector_norm(wide, 3.5e38).item<double>(), 5);
  EXPECT_EQ(linalg_vector_norm(wide, 1e300).item<double>(), 5);
  EXPECT_EQ(linalg_vector_norm(wide, -1e300).item<double>(), 0);
  EXPECT_EQ(x.dist(x.neg(), 1e-300).item<float>(), 2);
}

TEST(Reduction, Errors) {  // key phrases of libtorch 1.13.1
  const Tensor x = sample({2, 3}, kFloat), i = x.to(kLong), none = empty({0, 3}, kFloat);
  expect_error(
      [&] { i.mean(); },
      "mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. Got: Long");
  Tensor counted = zeros({}, kLong);
  expect_error([&] { norm_out(counted, x, Scalar(2), 0); }, "\"norm_cpu\" not implemented for 'Long'");
  expect_error([&] { norm_out(counted, x, Scalar(2), 0, false, kFloat); }, "\"norm_cpu\" not implemented for 'Long'");
  expect_error([&] { x.mean(kLong); }, "Optional dtype must be either a floating point or complex dtype. Got: Long");
  expect_error([&] { x.sum(IntArrayRef({0, 0})); }, "dim 0 appears multiple times in the list of dims");
  expect_error([&] { x.sum(IntArrayRef(2)); },
               "Dimension out of range (expected to be in range of [-2, 1], but got 2)");
  expect_error([&] { none.max(); },
               "max(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with "
               "the 'dim' argument.");
  expect_error([&] { none.max(0); }, "max(): Expected reduction dim 0 to have non-zero size.");
  expect_error([&] { none.amax(IntArrayRef(0)); }, "amax(): Expected reduction dim 0 to have non-zero size.");
  expect_error([&] { none.argmax(); }, "argmax(): Expected reduction dim to be specified for input.numel() == 0.");
  expect_error([&] { x.to(kBool).argmax(); }, "\"argmax_cpu\" not implemented for 'Bool'");
  expect_error([&] { x.to(kComplexFloat).max(); }, "\"max_all\" not implemented for 'ComplexFloat'");
  expect_error([&] { x.to(kComplexFloat).amax(); }, "\"max_values_cpu\" not implemented for 'ComplexFloat'");
  expect_error([&] { x.to(kComplexFloat).max(0); }, "max(): does not support complex input");
  expect_error([&] { i.var(); }, "std and var only support floating point and complex dtypes");
  expect_error([&] { i.norm(); }, "norm(): input dtype should be either floating point or complex. Got Long instead.");
  expect_error([&] { linalg_vector_norm(none, kInf); },
               "linalg.vector_norm cannot compute the inf norm on an empty tensor because the operation does not have "
               "an identity");
  expect_error([&] { linalg_vector_norm(x, 2, nullopt, false, kHalf); },
               "the dtype of the input (Float) should be convertible without narrowing to the specified dtype (Half)");
  expect_error([&] { linalg_vector_norm(x, 2, nullopt, false, kComplexFloat); },
               "dtype should be real for real inputs, but got ComplexFloat");
  expect_error([&] { i.softmax(0); }, "not implemented for 'Long'");
  expect_error([&] { x.softmax(2); }, "Dimension out of range");
  expect_error([&] { x.to(kComplexFloat).logsumexp(IntArrayRef(0)); },
               "logsumexp(): Expected floating point type for result tensor, but got: ComplexFloat");
  expect_error([&] { i.norm(2, kInt); }, "desired output dtype should be either floating point or complex. Got Int");
  Tensor whole = empty({0}, kInt), z = empty({0}, kComplexFloat), wide = empty({0}, kDouble);
  expect_error([&] { mean_out(whole, x, IntArrayRef(0)); },
               "result type Float can't be cast to the desired output type");
  expect_error([&] { logsumexp_out(z, x, IntArrayRef(0)); }, "point type for result tensor, but got: ComplexFloat");
  expect_error([&] { logsumexp_out(whole, x, IntArrayRef(0)); }, "point type for result tensor, but got: Int");
  expect_error([&] { msort_out(wide, x); }, "Expected out tensor to have dtype float, but got double instead");
  Tensor wrong = empty({0}, kFloat);
  expect_error([&] { argmax_out(wrong, x, 0); }, "Expected out tensor to have dtype");
  expect_error([&] { any_out(wrong, x, 0); }, "any only supports bool tensor for result, got: Float");
  Tensor d = empty({0}, kDouble);
  expect_error(
      [&] { amax_out(d, x, IntArrayRef(0)); },
      "Expected the dtype for input and out to match, but got Float for input's dtype and Double for out's dtype.");
  EXPECT_EQ(wrong.numel(), 0);
}

}  // namespace
}  // namespace torchpp
