// SPDX-License-Identifier: BSD-3-Clause
// Products of matrices against sums in double, over dtypes, sizes and strides.
#include <torchpp/autograd/gradcheck.h>
#include <torchpp/dispatch/verbose.h>
#include <torchpp/ops/linalg.h>

#include "tests/ops/nn_support.h"

namespace {

using namespace torchpp;
using namespace nn_test;

// Sum over the inner dimension of the broadcast product; complex stays complex.
Tensor product(const Tensor& a, const Tensor& b) {
  const ScalarType wide = a.is_complex() ? kComplexDouble : kDouble;
  return (a.to(wide).unsqueeze(-1) * b.to(wide).unsqueeze(-3)).sum(IntArrayRef(-2));
}

const ScalarType kTypes[] = {kFloat, kDouble, kBFloat16, kHalf, kLong, kInt, kByte, kComplexFloat, kComplexDouble};

TEST(MatrixProduct, AllTypesSizesAndStrides) {
  NN_TEST_SEED(1);
  const int64_t sizes[][3] = {{1, 1, 1},   {4, 4, 4},    {1, 16, 16}, {3, 5, 7}, {16, 1, 16},
                              {17, 33, 9}, {40, 64, 70}, {2, 0, 3},   {0, 3, 2}};
  for (ScalarType t : kTypes)
    for (const auto& s : sizes) {
      SCOPED_TRACE(str(t, " ", s[0], "x", s[1], "x", s[2]));
      const Tensor a = random_of({s[0], s[1]}, t), b = random_of({s[1], s[2]}, t);
      const Tensor expected = product(a, b);
      EXPECT_TRUE(close(a.mm(b), expected, 4));
      EXPECT_EQ(a.mm(b).scalar_type(), t);
      EXPECT_TRUE(close(strided(a).mm(b), expected, 4));
      EXPECT_TRUE(close(a.mm(strided(b)), expected, 4));
      EXPECT_TRUE(close(a.t().contiguous().t().mm(b.t().contiguous().t()), expected, 4));
      EXPECT_TRUE(close(b.t().mm(a.t()).t(), expected, 4));
      Tensor out = torchpp::empty({0}, t);
      EXPECT_TRUE(close(mm_out(out, a, b), expected, 4));
      Tensor turned = torchpp::empty({s[2], s[0]}, t).t();
      EXPECT_TRUE(close(mm_out(turned, a, b), expected, 4));
    }
}

// One row, and one column by one row, of 16-bit numbers: kernels of their own read the other operand once.
TEST(MatrixProduct, VectorsOfBfloat16) {
  NN_TEST_SEED(31);
  const int64_t sizes[][3] = {{1, 31, 16}, {1, 32, 17},  {1, 33, 33}, {1, 400, 120}, {1, 1, 500}, {1, 63, 129},
                              {1, 90, 1},  {120, 1, 70}, {3, 1, 257}, {33, 1, 31},   {1, 2, 128}, {1, 700, 900}};
  for (const auto& s : sizes) {
    SCOPED_TRACE(str(s[0], "x", s[1], "x", s[2]));
    const Tensor a = random_of({s[0], s[1]}, kBFloat16), b = random_of({s[1], s[2]}, kBFloat16);
    const Tensor turned = b.t().contiguous(), bias = random_of({s[2]}, kBFloat16),
                 self = random_of({s[0], s[2]}, kBFloat16);
    const Tensor expected = product(a, b), with_bias = expected + bias.to(expected.scalar_type()),
                 with_self = expected + self.to(expected.scalar_type());
    for (const Tensor& right : {b, turned.t(), strided(b)}) {
      EXPECT_TRUE(close(a.mm(right), expected, 4));
      EXPECT_TRUE(close(strided(a).mm(right), expected, 4));
      EXPECT_TRUE(close(a.t().contiguous().t().mm(right), expected, 4));
      EXPECT_TRUE(close(bias.addmm(a, right), with_bias, 8));
      EXPECT_TRUE(close(self.addmm(a, right), with_self, 8));
      EXPECT_TRUE(close(self.clone().addmm_(a, right), with_self, 8));
    }
    EXPECT_TRUE(close(torchpp::linear(a, turned, bias), with_bias, 8));
    expect_same_for_any_threads([&] { return a.mm(b); });
    expect_same_for_any_threads([&] { return a.mm(turned.t()); });
  }
  // What is not finite stays so, alone.
  const Tensor a = ones({1, 64}, kBFloat16), b = ones({64, 40}, kBFloat16);
  b[3][5].fill_(std::numeric_limits<float>::infinity());
  b[60][39].fill_(std::numeric_limits<float>::quiet_NaN());
  for (const Tensor& right : {b, b.t().contiguous().t()}) {
    const Tensor y = a.mm(right).to(kFloat);
    EXPECT_TRUE(std::isinf(y[0][5].item<float>()) && std::isnan(y[0][39].item<float>()));
    EXPECT_EQ(y.eq(64).sum().item<int64_t>(), 38);
  }
}

TEST(MatrixProduct, Batches) {
  NN_TEST_SEED(2);
  for (ScalarType t : kTypes)
    for (int64_t n : {1, 3, 40}) {
      SCOPED_TRACE(str(t, " ", n));
      const Tensor a = random_of({n, 5, 6}, t), b = random_of({n, 6, 4}, t), self = random_of({5, 1}, t);
      EXPECT_TRUE(close(a.bmm(b), product(a, b), 4));
      EXPECT_TRUE(close(strided(a).bmm(strided(b)), product(a, b), 4));
      EXPECT_TRUE(close(a.bmm(b[0].expand({n, 6, 4})), product(a, b[0].expand({n, 6, 4}).contiguous()), 4));
      if (t != kByte) {
        EXPECT_TRUE(close(self.baddbmm(a, b, 3, 2),
                          product(a, b) * 2 + self.to(t == kComplexFloat ? kComplexDouble : t) * 3, 20));
      }
    }
}

TEST(MatrixProduct, BatchesThatOverlapOrInterleave) {
  NN_TEST_SEED(21);
  for (ScalarType t : kTypes) {
    SCOPED_TRACE(str(t));
    const Tensor windows = random_of({90}, t).as_strided({2, 5, 6}, {3, 8, 1});
    const Tensor interleaved = random_of({90}, t).as_strided({2, 6, 4}, {5, 9, 1});
    const Tensor expected = product(windows.contiguous(), interleaved.contiguous());
    EXPECT_TRUE(close(windows.bmm(interleaved), expected, 4));
    Tensor out = zeros({64}, t).as_strided({2, 5, 4}, {5, 9, 1});
    EXPECT_TRUE(close(bmm_out(out, windows, interleaved), expected, 4));
  }
}

// Operands whose batch has dimensions that do not merge into one, as permuted heads, are read where they lie.
TEST(MatrixProduct, BatchesThatDoNotMerge) {
  NN_TEST_SEED(11);
  for (ScalarType t : kTypes)
    for (const int64_t n : {1, 5, 40}) {
      SCOPED_TRACE(str(t, " ", n));
      const auto same = [](const Tensor& a, const Tensor& b) {
        const Tensor product = a.matmul(b), expected = a.contiguous().matmul(b.contiguous());
        EXPECT_TRUE(product.is_contiguous());
        EXPECT_EQ(product.sizes(), expected.sizes());
        EXPECT_TRUE(same_bits(product, expected) || close(product, expected, 4));
      };
      const Tensor heads = random_of({2, n, 2, 3, 8}, t).permute({2, 0, 3, 1, 4}), q = heads[0], k = heads[1];
      const Tensor scores = q.matmul(k.transpose(-2, -1));
      EXPECT_TRUE(close(scores, product(q, k.transpose(-2, -1)), 4));
      same(scores, k);
      same(scores, k[0]);
      same(scores.transpose(-2, -1), k.slice(0, 1, 2));
      same(scores, k.slice(1, 1, 2));
      same(strided(q), strided(k.transpose(-2, -1).contiguous()));
      same(q, k.select(2, 0).unsqueeze(-1).expand({2, 3, 8, 4}));
      same(q.select(1, 0).unsqueeze(1), k.transpose(-2, -1));
      const Tensor deep = random_of({2, n, 2, 3, 2, 4}, t).permute({4, 2, 0, 3, 1, 5});
      same(deep, deep.transpose(-2, -1));
      same(deep[0].unsqueeze(0), deep.transpose(-2, -1));
    }
  for (ScalarType t : {kFloat, kDouble}) {
    const Tensor heads = random_of({2, 4, 5, 3}, t).transpose(1, 2);
    EXPECT_EQ(heads.slice(3, 0, 0).matmul(heads.slice(3, 0, 0).mT()).abs().sum().item<double>(), 0);
    EXPECT_EQ(heads.slice(2, 0, 0).matmul(heads.mT()).sizes(), IntArrayRef({2, 5, 0, 4}));
    EXPECT_EQ(heads.slice(1, 0, 0).matmul(heads.mT().slice(1, 0, 0)).sizes(), IntArrayRef({2, 0, 4, 4}));
    Tensor out = torchpp::empty({0}, t);
    EXPECT_TRUE(same_bits(matmul_out(out, heads, heads.mT()), heads.contiguous().matmul(heads.mT().contiguous())));
    const Tensor imaginary =
        torchpp::imag(random_of({2, 4, 5, 3}, t == kFloat ? kComplexFloat : kComplexDouble).conj()).transpose(1, 2);
    EXPECT_TRUE(close(imaginary.matmul(heads.mT()), product(imaginary.contiguous(), heads.mT()), 4));
  }
  const Tensor h = random_of({3, 33, 5, 16}, kFloat).transpose(1, 2);
  expect_same_for_any_threads([&] { return h.matmul(h.mT()); });
  EXPECT_ERROR(h.matmul(h),
               "Expected size for first two dimensions of batch2 tensor to be: [15, 16] but got: [15, 33]");
  EXPECT_ERROR(h.matmul(h.mT().to(kDouble)), "expected m1 and m2 to have the same dtype, but got: float != double");
}

TEST(MatrixProduct, VectorsAndDots) {
  NN_TEST_SEED(3);
  for (ScalarType t : kTypes)
    for (int64_t n : {1, 5, 130}) {
      SCOPED_TRACE(str(t, " ", n));
      const Tensor a = random_of({7, n}, t), x = random_of({n}, t), y = random_of({n}, t);
      const Tensor column = product(a, x.unsqueeze(1)).squeeze(1);
      EXPECT_TRUE(close(a.mv(x), column, 8));
      EXPECT_TRUE(close(strided(a).mv(strided(x)), column, 8));
      EXPECT_TRUE(close(a.t().contiguous().t().mv(x), column, 8));
      EXPECT_TRUE(close(a.mv(x[0].expand({n})), product(a, x[0].expand({n}).unsqueeze(1)).squeeze(1), 8));
      const Tensor inner = product(x.unsqueeze(0), y.unsqueeze(1)).squeeze();
      EXPECT_TRUE(close(x.dot(y), inner, 8));
      EXPECT_TRUE(close(strided(x).dot(y), inner, 8));
      EXPECT_EQ(x.dot(y).dim(), 0);
      EXPECT_TRUE(close(x.outer(a.select(1, 0)), product(x.unsqueeze(1), a.select(1, 0).unsqueeze(0)), 4));
    }
  EXPECT_EQ(torchpp::zeros({0}).dot(torchpp::zeros({0})).item<float>(), 0);
}

// Complex vectors of any stride, conjugated or not, in several blocks and partial sums.
TEST(MatrixProduct, ComplexDots) {
  NN_TEST_SEED(43);
  for (const ScalarType t : {kComplexFloat, kComplexDouble})
    for (const int64_t n : {0, 1, 2, 7, 8, 33, 1500, 70001}) {
      const Tensor a = random_of({n}, t), b = random_of({2, n}, t)[1];
      for (const Tensor& x : {a, strided(a), a.conj(), strided(a).conj(), torchpp::_neg_view(a)})
        for (const Tensor& y : {b, strided(b), b.conj(), a}) {
          SCOPED_TRACE(str(t, " ", n, " ", x.is_conj(), y.is_conj()));
          const Tensor wide = x.to(kComplexDouble) * y.to(kComplexDouble);
          const Tensor expected = torchpp::complex(torchpp::real(wide).sum(), torchpp::imag(wide).sum());
          const double bound = (t == kComplexFloat ? 1e-5 : 1e-13) * (1 + static_cast<double>(n));
          EXPECT_LE((x.dot(y).to(kComplexDouble) - expected).abs().item<double>(), bound);
          EXPECT_TRUE(torchpp::vdot(x, y).equal(x.conj().dot(y)));
          expect_same_for_any_threads([&] { return x.dot(y); });
        }
    }
}

// Sums of integers wrap around. The sizes leave every part of the kernels' tiles, vectors and runs incomplete once.
TEST(MatrixProduct, IntegersWrapAround) {
  NN_TEST_SEED(41);
  const int64_t sizes[][3] = {{1, 1000, 1},  {1, 70, 9},    {1, 9, 600}, {2, 33, 65},  {3, 5, 1},
                              {9, 130, 129}, {230, 40, 10}, {4, 530, 7}, {17, 3, 700}, {40, 1, 70}};
  const auto whole_range = [](IntArrayRef shape, ScalarType t) {
    return randint(std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max(), shape, kLong).to(t);
  };
  const auto in_columns = [](const Tensor& t) { return t.t().contiguous().t(); };
  for (const ScalarType t : {kByte, kChar, kShort, kInt, kLong})
    for (const auto& s : sizes) {
      SCOPED_TRACE(str(t, " ", s[0], "x", s[1], "x", s[2]));
      const Tensor a = whole_range({s[0], s[1]}, t), b = whole_range({s[1], s[2]}, t),
                   self = whole_range({s[0], s[2]}, t), bias = whole_range({s[2]}, t);
      const Tensor expected = (a.to(kLong).unsqueeze(2) * b.to(kLong).unsqueeze(0)).sum(1).to(t);
      for (const Tensor& left : {a, in_columns(a), strided(a)})
        for (const Tensor& right : {b, in_columns(b), strided(b)}) {
          EXPECT_TRUE(left.mm(right).equal(expected));
          EXPECT_TRUE(bias.addmm(left, right).equal(expected + bias));
          EXPECT_TRUE(self.clone().addmm_(left, right).equal(expected + self));
          EXPECT_TRUE(left.mv(right.select(1, 0)).equal(expected.select(1, 0)));
          EXPECT_TRUE(stack({left, left}).bmm(right.expand({2, s[1], s[2]})).equal(stack({expected, expected})));
          expect_same_for_any_threads([&] { return left.mm(right); });
        }
      EXPECT_TRUE(a[0].dot(b.select(1, 0)).equal(expected[0][0]));
    }
}

// libtorch 1.13.1: a product without terms is 0, whatever it is multiplied by.
TEST(MatrixProduct, FactorsOfProductsWithoutTerms) {
  const Tensor a = empty({3, 0}), b = empty({0, 2}), none = empty({0}), one = ones({3, 2});
  for (const double alpha : {2.0, std::numeric_limits<double>::infinity(), std::nan("")}) {
    SCOPED_TRACE(alpha);
    EXPECT_TRUE(addmm(one, a, b, 2, alpha).equal(one * 2));
    EXPECT_TRUE(addmm(one, a, b, 0, alpha).equal(one * 0));
    EXPECT_TRUE(addmv(ones({3}), a, none, 2, alpha).equal(full({3}, 2)));
    EXPECT_TRUE(addbmm(one, a.unsqueeze(0), b.unsqueeze(0), 2, alpha).equal(one * 2));
    EXPECT_TRUE(baddbmm(one.unsqueeze(0), a.unsqueeze(0), b.unsqueeze(0), 2, alpha).equal(one.unsqueeze(0) * 2));
    Tensor in_place = one.clone();
    EXPECT_TRUE(in_place.addmm_(a, b, 2, alpha).equal(one * 2));
  }
}

TEST(MatrixProduct, AddmmScales) {
  NN_TEST_SEED(4);
  const Tensor a = random_of({5, 6}, kDouble), b = random_of({6, 4}, kDouble);
  for (IntArrayRef shape : std::vector<std::vector<int64_t>>{{5, 4}, {4}, {1}, {5, 1}, {}})
    for (double beta : {0.0, 1.0, -0.5})
      for (double alpha : {1.0, 0.0, 2.5}) {
        SCOPED_TRACE(str(shape, " ", beta, " ", alpha));
        const Tensor self = random_of(shape, kDouble), expected = product(a, b) * alpha + self * beta;
        EXPECT_TRUE(close(self.addmm(a, b, beta, alpha), expected));
        Tensor out = torchpp::zeros({5, 4}, kDouble);
        EXPECT_TRUE(close(addmm_out(out, self, a, b, beta, alpha), expected));
        if (shape.size() < 2 || shape[1] == 1) continue;
        Tensor in_place = self.clone();
        const int64_t version = in_place._version();
        in_place.addmm_(a, b, beta, alpha);
        EXPECT_TRUE(close(in_place, expected));
        EXPECT_EQ(in_place._version(), version + 1);
      }
  // libtorch: numbers that scale integers are cut to integers.
  const Tensor i = torchpp::ones({3, 3}, kLong);
  EXPECT_TRUE(i.addmm(i, i, 1.5, 2.5).equal(torchpp::full({3, 3}, 7, kLong)));
}

TEST(MatrixProduct, BetaZeroDoesNotReadSelf) {
  const Tensor nan = torchpp::full({2, 2}, NAN), a = torchpp::ones({2, 3}), b = torchpp::ones({3, 2});
  EXPECT_TRUE(nan.addmm(a, b, 0).equal(torchpp::full({2, 2}, 3.f)));
  EXPECT_TRUE(nan.addmm(a, b, 0, 2).equal(torchpp::full({2, 2}, 6.f)));
  EXPECT_TRUE(nan.addmm(torchpp::ones({2, 0}), torchpp::ones({0, 2}), 0).equal(torchpp::zeros({2, 2})));
  EXPECT_TRUE(torchpp::full({4, 2, 2}, NAN)
                  .baddbmm(a.expand({4, 2, 3}), b.expand({4, 3, 2}), 0)
                  .equal(torchpp::full({4, 2, 2}, 3.f)));
}

TEST(MatrixProduct, ResultMayBeAnOperand) {
  NN_TEST_SEED(5);
  Tensor a = random_of({4, 4}, kFloat);
  const Tensor expected = product(a, a);
  mm_out(a, a, a);
  EXPECT_TRUE(close(a, expected));
  Tensor c = random_of({4, 4}, kFloat);
  const Tensor sum = product(c, c) + c.to(kDouble);
  c.addmm_(c, c);
  EXPECT_TRUE(close(c, sum));
}

TEST(MatrixProduct, ConjugateViews) {
  NN_TEST_SEED(6);
  const Tensor a = random_of({3, 4}, kComplexDouble), b = random_of({4, 2}, kComplexDouble);
  EXPECT_TRUE(close(a.conj().mm(b), product(a.conj_physical(), b)));
  EXPECT_TRUE(close(b.t().conj().mv(a[0]), product(b.t().conj_physical(), a[0].unsqueeze(1)).squeeze(1)));
}

TEST(MatrixProduct, MatmulByRanks) {
  NN_TEST_SEED(7);
  const std::vector<int64_t> left[] = {{4}, {3, 4}, {2, 3, 4}, {5, 1, 3, 4}, {1, 3, 4}};
  const std::vector<int64_t> right[] = {{4}, {4, 6}, {2, 4, 6}, {5, 2, 4, 6}, {2, 4, 1}};
  for (const auto& l : left)
    for (const auto& r : right) {
      SCOPED_TRACE(str(IntArrayRef(l), " ", IntArrayRef(r)));
      const Tensor a = random_of(l, kDouble), b = random_of(r, kDouble);
      Tensor expected = product(l.size() == 1 ? a.unsqueeze(0) : a, r.size() == 1 ? b.unsqueeze(1) : b);
      if (r.size() == 1) expected = expected.squeeze(-1);
      if (l.size() == 1) expected = expected.squeeze(r.size() == 1 ? -1 : -2);
      EXPECT_TRUE(close(a.matmul(b), expected));
      EXPECT_TRUE(close(strided(a).matmul(strided(b)), expected));
      Tensor out = torchpp::empty({0}, kDouble);
      EXPECT_TRUE(close(matmul_out(out, a, b), expected));
    }
  EXPECT_EQ(torchpp::zeros({0, 3, 4}).matmul(torchpp::zeros({4, 5})).sizes(), IntArrayRef({0, 3, 5}));
  EXPECT_EQ(torchpp::zeros({2, 3, 0}).matmul(torchpp::zeros({0, 5})).sizes(), IntArrayRef({2, 3, 5}));
}

TEST(MatrixProduct, LinearOfAnyLeadingDimensions) {
  NN_TEST_SEED(8);
  for (ScalarType t : kTypes)
    for (const auto& lead : std::vector<std::vector<int64_t>>{{}, {1}, {5}, {2, 3}, {2, 1, 3}, {0}, {20}})
      for (int64_t out : {1, 8, 16, 33}) {
        SCOPED_TRACE(str(t, " ", IntArrayRef(lead), " ", out));
        std::vector<int64_t> sizes = lead;
        sizes.push_back(16);
        const Tensor x = random_of(sizes, t), w = random_of({out, 16}, t), b = random_of({out}, t);
        const ScalarType wide = x.is_complex() ? kComplexDouble : kDouble;
        const Tensor rows = x.to(wide).reshape({-1 * (x.numel() != 0), 16});
        std::vector<int64_t> shape = lead;
        shape.push_back(out);
        const Tensor plain = product(rows, w.t()).reshape(shape), expected = plain + b.to(wide);
        EXPECT_TRUE(close(torchpp::linear(x, w), plain, 8));
        EXPECT_TRUE(close(torchpp::linear(x, w, b), expected, 8));
        EXPECT_TRUE(close(torchpp::linear(strided(x), strided(w), strided(b)), expected, 8));
        EXPECT_TRUE(close(torchpp::linear(x, w.t().contiguous().t(), b), expected, 8));
      }
  const Tensor x = random_of({2, 3}, kFloat), w = random_of({4, 3}, kFloat), one = random_of({1}, kFloat);
  EXPECT_TRUE(close(torchpp::linear(x, w, one), product(x, w.t()) + one.to(kDouble)));
  EXPECT_TRUE(close(torchpp::linear(x, w[0]), product(x, w.slice(0, 0, 1).t()).squeeze(1)));
}

// libtorch 1.13.1: a bias may be a matrix that broadcasts to the rows of the result.
TEST(MatrixProduct, GradientOfABiasOfAnySize) {
  const auto count = [](int64_t n) { return torchpp::arange(1, n + 1, TensorOptions(kFloat)); };
  const struct {
    std::vector<int64_t> sizes;
    std::vector<float> gradient;
  } rows[] = {{{1, 1}, {21}}, {{1, 3}, {5, 7, 9}}, {{2, 3}, {1, 2, 3, 4, 5, 6}}, {{2, 1}, {6, 15}}, {{}, {21}},
              {{1}, {21}},    {{3}, {5, 7, 9}}};
  for (const auto& row : rows)
    for (const std::vector<int64_t>& sizes : {std::vector<int64_t>{2, 4}, {1, 2, 4}}) {
      const Tensor bias = torchpp::ones(row.sizes).requires_grad_();
      const Tensor y = torchpp::linear(count(8).view(sizes), count(12).view({3, 4}), bias);
      y.backward(count(6).view_as(y));
      EXPECT_TRUE(bias.grad().equal(tensor(row.gradient).view(row.sizes))) << IntArrayRef(row.sizes);
    }
}

TEST(MatrixProduct, SameBitsForAnyNumberOfThreads) {
  NN_TEST_SEED(9);
  const Tensor a = random_of({150, 300}, kFloat), b = random_of({300, 170}, kFloat), x = random_of({300}, kFloat);
  const Tensor h = a.to(kBFloat16), g = b.to(kBFloat16), big = random_of({400000}, kFloat);
  expect_same_for_any_threads([&] { return a.mm(b); });
  expect_same_for_any_threads([&] { return h.mm(g); });
  expect_same_for_any_threads([&] { return a.mv(x); });
  expect_same_for_any_threads([&] { return big.dot(big); });
  expect_same_for_any_threads([&] { return torchpp::linear(a, b.t()); });
  expect_same_for_any_threads([&] { return a.expand({6, 150, 300}).bmm(b.expand({6, 300, 170})); });
}

// The phrases are those of libtorch 1.13.1.
TEST(MatrixProduct, Errors) {
  const auto r = [](IntArrayRef s) { return torchpp::ones(s); };
  EXPECT_ERROR(r({3}).mm(r({3, 2})), "self must be a matrix");
  EXPECT_ERROR(r({3, 3}).mm(r({3})), "mat2 must be a matrix");
  EXPECT_ERROR(r({2, 3}).mm(r({4, 5})), "mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)");
  EXPECT_ERROR(r({2, 3}).mm(r({3, 5}).to(kDouble)),
               "expected m1 and m2 to have the same dtype, but got: float != double");
  EXPECT_ERROR(r({2, 3}).mm(r({3, 5}).to(kDouble)), "expected scalar type Float but found Double");
  EXPECT_ERROR(torchpp::ones({2, 2}, kBool).mm(torchpp::ones({2, 2}, kBool)),
               "\"addmm_impl_cpu_\" not implemented for 'Bool'");
  Tensor wrong = torchpp::empty({2, 2}, kDouble);
  EXPECT_ERROR(mm_out(wrong, r({2, 3}), r({3, 2})), "Expected out tensor to have dtype float, but got double instead");
  EXPECT_ERROR(r({2, 3}).bmm(r({2, 3, 4})), "batch1 must be a 3D tensor");
  EXPECT_ERROR(r({2, 2, 3}).bmm(r({3, 4})), "batch2 must be a 3D tensor");
  EXPECT_ERROR(r({2, 2, 3}).bmm(r({3, 3, 4})),
               "Expected size for first two dimensions of batch2 tensor to be: [2, 3] but got: [3, 3].");
  EXPECT_ERROR(r({2, 3}).mv(r({4})), "size mismatch, got 2, 2x3,4");
  EXPECT_ERROR(r({2}).mv(r({4})), "vector + matrix @ vector expected, got 1, 1, 1");
  EXPECT_ERROR(r({2}).dot(r({3})),
               "inconsistent tensor size, expected tensor [2] and src [3] to have the same number of elements, but got "
               "2 and 3 elements respectively");
  EXPECT_ERROR(r({2, 2}).dot(r({3})), "1D tensors expected, but got 2D and 1D tensors");
  EXPECT_ERROR(r({2}).dot(r({2}).to(kDouble)),
               "dot : expected both vectors to have same dtype, but found Float and Double");
  EXPECT_ERROR(r({3}).addmm(r({2, 3}), r({3, 5})),
               "The expanded size of the tensor (5) must match the existing size (3) at non-singleton dimension 1.  "
               "Target sizes: [2, 5].  Tensor sizes: [3]");
  EXPECT_ERROR(r({3}).addmm(r({2}), r({3, 5})), "mat1 must be a matrix, got 1-D tensor");
  EXPECT_ERROR(r({3}).addmm_(r({2, 3}), r({3, 3})),
               "Bad in-place call: input tensor size [3] and output tensor size [2, 3] should match");
  EXPECT_ERROR(r({3}).to(kDouble).addmm(r({2, 3}), r({3, 3})), "self and mat2 must have the same dtype");
  EXPECT_ERROR(r({2}).addmv(r({2, 3}), r({4})), "size mismatch, got 2, 2x3,4");
  EXPECT_ERROR(r({5}).outer(r({2, 3})), "outer: Expected 1-D argument vec2, but got 2-D");
  EXPECT_ERROR(r({}).matmul(r({3, 3, 4})), "both arguments to matmul need to be at least 1D, but they are 0D and 3D");
  EXPECT_ERROR(r({2, 5, 3}).matmul(r({3, 3, 4})),
               "The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 0");
  EXPECT_ERROR(torchpp::linear(r({2, 2, 3}), r({5, 4})), "mat1 and mat2 shapes cannot be multiplied (4x3 and 4x5)");
  EXPECT_ERROR(torchpp::linear(r({2, 3}), r({5, 3}), r({4})),
               "The expanded size of the tensor (5) must match the existing size (4) at non-singleton dimension 1.  "
               "Target sizes: [2, 5].  Tensor sizes: [4]");
  EXPECT_ERROR(torchpp::linear(r({2, 3}), r({5, 3}).to(kDouble)), "self and mat2 must have the same dtype");
}

// As libtorch 1.13.1: refused where the addend is read, which one that is expanded is not.
TEST(MatrixProduct, DestinationsThatLiePartlyOverTheAddend) {
  NN_TEST_SEED(20);
  const auto r = [](IntArrayRef s) { return torchpp::rand(s); };
  Tensor memory = r({20}), to = memory.slice(0, 1, 10).view({3, 3}), line = memory.slice(0, 1, 4);
  const Tensor self = memory.slice(0, 0, 9).view({3, 3}), a = r({3, 2}), b = r({2, 3}), x = r({2});
  const char* phrase = "some elements of the input tensor and the written-to tensor refer to a single memory location";
  EXPECT_ERROR(addmm_out(to, self, a, b), phrase);
  EXPECT_ERROR(addmm_out(to, to.t(), a, b, 0.5), phrase);
  EXPECT_ERROR(addmv_out(line, memory.slice(0, 0, 3), a, x), phrase);
  Tensor batch = to.view({1, 3, 3});
  EXPECT_ERROR(baddbmm_out(batch, self, a.unsqueeze(0), b.unsqueeze(0)), phrase);
  EXPECT_ERROR(baddbmm_out(batch, self.view({1, 3, 3}), a.unsqueeze(0), b.unsqueeze(0)), phrase);
  Tensor rows = memory.slice(0, 1, 5).view({2, 2}), one = memory.slice(0, 1, 3);
  const Tensor weight = r({2, 3}), shifted = memory.slice(0, 0, 2), within = memory.slice(0, 1, 3);
  const auto linear_to = [&](Tensor out, IntArrayRef sizes, const Tensor& bias) {
    const Tensor input = r(sizes), expected = torchpp::linear(input, weight, bias.clone());
    linear_out(out, input, weight, bias);
    EXPECT_TRUE(close(out, expected.to(kDouble), 4));
  };
  EXPECT_ERROR(linear_to(one, {3}, shifted), phrase);
  EXPECT_ERROR(linear_to(one.view({1, 2}), {1, 3}, shifted), phrase);
  EXPECT_ERROR(linear_to(rows, {2, 3}, memory.slice(0, 0, 4).view({2, 2})), phrase);
  EXPECT_ERROR(linear_to(rows.view({1, 2, 2}), {1, 2, 3}, shifted), phrase);
  linear_to(one, {3}, within);
  linear_to(rows, {2, 3}, shifted);
  linear_to(rows, {2, 3}, within);
  linear_to(one.view({1, 2}), {1, 3}, within);  // the very same elements
  const Tensor row = addmm(memory.slice(0, 0, 3), a, b);
  addmm_out(to, memory.slice(0, 0, 3), a, b);
  EXPECT_TRUE(close(to, row.to(kDouble), 4));
  const Tensor same = addmm(to, a, b);
  addmm_out(to, to, a, b);
  EXPECT_TRUE(close(to, same.to(kDouble), 4));
  addmm_out(to, self, a, b, 0);
  EXPECT_TRUE(close(to, a.mm(b).to(kDouble), 4));
}

// It is a product of a matrix and a vector, rounded once: 2^-14, and 0 of rounded products.
TEST(MatrixProduct, GradientOfTheVectorsOfAddr) {
  const auto of = [](float a, float b) { return tensor({a, b}).to(kBFloat16); };
  const Tensor factor = of(1 + 1 / 128.f, -1 - 1 / 64.f), g = of(1 + 1 / 128.f, 1);
  const Tensor column = of(3, 4).requires_grad_(), row = of(5, 6).requires_grad_(), self = zeros({2, 2}, kBFloat16);
  self.addr(column, factor, 1, 2).backward(stack({g, zeros_like(g)}));
  EXPECT_TRUE(column.grad().to(kFloat).equal(tensor({1 / 8192.f, 0.f})));
  self.addr(factor, row, 1, 2).backward(stack({g, zeros_like(g)}, 1));
  EXPECT_TRUE(row.grad().to(kFloat).equal(tensor({1 / 8192.f, 0.f})));
}

TEST(MatrixProduct, Gradients) {
  NN_TEST_SEED(10);
  using autograd::gradcheck;
  using autograd::gradgradcheck;
  using List = autograd::variable_list;
  autograd::GradcheckOptions both;
  both.check_forward_ad = true;
  for (ScalarType t : {kDouble, kComplexDouble}) {
    SCOPED_TRACE(str(t));
    const auto r = [t](IntArrayRef s) { return random_of(s, t).requires_grad_(); };
    const List mats = {r({2, 3}), r({3, 4})}, batches = {r({2, 2, 3}), r({2, 3, 2})}, vectors = {r({3}), r({3})};
    const List sums = {r({4}), r({2, 3}), r({3, 4})}, bsums = {r({2, 1}), r({2, 2, 3}), r({2, 3, 2})};
    const List layer = {r({2, 2, 3}), r({4, 3}), r({4})}, row = {r({3}), r({4, 3}), r({4})};
    const auto mm = [](const List& x) { return List{x[0].mm(x[1])}; };
    const auto bmm = [](const List& x) { return List{x[0].bmm(x[1])}; };
    const auto mv = [](const List& x) { return List{x[0].mm(x[1]).mv(x[1][0])}; };
    const auto dot = [](const List& x) { return List{x[0].dot(x[1])}; };
    const auto addmm = [](const List& x) { return List{x[0].addmm(x[1], x[2], 0.5, 2)}; };
    const auto baddbmm = [](const List& x) { return List{x[0].baddbmm(x[1], x[2], 0.5, 2)}; };
    const auto linear = [](const List& x) { return List{torchpp::linear(x[0], x[1], x[2])}; };
    EXPECT_TRUE(gradcheck(mm, mats, both) && gradgradcheck(mm, mats));
    EXPECT_TRUE(gradcheck(bmm, batches, both) && gradgradcheck(bmm, batches));
    const auto heads = [](const List& x) { return List{x[0].transpose(1, 2).matmul(x[1].transpose(1, 2).mT())}; };
    const List heads_of = {r({2, 3, 2, 2}), r({1, 2, 2, 2})};
    EXPECT_TRUE(gradcheck(heads, heads_of, both) && gradgradcheck(heads, heads_of));
    EXPECT_TRUE(gradcheck(mv, {r({2, 4}), r({4, 4})}, both));
    EXPECT_TRUE(gradcheck(dot, vectors, both) && gradgradcheck(dot, vectors));
    EXPECT_TRUE(gradcheck(addmm, sums, both) && gradgradcheck(addmm, sums));
    EXPECT_TRUE(gradcheck(baddbmm, bsums, both) && gradgradcheck(baddbmm, bsums));
    EXPECT_TRUE(gradcheck(linear, layer, both) && gradgradcheck(linear, layer));
    EXPECT_TRUE(gradcheck(linear, row, both) && gradgradcheck(linear, row));
  }
}

TEST(MatrixProduct, TellsWhatRanAndWhatNot) {
  std::string log;
  set_verbose_handler([](void* context, const char* line) { *static_cast<std::string*>(context) += line; }, &log);
  set_verbose(2);
  torchpp::ones({2, 2}, kLong).mm(torchpp::ones({2, 2}, kLong));
  set_verbose(0);
  set_verbose_handler(nullptr);
  EXPECT_NE(log.find("integer"), std::string::npos) << log;
  EXPECT_NE(log.find("dtype is not float"), std::string::npos) << log;
}

// The results share no memory with the arguments: as in libtorch 1.13.1 none is a view, and each may be written in
// place with gradient mode on, also if it was made without.
TEST(MatrixProduct, ResultsAreNotViews) {
  const auto of = [](IntArrayRef sizes) { return torchpp::ones(sizes, kDouble); };
  const std::vector<std::pair<const char*, std::function<Tensor()>>> rows = {
      {"3 by 2",
       [&] {
         return of({2, 3, 4}).matmul(of({4, 5}));
       }},
      {"3 by 1",
       [&] {
         return of({2, 3, 4}).matmul(of({4}));
       }},
      {"1 by 2",
       [&] {
         return of({3}).matmul(of({3, 4}));
       }},
      {"1 by 3",
       [&] {
         return of({3}).matmul(of({2, 3, 4}));
       }},
      {"2 by 3",
       [&] {
         return of({2, 3}).matmul(of({2, 3, 4}));
       }},
      {"3 by 3",
       [&] {
         return of({2, 3, 4}).matmul(of({2, 4, 5}));
       }},
      {"4 by 3",
       [&] {
         return of({2, 3, 4, 5}).matmul(of({3, 5, 2}));
       }},
      {"4 by 1",
       [&] {
         return of({2, 3, 4, 5}).matmul(of({5}));
       }},
      {"addmv",
       [&] {
         return of({2}).addmv(of({2, 3}), of({3}));
       }},
      {"linear",
       [&] {
         return torchpp::linear(of({2, 3, 4}), of({4}));
       }},
      {"max_pool1d",
       [&] {
         return torchpp::max_pool1d(of({2, 3, 4}), 2);
       }},
      {"group_norm",
       [&] {
         return torchpp::group_norm(of({2, 4, 3}), 2);
       }},
      {"repeat",
       [&] {
         return of({2, 3}).repeat({2, 1});
       }},
      {"repeat nothing",
       [&] {
         return of({2, 3}).repeat({1, 1});
       }},
      {"repeat_interleave",
       [&] {
         return torchpp::repeat_interleave(of({2, 3}), 2, 0);
       }},
      {"roll",
       [&] {
         return torchpp::roll(of({2, 3}), 1);
       }},
      {"reshape",
       [&] {
         return of({2, 3}).t().reshape({6});
       }},
      {"flatten",
       [&] {
         return of({2, 3, 4}).transpose(0, 1).flatten();
       }},
      {"pixel_shuffle",
       [&] {
         return nn::functional::pixel_shuffle(of({1, 4, 2, 2}), 2);
       }},
      {"pixel_shuffle by 1",
       [&] {
         return nn::functional::pixel_shuffle(of({1, 4, 2, 2}), 1);
       }},
      {"pixel_unshuffle",
       [&] {
         return nn::functional::pixel_unshuffle(of({1, 1, 4, 4}), 2);
       }},
      {"channel_shuffle",
       [&] {
         return nn::functional::channel_shuffle(of({1, 4, 2, 2}), 1);
       }},
      {"multi_margin_loss", [&] { return torchpp::multi_margin_loss(of({3}), torchpp::tensor(1), 1, 1, {}, 0); }},
  };
  for (const auto& [name, make] : rows) {
    SCOPED_TRACE(name);
    Tensor y;
    {
      const NoGradGuard off;
      y = make();
    }
    EXPECT_FALSE(y.is_view());
    const Tensor factor = torchpp::full({}, 2.0, kDouble).requires_grad_(), before = y.clone();
    y.mul_(factor);
    y.sum().backward();
    EXPECT_TRUE(torchpp::allclose(factor.grad(), before.sum()));
  }
}

// An input of the shape that a result had before is checked as any other: the result shares its version.
TEST(MatrixProduct, WritesToAResultAreSeenByBackward) {
  const Tensor x = torchpp::ones({2, 3}, kDouble).requires_grad_();
  const Tensor y = torchpp::_unsafe_view(x.exp(), {6});
  EXPECT_FALSE(y.is_view());
  y.mul_(2);
  EXPECT_ERROR(y.sum().backward(), "modified by an inplace operation");
}

// Values, shapes and messages from here on were asked of libtorch 1.13.1.
bool has_sizes(const Tensor& t, IntArrayRef sizes) { return t.sizes() == sizes; }

TEST(Einsum, EllipsesDiagonalsAndPaths) {
  const auto of = [](const char* equation, std::vector<Tensor> operands) {
    return torchpp::einsum(equation, operands);
  };
  const auto ones = [](IntArrayRef sizes) { return torchpp::ones(sizes); };
  EXPECT_EQ(of("i...->...", {ones({2, 3})}).sizes(), IntArrayRef({3}));
  EXPECT_EQ(of("...ij->...ji", {ones({5, 2, 3})}).sizes(), IntArrayRef({5, 3, 2}));
  EXPECT_EQ(of("...i,...i->...", {ones({1, 3}), ones({4, 3})}).sizes(), IntArrayRef({4}));
  EXPECT_EQ(of("a...a->a...", {ones({2, 5, 2})}).sizes(), IntArrayRef({2, 5}));
  EXPECT_EQ(of("...ii->...i", {ones({4, 2, 2})}).sizes(), IntArrayRef({4, 2}));
  EXPECT_EQ(of("i...,...i->...", {ones({2, 3}), ones({3, 2})}).sizes(), IntArrayRef({3}));
  EXPECT_EQ(of("ij,jk->ik", {ones({2, 3}), ones({1, 4})}).sizes(), IntArrayRef({2, 4}));
  EXPECT_EQ(of("aB", {ones({2, 3})}).sizes(), IntArrayRef({3, 2}));  // capitals come first
  EXPECT_EQ(of(" i j -> j i ", {ones({2, 3})}).sizes(), IntArrayRef({3, 2}));
  EXPECT_EQ(of("ij,->ij", {ones({2, 3}), ones({})}).sizes(), IntArrayRef({2, 3}));
  EXPECT_EQ(of(",", {torchpp::full({}, 2.), torchpp::full({}, 3.)}).item<float>(), 6);
  EXPECT_EQ(of("ij->", {ones({0, 3})}).item<float>(), 0);
  EXPECT_EQ(of("ij,jk->ik", {ones({2, 0}), ones({0, 3})}).sizes(), IntArrayRef({2, 3}));
  EXPECT_EQ(of("ij,kj->ikj", {ones({2, 3}), ones({5, 3})}).strides(), IntArrayRef({15, 3, 1}));
  EXPECT_EQ(of("bij,bjk->bik", {ones({2, 3, 4}), ones({2, 4, 5})}).strides(), IntArrayRef({15, 5, 1}));
  EXPECT_EQ(of("bij,bjk->kib", {ones({2, 3, 4}), ones({2, 4, 5})}).strides(), IntArrayRef({1, 5, 15}));
  EXPECT_EQ(of("ij->", {torchpp::ones({2, 3}, kBool)}).scalar_type(), kLong);
  EXPECT_EQ(of("ij,ij->ij", {ones({2, 3}), torchpp::ones({2, 3}, kDouble)}).scalar_type(), kDouble);
  const Tensor x = ones({2, 3});
  EXPECT_TRUE(of("ij->ji", {x}).is_alias_of(x));
}

TEST(Einsum, Refusals) {
  const Tensor a = torchpp::ones({2, 3}), b = torchpp::ones({3, 4}), c = torchpp::ones({4, 5});
  const auto of = [](const char* equation, std::vector<Tensor> operands) {
    return torchpp::einsum(equation, operands);
  };
  EXPECT_ERROR(of("", {}), "einsum(): must provide at least one operand");
  EXPECT_ERROR(of("ijk", {a}),
               "the number of subscripts in the equation (3) does not match the number of dimensions (2) for operand 0 "
               "and no ellipsis was given");
  EXPECT_ERROR(of("i...jk", {a}),
               "the number of subscripts in the equation (3) is more than the number of dimensions (2)");
  EXPECT_ERROR(of("i..", {a}), "found '.' for operand 0 that is not part of any ellipsis");
  EXPECT_ERROR(of("...i...", {a}), "found '.' for operand 0 for which an ellipsis was already found");
  EXPECT_ERROR(of("ij->ii", {a}), "output subscript i appears more than once in the output");
  EXPECT_ERROR(of("ij->k", {a}), "output subscript k does not appear in the equation for any input operand");
  EXPECT_ERROR(of("ij->......", {a}), "found '.' for output but an ellipsis (...) was already found");
  EXPECT_ERROR(of("ij->i1", {a}), "invalid subscript given at index 5 in the equation string");
  EXPECT_ERROR(of("ii", {a}), "subscript i is repeated for operand 0 but the sizes don't match, 3 != 2");
  const auto along = [&](std::vector<int64_t> path) {
    return torchpp::einsum("ij,jk,kl->il", std::vector<Tensor>{a, b, c}, IntArrayRef(path));
  };
  EXPECT_EQ(along({2, 1, 1, 0}).sizes(), IntArrayRef({2, 5}));
  EXPECT_ERROR(along({1, 2}), "expected contraction path given in path parameter to have size 4 but got 2");
  EXPECT_ERROR(along({1, 5, 0, 1}), "invalid contraction (1, 5) operand index is out of bounds");
  EXPECT_ERROR(along({1, 1, 0, 1}), "invalid contraction (1, 1) cannot contract an operand with itself");
}

// Operands that are repeated along the rows of the product first, and those that are not, against single products.
TEST(Kron, AgainstSingleProducts) {
  NN_TEST_SEED(11);
  using Sizes = std::vector<int64_t>;
  for (const auto& [of_a, of_b] : {std::pair<Sizes, Sizes>{{9, 5}, {8, 3}},
                                   {{8, 5}, {2, 3}},
                                   {{8, 5}, {1, 3}},
                                   {{7, 5}, {8, 3}},
                                   {{8, 5}, {7, 16}},
                                   {{8, 5}, {8, 16}},
                                   {{3, 8, 2}, {16, 4}},
                                   {{12, 2}, {5, 9, 300}},
                                   {{10, 1}, {10, 4}},
                                   {{2, 2, 3, 4}, {1, 5, 2, 6}},
                                   {{20}, {30}}})
    for (const ScalarType dtype : {kFloat, kLong, kComplexDouble}) {
      const Tensor a = random_of(of_a, dtype), b = random_of(of_b, dtype);
      const size_t rank = std::max(of_a.size(), of_b.size());
      const auto full = [rank](Sizes sizes) { return sizes.insert(sizes.begin(), rank - sizes.size(), 1), sizes; };
      const Sizes as = full(of_a), bs = full(of_b);
      const Tensor got = torchpp::kron(a, b), from_a = a.reshape(as), from_b = b.reshape(bs);
      for (int64_t i = 0; i < got.numel(); i += 1 + got.numel() / 500) {
        Tensor x = from_a, y = from_b, z = got;
        int64_t rest = i;
        for (size_t d = rank; d-- > 0;) {
          const int64_t size = as[d] * bs[d], at = rest % size;
          rest /= size;
          x = x.select(static_cast<int64_t>(d), at / bs[d]), y = y.select(static_cast<int64_t>(d), at % bs[d]);
          z = z.select(static_cast<int64_t>(d), at);
        }
        ASSERT_TRUE(z.equal(x * y)) << i;
      }
      ASSERT_TRUE(torchpp::kron(strided(a), strided(b)).equal(got));
    }
  const Tensor a = random_of({9, 2}, kDouble).requires_grad_(), b = random_of({8, 3}, kDouble).requires_grad_();
  EXPECT_TRUE(autograd::gradcheck(
      [](const autograd::variable_list& v) { return autograd::variable_list{torchpp::kron(v[0], v[1])}; }, {a, b}));
  EXPECT_EQ(torchpp::kron(random_of({9, 2}, kLong), random_of({8, 3}, kFloat)).scalar_type(), kFloat);
}

// libtorch 1.13.1: a tensor without dimensions takes no part in the dtype.
TEST(Products, CosineSimilarityPromotes) {
  EXPECT_EQ(cosine_similarity(ones({3}, kBFloat16), scalar_tensor(2, kDouble), -1).scalar_type(), kBFloat16);
  EXPECT_EQ(cosine_similarity(ones({3}, kFloat), ones({1}, kDouble), 0).scalar_type(), kDouble);
}

TEST(Products, FurtherDtypesShapesAndMessages) {
  const Tensor x = torchpp::tensor({1.f, 2.f}), y = torchpp::tensor({3.f, 4.f, 5.f});
  EXPECT_EQ(torchpp::addr(torchpp::zeros({2, 3}, kLong), x, y).scalar_type(), kFloat);
  EXPECT_ERROR(torchpp::addr(torchpp::ones({2, 3}, kLong), x.to(kLong), y.to(kLong), 1, 0.5),
               "For integral input tensors, argument alpha must not be a floating point number.");
  EXPECT_ERROR(torchpp::zeros({3}).addr_(x, y), "2D tensor expected, got 1D tensor for input");
  EXPECT_ERROR(torchpp::zeros({2, 3}, kLong).addr_(x, y),
               "result type Float can't be cast to the desired output type Long");
  EXPECT_FALSE(torchpp::addr(torchpp::full({3}, NAN), x, y, 0).isnan().any().item<bool>());
  EXPECT_EQ(torchpp::addr(torchpp::ones({3, 2}).t(), x, y, 2).strides(), IntArrayRef({1, 2}));
  for (const Scalar factor : {Scalar(-1e300), Scalar(70000.0)}) {
    EXPECT_ERROR(torchpp::addr(torchpp::ones({2, 3}, kHalf), x.to(kHalf), y.to(kHalf), 1, factor), "without overflow");
    EXPECT_ERROR(torchpp::addr(torchpp::ones({2, 3}, kHalf), x.to(kHalf), y.to(kHalf), factor, 1), "without overflow");
  }
  EXPECT_ERROR(torchpp::addr(torchpp::ones({2, 3}), x, y, 1e300), "value cannot be converted to type float");
  const Tensor bits = torchpp::ones({2}, kBool);  // libtorch 1.13.1 refuses the destination of any operands
  Tensor with_grad = torchpp::zeros({2, 2}, kFloat).requires_grad_();
  EXPECT_ERROR(torchpp::addr_out(with_grad, torchpp::ones({2, 2}, kBool), bits, bits),
               "don't support automatic differentiation");
  EXPECT_TRUE(torchpp::addr(torchpp::ones({2, 3}), x, y, INFINITY, 0).isinf().all().item<bool>());
  for (ScalarType t : {kBool, kFloat}) {  // a destination that is resized gets self's order of dimensions
    Tensor to = torchpp::empty({0}, t);
    torchpp::addr_out(to, torchpp::ones({3, 2}, t).t(), x.to(t), y.to(t));
    EXPECT_EQ(to.strides(), IntArrayRef({1, 2})) << t;
  }
  const Tensor truths = torchpp::addr(torchpp::zeros({2, 3}, kBool), x.to(kBool), y.to(kBool), 1, 2);
  EXPECT_EQ(truths.scalar_type(), kBool);
  EXPECT_TRUE(truths.all().item<bool>());
  EXPECT_TRUE(torchpp::addbmm(torchpp::ones({2, 3}), torchpp::ones({0, 2, 4}), torchpp::ones({0, 4, 3}), 2)
                  .eq(2)
                  .all()
                  .item<bool>());
  EXPECT_EQ(torchpp::vdot(torchpp::tensor({ComplexDouble(0, 1)}), torchpp::tensor({ComplexDouble(0, 2)}))
                .item()
                .toComplexDouble(),
            ComplexDouble(2, 0));
  EXPECT_EQ(torchpp::inner(torchpp::full({}, 2, kLong), y).scalar_type(), kFloat);
  EXPECT_TRUE(has_sizes(torchpp::inner(torchpp::ones({2, 0}), torchpp::ones({4, 0})), {2, 4}));
  EXPECT_TRUE(has_sizes(torchpp::tensordot(torchpp::ones({2, 3}), torchpp::ones({4, 1}), {1}, {1}), {2, 4}));
  EXPECT_TRUE(has_sizes(torchpp::tensordot(torchpp::ones({2, 3}), torchpp::ones({3, 4}), IntArrayRef(), IntArrayRef()),
                        {2, 3, 3, 4}));
  EXPECT_ERROR(torchpp::tensordot(torchpp::ones({2, 3}), torchpp::ones({4, 3}), {1, 1}, {1, 1}),
               "dim 1 appears multiple times in the list of dims");
  Tensor wide = torchpp::empty({2, 4}, kDouble);
  EXPECT_ERROR(torchpp::tensordot_out(wide, torchpp::ones({2, 3}), torchpp::ones({3, 4}), {1}, {0}),
               "tensordot: Expected the output tensor to have dtype Float, but got an output tensor with dtype Double");
  EXPECT_TRUE(has_sizes(torchpp::kron(torchpp::ones({0, 2}), y), {0, 6}));
  Tensor wide_product = torchpp::empty({2}, kDouble);
  torchpp::kron_out(wide_product, torchpp::ones({4, 2, 31, 2}, kDouble), torchpp::ones({4, 2, 31, 2}, kDouble));
  EXPECT_EQ(wide_product.scalar_type(), kDouble);
  EXPECT_FALSE(torchpp::kron(x, y).is_view());
  Tensor whole = torchpp::empty({6}, kLong);
  EXPECT_ERROR(torchpp::kron_out(whole, x, y), "result type Float can't be cast to the desired output type Long");
  EXPECT_ERROR(torchpp::chain_matmul(std::vector<Tensor>{torchpp::ones({2, 3}), torchpp::ones({4, 2})}),
               "multi_dot(): tensors 0 and 1 with shapes [2, 3] and [4, 2] cannot be multiplied");
  const std::vector<Tensor> chain{torchpp::ones({3}), torchpp::ones({3, 2}), torchpp::ones({2})};
  EXPECT_ERROR(torchpp::linalg_multi_dot({torchpp::ones({2, 3}), torchpp::ones({3, 2}, kDouble)}),
               "multi_dot(): all tensors must have be the same dtype but tensor 0 is Float and tensor 1 Double");
  Tensor wide_dot = torchpp::empty({}, kDouble), dot = torchpp::empty({});
  EXPECT_ERROR(torchpp::linalg_multi_dot_out(wide_dot, chain),
               "multi_dot(): expected out tensor to have dtype Float but got Double");
  EXPECT_EQ(torchpp::linalg::multi_dot_out(dot, chain).item<float>(), 6);
  // In the order with fewer multiplications nothing overflows.
  EXPECT_EQ(
      torchpp::linalg::multi_dot({torchpp::full({2, 3}, 1e30), torchpp::full({3, 2}, 1e30), torchpp::zeros({2, 1})})
          .sum()
          .item<float>(),
      0);
  EXPECT_TRUE(has_sizes(torchpp::cross(torchpp::ones({3, 4}), torchpp::ones({3, 4})), {3, 4}));
  EXPECT_TRUE(has_sizes(torchpp::linalg_cross(torchpp::ones({2, 3}), torchpp::ones({1, 3})), {2, 3}));
  EXPECT_TRUE(has_sizes(torchpp::linalg_cross(torchpp::ones({0, 3}), torchpp::ones({1, 3})), {0, 3}));
  EXPECT_EQ(torchpp::trace(torchpp::ones({2, 3}, kByte)).scalar_type(), kLong);
  EXPECT_EQ(torchpp::trace(torchpp::ones({0, 3})).item<float>(), 0);
  EXPECT_TRUE(has_sizes(torchpp::vander(x, 0), {2, 0}));
  EXPECT_EQ(torchpp::vander(x.to(kInt), 2).scalar_type(), kLong);
}

TEST(Statistics, WeightsAndMessages) {
  const Tensor x = torchpp::tensor({{1.f, 2.f, 4.f}, {3.f, 1.f, 0.f}});
  const Tensor counts = torchpp::tensor({1, 2, 3}), weights = torchpp::tensor({1.f, 2.f, 3.f});
  EXPECT_TRUE(torchpp::allclose(x.cov(1, counts), torchpp::tensor({{1.7667f, -1.4333f}, {-1.4333f, 1.3667f}}), 1e-3));
  EXPECT_TRUE(
      torchpp::allclose(x.cov(1, counts, weights), torchpp::tensor({{1.4312f, -1.0063f}, {-1.0063f, .8312f}}), 1e-3));
  EXPECT_TRUE(torchpp::allclose(x.corrcoef(), torchpp::tensor({{1.f, -.9286f}, {-.9286f, 1.f}}), 1e-3));
  EXPECT_TRUE(x.to(kComplexFloat).corrcoef().is_complex());
  EXPECT_EQ(x.cov(1, {}, weights.to(kDouble)).scalar_type(), kDouble);
  EXPECT_TRUE(std::isinf(x.cov(5)[0][0].item<float>()));
  EXPECT_EQ(torchpp::ones({3}).cov().dim(), 0);
  EXPECT_TRUE(std::isnan(torchpp::ones({}).cov().item<float>()));
  EXPECT_TRUE(std::isnan(torchpp::ones({}).corrcoef().item<float>()));
  EXPECT_TRUE(has_sizes(torchpp::ones({0, 3}).cov(), {0, 0}));
  EXPECT_TRUE(torchpp::ones({2, 0}).cov().isnan().all().item<bool>());
  // libtorch 1.13.1: the divisor of too few observations is +0.
  EXPECT_EQ(torchpp::tensor({-2.5f, -3.5f, 2.5f}).cov(4).item<float>(), std::numeric_limits<float>::infinity());
  const Tensor matrix = torchpp::ones({2, 2}).requires_grad_();  // libtorch 1.13.1, torch.addr
  (matrix * 1).addr_(torchpp::tensor({1.f, 2.f}), torchpp::tensor({3.f, 4.f}), 2.5, 3).sum().backward();
  EXPECT_TRUE(matrix.grad().equal(torchpp::full({2, 2}, 2.5)));
  EXPECT_ERROR(x.cov(1, weights), "expected fweights to have integral dtype but got fweights with Float dtype");
  EXPECT_ERROR(x.cov(1, {}, counts), "expected aweights to have floating point dtype but got aweights with Long dtype");
  EXPECT_ERROR(x.cov(1, counts * 0), "cov(): weights sum to zero, can't be normalized");
  EXPECT_ERROR(x.cov(1, counts - 2), "cov(): fweights cannot be negative");
  EXPECT_ERROR(x.cov(1, torchpp::tensor({1, 2})), "same numel as there are observations in the input but got 2 != 3");
  EXPECT_ERROR(x.to(kBool).cov(), "cov(): bool dtype is not supported for input");

  EXPECT_TRUE(torchpp::allclose(torchpp::renorm(x, std::numeric_limits<double>::infinity(), 1, 2),
                                torchpp::tensor({{.6667f, 2.f, 2.f}, {2.f, 1.f, 0.f}}), 1e-3));
  EXPECT_EQ(torchpp::renorm(x.t(), 2, 1, 2).strides(), IntArrayRef({2, 1}));
  const Tensor leaf = x.clone().requires_grad_();
  (leaf * 1).renorm_(2, 0, 1).sum().backward();
  const Tensor other = x.clone().requires_grad_();
  other.renorm(2, 0, 1).sum().backward();
  EXPECT_TRUE(torchpp::allclose(leaf.grad(), other.grad()));
  const Tensor half = x.to(kHalf).requires_grad_();  // libtorch 1.13.1: the norm of 16-bit numbers is one of float32
  (half * 1).renorm_(2, 0, 1).sum().backward();
  EXPECT_TRUE(torchpp::allclose(half.grad().to(kFloat), other.grad(), 1e-2, 1e-3));
  EXPECT_ERROR(torchpp::renorm(x, 2, 0, -3), "renorm: expected maxnorm to be >= 0 but got -3");
  EXPECT_ERROR(torchpp::renorm(x.to(kLong), 2, 0, 3), "Expected a floating point or complex");
  EXPECT_ERROR(torchpp::linalg_vecdot(x, x.to(kDouble)), "linalg.vecdot: Expected x and y to have the same dtype");
  EXPECT_EQ(torchpp::linalg_vecdot(torchpp::full({}, 2.), torchpp::full({}, 2.)).item<float>(), 4);
}

}  // namespace
