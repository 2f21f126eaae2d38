// SPDX-License-Identifier: BSD-3-Clause
// Derivatives of compositions that are one node in a graph (ops/history.h): fewer nodes than the operators that they
// are written with would leave, and libtorch's names.
#include <torchpp/ops/pointwise.h>

#include "src/autograd/derivative.h"
#include "src/ops/history.h"

namespace torchpp::derivative {

using autograd::Backward;
using autograd::Forward;
using autograd::Record;
using autograd::Saved;
using autograd::sum_of;

namespace {

// The composition, of which autograd sees none of the operators. What it made by reshaping a copy is not a view for
// those who write it later.
template <class F>
Tensor unrecorded(const F& compute) {
  const ExcludeKeys below(DispatchKey::Autograd);
  const Tensor y = compute();
  return y.is_view() ? y.detach() : y;
}

}  // namespace

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
