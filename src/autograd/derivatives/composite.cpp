// SPDX-License-Identifier: BSD-3-Clause
// Derivatives of compositions that are one node in a graph (ops/history.h): fewer nodes than the operators that they
// are written with would leave, and libtorch's names.
#include <torchpp/ops/linalg.h>
#include <torchpp/ops/pointwise.h>
#include <torchpp/ops/shape.h>

#include "src/autograd/copy_slices.h"
#include "src/autograd/derivative.h"
#include "src/ops/history.h"

namespace torchpp::derivative {

using autograd::Backward;
using autograd::Forward;
using autograd::full_like;
using autograd::Record;
using autograd::Saved;
using autograd::sum_of;

namespace {

// Runs the composition below autograd. A result that is a reshaped copy must not count as a view when it is written
// later.
template <class F>
Tensor unrecorded(const F& compute) {
  const ExcludeKeys below(DispatchKey::Autograd);
  const Tensor y = compute();
  return y.is_view() ? y.detach() : y;
}

}  // namespace

Tensor stack(TensorList tensors, int64_t dim) {
  Record r("stack", tensors);
  return r.done(
      unrecorded([&] { return torchpp::stack(tensors, dim); }),
      [dim](Backward& g) {
        const std::vector<Tensor> layers = g.grad().unbind(dim);
        for (size_t i = 0; i < layers.size(); ++i)
          if (g.needs(i)) g[i] = layers[i].is_complex() ? layers[i].resolve_conj() : layers[i];
      },
      [&](Forward& t) {
        std::vector<Tensor> tangents;
        for (size_t i = 0; i < tensors.size(); ++i) tangents.push_back(t.tangent_or_zeros(i));
        t[0] = torchpp::stack(tangents, dim);
      });
}

Tensor repeat(const Tensor& x, IntArrayRef repeats) {
  Record r("repeat", x);
  return r.done(
      unrecorded([&] { return x.repeat(repeats); }),
      [repeats = DimVector(repeats)](Backward& g) {
        // As (r0, s0, r1, s1, ...), of which the repetitions are added.
        const IntArrayRef sizes = g.input_sizes();
        if (repeats.empty()) {
          g[0] = g.grad();
          return;
        }
        const size_t leading = repeats.size() - sizes.size();
        DimVector spread, added;
        for (size_t i = 0; i < repeats.size(); ++i) {
          added.push_back(static_cast<int64_t>(spread.size()));
          spread.push_back(repeats[i]);
          spread.push_back(i < leading ? 1 : sizes[i - leading]);
        }
        g[0] = g.grad().reshape(spread).sum(OptionalIntArrayRef(IntArrayRef(added))).reshape(sizes);
      },
      [&](Forward& t) { t[0] = t.tangent().repeat(repeats); });
}

Tensor roll(const Tensor& x, IntArrayRef shifts, IntArrayRef dims) {
  Record r("roll", x);
  return r.done(
      unrecorded([&] { return torchpp::roll(x, shifts, dims); }),
      [shifts = DimVector(shifts), dims = DimVector(dims)](Backward& g) {
        DimVector back(shifts);
        for (int64_t& s : back) s = -s;
        g[0] = torchpp::roll(g.grad(), back, dims);
      },
      [&](Forward& t) { t[0] = torchpp::roll(t.tangent(), shifts, dims); });
}

Tensor rot90(const Tensor& x, int64_t k, IntArrayRef dims) {
  Record r("rot90", x);
  return r.done(
      unrecorded([&] { return torchpp::rot90(x, k, dims); }),
      [k, dims = DimVector(dims)](Backward& g) { g[0] = torchpp::rot90(g.grad(), -(k % 4), dims); },
      [&](Forward& t) { t[0] = torchpp::rot90(t.tangent(), k, dims); });
}

Tensor diag(const Tensor& x, int64_t diagonal) {
  Record r("diag", x);
  return r.done(
      unrecorded([&] { return torchpp::diag(x, diagonal); }),
      [diagonal](Backward& g) {
        const IntArrayRef sizes = g.input_sizes();
        if (sizes.size() == 1) {
          g[0] = g.grad().diagonal(diagonal);
          return;
        }
        const Tensor whole = full_like(g.grad(), sizes, 0), part = whole.diagonal(diagonal);
        op::copy(Out::in_place(part), part, g.grad(), false);
        g[0] = whole;
      },
      [diagonal](Forward& t) { t[0] = torchpp::diag(t.tangent(), diagonal); });
}

Tensor diag_embed(const Tensor& x, int64_t offset, int64_t dim1, int64_t dim2) {
  Record r("diag_embed", x);
  return r.done(
      unrecorded([&] { return torchpp::diag_embed(x, offset, dim1, dim2); }),
      [=](Backward& g) { g[0] = g.grad().diagonal(offset, dim1, dim2); },
      [=](Forward& t) { t[0] = torchpp::diag_embed(t.tangent(), offset, dim1, dim2); });
}

Tensor addmv(const Tensor& self, const Tensor& mat, const Tensor& vec, const Scalar& beta, const Scalar& alpha) {
  Record r("addmv", self, mat, vec);
  const Saved sm = r.save(mat, r.needs(2)), sv = r.save(vec, r.needs(1));
  return r.done(
      unrecorded([&] { return self.addmv(mat, vec, beta, alpha); }),
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

// A function with slope 1 outside of [-lambd, lambd] and 0 within. The threshold's derivative by x is zero, but there.
Tensor outside(const Tensor& g, const Tensor& x, const Scalar& lambd) {
  return op::threshold_backward(Out(), g, x.abs(), lambd);
}
template <class F>
Tensor shrink(const char* name, const Tensor& x, const Scalar& lambd, const F& compute) {
  Record r(name, x);
  const Saved sx = r.save(x);
  return r.done(
      unrecorded(compute), [=](Backward& g) { g[0] = outside(g.grad(), g(sx), lambd); },
      [=](Forward& t) { t[0] = outside(t.tangent(), t(sx), lambd); });
}

}  // namespace

Tensor hardshrink(const Tensor& x, const Scalar& lambd) {
  return shrink("hardshrink", x, lambd, [&] { return x.hardshrink(lambd); });
}
Tensor softshrink(const Tensor& x, const Scalar& lambd) {
  return shrink("softshrink", x, lambd, [&] { return torchpp::softshrink(x, lambd); });
}

Tensor log_sigmoid(const Tensor& x) {
  Record r("log_sigmoid", x);
  const Saved sx = r.save(x);
  return r.done(
      unrecorded([&] { return torchpp::log_sigmoid(x); }),
      [=](Backward& g) { g[0] = g.grad() * g(sx).neg().sigmoid(); },
      [=](Forward& t) { t[0] = t.tangent() * t(sx).neg().sigmoid(); });
}

}  // namespace torchpp::derivative
