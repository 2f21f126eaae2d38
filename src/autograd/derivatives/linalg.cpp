// SPDX-License-Identifier: BSD-3-Clause
// Derivatives of the rows of ops/table/linalg.ops.
#include "src/ops/generated/linalg.h"
#include "src/autograd/derivative.h"
#include "src/ops/linalg_rules.h"

namespace torchpp::derivative {

using autograd::Backward;
using autograd::fail_formula;
using autograd::Forward;
using autograd::Record;
using autograd::Saved;
using autograd::sum_of;

namespace {

Tensor scaled(const Tensor& t, const Scalar& by) { return by.equal(1) ? t : t * by; }
// The conjugate transpose of matrices.
Tensor adjoint(const Tensor& t) { return t.is_complex() ? t.mT().conj() : t.mT(); }
Tensor conj_of(const Tensor& t) { return t.is_complex() ? t.conj() : t; }
Scalar conj_of(const Scalar& s) { return s.isComplex() ? s.conj() : s; }

}  // namespace

Tensor mm(Out out, const Tensor& a, const Tensor& b) {
  Record r("mm", out, a, b);
  const Saved sa = r.save(a, r.needs(1)), sb = r.save(b, r.needs(0));
  return r.done(
      r.call(op::mm, out, a, b),
      [=](Backward& g) {
        if (g.needs(0)) g[0] = g.grad().mm(adjoint(g(sb)));
        if (g.needs(1)) g[1] = adjoint(g(sa)).mm(g.grad());
      },
      [=](Forward& t) {
        t[0] = sum_of(t.has(0) ? t.tangent(0).mm(t(sb)) : Tensor(), t.has(1) ? t(sa).mm(t.tangent(1)) : Tensor());
      });
}

Tensor bmm(Out out, const Tensor& a, const Tensor& b) {
  Record r("bmm", out, a, b);
  const Saved sa = r.save(a, r.needs(1)), sb = r.save(b, r.needs(0));
  return r.done(
      r.call(op::bmm, out, a, b),
      [=](Backward& g) {
        if (g.needs(0)) g[0] = g.grad().bmm(adjoint(g(sb)));
        if (g.needs(1)) g[1] = adjoint(g(sa)).bmm(g.grad());
      },
      [=](Forward& t) {
        t[0] = sum_of(t.has(0) ? t.tangent(0).bmm(t(sb)) : Tensor(), t.has(1) ? t(sa).bmm(t.tangent(1)) : Tensor());
      });
}

Tensor mv(Out out, const Tensor& a, const Tensor& x) {
  Record r("mv", out, a, x);
  const Saved sa = r.save(a, r.needs(1)), sx = r.save(x, r.needs(0));
  return r.done(
      r.call(op::mv, out, a, x),
      [=](Backward& g) {
        if (g.needs(0)) g[0] = g.grad().outer(conj_of(g(sx)));
        if (g.needs(1)) g[1] = adjoint(g(sa)).mv(g.grad());
      },
      [=](Forward& t) {
        t[0] = sum_of(t.has(0) ? t.tangent(0).mv(t(sx)) : Tensor(), t.has(1) ? t(sa).mv(t.tangent(1)) : Tensor());
      });
}

Tensor dot(Out out, const Tensor& a, const Tensor& b) {
  Record r("dot", out, a, b);
  const Saved sa = r.save(a, r.needs(1)), sb = r.save(b, r.needs(0));
  return r.done(
      r.call(op::dot, out, a, b),
      [=](Backward& g) {
        if (g.needs(0)) g[0] = g.grad() * conj_of(g(sb));
        if (g.needs(1)) g[1] = g.grad() * conj_of(g(sa));
      },
      [=](Forward& t) {
        t[0] = sum_of(t.has(0) ? t.tangent(0).dot(t(sb)) : Tensor(), t.has(1) ? t(sa).dot(t.tangent(1)) : Tensor());
      });
}

Tensor addmm(Out out, const Tensor& self, const Tensor& a, const Tensor& b, const Scalar& beta, const Scalar& alpha) {
  Record r("addmm", out, self, a, b);
  const Saved sa = r.save(a, r.needs(2)), sb = r.save(b, r.needs(1));
  return r.done(
      r.call(op::addmm, out, self, a, b, beta, alpha),
      [=](Backward& g) {
        if (g.needs(0)) g[0] = scaled(g.grad(), conj_of(beta));
        if (g.needs(1)) g[1] = scaled(g.grad().mm(adjoint(g(sb))), conj_of(alpha));
        if (g.needs(2)) g[2] = scaled(adjoint(g(sa)).mm(g.grad()), conj_of(alpha));
      },
      [=](Forward& t) {
        const Tensor product =
            sum_of(t.has(1) ? t.tangent(1).mm(t(sb)) : Tensor(), t.has(2) ? t(sa).mm(t.tangent(2)) : Tensor());
        t[0] = sum_of(t.has(0) ? scaled(t.tangent(0), beta) : Tensor(),
                      product.defined() ? scaled(product, alpha) : product);
      });
}

Tensor baddbmm(Out out, const Tensor& self, const Tensor& a, const Tensor& b, const Scalar& beta, const Scalar& alpha) {
  Record r("baddbmm", out, self, a, b);
  const Saved sa = r.save(a, r.needs(2)), sb = r.save(b, r.needs(1));
  return r.done(
      r.call(op::baddbmm, out, self, a, b, beta, alpha),
      [=](Backward& g) {
        if (g.needs(0)) g[0] = scaled(g.grad(), conj_of(beta));
        if (g.needs(1)) g[1] = scaled(g.grad().bmm(adjoint(g(sb))), conj_of(alpha));
        if (g.needs(2)) g[2] = scaled(adjoint(g(sa)).bmm(g.grad()), conj_of(alpha));
      },
      [=](Forward& t) {
        const Tensor product =
            sum_of(t.has(1) ? t.tangent(1).bmm(t(sb)) : Tensor(), t.has(2) ? t(sa).bmm(t.tangent(2)) : Tensor());
        t[0] = sum_of(t.has(0) ? scaled(t.tangent(0), beta) : Tensor(),
                      product.defined() ? scaled(product, alpha) : product);
      });
}

Tensor addmv(Out out, const Tensor& self, const Tensor& mat, const Tensor& vec, const Scalar& beta,
             const Scalar& alpha) {
  Record r("addmv", out, self, mat, vec);
  const Saved sm = r.save(mat, r.needs(2)), sv = r.save(vec, r.needs(1));
  return r.done(
      r.call(op::addmv, out, self, mat, vec, beta, alpha),
      [=](Backward& g) {
        if (g.needs(0)) g[0] = g.grad() * beta.conj();
        if (g.needs(1)) g[1] = g.grad().outer(g(sv).conj()) * alpha.conj();
        if (g.needs(2)) g[2] = g(sm).mT().conj().mv(g.grad()) * alpha.conj();
      },
      [=](Forward& t) {
        const Tensor product =
            sum_of(t.has(1) ? t.tangent(1).mv(t(sv)) : Tensor(), t.has(2) ? t(sm).mv(t.tangent(2)) : Tensor());
        t[0] = sum_of(t.has(0) ? t.tangent(0) * beta : Tensor(), product.defined() ? product * alpha : product);
      });
}

namespace {

// All leading dimensions as rows of one matrix.
Tensor as_rows(const Tensor& t) {
  if (t.dim() == 2) return t;
  const IntArrayRef sizes = t.sizes();
  return t.reshape({multiply_integers(sizes.slice(0, sizes.size() - 1)), sizes[sizes.size() - 1]});
}

}  // namespace

Tensor linear(Out out, const Tensor& input, const Tensor& weight, const Tensor& bias) {
  if (TORCHPP_UNLIKELY(weight.dim() != 2)) return linear_by_matmul(out, input, weight, bias);
  Record r(bias.defined() ? "addmm" : "mm", out, input, weight,
           bias);  // as libtorch's, of which linear is a composition
  const Saved sx = r.save(input, r.needs(1)), sw = r.save(weight, r.needs(0));
  return r.done(
      r.call(op::linear, out, input, weight, bias),
      [=](Backward& g) {
        const Tensor rows = as_rows(g.grad());
        if (g.needs(0)) g[0] = rows.mm(conj_of(g(sw))).reshape(g.input_sizes(0));
        if (g.needs(1)) g[1] = rows.mT().mm(conj_of(as_rows(g(sx))));
        if (g.needs(2)) g[2] = rows.sum(IntArrayRef(0));
      },
      [=](Forward& t) {
        const Tensor product = sum_of(t.has(0) ? op::linear(Out(), t.tangent(0), t(sw), Tensor()) : Tensor(),
                                      t.has(1) ? op::linear(Out(), t(sx), t.tangent(1), Tensor()) : Tensor());
        t[0] = sum_of(product, t.tangent(2));
      });
}

Tensor linalg_cross(Out out, const Tensor& a, const Tensor& b, int64_t dim) {
  Record r("linalg_cross", out, a, b);
  const Saved sa = r.save(a, r.needs(1)), sb = r.save(b, r.needs(0));
  return r.done(
      r.call(op::linalg_cross, out, a, b, dim),
      [=](Backward& g) {
        if (g.needs(0)) g[0] = op::linalg_cross(Out(), conj_of(g(sb)), g.grad(), dim);
        if (g.needs(1)) g[1] = op::linalg_cross(Out(), g.grad(), conj_of(g(sa)), dim);
      },
      [=](Forward& t) {
        t[0] = sum_of(t.has(0) ? op::linalg_cross(Out(), t.tangent(0), t(sb), dim) : Tensor(),
                      t.has(1) ? op::linalg_cross(Out(), t(sa), t.tangent(1), dim) : Tensor());
      });
}

namespace {

// 1 / y, but 0 where y is 0: a distance of 0 has the gradient 0.
Tensor inverse_or_zero(const Tensor& y) { return y.reciprocal().masked_fill(y.eq(0), 0); }

}  // namespace

Tensor cdist_forward(const Tensor& x1, const Tensor& x2, double p, std::optional<int64_t> compute_mode) {
  Record r("_cdist_forward", x1, x2);
  const Saved a = r.save(x1), b = r.save(x2), y = r.save_result();
  return r.done(r.call(op::cdist_forward, x1, x2, p, compute_mode), [=](Backward& g) {
    const Tensor d = g.grad().contiguous();
    if (g.needs(0)) g[0] = op::cdist_backward(d, g(a), g(b), p, g(y));
    if (g.needs(1)) g[1] = op::cdist_backward(d.mT().contiguous(), g(b), g(a), p, g(y).mT().contiguous());
  });
}
Tensor cdist_backward(const Tensor& grad, const Tensor& x1, const Tensor& x2, double p, const Tensor& cdist) {
  Record r("_cdist_backward", grad, x1, x2, cdist);
  return r.done(r.call(op::cdist_backward, grad, x1, x2, p, cdist), [](Backward&) { fail_formula("_cdist_backward"); });
}

Tensor pdist_forward(const Tensor& self, double p) {
  Record r("_pdist_forward", self);
  const Saved x = r.save(self), y = r.save_result();
  return r.done(r.call(op::pdist_forward, self, p),
                [=](Backward& g) { g[0] = op::pdist_backward(g.grad().contiguous(), g(x), p, g(y)); });
}
Tensor pdist_backward(const Tensor& grad, const Tensor& self, double p, const Tensor& pdist) {
  Record r("_pdist_backward", grad, self, pdist);
  return r.done(r.call(op::pdist_backward, grad, self, p, pdist), [](Backward&) { fail_formula("_pdist_backward"); });
}

// y dy = (a - b) . (da - db)
Tensor euclidean_dist(const Tensor& x1, const Tensor& x2) {
  Record r("_euclidean_dist", x1, x2);
  const Saved a = r.save(x1), b = r.save(x2), y = r.save_result();
  return r.done(
      r.call(op::euclidean_dist, x1, x2),
      [=](Backward& g) {
        const Tensor d = g.grad() * inverse_or_zero(g(y));
        if (g.needs(0)) g[0] = g(a) * d.sum(IntArrayRef(-1), true) - d.matmul(g(b));
        if (g.needs(1)) g[1] = g(b) * d.sum(IntArrayRef(-2)).unsqueeze(-1) - d.mT().matmul(g(a));
      },
      [=](Forward& t) {
        const auto own = [](const Tensor& x, const Tensor& change) { return (x * change).sum(IntArrayRef(-1)); };
        Tensor sum;
        if (t.has(0)) sum = own(t(a), t.tangent(0)).unsqueeze(-1) - t.tangent(0).matmul(t(b).mT());
        if (t.has(1)) sum = sum_of(sum, own(t(b), t.tangent(1)).unsqueeze(-2) - t(a).matmul(t.tangent(1).mT()));
        t[0] = sum * inverse_or_zero(t.result());
      });
}

}  // namespace torchpp::derivative
