// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Element-wise functions. Operands broadcast; dtypes are promoted (see result_type); `name_out(out, ...)` writes
/// to a tensor that is resized to fit, `name_(x, ...)` changes x. All are differentiable where their values are.
///
/// Regular ones, for each row of ops/pointwise.def: `Tensor name(x)`, `Tensor& name_(x)`, `Tensor& name_out(out, x)`,
/// and of two operands `name(a, b)` with a tensor or a number on the right.

#include <torchpp/tensor.h>

namespace torchpp {

#define TORCHPP_UNARY(name, rule)                                 \
  inline Tensor name(const Tensor& self) { return self.name(); }  \
  inline Tensor& name##_(Tensor& self) { return self.name##_(); } \
  TORCHPP_API Tensor& name##_out(Tensor& out, const Tensor& self);
#define TORCHPP_BINARY_TENSOR(name, rule)                                                  \
  inline Tensor name(const Tensor& self, const Tensor& other) { return self.name(other); } \
  TORCHPP_API Tensor& name##_out(Tensor& out, const Tensor& self, const Tensor& other);
#define TORCHPP_BINARY_OUT TORCHPP_BINARY_TENSOR
#define TORCHPP_BINARY(name, rule, overloads)                                              \
  inline Tensor name(const Tensor& self, const Tensor& other) { return self.name(other); } \
  inline Tensor name(const Tensor& self, const Scalar& other) { return self.name(other); } \
  TORCHPP_API Tensor& name##_out(Tensor& out, const Tensor& self, const Tensor& other);    \
  TORCHPP_API Tensor& name##_out(Tensor& out, const Tensor& self, const Scalar& other);
#include <torchpp/ops/pointwise.def>

/// self + alpha * other
inline Tensor add(const Tensor& self, const Tensor& other, const Scalar& alpha = 1) { return self.add(other, alpha); }
inline Tensor add(const Tensor& self, const Scalar& other, const Scalar& alpha = 1) { return self.add(other, alpha); }
TORCHPP_API Tensor& add_out(Tensor& out, const Tensor& self, const Tensor& other, const Scalar& alpha = 1);
/// self - alpha * other
inline Tensor sub(const Tensor& self, const Tensor& other, const Scalar& alpha = 1) { return self.sub(other, alpha); }
inline Tensor sub(const Tensor& self, const Scalar& other, const Scalar& alpha = 1) { return self.sub(other, alpha); }
TORCHPP_API Tensor& sub_out(Tensor& out, const Tensor& self, const Tensor& other, const Scalar& alpha = 1);
/// other - alpha * self
TORCHPP_API Tensor rsub(const Tensor& self, const Tensor& other, const Scalar& alpha = 1);
TORCHPP_API Tensor rsub(const Tensor& self, const Scalar& other, const Scalar& alpha = 1);
/// a / b, rounded as asked: "trunc", "floor", or not at all. Integers stay integers when rounded.
inline Tensor div(const Tensor& self, const Tensor& other, std::optional<std::string> rounding_mode) {
  return self.div(other, std::move(rounding_mode));
}
inline Tensor div(const Tensor& self, const Scalar& other, std::optional<std::string> rounding_mode) {
  return self.div(other, std::move(rounding_mode));
}
inline Tensor floor_divide(const Tensor& self, const Tensor& other) { return self.floor_divide(other); }
inline Tensor floor_divide(const Tensor& self, const Scalar& other) { return self.floor_divide(other); }
/// base to the power of each element
TORCHPP_API Tensor pow(const Scalar& base, const Tensor& exponent);
inline Tensor square(const Tensor& self) { return self.square(); }
inline Tensor max(const Tensor& self, const Tensor& other) { return self.maximum(other); }
inline Tensor min(const Tensor& self, const Tensor& other) { return self.minimum(other); }

/// min(max(self, min), max); an absent bound does not bound, at least one must be there. NaN stays.
inline Tensor clamp(const Tensor& self, const std::optional<Scalar>& min,
                    const std::optional<Scalar>& max = std::nullopt) {
  return self.clamp(min, max);
}
inline Tensor clamp(const Tensor& self, const std::optional<Tensor>& min,
                    const std::optional<Tensor>& max = std::nullopt) {
  return self.clamp(min, max);
}
inline Tensor& clamp_(Tensor& self, const std::optional<Scalar>& min, const std::optional<Scalar>& max = std::nullopt) {
  return self.clamp_(min, max);
}
TORCHPP_API Tensor& clamp_out(Tensor& out, const Tensor& self, const std::optional<Scalar>& min,
                              const std::optional<Scalar>& max = std::nullopt);
inline Tensor clamp_min(const Tensor& self, const Scalar& min) { return self.clamp_min(min); }
inline Tensor clamp_max(const Tensor& self, const Scalar& max) { return self.clamp_max(max); }
/// self + value * tensor1 * tensor2
inline Tensor addcmul(const Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const Scalar& value = 1) {
  return self.addcmul(tensor1, tensor2, value);
}
/// self + value * tensor1 / tensor2
inline Tensor addcdiv(const Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const Scalar& value = 1) {
  return self.addcdiv(tensor1, tensor2, value);
}
/// self + weight * (end - self)
inline Tensor lerp(const Tensor& self, const Tensor& end, const Scalar& weight) { return self.lerp(end, weight); }
inline Tensor lerp(const Tensor& self, const Tensor& end, const Tensor& weight) { return self.lerp(end, weight); }
/// Elements of self where the condition (bool) holds, else of other.
TORCHPP_API Tensor where(const Tensor& condition, const Tensor& self, const Tensor& other);
TORCHPP_API Tensor where(const Tensor& condition, const Scalar& self, const Tensor& other);
TORCHPP_API Tensor where(const Tensor& condition, const Tensor& self, const Scalar& other);
TORCHPP_API Tensor where(const Tensor& condition, const Scalar& self, const Scalar& other);
/// The positions where the condition holds, a tensor per dimension.
TORCHPP_API std::vector<Tensor> where(const Tensor& condition);

inline Tensor isnan(const Tensor& self) { return self.isnan(); }
inline Tensor isinf(const Tensor& self) { return self.isinf(); }
inline Tensor isfinite(const Tensor& self) { return self.isfinite(); }
/// Same sizes and same elements.
inline bool equal(const Tensor& self, const Tensor& other) { return self.equal(other); }
/// |self - other| <= atol + rtol * |other| for each, for all elements.
inline Tensor isclose(const Tensor& self, const Tensor& other, double rtol = 1e-5, double atol = 1e-8,
                      bool equal_nan = false) {
  return self.isclose(other, rtol, atol, equal_nan);
}
inline bool allclose(const Tensor& self, const Tensor& other, double rtol = 1e-5, double atol = 1e-8,
                     bool equal_nan = false) {
  return self.allclose(other, rtol, atol, equal_nan);
}

// Activations; their meaning stands with the modules of the same name.
TORCHPP_API Tensor gelu(const Tensor& self, const std::string& approximate = "none");
TORCHPP_API Tensor leaky_relu(const Tensor& self, const Scalar& negative_slope = 0.01);
TORCHPP_API Tensor& leaky_relu_(Tensor& self, const Scalar& negative_slope = 0.01);
TORCHPP_API Tensor elu(const Tensor& self, const Scalar& alpha = 1, const Scalar& scale = 1,
                       const Scalar& input_scale = 1);
TORCHPP_API Tensor& elu_(Tensor& self, const Scalar& alpha = 1, const Scalar& scale = 1, const Scalar& input_scale = 1);
TORCHPP_API Tensor selu(const Tensor& self);
TORCHPP_API Tensor& selu_(Tensor& self);
TORCHPP_API Tensor celu(const Tensor& self, const Scalar& alpha = 1.0);
TORCHPP_API Tensor& celu_(Tensor& self, const Scalar& alpha = 1.0);
TORCHPP_API Tensor hardtanh(const Tensor& self, const Scalar& min_val = -1, const Scalar& max_val = 1);
TORCHPP_API Tensor& hardtanh_(Tensor& self, const Scalar& min_val = -1, const Scalar& max_val = 1);
TORCHPP_API Tensor relu6(const Tensor& self);
TORCHPP_API Tensor& relu6_(Tensor& self);
TORCHPP_API Tensor softplus(const Tensor& self, const Scalar& beta = 1, const Scalar& threshold = 20);
TORCHPP_API Tensor hardswish(const Tensor& self);
TORCHPP_API Tensor& hardswish_(Tensor& self);
TORCHPP_API Tensor hardsigmoid(const Tensor& self);
TORCHPP_API Tensor& hardsigmoid_(Tensor& self);
TORCHPP_API Tensor mish(const Tensor& self);
TORCHPP_API Tensor& mish_(Tensor& self);
TORCHPP_API Tensor threshold(const Tensor& self, const Scalar& threshold, const Scalar& value);
TORCHPP_API Tensor& threshold_(Tensor& self, const Scalar& threshold, const Scalar& value);
TORCHPP_API Tensor log_sigmoid(const Tensor& self);
TORCHPP_API Tensor hardshrink(const Tensor& self, const Scalar& lambd = 0.5);
TORCHPP_API Tensor softshrink(const Tensor& self, const Scalar& lambd = 0.5);
TORCHPP_API Tensor prelu(const Tensor& self, const Tensor& weight);
TORCHPP_API Tensor glu(const Tensor& self, int64_t dim = -1);

}  // namespace torchpp
