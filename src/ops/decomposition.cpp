// SPDX-License-Identifier: BSD-3-Clause
// Operators on matrices that are made of others.

#include <torchpp/ops/creation.h>
#include <torchpp/ops/decomposition.h>
#include <torchpp/ops/linalg.h>
#include <torchpp/ops/shape.h>
#include <torchpp/ops/view.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "src/ops/decomposition_rules.h"
#include "src/ops/generated/decomposition.h"
#include "src/ops/generated/shape.h"
#include "src/ops/generated/view.h"
#include "src/ops/result.h"

namespace torchpp {

namespace {

// The matrix with ones on its diagonal, to be broadcast.
Tensor identity(int64_t rows, int64_t columns, const Tensor& like) {
  return torchpp::eye(rows, columns, like.options());
}

}  // namespace

namespace composite {

// The product is I - V T V^H with the reflections' vectors as the columns of V and an upper triangular T that solves
// (I + D striu(V^H V)) T = D, D = diag(tau): Joffrain et al., "Accumulating Householder transformations, revisited",
// ACM TOMS 32 (2006).
Tensor linalg_householder_product(Out out, const Tensor& input, const Tensor& tau) {
  const char* const op = "torch.linalg.householder_product";
  TORCHPP_CHECK(input.dim() >= 2, op, ": input must have at least 2 dimensions.");
  const int64_t m = input.size(-2), n = input.size(-1);
  TORCHPP_CHECK(m >= n, op, ": input.shape[-2] must be greater than or equal to input.shape[-1]");
  TORCHPP_CHECK(tau.dim() + 1 == input.dim(), op,
                ": Expected tau to have one dimension less than input, but got tau.ndim equal to ", tau.dim(),
                " and input.ndim is equal to ", input.dim());
  TORCHPP_CHECK(n >= tau.size(-1), op, ": input.shape[-1] must be greater than or equal to tau.shape[-1]");
  const IntArrayRef outer = input.sizes().slice(0, input.sizes().size() - 2);
  TORCHPP_CHECK(tau.sizes().slice(0, outer.size()) == outer, op,
                ": Expected batch dimensions of tau to be equal to input.shape[:-2], but got ",
                tau.sizes().slice(0, outer.size()));
  TORCHPP_CHECK(tau.dtype() == input.dtype(), op, ": tau dtype ", tau.dtype(), " does not match input dtype ",
                input.dtype());
  if (out.is_out()) check_can_cast(input.scalar_type(), out.tensor().scalar_type());
  const int64_t k = tau.size(-1);
  const Tensor v = input.slice(-1, 0, k).tril(-1) + identity(m, k, input);
  const Tensor v_adjoint = v.mH(), scales = tau.unsqueeze(-1);
  const Tensor t =
      torchpp::linalg_solve_triangular(scales * v_adjoint.matmul(v), scales * v_adjoint.slice(-1, 0, n), /*upper=*/true,
                                       /*left=*/true, /*unitriangular=*/true);
  // A difference of transposed matrices, so that the result lies column by column.
  return finish_composite("linalg_householder_product", out, identity(n, m, input).mT() - t.mT().matmul(v.mT()).mT(),
                          ResizedStrides::kOfResult);
}

TensorPair qr(Out out, const Tensor& self, bool some) {
  return op::linalg_qr(out, self, some ? "reduced" : "complete");
}

TensorPair linalg_solve_ex(Out out, const Tensor& A, const Tensor& B, bool left, bool check_errors) {
  auto [x, lu, pivots, info] = op::solve_factored(Out(), A, B, left, check_errors);
  return finish_composite("linalg_solve_ex", out, TensorPair(std::move(x), std::move(info)), ResizedStrides::kOfResult);
}

Tensor linalg_solve(Out out, const Tensor& A, const Tensor& B, bool left) {
  auto [x, lu, pivots, info] = op::solve_factored(Out(), A, B, left, false);
  check_solved("torch.linalg.solve", info);
  check_out_dtype(out, A.scalar_type());
  return finish_composite("linalg_solve", out, std::move(x), ResizedStrides::kOfResult);
}

}  // namespace composite

namespace every_backend {

TensorPair linalg_qr(Out out, const Tensor& A, std::string_view mode) {
  TORCHPP_CHECK(mode == "reduced" || mode == "r" || mode == "complete", "qr received unrecognized mode '",
                std::string(mode), "' but expected one of 'reduced' (default), 'r', or 'complete'");
  TORCHPP_CHECK(A.is_floating_point() || A.is_complex(),
                "linalg.qr: Expected a floating point or complex tensor as input. Got ", A.dtype());
  TORCHPP_CHECK(A.dim() >= 2, "linalg.qr: The input tensor A must have at least 2 dimensions.");
  const int64_t m = A.size(-2), n = A.size(-1), k = std::min(m, n);
  const auto [a, tau] = op::geqrf(Out(), A);
  const auto finish = [&](Tensor q, const Tensor& r) {
    return finish_composite("linalg_qr", out, TensorPair(std::move(q), r), ResizedStrides::kOfResult);
  };
  DimVector sizes(A.sizes());
  if (mode != "complete") sizes[sizes.size() - 2] = k;
  const Tensor r = torchpp::empty_strided(sizes, column_strides(sizes), A.options());
  op::triu(Out::to(r), a.slice(-2, 0, sizes[sizes.size() - 2]), 0);
  if (mode == "r") return finish(torchpp::empty({0}, A.options()), r);
  Tensor v = a.slice(-1, 0, k);
  if (mode == "complete" && m > n) {
    DimVector more(A.sizes());
    more.back() = m - n;
    v = torchpp::cat({v, torchpp::zeros(more, A.options())}, -1);
  }
  return finish(torchpp::linalg_householder_product(v, tau), r);
}

namespace {

// A degree of the Taylor series of exp, and the 1-norm up to which its backward error is below half a unit in the last
// place: the largest t with sum_{k > degree} |c_k| t^(k-1) <= u, where c_k are the coefficients of the power series
// of log(exp(-x) sum_{k <= degree} x^k / k!). Degrees are those that take the fewest products (Paterson and Stockmeyer
// 1973): with powers up to `power`, degree / power - 1 more.
struct Degree {
  int degree, power;
  double norm_float, norm_double;
};
constexpr Degree kDegrees[] = {
    {2, 2, 5.978858893805233e-4, 2.5809568029717673e-8}, {4, 2, 5.116619363445086e-2, 3.3971688399769617e-4},
    {6, 3, 2.4952893228466974e-1, 9.065656407595102e-3}, {9, 3, 7.79511337435803e-1, 8.957760203223342e-2},
    {12, 4, 1.4616615072090335, 2.99615891381158e-1},    {16, 4, 2.478280877521972, 7.802874256626574e-1}};

// How one matrix is computed: exp(A) = (series of the degree at A / 2^squarings)^(2^squarings).
struct Scaling {
  size_t degree = 0;
  int squarings = 0;
  bool operator<(const Scaling& o) const { return degree != o.degree ? degree < o.degree : squarings < o.squarings; }
};
Scaling scaling_of(double norm, bool is_double) {
  constexpr size_t kLast = std::size(kDegrees) - 1;
  const auto limit = [&](size_t i) { return is_double ? kDegrees[i].norm_double : kDegrees[i].norm_float; };
  if (!std::isfinite(norm)) return {};  // the result is NaN by any degree
  for (size_t i = 0; i <= kLast; ++i)
    if (norm <= limit(i)) return {i, 0};
  int exponent;
  std::frexp(norm / limit(kLast), &exponent);
  return {kLast, exponent};
}

// The series for a batch of matrices (b, n, n).
Tensor series(const Tensor& a, const Degree& d) {
  std::vector<Tensor> powers = {identity(a.size(-2), a.size(-1), a), a};
  for (int i = 2; i <= d.power; ++i)
    powers.push_back(powers[static_cast<size_t>(i / 2)].bmm(powers[static_cast<size_t>(i - i / 2)]));
  std::vector<double> factors = {1};
  for (int k = 1; k <= d.degree; ++k) factors.push_back(factors.back() / k);
  const auto factor = [&](int k) { return factors[static_cast<size_t>(k)]; };
  const auto power = [&](int k) -> const Tensor& { return powers[static_cast<size_t>(k)]; };
  Tensor sum = power(d.power) * factor(d.degree);
  for (int first = d.degree - d.power; first >= 0; first -= d.power) {
    if (first != d.degree - d.power) sum = power(d.power).bmm(sum);
    for (int i = d.power - 1; i >= 0; --i) sum = sum.add(power(i), factor(first + i));
  }
  return sum;
}

Tensor exp_of_batch(const Tensor& a, const Scaling& s) {
  Tensor x = series(s.squarings == 0 ? a : a * std::ldexp(1.0, -s.squarings), kDegrees[s.degree]);
  for (int i = 0; i < s.squarings; ++i) x = x.bmm(x);
  return x;
}

}  // namespace

// Scaling and squaring of the Taylor series. Each matrix has the degree and the number of squarings of its own norm.
Tensor linalg_matrix_exp(Out out, const Tensor& self) {
  TORCHPP_CHECK(self.is_floating_point() || self.is_complex(),
                "matrix_exp: Expected a floating point or complex tensor as input. Got ", self.dtype());
  check_square("linalg.matrix_exp", self);
  check_out_dtype(out, self.scalar_type());
  const ScalarType dtype = self.scalar_type();
  if (self.numel() == 0 || self.is_meta())
    return finish_composite("linalg_matrix_exp", out, torchpp::empty(self.sizes(), self.options()));
  const int64_t n = self.size(-1);
  const bool narrow = dtype == kHalf || dtype == kBFloat16;
  const Tensor a = (narrow ? self.to(kFloat) : self).reshape({-1, n, n}).contiguous();
  const Tensor norms = a.abs().sum(IntArrayRef(-2)).amax(IntArrayRef(-1)).to(Device(kCPU), kDouble);
  std::map<Scaling, std::vector<int64_t>> groups;
  for (int64_t i = 0; i < a.size(0); ++i)
    groups[scaling_of(norms.data_ptr<double>()[i], toRealValueType(a.scalar_type()) == kDouble)].push_back(i);
  Tensor result;
  if (groups.size() == 1) {
    result = exp_of_batch(a, groups.begin()->first);
  } else {
    result = torchpp::empty_like(a);
    for (const auto& [scaling, members] : groups) {
      const Tensor at = torchpp::tensor(members, kLong).to(a.device());
      result.index_copy_(0, at, exp_of_batch(a.index_select(0, at), scaling));
    }
  }
  return finish_composite("linalg_matrix_exp", out, op::unsafe_view(result, self.sizes()).to(dtype));
}

}  // namespace every_backend
}  // namespace torchpp
