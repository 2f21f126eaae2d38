// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/foreach.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/tensor.h>

#include "src/dispatch/state.h"

namespace torchpp {

namespace op {

inline namespace Ts_of_Ts { extern OwnOp<std::vector<Tensor>(TensorList)> foreach_abs; }
inline namespace void_of_Ts { extern OwnOp<void(TensorList)> foreach_abs_in_place; }
inline namespace Ts_of_Ts { extern OwnOp<std::vector<Tensor>(TensorList)> foreach_acos; }
inline namespace void_of_Ts { extern OwnOp<void(TensorList)> foreach_acos_in_place; }
inline namespace Ts_of_Ts { extern OwnOp<std::vector<Tensor>(TensorList)> foreach_asin; }
inline namespace void_of_Ts { extern OwnOp<void(TensorList)> foreach_asin_in_place; }
inline namespace Ts_of_Ts { extern OwnOp<std::vector<Tensor>(TensorList)> foreach_atan; }
inline namespace void_of_Ts { extern OwnOp<void(TensorList)> foreach_atan_in_place; }
inline namespace Ts_of_Ts { extern OwnOp<std::vector<Tensor>(TensorList)> foreach_ceil; }
inline namespace void_of_Ts { extern OwnOp<void(TensorList)> foreach_ceil_in_place; }
inline namespace Ts_of_Ts { extern OwnOp<std::vector<Tensor>(TensorList)> foreach_cos; }
inline namespace void_of_Ts { extern OwnOp<void(TensorList)> foreach_cos_in_place; }
inline namespace Ts_of_Ts { extern OwnOp<std::vector<Tensor>(TensorList)> foreach_cosh; }
inline namespace void_of_Ts { extern OwnOp<void(TensorList)> foreach_cosh_in_place; }
inline namespace Ts_of_Ts { extern OwnOp<std::vector<Tensor>(TensorList)> foreach_erf; }
inline namespace void_of_Ts { extern OwnOp<void(TensorList)> foreach_erf_in_place; }
inline namespace Ts_of_Ts { extern OwnOp<std::vector<Tensor>(TensorList)> foreach_erfc; }
inline namespace void_of_Ts { extern OwnOp<void(TensorList)> foreach_erfc_in_place; }
inline namespace Ts_of_Ts { extern OwnOp<std::vector<Tensor>(TensorList)> foreach_exp; }
inline namespace void_of_Ts { extern OwnOp<void(TensorList)> foreach_exp_in_place; }
inline namespace Ts_of_Ts { extern OwnOp<std::vector<Tensor>(TensorList)> foreach_expm1; }
inline namespace void_of_Ts { extern OwnOp<void(TensorList)> foreach_expm1_in_place; }
inline namespace Ts_of_Ts { extern OwnOp<std::vector<Tensor>(TensorList)> foreach_floor; }
inline namespace void_of_Ts { extern OwnOp<void(TensorList)> foreach_floor_in_place; }
inline namespace Ts_of_Ts { extern OwnOp<std::vector<Tensor>(TensorList)> foreach_frac; }
inline namespace void_of_Ts { extern OwnOp<void(TensorList)> foreach_frac_in_place; }
inline namespace Ts_of_Ts { extern OwnOp<std::vector<Tensor>(TensorList)> foreach_lgamma; }
inline namespace void_of_Ts { extern OwnOp<void(TensorList)> foreach_lgamma_in_place; }
inline namespace Ts_of_Ts { extern OwnOp<std::vector<Tensor>(TensorList)> foreach_log; }
inline namespace void_of_Ts { extern OwnOp<void(TensorList)> foreach_log_in_place; }
inline namespace Ts_of_Ts { extern OwnOp<std::vector<Tensor>(TensorList)> foreach_log10; }
inline namespace void_of_Ts { extern OwnOp<void(TensorList)> foreach_log10_in_place; }
inline namespace Ts_of_Ts { extern OwnOp<std::vector<Tensor>(TensorList)> foreach_log1p; }
inline namespace void_of_Ts { extern OwnOp<void(TensorList)> foreach_log1p_in_place; }
inline namespace Ts_of_Ts { extern OwnOp<std::vector<Tensor>(TensorList)> foreach_log2; }
inline namespace void_of_Ts { extern OwnOp<void(TensorList)> foreach_log2_in_place; }
inline namespace Ts_of_Ts { extern OwnOp<std::vector<Tensor>(TensorList)> foreach_neg; }
inline namespace void_of_Ts { extern OwnOp<void(TensorList)> foreach_neg_in_place; }
inline namespace Ts_of_Ts { extern OwnOp<std::vector<Tensor>(TensorList)> foreach_reciprocal; }
inline namespace void_of_Ts { extern OwnOp<void(TensorList)> foreach_reciprocal_in_place; }
inline namespace Ts_of_Ts { extern OwnOp<std::vector<Tensor>(TensorList)> foreach_round; }
inline namespace void_of_Ts { extern OwnOp<void(TensorList)> foreach_round_in_place; }
inline namespace Ts_of_Ts { extern OwnOp<std::vector<Tensor>(TensorList)> foreach_sigmoid; }
inline namespace void_of_Ts { extern OwnOp<void(TensorList)> foreach_sigmoid_in_place; }
inline namespace Ts_of_Ts { extern OwnOp<std::vector<Tensor>(TensorList)> foreach_sin; }
inline namespace void_of_Ts { extern OwnOp<void(TensorList)> foreach_sin_in_place; }
inline namespace Ts_of_Ts { extern OwnOp<std::vector<Tensor>(TensorList)> foreach_sinh; }
inline namespace void_of_Ts { extern OwnOp<void(TensorList)> foreach_sinh_in_place; }
inline namespace Ts_of_Ts { extern OwnOp<std::vector<Tensor>(TensorList)> foreach_sqrt; }
inline namespace void_of_Ts { extern OwnOp<void(TensorList)> foreach_sqrt_in_place; }
inline namespace Ts_of_Ts { extern OwnOp<std::vector<Tensor>(TensorList)> foreach_tan; }
inline namespace void_of_Ts { extern OwnOp<void(TensorList)> foreach_tan_in_place; }
inline namespace Ts_of_Ts { extern OwnOp<std::vector<Tensor>(TensorList)> foreach_tanh; }
inline namespace void_of_Ts { extern OwnOp<void(TensorList)> foreach_tanh_in_place; }
inline namespace Ts_of_Ts { extern OwnOp<std::vector<Tensor>(TensorList)> foreach_trunc; }
inline namespace void_of_Ts { extern OwnOp<void(TensorList)> foreach_trunc_in_place; }
inline namespace Ts_of_Ts { extern OwnOp<std::vector<Tensor>(TensorList)> foreach_zero_copy; }
inline namespace void_of_Ts { extern OwnOp<void(TensorList)> foreach_zero; }
inline namespace Ts_of_Ts_S { extern OwnOp<std::vector<Tensor>(TensorList, const Scalar&)> foreach_add_scalar; }
inline namespace Ts_of_Ts_Ts_S { extern OwnOp<std::vector<Tensor>(TensorList, TensorList, const Scalar&)> foreach_add_list; }
inline namespace Ts_of_Ts_Ss { extern OwnOp<std::vector<Tensor>(TensorList, ArrayRef<Scalar>)> foreach_add_scalars; }
inline namespace void_of_Ts_S { extern OwnOp<void(TensorList, const Scalar&)> foreach_add_scalar_in_place; }
inline namespace void_of_Ts_Ts_S { extern OwnOp<void(TensorList, TensorList, const Scalar&)> foreach_add_list_in_place; }
inline namespace void_of_Ts_Ss { extern OwnOp<void(TensorList, ArrayRef<Scalar>)> foreach_add_scalars_in_place; }
inline namespace Ts_of_Ts_S { extern OwnOp<std::vector<Tensor>(TensorList, const Scalar&)> foreach_sub_scalar; }
inline namespace Ts_of_Ts_Ts_S { extern OwnOp<std::vector<Tensor>(TensorList, TensorList, const Scalar&)> foreach_sub_list; }
inline namespace Ts_of_Ts_Ss { extern OwnOp<std::vector<Tensor>(TensorList, ArrayRef<Scalar>)> foreach_sub_scalars; }
inline namespace void_of_Ts_S { extern OwnOp<void(TensorList, const Scalar&)> foreach_sub_scalar_in_place; }
inline namespace void_of_Ts_Ts_S { extern OwnOp<void(TensorList, TensorList, const Scalar&)> foreach_sub_list_in_place; }
inline namespace void_of_Ts_Ss { extern OwnOp<void(TensorList, ArrayRef<Scalar>)> foreach_sub_scalars_in_place; }
inline namespace Ts_of_Ts_S { extern OwnOp<std::vector<Tensor>(TensorList, const Scalar&)> foreach_mul_scalar; }
inline namespace Ts_of_Ts_Ts { extern OwnOp<std::vector<Tensor>(TensorList, TensorList)> foreach_mul_list; }
inline namespace Ts_of_Ts_Ss { extern OwnOp<std::vector<Tensor>(TensorList, ArrayRef<Scalar>)> foreach_mul_scalars; }
inline namespace void_of_Ts_S { extern OwnOp<void(TensorList, const Scalar&)> foreach_mul_scalar_in_place; }
inline namespace void_of_Ts_Ts { extern OwnOp<void(TensorList, TensorList)> foreach_mul_list_in_place; }
inline namespace void_of_Ts_Ss { extern OwnOp<void(TensorList, ArrayRef<Scalar>)> foreach_mul_scalars_in_place; }
inline namespace Ts_of_Ts_S { extern OwnOp<std::vector<Tensor>(TensorList, const Scalar&)> foreach_div_scalar; }
inline namespace Ts_of_Ts_Ts { extern OwnOp<std::vector<Tensor>(TensorList, TensorList)> foreach_div_list; }
inline namespace Ts_of_Ts_Ss { extern OwnOp<std::vector<Tensor>(TensorList, ArrayRef<Scalar>)> foreach_div_scalars; }
inline namespace void_of_Ts_S { extern OwnOp<void(TensorList, const Scalar&)> foreach_div_scalar_in_place; }
inline namespace void_of_Ts_Ts { extern OwnOp<void(TensorList, TensorList)> foreach_div_list_in_place; }
inline namespace void_of_Ts_Ss { extern OwnOp<void(TensorList, ArrayRef<Scalar>)> foreach_div_scalars_in_place; }
inline namespace Ts_of_Ts_Ts { extern OwnOp<std::vector<Tensor>(TensorList, TensorList)> foreach_maximum; }
inline namespace void_of_Ts_Ts { extern OwnOp<void(TensorList, TensorList)> foreach_maximum_in_place; }
inline namespace Ts_of_Ts_Ts { extern OwnOp<std::vector<Tensor>(TensorList, TensorList)> foreach_minimum; }
inline namespace void_of_Ts_Ts { extern OwnOp<void(TensorList, TensorList)> foreach_minimum_in_place; }
inline namespace Ts_of_Ts_Ts_Ts_S { extern OwnOp<std::vector<Tensor>(TensorList, TensorList, TensorList, const Scalar&)> foreach_addcmul_scalar; }
inline namespace Ts_of_Ts_Ts_Ts_Ss { extern OwnOp<std::vector<Tensor>(TensorList, TensorList, TensorList, ArrayRef<Scalar>)> foreach_addcmul_scalars; }
inline namespace void_of_Ts_Ts_Ts_S { extern OwnOp<void(TensorList, TensorList, TensorList, const Scalar&)> foreach_addcmul_scalar_in_place; }
inline namespace void_of_Ts_Ts_Ts_Ss { extern OwnOp<void(TensorList, TensorList, TensorList, ArrayRef<Scalar>)> foreach_addcmul_scalars_in_place; }
inline namespace Ts_of_Ts_Ts_Ts_S { extern OwnOp<std::vector<Tensor>(TensorList, TensorList, TensorList, const Scalar&)> foreach_addcdiv_scalar; }
inline namespace Ts_of_Ts_Ts_Ts_Ss { extern OwnOp<std::vector<Tensor>(TensorList, TensorList, TensorList, ArrayRef<Scalar>)> foreach_addcdiv_scalars; }
inline namespace void_of_Ts_Ts_Ts_S { extern OwnOp<void(TensorList, TensorList, TensorList, const Scalar&)> foreach_addcdiv_scalar_in_place; }
inline namespace void_of_Ts_Ts_Ts_Ss { extern OwnOp<void(TensorList, TensorList, TensorList, ArrayRef<Scalar>)> foreach_addcdiv_scalars_in_place; }
inline namespace Ts_of_Ts_S { extern OwnOp<std::vector<Tensor>(TensorList, const Scalar&)> foreach_norm; }
inline namespace void_of_Ts_T_T { extern OwnOp<void(TensorList, const Tensor&, const Tensor&)> amp_unscale; }
inline namespace T_of_T_T_T_d_d_i { extern OwnOp<Tensor(const Tensor&, const Tensor&, const Tensor&, double, double, int64_t)> amp_update_scale; }

}  // namespace op

namespace cpu {

void foreach_zero(TensorList self);
void amp_unscale(TensorList self, const Tensor& found_inf, const Tensor& inv_scale);
Tensor amp_update_scale(const Tensor& self, const Tensor& growth_tracker, const Tensor& found_inf, double scale_growth_factor, double scale_backoff_factor, int64_t growth_interval);

}  // namespace cpu

namespace composite {

std::vector<Tensor> foreach_abs(TensorList self);
void foreach_abs_in_place(TensorList self);
std::vector<Tensor> foreach_acos(TensorList self);
void foreach_acos_in_place(TensorList self);
std::vector<Tensor> foreach_asin(TensorList self);
void foreach_asin_in_place(TensorList self);
std::vector<Tensor> foreach_atan(TensorList self);
void foreach_atan_in_place(TensorList self);
std::vector<Tensor> foreach_ceil(TensorList self);
void foreach_ceil_in_place(TensorList self);
std::vector<Tensor> foreach_cos(TensorList self);
void foreach_cos_in_place(TensorList self);
std::vector<Tensor> foreach_cosh(TensorList self);
void foreach_cosh_in_place(TensorList self);
std::vector<Tensor> foreach_erf(TensorList self);
void foreach_erf_in_place(TensorList self);
std::vector<Tensor> foreach_erfc(TensorList self);
void foreach_erfc_in_place(TensorList self);
std::vector<Tensor> foreach_exp(TensorList self);
void foreach_exp_in_place(TensorList self);
std::vector<Tensor> foreach_expm1(TensorList self);
void foreach_expm1_in_place(TensorList self);
std::vector<Tensor> foreach_floor(TensorList self);
void foreach_floor_in_place(TensorList self);
std::vector<Tensor> foreach_frac(TensorList self);
void foreach_frac_in_place(TensorList self);
std::vector<Tensor> foreach_lgamma(TensorList self);
void foreach_lgamma_in_place(TensorList self);
std::vector<Tensor> foreach_log(TensorList self);
void foreach_log_in_place(TensorList self);
std::vector<Tensor> foreach_log10(TensorList self);
void foreach_log10_in_place(TensorList self);
std::vector<Tensor> foreach_log1p(TensorList self);
void foreach_log1p_in_place(TensorList self);
std::vector<Tensor> foreach_log2(TensorList self);
void foreach_log2_in_place(TensorList self);
std::vector<Tensor> foreach_neg(TensorList self);
void foreach_neg_in_place(TensorList self);
std::vector<Tensor> foreach_reciprocal(TensorList self);
void foreach_reciprocal_in_place(TensorList self);
std::vector<Tensor> foreach_round(TensorList self);
void foreach_round_in_place(TensorList self);
std::vector<Tensor> foreach_sigmoid(TensorList self);
void foreach_sigmoid_in_place(TensorList self);
std::vector<Tensor> foreach_sin(TensorList self);
void foreach_sin_in_place(TensorList self);
std::vector<Tensor> foreach_sinh(TensorList self);
void foreach_sinh_in_place(TensorList self);
std::vector<Tensor> foreach_sqrt(TensorList self);
void foreach_sqrt_in_place(TensorList self);
std::vector<Tensor> foreach_tan(TensorList self);
void foreach_tan_in_place(TensorList self);
std::vector<Tensor> foreach_tanh(TensorList self);
void foreach_tanh_in_place(TensorList self);
std::vector<Tensor> foreach_trunc(TensorList self);
void foreach_trunc_in_place(TensorList self);
std::vector<Tensor> foreach_zero_copy(TensorList self);
std::vector<Tensor> foreach_add_scalar(TensorList self, const Scalar& scalar);
std::vector<Tensor> foreach_add_list(TensorList self, TensorList other, const Scalar& alpha);
std::vector<Tensor> foreach_add_scalars(TensorList self, ArrayRef<Scalar> scalars);
void foreach_add_scalar_in_place(TensorList self, const Scalar& scalar);
void foreach_add_list_in_place(TensorList self, TensorList other, const Scalar& alpha);
void foreach_add_scalars_in_place(TensorList self, ArrayRef<Scalar> scalars);
std::vector<Tensor> foreach_sub_scalar(TensorList self, const Scalar& scalar);
std::vector<Tensor> foreach_sub_list(TensorList self, TensorList other, const Scalar& alpha);
std::vector<Tensor> foreach_sub_scalars(TensorList self, ArrayRef<Scalar> scalars);
void foreach_sub_scalar_in_place(TensorList self, const Scalar& scalar);
void foreach_sub_list_in_place(TensorList self, TensorList other, const Scalar& alpha);
void foreach_sub_scalars_in_place(TensorList self, ArrayRef<Scalar> scalars);
std::vector<Tensor> foreach_mul_scalar(TensorList self, const Scalar& scalar);
std::vector<Tensor> foreach_mul_list(TensorList self, TensorList other);
std::vector<Tensor> foreach_mul_scalars(TensorList self, ArrayRef<Scalar> scalars);
void foreach_mul_scalar_in_place(TensorList self, const Scalar& scalar);
void foreach_mul_list_in_place(TensorList self, TensorList other);
void foreach_mul_scalars_in_place(TensorList self, ArrayRef<Scalar> scalars);
std::vector<Tensor> foreach_div_scalar(TensorList self, const Scalar& scalar);
std::vector<Tensor> foreach_div_list(TensorList self, TensorList other);
std::vector<Tensor> foreach_div_scalars(TensorList self, ArrayRef<Scalar> scalars);
void foreach_div_scalar_in_place(TensorList self, const Scalar& scalar);
void foreach_div_list_in_place(TensorList self, TensorList other);
void foreach_div_scalars_in_place(TensorList self, ArrayRef<Scalar> scalars);
std::vector<Tensor> foreach_maximum(TensorList self, TensorList other);
void foreach_maximum_in_place(TensorList self, TensorList other);
std::vector<Tensor> foreach_minimum(TensorList self, TensorList other);
void foreach_minimum_in_place(TensorList self, TensorList other);
std::vector<Tensor> foreach_addcmul_scalar(TensorList self, TensorList tensor1, TensorList tensor2, const Scalar& value);
std::vector<Tensor> foreach_addcmul_scalars(TensorList self, TensorList tensor1, TensorList tensor2, ArrayRef<Scalar> scalars);
void foreach_addcmul_scalar_in_place(TensorList self, TensorList tensor1, TensorList tensor2, const Scalar& value);
void foreach_addcmul_scalars_in_place(TensorList self, TensorList tensor1, TensorList tensor2, ArrayRef<Scalar> scalars);
std::vector<Tensor> foreach_addcdiv_scalar(TensorList self, TensorList tensor1, TensorList tensor2, const Scalar& value);
std::vector<Tensor> foreach_addcdiv_scalars(TensorList self, TensorList tensor1, TensorList tensor2, ArrayRef<Scalar> scalars);
void foreach_addcdiv_scalar_in_place(TensorList self, TensorList tensor1, TensorList tensor2, const Scalar& value);
void foreach_addcdiv_scalars_in_place(TensorList self, TensorList tensor1, TensorList tensor2, ArrayRef<Scalar> scalars);
std::vector<Tensor> foreach_norm(TensorList self, const Scalar& ord);

}  // namespace composite

}  // namespace torchpp
