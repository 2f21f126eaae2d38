// SPDX-License-Identifier: BSD-3-Clause
// Complex numbers against formulas in long double: reductions, quotients, powers, exponentials, copies, products.
#include <torchpp/core/parallel.h>
#include <torchpp/ops/linalg.h>

#include <complex>
#include <functional>

#include "tests/ops/nn_support.h"

namespace torchpp {
namespace {

using nn_test::random_of, nn_test::strided;
using Number = std::complex<long double>;
constexpr double kInf = std::numeric_limits<double>::infinity(), kNan = std::numeric_limits<double>::quiet_NaN();
const ScalarType kTypes[] = {kComplexFloat, kComplexDouble};

std::vector<Number> values(const Tensor& t) {
  const Tensor d = t.resolve_conj().to(kComplexDouble).contiguous();
  std::vector<Number> v;
  for (int64_t i = 0; i < d.numel(); ++i) {
    const ComplexDouble z = d.data_ptr<ComplexDouble>()[i];
    v.emplace_back(z.real(), z.imag());
  }
  return v;
}
long double eps_of(ScalarType dtype) {
  return dtype == kComplexDouble ? 0x1p-52L : dtype == kComplexFloat ? 0x1p-23L : 0x1p-10L;
}
// The same values in other memory.
std::vector<Tensor> layouts(const Tensor& x) { return {x, strided(x), x.conj().resolve_conj().conj()}; }

// |got - expected| <= tolerance eps (|expected| + floor)
void expect_near(const Tensor& got, const std::vector<Number>& expected, long double tolerance,
                 const std::vector<long double>& floor = {}) {
  const std::vector<Number> v = values(got);
  ASSERT_EQ(v.size(), expected.size());
  for (size_t i = 0; i < v.size(); ++i) {
    const long double scale = std::abs(expected[i]) + (floor.empty() ? 0 : floor[i]);
    ASSERT_LE(std::abs(v[i] - expected[i]), tolerance * eps_of(got.scalar_type()) * scale)
        << i << ": got " << v[i] << ", expected " << expected[i];
  }
}

// Calls f with each group of a 3-dimensional tensor's elements that share all indices but that of `dim`.
std::vector<std::vector<Number>> groups(const Tensor& x, int64_t dim) {
  const Tensor last = x.transpose(dim, 2);
  const std::vector<Number> v = values(last);
  std::vector<std::vector<Number>> g;
  const size_t n = static_cast<size_t>(last.size(2));
  for (int64_t i = 0; i < last.size(0) * last.size(1); ++i)
    g.emplace_back(v.begin() + static_cast<int64_t>(i * n), v.begin() + static_cast<int64_t>((i + 1) * n));
  return g;
}

TEST(Complex, SumsMeansAndProducts) {
  NN_TEST_SEED(1);
  const int64_t shapes[][3] = {{1, 1, 0},  {0, 1, 3},   {1, 1, 1},    {1, 1, 15},    {1, 1, 33},  {1, 1, 64},
                               {3, 20, 8}, {2, 70, 31}, {1, 3, 2049}, {1, 1, 70001}, {40, 3, 50}, {700, 2, 3}};
  for (const ScalarType dtype : {kComplexFloat, kComplexDouble, kComplexHalf})
    for (const auto& s : shapes)
      for (const Tensor& x : layouts(random_of({s[0], s[1], s[2]}, dtype)))
        for (int64_t dim = 0; dim < 3; ++dim) {
          SCOPED_TRACE(str(dtype, " ", x.sizes(), " strides ", x.strides(), " dim ", dim));
          if (dtype == kComplexHalf && (x.is_conj() || x.size(dim) > 2049)) continue;
          if (x.size(dim) == 1 && x.numel() > 5000) continue;  // nothing to add, many times
          std::vector<Number> sums, means, products;
          std::vector<long double> sizes, mean_sizes;
          // Products of numbers on the circle, which stay on it.
          const Tensor turned = dtype == kComplexHalf ? x : x.sgn();
          for (const auto& group : groups(x, dim)) {
            sums.push_back(0), sizes.push_back(1e-30L);
            for (const Number& z : group) sums.back() += z, sizes.back() += std::abs(z);
            means.push_back(sums.back() / static_cast<long double>(group.size()));
            mean_sizes.push_back(sizes.back() / static_cast<long double>(group.size()));
          }
          // The order of the results is that of groups().
          const Tensor ordered = x.transpose(dim, 2);
          expect_near(ordered.sum(2), sums, 4, sizes);
          if (x.size(dim) > 0) expect_near(ordered.mean(2), means, 4, mean_sizes);
          if (dtype == kComplexHalf) continue;
          for (const auto& group : groups(turned, dim)) {
            products.push_back(1);
            for (const Number& z : group) products.back() *= z;
          }
          expect_near(turned.transpose(dim, 2).prod(2), products, 4 + static_cast<long double>(x.size(dim)));
        }
}

TEST(Complex, ReductionsAreTheSameOnAnyNumberOfThreads) {
  NN_TEST_SEED(2);
  for (const ScalarType dtype : kTypes) {
    const Tensor x = random_of({300000}, dtype), m = x.view({600, 500});
    const std::function<Tensor()> calls[] = {[&] { return x.sum(); },     [&] { return x.sgn().prod(); },
                                             [&] { return m.mean(0); },   [&] { return m.sgn().prod(0); },
                                             [&] { return m.mm(m.t()); }, [&] { return m.mv(m[0]); },
                                             [&] { return x.dot(x); }};
    for (const auto& call : calls) {
      set_num_threads(1);
      const Tensor one = call();
      for (int threads : {2, 4, 8}) {
        set_num_threads(threads);
        EXPECT_TRUE(call().equal(one)) << dtype << " " << threads;
      }
    }
  }
}

TEST(Complex, Quotients) {
  NN_TEST_SEED(3);
  for (const ScalarType dtype : kTypes)
    for (const int64_t n : {0, 1, 3, 17, 1000}) {
      Tensor x = random_of({n}, dtype), y = random_of({n}, dtype);
      // Squares of these leave the range; quotients do not.
      const double scale = dtype == kComplexFloat ? 1e30 : 1e250;
      if (n > 3) y.slice(0, 0, n / 3).mul_(scale), x.slice(0, 0, n / 3).mul_(scale);
      if (n > 3) y.slice(0, n / 2, n).div_(scale), x.slice(0, n / 2, n).div_(scale);
      const std::vector<Number> a = values(x), b = values(y);
      std::vector<Number> quotients, reciprocals, sums;
      std::vector<long double> sizes;
      for (size_t i = 0; i < a.size(); ++i) {
        const long double square = std::norm(b[i]);
        quotients.push_back(a[i] * std::conj(b[i]) / square);
        reciprocals.push_back(std::conj(b[i]) / square);
        sums.push_back(a[i] + 0.5L * quotients.back()), sizes.push_back(std::abs(a[i]) + std::abs(quotients.back()));
      }
      for (const Tensor& d : layouts(y)) {
        expect_near(x / d, quotients, 6);
        expect_near(strided(x) / d, quotients, 6);
        expect_near(d.reciprocal(), reciprocals, 6);
        expect_near(torchpp::addcdiv(x, x, d, 0.5), sums, 6, sizes);
      }
    }
}

// Each alone, among others, and strided: results depend on nothing but the operands. The values are those before
// quotients were computed without branches.
TEST(Complex, QuotientsByNumbersAtTheEndsOfTheRange) {
  const double z = 0, h = 1e300;
  const struct {
    ComplexDouble a, b, quotient;
  } rows[] = {
      {{1, 2}, {0, 0}, {kInf, kInf}},    {{-1, 0}, {-z, 0}, {-kInf, kNan}}, {{0, 0}, {0, -z}, {kNan, kNan}},
      {{1, 2}, {kInf, 3}, {0, 0}},       {{1, 2}, {3, -kInf}, {-0., 0}},    {{1, 2}, {kInf, kInf}, {kNan, kNan}},
      {{kInf, 1}, {2, 0}, {kInf, kNan}}, {{1, 2}, {kNan, 0}, {kNan, kNan}}, {{1, 2}, {0, kNan}, {kNan, kNan}},
      {{h, h}, {h, h}, {1, 0}},          {{h, -h}, {0, h}, {-1, -1}},       {{1, 1}, {3, 4}, {0.28, -0.04}}};
  for (const ScalarType dtype : kTypes)
    for (const auto& row : rows) {
      if (dtype == kComplexFloat && std::abs(row.a.real()) == h) continue;
      const Tensor a = full({37}, row.a, dtype), b = full({37}, row.b, dtype);
      for (const Tensor& q : {a.slice(0, 0, 1) / b.slice(0, 0, 1), a / b, strided(a) / strided(b), a / b[0]})
        for (const Number& v : values(q)) {
          SCOPED_TRACE(str(dtype, " ", row.a.real(), " ", row.a.imag(), " by ", row.b.real(), " ", row.b.imag()));
          const auto is = [&](long double got, double expected) {
            return std::isnan(expected) ? std::isnan(got)
                                        : got == expected || std::abs(got - expected) < 4 * eps_of(dtype);
          };
          EXPECT_TRUE(is(v.real(), row.quotient.real()) && is(v.imag(), row.quotient.imag())) << v;
        }
    }
}

TEST(Complex, PowersByProducts) {
  NN_TEST_SEED(4);
  for (const ScalarType dtype : kTypes)
    for (const int64_t n : {0, 1, 50, 301})
      for (const Tensor& x : layouts(random_of({n}, dtype)))
        for (int e = -17; e <= 17; ++e) {
          std::vector<Number> powers;
          for (const Number& z : values(x)) {
            Number p = 1;
            for (int i = 0; i < std::abs(e); ++i) p *= z;
            powers.push_back(e < 0 ? Number(1) / p : p);
          }
          SCOPED_TRACE(str(dtype, " ", e));
          const long double lost = dtype == kComplexFloat ? 4 : 4 + 3 * std::abs(e) + (std::abs(e) > 16 ? 40 : 0);
          expect_near(x.pow(e), powers, lost);
          expect_near(x.pow(torchpp::full({n}, e, dtype)), powers, lost);
        }
  // Where a product leaves the range, the power is that by the logarithm.
  const struct {
    ScalarType dtype;
    ComplexDouble z, cube, inverse_square;
  } rows[] = {{kComplexFloat, {1e30, 1e30}, {-kInf, kInf}, {0, -0.}},
              {kComplexFloat, {1e-30, 1e-30}, {-0., 0}, {0, -kInf}},
              {kComplexFloat, {0, 0}, {0, 0}, {kInf, kNan}},
              {kComplexFloat, {kInf, 1}, {kNan, kInf}, {kNan, kNan}},
              {kComplexFloat, {kNan, 1}, {kNan, kNan}, {kNan, kNan}},
              {kComplexDouble, {1e200, 1e200}, {-kInf, kInf}, {0, -0.}},
              {kComplexDouble, {1e75, -2e75}, {-11e225, 2e225}, {-0.12e-150, 0.16e-150}},
              {kComplexDouble, {1e-60, 1e-60}, {-2e-180, 2e-180}, {0, -5e119}},
              {kComplexDouble, {kInf, 1}, {kNan, kNan}, {kNan, kNan}},
              {kComplexDouble, {kNan, 1}, {kNan, kNan}, {kNan, kNan}}};
  for (const auto& row : rows) {
    const Tensor z = full({5}, row.z, row.dtype);
    SCOPED_TRACE(str(row.dtype, " ", row.z.real()));
    const auto is = [](double got, double expected) {
      if (std::isnan(expected)) return std::isnan(got);
      return got == expected || std::abs(got - expected) <= 1e-13 * std::abs(expected);
    };
    for (const auto& [got, expected] : {std::pair(z.pow(3), row.cube), std::pair(z.pow(-2), row.inverse_square)}) {
      const auto v = got[4].to(kComplexDouble).item<ComplexDouble>();
      EXPECT_TRUE(is(v.imag(), expected.imag())) << v.imag() << " for " << expected.imag();
      // Near zero beside a large imaginary part.
      EXPECT_TRUE(is(v.real(), expected.real()) || (expected.real() == 0 && std::abs(v.real()) < 1e-10 * 5e119))
          << v.real() << " for " << expected.real();
    }
  }
}

TEST(Complex, Exponentials) {
  NN_TEST_SEED(5);
  for (const ScalarType dtype : kTypes)
    for (const int64_t n : {0, 1, 130, 1000}) {
      const Tensor numbers = random_of({n}, dtype) * 5;
      for (const Tensor& x : layouts(numbers)) {
        std::vector<Number> e, s, product;
        for (const Number& z : values(x)) {
          e.push_back(std::exp(z));
          s.push_back(1.L / (1.L + std::exp(-z)));
          product.push_back(z * s.back());
        }
        // A sigmoid loses digits near its poles as 1 + e^-z does.
        std::vector<long double> near_pole;
        for (const Number& v : s) near_pole.push_back(std::norm(v));
        expect_near(x.exp(), e, 3);
        expect_near(x.sigmoid(), s, 6, near_pole);
        expect_near(torchpp::silu(x), product, 6, near_pole);
      }
    }
  // Beside usual numbers.
  for (const ScalarType dtype : kTypes) {
    const struct {
      ComplexDouble z, e;
    } rows[] = {{{0, 0}, {1, 0}},          {{kInf, 0}, {kInf, 0}},     {{-kInf, 0}, {0, 0}},
                {{-kInf, 2}, {-0., 0}},    {{kInf, 2}, {-kInf, kInf}}, {{kNan, 0}, {kNan, 0}},
                {{1, kInf}, {kNan, kNan}}, {{1, kNan}, {kNan, kNan}},  {{1000, 1}, {kInf, kInf}},
                {{-1000, 1}, {0, 0}}};
    for (const auto& row : rows) {
      Tensor x = random_of({200}, dtype);
      x.slice(0, 0, 200, 7).fill_(row.z);
      const auto got = x.exp()[196].to(kComplexDouble).item<ComplexDouble>();
      SCOPED_TRACE(str(dtype, " ", row.z.real(), " ", row.z.imag()));
      EXPECT_TRUE(std::isnan(row.e.real()) ? std::isnan(got.real()) : got.real() == row.e.real()) << got.real();
      EXPECT_TRUE(std::isnan(row.e.imag()) ? std::isnan(got.imag()) : got.imag() == row.e.imag()) << got.imag();
    }
    const Tensor many = random_of({300}, dtype), turned = many + Scalar(ComplexDouble(0, 3e7));
    const std::vector<Number> v = values(turned.exp()), z = values(turned);
    for (size_t i = 0; i < z.size(); ++i)
      ASSERT_LE(std::abs(v[i] - std::exp(z[i])), 3 * eps_of(dtype) * std::abs(std::exp(z[i])));
  }
}

TEST(Complex, Norms) {
  NN_TEST_SEED(9);
  for (const ScalarType dtype : kTypes)
    for (const Tensor& x : layouts(random_of({4, 3, 50}, dtype)))
      for (const std::vector<int64_t>& dims : std::vector<std::vector<int64_t>>{{0}, {1}, {2}, {1, 0}, {0, 1, 2}})
        for (const bool keepdim : {false, true}) {
          SCOPED_TRACE(str(dtype, " ", IntArrayRef(dims), " keepdim ", keepdim));
          const Tensor got = torchpp::linalg_vector_norm(x, 2, IntArrayRef(dims), keepdim),
                       expected = x.to(kComplexDouble).abs().square().sum(IntArrayRef(dims), keepdim).sqrt();
          EXPECT_EQ(got.sizes(), expected.sizes());
          EXPECT_LE((got.to(kDouble) / expected - 1).abs().max().item<double>(), 8 * eps_of(dtype));
        }
}

TEST(Complex, Conjugates) {
  NN_TEST_SEED(6);
  for (const ScalarType dtype : {kComplexFloat, kComplexDouble, kComplexHalf})
    for (const std::vector<int64_t>& sizes : std::vector<std::vector<int64_t>>{{0}, {1}, {7, 9}, {3, 40000}}) {
      const Tensor x = random_of(sizes, dtype);
      std::vector<Number> expected = values(x);
      for (Number& z : expected) z = std::conj(z);
      for (const Tensor& from : {x, strided(x)}) {
        SCOPED_TRACE(str(dtype, " ", from.sizes(), " strides ", from.strides()));
        EXPECT_EQ(values(from.conj_physical()), expected);
        EXPECT_EQ(values(from.conj().resolve_conj()), expected);
        EXPECT_EQ(values(from.conj().clone()), expected);
        const Tensor to = strided(torchpp::zeros(sizes, dtype));
        to.copy_(from.conj());
        EXPECT_EQ(values(to), expected);
        EXPECT_EQ(values(from.conj().to(kComplexDouble)), expected);
        EXPECT_EQ(values(from.clone().conj_physical_()), expected);
        Tensor out = torchpp::empty({0}, dtype);
        EXPECT_EQ(values(torchpp::conj_physical_out(out, from)), expected);
      }
      Tensor own = x.clone();
      torchpp::conj_physical_out(own, own);
      EXPECT_EQ(values(own), expected);
    }
}

TEST(Complex, RealNumbersBecomeComplex) {
  NN_TEST_SEED(7);
  for (const ScalarType to : {kComplexFloat, kComplexDouble, kComplexHalf})
    for (const ScalarType from : {kFloat, kDouble, kHalf, kBFloat16, kByte, kChar, kShort, kInt, kLong, kBool})
      for (const std::vector<int64_t>& sizes : std::vector<std::vector<int64_t>>{{0}, {1}, {5, 7}, {3, 3000}}) {
        SCOPED_TRACE(str(from, " to ", to, " ", IntArrayRef(sizes)));
        const Tensor x = torchpp::randint(0, 2, sizes, kLong).to(from);
        for (const Tensor& in : {x, strided(x), from == kBool ? x : x.neg()}) {
          const Tensor real = in.to(kDouble), out = strided(torchpp::ones(sizes, to));
          out.copy_(in);
          for (const Tensor& got : {in.to(to), out}) {
            const std::vector<Number> v = values(got), w = values(torchpp::complex(real, torchpp::zeros_like(real)));
            EXPECT_EQ(v, w);
          }
        }
      }
  // Between complex dtypes, and the parts of one.
  for (const Tensor& x : layouts(random_of({4, 500}, kComplexFloat))) {
    EXPECT_EQ(values(x.to(kComplexDouble)), values(x));
    EXPECT_EQ(values(x.to(kComplexDouble).to(kComplexFloat)), values(x));
    EXPECT_TRUE(x.to(kDouble).equal(torchpp::real(x).to(kDouble)));
  }
}

// A number is true if either part is not zero.
TEST(Complex, NumbersBecomeTruthValues) {
  const double parts[] = {0, -0., 1, kNan, 1e-7, -kInf};
  std::vector<ComplexDouble> numbers;
  std::vector<int64_t> truths;
  for (const double re : parts)
    for (const double im : parts) numbers.emplace_back(re, im), truths.push_back(re != 0 || im != 0);
  const Tensor few = tensor(numbers), expected = tensor(truths).to(kBool);
  for (const ScalarType dtype : {kComplexFloat, kComplexDouble, kComplexHalf})
    for (const int64_t n : {1, 40}) {  // 40: more than one block
      SCOPED_TRACE(str(dtype, " ", n));
      const Tensor x = few.to(dtype).repeat({n}), truth = expected.repeat({n});
      for (const Tensor& in : dtype == kComplexHalf ? std::vector<Tensor>{x, strided(x)} : layouts(x)) {
        EXPECT_TRUE(in.to(kBool).equal(truth));
        const Tensor out = strided(ones_like(truth));
        out.copy_(in);
        EXPECT_TRUE(out.equal(truth));
        if (dtype == kComplexHalf) continue;
        EXPECT_TRUE(in.logical_not().equal(truth.logical_not()));
        EXPECT_EQ(in.count_nonzero().item<int64_t>(), truth.sum().item<int64_t>());
        EXPECT_TRUE(in.logical_xor(in[2]).equal(truth.logical_not()));
      }
    }
}

// Also of numbers whose squares leave the range. What stands beside a number makes no difference to its result.
TEST(Complex, MagnitudesAndDirections) {
  NN_TEST_SEED(12);
  for (const ScalarType dtype : kTypes) {
    const double large = dtype == kComplexFloat ? 1e37 : 1e307, small = dtype == kComplexFloat ? 1e-30 : 1e-290;
    Tensor x = random_of({1000}, dtype);
    for (const auto& [first, scale] : {std::pair(200, large), {400, small}, {600, std::sqrt(large)}, {850, 0.}})
      x.slice(0, first, first + 60).mul_(scale), x[first + 100].mul_(scale);
    x[990].fill_(ComplexDouble(-kInf, 1)), x[991].fill_(ComplexDouble(kNan, kInf));
    for (const Tensor& in : layouts(x)) {
      const Tensor sizes = in.abs(), directions = in.sgn();
      const std::vector<Number> z = values(in.slice(0, 0, 990));
      std::vector<Number> magnitudes, quotients;
      for (const Number& each : z) {
        magnitudes.push_back(std::abs(each));
        quotients.push_back(each == Number(0) ? Number(0) : each / std::abs(each));
      }
      expect_near(sizes.slice(0, 0, 990).to(toComplexType(sizes.scalar_type())), magnitudes, 1);
      expect_near(directions.slice(0, 0, 990), quotients, 1.5);
      EXPECT_TRUE(sizes.slice(0, 990, 992).isinf().all().item<bool>());
      for (int64_t i = 0; i < 990; ++i) {
        EXPECT_TRUE(in.slice(0, i, i + 1).abs().equal(sizes.slice(0, i, i + 1))) << i;
        EXPECT_TRUE(in.slice(0, i, i + 1).sgn().equal(directions.slice(0, i, i + 1))) << i;
      }
    }
  }
}

// Long vectors, matrices of both layouts, batches that are cut, shared operands, what is added.
TEST(Complex, ProductsOfMatrices) {
  NN_TEST_SEED(8);
  const auto product = [](const Tensor& a, const Tensor& b) {
    return (a.to(kComplexDouble).unsqueeze(-1) * b.to(kComplexDouble).unsqueeze(-3)).sum(IntArrayRef(-2));
  };
  for (const ScalarType dtype : kTypes) {
    const double tolerance = dtype == kComplexFloat ? 3e-5 : 1e-13;
    const auto near = [&](const Tensor& got, const Tensor& expected) {
      const double scale = expected.numel() > 0 ? expected.abs().max().item<double>() : 0;
      EXPECT_EQ(got.sizes(), expected.sizes());
      EXPECT_TRUE(got.numel() == 0 ||
                  (got.to(kComplexDouble) - expected).abs().max().item<double>() <= tolerance * (1 + scale));
    };
    const int64_t shapes[][3] = {{1, 20000, 1}, {1, 9000, 3}, {5, 8193, 1}, {37, 1, 1},
                                 {1, 30, 40},   {70, 50, 60}, {0, 3, 1},    {1, 0, 4}};
    for (const auto& s : shapes) {
      SCOPED_TRACE(str(dtype, " ", s[0], "x", s[1], "x", s[2]));
      const Tensor a = random_of({s[0], s[1]}, dtype), b = random_of({s[1], s[2]}, dtype),
                   bias = random_of({s[2]}, dtype), self = random_of({s[0], s[2]}, dtype);
      const Tensor expected = product(a, b);
      for (const Tensor& left : {a, strided(a), a.t().contiguous().t(), a.conj().resolve_conj().conj()})
        for (const Tensor& right : {b, strided(b), b.t().contiguous().t()}) {
          near(left.mm(right), expected);
          near(bias.addmm(left, right), expected + bias.to(kComplexDouble));
          near(strided(self).addmm(left, right), expected + self.to(kComplexDouble));
        }
    }
    const Tensor x = random_of({3000, 4, 5}, dtype), y = random_of({3000, 5, 3}, dtype),
                 shared = random_of({1, 5, 3}, dtype);
    near(x.bmm(y), product(x, y));
    near(x.bmm(shared.expand({3000, 5, 3})), product(x, shared));
    near(strided(x).bmm(y.transpose(1, 2).contiguous().transpose(1, 2)), product(x, y));
    near(torchpp::baddbmm(x.bmm(y), x, y), 2 * product(x, y));
  }
}

}  // namespace
}  // namespace torchpp
