// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/foreach.ops. Change the table, not this file.
// clang-format off
#pragma once

/// \file Operators on whole lists of tensors: each works on every tensor of the list.

#include <torchpp/tensor.h>

TORCHPP_API_BEGIN
namespace torchpp {

/// abs() of each tensor.
std::vector<Tensor> _foreach_abs(TensorList self);
/// abs() of each tensor, in place.
void _foreach_abs_(TensorList self);
/// acos() of each tensor.
std::vector<Tensor> _foreach_acos(TensorList self);
/// acos() of each tensor, in place.
void _foreach_acos_(TensorList self);
/// asin() of each tensor.
std::vector<Tensor> _foreach_asin(TensorList self);
/// asin() of each tensor, in place.
void _foreach_asin_(TensorList self);
/// atan() of each tensor.
std::vector<Tensor> _foreach_atan(TensorList self);
/// atan() of each tensor, in place.
void _foreach_atan_(TensorList self);
/// ceil() of each tensor.
std::vector<Tensor> _foreach_ceil(TensorList self);
/// ceil() of each tensor, in place.
void _foreach_ceil_(TensorList self);
/// cos() of each tensor.
std::vector<Tensor> _foreach_cos(TensorList self);
/// cos() of each tensor, in place.
void _foreach_cos_(TensorList self);
/// cosh() of each tensor.
std::vector<Tensor> _foreach_cosh(TensorList self);
/// cosh() of each tensor, in place.
void _foreach_cosh_(TensorList self);
/// erf() of each tensor.
std::vector<Tensor> _foreach_erf(TensorList self);
/// erf() of each tensor, in place.
void _foreach_erf_(TensorList self);
/// erfc() of each tensor.
std::vector<Tensor> _foreach_erfc(TensorList self);
/// erfc() of each tensor, in place.
void _foreach_erfc_(TensorList self);
/// exp() of each tensor.
std::vector<Tensor> _foreach_exp(TensorList self);
/// exp() of each tensor, in place.
void _foreach_exp_(TensorList self);
/// expm1() of each tensor.
std::vector<Tensor> _foreach_expm1(TensorList self);
/// expm1() of each tensor, in place.
void _foreach_expm1_(TensorList self);
/// floor() of each tensor.
std::vector<Tensor> _foreach_floor(TensorList self);
/// floor() of each tensor, in place.
void _foreach_floor_(TensorList self);
/// frac() of each tensor.
std::vector<Tensor> _foreach_frac(TensorList self);
/// frac() of each tensor, in place.
void _foreach_frac_(TensorList self);
/// lgamma() of each tensor.
std::vector<Tensor> _foreach_lgamma(TensorList self);
/// lgamma() of each tensor, in place.
void _foreach_lgamma_(TensorList self);
/// log() of each tensor.
std::vector<Tensor> _foreach_log(TensorList self);
/// log() of each tensor, in place.
void _foreach_log_(TensorList self);
/// log10() of each tensor.
std::vector<Tensor> _foreach_log10(TensorList self);
/// log10() of each tensor, in place.
void _foreach_log10_(TensorList self);
/// log1p() of each tensor.
std::vector<Tensor> _foreach_log1p(TensorList self);
/// log1p() of each tensor, in place.
void _foreach_log1p_(TensorList self);
/// log2() of each tensor.
std::vector<Tensor> _foreach_log2(TensorList self);
/// log2() of each tensor, in place.
void _foreach_log2_(TensorList self);
/// neg() of each tensor.
std::vector<Tensor> _foreach_neg(TensorList self);
/// neg() of each tensor, in place.
void _foreach_neg_(TensorList self);
/// reciprocal() of each tensor.
std::vector<Tensor> _foreach_reciprocal(TensorList self);
/// reciprocal() of each tensor, in place.
void _foreach_reciprocal_(TensorList self);
/// round() of each tensor.
std::vector<Tensor> _foreach_round(TensorList self);
/// round() of each tensor, in place.
void _foreach_round_(TensorList self);
/// sigmoid() of each tensor.
std::vector<Tensor> _foreach_sigmoid(TensorList self);
/// sigmoid() of each tensor, in place.
void _foreach_sigmoid_(TensorList self);
/// sin() of each tensor.
std::vector<Tensor> _foreach_sin(TensorList self);
/// sin() of each tensor, in place.
void _foreach_sin_(TensorList self);
/// sinh() of each tensor.
std::vector<Tensor> _foreach_sinh(TensorList self);
/// sinh() of each tensor, in place.
void _foreach_sinh_(TensorList self);
/// sqrt() of each tensor.
std::vector<Tensor> _foreach_sqrt(TensorList self);
/// sqrt() of each tensor, in place.
void _foreach_sqrt_(TensorList self);
/// tan() of each tensor.
std::vector<Tensor> _foreach_tan(TensorList self);
/// tan() of each tensor, in place.
void _foreach_tan_(TensorList self);
/// tanh() of each tensor.
std::vector<Tensor> _foreach_tanh(TensorList self);
/// tanh() of each tensor, in place.
void _foreach_tanh_(TensorList self);
/// trunc() of each tensor.
std::vector<Tensor> _foreach_trunc(TensorList self);
/// trunc() of each tensor, in place.
void _foreach_trunc_(TensorList self);
/// Zeros of the shape of each tensor.
std::vector<Tensor> _foreach_zero(TensorList self);
/// Writes zeros into each tensor.
void _foreach_zero_(TensorList self);
/// self + scalar of each tensor.
std::vector<Tensor> _foreach_add(TensorList self, const Scalar& scalar);
/// self + alpha * other of each pair of tensors.
std::vector<Tensor> _foreach_add(TensorList self, TensorList other, const Scalar& alpha = 1);
/// self + scalar of each tensor with its own number.
std::vector<Tensor> _foreach_add(TensorList self, ArrayRef<Scalar> scalars);
/// self + scalar of each tensor, in place.
void _foreach_add_(TensorList self, const Scalar& scalar);
/// self + alpha * other of each pair of tensors, in place.
void _foreach_add_(TensorList self, TensorList other, const Scalar& alpha = 1);
/// self + scalar of each tensor with its own number, in place.
void _foreach_add_(TensorList self, ArrayRef<Scalar> scalars);
/// self - scalar of each tensor.
std::vector<Tensor> _foreach_sub(TensorList self, const Scalar& scalar);
/// self - alpha * other of each pair of tensors.
std::vector<Tensor> _foreach_sub(TensorList self, TensorList other, const Scalar& alpha = 1);
/// self - scalar of each tensor with its own number.
std::vector<Tensor> _foreach_sub(TensorList self, ArrayRef<Scalar> scalars);
/// self - scalar of each tensor, in place.
void _foreach_sub_(TensorList self, const Scalar& scalar);
/// self - alpha * other of each pair of tensors, in place.
void _foreach_sub_(TensorList self, TensorList other, const Scalar& alpha = 1);
/// self - scalar of each tensor with its own number, in place.
void _foreach_sub_(TensorList self, ArrayRef<Scalar> scalars);
/// self * scalar of each tensor.
std::vector<Tensor> _foreach_mul(TensorList self, const Scalar& scalar);
/// self * other of each pair of tensors.
std::vector<Tensor> _foreach_mul(TensorList self, TensorList other);
/// self * scalar of each tensor with its own number.
std::vector<Tensor> _foreach_mul(TensorList self, ArrayRef<Scalar> scalars);
/// self * scalar of each tensor, in place.
void _foreach_mul_(TensorList self, const Scalar& scalar);
/// self * other of each pair of tensors, in place.
void _foreach_mul_(TensorList self, TensorList other);
/// self * scalar of each tensor with its own number, in place.
void _foreach_mul_(TensorList self, ArrayRef<Scalar> scalars);
/// self / scalar of each tensor.
std::vector<Tensor> _foreach_div(TensorList self, const Scalar& scalar);
/// self / other of each pair of tensors.
std::vector<Tensor> _foreach_div(TensorList self, TensorList other);
/// self / scalar of each tensor with its own number.
std::vector<Tensor> _foreach_div(TensorList self, ArrayRef<Scalar> scalars);
/// self / scalar of each tensor, in place.
void _foreach_div_(TensorList self, const Scalar& scalar);
/// self / other of each pair of tensors, in place.
void _foreach_div_(TensorList self, TensorList other);
/// self / scalar of each tensor with its own number, in place.
void _foreach_div_(TensorList self, ArrayRef<Scalar> scalars);
/// maximum() of each pair of tensors.
std::vector<Tensor> _foreach_maximum(TensorList self, TensorList other);
/// maximum() of each pair of tensors, in place.
void _foreach_maximum_(TensorList self, TensorList other);
/// minimum() of each pair of tensors.
std::vector<Tensor> _foreach_minimum(TensorList self, TensorList other);
/// minimum() of each pair of tensors, in place.
void _foreach_minimum_(TensorList self, TensorList other);
/// self + value * tensor1 * tensor2 of each three tensors.
std::vector<Tensor> _foreach_addcmul(TensorList self, TensorList tensor1, TensorList tensor2, const Scalar& value = 1);
/// self + value * tensor1 * tensor2 of each three tensors with their own number.
std::vector<Tensor> _foreach_addcmul(TensorList self, TensorList tensor1, TensorList tensor2, ArrayRef<Scalar> scalars);
/// self + value * tensor1 * tensor2 of each three tensors, in place.
void _foreach_addcmul_(TensorList self, TensorList tensor1, TensorList tensor2, const Scalar& value = 1);
/// self + value * tensor1 * tensor2 of each three tensors with their own number, in place.
void _foreach_addcmul_(TensorList self, TensorList tensor1, TensorList tensor2, ArrayRef<Scalar> scalars);
/// self + value * tensor1 / tensor2 of each three tensors.
std::vector<Tensor> _foreach_addcdiv(TensorList self, TensorList tensor1, TensorList tensor2, const Scalar& value = 1);
/// self + value * tensor1 / tensor2 of each three tensors with their own number.
std::vector<Tensor> _foreach_addcdiv(TensorList self, TensorList tensor1, TensorList tensor2, ArrayRef<Scalar> scalars);
/// self + value * tensor1 / tensor2 of each three tensors, in place.
void _foreach_addcdiv_(TensorList self, TensorList tensor1, TensorList tensor2, const Scalar& value = 1);
/// self + value * tensor1 / tensor2 of each three tensors with their own number, in place.
void _foreach_addcdiv_(TensorList self, TensorList tensor1, TensorList tensor2, ArrayRef<Scalar> scalars);
/// The norm of all elements of each tensor.
std::vector<Tensor> _foreach_norm(TensorList self, const Scalar& ord = 2);
/// Multiplies all tensors in place by inv_scale, and sets found_inf to 1 where an element of any of them is not finite;
/// it is never cleared. Real floating tensors of one device, each of which may have its own dtype; Half and BFloat16
/// are multiplied in Float. found_inf and inv_scale are Float tensors of one element.
void _amp_foreach_non_finite_check_and_unscale_(TensorList self, const Tensor& found_inf, const Tensor& inv_scale);
/// The scale after a step: times scale_backoff_factor, with the tracker at 0, where found_inf is not 0; else the
/// tracker counts, and when it reaches growth_interval the scale is multiplied by scale_growth_factor and the tracker
/// starts anew. self and found_inf are Float tensors, growth_tracker an Int one, of one element each.
Tensor& _amp_update_scale_(Tensor& self, const Tensor& growth_tracker, const Tensor& found_inf,
                           double scale_growth_factor, double scale_backoff_factor, int64_t growth_interval);

}  // namespace torchpp
TORCHPP_API_END
