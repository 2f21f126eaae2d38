// SPDX-License-Identifier: BSD-3-Clause
#include <limits>

#include "src/backends/cpu/elementwise.h"
#include "src/core/view.h"
#include "src/ops/promotion.h"
#include "src/ops/result.h"

// The CPU's element-wise kernels: each names its table of loops and, where the arithmetic needs it, its own checks.

namespace torchpp::cpu {
namespace {

constexpr ElementwiseRule kSame = ElementwiseRule::kSame, kPromote = ElementwiseRule::kPromote,
                          kFloat = ElementwiseRule::kFloat, kBool = ElementwiseRule::kBool,
                          kAbs = ElementwiseRule::kAbs, kLogic = ElementwiseRule::kLogic,
                          kBits = ElementwiseRule::kBits;

// Integers have no fraction to lose.
Tensor rounding(const char* op, Out out, const Tensor& self, const LoopTable<LoopFn>& loops) {
  if (!isIntegralType(self.scalar_type(), true)) return unary(op, out, self, kSame, loops);
  if (out.functional()) return op::clone(self, MemoryFormat::Preserve);
  if (out.is_out()) resize_output(out.tensor(), self.sizes());
  if (!out.is_in_place()) op::copy(Out::in_place(out.tensor()), out.tensor(), self, false);
  else bump_version(self);
  return Tensor();
}

// One number for real and complex loops alike.
Scalars alpha_scalars(const Scalar& alpha) {
  Scalars s;  // loops read no more than the two parts and the integer
  if (TORCHPP_LIKELY(alpha.isIntegral(true))) {
    s.i[0] = alpha.toLong();
    s.f[0] = static_cast<double>(s.i[0]);
    s.f[1] = 0;
    return s;
  }
  const ComplexDouble z = alpha.toComplexDouble();
  s.f[0] = z.real();
  s.f[1] = z.imag();
  s.i[0] = 0;
  return s;
}

void check_alpha(const Tensor& self, const Tensor& other, const Scalar& alpha) {
  if (TORCHPP_LIKELY(alpha.isIntegral() && self.scalar_type() != torchpp::kBool)) return;
  const ScalarType type = self.scalar_type() == other.scalar_type() ? self.scalar_type() : [&] {
    ResultType r;
    r.add(self);
    r.add(other);
    return r.get();
  }();
  TORCHPP_CHECK(!alpha.isBoolean() || type == torchpp::kBool, "Boolean alpha only supported for Boolean results.");
  TORCHPP_CHECK(isFloatingType(type) || isComplexType(type) || alpha.isIntegral(true),
                "For integral input tensors, argument alpha must not be a floating point number.");
  TORCHPP_CHECK(isComplexType(type) || !alpha.isComplex(),
                "For non-complex input tensors, argument alpha must not be a complex number.");
}

// The value of a number given as the right operand, when it is one.
bool number_operand(const Tensor& t, double& value) {
  if (t.is_complex() || !t.impl()->is_wrapped_number()) return false;
  value = load_number(t.scalar_type(), t.impl()->data()).toDouble();
  return true;
}

}  // namespace

#define UNARY(name, rule) \
  Tensor name(Out out, const Tensor& self) { return unary(#name, out, self, rule, name##_loops); }
UNARY(abs, kAbs)
UNARY(exp, kFloat)
UNARY(exp2, kFloat)
UNARY(expm1, kFloat)
UNARY(log, kFloat)
UNARY(log2, kFloat)
UNARY(log10, kFloat)
UNARY(log1p, kFloat)
UNARY(sqrt, kFloat)
UNARY(rsqrt, kFloat)
UNARY(reciprocal, kFloat)
UNARY(sigmoid, kFloat)
UNARY(tanh, kFloat)
UNARY(sin, kFloat)
UNARY(cos, kFloat)
UNARY(tan, kFloat)
UNARY(asin, kFloat)
UNARY(acos, kFloat)
UNARY(atan, kFloat)
UNARY(sinh, kFloat)
UNARY(cosh, kFloat)
UNARY(erf, kFloat)
UNARY(erfc, kFloat)
UNARY(frac, kSame)
UNARY(relu, kSame)
UNARY(silu, kSame)
UNARY(logical_not, kLogic)
UNARY(hardswish, kSame)
UNARY(hardsigmoid, kSame)
UNARY(mish, kSame)
#undef UNARY

Tensor neg(Out out, const Tensor& self) {
  TORCHPP_CHECK(self.scalar_type() != torchpp::kBool,
                "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, "
                "use the `~` or "
                "`logical_not()` operator instead.");
  return unary("neg", out, self, kSame, neg_loops);
}
Tensor floor(Out out, const Tensor& self) { return rounding("floor", out, self, floor_loops); }
Tensor ceil(Out out, const Tensor& self) { return rounding("ceil", out, self, ceil_loops); }
Tensor round(Out out, const Tensor& self) { return rounding("round", out, self, round_loops); }
Tensor trunc(Out out, const Tensor& self) { return rounding("trunc", out, self, trunc_loops); }
Tensor sign(Out out, const Tensor& self) {
  TORCHPP_CHECK(!self.is_complex(), "Unlike NumPy, torch.sign doesn't allow complex tensors. Use torch.sgn instead.");
  return self.scalar_type() == torchpp::kBool ? rounding("sign", out, self, sign_loops)
                                              : unary("sign", out, self, kSame, sign_loops);
}
Tensor sgn(Out out, const Tensor& self) {
  if (!self.is_complex()) return sign(out, self);
  return unary("sgn", out, self, kSame, sgn_loops);
}
Tensor bitwise_not(Out out, const Tensor& self) {
  if (self.scalar_type() == torchpp::kBool) return unary("bitwise_not", out, self, kSame, logical_not_loops);
  return unary("bitwise_not", out, self, kBits, bitwise_not_loops);
}

#define BINARY(name, rule)                                        \
  Tensor name(Out out, const Tensor& self, const Tensor& other) { \
    return binary(#name, out, self, other, rule, name##_loops);   \
  }
BINARY(mul, kPromote)
BINARY(div, kFloat)
BINARY(remainder, kPromote)
BINARY(fmod, kPromote)
BINARY(eq, kBool)
BINARY(ne, kBool)
BINARY(lt, kBool)
BINARY(le, kBool)
BINARY(gt, kBool)
BINARY(ge, kBool)
BINARY(bitwise_and, kBits)
BINARY(bitwise_or, kBits)
BINARY(bitwise_xor, kBits)
BINARY(atan2, kFloat)
BINARY(logical_and, kLogic)
BINARY(logical_or, kLogic)
BINARY(logical_xor, kLogic)
BINARY(maximum, kPromote)
BINARY(minimum, kPromote)
BINARY(sigmoid_backward, kPromote)
BINARY(tanh_backward, kPromote)
BINARY(silu_backward, kPromote)
BINARY(hardswish_backward, kPromote)
BINARY(hardsigmoid_backward, kPromote)
#undef BINARY
Tensor mish_backward(const Tensor& grad, const Tensor& self) {
  return binary("mish_backward", Out(), grad, self, kPromote, mish_backward_loops);
}

Tensor pow(Out out, const Tensor& self, const Tensor& other) {
  double e = 0;
  if (number_operand(other, e)) {
    TORCHPP_CHECK(e >= 0 || !isIntegralType(self.scalar_type(), true) || !isIntegralType(other.scalar_type(), true),
                  "Integers to negative integer powers are not allowed.");
    if (isFloatingType(self.scalar_type())) {  // exact, and many times cheaper than the general power
      if (e == 2) return unary("pow", out, self, kSame, square_loops);
      if (e == 0.5) return unary("pow", out, self, kSame, sqrt_loops);
      if (e == -1) return unary("pow", out, self, kSame, reciprocal_loops);
    }
  }
  return binary("pow", out, self, other, kPromote, pow_loops);
}

Tensor add(Out out, const Tensor& self, const Tensor& other, const Scalar& alpha) {
  check_alpha(self, other, alpha);
  const Scalars s = alpha_scalars(alpha);
  return binary("add", out, self, other, kPromote, add_loops, &s);
}
Tensor sub(Out out, const Tensor& self, const Tensor& other, const Scalar& alpha) {
  TORCHPP_CHECK(self.scalar_type() != torchpp::kBool || other.scalar_type() != torchpp::kBool,
                "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` "
                "operator instead.");
  TORCHPP_CHECK(self.scalar_type() != torchpp::kBool && other.scalar_type() != torchpp::kBool,
                "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a "
                "mask, use the `~` or "
                "`logical_not()` operator instead.");
  check_alpha(self, other, alpha);
  const Scalars s = alpha_scalars(alpha);
  return binary("sub", out, self, other, kPromote, sub_loops, &s);
}
Tensor div_mode(Out out, const Tensor& self, const Tensor& other, std::optional<std::string> rounding_mode) {
  if (!rounding_mode) return div(out, self, other);
  if (*rounding_mode == "floor") return binary("div_floor", out, self, other, kPromote, div_floor_loops);
  TORCHPP_CHECK(*rounding_mode == "trunc",
                "div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '", *rounding_mode, "'");
  return binary("div_trunc", out, self, other, kPromote, div_trunc_loops);
}

Tensor clamp(Out out, const Tensor& self, const std::optional<Scalar>& min, const std::optional<Scalar>& max) {
  TORCHPP_CHECK(min || max, "torch.clamp: At least one of 'min' or 'max' must not be None");
  TORCHPP_CHECK(!self.is_complex(), "clamp is not supported for complex types");
  ResultType r;
  r.add(self);
  if (min) r.add(wrapped_number(*min));
  if (max) r.add(wrapped_number(*max));
  const ScalarType type = r.get();
  TORCHPP_CHECK(type != torchpp::kBool, "\"clamp_cpu\" not implemented for 'Bool'");
  Scalars s{};
  s.f[0] = min ? min->toDouble() : -std::numeric_limits<double>::infinity();
  s.f[1] = max ? max->toDouble() : std::numeric_limits<double>::infinity();
  if (isIntegralType(type)) {
    s.i[0] = min ? min->toLong() : std::numeric_limits<int64_t>::min();
    s.i[1] = max ? max->toLong() : std::numeric_limits<int64_t>::max();
  }
  // A NaN bound makes every element NaN; the loop keeps only NaN elements.
  if (s.f[0] != s.f[0] || s.f[1] != s.f[1]) {
    s.f[0] = s.f[1] = std::numeric_limits<double>::quiet_NaN();
  }
  const Tensor converted =
      type == self.scalar_type() ? self : op::to_copy(self, TensorOptions(type), false, MemoryFormat::Preserve);
  return unary("clamp", out, converted, kSame, clamp_loops, &s);
}
Tensor clamp_tensor(Out out, const Tensor& self, const Tensor& min, const Tensor& max) {
  TORCHPP_CHECK(min.defined() || max.defined(), "torch.clamp: At least one of 'min' or 'max' must not be None");
  if (!max.defined()) return binary("clamp", out, self, min, kPromote, maximum_loops);
  if (!min.defined()) return binary("clamp", out, self, max, kPromote, minimum_loops);
  return ternary("clamp", out, self, min, max, kPromote, clamp_tensor_loops);
}

Tensor addcmul(Out out, const Tensor& self, const Tensor& a, const Tensor& b, const Scalar& value) {
  const Scalars s = alpha_scalars(value);
  return ternary("addcmul", out, self, a, b, kPromote, addcmul_loops, &s);
}
Tensor addcdiv(Out out, const Tensor& self, const Tensor& a, const Tensor& b, const Scalar& value) {
  TORCHPP_CHECK(!isIntegralType(a.scalar_type(), true) || !isIntegralType(b.scalar_type(), true),
                "Integer division with addcdiv is no longer supported, and in a future release addcdiv will perform a "
                "true division of "
                "tensor1 and tensor2. Convert one of them to a floating dtype, or divide with rounding_mode first.");
  const Scalars s = alpha_scalars(value);
  return ternary("addcdiv", out, self, a, b, kPromote, addcdiv_loops, &s);
}
Tensor lerp_tensor(Out out, const Tensor& self, const Tensor& end, const Tensor& weight) {
  TORCHPP_CHECK(self.scalar_type() == end.scalar_type(), "expected dtype ", self.scalar_type(),
                " for `end` but got dtype ", end.scalar_type());
  TORCHPP_CHECK(self.scalar_type() == weight.scalar_type() || weight.impl()->is_wrapped_number(), "expected dtype ",
                self.scalar_type(), " for `weight` but got dtype ", weight.scalar_type());
  return ternary("lerp", out, self, end, weight, kPromote, lerp_loops);
}
Tensor lerp(Out out, const Tensor& self, const Tensor& end, const Scalar& weight) {
  return lerp_tensor(out, self, end, wrapped_number(weight));
}

Tensor where(const Tensor& condition, const Tensor& self, const Tensor& other) {
  TORCHPP_CHECK(condition.scalar_type() == torchpp::kBool || condition.scalar_type() == kByte,
                "where expected condition to be a boolean tensor, but got a tensor with dtype ",
                condition.scalar_type());
  const TensorBase* const inputs[] = {&condition, &self, &other};
  ElementwisePlan plan(broadcast_inputs(inputs, 3));
  plan_elementwise(plan, "where", Out(), inputs, 3, kPromote, 1);
  run_loop(plan.iterator, where_loop(static_cast<int64_t>(elementSize(plan.compute))), nullptr, "where");
  return finish_elementwise(plan, Out());
}

namespace {

// NaN and infinities of floats, of the parts of complex numbers, and of integers, which have none.
Tensor classify(const char* op, const Tensor& self, const LoopTable<LoopFn>& loops, bool of_integers, bool all_parts) {
  if (isIntegralType(self.scalar_type(), true)) {
    Tensor result(make_tensor(self.sizes(), torchpp::kBool, self.device()));
    if (result.is_meta()) return result;
    __builtin_memset(result.impl()->data(), of_integers ? 1 : 0, static_cast<size_t>(result.numel()));
    return result;
  }
  if (!self.is_complex()) return unary(op, Out(), self, kBool, loops);
  const Tensor parts = op::view_as_real(self.is_conj() ? self.resolve_conj() : self);
  const Tensor re = unary(op, Out(), parts.select(-1, 0), kBool, loops),
               im = unary(op, Out(), parts.select(-1, 1), kBool, loops);
  return all_parts ? bitwise_and(Out(), re, im) : bitwise_or(Out(), re, im);
}

}  // namespace

Tensor isnan(const Tensor& self) { return classify("isnan", self, isnan_loops, false, false); }
Tensor isinf(const Tensor& self) { return classify("isinf", self, isinf_loops, false, false); }
Tensor isfinite(const Tensor& self) { return classify("isfinite", self, isfinite_loops, true, true); }

bool equal(const Tensor& self, const Tensor& other) {
  TORCHPP_CHECK(self.device() == other.device(),
                "equal: Expected all tensors to be on the same device, but found at least two devices, ", self.device(),
                " and ", other.device());
  TORCHPP_CHECK(self.scalar_type() == other.scalar_type(), "Expected object of data type ", self.scalar_type(),
                " but got data type ", other.scalar_type(), " for argument 'other' in call to equal");
  if (self.sizes() != other.sizes()) return false;
  const Tensor same = eq(Out(), self, other);
  const auto* p = static_cast<const unsigned char*>(same.impl()->data());
  return same.numel() == 0 || __builtin_memchr(p, 0, static_cast<size_t>(same.numel())) == nullptr;
}

// -- activations with parameters
namespace {

bool is_tanh(const std::string& approximate) {
  TORCHPP_CHECK(approximate == "none" || approximate == "tanh",
                "approximate argument must be either none or tanh, got ", approximate);
  return approximate == "tanh";
}

}  // namespace

Tensor gelu(Out out, const Tensor& self, std::string approximate) {
  return is_tanh(approximate) ? unary("gelu", out, self, kSame, gelu_tanh_loops)
                              : unary("gelu", out, self, kSame, gelu_loops);
}
Tensor gelu_backward(Out out, const Tensor& g, const Tensor& self, std::string approximate) {
  return is_tanh(approximate) ? binary("gelu_backward", out, g, self, kPromote, gelu_tanh_backward_loops)
                              : binary("gelu_backward", out, g, self, kPromote, gelu_backward_loops);
}
Tensor leaky_relu(Out out, const Tensor& self, const Scalar& slope) {
  const Scalars s = make_scalars(slope);
  return unary("leaky_relu", out, self, kSame, leaky_relu_loops, &s);
}
Tensor leaky_relu_backward(Out out, const Tensor& g, const Tensor& self, const Scalar& slope, bool self_is_result) {
  TORCHPP_CHECK(!self_is_result || slope.toDouble() >= 0,
                "In-place leakyReLu backward calculation is triggered with a negative slope which is not supported. "
                "This is caused by "
                "calling in-place forward function with a negative slope, please call out-of-place version instead.");
  const Scalars s = make_scalars(slope);
  return binary("leaky_relu_backward", out, g, self, kPromote, leaky_relu_backward_loops, &s);
}
Tensor elu(Out out, const Tensor& self, const Scalar& alpha, const Scalar& scale, const Scalar& input_scale) {
  const Scalars s = make_scalars(alpha, scale, input_scale);
  return unary("elu", out, self, kSame, elu_loops, &s);
}
Tensor elu_backward(Out out, const Tensor& g, const Scalar& alpha, const Scalar& scale, const Scalar& input_scale,
                    bool is_result, const Tensor& self_or_result) {
  TORCHPP_CHECK(!is_result || alpha.toDouble() >= 0,
                "In-place elu backward calculation is triggered with a negative slope which is not supported.");
  const Scalars s = make_scalars(alpha, scale, input_scale);
  return is_result ? binary("elu_backward", out, g, self_or_result, kPromote, elu_backward_result_loops, &s)
                   : binary("elu_backward", out, g, self_or_result, kPromote, elu_backward_loops, &s);
}
Tensor hardtanh(Out out, const Tensor& self, const Scalar& min, const Scalar& max) {
  TORCHPP_CHECK(self.scalar_type() != torchpp::kBool, "Bool inputs not supported for hardtanh");
  const Scalars s = make_scalars(min, max);
  return unary("hardtanh", out, self, kSame, clamp_loops, &s);
}
Tensor hardtanh_backward(Out out, const Tensor& g, const Tensor& self, const Scalar& min, const Scalar& max) {
  const Scalars s = make_scalars(min, max);
  return binary("hardtanh_backward", out, g, self, kPromote, hardtanh_backward_loops, &s);
}
Tensor softplus(Out out, const Tensor& self, const Scalar& beta, const Scalar& threshold) {
  const Scalars s = make_scalars(beta, threshold);
  return unary("softplus", out, self, kSame, softplus_loops, &s);
}
Tensor softplus_backward(Out out, const Tensor& g, const Tensor& self, const Scalar& beta, const Scalar& threshold) {
  const Scalars s = make_scalars(beta, threshold);
  return binary("softplus_backward", out, g, self, kPromote, softplus_backward_loops, &s);
}
Tensor threshold(Out out, const Tensor& self, const Scalar& threshold, const Scalar& value) {
  const Scalars s = make_scalars(threshold, value);
  return unary("threshold", out, self, kSame, threshold_loops, &s);
}
Tensor threshold_backward(Out out, const Tensor& g, const Tensor& self, const Scalar& threshold) {
  const Scalars s = make_scalars(threshold);
  return binary("threshold_backward", out, g, self, kPromote, threshold_backward_loops, &s);
}

}  // namespace torchpp::cpu
