// SPDX-License-Identifier: BSD-3-Clause
// Derivatives of the rows of ops/table/linalg.ops.
#include "src/ops/generated/linalg.h"

#include <torchpp/ops/creation.h>

#include <cmath>

#include "src/autograd/derivative.h"
#include "src/ops/linalg_rules.h"

namespace torchpp::derivative {

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

Tensor mm_unrounded(const Tensor& a, const Tensor& b) {
  Record r("mm", a, b);
  const Saved sa = r.save(a, r.needs(1)), sb = r.save(b, r.needs(0));
  return r.done(
      r.call(op::mm_unrounded, a, b),
      [=](Backward& g) {
        const ScalarType dtype = g.grad().scalar_type();
        if (g.needs(0)) g[0] = g.grad().mm(adjoint(g(sb)).to(dtype));
        if (g.needs(1)) g[1] = adjoint(g(sa)).to(dtype).mm(g.grad());
      },
      [=](Forward& t) {
        t[0] = sum_of(t.has(0) ? op::mm_unrounded(t.tangent(0), t(sb)) : Tensor(),
                      t.has(1) ? op::mm_unrounded(t(sa), t.tangent(1)) : Tensor());
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

Tensor matmul_of_batches(const Tensor& a, const Tensor& b) {
  Record r("bmm", a, b);
  const Saved sa = r.save(a, r.needs(1)), sb = r.save(b, r.needs(0));
  return r.done(
      r.call(op::matmul_of_batches, a, b),
      [=](Backward& g) {
        if (g.needs(0)) g[0] = g.grad().matmul(g(sb).mT());
        if (g.needs(1)) g[1] = g(sa).mT().matmul(g.grad());
      },
      [=](Forward& t) {
        t[0] =
            sum_of(t.has(0) ? t.tangent(0).matmul(t(sb)) : Tensor(), t.has(1) ? t(sa).matmul(t.tangent(1)) : Tensor());
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

// A product that is the gradient of a tensor of this dtype. A weight that autocast has converted takes a float one,
// which then need not be rounded and converted back.
Tensor product_for(ScalarType dtype, const Tensor& a, const Tensor& b) {
  return dtype == kFloat && a.is_cpu() && isReducedFloatingType(a.scalar_type()) ? op::mm_unrounded(a, b) : a.mm(b);
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
        if (g.needs(1)) g[1] = product_for(g.input_dtype(1), rows.mT(), conj_of(as_rows(g(sx))));
        // A bias may also be a matrix that broadcasts.
        if (g.needs(2)) g[2] = g.input_sizes(2).size() <= 1 ? rows.sum(IntArrayRef(0), false, g.input_dtype(2)) : rows;
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

namespace {

// The derivatives of a p-norm y = |d|, where d is the difference of two vectors along the last dimension. They are 0
// where they do not exist: where y is 0, and for p < 2 where an element of d is.
struct NormSlope {
  double p;
  Tensor d, y, still;  // y has length 1 in the last dimension, and is 1 where the norm is 0, which `still` says
  Tensor slope;        // dy / dd

  NormSlope(const Tensor& difference, const Tensor& norm, double p) : p(p), d(difference) {
    const Tensor column = norm.unsqueeze(-1);
    still = column.eq(0);
    y = column.masked_fill(still, 1);
    if (p == 0) slope = d * 0;
    else if (p == 1) slope = d.sign();
    else if (p == 2) slope = d / y;
    else if (std::isinf(p)) slope = d.sign().masked_fill(d.abs().ne(column), 0);
    else slope = d.sign() * (magnitude() / y).pow(p - 1);
    slope = slope.masked_fill(still, 0);
  }

  // The change of the norm with one of d.
  Tensor norm_change(const Tensor& change) const { return (slope * change).sum(IntArrayRef(-1)); }
  // The slope is piecewise constant: its own derivatives are 0.
  bool is_flat() const { return p == 0 || p == 1 || std::isinf(p); }
  // The slope's derivative in each element of d, with the norm as a constant, and in the norm.
  Tensor in_difference() const {
    if (p == 2) return y.reciprocal().masked_fill(still, 0);
    return ((p - 1) * magnitude().pow(p - 2) * y.pow(1 - p)).masked_fill(d.eq(0).logical_or(still), 0);
  }
  Tensor in_norm() const { return (1 - p) * slope / y; }

 private:
  // |d|, and 1 where that is 0.
  Tensor magnitude() const { return d.abs().masked_fill(d.eq(0), 1); }
};

// The change of grad * slope.
Tensor slope_change(const NormSlope& n, const Tensor& grad, const Tensor& grad_change, const Tensor& d_change,
                    const Tensor& norm_change) {
  Tensor sum = grad_change.defined() ? grad_change.unsqueeze(-1) * n.slope : Tensor();
  if (n.is_flat()) return sum;
  Tensor own = d_change.defined() ? n.in_difference() * d_change : Tensor();
  if (norm_change.defined()) own = sum_of(own, n.in_norm() * norm_change.unsqueeze(-1));
  return sum_of(sum, own.defined() ? grad.unsqueeze(-1) * own : own);
}

// a - b for all pairs of rows.
Tensor all_differences(const Tensor& a, const Tensor& b) { return a.unsqueeze(-2) - b.unsqueeze(-3); }
// Of the changes of two operands, either of which may be undefined.
Tensor all_changes(const Tensor& a, const Tensor& b) {
  if (!a.defined()) return b.defined() ? b.unsqueeze(-3).neg() : b;
  return b.defined() ? all_differences(a, b) : a.unsqueeze(-2);
}

// The pairs (i, j) of a matrix's rows with i < j.
struct RowPairs {
  int64_t rows;
  Tensor first, second;

  explicit RowPairs(const Tensor& x) : rows(x.size(0)) {
    const Tensor both = torchpp::triu_indices(rows, rows, 1, TensorOptions(kLong).device(x.device()));
    first = both.select(0, 0), second = both.select(0, 1);
  }
  Tensor differences(const Tensor& x) const { return x.index_select(0, first) - x.index_select(0, second); }
  // What differences() is to the rows: the sum of a row's pairs, negative where it is the second.
  Tensor to_rows(const Tensor& pairs) const {
    return pairs.new_zeros({rows, pairs.size(1)}).index_add(0, first, pairs).index_add(0, second, pairs, -1);
  }
};

}  // namespace

Tensor cdist_forward(const Tensor& x1, const Tensor& x2, double p, optional<int64_t> compute_mode) {
  Record r("_cdist_forward", x1, x2);
  const Saved a = r.save(x1), b = r.save(x2), y = r.save_result();
  return r.done(
      r.call(op::cdist_forward, x1, x2, p, compute_mode),
      [=](Backward& g) {
        const Tensor d = g.grad().contiguous();
        if (g.needs(0)) g[0] = op::cdist_backward(d, g(a), g(b), p, g(y));
        if (g.needs(1)) g[1] = op::cdist_backward(d.mT().contiguous(), g(b), g(a), p, g(y).mT().contiguous());
      },
      [=](Forward& t) {
        t[0] =
            NormSlope(all_differences(t(a), t(b)), t.result(), p).norm_change(all_changes(t.tangent(0), t.tangent(1)));
      });
}
// The sum over x2's rows of grad * slope.
Tensor cdist_backward(const Tensor& grad, const Tensor& x1, const Tensor& x2, double p, const Tensor& cdist) {
  Record r("_cdist_backward", grad, x1, x2, cdist);
  const Saved dy = r.save(grad), a = r.save(x1), b = r.save(x2), y = r.save(cdist);
  return r.done(
      r.call(op::cdist_backward, grad, x1, x2, p, cdist),
      [=](Backward& g) {
        const NormSlope n(all_differences(g(a), g(b)), g(y), p);
        const Tensor u = g.grad().unsqueeze(-2);
        if (g.needs(0)) g[0] = n.norm_change(u);
        if (n.is_flat()) return;
        const Tensor scaled = g(dy).unsqueeze(-1) * u;
        if (g.needs(1) || g.needs(2)) {
          const Tensor change = n.in_difference() * scaled;
          if (g.needs(1)) g[1] = change.sum(IntArrayRef(-2));
          if (g.needs(2)) g[2] = change.sum(IntArrayRef(-3)).neg();
        }
        if (g.needs(3)) g[3] = (n.in_norm() * scaled).sum(IntArrayRef(-1));
      },
      [=](Forward& t) {
        const NormSlope n(all_differences(t(a), t(b)), t(y), p);
        const Tensor change =
            slope_change(n, t(dy), t.tangent(0), all_changes(t.tangent(1), t.tangent(2)), t.tangent(3));
        if (change.defined()) t[0] = change.sum(IntArrayRef(-2));
      });
}

Tensor pdist_forward(const Tensor& self, double p) {
  Record r("_pdist_forward", self);
  const Saved x = r.save(self), y = r.save_result();
  return r.done(
      r.call(op::pdist_forward, self, p),
      [=](Backward& g) { g[0] = op::pdist_backward(g.grad().contiguous(), g(x), p, g(y)); },
      [=](Forward& t) {
        const RowPairs pairs(t(x));
        t[0] = NormSlope(pairs.differences(t(x)), t.result(), p).norm_change(pairs.differences(t.tangent()));
      });
}
// The sum over a row's pairs of grad * slope.
Tensor pdist_backward(const Tensor& grad, const Tensor& self, double p, const Tensor& pdist) {
  Record r("_pdist_backward", grad, self, pdist);
  const Saved dy = r.save(grad), x = r.save(self), y = r.save(pdist);
  return r.done(
      r.call(op::pdist_backward, grad, self, p, pdist),
      [=](Backward& g) {
        const RowPairs pairs(g(x));
        const NormSlope n(pairs.differences(g(x)), g(y), p);
        const Tensor u = pairs.differences(g.grad());
        if (g.needs(0)) g[0] = n.norm_change(u);
        if (n.is_flat()) return;
        const Tensor scaled = g(dy).unsqueeze(-1) * u;
        if (g.needs(1)) g[1] = pairs.to_rows(n.in_difference() * scaled);
        if (g.needs(2)) g[2] = (n.in_norm() * scaled).sum(IntArrayRef(-1));
      },
      [=](Forward& t) {
        const RowPairs pairs(t(x));
        const NormSlope n(pairs.differences(t(x)), t(y), p);
        const Tensor moved = t.has(1) ? pairs.differences(t.tangent(1)) : Tensor();
        const Tensor change = slope_change(n, t(dy), t.tangent(0), moved, t.tangent(2));
        if (change.defined()) t[0] = pairs.to_rows(change);
      });
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
