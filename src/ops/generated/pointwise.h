// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/pointwise.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/tensor.h>

#include "src/dispatch/state.h"

namespace torchpp {

namespace op {

inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> abs; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> absolute; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> neg; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> negative; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> exp; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> exp2; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> special_exp2; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> expm1; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> special_expm1; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> log; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> log2; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> log10; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> log1p; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> special_log1p; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> sqrt; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> rsqrt; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> reciprocal; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> sigmoid; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> special_expit; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> tanh; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> sin; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> cos; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> tan; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> asin; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> arcsin; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> acos; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> arccos; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> atan; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> arctan; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> sinh; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> cosh; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> asinh; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> arcsinh; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> acosh; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> arccosh; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> atanh; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> arctanh; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> sinc; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> special_sinc; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> deg2rad; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> rad2deg; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> angle; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> erf; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> special_erf; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> erfc; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> special_erfc; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> erfinv; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> special_erfinv; }
inline namespace T_of_out_T_do { extern OwnOp<Tensor(Out, const Tensor&, optional<double>)> logit; }
inline namespace T_of_out_T_do { extern OwnOp<Tensor(Out, const Tensor&, optional<double>)> special_logit; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> lgamma; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> special_gammaln; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> digamma; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> special_digamma; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> special_psi; }
inline namespace T_of_out_i_T { extern OwnOp<Tensor(Out, int64_t, const Tensor&)> polygamma; }
inline namespace T_of_out_i_T { extern OwnOp<Tensor(Out, int64_t, const Tensor&)> special_polygamma; }
inline namespace T_of_T_i { extern OwnOp<Tensor(const Tensor&, int64_t)> polygamma_in_place; }
inline namespace T_of_out_T_i { extern OwnOp<Tensor(Out, const Tensor&, int64_t)> mvlgamma; }
inline namespace T_of_out_T_i { extern OwnOp<Tensor(Out, const Tensor&, int64_t)> special_multigammaln; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> i0; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> special_i0; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> special_i1; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> floor; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> ceil; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> round; }
inline namespace T_of_out_T_i { extern OwnOp<Tensor(Out, const Tensor&, int64_t)> round_decimals; }
inline namespace T_of_out_T_i { extern OwnOp<Tensor(Out, const Tensor&, int64_t)> special_round; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> trunc; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> fix; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> frac; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> sign; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> sgn; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> square; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> positive; }
inline namespace TT_of_out_T { extern OwnOp<std::tuple<Tensor, Tensor>(Out, const Tensor&)> frexp; }
inline namespace T_of_out_T_do_do_do { extern OwnOp<Tensor(Out, const Tensor&, optional<double>, optional<double>, optional<double>)> nan_to_num; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> logical_not; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> bitwise_not; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> isnan; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> isinf; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> isfinite; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> isposinf; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> isneginf; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> signbit; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> isreal; }
inline namespace T_of_out_T_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Scalar&)> add; }
inline namespace T_of_out_T_S_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&, const Scalar&)> add_Scalar; }
inline namespace T_of_out_T_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Scalar&)> sub; }
inline namespace T_of_out_T_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Scalar&)> subtract; }
inline namespace T_of_out_T_S_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&, const Scalar&)> sub_Scalar; }
inline namespace T_of_out_T_S_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&, const Scalar&)> subtract_Scalar; }
inline namespace T_of_out_T_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Scalar&)> rsub; }
inline namespace T_of_out_T_S_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&, const Scalar&)> rsub_Scalar; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> mul; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> multiply; }
inline namespace T_of_out_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&)> mul_Scalar; }
inline namespace T_of_out_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&)> multiply_Scalar; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> div; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> divide; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> true_divide; }
inline namespace T_of_out_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&)> div_Scalar; }
inline namespace T_of_out_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&)> divide_Scalar; }
inline namespace T_of_out_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&)> true_divide_Scalar; }
inline namespace T_of_out_T_T_so { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, optional<std::string_view>)> div_mode; }
inline namespace T_of_out_T_T_so { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, optional<std::string_view>)> divide_Tensor_mode; }
inline namespace T_of_out_T_S_so { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&, optional<std::string_view>)> div_Scalar_mode; }
inline namespace T_of_out_T_S_so { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&, optional<std::string_view>)> divide_Scalar_mode; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> floor_divide; }
inline namespace T_of_out_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&)> floor_divide_Scalar; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> remainder; }
inline namespace T_of_out_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&)> remainder_Scalar; }
inline namespace T_of_out_S_T { extern OwnOp<Tensor(Out, const Scalar&, const Tensor&)> remainder_Scalar_Tensor; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> fmod; }
inline namespace T_of_out_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&)> fmod_Scalar; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> pow; }
inline namespace T_of_out_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&)> pow_Tensor_Scalar; }
inline namespace T_of_out_S_T { extern OwnOp<Tensor(Out, const Scalar&, const Tensor&)> pow_Scalar; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> float_power; }
inline namespace T_of_out_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&)> float_power_Tensor_Scalar; }
inline namespace T_of_out_S_T { extern OwnOp<Tensor(Out, const Scalar&, const Tensor&)> float_power_base; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> ldexp; }
inline namespace T_of_T_T { extern OwnOp<Tensor(const Tensor&, const Tensor&)> ldexp_in_place; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> maximum; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> max_other; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> minimum; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> min_other; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> fmax; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> fmin; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> atan2; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> arctan2; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> hypot; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> copysign; }
inline namespace T_of_out_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&)> copysign_Scalar; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> nextafter; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> xlogy; }
inline namespace T_of_out_S_T { extern OwnOp<Tensor(Out, const Scalar&, const Tensor&)> xlogy_Scalar_Self; }
inline namespace T_of_out_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&)> xlogy_Scalar_Other; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> special_xlogy; }
inline namespace T_of_out_S_T { extern OwnOp<Tensor(Out, const Scalar&, const Tensor&)> special_xlogy_self_scalar; }
inline namespace T_of_out_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&)> special_xlogy_other_scalar; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> logaddexp; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> logaddexp2; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> heaviside; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> igamma; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> special_gammainc; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> igammac; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> special_gammaincc; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> standard_gamma_grad; }
inline namespace T_of_out_T_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Tensor&)> dirichlet_grad; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> gcd; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> lcm; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> complex; }
inline namespace T_of_T_fo { extern OwnOp<Tensor(const Tensor&, optional<MemoryFormat>)> chalf; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> polar; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> eq; }
inline namespace T_of_out_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&)> eq_Scalar; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> ne; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> not_equal; }
inline namespace T_of_out_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&)> ne_Scalar; }
inline namespace T_of_out_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&)> not_equal_Scalar; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> lt; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> less; }
inline namespace T_of_out_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&)> lt_Scalar; }
inline namespace T_of_out_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&)> less_Scalar; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> le; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> less_equal; }
inline namespace T_of_out_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&)> le_Scalar; }
inline namespace T_of_out_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&)> less_equal_Scalar; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> gt; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> greater; }
inline namespace T_of_out_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&)> gt_Scalar; }
inline namespace T_of_out_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&)> greater_Scalar; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> ge; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> greater_equal; }
inline namespace T_of_out_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&)> ge_Scalar; }
inline namespace T_of_out_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&)> greater_equal_Scalar; }
inline namespace b_of_T_T { extern OwnOp<bool(const Tensor&, const Tensor&)> equal; }
inline namespace T_of_T_T_d_d_b { extern OwnOp<Tensor(const Tensor&, const Tensor&, double, double, bool)> isclose; }
inline namespace b_of_T_T_d_d_b { extern OwnOp<bool(const Tensor&, const Tensor&, double, double, bool)> allclose; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> logical_and; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> logical_or; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> logical_xor; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> bitwise_and; }
inline namespace T_of_out_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&)> bitwise_and_Scalar; }
inline namespace T_of_out_S_T { extern OwnOp<Tensor(Out, const Scalar&, const Tensor&)> bitwise_and_Scalar_Tensor; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> bitwise_or; }
inline namespace T_of_out_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&)> bitwise_or_Scalar; }
inline namespace T_of_out_S_T { extern OwnOp<Tensor(Out, const Scalar&, const Tensor&)> bitwise_or_Scalar_Tensor; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> bitwise_xor; }
inline namespace T_of_out_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&)> bitwise_xor_Scalar; }
inline namespace T_of_out_S_T { extern OwnOp<Tensor(Out, const Scalar&, const Tensor&)> bitwise_xor_Scalar_Tensor; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> bitwise_left_shift; }
inline namespace T_of_out_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&)> bitwise_left_shift_Tensor_Scalar; }
inline namespace T_of_out_S_T { extern OwnOp<Tensor(Out, const Scalar&, const Tensor&)> bitwise_left_shift_Scalar_Tensor; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> bitwise_right_shift; }
inline namespace T_of_out_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&)> bitwise_right_shift_Tensor_Scalar; }
inline namespace T_of_out_S_T { extern OwnOp<Tensor(Out, const Scalar&, const Tensor&)> bitwise_right_shift_Scalar_Tensor; }
inline namespace T_of_out_T_So_So { extern OwnOp<Tensor(Out, const Tensor&, const optional<Scalar>&, const optional<Scalar>&)> clamp; }
inline namespace T_of_out_T_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Tensor&)> clamp_tensor; }
inline namespace T_of_out_T_So_So { extern OwnOp<Tensor(Out, const Tensor&, const optional<Scalar>&, const optional<Scalar>&)> clip; }
inline namespace T_of_out_T_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Tensor&)> clip_tensor; }
inline namespace T_of_out_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&)> clamp_min; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> clamp_min_tensor; }
inline namespace T_of_out_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&)> clamp_max; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> clamp_max_tensor; }
inline namespace T_of_out_T_T_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Tensor&, const Scalar&)> addcmul; }
inline namespace T_of_out_T_T_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Tensor&, const Scalar&)> addcdiv; }
inline namespace T_of_out_T_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Scalar&)> lerp; }
inline namespace T_of_out_T_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Tensor&)> lerp_tensor; }
inline namespace T_of_out_T_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Tensor&)> where; }
inline namespace T_of_T_S_T { extern OwnOp<Tensor(const Tensor&, const Scalar&, const Tensor&)> where_ScalarSelf; }
inline namespace T_of_T_T_S { extern OwnOp<Tensor(const Tensor&, const Tensor&, const Scalar&)> where_ScalarOther; }
inline namespace T_of_T_S_S { extern OwnOp<Tensor(const Tensor&, const Scalar&, const Scalar&)> where_Scalar; }
inline namespace Ts_of_T { extern OwnOp<std::vector<Tensor>(const Tensor&)> where_indices; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> relu; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> relu6; }
inline namespace T_of_out_T_s { extern OwnOp<Tensor(Out, const Tensor&, std::string_view)> gelu; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> silu; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> mish; }
inline namespace T_of_out_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&)> leaky_relu; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> prelu_kernel; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> prelu; }
inline namespace T_of_out_T_S_S_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&, const Scalar&, const Scalar&)> elu; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> selu; }
inline namespace T_of_out_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&)> celu; }
inline namespace T_of_out_T_S_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&, const Scalar&)> hardtanh; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> hardswish; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> hardsigmoid; }
inline namespace T_of_out_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&)> hardshrink; }
inline namespace T_of_out_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&)> softshrink; }
inline namespace T_of_out_T_S_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&, const Scalar&)> softplus; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> log_sigmoid; }
inline namespace T_of_out_T_S_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&, const Scalar&)> threshold; }
inline namespace T_of_out_T_i { extern OwnOp<Tensor(Out, const Tensor&, int64_t)> glu; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> sigmoid_backward; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> tanh_backward; }
inline namespace T_of_out_T_T_do { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, optional<double>)> logit_backward; }
inline namespace T_of_out_T_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Scalar&)> threshold_backward; }
inline namespace T_of_out_T_T_s { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, std::string_view)> gelu_backward; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> silu_backward; }
inline namespace T_of_T_T { extern OwnOp<Tensor(const Tensor&, const Tensor&)> mish_backward; }
inline namespace T_of_out_T_T_S_b { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Scalar&, bool)> leaky_relu_backward; }
inline namespace T_of_out_T_S_S_S_b_T { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&, const Scalar&, const Scalar&, bool, const Tensor&)> elu_backward; }
inline namespace T_of_out_T_T_S_S { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Scalar&, const Scalar&)> hardtanh_backward; }
inline namespace T_of_out_T_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Scalar&)> shrink_backward; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> hardswish_backward; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> hardsigmoid_backward; }
inline namespace T_of_out_T_T_S_S { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Scalar&, const Scalar&)> softplus_backward; }

}  // namespace op

namespace cpu {

Tensor abs(Out out, const Tensor& self);
Tensor neg(Out out, const Tensor& self);
Tensor exp(Out out, const Tensor& self);
Tensor exp2(Out out, const Tensor& self);
Tensor expm1(Out out, const Tensor& self);
Tensor log(Out out, const Tensor& self);
Tensor log2(Out out, const Tensor& self);
Tensor log10(Out out, const Tensor& self);
Tensor log1p(Out out, const Tensor& self);
Tensor sqrt(Out out, const Tensor& self);
Tensor rsqrt(Out out, const Tensor& self);
Tensor reciprocal(Out out, const Tensor& self);
Tensor sigmoid(Out out, const Tensor& self);
Tensor tanh(Out out, const Tensor& self);
Tensor sin(Out out, const Tensor& self);
Tensor cos(Out out, const Tensor& self);
Tensor tan(Out out, const Tensor& self);
Tensor asin(Out out, const Tensor& self);
Tensor acos(Out out, const Tensor& self);
Tensor atan(Out out, const Tensor& self);
Tensor sinh(Out out, const Tensor& self);
Tensor cosh(Out out, const Tensor& self);
Tensor asinh(Out out, const Tensor& self);
Tensor acosh(Out out, const Tensor& self);
Tensor atanh(Out out, const Tensor& self);
Tensor sinc(Out out, const Tensor& self);
Tensor deg2rad(Out out, const Tensor& self);
Tensor rad2deg(Out out, const Tensor& self);
Tensor angle(Out out, const Tensor& self);
Tensor erf(Out out, const Tensor& self);
Tensor erfc(Out out, const Tensor& self);
Tensor erfinv(Out out, const Tensor& self);
Tensor logit(Out out, const Tensor& self, optional<double> eps);
Tensor lgamma(Out out, const Tensor& self);
Tensor digamma(Out out, const Tensor& self);
Tensor polygamma(Out out, int64_t n, const Tensor& self);
Tensor i0(Out out, const Tensor& self);
Tensor special_i1(Out out, const Tensor& self);
Tensor floor(Out out, const Tensor& self);
Tensor ceil(Out out, const Tensor& self);
Tensor round(Out out, const Tensor& self);
Tensor round_decimals(Out out, const Tensor& self, int64_t decimals);
Tensor trunc(Out out, const Tensor& self);
Tensor frac(Out out, const Tensor& self);
Tensor sign(Out out, const Tensor& self);
Tensor sgn(Out out, const Tensor& self);
std::tuple<Tensor, Tensor> frexp(Out out, const Tensor& self);
Tensor nan_to_num(Out out, const Tensor& self, optional<double> nan, optional<double> posinf, optional<double> neginf);
Tensor logical_not(Out out, const Tensor& self);
Tensor bitwise_not(Out out, const Tensor& self);
Tensor isnan(Out out, const Tensor& self);
Tensor isinf(Out out, const Tensor& self);
Tensor isfinite(const Tensor& self);
Tensor isposinf(Out out, const Tensor& self);
Tensor isneginf(Out out, const Tensor& self);
Tensor signbit(Out out, const Tensor& self);
Tensor add(Out out, const Tensor& self, const Tensor& other, const Scalar& alpha);
Tensor sub(Out out, const Tensor& self, const Tensor& other, const Scalar& alpha);
Tensor mul(Out out, const Tensor& self, const Tensor& other);
Tensor div(Out out, const Tensor& self, const Tensor& other);
Tensor div_mode(Out out, const Tensor& self, const Tensor& other, optional<std::string_view> rounding_mode);
Tensor remainder(Out out, const Tensor& self, const Tensor& other);
Tensor fmod(Out out, const Tensor& self, const Tensor& other);
Tensor pow(Out out, const Tensor& self, const Tensor& exponent);
Tensor maximum(Out out, const Tensor& self, const Tensor& other);
Tensor minimum(Out out, const Tensor& self, const Tensor& other);
Tensor fmax(Out out, const Tensor& self, const Tensor& other);
Tensor fmin(Out out, const Tensor& self, const Tensor& other);
Tensor atan2(Out out, const Tensor& self, const Tensor& other);
Tensor hypot(Out out, const Tensor& self, const Tensor& other);
Tensor copysign(Out out, const Tensor& self, const Tensor& other);
Tensor nextafter(Out out, const Tensor& self, const Tensor& other);
Tensor xlogy(Out out, const Tensor& self, const Tensor& other);
Tensor logaddexp(Out out, const Tensor& self, const Tensor& other);
Tensor logaddexp2(Out out, const Tensor& self, const Tensor& other);
Tensor heaviside(Out out, const Tensor& self, const Tensor& values);
Tensor igamma(Out out, const Tensor& self, const Tensor& other);
Tensor igammac(Out out, const Tensor& self, const Tensor& other);
Tensor standard_gamma_grad(Out out, const Tensor& self, const Tensor& output);
Tensor dirichlet_grad(Out out, const Tensor& x, const Tensor& alpha, const Tensor& total);
Tensor gcd(Out out, const Tensor& self, const Tensor& other);
Tensor lcm(Out out, const Tensor& self, const Tensor& other);
Tensor eq(Out out, const Tensor& self, const Tensor& other);
Tensor ne(Out out, const Tensor& self, const Tensor& other);
Tensor lt(Out out, const Tensor& self, const Tensor& other);
Tensor le(Out out, const Tensor& self, const Tensor& other);
Tensor gt(Out out, const Tensor& self, const Tensor& other);
Tensor ge(Out out, const Tensor& self, const Tensor& other);
bool equal(const Tensor& self, const Tensor& other);
Tensor logical_and(Out out, const Tensor& self, const Tensor& other);
Tensor logical_or(Out out, const Tensor& self, const Tensor& other);
Tensor logical_xor(Out out, const Tensor& self, const Tensor& other);
Tensor bitwise_and(Out out, const Tensor& self, const Tensor& other);
Tensor bitwise_or(Out out, const Tensor& self, const Tensor& other);
Tensor bitwise_xor(Out out, const Tensor& self, const Tensor& other);
Tensor bitwise_left_shift(Out out, const Tensor& self, const Tensor& other);
Tensor bitwise_right_shift(Out out, const Tensor& self, const Tensor& other);
Tensor clamp(Out out, const Tensor& self, const optional<Scalar>& min, const optional<Scalar>& max);
Tensor clamp_tensor(Out out, const Tensor& self, const Tensor& min, const Tensor& max);
Tensor addcmul(Out out, const Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const Scalar& value);
Tensor addcdiv(Out out, const Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const Scalar& value);
Tensor lerp(Out out, const Tensor& self, const Tensor& end, const Scalar& weight);
Tensor lerp_tensor(Out out, const Tensor& self, const Tensor& end, const Tensor& weight);
Tensor where(Out out, const Tensor& condition, const Tensor& self, const Tensor& other);
Tensor relu(Out out, const Tensor& self);
Tensor gelu(Out out, const Tensor& self, std::string_view approximate);
Tensor silu(Out out, const Tensor& self);
Tensor mish(Out out, const Tensor& self);
Tensor leaky_relu(Out out, const Tensor& self, const Scalar& negative_slope);
Tensor prelu_kernel(Out out, const Tensor& self, const Tensor& weight);
Tensor elu(Out out, const Tensor& self, const Scalar& alpha, const Scalar& scale, const Scalar& input_scale);
Tensor hardtanh(Out out, const Tensor& self, const Scalar& min_val, const Scalar& max_val);
Tensor hardswish(Out out, const Tensor& self);
Tensor hardsigmoid(Out out, const Tensor& self);
Tensor hardshrink(Out out, const Tensor& self, const Scalar& lambd);
Tensor softshrink(Out out, const Tensor& self, const Scalar& lambd);
Tensor softplus(Out out, const Tensor& self, const Scalar& beta, const Scalar& threshold);
Tensor threshold(Out out, const Tensor& self, const Scalar& threshold, const Scalar& value);
Tensor sigmoid_backward(Out out, const Tensor& grad_output, const Tensor& output);
Tensor tanh_backward(Out out, const Tensor& grad_output, const Tensor& output);
Tensor logit_backward(Out out, const Tensor& grad_output, const Tensor& self, optional<double> eps);
Tensor threshold_backward(Out out, const Tensor& grad_output, const Tensor& self, const Scalar& threshold);
Tensor gelu_backward(Out out, const Tensor& grad_output, const Tensor& self, std::string_view approximate);
Tensor silu_backward(Out out, const Tensor& grad_output, const Tensor& self);
Tensor mish_backward(const Tensor& grad_output, const Tensor& self);
Tensor leaky_relu_backward(Out out, const Tensor& grad_output, const Tensor& self, const Scalar& negative_slope, bool self_is_result);
Tensor elu_backward(Out out, const Tensor& grad_output, const Scalar& alpha, const Scalar& scale, const Scalar& input_scale, bool is_result, const Tensor& self_or_result);
Tensor hardtanh_backward(Out out, const Tensor& grad_output, const Tensor& self, const Scalar& min_val, const Scalar& max_val);
Tensor shrink_backward(Out out, const Tensor& grad_output, const Tensor& self, const Scalar& lambd);
Tensor hardswish_backward(Out out, const Tensor& grad_output, const Tensor& self);
Tensor hardsigmoid_backward(Out out, const Tensor& grad_output, const Tensor& self);
Tensor softplus_backward(Out out, const Tensor& grad_output, const Tensor& self, const Scalar& beta, const Scalar& threshold);

}  // namespace cpu

namespace every_backend {

Tensor mvlgamma(Out out, const Tensor& self, int64_t p);
Tensor complex(Out out, const Tensor& real, const Tensor& imag);
Tensor polar(Out out, const Tensor& abs, const Tensor& angle);
Tensor log_sigmoid(Out out, const Tensor& self);

}  // namespace every_backend

namespace composite {

Tensor absolute(Out out, const Tensor& self);
Tensor negative(Out out, const Tensor& self);
Tensor special_exp2(Out out, const Tensor& self);
Tensor special_expm1(Out out, const Tensor& self);
Tensor special_log1p(Out out, const Tensor& self);
Tensor special_expit(Out out, const Tensor& self);
Tensor arcsin(Out out, const Tensor& self);
Tensor arccos(Out out, const Tensor& self);
Tensor arctan(Out out, const Tensor& self);
Tensor arcsinh(Out out, const Tensor& self);
Tensor arccosh(Out out, const Tensor& self);
Tensor arctanh(Out out, const Tensor& self);
Tensor special_sinc(Out out, const Tensor& self);
Tensor special_erf(Out out, const Tensor& self);
Tensor special_erfc(Out out, const Tensor& self);
Tensor special_erfinv(Out out, const Tensor& self);
Tensor special_logit(Out out, const Tensor& self, optional<double> eps);
Tensor special_gammaln(Out out, const Tensor& self);
Tensor special_digamma(Out out, const Tensor& self);
Tensor special_psi(Out out, const Tensor& self);
Tensor special_polygamma(Out out, int64_t n, const Tensor& self);
Tensor polygamma_in_place(const Tensor& self, int64_t n);
Tensor special_multigammaln(Out out, const Tensor& self, int64_t p);
Tensor special_i0(Out out, const Tensor& self);
Tensor special_round(Out out, const Tensor& self, int64_t decimals);
Tensor fix(Out out, const Tensor& self);
Tensor square(Out out, const Tensor& self);
Tensor positive(const Tensor& self);
Tensor isreal(const Tensor& self);
Tensor add_Scalar(Out out, const Tensor& self, const Scalar& other, const Scalar& alpha);
Tensor subtract(Out out, const Tensor& self, const Tensor& other, const Scalar& alpha);
Tensor sub_Scalar(Out out, const Tensor& self, const Scalar& other, const Scalar& alpha);
Tensor subtract_Scalar(Out out, const Tensor& self, const Scalar& other, const Scalar& alpha);
Tensor rsub(Out out, const Tensor& self, const Tensor& other, const Scalar& alpha);
Tensor rsub_Scalar(Out out, const Tensor& self, const Scalar& other, const Scalar& alpha);
Tensor multiply(Out out, const Tensor& self, const Tensor& other);
Tensor mul_Scalar(Out out, const Tensor& self, const Scalar& other);
Tensor multiply_Scalar(Out out, const Tensor& self, const Scalar& other);
Tensor divide(Out out, const Tensor& self, const Tensor& other);
Tensor true_divide(Out out, const Tensor& self, const Tensor& other);
Tensor div_Scalar(Out out, const Tensor& self, const Scalar& other);
Tensor divide_Scalar(Out out, const Tensor& self, const Scalar& other);
Tensor true_divide_Scalar(Out out, const Tensor& self, const Scalar& other);
Tensor divide_Tensor_mode(Out out, const Tensor& self, const Tensor& other, optional<std::string_view> rounding_mode);
Tensor div_Scalar_mode(Out out, const Tensor& self, const Scalar& other, optional<std::string_view> rounding_mode);
Tensor divide_Scalar_mode(Out out, const Tensor& self, const Scalar& other, optional<std::string_view> rounding_mode);
Tensor floor_divide(Out out, const Tensor& self, const Tensor& other);
Tensor floor_divide_Scalar(Out out, const Tensor& self, const Scalar& other);
Tensor remainder_Scalar(Out out, const Tensor& self, const Scalar& other);
Tensor remainder_Scalar_Tensor(Out out, const Scalar& self, const Tensor& other);
Tensor fmod_Scalar(Out out, const Tensor& self, const Scalar& other);
Tensor pow_Tensor_Scalar(Out out, const Tensor& self, const Scalar& exponent);
Tensor pow_Scalar(Out out, const Scalar& self, const Tensor& exponent);
Tensor float_power(Out out, const Tensor& self, const Tensor& exponent);
Tensor float_power_Tensor_Scalar(Out out, const Tensor& self, const Scalar& exponent);
Tensor float_power_base(Out out, const Scalar& self, const Tensor& exponent);
Tensor ldexp(Out out, const Tensor& self, const Tensor& other);
Tensor ldexp_in_place(const Tensor& self, const Tensor& other);
Tensor max_other(Out out, const Tensor& self, const Tensor& other);
Tensor min_other(Out out, const Tensor& self, const Tensor& other);
Tensor arctan2(Out out, const Tensor& self, const Tensor& other);
Tensor copysign_Scalar(Out out, const Tensor& self, const Scalar& other);
Tensor xlogy_Scalar_Self(Out out, const Scalar& self, const Tensor& other);
Tensor xlogy_Scalar_Other(Out out, const Tensor& self, const Scalar& other);
Tensor special_xlogy(Out out, const Tensor& self, const Tensor& other);
Tensor special_xlogy_self_scalar(Out out, const Scalar& self, const Tensor& other);
Tensor special_xlogy_other_scalar(Out out, const Tensor& self, const Scalar& other);
Tensor special_gammainc(Out out, const Tensor& self, const Tensor& other);
Tensor special_gammaincc(Out out, const Tensor& self, const Tensor& other);
Tensor chalf(const Tensor& self, optional<MemoryFormat> memory_format);
Tensor eq_Scalar(Out out, const Tensor& self, const Scalar& other);
Tensor not_equal(Out out, const Tensor& self, const Tensor& other);
Tensor ne_Scalar(Out out, const Tensor& self, const Scalar& other);
Tensor not_equal_Scalar(Out out, const Tensor& self, const Scalar& other);
Tensor less(Out out, const Tensor& self, const Tensor& other);
Tensor lt_Scalar(Out out, const Tensor& self, const Scalar& other);
Tensor less_Scalar(Out out, const Tensor& self, const Scalar& other);
Tensor less_equal(Out out, const Tensor& self, const Tensor& other);
Tensor le_Scalar(Out out, const Tensor& self, const Scalar& other);
Tensor less_equal_Scalar(Out out, const Tensor& self, const Scalar& other);
Tensor greater(Out out, const Tensor& self, const Tensor& other);
Tensor gt_Scalar(Out out, const Tensor& self, const Scalar& other);
Tensor greater_Scalar(Out out, const Tensor& self, const Scalar& other);
Tensor greater_equal(Out out, const Tensor& self, const Tensor& other);
Tensor ge_Scalar(Out out, const Tensor& self, const Scalar& other);
Tensor greater_equal_Scalar(Out out, const Tensor& self, const Scalar& other);
Tensor isclose(const Tensor& self, const Tensor& other, double rtol, double atol, bool equal_nan);
bool allclose(const Tensor& self, const Tensor& other, double rtol, double atol, bool equal_nan);
Tensor bitwise_and_Scalar(Out out, const Tensor& self, const Scalar& other);
Tensor bitwise_and_Scalar_Tensor(Out out, const Scalar& self, const Tensor& other);
Tensor bitwise_or_Scalar(Out out, const Tensor& self, const Scalar& other);
Tensor bitwise_or_Scalar_Tensor(Out out, const Scalar& self, const Tensor& other);
Tensor bitwise_xor_Scalar(Out out, const Tensor& self, const Scalar& other);
Tensor bitwise_xor_Scalar_Tensor(Out out, const Scalar& self, const Tensor& other);
Tensor bitwise_left_shift_Tensor_Scalar(Out out, const Tensor& self, const Scalar& other);
Tensor bitwise_left_shift_Scalar_Tensor(Out out, const Scalar& self, const Tensor& other);
Tensor bitwise_right_shift_Tensor_Scalar(Out out, const Tensor& self, const Scalar& other);
Tensor bitwise_right_shift_Scalar_Tensor(Out out, const Scalar& self, const Tensor& other);
Tensor clip(Out out, const Tensor& self, const optional<Scalar>& min, const optional<Scalar>& max);
Tensor clip_tensor(Out out, const Tensor& self, const Tensor& min, const Tensor& max);
Tensor clamp_min(Out out, const Tensor& self, const Scalar& min);
Tensor clamp_min_tensor(Out out, const Tensor& self, const Tensor& min);
Tensor clamp_max(Out out, const Tensor& self, const Scalar& max);
Tensor clamp_max_tensor(Out out, const Tensor& self, const Tensor& max);
Tensor where_ScalarSelf(const Tensor& condition, const Scalar& self, const Tensor& other);
Tensor where_ScalarOther(const Tensor& condition, const Tensor& self, const Scalar& other);
Tensor where_Scalar(const Tensor& condition, const Scalar& self, const Scalar& other);
std::vector<Tensor> where_indices(const Tensor& condition);
Tensor relu6(Out out, const Tensor& self);
Tensor prelu(Out out, const Tensor& self, const Tensor& weight);
Tensor selu(Out out, const Tensor& self);
Tensor celu(Out out, const Tensor& self, const Scalar& alpha);
Tensor glu(Out out, const Tensor& self, int64_t dim);

}  // namespace composite

namespace derivative {

Tensor abs(Out out, const Tensor& self);
Tensor neg(Out out, const Tensor& self);
Tensor exp(Out out, const Tensor& self);
Tensor exp2(Out out, const Tensor& self);
Tensor expm1(Out out, const Tensor& self);
Tensor log(Out out, const Tensor& self);
Tensor log2(Out out, const Tensor& self);
Tensor log10(Out out, const Tensor& self);
Tensor log1p(Out out, const Tensor& self);
Tensor sqrt(Out out, const Tensor& self);
Tensor rsqrt(Out out, const Tensor& self);
Tensor reciprocal(Out out, const Tensor& self);
Tensor sigmoid(Out out, const Tensor& self);
Tensor tanh(Out out, const Tensor& self);
Tensor sin(Out out, const Tensor& self);
Tensor cos(Out out, const Tensor& self);
Tensor tan(Out out, const Tensor& self);
Tensor asin(Out out, const Tensor& self);
Tensor acos(Out out, const Tensor& self);
Tensor atan(Out out, const Tensor& self);
Tensor sinh(Out out, const Tensor& self);
Tensor cosh(Out out, const Tensor& self);
Tensor asinh(Out out, const Tensor& self);
Tensor acosh(Out out, const Tensor& self);
Tensor atanh(Out out, const Tensor& self);
Tensor sinc(Out out, const Tensor& self);
Tensor deg2rad(Out out, const Tensor& self);
Tensor rad2deg(Out out, const Tensor& self);
Tensor angle(Out out, const Tensor& self);
Tensor erf(Out out, const Tensor& self);
Tensor erfc(Out out, const Tensor& self);
Tensor erfinv(Out out, const Tensor& self);
Tensor logit(Out out, const Tensor& self, optional<double> eps);
Tensor lgamma(Out out, const Tensor& self);
Tensor digamma(Out out, const Tensor& self);
Tensor polygamma(Out out, int64_t n, const Tensor& self);
Tensor mvlgamma(Out out, const Tensor& self, int64_t p);
Tensor i0(Out out, const Tensor& self);
Tensor special_i1(Out out, const Tensor& self);
Tensor floor(Out out, const Tensor& self);
Tensor ceil(Out out, const Tensor& self);
Tensor round(Out out, const Tensor& self);
Tensor round_decimals(Out out, const Tensor& self, int64_t decimals);
Tensor trunc(Out out, const Tensor& self);
Tensor frac(Out out, const Tensor& self);
Tensor sign(Out out, const Tensor& self);
Tensor sgn(Out out, const Tensor& self);
std::tuple<Tensor, Tensor> frexp(Out out, const Tensor& self);
Tensor nan_to_num(Out out, const Tensor& self, optional<double> nan, optional<double> posinf, optional<double> neginf);
Tensor bitwise_not(Out out, const Tensor& self);
Tensor add(Out out, const Tensor& self, const Tensor& other, const Scalar& alpha);
Tensor sub(Out out, const Tensor& self, const Tensor& other, const Scalar& alpha);
Tensor mul(Out out, const Tensor& self, const Tensor& other);
Tensor div(Out out, const Tensor& self, const Tensor& other);
Tensor div_mode(Out out, const Tensor& self, const Tensor& other, optional<std::string_view> rounding_mode);
Tensor remainder(Out out, const Tensor& self, const Tensor& other);
Tensor fmod(Out out, const Tensor& self, const Tensor& other);
Tensor pow(Out out, const Tensor& self, const Tensor& exponent);
Tensor maximum(Out out, const Tensor& self, const Tensor& other);
Tensor minimum(Out out, const Tensor& self, const Tensor& other);
Tensor fmax(Out out, const Tensor& self, const Tensor& other);
Tensor fmin(Out out, const Tensor& self, const Tensor& other);
Tensor atan2(Out out, const Tensor& self, const Tensor& other);
Tensor hypot(Out out, const Tensor& self, const Tensor& other);
Tensor copysign(Out out, const Tensor& self, const Tensor& other);
Tensor nextafter(Out out, const Tensor& self, const Tensor& other);
Tensor xlogy(Out out, const Tensor& self, const Tensor& other);
Tensor logaddexp(Out out, const Tensor& self, const Tensor& other);
Tensor logaddexp2(Out out, const Tensor& self, const Tensor& other);
Tensor heaviside(Out out, const Tensor& self, const Tensor& values);
Tensor igamma(Out out, const Tensor& self, const Tensor& other);
Tensor igammac(Out out, const Tensor& self, const Tensor& other);
Tensor standard_gamma_grad(Out out, const Tensor& self, const Tensor& output);
Tensor dirichlet_grad(Out out, const Tensor& x, const Tensor& alpha, const Tensor& total);
Tensor complex(Out out, const Tensor& real, const Tensor& imag);
Tensor polar(Out out, const Tensor& abs, const Tensor& angle);
Tensor clamp(Out out, const Tensor& self, const optional<Scalar>& min, const optional<Scalar>& max);
Tensor clamp_tensor(Out out, const Tensor& self, const Tensor& min, const Tensor& max);
Tensor addcmul(Out out, const Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const Scalar& value);
Tensor addcdiv(Out out, const Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const Scalar& value);
Tensor lerp(Out out, const Tensor& self, const Tensor& end, const Scalar& weight);
Tensor lerp_tensor(Out out, const Tensor& self, const Tensor& end, const Tensor& weight);
Tensor where(Out out, const Tensor& condition, const Tensor& self, const Tensor& other);
Tensor relu(Out out, const Tensor& self);
Tensor gelu(Out out, const Tensor& self, std::string_view approximate);
Tensor silu(Out out, const Tensor& self);
Tensor mish(Out out, const Tensor& self);
Tensor leaky_relu(Out out, const Tensor& self, const Scalar& negative_slope);
Tensor prelu_kernel(Out out, const Tensor& self, const Tensor& weight);
Tensor elu(Out out, const Tensor& self, const Scalar& alpha, const Scalar& scale, const Scalar& input_scale);
Tensor hardtanh(Out out, const Tensor& self, const Scalar& min_val, const Scalar& max_val);
Tensor hardswish(Out out, const Tensor& self);
Tensor hardsigmoid(Out out, const Tensor& self);
Tensor hardshrink(Out out, const Tensor& self, const Scalar& lambd);
Tensor softshrink(Out out, const Tensor& self, const Scalar& lambd);
Tensor softplus(Out out, const Tensor& self, const Scalar& beta, const Scalar& threshold);
Tensor log_sigmoid(Out out, const Tensor& self);
Tensor threshold(Out out, const Tensor& self, const Scalar& threshold, const Scalar& value);
Tensor sigmoid_backward(Out out, const Tensor& grad_output, const Tensor& output);
Tensor tanh_backward(Out out, const Tensor& grad_output, const Tensor& output);
Tensor logit_backward(Out out, const Tensor& grad_output, const Tensor& self, optional<double> eps);
Tensor threshold_backward(Out out, const Tensor& grad_output, const Tensor& self, const Scalar& threshold);
Tensor gelu_backward(Out out, const Tensor& grad_output, const Tensor& self, std::string_view approximate);
Tensor silu_backward(Out out, const Tensor& grad_output, const Tensor& self);
Tensor mish_backward(const Tensor& grad_output, const Tensor& self);
Tensor leaky_relu_backward(Out out, const Tensor& grad_output, const Tensor& self, const Scalar& negative_slope, bool self_is_result);
Tensor elu_backward(Out out, const Tensor& grad_output, const Scalar& alpha, const Scalar& scale, const Scalar& input_scale, bool is_result, const Tensor& self_or_result);
Tensor hardtanh_backward(Out out, const Tensor& grad_output, const Tensor& self, const Scalar& min_val, const Scalar& max_val);
Tensor shrink_backward(Out out, const Tensor& grad_output, const Tensor& self, const Scalar& lambd);
Tensor hardswish_backward(Out out, const Tensor& grad_output, const Tensor& self);
Tensor hardsigmoid_backward(Out out, const Tensor& grad_output, const Tensor& self);
Tensor softplus_backward(Out out, const Tensor& grad_output, const Tensor& self, const Scalar& beta, const Scalar& threshold);

}  // namespace derivative

}  // namespace torchpp
