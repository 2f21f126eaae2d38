// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/foreach.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/foreach.h>

#include "src/ops/forward.h"
#include "src/ops/generated/creation.h"
#include "src/ops/generated/foreach.h"
#include "src/ops/generated/pointwise.h"
#include "src/ops/generated/reduction.h"
#include "src/ops/lists.h"

namespace torchpp {

namespace composite {

std::vector<Tensor> foreach_abs(TensorList self) {
  check_lists("_foreach_abs", self);
  return list_of(self.size(), [&](size_t i) { return op::abs(Out(), self[i]); });
}
void foreach_abs_in_place(TensorList self) {
  const auto write = [&](TensorList self, size_t i) {
    op::abs(Out::in_place(self[i]), self[i]);
  };
  write_each("_foreach_abs_", write, self);
}
std::vector<Tensor> foreach_acos(TensorList self) {
  check_lists("_foreach_acos", self);
  return list_of(self.size(), [&](size_t i) { return op::acos(Out(), self[i]); });
}
void foreach_acos_in_place(TensorList self) {
  const auto write = [&](TensorList self, size_t i) {
    op::acos(Out::in_place(self[i]), self[i]);
  };
  write_each("_foreach_acos_", write, self);
}
std::vector<Tensor> foreach_asin(TensorList self) {
  check_lists("_foreach_asin", self);
  return list_of(self.size(), [&](size_t i) { return op::asin(Out(), self[i]); });
}
void foreach_asin_in_place(TensorList self) {
  const auto write = [&](TensorList self, size_t i) {
    op::asin(Out::in_place(self[i]), self[i]);
  };
  write_each("_foreach_asin_", write, self);
}
std::vector<Tensor> foreach_atan(TensorList self) {
  check_lists("_foreach_atan", self);
  return list_of(self.size(), [&](size_t i) { return op::atan(Out(), self[i]); });
}
void foreach_atan_in_place(TensorList self) {
  const auto write = [&](TensorList self, size_t i) {
    op::atan(Out::in_place(self[i]), self[i]);
  };
  write_each("_foreach_atan_", write, self);
}
std::vector<Tensor> foreach_ceil(TensorList self) {
  check_lists("_foreach_ceil", self);
  return list_of(self.size(), [&](size_t i) { return op::ceil(Out(), self[i]); });
}
void foreach_ceil_in_place(TensorList self) {
  const auto write = [&](TensorList self, size_t i) {
    op::ceil(Out::in_place(self[i]), self[i]);
  };
  write_each("_foreach_ceil_", write, self);
}
std::vector<Tensor> foreach_cos(TensorList self) {
  check_lists("_foreach_cos", self);
  return list_of(self.size(), [&](size_t i) { return op::cos(Out(), self[i]); });
}
void foreach_cos_in_place(TensorList self) {
  const auto write = [&](TensorList self, size_t i) {
    op::cos(Out::in_place(self[i]), self[i]);
  };
  write_each("_foreach_cos_", write, self);
}
std::vector<Tensor> foreach_cosh(TensorList self) {
  check_lists("_foreach_cosh", self);
  return list_of(self.size(), [&](size_t i) { return op::cosh(Out(), self[i]); });
}
void foreach_cosh_in_place(TensorList self) {
  const auto write = [&](TensorList self, size_t i) {
    op::cosh(Out::in_place(self[i]), self[i]);
  };
  write_each("_foreach_cosh_", write, self);
}
std::vector<Tensor> foreach_erf(TensorList self) {
  check_lists("_foreach_erf", self);
  return list_of(self.size(), [&](size_t i) { return op::erf(Out(), self[i]); });
}
void foreach_erf_in_place(TensorList self) {
  const auto write = [&](TensorList self, size_t i) {
    op::erf(Out::in_place(self[i]), self[i]);
  };
  write_each("_foreach_erf_", write, self);
}
std::vector<Tensor> foreach_erfc(TensorList self) {
  check_lists("_foreach_erfc", self);
  return list_of(self.size(), [&](size_t i) { return op::erfc(Out(), self[i]); });
}
void foreach_erfc_in_place(TensorList self) {
  const auto write = [&](TensorList self, size_t i) {
    op::erfc(Out::in_place(self[i]), self[i]);
  };
  write_each("_foreach_erfc_", write, self);
}
std::vector<Tensor> foreach_exp(TensorList self) {
  check_lists("_foreach_exp", self);
  return list_of(self.size(), [&](size_t i) { return op::exp(Out(), self[i]); });
}
void foreach_exp_in_place(TensorList self) {
  const auto write = [&](TensorList self, size_t i) {
    op::exp(Out::in_place(self[i]), self[i]);
  };
  write_each("_foreach_exp_", write, self);
}
std::vector<Tensor> foreach_expm1(TensorList self) {
  check_lists("_foreach_expm1", self);
  return list_of(self.size(), [&](size_t i) { return op::expm1(Out(), self[i]); });
}
void foreach_expm1_in_place(TensorList self) {
  const auto write = [&](TensorList self, size_t i) {
    op::expm1(Out::in_place(self[i]), self[i]);
  };
  write_each("_foreach_expm1_", write, self);
}
std::vector<Tensor> foreach_floor(TensorList self) {
  check_lists("_foreach_floor", self);
  return list_of(self.size(), [&](size_t i) { return op::floor(Out(), self[i]); });
}
void foreach_floor_in_place(TensorList self) {
  const auto write = [&](TensorList self, size_t i) {
    op::floor(Out::in_place(self[i]), self[i]);
  };
  write_each("_foreach_floor_", write, self);
}
std::vector<Tensor> foreach_frac(TensorList self) {
  check_lists("_foreach_frac", self);
  return list_of(self.size(), [&](size_t i) { return op::frac(Out(), self[i]); });
}
void foreach_frac_in_place(TensorList self) {
  const auto write = [&](TensorList self, size_t i) {
    op::frac(Out::in_place(self[i]), self[i]);
  };
  write_each("_foreach_frac_", write, self);
}
std::vector<Tensor> foreach_lgamma(TensorList self) {
  check_lists("_foreach_lgamma", self);
  return list_of(self.size(), [&](size_t i) { return op::lgamma(Out(), self[i]); });
}
void foreach_lgamma_in_place(TensorList self) {
  const auto write = [&](TensorList self, size_t i) {
    op::lgamma(Out::in_place(self[i]), self[i]);
  };
  write_each("_foreach_lgamma_", write, self);
}
std::vector<Tensor> foreach_log(TensorList self) {
  check_lists("_foreach_log", self);
  return list_of(self.size(), [&](size_t i) { return op::log(Out(), self[i]); });
}
void foreach_log_in_place(TensorList self) {
  const auto write = [&](TensorList self, size_t i) {
    op::log(Out::in_place(self[i]), self[i]);
  };
  write_each("_foreach_log_", write, self);
}
std::vector<Tensor> foreach_log10(TensorList self) {
  check_lists("_foreach_log10", self);
  return list_of(self.size(), [&](size_t i) { return op::log10(Out(), self[i]); });
}
void foreach_log10_in_place(TensorList self) {
  const auto write = [&](TensorList self, size_t i) {
    op::log10(Out::in_place(self[i]), self[i]);
  };
  write_each("_foreach_log10_", write, self);
}
std::vector<Tensor> foreach_log1p(TensorList self) {
  check_lists("_foreach_log1p", self);
  return list_of(self.size(), [&](size_t i) { return op::log1p(Out(), self[i]); });
}
void foreach_log1p_in_place(TensorList self) {
  const auto write = [&](TensorList self, size_t i) {
    op::log1p(Out::in_place(self[i]), self[i]);
  };
  write_each("_foreach_log1p_", write, self);
}
std::vector<Tensor> foreach_log2(TensorList self) {
  check_lists("_foreach_log2", self);
  return list_of(self.size(), [&](size_t i) { return op::log2(Out(), self[i]); });
}
void foreach_log2_in_place(TensorList self) {
  const auto write = [&](TensorList self, size_t i) {
    op::log2(Out::in_place(self[i]), self[i]);
  };
  write_each("_foreach_log2_", write, self);
}
std::vector<Tensor> foreach_neg(TensorList self) {
  check_lists("_foreach_neg", self);
  return list_of(self.size(), [&](size_t i) { return op::neg(Out(), self[i]); });
}
void foreach_neg_in_place(TensorList self) {
  const auto write = [&](TensorList self, size_t i) {
    op::neg(Out::in_place(self[i]), self[i]);
  };
  write_each("_foreach_neg_", write, self);
}
std::vector<Tensor> foreach_reciprocal(TensorList self) {
  check_lists("_foreach_reciprocal", self);
  return list_of(self.size(), [&](size_t i) { return op::reciprocal(Out(), self[i]); });
}
void foreach_reciprocal_in_place(TensorList self) {
  const auto write = [&](TensorList self, size_t i) {
    op::reciprocal(Out::in_place(self[i]), self[i]);
  };
  write_each("_foreach_reciprocal_", write, self);
}
std::vector<Tensor> foreach_round(TensorList self) {
  check_lists("_foreach_round", self);
  return list_of(self.size(), [&](size_t i) { return op::round(Out(), self[i]); });
}
void foreach_round_in_place(TensorList self) {
  const auto write = [&](TensorList self, size_t i) {
    op::round(Out::in_place(self[i]), self[i]);
  };
  write_each("_foreach_round_", write, self);
}
std::vector<Tensor> foreach_sigmoid(TensorList self) {
  check_lists("_foreach_sigmoid", self);
  return list_of(self.size(), [&](size_t i) { return op::sigmoid(Out(), self[i]); });
}
void foreach_sigmoid_in_place(TensorList self) {
  const auto write = [&](TensorList self, size_t i) {
    op::sigmoid(Out::in_place(self[i]), self[i]);
  };
  write_each("_foreach_sigmoid_", write, self);
}
std::vector<Tensor> foreach_sin(TensorList self) {
  check_lists("_foreach_sin", self);
  return list_of(self.size(), [&](size_t i) { return op::sin(Out(), self[i]); });
}
void foreach_sin_in_place(TensorList self) {
  const auto write = [&](TensorList self, size_t i) {
    op::sin(Out::in_place(self[i]), self[i]);
  };
  write_each("_foreach_sin_", write, self);
}
std::vector<Tensor> foreach_sinh(TensorList self) {
  check_lists("_foreach_sinh", self);
  return list_of(self.size(), [&](size_t i) { return op::sinh(Out(), self[i]); });
}
void foreach_sinh_in_place(TensorList self) {
  const auto write = [&](TensorList self, size_t i) {
    op::sinh(Out::in_place(self[i]), self[i]);
  };
  write_each("_foreach_sinh_", write, self);
}
std::vector<Tensor> foreach_sqrt(TensorList self) {
  check_lists("_foreach_sqrt", self);
  return list_of(self.size(), [&](size_t i) { return op::sqrt(Out(), self[i]); });
}
void foreach_sqrt_in_place(TensorList self) {
  const auto write = [&](TensorList self, size_t i) {
    op::sqrt(Out::in_place(self[i]), self[i]);
  };
  write_each("_foreach_sqrt_", write, self);
}
std::vector<Tensor> foreach_tan(TensorList self) {
  check_lists("_foreach_tan", self);
  return list_of(self.size(), [&](size_t i) { return op::tan(Out(), self[i]); });
}
void foreach_tan_in_place(TensorList self) {
  const auto write = [&](TensorList self, size_t i) {
    op::tan(Out::in_place(self[i]), self[i]);
  };
  write_each("_foreach_tan_", write, self);
}
std::vector<Tensor> foreach_tanh(TensorList self) {
  check_lists("_foreach_tanh", self);
  return list_of(self.size(), [&](size_t i) { return op::tanh(Out(), self[i]); });
}
void foreach_tanh_in_place(TensorList self) {
  const auto write = [&](TensorList self, size_t i) {
    op::tanh(Out::in_place(self[i]), self[i]);
  };
  write_each("_foreach_tanh_", write, self);
}
std::vector<Tensor> foreach_trunc(TensorList self) {
  check_lists("_foreach_trunc", self);
  return list_of(self.size(), [&](size_t i) { return op::trunc(Out(), self[i]); });
}
void foreach_trunc_in_place(TensorList self) {
  const auto write = [&](TensorList self, size_t i) {
    op::trunc(Out::in_place(self[i]), self[i]);
  };
  write_each("_foreach_trunc_", write, self);
}
std::vector<Tensor> foreach_zero_copy(TensorList self) {
  check_lists("_foreach_zero", self);
  return list_of(self.size(), [&](size_t i) { return detail::modes_listen()
      ? op::zero.call_cold(Out(), self[i])
      : composite::zero(Out(), self[i]); });
}
std::vector<Tensor> foreach_add_scalar(TensorList self, const Scalar& scalar) {
  check_lists("_foreach_add", self);
  return list_of(self.size(), [&](size_t i) { return detail::modes_listen()
      ? op::add_Scalar.call_cold(Out(), self[i], scalar, Scalar(1))
      : composite::add_Scalar(Out(), self[i], scalar, Scalar(1)); });
}
std::vector<Tensor> foreach_add_list(TensorList self, TensorList other, const Scalar& alpha) {
  check_lists("_foreach_add", self, other);
  return list_of(self.size(), [&](size_t i) { return op::add(Out(), self[i], other[i], alpha); });
}
std::vector<Tensor> foreach_add_scalars(TensorList self, ArrayRef<Scalar> scalars) {
  check_lists("_foreach_add", self, scalars);
  return list_of(self.size(), [&](size_t i) { return detail::modes_listen()
      ? op::add_Scalar.call_cold(Out(), self[i], scalars[i], Scalar(1))
      : composite::add_Scalar(Out(), self[i], scalars[i], Scalar(1)); });
}
void foreach_add_scalar_in_place(TensorList self, const Scalar& scalar) {
  const auto write = [&](TensorList self, size_t i) {
    detail::modes_listen()
     
      ? op::add_Scalar.call_cold(Out::in_place(self[i]), self[i], scalar, Scalar(1))
     
      : composite::add_Scalar(Out::in_place(self[i]), self[i], scalar, Scalar(1));
  };
  write_each("_foreach_add_", write, self);
}
void foreach_add_list_in_place(TensorList self, TensorList other, const Scalar& alpha) {
  const auto write = [&](TensorList self, TensorList other, size_t i) {
    op::add(Out::in_place(self[i]), self[i], other[i], alpha);
  };
  write_each("_foreach_add_", write, self, other);
}
void foreach_add_scalars_in_place(TensorList self, ArrayRef<Scalar> scalars) {
  const auto write = [&](TensorList self, ArrayRef<Scalar> scalars, size_t i) {
    detail::modes_listen()
     
      ? op::add_Scalar.call_cold(Out::in_place(self[i]), self[i], scalars[i], Scalar(1))
     
      : composite::add_Scalar(Out::in_place(self[i]), self[i], scalars[i], Scalar(1));
  };
  write_each("_foreach_add_", write, self, scalars);
}
std::vector<Tensor> foreach_sub_scalar(TensorList self, const Scalar& scalar) {
  check_lists("_foreach_sub", self);
  return list_of(self.size(), [&](size_t i) { return detail::modes_listen()
      ? op::sub_Scalar.call_cold(Out(), self[i], scalar, Scalar(1))
      : composite::sub_Scalar(Out(), self[i], scalar, Scalar(1)); });
}
std::vector<Tensor> foreach_sub_list(TensorList self, TensorList other, const Scalar& alpha) {
  check_lists("_foreach_sub", self, other);
  return list_of(self.size(), [&](size_t i) { return op::sub(Out(), self[i], other[i], alpha); });
}
std::vector<Tensor> foreach_sub_scalars(TensorList self, ArrayRef<Scalar> scalars) {
  check_lists("_foreach_sub", self, scalars);
  return list_of(self.size(), [&](size_t i) { return detail::modes_listen()
      ? op::sub_Scalar.call_cold(Out(), self[i], scalars[i], Scalar(1))
      : composite::sub_Scalar(Out(), self[i], scalars[i], Scalar(1)); });
}
void foreach_sub_scalar_in_place(TensorList self, const Scalar& scalar) {
  const auto write = [&](TensorList self, size_t i) {
    detail::modes_listen()
     
      ? op::sub_Scalar.call_cold(Out::in_place(self[i]), self[i], scalar, Scalar(1))
     
      : composite::sub_Scalar(Out::in_place(self[i]), self[i], scalar, Scalar(1));
  };
  write_each("_foreach_sub_", write, self);
}
void foreach_sub_list_in_place(TensorList self, TensorList other, const Scalar& alpha) {
  const auto write = [&](TensorList self, TensorList other, size_t i) {
    op::sub(Out::in_place(self[i]), self[i], other[i], alpha);
  };
  write_each("_foreach_sub_", write, self, other);
}
void foreach_sub_scalars_in_place(TensorList self, ArrayRef<Scalar> scalars) {
  const auto write = [&](TensorList self, ArrayRef<Scalar> scalars, size_t i) {
    detail::modes_listen()
     
      ? op::sub_Scalar.call_cold(Out::in_place(self[i]), self[i], scalars[i], Scalar(1))
     
      : composite::sub_Scalar(Out::in_place(self[i]), self[i], scalars[i], Scalar(1));
  };
  write_each("_foreach_sub_", write, self, scalars);
}
std::vector<Tensor> foreach_mul_scalar(TensorList self, const Scalar& scalar) {
  check_lists("_foreach_mul", self);
  return list_of(self.size(), [&](size_t i) { return detail::modes_listen()
      ? op::mul_Scalar.call_cold(Out(), self[i], scalar)
      : composite::mul_Scalar(Out(), self[i], scalar); });
}
std::vector<Tensor> foreach_mul_list(TensorList self, TensorList other) {
  check_lists("_foreach_mul", self, other);
  return list_of(self.size(), [&](size_t i) { return op::mul(Out(), self[i], other[i]); });
}
std::vector<Tensor> foreach_mul_scalars(TensorList self, ArrayRef<Scalar> scalars) {
  check_lists("_foreach_mul", self, scalars);
  return list_of(self.size(), [&](size_t i) { return detail::modes_listen()
      ? op::mul_Scalar.call_cold(Out(), self[i], scalars[i])
      : composite::mul_Scalar(Out(), self[i], scalars[i]); });
}
void foreach_mul_scalar_in_place(TensorList self, const Scalar& scalar) {
  const auto write = [&](TensorList self, size_t i) {
    detail::modes_listen()
     
      ? op::mul_Scalar.call_cold(Out::in_place(self[i]), self[i], scalar)
     
      : composite::mul_Scalar(Out::in_place(self[i]), self[i], scalar);
  };
  write_each("_foreach_mul_", write, self);
}
void foreach_mul_list_in_place(TensorList self, TensorList other) {
  const auto write = [&](TensorList self, TensorList other, size_t i) {
    op::mul(Out::in_place(self[i]), self[i], other[i]);
  };
  write_each("_foreach_mul_", write, self, other);
}
void foreach_mul_scalars_in_place(TensorList self, ArrayRef<Scalar> scalars) {
  const auto write = [&](TensorList self, ArrayRef<Scalar> scalars, size_t i) {
    detail::modes_listen()
     
      ? op::mul_Scalar.call_cold(Out::in_place(self[i]), self[i], scalars[i])
     
      : composite::mul_Scalar(Out::in_place(self[i]), self[i], scalars[i]);
  };
  write_each("_foreach_mul_", write, self, scalars);
}
std::vector<Tensor> foreach_div_scalar(TensorList self, const Scalar& scalar) {
  check_lists("_foreach_div", self);
  return list_of(self.size(), [&](size_t i) { return detail::modes_listen()
      ? op::div_Scalar.call_cold(Out(), self[i], scalar)
      : composite::div_Scalar(Out(), self[i], scalar); });
}
std::vector<Tensor> foreach_div_list(TensorList self, TensorList other) {
  check_lists("_foreach_div", self, other);
  return list_of(self.size(), [&](size_t i) { return op::div(Out(), self[i], other[i]); });
}
std::vector<Tensor> foreach_div_scalars(TensorList self, ArrayRef<Scalar> scalars) {
  check_lists("_foreach_div", self, scalars);
  return list_of(self.size(), [&](size_t i) { return detail::modes_listen()
      ? op::div_Scalar.call_cold(Out(), self[i], scalars[i])
      : composite::div_Scalar(Out(), self[i], scalars[i]); });
}
void foreach_div_scalar_in_place(TensorList self, const Scalar& scalar) {
  const auto write = [&](TensorList self, size_t i) {
    detail::modes_listen()
     
      ? op::div_Scalar.call_cold(Out::in_place(self[i]), self[i], scalar)
     
      : composite::div_Scalar(Out::in_place(self[i]), self[i], scalar);
  };
  write_each("_foreach_div_", write, self);
}
void foreach_div_list_in_place(TensorList self, TensorList other) {
  const auto write = [&](TensorList self, TensorList other, size_t i) {
    op::div(Out::in_place(self[i]), self[i], other[i]);
  };
  write_each("_foreach_div_", write, self, other);
}
void foreach_div_scalars_in_place(TensorList self, ArrayRef<Scalar> scalars) {
  const auto write = [&](TensorList self, ArrayRef<Scalar> scalars, size_t i) {
    detail::modes_listen()
     
      ? op::div_Scalar.call_cold(Out::in_place(self[i]), self[i], scalars[i])
     
      : composite::div_Scalar(Out::in_place(self[i]), self[i], scalars[i]);
  };
  write_each("_foreach_div_", write, self, scalars);
}
std::vector<Tensor> foreach_maximum(TensorList self, TensorList other) {
  check_lists("_foreach_maximum", self, other);
  return list_of(self.size(), [&](size_t i) { return op::maximum(Out(), self[i], other[i]); });
}
std::vector<Tensor> foreach_minimum(TensorList self, TensorList other) {
  check_lists("_foreach_minimum", self, other);
  return list_of(self.size(), [&](size_t i) { return op::minimum(Out(), self[i], other[i]); });
}
std::vector<Tensor> foreach_addcmul_scalar(TensorList self, TensorList tensor1, TensorList tensor2,
                                           const Scalar& value) {
  check_lists("_foreach_addcmul", self, tensor1, tensor2);
  return list_of(self.size(), [&](size_t i) { return op::addcmul(Out(), self[i], tensor1[i], tensor2[i], value); });
}
std::vector<Tensor> foreach_addcmul_scalars(TensorList self, TensorList tensor1, TensorList tensor2,
                                            ArrayRef<Scalar> scalars) {
  check_lists("_foreach_addcmul", self, tensor1, tensor2, scalars);
  return list_of(self.size(), [&](size_t i) { return op::addcmul(Out(), self[i], tensor1[i], tensor2[i], scalars[i]); });
}
void foreach_addcmul_scalar_in_place(TensorList self, TensorList tensor1, TensorList tensor2, const Scalar& value) {
  const auto write = [&](TensorList self, TensorList tensor1, TensorList tensor2, size_t i) {
    op::addcmul(Out::in_place(self[i]), self[i], tensor1[i], tensor2[i], value);
  };
  write_each("_foreach_addcmul_", write, self, tensor1, tensor2);
}
void foreach_addcmul_scalars_in_place(TensorList self, TensorList tensor1, TensorList tensor2,
                                      ArrayRef<Scalar> scalars) {
  const auto write = [&](TensorList self, TensorList tensor1, TensorList tensor2, ArrayRef<Scalar> scalars, size_t i) {
    op::addcmul(Out::in_place(self[i]), self[i], tensor1[i], tensor2[i], scalars[i]);
  };
  write_each("_foreach_addcmul_", write, self, tensor1, tensor2, scalars);
}
std::vector<Tensor> foreach_addcdiv_scalar(TensorList self, TensorList tensor1, TensorList tensor2,
                                           const Scalar& value) {
  check_lists("_foreach_addcdiv", self, tensor1, tensor2);
  return list_of(self.size(), [&](size_t i) { return op::addcdiv(Out(), self[i], tensor1[i], tensor2[i], value); });
}
std::vector<Tensor> foreach_addcdiv_scalars(TensorList self, TensorList tensor1, TensorList tensor2,
                                            ArrayRef<Scalar> scalars) {
  check_lists("_foreach_addcdiv", self, tensor1, tensor2, scalars);
  return list_of(self.size(), [&](size_t i) { return op::addcdiv(Out(), self[i], tensor1[i], tensor2[i], scalars[i]); });
}
void foreach_addcdiv_scalar_in_place(TensorList self, TensorList tensor1, TensorList tensor2, const Scalar& value) {
  const auto write = [&](TensorList self, TensorList tensor1, TensorList tensor2, size_t i) {
    op::addcdiv(Out::in_place(self[i]), self[i], tensor1[i], tensor2[i], value);
  };
  write_each("_foreach_addcdiv_", write, self, tensor1, tensor2);
}
void foreach_addcdiv_scalars_in_place(TensorList self, TensorList tensor1, TensorList tensor2,
                                      ArrayRef<Scalar> scalars) {
  const auto write = [&](TensorList self, TensorList tensor1, TensorList tensor2, ArrayRef<Scalar> scalars, size_t i) {
    op::addcdiv(Out::in_place(self[i]), self[i], tensor1[i], tensor2[i], scalars[i]);
  };
  write_each("_foreach_addcdiv_", write, self, tensor1, tensor2, scalars);
}
std::vector<Tensor> foreach_norm(TensorList self, const Scalar& ord) {
  check_lists("_foreach_norm", self);
  return list_of(self.size(), [&](size_t i) { return op::vector_norm(Out(), self[i], ord, nullopt, false, nullopt); });
}

}  // namespace composite

namespace op {

inline namespace Ts_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_abs) foreach_abs(decltype(op::foreach_abs)::AllBackends(),
    "_foreach_abs(Tensor[] self) -> Tensor[]",
    &composite::foreach_abs, &composite::foreach_abs, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_abs_in_place) foreach_abs_in_place(decltype(op::foreach_abs_in_place)::AllBackends(),
    "_foreach_abs_(Tensor(a!)[] self) -> ()",
    &composite::foreach_abs_in_place, &composite::foreach_abs_in_place, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_acos) foreach_acos(decltype(op::foreach_acos)::AllBackends(),
    "_foreach_acos(Tensor[] self) -> Tensor[]",
    &composite::foreach_acos, &composite::foreach_acos, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_acos_in_place) foreach_acos_in_place(decltype(op::foreach_acos_in_place)::AllBackends(),
    "_foreach_acos_(Tensor(a!)[] self) -> ()",
    &composite::foreach_acos_in_place, &composite::foreach_acos_in_place, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_asin) foreach_asin(decltype(op::foreach_asin)::AllBackends(),
    "_foreach_asin(Tensor[] self) -> Tensor[]",
    &composite::foreach_asin, &composite::foreach_asin, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_asin_in_place) foreach_asin_in_place(decltype(op::foreach_asin_in_place)::AllBackends(),
    "_foreach_asin_(Tensor(a!)[] self) -> ()",
    &composite::foreach_asin_in_place, &composite::foreach_asin_in_place, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_atan) foreach_atan(decltype(op::foreach_atan)::AllBackends(),
    "_foreach_atan(Tensor[] self) -> Tensor[]",
    &composite::foreach_atan, &composite::foreach_atan, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_atan_in_place) foreach_atan_in_place(decltype(op::foreach_atan_in_place)::AllBackends(),
    "_foreach_atan_(Tensor(a!)[] self) -> ()",
    &composite::foreach_atan_in_place, &composite::foreach_atan_in_place, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_ceil) foreach_ceil(decltype(op::foreach_ceil)::AllBackends(),
    "_foreach_ceil(Tensor[] self) -> Tensor[]",
    &composite::foreach_ceil, &composite::foreach_ceil, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_ceil_in_place) foreach_ceil_in_place(decltype(op::foreach_ceil_in_place)::AllBackends(),
    "_foreach_ceil_(Tensor(a!)[] self) -> ()",
    &composite::foreach_ceil_in_place, &composite::foreach_ceil_in_place, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_cos) foreach_cos(decltype(op::foreach_cos)::AllBackends(),
    "_foreach_cos(Tensor[] self) -> Tensor[]",
    &composite::foreach_cos, &composite::foreach_cos, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_cos_in_place) foreach_cos_in_place(decltype(op::foreach_cos_in_place)::AllBackends(),
    "_foreach_cos_(Tensor(a!)[] self) -> ()",
    &composite::foreach_cos_in_place, &composite::foreach_cos_in_place, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_cosh) foreach_cosh(decltype(op::foreach_cosh)::AllBackends(),
    "_foreach_cosh(Tensor[] self) -> Tensor[]",
    &composite::foreach_cosh, &composite::foreach_cosh, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_cosh_in_place) foreach_cosh_in_place(decltype(op::foreach_cosh_in_place)::AllBackends(),
    "_foreach_cosh_(Tensor(a!)[] self) -> ()",
    &composite::foreach_cosh_in_place, &composite::foreach_cosh_in_place, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_erf) foreach_erf(decltype(op::foreach_erf)::AllBackends(),
    "_foreach_erf(Tensor[] self) -> Tensor[]",
    &composite::foreach_erf, &composite::foreach_erf, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_erf_in_place) foreach_erf_in_place(decltype(op::foreach_erf_in_place)::AllBackends(),
    "_foreach_erf_(Tensor(a!)[] self) -> ()",
    &composite::foreach_erf_in_place, &composite::foreach_erf_in_place, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_erfc) foreach_erfc(decltype(op::foreach_erfc)::AllBackends(),
    "_foreach_erfc(Tensor[] self) -> Tensor[]",
    &composite::foreach_erfc, &composite::foreach_erfc, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_erfc_in_place) foreach_erfc_in_place(decltype(op::foreach_erfc_in_place)::AllBackends(),
    "_foreach_erfc_(Tensor(a!)[] self) -> ()",
    &composite::foreach_erfc_in_place, &composite::foreach_erfc_in_place, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_exp) foreach_exp(decltype(op::foreach_exp)::AllBackends(),
    "_foreach_exp(Tensor[] self) -> Tensor[]",
    &composite::foreach_exp, &composite::foreach_exp, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_exp_in_place) foreach_exp_in_place(decltype(op::foreach_exp_in_place)::AllBackends(),
    "_foreach_exp_(Tensor(a!)[] self) -> ()",
    &composite::foreach_exp_in_place, &composite::foreach_exp_in_place, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_expm1) foreach_expm1(decltype(op::foreach_expm1)::AllBackends(),
    "_foreach_expm1(Tensor[] self) -> Tensor[]",
    &composite::foreach_expm1, &composite::foreach_expm1, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_expm1_in_place) foreach_expm1_in_place(decltype(op::foreach_expm1_in_place)::AllBackends(),
    "_foreach_expm1_(Tensor(a!)[] self) -> ()",
    &composite::foreach_expm1_in_place, &composite::foreach_expm1_in_place, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_floor) foreach_floor(decltype(op::foreach_floor)::AllBackends(),
    "_foreach_floor(Tensor[] self) -> Tensor[]",
    &composite::foreach_floor, &composite::foreach_floor, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_floor_in_place) foreach_floor_in_place(decltype(op::foreach_floor_in_place)::AllBackends(),
    "_foreach_floor_(Tensor(a!)[] self) -> ()",
    &composite::foreach_floor_in_place, &composite::foreach_floor_in_place, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_frac) foreach_frac(decltype(op::foreach_frac)::AllBackends(),
    "_foreach_frac(Tensor[] self) -> Tensor[]",
    &composite::foreach_frac, &composite::foreach_frac, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_frac_in_place) foreach_frac_in_place(decltype(op::foreach_frac_in_place)::AllBackends(),
    "_foreach_frac_(Tensor(a!)[] self) -> ()",
    &composite::foreach_frac_in_place, &composite::foreach_frac_in_place, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_lgamma) foreach_lgamma(decltype(op::foreach_lgamma)::AllBackends(),
    "_foreach_lgamma(Tensor[] self) -> Tensor[]",
    &composite::foreach_lgamma, &composite::foreach_lgamma, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_lgamma_in_place) foreach_lgamma_in_place(decltype(op::foreach_lgamma_in_place)::AllBackends(),
    "_foreach_lgamma_(Tensor(a!)[] self) -> ()",
    &composite::foreach_lgamma_in_place, &composite::foreach_lgamma_in_place, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_log) foreach_log(decltype(op::foreach_log)::AllBackends(),
    "_foreach_log(Tensor[] self) -> Tensor[]",
    &composite::foreach_log, &composite::foreach_log, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_log_in_place) foreach_log_in_place(decltype(op::foreach_log_in_place)::AllBackends(),
    "_foreach_log_(Tensor(a!)[] self) -> ()",
    &composite::foreach_log_in_place, &composite::foreach_log_in_place, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_log10) foreach_log10(decltype(op::foreach_log10)::AllBackends(),
    "_foreach_log10(Tensor[] self) -> Tensor[]",
    &composite::foreach_log10, &composite::foreach_log10, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_log10_in_place) foreach_log10_in_place(decltype(op::foreach_log10_in_place)::AllBackends(),
    "_foreach_log10_(Tensor(a!)[] self) -> ()",
    &composite::foreach_log10_in_place, &composite::foreach_log10_in_place, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_log1p) foreach_log1p(decltype(op::foreach_log1p)::AllBackends(),
    "_foreach_log1p(Tensor[] self) -> Tensor[]",
    &composite::foreach_log1p, &composite::foreach_log1p, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_log1p_in_place) foreach_log1p_in_place(decltype(op::foreach_log1p_in_place)::AllBackends(),
    "_foreach_log1p_(Tensor(a!)[] self) -> ()",
    &composite::foreach_log1p_in_place, &composite::foreach_log1p_in_place, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_log2) foreach_log2(decltype(op::foreach_log2)::AllBackends(),
    "_foreach_log2(Tensor[] self) -> Tensor[]",
    &composite::foreach_log2, &composite::foreach_log2, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_log2_in_place) foreach_log2_in_place(decltype(op::foreach_log2_in_place)::AllBackends(),
    "_foreach_log2_(Tensor(a!)[] self) -> ()",
    &composite::foreach_log2_in_place, &composite::foreach_log2_in_place, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_neg) foreach_neg(decltype(op::foreach_neg)::AllBackends(),
    "_foreach_neg(Tensor[] self) -> Tensor[]",
    &composite::foreach_neg, &composite::foreach_neg, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_neg_in_place) foreach_neg_in_place(decltype(op::foreach_neg_in_place)::AllBackends(),
    "_foreach_neg_(Tensor(a!)[] self) -> ()",
    &composite::foreach_neg_in_place, &composite::foreach_neg_in_place, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_reciprocal) foreach_reciprocal(decltype(op::foreach_reciprocal)::AllBackends(),
    "_foreach_reciprocal(Tensor[] self) -> Tensor[]",
    &composite::foreach_reciprocal, &composite::foreach_reciprocal, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_reciprocal_in_place) foreach_reciprocal_in_place(decltype(op::foreach_reciprocal_in_place)::AllBackends(),
    "_foreach_reciprocal_(Tensor(a!)[] self) -> ()",
    &composite::foreach_reciprocal_in_place, &composite::foreach_reciprocal_in_place, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_round) foreach_round(decltype(op::foreach_round)::AllBackends(),
    "_foreach_round(Tensor[] self) -> Tensor[]",
    &composite::foreach_round, &composite::foreach_round, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_round_in_place) foreach_round_in_place(decltype(op::foreach_round_in_place)::AllBackends(),
    "_foreach_round_(Tensor(a!)[] self) -> ()",
    &composite::foreach_round_in_place, &composite::foreach_round_in_place, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_sigmoid) foreach_sigmoid(decltype(op::foreach_sigmoid)::AllBackends(),
    "_foreach_sigmoid(Tensor[] self) -> Tensor[]",
    &composite::foreach_sigmoid, &composite::foreach_sigmoid, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_sigmoid_in_place) foreach_sigmoid_in_place(decltype(op::foreach_sigmoid_in_place)::AllBackends(),
    "_foreach_sigmoid_(Tensor(a!)[] self) -> ()",
    &composite::foreach_sigmoid_in_place, &composite::foreach_sigmoid_in_place, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_sin) foreach_sin(decltype(op::foreach_sin)::AllBackends(),
    "_foreach_sin(Tensor[] self) -> Tensor[]",
    &composite::foreach_sin, &composite::foreach_sin, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_sin_in_place) foreach_sin_in_place(decltype(op::foreach_sin_in_place)::AllBackends(),
    "_foreach_sin_(Tensor(a!)[] self) -> ()",
    &composite::foreach_sin_in_place, &composite::foreach_sin_in_place, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_sinh) foreach_sinh(decltype(op::foreach_sinh)::AllBackends(),
    "_foreach_sinh(Tensor[] self) -> Tensor[]",
    &composite::foreach_sinh, &composite::foreach_sinh, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_sinh_in_place) foreach_sinh_in_place(decltype(op::foreach_sinh_in_place)::AllBackends(),
    "_foreach_sinh_(Tensor(a!)[] self) -> ()",
    &composite::foreach_sinh_in_place, &composite::foreach_sinh_in_place, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_sqrt) foreach_sqrt(decltype(op::foreach_sqrt)::AllBackends(),
    "_foreach_sqrt(Tensor[] self) -> Tensor[]",
    &composite::foreach_sqrt, &composite::foreach_sqrt, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_sqrt_in_place) foreach_sqrt_in_place(decltype(op::foreach_sqrt_in_place)::AllBackends(),
    "_foreach_sqrt_(Tensor(a!)[] self) -> ()",
    &composite::foreach_sqrt_in_place, &composite::foreach_sqrt_in_place, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_tan) foreach_tan(decltype(op::foreach_tan)::AllBackends(),
    "_foreach_tan(Tensor[] self) -> Tensor[]",
    &composite::foreach_tan, &composite::foreach_tan, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_tan_in_place) foreach_tan_in_place(decltype(op::foreach_tan_in_place)::AllBackends(),
    "_foreach_tan_(Tensor(a!)[] self) -> ()",
    &composite::foreach_tan_in_place, &composite::foreach_tan_in_place, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_tanh) foreach_tanh(decltype(op::foreach_tanh)::AllBackends(),
    "_foreach_tanh(Tensor[] self) -> Tensor[]",
    &composite::foreach_tanh, &composite::foreach_tanh, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_tanh_in_place) foreach_tanh_in_place(decltype(op::foreach_tanh_in_place)::AllBackends(),
    "_foreach_tanh_(Tensor(a!)[] self) -> ()",
    &composite::foreach_tanh_in_place, &composite::foreach_tanh_in_place, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_trunc) foreach_trunc(decltype(op::foreach_trunc)::AllBackends(),
    "_foreach_trunc(Tensor[] self) -> Tensor[]",
    &composite::foreach_trunc, &composite::foreach_trunc, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_trunc_in_place) foreach_trunc_in_place(decltype(op::foreach_trunc_in_place)::AllBackends(),
    "_foreach_trunc_(Tensor(a!)[] self) -> ()",
    &composite::foreach_trunc_in_place, &composite::foreach_trunc_in_place, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_zero_copy) foreach_zero_copy(decltype(op::foreach_zero_copy)::AllBackends(),
    "_foreach_zero(Tensor[] self) -> Tensor[] self_out",
    &composite::foreach_zero_copy, &composite::foreach_zero_copy, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_zero) foreach_zero(
    "_foreach_zero_(Tensor(a!)[] self) -> ()",
    &cpu::foreach_zero, nullptr, OpTraits{false, false, true, false, false});
}
inline namespace Ts_of_Ts_S {
TORCHPP_CONSTINIT decltype(op::foreach_add_scalar) foreach_add_scalar(decltype(op::foreach_add_scalar)::AllBackends(),
    "_foreach_add.Scalar(Tensor[] self, Scalar scalar) -> Tensor[]",
    &composite::foreach_add_scalar, &composite::foreach_add_scalar, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts_Ts_S {
TORCHPP_CONSTINIT decltype(op::foreach_add_list) foreach_add_list(decltype(op::foreach_add_list)::AllBackends(),
    "_foreach_add.List(Tensor[] self, Tensor[] other, *, Scalar alpha=1) -> Tensor[]",
    &composite::foreach_add_list, &composite::foreach_add_list, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts_Ss {
TORCHPP_CONSTINIT decltype(op::foreach_add_scalars) foreach_add_scalars(decltype(op::foreach_add_scalars)::AllBackends(),
    "_foreach_add.ScalarList(Tensor[] self, Scalar[] scalars) -> Tensor[]",
    &composite::foreach_add_scalars, &composite::foreach_add_scalars, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts_S {
TORCHPP_CONSTINIT decltype(op::foreach_add_scalar_in_place) foreach_add_scalar_in_place(decltype(op::foreach_add_scalar_in_place)::AllBackends(),
    "_foreach_add_.Scalar(Tensor(a!)[] self, Scalar scalar) -> ()",
    &composite::foreach_add_scalar_in_place, &composite::foreach_add_scalar_in_place, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts_Ts_S {
TORCHPP_CONSTINIT decltype(op::foreach_add_list_in_place) foreach_add_list_in_place(decltype(op::foreach_add_list_in_place)::AllBackends(),
    "_foreach_add_.List(Tensor(a!)[] self, Tensor[] other, *, Scalar alpha=1) -> ()",
    &composite::foreach_add_list_in_place, &composite::foreach_add_list_in_place, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts_Ss {
TORCHPP_CONSTINIT decltype(op::foreach_add_scalars_in_place) foreach_add_scalars_in_place(decltype(op::foreach_add_scalars_in_place)::AllBackends(),
    "_foreach_add_.ScalarList(Tensor(a!)[] self, Scalar[] scalars) -> ()",
    &composite::foreach_add_scalars_in_place, &composite::foreach_add_scalars_in_place, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts_S {
TORCHPP_CONSTINIT decltype(op::foreach_sub_scalar) foreach_sub_scalar(decltype(op::foreach_sub_scalar)::AllBackends(),
    "_foreach_sub.Scalar(Tensor[] self, Scalar scalar) -> Tensor[]",
    &composite::foreach_sub_scalar, &composite::foreach_sub_scalar, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts_Ts_S {
TORCHPP_CONSTINIT decltype(op::foreach_sub_list) foreach_sub_list(decltype(op::foreach_sub_list)::AllBackends(),
    "_foreach_sub.List(Tensor[] self, Tensor[] other, *, Scalar alpha=1) -> Tensor[]",
    &composite::foreach_sub_list, &composite::foreach_sub_list, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts_Ss {
TORCHPP_CONSTINIT decltype(op::foreach_sub_scalars) foreach_sub_scalars(decltype(op::foreach_sub_scalars)::AllBackends(),
    "_foreach_sub.ScalarList(Tensor[] self, Scalar[] scalars) -> Tensor[]",
    &composite::foreach_sub_scalars, &composite::foreach_sub_scalars, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts_S {
TORCHPP_CONSTINIT decltype(op::foreach_sub_scalar_in_place) foreach_sub_scalar_in_place(decltype(op::foreach_sub_scalar_in_place)::AllBackends(),
    "_foreach_sub_.Scalar(Tensor(a!)[] self, Scalar scalar) -> ()",
    &composite::foreach_sub_scalar_in_place, &composite::foreach_sub_scalar_in_place, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts_Ts_S {
TORCHPP_CONSTINIT decltype(op::foreach_sub_list_in_place) foreach_sub_list_in_place(decltype(op::foreach_sub_list_in_place)::AllBackends(),
    "_foreach_sub_.List(Tensor(a!)[] self, Tensor[] other, *, Scalar alpha=1) -> ()",
    &composite::foreach_sub_list_in_place, &composite::foreach_sub_list_in_place, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts_Ss {
TORCHPP_CONSTINIT decltype(op::foreach_sub_scalars_in_place) foreach_sub_scalars_in_place(decltype(op::foreach_sub_scalars_in_place)::AllBackends(),
    "_foreach_sub_.ScalarList(Tensor(a!)[] self, Scalar[] scalars) -> ()",
    &composite::foreach_sub_scalars_in_place, &composite::foreach_sub_scalars_in_place, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts_S {
TORCHPP_CONSTINIT decltype(op::foreach_mul_scalar) foreach_mul_scalar(decltype(op::foreach_mul_scalar)::AllBackends(),
    "_foreach_mul.Scalar(Tensor[] self, Scalar scalar) -> Tensor[]",
    &composite::foreach_mul_scalar, &composite::foreach_mul_scalar, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_mul_list) foreach_mul_list(decltype(op::foreach_mul_list)::AllBackends(),
    "_foreach_mul.List(Tensor[] self, Tensor[] other) -> Tensor[]",
    &composite::foreach_mul_list, &composite::foreach_mul_list, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts_Ss {
TORCHPP_CONSTINIT decltype(op::foreach_mul_scalars) foreach_mul_scalars(decltype(op::foreach_mul_scalars)::AllBackends(),
    "_foreach_mul.ScalarList(Tensor[] self, Scalar[] scalars) -> Tensor[]",
    &composite::foreach_mul_scalars, &composite::foreach_mul_scalars, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts_S {
TORCHPP_CONSTINIT decltype(op::foreach_mul_scalar_in_place) foreach_mul_scalar_in_place(decltype(op::foreach_mul_scalar_in_place)::AllBackends(),
    "_foreach_mul_.Scalar(Tensor(a!)[] self, Scalar scalar) -> ()",
    &composite::foreach_mul_scalar_in_place, &composite::foreach_mul_scalar_in_place, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_mul_list_in_place) foreach_mul_list_in_place(decltype(op::foreach_mul_list_in_place)::AllBackends(),
    "_foreach_mul_.List(Tensor(a!)[] self, Tensor[] other) -> ()",
    &composite::foreach_mul_list_in_place, &composite::foreach_mul_list_in_place, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts_Ss {
TORCHPP_CONSTINIT decltype(op::foreach_mul_scalars_in_place) foreach_mul_scalars_in_place(decltype(op::foreach_mul_scalars_in_place)::AllBackends(),
    "_foreach_mul_.ScalarList(Tensor(a!)[] self, Scalar[] scalars) -> ()",
    &composite::foreach_mul_scalars_in_place, &composite::foreach_mul_scalars_in_place, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts_S {
TORCHPP_CONSTINIT decltype(op::foreach_div_scalar) foreach_div_scalar(decltype(op::foreach_div_scalar)::AllBackends(),
    "_foreach_div.Scalar(Tensor[] self, Scalar scalar) -> Tensor[]",
    &composite::foreach_div_scalar, &composite::foreach_div_scalar, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_div_list) foreach_div_list(decltype(op::foreach_div_list)::AllBackends(),
    "_foreach_div.List(Tensor[] self, Tensor[] other) -> Tensor[]",
    &composite::foreach_div_list, &composite::foreach_div_list, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts_Ss {
TORCHPP_CONSTINIT decltype(op::foreach_div_scalars) foreach_div_scalars(decltype(op::foreach_div_scalars)::AllBackends(),
    "_foreach_div.ScalarList(Tensor[] self, Scalar[] scalars) -> Tensor[]",
    &composite::foreach_div_scalars, &composite::foreach_div_scalars, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts_S {
TORCHPP_CONSTINIT decltype(op::foreach_div_scalar_in_place) foreach_div_scalar_in_place(decltype(op::foreach_div_scalar_in_place)::AllBackends(),
    "_foreach_div_.Scalar(Tensor(a!)[] self, Scalar scalar) -> ()",
    &composite::foreach_div_scalar_in_place, &composite::foreach_div_scalar_in_place, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_div_list_in_place) foreach_div_list_in_place(decltype(op::foreach_div_list_in_place)::AllBackends(),
    "_foreach_div_.List(Tensor(a!)[] self, Tensor[] other) -> ()",
    &composite::foreach_div_list_in_place, &composite::foreach_div_list_in_place, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts_Ss {
TORCHPP_CONSTINIT decltype(op::foreach_div_scalars_in_place) foreach_div_scalars_in_place(decltype(op::foreach_div_scalars_in_place)::AllBackends(),
    "_foreach_div_.ScalarList(Tensor(a!)[] self, Scalar[] scalars) -> ()",
    &composite::foreach_div_scalars_in_place, &composite::foreach_div_scalars_in_place, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_maximum) foreach_maximum(decltype(op::foreach_maximum)::AllBackends(),
    "_foreach_maximum.List(Tensor[] self, Tensor[] other) -> Tensor[]",
    &composite::foreach_maximum, &composite::foreach_maximum, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_maximum_in_place) foreach_maximum_in_place(decltype(op::foreach_maximum_in_place)::AllBackends(),
    "_foreach_maximum_.List(Tensor(a!)[] self, Tensor[] other) -> ()",
    &composite::foreach_maximum_in_place, &composite::foreach_maximum_in_place, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_minimum) foreach_minimum(decltype(op::foreach_minimum)::AllBackends(),
    "_foreach_minimum.List(Tensor[] self, Tensor[] other) -> Tensor[]",
    &composite::foreach_minimum, &composite::foreach_minimum, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts_Ts {
TORCHPP_CONSTINIT decltype(op::foreach_minimum_in_place) foreach_minimum_in_place(decltype(op::foreach_minimum_in_place)::AllBackends(),
    "_foreach_minimum_.List(Tensor(a!)[] self, Tensor[] other) -> ()",
    &composite::foreach_minimum_in_place, &composite::foreach_minimum_in_place, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts_Ts_Ts_S {
TORCHPP_CONSTINIT decltype(op::foreach_addcmul_scalar) foreach_addcmul_scalar(decltype(op::foreach_addcmul_scalar)::AllBackends(),
    "_foreach_addcmul.Scalar(Tensor[] self, Tensor[] tensor1, Tensor[] tensor2, Scalar value=1) -> Tensor[]",
    &composite::foreach_addcmul_scalar, &composite::foreach_addcmul_scalar, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts_Ts_Ts_Ss {
TORCHPP_CONSTINIT decltype(op::foreach_addcmul_scalars) foreach_addcmul_scalars(decltype(op::foreach_addcmul_scalars)::AllBackends(),
    "_foreach_addcmul.ScalarList(Tensor[] self, Tensor[] tensor1, Tensor[] tensor2, Scalar[] scalars) -> Tensor[]",
    &composite::foreach_addcmul_scalars, &composite::foreach_addcmul_scalars, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts_Ts_Ts_S {
TORCHPP_CONSTINIT decltype(op::foreach_addcmul_scalar_in_place) foreach_addcmul_scalar_in_place(decltype(op::foreach_addcmul_scalar_in_place)::AllBackends(),
    "_foreach_addcmul_.Scalar(Tensor(a!)[] self, Tensor[] tensor1, Tensor[] tensor2, Scalar value=1) -> ()",
    &composite::foreach_addcmul_scalar_in_place, &composite::foreach_addcmul_scalar_in_place, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts_Ts_Ts_Ss {
TORCHPP_CONSTINIT decltype(op::foreach_addcmul_scalars_in_place) foreach_addcmul_scalars_in_place(decltype(op::foreach_addcmul_scalars_in_place)::AllBackends(),
    "_foreach_addcmul_.ScalarList(Tensor(a!)[] self, Tensor[] tensor1, Tensor[] tensor2, Scalar[] scalars) -> ()",
    &composite::foreach_addcmul_scalars_in_place, &composite::foreach_addcmul_scalars_in_place, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts_Ts_Ts_S {
TORCHPP_CONSTINIT decltype(op::foreach_addcdiv_scalar) foreach_addcdiv_scalar(decltype(op::foreach_addcdiv_scalar)::AllBackends(),
    "_foreach_addcdiv.Scalar(Tensor[] self, Tensor[] tensor1, Tensor[] tensor2, Scalar value=1) -> Tensor[]",
    &composite::foreach_addcdiv_scalar, &composite::foreach_addcdiv_scalar, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts_Ts_Ts_Ss {
TORCHPP_CONSTINIT decltype(op::foreach_addcdiv_scalars) foreach_addcdiv_scalars(decltype(op::foreach_addcdiv_scalars)::AllBackends(),
    "_foreach_addcdiv.ScalarList(Tensor[] self, Tensor[] tensor1, Tensor[] tensor2, Scalar[] scalars) -> Tensor[]",
    &composite::foreach_addcdiv_scalars, &composite::foreach_addcdiv_scalars, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts_Ts_Ts_S {
TORCHPP_CONSTINIT decltype(op::foreach_addcdiv_scalar_in_place) foreach_addcdiv_scalar_in_place(decltype(op::foreach_addcdiv_scalar_in_place)::AllBackends(),
    "_foreach_addcdiv_.Scalar(Tensor(a!)[] self, Tensor[] tensor1, Tensor[] tensor2, Scalar value=1) -> ()",
    &composite::foreach_addcdiv_scalar_in_place, &composite::foreach_addcdiv_scalar_in_place, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts_Ts_Ts_Ss {
TORCHPP_CONSTINIT decltype(op::foreach_addcdiv_scalars_in_place) foreach_addcdiv_scalars_in_place(decltype(op::foreach_addcdiv_scalars_in_place)::AllBackends(),
    "_foreach_addcdiv_.ScalarList(Tensor(a!)[] self, Tensor[] tensor1, Tensor[] tensor2, Scalar[] scalars) -> ()",
    &composite::foreach_addcdiv_scalars_in_place, &composite::foreach_addcdiv_scalars_in_place, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts_S {
TORCHPP_CONSTINIT decltype(op::foreach_norm) foreach_norm(decltype(op::foreach_norm)::AllBackends(),
    "_foreach_norm.Scalar(Tensor[] self, Scalar ord=2) -> Tensor[]",
    &composite::foreach_norm, &composite::foreach_norm, OpTraits{false, false, false, true, true});
}
inline namespace void_of_Ts_T_T {
TORCHPP_CONSTINIT decltype(op::amp_unscale) amp_unscale(
    "_amp_foreach_non_finite_check_and_unscale_(Tensor(a!)[] self, Tensor(b!) found_inf, Tensor inv_scale) -> ()",
    &cpu::amp_unscale, nullptr, OpTraits{false, false, true, false, false});
}
inline namespace T_of_T_T_T_d_d_i {
TORCHPP_CONSTINIT decltype(op::amp_update_scale) amp_update_scale(
    "_amp_update_scale_(Tensor(a!) self, Tensor(b!) growth_tracker, Tensor found_inf, float scale_growth_factor, float scale_backoff_factor, int growth_interval) -> Tensor(a!)",
    &cpu::amp_update_scale, nullptr, OpTraits{false, false, true, false, false});
}

}  // namespace op

std::vector<Tensor> _foreach_abs(TensorList self) {
  return detail::modes_listen() ? op::foreach_abs.call_cold(self) : composite::foreach_abs(self);
}
void _foreach_abs_(TensorList self) {
  return detail::modes_listen() ? op::foreach_abs_in_place.call_cold(self) : composite::foreach_abs_in_place(self);
}
std::vector<Tensor> _foreach_acos(TensorList self) {
  return detail::modes_listen() ? op::foreach_acos.call_cold(self) : composite::foreach_acos(self);
}
void _foreach_acos_(TensorList self) {
  return detail::modes_listen() ? op::foreach_acos_in_place.call_cold(self) : composite::foreach_acos_in_place(self);
}
std::vector<Tensor> _foreach_asin(TensorList self) {
  return detail::modes_listen() ? op::foreach_asin.call_cold(self) : composite::foreach_asin(self);
}
void _foreach_asin_(TensorList self) {
  return detail::modes_listen() ? op::foreach_asin_in_place.call_cold(self) : composite::foreach_asin_in_place(self);
}
std::vector<Tensor> _foreach_atan(TensorList self) {
  return detail::modes_listen() ? op::foreach_atan.call_cold(self) : composite::foreach_atan(self);
}
void _foreach_atan_(TensorList self) {
  return detail::modes_listen() ? op::foreach_atan_in_place.call_cold(self) : composite::foreach_atan_in_place(self);
}
std::vector<Tensor> _foreach_ceil(TensorList self) {
  return detail::modes_listen() ? op::foreach_ceil.call_cold(self) : composite::foreach_ceil(self);
}
void _foreach_ceil_(TensorList self) {
  return detail::modes_listen() ? op::foreach_ceil_in_place.call_cold(self) : composite::foreach_ceil_in_place(self);
}
std::vector<Tensor> _foreach_cos(TensorList self) {
  return detail::modes_listen() ? op::foreach_cos.call_cold(self) : composite::foreach_cos(self);
}
void _foreach_cos_(TensorList self) {
  return detail::modes_listen() ? op::foreach_cos_in_place.call_cold(self) : composite::foreach_cos_in_place(self);
}
std::vector<Tensor> _foreach_cosh(TensorList self) {
  return detail::modes_listen() ? op::foreach_cosh.call_cold(self) : composite::foreach_cosh(self);
}
void _foreach_cosh_(TensorList self) {
  return detail::modes_listen() ? op::foreach_cosh_in_place.call_cold(self) : composite::foreach_cosh_in_place(self);
}
std::vector<Tensor> _foreach_erf(TensorList self) {
  return detail::modes_listen() ? op::foreach_erf.call_cold(self) : composite::foreach_erf(self);
}
void _foreach_erf_(TensorList self) {
  return detail::modes_listen() ? op::foreach_erf_in_place.call_cold(self) : composite::foreach_erf_in_place(self);
}
std::vector<Tensor> _foreach_erfc(TensorList self) {
  return detail::modes_listen() ? op::foreach_erfc.call_cold(self) : composite::foreach_erfc(self);
}
void _foreach_erfc_(TensorList self) {
  return detail::modes_listen() ? op::foreach_erfc_in_place.call_cold(self) : composite::foreach_erfc_in_place(self);
}
std::vector<Tensor> _foreach_exp(TensorList self) {
  return detail::modes_listen() ? op::foreach_exp.call_cold(self) : composite::foreach_exp(self);
}
void _foreach_exp_(TensorList self) {
  return detail::modes_listen() ? op::foreach_exp_in_place.call_cold(self) : composite::foreach_exp_in_place(self);
}
std::vector<Tensor> _foreach_expm1(TensorList self) {
  return detail::modes_listen() ? op::foreach_expm1.call_cold(self) : composite::foreach_expm1(self);
}
void _foreach_expm1_(TensorList self) {
  return detail::modes_listen() ? op::foreach_expm1_in_place.call_cold(self) : composite::foreach_expm1_in_place(self);
}
std::vector<Tensor> _foreach_floor(TensorList self) {
  return detail::modes_listen() ? op::foreach_floor.call_cold(self) : composite::foreach_floor(self);
}
void _foreach_floor_(TensorList self) {
  return detail::modes_listen() ? op::foreach_floor_in_place.call_cold(self) : composite::foreach_floor_in_place(self);
}
std::vector<Tensor> _foreach_frac(TensorList self) {
  return detail::modes_listen() ? op::foreach_frac.call_cold(self) : composite::foreach_frac(self);
}
void _foreach_frac_(TensorList self) {
  return detail::modes_listen() ? op::foreach_frac_in_place.call_cold(self) : composite::foreach_frac_in_place(self);
}
std::vector<Tensor> _foreach_lgamma(TensorList self) {
  return detail::modes_listen() ? op::foreach_lgamma.call_cold(self) : composite::foreach_lgamma(self);
}
void _foreach_lgamma_(TensorList self) {
  return detail::modes_listen()
      ? op::foreach_lgamma_in_place.call_cold(self)
      : composite::foreach_lgamma_in_place(self);
}
std::vector<Tensor> _foreach_log(TensorList self) {
  return detail::modes_listen() ? op::foreach_log.call_cold(self) : composite::foreach_log(self);
}
void _foreach_log_(TensorList self) {
  return detail::modes_listen() ? op::foreach_log_in_place.call_cold(self) : composite::foreach_log_in_place(self);
}
std::vector<Tensor> _foreach_log10(TensorList self) {
  return detail::modes_listen() ? op::foreach_log10.call_cold(self) : composite::foreach_log10(self);
}
void _foreach_log10_(TensorList self) {
  return detail::modes_listen() ? op::foreach_log10_in_place.call_cold(self) : composite::foreach_log10_in_place(self);
}
std::vector<Tensor> _foreach_log1p(TensorList self) {
  return detail::modes_listen() ? op::foreach_log1p.call_cold(self) : composite::foreach_log1p(self);
}
void _foreach_log1p_(TensorList self) {
  return detail::modes_listen() ? op::foreach_log1p_in_place.call_cold(self) : composite::foreach_log1p_in_place(self);
}
std::vector<Tensor> _foreach_log2(TensorList self) {
  return detail::modes_listen() ? op::foreach_log2.call_cold(self) : composite::foreach_log2(self);
}
void _foreach_log2_(TensorList self) {
  return detail::modes_listen() ? op::foreach_log2_in_place.call_cold(self) : composite::foreach_log2_in_place(self);
}
std::vector<Tensor> _foreach_neg(TensorList self) {
  return detail::modes_listen() ? op::foreach_neg.call_cold(self) : composite::foreach_neg(self);
}
void _foreach_neg_(TensorList self) {
  return detail::modes_listen() ? op::foreach_neg_in_place.call_cold(self) : composite::foreach_neg_in_place(self);
}
std::vector<Tensor> _foreach_reciprocal(TensorList self) {
  return detail::modes_listen() ? op::foreach_reciprocal.call_cold(self) : composite::foreach_reciprocal(self);
}
void _foreach_reciprocal_(TensorList self) {
  return detail::modes_listen()
      ? op::foreach_reciprocal_in_place.call_cold(self)
      : composite::foreach_reciprocal_in_place(self);
}
std::vector<Tensor> _foreach_round(TensorList self) {
  return detail::modes_listen() ? op::foreach_round.call_cold(self) : composite::foreach_round(self);
}
void _foreach_round_(TensorList self) {
  return detail::modes_listen() ? op::foreach_round_in_place.call_cold(self) : composite::foreach_round_in_place(self);
}
std::vector<Tensor> _foreach_sigmoid(TensorList self) {
  return detail::modes_listen() ? op::foreach_sigmoid.call_cold(self) : composite::foreach_sigmoid(self);
}
void _foreach_sigmoid_(TensorList self) {
  return detail::modes_listen()
      ? op::foreach_sigmoid_in_place.call_cold(self)
      : composite::foreach_sigmoid_in_place(self);
}
std::vector<Tensor> _foreach_sin(TensorList self) {
  return detail::modes_listen() ? op::foreach_sin.call_cold(self) : composite::foreach_sin(self);
}
void _foreach_sin_(TensorList self) {
  return detail::modes_listen() ? op::foreach_sin_in_place.call_cold(self) : composite::foreach_sin_in_place(self);
}
std::vector<Tensor> _foreach_sinh(TensorList self) {
  return detail::modes_listen() ? op::foreach_sinh.call_cold(self) : composite::foreach_sinh(self);
}
void _foreach_sinh_(TensorList self) {
  return detail::modes_listen() ? op::foreach_sinh_in_place.call_cold(self) : composite::foreach_sinh_in_place(self);
}
std::vector<Tensor> _foreach_sqrt(TensorList self) {
  return detail::modes_listen() ? op::foreach_sqrt.call_cold(self) : composite::foreach_sqrt(self);
}
void _foreach_sqrt_(TensorList self) {
  return detail::modes_listen() ? op::foreach_sqrt_in_place.call_cold(self) : composite::foreach_sqrt_in_place(self);
}
std::vector<Tensor> _foreach_tan(TensorList self) {
  return detail::modes_listen() ? op::foreach_tan.call_cold(self) : composite::foreach_tan(self);
}
void _foreach_tan_(TensorList self) {
  return detail::modes_listen() ? op::foreach_tan_in_place.call_cold(self) : composite::foreach_tan_in_place(self);
}
std::vector<Tensor> _foreach_tanh(TensorList self) {
  return detail::modes_listen() ? op::foreach_tanh.call_cold(self) : composite::foreach_tanh(self);
}
void _foreach_tanh_(TensorList self) {
  return detail::modes_listen() ? op::foreach_tanh_in_place.call_cold(self) : composite::foreach_tanh_in_place(self);
}
std::vector<Tensor> _foreach_trunc(TensorList self) {
  return detail::modes_listen() ? op::foreach_trunc.call_cold(self) : composite::foreach_trunc(self);
}
void _foreach_trunc_(TensorList self) {
  return detail::modes_listen() ? op::foreach_trunc_in_place.call_cold(self) : composite::foreach_trunc_in_place(self);
}
std::vector<Tensor> _foreach_zero(TensorList self) {
  return detail::modes_listen() ? op::foreach_zero_copy.call_cold(self) : composite::foreach_zero_copy(self);
}
void _foreach_zero_(TensorList self) { return op::foreach_zero(self); }
std::vector<Tensor> _foreach_add(TensorList self, const Scalar& scalar) {
  return detail::modes_listen()
      ? op::foreach_add_scalar.call_cold(self, scalar)
      : composite::foreach_add_scalar(self, scalar);
}
std::vector<Tensor> _foreach_add(TensorList self, TensorList other, const Scalar& alpha) {
  return detail::modes_listen()
      ? op::foreach_add_list.call_cold(self, other, alpha)
      : composite::foreach_add_list(self, other, alpha);
}
std::vector<Tensor> _foreach_add(TensorList self, ArrayRef<Scalar> scalars) {
  return detail::modes_listen()
      ? op::foreach_add_scalars.call_cold(self, scalars)
      : composite::foreach_add_scalars(self, scalars);
}
void _foreach_add_(TensorList self, const Scalar& scalar) {
  return detail::modes_listen()
      ? op::foreach_add_scalar_in_place.call_cold(self, scalar)
      : composite::foreach_add_scalar_in_place(self, scalar);
}
void _foreach_add_(TensorList self, TensorList other, const Scalar& alpha) {
  return detail::modes_listen()
      ? op::foreach_add_list_in_place.call_cold(self, other, alpha)
      : composite::foreach_add_list_in_place(self, other, alpha);
}
void _foreach_add_(TensorList self, ArrayRef<Scalar> scalars) {
  return detail::modes_listen()
      ? op::foreach_add_scalars_in_place.call_cold(self, scalars)
      : composite::foreach_add_scalars_in_place(self, scalars);
}
std::vector<Tensor> _foreach_sub(TensorList self, const Scalar& scalar) {
  return detail::modes_listen()
      ? op::foreach_sub_scalar.call_cold(self, scalar)
      : composite::foreach_sub_scalar(self, scalar);
}
std::vector<Tensor> _foreach_sub(TensorList self, TensorList other, const Scalar& alpha) {
  return detail::modes_listen()
      ? op::foreach_sub_list.call_cold(self, other, alpha)
      : composite::foreach_sub_list(self, other, alpha);
}
std::vector<Tensor> _foreach_sub(TensorList self, ArrayRef<Scalar> scalars) {
  return detail::modes_listen()
      ? op::foreach_sub_scalars.call_cold(self, scalars)
      : composite::foreach_sub_scalars(self, scalars);
}
void _foreach_sub_(TensorList self, const Scalar& scalar) {
  return detail::modes_listen()
      ? op::foreach_sub_scalar_in_place.call_cold(self, scalar)
      : composite::foreach_sub_scalar_in_place(self, scalar);
}
void _foreach_sub_(TensorList self, TensorList other, const Scalar& alpha) {
  return detail::modes_listen()
      ? op::foreach_sub_list_in_place.call_cold(self, other, alpha)
      : composite::foreach_sub_list_in_place(self, other, alpha);
}
void _foreach_sub_(TensorList self, ArrayRef<Scalar> scalars) {
  return detail::modes_listen()
      ? op::foreach_sub_scalars_in_place.call_cold(self, scalars)
      : composite::foreach_sub_scalars_in_place(self, scalars);
}
std::vector<Tensor> _foreach_mul(TensorList self, const Scalar& scalar) {
  return detail::modes_listen()
      ? op::foreach_mul_scalar.call_cold(self, scalar)
      : composite::foreach_mul_scalar(self, scalar);
}
std::vector<Tensor> _foreach_mul(TensorList self, TensorList other) {
  return detail::modes_listen()
      ? op::foreach_mul_list.call_cold(self, other)
      : composite::foreach_mul_list(self, other);
}
std::vector<Tensor> _foreach_mul(TensorList self, ArrayRef<Scalar> scalars) {
  return detail::modes_listen()
      ? op::foreach_mul_scalars.call_cold(self, scalars)
      : composite::foreach_mul_scalars(self, scalars);
}
void _foreach_mul_(TensorList self, const Scalar& scalar) {
  return detail::modes_listen()
      ? op::foreach_mul_scalar_in_place.call_cold(self, scalar)
      : composite::foreach_mul_scalar_in_place(self, scalar);
}
void _foreach_mul_(TensorList self, TensorList other) {
  return detail::modes_listen()
      ? op::foreach_mul_list_in_place.call_cold(self, other)
      : composite::foreach_mul_list_in_place(self, other);
}
void _foreach_mul_(TensorList self, ArrayRef<Scalar> scalars) {
  return detail::modes_listen()
      ? op::foreach_mul_scalars_in_place.call_cold(self, scalars)
      : composite::foreach_mul_scalars_in_place(self, scalars);
}
std::vector<Tensor> _foreach_div(TensorList self, const Scalar& scalar) {
  return detail::modes_listen()
      ? op::foreach_div_scalar.call_cold(self, scalar)
      : composite::foreach_div_scalar(self, scalar);
}
std::vector<Tensor> _foreach_div(TensorList self, TensorList other) {
  return detail::modes_listen()
      ? op::foreach_div_list.call_cold(self, other)
      : composite::foreach_div_list(self, other);
}
std::vector<Tensor> _foreach_div(TensorList self, ArrayRef<Scalar> scalars) {
  return detail::modes_listen()
      ? op::foreach_div_scalars.call_cold(self, scalars)
      : composite::foreach_div_scalars(self, scalars);
}
void _foreach_div_(TensorList self, const Scalar& scalar) {
  return detail::modes_listen()
      ? op::foreach_div_scalar_in_place.call_cold(self, scalar)
      : composite::foreach_div_scalar_in_place(self, scalar);
}
void _foreach_div_(TensorList self, TensorList other) {
  return detail::modes_listen()
      ? op::foreach_div_list_in_place.call_cold(self, other)
      : composite::foreach_div_list_in_place(self, other);
}
void _foreach_div_(TensorList self, ArrayRef<Scalar> scalars) {
  return detail::modes_listen()
      ? op::foreach_div_scalars_in_place.call_cold(self, scalars)
      : composite::foreach_div_scalars_in_place(self, scalars);
}
std::vector<Tensor> _foreach_maximum(TensorList self, TensorList other) {
  return detail::modes_listen() ? op::foreach_maximum.call_cold(self, other) : composite::foreach_maximum(self, other);
}
void _foreach_maximum_(TensorList self, TensorList other) {
  return detail::modes_listen()
      ? op::foreach_maximum_in_place.call_cold(self, other)
      : composite::foreach_maximum_in_place(self, other);
}
std::vector<Tensor> _foreach_minimum(TensorList self, TensorList other) {
  return detail::modes_listen() ? op::foreach_minimum.call_cold(self, other) : composite::foreach_minimum(self, other);
}
void _foreach_minimum_(TensorList self, TensorList other) {
  return detail::modes_listen()
      ? op::foreach_minimum_in_place.call_cold(self, other)
      : composite::foreach_minimum_in_place(self, other);
}
std::vector<Tensor> _foreach_addcmul(TensorList self, TensorList tensor1, TensorList tensor2, const Scalar& value) {
  return detail::modes_listen()
      ? op::foreach_addcmul_scalar.call_cold(self, tensor1, tensor2, value)
      : composite::foreach_addcmul_scalar(self, tensor1, tensor2, value);
}
std::vector<Tensor> _foreach_addcmul(TensorList self, TensorList tensor1, TensorList tensor2,
                                     ArrayRef<Scalar> scalars) {
  return detail::modes_listen()
      ? op::foreach_addcmul_scalars.call_cold(self, tensor1, tensor2, scalars)
      : composite::foreach_addcmul_scalars(self, tensor1, tensor2, scalars);
}
void _foreach_addcmul_(TensorList self, TensorList tensor1, TensorList tensor2, const Scalar& value) {
  return detail::modes_listen()
      ? op::foreach_addcmul_scalar_in_place.call_cold(self, tensor1, tensor2, value)
      : composite::foreach_addcmul_scalar_in_place(self, tensor1, tensor2, value);
}
void _foreach_addcmul_(TensorList self, TensorList tensor1, TensorList tensor2, ArrayRef<Scalar> scalars) {
  return detail::modes_listen()
      ? op::foreach_addcmul_scalars_in_place.call_cold(self, tensor1, tensor2, scalars)
      : composite::foreach_addcmul_scalars_in_place(self, tensor1, tensor2, scalars);
}
std::vector<Tensor> _foreach_addcdiv(TensorList self, TensorList tensor1, TensorList tensor2, const Scalar& value) {
  return detail::modes_listen()
      ? op::foreach_addcdiv_scalar.call_cold(self, tensor1, tensor2, value)
      : composite::foreach_addcdiv_scalar(self, tensor1, tensor2, value);
}
std::vector<Tensor> _foreach_addcdiv(TensorList self, TensorList tensor1, TensorList tensor2,
                                     ArrayRef<Scalar> scalars) {
  return detail::modes_listen()
      ? op::foreach_addcdiv_scalars.call_cold(self, tensor1, tensor2, scalars)
      : composite::foreach_addcdiv_scalars(self, tensor1, tensor2, scalars);
}
void _foreach_addcdiv_(TensorList self, TensorList tensor1, TensorList tensor2, const Scalar& value) {
  return detail::modes_listen()
      ? op::foreach_addcdiv_scalar_in_place.call_cold(self, tensor1, tensor2, value)
      : composite::foreach_addcdiv_scalar_in_place(self, tensor1, tensor2, value);
}
void _foreach_addcdiv_(TensorList self, TensorList tensor1, TensorList tensor2, ArrayRef<Scalar> scalars) {
  return detail::modes_listen()
      ? op::foreach_addcdiv_scalars_in_place.call_cold(self, tensor1, tensor2, scalars)
      : composite::foreach_addcdiv_scalars_in_place(self, tensor1, tensor2, scalars);
}
std::vector<Tensor> _foreach_norm(TensorList self, const Scalar& ord) {
  return detail::modes_listen() ? op::foreach_norm.call_cold(self, ord) : composite::foreach_norm(self, ord);
}
void _amp_foreach_non_finite_check_and_unscale_(TensorList self, const Tensor& found_inf, const Tensor& inv_scale) {
  return op::amp_unscale(self, found_inf, inv_scale);
}
Tensor& _amp_update_scale_(Tensor& self, const Tensor& growth_tracker, const Tensor& found_inf,
                           double scale_growth_factor, double scale_backoff_factor, int64_t growth_interval) {
  op::amp_update_scale(self, growth_tracker, found_inf, scale_growth_factor, scale_backoff_factor, growth_interval);
  return self;
}

namespace kernels {

TORCHPP_API void set_foreach_zero(DispatchKey key, void (*kernel)(TensorList self)) { op::foreach_zero.set_kernel(key, kernel); }
TORCHPP_API void set_amp_unscale(DispatchKey key, void (*kernel)(TensorList self, const Tensor& found_inf, const Tensor& inv_scale)) { op::amp_unscale.set_kernel(key, kernel); }
TORCHPP_API void set_amp_update_scale(DispatchKey key, Tensor (*kernel)(const Tensor& self, const Tensor& growth_tracker, const Tensor& found_inf, double scale_growth_factor, double scale_backoff_factor, int64_t growth_interval)) { op::amp_update_scale.set_kernel(key, kernel); }

}  // namespace kernels

}  // namespace torchpp
