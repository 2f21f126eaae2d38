// SPDX-License-Identifier: BSD-3-Clause
#include "src/ops/pointwise_kernels.h"

#include <cmath>

#include "src/ops/promotion.h"

namespace torchpp::pointwise {

ScalarType check_alpha(const Tensor& self, const Tensor& other, const Scalar& alpha) {
  const ScalarType type = promoted_dtype_of({&self, &other});
  TORCHPP_CHECK(!alpha.isBoolean() || type == kBool, "Boolean alpha only supported for Boolean results.");
  TORCHPP_CHECK(isFloatingType(type) || isComplexType(type) || alpha.isIntegral(true),
                "For integral input tensors, argument alpha must not be a floating point number.");
  TORCHPP_CHECK(isComplexType(type) || !alpha.isComplex(),
                "For non-complex input tensors, argument alpha must not be a complex number.");
  return type;
}

void check_exponent(const Tensor& self, const Tensor& number, double value) {
  TORCHPP_CHECK(value >= 0 || !isIntegralType(self.scalar_type(), true) || !isIntegralType(number.scalar_type(), true),
                "Integers to negative integer powers are not allowed.");
  if (self.is_complex()) return;
  const ScalarType type = promoted_dtype_of({&self, &number});
  if (type == kFloat || type == kDouble || type == kBool) return;
  alignas(16) char bits[16];
  store_number(load_number(number.scalar_type(), number.body().data()), type, bits);
}

namespace {

// Bounds of clamp that no element of the dtype exceeds.
Scalars no_bounds(ScalarType type) {
  Scalars s{};
  s.f[0] = -std::numeric_limits<double>::infinity();
  s.f[1] = std::numeric_limits<double>::infinity();
  const bool is_unsigned = type == kByte;
  const int bits = static_cast<int>(8 * elementSize(type)) - (is_unsigned ? 0 : 1);
  s.i[1] = bits >= 63 ? std::numeric_limits<int64_t>::max() : (int64_t{1} << bits) - 1;
  s.i[0] = is_unsigned ? 0 : -s.i[1] - 1;
  return s;
}

// Whether the numbers leave the dtype of the elements: they are of its category or a lower one.
bool keep_dtype(const Tensor& self, const optional<Scalar>& min, const optional<Scalar>& max) {
  if (self.body().is_wrapped_number()) return false;
  const ScalarType type = self.scalar_type();
  const auto keeps = [&](const optional<Scalar>& number) {
    if (!number) return true;
    return isFloatingType(type) ? !number->isComplex() : isIntegralType(type) && number->isIntegral(true);
  };
  return keeps(min) && keeps(max);
}

}  // namespace

Scalars two_bounds(const Scalar& min, const Scalar& max, ScalarType type) {
  const auto is_nan = [](const Scalar& bound) {
    return bound.isFloatingPoint() && bound.toDouble() != bound.toDouble();
  };
  if (TORCHPP_UNLIKELY(isFloatingType(type) && (is_nan(min) || is_nan(max)))) {
    Scalars s{};
    s.f[0] = s.f[1] = std::numeric_limits<double>::quiet_NaN();
    return s;
  }
  return scalars_of(type, min, max);
}

Scalars clamp_bounds(const Tensor& self, const optional<Scalar>& min, const optional<Scalar>& max, ScalarType& type) {
  TORCHPP_CHECK(min || max, "torch.clamp: At least one of 'min' or 'max' must not be None");
  TORCHPP_CHECK(!self.is_complex(), "clamp is not supported for complex types");
  type = self.scalar_type();
  if (TORCHPP_UNLIKELY(!keep_dtype(self, min, max))) {
    ResultType r;
    r.add(self);
    if (min) r.add(wrapped_number(*min));
    if (max) r.add(wrapped_number(*max));
    type = r.get();
  }
  TORCHPP_CHECK(type != kBool, "\"clamp_cpu\" not implemented for 'Bool'");
  if (min && max) return two_bounds(*min, *max, type);
  Scalars s = no_bounds(type);
  if (min) set_scalar(s, 0, *min, type);
  if (max) set_scalar(s, 1, *max, type);
  return s;
}

Scalars order_of_polygamma(int64_t n) {
  Scalars s{};
  s.f[0] = static_cast<double>(n);
  s.f[1] = (n % 2 != 0 ? 1 : -1) * std::tgamma(s.f[0] + 1);
  return s;
}

double most_of(ScalarType type) {
  switch (type) {
    case kHalf: return 65504;
    case kBFloat16: return 0x1.fep127;
    case kFloat: return std::numeric_limits<float>::max();
    default: return std::numeric_limits<double>::max();
  }
}

void check_floating(const char* op, const Out& out, const Tensor& self) {
  if (!isFloatingType(self.scalar_type())) fail_dtype(op, self.scalar_type());
  check_out_dtype(out, self.scalar_type());
}
void check_frexp(const Out& out, const Tensor& self) {
  const ScalarType type = self.scalar_type();
  TORCHPP_CHECK(isFloatingType(type), "torch.frexp() only supports floating-point dtypes");
  if (out.functional()) return;
  TORCHPP_CHECK(out.tensor(0).scalar_type() == type, "torch.frexp() expects mantissa to have dtype ", type, " but got ",
                out.tensor(0).scalar_type());
  TORCHPP_CHECK(out.tensor(1).scalar_type() == kInt, "torch.frexp() expects exponent to have int dtype but got ",
                out.tensor(1).scalar_type());
}

void plan_where(ElementwisePlan& plan, Out out, const TensorBase* const (&inputs)[3]) {
  promote_elementwise(plan, "where", inputs, 3, Rule::kSame, 1);
  check_out_dtype(out, plan.compute);
  plan_elementwise(plan, "where", out, inputs, 3, Rule::kSame, 1);
}

bool check_equal(const Tensor& self, const Tensor& other) {
  TORCHPP_CHECK(self.device() == other.device(),
                "equal: Expected all tensors to be on the same device, but found at least two devices, ", self.device(),
                " and ", other.device());
  return self.sizes() == other.sizes();
}

}  // namespace torchpp::pointwise
