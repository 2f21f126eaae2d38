// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/reduction.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/tensor.h>

#include "src/dispatch/state.h"

namespace torchpp {

struct LinePlan;
struct ReductionPlan;
struct SelectionPlan;

namespace op {

inline namespace T_of_out_T_to { extern OwnOp<Tensor(Out, const Tensor&, optional<ScalarType>)> sum_all; }
inline namespace T_of_out_T_iso_b_to { extern OwnOp<Tensor(Out, const Tensor&, OptionalIntArrayRef, bool, optional<ScalarType>)> sum; }
inline namespace T_of_T_to { extern OwnOp<Tensor(const Tensor&, optional<ScalarType>)> mean_all; }
inline namespace T_of_out_T_iso_b_to { extern OwnOp<Tensor(Out, const Tensor&, OptionalIntArrayRef, bool, optional<ScalarType>)> mean; }
inline namespace T_of_out_T_iso_b_to { extern OwnOp<Tensor(Out, const Tensor&, OptionalIntArrayRef, bool, optional<ScalarType>)> nansum; }
inline namespace T_of_out_T_iso_b_to { extern OwnOp<Tensor(Out, const Tensor&, OptionalIntArrayRef, bool, optional<ScalarType>)> nanmean; }
inline namespace T_of_out_T_to { extern OwnOp<Tensor(Out, const Tensor&, optional<ScalarType>)> prod; }
inline namespace T_of_out_T_i_b_to { extern OwnOp<Tensor(Out, const Tensor&, int64_t, bool, optional<ScalarType>)> prod_dim; }
inline namespace T_of_out_T_is_b { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef, bool)> amax; }
inline namespace T_of_out_T_is_b { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef, bool)> amin; }
inline namespace TT_of_out_T_io_b { extern OwnOp<std::tuple<Tensor, Tensor>(Out, const Tensor&, optional<int64_t>, bool)> aminmax; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> max; }
inline namespace TT_of_out_T_i_b { extern OwnOp<std::tuple<Tensor, Tensor>(Out, const Tensor&, int64_t, bool)> max_dim; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> min; }
inline namespace TT_of_out_T_i_b { extern OwnOp<std::tuple<Tensor, Tensor>(Out, const Tensor&, int64_t, bool)> min_dim; }
inline namespace T_of_out_T_io_b { extern OwnOp<Tensor(Out, const Tensor&, optional<int64_t>, bool)> argmax; }
inline namespace T_of_out_T_io_b { extern OwnOp<Tensor(Out, const Tensor&, optional<int64_t>, bool)> argmin; }
inline namespace T_of_out_T_io_b { extern OwnOp<Tensor(Out, const Tensor&, optional<int64_t>, bool)> any; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> any_all; }
inline namespace T_of_out_T_i_b { extern OwnOp<Tensor(Out, const Tensor&, int64_t, bool)> any_dim; }
inline namespace T_of_out_T_io_b { extern OwnOp<Tensor(Out, const Tensor&, optional<int64_t>, bool)> all; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> all_all; }
inline namespace T_of_out_T_i_b { extern OwnOp<Tensor(Out, const Tensor&, int64_t, bool)> all_dim; }
inline namespace T_of_out_T_is { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef)> count_nonzero_dim_IntList; }
inline namespace T_of_out_T_io { extern OwnOp<Tensor(Out, const Tensor&, optional<int64_t>)> count_nonzero; }
inline namespace T_of_T_b { extern OwnOp<Tensor(const Tensor&, bool)> var_all; }
inline namespace T_of_out_T_iso_b_b { extern OwnOp<Tensor(Out, const Tensor&, OptionalIntArrayRef, bool, bool)> var_dim; }
inline namespace T_of_out_T_iso_io_b { extern OwnOp<Tensor(Out, const Tensor&, OptionalIntArrayRef, optional<int64_t>, bool)> var; }
inline namespace T_of_T_b { extern OwnOp<Tensor(const Tensor&, bool)> std_all; }
inline namespace T_of_out_T_iso_b_b { extern OwnOp<Tensor(Out, const Tensor&, OptionalIntArrayRef, bool, bool)> std_dim; }
inline namespace T_of_out_T_iso_io_b { extern OwnOp<Tensor(Out, const Tensor&, OptionalIntArrayRef, optional<int64_t>, bool)> std; }
inline namespace TT_of_T_b { extern OwnOp<std::tuple<Tensor, Tensor>(const Tensor&, bool)> var_mean_all; }
inline namespace TT_of_T_iso_b_b { extern OwnOp<std::tuple<Tensor, Tensor>(const Tensor&, OptionalIntArrayRef, bool, bool)> var_mean_dim; }
inline namespace TT_of_out_T_iso_io_b { extern OwnOp<std::tuple<Tensor, Tensor>(Out, const Tensor&, OptionalIntArrayRef, optional<int64_t>, bool)> var_mean; }
inline namespace TT_of_T_b { extern OwnOp<std::tuple<Tensor, Tensor>(const Tensor&, bool)> std_mean_all; }
inline namespace TT_of_T_iso_b_b { extern OwnOp<std::tuple<Tensor, Tensor>(const Tensor&, OptionalIntArrayRef, bool, bool)> std_mean_dim; }
inline namespace TT_of_out_T_iso_io_b { extern OwnOp<std::tuple<Tensor, Tensor>(Out, const Tensor&, OptionalIntArrayRef, optional<int64_t>, bool)> std_mean; }
inline namespace T_of_out_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&)> norm_Scalar; }
inline namespace T_of_out_T_So_t { extern OwnOp<Tensor(Out, const Tensor&, const optional<Scalar>&, ScalarType)> norm_ScalarOpt_dtype; }
inline namespace T_of_out_T_So_is_b { extern OwnOp<Tensor(Out, const Tensor&, const optional<Scalar>&, IntArrayRef, bool)> norm_ScalarOpt_dim; }
inline namespace T_of_out_T_So_is_b_t { extern OwnOp<Tensor(Out, const Tensor&, const optional<Scalar>&, IntArrayRef, bool, ScalarType)> norm_ScalarOpt_dim_dtype; }
inline namespace T_of_out_T_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Scalar&)> dist; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> frobenius_norm; }
inline namespace T_of_out_T_is_b { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef, bool)> frobenius_norm_dim; }
inline namespace T_of_out_T_S_iso_b_to { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&, OptionalIntArrayRef, bool, optional<ScalarType>)> vector_norm; }
inline namespace T_of_out_T_i_to { extern OwnOp<Tensor(Out, const Tensor&, int64_t, optional<ScalarType>)> cumsum; }
inline namespace T_of_out_T_i_to { extern OwnOp<Tensor(Out, const Tensor&, int64_t, optional<ScalarType>)> cumprod; }
inline namespace TT_of_out_T_i { extern OwnOp<std::tuple<Tensor, Tensor>(Out, const Tensor&, int64_t)> cummax; }
inline namespace TT_of_out_T_i { extern OwnOp<std::tuple<Tensor, Tensor>(Out, const Tensor&, int64_t)> cummin; }
inline namespace T_of_out_T_i { extern OwnOp<Tensor(Out, const Tensor&, int64_t)> logcumsumexp; }
inline namespace T_of_out_T_is_b { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef, bool)> logsumexp; }
inline namespace T_of_out_T_is_b { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef, bool)> special_logsumexp; }
inline namespace T_of_out_T_i_to { extern OwnOp<Tensor(Out, const Tensor&, int64_t, optional<ScalarType>)> softmax_int; }
inline namespace T_of_out_T_i_to { extern OwnOp<Tensor(Out, const Tensor&, int64_t, optional<ScalarType>)> log_softmax_int; }
inline namespace T_of_T_i_to { extern OwnOp<Tensor(const Tensor&, int64_t, optional<ScalarType>)> special_softmax; }
inline namespace T_of_T_i_to { extern OwnOp<Tensor(const Tensor&, int64_t, optional<ScalarType>)> special_log_softmax; }
inline namespace T_of_out_T_i_b { extern OwnOp<Tensor(Out, const Tensor&, int64_t, bool)> softmax; }
inline namespace T_of_out_T_T_i_t { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, int64_t, ScalarType)> softmax_backward; }
inline namespace T_of_out_T_i_b { extern OwnOp<Tensor(Out, const Tensor&, int64_t, bool)> log_softmax; }
inline namespace T_of_out_T_T_i_t { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, int64_t, ScalarType)> log_softmax_backward; }
inline namespace TT_of_out_T_i_b { extern OwnOp<std::tuple<Tensor, Tensor>(Out, const Tensor&, int64_t, bool)> sort_default; }
inline namespace TT_of_out_T_bo_i_b { extern OwnOp<std::tuple<Tensor, Tensor>(Out, const Tensor&, optional<bool>, int64_t, bool)> sort; }
inline namespace T_of_T_i_b { extern OwnOp<Tensor(const Tensor&, int64_t, bool)> argsort; }
inline namespace T_of_out_T_b_i_b { extern OwnOp<Tensor(Out, const Tensor&, bool, int64_t, bool)> argsort_stable; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> msort; }
inline namespace TT_of_out_T_i_i_b { extern OwnOp<std::tuple<Tensor, Tensor>(Out, const Tensor&, int64_t, int64_t, bool)> kthvalue; }
inline namespace TT_of_out_T_i_i_b_b { extern OwnOp<std::tuple<Tensor, Tensor>(Out, const Tensor&, int64_t, int64_t, bool, bool)> topk; }
inline namespace T_of_T_T_i { extern OwnOp<Tensor(const Tensor&, const Tensor&, int64_t)> trapezoid_x; }
inline namespace T_of_T_S_i { extern OwnOp<Tensor(const Tensor&, const Scalar&, int64_t)> trapezoid_dx; }
inline namespace T_of_T_T_i { extern OwnOp<Tensor(const Tensor&, const Tensor&, int64_t)> trapz_x; }
inline namespace T_of_T_d_i { extern OwnOp<Tensor(const Tensor&, double, int64_t)> trapz_dx; }
inline namespace T_of_T_T_i { extern OwnOp<Tensor(const Tensor&, const Tensor&, int64_t)> cumulative_trapezoid_x; }
inline namespace T_of_T_S_i { extern OwnOp<Tensor(const Tensor&, const Scalar&, int64_t)> cumulative_trapezoid_dx; }
inline namespace T_of_out_T_i_i_T_T { extern OwnOp<Tensor(Out, const Tensor&, int64_t, int64_t, const Tensor&, const Tensor&)> diff; }
inline namespace Ts_of_T_So_io_i { extern OwnOp<std::vector<Tensor>(const Tensor&, const optional<Scalar>&, optional<int64_t>, int64_t)> gradient_scalarint; }
inline namespace Ts_of_T_S_is_i { extern OwnOp<std::vector<Tensor>(const Tensor&, const Scalar&, IntArrayRef, int64_t)> gradient_scalararray; }
inline namespace Ts_of_T_is_i { extern OwnOp<std::vector<Tensor>(const Tensor&, IntArrayRef, int64_t)> gradient_array; }
inline namespace Ts_of_T_Ss_io_i { extern OwnOp<std::vector<Tensor>(const Tensor&, ArrayRef<Scalar>, optional<int64_t>, int64_t)> gradient_scalarrayint; }
inline namespace Ts_of_T_Ss_is_i { extern OwnOp<std::vector<Tensor>(const Tensor&, ArrayRef<Scalar>, IntArrayRef, int64_t)> gradient_scalarrayarray; }
inline namespace Ts_of_T_Ts_io_i { extern OwnOp<std::vector<Tensor>(const Tensor&, TensorList, optional<int64_t>, int64_t)> gradient_tensorarrayint; }
inline namespace Ts_of_T_Ts_is_i { extern OwnOp<std::vector<Tensor>(const Tensor&, TensorList, IntArrayRef, int64_t)> gradient_tensorarray; }

}  // namespace op

namespace cpu {

void sum(const ReductionPlan& plan, const Tensor& self, OptionalIntArrayRef dim, bool keepdim, optional<ScalarType> dtype);
Tensor sum_direct(Out out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim, optional<ScalarType> dtype);
void mean(const ReductionPlan& plan, const Tensor& self, OptionalIntArrayRef dim, bool keepdim, optional<ScalarType> dtype);
Tensor mean_direct(Out out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim, optional<ScalarType> dtype);
void nansum(const ReductionPlan& plan, const Tensor& self, OptionalIntArrayRef dim, bool keepdim, optional<ScalarType> dtype);
void prod(const ReductionPlan& plan, const Tensor& self, optional<ScalarType> dtype);
void prod_dim(const ReductionPlan& plan, const Tensor& self, int64_t dim, bool keepdim, optional<ScalarType> dtype);
void amax(const ReductionPlan& plan, const Tensor& self, IntArrayRef dim, bool keepdim);
void amin(const ReductionPlan& plan, const Tensor& self, IntArrayRef dim, bool keepdim);
void max(const ReductionPlan& plan, const Tensor& self);
void max_dim(const SelectionPlan& plan, const Tensor& self, int64_t dim, bool keepdim);
void min(const ReductionPlan& plan, const Tensor& self);
void min_dim(const SelectionPlan& plan, const Tensor& self, int64_t dim, bool keepdim);
void argmax(const ReductionPlan& plan, const Tensor& self, optional<int64_t> dim, bool keepdim);
void argmin(const ReductionPlan& plan, const Tensor& self, optional<int64_t> dim, bool keepdim);
void any(const ReductionPlan& plan, const Tensor& self, optional<int64_t> dim, bool keepdim);
void all(const ReductionPlan& plan, const Tensor& self, optional<int64_t> dim, bool keepdim);
void var(const ReductionPlan& plan, const Tensor& self, OptionalIntArrayRef dim, optional<int64_t> correction, bool keepdim);
void std(const ReductionPlan& plan, const Tensor& self, OptionalIntArrayRef dim, optional<int64_t> correction, bool keepdim);
void vector_norm(const ReductionPlan& plan, const Tensor& self, const Scalar& ord, OptionalIntArrayRef dim, bool keepdim, optional<ScalarType> dtype);
void cumsum(const LinePlan& plan, const Tensor& self, int64_t dim, optional<ScalarType> dtype);
void cumprod(const LinePlan& plan, const Tensor& self, int64_t dim, optional<ScalarType> dtype);
void cummax(const SelectionPlan& plan, const Tensor& self, int64_t dim);
void cummin(const SelectionPlan& plan, const Tensor& self, int64_t dim);
void logcumsumexp(const LinePlan& plan, const Tensor& self, int64_t dim);
void logsumexp(const ReductionPlan& plan, const Tensor& self, IntArrayRef dim, bool keepdim);
void softmax(const LinePlan& plan, const Tensor& self, int64_t dim, bool half_to_float);
Tensor softmax_direct(Out out, const Tensor& self, int64_t dim, bool half_to_float);
void softmax_backward(const LinePlan& plan, const Tensor& grad_output, const Tensor& output, int64_t dim, ScalarType input_dtype);
void log_softmax(const LinePlan& plan, const Tensor& self, int64_t dim, bool half_to_float);
Tensor log_softmax_direct(Out out, const Tensor& self, int64_t dim, bool half_to_float);
void log_softmax_backward(const LinePlan& plan, const Tensor& grad_output, const Tensor& output, int64_t dim, ScalarType input_dtype);
void sort(const SelectionPlan& plan, const Tensor& self, optional<bool> stable, int64_t dim, bool descending);
void kthvalue(const SelectionPlan& plan, const Tensor& self, int64_t k, int64_t dim, bool keepdim);
void topk(const SelectionPlan& plan, const Tensor& self, int64_t k, int64_t dim, bool largest, bool sorted);

}  // namespace cpu

namespace rule {

TORCHPP_API ReductionPlan sum(const Out& out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim, optional<ScalarType> dtype);
TORCHPP_API ReductionPlan mean(const Out& out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim, optional<ScalarType> dtype);
TORCHPP_API ReductionPlan nansum(const Out& out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim, optional<ScalarType> dtype);
TORCHPP_API ReductionPlan prod(const Out& out, const Tensor& self, optional<ScalarType> dtype);
TORCHPP_API ReductionPlan prod_dim(const Out& out, const Tensor& self, int64_t dim, bool keepdim, optional<ScalarType> dtype);
TORCHPP_API ReductionPlan amax(const Out& out, const Tensor& self, IntArrayRef dim, bool keepdim);
TORCHPP_API ReductionPlan amin(const Out& out, const Tensor& self, IntArrayRef dim, bool keepdim);
TORCHPP_API ReductionPlan max(const Out& out, const Tensor& self);
TORCHPP_API SelectionPlan max_dim(const Out& out, const Tensor& self, int64_t dim, bool keepdim);
TORCHPP_API ReductionPlan min(const Out& out, const Tensor& self);
TORCHPP_API SelectionPlan min_dim(const Out& out, const Tensor& self, int64_t dim, bool keepdim);
TORCHPP_API ReductionPlan argmax(const Out& out, const Tensor& self, optional<int64_t> dim, bool keepdim);
TORCHPP_API ReductionPlan argmin(const Out& out, const Tensor& self, optional<int64_t> dim, bool keepdim);
TORCHPP_API ReductionPlan any(const Out& out, const Tensor& self, optional<int64_t> dim, bool keepdim);
TORCHPP_API ReductionPlan all(const Out& out, const Tensor& self, optional<int64_t> dim, bool keepdim);
TORCHPP_API ReductionPlan var(const Out& out, const Tensor& self, OptionalIntArrayRef dim, optional<int64_t> correction, bool keepdim);
TORCHPP_API ReductionPlan std(const Out& out, const Tensor& self, OptionalIntArrayRef dim, optional<int64_t> correction, bool keepdim);
TORCHPP_API ReductionPlan vector_norm(const Out& out, const Tensor& self, const Scalar& ord, OptionalIntArrayRef dim, bool keepdim, optional<ScalarType> dtype);
TORCHPP_API LinePlan cumsum(const Out& out, const Tensor& self, int64_t dim, optional<ScalarType> dtype);
TORCHPP_API LinePlan cumprod(const Out& out, const Tensor& self, int64_t dim, optional<ScalarType> dtype);
TORCHPP_API SelectionPlan cummax(const Out& out, const Tensor& self, int64_t dim);
TORCHPP_API SelectionPlan cummin(const Out& out, const Tensor& self, int64_t dim);
TORCHPP_API LinePlan logcumsumexp(const Out& out, const Tensor& self, int64_t dim);
TORCHPP_API ReductionPlan logsumexp(const Out& out, const Tensor& self, IntArrayRef dim, bool keepdim);
TORCHPP_API LinePlan softmax(const Out& out, const Tensor& self, int64_t dim, bool half_to_float);
TORCHPP_API LinePlan softmax_backward(const Out& out, const Tensor& grad_output, const Tensor& output, int64_t dim, ScalarType input_dtype);
TORCHPP_API LinePlan log_softmax(const Out& out, const Tensor& self, int64_t dim, bool half_to_float);
TORCHPP_API LinePlan log_softmax_backward(const Out& out, const Tensor& grad_output, const Tensor& output, int64_t dim, ScalarType input_dtype);
TORCHPP_API SelectionPlan sort(const Out& out, const Tensor& self, optional<bool> stable, int64_t dim, bool descending);
TORCHPP_API SelectionPlan kthvalue(const Out& out, const Tensor& self, int64_t k, int64_t dim, bool keepdim);
TORCHPP_API SelectionPlan topk(const Out& out, const Tensor& self, int64_t k, int64_t dim, bool largest, bool sorted);

}  // namespace rule

namespace composite {

Tensor sum_all(Out out, const Tensor& self, optional<ScalarType> dtype);
Tensor mean_all(const Tensor& self, optional<ScalarType> dtype);
Tensor nanmean(Out out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim, optional<ScalarType> dtype);
std::tuple<Tensor, Tensor> aminmax(Out out, const Tensor& self, optional<int64_t> dim, bool keepdim);
Tensor any_all(Out out, const Tensor& self);
Tensor any_dim(Out out, const Tensor& self, int64_t dim, bool keepdim);
Tensor all_all(Out out, const Tensor& self);
Tensor all_dim(Out out, const Tensor& self, int64_t dim, bool keepdim);
Tensor count_nonzero_dim_IntList(Out out, const Tensor& self, IntArrayRef dim);
Tensor count_nonzero(Out out, const Tensor& self, optional<int64_t> dim);
Tensor var_all(const Tensor& self, bool unbiased);
Tensor var_int(const Tensor& self, int64_t dim);
Tensor var_dim(Out out, const Tensor& self, OptionalIntArrayRef dim, bool unbiased, bool keepdim);
Tensor std_all(const Tensor& self, bool unbiased);
Tensor std_int(const Tensor& self, int64_t dim);
Tensor std_dim(Out out, const Tensor& self, OptionalIntArrayRef dim, bool unbiased, bool keepdim);
std::tuple<Tensor, Tensor> var_mean_all(const Tensor& self, bool unbiased);
std::tuple<Tensor, Tensor> var_mean_int(const Tensor& self, int64_t dim);
std::tuple<Tensor, Tensor> var_mean_dim(const Tensor& self, OptionalIntArrayRef dim, bool unbiased, bool keepdim);
std::tuple<Tensor, Tensor> var_mean(Out out, const Tensor& self, OptionalIntArrayRef dim, optional<int64_t> correction, bool keepdim);
std::tuple<Tensor, Tensor> std_mean_all(const Tensor& self, bool unbiased);
std::tuple<Tensor, Tensor> std_mean_int(const Tensor& self, int64_t dim);
std::tuple<Tensor, Tensor> std_mean_dim(const Tensor& self, OptionalIntArrayRef dim, bool unbiased, bool keepdim);
std::tuple<Tensor, Tensor> std_mean(Out out, const Tensor& self, OptionalIntArrayRef dim, optional<int64_t> correction, bool keepdim);
Tensor norm_Scalar(Out out, const Tensor& self, const Scalar& p);
Tensor norm_ScalarOpt_dtype(Out out, const Tensor& self, const optional<Scalar>& p, ScalarType dtype);
Tensor norm_ScalarOpt_dim(Out out, const Tensor& self, const optional<Scalar>& p, IntArrayRef dim, bool keepdim);
Tensor norm_ScalarOpt_dim_dtype(Out out, const Tensor& self, const optional<Scalar>& p, IntArrayRef dim, bool keepdim, ScalarType dtype);
Tensor dist(Out out, const Tensor& self, const Tensor& other, const Scalar& p);
Tensor frobenius_norm(const Tensor& self);
Tensor frobenius_norm_dim(Out out, const Tensor& self, IntArrayRef dim, bool keepdim);
Tensor special_logsumexp(Out out, const Tensor& self, IntArrayRef dim, bool keepdim);
Tensor softmax_int(Out out, const Tensor& self, int64_t dim, optional<ScalarType> dtype);
Tensor log_softmax_int(Out out, const Tensor& self, int64_t dim, optional<ScalarType> dtype);
Tensor special_softmax(const Tensor& self, int64_t dim, optional<ScalarType> dtype);
Tensor special_log_softmax(const Tensor& self, int64_t dim, optional<ScalarType> dtype);
std::tuple<Tensor, Tensor> sort_default(Out out, const Tensor& self, int64_t dim, bool descending);
Tensor argsort(const Tensor& self, int64_t dim, bool descending);
Tensor argsort_stable(Out out, const Tensor& self, bool stable, int64_t dim, bool descending);
Tensor msort(Out out, const Tensor& self);
Tensor trapezoid_x(const Tensor& y, const Tensor& x, int64_t dim);
Tensor trapezoid_dx(const Tensor& y, const Scalar& dx, int64_t dim);
Tensor trapz_x(const Tensor& y, const Tensor& x, int64_t dim);
Tensor trapz_dx(const Tensor& y, double dx, int64_t dim);
Tensor cumulative_trapezoid_x(const Tensor& y, const Tensor& x, int64_t dim);
Tensor cumulative_trapezoid_dx(const Tensor& y, const Scalar& dx, int64_t dim);
Tensor diff(Out out, const Tensor& self, int64_t n, int64_t dim, const Tensor& prepend, const Tensor& append);
std::vector<Tensor> gradient_scalarint(const Tensor& self, const optional<Scalar>& spacing, optional<int64_t> dim, int64_t edge_order);
std::vector<Tensor> gradient_scalararray(const Tensor& self, const Scalar& spacing, IntArrayRef dim, int64_t edge_order);
std::vector<Tensor> gradient_array(const Tensor& self, IntArrayRef dim, int64_t edge_order);
std::vector<Tensor> gradient_scalarrayint(const Tensor& self, ArrayRef<Scalar> spacing, optional<int64_t> dim, int64_t edge_order);
std::vector<Tensor> gradient_scalarrayarray(const Tensor& self, ArrayRef<Scalar> spacing, IntArrayRef dim, int64_t edge_order);
std::vector<Tensor> gradient_tensorarrayint(const Tensor& self, TensorList spacing, optional<int64_t> dim, int64_t edge_order);
std::vector<Tensor> gradient_tensorarray(const Tensor& self, TensorList spacing, IntArrayRef dim, int64_t edge_order);

}  // namespace composite

namespace derivative {

Tensor sum(Out out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim, optional<ScalarType> dtype);
Tensor mean(Out out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim, optional<ScalarType> dtype);
Tensor nansum(Out out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim, optional<ScalarType> dtype);
Tensor prod(Out out, const Tensor& self, optional<ScalarType> dtype);
Tensor prod_dim(Out out, const Tensor& self, int64_t dim, bool keepdim, optional<ScalarType> dtype);
Tensor amax(Out out, const Tensor& self, IntArrayRef dim, bool keepdim);
Tensor amin(Out out, const Tensor& self, IntArrayRef dim, bool keepdim);
Tensor max(const Tensor& self);
std::tuple<Tensor, Tensor> max_dim(Out out, const Tensor& self, int64_t dim, bool keepdim);
Tensor min(const Tensor& self);
std::tuple<Tensor, Tensor> min_dim(Out out, const Tensor& self, int64_t dim, bool keepdim);
Tensor var(Out out, const Tensor& self, OptionalIntArrayRef dim, optional<int64_t> correction, bool keepdim);
Tensor std(Out out, const Tensor& self, OptionalIntArrayRef dim, optional<int64_t> correction, bool keepdim);
Tensor vector_norm(Out out, const Tensor& self, const Scalar& ord, OptionalIntArrayRef dim, bool keepdim, optional<ScalarType> dtype);
Tensor cumsum(Out out, const Tensor& self, int64_t dim, optional<ScalarType> dtype);
Tensor cumprod(Out out, const Tensor& self, int64_t dim, optional<ScalarType> dtype);
std::tuple<Tensor, Tensor> cummax(Out out, const Tensor& self, int64_t dim);
std::tuple<Tensor, Tensor> cummin(Out out, const Tensor& self, int64_t dim);
Tensor logcumsumexp(Out out, const Tensor& self, int64_t dim);
Tensor logsumexp(Out out, const Tensor& self, IntArrayRef dim, bool keepdim);
Tensor softmax(Out out, const Tensor& self, int64_t dim, bool half_to_float);
Tensor softmax_backward(Out out, const Tensor& grad_output, const Tensor& output, int64_t dim, ScalarType input_dtype);
Tensor log_softmax(Out out, const Tensor& self, int64_t dim, bool half_to_float);
Tensor log_softmax_backward(Out out, const Tensor& grad_output, const Tensor& output, int64_t dim, ScalarType input_dtype);
std::tuple<Tensor, Tensor> sort(Out out, const Tensor& self, optional<bool> stable, int64_t dim, bool descending);
std::tuple<Tensor, Tensor> kthvalue(Out out, const Tensor& self, int64_t k, int64_t dim, bool keepdim);
std::tuple<Tensor, Tensor> topk(Out out, const Tensor& self, int64_t k, int64_t dim, bool largest, bool sorted);

}  // namespace derivative

}  // namespace torchpp
