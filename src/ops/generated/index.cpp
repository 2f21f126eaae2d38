// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/index.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/index.h>

#include "src/ops/forward.h"
#include "src/ops/generated/index.h"
#include "src/ops/index_rules.h"
#include "src/ops/structured.h"

namespace torchpp {

namespace composite {

Tensor argwhere(const Tensor& self) { return op::nonzero(Out(), self); }

}  // namespace composite

namespace op {

inline namespace T_of_out_T_Ts {
TORCHPP_CONSTINIT decltype(op::index) index(
    "index.Tensor(Tensor self, Tensor?[] indices) -> Tensor",
    &Structured<&rule::index, &cpu::index>::call, &derivative::index, OpTraits{false, true, true, true, false});
}
inline namespace T_of_out_T_Ts_T_b {
TORCHPP_CONSTINIT decltype(op::index_put) index_put(
    "index_put(Tensor self, Tensor?[] indices, Tensor values, bool accumulate=False) -> Tensor",
    &Structured<&rule::index_put, &cpu::index_put>::call, &derivative::index_put, OpTraits{true, true, true, true, false, Batching::kEach, Autocast::kNone, Autocast::kPromote});
}
inline namespace T_of_out_T_i_T {
TORCHPP_CONSTINIT decltype(op::index_select) index_select(
    "index_select(Tensor self, int dim, Tensor index) -> Tensor",
    &Structured<&rule::index_select, &cpu::index_select>::call, &derivative::index_select, OpTraits{false, true, true, false, false});
}
inline namespace T_of_out_T_i_T_T_S {
TORCHPP_CONSTINIT decltype(op::index_add) index_add(
    "index_add(Tensor self, int dim, Tensor index, Tensor source, *, Scalar alpha=1) -> Tensor",
    &Structured<&rule::index_add, &cpu::index_add>::call, &derivative::index_add, OpTraits{true, true, true, false, false});
}
inline namespace T_of_out_T_i_T_T_s_b {
TORCHPP_CONSTINIT decltype(op::index_reduce) index_reduce(
    "index_reduce(Tensor self, int dim, Tensor index, Tensor source, str reduce, *, bool include_self=True) -> Tensor",
    &Structured<&rule::index_reduce, &cpu::index_reduce>::call, &derivative::index_reduce, OpTraits{true, true, true, false, false});
}
inline namespace T_of_out_T_i_T_T {
TORCHPP_CONSTINIT decltype(op::index_copy) index_copy(
    "index_copy(Tensor self, int dim, Tensor index, Tensor source) -> Tensor",
    &Structured<&rule::index_copy, &cpu::index_copy>::call, &derivative::index_copy, OpTraits{true, true, true, false, false, Batching::kEach, Autocast::kPromote, Autocast::kNone});
}
inline namespace T_of_out_T_i_T_S {
TORCHPP_CONSTINIT decltype(op::index_fill) index_fill(
    "index_fill.int_Scalar(Tensor self, int dim, Tensor index, Scalar value) -> Tensor",
    &Structured<&rule::index_fill, &cpu::index_fill>::call, &derivative::index_fill, OpTraits{true, true, true, false, false});
}
inline namespace T_of_out_T_i_T_T {
TORCHPP_CONSTINIT decltype(op::index_fill_tensor) index_fill_tensor(decltype(op::index_fill_tensor)::AllBackends(),
    "index_fill.int_Tensor(Tensor self, int dim, Tensor index, Tensor value) -> Tensor",
    &every_backend::index_fill_tensor, &derivative::index_fill_tensor, OpTraits{true, true, false, true, false});
}
inline namespace T_of_out_T_i_T_b {
TORCHPP_CONSTINIT decltype(op::gather) gather(
    "gather(Tensor self, int dim, Tensor index, *, bool sparse_grad=False) -> Tensor",
    &Structured<&rule::gather, &cpu::gather>::call, &derivative::gather, OpTraits{false, true, true, false, false, Batching::kDims});
}
inline namespace T_of_out_T_i_T_T {
TORCHPP_CONSTINIT decltype(op::scatter) scatter(
    "scatter.src(Tensor self, int dim, Tensor index, Tensor src) -> Tensor",
    &Structured<&rule::scatter, &cpu::scatter>::call, &derivative::scatter, OpTraits{true, true, true, false, false, Batching::kDims});
}
inline namespace T_of_out_T_i_T_S {
TORCHPP_CONSTINIT decltype(op::scatter_value) scatter_value(
    "scatter.value(Tensor self, int dim, Tensor index, Scalar value) -> Tensor",
    &Structured<&rule::scatter_value, &cpu::scatter_value>::call, &derivative::scatter_value, OpTraits{true, true, true, false, false, Batching::kDims});
}
inline namespace T_of_out_T_i_T_T_s {
TORCHPP_CONSTINIT decltype(op::scatter_reduce) scatter_reduce(
    "scatter.reduce|reduce_out(Tensor self, int dim, Tensor index, Tensor src, *, str reduce) -> Tensor",
    &Structured<&rule::scatter_reduce, &cpu::scatter_reduce>::call, &derivative::scatter_reduce, OpTraits{true, true, true, false, false, Batching::kDims});
}
inline namespace T_of_out_T_i_T_S_s {
TORCHPP_CONSTINIT decltype(op::scatter_value_reduce) scatter_value_reduce(
    "scatter.value_reduce|value_reduce_out(Tensor self, int dim, Tensor index, Scalar value, *, str reduce) -> Tensor",
    &Structured<&rule::scatter_value_reduce, &cpu::scatter_value_reduce>::call, &derivative::scatter_value_reduce, OpTraits{true, true, true, false, false, Batching::kDims});
}
inline namespace T_of_out_T_i_T_T {
TORCHPP_CONSTINIT decltype(op::scatter_add) scatter_add(
    "scatter_add(Tensor self, int dim, Tensor index, Tensor src) -> Tensor",
    &Structured<&rule::scatter_add, &cpu::scatter_add>::call, &derivative::scatter_add, OpTraits{true, true, true, false, false, Batching::kDims, Autocast::kNone, Autocast::kPromote});
}
inline namespace T_of_out_T_i_T_T_s_b {
TORCHPP_CONSTINIT decltype(op::scatter_reduce_two) scatter_reduce_two(
    "scatter_reduce.two(Tensor self, int dim, Tensor index, Tensor src, str reduce, *, bool include_self=True) -> Tensor",
    &Structured<&rule::scatter_reduce_two, &cpu::scatter_reduce_two>::call, &derivative::scatter_reduce_two, OpTraits{true, true, true, false, false, Batching::kDims});
}
inline namespace T_of_out_T_T_S {
TORCHPP_CONSTINIT decltype(op::masked_fill) masked_fill(
    "masked_fill.Scalar(Tensor self, Tensor mask, Scalar value) -> Tensor",
    &Structured<&rule::masked_fill, &cpu::masked_fill>::call, &derivative::masked_fill, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_out_T_T_T {
TORCHPP_CONSTINIT decltype(op::masked_fill_tensor) masked_fill_tensor(decltype(op::masked_fill_tensor)::AllBackends(),
    "masked_fill.Tensor(Tensor self, Tensor mask, Tensor value) -> Tensor",
    &every_backend::masked_fill_tensor, &derivative::masked_fill_tensor, OpTraits{true, true, false, true, false});
}
inline namespace T_of_out_T_T_T {
TORCHPP_CONSTINIT decltype(op::masked_scatter) masked_scatter(
    "masked_scatter(Tensor self, Tensor mask, Tensor source) -> Tensor",
    &Structured<&rule::masked_scatter, &cpu::masked_scatter>::call, &derivative::masked_scatter, OpTraits{true, true, true, false, false});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::masked_select) masked_select(
    "masked_select(Tensor self, Tensor mask) -> Tensor",
    &cpu::masked_select, &derivative::masked_select, OpTraits{false, true, false, false, false});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::nonzero) nonzero(
    "nonzero(Tensor self) -> Tensor",
    &cpu::nonzero, nullptr, OpTraits{false, true, false, false, false});
}
inline namespace Ts_of_T {
TORCHPP_CONSTINIT decltype(op::nonzero_numpy) nonzero_numpy(decltype(op::nonzero_numpy)::AllBackends(),
    "nonzero_numpy(Tensor self) -> Tensor[]",
    &composite::nonzero_numpy, &composite::nonzero_numpy, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::argwhere) argwhere(decltype(op::argwhere)::AllBackends(),
    "argwhere(Tensor self) -> Tensor",
    &composite::argwhere, &composite::argwhere, OpTraits{false, false, false, true, true});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::take) take(decltype(op::take)::AllBackends(),
    "take(Tensor self, Tensor index) -> Tensor",
    &composite::take, &composite::take, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_T_io {
TORCHPP_CONSTINIT decltype(op::take_along_dim) take_along_dim(decltype(op::take_along_dim)::AllBackends(),
    "take_along_dim(Tensor self, Tensor indices, int? dim=None) -> Tensor",
    &composite::take_along_dim, &composite::take_along_dim, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_T_T_b {
TORCHPP_CONSTINIT decltype(op::put) put(decltype(op::put)::AllBackends(),
    "put(Tensor self, Tensor index, Tensor source, bool accumulate=False) -> Tensor",
    &composite::put, &composite::put, OpTraits{true, true, false, true, true});
}
inline namespace T_of_T_s_T_T_T_i_b_So {
TORCHPP_CONSTINIT decltype(op::segment_reduce) segment_reduce(decltype(op::segment_reduce)::AllBackends(),
    "segment_reduce(Tensor data, str reduce, *, Tensor? lengths=None, Tensor? indices=None, Tensor? offsets=None, int axis=0, bool unsafe=False, Scalar? initial=None) -> Tensor",
    &composite::segment_reduce, &composite::segment_reduce, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_s_T_T_T_i_b_So_T {
TORCHPP_CONSTINIT decltype(op::segment_reduce_out) segment_reduce_out(decltype(op::segment_reduce_out)::AllBackends(),
    "segment_reduce.out(Tensor data, str reduce, *, Tensor? lengths=None, Tensor? indices=None, Tensor? offsets=None, int axis=0, bool unsafe=False, Scalar? initial=None, Tensor(a!) out) -> Tensor(a!)",
    &composite::segment_reduce_out, &composite::segment_reduce_out, OpTraits{false, false, false, true, true});
}

}  // namespace op

Tensor Tensor::index(TensorList indices) const { return op::index(Out(), *this, indices); }
Tensor index(const Tensor& self, TensorList indices) { return op::index(Out(), self, indices); }
Tensor& index_out(Tensor& out, const Tensor& self, TensorList indices) {
  op::index(Out::to(out), self, indices);
  return out;
}
Tensor Tensor::index_put(TensorList indices, const Tensor& values, bool accumulate) const {
  return op::index_put(Out(), *this, indices, values, accumulate);
}
Tensor& Tensor::index_put_(TensorList indices, const Tensor& values, bool accumulate) const {
  op::index_put(Out::in_place(*this), *this, indices, values, accumulate);
  return writable(*this);
}
Tensor index_put(const Tensor& self, TensorList indices, const Tensor& values, bool accumulate) {
  return op::index_put(Out(), self, indices, values, accumulate);
}
Tensor& index_put_(Tensor& self, TensorList indices, const Tensor& values, bool accumulate) {
  op::index_put(Out::in_place(self), self, indices, values, accumulate);
  return self;
}
Tensor& index_put_out(Tensor& out, const Tensor& self, TensorList indices, const Tensor& values, bool accumulate) {
  op::index_put(Out::to(out), self, indices, values, accumulate);
  return out;
}
Tensor Tensor::index_select(int64_t dim, const Tensor& index) const {
  return op::index_select(Out(), *this, dim, index);
}
Tensor index_select(const Tensor& self, int64_t dim, const Tensor& index) {
  return op::index_select(Out(), self, dim, index);
}
Tensor& index_select_out(Tensor& out, const Tensor& self, int64_t dim, const Tensor& index) {
  op::index_select(Out::to(out), self, dim, index);
  return out;
}
Tensor Tensor::index_add(int64_t dim, const Tensor& index, const Tensor& source, const Scalar& alpha) const {
  return op::index_add(Out(), *this, dim, index, source, alpha);
}
Tensor& Tensor::index_add_(int64_t dim, const Tensor& index, const Tensor& source, const Scalar& alpha) const {
  op::index_add(Out::in_place(*this), *this, dim, index, source, alpha);
  return writable(*this);
}
Tensor index_add(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source, const Scalar& alpha) {
  return op::index_add(Out(), self, dim, index, source, alpha);
}
Tensor& index_add_out(Tensor& out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source,
                      const Scalar& alpha) {
  op::index_add(Out::to(out), self, dim, index, source, alpha);
  return out;
}
Tensor Tensor::index_reduce(int64_t dim, const Tensor& index, const Tensor& source, std::string_view reduce,
                            bool include_self) const {
  return op::index_reduce(Out(), *this, dim, index, source, reduce, include_self);
}
Tensor& Tensor::index_reduce_(int64_t dim, const Tensor& index, const Tensor& source, std::string_view reduce,
                              bool include_self) const {
  op::index_reduce(Out::in_place(*this), *this, dim, index, source, reduce, include_self);
  return writable(*this);
}
Tensor index_reduce(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source, std::string_view reduce,
                    bool include_self) {
  return op::index_reduce(Out(), self, dim, index, source, reduce, include_self);
}
Tensor& index_reduce_out(Tensor& out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source,
                         std::string_view reduce, bool include_self) {
  op::index_reduce(Out::to(out), self, dim, index, source, reduce, include_self);
  return out;
}
Tensor Tensor::index_copy(int64_t dim, const Tensor& index, const Tensor& source) const {
  return op::index_copy(Out(), *this, dim, index, source);
}
Tensor& Tensor::index_copy_(int64_t dim, const Tensor& index, const Tensor& source) const {
  op::index_copy(Out::in_place(*this), *this, dim, index, source);
  return writable(*this);
}
Tensor index_copy(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source) {
  return op::index_copy(Out(), self, dim, index, source);
}
Tensor& index_copy_out(Tensor& out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source) {
  op::index_copy(Out::to(out), self, dim, index, source);
  return out;
}
Tensor Tensor::index_fill(int64_t dim, const Tensor& index, const Scalar& value) const {
  return op::index_fill(Out(), *this, dim, index, value);
}
Tensor& Tensor::index_fill_(int64_t dim, const Tensor& index, const Scalar& value) const {
  op::index_fill(Out::in_place(*this), *this, dim, index, value);
  return writable(*this);
}
Tensor index_fill(const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value) {
  return op::index_fill(Out(), self, dim, index, value);
}
Tensor& index_fill_out(Tensor& out, const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value) {
  op::index_fill(Out::to(out), self, dim, index, value);
  return out;
}
Tensor Tensor::index_fill(int64_t dim, const Tensor& index, const Tensor& value) const {
  return op::index_fill_tensor(Out(), *this, dim, index, value);
}
Tensor& Tensor::index_fill_(int64_t dim, const Tensor& index, const Tensor& value) const {
  op::index_fill_tensor(Out::in_place(*this), *this, dim, index, value);
  return writable(*this);
}
Tensor index_fill(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& value) {
  return op::index_fill_tensor(Out(), self, dim, index, value);
}
Tensor& index_fill_out(Tensor& out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& value) {
  op::index_fill_tensor(Out::to(out), self, dim, index, value);
  return out;
}
Tensor Tensor::gather(int64_t dim, const Tensor& index, const SparseGradient& sparse_grad) const {
  return op::gather(Out(), *this, dim, index, sparse_grad);
}
Tensor gather(const Tensor& self, int64_t dim, const Tensor& index, const SparseGradient& sparse_grad) {
  return op::gather(Out(), self, dim, index, sparse_grad);
}
Tensor& gather_out(Tensor& out, const Tensor& self, int64_t dim, const Tensor& index,
                   const SparseGradient& sparse_grad) {
  op::gather(Out::to(out), self, dim, index, sparse_grad);
  return out;
}
Tensor Tensor::scatter(int64_t dim, const Tensor& index, const Tensor& src) const {
  return op::scatter(Out(), *this, dim, index, src);
}
Tensor& Tensor::scatter_(int64_t dim, const Tensor& index, const Tensor& src) const {
  op::scatter(Out::in_place(*this), *this, dim, index, src);
  return writable(*this);
}
Tensor scatter(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src) {
  return op::scatter(Out(), self, dim, index, src);
}
Tensor& scatter_out(Tensor& out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src) {
  op::scatter(Out::to(out), self, dim, index, src);
  return out;
}
Tensor Tensor::scatter(int64_t dim, const Tensor& index, const Scalar& value) const {
  return op::scatter_value(Out(), *this, dim, index, value);
}
Tensor& Tensor::scatter_(int64_t dim, const Tensor& index, const Scalar& value) const {
  op::scatter_value(Out::in_place(*this), *this, dim, index, value);
  return writable(*this);
}
Tensor scatter(const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value) {
  return op::scatter_value(Out(), self, dim, index, value);
}
Tensor& scatter_out(Tensor& out, const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value) {
  op::scatter_value(Out::to(out), self, dim, index, value);
  return out;
}
Tensor Tensor::scatter(int64_t dim, const Tensor& index, const Tensor& src, std::string_view reduce) const {
  return op::scatter_reduce(Out(), *this, dim, index, src, reduce);
}
Tensor& Tensor::scatter_(int64_t dim, const Tensor& index, const Tensor& src, std::string_view reduce) const {
  op::scatter_reduce(Out::in_place(*this), *this, dim, index, src, reduce);
  return writable(*this);
}
Tensor scatter(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src, std::string_view reduce) {
  return op::scatter_reduce(Out(), self, dim, index, src, reduce);
}
Tensor& scatter_out(Tensor& out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src,
                    std::string_view reduce) {
  op::scatter_reduce(Out::to(out), self, dim, index, src, reduce);
  return out;
}
Tensor Tensor::scatter(int64_t dim, const Tensor& index, const Scalar& value, std::string_view reduce) const {
  return op::scatter_value_reduce(Out(), *this, dim, index, value, reduce);
}
Tensor& Tensor::scatter_(int64_t dim, const Tensor& index, const Scalar& value, std::string_view reduce) const {
  op::scatter_value_reduce(Out::in_place(*this), *this, dim, index, value, reduce);
  return writable(*this);
}
Tensor scatter(const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value, std::string_view reduce) {
  return op::scatter_value_reduce(Out(), self, dim, index, value, reduce);
}
Tensor& scatter_out(Tensor& out, const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value,
                    std::string_view reduce) {
  op::scatter_value_reduce(Out::to(out), self, dim, index, value, reduce);
  return out;
}
Tensor Tensor::scatter_add(int64_t dim, const Tensor& index, const Tensor& src) const {
  return op::scatter_add(Out(), *this, dim, index, src);
}
Tensor& Tensor::scatter_add_(int64_t dim, const Tensor& index, const Tensor& src) const {
  op::scatter_add(Out::in_place(*this), *this, dim, index, src);
  return writable(*this);
}
Tensor scatter_add(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src) {
  return op::scatter_add(Out(), self, dim, index, src);
}
Tensor& scatter_add_out(Tensor& out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src) {
  op::scatter_add(Out::to(out), self, dim, index, src);
  return out;
}
Tensor Tensor::scatter_reduce(int64_t dim, const Tensor& index, const Tensor& src, std::string_view reduce,
                              bool include_self) const {
  return op::scatter_reduce_two(Out(), *this, dim, index, src, reduce, include_self);
}
Tensor& Tensor::scatter_reduce_(int64_t dim, const Tensor& index, const Tensor& src, std::string_view reduce,
                                bool include_self) const {
  op::scatter_reduce_two(Out::in_place(*this), *this, dim, index, src, reduce, include_self);
  return writable(*this);
}
Tensor scatter_reduce(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src, std::string_view reduce,
                      bool include_self) {
  return op::scatter_reduce_two(Out(), self, dim, index, src, reduce, include_self);
}
Tensor& scatter_reduce_out(Tensor& out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src,
                           std::string_view reduce, bool include_self) {
  op::scatter_reduce_two(Out::to(out), self, dim, index, src, reduce, include_self);
  return out;
}
Tensor Tensor::masked_fill(const Tensor& mask, const Scalar& value) const {
  return op::masked_fill(Out(), *this, mask, value);
}
Tensor& Tensor::masked_fill_(const Tensor& mask, const Scalar& value) const {
  op::masked_fill(Out::in_place(*this), *this, mask, value);
  return writable(*this);
}
Tensor masked_fill(const Tensor& self, const Tensor& mask, const Scalar& value) {
  return op::masked_fill(Out(), self, mask, value);
}
Tensor& masked_fill_out(Tensor& out, const Tensor& self, const Tensor& mask, const Scalar& value) {
  op::masked_fill(Out::to(out), self, mask, value);
  return out;
}
Tensor Tensor::masked_fill(const Tensor& mask, const Tensor& value) const {
  return op::masked_fill_tensor(Out(), *this, mask, value);
}
Tensor& Tensor::masked_fill_(const Tensor& mask, const Tensor& value) const {
  op::masked_fill_tensor(Out::in_place(*this), *this, mask, value);
  return writable(*this);
}
Tensor masked_fill(const Tensor& self, const Tensor& mask, const Tensor& value) {
  return op::masked_fill_tensor(Out(), self, mask, value);
}
Tensor& masked_fill_out(Tensor& out, const Tensor& self, const Tensor& mask, const Tensor& value) {
  op::masked_fill_tensor(Out::to(out), self, mask, value);
  return out;
}
Tensor Tensor::masked_scatter(const Tensor& mask, const Tensor& source) const {
  return op::masked_scatter(Out(), *this, mask, source);
}
Tensor& Tensor::masked_scatter_(const Tensor& mask, const Tensor& source) const {
  op::masked_scatter(Out::in_place(*this), *this, mask, source);
  return writable(*this);
}
Tensor masked_scatter(const Tensor& self, const Tensor& mask, const Tensor& source) {
  return op::masked_scatter(Out(), self, mask, source);
}
Tensor& masked_scatter_out(Tensor& out, const Tensor& self, const Tensor& mask, const Tensor& source) {
  op::masked_scatter(Out::to(out), self, mask, source);
  return out;
}
Tensor Tensor::masked_select(const Tensor& mask) const { return op::masked_select(Out(), *this, mask); }
Tensor masked_select(const Tensor& self, const Tensor& mask) { return op::masked_select(Out(), self, mask); }
Tensor& masked_select_out(Tensor& out, const Tensor& self, const Tensor& mask) {
  op::masked_select(Out::to(out), self, mask);
  return out;
}
Tensor Tensor::nonzero() const { return op::nonzero(Out(), *this); }
Tensor nonzero(const Tensor& self) { return op::nonzero(Out(), self); }
Tensor& nonzero_out(Tensor& out, const Tensor& self) {
  op::nonzero(Out::to(out), self);
  return out;
}
std::vector<Tensor> Tensor::nonzero_numpy() const {
  return detail::modes_listen() ? op::nonzero_numpy.call_cold(*this) : composite::nonzero_numpy(*this);
}
std::vector<Tensor> nonzero_numpy(const Tensor& self) {
  return detail::modes_listen() ? op::nonzero_numpy.call_cold(self) : composite::nonzero_numpy(self);
}
Tensor Tensor::argwhere() const {
  return detail::modes_listen() ? op::argwhere.call_cold(*this) : composite::argwhere(*this);
}
Tensor argwhere(const Tensor& self) {
  return detail::modes_listen() ? op::argwhere.call_cold(self) : composite::argwhere(self);
}
Tensor Tensor::take(const Tensor& index) const {
  return detail::modes_listen() ? op::take.call_cold(Out(), *this, index) : composite::take(Out(), *this, index);
}
Tensor take(const Tensor& self, const Tensor& index) {
  return detail::modes_listen() ? op::take.call_cold(Out(), self, index) : composite::take(Out(), self, index);
}
Tensor& take_out(Tensor& out, const Tensor& self, const Tensor& index) {
  detail::modes_listen()
      ? op::take.call_cold(Out::to(out), self, index)
      : composite::take(Out::to(out), self, index);
  return out;
}
Tensor Tensor::take_along_dim(const Tensor& indices, optional<int64_t> dim) const {
  return detail::modes_listen()
      ? op::take_along_dim.call_cold(Out(), *this, indices, dim)
      : composite::take_along_dim(Out(), *this, indices, dim);
}
Tensor take_along_dim(const Tensor& self, const Tensor& indices, optional<int64_t> dim) {
  return detail::modes_listen()
      ? op::take_along_dim.call_cold(Out(), self, indices, dim)
      : composite::take_along_dim(Out(), self, indices, dim);
}
Tensor& take_along_dim_out(Tensor& out, const Tensor& self, const Tensor& indices, optional<int64_t> dim) {
  detail::modes_listen()
      ? op::take_along_dim.call_cold(Out::to(out), self, indices, dim)
      : composite::take_along_dim(Out::to(out), self, indices, dim);
  return out;
}
Tensor Tensor::put(const Tensor& index, const Tensor& source, bool accumulate) const {
  return detail::modes_listen()
      ? op::put.call_cold(Out(), *this, index, source, accumulate)
      : composite::put(Out(), *this, index, source, accumulate);
}
Tensor& Tensor::put_(const Tensor& index, const Tensor& source, bool accumulate) const {
  detail::modes_listen()
      ? op::put.call_cold(Out::in_place(*this), *this, index, source, accumulate)
      : composite::put(Out::in_place(*this), *this, index, source, accumulate);
  return writable(*this);
}
Tensor put(const Tensor& self, const Tensor& index, const Tensor& source, bool accumulate) {
  return detail::modes_listen()
      ? op::put.call_cold(Out(), self, index, source, accumulate)
      : composite::put(Out(), self, index, source, accumulate);
}
Tensor& put_out(Tensor& out, const Tensor& self, const Tensor& index, const Tensor& source, bool accumulate) {
  detail::modes_listen()
      ? op::put.call_cold(Out::to(out), self, index, source, accumulate)
      : composite::put(Out::to(out), self, index, source, accumulate);
  return out;
}
Tensor segment_reduce(const Tensor& data, std::string_view reduce, const optional<Tensor>& lengths,
                      const optional<Tensor>& indices, const optional<Tensor>& offsets, int64_t axis, bool unsafe,
                      const optional<Scalar>& initial) {
  return detail::modes_listen()
      ? op::segment_reduce.call_cold(data, reduce, or_undefined(lengths), or_undefined(indices), or_undefined(offsets), axis, unsafe, initial)
      : composite::segment_reduce(data, reduce, or_undefined(lengths), or_undefined(indices), or_undefined(offsets), axis, unsafe, initial);
}
Tensor& segment_reduce_out(Tensor& out, const Tensor& data, std::string_view reduce, const optional<Tensor>& lengths,
                           const optional<Tensor>& indices, const optional<Tensor>& offsets, int64_t axis, bool unsafe,
                           const optional<Scalar>& initial) {
  detail::modes_listen()
      ? op::segment_reduce_out.call_cold(data, reduce, or_undefined(lengths), or_undefined(indices), or_undefined(offsets), axis, unsafe, initial, out)
      : composite::segment_reduce_out(data, reduce, or_undefined(lengths), or_undefined(indices), or_undefined(offsets), axis, unsafe, initial, out);
  return out;
}

namespace kernels {

TORCHPP_API void set_index(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, TensorList indices)) { op::index.set_kernel(key, kernel); }
TORCHPP_API void set_index_put(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, TensorList indices, const Tensor& values, bool accumulate)) { op::index_put.set_kernel(key, kernel); }
TORCHPP_API void set_index_select(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t dim, const Tensor& index)) { op::index_select.set_kernel(key, kernel); }
TORCHPP_API void set_index_add(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source, const Scalar& alpha)) { op::index_add.set_kernel(key, kernel); }
TORCHPP_API void set_index_reduce(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source, std::string_view reduce, bool include_self)) { op::index_reduce.set_kernel(key, kernel); }
TORCHPP_API void set_index_copy(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source)) { op::index_copy.set_kernel(key, kernel); }
TORCHPP_API void set_index_fill(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value)) { op::index_fill.set_kernel(key, kernel); }
TORCHPP_API void set_gather(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t dim, const Tensor& index, bool sparse_grad)) { op::gather.set_kernel(key, kernel); }
TORCHPP_API void set_scatter(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src)) { op::scatter.set_kernel(key, kernel); }
TORCHPP_API void set_scatter_value(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value)) { op::scatter_value.set_kernel(key, kernel); }
TORCHPP_API void set_scatter_reduce(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src, std::string_view reduce)) { op::scatter_reduce.set_kernel(key, kernel); }
TORCHPP_API void set_scatter_value_reduce(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value, std::string_view reduce)) { op::scatter_value_reduce.set_kernel(key, kernel); }
TORCHPP_API void set_scatter_add(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src)) { op::scatter_add.set_kernel(key, kernel); }
TORCHPP_API void set_scatter_reduce_two(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src, std::string_view reduce, bool include_self)) { op::scatter_reduce_two.set_kernel(key, kernel); }
TORCHPP_API void set_masked_fill(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& mask, const Scalar& value)) { op::masked_fill.set_kernel(key, kernel); }
TORCHPP_API void set_masked_scatter(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& mask, const Tensor& source)) { op::masked_scatter.set_kernel(key, kernel); }
TORCHPP_API void set_masked_select(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& mask)) { op::masked_select.set_kernel(key, kernel); }
TORCHPP_API void set_nonzero(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::nonzero.set_kernel(key, kernel); }

}  // namespace kernels

}  // namespace torchpp
