// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/ops/pointwise.h>
#include <torchpp/ops/promotion.h>

#include <cmath>
#include <cstdlib>

#include "src/core/view.h"
#include "src/ops/elementwise.h"
#include "src/ops/generated/creation.h"
#include "src/ops/generated/pointwise.h"
#include "src/ops/generated/shape.h"
#include "src/ops/generated/view.h"
#include "src/ops/history.h"
#include "src/ops/loop_scalars.h"
#include "src/ops/pointwise_kernels.h"
#include "src/ops/result.h"

namespace torchpp {

Tensor operator-(const Scalar& a, const Tensor& b) { return wrapped_number(a).sub(b); }
Tensor operator/(const Scalar& a, const Tensor& b) { return wrapped_number(a).div(b); }
Tensor operator%(const Scalar& a, const Tensor& b) { return wrapped_number(a).remainder(b); }

namespace composite {
namespace {

// The result of an operator that another one is made of, under libtorch's name of its node; out= leaves none.
Tensor named(const Out& out, Tensor result, const char* node) {
  if (out.functional()) return detail::named_history(std::move(result), node);
  if (out.is_in_place()) detail::named_history(out.tensor(), node);
  return result;
}

// libtorch 1.13.1: a NaN as the only bound of clamp does not bound, as that of clamp_min and clamp_max, or as one of
// two, it makes every element NaN.
optional<Scalar> if_nan(const Scalar& bound) {
  return bound.isFloatingPoint() && bound.toDouble() != bound.toDouble() ? optional<Scalar>(bound) : nullopt;
}

// Throws where the promoted dtype of two operands does not hold a number that is one of them. Others than where()
// convert such numbers unchecked. Source: libtorch 1.13.
void check_held(const Scalar& number, const Tensor& a, const Tensor& b) {
  constexpr double kMostOfHalf = 65504;
  const bool fits = number.isFloatingPoint() ? std::abs(number.toDouble()) <= kMostOfHalf : fits_every_dtype(number);
  if (TORCHPP_UNLIKELY(!fits)) factor_of(torchpp::result_type(a, b), number);
}

// The dtype that float_power computes in. Throws when a destination has another one.
ScalarType float_power_dtype(const Out& out, bool is_complex) {
  const ScalarType type = is_complex ? kComplexDouble : kDouble;
  TORCHPP_CHECK(
      out.functional() || out.tensor().scalar_type() == type,
      out.is_in_place() ? "the base given to float_power_ has dtype " : "the output given to float_power has dtype ",
      out.tensor().scalar_type(), " but the operation's result requires dtype ", type);
  return type;
}
Scalar floating(const Scalar& number) { return number.isComplex() ? number : Scalar(number.toDouble()); }

}  // namespace

Tensor rsub(Out out, const Tensor& self, const Tensor& other, const Scalar& alpha) {
  return named(out, op::sub(out, other, self, alpha), "RsubBackward0");
}
Tensor rsub_Scalar(Out out, const Tensor& self, const Scalar& other, const Scalar& alpha) {
  return named(out, op::sub(out, wrapped_number(other), self, alpha), "RsubBackward1");
}
Tensor pow_Scalar(Out out, const Scalar& self, const Tensor& exponent) {
  return named(out, op::pow(out, wrapped_number(self), exponent), "PowBackward2");
}

Tensor xlogy_Scalar_Self(Out out, const Scalar& self, const Tensor& other) {
  return named(out, op::xlogy(out, wrapped_number(self), other), "XlogyBackward1");
}

Tensor float_power(Out out, const Tensor& self, const Tensor& exponent) {
  const ScalarType type = float_power_dtype(out, self.is_complex() || exponent.is_complex());
  return op::pow(out, self.to(type), exponent.to(type));
}
Tensor float_power_Tensor_Scalar(Out out, const Tensor& self, const Scalar& exponent) {
  const ScalarType type = float_power_dtype(out, self.is_complex() || exponent.isComplex());
  return op::pow(out, self.to(type), wrapped_number(floating(exponent)));
}
Tensor float_power_base(Out out, const Scalar& self, const Tensor& exponent) {
  const ScalarType type = float_power_dtype(out, self.isComplex() || exponent.is_complex());
  // A number would take the default dtype together with the base, which is one.
  const Scalar base = type == kComplexDouble ? Scalar(self.toComplexDouble()) : floating(self);
  return pow_Scalar(out, base, exponent.to(type, false, exponent.body().is_wrapped_number()));
}
Tensor ldexp(Out out, const Tensor& self, const Tensor& other) {
  return op::mul(out, self, pow_Scalar(Out(), 2.0, other));
}
Tensor ldexp_in_place(const Tensor& self, const Tensor& other) {
  ldexp(Out::in_place(self), self, other);
  return self;
}

Tensor polygamma_in_place(const Tensor& self, int64_t n) {
  // Of a copy, which backward needs unchanged.
  const Tensor result = op::polygamma(Out(), n, self.clone());
  check_can_cast(result.scalar_type(), self.scalar_type());
  finish_composite("polygamma_", Out::in_place(self), result);
  return self;
}

Tensor chalf(const Tensor& self, optional<MemoryFormat> memory_format) {
  if (self.scalar_type() == ScalarType::ComplexHalf) return self.to(self.scalar_type(), false, false, memory_format);
  // By parts, because not every backend converts to this dtype.
  const auto half = [&](const Tensor& part) {
    const Tensor t = part.to(kHalf, false, false, memory_format);
    // What is kHalf already is returned as it is.
    return memory_format && *memory_format != MemoryFormat::Preserve ? t.contiguous(*memory_format) : t;
  };
  if (self.is_complex()) return op::complex(Out(), half(op::real(self)), half(op::imag(self)));
  const Tensor re = half(self);
  return op::complex(Out(), re, op::zeros_like(re, {}, nullopt));
}
Tensor positive(const Tensor& self) {
  TORCHPP_CHECK(self.scalar_type() != kBool, "The `+` operator, on a bool tensor is not supported.");
  return self;
}
Tensor isreal(const Tensor& self) {
  return self.is_complex() ? op::imag(self).eq(0) : op::ones_like(self, kBool, nullopt);
}

Tensor clamp_min(Out out, const Tensor& self, const Scalar& min) { return op::clamp(out, self, min, if_nan(min)); }
Tensor clamp_max(Out out, const Tensor& self, const Scalar& max) { return op::clamp(out, self, if_nan(max), max); }
Tensor clamp_min_tensor(Out out, const Tensor& self, const Tensor& min) {
  return named(out, op::clamp_tensor(out, self, min, Tensor()), "ClampMinBackward1");
}
Tensor clamp_max_tensor(Out out, const Tensor& self, const Tensor& max) {
  return named(out, op::clamp_tensor(out, self, Tensor(), max), "ClampMaxBackward1");
}

Tensor where_ScalarSelf(const Tensor& condition, const Scalar& self, const Tensor& other) {
  const Tensor number = wrapped_number(self);
  check_held(self, number, other);
  return op::where(Out(), condition, number, other);
}
Tensor where_ScalarOther(const Tensor& condition, const Tensor& self, const Scalar& other) {
  const Tensor number = wrapped_number(other);
  check_held(other, self, number);
  return op::where(Out(), condition, self, number);
}
Tensor where_Scalar(const Tensor& condition, const Scalar& self, const Scalar& other) {
  const Tensor a = wrapped_number(self), b = wrapped_number(other);
  check_held(self, a, b);
  check_held(other, a, b);
  return op::where(Out(), condition, a, b);
}
std::vector<Tensor> where_indices(const Tensor& condition) { return condition.nonzero_numpy(); }

Tensor isclose(const Tensor& self, const Tensor& other, double rtol, double atol, bool equal_nan) {
  TORCHPP_CHECK(self.scalar_type() == other.scalar_type(), toString(self.scalar_type()), " did not match ",
                toString(other.scalar_type()));
  TORCHPP_CHECK(rtol >= 0, "rtol must be greater than or equal to zero, but got ", rtol);
  TORCHPP_CHECK(atol >= 0, "atol must be greater than or equal to zero, but got ", atol);
  // Equal infinities are close; the difference of unequal ones is not finite.
  Tensor close = self.eq(other);
  if (equal_nan && isDifferentiableType(self.scalar_type()))
    close = close.bitwise_or(self.isnan().bitwise_and(other.isnan()));
  if (rtol == 0 && atol == 0) return close;
  const bool integral = isIntegralType(self.scalar_type(), true);
  const Tensor a = integral ? self.to(get_default_dtype()) : self, b = integral ? other.to(get_default_dtype()) : other;
  const Tensor allowed = b.mul(Scalar(rtol)).abs().add(Scalar(atol));
  const Tensor distance = a.sub(b).abs();
  return close.bitwise_or(distance.isfinite().bitwise_and(distance.le(allowed)));
}
bool allclose(const Tensor& self, const Tensor& other, double rtol, double atol, bool equal_nan) {
  return self.isclose(other, rtol, atol, equal_nan).all().item().toBool();
}

// -- activations
Tensor relu6(Out out, const Tensor& self) { return op::hardtanh(out, self, 0, 6); }
Tensor selu(Out out, const Tensor& self) {
  constexpr double kAlpha = 1.6732632423543772848170429916717, kScale = 1.0507009873554804934193349852946;
  return op::elu(out, self, kAlpha, kScale, 1);
}
Tensor celu(Out out, const Tensor& self, const Scalar& alpha) {
  TORCHPP_CHECK(alpha.toDouble() != 0, "ZeroDivisionError: alpha cannot be 0 for CELU");
  return named(out, op::elu(out, self, alpha, 1.0, 1.0 / alpha.toDouble()),
               out.is_in_place() ? "CeluBackward1" : "CeluBackward0");
}
Tensor prelu(Out out, const Tensor& self, const Tensor& weight) {
  if (!isFloatingType(self.scalar_type())) fail_dtype(self.is_cuda() ? "prelu_cuda" : "prelu_cpu", self.scalar_type());
  TORCHPP_CHECK(weight.scalar_type() == self.scalar_type(), "prelu: Found dtype ", weight.scalar_type(),
                " but expected ", self.scalar_type());
  TORCHPP_CHECK(weight.dim() <= 1,
                "prelu: Expected `weight` to be a scalar or 1D tensor, but got ndim = ", weight.dim());
  Tensor w = weight;
  if (weight.numel() != 1) {  // one slope per channel, dimension 1
    TORCHPP_CHECK(self.dim() >= 1 && (self.dim() == 1 ? 1 : self.size(1)) == weight.numel(),
                  "Mismatch of parameter numbers and input channel size. Found parameter numbers = ", weight.numel(),
                  " and channel size = ", self.dim() > 1 ? self.size(1) : 1, ".");
    std::vector<int64_t> shape(static_cast<size_t>(self.dim()), 1);
    shape[self.dim() > 1 ? 1 : 0] = weight.numel();
    w = weight.view(shape);
  } else {
    w = weight.reshape({});
  }
  return finish_composite("prelu", out, op::prelu_kernel(Out(), self, w));
}
Tensor glu(Out out, const Tensor& self, int64_t dim) {
  TORCHPP_CHECK(self.dim() > 0, "glu does not support 0-dimensional tensors");
  const int64_t size = self.size(dim);
  if (!isFloatingType(self.scalar_type())) fail_dtype(self.is_cuda() ? "glu_cuda" : "glu_cpu", self.scalar_type());
  TORCHPP_CHECK(size % 2 == 0, "Halving dimension must be even, but dimension ", dim, " is size ", size);
  const Tensor gates = self.narrow(dim, size / 2, size / 2);
  if (out.is_out()) check_no_partial_overlap(out.tensor(), gates);
  return op::mul(out, self.narrow(dim, 0, size / 2), gates.sigmoid());
}

}  // namespace composite

namespace every_backend {
Tensor mvlgamma(Out out, const Tensor& self, int64_t p) {
  TORCHPP_CHECK(p >= 1, "p has to be greater than or equal to 1");
  const ScalarType type =
      isIntegralType(self.scalar_type(), true) ? get_default_dtype().toScalarType() : self.scalar_type();
  if (!isFloatingType(type)) fail_dtype("mvlgamma", type);
  if (!out.functional()) check_can_cast(type, out.tensor().scalar_type());
  const Tensor x = self.to(type == kDouble ? kDouble : kFloat);
  Tensor sum = x.lgamma();
  for (int64_t j = 1; j < p; ++j) sum.add_((x - 0.5 * static_cast<double>(j)).lgamma_());
  constexpr double kLogPi = 1.14472988584940017414;
  sum.add_(static_cast<double>(p) * static_cast<double>(p - 1) / 4 * kLogPi);
  return finish_write(out, sum.to(type));
}

namespace {

// The complex dtype that the parts make. Throws when they are not floating numbers of one dtype, or when a destination
// has another one.
ScalarType complex_dtype(const Out& out, const Tensor& first, const Tensor& second) {
  const ScalarType type = first.scalar_type(), other = second.scalar_type();
  const auto fits = [](ScalarType t) { return t == kHalf || t == kFloat || t == kDouble; };
  TORCHPP_CHECK(fits(type) && fits(other), "Expected both inputs to be Half, Float or Double tensors but got ", type,
                " and ", other);
  TORCHPP_CHECK(type == other, "Expected object of scalar type ", type, " but got scalar type ", other,
                " for second argument");
  const ScalarType result = toComplexType(type);
  TORCHPP_CHECK(out.functional() || out.tensor().scalar_type() == result, "Expected object of scalar type ", result,
                " but got scalar type ", out.functional() ? result : out.tensor().scalar_type(), " for argument 'out'");
  return result;
}

}  // namespace

Tensor complex(Out out, const Tensor& real, const Tensor& imag) {
  const ScalarType type = complex_dtype(out, real, imag);
  const TensorBase* const inputs[] = {&real, &imag};
  TORCHPP_CHECK(real.device() == imag.device(),
                "Expected all tensors to be on the same device, but found at least two devices, ", real.device(),
                " and ", imag.device());
  const DimVector shape = broadcast_inputs(inputs, 2);
  const Tensor result(make_tensor_strided(shape, elementwise_strides(shape, inputs, 2), type, real.device()));
  if (!result.is_meta()) {
    const Tensor parts = op::view_as_real(result);
    if (real.sizes() == imag.sizes() && real.is_contiguous() && imag.is_contiguous()) {  // interleaved in one pass
      const Tensor both[] = {op::unsqueeze(real, -1), op::unsqueeze(imag, -1)};
      op::cat(Out::to(parts), both, -1);
    } else {
      const Tensor re = op::select(parts, -1, 0), im = op::select(parts, -1, 1);
      op::copy(Out::in_place(re), re, real, false);
      op::copy(Out::in_place(im), im, imag, false);
    }
  }
  // Only now, because a part may be in the destination's memory.
  if (!out.functional()) resize_output_strided(out.tensor(), result.sizes(), result.strides());
  return finish_write(out, result);
}
Tensor polar(Out out, const Tensor& abs, const Tensor& angle) {
  TORCHPP_CHECK(complex_dtype(out, abs, angle) != ScalarType::ComplexHalf, "\"polar_cpu\" not implemented for 'Half'");
  // The cosine of a number that stands for a tensor would have the default dtype.
  const Tensor phase = angle.body().is_wrapped_number() ? angle.expand_as(abs) : angle;
  return complex(out, abs * phase.cos(), abs * phase.sin());
}

Tensor log_sigmoid(Out out, const Tensor& self) {
  pointwise::check_floating("log_sigmoid", out, self);
  return op::neg(out, op::softplus(Out(), self.neg(), 1, 20));
}

}  // namespace every_backend
}  // namespace torchpp
