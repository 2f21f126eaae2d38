// SPDX-License-Identifier: BSD-3-Clause
// Derivatives of the rows of ops/table/pointwise.def.
#include "src/autograd/derivative.h"

namespace torchpp::derivative {

using autograd::Backward;
using autograd::Forward;
using autograd::Record;
using autograd::Saved;
using autograd::sum_of;

TORCHPP_DERIVATIVE_UNARY(neg, g.neg())
TORCHPP_DERIVATIVE_UNARY(exp, g* y)
TORCHPP_DERIVATIVE_UNARY(expm1, g*(y + 1))
TORCHPP_DERIVATIVE_BINARY(mul, g* b, g* a)

Tensor add(Out out, const Tensor& a, const Tensor& b, const Scalar& alpha) {
  Record r("add", out, a, b);
  const bool one = alpha.equal(1);
  return r.done(
      r.call(op::add, out, a, b, alpha),
      [alpha, one](Backward& g) {
        if (g.needs(0)) g[0] = g.grad();
        if (g.needs(1)) g[1] = one ? g.grad() : g.grad() * alpha;
      },
      [alpha, one](Forward& t) {
        t[0] = sum_of(t.tangent(0), t.has(1) && !one ? t.tangent(1) * alpha : t.tangent(1));
      });
}

}  // namespace torchpp::derivative
