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

Tensor sum_all(Out out, const Tensor& self, optional<ScalarType> dtype) {
  return op::sum(out, self, nullopt, false, dtype);
}
Tensor mean_all(const Tensor& self, optional<ScalarType> dtype) { return op::mean(Out(), self, nullopt, false, dtype); }
Tensor any_all(Out out, const Tensor& self) { return op::any(out, self, nullopt, false); }
Tensor any_dim(Out out, const Tensor& self, int64_t dim, bool keepdim) { return op::any(out, self, dim, keepdim); }
Tensor all_all(Out out, const Tensor& self) { return op::all(out, self, nullopt, false); }
Tensor all_dim(Out out, const Tensor& self, int64_t dim, bool keepdim) { return op::all(out, self, dim, keepdim); }
Tensor var_all(const Tensor& self, bool unbiased) { return op::var(Out(), self, nullopt, int64_t{unbiased}, false); }
Tensor var_int(const Tensor& self, int64_t dim) { return op::var(Out(), self, IntArrayRef(dim), 1, false); }
Tensor var_dim(Out out, const Tensor& self, OptionalIntArrayRef dim, bool unbiased, bool keepdim) {
  return op::var(out, self, dim, int64_t{unbiased}, keepdim);
}
Tensor std_all(const Tensor& self, bool unbiased) { return op::std(Out(), self, nullopt, int64_t{unbiased}, false); }
Tensor std_int(const Tensor& self, int64_t dim) { return op::std(Out(), self, IntArrayRef(dim), 1, false); }
Tensor std_dim(Out out, const Tensor& self, OptionalIntArrayRef dim, bool unbiased, bool keepdim) {
  return op::std(out, self, dim, int64_t{unbiased}, keepdim);
}
std::tuple<Tensor, Tensor> var_mean_all(const Tensor& self, bool unbiased) {
  return detail::modes_listen()
      ? op::var_mean.call_cold(Out(), self, nullopt, int64_t{unbiased}, false)
      : composite::var_mean(Out(), self, nullopt, int64_t{unbiased}, false);
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
      ? op::std_mean.call_cold(Out(), self, nullopt, int64_t{unbiased}, false)
      : composite::std_mean(Out(), self, nullopt, int64_t{unbiased}, false);
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
Tensor special_softmax(const Tensor& self, int64_t dim, optional<ScalarType> dtype) {
  return detail::modes_listen()
      ? op::softmax_int.call_cold(Out(), self, dim, dtype)
      : composite::softmax_int(Out(), self, dim, dtype);
}
Tensor special_log_softmax(const Tensor& self, int64_t dim, optional<ScalarType> dtype) {
  return detail::modes_listen()
      ? op::log_softmax_int.call_cold(Out(), self, dim, dtype)
      : composite::log_softmax_int(Out(), self, dim, dtype);
}
std::tuple<Tensor, Tensor> sort_default(Out out, const Tensor& self, int64_t dim, bool descending) {
  return op::sort(out, self, nullopt, dim, descending);
}
Tensor trapz_x(const Tensor& y, const Tensor& x, int64_t dim) {
  return detail::modes_listen() ? op::trapezoid_x.call_cold(y, x, dim) : composite::trapezoid_x(y, x, dim);
}
Tensor trapz_dx(const Tensor& y, double dx, int64_t dim) {
  return detail::modes_listen()
      ? op::trapezoid_dx.call_cold(y, Scalar(dx), dim)
      : composite::trapezoid_dx(y, Scalar(dx), dim);
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
inline namespace T_of_out_T_iso_b_to {
TORCHPP_CONSTINIT decltype(op::nansum) nansum(
    "nansum(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor",
    &Structured<&rule::nansum, &cpu::nansum>::call, &derivative::nansum, OpTraits{false, true, true, false, false, Batching::kDims});
}
inline namespace T_of_out_T_iso_b_to {
TORCHPP_CONSTINIT decltype(op::nanmean) nanmean(decltype(op::nanmean)::AllBackends(),
    "nanmean(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor",
    &composite::nanmean, &composite::nanmean, OpTraits{false, true, false, true, true});
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
inline namespace T_of_out_T_i_to {
TORCHPP_CONSTINIT decltype(op::cumprod) cumprod(
    "cumprod(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor",
    &Structured<&rule::cumprod, &cpu::cumprod>::call, &derivative::cumprod, OpTraits{true, true, true, false, false, Batching::kDims, Autocast::kNone, Autocast::kFp32Dtype});
}
inline namespace TT_of_out_T_i {
TORCHPP_CONSTINIT decltype(op::cummax) cummax(
    "cummax(Tensor self, int dim) -> (Tensor values, Tensor indices)",
    &Structured<&rule::cummax, &cpu::cummax>::call, &derivative::cummax, OpTraits{false, true, true, false, false, Batching::kDims});
}
inline namespace TT_of_out_T_i {
TORCHPP_CONSTINIT decltype(op::cummin) cummin(
    "cummin(Tensor self, int dim) -> (Tensor values, Tensor indices)",
    &Structured<&rule::cummin, &cpu::cummin>::call, &derivative::cummin, OpTraits{false, true, true, false, false, Batching::kDims});
}
inline namespace T_of_out_T_i {
TORCHPP_CONSTINIT decltype(op::logcumsumexp) logcumsumexp(
    "logcumsumexp(Tensor self, int dim) -> Tensor",
    &Structured<&rule::logcumsumexp, &cpu::logcumsumexp>::call, &derivative::logcumsumexp, OpTraits{false, true, true, false, false, Batching::kDims});
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
inline namespace T_of_T_i_to {
TORCHPP_CONSTINIT decltype(op::special_softmax) special_softmax(decltype(op::special_softmax)::AllBackends(),
    "special_softmax(Tensor self, int dim, ScalarType? dtype=None) -> Tensor",
    &composite::special_softmax, &composite::special_softmax, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_i_to {
TORCHPP_CONSTINIT decltype(op::special_log_softmax) special_log_softmax(decltype(op::special_log_softmax)::AllBackends(),
    "special_log_softmax(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor",
    &composite::special_log_softmax, &composite::special_log_softmax, OpTraits{false, false, false, true, true});
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
inline namespace T_of_T_T_i {
TORCHPP_CONSTINIT decltype(op::trapezoid_x) trapezoid_x(decltype(op::trapezoid_x)::AllBackends(),
    "trapezoid.x(Tensor y, Tensor x, *, int dim=-1) -> Tensor",
    &composite::trapezoid_x, &composite::trapezoid_x, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_S_i {
TORCHPP_CONSTINIT decltype(op::trapezoid_dx) trapezoid_dx(decltype(op::trapezoid_dx)::AllBackends(),
    "trapezoid.dx(Tensor y, *, Scalar dx=1, int dim=-1) -> Tensor",
    &composite::trapezoid_dx, &composite::trapezoid_dx, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_T_i {
TORCHPP_CONSTINIT decltype(op::trapz_x) trapz_x(decltype(op::trapz_x)::AllBackends(),
    "trapz.x(Tensor y, Tensor x, *, int dim=-1) -> Tensor",
    &composite::trapz_x, &composite::trapz_x, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_d_i {
TORCHPP_CONSTINIT decltype(op::trapz_dx) trapz_dx(decltype(op::trapz_dx)::AllBackends(),
    "trapz.dx(Tensor y, *, float dx=1, int dim=-1) -> Tensor",
    &composite::trapz_dx, &composite::trapz_dx, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_T_i {
TORCHPP_CONSTINIT decltype(op::cumulative_trapezoid_x) cumulative_trapezoid_x(decltype(op::cumulative_trapezoid_x)::AllBackends(),
    "cumulative_trapezoid.x(Tensor y, Tensor x, *, int dim=-1) -> Tensor",
    &composite::cumulative_trapezoid_x, &composite::cumulative_trapezoid_x, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_S_i {
TORCHPP_CONSTINIT decltype(op::cumulative_trapezoid_dx) cumulative_trapezoid_dx(decltype(op::cumulative_trapezoid_dx)::AllBackends(),
    "cumulative_trapezoid.dx(Tensor y, *, Scalar dx=1, int dim=-1) -> Tensor",
    &composite::cumulative_trapezoid_dx, &composite::cumulative_trapezoid_dx, OpTraits{false, false, false, true, true});
}
inline namespace T_of_out_T_i_i_T_T {
TORCHPP_CONSTINIT decltype(op::diff) diff(decltype(op::diff)::AllBackends(),
    "diff(Tensor self, int n=1, int dim=-1, Tensor? prepend=None, Tensor? append=None) -> Tensor",
    &composite::diff, &composite::diff, OpTraits{false, true, false, true, true});
}
inline namespace Ts_of_T_So_io_i {
TORCHPP_CONSTINIT decltype(op::gradient_scalarint) gradient_scalarint(decltype(op::gradient_scalarint)::AllBackends(),
    "gradient.scalarint(Tensor self, *, Scalar? spacing=None, int? dim=None, int edge_order=1) -> Tensor[]",
    &composite::gradient_scalarint, &composite::gradient_scalarint, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_T_S_is_i {
TORCHPP_CONSTINIT decltype(op::gradient_scalararray) gradient_scalararray(decltype(op::gradient_scalararray)::AllBackends(),
    "gradient.scalararray(Tensor self, *, Scalar spacing, int[] dim, int edge_order=1) -> Tensor[]",
    &composite::gradient_scalararray, &composite::gradient_scalararray, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_T_is_i {
TORCHPP_CONSTINIT decltype(op::gradient_array) gradient_array(decltype(op::gradient_array)::AllBackends(),
    "gradient.array(Tensor self, *, int[] dim, int edge_order=1) -> Tensor[]",
    &composite::gradient_array, &composite::gradient_array, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_T_Ss_io_i {
TORCHPP_CONSTINIT decltype(op::gradient_scalarrayint) gradient_scalarrayint(decltype(op::gradient_scalarrayint)::AllBackends(),
    "gradient.scalarrayint(Tensor self, *, Scalar[] spacing, int? dim=None, int edge_order=1) -> Tensor[]",
    &composite::gradient_scalarrayint, &composite::gradient_scalarrayint, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_T_Ss_is_i {
TORCHPP_CONSTINIT decltype(op::gradient_scalarrayarray) gradient_scalarrayarray(decltype(op::gradient_scalarrayarray)::AllBackends(),
    "gradient.scalarrayarray(Tensor self, *, Scalar[] spacing, int[] dim, int edge_order=1) -> Tensor[]",
    &composite::gradient_scalarrayarray, &composite::gradient_scalarrayarray, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_T_Ts_io_i {
TORCHPP_CONSTINIT decltype(op::gradient_tensorarrayint) gradient_tensorarrayint(decltype(op::gradient_tensorarrayint)::AllBackends(),
    "gradient.tensorarrayint(Tensor self, *, Tensor[] spacing, int? dim=None, int edge_order=1) -> Tensor[]",
    &composite::gradient_tensorarrayint, &composite::gradient_tensorarrayint, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_T_Ts_is_i {
TORCHPP_CONSTINIT decltype(op::gradient_tensorarray) gradient_tensorarray(decltype(op::gradient_tensorarray)::AllBackends(),
    "gradient.tensorarray(Tensor self, *, Tensor[] spacing, int[] dim, int edge_order=1) -> Tensor[]",
    &composite::gradient_tensorarray, &composite::gradient_tensorarray, OpTraits{false, false, false, true, true});
}

}  // namespace op

Tensor Tensor::sum(optional<ScalarType> dtype) const {
  return detail::modes_listen() ? op::sum_all.call_cold(Out(), *this, dtype) : composite::sum_all(Out(), *this, dtype);
}
Tensor sum(const Tensor& self, optional<ScalarType> dtype) {
  return detail::modes_listen() ? op::sum_all.call_cold(Out(), self, dtype) : composite::sum_all(Out(), self, dtype);
}
Tensor& sum_out(Tensor& out, const Tensor& self, optional<ScalarType> dtype) {
  detail::modes_listen()
      ? op::sum_all.call_cold(Out::to(out), self, dtype)
      : composite::sum_all(Out::to(out), self, dtype);
  return out;
}
Tensor Tensor::sum(OptionalIntArrayRef dim, bool keepdim, optional<ScalarType> dtype) const {
  return op::sum(Out(), *this, dim, keepdim, dtype);
}
Tensor sum(const Tensor& self, OptionalIntArrayRef dim, bool keepdim, optional<ScalarType> dtype) {
  return op::sum(Out(), self, dim, keepdim, dtype);
}
Tensor& sum_out(Tensor& out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim, optional<ScalarType> dtype) {
  op::sum(Out::to(out), self, dim, keepdim, dtype);
  return out;
}
Tensor Tensor::mean(optional<ScalarType> dtype) const {
  return detail::modes_listen() ? op::mean_all.call_cold(*this, dtype) : composite::mean_all(*this, dtype);
}
Tensor mean(const Tensor& self, optional<ScalarType> dtype) {
  return detail::modes_listen() ? op::mean_all.call_cold(self, dtype) : composite::mean_all(self, dtype);
}
Tensor Tensor::mean(OptionalIntArrayRef dim, bool keepdim, optional<ScalarType> dtype) const {
  return op::mean(Out(), *this, dim, keepdim, dtype);
}
Tensor mean(const Tensor& self, OptionalIntArrayRef dim, bool keepdim, optional<ScalarType> dtype) {
  return op::mean(Out(), self, dim, keepdim, dtype);
}
Tensor& mean_out(Tensor& out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim, optional<ScalarType> dtype) {
  op::mean(Out::to(out), self, dim, keepdim, dtype);
  return out;
}
Tensor Tensor::nansum(OptionalIntArrayRef dim, bool keepdim, optional<ScalarType> dtype) const {
  return op::nansum(Out(), *this, dim, keepdim, dtype);
}
Tensor nansum(const Tensor& self, OptionalIntArrayRef dim, bool keepdim, optional<ScalarType> dtype) {
  return op::nansum(Out(), self, dim, keepdim, dtype);
}
Tensor& nansum_out(Tensor& out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim, optional<ScalarType> dtype) {
  op::nansum(Out::to(out), self, dim, keepdim, dtype);
  return out;
}
Tensor Tensor::nanmean(OptionalIntArrayRef dim, bool keepdim, optional<ScalarType> dtype) const {
  return detail::modes_listen()
      ? op::nanmean.call_cold(Out(), *this, dim, keepdim, dtype)
      : composite::nanmean(Out(), *this, dim, keepdim, dtype);
}
Tensor nanmean(const Tensor& self, OptionalIntArrayRef dim, bool keepdim, optional<ScalarType> dtype) {
  return detail::modes_listen()
      ? op::nanmean.call_cold(Out(), self, dim, keepdim, dtype)
      : composite::nanmean(Out(), self, dim, keepdim, dtype);
}
Tensor& nanmean_out(Tensor& out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim,
                    optional<ScalarType> dtype) {
  detail::modes_listen()
      ? op::nanmean.call_cold(Out::to(out), self, dim, keepdim, dtype)
      : composite::nanmean(Out::to(out), self, dim, keepdim, dtype);
  return out;
}
Tensor Tensor::prod(optional<ScalarType> dtype) const { return op::prod(Out(), *this, dtype); }
Tensor prod(const Tensor& self, optional<ScalarType> dtype) { return op::prod(Out(), self, dtype); }
Tensor& prod_out(Tensor& out, const Tensor& self, optional<ScalarType> dtype) {
  op::prod(Out::to(out), self, dtype);
  return out;
}
Tensor Tensor::prod(int64_t dim, bool keepdim, optional<ScalarType> dtype) const {
  return op::prod_dim(Out(), *this, dim, keepdim, dtype);
}
Tensor prod(const Tensor& self, int64_t dim, bool keepdim, optional<ScalarType> dtype) {
  return op::prod_dim(Out(), self, dim, keepdim, dtype);
}
Tensor& prod_out(Tensor& out, const Tensor& self, int64_t dim, bool keepdim, optional<ScalarType> dtype) {
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
std::tuple<Tensor, Tensor> Tensor::aminmax(optional<int64_t> dim, bool keepdim) const {
  return detail::modes_listen()
      ? op::aminmax.call_cold(Out(), *this, dim, keepdim)
      : composite::aminmax(Out(), *this, dim, keepdim);
}
std::tuple<Tensor, Tensor> aminmax(const Tensor& self, optional<int64_t> dim, bool keepdim) {
  return detail::modes_listen()
      ? op::aminmax.call_cold(Out(), self, dim, keepdim)
      : composite::aminmax(Out(), self, dim, keepdim);
}
std::tuple<Tensor&, Tensor&> aminmax_out(Tensor& min, Tensor& max, const Tensor& self, optional<int64_t> dim,
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
Tensor Tensor::argmax(optional<int64_t> dim, bool keepdim) const { return op::argmax(Out(), *this, dim, keepdim); }
Tensor argmax(const Tensor& self, optional<int64_t> dim, bool keepdim) { return op::argmax(Out(), self, dim, keepdim); }
Tensor& argmax_out(Tensor& out, const Tensor& self, optional<int64_t> dim, bool keepdim) {
  op::argmax(Out::to(out), self, dim, keepdim);
  return out;
}
Tensor Tensor::argmin(optional<int64_t> dim, bool keepdim) const { return op::argmin(Out(), *this, dim, keepdim); }
Tensor argmin(const Tensor& self, optional<int64_t> dim, bool keepdim) { return op::argmin(Out(), self, dim, keepdim); }
Tensor& argmin_out(Tensor& out, const Tensor& self, optional<int64_t> dim, bool keepdim) {
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
Tensor Tensor::count_nonzero(optional<int64_t> dim) const {
  return detail::modes_listen()
      ? op::count_nonzero.call_cold(Out(), *this, dim)
      : composite::count_nonzero(Out(), *this, dim);
}
Tensor count_nonzero(const Tensor& self, optional<int64_t> dim) {
  return detail::modes_listen()
      ? op::count_nonzero.call_cold(Out(), self, dim)
      : composite::count_nonzero(Out(), self, dim);
}
Tensor& count_nonzero_out(Tensor& out, const Tensor& self, optional<int64_t> dim) {
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
Tensor Tensor::var(OptionalIntArrayRef dim, optional<int64_t> correction, bool keepdim) const {
  return op::var(Out(), *this, dim, correction, keepdim);
}
Tensor var(const Tensor& self, OptionalIntArrayRef dim, optional<int64_t> correction, bool keepdim) {
  return op::var(Out(), self, dim, correction, keepdim);
}
Tensor& var_out(Tensor& out, const Tensor& self, OptionalIntArrayRef dim, optional<int64_t> correction, bool keepdim) {
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
Tensor Tensor::std(OptionalIntArrayRef dim, optional<int64_t> correction, bool keepdim) const {
  return op::std(Out(), *this, dim, correction, keepdim);
}
Tensor std(const Tensor& self, OptionalIntArrayRef dim, optional<int64_t> correction, bool keepdim) {
  return op::std(Out(), self, dim, correction, keepdim);
}
Tensor& std_out(Tensor& out, const Tensor& self, OptionalIntArrayRef dim, optional<int64_t> correction, bool keepdim) {
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
std::tuple<Tensor, Tensor> var_mean(const Tensor& self, OptionalIntArrayRef dim, optional<int64_t> correction,
                                    bool keepdim) {
  return detail::modes_listen()
      ? op::var_mean.call_cold(Out(), self, dim, correction, keepdim)
      : composite::var_mean(Out(), self, dim, correction, keepdim);
}
std::tuple<Tensor&, Tensor&> var_mean_out(Tensor& out0, Tensor& out1, const Tensor& self, OptionalIntArrayRef dim,
                                          optional<int64_t> correction, bool keepdim) {
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
std::tuple<Tensor, Tensor> std_mean(const Tensor& self, OptionalIntArrayRef dim, optional<int64_t> correction,
                                    bool keepdim) {
  return detail::modes_listen()
      ? op::std_mean.call_cold(Out(), self, dim, correction, keepdim)
      : composite::std_mean(Out(), self, dim, correction, keepdim);
}
std::tuple<Tensor&, Tensor&> std_mean_out(Tensor& out0, Tensor& out1, const Tensor& self, OptionalIntArrayRef dim,
                                          optional<int64_t> correction, bool keepdim) {
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
Tensor Tensor::norm(const optional<Scalar>& p, ScalarType dtype) const {
  return detail::modes_listen()
      ? op::norm_ScalarOpt_dtype.call_cold(Out(), *this, p, dtype)
      : composite::norm_ScalarOpt_dtype(Out(), *this, p, dtype);
}
Tensor norm(const Tensor& self, const optional<Scalar>& p, ScalarType dtype) {
  return detail::modes_listen()
      ? op::norm_ScalarOpt_dtype.call_cold(Out(), self, p, dtype)
      : composite::norm_ScalarOpt_dtype(Out(), self, p, dtype);
}
Tensor& norm_out(Tensor& out, const Tensor& self, const optional<Scalar>& p, ScalarType dtype) {
  detail::modes_listen()
      ? op::norm_ScalarOpt_dtype.call_cold(Out::to(out), self, p, dtype)
      : composite::norm_ScalarOpt_dtype(Out::to(out), self, p, dtype);
  return out;
}
Tensor Tensor::norm(const optional<Scalar>& p, IntArrayRef dim, bool keepdim) const {
  return detail::modes_listen()
      ? op::norm_ScalarOpt_dim.call_cold(Out(), *this, p, dim, keepdim)
      : composite::norm_ScalarOpt_dim(Out(), *this, p, dim, keepdim);
}
Tensor norm(const Tensor& self, const optional<Scalar>& p, IntArrayRef dim, bool keepdim) {
  return detail::modes_listen()
      ? op::norm_ScalarOpt_dim.call_cold(Out(), self, p, dim, keepdim)
      : composite::norm_ScalarOpt_dim(Out(), self, p, dim, keepdim);
}
Tensor& norm_out(Tensor& out, const Tensor& self, const optional<Scalar>& p, IntArrayRef dim, bool keepdim) {
  detail::modes_listen()
      ? op::norm_ScalarOpt_dim.call_cold(Out::to(out), self, p, dim, keepdim)
      : composite::norm_ScalarOpt_dim(Out::to(out), self, p, dim, keepdim);
  return out;
}
Tensor Tensor::norm(const optional<Scalar>& p, IntArrayRef dim, bool keepdim, ScalarType dtype) const {
  return detail::modes_listen()
      ? op::norm_ScalarOpt_dim_dtype.call_cold(Out(), *this, p, dim, keepdim, dtype)
      : composite::norm_ScalarOpt_dim_dtype(Out(), *this, p, dim, keepdim, dtype);
}
Tensor norm(const Tensor& self, const optional<Scalar>& p, IntArrayRef dim, bool keepdim, ScalarType dtype) {
  return detail::modes_listen()
      ? op::norm_ScalarOpt_dim_dtype.call_cold(Out(), self, p, dim, keepdim, dtype)
      : composite::norm_ScalarOpt_dim_dtype(Out(), self, p, dim, keepdim, dtype);
}
Tensor& norm_out(Tensor& out, const Tensor& self, const optional<Scalar>& p, IntArrayRef dim, bool keepdim,
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
                          optional<ScalarType> dtype) {
  return op::vector_norm(Out(), self, ord, dim, keepdim, dtype);
}
Tensor& linalg_vector_norm_out(Tensor& out, const Tensor& self, const Scalar& ord, OptionalIntArrayRef dim,
                               bool keepdim, optional<ScalarType> dtype) {
  op::vector_norm(Out::to(out), self, ord, dim, keepdim, dtype);
  return out;
}
Tensor Tensor::cumsum(int64_t dim, optional<ScalarType> dtype) const { return op::cumsum(Out(), *this, dim, dtype); }
Tensor& Tensor::cumsum_(int64_t dim, optional<ScalarType> dtype) const {
  op::cumsum(Out::in_place(*this), *this, dim, dtype);
  return writable(*this);
}
Tensor cumsum(const Tensor& self, int64_t dim, optional<ScalarType> dtype) {
  return op::cumsum(Out(), self, dim, dtype);
}
Tensor& cumsum_(Tensor& self, int64_t dim, optional<ScalarType> dtype) {
  op::cumsum(Out::in_place(self), self, dim, dtype);
  return self;
}
Tensor& cumsum_out(Tensor& out, const Tensor& self, int64_t dim, optional<ScalarType> dtype) {
  op::cumsum(Out::to(out), self, dim, dtype);
  return out;
}
Tensor Tensor::cumprod(int64_t dim, optional<ScalarType> dtype) const { return op::cumprod(Out(), *this, dim, dtype); }
Tensor& Tensor::cumprod_(int64_t dim, optional<ScalarType> dtype) const {
  op::cumprod(Out::in_place(*this), *this, dim, dtype);
  return writable(*this);
}
Tensor cumprod(const Tensor& self, int64_t dim, optional<ScalarType> dtype) {
  return op::cumprod(Out(), self, dim, dtype);
}
Tensor& cumprod_out(Tensor& out, const Tensor& self, int64_t dim, optional<ScalarType> dtype) {
  op::cumprod(Out::to(out), self, dim, dtype);
  return out;
}
std::tuple<Tensor, Tensor> Tensor::cummax(int64_t dim) const { return op::cummax(Out(), *this, dim); }
std::tuple<Tensor, Tensor> cummax(const Tensor& self, int64_t dim) { return op::cummax(Out(), self, dim); }
std::tuple<Tensor&, Tensor&> cummax_out(Tensor& values, Tensor& indices, const Tensor& self, int64_t dim) {
  const Tensor* const outs[] = {&values, &indices};
  op::cummax(Out::to(outs), self, dim);
  return {values, indices};
}
std::tuple<Tensor, Tensor> Tensor::cummin(int64_t dim) const { return op::cummin(Out(), *this, dim); }
std::tuple<Tensor, Tensor> cummin(const Tensor& self, int64_t dim) { return op::cummin(Out(), self, dim); }
std::tuple<Tensor&, Tensor&> cummin_out(Tensor& values, Tensor& indices, const Tensor& self, int64_t dim) {
  const Tensor* const outs[] = {&values, &indices};
  op::cummin(Out::to(outs), self, dim);
  return {values, indices};
}
Tensor Tensor::logcumsumexp(int64_t dim) const { return op::logcumsumexp(Out(), *this, dim); }
Tensor logcumsumexp(const Tensor& self, int64_t dim) { return op::logcumsumexp(Out(), self, dim); }
Tensor& logcumsumexp_out(Tensor& out, const Tensor& self, int64_t dim) {
  op::logcumsumexp(Out::to(out), self, dim);
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
Tensor Tensor::softmax(int64_t dim, optional<ScalarType> dtype) const {
  return detail::modes_listen()
      ? op::softmax_int.call_cold(Out(), *this, dim, dtype)
      : composite::softmax_int(Out(), *this, dim, dtype);
}
Tensor softmax(const Tensor& self, int64_t dim, optional<ScalarType> dtype) {
  return detail::modes_listen()
      ? op::softmax_int.call_cold(Out(), self, dim, dtype)
      : composite::softmax_int(Out(), self, dim, dtype);
}
Tensor& softmax_out(Tensor& out, const Tensor& self, int64_t dim, optional<ScalarType> dtype) {
  detail::modes_listen()
      ? op::softmax_int.call_cold(Out::to(out), self, dim, dtype)
      : composite::softmax_int(Out::to(out), self, dim, dtype);
  return out;
}
Tensor Tensor::log_softmax(int64_t dim, optional<ScalarType> dtype) const {
  return detail::modes_listen()
      ? op::log_softmax_int.call_cold(Out(), *this, dim, dtype)
      : composite::log_softmax_int(Out(), *this, dim, dtype);
}
Tensor log_softmax(const Tensor& self, int64_t dim, optional<ScalarType> dtype) {
  return detail::modes_listen()
      ? op::log_softmax_int.call_cold(Out(), self, dim, dtype)
      : composite::log_softmax_int(Out(), self, dim, dtype);
}
Tensor& log_softmax_out(Tensor& out, const Tensor& self, int64_t dim, optional<ScalarType> dtype) {
  detail::modes_listen()
      ? op::log_softmax_int.call_cold(Out::to(out), self, dim, dtype)
      : composite::log_softmax_int(Out::to(out), self, dim, dtype);
  return out;
}
Tensor special_softmax(const Tensor& self, int64_t dim, optional<ScalarType> dtype) {
  return detail::modes_listen()
      ? op::special_softmax.call_cold(self, dim, dtype)
      : composite::special_softmax(self, dim, dtype);
}
Tensor special_log_softmax(const Tensor& self, int64_t dim, optional<ScalarType> dtype) {
  return detail::modes_listen()
      ? op::special_log_softmax.call_cold(self, dim, dtype)
      : composite::special_log_softmax(self, dim, dtype);
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
std::tuple<Tensor, Tensor> Tensor::sort(optional<bool> stable, int64_t dim, bool descending) const {
  return op::sort(Out(), *this, stable, dim, descending);
}
std::tuple<Tensor, Tensor> sort(const Tensor& self, optional<bool> stable, int64_t dim, bool descending) {
  return op::sort(Out(), self, stable, dim, descending);
}
std::tuple<Tensor&, Tensor&> sort_out(Tensor& values, Tensor& indices, const Tensor& self, optional<bool> stable,
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
Tensor trapezoid(const Tensor& y, const Tensor& x, int64_t dim) {
  return detail::modes_listen() ? op::trapezoid_x.call_cold(y, x, dim) : composite::trapezoid_x(y, x, dim);
}
Tensor trapezoid(const Tensor& y, const Scalar& dx, int64_t dim) {
  return detail::modes_listen() ? op::trapezoid_dx.call_cold(y, dx, dim) : composite::trapezoid_dx(y, dx, dim);
}
Tensor trapz(const Tensor& y, const Tensor& x, int64_t dim) {
  return detail::modes_listen() ? op::trapz_x.call_cold(y, x, dim) : composite::trapz_x(y, x, dim);
}
Tensor trapz(const Tensor& y, double dx, int64_t dim) {
  return detail::modes_listen() ? op::trapz_dx.call_cold(y, dx, dim) : composite::trapz_dx(y, dx, dim);
}
Tensor cumulative_trapezoid(const Tensor& y, const Tensor& x, int64_t dim) {
  return detail::modes_listen()
      ? op::cumulative_trapezoid_x.call_cold(y, x, dim)
      : composite::cumulative_trapezoid_x(y, x, dim);
}
Tensor cumulative_trapezoid(const Tensor& y, const Scalar& dx, int64_t dim) {
  return detail::modes_listen()
      ? op::cumulative_trapezoid_dx.call_cold(y, dx, dim)
      : composite::cumulative_trapezoid_dx(y, dx, dim);
}
Tensor Tensor::diff(int64_t n, int64_t dim, const optional<Tensor>& prepend, const optional<Tensor>& append) const {
  return detail::modes_listen()
      ? op::diff.call_cold(Out(), *this, n, dim, or_undefined(prepend), or_undefined(append))
      : composite::diff(Out(), *this, n, dim, or_undefined(prepend), or_undefined(append));
}
Tensor diff(const Tensor& self, int64_t n, int64_t dim, const optional<Tensor>& prepend,
            const optional<Tensor>& append) {
  return detail::modes_listen()
      ? op::diff.call_cold(Out(), self, n, dim, or_undefined(prepend), or_undefined(append))
      : composite::diff(Out(), self, n, dim, or_undefined(prepend), or_undefined(append));
}
Tensor& diff_out(Tensor& out, const Tensor& self, int64_t n, int64_t dim, const optional<Tensor>& prepend,
                 const optional<Tensor>& append) {
  detail::modes_listen()
      ? op::diff.call_cold(Out::to(out), self, n, dim, or_undefined(prepend), or_undefined(append))
      : composite::diff(Out::to(out), self, n, dim, or_undefined(prepend), or_undefined(append));
  return out;
}
std::vector<Tensor> gradient(const Tensor& self, const optional<Scalar>& spacing, optional<int64_t> dim,
                             int64_t edge_order) {
  return detail::modes_listen()
      ? op::gradient_scalarint.call_cold(self, spacing, dim, edge_order)
      : composite::gradient_scalarint(self, spacing, dim, edge_order);
}
std::vector<Tensor> gradient(const Tensor& self, const Scalar& spacing, IntArrayRef dim, int64_t edge_order) {
  return detail::modes_listen()
      ? op::gradient_scalararray.call_cold(self, spacing, dim, edge_order)
      : composite::gradient_scalararray(self, spacing, dim, edge_order);
}
std::vector<Tensor> gradient(const Tensor& self, IntArrayRef dim, int64_t edge_order) {
  return detail::modes_listen()
      ? op::gradient_array.call_cold(self, dim, edge_order)
      : composite::gradient_array(self, dim, edge_order);
}
std::vector<Tensor> gradient(const Tensor& self, ArrayRef<Scalar> spacing, optional<int64_t> dim, int64_t edge_order) {
  return detail::modes_listen()
      ? op::gradient_scalarrayint.call_cold(self, spacing, dim, edge_order)
      : composite::gradient_scalarrayint(self, spacing, dim, edge_order);
}
std::vector<Tensor> gradient(const Tensor& self, ArrayRef<Scalar> spacing, IntArrayRef dim, int64_t edge_order) {
  return detail::modes_listen()
      ? op::gradient_scalarrayarray.call_cold(self, spacing, dim, edge_order)
      : composite::gradient_scalarrayarray(self, spacing, dim, edge_order);
}
std::vector<Tensor> gradient(const Tensor& self, TensorList spacing, optional<int64_t> dim, int64_t edge_order) {
  return detail::modes_listen()
      ? op::gradient_tensorarrayint.call_cold(self, spacing, dim, edge_order)
      : composite::gradient_tensorarrayint(self, spacing, dim, edge_order);
}
std::vector<Tensor> gradient(const Tensor& self, TensorList spacing, IntArrayRef dim, int64_t edge_order) {
  return detail::modes_listen()
      ? op::gradient_tensorarray.call_cold(self, spacing, dim, edge_order)
      : composite::gradient_tensorarray(self, spacing, dim, edge_order);
}

namespace linalg {
Tensor vector_norm(const Tensor& self, const Scalar& ord, OptionalIntArrayRef dim, bool keepdim,
                   optional<ScalarType> dtype) {
  return torchpp::linalg_vector_norm(self, ord, dim, keepdim, dtype);
}
Tensor& vector_norm_out(Tensor& out, const Tensor& self, const Scalar& ord, OptionalIntArrayRef dim, bool keepdim,
                        optional<ScalarType> dtype) {
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
Tensor softmax(const Tensor& self, int64_t dim, optional<ScalarType> dtype) {
  return torchpp::special_softmax(self, dim, dtype);
}
Tensor log_softmax(const Tensor& self, int64_t dim, optional<ScalarType> dtype) {
  return torchpp::special_log_softmax(self, dim, dtype);
}
}  // namespace special

namespace kernels {

TORCHPP_API void set_sum(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim, optional<ScalarType> dtype)) { op::sum.set_kernel(key, kernel); }
TORCHPP_API void set_mean(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim, optional<ScalarType> dtype)) { op::mean.set_kernel(key, kernel); }
TORCHPP_API void set_nansum(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim, optional<ScalarType> dtype)) { op::nansum.set_kernel(key, kernel); }
TORCHPP_API void set_prod(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, optional<ScalarType> dtype)) { op::prod.set_kernel(key, kernel); }
TORCHPP_API void set_prod_dim(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t dim, bool keepdim, optional<ScalarType> dtype)) { op::prod_dim.set_kernel(key, kernel); }
TORCHPP_API void set_amax(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, IntArrayRef dim, bool keepdim)) { op::amax.set_kernel(key, kernel); }
TORCHPP_API void set_amin(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, IntArrayRef dim, bool keepdim)) { op::amin.set_kernel(key, kernel); }
TORCHPP_API void set_max(DispatchKey key, Tensor (*kernel)(const Tensor& self)) { op::max.set_kernel(key, kernel); }
TORCHPP_API void set_max_dim(DispatchKey key, std::tuple<Tensor, Tensor> (*kernel)(Out out, const Tensor& self, int64_t dim, bool keepdim)) { op::max_dim.set_kernel(key, kernel); }
TORCHPP_API void set_min(DispatchKey key, Tensor (*kernel)(const Tensor& self)) { op::min.set_kernel(key, kernel); }
TORCHPP_API void set_min_dim(DispatchKey key, std::tuple<Tensor, Tensor> (*kernel)(Out out, const Tensor& self, int64_t dim, bool keepdim)) { op::min_dim.set_kernel(key, kernel); }
TORCHPP_API void set_argmax(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, optional<int64_t> dim, bool keepdim)) { op::argmax.set_kernel(key, kernel); }
TORCHPP_API void set_argmin(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, optional<int64_t> dim, bool keepdim)) { op::argmin.set_kernel(key, kernel); }
TORCHPP_API void set_any(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, optional<int64_t> dim, bool keepdim)) { op::any.set_kernel(key, kernel); }
TORCHPP_API void set_all(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, optional<int64_t> dim, bool keepdim)) { op::all.set_kernel(key, kernel); }
TORCHPP_API void set_var(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, OptionalIntArrayRef dim, optional<int64_t> correction, bool keepdim)) { op::var.set_kernel(key, kernel); }
TORCHPP_API void set_std(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, OptionalIntArrayRef dim, optional<int64_t> correction, bool keepdim)) { op::std.set_kernel(key, kernel); }
TORCHPP_API void set_vector_norm(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Scalar& ord, OptionalIntArrayRef dim, bool keepdim, optional<ScalarType> dtype)) { op::vector_norm.set_kernel(key, kernel); }
TORCHPP_API void set_cumsum(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t dim, optional<ScalarType> dtype)) { op::cumsum.set_kernel(key, kernel); }
TORCHPP_API void set_cumprod(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t dim, optional<ScalarType> dtype)) { op::cumprod.set_kernel(key, kernel); }
TORCHPP_API void set_cummax(DispatchKey key, std::tuple<Tensor, Tensor> (*kernel)(Out out, const Tensor& self, int64_t dim)) { op::cummax.set_kernel(key, kernel); }
TORCHPP_API void set_cummin(DispatchKey key, std::tuple<Tensor, Tensor> (*kernel)(Out out, const Tensor& self, int64_t dim)) { op::cummin.set_kernel(key, kernel); }
TORCHPP_API void set_logcumsumexp(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t dim)) { op::logcumsumexp.set_kernel(key, kernel); }
TORCHPP_API void set_logsumexp(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, IntArrayRef dim, bool keepdim)) { op::logsumexp.set_kernel(key, kernel); }
TORCHPP_API void set_softmax(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t dim, bool half_to_float)) { op::softmax.set_kernel(key, kernel); }
TORCHPP_API void set_softmax_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& output, int64_t dim, ScalarType input_dtype)) { op::softmax_backward.set_kernel(key, kernel); }
TORCHPP_API void set_log_softmax(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t dim, bool half_to_float)) { op::log_softmax.set_kernel(key, kernel); }
TORCHPP_API void set_log_softmax_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& output, int64_t dim, ScalarType input_dtype)) { op::log_softmax_backward.set_kernel(key, kernel); }
TORCHPP_API void set_sort(DispatchKey key, std::tuple<Tensor, Tensor> (*kernel)(Out out, const Tensor& self, optional<bool> stable, int64_t dim, bool descending)) { op::sort.set_kernel(key, kernel); }
TORCHPP_API void set_kthvalue(DispatchKey key, std::tuple<Tensor, Tensor> (*kernel)(Out out, const Tensor& self, int64_t k, int64_t dim, bool keepdim)) { op::kthvalue.set_kernel(key, kernel); }
TORCHPP_API void set_topk(DispatchKey key, std::tuple<Tensor, Tensor> (*kernel)(Out out, const Tensor& self, int64_t k, int64_t dim, bool largest, bool sorted)) { op::topk.set_kernel(key, kernel); }

}  // namespace kernels

}  // namespace torchpp
