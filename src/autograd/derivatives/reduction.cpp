// SPDX-License-Identifier: BSD-3-Clause
// Derivatives of the rows of ops/table/reduction.ops, and of the order statistics of search.ops.
#include <torchpp/ops/pointwise.h>
#include <torchpp/ops/shape.h>
#include <torchpp/ops/view.h>

#include <cmath>

#include "src/autograd/derivative.h"
#include "src/ops/generated/index.h"
#include "src/ops/generated/reduction.h"
#include "src/ops/generated/search.h"
#include "src/ops/generated/shape.h"
#include "src/ops/generated/view.h"
#include "src/ops/reduction_rules.h"

namespace torchpp::derivative {

namespace {

// Which dimensions a reduction takes away; small and trivially copied, for the closures.
struct Reduced {
  uint64_t mask;
  bool keepdim;

  Reduced(OptionalIntArrayRef dims, const Tensor& self, bool keep)
      : mask(reduced_dims(dims, self.dim(), "reduction")), keepdim(keep) {}
  Reduced(int64_t dim, const Tensor& self, bool keep) : mask(dim_bit(dim, self.dim())), keepdim(keep) {}

  /// The result with its reduced dimensions as ones.
  Tensor restore(const Tensor& result, IntArrayRef sizes) const {
    return keepdim || sizes.empty() || result.dim() == static_cast<int64_t>(sizes.size())
               ? result
               : result.reshape(reduced_sizes(sizes, mask, true));
  }
  /// The result in the shape of the input, without memory.
  Tensor spread(const Tensor& result, IntArrayRef sizes) const {
    return sizes.empty() ? result : op::expand(result.dim() == 0 ? result : restore(result, sizes), sizes, false);
  }
  int64_t count(IntArrayRef sizes) const {
    int64_t n = 1;
    for (size_t d = 0; d < sizes.size(); ++d)
      if (mask >> d & 1) n *= sizes[d];
    return n;
  }
  DimVector dims(int64_t rank) const {
    DimVector list;
    for (int64_t d = 0; d < rank; ++d)
      if (mask >> d & 1) list.push_back(d);
    return list;
  }
  /// Sum over the reduced dimensions, which stay as ones.
  Tensor sum_keeping(const Tensor& t) const { return t.dim() == 0 ? t : op::sum(Out(), t, dims(t.dim()), true, {}); }
  /// Sum in the shape of the result.
  Tensor sum(const Tensor& t) const { return t.dim() == 0 ? t : op::sum(Out(), t, dims(t.dim()), keepdim, {}); }
};

// The extreme elements share: each gets the value over their number.
Tensor among_extremes(const Tensor& x, const Tensor& extreme) {
  return x.eq(extreme).logical_or(x.isnan().logical_and(extreme.isnan()));
}

// Products of all elements before and behind each one along a dimension, by doubling.
Tensor products_of_others(const Tensor& x, int64_t dim) {
  const int64_t n = x.size(dim);
  const Tensor one = full_like(x, x.narrow(dim, 0, 1).sizes(), 1);
  const auto join = [dim](const Tensor& a, const Tensor& b) {
    const Tensor both[] = {a, b};
    return op::cat(Out(), TensorList(both), dim);
  };
  Tensor before = join(one, x.narrow(dim, 0, n - 1)), behind = join(x.narrow(dim, 1, n - 1), one);
  for (int64_t step = 1; step < n; step *= 2) {
    const int64_t rest = n - step;
    before = join(before.narrow(dim, 0, step), before.narrow(dim, step, rest) * before.narrow(dim, 0, rest));
    behind = join(behind.narrow(dim, 0, rest) * behind.narrow(dim, step, rest), behind.narrow(dim, rest, step));
  }
  return before * behind;
}
// d prod / dx along a dimension. Division is exact enough unless something is zero.
Tensor product_slope(const Tensor& input, const Tensor& product, int64_t dim) {
  const Tensor x = input.to(product.scalar_type());  // as prod() converts it
  if (x.dim() == 0 || x.size(dim) <= 1) return full_like(x, x.sizes(), 1);
  if (x.eq(0).any().item().toBool()) return products_of_others(x, dim);
  return product / x;
}

Tensor masked_zero(const Tensor& t, const Tensor& mask) { return t.masked_fill(mask, 0); }

// d|x|_p / dx; `norm` has its reduced dimensions as ones. Zero where the norm is not differentiable.
Tensor norm_slope(const Tensor& x, const Tensor& norm, double p, const Reduced& r) {
  if (p == 0) return full_like(x, x.sizes(), 0);
  if (p == 1) return x.sgn();
  if (p == 2) return x / norm.masked_fill(norm.eq(0), INFINITY);
  if (std::isinf(p)) {
    const Tensor mask = among_extremes(x.abs(), norm);
    return x.sgn() * (mask.to(norm.scalar_type()) / r.sum_keeping(mask));
  }
  if (p < 1) return masked_zero(x.sgn() * x.abs().pow(p - 1), x.eq(0)) * norm.pow(1 - p);
  if (p < 2) return x.sgn() * x.abs().pow(p - 1) * masked_zero(norm.pow(1 - p), norm.eq(0));
  return x * x.abs().pow(p - 2) / norm.masked_fill(norm.eq(0), 1).pow(p - 1);
}

// d|x|_p / dx times the gradient of the norm, which has its reduced dimensions as ones, too.
Tensor norm_gradient(const Tensor& x, const Tensor& norm, double p, const Reduced& r, const Tensor& grad) {
  if (p <= 2 || std::isinf(p)) return norm_slope(x, norm, p, r) * grad;
  // As norm_slope(), with the factors of the small shape multiplied first.
  const Tensor size = x.abs(), power = p == 3 ? size : size.pow(p - 2);
  return x * power * (grad / norm.masked_fill(norm.eq(0), 1).pow(p - 1));
}

// Zeros with the gradient of selected elements at their places.
Tensor scatter_selected(const Tensor& grad, const Tensor& index, int64_t dim, IntArrayRef sizes, bool keepdim) {
  if (sizes.empty()) return grad;
  Tensor zeros = full_like(grad, sizes, 0);
  if (keepdim) op::scatter(Out::in_place(zeros), zeros, dim, index, grad);
  else op::scatter(Out::in_place(zeros), zeros, dim, index.unsqueeze(dim), grad.unsqueeze(dim));
  return zeros;
}
Tensor gather_selected(const Tensor& tangent, const Tensor& index, int64_t dim, bool keepdim) {
  if (tangent.dim() == 0) return tangent;
  return keepdim ? tangent.gather(dim, index) : tangent.gather(dim, index.unsqueeze(dim)).squeeze(dim);
}

Tensor real_product(const Tensor& slope, const Tensor& tangent) {
  return slope.is_complex() ? real(slope.conj() * tangent) : slope * tangent;
}

using ExtremeOp = OwnOp<Tensor(Out, const Tensor&, IntArrayRef, bool)>;
Tensor extreme(const char* name, const ExtremeOp& op, Out out, const Tensor& self, IntArrayRef dim, bool keepdim) {
  Record r(name, out, self);
  const Saved x = r.save(self), y = r.save_result();
  const Reduced reduced(dim, self, keepdim);
  return r.done(
      r.call(op, out, self, dim, keepdim),
      [=](Backward& g) {
        const Tensor in = g(x);
        const Tensor mask = in.eq(reduced.restore(g(y), in.sizes()));
        g[0] = reduced.restore(g.grad(), in.sizes()) * mask / reduced.sum_keeping(mask);
      },
      [&](Forward& t) {
        const Tensor in = t(x), mask = in.eq(reduced.restore(t.result(), in.sizes()));
        t[0] = reduced.sum(t.tangent() * mask / reduced.sum_keeping(mask));
      });
}

// call(record) calls the operator, which gives one of the elements.
template <class Call>
Tensor element_of_all(const char* name, const Out& out, const Tensor& self, const Call& call) {
  Record r(name, out, self);
  const Saved x = r.save(self), y = r.save_result();
  return r.done(
      call(r),
      [=](Backward& g) {
        const Tensor mask = among_extremes(g(x), g(y));
        g[0] = mask * (g.grad() / mask.sum());
      },
      [&](Forward& t) {
        const Tensor mask = among_extremes(t(x), t.result());
        t[0] = (t.tangent() * mask).sum() / mask.sum();
      });
}

// Of an operator whose results are elements along a dimension and their indices.
template <class... A, class... B>
TensorPair selection(const char* name, const OwnOp<TensorPair(Out, const Tensor&, A...)>& op, const Out& out,
                     const Tensor& self, int64_t dim, bool keepdim, B... arguments) {
  Record r(name, out, self);
  const Saved index = r.save_result(true, 1);
  return r.done(
      r.call(op, out, self, arguments...),
      [=](Backward& g) { g[0] = scatter_selected(g.grad(), g(index), dim, g.input_sizes(), keepdim); },
      [&](Forward& t) { t[0] = gather_selected(t.tangent(), t.result(1), dim, keepdim); });
}

using RunningOp = OwnOp<TensorPair(Out, const Tensor&, int64_t)>;
TensorPair running_extreme(const char* name, const RunningOp& op, const Out& out, const Tensor& self, int64_t dim) {
  Record r(name, out, self);
  const Saved index = r.save_result(true, 1);
  return r.done(
      r.call(op, out, self, dim),
      [=](Backward& g) {
        Tensor zeros = full_like(g.grad(), g.input_sizes(), 0);
        op::scatter_add(Out::in_place(zeros), zeros, dim, g(index), g.grad());
        g[0] = std::move(zeros);
      },
      [&](Forward& t) { t[0] = t.tangent().gather(dim, t.result(1)); });
}

bool has_zero(const Tensor& t) { return t.eq(0).any().item().toBool(); }
Tensor reversed_sum(const Tensor& t, int64_t dim) { return t.flip(dim).cumsum(dim).flip(dim); }

// Each element at the place behind its own, a one at the first.
Tensor shifted(const Tensor& t, int64_t dim) {
  const Tensor parts[] = {full_like(t, t.narrow(dim, 0, 1).sizes(), 1), t.narrow(dim, 0, t.size(dim) - 1)};
  return op::cat(Out(), TensorList(parts), dim);
}
// s with s_i = b_i + a_i s_(i-1) along a dimension, and s_(-1) = 0, by doubling: each step joins twice as many.
Tensor linear_recurrence(Tensor a, Tensor b, int64_t dim) {
  const int64_t n = b.size(dim);
  const auto join = [dim](const Tensor& first, const Tensor& rest) {
    const Tensor both[] = {first, rest};
    return op::cat(Out(), TensorList(both), dim);
  };
  for (int64_t step = 1; step < n; step *= 2) {
    const int64_t left = n - step;
    const auto head = [&](const Tensor& t) { return t.narrow(dim, 0, step); };
    const auto tail = [&](const Tensor& t) { return t.narrow(dim, step, left); };
    const auto before = [&](const Tensor& t) { return t.narrow(dim, 0, left); };
    b = join(head(b), tail(b) + tail(a) * before(b));
    a = join(head(a), tail(a) * before(a));
  }
  return b;
}

// The sums, over elements that `scan` adds up, of t e^(exponent + other): positive and negative terms apart, because
// their logarithms are added.
template <class Scan>
Tensor sum_of_exponentials(const Tensor& t, const Tensor& exponent, const Tensor& other, const Scan& scan) {
  const auto part = [&](const Tensor& signed_terms) {
    const Tensor mask = signed_terms.gt(0);
    const Tensor logarithm = signed_terms.masked_fill(mask.logical_not(), 1).log() + exponent;
    return (scan(logarithm.masked_fill(mask.logical_not(), -HUGE_VAL)) + other).exp();
  };
  return part(t) - part(-t);
}

// d var / dx: 2 (x - mean) / (N - correction).
Tensor variance_slope(const Tensor& x, const Reduced& reduced, int64_t correction) {
  const int64_t n = reduced.count(x.sizes());
  const double divisor = static_cast<double>(n - correction);
  const Tensor mean = reduced.sum_keeping(x) / static_cast<double>(n);
  return (x - mean) * (2 / (divisor > 0 ? divisor : 0.0));
}

}  // namespace

// ---- sums and products

Tensor sum(Out out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim, optional<ScalarType> dtype) {
  Record r(dim ? "sum.1" : "sum", out, self);
  const Reduced reduced(dim, self, keepdim);
  return r.done(
      r.call(op::sum, out, self, dim, keepdim, dtype),
      [reduced](Backward& g) { g[0] = reduced.spread(g.grad(), g.input_sizes()); },
      [&](Forward& t) { t[0] = op::sum(Out(), t.tangent(), dim, keepdim, dtype); });
}

Tensor nansum(Out out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim, optional<ScalarType> dtype) {
  Record r("nansum", out, self);
  const Saved x = r.save(self);
  const Reduced reduced(dim, self, keepdim);
  return r.done(
      r.call(op::nansum, out, self, dim, keepdim, dtype),
      [=](Backward& g) {
        const Tensor in = g(x);
        g[0] = reduced.spread(g.grad(), in.sizes()) * in.isnan().logical_not();
      },
      [&](Forward& t) { t[0] = op::sum(Out(), masked_zero(t.tangent(), t(x).isnan()), dim, keepdim, dtype); });
}

Tensor mean(Out out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim, optional<ScalarType> dtype) {
  Record r(dim ? "mean.1" : "mean", out, self);
  const Reduced reduced(dim, self, keepdim);
  return r.done(
      r.call(op::mean, out, self, dim, keepdim, dtype),
      [reduced](Backward& g) {
        const IntArrayRef sizes = g.input_sizes();
        g[0] = reduced.spread(g.grad() / static_cast<double>(reduced.count(sizes)), sizes);
      },
      [&](Forward& t) { t[0] = op::mean(Out(), t.tangent(), dim, keepdim, dtype); });
}

Tensor prod(Out out, const Tensor& self, optional<ScalarType> dtype) {
  Record r("prod", out, self);
  const Saved x = r.save(self), y = r.save_result();
  const auto slope = [](const Tensor& in, const Tensor& product) {
    return product_slope(in.reshape({-1}), product, 0).reshape(in.sizes());
  };
  return r.done(
      r.call(op::prod, out, self, dtype), [=](Backward& g) { g[0] = g.grad() * slope(g(x), g(y)).conj(); },
      [&](Forward& t) { t[0] = (t.tangent().to(t.result().scalar_type()) * slope(t(x), t.result())).sum(); });
}

Tensor prod_dim(Out out, const Tensor& self, int64_t dim, bool keepdim, optional<ScalarType> dtype) {
  Record r("prod.1", out, self);
  const Saved x = r.save(self), y = r.save_result();
  const Reduced reduced(dim, self, keepdim);
  return r.done(
      r.call(op::prod_dim, out, self, dim, keepdim, dtype),
      [=](Backward& g) {
        const Tensor in = g(x);
        g[0] = reduced.restore(g.grad(), in.sizes()) * product_slope(in, reduced.restore(g(y), in.sizes()), dim).conj();
      },
      [&](Forward& t) {
        const Tensor in = t(x), tangent = t.tangent().to(t.result().scalar_type());
        t[0] = reduced.sum(tangent * product_slope(in, reduced.restore(t.result(), in.sizes()), dim));
      });
}

// ---- extremes

Tensor amax(Out out, const Tensor& self, IntArrayRef dim, bool keepdim) {
  return extreme("amax", op::amax, out, self, dim, keepdim);
}
Tensor amin(Out out, const Tensor& self, IntArrayRef dim, bool keepdim) {
  return extreme("amin", op::amin, out, self, dim, keepdim);
}
Tensor max(const Tensor& self) {
  return element_of_all("max.1", Out(), self, [&](Record& r) { return r.call(op::max, self); });
}
Tensor min(const Tensor& self) {
  return element_of_all("min.1", Out(), self, [&](Record& r) { return r.call(op::min, self); });
}
TensorPair max_dim(Out out, const Tensor& self, int64_t dim, bool keepdim) {
  return selection("max", op::max_dim, out, self, dim, keepdim, dim, keepdim);
}
TensorPair min_dim(Out out, const Tensor& self, int64_t dim, bool keepdim) {
  return selection("min", op::min_dim, out, self, dim, keepdim, dim, keepdim);
}

// ---- variance and norms

Tensor var(Out out, const Tensor& self, OptionalIntArrayRef dim, optional<int64_t> given, bool keepdim) {
  const int64_t correction = given.value_or(1);
  Record r("var", out, self);
  const Saved x = r.save(self);
  const Reduced reduced(dim, self, keepdim);
  return r.done(
      r.call(op::var, out, self, dim, correction, keepdim),
      [=](Backward& g) {
        const Tensor in = g(x);
        g[0] = reduced.restore(g.grad(), in.sizes()) * variance_slope(in, reduced, correction);
      },
      [&](Forward& t) { t[0] = reduced.sum(real_product(variance_slope(t(x), reduced, correction), t.tangent())); });
}

Tensor std(Out out, const Tensor& self, OptionalIntArrayRef dim, optional<int64_t> given, bool keepdim) {
  const int64_t correction = given.value_or(1);
  Record r("std", out, self);
  const Saved x = r.save(self), y = r.save_result();
  const Reduced reduced(dim, self, keepdim);
  return r.done(
      r.call(op::std, out, self, dim, correction, keepdim),
      [=](Backward& g) {
        const Tensor in = g(x), root = g(y);
        const Tensor scale = masked_zero(g.grad() / (root * 2), root.eq(0));
        g[0] = reduced.restore(scale, in.sizes()) * variance_slope(in, reduced, correction);
      },
      [&](Forward& t) {
        const Tensor root = t.result();
        const Tensor change = reduced.sum(real_product(variance_slope(t(x), reduced, correction), t.tangent()));
        t[0] = masked_zero(change / (root * 2), root.eq(0));
      });
}

Tensor vector_norm(Out out, const Tensor& self, const Scalar& ord, OptionalIntArrayRef dim, bool keepdim,
                   optional<ScalarType> dtype) {
  Record r("linalg_vector_norm", out, self);
  const Saved x = r.save(self), y = r.save_result();
  const Reduced reduced(dim, self, keepdim);
  const double p = ord.toDouble();
  return r.done(
      r.call(op::vector_norm, out, self, ord, dim, keepdim, dtype),
      [=](Backward& g) {
        if (p == 0)
          return;  // libtorch 1.13: no gradient at all, where the number of elements that are not zero is the norm
        const Tensor in = g(x);
        g[0] = norm_gradient(in, reduced.restore(g(y), in.sizes()), p, reduced, reduced.restore(g.grad(), in.sizes()));
      },
      [&](Forward& t) {
        const Tensor in = t(x);
        t[0] =
            reduced.sum(real_product(norm_slope(in, reduced.restore(t.result(), in.sizes()), p, reduced), t.tangent()));
      });
}

// ---- scans and softmax

Tensor cumsum(Out out, const Tensor& self, int64_t dim, optional<ScalarType> dtype) {
  Record r("cumsum", out, self);
  return r.done(
      r.call(op::cumsum, out, self, dim, dtype),
      [dim](Backward& g) {
        const Tensor& grad = g.grad();
        g[0] = grad.dim() == 0 ? grad : grad.flip(dim).cumsum(dim).flip(dim);
      },
      [&](Forward& t) { t[0] = t.tangent().cumsum(dim, dtype); });
}

Tensor cumprod(Out out, const Tensor& self, int64_t dim, optional<ScalarType> dtype) {
  Record r("cumprod", out, self);
  const Saved x = r.save(self), y = r.save_result();
  return r.done(
      r.call(op::cumprod, out, self, dim, dtype),
      [=](Backward& g) {
        const Tensor product = g(y), in = g(x).to(product.scalar_type());
        if (in.dim() == 0 || in.numel() == 0) {
          g[0] = g.grad();
        } else if (!has_zero(in)) {
          g[0] = reversed_sum(g.grad() * product.conj(), dim) / in.conj();
        } else {
          // The gradient at k is the product of the elements before k times s_k = grad_k + x_(k+1) s_(k+1).
          const Tensor next = shifted(in.flip(dim), dim).conj();
          g[0] = linear_recurrence(next, g.grad().flip(dim), dim).flip(dim) * shifted(product, dim).conj();
        }
      },
      [&](Forward& t) {
        const Tensor product = t.result(), in = t(x).to(product.scalar_type());
        const Tensor tangent = t.tangent().to(product.scalar_type());
        if (in.dim() == 0 || in.numel() == 0) t[0] = tangent;
        else if (!has_zero(in)) t[0] = product * (tangent / in).cumsum(dim);
        else t[0] = linear_recurrence(in, tangent * shifted(product, dim), dim);
      });
}

Tensor logcumsumexp(Out out, const Tensor& self, int64_t dim) {
  Record r("logcumsumexp", out, self);
  const Saved x = r.save(self), y = r.save_result();
  return r.done(
      r.call(op::logcumsumexp, out, self, dim),
      [=](Backward& g) {
        const Tensor in = g(x), result = g(y);
        if (in.dim() == 0) {
          g[0] = g.grad();
          return;
        }
        const auto backward = [dim](const Tensor& t) { return t.flip(dim); };
        g[0] = sum_of_exponentials(g.grad(), -result, in,
                                   [=](const Tensor& terms) { return backward(backward(terms).logcumsumexp(dim)); });
      },
      [&](Forward& t) {
        t[0] = sum_of_exponentials(t.tangent(), t(x), -t.result(),
                                   [=](const Tensor& terms) { return terms.logcumsumexp(dim); });
      });
}

TensorPair cummax(Out out, const Tensor& self, int64_t dim) {
  return running_extreme("cummax", op::cummax, out, self, dim);
}
TensorPair cummin(Out out, const Tensor& self, int64_t dim) {
  return running_extreme("cummin", op::cummin, out, self, dim);
}

Tensor logsumexp(Out out, const Tensor& self, IntArrayRef dim, bool keepdim) {
  Record r("logsumexp", out, self);
  const Saved x = r.save(self), y = r.save_result();
  const Reduced reduced(dim, self, keepdim);
  const auto shares = [reduced](const Tensor& in, const Tensor& result) {
    return (in - reduced.restore(result, in.sizes())).exp();
  };
  return r.done(
      r.call(op::logsumexp, out, self, dim, keepdim),
      [=](Backward& g) {
        const Tensor in = g(x);
        g[0] = reduced.restore(g.grad(), in.sizes()) * shares(in, g(y));
      },
      [&](Forward& t) { t[0] = reduced.sum(t.tangent() * shares(t(x), t.result())); });
}

Tensor softmax(Out out, const Tensor& self, int64_t dim, bool half_to_float) {
  Record r("softmax", out, self);
  const Saved y = r.save_result();
  return r.done(
      r.call(op::softmax, out, self, dim, half_to_float),
      [=](Backward& g) {
        const Tensor result = g(y);
        const auto backward = [&](Out out) {
          return op::softmax_backward(out, g.grad(), result, dim, g.input_dtype());
        };
        g[0] = g.input_dtype() == result.dtype() ? over_gradient(g.grad(), result, backward) : backward(Out());
      },
      [&](Forward& t) {
        const Tensor change = t.result() * t.tangent();
        t[0] = change - t.result() * change.sum(dim, true);
      });
}

Tensor log_softmax(Out out, const Tensor& self, int64_t dim, bool half_to_float) {
  Record r("log_softmax", out, self);
  const Saved y = r.save_result();
  return r.done(
      r.call(op::log_softmax, out, self, dim, half_to_float),
      [=](Backward& g) { g[0] = op::log_softmax_backward(Out(), g.grad(), g(y), dim, g.input_dtype()); },
      [&](Forward& t) { t[0] = t.tangent() - (t.result().exp() * t.tangent()).sum(dim, true); });
}

Tensor softmax_backward(Out out, const Tensor& grad, const Tensor& output, int64_t dim, ScalarType input_dtype) {
  Record r("softmax_backward", out, grad, output);
  const Saved first = r.save(grad, r.needs(1)), y = r.save(output);
  return r.done(
      r.call(op::softmax_backward, out, grad, output, dim, input_dtype),
      [=](Backward& g) {
        const Tensor h = g.grad(), soft = g(y);
        if (g.needs(0)) g[0] = op::softmax_backward(Out(), h.to(soft.scalar_type()), soft, dim, soft.scalar_type());
        if (!g.needs(1)) return;
        const Tensor f = g(first);
        g[1] = h * f - (soft * f).sum(dim, true) * h - f * (soft * h).sum(dim, true);
      },
      [&](Forward& t) {
        const Tensor soft = t(y);
        Tensor change;
        if (t.has(0)) change = op::softmax_backward(Out(), t.tangent(0), soft, dim, input_dtype);
        if (t.has(1)) {
          const Tensor f = t(first), h = t.tangent(1);
          change = autograd::sum_of(change, h * f - (soft * f).sum(dim, true) * h - soft * (h * f).sum(dim, true));
        }
        t[0] = change;
      });
}

Tensor log_softmax_backward(Out out, const Tensor& grad, const Tensor& output, int64_t dim, ScalarType input_dtype) {
  Record r("log_softmax_backward", out, grad, output);
  const Saved first = r.save(grad, r.needs(1)), y = r.save(output);
  return r.done(
      r.call(op::log_softmax_backward, out, grad, output, dim, input_dtype),
      [=](Backward& g) {
        const Tensor h = g.grad(), soft = g(y).exp();
        if (g.needs(0)) g[0] = h - (h * soft).sum(dim, true);
        if (g.needs(1)) g[1] = -(h * soft * g(first).sum(dim, true));
      },
      [&](Forward& t) {
        const Tensor soft = t(y).exp();
        Tensor change;
        if (t.has(0)) change = t.tangent(0) - soft * t.tangent(0).sum(dim, true);
        if (t.has(1)) change = autograd::sum_of(change, -(soft * t.tangent(1) * t(first).sum(dim, true)));
        t[0] = change;
      });
}

// ---- sorting

TensorPair sort(Out out, const Tensor& self, optional<bool> stable, int64_t dim, bool descending) {
  return selection(stable ? "sort.1" : "sort", op::sort, out, self, dim, true, stable, dim, descending);
}
TensorPair topk(Out out, const Tensor& self, int64_t k, int64_t dim, bool largest, bool sorted) {
  return selection("topk", op::topk, out, self, dim, true, k, dim, largest, sorted);
}
TensorPair kthvalue(Out out, const Tensor& self, int64_t k, int64_t dim, bool keepdim) {
  return selection("kthvalue", op::kthvalue, out, self, dim, keepdim, k, dim, keepdim);
}

// ---- order statistics

Tensor median(Out out, const Tensor& self) {
  return element_of_all("median", out, self, [&](Record& r) { return r.call(op::median, out, self); });
}
Tensor nanmedian(Out out, const Tensor& self) {
  return element_of_all("nanmedian", out, self, [&](Record& r) { return r.call(op::nanmedian, out, self); });
}
TensorPair median_dim(Out out, const Tensor& self, int64_t dim, bool keepdim) {
  return selection("median.1", op::median_dim, out, self, dim, keepdim, dim, keepdim);
}
TensorPair nanmedian_dim(Out out, const Tensor& self, int64_t dim, bool keepdim) {
  return selection("nanmedian.1", op::nanmedian_dim, out, self, dim, keepdim, dim, keepdim);
}
TensorPair mode(Out out, const Tensor& self, int64_t dim, bool keepdim) {
  return selection("mode", op::mode, out, self, dim, keepdim, dim, keepdim);
}

}  // namespace torchpp::derivative
