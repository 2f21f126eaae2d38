// SPDX-License-Identifier: BSD-3-Clause
// Derivatives of the rows of ops/table/decomposition.ops.
#include "src/ops/generated/decomposition.h"

#include <torchpp/core/grad_mode.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/decomposition.h>
#include <torchpp/ops/shape.h>

#include "src/autograd/derivative.h"
#include "src/ops/decomposition_rules.h"

namespace torchpp::derivative {

namespace {

// The last dimensions of results of which one is the conjugate transpose of the other.
Tensor transposed_unless(bool left, const Tensor& t) { return left ? t : t.mT(); }

}  // namespace

TensorPair geqrf(Out out, const Tensor& self) {
  Record r("geqrf", out, self);
  return r.done(r.call(op::geqrf, out, self), [](Backward&) {
    TORCHPP_FAIL_KIND(kNotImplemented, "the derivative for 'geqrf' is not implemented.");
  });
}

// ---------------------------------------------------------------- QR

namespace {

// M + M^H above the diagonal of M, Re M on it: what the upper triangular part dR R^-1 of dA R^-1 = dQ + Q dR R^-1 is
// where M = Q^H dA R^-1, because Q^H dQ is skew-Hermitian.
Tensor triangular_part(const Tensor& m) {
  const Tensor sum = (m + m.mH()).triu();
  return sum - (sum.diagonal(0, -2, -1) * 0.5).diag_embed();
}
// The adjoint map, of an upper triangular matrix: M + M^H without doubling the diagonal, whose imaginary part vanishes.
Tensor triangular_part_adjoint(const Tensor& m) {
  const Tensor sum = m + m.mH();
  return sum - (sum.diagonal(0, -2, -1) * 0.5).diag_embed();
}
// x R^-1.
Tensor over(const Tensor& x, const Tensor& r) {
  return torchpp::linalg_solve_triangular(r, x, /*upper=*/true, /*left=*/false);
}

void check_qr_derivative(std::string_view mode, int64_t m, int64_t n) {
  TORCHPP_CHECK(mode != "r",
                "The derivative of linalg.qr depends on Q, which is not computed when mode='r'. Please use "
                "linalg.qr(A, mode='reduced') if you are going to require gradients through linalg.qr.");
  TORCHPP_CHECK(mode != "complete" || m <= n,
                "The QR decomposition is not differentiable when mode='complete' and nrows > ncols.");
}

}  // namespace

// A wide matrix is [A1 A2] = Q [R1 R2] with a square A1: Q and R1 are its decomposition, R2 = Q^H A2.
// Source: S. Walter, L. Lehmann (2018), "Algorithmic differentiation of linear algebra functions".
TensorPair linalg_qr(Out out, const Tensor& A, std::string_view mode) {
  Record r("linalg_qr", out, A);
  const int64_t m = A.dim() < 2 ? 0 : A.size(-2), n = A.dim() < 2 ? 0 : A.size(-1), k = std::min(m, n);
  const std::string own_mode(mode);
  const Saved sq = r.save_result(true, 0), sr = r.save_result(true, 1);
  return r.done(
      r.call(op::linalg_qr, out, A, mode),
      [=](Backward& g) {
        check_qr_derivative(own_mode, m, n);
        const Tensor q = g(sq), upper = g(sr), r1 = upper.slice(-1, 0, k);
        Tensor dq = g.grad(0), dr1 = g.grad(1).defined() ? g.grad(1).slice(-1, 0, k) : Tensor(), da2;
        if (m < n) {
          const Tensor r2 = upper.slice(-1, k), dr2 = g.grad_or_zeros(1).slice(-1, k);
          da2 = q.matmul(dr2);
          dq = sum_of(dq, q.matmul(r2).matmul(dr2.mH()));
        }
        Tensor inner;
        if (dr1.defined()) inner = dr1.matmul(r1.mH());
        if (dq.defined()) inner = sum_of(inner, q.mH().matmul(dq).neg());
        Tensor da1 = q.matmul(triangular_part_adjoint(inner.triu()));
        if (dq.defined()) da1 = da1 + dq;
        // Times R1^-H.
        da1 = torchpp::linalg_solve_triangular(r1.mH(), da1, /*upper=*/false, /*left=*/false);
        g[0] = m < n ? torchpp::cat({da1, da2}, -1) : da1;
      },
      [=](Forward& t) {
        check_qr_derivative(own_mode, m, n);
        const Tensor q = t(sq), upper = t(sr), r1 = upper.slice(-1, 0, k), da = t.tangent();
        const Tensor over_r = over(da.slice(-1, 0, k), r1), triangle = triangular_part(q.mH().matmul(over_r));
        const Tensor dq = over_r - q.matmul(triangle);
        t[0] = dq;
        t[1] = triangle.matmul(r1);
        if (m < n) {
          const Tensor r2 = upper.slice(-1, k);
          t[1] = torchpp::cat({t[1], dq.mH().matmul(q.matmul(r2)) + q.mH().matmul(da.slice(-1, k))}, -1);
        }
      });
}

// ---------------------------------------------------------------- linear equations

Tensor linalg_solve_triangular(Out out, const Tensor& self, const Tensor& B, bool upper, bool left,
                               bool unitriangular) {
  Record r("linalg_solve_triangular", out, self, B);
  const Saved sa = r.save(self), sx = r.save_result(r.needs(0));
  const auto triangle = [upper, unitriangular](const Tensor& t) {
    const int64_t offset = unitriangular ? 1 : 0;
    return upper ? t.triu(offset) : t.tril(-offset);
  };
  return r.done(
      r.call(op::linalg_solve_triangular, out, self, B, upper, left, unitriangular),
      [=](Backward& g) {
        const Tensor db = torchpp::linalg_solve_triangular(g(sa).mH(), g.grad(), !upper, left, unitriangular);
        if (g.needs(1)) g[1] = db;
        if (g.needs(0)) {
          const Tensor x = g(sx);
          g[0] = triangle(left ? db.matmul(x.mH()) : x.mH().matmul(db)).neg();
        }
      },
      [=](Forward& t) {
        Tensor change = t.tangent(1);
        if (t.has(0)) {
          const Tensor da = triangle(t.tangent(0)), x = t.result();
          change = sum_of(change, (left ? da.matmul(x) : x.matmul(da)).neg());
        }
        t[0] = torchpp::linalg_solve_triangular(t(sa), change, upper, left, unitriangular);
      });
}

std::tuple<Tensor, Tensor, Tensor, Tensor> solve_factored(Out out, const Tensor& A, const Tensor& B, bool left,
                                                          bool check_errors) {
  Record r("_linalg_solve_ex", out, A, B);
  r.not_differentiable(1);
  const Saved sa = r.save(A), sx = r.save_result(r.needs(0)), lu = r.save_result(true, 1),
              pivots = r.save_result(true, 2);
  const bool is_vector = A.dim() >= 2 && is_vector_of(A, B);
  const auto as_matrix = [is_vector](const Tensor& t) { return is_vector ? t.unsqueeze(-1) : t; };
  return r.done(
      r.call(op::solve_factored, out, A, B, left, check_errors),
      [=](Backward& g) {
        if (!g.grad().defined()) return;
        Tensor db;
        if (GradMode::is_enabled()) {
          db = torchpp::linalg_solve(g(sa).mH(), g.grad(), left);
        } else {
          const Tensor columns = transposed_unless(left, as_matrix(g.grad()));
          db = transposed_unless(left, op::lu_solve(g(lu), g(pivots), columns, true));
          if (is_vector) db = db.squeeze(-1);
        }
        if (g.needs(1)) g[1] = db;
        if (g.needs(0)) {
          const Tensor x = as_matrix(g(sx)).mH(), d = as_matrix(db);
          g[0] = (left ? d.matmul(x) : x.matmul(d)).neg();
        }
      },
      [=](Forward& t) {
        Tensor change = t.tangent(1);
        if (t.has(0)) {
          const Tensor x = as_matrix(t.result()), da = t.tangent(0);
          const Tensor product = left ? da.matmul(x) : x.matmul(da);
          change = sum_of(change, (is_vector ? product.squeeze(-1) : product).neg());
        }
        t[0] = torchpp::linalg_solve(t(sa), change, left);
      });
}

// ---------------------------------------------------------------- functions of matrices

namespace {

// The derivative of exp at A in a direction: exp([A, E; 0, A]) has it above the diagonal.
// Source: R. Mathias (1996), "A chain rule for matrix functions and applications".
Tensor change_of_exp(const Tensor& a, const Tensor& direction) {
  const int64_t n = a.size(-1);
  const Tensor top = torchpp::cat({a, direction}, -1), bottom = torchpp::cat({torchpp::zeros_like(a), a}, -1);
  return torchpp::linalg_matrix_exp(torchpp::cat({top, bottom}, -2)).slice(-2, 0, n).slice(-1, n);
}

}  // namespace

Tensor linalg_matrix_exp(Out out, const Tensor& self) {
  Record r("linalg_matrix_exp", out, self);
  const Saved x = r.save(self);
  return r.done(
      r.call(op::linalg_matrix_exp, out, self), [=](Backward& g) { g[0] = change_of_exp(g(x).mH(), g.grad()); },
      [=](Forward& t) { t[0] = change_of_exp(t(x), t.tangent()); });
}

}  // namespace torchpp::derivative
