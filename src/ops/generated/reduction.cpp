// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/reduction.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/reduction.h>

#include "src/ops/forward.h"
#include "src/ops/generated/reduction.h"
#include "src/ops/reduction_rules.h"
#include "src/ops/structured.h"

namespace torchpp {

namespace composite {

Tensor sum_all(Out out, const Tensor& self, std::optional<ScalarType> dtype) {
  return op::sum(out, self, std::nullopt, false, dtype);
}
Tensor mean_all(const Tensor& self, std::optional<ScalarType> dtype) {
  return op::mean(Out(), self, std::nullopt, false, dtype);
}
Tensor any_all(Out out, const Tensor& self) { return op::any(out, self, std::nullopt, false); }
Tensor any_dim(Out out, const Tensor& self, int64_t dim, bool keepdim) { return op::any(out, self, dim, keepdim); }
Tensor all_all(Out out, const Tensor& self) { return op::all(out, self, std::nullopt, false); }
Tensor all_dim(Out out, const Tensor& self, int64_t dim, bool keepdim) { return op::all(out, self, dim, keepdim); }
Tensor var_all(const Tensor& self, bool unbiased) {
  return op::var(Out(), self, std::nullopt, int64_t{unbiased}, false);
}
Tensor var_int(const Tensor& self, int64_t dim) { return op::var(Out(), self, IntArrayRef(dim), 1, false); }
Tensor var_dim(Out out, const Tensor& self, OptionalIntArrayRef dim, bool unbiased, bool keepdim) {
  return op::var(out, self, dim, int64_t{unbiased}, keepdim);
}
Tensor std_all(const Tensor& self, bool unbiased) {
  return op::std(Out(), self, std::nullopt, int64_t{unbiased}, false);
}
Tensor std_int(const Tensor& self, int64_t dim) { return op::std(Out(), self, IntArrayRef(dim), 1, false); }
Tensor std_dim(Out out, const Tensor& self, OptionalIntArrayRef dim, bool unbiased, bool keepdim) {
  return op::std(out, self, dim, int64_t{unbiased}, keepdim);
}
std::tuple<Tensor, Tensor> var_mean_all(const Tensor& self, bool unbiased) {
  return detail::modes_listen()
      ? op::var_mean.call_cold(Out(), self, std::nullopt, int64_t{unbiased}, false)
      : composite::var_mean(Out(), self, std::nullopt, int64_t{unbiased}, false);
}
std::tuple<Tensor, Tensor> var_mean_int(const Tensor& self, int64_t dim) {
  return detail::modes_listen()
      ? op::var_mean.call_cold(Out(), self, IntArrayRef(dim), 1, false)
      : composite::var_mean(Out(), self, IntArrayRef(dim), 1, false);
}
std::tuple<Tensor, Tensor> var_mean_dim(const Tensor& self, OptionalIntArrayRef dim, bool unbiased, bool keepdim) {
  return detail::modes_listen()
      ? op::var_mean.call_cold(Out(), self, dim, int64_t{unbiased}, keepdim)
      : composite::var_mean(Out(), self, dim, int64_t{unbiased}, keepdim);
}
std::tuple<Tensor, Tensor> std_mean_all(const Tensor& self, bool unbiased) {
  return detail::modes_listen()
      ? op::std_mean.call_cold(Out(), self, std::nullopt, int64_t{unbiased}, false)
      : composite::std_mean(Out(), self, std::nullopt, int64_t{unbiased}, false);
}
std::tuple<Tensor, Tensor> std_mean_int(const Tensor& self, int64_t dim) {
  return detail::modes_listen()
      ? op::std_mean.call_cold(Out(), self, IntArrayRef(dim), 1, false)
      : composite::std_mean(Out(), self, IntArrayRef(dim), 1, false);
}
std::tuple<Tensor, Tensor> std_mean_dim(const Tensor& self, OptionalIntArrayRef dim, bool unbiased, bool keepdim) {
  return detail::modes_listen()
      ? op::std_mean.call_cold(Out(), self, dim, int64_t{unbiased}, keepdim)
      : composite::std_mean(Out(), self, dim, int64_t{unbiased}, keepdim);
}
Tensor frobenius_norm(const Tensor& self) {
  return detail::modes_listen()
      ? op::norm_Scalar.call_cold(Out(), self, Scalar(2))
      : composite::norm_Scalar(Out(), self, Scalar(2));
}
Tensor special_logsumexp(Out out, const Tensor& self, IntArrayRef dim, bool keepdim) {
  return op::logsumexp(out, self, dim, keepdim);
}
std::tuple<Tensor, Tensor> sort_default(Out out, const Tensor& self, int64_t dim, bool descending) {
  return op::sort(out, self, std::nullopt, dim, descending);
}

}  // namespace composite

namespace op {

inline namespace T_of_out_T_to {
TORCHPP_CONSTINIT decltype(op::sum_all) sum_all(decltype(op::sum_all)::AllBackends(),
    "sum(Tensor self, *, ScalarType? dtype=None) -> Tensor",
    &composite::sum_all, &composite::sum_all, OpTraits{false, true, false, true, true, Batching::kEach, Autocast::kNone, Autocast::kFp32Dtype});
}
inline namespace T_of_out_T_iso_b_to {
TORCHPP_CONSTINIT decltype(op::sum) sum(
    "sum.dim_IntList|IntList_out(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor",
    &cpu::sum_direct, &derivative::sum, OpTraits{false, true, true, false, false, Batching::kDims, Autocast::kNone, Autocast::kFp32Dtype});
}
inline namespace T_of_T_to {
TORCHPP_CONSTINIT decltype(op::mean_all) mean_all(decltype(op::mean_all)::AllBackends(),
    "mean(Tensor self, *, ScalarType? dtype=None) -> Tensor",
    &composite::mean_all, &composite::mean_all, OpTraits{false, false, false, true, true});
}
inline namespace T_of_out_T_iso_b_to {
TORCHPP_CONSTINIT decltype(op::mean) mean(
    "mean.dim|out(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor",
    &cpu::mean_direct, &derivative::mean, OpTraits{false, true, true, false, false, Batching::kDims});
}
inline namespace T_of_out_T_to {
TORCHPP_CONSTINIT decltype(op::prod) prod(
    "prod(Tensor self, *, ScalarType? dtype=None) -> Tensor",
    &Structured<&rule::prod, &cpu::prod>::call, &derivative::prod, OpTraits{false, true, true, false, false, Batching::kEach, Autocast::kFp32, Autocast::kFp32Dtype});
}
inline namespace T_of_out_T_i_b_to {
TORCHPP_CONSTINIT decltype(op::prod_dim) prod_dim(
    "prod.dim_int|int_out(Tensor self, int dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor",
    &Structured<&rule::prod_dim, &cpu::prod_dim>::call, &derivative::prod_dim, OpTraits{false, true, true, false, false, Batching::kDims, Autocast::kFp32, Autocast::kFp32Dtype});
}
inline namespace T_of_out_T_is_b {
TORCHPP_CONSTINIT decltype(op::amax) amax(
    "amax(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor",
    &Structured<&rule::amax, &cpu::amax>::call, &derivative::amax, OpTraits{false, true, true, false, false, Batching::kDims});
}
inline namespace T_of_out_T_is_b {
TORCHPP_CONSTINIT decltype(op::amin) amin(
    "amin(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor",
    &Structured<&rule::amin, &cpu::amin>::call, &derivative::amin, OpTraits{false, true, true, false, false, Batching::kDims});
}
inline namespace TT_of_out_T_io_b {
TORCHPP_CONSTINIT decltype(op::aminmax) aminmax(decltype(op::aminmax)::AllBackends(),
    "aminmax(Tensor self, *, int? dim=None, bool keepdim=False) -> (Tensor min, Tensor max)",
    &composite::aminmax, &composite::aminmax, OpTraits{false, true, false, true, true});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::max) max(
    "max(Tensor self) -> Tensor",
    &Structured<&rule::max, &cpu::max>::functional, &derivative::max, OpTraits{false, false, true, false, false});
}
inline namespace TT_of_out_T_i_b {
TORCHPP_CONSTINIT decltype(op::max_dim) max_dim(
    "max.dim|dim_max:max:max_values(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)",
    &Structured<&rule::max_dim, &cpu::max_dim>::call, &derivative::max_dim, OpTraits{false, true, true, false, false, Batching::kDims});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::min) min(
    "min(Tensor self) -> Tensor",
    &Structured<&rule::min, &cpu::min>::functional, &derivative::min, OpTraits{false, false, true, false, false});
}
inline namespace TT_of_out_T_i_b {
TORCHPP_CONSTINIT decltype(op::min_dim) min_dim(
    "min.dim|dim_min:min:min_indices(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)",
    &Structured<&rule::min_dim, &cpu::min_dim>::call, &derivative::min_dim, OpTraits{false, true, true, false, false, Batching::kDims});
}
inline namespace T_of_out_T_io_b {
TORCHPP_CONSTINIT decltype(op::argmax) argmax(
    "argmax(Tensor self, int? dim=None, bool keepdim=False) -> Tensor",
    &Structured<&rule::argmax, &cpu::argmax>::call, nullptr, OpTraits{false, true, true, false, false, Batching::kDims});
}
inline namespace T_of_out_T_io_b {
TORCHPP_CONSTINIT decltype(op::argmin) argmin(
    "argmin(Tensor self, int? dim=None, bool keepdim=False) -> Tensor",
    &Structured<&rule::argmin, &cpu::argmin>::call, nullptr, OpTraits{false, true, true, false, false, Batching::kDims});
}
inline namespace T_of_out_T_io_b {
TORCHPP_CONSTINIT decltype(op::any) any(
    "any.all_dims(Tensor self, int? dim=None, bool keepdim=False) -> Tensor",
    &Structured<&rule::any, &cpu::any>::call, nullptr, OpTraits{false, true, true, false, false, Batching::kDims});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::any_all) any_all(decltype(op::any_all)::AllBackends(),
    "any|all_out(Tensor self) -> Tensor",
    &composite::any_all, &composite::any_all, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_i_b {
TORCHPP_CONSTINIT decltype(op::any_dim) any_dim(decltype(op::any_dim)::AllBackends(),
    "any.dim|out(Tensor self, int dim, bool keepdim=False) -> Tensor",
    &composite::any_dim, &composite::any_dim, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_io_b {
TORCHPP_CONSTINIT decltype(op::all) all(
    "all.all_dims(Tensor self, int? dim=None, bool keepdim=False) -> Tensor",
    &Structured<&rule::all, &cpu::all>::call, nullptr, OpTraits{false, true, true, false, false, Batching::kDims});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::all_all) all_all(decltype(op::all_all)::AllBackends(),
    "all|all_out(Tensor self) -> Tensor",
    &composite::all_all, &composite::all_all, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_i_b {
TORCHPP_CONSTINIT decltype(op::all_dim) all_dim(decltype(op::all_dim)::AllBackends(),
    "all.dim|out(Tensor self, int dim, bool keepdim=False) -> Tensor",
    &composite::all_dim, &composite::all_dim, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_is {
TORCHPP_CONSTINIT decltype(op::count_nonzero_dim_IntList) count_nonzero_dim_IntList(decltype(op::count_nonzero_dim_IntList)::AllBackends(),
    "count_nonzero.dim_IntList(Tensor self, int[] dim) -> Tensor",
    &composite::count_nonzero_dim_IntList, &composite::count_nonzero_dim_IntList, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_io {
TORCHPP_CONSTINIT decltype(op::count_nonzero) count_nonzero(decltype(op::count_nonzero)::AllBackends(),
    "count_nonzero(Tensor self, int? dim=None) -> Tensor",
    &composite::count_nonzero, &composite::count_nonzero, OpTraits{false, true, false, true, true});
}
inline namespace T_of_T_b {
TORCHPP_CONSTINIT decltype(op::var_all) var_all(decltype(op::var_all)::AllBackends(),
    "var(Tensor self, bool unbiased=True) -> Tensor",
    &composite::var_all, &composite::var_all, OpTraits{false, false, false, true, true});
}
inline namespace T_of_out_T_iso_b_b {
TORCHPP_CONSTINIT decltype(op::var_dim) var_dim(decltype(op::var_dim)::AllBackends(),
    "var.dim|out(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> Tensor",
    &composite::var_dim, &composite::var_dim, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_iso_io_b {
TORCHPP_CONSTINIT decltype(op::var) var(
    "var.correction(Tensor self, int[1]? dim, *, int? correction, bool keepdim=False) -> Tensor",
    &Structured<&rule::var, &cpu::var>::call, &derivative::var, OpTraits{false, true, true, false, false, Batching::kDims});
}
inline namespace T_of_T_b {
TORCHPP_CONSTINIT decltype(op::std_all) std_all(decltype(op::std_all)::AllBackends(),
    "std(Tensor self, bool unbiased=True) -> Tensor",
    &composite::std_all, &composite::std_all, OpTraits{false, false, false, true, true});
}
inline namespace T_of_out_T_iso_b_b {
TORCHPP_CONSTINIT decltype(op::std_dim) std_dim(decltype(op::std_dim)::AllBackends(),
    "std.dim|out(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> Tensor",
    &composite::std_dim, &composite::std_dim, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_iso_io_b {
TORCHPP_CONSTINIT decltype(op::std) std(
    "std.correction(Tensor self, int[1]? dim, *, int? correction, bool keepdim=False) -> Tensor",
    &Structured<&rule::std, &cpu::std>::call, &derivative::std, OpTraits{false, true, true, false, false, Batching::kDims});
}
inline namespace TT_of_T_b {
TORCHPP_CONSTINIT decltype(op::var_mean_all) var_mean_all(decltype(op::var_mean_all)::AllBackends(),
    "var_mean(Tensor self, bool unbiased=True) -> (Tensor, Tensor)",
    &composite::var_mean_all, &composite::var_mean_all, OpTraits{false, false, false, true, true});
}
inline namespace TT_of_T_iso_b_b {
TORCHPP_CONSTINIT decltype(op::var_mean_dim) var_mean_dim(decltype(op::var_mean_dim)::AllBackends(),
    "var_mean.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> (Tensor, Tensor)",
    &composite::var_mean_dim, &composite::var_mean_dim, OpTraits{false, false, false, true, true});
}
inline namespace TT_of_out_T_iso_io_b {
TORCHPP_CONSTINIT decltype(op::var_mean) var_mean(decltype(op::var_mean)::AllBackends(),
    "var_mean.correction(Tensor self, int[1]? dim, *, int? correction, bool keepdim=False) -> (Tensor, Tensor)",
    &composite::var_mean, &composite::var_mean, OpTraits{false, true, false, true, true});
}
inline namespace TT_of_T_b {
TORCHPP_CONSTINIT decltype(op::std_mean_all) std_mean_all(decltype(op::std_mean_all)::AllBackends(),
    "std_mean(Tensor self, bool unbiased=True) -> (Tensor, Tensor)",
    &composite::std_mean_all, &composite::std_mean_all, OpTraits{false, false, false, true, true});
}
inline namespace TT_of_T_iso_b_b {
TORCHPP_CONSTINIT decltype(op::std_mean_dim) std_mean_dim(decltype(op::std_mean_dim)::AllBackends(),
    "std_mean.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> (Tensor, Tensor)",
    &composite::std_mean_dim, &composite::std_mean_dim, OpTraits{false, false, false, true, true});
}
inline namespace TT_of_out_T_iso_io_b {
TORCHPP_CONSTINIT decltype(op::std_mean) std_mean(decltype(op::std_mean)::AllBackends(),
    "std_mean.correction(Tensor self, int[1]? dim, *, int? correction, bool keepdim=False) -> (Tensor, Tensor)",
    &composite::std_mean, &composite::std_mean, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_S {
TORCHPP_CONSTINIT decltype(op::norm_Scalar) norm_Scalar(decltype(op::norm_Scalar)::AllBackends(),
    "norm.Scalar(Tensor self, Scalar p=2) -> Tensor",
    &composite::norm_Scalar, &composite::norm_Scalar, OpTraits{false, true, false, true, true, Batching::kEach, Autocast::kNone, Autocast::kFp32Overload});
}
inline namespace T_of_out_T_So_t {
TORCHPP_CONSTINIT decltype(op::norm_ScalarOpt_dtype) norm_ScalarOpt_dtype(decltype(op::norm_ScalarOpt_dtype)::AllBackends(),
    "norm.ScalarOpt_dtype(Tensor self, Scalar? p, *, ScalarType dtype) -> Tensor",
    &composite::norm_ScalarOpt_dtype, &composite::norm_ScalarOpt_dtype, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_So_is_b {
TORCHPP_CONSTINIT decltype(op::norm_ScalarOpt_dim) norm_ScalarOpt_dim(decltype(op::norm_ScalarOpt_dim)::AllBackends(),
    "norm.ScalarOpt_dim|out(Tensor self, Scalar? p, int[1] dim, bool keepdim=False) -> Tensor",
    &composite::norm_ScalarOpt_dim, &composite::norm_ScalarOpt_dim, OpTraits{false, true, false, true, true, Batching::kEach, Autocast::kNone, Autocast::kFp32Overload});
}
inline namespace T_of_out_T_So_is_b_t {
TORCHPP_CONSTINIT decltype(op::norm_ScalarOpt_dim_dtype) norm_ScalarOpt_dim_dtype(decltype(op::norm_ScalarOpt_dim_dtype)::AllBackends(),
    "norm.ScalarOpt_dim_dtype|dtype_out(Tensor self, Scalar? p, int[1] dim, bool keepdim, *, ScalarType dtype) -> Tensor",
    &composite::norm_ScalarOpt_dim_dtype, &composite::norm_ScalarOpt_dim_dtype, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_T_S {
TORCHPP_CONSTINIT decltype(op::dist) dist(decltype(op::dist)::AllBackends(),
    "dist(Tensor self, Tensor other, Scalar p=2) -> Tensor",
    &composite::dist, &composite::dist, OpTraits{false, true, false, true, true, Batching::kEach, Autocast::kNone, Autocast::kFp32});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::frobenius_norm) frobenius_norm(decltype(op::frobenius_norm)::AllBackends(),
    "frobenius_norm(Tensor self) -> Tensor",
    &composite::frobenius_norm, &composite::frobenius_norm, OpTraits{false, false, false, true, true, Batching::kEach, Autocast::kNone, Autocast::kFp32});
}
inline namespace T_of_out_T_is_b {
TORCHPP_CONSTINIT decltype(op::frobenius_norm_dim) frobenius_norm_dim(decltype(op::frobenius_norm_dim)::AllBackends(),
    "frobenius_norm.dim|out(Tensor self, int[1] dim, bool keepdim=False) -> Tensor",
    &composite::frobenius_norm_dim, &composite::frobenius_norm_dim, OpTraits{false, true, false, true, true, Batching::kEach, Autocast::kNone, Autocast::kFp32});
}
inline namespace T_of_out_T_S_iso_b_to {
TORCHPP_CONSTINIT decltype(op::vector_norm) vector_norm(
    "linalg_vector_norm(Tensor self, Scalar ord=2, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor",
    &Structured<&rule::vector_norm, &cpu::vector_norm>::call, &derivative::vector_norm, OpTraits{false, true, true, false, false, Batching::kDims});
}
inline namespace T_of_out_T_i_to {
TORCHPP_CONSTINIT decltype(op::cumsum) cumsum(
    "cumsum(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor",
    &Structured<&rule::cumsum, &cpu::cumsum>::call, &derivative::cumsum, OpTraits{true, true, true, false, false, Batching::kDims, Autocast::kNone, Autocast::kFp32Dtype});
}
inline namespace T_of_out_T_is_b {
TORCHPP_CONSTINIT decltype(op::logsumexp) logsumexp(
    "logsumexp(Tensor self, int[1] dim, bool keepdim=False) -> Tensor",
    &Structured<&rule::logsumexp, &cpu::logsumexp>::call, &derivative::logsumexp, OpTraits{false, true, true, false, false, Batching::kDims, Autocast::kNone, Autocast::kFp32});
}
inline namespace T_of_out_T_is_b {
TORCHPP_CONSTINIT decltype(op::special_logsumexp) special_logsumexp(decltype(op::special_logsumexp)::AllBackends(),
    "special_logsumexp(Tensor self, int[1] dim, bool keepdim=False) -> Tensor",
    &composite::special_logsumexp, &composite::special_logsumexp, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_i_to {
TORCHPP_CONSTINIT decltype(op::softmax_int) softmax_int(decltype(op::softmax_int)::AllBackends(),
    "softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor",
    &composite::softmax_int, &composite::softmax_int, OpTraits{false, true, false, true, true, Batching::kEach, Autocast::kNone, Autocast::kFp32Dtype});
}
inline namespace T_of_out_T_i_to {
TORCHPP_CONSTINIT decltype(op::log_softmax_int) log_softmax_int(decltype(op::log_softmax_int)::AllBackends(),
    "log_softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor",
    &composite::log_softmax_int, &composite::log_softmax_int, OpTraits{false, true, false, true, true, Batching::kEach, Autocast::kNone, Autocast::kFp32Dtype});
}
inline namespace T_of_out_T_i_b {
TORCHPP_CONSTINIT decltype(op::softmax) softmax(
    "_softmax(Tensor self, int dim, bool half_to_float) -> Tensor",
    &cpu::softmax_direct, &derivative::softmax, OpTraits{false, true, true, false, false, Batching::kDims});
}
inline namespace T_of_out_T_T_i_t {
TORCHPP_CONSTINIT decltype(op::softmax_backward) softmax_backward(
    "_softmax_backward_data|:grad_input(Tensor grad_output, Tensor output, int dim, ScalarType input_dtype) -> Tensor",
    &Structured<&rule::softmax_backward, &cpu::softmax_backward>::call, &derivative::softmax_backward, OpTraits{false, true, true, false, false, Batching::kDims});
}
inline namespace T_of_out_T_i_b {
TORCHPP_CONSTINIT decltype(op::log_softmax) log_softmax(
    "_log_softmax(Tensor self, int dim, bool half_to_float) -> Tensor",
    &cpu::log_softmax_direct, &derivative::log_softmax, OpTraits{false, true, true, false, false, Batching::kDims});
}
inline namespace T_of_out_T_T_i_t {
TORCHPP_CONSTINIT decltype(op::log_softmax_backward) log_softmax_backward(
    "_log_softmax_backward_data(Tensor grad_output, Tensor output, int dim, ScalarType input_dtype) -> Tensor",
    &Structured<&rule::log_softmax_backward, &cpu::log_softmax_backward>::call, &derivative::log_softmax_backward, OpTraits{false, true, true, false, false, Batching::kDims});
}
inline namespace TT_of_out_T_i_b {
TORCHPP_CONSTINIT decltype(op::sort_default) sort_default(decltype(op::sort_default)::AllBackends(),
    "sort|values(Tensor self, int dim=-1, bool descending=False) -> (Tensor values, Tensor indices)",
    &composite::sort_default, &composite::sort_default, OpTraits{false, true, false, true, true});
}
inline namespace TT_of_out_T_bo_i_b {
TORCHPP_CONSTINIT decltype(op::sort) sort(
    "sort.stable|values_stable(Tensor self, *, bool? stable, int dim=-1, bool descending=False) -> (Tensor values, Tensor indices)",
    &Structured<&rule::sort, &cpu::sort>::call, &derivative::sort, OpTraits{false, true, true, false, false, Batching::kDims});
}
inline namespace T_of_T_i_b {
TORCHPP_CONSTINIT decltype(op::argsort) argsort(decltype(op::argsort)::AllBackends(),
    "argsort(Tensor self, int dim=-1, bool descending=False) -> Tensor",
    &composite::argsort, &composite::argsort, OpTraits{false, false, false, true, true});
}
inline namespace T_of_out_T_b_i_b {
TORCHPP_CONSTINIT decltype(op::argsort_stable) argsort_stable(decltype(op::argsort_stable)::AllBackends(),
    "argsort.stable(Tensor self, *, bool stable, int dim=-1, bool descending=False) -> Tensor",
    &composite::argsort_stable, &composite::argsort_stable, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::msort) msort(decltype(op::msort)::AllBackends(),
    "msort(Tensor self) -> Tensor",
    &composite::msort, &composite::msort, OpTraits{false, true, false, true, true});
}
inline namespace TT_of_out_T_i_i_b {
TORCHPP_CONSTINIT decltype(op::kthvalue) kthvalue(
    "kthvalue|values(Tensor self, int k, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor indices)",
    &Structured<&rule::kthvalue, &cpu::kthvalue>::call, &derivative::kthvalue, OpTraits{false, true, true, false, false, Batching::kDims});
}
inline namespace TT_of_out_T_i_i_b_b {
TORCHPP_CONSTINIT decltype(op::topk) topk(
    "topk|values(Tensor self, int k, int dim=-1, bool largest=True, bool sorted=True) -> (Tensor values, Tensor indices)",
    &Structured<&rule::topk, &cpu::topk>::call, &derivative::topk, OpTraits{false, true, true, false, false, Batching::kDims});
}

}  // namespace op

Tensor Tensor::sum(std::optional<ScalarType> dtype) const {
  return detail::modes_listen() ? op::sum_all.call_cold(Out(), *this, dtype) : composite::sum_all(Out(), *this, dtype);
}
Tensor sum(const Tensor& self, std::optional<ScalarType> dtype) {
  return detail::modes_listen() ? op::sum_all.call_cold(Out(), self, dtype) : composite::sum_all(Out(), self, dtype);
}
Tensor& sum_out(Tensor& out, const Tensor& self, std::optional<ScalarType> dtype) {
  detail::modes_listen()
      ? op::sum_all.call_cold(Out::to(out), self, dtype)
      : composite::sum_all(Out::to(out), self, dtype);
  return out;
}
Tensor Tensor::sum(OptionalIntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype) const {
  return op::sum(Out(), *this, dim, keepdim, dtype);
}
Tensor sum(const Tensor& self, OptionalIntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype) {
  return op::sum(Out(), self, dim, keepdim, dtype);
}
Tensor& sum_out(Tensor& out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim,
                std::optional<ScalarType> dtype) {
  op::sum(Out::to(out), self, dim, keepdim, dtype);
  return out;
}
Tensor Tensor::mean(std::optional<ScalarType> dtype) const {
  return detail::modes_listen() ? op::mean_all.call_cold(*this, dtype) : composite::mean_all(*this, dtype);
}
Tensor mean(const Tensor& self, std::optional<ScalarType> dtype) {
  return detail::modes_listen() ? op::mean_all.call_cold(self, dtype) : composite::mean_all(self, dtype);
}
Tensor Tensor::mean(OptionalIntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype) const {
  return op::mean(Out(), *this, dim, keepdim, dtype);
}
Tensor mean(const Tensor& self, OptionalIntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype) {
  return op::mean(Out(), self, dim, keepdim, dtype);
}
Tensor& mean_out(Tensor& out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim,
                 std::optional<ScalarType> dtype) {
  op::mean(Out::to(out), self, dim, keepdim, dtype);
  return out;
}
Tensor Tensor::prod(std::optional<ScalarType> dtype) const { return op::prod(Out(), *this, dtype); }
Tensor prod(const Tensor& self, std::optional<ScalarType> dtype) { return op::prod(Out(), self, dtype); }
Tensor& prod_out(Tensor& out, const Tensor& self, std::optional<ScalarType> dtype) {
  op::prod(Out::to(out), self, dtype);
  return out;
}
Tensor Tensor::prod(int64_t dim, bool keepdim, std::optional<ScalarType> dtype) const {
  return op::prod_dim(Out(), *this, dim, keepdim, dtype);
}
Tensor prod(const Tensor& self, int64_t dim, bool keepdim, std::optional<ScalarType> dtype) {
  return op::prod_dim(Out(), self, dim, keepdim, dtype);
}
Tensor& prod_out(Tensor& out, const Tensor& self, int64_t dim, bool keepdim, std::optional<ScalarType> dtype) {
  op::prod_dim(Out::to(out), self, dim, keepdim, dtype);
  return out;
}
Tensor Tensor::amax(IntArrayRef dim, bool keepdim) const { return op::amax(Out(), *this, dim, keepdim); }
Tensor amax(const Tensor& self, IntArrayRef dim, bool keepdim) { return op::amax(Out(), self, dim, keepdim); }
Tensor& amax_out(Tensor& out, const Tensor& self, IntArrayRef dim, bool keepdim) {
  op::amax(Out::to(out), self, dim, keepdim);
  return out;
}
Tensor Tensor::amin(IntArrayRef dim, bool keepdim) const { return op::amin(Out(), *this, dim, keepdim); }
Tensor amin(const Tensor& self, IntArrayRef dim, bool keepdim) { return op::amin(Out(), self, dim, keepdim); }
Tensor& amin_out(Tensor& out, const Tensor& self, IntArrayRef dim, bool keepdim) {
  op::amin(Out::to(out), self, dim, keepdim);
  return out;
}
std::tuple<Tensor, Tensor> Tensor::aminmax(std::optional<int64_t> dim, bool keepdim) const {
  return detail::modes_listen()
      ? op::aminmax.call_cold(Out(), *this, dim, keepdim)
      : composite::aminmax(Out(), *this, dim, keepdim);
}
std::tuple<Tensor, Tensor> aminmax(const Tensor& self, std::optional<int64_t> dim, bool keepdim) {
  return detail::modes_listen()
      ? op::aminmax.call_cold(Out(), self, dim, keepdim)
      : composite::aminmax(Out(), self, dim, keepdim);
}
std::tuple<Tensor&, Tensor&> aminmax_out(Tensor& min, Tensor& max, const Tensor& self, std::optional<int64_t> dim,
                                         bool keepdim) {
  const Tensor* const outs[] = {&min, &max};
  detail::modes_listen()
      ? op::aminmax.call_cold(Out::to(outs), self, dim, keepdim)
      : composite::aminmax(Out::to(outs), self, dim, keepdim);
  return {min, max};
}
Tensor Tensor::max() const { return op::max(*this); }
Tensor max(const Tensor& self) { return op::max(self); }
std::tuple<Tensor, Tensor> Tensor::max(int64_t dim, bool keepdim) const {
  return op::max_dim(Out(), *this, dim, keepdim);
}
std::tuple<Tensor, Tensor> max(const Tensor& self, int64_t dim, bool keepdim) {
  return op::max_dim(Out(), self, dim, keepdim);
}
std::tuple<Tensor&, Tensor&> max_out(Tensor& max, Tensor& max_values, const Tensor& self, int64_t dim, bool keepdim) {
  const Tensor* const outs[] = {&max, &max_values};
  op::max_dim(Out::to(outs), self, dim, keepdim);
  return {max, max_values};
}
Tensor Tensor::min() const { return op::min(*this); }
Tensor min(const Tensor& self) { return op::min(self); }
std::tuple<Tensor, Tensor> Tensor::min(int64_t dim, bool keepdim) const {
  return op::min_dim(Out(), *this, dim, keepdim);
}
std::tuple<Tensor, Tensor> min(const Tensor& self, int64_t dim, bool keepdim) {
  return op::min_dim(Out(), self, dim, keepdim);
}
std::tuple<Tensor&, Tensor&> min_out(Tensor& min, Tensor& min_indices, const Tensor& self, int64_t dim, bool keepdim) {
  const Tensor* const outs[] = {&min, &min_indices};
  op::min_dim(Out::to(outs), self, dim, keepdim);
  return {min, min_indices};
}
Tensor Tensor::argmax(std::optional<int64_t> dim, bool keepdim) const { return op::argmax(Out(), *this, dim, keepdim); }
Tensor argmax(const Tensor& self, std::optional<int64_t> dim, bool keepdim) {
  return op::argmax(Out(), self, dim, keepdim);
}
Tensor& argmax_out(Tensor& out, const Tensor& self, std::optional<int64_t> dim, bool keepdim) {
  op::argmax(Out::to(out), self, dim, keepdim);
  return out;
}
Tensor Tensor::argmin(std::optional<int64_t> dim, bool keepdim) const { return op::argmin(Out(), *this, dim, keepdim); }
Tensor argmin(const Tensor& self, std::optional<int64_t> dim, bool keepdim) {
  return op::argmin(Out(), self, dim, keepdim);
}
Tensor& argmin_out(Tensor& out, const Tensor& self, std::optional<int64_t> dim, bool keepdim) {
  op::argmin(Out::to(out), self, dim, keepdim);
  return out;
}
Tensor Tensor::any() const {
  return detail::modes_listen() ? op::any_all.call_cold(Out(), *this) : composite::any_all(Out(), *this);
}
Tensor any(const Tensor& self) {
  return detail::modes_listen() ? op::any_all.call_cold(Out(), self) : composite::any_all(Out(), self);
}
Tensor& any_out(Tensor& out, const Tensor& self) {
  detail::modes_listen()
      ? op::any_all.call_cold(Out::to(out), self)
      : composite::any_all(Out::to(out), self);
  return out;
}
Tensor Tensor::any(int64_t dim, bool keepdim) const {
  return detail::modes_listen()
      ? op::any_dim.call_cold(Out(), *this, dim, keepdim)
      : composite::any_dim(Out(), *this, dim, keepdim);
}
Tensor any(const Tensor& self, int64_t dim, bool keepdim) {
  return detail::modes_listen()
      ? op::any_dim.call_cold(Out(), self, dim, keepdim)
      : composite::any_dim(Out(), self, dim, keepdim);
}
Tensor& any_out(Tensor& out, const Tensor& self, int64_t dim, bool keepdim) {
  detail::modes_listen()
      ? op::any_dim.call_cold(Out::to(out), self, dim, keepdim)
      : composite::any_dim(Out::to(out), self, dim, keepdim);
  return out;
}
Tensor Tensor::all() const {
  return detail::modes_listen() ? op::all_all.call_cold(Out(), *this) : composite::all_all(Out(), *this);
}
Tensor all(const Tensor& self) {
  return detail::modes_listen() ? op::all_all.call_cold(Out(), self) : composite::all_all(Out(), self);
}
Tensor& all_out(Tensor& out, const Tensor& self) {
  detail::modes_listen()
      ? op::all_all.call_cold(Out::to(out), self)
      : composite::all_all(Out::to(out), self);
  return out;
}
Tensor Tensor::all(int64_t dim, bool keepdim) const {
  return detail::modes_listen()
      ? op::all_dim.call_cold(Out(), *this, dim, keepdim)
      : composite::all_dim(Out(), *this, dim, keepdim);
}
Tensor all(const Tensor& self, int64_t dim, bool keepdim) {
  return detail::modes_listen()
      ? op::all_dim.call_cold(Out(), self, dim, keepdim)
      : composite::all_dim(Out(), self, dim, keepdim);
}
Tensor& all_out(Tensor& out, const Tensor& self, int64_t dim, bool keepdim) {
  detail::modes_listen()
      ? op::all_dim.call_cold(Out::to(out), self, dim, keepdim)
      : composite::all_dim(Out::to(out), self, dim, keepdim);
  return out;
}
Tensor Tensor::count_nonzero(IntArrayRef dim) const {
  return detail::modes_listen()
      ? op::count_nonzero_dim_IntList.call_cold(Out(), *this, dim)
      : composite::count_nonzero_dim_IntList(Out(), *this, dim);
}
Tensor count_nonzero(const Tensor& self, IntArrayRef dim) {
  return detail::modes_listen()
      ? op::count_nonzero_dim_IntList.call_cold(Out(), self, dim)
      : composite::count_nonzero_dim_IntList(Out(), self, dim);
}
Tensor& count_nonzero_out(Tensor& out, const Tensor& self, IntArrayRef dim) {
  detail::modes_listen()
      ? op::count_nonzero_dim_IntList.call_cold(Out::to(out), self, dim)
      : composite::count_nonzero_dim_IntList(Out::to(out), self, dim);
  return out;
}
Tensor Tensor::count_nonzero(std::optional<int64_t> dim) const {
  return detail::modes_listen()
      ? op::count_nonzero.call_cold(Out(), *this, dim)
      : composite::count_nonzero(Out(), *this, dim);
}
Tensor count_nonzero(const Tensor& self, std::optional<int64_t> dim) {
  return detail::modes_listen()
      ? op::count_nonzero.call_cold(Out(), self, dim)
      : composite::count_nonzero(Out(), self, dim);
}
Tensor& count_nonzero_out(Tensor& out, const Tensor& self, std::optional<int64_t> dim) {
  detail::modes_listen()
      ? op::count_nonzero.call_cold(Out::to(out), self, dim)
      : composite::count_nonzero(Out::to(out), self, dim);
  return out;
}
Tensor Tensor::var(bool unbiased) const {
  return detail::modes_listen() ? op::var_all.call_cold(*this, unbiased) : composite::var_all(*this, unbiased);
}
Tensor var(const Tensor& self, bool unbiased) {
  return detail::modes_listen() ? op::var_all.call_cold(self, unbiased) : composite::var_all(self, unbiased);
}
Tensor Tensor::var(int dim) const { return composite::var_int(*this, dim); }
Tensor var(const Tensor& self, int dim) { return composite::var_int(self, dim); }
Tensor Tensor::var(OptionalIntArrayRef dim, bool unbiased, bool keepdim) const {
  return detail::modes_listen()
      ? op::var_dim.call_cold(Out(), *this, dim, unbiased, keepdim)
      : composite::var_dim(Out(), *this, dim, unbiased, keepdim);
}
Tensor var(const Tensor& self, OptionalIntArrayRef dim, bool unbiased, bool keepdim) {
  return detail::modes_listen()
      ? op::var_dim.call_cold(Out(), self, dim, unbiased, keepdim)
      : composite::var_dim(Out(), self, dim, unbiased, keepdim);
}
Tensor& var_out(Tensor& out, const Tensor& self, OptionalIntArrayRef dim, bool unbiased, bool keepdim) {
  detail::modes_listen()
      ? op::var_dim.call_cold(Out::to(out), self, dim, unbiased, keepdim)
      : composite::var_dim(Out::to(out), self, dim, unbiased, keepdim);
  return out;
}
Tensor Tensor::var(OptionalIntArrayRef dim, std::optional<int64_t> correction, bool keepdim) const {
  return op::var(Out(), *this, dim, correction, keepdim);
}
Tensor var(const Tensor& self, OptionalIntArrayRef dim, std::optional<int64_t> correction, bool keepdim) {
  return op::var(Out(), self, dim, correction, keepdim);
}
Tensor& var_out(Tensor& out, const Tensor& self, OptionalIntArrayRef dim, std::optional<int64_t> correction,
                bool keepdim) {
  op::var(Out::to(out), self, dim, correction, keepdim);
  return out;
}
Tensor Tensor::std(bool unbiased) const {
  return detail::modes_listen() ? op::std_all.call_cold(*this, unbiased) : composite::std_all(*this, unbiased);
}
Tensor std(const Tensor& self, bool unbiased) {
  return detail::modes_listen() ? op::std_all.call_cold(self, unbiased) : composite::std_all(self, unbiased);
}
Tensor Tensor::std(int dim) const { return composite::std_int(*this, dim); }
Tensor std(const Tensor& self, int dim) { return composite::std_int(self, dim); }
Tensor Tensor::std(OptionalIntArrayRef dim, bool unbiased, bool keepdim) const {
  return detail::modes_listen()
      ? op::std_dim.call_cold(Out(), *this, dim, unbiased, keepdim)
      : composite::std_dim(Out(), *this, dim, unbiased, keepdim);
}
Tensor std(const Tensor& self, OptionalIntArrayRef dim, bool unbiased, bool keepdim) {
  return detail::modes_listen()
      ? op::std_dim.call_cold(Out(), self, dim, unbiased, keepdim)
      : composite::std_dim(Out(), self, dim, unbiased, keepdim);
}
Tensor& std_out(Tensor& out, const Tensor& self, OptionalIntArrayRef dim, bool unbiased, bool keepdim) {
  detail::modes_listen()
      ? op::std_dim.call_cold(Out::to(out), self, dim, unbiased, keepdim)
      : composite::std_dim(Out::to(out), self, dim, unbiased, keepdim);
  return out;
}
Tensor Tensor::std(OptionalIntArrayRef dim, std::optional<int64_t> correction, bool keepdim) const {
  return op::std(Out(), *this, dim, correction, keepdim);
}
Tensor std(const Tensor& self, OptionalIntArrayRef dim, std::optional<int64_t> correction, bool keepdim) {
  return op::std(Out(), self, dim, correction, keepdim);
}
Tensor& std_out(Tensor& out, const Tensor& self, OptionalIntArrayRef dim, std::optional<int64_t> correction,
                bool keepdim) {
  op::std(Out::to(out), self, dim, correction, keepdim);
  return out;
}
std::tuple<Tensor, Tensor> var_mean(const Tensor& self, bool unbiased) {
  return detail::modes_listen() ? op::var_mean_all.call_cold(self, unbiased) : composite::var_mean_all(self, unbiased);
}
std::tuple<Tensor, Tensor> var_mean(const Tensor& self, int dim) { return composite::var_mean_int(self, dim); }
std::tuple<Tensor, Tensor> var_mean(const Tensor& self, OptionalIntArrayRef dim, bool unbiased, bool keepdim) {
  return detail::modes_listen()
      ? op::var_mean_dim.call_cold(self, dim, unbiased, keepdim)
      : composite::var_mean_dim(self, dim, unbiased, keepdim);
}
std::tuple<Tensor, Tensor> var_mean(const Tensor& self, OptionalIntArrayRef dim, std::optional<int64_t> correction,
                                    bool keepdim) {
  return detail::modes_listen()
      ? op::var_mean.call_cold(Out(), self, dim, correction, keepdim)
      : composite::var_mean(Out(), self, dim, correction, keepdim);
}
std::tuple<Tensor&, Tensor&> var_mean_out(Tensor& out0, Tensor& out1, const Tensor& self, OptionalIntArrayRef dim,
                                          std::optional<int64_t> correction, bool keepdim) {
  const Tensor* const outs[] = {&out0, &out1};
  detail::modes_listen()
      ? op::var_mean.call_cold(Out::to(outs), self, dim, correction, keepdim)
      : composite::var_mean(Out::to(outs), self, dim, correction, keepdim);
  return {out0, out1};
}
std::tuple<Tensor, Tensor> std_mean(const Tensor& self, bool unbiased) {
  return detail::modes_listen() ? op::std_mean_all.call_cold(self, unbiased) : composite::std_mean_all(self, unbiased);
}
std::tuple<Tensor, Tensor> std_mean(const Tensor& self, int dim) { return composite::std_mean_int(self, dim); }
std::tuple<Tensor, Tensor> std_mean(const Tensor& self, OptionalIntArrayRef dim, bool unbiased, bool keepdim) {
  return detail::modes_listen()
      ? op::std_mean_dim.call_cold(self, dim, unbiased, keepdim)
      : composite::std_mean_dim(self, dim, unbiased, keepdim);
}
std::tuple<Tensor, Tensor> std_mean(const Tensor& self, OptionalIntArrayRef dim, std::optional<int64_t> correction,
                                    bool keepdim) {
  return detail::modes_listen()
      ? op::std_mean.call_cold(Out(), self, dim, correction, keepdim)
      : composite::std_mean(Out(), self, dim, correction, keepdim);
}
std::tuple<Tensor&, Tensor&> std_mean_out(Tensor& out0, Tensor& out1, const Tensor& self, OptionalIntArrayRef dim,
                                          std::optional<int64_t> correction, bool keepdim) {
  const Tensor* const outs[] = {&out0, &out1};
  detail::modes_listen()
      ? op::std_mean.call_cold(Out::to(outs), self, dim, correction, keepdim)
      : composite::std_mean(Out::to(outs), self, dim, correction, keepdim);
  return {out0, out1};
}
Tensor Tensor::norm(const Scalar& p) const {
  return detail::modes_listen() ? op::norm_Scalar.call_cold(Out(), *this, p) : composite::norm_Scalar(Out(), *this, p);
}
Tensor norm(const Tensor& self, const Scalar& p) {
  return detail::modes_listen() ? op::norm_Scalar.call_cold(Out(), self, p) : composite::norm_Scalar(Out(), self, p);
}
Tensor& norm_out(Tensor& out, const Tensor& self, const Scalar& p) {
  detail::modes_listen()
      ? op::norm_Scalar.call_cold(Out::to(out), self, p)
      : composite::norm_Scalar(Out::to(out), self, p);
  return out;
}
Tensor Tensor::norm(const std::optional<Scalar>& p, ScalarType dtype) const {
  return detail::modes_listen()
      ? op::norm_ScalarOpt_dtype.call_cold(Out(), *this, p, dtype)
      : composite::norm_ScalarOpt_dtype(Out(), *this, p, dtype);
}
Tensor norm(const Tensor& self, const std::optional<Scalar>& p, ScalarType dtype) {
  return detail::modes_listen()
      ? op::norm_ScalarOpt_dtype.call_cold(Out(), self, p, dtype)
      : composite::norm_ScalarOpt_dtype(Out(), self, p, dtype);
}
Tensor& norm_out(Tensor& out, const Tensor& self, const std::optional<Scalar>& p, ScalarType dtype) {
  detail::modes_listen()
      ? op::norm_ScalarOpt_dtype.call_cold(Out::to(out), self, p, dtype)
      : composite::norm_ScalarOpt_dtype(Out::to(out), self, p, dtype);
  return out;
}
Tensor Tensor::norm(const std::optional<Scalar>& p, IntArrayRef dim, bool keepdim) const {
  return detail::modes_listen()
      ? op::norm_ScalarOpt_dim.call_cold(Out(), *this, p, dim, keepdim)
      : composite::norm_ScalarOpt_dim(Out(), *this, p, dim, keepdim);
}
Tensor norm(const Tensor& self, const std::optional<Scalar>& p, IntArrayRef dim, bool keepdim) {
  return detail::modes_listen()
      ? op::norm_ScalarOpt_dim.call_cold(Out(), self, p, dim, keepdim)
      : composite::norm_ScalarOpt_dim(Out(), self, p, dim, keepdim);
}
Tensor& norm_out(Tensor& out, const Tensor& self, const std::optional<Scalar>& p, IntArrayRef dim, bool keepdim) {
  detail::modes_listen()
      ? op::norm_ScalarOpt_dim.call_cold(Out::to(out), self, p, dim, keepdim)
      : composite::norm_ScalarOpt_dim(Out::to(out), self, p, dim, keepdim);
  return out;
}
Tensor Tensor::norm(const std::optional<Scalar>& p, IntArrayRef dim, bool keepdim, ScalarType dtype) const {
  return detail::modes_listen()
      ? op::norm_ScalarOpt_dim_dtype.call_cold(Out(), *this, p, dim, keepdim, dtype)
      : composite::norm_ScalarOpt_dim_dtype(Out(), *this, p, dim, keepdim, dtype);
}
Tensor norm(const Tensor& self, const std::optional<Scalar>& p, IntArrayRef dim, bool keepdim, ScalarType dtype) {
  return detail::modes_listen()
      ? op::norm_ScalarOpt_dim_dtype.call_cold(Out(), self, p, dim, keepdim, dtype)
      : composite::norm_ScalarOpt_dim_dtype(Out(), self, p, dim, keepdim, dtype);
}
Tensor& norm_out(Tensor& out, const Tensor& self, const std::optional<Scalar>& p, IntArrayRef dim, bool keepdim,
                 ScalarType dtype) {
  detail::modes_listen()
      ? op::norm_ScalarOpt_dim_dtype.call_cold(Out::to(out), self, p, dim, keepdim, dtype)
      : composite::norm_ScalarOpt_dim_dtype(Out::to(out), self, p, dim, keepdim, dtype);
  return out;
}
Tensor Tensor::dist(const Tensor& other, const Scalar& p) const {
  return detail::modes_listen() ? op::dist.call_cold(Out(), *this, other, p) : composite::dist(Out(), *this, other, p);
}
Tensor dist(const Tensor& self, const Tensor& other, const Scalar& p) {
  return detail::modes_listen() ? op::dist.call_cold(Out(), self, other, p) : composite::dist(Out(), self, other, p);
}
Tensor& dist_out(Tensor& out, const Tensor& self, const Tensor& other, const Scalar& p) {
  detail::modes_listen()
      ? op::dist.call_cold(Out::to(out), self, other, p)
      : composite::dist(Out::to(out), self, other, p);
  return out;
}
Tensor frobenius_norm(const Tensor& self) {
  return detail::modes_listen() ? op::frobenius_norm.call_cold(self) : composite::frobenius_norm(self);
}
Tensor frobenius_norm(const Tensor& self, IntArrayRef dim, bool keepdim) {
  return detail::modes_listen()
      ? op::frobenius_norm_dim.call_cold(Out(), self, dim, keepdim)
      : composite::frobenius_norm_dim(Out(), self, dim, keepdim);
}
Tensor& frobenius_norm_out(Tensor& out, const Tensor& self, IntArrayRef dim, bool keepdim) {
  detail::modes_listen()
      ? op::frobenius_norm_dim.call_cold(Out::to(out), self, dim, keepdim)
      : composite::frobenius_norm_dim(Out::to(out), self, dim, keepdim);
  return out;
}
Tensor linalg_vector_norm(const Tensor& self, const Scalar& ord, OptionalIntArrayRef dim, bool keepdim,
                          std::optional<ScalarType> dtype) {
  return op::vector_norm(Out(), self, ord, dim, keepdim, dtype);
}
Tensor& linalg_vector_norm_out(Tensor& out, const Tensor& self, const Scalar& ord, OptionalIntArrayRef dim,
                               bool keepdim, std::optional<ScalarType> dtype) {
  op::vector_norm(Out::to(out), self, ord, dim, keepdim, dtype);
  return out;
}
Tensor Tensor::cumsum(int64_t dim, std::optional<ScalarType> dtype) const {
  return op::cumsum(Out(), *this, dim, dtype);
}
Tensor& Tensor::cumsum_(int64_t dim, std::optional<ScalarType> dtype) const {
  op::cumsum(Out::in_place(*this), *this, dim, dtype);
  return writable(*this);
}
Tensor cumsum(const Tensor& self, int64_t dim, std::optional<ScalarType> dtype) {
  return op::cumsum(Out(), self, dim, dtype);
}
Tensor& cumsum_(Tensor& self, int64_t dim, std::optional<ScalarType> dtype) {
  op::cumsum(Out::in_place(self), self, dim, dtype);
  return self;
}
Tensor& cumsum_out(Tensor& out, const Tensor& self, int64_t dim, std::optional<ScalarType> dtype) {
  op::cumsum(Out::to(out), self, dim, dtype);
  return out;
}
Tensor Tensor::logsumexp(IntArrayRef dim, bool keepdim) const { return op::logsumexp(Out(), *this, dim, keepdim); }
Tensor logsumexp(const Tensor& self, IntArrayRef dim, bool keepdim) { return op::logsumexp(Out(), self, dim, keepdim); }
Tensor& logsumexp_out(Tensor& out, const Tensor& self, IntArrayRef dim, bool keepdim) {
  op::logsumexp(Out::to(out), self, dim, keepdim);
  return out;
}
Tensor special_logsumexp(const Tensor& self, IntArrayRef dim, bool keepdim) {
  return detail::modes_listen()
      ? op::special_logsumexp.call_cold(Out(), self, dim, keepdim)
      : composite::special_logsumexp(Out(), self, dim, keepdim);
}
Tensor& special_logsumexp_out(Tensor& out, const Tensor& self, IntArrayRef dim, bool keepdim) {
  detail::modes_listen()
      ? op::special_logsumexp.call_cold(Out::to(out), self, dim, keepdim)
      : composite::special_logsumexp(Out::to(out), self, dim, keepdim);
  return out;
}
Tensor Tensor::softmax(int64_t dim, std::optional<ScalarType> dtype) const {
  return detail::modes_listen()
      ? op::softmax_int.call_cold(Out(), *this, dim, dtype)
      : composite::softmax_int(Out(), *this, dim, dtype);
}
Tensor softmax(const Tensor& self, int64_t dim, std::optional<ScalarType> dtype) {
  return detail::modes_listen()
      ? op::softmax_int.call_cold(Out(), self, dim, dtype)
      : composite::softmax_int(Out(), self, dim, dtype);
}
Tensor& softmax_out(Tensor& out, const Tensor& self, int64_t dim, std::optional<ScalarType> dtype) {
  detail::modes_listen()
      ? op::softmax_int.call_cold(Out::to(out), self, dim, dtype)
      : composite::softmax_int(Out::to(out), self, dim, dtype);
  return out;
}
Tensor Tensor::log_softmax(int64_t dim, std::optional<ScalarType> dtype) const {
  return detail::modes_listen()
      ? op::log_softmax_int.call_cold(Out(), *this, dim, dtype)
      : composite::log_softmax_int(Out(), *this, dim, dtype);
}
Tensor log_softmax(const Tensor& self, int64_t dim, std::optional<ScalarType> dtype) {
  return detail::modes_listen()
      ? op::log_softmax_int.call_cold(Out(), self, dim, dtype)
      : composite::log_softmax_int(Out(), self, dim, dtype);
}
Tensor& log_softmax_out(Tensor& out, const Tensor& self, int64_t dim, std::optional<ScalarType> dtype) {
  detail::modes_listen()
      ? op::log_softmax_int.call_cold(Out::to(out), self, dim, dtype)
      : composite::log_softmax_int(Out::to(out), self, dim, dtype);
  return out;
}
Tensor _softmax(const Tensor& self, int64_t dim, bool half_to_float) {
  return op::softmax(Out(), self, dim, half_to_float);
}
Tensor& _softmax_out(Tensor& out, const Tensor& self, int64_t dim, bool half_to_float) {
  op::softmax(Out::to(out), self, dim, half_to_float);
  return out;
}
Tensor _softmax_backward_data(const Tensor& grad_output, const Tensor& output, int64_t dim, ScalarType input_dtype) {
  return op::softmax_backward(Out(), grad_output, output, dim, input_dtype);
}
Tensor& _softmax_backward_data_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& output, int64_t dim,
                                   ScalarType input_dtype) {
  op::softmax_backward(Out::to(grad_input), grad_output, output, dim, input_dtype);
  return grad_input;
}
Tensor _log_softmax(const Tensor& self, int64_t dim, bool half_to_float) {
  return op::log_softmax(Out(), self, dim, half_to_float);
}
Tensor& _log_softmax_out(Tensor& out, const Tensor& self, int64_t dim, bool half_to_float) {
  op::log_softmax(Out::to(out), self, dim, half_to_float);
  return out;
}
Tensor _log_softmax_backward_data(const Tensor& grad_output, const Tensor& output, int64_t dim,
                                  ScalarType input_dtype) {
  return op::log_softmax_backward(Out(), grad_output, output, dim, input_dtype);
}
Tensor& _log_softmax_backward_data_out(Tensor& out, const Tensor& grad_output, const Tensor& output, int64_t dim,
                                       ScalarType input_dtype) {
  op::log_softmax_backward(Out::to(out), grad_output, output, dim, input_dtype);
  return out;
}
std::tuple<Tensor, Tensor> Tensor::sort(int64_t dim, bool descending) const {
  return detail::modes_listen()
      ? op::sort_default.call_cold(Out(), *this, dim, descending)
      : composite::sort_default(Out(), *this, dim, descending);
}
std::tuple<Tensor, Tensor> sort(const Tensor& self, int64_t dim, bool descending) {
  return detail::modes_listen()
      ? op::sort_default.call_cold(Out(), self, dim, descending)
      : composite::sort_default(Out(), self, dim, descending);
}
std::tuple<Tensor&, Tensor&> sort_out(Tensor& values, Tensor& indices, const Tensor& self, int64_t dim,
                                      bool descending) {
  const Tensor* const outs[] = {&values, &indices};
  detail::modes_listen()
      ? op::sort_default.call_cold(Out::to(outs), self, dim, descending)
      : composite::sort_default(Out::to(outs), self, dim, descending);
  return {values, indices};
}
std::tuple<Tensor, Tensor> Tensor::sort(std::optional<bool> stable, int64_t dim, bool descending) const {
  return op::sort(Out(), *this, stable, dim, descending);
}
std::tuple<Tensor, Tensor> sort(const Tensor& self, std::optional<bool> stable, int64_t dim, bool descending) {
  return op::sort(Out(), self, stable, dim, descending);
}
std::tuple<Tensor&, Tensor&> sort_out(Tensor& values, Tensor& indices, const Tensor& self, std::optional<bool> stable,
                                      int64_t dim, bool descending) {
  const Tensor* const outs[] = {&values, &indices};
  op::sort(Out::to(outs), self, stable, dim, descending);
  return {values, indices};
}
Tensor Tensor::argsort(int64_t dim, bool descending) const {
  return detail::modes_listen()
      ? op::argsort.call_cold(*this, dim, descending)
      : composite::argsort(*this, dim, descending);
}
Tensor argsort(const Tensor& self, int64_t dim, bool descending) {
  return detail::modes_listen()
      ? op::argsort.call_cold(self, dim, descending)
      : composite::argsort(self, dim, descending);
}
Tensor Tensor::argsort(bool stable, int64_t dim, bool descending) const {
  return detail::modes_listen()
      ? op::argsort_stable.call_cold(Out(), *this, stable, dim, descending)
      : composite::argsort_stable(Out(), *this, stable, dim, descending);
}
Tensor argsort(const Tensor& self, bool stable, int64_t dim, bool descending) {
  return detail::modes_listen()
      ? op::argsort_stable.call_cold(Out(), self, stable, dim, descending)
      : composite::argsort_stable(Out(), self, stable, dim, descending);
}
Tensor& argsort_out(Tensor& out, const Tensor& self, bool stable, int64_t dim, bool descending) {
  detail::modes_listen()
      ? op::argsort_stable.call_cold(Out::to(out), self, stable, dim, descending)
      : composite::argsort_stable(Out::to(out), self, stable, dim, descending);
  return out;
}
Tensor Tensor::msort() const {
  return detail::modes_listen() ? op::msort.call_cold(Out(), *this) : composite::msort(Out(), *this);
}
Tensor msort(const Tensor& self) {
  return detail::modes_listen() ? op::msort.call_cold(Out(), self) : composite::msort(Out(), self);
}
Tensor& msort_out(Tensor& out, const Tensor& self) {
  detail::modes_listen() ? op::msort.call_cold(Out::to(out), self) : composite::msort(Out::to(out), self);
  return out;
}
std::tuple<Tensor, Tensor> Tensor::kthvalue(int64_t k, int64_t dim, bool keepdim) const {
  return op::kthvalue(Out(), *this, k, dim, keepdim);
}
std::tuple<Tensor, Tensor> kthvalue(const Tensor& self, int64_t k, int64_t dim, bool keepdim) {
  return op::kthvalue(Out(), self, k, dim, keepdim);
}
std::tuple<Tensor&, Tensor&> kthvalue_out(Tensor& values, Tensor& indices, const Tensor& self, int64_t k, int64_t dim,
                                          bool keepdim) {
  const Tensor* const outs[] = {&values, &indices};
  op::kthvalue(Out::to(outs), self, k, dim, keepdim);
  return {values, indices};
}
std::tuple<Tensor, Tensor> Tensor::topk(int64_t k, int64_t dim, bool largest, bool sorted) const {
  return op::topk(Out(), *this, k, dim, largest, sorted);
}
std::tuple<Tensor, Tensor> topk(const Tensor& self, int64_t k, int64_t dim, bool largest, bool sorted) {
  return op::topk(Out(), self, k, dim, largest, sorted);
}
std::tuple<Tensor&, Tensor&> topk_out(Tensor& values, Tensor& indices, const Tensor& self, int64_t k, int64_t dim,
                                      bool largest, bool sorted) {
  const Tensor* const outs[] = {&values, &indices};
  op::topk(Out::to(outs), self, k, dim, largest, sorted);
  return {values, indices};
}

namespace linalg {
Tensor vector_norm(const Tensor& self, const Scalar& ord, OptionalIntArrayRef dim, bool keepdim,
                   std::optional<ScalarType> dtype) {
  return torchpp::linalg_vector_norm(self, ord, dim, keepdim, dtype);
}
Tensor& vector_norm_out(Tensor& out, const Tensor& self, const Scalar& ord, OptionalIntArrayRef dim, bool keepdim,
                        std::optional<ScalarType> dtype) {
  return torchpp::linalg_vector_norm_out(out, self, ord, dim, keepdim, dtype);
}
}  // namespace linalg

namespace special {
Tensor logsumexp(const Tensor& self, IntArrayRef dim, bool keepdim) {
  return torchpp::special_logsumexp(self, dim, keepdim);
}
Tensor& logsumexp_out(Tensor& out, const Tensor& self, IntArrayRef dim, bool keepdim) {
  return torchpp::special_logsumexp_out(out, self, dim, keepdim);
}
}  // namespace special

namespace kernels {

TORCHPP_API void set_sum(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype)) { op::sum.set_kernel(key, kernel); }
TORCHPP_API void set_mean(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype)) { op::mean.set_kernel(key, kernel); }
TORCHPP_API void set_prod(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, std::optional<ScalarType> dtype)) { op::prod.set_kernel(key, kernel); }
TORCHPP_API void set_prod_dim(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t dim, bool keepdim, std::optional<ScalarType> dtype)) { op::prod_dim.set_kernel(key, kernel); }
TORCHPP_API void set_amax(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, IntArrayRef dim, bool keepdim)) { op::amax.set_kernel(key, kernel); }
TORCHPP_API void set_amin(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, IntArrayRef dim, bool keepdim)) { op::amin.set_kernel(key, kernel); }
TORCHPP_API void set_max(DispatchKey key, Tensor (*kernel)(const Tensor& self)) { op::max.set_kernel(key, kernel); }
TORCHPP_API void set_max_dim(DispatchKey key, std::tuple<Tensor, Tensor> (*kernel)(Out out, const Tensor& self, int64_t dim, bool keepdim)) { op::max_dim.set_kernel(key, kernel); }
TORCHPP_API void set_min(DispatchKey key, Tensor (*kernel)(const Tensor& self)) { op::min.set_kernel(key, kernel); }
TORCHPP_API void set_min_dim(DispatchKey key, std::tuple<Tensor, Tensor> (*kernel)(Out out, const Tensor& self, int64_t dim, bool keepdim)) { op::min_dim.set_kernel(key, kernel); }
TORCHPP_API void set_argmax(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, std::optional<int64_t> dim, bool keepdim)) { op::argmax.set_kernel(key, kernel); }
TORCHPP_API void set_argmin(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, std::optional<int64_t> dim, bool keepdim)) { op::argmin.set_kernel(key, kernel); }
TORCHPP_API void set_any(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, std::optional<int64_t> dim, bool keepdim)) { op::any.set_kernel(key, kernel); }
TORCHPP_API void set_all(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, std::optional<int64_t> dim, bool keepdim)) { op::all.set_kernel(key, kernel); }
TORCHPP_API void set_var(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, OptionalIntArrayRef dim, std::optional<int64_t> correction, bool keepdim)) { op::var.set_kernel(key, kernel); }
TORCHPP_API void set_std(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, OptionalIntArrayRef dim, std::optional<int64_t> correction, bool keepdim)) { op::std.set_kernel(key, kernel); }
TORCHPP_API void set_vector_norm(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Scalar& ord, OptionalIntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype)) { op::vector_norm.set_kernel(key, kernel); }
TORCHPP_API void set_cumsum(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t dim, std::optional<ScalarType> dtype)) { op::cumsum.set_kernel(key, kernel); }
TORCHPP_API void set_logsumexp(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, IntArrayRef dim, bool keepdim)) { op::logsumexp.set_kernel(key, kernel); }
TORCHPP_API void set_softmax(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t dim, bool half_to_float)) { op::softmax.set_kernel(key, kernel); }
TORCHPP_API void set_softmax_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& output, int64_t dim, ScalarType input_dtype)) { op::softmax_backward.set_kernel(key, kernel); }
TORCHPP_API void set_log_softmax(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t dim, bool half_to_float)) { op::log_softmax.set_kernel(key, kernel); }
TORCHPP_API void set_log_softmax_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& output, int64_t dim, ScalarType input_dtype)) { op::log_softmax_backward.set_kernel(key, kernel); }
TORCHPP_API void set_sort(DispatchKey key, std::tuple<Tensor, Tensor> (*kernel)(Out out, const Tensor& self, std::optional<bool> stable, int64_t dim, bool descending)) { op::sort.set_kernel(key, kernel); }
TORCHPP_API void set_kthvalue(DispatchKey key, std::tuple<Tensor, Tensor> (*kernel)(Out out, const Tensor& self, int64_t k, int64_t dim, bool keepdim)) { op::kthvalue.set_kernel(key, kernel); }
TORCHPP_API void set_topk(DispatchKey key, std::tuple<Tensor, Tensor> (*kernel)(Out out, const Tensor& self, int64_t k, int64_t dim, bool largest, bool sorted)) { op::topk.set_kernel(key, kernel); }

}  // namespace kernels

}  // namespace torchpp
