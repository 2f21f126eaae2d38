// SPDX-License-Identifier: BSD-3-Clause
// Derivatives of the rows of ops/table/loss.ops.
#include <torchpp/core/reduction.h>
#include <torchpp/ops/pointwise.h>

#include "src/autograd/derivative.h"
#include "src/ops/generated/loss.h"

namespace torchpp::derivative {

using autograd::check_constant;

namespace {

// A value per element to the loss, as `reduction` says.
Tensor reduced(const Tensor& t, int64_t reduction) {
  return reduction == Reduction::Mean ? t.mean() : reduction == Reduction::Sum ? t.sum() : t;
}
// The gradient of the loss as that of each of `n` terms.
Tensor shared(const Tensor& grad, int64_t reduction, int64_t n) {
  return reduction == Reduction::Mean ? grad / static_cast<double>(n) : grad;
}

// Input and target of a loss, saved.
struct Pair {
  Saved x, y;
};

// A loss of the distance input - target: `slope` is its backward operator, the target's gradient the negative.
template <class S>
Tensor distance_loss(Record& r, Tensor result, const Tensor& self, int64_t reduction, Pair saved, const S& slope) {
  return r.done(
      std::move(result),
      [=](Backward& g) {
        const Tensor d = slope(g.grad(), g(saved.x), g(saved.y), reduction);
        if (g.needs(0)) g[0] = d;
        if (g.needs(1)) g[1] = -d;
      },
      [&](Forward& t) {
        const Tensor change = sum_of(t.tangent(0), t.has(1) ? -t.tangent(1) : Tensor());
        t[0] = reduced(slope(full_like(self, {}, 1), t(saved.x), t(saved.y), Reduction::None) * change, reduction);
      });
}

// The backward operator of such a loss: linear in the incoming gradient; `curvature` is the second derivative of each
// term, undefined where all are 0.
template <class S, class C>
Tensor distance_backward(Record& r, Tensor result, Saved first, Saved x, Saved y, int64_t reduction, const S& slope,
                         const C& curvature) {
  return r.done(
      std::move(result),
      [=](Backward& g) {
        const Tensor h = g.grad(), in = g(x), target = g(y);
        // The engine adds up what an incoming gradient that broadcasts has given several elements.
        if (g.needs(0))
          g[0] = shared(h * slope(full_like(in, {}, 1), in, target, Reduction::None), reduction, h.numel());
        if (!g.needs(1) && !g.needs(2)) return;
        const Tensor c = curvature(in - target);
        // A gradient of integers is divided in the dtype of the result.
        const Tensor d = c.defined() ? h * shared(g(first).to(h.scalar_type()), reduction, h.numel()) * c
                                     : full_like(h, h.sizes(), 0);
        if (g.needs(1)) g[1] = d;
        if (g.needs(2)) g[2] = -d;
      },
      [=](Forward& t) {
        const Tensor in = t(x), target = t(y);
        if (t.has(0)) t[0] = slope(t.tangent(0), in, target, reduction);
        if (!t.has(1) && !t.has(2)) return;
        const Tensor change = sum_of(t.tangent(1), t.has(2) ? -t.tangent(2) : Tensor());
        const Tensor c = curvature(in - target);
        if (c.defined()) t[0] = sum_of(t[0], shared(t(first), reduction, t.result().numel()) * c * change);
      });
}

Tensor as_type(const Tensor& mask, const Tensor& like) { return mask.to(like.scalar_type()); }

Tensor with_weight(const Tensor& t, const Tensor& weight) { return weight.defined() ? t * weight : t; }
// The terms of the binary cross entropy differentiated: by the input, twice, and by the target.
Tensor bce_spread(const Tensor& x) { return ((1 - x) * x).clamp_min(1e-12); }
Tensor bce_slope(const Tensor& x, const Tensor& y) { return (x - y) / bce_spread(x); }
Tensor bce_curvature(const Tensor& x, const Tensor& y) {
  const Tensor spread = bce_spread(x);
  return (x * x - 2 * x * y + y) / (spread * spread);
}
Tensor bce_target_slope(const Tensor& x) { return (1 - x).log() - x.log(); }

}  // namespace

Tensor mse_loss(Out out, const Tensor& self, const Tensor& target, int64_t reduction) {
  Record r("mse_loss", out, self, target);
  const Pair saved{r.save(self), r.save(target)};
  return distance_loss(r, r.call(op::mse_loss, out, self, target, reduction), self, reduction, saved,
                       [](const Tensor& grad, const Tensor& x, const Tensor& y, int64_t how) {
                         return op::mse_loss_backward(Out(), grad, x, y, how);
                       });
}
Tensor mse_loss_backward(Out out, const Tensor& grad, const Tensor& self, const Tensor& target, int64_t reduction) {
  Record r("mse_loss_backward", out, grad, self, target);
  const Saved first = r.save(grad), x = r.save(self), y = r.save(target);
  return distance_backward(
      r, r.call(op::mse_loss_backward, out, grad, self, target, reduction), first, x, y, reduction,
      [](const Tensor& one, const Tensor& a, const Tensor& b, int64_t how) {
        return op::mse_loss_backward(Out(), one, a, b, how);
      },
      [](const Tensor& z) { return full_like(z, {}, 2); });
}

Tensor smooth_l1_loss(Out out, const Tensor& self, const Tensor& target, int64_t reduction, double beta) {
  Record r("smooth_l1_loss", out, self, target);
  const Pair saved{r.save(self), r.save(target)};
  return distance_loss(r, r.call(op::smooth_l1_loss, out, self, target, reduction, beta), self, reduction, saved,
                       [beta](const Tensor& grad, const Tensor& x, const Tensor& y, int64_t how) {
                         return op::smooth_l1_loss_backward(Out(), grad, x, y, how, beta);
                       });
}
Tensor smooth_l1_loss_backward(Out out, const Tensor& grad, const Tensor& self, const Tensor& target, int64_t reduction,
                               double beta) {
  Record r("smooth_l1_loss_backward", out, grad, self, target);
  const Saved first = r.save(grad), x = r.save(self), y = r.save(target);
  return distance_backward(
      r, r.call(op::smooth_l1_loss_backward, out, grad, self, target, reduction, beta), first, x, y, reduction,
      [beta](const Tensor& one, const Tensor& a, const Tensor& b, int64_t how) {
        return op::smooth_l1_loss_backward(Out(), one, a, b, how, beta);
      },
      [beta](const Tensor& z) { return beta == 0 ? Tensor() : as_type(z.abs().lt(beta), z) / beta; });
}

Tensor huber_loss(Out out, const Tensor& self, const Tensor& target, int64_t reduction, double delta) {
  Record r("huber_loss", out, self, target);
  const Pair saved{r.save(self), r.save(target)};
  return distance_loss(r, r.call(op::huber_loss, out, self, target, reduction, delta), self, reduction, saved,
                       [delta](const Tensor& grad, const Tensor& x, const Tensor& y, int64_t how) {
                         return op::huber_loss_backward(Out(), grad, x, y, how, delta);
                       });
}
Tensor huber_loss_backward(Out out, const Tensor& grad, const Tensor& self, const Tensor& target, int64_t reduction,
                           double delta) {
  Record r("huber_loss_backward", out, grad, self, target);
  const Saved first = r.save(grad), x = r.save(self), y = r.save(target);
  return distance_backward(
      r, r.call(op::huber_loss_backward, out, grad, self, target, reduction, delta), first, x, y, reduction,
      [delta](const Tensor& one, const Tensor& a, const Tensor& b, int64_t how) {
        return op::huber_loss_backward(Out(), one, a, b, how, delta);
      },
      [delta](const Tensor& z) { return as_type(z.abs().lt(delta), z); });
}

Tensor binary_cross_entropy(Out out, const Tensor& self, const Tensor& target, const Tensor& weight,
                            int64_t reduction) {
  check_constant(op::binary_cross_entropy, "weight", weight);
  Record r("binary_cross_entropy", out, self, target);
  const Saved x = r.save(self), y = r.save(target), w = r.save(weight);
  return r.done(
      r.call(op::binary_cross_entropy, out, self, target, weight, reduction),
      [=](Backward& g) {
        const Tensor in = g(x);
        if (g.needs(0)) g[0] = op::binary_cross_entropy_backward(Out(), g.grad(), in, g(y), g(w), reduction);
        if (g.needs(1)) g[1] = with_weight(bce_target_slope(in) * shared(g.grad(), reduction, in.numel()), g(w));
      },
      [&](Forward& t) {
        const Tensor in = t(x);
        const Tensor change = sum_of(t.has(0) ? bce_slope(in, t(y)) * t.tangent(0) : Tensor(),
                                     t.has(1) ? bce_target_slope(in) * t.tangent(1) : Tensor());
        t[0] = reduced(with_weight(change, t(w)), reduction);
      });
}
Tensor binary_cross_entropy_backward(Out out, const Tensor& grad, const Tensor& self, const Tensor& target,
                                     const Tensor& weight, int64_t reduction) {
  check_constant(op::binary_cross_entropy_backward, "weight", weight);
  Record r("binary_cross_entropy_backward", out, grad, self, target);
  const Saved first = r.save(grad), x = r.save(self), y = r.save(target), w = r.save(weight);
  return r.done(
      r.call(op::binary_cross_entropy_backward, out, grad, self, target, weight, reduction),
      [=](Backward& g) {
        const Tensor in = g(x), goal = g(y), h = with_weight(g.grad(), g(w));
        if (g.needs(0)) g[0] = shared(h * bce_slope(in, goal), reduction, h.numel());
        if (!g.needs(1) && !g.needs(2)) return;
        const Tensor scaled = h * shared(g(first), reduction, h.numel());
        if (g.needs(1)) g[1] = scaled * bce_curvature(in, goal);
        if (g.needs(2)) g[2] = -(scaled / bce_spread(in));
      },
      [=](Forward& t) {
        const Tensor in = t(x), goal = t(y), each = t(w);
        if (t.has(0)) t[0] = op::binary_cross_entropy_backward(Out(), t.tangent(0), in, goal, each, reduction);
        if (!t.has(1) && !t.has(2)) return;
        const Tensor scaled = with_weight(shared(t(first), reduction, t.result().numel()), each);
        if (t.has(1)) t[0] = sum_of(t[0], scaled * bce_curvature(in, goal) * t.tangent(1));
        if (t.has(2)) t[0] = sum_of(t[0], -(scaled / bce_spread(in) * t.tangent(2)));
      });
}

TensorPair nll_loss_forward(Out out, const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction,
                            int64_t ignore_index) {
  check_constant(op::nll_loss_forward, "weight", weight);
  Record r("nll_loss", out, self);
  const Saved x = r.save(self), y = r.save(target), w = r.save(weight), total = r.save_result(true, 1);
  r.not_differentiable(1);
  return r.done(
      r.call(op::nll_loss_forward, out, self, target, weight, reduction, ignore_index),
      [=](Backward& g) {
        g[0] = op::nll_loss_backward(Out(), g.grad(), g(x), g(y), g(w), reduction, ignore_index, g(total));
      },
      [&](Forward& t) {
        t[0] = std::get<0>(op::nll_loss_forward(Out(), t.tangent(), t(y), t(w), reduction, ignore_index));
      });
}
Tensor nll_loss_backward(Out out, const Tensor& grad, const Tensor& self, const Tensor& target, const Tensor& weight,
                         int64_t reduction, int64_t ignore_index, const Tensor& total_weight) {
  check_constant(op::nll_loss_backward, "weight", weight);
  check_constant(op::nll_loss_backward, "total_weight", total_weight);
  Record r("nll_loss_backward", out, grad);
  const Saved x = r.save(self), y = r.save(target), w = r.save(weight), total = r.save(total_weight);
  return r.done(
      r.call(op::nll_loss_backward, out, grad, self, target, weight, reduction, ignore_index, total_weight),
      [=](Backward& g) {
        g[0] = std::get<0>(op::nll_loss_forward(Out(), g.grad(), g(y), g(w), reduction, ignore_index));
      },
      [&](Forward& t) {
        t[0] = op::nll_loss_backward(Out(), t.tangent(), t(x), t(y), t(w), reduction, ignore_index, t(total));
      });
}

namespace {

// The hinge terms are linear where they are not 0: how much input `d` weighs in each line's loss.
Tensor multilabel_slope(const Tensor& x, const Tensor& target, const Tensor& is_target) {
  const Tensor one = full_like(x, x.dim() == 2 ? x.sizes().slice(0, 1) : IntArrayRef(), 1);
  return op::multilabel_margin_loss_backward(Out(), one, x, target, Reduction::None, is_target);
}
Tensor sum_of_lines(const Tensor& t) { return t.dim() == 2 ? t.sum(IntArrayRef(1)) : t.sum(); }

}  // namespace

TensorPair multilabel_margin_loss_forward(Out out, const Tensor& self, const Tensor& target, int64_t reduction) {
  Record r("multilabel_margin_loss", out, self);
  const Saved x = r.save(self), y = r.save(target), mark = r.save_result(true, 1);
  r.not_differentiable(1);
  return r.done(
      r.call(op::multilabel_margin_loss_forward, out, self, target, reduction),
      [=](Backward& g) { g[0] = op::multilabel_margin_loss_backward(Out(), g.grad(), g(x), g(y), reduction, g(mark)); },
      [&](Forward& t) {
        t[0] = reduced(sum_of_lines(multilabel_slope(t(x), t(y), t.result(1)) * t.tangent()), reduction);
      });
}
Tensor multilabel_margin_loss_backward(Out out, const Tensor& grad, const Tensor& self, const Tensor& target,
                                       int64_t reduction, const Tensor& is_target) {
  check_constant(op::multilabel_margin_loss_backward, "is_target", is_target);
  Record r("multilabel_margin_loss_backward", out, grad, self);
  const Saved x = r.save(self), y = r.save(target), mark = r.save(is_target);
  return r.done(
      r.call(op::multilabel_margin_loss_backward, out, grad, self, target, reduction, is_target),
      [=](Backward& g) {
        if (g.needs(0)) g[0] = reduced(sum_of_lines(multilabel_slope(g(x), g(y), g(mark)) * g.grad()), reduction);
      },
      [&](Forward& t) {
        if (t.has(0)) t[0] = op::multilabel_margin_loss_backward(Out(), t.tangent(0), t(x), t(y), reduction, t(mark));
      });
}

}  // namespace torchpp::derivative
