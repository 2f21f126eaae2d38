// SPDX-License-Identifier: BSD-3-Clause
// Derivatives of the rows of src/ops/table/pointwise.ops.
#include <torchpp/core/grad_mode.h>

#include <limits>

#include "src/autograd/derivative.h"
#include "src/ops/generated/creation.h"
#include "src/ops/generated/pointwise.h"
#include "src/ops/generated/view.h"

namespace torchpp::derivative {

using autograd::fail_formula;
using autograd::is_number;

namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kLn2 = 0.693147180559945309417;
constexpr double kLn10 = 2.30258509299404568402;
constexpr double kTwoOverSqrtPi = 1.12837916709551257390;
constexpr double kInvSqrt2 = 0.707106781186547524401;
constexpr double kInvSqrt2Pi = 0.398942280401432677940;

Tensor real_part(const Tensor& t) { return t.is_complex() ? op::select(op::view_as_real(t.resolve_conj()), -1, 0) : t; }
Tensor zeros(const Tensor& t) { return full_like(t, t.sizes(), 0); }
// g where the mask holds, else zero.
Tensor only(const Tensor& mask, const Tensor& g) { return op::where(Out(), mask, g, full_like(g, {}, 0)); }

// d(z / |z|): what of g is not along z, over |z|; zero at zero.
Tensor sgn_adjoint(const Tensor& g, const Tensor& x, const Tensor& y) {
  if (!x.is_complex()) return zeros(g);
  const Tensor scaled = g / x.abs();
  return only(x != 0, scaled - y * real_part(scaled * y.conj()));
}

Scalar i() { return ComplexDouble(0, 1); }
// A divisor where the mask leaves the quotient out: a quotient by zero would be NaN in second derivatives.
Tensor but_one_at(const Tensor& mask, const Tensor& x) { return op::where(Out(), mask, full_like(x, {}, 1), x); }
// The angle of x turns by the part of g across x, over |x|; of zero and of real numbers not at all.
Tensor angle_reverse(const Tensor& g, const Tensor& x) {
  if (!x.is_complex()) return zeros(g);
  const Tensor r = but_one_at(x == 0, x.abs());
  return op::where(Out(), x != 0, g * (x / r / r * i()), full_like(x, {}, 0));
}
Tensor angle_forward(const Tensor& g, const Tensor& x) {
  return x.is_complex() ? only(x != 0, real_part(g / but_one_at(x == 0, x) * -i())) : zeros(g);
}
// (sin u / u)' for u = pi x. Near 0 by its Taylor series, where the other form is a difference that cancels.
Tensor sinc_slope(const Tensor& x, const Tensor& y) {
  // (-1)^k 2k / (2k + 1)!; the eighth term is below the rounding of doubles.
  constexpr double factors[] = {-1.0 / 3,       1.0 / 30,        -1.0 / 840,          1.0 / 45360,
                                -1.0 / 3991680, 1.0 / 518918400, -1.0 / 93405312000.0};
  const Tensor near = x.abs() < 0.16;
  const Tensor u = only(near, x) * kPi, square = u * u;
  Tensor series = square * factors[6];
  for (int k = 5; k > 0; --k) series = (series + factors[k]) * square;
  series = (series + factors[0]) * u * kPi;
  return op::where(Out(), near, series, ((x * kPi).cos() - y) / but_one_at(near, x));
}
// Of complex numbers by two roots: the root of the product would be the opposite where the real part is negative.
Tensor acosh_slope(const Tensor& x) { return x.is_complex() ? (x - 1).rsqrt() * (x + 1).rsqrt() : (x * x - 1).rsqrt(); }
// I1', 1/2 at 0
Tensor i1_slope(const Tensor& x, const Tensor& y) {
  // The quotient's limit, before y becomes denormal.
  const Tensor tiny = x.abs() < 1e-30;
  return x.i0() - op::where(Out(), tiny, full_like(x, {}, 0.5), y / but_one_at(tiny, x));
}

}  // namespace

// ---- functions of one argument

TORCHPP_DERIVATIVE_UNARY_FUSED(abs, g* x.sgn(), real_part(g* x.sgn().conj()))
TORCHPP_DERIVATIVE_UNARY(neg, g.neg())
TORCHPP_DERIVATIVE_UNARY(exp, g* y)
TORCHPP_DERIVATIVE_UNARY(exp2, g*(y* kLn2))
TORCHPP_DERIVATIVE_UNARY(expm1, g*(y + 1))
TORCHPP_DERIVATIVE_UNARY(log, g / x)
TORCHPP_DERIVATIVE_UNARY(log2, g / (x * kLn2))
TORCHPP_DERIVATIVE_UNARY(log10, g / (x * kLn10))
TORCHPP_DERIVATIVE_UNARY(log1p, g / (x + 1))
TORCHPP_DERIVATIVE_UNARY(sqrt, g / (y * 2))
TORCHPP_DERIVATIVE_UNARY(rsqrt, g*(y.pow(3) * -0.5))
TORCHPP_DERIVATIVE_UNARY(reciprocal, (g * (y * y)).neg())
TORCHPP_DERIVATIVE_UNARY_FUSED(sigmoid, op::sigmoid_backward(Out(), g, y), g*(y*(1 - y)))
TORCHPP_DERIVATIVE_UNARY_FUSED(tanh, op::tanh_backward(Out(), g, y), g*(1 - y * y))
TORCHPP_DERIVATIVE_UNARY(sin, g* x.cos())
TORCHPP_DERIVATIVE_UNARY(cos, (g * x.sin()).neg())
TORCHPP_DERIVATIVE_UNARY(tan, g*(y* y + 1))
TORCHPP_DERIVATIVE_UNARY(asin, g*(1 - x * x).rsqrt())
TORCHPP_DERIVATIVE_UNARY(acos, (g * (1 - x * x).rsqrt()).neg())
TORCHPP_DERIVATIVE_UNARY(atan, g / (x * x + 1))
TORCHPP_DERIVATIVE_UNARY(sinh, g* x.cosh())
TORCHPP_DERIVATIVE_UNARY(cosh, g* x.sinh())
TORCHPP_DERIVATIVE_UNARY(asinh, g*(x* x + 1).rsqrt())
TORCHPP_DERIVATIVE_UNARY(acosh, g* acosh_slope(x))
TORCHPP_DERIVATIVE_UNARY(atanh, g / (1 - x * x))
TORCHPP_DERIVATIVE_UNARY(sinc, g* sinc_slope(x, y))
TORCHPP_DERIVATIVE_UNARY_FUSED(angle, angle_reverse(g, x), angle_forward(g, x))
TORCHPP_DERIVATIVE_UNARY(lgamma, g* x.digamma())
TORCHPP_DERIVATIVE_UNARY(digamma, g* x.polygamma(1))
TORCHPP_DERIVATIVE_UNARY(i0, g* op::special_i1(Out(), x))
TORCHPP_DERIVATIVE_UNARY(special_i1, g* i1_slope(x, y))
TORCHPP_DERIVATIVE_UNARY(erf, g*((x * x).neg().exp() * kTwoOverSqrtPi))
TORCHPP_DERIVATIVE_UNARY(erfc, g*((x * x).neg().exp() * -kTwoOverSqrtPi))
TORCHPP_DERIVATIVE_UNARY(erfinv, g*((y * y).exp() * (1 / kTwoOverSqrtPi)))
TORCHPP_DERIVATIVE_UNARY_ZERO(floor)
TORCHPP_DERIVATIVE_UNARY_ZERO(ceil)
TORCHPP_DERIVATIVE_UNARY_ZERO(round)
Tensor round_decimals(Out out, const Tensor& x, int64_t decimals) {
  Record r("round.1", out, x);
  return r.zero_gradient(r.call(op::round_decimals, out, x, decimals));
}
TORCHPP_DERIVATIVE_UNARY_ZERO(trunc)
TORCHPP_DERIVATIVE_UNARY(frac, g + 0)
TORCHPP_DERIVATIVE_UNARY_ZERO(sign)
TORCHPP_DERIVATIVE_UNARY_FUSED(sgn, sgn_adjoint(g, x, y), sgn_adjoint(g, x, y))
TORCHPP_DERIVATIVE_UNARY_FUSED(relu, op::threshold_backward(Out(), g, y, 0), op::threshold_backward(Out(), g, y, 0))
TORCHPP_DERIVATIVE_UNARY_FUSED(silu, op::silu_backward(Out(), g, x), op::silu_backward(Out(), g.conj(), x).conj())
TORCHPP_DERIVATIVE_UNARY_ZERO(bitwise_not)
Tensor deg2rad(Out out, const Tensor& x) {
  Record r("deg2rad=Deg2RadBackward0", out, x);
  return r.done(
      r.call(op::deg2rad, out, x), [](Backward& g) { g[0] = g.grad().deg2rad(); },
      [](Forward& t) { t[0] = t.tangent().deg2rad(); });
}
Tensor rad2deg(Out out, const Tensor& x) {
  Record r("rad2deg=Rad2DegBackward0", out, x);
  return r.done(
      r.call(op::rad2deg, out, x), [](Backward& g) { g[0] = g.grad().rad2deg(); },
      [](Forward& t) { t[0] = t.tangent().rad2deg(); });
}
std::tuple<Tensor, Tensor> frexp(Out out, const Tensor& x) {
  Record r("frexp", out, x);
  const Saved exponent = r.save_result(true, 1);
  // In the dtype of the gradient: of integers exp2() is a float, which does not hold the exponents of doubles.
  const auto scaled = [](const Tensor& g, const Tensor& exponent) {
    return g * exponent.neg().to(g.scalar_type()).exp2();
  };
  return r.done(
      r.call(op::frexp, out, x), [=](Backward& g) { g[0] = scaled(g.grad(), g(exponent)); },
      [=](Forward& t) { t[0] = scaled(t.tangent(), t.result(1)); });
}
TORCHPP_DERIVATIVE_UNARY_FUSED(hardswish, op::hardswish_backward(Out(), g, x), op::hardswish_backward(Out(), g, x))
TORCHPP_DERIVATIVE_UNARY_FUSED(hardsigmoid, op::hardsigmoid_backward(Out(), g, x),
                               op::hardsigmoid_backward(Out(), g, x))
TORCHPP_DERIVATIVE_UNARY_FUSED(mish, op::mish_backward(g, x), op::mish_backward(g, x))

// ---- functions of two arguments

namespace {

// d(a^b)/da. A number as exponent is read, because most are.
Tensor pow_base(const Tensor& g, const Tensor& a, const Tensor& b) {
  if (b.dim() == 0 && !b.requires_grad() && b.is_cpu() && !b.is_complex()) {
    const double e = op::item(b).toDouble();
    if (e == 0) return zeros(g);
    if (e == 1 && !GradMode::is_enabled()) return g;  // else the second derivative, zero, needs the way to a
    return e == 2 ? g * (a * 2) : g * (a.pow(Scalar(e - 1)) * e);
  }
  return only(b != 0, g * (b * a.pow(b - 1)));
}
Tensor pow_exponent(const Tensor& g, const Tensor& a, const Tensor& b, const Tensor& y) {
  if (a.body().is_wrapped_number()) {  // which operators would round to the default dtype
    const Scalar base = op::item(a);
    if (!base.equal(0)) return g * (y * base.log());
  }
  const Tensor d = g * (y * a.log());
  // 0^b is constant where it is finite.
  return b.is_complex() ? only((a == 0).logical_not(), d) : only(((a == 0).logical_and(b >= 0)).logical_not(), d);
}
// d(a log b)/da: 0 where the result is 0 although the logarithm is not finite.
Tensor xlogy_slope(const Tensor& g, const Tensor& a, const Tensor& b) {
  // A number is read: beside another one it would be compared in the default dtype, in which the least doubles are 0.
  if (b.body().is_wrapped_number() && op::item(b).toDouble() > 0) return op::xlogy(Out(), g, b);
  return only((a == 0).logical_and(b <= 0).logical_not(), op::xlogy(Out(), g, b));
}
// The share of one of two arguments of which the other may be the result: ties share evenly, and beside NaN, which
// neither loses to nor ties with anything, both get all.
// Source: libtorch 1.13.
Tensor share(const Tensor& g, const Tensor& loses, const Tensor& ties) {
  return op::where(Out(), loses, full_like(g, {}, 0), op::where(Out(), ties, g / 2, g));
}

}  // namespace

namespace {
Tensor scaled(const Tensor& g, const Tensor& b) {
  return over_gradient(g, b, [&](Out out) { return op::mul(out, g, b); });
}
Tensor divided(const Tensor& g, const Tensor& b) {
  return over_gradient(g, b, [&](Out out) { return op::div(out, g, b); });
}
}  // namespace
TORCHPP_DERIVATIVE_BINARY_NAMED(mul, "mul", "mul.1", scaled(g, b), g* a)
// Not by the result, so that it may be changed in place.
TORCHPP_DERIVATIVE_BINARY_NAMED(div, "div", "div.1", divided(g, b), (g * (a / b / b)).neg())
TORCHPP_DERIVATIVE_BINARY_NAMED(remainder, "remainder.1", "remainder", g + 0, (g * a.div(b, "floor")).neg())
TORCHPP_DERIVATIVE_BINARY_NAMED(fmod, "fmod.1", "fmod", g + 0, (g * a.div(b, "trunc")).neg())
TORCHPP_DERIVATIVE_BINARY_NAMED(pow, "pow.1", "pow", pow_base(g, a, b), pow_exponent(g, a, b, y))
TORCHPP_DERIVATIVE_BINARY(maximum, share(g, a < b, a == b), share(g, b < a, a == b))
TORCHPP_DERIVATIVE_BINARY(minimum, share(g, a > b, a == b), share(g, b > a, a == b))
TORCHPP_DERIVATIVE_BINARY(fmax, only((a >= b).logical_or(b.isnan()), g),
                          only((a >= b).logical_or(b.isnan()).logical_not(), g))
TORCHPP_DERIVATIVE_BINARY(fmin, only((a <= b).logical_or(b.isnan()), g),
                          only((a <= b).logical_or(b.isnan()).logical_not(), g))
TORCHPP_DERIVATIVE_BINARY(hypot, g*(a / y), g*(b / y))
TORCHPP_DERIVATIVE_BINARY_NAMED(copysign, "copysign", "copysign.1", g*(y.sgn() * a.sgn()), zeros(g))
TORCHPP_DERIVATIVE_BINARY_NAMED(xlogy, "xlogy", "xlogy.2", xlogy_slope(g, a, b), g*(a / b))
TORCHPP_DERIVATIVE_BINARY(logaddexp, g*(a - b).sigmoid(), g*(b - a).sigmoid())
TORCHPP_DERIVATIVE_BINARY(logaddexp2, g / ((b - a).exp2() + 1), g / ((a - b).exp2() + 1))
namespace {
// The gradient `g` as one that depends on x, by which its derivative is zero, not missing.
Tensor depending_on(const Tensor& x, const Tensor& g) {
  return GradMode::is_enabled() && x.requires_grad() ? op::leaky_relu_backward(Out(), g, x, 1, false) : g;
}
// Slope 1 at positive numbers, else the weight.
Tensor prelu_slope_times(const Tensor& g, const Tensor& x, const Tensor& w) {
  return depending_on(x, g * op::where(Out(), x > 0, full_like(x, {}, 1), w));
}
}  // namespace
TORCHPP_DERIVATIVE_BINARY_NAMED(prelu_kernel, "prelu", "prelu", prelu_slope_times(g, a, b),
                                op::where(Out(), a > 0, full_like(g, {}, 0), g* a))
TORCHPP_DERIVATIVE_BINARY(atan2, g*(b / (a * a + b * b)), (g * (a / (a * a + b * b))).neg())

namespace {

// alpha * t or its negative
Tensor scaled(const Tensor& t, const Scalar& alpha, bool minus) {
  if (alpha.equals(1)) return minus ? t.neg() : t;
  return minus ? (t * alpha).neg() : t * alpha;
}

// a + alpha * b
Tensor add_scaled(const char* name, const char* name_of_number,
                  const OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Scalar&)>& op, Out out, const Tensor& a,
                  const Tensor& b, const Scalar& alpha, bool minus) {
  const bool number = is_number(b);
  Record r(number ? name_of_number : name, out, a, b);
  if (number) r.end_with_number();
  return r.done(
      r.call(op, out, a, b, alpha),
      [alpha, minus](Backward& g) {
        if (g.needs(0)) g[0] = g.grad();
        if (g.needs(1))
          g[1] = alpha.isComplex() ? scaled(g.grad().conj(), alpha, minus).conj() : scaled(g.grad(), alpha, minus);
      },
      [&](Forward& t) { t[0] = sum_of(t.tangent(0), t.has(1) ? scaled(t.tangent(1), alpha, minus) : Tensor()); });
}

}  // namespace

Tensor add(Out out, const Tensor& a, const Tensor& b, const Scalar& alpha) {
  return add_scaled("add", "add.1", op::add, out, a, b, alpha, false);
}
Tensor sub(Out out, const Tensor& a, const Tensor& b, const Scalar& alpha) {
  return add_scaled("sub", "sub.1", op::sub, out, a, b, alpha, true);
}

Tensor div_mode(Out out, const Tensor& a, const Tensor& b, optional<std::string_view> mode) {
  if (!mode) return derivative::div(out, a, b);
  const bool number = is_number(b);
  Record r(number ? "div.3" : "div.2", out, a, b);
  if (number) r.end_with_number();
  return r.zero_gradient(r.call(op::div_mode, out, a, b, mode));
}

namespace {

// An operator without formulas. Backward and forward mode throw.
Tensor without_formula(const char* name, const char* message,
                       const OwnOp<Tensor(Out, const Tensor&, const Tensor&)>& op, Out out, const Tensor& a,
                       const Tensor& b) {
  Record r(name, out, a, b);
  return r.done(
      r.call(op, out, a, b), [message](Backward&) { fail_formula(message); },
      [message](Forward&) { fail_formula(message); });
}

// x^(a - 1) e^-x / gamma(a), or its opposite, is the derivative in x; that in a has no formula.
Tensor incomplete_gamma(const char* name, const char* by_a, const OwnOp<Tensor(Out, const Tensor&, const Tensor&)>& op,
                        Out out, const Tensor& a, const Tensor& x, bool upper) {
  Record r(name, out, a, x);
  const Saved sa = r.save(a), sx = r.save(x);
  const auto slope = [upper](const Tensor& g, const Tensor& a, const Tensor& x) {
    const Tensor d = g * ((a - 1) * x.log() - x - a.lgamma()).exp();
    return upper ? d.neg() : d;
  };
  return r.done(
      r.call(op, out, a, x),
      [=](Backward& g) {
        if (g.needs(0)) fail_formula(by_a);
        if (g.needs(1)) g[1] = slope(g.grad(), g(sa), g(sx));
      },
      [=](Forward& t) {
        if (t.has(0)) fail_formula(by_a);
        if (t.has(1)) t[0] = slope(t.tangent(1), t(sa), t(sx));
      });
}

}  // namespace

Tensor heaviside(Out out, const Tensor& x, const Tensor& values) {
  return without_formula("heaviside", "heaviside", op::heaviside, out, x, values);
}
Tensor nextafter(Out out, const Tensor& a, const Tensor& b) {
  return without_formula("nextafter", "nextafter", op::nextafter, out, a, b);
}
// As libtorch's, not differentiable in the number that was drawn.
Tensor standard_gamma_grad(Out out, const Tensor& alpha, const Tensor& drawn) {
  Record r("_standard_gamma_grad", out, alpha);
  return r.done(
      r.call(op::standard_gamma_grad, out, alpha, drawn), [](Backward&) { fail_formula("_standard_gamma_grad"); },
      [](Forward&) { fail_formula("_standard_gamma_grad"); });
}
Tensor dirichlet_grad(Out out, const Tensor& x, const Tensor& alpha, const Tensor& total) {
  Record r("_dirichlet_grad", out, x, alpha, total);
  return r.done(
      r.call(op::dirichlet_grad, out, x, alpha, total), [](Backward&) { fail_formula("_dirichlet_grad"); },
      [](Forward&) { fail_formula("_dirichlet_grad"); });
}
Tensor igamma(Out out, const Tensor& a, const Tensor& x) {
  return incomplete_gamma("igamma", "igamma: self", op::igamma, out, a, x, false);
}
Tensor igammac(Out out, const Tensor& a, const Tensor& x) {
  return incomplete_gamma("igammac", "igammac: self", op::igammac, out, a, x, true);
}

Tensor complex(Out out, const Tensor& re, const Tensor& im) {
  Record r("complex", out, re, im);
  return r.done(
      r.call(op::complex, out, re, im),
      [](Backward& g) {
        if (g.needs(0)) g[0] = op::real(g.grad());
        if (g.needs(1)) g[1] = op::imag(g.grad());
      },
      [](Forward& t) { t[0] = op::complex(Out(), t.tangent_or_zeros(0), t.tangent_or_zeros(1)); });
}
Tensor polar(Out out, const Tensor& abs, const Tensor& angle) {
  Record r("polar", out, abs, angle);
  const Saved sabs = r.save(abs, r.needs(1)), sangle = r.save(angle);
  // With the unit vector along the result, which at magnitude 0 the result does not tell.
  const auto unit = [](const Tensor& angle) { return op::complex(Out(), angle.cos(), angle.sin()); };
  return r.done(
      r.call(op::polar, out, abs, angle),
      [=](Backward& g) {
        const Tensor turned = g.grad().conj() * unit(g(sangle));
        if (g.needs(0)) g[0] = real_part(turned);
        if (g.needs(1)) g[1] = real_part(turned * i()) * g(sabs);
      },
      [=](Forward& t) {
        const Tensor along = unit(t(sangle));
        t[0] = sum_of(t.has(0) ? along * t.tangent(0) : Tensor(),
                      t.has(1) ? along * i() * (t.tangent(1) * t(sabs)) : Tensor());
      });
}

// ---- of three, and with numbers

Tensor logit(Out out, const Tensor& x, optional<double> eps) {
  Record r("logit", out, x);
  const Saved sx = r.save(x);
  return r.done(
      r.call(op::logit, out, x, eps), [=](Backward& g) { g[0] = op::logit_backward(Out(), g.grad(), g(sx), eps); },
      [=](Forward& t) { t[0] = op::logit_backward(Out(), t.tangent(), t(sx), eps); });
}
Tensor nan_to_num(Out out, const Tensor& x, optional<double> nan, optional<double> posinf, optional<double> neginf) {
  Record r("nan_to_num", out, x);
  const Saved sx = r.save(x);
  return r.done(
      r.call(op::nan_to_num, out, x, nan, posinf, neginf),
      [=](Backward& g) { g[0] = only(g(sx).isfinite(), g.grad()); },
      [=](Forward& t) { t[0] = only(t(sx).isfinite(), t.tangent()); });
}
Tensor polygamma(Out out, int64_t n, const Tensor& x) {
  Record r("polygamma", out, x);
  const Saved sx = r.save(x);
  return r.done(
      r.call(op::polygamma, out, n, x), [=](Backward& g) { g[0] = g.grad() * g(sx).polygamma(n + 1); },
      [=](Forward& t) { t[0] = t.tangent() * t(sx).polygamma(n + 1); });
}
Tensor mvlgamma(Out out, const Tensor& x, int64_t p) {
  Record r("mvlgamma", out, x);
  const Saved sx = r.save(x);
  const auto slope = [p](const Tensor& x) {
    Tensor sum = x.digamma();
    for (int64_t j = 1; j < p; ++j) sum = sum + (x - 0.5 * static_cast<double>(j)).digamma();
    return sum;
  };
  return r.done(
      r.call(op::mvlgamma, out, x, p), [=](Backward& g) { g[0] = g.grad() * slope(g(sx)); },
      [=](Forward& t) { t[0] = t.tangent() * slope(t(sx)); });
}

Tensor clamp(Out out, const Tensor& x, const optional<Scalar>& min, const optional<Scalar>& max) {
  // One bound is clamp_min() or clamp_max(), which libtorch names apart.
  Record r(min && max ? "clamp.1" : min ? "clamp_min" : "clamp_max", out, x);
  const Saved sx = r.save(x);
  const auto inside = [min, max](const Tensor& x, const Tensor& g) {
    if (min && max) return only((x >= *min).logical_and(x <= *max), g);
    return only(min ? x >= *min : x <= *max, g);
  };
  return r.done(
      r.call(op::clamp, out, x, min, max), [=](Backward& g) { g[0] = inside(g(sx), g.grad()); },
      [=](Forward& t) { t[0] = inside(t(sx), t.tangent()); });
}

namespace {

// Which of x, min, max a clamped value comes from; a bound may be undefined.
struct ClampMasks {
  Tensor x, min, max;
  ClampMasks(const Tensor& v, const Tensor& lo, const Tensor& hi) {
    if (lo.defined() && hi.defined()) {
      x = (v >= lo).logical_and(v <= hi);
      min = (v < lo).logical_and(lo < hi);
      max = (v > hi).logical_or(hi < lo);
    } else if (lo.defined()) {
      x = v >= lo;
      min = v < lo;
    } else {
      x = v <= hi;
      max = v > hi;
    }
  }
};

}  // namespace

Tensor clamp_tensor(Out out, const Tensor& x, const Tensor& min, const Tensor& max) {
  Record r("clamp", out, x, min, max);
  const Saved sx = r.save(x), slo = r.save(min), shi = r.save(max);
  return r.done(
      r.call(op::clamp_tensor, out, x, min, max),
      [=](Backward& g) {
        const ClampMasks from(g(sx), g(slo), g(shi));
        if (g.needs(0)) g[0] = only(from.x, g.grad());
        if (g.needs(1)) g[1] = only(from.min, g.grad());
        if (g.needs(2)) g[2] = only(from.max, g.grad());
      },
      [=](Forward& t) {
        const ClampMasks from(t(sx), t(slo), t(shi));
        t[0] = sum_of(sum_of(t.has(0) ? only(from.x, t.tangent(0)) : Tensor(),
                             t.has(1) ? only(from.min, t.tangent(1)) : Tensor()),
                      t.has(2) ? only(from.max, t.tangent(2)) : Tensor());
      });
}

namespace {

Scalar conj(const Scalar& s) {
  if (!s.isComplex()) return s;
  const ComplexDouble z = s.toComplexDouble();
  return ComplexDouble(z.real(), -z.imag());
}

// The gradient of a factor of these sizes beside the conjugate of the other one, for a result of the sizes of g, or one
// that sums to it. For a column beside a row, or a row beside a column, as in addr, it is a product of a matrix and a
// vector, without a matrix of all products that is summed afterwards.
Tensor factor_gradient(const Tensor& g, const Tensor& other, IntArrayRef sizes, const Scalar& value) {
  const auto is_row = [](IntArrayRef of, int64_t n) {
    return !of.empty() && of.back() == n && (of.size() == 1 || (of.size() == 2 && of[0] == 1));
  };
  const auto is_column = [](IntArrayRef of, int64_t n) { return of.size() == 2 && of[0] == n && of[1] == 1; };
  if (g.dim() == 2 && other.scalar_type() == g.scalar_type()) {
    const int64_t rows = g.size(0), columns = g.size(1);
    if (is_column(sizes, rows) && is_row(other.sizes(), columns))
      return g.mv(other.reshape({columns})).unsqueeze(1) * value;
    if (is_row(sizes, columns) && is_column(other.sizes(), rows))
      return (g.t().mv(other.reshape({rows})) * value).reshape(sizes);
  }
  // Not the factors first: a product of two numbers would be of the default dtype.
  return g * other * value;
}

}  // namespace

Tensor addcmul(Out out, const Tensor& x, const Tensor& a, const Tensor& b, const Scalar& value) {
  Record r("addcmul", out, x, a, b);
  const Saved sa = r.save(a, r.needs(2)), sb = r.save(b, r.needs(1));
  return r.done(
      r.call(op::addcmul, out, x, a, b, value),
      [sa, sb, value = conj(value)](Backward& g) {
        if (g.needs(0)) g[0] = g.grad();
        if (g.needs(1)) g[1] = factor_gradient(g.grad(), g(sb).conj(), g.input_sizes(1), value);
        if (g.needs(2)) g[2] = factor_gradient(g.grad(), g(sa).conj(), g.input_sizes(2), value);
      },
      [=](Forward& t) {
        t[0] = sum_of(t.tangent(0), sum_of(t.has(1) ? t.tangent(1) * t(sb) * value : Tensor(),
                                           t.has(2) ? t.tangent(2) * t(sa) * value : Tensor()));
      });
}

Tensor addcdiv(Out out, const Tensor& x, const Tensor& a, const Tensor& b, const Scalar& value) {
  Record r("addcdiv", out, x, a, b);
  const Saved sa = r.save(a, r.needs(2)), sb = r.save(b, r.needs(1) || r.needs(2));
  return r.done(
      r.call(op::addcdiv, out, x, a, b, value),
      [sa, sb, value = conj(value)](Backward& g) {
        const Tensor b = g(sb);
        if (g.needs(0)) g[0] = g.grad();
        // Not the factors first: the value would be rounded to the dtype of the operands, of numbers to the default
        // one.
        if (g.needs(1)) g[1] = g.grad() / b.conj() * value;
        if (g.needs(2)) g[2] = (g.grad() * (g(sa) / (b * b)).conj() * value).neg();
      },
      [=](Forward& t) {
        const Tensor b = t(sb);
        t[0] = sum_of(t.tangent(0), sum_of(t.has(1) ? t.tangent(1) / b * value : Tensor(),
                                           t.has(2) ? (t.tangent(2) * (t(sa) / (b * b)) * value).neg() : Tensor()));
      });
}

Tensor lerp(Out out, const Tensor& x, const Tensor& end, const Scalar& weight) {
  Record r("lerp", out, x, end);
  const Scalar rest = weight.isComplex()
                          ? Scalar(ComplexDouble(1 - weight.toComplexDouble().real(), -weight.toComplexDouble().imag()))
                          : Scalar(1 - weight.toDouble());
  return r.done(
      r.call(op::lerp, out, x, end, weight),
      [weight = conj(weight), rest = conj(rest)](Backward& g) {
        if (g.needs(0)) g[0] = g.grad() * rest;
        if (g.needs(1)) g[1] = g.grad() * weight;
      },
      [=](Forward& t) {
        t[0] = sum_of(t.has(0) ? t.tangent(0) * rest : Tensor(), t.has(1) ? t.tangent(1) * weight : Tensor());
      });
}

Tensor lerp_tensor(Out out, const Tensor& x, const Tensor& end, const Tensor& weight) {
  Record r("lerp.1", out, x, end, weight);
  const Saved sx = r.save(x, r.needs(2)), se = r.save(end, r.needs(2)), sw = r.save(weight, r.needs(0) || r.needs(1));
  return r.done(
      r.call(op::lerp_tensor, out, x, end, weight),
      [=](Backward& g) {
        if (g.needs(0)) g[0] = g.grad() * (1 - g(sw)).conj();
        if (g.needs(1)) g[1] = g.grad() * g(sw).conj();
        if (g.needs(2)) g[2] = g.grad() * (g(se) - g(sx)).conj();
      },
      [=](Forward& t) {
        t[0] =
            sum_of(sum_of(t.has(0) ? t.tangent(0) * (1 - t(sw)) : Tensor(), t.has(1) ? t.tangent(1) * t(sw) : Tensor()),
                   t.has(2) ? t.tangent(2) * (t(se) - t(sx)) : Tensor());
      });
}

Tensor where(Out out, const Tensor& condition, const Tensor& a, const Tensor& b) {
  Record r("where", out, condition, a, b);
  const Saved sc = r.save(condition);
  return r.done(
      r.call(op::where, out, condition, a, b),
      [sc](Backward& g) {
        const Tensor c = g(sc);
        if (g.needs(1)) g[1] = only(c, g.grad());
        if (g.needs(2)) g[2] = op::where(Out(), c, full_like(g.grad(), {}, 0), g.grad());
      },
      [sc](Forward& t) { t[0] = op::where(Out(), t(sc), t.tangent_or_zeros(1), t.tangent_or_zeros(2)); });
}

// ---- activations with parameters, and the operators of backward

namespace {

// conj(f'(x)) * g, as the activations' backward operators are, and as an activation's derivative itself is. `call`
// computes it, `second(a, g, x)` its derivative by x times a, a * g * conj(f''(x)), undefined where that is zero
// everywhere. x has the dtype of the result there.
template <class Call, class Second>
Tensor slope_times(const char* name, Out out, const Tensor& grad, const Tensor& x, Call call, Second second_of) {
  Record r(name, out, grad, x);
  const Saved sg = r.save(grad, r.needs(1)), sx = r.save(x);
  const auto second = [second_of, dtype = promote_types(grad.scalar_type(), x.scalar_type())](
                          const Tensor& a, const Tensor& g, const Tensor& x) { return second_of(a, g, x.to(dtype)); };
  const auto below = [&] {
    const ExcludeKeys layers(DispatchKey::Autograd | DispatchKeySet(DispatchKey::Profiler));
    return call(out, grad, x);
  };
  return r.done(
      below(),
      [=](Backward& b) {
        const Tensor x = b(sx);
        if (b.needs(0)) b[0] = call(Out(), b.grad().conj(), x).conj();
        if (!b.needs(1)) return;
        const Tensor d = second(b.grad().conj(), b(sg), x);
        b[1] = d.defined() ? d : zeros(x);
      },
      [=](Forward& t) {
        const Tensor x = t(sx);
        t[0] = sum_of(t.has(0) ? call(Out(), t.tangent(0), x) : Tensor(),
                      t.has(1) ? second(t.tangent(1).conj(), t(sg), x) : Tensor());
      });
}
// An activation of which `slope(out, g, x)` is the backward operator.
template <class Slope>
Tensor activation(Record& r, Saved sx, Tensor y, Slope slope) {
  return r.done(
      std::move(y), [=](Backward& g) { g[0] = slope(g.grad(), g(sx)); },
      [=](Forward& t) { t[0] = slope(t.tangent(), t(sx)); });
}

Tensor straight(const Tensor&, const Tensor&, const Tensor&) { return Tensor(); }
// The products with f''(x), which `f` gives.
template <class F>
auto times(F f) {
  return [f](const Tensor& a, const Tensor& g, const Tensor& x) { return a * (g * f(x).conj()); };
}

// Second derivatives. s = sigmoid(x), phi the normal density.
Tensor silu_second(const Tensor& x) {
  const Tensor s = x.sigmoid();
  return s * (1 - s) * (x * (1 - s * 2) + 2);
}
Tensor gelu_second(const Tensor& x, bool tanh_form) {
  if (!tanh_form) return (x * x * -0.5).exp() * kInvSqrt2Pi * (2 - x * x);
  constexpr double k = 2 * kInvSqrt2 * kTwoOverSqrtPi / 2, c = 0.044715;  // sqrt(2 / pi)
  const Tensor t = ((x + x * x * x * c) * k).tanh(), u1 = (x * x * (3 * c) + 1) * k, u2 = x * (6 * k * c);
  const Tensor sech2 = 1 - t * t;
  return sech2 * u1 + x * 0.5 * (sech2 * u2 - t * sech2 * u1 * u1 * 2);
}
Tensor mish_second(const Tensor& x) {
  const Tensor s = x.sigmoid(), t = op::softplus(Out(), x, 1, 20).tanh();
  return (1 - t * t) * s * (x * (1 - s) - x * t * s * 2 + 2);
}

}  // namespace

Tensor gelu(Out out, const Tensor& x, std::string_view approximate) {
  Record r("gelu", out, x);
  const Saved sx = r.save(x);
  return activation(r, sx, r.call(op::gelu, out, x, approximate),
                    [approximate = std::string(approximate)](const Tensor& g, const Tensor& x) {
                      return over_gradient(g, x, [&](Out out) { return op::gelu_backward(out, g, x, approximate); });
                    });
}
Tensor leaky_relu(Out out, const Tensor& x, const Scalar& slope) {
  Record r(out.is_in_place() ? "leaky_relu.1" : "leaky_relu", out, x);
  const Saved sx = r.save(x);
  return activation(r, sx, r.call(op::leaky_relu, out, x, slope), [slope](const Tensor& g, const Tensor& x) {
    return slope.equal(1) ? depending_on(x, g) : op::leaky_relu_backward(Out(), g, x, slope, false);
  });
}
Tensor elu(Out out, const Tensor& x, const Scalar& alpha, const Scalar& scale, const Scalar& input_scale) {
  Record r(out.is_in_place() ? "elu.1" : "elu", out, x);
  const Saved sx = r.save(x);
  return activation(r, sx, r.call(op::elu, out, x, alpha, scale, input_scale),
                    [alpha, scale, input_scale](const Tensor& g, const Tensor& x) {
                      return op::elu_backward(Out(), g, alpha, scale, input_scale, false, x);
                    });
}
Tensor hardtanh(Out out, const Tensor& x, const Scalar& min, const Scalar& max) {
  Record r("hardtanh", out, x);
  const Saved sx = r.save(x);
  return activation(r, sx, r.call(op::hardtanh, out, x, min, max), [min, max](const Tensor& g, const Tensor& x) {
    return op::hardtanh_backward(Out(), g, x, min, max);
  });
}
Tensor softplus(Out out, const Tensor& x, const Scalar& beta, const Scalar& threshold) {
  Record r("softplus", out, x);
  const Saved sx = r.save(x);
  return activation(r, sx, r.call(op::softplus, out, x, beta, threshold),
                    [beta, threshold](const Tensor& g, const Tensor& x) {
                      return op::softplus_backward(Out(), g, x, beta, threshold);
                    });
}
Tensor threshold(Out out, const Tensor& x, const Scalar& limit, const Scalar& value) {
  Record r(out.is_in_place() ? "threshold.1" : "threshold", out, x);
  const Saved sx = r.save(x);
  return activation(r, sx, r.call(op::threshold, out, x, limit, value),
                    [limit](const Tensor& g, const Tensor& x) { return op::threshold_backward(Out(), g, x, limit); });
}

namespace {

// A function with slope 1 outside of [-lambd, lambd] and 0 within.
template <class Op>
Tensor shrink(const char* name, const Op& op, Out out, const Tensor& x, const Scalar& lambd) {
  Record r(name, out, x);
  const Saved sx = r.save(x);
  return activation(r, sx, r.call(op, out, x, lambd),
                    [lambd](const Tensor& g, const Tensor& x) { return op::shrink_backward(Out(), g, x, lambd); });
}

}  // namespace

Tensor hardshrink(Out out, const Tensor& x, const Scalar& lambd) {
  return shrink("hardshrink", op::hardshrink, out, x, lambd);
}
Tensor softshrink(Out out, const Tensor& x, const Scalar& lambd) {
  return shrink("softshrink", op::softshrink, out, x, lambd);
}
Tensor log_sigmoid(Out out, const Tensor& x) {
  Record r("log_sigmoid", out, x);
  const Saved sx = r.save(x);
  return activation(r, sx, r.call(op::log_sigmoid, out, x), [](const Tensor& g, const Tensor& x) {
    // g * sigmoid(-x): log_sigmoid(x) is -softplus(-x).
    return op::softplus_backward(Out(), g, x, -1, std::numeric_limits<double>::infinity());
  });
}

Tensor sigmoid_backward(Out out, const Tensor& grad, const Tensor& y) {
  return slope_times(
      "sigmoid_backward", out, grad, y,
      [](Out o, const Tensor& g, const Tensor& y) { return op::sigmoid_backward(o, g, y); },
      times([](const Tensor& y) { return 1 - y * 2; }));
}
Tensor tanh_backward(Out out, const Tensor& grad, const Tensor& y) {
  return slope_times(
      "tanh_backward", out, grad, y, [](Out o, const Tensor& g, const Tensor& y) { return op::tanh_backward(o, g, y); },
      times([](const Tensor& y) { return y * -2; }));
}
Tensor logit_backward(Out out, const Tensor& grad, const Tensor& x, optional<double> eps) {
  const auto call = [eps](Out o, const Tensor& g, const Tensor& x) { return op::logit_backward(o, g, x, eps); };
  // Of 1 / (x (1 - x)), whose product with grad is another such gradient. It is 0 outside, also where the gradient is
  // NaN.
  const double bound = eps && *eps >= 0 ? *eps : 0;
  return slope_times("logit_backward", out, grad, x, call, [bound](const Tensor& a, const Tensor& g, const Tensor& x) {
    return op::logit_backward(Out(), op::logit_backward(Out(), a * g * (x * 2 - 1), x, bound), x, bound);
  });
}
Tensor threshold_backward(Out out, const Tensor& grad, const Tensor& x, const Scalar& threshold) {
  return slope_times(
      "threshold_backward", out, grad, x,
      [threshold](Out o, const Tensor& g, const Tensor& x) { return op::threshold_backward(o, g, x, threshold); },
      &straight);
}
Tensor shrink_backward(Out out, const Tensor& grad, const Tensor& x, const Scalar& lambd) {
  return slope_times(
      "_shrink_backward", out, grad, x,
      [lambd](Out o, const Tensor& g, const Tensor& x) { return op::shrink_backward(o, g, x, lambd); }, &straight);
}
Tensor gelu_backward(Out out, const Tensor& grad, const Tensor& x, std::string_view approximate) {
  return slope_times(
      "gelu_backward", out, grad, x,
      [approximate = std::string(approximate)](Out o, const Tensor& g, const Tensor& x) {
        return op::gelu_backward(o, g, x, approximate);
      },
      times([tanh_form = approximate == "tanh"](const Tensor& x) { return gelu_second(x, tanh_form); }));
}
Tensor silu_backward(Out out, const Tensor& grad, const Tensor& x) {
  return slope_times(
      "silu_backward", out, grad, x, [](Out o, const Tensor& g, const Tensor& x) { return op::silu_backward(o, g, x); },
      times(&silu_second));
}
Tensor leaky_relu_backward(Out out, const Tensor& grad, const Tensor& x, const Scalar& slope, bool is_result) {
  return slope_times(
      "leaky_relu_backward", out, grad, x,
      [slope, is_result](Out o, const Tensor& g, const Tensor& x) {
        return op::leaky_relu_backward(o, g, x, slope, is_result);
      },
      &straight);
}
Tensor elu_backward(Out out, const Tensor& grad, const Scalar& alpha, const Scalar& scale, const Scalar& input_scale,
                    bool is_result, const Tensor& x) {
  const auto call = [=](Out o, const Tensor& g, const Tensor& x) {
    return op::elu_backward(o, g, alpha, scale, input_scale, is_result, x);
  };
  const auto slope = [=](const Tensor& x) {
    if (is_result) return only(x < 0, full_like(x, x.sizes(), 1) * input_scale);
    // Below zero the slope is a multiple of e^x, which overflows above.
    const Tensor below = x.clamp_max(0);
    return only(x < 0, call(Out(), full_like(x, x.sizes(), 1), below) * input_scale);
  };
  return slope_times("elu_backward", out, grad, x, call, times(slope));
}
Tensor hardtanh_backward(Out out, const Tensor& grad, const Tensor& x, const Scalar& min, const Scalar& max) {
  return slope_times(
      "hardtanh_backward", out, grad, x,
      [min, max](Out o, const Tensor& g, const Tensor& x) { return op::hardtanh_backward(o, g, x, min, max); },
      &straight);
}
Tensor softplus_backward(Out out, const Tensor& grad, const Tensor& x, const Scalar& beta, const Scalar& threshold) {
  return slope_times(
      "softplus_backward", out, grad, x,
      [beta, threshold](Out o, const Tensor& g, const Tensor& x) {
        return op::softplus_backward(o, g, x, beta, threshold);
      },
      times([beta, threshold](const Tensor& x) {
        const Tensor z = x * beta, s = z.sigmoid();
        return op::where(Out(), z > threshold, full_like(x, {}, 0), s * (1 - s) * beta);
      }));
}
Tensor hardswish_backward(Out out, const Tensor& grad, const Tensor& x) {
  return slope_times(
      "hardswish_backward", out, grad, x,
      [](Out o, const Tensor& g, const Tensor& x) { return op::hardswish_backward(o, g, x); },
      [](const Tensor& a, const Tensor& g, const Tensor& x) {  // 0 also for NaN and infinity, as the gradient itself
        return only((x > -3).logical_and(x < 3), a * (g * (1.0 / 3)));
      });
}
Tensor hardsigmoid_backward(Out out, const Tensor& grad, const Tensor& x) {
  return slope_times(
      "hardsigmoid_backward", out, grad, x,
      [](Out o, const Tensor& g, const Tensor& x) { return op::hardsigmoid_backward(o, g, x); }, &straight);
}
Tensor mish_backward(const Tensor& grad, const Tensor& x) {
  return slope_times(
      "mish_backward", Out(), grad, x, [](Out, const Tensor& g, const Tensor& x) { return op::mish_backward(g, x); },
      times(&mish_second));
}

}  // namespace torchpp::derivative
