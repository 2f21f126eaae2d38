// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/ops/pointwise.h>

#include "src/ops/history.h"
#include "src/ops/ops.h"
#include "src/ops/result.h"

namespace torchpp {
namespace {

Tensor& self_of(const Tensor& t) { return const_cast<Tensor&>(t); }

}  // namespace

// Every function of this file names its operator's object and nothing else, so that each is dropped with its kernels
// when a program does not call it.
#define TORCHPP_UNARY(name, rule)                                \
  Tensor Tensor::name() const { return op::name(Out(), *this); } \
  Tensor& Tensor::name##_() const {                              \
    op::name(Out::in_place(*this), *this);                       \
    return self_of(*this);                                       \
  }                                                              \
  Tensor& name##_out(Tensor& out, const Tensor& self) {          \
    op::name(Out::to(out), self);                                \
    return out;                                                  \
  }
#define TORCHPP_BINARY_OUT(name, rule)                                                     \
  Tensor Tensor::name(const Tensor& other) const { return op::name(Out(), *this, other); } \
  Tensor& name##_out(Tensor& out, const Tensor& self, const Tensor& other) {               \
    op::name(Out::to(out), self, other);                                                   \
    return out;                                                                            \
  }
#define TORCHPP_BINARY_TENSOR(name, rule)              \
  TORCHPP_BINARY_OUT(name, rule)                       \
  Tensor& Tensor::name##_(const Tensor& other) const { \
    op::name(Out::in_place(*this), *this, other);      \
    return self_of(*this);                             \
  }
#define TORCHPP_BINARY(name, rule, overloads)                                                              \
  TORCHPP_BINARY_TENSOR(name, rule)                                                                        \
  Tensor Tensor::name(const Scalar& other) const { return op::name(Out(), *this, wrapped_number(other)); } \
  Tensor& Tensor::name##_(const Scalar& other) const { return name##_(wrapped_number(other)); }            \
  Tensor& name##_out(Tensor& out, const Tensor& self, const Scalar& other) {                               \
    return name##_out(out, self, wrapped_number(other));                                                   \
  }
#include <torchpp/ops/pointwise.def>

#define TORCHPP_ADD(name)                                                                                              \
  Tensor Tensor::name(const Tensor& other, const Scalar& alpha) const { return op::name(Out(), *this, other, alpha); } \
  Tensor Tensor::name(const Scalar& other, const Scalar& alpha) const { return name(wrapped_number(other), alpha); }   \
  Tensor& Tensor::name##_(const Tensor& other, const Scalar& alpha) const {                                            \
    op::name(Out::in_place(*this), *this, other, alpha);                                                               \
    return self_of(*this);                                                                                             \
  }                                                                                                                    \
  Tensor& Tensor::name##_(const Scalar& other, const Scalar& alpha) const {                                            \
    return name##_(wrapped_number(other), alpha);                                                                      \
  }                                                                                                                    \
  Tensor& name##_out(Tensor& out, const Tensor& self, const Tensor& other, const Scalar& alpha) {                      \
    op::name(Out::to(out), self, other, alpha);                                                                        \
    return out;                                                                                                        \
  }
TORCHPP_ADD(add)
TORCHPP_ADD(sub)
#undef TORCHPP_ADD

Tensor rsub(const Tensor& self, const Tensor& other, const Scalar& alpha) {
  return detail::named_history(other.sub(self, alpha), "RsubBackward0");
}
Tensor rsub(const Tensor& self, const Scalar& other, const Scalar& alpha) {
  return detail::named_history(wrapped_number(other).sub(self, alpha), "RsubBackward1");
}
Tensor operator-(const Scalar& a, const Tensor& b) { return wrapped_number(a).sub(b); }
Tensor operator/(const Scalar& a, const Tensor& b) { return wrapped_number(a).div(b); }
Tensor operator%(const Scalar& a, const Tensor& b) { return wrapped_number(a).remainder(b); }
Tensor pow(const Scalar& base, const Tensor& exponent) {
  return detail::named_history(wrapped_number(base).pow(exponent), "PowBackward2");
}

Tensor Tensor::div(const Tensor& other, std::optional<std::string> rounding_mode) const {
  return op::div_mode(Out(), *this, other, std::move(rounding_mode));
}
Tensor Tensor::div(const Scalar& other, std::optional<std::string> rounding_mode) const {
  return div(wrapped_number(other), std::move(rounding_mode));
}
Tensor& Tensor::div_(const Tensor& other, std::optional<std::string> rounding_mode) const {
  op::div_mode(Out::in_place(*this), *this, other, std::move(rounding_mode));
  return self_of(*this);
}
Tensor& Tensor::div_(const Scalar& other, std::optional<std::string> rounding_mode) const {
  return div_(wrapped_number(other), std::move(rounding_mode));
}

Tensor Tensor::clamp(const std::optional<Scalar>& min, const std::optional<Scalar>& max) const {
  return op::clamp(Out(), *this, min, max);
}
Tensor& Tensor::clamp_(const std::optional<Scalar>& min, const std::optional<Scalar>& max) const {
  op::clamp(Out::in_place(*this), *this, min, max);
  return self_of(*this);
}
Tensor& clamp_out(Tensor& out, const Tensor& self, const std::optional<Scalar>& min, const std::optional<Scalar>& max) {
  op::clamp(Out::to(out), self, min, max);
  return out;
}

namespace {

// libtorch 1.13.1: a NaN as the only bound of clamp does not bound, as that of clamp_min and clamp_max, or as one of
// two, it makes every element NaN.
std::optional<Scalar> if_nan(const Scalar& bound) {
  return bound.isFloatingPoint() && bound.toDouble() != bound.toDouble() ? std::optional<Scalar>(bound) : std::nullopt;
}

}  // namespace

Tensor Tensor::clamp_min(const Scalar& min) const { return clamp(std::optional<Scalar>(min), if_nan(min)); }
Tensor Tensor::clamp_max(const Scalar& max) const { return clamp(if_nan(max), std::optional<Scalar>(max)); }
Tensor& Tensor::clamp_min_(const Scalar& min) const { return clamp_(std::optional<Scalar>(min), if_nan(min)); }
Tensor& Tensor::clamp_max_(const Scalar& max) const { return clamp_(if_nan(max), std::optional<Scalar>(max)); }

Tensor Tensor::clamp(const std::optional<Tensor>& min, const std::optional<Tensor>& max) const {
  return op::clamp_tensor(Out(), *this, min ? *min : Tensor(), max ? *max : Tensor());
}

Tensor Tensor::addcmul(const Tensor& tensor1, const Tensor& tensor2, const Scalar& value) const {
  return op::addcmul(Out(), *this, tensor1, tensor2, value);
}
Tensor& Tensor::addcmul_(const Tensor& tensor1, const Tensor& tensor2, const Scalar& value) const {
  op::addcmul(Out::in_place(*this), *this, tensor1, tensor2, value);
  return self_of(*this);
}
Tensor Tensor::addcdiv(const Tensor& tensor1, const Tensor& tensor2, const Scalar& value) const {
  return op::addcdiv(Out(), *this, tensor1, tensor2, value);
}
Tensor& Tensor::addcdiv_(const Tensor& tensor1, const Tensor& tensor2, const Scalar& value) const {
  op::addcdiv(Out::in_place(*this), *this, tensor1, tensor2, value);
  return self_of(*this);
}
Tensor Tensor::lerp(const Tensor& end, const Scalar& weight) const { return op::lerp(Out(), *this, end, weight); }
Tensor Tensor::lerp(const Tensor& end, const Tensor& weight) const {
  return op::lerp_tensor(Out(), *this, end, weight);
}
Tensor& Tensor::lerp_(const Tensor& end, const Scalar& weight) const {
  op::lerp(Out::in_place(*this), *this, end, weight);
  return self_of(*this);
}
Tensor& Tensor::lerp_(const Tensor& end, const Tensor& weight) const {
  op::lerp_tensor(Out::in_place(*this), *this, end, weight);
  return self_of(*this);
}

Tensor where(const Tensor& condition, const Tensor& self, const Tensor& other) {
  return op::where(condition, self, other);
}
Tensor where(const Tensor& condition, const Scalar& self, const Tensor& other) {
  return op::where(condition, wrapped_number(self), other);
}
Tensor where(const Tensor& condition, const Tensor& self, const Scalar& other) {
  return op::where(condition, self, wrapped_number(other));
}
Tensor where(const Tensor& condition, const Scalar& self, const Scalar& other) {
  return op::where(condition, wrapped_number(self), wrapped_number(other));
}
std::vector<Tensor> where(const Tensor& condition) { return condition.nonzero().unbind(1); }
Tensor Tensor::where(const Tensor& condition, const Tensor& other) const { return op::where(condition, *this, other); }

Tensor Tensor::isnan() const { return op::isnan(*this); }
Tensor Tensor::isinf() const { return op::isinf(*this); }
Tensor Tensor::isfinite() const { return op::isfinite(*this); }
bool Tensor::equal(const Tensor& other) const { return op::equal(*this, other); }

Tensor Tensor::isclose(const Tensor& other, double rtol, double atol, bool equal_nan) const {
  TORCHPP_CHECK(scalar_type() == other.scalar_type(), torchpp::toString(scalar_type()), " did not match ",
                torchpp::toString(other.scalar_type()));
  TORCHPP_CHECK(rtol >= 0, "rtol must be greater than or equal to zero, but got ", rtol);
  TORCHPP_CHECK(atol >= 0, "atol must be greater than or equal to zero, but got ", atol);
  // Equal infinities are close; the difference of unequal ones is not finite.
  Tensor close = eq(other);
  if (equal_nan && isDifferentiableType(scalar_type())) close = close.bitwise_or(isnan().bitwise_and(other.isnan()));
  if (rtol == 0 && atol == 0) return close;
  const bool integral = isIntegralType(scalar_type(), true);
  const Tensor a = integral ? to(get_default_dtype()) : *this, b = integral ? other.to(get_default_dtype()) : other;
  const Tensor allowed = b.mul(Scalar(rtol)).abs().add(Scalar(atol));
  const Tensor distance = a.sub(b).abs();
  return close.bitwise_or(distance.isfinite().bitwise_and(distance.le(allowed)));
}
bool Tensor::allclose(const Tensor& other, double rtol, double atol, bool equal_nan) const {
  return isclose(other, rtol, atol, equal_nan).all().item().toBool();
}

// -- activations
Tensor gelu(const Tensor& self, const std::string& approximate) { return op::gelu(Out(), self, approximate); }
#define TORCHPP_ACTIVATION(name, params, ...)                                                            \
  Tensor name(const Tensor& self TORCHPP_UNWRAP params) { return op::name(Out(), self, ##__VA_ARGS__); } \
  Tensor& name##_(Tensor& self TORCHPP_UNWRAP params) {                                                  \
    op::name(Out::in_place(self), self, ##__VA_ARGS__);                                                  \
    return self;                                                                                         \
  }
#define TORCHPP_UNWRAP(...) __VA_ARGS__
TORCHPP_ACTIVATION(leaky_relu, (, const Scalar& negative_slope), negative_slope)
TORCHPP_ACTIVATION(elu, (, const Scalar& alpha, const Scalar& scale, const Scalar& input_scale), alpha, scale,
                   input_scale)
TORCHPP_ACTIVATION(hardtanh, (, const Scalar& min_val, const Scalar& max_val), min_val, max_val)
TORCHPP_ACTIVATION(threshold, (, const Scalar& threshold, const Scalar& value), threshold, value)
TORCHPP_ACTIVATION(hardswish, ())
TORCHPP_ACTIVATION(hardsigmoid, ())
TORCHPP_ACTIVATION(mish, ())
#undef TORCHPP_ACTIVATION
#undef TORCHPP_UNWRAP
Tensor softplus(const Tensor& self, const Scalar& beta, const Scalar& threshold) {
  return op::softplus(Out(), self, beta, threshold);
}
// Klambauer et al. 2017: the constants that keep mean 0 and variance 1.
Tensor selu(const Tensor& self) {
  return elu(self, 1.6732632423543772848170429916717, 1.0507009873554804934193349852946);
}
Tensor& selu_(Tensor& self) { return elu_(self, 1.6732632423543772848170429916717, 1.0507009873554804934193349852946); }
Tensor celu(const Tensor& self, const Scalar& alpha) {
  TORCHPP_CHECK(alpha.toDouble() != 0, "ZeroDivisionError: alpha cannot be 0 for CELU");
  return detail::named_history(elu(self, alpha, Scalar(1.0), Scalar(1.0 / alpha.toDouble())), "CeluBackward0");
}
Tensor& celu_(Tensor& self, const Scalar& alpha) {
  TORCHPP_CHECK(alpha.toDouble() != 0, "ZeroDivisionError: alpha cannot be 0 for CELU");
  elu_(self, alpha, Scalar(1.0), Scalar(1.0 / alpha.toDouble()));
  detail::named_history(self, "CeluBackward1");
  return self;
}
Tensor relu6(const Tensor& self) { return hardtanh(self, 0, 6); }
Tensor& relu6_(Tensor& self) { return hardtanh_(self, 0, 6); }
Tensor log_sigmoid(const Tensor& self) {
  return detail::asks_autograd(self) ? derivative::log_sigmoid(self) : softplus(self.neg()).neg();
}
Tensor hardshrink(const Tensor& self, const Scalar& lambd) { return self.hardshrink(lambd); }
Tensor Tensor::hardshrink(const Scalar& lambd) const {
  return detail::asks_autograd(*this) ? derivative::hardshrink(*this, lambd) : masked_fill(abs().le(lambd), 0);
}
Tensor softshrink(const Tensor& self, const Scalar& lambd) {
  if (detail::asks_autograd(self)) return derivative::softshrink(self, lambd);
  TORCHPP_CHECK(lambd.toDouble() >= 0, "lambda must be greater or equal to 0, but found to be ", lambd.toDouble());
  return self.sub(self.clamp(std::optional<Scalar>(-lambd), std::optional<Scalar>(lambd)));
}
Tensor prelu(const Tensor& self, const Tensor& weight) { return self.prelu(weight); }
Tensor Tensor::prelu(const Tensor& weight) const {
  Tensor w = weight;
  if (weight.numel() != 1) {  // one slope per channel, dimension 1
    TORCHPP_CHECK(dim() >= 1 && (dim() == 1 ? 1 : size(1)) == weight.numel(),
                  "Mismatch of parameter numbers and input channel size. Found parameter numbers = ", weight.numel(),
                  " and channel size = ", dim() > 1 ? size(1) : 1, ".");
    std::vector<int64_t> shape(static_cast<size_t>(dim()), 1);
    shape[dim() > 1 ? 1 : 0] = weight.numel();
    w = weight.view(shape);
  } else {
    w = weight.reshape({});
  }
  // Slope 1 changes nothing but the derivative: it depends on self, and its own derivative is zero, not missing.
  const Tensor x = requires_grad() ? torchpp::leaky_relu(*this, 1) : *this;
  return torchpp::where(gt(0), x, x.mul(w));
}
Tensor glu(const Tensor& self, int64_t dim) {
  TORCHPP_CHECK(self.dim() > 0, "glu does not support 0-dimensional tensors");
  const int64_t size = self.size(dim);
  TORCHPP_CHECK(size % 2 == 0, "Halving dimension must be even, but dimension ", dim, " is size ", size);
  return self.narrow(dim, 0, size / 2).mul(self.narrow(dim, size / 2, size / 2).sigmoid());
}

}  // namespace torchpp
