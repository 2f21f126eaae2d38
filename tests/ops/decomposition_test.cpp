// SPDX-License-Identifier: BSD-3-Clause
// Decompositions and equations beside the sweeps: errors of gradients, complex numbers, singular and special matrices.
#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace torchpp::tests {
namespace {

std::string message_of(const std::function<void()>& f) {
  try {
    f();
  } catch (const Error& e) {
    return e.what_without_backtrace();
  }
  return "";
}

TEST(Decomposition, GeqrfHasNoDerivative) {
  const Tensor x = randn({3, 2}).set_requires_grad(true);
  const auto [a, tau] = x.geqrf();
  EXPECT_TRUE(a.requires_grad());
  const Tensor sum = tau.sum();
  EXPECT_NE(message_of([&] { sum.backward(); }).find("the derivative for 'geqrf' is not implemented."),
            std::string::npos);
}

TEST(Decomposition, QrSaysWhereItHasNoDerivative) {
  const Tensor x = randn({3, 2}).set_requires_grad(true);
  const Tensor complete = std::get<0>(linalg_qr(x, "complete")).sum(), r = std::get<1>(linalg_qr(x, "r")).sum();
  EXPECT_NE(message_of([&] { complete.backward(); }).find("when mode='complete' and nrows > ncols"), std::string::npos);
  EXPECT_NE(message_of([&] { r.backward(); }).find("depends on Q, which is not computed when mode='r'"),
            std::string::npos);
}

TEST(Decomposition, FactorsOfComplexMatricesGiveThemBack) {
  manual_seed(1);
  for (const auto& sizes : {std::vector<int64_t>{2, 5, 3}, {3, 5}, {70, 45}, {45, 70}}) {
    const Tensor a = randn(sizes, kComplexDouble);
    const auto [q, r] = linalg_qr(a);
    EXPECT_TRUE(q.matmul(r).allclose(a, 1e-10, 1e-10)) << a.sizes();
    EXPECT_TRUE(q.mH().matmul(q).allclose(eye(q.size(-1), kComplexDouble).expand_as(q.mH().matmul(q)), 1e-10, 1e-10));
    EXPECT_TRUE(r.triu().equal(r));
  }
}

TEST(Decomposition, EquationsWithManyRows) {
  manual_seed(2);
  for (const ScalarType dtype : {kDouble, kComplexDouble}) {
    const Tensor a = randn({2, 101, 101}, dtype), b = randn({2, 101, 7}, dtype);
    EXPECT_TRUE(a.matmul(linalg_solve(a, b)).allclose(b, 1e-8, 1e-8));
    const Tensor from_right = linalg_solve(a, b.mT(), /*left=*/false);
    EXPECT_TRUE(from_right.matmul(a).allclose(b.mT(), 1e-8, 1e-8));
    // The gradient uses the factors, or with create_graph solves again.
    Tensor x = a.clone().set_requires_grad(true);
    const Tensor y = linalg_solve(x, b).abs().sum();
    const Tensor by_factors = autograd::grad({y}, {x}, {}, /*retain_graph=*/true)[0];
    const Tensor again = autograd::grad({y}, {x}, {}, /*retain_graph=*/true, /*create_graph=*/true)[0];
    EXPECT_TRUE(by_factors.allclose(again.detach(), 1e-8, 1e-8));
  }
}

// libtorch 1.13.1: torch.linalg.solve_ex(torch.zeros(2, 2), torch.ones(2)) has info 1.
TEST(Decomposition, SingularMatricesAreNamed) {
  const Tensor zero = zeros({2, 2});
  EXPECT_EQ(std::get<1>(linalg_solve_ex(zero, ones({2}))).item<int>(), 1);
  EXPECT_EQ(
      std::get<1>(linalg_solve_ex(stack({eye(2), tensor({{1.f, 2.f}, {2.f, 4.f}})}), ones({2, 2})))[1].item<int>(), 2);
  EXPECT_THROW(linalg_solve(zero, ones({2})), LinAlgError);
  EXPECT_THROW(linalg_solve_ex(zero, ones({2}), /*left=*/true, /*check_errors=*/true), LinAlgError);
  EXPECT_THROW(_linalg_solve_ex(zero, ones({2}), /*left=*/true, /*check_errors=*/true), LinAlgError);
}

// libtorch 1.13.1: strides of torch.linalg.qr of (2, 4, 3), torch.linalg.solve of (3, 5, 5) and matrices, vectors and
// rows; none of the results is a view.
TEST(Decomposition, ResultsHaveTheStridesOfLapack) {
  manual_seed(3);
  const Tensor a = randn({2, 4, 3}), square = randn({3, 5, 5});
  const auto [q, r] = linalg_qr(a);
  EXPECT_EQ(q.strides(), IntArrayRef({12, 1, 4}));
  EXPECT_EQ(r.strides(), IntArrayRef({9, 1, 3}));
  EXPECT_EQ(std::get<1>(linalg_qr(a, "complete")).strides(), IntArrayRef({12, 1, 4}));
  EXPECT_EQ(std::get<1>(linalg_qr(a, "r")).strides(), IntArrayRef({9, 1, 3}));
  EXPECT_EQ(linalg_solve(square, randn({3, 5, 2})).strides(), IntArrayRef({10, 1, 5}));
  EXPECT_EQ(linalg_solve(square, randn({3, 5})).strides(), IntArrayRef({1, 3}));
  EXPECT_EQ(linalg_solve(square, randn({3, 2, 5}), /*left=*/false).strides(), IntArrayRef({10, 5, 1}));
  for (const Tensor& t : {q, r, linalg_householder_product(a, randn({2, 3})), square.matrix_exp()})
    EXPECT_FALSE(t.is_view());
}

// libtorch 1.13.1: destinations without elements get these strides; torch.geqrf and householder_product convert to
// what can_cast allows.
TEST(Decomposition, DestinationsGetTheStridesOfResults) {
  manual_seed(4);
  const Tensor a = randn({4, 3}), square = randn({4, 4});
  Tensor q = empty({0}), r = empty({0}), x = empty({0}), product = empty({0}, kComplexDouble);
  linalg_qr_out(q, r, a);
  EXPECT_EQ(q.strides(), IntArrayRef({1, 4}));
  EXPECT_EQ(r.strides(), IntArrayRef({1, 3}));
  linalg_solve_out(x, square, a);
  EXPECT_EQ(x.strides(), IntArrayRef({1, 4}));
  Tensor factors = empty({0}, kDouble), tau = empty({0}, kComplexFloat);
  geqrf_out(factors, tau, a);
  EXPECT_EQ(factors.strides(), IntArrayRef({1, 4}));
  EXPECT_TRUE(factors.equal(std::get<0>(a.geqrf()).to(kDouble)));
  EXPECT_TRUE(tau.equal(std::get<1>(a.geqrf()).to(kComplexFloat)));
  linalg_householder_product_out(product, a, ones({3}));
  EXPECT_EQ(product.strides(), IntArrayRef({1, 4}));
  EXPECT_TRUE(product.equal(linalg_householder_product(a, ones({3})).to(kComplexDouble)));
  EXPECT_THROW(linalg_householder_product_out(x, a.to(kComplexFloat), ones({3}, kComplexFloat)), Error);
}

// A destination that is resized may grow into the memory of another one: the kernel must not read what it lost there.
TEST(Decomposition, DestinationsThatShareMemory) {
  manual_seed(5);
  const Tensor a = randn({4, 4}, kDouble), b = randn({4, 2}, kDouble), numbers = empty({3}, kInt);
  Tensor x = empty({0}, kDouble), lu = empty({0}, kDouble);
  Tensor pivots = numbers.as_strided({0}, {1}, 0), info = numbers.as_strided({}, {}, 1);
  _linalg_solve_ex_out(x, lu, pivots, info, a, b);
  EXPECT_TRUE(a.matmul(x).allclose(b, 1e-10, 1e-10));
  EXPECT_EQ(pivots.sizes(), IntArrayRef({4}));
}

// The largest and smallest numbers neither overflow nor vanish on the way.
TEST(Decomposition, ReflectionsOfExtremeColumns) {
  for (const double scale : {1e-307, 1e-160, 1e160, 1e307}) {
    const Tensor a = tensor({{3., 1.}, {4., 2.}}, kDouble) * scale;
    const auto [q, r] = linalg_qr(a);
    EXPECT_NEAR(r[0][0].item<double>() / scale, -5, 1e-12) << scale;
    EXPECT_NEAR(q[0][0].item<double>(), -0.6, 1e-12) << scale;
  }
}

// e^A of a rotation's generator, of a nilpotent matrix and of one with elements that are no numbers.
TEST(Decomposition, KnownExponentials) {
  const Tensor turn = tensor({{0., -30.}, {30., 0.}}, kDouble);
  EXPECT_TRUE(turn.matrix_exp().allclose(
      tensor({{std::cos(30.), -std::sin(30.)}, {std::sin(30.), std::cos(30.)}}, kDouble), 1e-12, 1e-12));
  EXPECT_TRUE(tensor({{0., 7.}, {0., 0.}}, kDouble).matrix_exp().equal(tensor({{1., 7.}, {0., 1.}}, kDouble)));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(tensor({{nan, 0.}, {0., 1.}}, kDouble).matrix_exp().isnan().any().item<bool>());
  const Tensor i = (eye(2, kComplexDouble) * Scalar(ComplexDouble(0, M_PI))).matrix_exp();
  EXPECT_TRUE(i.allclose(eye(2, kComplexDouble).neg(), 1e-12, 1e-12));
}

}  // namespace
}  // namespace torchpp::tests
