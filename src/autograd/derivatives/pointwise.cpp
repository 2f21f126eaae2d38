// SPDX-License-Identifier: BSD-3-Clause
// Derivatives of the rows of ops/table/pointwise.def.
#include <torchpp/ops/pointwise.h>

#include "src/autograd/derivative.h"
#include "src/ops/result.h"

namespace torchpp::derivative {

using autograd::Backward;
using autograd::Forward;
using autograd::Record;
using autograd::Saved;
using autograd::sum_of;

namespace {

constexpr double kLn2 = 0.693147180559945309417, kLn10 = 2.302585092994045684018;
constexpr double kTwoOverSqrtPi = 1.128379167095512573896, kSqrtTwoOverPi = 0.797884560802865355880;
constexpr double kOneOverSqrt2Pi = 0.398942280401432677940;

// The fused kernels are for real numbers.
Tensor back_through_sigmoid(const Tensor& g, const Tensor& y) {
  return g.is_complex() ? g * ((1 - y) * y).conj() : op::sigmoid_backward(Out(), g, y);
}
Tensor back_through_tanh(const Tensor& g, const Tensor& y) {
  return g.is_complex() ? g * (1 - y * y).conj() : op::tanh_backward(Out(), g, y);
}
// The real part, as a real tensor.
Tensor real_part(const Tensor& z) { return z.is_complex() ? op::view_as_real(z.resolve_conj()).select(-1, 0) : z; }

}  // namespace

// -- functions of one tensor
TORCHPP_DERIVATIVE_UNARY(neg, g.neg())
TORCHPP_DERIVATIVE_UNARY(exp, g * y)
TORCHPP_DERIVATIVE_UNARY(exp2, g * y * kLn2)
TORCHPP_DERIVATIVE_UNARY(expm1, g * (y + 1))
TORCHPP_DERIVATIVE_UNARY(log, g / x)
TORCHPP_DERIVATIVE_UNARY(log2, g / (x * kLn2))
TORCHPP_DERIVATIVE_UNARY(log10, g / (x * kLn10))
TORCHPP_DERIVATIVE_UNARY(log1p, g / (x + 1))
TORCHPP_DERIVATIVE_UNARY(sqrt, g / (y * 2))
TORCHPP_DERIVATIVE_UNARY(rsqrt, g * (y * y * y * -0.5))
TORCHPP_DERIVATIVE_UNARY(reciprocal, (g * (y * y)).neg())
TORCHPP_DERIVATIVE_UNARY_FUSED(sigmoid, back_through_sigmoid(g, y), g * ((1 - y) * y))
TORCHPP_DERIVATIVE_UNARY_FUSED(tanh, back_through_tanh(g, y), g * (1 - y * y))
TORCHPP_DERIVATIVE_UNARY(sin, g * x.cos())
TORCHPP_DERIVATIVE_UNARY(cos, (g * x.sin()).neg())
TORCHPP_DERIVATIVE_UNARY(tan, g * (y * y + 1))
TORCHPP_DERIVATIVE_UNARY(asin, g * (1 - x * x).rsqrt())
TORCHPP_DERIVATIVE_UNARY(acos, (g * (1 - x * x).rsqrt()).neg())
TORCHPP_DERIVATIVE_UNARY(atan, g / (x * x + 1))
TORCHPP_DERIVATIVE_UNARY(sinh, g * x.cosh())
TORCHPP_DERIVATIVE_UNARY(cosh, g * x.sinh())
TORCHPP_DERIVATIVE_UNARY(erf, g * ((x * x).neg().exp() * kTwoOverSqrtPi))
TORCHPP_DERIVATIVE_UNARY(erfc, g * ((x * x).neg().exp() * -kTwoOverSqrtPi))
TORCHPP_DERIVATIVE_UNARY(frac, g.alias())
TORCHPP_DERIVATIVE_UNARY_ZERO(floor)
TORCHPP_DERIVATIVE_UNARY_ZERO(ceil)
TORCHPP_DERIVATIVE_UNARY_ZERO(round)
TORCHPP_DERIVATIVE_UNARY_ZERO(trunc)
TORCHPP_DERIVATIVE_UNARY_ZERO(sign)
TORCHPP_DERIVATIVE_UNARY_ZERO(bitwise_not)
TORCHPP_DERIVATIVE_UNARY_FUSED(abs, g * x.sgn(), real_part(g * x.sgn().conj()))
TORCHPP_DERIVATIVE_UNARY_FUSED(relu, op::threshold_backward(Out(), g, y, 0), op::threshold_backward(Out(), g, y, 0))
TORCHPP_DERIVATIVE_UNARY_FUSED(silu, op::silu_backward(Out(), g, x), op::silu_backward(Out(), g, x))
TORCHPP_DERIVATIVE_UNARY_FUSED(hardswish, op::hardswish_backward(Out(), g, x), op::hardswish_backward(Out(), g, x))
TORCHPP_DERIVATIVE_UNARY_FUSED(hardsigmoid, op::hardsigmoid_backward(Out(), g, x), op::hardsigmoid_backward(Out(), g, x))
TORCHPP_DERIVATIVE_UNARY_FUSED(mish, op::mish_backward(Out(), g, x), op::mish_backward(Out(), g, x))

namespace {

// z / |z| turns with the part of g across z; at 0 the gradient is 0.
Tensor sgn_derivative(const Tensor& g, const Tensor& x) {
  if (!x.is_complex()) return autograd::zeros_like(x);
  const Tensor size = x.abs(), y = x.sgn();
  const Tensor across = g - y * real_part(g * y.conj());
  return (across / size).masked_fill(size.eq(0), 0);
}

}  // namespace

TORCHPP_DERIVATIVE_UNARY_FUSED(sgn, sgn_derivative(g, x), sgn_derivative(g, x))

// -- functions of two tensors
TORCHPP_DERIVATIVE_BINARY(mul, g * b, g * a)
TORCHPP_DERIVATIVE_BINARY(div, g / b, (g * y / b).neg())
TORCHPP_DERIVATIVE_BINARY(remainder, g.alias(), (g * a.div(b, "floor")).neg())
TORCHPP_DERIVATIVE_BINARY(fmod, g.alias(), (g * a.div(b, "trunc")).neg())
TORCHPP_DERIVATIVE_BINARY(atan2, g * (b / (a * a + b * b)), (g * (a / (a * a + b * b))).neg())
// Where both are equal, each gets half.
TORCHPP_DERIVATIVE_BINARY(maximum, torchpp::where(a.eq(b), g / 2, g).masked_fill(a.lt(b), 0),
                          torchpp::where(a.eq(b), g / 2, g).masked_fill(a.gt(b), 0))
TORCHPP_DERIVATIVE_BINARY(minimum, torchpp::where(a.eq(b), g / 2, g).masked_fill(a.gt(b), 0),
                          torchpp::where(a.eq(b), g / 2, g).masked_fill(a.lt(b), 0))

namespace {

// d(a^b) by a is 0 where b is 0, also at a = 0; by b it is 0 where a is 0 and b is not negative.
Tensor pow_by_base(const Tensor& a, const Tensor& b) { return torchpp::where(b.eq(0), Scalar(0.0), b * a.pow(b - 1)); }
Tensor pow_by_exponent(const Tensor& a, const Tensor& b, const Tensor& y) {
  const Tensor zero = a.is_complex() || b.is_complex() ? a.eq(0) : a.eq(0).bitwise_and(b.ge(0));
  return torchpp::where(zero, Scalar(0.0), y * a.log());
}

}  // namespace

Tensor pow(Out out, const Tensor& a, const Tensor& b) {
  Record r("pow", out, a, b);
  if (b.impl()->is_wrapped_number() && !b.is_complex()) {
    const Scalar e = b.item();
    const Saved sa = r.save(a, r.needs(0) && !e.equal(0) && !e.equal(1));
    auto by_base = [e](const Tensor& g, const Tensor& a, bool conj) {
      if (e.equal(0)) return autograd::zeros_like(g);
      if (e.equal(1)) return g;
      const Tensor d = (e.equal(2) ? a : a.pow(Scalar(e.toDouble() - 1))) * e;
      return g * (conj && d.is_complex() ? d.conj() : d);
    };
    return r.done(
        r.call(op::pow, out, a, b), [=](Backward& g) { g[0] = by_base(g.grad(), g(sa), true); },
        [=](Forward& t) { t[0] = by_base(t.tangent(0), t(sa), false); });
  }
  const Saved sa = r.save(a, r.active()), sb = r.save(b, r.active()), sy = r.save_result(r.needs(1));
  return r.done(
      r.call(op::pow, out, a, b),
      [=](Backward& g) {
        if (g.needs(0)) g[0] = g.grad() * pow_by_base(g(sa), g(sb)).conj();
        if (g.needs(1)) g[1] = g.grad() * pow_by_exponent(g(sa), g(sb), g(sy)).conj();
      },
      [=](Forward& t) {
        t[0] = sum_of(t.has(0) ? t.tangent(0) * pow_by_base(t(sa), t(sb)) : Tensor(),
                      t.has(1) ? t.tangent(1) * pow_by_exponent(t(sa), t(sb), t(sy)) : Tensor());
      });
}

Tensor add(Out out, const Tensor& a, const Tensor& b, const Scalar& alpha) {
  Record r("add", out, a, b);
  const bool one = alpha.equal(1);
  return r.done(
      r.call(op::add, out, a, b, alpha),
      [alpha, one](Backward& g) {
        if (g.needs(0)) g[0] = g.grad();
        if (g.needs(1)) g[1] = one ? g.grad() : g.grad() * alpha.conj();
      },
      [alpha, one](Forward& t) { t[0] = sum_of(t.tangent(0), t.has(1) && !one ? t.tangent(1) * alpha : t.tangent(1)); });
}

Tensor sub(Out out, const Tensor& a, const Tensor& b, const Scalar& alpha) {
  Record r("sub", out, a, b);
  const Scalar minus = -alpha;
  return r.done(
      r.call(op::sub, out, a, b, alpha),
      [minus](Backward& g) {
        if (g.needs(0)) g[0] = g.grad();
        if (g.needs(1)) g[1] = minus.equal(-1) ? g.grad().neg() : g.grad() * minus.conj();
      },
      [minus](Forward& t) { t[0] = sum_of(t.tangent(0), t.has(1) ? t.tangent(1) * minus : Tensor()); });
}

Tensor div_mode(Out out, const Tensor& a, const Tensor& b, std::optional<std::string> rounding_mode) {
  if (!rounding_mode) return div(out, a, b);
  Record r("div", out, a, b);
  return r.zero_gradient(r.call(op::div_mode, out, a, b, rounding_mode));
}

Tensor clamp(Out out, const Tensor& x, const std::optional<Scalar>& min, const std::optional<Scalar>& max) {
  Record r("clamp", out, x);
  const Saved sx = r.save(x, r.active());
  auto within = [min, max](const Tensor& g, const Tensor& x) {
    Tensor outside;
    if (min) outside = x.lt(*min);
    if (max) outside = outside.defined() ? outside.bitwise_or(x.gt(*max)) : x.gt(*max);
    return g.masked_fill(outside, 0);
  };
  return r.done(
      r.call(op::clamp, out, x, min, max), [=](Backward& g) { g[0] = within(g.grad(), g(sx)); },
      [=](Forward& t) { t[0] = within(t.tangent(), t(sx)); });
}

Tensor clamp_tensor(Out out, const Tensor& x, const Tensor& min, const Tensor& max) {
  Record r("clamp", out, x, min, max);
  const Saved sx = r.save(x, r.active()), slo = r.save(min, r.active()), shi = r.save(max, r.active());
  // Which of the three a result came from; an absent bound bounds nothing, and max wins over min.
  struct Source {
    Tensor low, high;
    Source(const Tensor& x, const Tensor& lo, const Tensor& hi) {
      if (hi.defined()) high = lo.defined() ? x.gt(hi).bitwise_or(lo.gt(hi)) : x.gt(hi);
      if (lo.defined()) low = hi.defined() ? x.lt(lo).bitwise_and(lo.le(hi)) : x.lt(lo);
    }
    Tensor middle(Tensor g) const {
      if (low.defined()) g = g.masked_fill(low, 0);
      return high.defined() ? g.masked_fill(high, 0) : g;
    }
    static Tensor chosen(const Tensor& g, const Tensor& where) { return g.masked_fill(where.logical_not(), 0); }
  };
  return r.done(
      r.call(op::clamp_tensor, out, x, min, max),
      [=](Backward& g) {
        const Source from(g(sx), g(slo), g(shi));
        if (g.needs(0)) g[0] = from.middle(g.grad());
        if (g.needs(1)) g[1] = Source::chosen(g.grad(), from.low);
        if (g.needs(2)) g[2] = Source::chosen(g.grad(), from.high);
      },
      [=](Forward& t) {
        const Source from(t(sx), t(slo), t(shi));
        t[0] = sum_of(t.has(0) ? from.middle(t.tangent(0)) : Tensor(),
                      sum_of(t.has(1) ? Source::chosen(t.tangent(1), from.low) : Tensor(),
                             t.has(2) ? Source::chosen(t.tangent(2), from.high) : Tensor()));
      });
}

// -- functions of three tensors
Tensor addcmul(Out out, const Tensor& self, const Tensor& a, const Tensor& b, const Scalar& value) {
  Record r("addcmul", out, self, a, b);
  const Saved sa = r.save(a, r.needs(2)), sb = r.save(b, r.needs(1));
  return r.done(
      r.call(op::addcmul, out, self, a, b, value),
      [=](Backward& g) {
        if (g.needs(0)) g[0] = g.grad();
        if (g.needs(1)) g[1] = g.grad() * (g(sb) * value).conj();
        if (g.needs(2)) g[2] = g.grad() * (g(sa) * value).conj();
      },
      [=](Forward& t) {
        t[0] = sum_of(t.tangent(0), sum_of(t.has(1) ? t.tangent(1) * (t(sb) * value) : Tensor(),
                                           t.has(2) ? t.tangent(2) * (t(sa) * value) : Tensor()));
      });
}

Tensor addcdiv(Out out, const Tensor& self, const Tensor& a, const Tensor& b, const Scalar& value) {
  Record r("addcdiv", out, self, a, b);
  const Saved sa = r.save(a, r.needs(2)), sb = r.save(b, r.needs(1) || r.needs(2));
  auto by_divisor = [value](const Tensor& a, const Tensor& b) { return (a * value / (b * b)).neg(); };
  return r.done(
      r.call(op::addcdiv, out, self, a, b, value),
      [=](Backward& g) {
        if (g.needs(0)) g[0] = g.grad();
        if (g.needs(1)) g[1] = g.grad() * (value / g(sb)).conj();
        if (g.needs(2)) g[2] = g.grad() * by_divisor(g(sa), g(sb)).conj();
      },
      [=](Forward& t) {
        t[0] = sum_of(t.tangent(0), sum_of(t.has(1) ? t.tangent(1) * (value / t(sb)) : Tensor(),
                                           t.has(2) ? t.tangent(2) * by_divisor(t(sa), t(sb)) : Tensor()));
      });
}

Tensor lerp(Out out, const Tensor& self, const Tensor& end, const Scalar& weight) {
  Record r("lerp", out, self, end);
  const Scalar rest = weight.isComplex() ? Scalar(ComplexDouble(1) - weight.toComplexDouble()) : Scalar(1 - weight.toDouble());
  return r.done(
      r.call(op::lerp, out, self, end, weight),
      [=](Backward& g) {
        if (g.needs(0)) g[0] = g.grad() * rest.conj();
        if (g.needs(1)) g[1] = g.grad() * weight.conj();
      },
      [=](Forward& t) {
        t[0] = sum_of(t.has(0) ? t.tangent(0) * rest : Tensor(), t.has(1) ? t.tangent(1) * weight : Tensor());
      });
}

Tensor lerp_tensor(Out out, const Tensor& self, const Tensor& end, const Tensor& weight) {
  Record r("lerp", out, self, end, weight);
  const Saved s = r.save(self, r.needs(2)), e = r.save(end, r.needs(2)), w = r.save(weight, r.needs(0) || r.needs(1));
  return r.done(
      r.call(op::lerp_tensor, out, self, end, weight),
      [=](Backward& g) {
        if (g.needs(0)) g[0] = g.grad() * (1 - g(w)).conj();
        if (g.needs(1)) g[1] = g.grad() * g(w).conj();
        if (g.needs(2)) g[2] = g.grad() * (g(e) - g(s)).conj();
      },
      [=](Forward& t) {
        t[0] = sum_of(t.has(0) ? t.tangent(0) * (1 - t(w)) : Tensor(),
                      sum_of(t.has(1) ? t.tangent(1) * t(w) : Tensor(), t.has(2) ? t.tangent(2) * (t(e) - t(s)) : Tensor()));
      });
}

Tensor where(const Tensor& condition, const Tensor& a, const Tensor& b) {
  Record r("where", a, b);
  const Saved sc = r.save(condition, r.active());
  return r.done(
      r.call(op::where, condition, a, b),
      [=](Backward& g) {
        if (g.needs(0)) g[0] = torchpp::where(g(sc), g.grad(), Scalar(0));
        if (g.needs(1)) g[1] = torchpp::where(g(sc), Scalar(0), g.grad());
      },
      [=](Forward& t) {
        t[0] = sum_of(t.has(0) ? torchpp::where(t(sc), t.tangent(0), Scalar(0)) : Tensor(),
                      t.has(1) ? torchpp::where(t(sc), Scalar(0), t.tangent(1)) : Tensor());
      });
}

// -- activations with parameters. A real element-wise function carries a tangent as it carries a gradient.
namespace {

template <class Call, class Derivative>
Tensor activation(Record& r, const Tensor& x, const Call& call, const Derivative& derivative) {
  const Saved sx = r.save(x, r.active());
  return r.done(
      call(), [=](Backward& g) { g[0] = derivative(g.grad(), g(sx)); },
      [=](Forward& t) { t[0] = derivative(t.tangent(), t(sx)); });
}

// g * f'(x), fused: linear in g, and by x it is g * f''(x) where there is such.
template <class Call, class ByGrad, class Second>
Tensor activation_backward(Record& r, const Tensor& g, const Tensor& x, bool has_second, const Call& call, const ByGrad& by_grad,
                           const Second& second) {
  const Saved sg = r.save(g, r.needs(1) && has_second), sx = r.save(x, r.active());
  return r.done(
      call(),
      [=](Backward& b) {
        if (b.needs(0)) b[0] = by_grad(b.grad(), b(sx));
        if (b.needs(1) && has_second) b[1] = b.grad() * b(sg) * second(b(sx));
      },
      [=](Forward& t) {
        t[0] = sum_of(t.has(0) ? by_grad(t.tangent(0), t(sx)) : Tensor(),
                      t.has(1) && has_second ? t.tangent(1) * t(sg) * second(t(sx)) : Tensor());
      });
}
constexpr auto kNoSecond = [](const Tensor& x) { return x; };

Tensor gelu_second(const Tensor& x, bool tanh_form) {
  if (!tanh_form) return (x * x * -0.5).exp() * kOneOverSqrt2Pi * (2 - x * x);
  const double kappa = 0.044715;
  const Tensor t = ((x + x * x * x * kappa) * kSqrtTwoOverPi).tanh();
  const Tensor slope = (x * x * (3 * kappa) + 1) * kSqrtTwoOverPi, bend = x * (6 * kappa * kSqrtTwoOverPi);
  return (1 - t * t) * (slope + x * 0.5 * (bend - t * slope * slope * 2));
}
Tensor silu_second(const Tensor& x) {
  const Tensor s = x.sigmoid();
  return s * (1 - s) * (x * (1 - s * 2) + 2);
}
Tensor mish_second(const Tensor& x) {
  const Tensor s = x.sigmoid(), t = torchpp::softplus(x).tanh();
  return (1 - t * t) * (s * 2 + x * s * (1 - s) - x * t * s * s * 2);
}

}  // namespace

Tensor gelu(Out out, const Tensor& x, std::string approximate) {
  Record r("gelu", out, x);
  const bool tanh_form = approximate == "tanh";
  return activation(r, x, [&] { return r.call(op::gelu, out, x, approximate); },
                    [tanh_form](const Tensor& g, const Tensor& x) { return op::gelu_backward(Out(), g, x, tanh_form ? "tanh" : "none"); });
}
Tensor gelu_backward(Out out, const Tensor& g, const Tensor& x, std::string approximate) {
  Record r("gelu_backward", out, g, x);
  const bool tanh_form = approximate == "tanh";
  return activation_backward(
      r, g, x, true, [&] { return r.call(op::gelu_backward, out, g, x, approximate); },
      [tanh_form](const Tensor& g, const Tensor& x) { return op::gelu_backward(Out(), g, x, tanh_form ? "tanh" : "none"); },
      [tanh_form](const Tensor& x) { return gelu_second(x, tanh_form); });
}
Tensor leaky_relu(Out out, const Tensor& x, const Scalar& slope) {
  Record r("leaky_relu", out, x);
  return activation(r, x, [&] { return r.call(op::leaky_relu, out, x, slope); },
                    [slope](const Tensor& g, const Tensor& x) { return op::leaky_relu_backward(Out(), g, x, slope, false); });
}
Tensor leaky_relu_backward(Out out, const Tensor& g, const Tensor& x, const Scalar& slope, bool self_is_result) {
  Record r("leaky_relu_backward", out, g, x);
  return activation_backward(
      r, g, x, false, [&] { return r.call(op::leaky_relu_backward, out, g, x, slope, self_is_result); },
      [=](const Tensor& g, const Tensor& x) { return op::leaky_relu_backward(Out(), g, x, slope, self_is_result); }, kNoSecond);
}
Tensor elu(Out out, const Tensor& x, const Scalar& alpha, const Scalar& scale, const Scalar& input_scale) {
  Record r("elu", out, x);
  return activation(r, x, [&] { return r.call(op::elu, out, x, alpha, scale, input_scale); }, [=](const Tensor& g, const Tensor& x) {
    return op::elu_backward(Out(), g, alpha, scale, input_scale, false, x);
  });
}
Tensor elu_backward(Out out, const Tensor& g, const Scalar& alpha, const Scalar& scale, const Scalar& input_scale, bool is_result,
                    const Tensor& x) {
  Record r("elu_backward", out, g, x);
  return activation_backward(
      r, g, x, true, [&] { return r.call(op::elu_backward, out, g, alpha, scale, input_scale, is_result, x); },
      [=](const Tensor& g, const Tensor& x) { return op::elu_backward(Out(), g, alpha, scale, input_scale, is_result, x); },
      [=](const Tensor& x) {
        // Below 0 the slope is alpha scale input_scale exp(input_scale x), or of the result input_scale (y + alpha scale).
        const double a = alpha.toDouble() * scale.toDouble(), i = input_scale.toDouble();
        const Tensor bend = is_result ? torchpp::where(x.le(0), Scalar(i), autograd::zeros_like(x)) : (x * i).exp() * (a * i * i);
        return is_result ? bend : bend.masked_fill(x.gt(0), 0);
      });
}
Tensor hardtanh(Out out, const Tensor& x, const Scalar& min, const Scalar& max) {
  Record r("hardtanh", out, x);
  return activation(r, x, [&] { return r.call(op::hardtanh, out, x, min, max); },
                    [=](const Tensor& g, const Tensor& x) { return op::hardtanh_backward(Out(), g, x, min, max); });
}
Tensor hardtanh_backward(Out out, const Tensor& g, const Tensor& x, const Scalar& min, const Scalar& max) {
  Record r("hardtanh_backward", out, g, x);
  return activation_backward(r, g, x, false, [&] { return r.call(op::hardtanh_backward, out, g, x, min, max); },
                             [=](const Tensor& g, const Tensor& x) { return op::hardtanh_backward(Out(), g, x, min, max); }, kNoSecond);
}
Tensor softplus(Out out, const Tensor& x, const Scalar& beta, const Scalar& threshold) {
  Record r("softplus", out, x);
  return activation(r, x, [&] { return r.call(op::softplus, out, x, beta, threshold); },
                    [=](const Tensor& g, const Tensor& x) { return op::softplus_backward(Out(), g, x, beta, threshold); });
}
Tensor softplus_backward(Out out, const Tensor& g, const Tensor& x, const Scalar& beta, const Scalar& threshold) {
  Record r("softplus_backward", out, g, x);
  return activation_backward(
      r, g, x, true, [&] { return r.call(op::softplus_backward, out, g, x, beta, threshold); },
      [=](const Tensor& g, const Tensor& x) { return op::softplus_backward(Out(), g, x, beta, threshold); },
      [=](const Tensor& x) {
        const Tensor s = (x * beta).sigmoid();
        return (s * (1 - s) * beta).masked_fill((x * beta).gt(threshold), 0);
      });
}
Tensor threshold(Out out, const Tensor& x, const Scalar& threshold, const Scalar& value) {
  Record r("threshold", out, x);
  return activation(r, x, [&] { return r.call(op::threshold, out, x, threshold, value); },
                    [=](const Tensor& g, const Tensor& x) { return op::threshold_backward(Out(), g, x, threshold); });
}
Tensor threshold_backward(Out out, const Tensor& g, const Tensor& x, const Scalar& threshold) {
  Record r("threshold_backward", out, g, x);
  return activation_backward(r, g, x, false, [&] { return r.call(op::threshold_backward, out, g, x, threshold); },
                             [=](const Tensor& g, const Tensor& x) { return op::threshold_backward(Out(), g, x, threshold); }, kNoSecond);
}

#define TORCHPP_ACTIVATION_BACKWARD(name, has_second, second)                                                          \
  Tensor name(Out out, const Tensor& g, const Tensor& x) {                                                             \
    Record r(#name, out, g, x);                                                                                        \
    return activation_backward(r, g, x, has_second, [&] { return r.call(op::name, out, g, x); },                       \
                               [](const Tensor& g, const Tensor& x) { return op::name(Out(), g, x); }, second);        \
  }
TORCHPP_ACTIVATION_BACKWARD(sigmoid_backward, true, [](const Tensor& y) { return 1 - y * 2; })
TORCHPP_ACTIVATION_BACKWARD(tanh_backward, true, [](const Tensor& y) { return y * -2; })
TORCHPP_ACTIVATION_BACKWARD(silu_backward, true, &silu_second)
TORCHPP_ACTIVATION_BACKWARD(mish_backward, true, &mish_second)
TORCHPP_ACTIVATION_BACKWARD(hardswish_backward, true,
                            [](const Tensor& x) { return torchpp::where(x.abs().lt(3), Scalar(1.0 / 3), autograd::zeros_like(x)); })
TORCHPP_ACTIVATION_BACKWARD(hardsigmoid_backward, false, kNoSecond)
#undef TORCHPP_ACTIVATION_BACKWARD

}  // namespace torchpp::derivative
