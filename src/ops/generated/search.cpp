// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/search.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/search.h>

#include "src/ops/forward.h"
#include "src/ops/generated/search.h"
#include "src/ops/search_rules.h"
#include "src/ops/structured.h"

namespace torchpp {

namespace op {

inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::median) median(
    "median(Tensor self) -> Tensor",
    &Structured<&rule::median, &cpu::median>::call, &derivative::median, OpTraits{false, true, true, false, false});
}
inline namespace TT_of_out_T_i_b {
TORCHPP_CONSTINIT decltype(op::median_dim) median_dim(
    "median.dim|dim_values(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)",
    &Structured<&rule::median_dim, &cpu::median_dim>::call, &derivative::median_dim, OpTraits{false, true, true, false, false, Batching::kDims});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::nanmedian) nanmedian(
    "nanmedian(Tensor self) -> Tensor",
    &Structured<&rule::nanmedian, &cpu::nanmedian>::call, &derivative::nanmedian, OpTraits{false, true, true, false, false});
}
inline namespace TT_of_out_T_i_b {
TORCHPP_CONSTINIT decltype(op::nanmedian_dim) nanmedian_dim(
    "nanmedian.dim|dim_values(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)",
    &Structured<&rule::nanmedian_dim, &cpu::nanmedian_dim>::call, &derivative::nanmedian_dim, OpTraits{false, true, true, false, false, Batching::kDims});
}
inline namespace TT_of_out_T_i_b {
TORCHPP_CONSTINIT decltype(op::mode) mode(
    "mode|values(Tensor self, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor indices)",
    &Structured<&rule::mode, &cpu::mode>::call, &derivative::mode, OpTraits{false, true, true, false, false, Batching::kDims});
}
inline namespace T_of_out_T_T_io_b_s {
TORCHPP_CONSTINIT decltype(op::quantile) quantile(decltype(op::quantile)::AllBackends(),
    "quantile(Tensor self, Tensor q, int? dim=None, bool keepdim=False, *, str interpolation='linear') -> Tensor",
    &composite::quantile, &composite::quantile, OpTraits{false, true, false, true, true, Batching::kEach, Autocast::kFp32, Autocast::kNone});
}
inline namespace T_of_out_T_d_io_b_s {
TORCHPP_CONSTINIT decltype(op::quantile_scalar) quantile_scalar(decltype(op::quantile_scalar)::AllBackends(),
    "quantile.scalar(Tensor self, float q, int? dim=None, bool keepdim=False, *, str interpolation='linear') -> Tensor",
    &composite::quantile_scalar, &composite::quantile_scalar, OpTraits{false, true, false, true, true, Batching::kEach, Autocast::kFp32, Autocast::kNone});
}
inline namespace T_of_out_T_T_io_b_s {
TORCHPP_CONSTINIT decltype(op::nanquantile) nanquantile(decltype(op::nanquantile)::AllBackends(),
    "nanquantile(Tensor self, Tensor q, int? dim=None, bool keepdim=False, *, str interpolation='linear') -> Tensor",
    &composite::nanquantile, &composite::nanquantile, OpTraits{false, true, false, true, true, Batching::kEach, Autocast::kFp32, Autocast::kNone});
}
inline namespace T_of_out_T_d_io_b_s {
TORCHPP_CONSTINIT decltype(op::nanquantile_scalar) nanquantile_scalar(decltype(op::nanquantile_scalar)::AllBackends(),
    "nanquantile.scalar(Tensor self, float q, int? dim=None, bool keepdim=False, *, str interpolation='linear') -> Tensor",
    &composite::nanquantile_scalar, &composite::nanquantile_scalar, OpTraits{false, true, false, true, true, Batching::kEach, Autocast::kFp32, Autocast::kNone});
}
inline namespace T_of_out_T_T_b_b_so_T {
TORCHPP_CONSTINIT decltype(op::searchsorted) searchsorted(
    "searchsorted.Tensor(Tensor sorted_sequence, Tensor self, *, bool out_int32=False, bool right=False, str? side=None, Tensor? sorter=None) -> Tensor",
    &Structured<&rule::searchsorted, &cpu::searchsorted>::call, nullptr, OpTraits{false, true, true, false, false});
}
inline namespace T_of_out_T_S_b_b_so_T {
TORCHPP_CONSTINIT decltype(op::searchsorted_Scalar) searchsorted_Scalar(decltype(op::searchsorted_Scalar)::AllBackends(),
    "searchsorted.Scalar(Tensor sorted_sequence, Scalar self, *, bool out_int32=False, bool right=False, str? side=None, Tensor? sorter=None) -> Tensor",
    &composite::searchsorted_Scalar, &composite::searchsorted_Scalar, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_T_b_b {
TORCHPP_CONSTINIT decltype(op::bucketize) bucketize(decltype(op::bucketize)::AllBackends(),
    "bucketize.Tensor(Tensor self, Tensor boundaries, *, bool out_int32=False, bool right=False) -> Tensor",
    &composite::bucketize, &composite::bucketize, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_S_T_b_b {
TORCHPP_CONSTINIT decltype(op::bucketize_Scalar) bucketize_Scalar(decltype(op::bucketize_Scalar)::AllBackends(),
    "bucketize.Scalar(Scalar self, Tensor boundaries, *, bool out_int32=False, bool right=False) -> Tensor",
    &composite::bucketize_Scalar, &composite::bucketize_Scalar, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_T_b_b {
TORCHPP_CONSTINIT decltype(op::isin_Tensor_Tensor) isin_Tensor_Tensor(decltype(op::isin_Tensor_Tensor)::AllBackends(),
    "isin.Tensor_Tensor(Tensor elements, Tensor test_elements, *, bool assume_unique=False, bool invert=False) -> Tensor",
    &composite::isin_Tensor_Tensor, &composite::isin_Tensor_Tensor, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_S_b_b {
TORCHPP_CONSTINIT decltype(op::isin_Tensor_Scalar) isin_Tensor_Scalar(decltype(op::isin_Tensor_Scalar)::AllBackends(),
    "isin.Tensor_Scalar(Tensor elements, Scalar test_element, *, bool assume_unique=False, bool invert=False) -> Tensor",
    &composite::isin_Tensor_Scalar, &composite::isin_Tensor_Scalar, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_S_T_b_b {
TORCHPP_CONSTINIT decltype(op::isin_Scalar_Tensor) isin_Scalar_Tensor(decltype(op::isin_Scalar_Tensor)::AllBackends(),
    "isin.Scalar_Tensor(Scalar element, Tensor test_elements, *, bool assume_unique=False, bool invert=False) -> Tensor",
    &composite::isin_Scalar_Tensor, &composite::isin_Scalar_Tensor, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_i_S_S {
TORCHPP_CONSTINIT decltype(op::histc) histc(
    "histc(Tensor self, int bins=100, Scalar min=0, Scalar max=0) -> Tensor",
    &Structured<&rule::histc, &cpu::histc>::call, nullptr, OpTraits{false, true, true, false, false});
}
inline namespace T_of_out_T_T_i {
TORCHPP_CONSTINIT decltype(op::bincount) bincount(
    "bincount(Tensor self, Tensor? weights=None, int minlength=0) -> Tensor",
    &cpu::bincount, nullptr, OpTraits{false, true, false, false, false});
}
inline namespace TT_of_out_T_T_T_b {
TORCHPP_CONSTINIT decltype(op::histogram_bins_tensor) histogram_bins_tensor(decltype(op::histogram_bins_tensor)::AllBackends(),
    "histogram.bins_tensor(Tensor self, Tensor bins, *, Tensor? weight=None, bool density=False) -> (Tensor hist, Tensor bin_edges)",
    &composite::histogram_bins_tensor, &composite::histogram_bins_tensor, OpTraits{false, true, false, true, true});
}
inline namespace TT_of_out_T_i_dso_T_b {
TORCHPP_CONSTINIT decltype(op::histogram_bin_ct) histogram_bin_ct(decltype(op::histogram_bin_ct)::AllBackends(),
    "histogram.bin_ct(Tensor self, int bins=100, *, float[]? range=None, Tensor? weight=None, bool density=False) -> (Tensor hist, Tensor bin_edges)",
    &composite::histogram_bin_ct, &composite::histogram_bin_ct, OpTraits{false, true, false, true, true});
}
inline namespace TTs_of_T_is_dso_T_b {
TORCHPP_CONSTINIT decltype(op::histogramdd) histogramdd(decltype(op::histogramdd)::AllBackends(),
    "histogramdd(Tensor self, int[] bins, float[]? range=None, Tensor? weight=None, bool density=False) -> (Tensor hist, Tensor[] bin_edges)",
    &composite::histogramdd, &composite::histogramdd, OpTraits{false, false, false, true, true});
}
inline namespace TTs_of_T_i_dso_T_b {
TORCHPP_CONSTINIT decltype(op::histogramdd_int_bins) histogramdd_int_bins(decltype(op::histogramdd_int_bins)::AllBackends(),
    "histogramdd.int_bins(Tensor self, int bins, float[]? range=None, Tensor? weight=None, bool density=False) -> (Tensor hist, Tensor[] bin_edges)",
    &composite::histogramdd_int_bins, &composite::histogramdd_int_bins, OpTraits{false, false, false, true, true});
}
inline namespace TTs_of_T_Ts_dso_T_b {
TORCHPP_CONSTINIT decltype(op::histogramdd_TensorList_bins) histogramdd_TensorList_bins(decltype(op::histogramdd_TensorList_bins)::AllBackends(),
    "histogramdd.TensorList_bins(Tensor self, Tensor[] bins, float[]? range=None, Tensor? weight=None, bool density=False) -> (Tensor hist, Tensor[] bin_edges)",
    &composite::histogramdd_TensorList_bins, &composite::histogramdd_TensorList_bins, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_Ts_T_b {
TORCHPP_CONSTINIT decltype(op::_histogramdd_from_bin_tensors) _histogramdd_from_bin_tensors(
    "_histogramdd_from_bin_tensors(Tensor self, Tensor[] bins, *, Tensor? weight=None, bool density=False) -> Tensor",
    &Structured<&rule::_histogramdd_from_bin_tensors, &cpu::_histogramdd_from_bin_tensors>::functional, &derivative::_histogramdd_from_bin_tensors, OpTraits{false, false, true, false, false});
}
inline namespace TTT_of_out_T_b_b_b {
TORCHPP_CONSTINIT decltype(op::_unique2) _unique2(
    "_unique2(Tensor self, bool sorted=True, bool return_inverse=False, bool return_counts=False) -> (Tensor, Tensor, Tensor)",
    &cpu::_unique2, &derivative::_unique2, OpTraits{false, true, false, false, false});
}
inline namespace TTT_of_out_T_i_b_b_b {
TORCHPP_CONSTINIT decltype(op::unique_dim) unique_dim(
    "unique_dim(Tensor self, int dim, bool sorted=True, bool return_inverse=False, bool return_counts=False) -> (Tensor, Tensor, Tensor)",
    &cpu::unique_dim, &derivative::unique_dim, OpTraits{false, true, false, false, false});
}
inline namespace TTT_of_out_T_b_b_io {
TORCHPP_CONSTINIT decltype(op::unique_consecutive) unique_consecutive(
    "unique_consecutive(Tensor self, bool return_inverse=False, bool return_counts=False, int? dim=None) -> (Tensor, Tensor, Tensor)",
    &cpu::unique_consecutive, &derivative::unique_consecutive, OpTraits{false, true, false, false, false});
}
inline namespace TTT_of_out_T_i_b_b {
TORCHPP_CONSTINIT decltype(op::unique_dim_consecutive) unique_dim_consecutive(
    "unique_dim_consecutive(Tensor self, int dim, bool return_inverse=False, bool return_counts=False) -> (Tensor, Tensor, Tensor)",
    &cpu::unique_dim_consecutive, &derivative::unique_dim_consecutive, OpTraits{false, true, false, false, false});
}

}  // namespace op

Tensor Tensor::median() const { return op::median(Out(), *this); }
Tensor median(const Tensor& self) { return op::median(Out(), self); }
Tensor& median_out(Tensor& out, const Tensor& self) {
  op::median(Out::to(out), self);
  return out;
}
std::tuple<Tensor, Tensor> Tensor::median(int64_t dim, bool keepdim) const {
  return op::median_dim(Out(), *this, dim, keepdim);
}
std::tuple<Tensor, Tensor> median(const Tensor& self, int64_t dim, bool keepdim) {
  return op::median_dim(Out(), self, dim, keepdim);
}
std::tuple<Tensor&, Tensor&> median_out(Tensor& values, Tensor& indices, const Tensor& self, int64_t dim,
                                        bool keepdim) {
  const Tensor* const outs[] = {&values, &indices};
  op::median_dim(Out::to(outs), self, dim, keepdim);
  return {values, indices};
}
Tensor Tensor::nanmedian() const { return op::nanmedian(Out(), *this); }
Tensor nanmedian(const Tensor& self) { return op::nanmedian(Out(), self); }
Tensor& nanmedian_out(Tensor& out, const Tensor& self) {
  op::nanmedian(Out::to(out), self);
  return out;
}
std::tuple<Tensor, Tensor> Tensor::nanmedian(int64_t dim, bool keepdim) const {
  return op::nanmedian_dim(Out(), *this, dim, keepdim);
}
std::tuple<Tensor, Tensor> nanmedian(const Tensor& self, int64_t dim, bool keepdim) {
  return op::nanmedian_dim(Out(), self, dim, keepdim);
}
std::tuple<Tensor&, Tensor&> nanmedian_out(Tensor& values, Tensor& indices, const Tensor& self, int64_t dim,
                                           bool keepdim) {
  const Tensor* const outs[] = {&values, &indices};
  op::nanmedian_dim(Out::to(outs), self, dim, keepdim);
  return {values, indices};
}
std::tuple<Tensor, Tensor> Tensor::mode(int64_t dim, bool keepdim) const {
  return op::mode(Out(), *this, dim, keepdim);
}
std::tuple<Tensor, Tensor> mode(const Tensor& self, int64_t dim, bool keepdim) {
  return op::mode(Out(), self, dim, keepdim);
}
std::tuple<Tensor&, Tensor&> mode_out(Tensor& values, Tensor& indices, const Tensor& self, int64_t dim, bool keepdim) {
  const Tensor* const outs[] = {&values, &indices};
  op::mode(Out::to(outs), self, dim, keepdim);
  return {values, indices};
}
Tensor Tensor::quantile(const Tensor& q, optional<int64_t> dim, bool keepdim, std::string_view interpolation) const {
  return detail::modes_listen()
      ? op::quantile.call_cold(Out(), *this, q, dim, keepdim, interpolation)
      : composite::quantile(Out(), *this, q, dim, keepdim, interpolation);
}
Tensor quantile(const Tensor& self, const Tensor& q, optional<int64_t> dim, bool keepdim,
                std::string_view interpolation) {
  return detail::modes_listen()
      ? op::quantile.call_cold(Out(), self, q, dim, keepdim, interpolation)
      : composite::quantile(Out(), self, q, dim, keepdim, interpolation);
}
Tensor& quantile_out(Tensor& out, const Tensor& self, const Tensor& q, optional<int64_t> dim, bool keepdim,
                     std::string_view interpolation) {
  detail::modes_listen()
      ? op::quantile.call_cold(Out::to(out), self, q, dim, keepdim, interpolation)
      : composite::quantile(Out::to(out), self, q, dim, keepdim, interpolation);
  return out;
}
Tensor Tensor::quantile(double q, optional<int64_t> dim, bool keepdim, std::string_view interpolation) const {
  return detail::modes_listen()
      ? op::quantile_scalar.call_cold(Out(), *this, q, dim, keepdim, interpolation)
      : composite::quantile_scalar(Out(), *this, q, dim, keepdim, interpolation);
}
Tensor quantile(const Tensor& self, double q, optional<int64_t> dim, bool keepdim, std::string_view interpolation) {
  return detail::modes_listen()
      ? op::quantile_scalar.call_cold(Out(), self, q, dim, keepdim, interpolation)
      : composite::quantile_scalar(Out(), self, q, dim, keepdim, interpolation);
}
Tensor& quantile_out(Tensor& out, const Tensor& self, double q, optional<int64_t> dim, bool keepdim,
                     std::string_view interpolation) {
  detail::modes_listen()
      ? op::quantile_scalar.call_cold(Out::to(out), self, q, dim, keepdim, interpolation)
      : composite::quantile_scalar(Out::to(out), self, q, dim, keepdim, interpolation);
  return out;
}
Tensor Tensor::nanquantile(const Tensor& q, optional<int64_t> dim, bool keepdim, std::string_view interpolation) const {
  return detail::modes_listen()
      ? op::nanquantile.call_cold(Out(), *this, q, dim, keepdim, interpolation)
      : composite::nanquantile(Out(), *this, q, dim, keepdim, interpolation);
}
Tensor nanquantile(const Tensor& self, const Tensor& q, optional<int64_t> dim, bool keepdim,
                   std::string_view interpolation) {
  return detail::modes_listen()
      ? op::nanquantile.call_cold(Out(), self, q, dim, keepdim, interpolation)
      : composite::nanquantile(Out(), self, q, dim, keepdim, interpolation);
}
Tensor& nanquantile_out(Tensor& out, const Tensor& self, const Tensor& q, optional<int64_t> dim, bool keepdim,
                        std::string_view interpolation) {
  detail::modes_listen()
      ? op::nanquantile.call_cold(Out::to(out), self, q, dim, keepdim, interpolation)
      : composite::nanquantile(Out::to(out), self, q, dim, keepdim, interpolation);
  return out;
}
Tensor Tensor::nanquantile(double q, optional<int64_t> dim, bool keepdim, std::string_view interpolation) const {
  return detail::modes_listen()
      ? op::nanquantile_scalar.call_cold(Out(), *this, q, dim, keepdim, interpolation)
      : composite::nanquantile_scalar(Out(), *this, q, dim, keepdim, interpolation);
}
Tensor nanquantile(const Tensor& self, double q, optional<int64_t> dim, bool keepdim, std::string_view interpolation) {
  return detail::modes_listen()
      ? op::nanquantile_scalar.call_cold(Out(), self, q, dim, keepdim, interpolation)
      : composite::nanquantile_scalar(Out(), self, q, dim, keepdim, interpolation);
}
Tensor& nanquantile_out(Tensor& out, const Tensor& self, double q, optional<int64_t> dim, bool keepdim,
                        std::string_view interpolation) {
  detail::modes_listen()
      ? op::nanquantile_scalar.call_cold(Out::to(out), self, q, dim, keepdim, interpolation)
      : composite::nanquantile_scalar(Out::to(out), self, q, dim, keepdim, interpolation);
  return out;
}
Tensor searchsorted(const Tensor& sorted_sequence, const Tensor& self, bool out_int32, bool right,
                    optional<std::string_view> side, const optional<Tensor>& sorter) {
  return op::searchsorted(Out(), sorted_sequence, self, out_int32, right, side, or_undefined(sorter));
}
Tensor& searchsorted_out(Tensor& out, const Tensor& sorted_sequence, const Tensor& self, bool out_int32, bool right,
                         optional<std::string_view> side, const optional<Tensor>& sorter) {
  op::searchsorted(Out::to(out), sorted_sequence, self, out_int32, right, side, or_undefined(sorter));
  return out;
}
Tensor searchsorted(const Tensor& sorted_sequence, const Scalar& self, bool out_int32, bool right,
                    optional<std::string_view> side, const optional<Tensor>& sorter) {
  return detail::modes_listen()
      ? op::searchsorted_Scalar.call_cold(Out(), sorted_sequence, self, out_int32, right, side, or_undefined(sorter))
      : composite::searchsorted_Scalar(Out(), sorted_sequence, self, out_int32, right, side, or_undefined(sorter));
}
Tensor& searchsorted_out(Tensor& out, const Tensor& sorted_sequence, const Scalar& self, bool out_int32, bool right,
                         optional<std::string_view> side, const optional<Tensor>& sorter) {
  detail::modes_listen()
      ? op::searchsorted_Scalar.call_cold(Out::to(out), sorted_sequence, self, out_int32, right, side, or_undefined(sorter))
      : composite::searchsorted_Scalar(Out::to(out), sorted_sequence, self, out_int32, right, side, or_undefined(sorter));
  return out;
}
Tensor bucketize(const Tensor& self, const Tensor& boundaries, bool out_int32, bool right) {
  return detail::modes_listen()
      ? op::bucketize.call_cold(Out(), self, boundaries, out_int32, right)
      : composite::bucketize(Out(), self, boundaries, out_int32, right);
}
Tensor& bucketize_out(Tensor& out, const Tensor& self, const Tensor& boundaries, bool out_int32, bool right) {
  detail::modes_listen()
      ? op::bucketize.call_cold(Out::to(out), self, boundaries, out_int32, right)
      : composite::bucketize(Out::to(out), self, boundaries, out_int32, right);
  return out;
}
Tensor bucketize(const Scalar& self, const Tensor& boundaries, bool out_int32, bool right) {
  return detail::modes_listen()
      ? op::bucketize_Scalar.call_cold(Out(), self, boundaries, out_int32, right)
      : composite::bucketize_Scalar(Out(), self, boundaries, out_int32, right);
}
Tensor& bucketize_out(Tensor& out, const Scalar& self, const Tensor& boundaries, bool out_int32, bool right) {
  detail::modes_listen()
      ? op::bucketize_Scalar.call_cold(Out::to(out), self, boundaries, out_int32, right)
      : composite::bucketize_Scalar(Out::to(out), self, boundaries, out_int32, right);
  return out;
}
Tensor isin(const Tensor& elements, const Tensor& test_elements, bool assume_unique, bool invert) {
  return detail::modes_listen()
      ? op::isin_Tensor_Tensor.call_cold(Out(), elements, test_elements, assume_unique, invert)
      : composite::isin_Tensor_Tensor(Out(), elements, test_elements, assume_unique, invert);
}
Tensor& isin_out(Tensor& out, const Tensor& elements, const Tensor& test_elements, bool assume_unique, bool invert) {
  detail::modes_listen()
      ? op::isin_Tensor_Tensor.call_cold(Out::to(out), elements, test_elements, assume_unique, invert)
      : composite::isin_Tensor_Tensor(Out::to(out), elements, test_elements, assume_unique, invert);
  return out;
}
Tensor isin(const Tensor& elements, const Scalar& test_element, bool assume_unique, bool invert) {
  return detail::modes_listen()
      ? op::isin_Tensor_Scalar.call_cold(Out(), elements, test_element, assume_unique, invert)
      : composite::isin_Tensor_Scalar(Out(), elements, test_element, assume_unique, invert);
}
Tensor& isin_out(Tensor& out, const Tensor& elements, const Scalar& test_element, bool assume_unique, bool invert) {
  detail::modes_listen()
      ? op::isin_Tensor_Scalar.call_cold(Out::to(out), elements, test_element, assume_unique, invert)
      : composite::isin_Tensor_Scalar(Out::to(out), elements, test_element, assume_unique, invert);
  return out;
}
Tensor isin(const Scalar& element, const Tensor& test_elements, bool assume_unique, bool invert) {
  return detail::modes_listen()
      ? op::isin_Scalar_Tensor.call_cold(Out(), element, test_elements, assume_unique, invert)
      : composite::isin_Scalar_Tensor(Out(), element, test_elements, assume_unique, invert);
}
Tensor& isin_out(Tensor& out, const Scalar& element, const Tensor& test_elements, bool assume_unique, bool invert) {
  detail::modes_listen()
      ? op::isin_Scalar_Tensor.call_cold(Out::to(out), element, test_elements, assume_unique, invert)
      : composite::isin_Scalar_Tensor(Out::to(out), element, test_elements, assume_unique, invert);
  return out;
}
Tensor Tensor::histc(int64_t bins, const Scalar& min, const Scalar& max) const {
  return op::histc(Out(), *this, bins, min, max);
}
Tensor histc(const Tensor& self, int64_t bins, const Scalar& min, const Scalar& max) {
  return op::histc(Out(), self, bins, min, max);
}
Tensor& histc_out(Tensor& out, const Tensor& self, int64_t bins, const Scalar& min, const Scalar& max) {
  op::histc(Out::to(out), self, bins, min, max);
  return out;
}
Tensor Tensor::bincount(const optional<Tensor>& weights, int64_t minlength) const {
  return op::bincount(Out(), *this, or_undefined(weights), minlength);
}
Tensor bincount(const Tensor& self, const optional<Tensor>& weights, int64_t minlength) {
  return op::bincount(Out(), self, or_undefined(weights), minlength);
}
Tensor& bincount_out(Tensor& out, const Tensor& self, const optional<Tensor>& weights, int64_t minlength) {
  op::bincount(Out::to(out), self, or_undefined(weights), minlength);
  return out;
}
std::tuple<Tensor, Tensor> Tensor::histogram(const Tensor& bins, const optional<Tensor>& weight, bool density) const {
  return detail::modes_listen()
      ? op::histogram_bins_tensor.call_cold(Out(), *this, bins, or_undefined(weight), density)
      : composite::histogram_bins_tensor(Out(), *this, bins, or_undefined(weight), density);
}
std::tuple<Tensor, Tensor> histogram(const Tensor& self, const Tensor& bins, const optional<Tensor>& weight,
                                     bool density) {
  return detail::modes_listen()
      ? op::histogram_bins_tensor.call_cold(Out(), self, bins, or_undefined(weight), density)
      : composite::histogram_bins_tensor(Out(), self, bins, or_undefined(weight), density);
}
std::tuple<Tensor&, Tensor&> histogram_out(Tensor& hist, Tensor& bin_edges, const Tensor& self, const Tensor& bins,
                                           const optional<Tensor>& weight, bool density) {
  const Tensor* const outs[] = {&hist, &bin_edges};
  detail::modes_listen()
      ? op::histogram_bins_tensor.call_cold(Out::to(outs), self, bins, or_undefined(weight), density)
      : composite::histogram_bins_tensor(Out::to(outs), self, bins, or_undefined(weight), density);
  return {hist, bin_edges};
}
std::tuple<Tensor, Tensor> Tensor::histogram(int64_t bins, optional<ArrayRef<double>> range,
                                             const optional<Tensor>& weight, bool density) const {
  return detail::modes_listen()
      ? op::histogram_bin_ct.call_cold(Out(), *this, bins, range, or_undefined(weight), density)
      : composite::histogram_bin_ct(Out(), *this, bins, range, or_undefined(weight), density);
}
std::tuple<Tensor, Tensor> histogram(const Tensor& self, int64_t bins, optional<ArrayRef<double>> range,
                                     const optional<Tensor>& weight, bool density) {
  return detail::modes_listen()
      ? op::histogram_bin_ct.call_cold(Out(), self, bins, range, or_undefined(weight), density)
      : composite::histogram_bin_ct(Out(), self, bins, range, or_undefined(weight), density);
}
std::tuple<Tensor&, Tensor&> histogram_out(Tensor& hist, Tensor& bin_edges, const Tensor& self, int64_t bins,
                                           optional<ArrayRef<double>> range, const optional<Tensor>& weight,
                                           bool density) {
  const Tensor* const outs[] = {&hist, &bin_edges};
  detail::modes_listen()
      ? op::histogram_bin_ct.call_cold(Out::to(outs), self, bins, range, or_undefined(weight), density)
      : composite::histogram_bin_ct(Out::to(outs), self, bins, range, or_undefined(weight), density);
  return {hist, bin_edges};
}
std::tuple<Tensor, std::vector<Tensor>> histogramdd(const Tensor& self, IntArrayRef bins,
                                                    optional<ArrayRef<double>> range, const optional<Tensor>& weight,
                                                    bool density) {
  return detail::modes_listen()
      ? op::histogramdd.call_cold(self, bins, range, or_undefined(weight), density)
      : composite::histogramdd(self, bins, range, or_undefined(weight), density);
}
std::tuple<Tensor, std::vector<Tensor>> histogramdd(const Tensor& self, int64_t bins, optional<ArrayRef<double>> range,
                                                    const optional<Tensor>& weight, bool density) {
  return detail::modes_listen()
      ? op::histogramdd_int_bins.call_cold(self, bins, range, or_undefined(weight), density)
      : composite::histogramdd_int_bins(self, bins, range, or_undefined(weight), density);
}
std::tuple<Tensor, std::vector<Tensor>> histogramdd(const Tensor& self, TensorList bins,
                                                    optional<ArrayRef<double>> range, const optional<Tensor>& weight,
                                                    bool density) {
  return detail::modes_listen()
      ? op::histogramdd_TensorList_bins.call_cold(self, bins, range, or_undefined(weight), density)
      : composite::histogramdd_TensorList_bins(self, bins, range, or_undefined(weight), density);
}
Tensor _histogramdd_from_bin_tensors(const Tensor& self, TensorList bins, const optional<Tensor>& weight,
                                     bool density) {
  return op::_histogramdd_from_bin_tensors(self, bins, or_undefined(weight), density);
}
std::tuple<Tensor, Tensor, Tensor> _unique2(const Tensor& self, bool sorted, bool return_inverse, bool return_counts) {
  return op::_unique2(Out(), self, sorted, return_inverse, return_counts);
}
std::tuple<Tensor&, Tensor&, Tensor&> _unique2_out(Tensor& out0, Tensor& out1, Tensor& out2, const Tensor& self,
                                                   bool sorted, bool return_inverse, bool return_counts) {
  const Tensor* const outs[] = {&out0, &out1, &out2};
  op::_unique2(Out::to(outs), self, sorted, return_inverse, return_counts);
  return {out0, out1, out2};
}
std::tuple<Tensor, Tensor, Tensor> unique_dim(const Tensor& self, int64_t dim, bool sorted, bool return_inverse,
                                              bool return_counts) {
  return op::unique_dim(Out(), self, dim, sorted, return_inverse, return_counts);
}
std::tuple<Tensor&, Tensor&, Tensor&> unique_dim_out(Tensor& out0, Tensor& out1, Tensor& out2, const Tensor& self,
                                                     int64_t dim, bool sorted, bool return_inverse,
                                                     bool return_counts) {
  const Tensor* const outs[] = {&out0, &out1, &out2};
  op::unique_dim(Out::to(outs), self, dim, sorted, return_inverse, return_counts);
  return {out0, out1, out2};
}
std::tuple<Tensor, Tensor, Tensor> unique_consecutive(const Tensor& self, bool return_inverse, bool return_counts,
                                                      optional<int64_t> dim) {
  return op::unique_consecutive(Out(), self, return_inverse, return_counts, dim);
}
std::tuple<Tensor&, Tensor&, Tensor&> unique_consecutive_out(Tensor& out0, Tensor& out1, Tensor& out2,
                                                             const Tensor& self, bool return_inverse,
                                                             bool return_counts, optional<int64_t> dim) {
  const Tensor* const outs[] = {&out0, &out1, &out2};
  op::unique_consecutive(Out::to(outs), self, return_inverse, return_counts, dim);
  return {out0, out1, out2};
}
std::tuple<Tensor, Tensor, Tensor> unique_dim_consecutive(const Tensor& self, int64_t dim, bool return_inverse,
                                                          bool return_counts) {
  return op::unique_dim_consecutive(Out(), self, dim, return_inverse, return_counts);
}
std::tuple<Tensor&, Tensor&, Tensor&> unique_dim_consecutive_out(Tensor& out0, Tensor& out1, Tensor& out2,
                                                                 const Tensor& self, int64_t dim, bool return_inverse,
                                                                 bool return_counts) {
  const Tensor* const outs[] = {&out0, &out1, &out2};
  op::unique_dim_consecutive(Out::to(outs), self, dim, return_inverse, return_counts);
  return {out0, out1, out2};
}

namespace kernels {

TORCHPP_API void set_median(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::median.set_kernel(key, kernel); }
TORCHPP_API void set_median_dim(DispatchKey key, std::tuple<Tensor, Tensor> (*kernel)(Out out, const Tensor& self, int64_t dim, bool keepdim)) { op::median_dim.set_kernel(key, kernel); }
TORCHPP_API void set_nanmedian(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::nanmedian.set_kernel(key, kernel); }
TORCHPP_API void set_nanmedian_dim(DispatchKey key, std::tuple<Tensor, Tensor> (*kernel)(Out out, const Tensor& self, int64_t dim, bool keepdim)) { op::nanmedian_dim.set_kernel(key, kernel); }
TORCHPP_API void set_mode(DispatchKey key, std::tuple<Tensor, Tensor> (*kernel)(Out out, const Tensor& self, int64_t dim, bool keepdim)) { op::mode.set_kernel(key, kernel); }
TORCHPP_API void set_searchsorted(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& sorted_sequence, const Tensor& self, bool out_int32, bool right, optional<std::string_view> side, const Tensor& sorter)) { op::searchsorted.set_kernel(key, kernel); }
TORCHPP_API void set_histc(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t bins, const Scalar& min, const Scalar& max)) { op::histc.set_kernel(key, kernel); }
TORCHPP_API void set_bincount(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& weights, int64_t minlength)) { op::bincount.set_kernel(key, kernel); }
TORCHPP_API void set__histogramdd_from_bin_tensors(DispatchKey key, Tensor (*kernel)(const Tensor& self, TensorList bins, const Tensor& weight, bool density)) { op::_histogramdd_from_bin_tensors.set_kernel(key, kernel); }
TORCHPP_API void set__unique2(DispatchKey key, std::tuple<Tensor, Tensor, Tensor> (*kernel)(Out out, const Tensor& self, bool sorted, bool return_inverse, bool return_counts)) { op::_unique2.set_kernel(key, kernel); }
TORCHPP_API void set_unique_dim(DispatchKey key, std::tuple<Tensor, Tensor, Tensor> (*kernel)(Out out, const Tensor& self, int64_t dim, bool sorted, bool return_inverse, bool return_counts)) { op::unique_dim.set_kernel(key, kernel); }
TORCHPP_API void set_unique_consecutive(DispatchKey key, std::tuple<Tensor, Tensor, Tensor> (*kernel)(Out out, const Tensor& self, bool return_inverse, bool return_counts, optional<int64_t> dim)) { op::unique_consecutive.set_kernel(key, kernel); }
TORCHPP_API void set_unique_dim_consecutive(DispatchKey key, std::tuple<Tensor, Tensor, Tensor> (*kernel)(Out out, const Tensor& self, int64_t dim, bool return_inverse, bool return_counts)) { op::unique_dim_consecutive.set_kernel(key, kernel); }

}  // namespace kernels

}  // namespace torchpp
