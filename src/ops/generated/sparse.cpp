// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/sparse.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/sparse.h>

#include "src/ops/forward.h"
#include "src/ops/generated/sparse.h"

namespace torchpp {

namespace composite {

int64_t _dimI(const Tensor& self) {
  return detail::modes_listen() ? op::sparse_dim.call_cold(self) : composite::sparse_dim(self);
}
int64_t _dimV(const Tensor& self) {
  return detail::modes_listen() ? op::dense_dim.call_cold(self) : composite::dense_dim(self);
}

}  // namespace composite

namespace op {

inline namespace T_of_is_p {
TORCHPP_CONSTINIT decltype(op::sparse_coo_tensor_size) sparse_coo_tensor_size(decltype(op::sparse_coo_tensor_size)::AllBackends(),
    "sparse_coo_tensor.size(int[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::sparse_coo_tensor_size, &composite::sparse_coo_tensor_size, OpTraits{false, false, false, true, true});
}
inline namespace T_of_is_T {
TORCHPP_CONSTINIT decltype(op::sparse_coo_tensor_size_out) sparse_coo_tensor_size_out(decltype(op::sparse_coo_tensor_size_out)::AllBackends(),
    "sparse_coo_tensor.size_out(int[] size, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::sparse_coo_tensor_size_out, &composite::sparse_coo_tensor_size_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_T_p {
TORCHPP_CONSTINIT decltype(op::sparse_coo_tensor_indices) sparse_coo_tensor_indices(decltype(op::sparse_coo_tensor_indices)::AllBackends(),
    "sparse_coo_tensor.indices(Tensor indices, Tensor values, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::sparse_coo_tensor_indices, &composite::sparse_coo_tensor_indices, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_T_is_p {
TORCHPP_CONSTINIT decltype(op::sparse_coo_tensor_sized) sparse_coo_tensor_sized(decltype(op::sparse_coo_tensor_sized)::AllBackends(),
    "sparse_coo_tensor.indices_size(Tensor indices, Tensor values, int[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::sparse_coo_tensor_sized, &composite::sparse_coo_tensor_sized, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_T_is_p {
TORCHPP_CONSTINIT decltype(op::sparse_coo_tensor_unchecked) sparse_coo_tensor_unchecked(decltype(op::sparse_coo_tensor_unchecked)::AllBackends(),
    "_sparse_coo_tensor_unsafe(Tensor indices, Tensor values, int[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::sparse_coo_tensor_unchecked, &composite::sparse_coo_tensor_unchecked, OpTraits{false, false, false, true, true});
}
inline namespace void_of_T_T_is {
TORCHPP_CONSTINIT decltype(op::check_sparse_arguments) check_sparse_arguments(decltype(op::check_sparse_arguments)::AllBackends(),
    "_validate_sparse_coo_tensor_args(Tensor indices, Tensor values, int[] size) -> ()",
    &composite::check_sparse_arguments, &composite::check_sparse_arguments, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_i_is_p {
TORCHPP_CONSTINIT decltype(op::sparse_coo_tensor_with_dims) sparse_coo_tensor_with_dims(decltype(op::sparse_coo_tensor_with_dims)::AllBackends(),
    "_sparse_coo_tensor_with_dims(int sparse_dim, int dense_dim, int[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=False) -> Tensor",
    &composite::sparse_coo_tensor_with_dims, &composite::sparse_coo_tensor_with_dims, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_i_is_T_T_p {
TORCHPP_CONSTINIT decltype(op::sparse_tensor) sparse_tensor(decltype(op::sparse_tensor)::AllBackends(),
    "_sparse_coo_tensor_with_dims_and_tensors(int sparse_dim, int dense_dim, int[] size, Tensor indices, Tensor values, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=False) -> Tensor",
    &every_backend::sparse_tensor, &derivative::sparse_tensor, OpTraits{false, false, false, true, false});
}
inline namespace T_of_T_i {
TORCHPP_CONSTINIT decltype(op::to_sparse) to_sparse(decltype(op::to_sparse)::AllBackends(),
    "to_sparse.sparse_dim(Tensor self, int sparse_dim) -> Tensor",
    &every_backend::to_sparse, &derivative::to_sparse, OpTraits{false, false, false, true, false});
}
inline namespace T_of_T_i_T {
TORCHPP_CONSTINIT decltype(op::to_sparse_out) to_sparse_out(decltype(op::to_sparse_out)::AllBackends(),
    "to_sparse.sparse_dim_out(Tensor self, int sparse_dim, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::to_sparse_out, &composite::to_sparse_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::to_sparse_all) to_sparse_all(decltype(op::to_sparse_all)::AllBackends(),
    "to_sparse(Tensor self) -> Tensor",
    &composite::to_sparse_all, &composite::to_sparse_all, OpTraits{false, true, false, true, true});
}
inline namespace T_of_T_T {
TORCHPP_CONSTINIT decltype(op::sparse_mask) sparse_mask(decltype(op::sparse_mask)::AllBackends(),
    "sparse_mask(Tensor self, Tensor mask) -> Tensor",
    &every_backend::sparse_mask, &derivative::sparse_mask, OpTraits{false, false, false, true, false});
}
inline namespace T_of_T_T_T {
TORCHPP_CONSTINIT decltype(op::sparse_mask_out) sparse_mask_out(decltype(op::sparse_mask_out)::AllBackends(),
    "sparse_mask.out(Tensor self, Tensor mask, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::sparse_mask_out, &composite::sparse_mask_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_T {
TORCHPP_CONSTINIT decltype(op::sparse_values_at) sparse_values_at(decltype(op::sparse_values_at)::AllBackends(),
    "_sparse_mask_helper(Tensor t, Tensor mask_indices) -> Tensor",
    &every_backend::sparse_values_at, &derivative::sparse_values_at, OpTraits{false, false, false, true, false});
}
inline namespace i_of_T {
TORCHPP_CONSTINIT decltype(op::sparse_dim) sparse_dim(decltype(op::sparse_dim)::AllBackends(),
    "sparse_dim(Tensor self) -> int",
    &composite::sparse_dim, &composite::sparse_dim, OpTraits{false, false, false, true, true});
}
inline namespace i_of_T {
TORCHPP_CONSTINIT decltype(op::_dimI) _dimI(decltype(op::_dimI)::AllBackends(),
    "_dimI(Tensor self) -> int",
    &composite::_dimI, &composite::_dimI, OpTraits{false, false, false, true, true});
}
inline namespace i_of_T {
TORCHPP_CONSTINIT decltype(op::dense_dim) dense_dim(decltype(op::dense_dim)::AllBackends(),
    "dense_dim(Tensor self) -> int",
    &composite::dense_dim, &composite::dense_dim, OpTraits{false, false, false, true, true});
}
inline namespace i_of_T {
TORCHPP_CONSTINIT decltype(op::_dimV) _dimV(decltype(op::_dimV)::AllBackends(),
    "_dimV(Tensor self) -> int",
    &composite::_dimV, &composite::_dimV, OpTraits{false, false, false, true, true});
}
inline namespace i_of_T {
TORCHPP_CONSTINIT decltype(op::sparse_nnz) sparse_nnz(decltype(op::sparse_nnz)::AllBackends(),
    "_nnz(Tensor self) -> int",
    &composite::sparse_nnz, &composite::sparse_nnz, OpTraits{false, false, false, true, true});
}
inline namespace b_of_T {
TORCHPP_CONSTINIT decltype(op::is_coalesced) is_coalesced(decltype(op::is_coalesced)::AllBackends(),
    "is_coalesced(Tensor self) -> bool",
    &composite::is_coalesced, &composite::is_coalesced, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::sparse_indices) sparse_indices(decltype(op::sparse_indices)::AllBackends(),
    "indices(Tensor(a) self) -> Tensor(a)",
    &composite::sparse_indices, &composite::sparse_indices, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::sparse_own_indices) sparse_own_indices(decltype(op::sparse_own_indices)::AllBackends(),
    "_indices(Tensor(a) self) -> Tensor(a)",
    &composite::sparse_own_indices, &composite::sparse_own_indices, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::sparse_own_values) sparse_own_values(decltype(op::sparse_own_values)::AllBackends(),
    "_values(Tensor(a) self) -> Tensor(a)",
    &composite::sparse_own_values, &composite::sparse_own_values, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_b {
TORCHPP_CONSTINIT decltype(op::set_coalesced) set_coalesced(decltype(op::set_coalesced)::AllBackends(),
    "_coalesced_(Tensor(a!) self, bool coalesced) -> Tensor(a!)",
    &composite::set_coalesced, &composite::set_coalesced, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::coalesce) coalesce(decltype(op::coalesce)::AllBackends(),
    "coalesce(Tensor(a) self) -> Tensor(a)",
    &composite::coalesce, &composite::coalesce, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::coalesce_copy) coalesce_copy(decltype(op::coalesce_copy)::AllBackends(),
    "_coalesce(Tensor self) -> Tensor",
    &every_backend::coalesce_copy, &derivative::coalesce_copy, OpTraits{false, false, false, true, false});
}
inline namespace T_of_T_is_i_i {
TORCHPP_CONSTINIT decltype(op::sparse_resize_) sparse_resize_(decltype(op::sparse_resize_)::AllBackends(),
    "sparse_resize_(Tensor(a!) self, int[] size, int sparse_dim, int dense_dim) -> Tensor(a!)",
    &composite::sparse_resize_, &composite::sparse_resize_, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_is_i_i {
TORCHPP_CONSTINIT decltype(op::sparse_resize_and_clear_) sparse_resize_and_clear_(decltype(op::sparse_resize_and_clear_)::AllBackends(),
    "sparse_resize_and_clear_(Tensor(a!) self, int[] size, int sparse_dim, int dense_dim) -> Tensor(a!)",
    &composite::sparse_resize_and_clear_, &composite::sparse_resize_and_clear_, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_T {
TORCHPP_CONSTINIT decltype(op::resize_as_sparse_) resize_as_sparse_(decltype(op::resize_as_sparse_)::AllBackends(),
    "resize_as_sparse_(Tensor(a!) self, Tensor the_template) -> Tensor(a!)",
    &composite::resize_as_sparse_, &composite::resize_as_sparse_, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_T_b {
TORCHPP_CONSTINIT decltype(op::copy_sparse_to_sparse_) copy_sparse_to_sparse_(decltype(op::copy_sparse_to_sparse_)::AllBackends(),
    "copy_sparse_to_sparse_(Tensor(a!) self, Tensor src, bool non_blocking=False) -> Tensor(a!)",
    &composite::copy_sparse_to_sparse_, &composite::copy_sparse_to_sparse_, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_to {
TORCHPP_CONSTINIT decltype(op::to_dense) to_dense(decltype(op::to_dense)::AllBackends(),
    "to_dense(Tensor self, ScalarType? dtype=None) -> Tensor",
    &composite::to_dense, &composite::to_dense, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_to {
TORCHPP_CONSTINIT decltype(op::sparse_to_dense) sparse_to_dense(decltype(op::sparse_to_dense)::AllBackends(),
    "_to_dense(Tensor self, ScalarType? dtype=None) -> Tensor",
    &every_backend::sparse_to_dense, &derivative::sparse_to_dense, OpTraits{false, false, false, true, false});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::sparse_sum_all) sparse_sum_all(decltype(op::sparse_sum_all)::AllBackends(),
    "_sparse_sum(Tensor self) -> Tensor",
    &composite::sparse_sum_all, &composite::sparse_sum_all, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_t {
TORCHPP_CONSTINIT decltype(op::sparse_sum_all_dtype) sparse_sum_all_dtype(decltype(op::sparse_sum_all_dtype)::AllBackends(),
    "_sparse_sum.dtype(Tensor self, *, ScalarType dtype) -> Tensor",
    &composite::sparse_sum_all_dtype, &composite::sparse_sum_all_dtype, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_is {
TORCHPP_CONSTINIT decltype(op::sparse_sum) sparse_sum(decltype(op::sparse_sum)::AllBackends(),
    "_sparse_sum.dim(Tensor self, int[1] dim) -> Tensor",
    &every_backend::sparse_sum, &derivative::sparse_sum, OpTraits{false, false, false, true, false});
}
inline namespace T_of_T_is_t {
TORCHPP_CONSTINIT decltype(op::sparse_sum_dtype) sparse_sum_dtype(decltype(op::sparse_sum_dtype)::AllBackends(),
    "_sparse_sum.dim_dtype(Tensor self, int[1] dim, *, ScalarType dtype) -> Tensor",
    &composite::sparse_sum_dtype, &composite::sparse_sum_dtype, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_T {
TORCHPP_CONSTINIT decltype(op::sparse_mm) sparse_mm(decltype(op::sparse_mm)::AllBackends(),
    "_sparse_mm(Tensor sparse, Tensor dense) -> Tensor",
    &composite::sparse_mm, &composite::sparse_mm, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_T_T_S_S {
TORCHPP_CONSTINIT decltype(op::sparse_addmm) sparse_addmm(decltype(op::sparse_addmm)::AllBackends(),
    "_sparse_addmm(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
    &every_backend::sparse_addmm, &derivative::sparse_addmm, OpTraits{false, false, false, true, false});
}
inline namespace T_of_T_T {
TORCHPP_CONSTINIT decltype(op::sparse_sparse_matmul) sparse_sparse_matmul(decltype(op::sparse_sparse_matmul)::AllBackends(),
    "_sparse_sparse_matmul(Tensor self, Tensor other) -> Tensor",
    &every_backend::sparse_sparse_matmul, &derivative::sparse_sparse_matmul, OpTraits{false, false, false, true, false});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::hspmm) hspmm(decltype(op::hspmm)::AllBackends(),
    "hspmm(Tensor mat1, Tensor mat2) -> Tensor",
    &composite::hspmm, &composite::hspmm, OpTraits{false, true, false, true, true});
}
inline namespace T_of_T_T {
TORCHPP_CONSTINIT decltype(op::smm) smm(decltype(op::smm)::AllBackends(),
    "smm(Tensor self, Tensor mat2) -> Tensor",
    &composite::smm, &composite::smm, OpTraits{false, false, false, true, true});
}
inline namespace T_of_out_T_T_T_S_S {
TORCHPP_CONSTINIT decltype(op::sspaddmm) sspaddmm(decltype(op::sspaddmm)::AllBackends(),
    "sspaddmm(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
    &composite::sspaddmm, &composite::sspaddmm, OpTraits{false, true, false, true, true});
}
inline namespace T_of_T_T_i_i_b {
TORCHPP_CONSTINIT decltype(op::embedding_sparse_backward) embedding_sparse_backward(decltype(op::embedding_sparse_backward)::AllBackends(),
    "embedding_sparse_backward(Tensor grad, Tensor indices, int num_weights, int padding_idx, bool scale_grad_by_freq) -> Tensor",
    &composite::embedding_sparse_backward, &composite::embedding_sparse_backward, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_T_T_T_T_i_b_i_T_i {
TORCHPP_CONSTINIT decltype(op::embedding_bag_sparse_backward) embedding_bag_sparse_backward(decltype(op::embedding_bag_sparse_backward)::AllBackends(),
    "_embedding_bag_sparse_backward(Tensor grad, Tensor indices, Tensor offsets, Tensor offset2bag, Tensor bag_size, int num_weights, bool scale_grad_by_freq, int mode, Tensor? per_sample_weights, int padding_idx=-1) -> Tensor",
    &composite::embedding_bag_sparse_backward, &composite::embedding_bag_sparse_backward, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_i_T_T {
TORCHPP_CONSTINIT decltype(op::gather_sparse_backward) gather_sparse_backward(decltype(op::gather_sparse_backward)::AllBackends(),
    "_gather_sparse_backward(Tensor self, int dim, Tensor index, Tensor grad) -> Tensor",
    &composite::gather_sparse_backward, &composite::gather_sparse_backward, OpTraits{false, false, false, true, true});
}

}  // namespace op

Tensor sparse_coo_tensor(IntArrayRef size, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::sparse_coo_tensor_size.call_cold(size, options)
      : composite::sparse_coo_tensor_size(size, options), options);
}
Tensor& sparse_coo_tensor_out(Tensor& out, IntArrayRef size) {
  detail::modes_listen()
      ? op::sparse_coo_tensor_size_out.call_cold(size, out)
      : composite::sparse_coo_tensor_size_out(size, out);
  return out;
}
Tensor sparse_coo_tensor(const Tensor& indices, const Tensor& values, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::sparse_coo_tensor_indices.call_cold(indices, values, options)
      : composite::sparse_coo_tensor_indices(indices, values, options), options);
}
Tensor sparse_coo_tensor(const Tensor& indices, const Tensor& values, IntArrayRef size, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::sparse_coo_tensor_sized.call_cold(indices, values, size, options)
      : composite::sparse_coo_tensor_sized(indices, values, size, options), options);
}
Tensor _sparse_coo_tensor_unsafe(const Tensor& indices, const Tensor& values, IntArrayRef size, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::sparse_coo_tensor_unchecked.call_cold(indices, values, size, options)
      : composite::sparse_coo_tensor_unchecked(indices, values, size, options), options);
}
void _validate_sparse_coo_tensor_args(const Tensor& indices, const Tensor& values, IntArrayRef size) {
  return detail::modes_listen()
      ? op::check_sparse_arguments.call_cold(indices, values, size)
      : composite::check_sparse_arguments(indices, values, size);
}
Tensor _sparse_coo_tensor_with_dims(int64_t sparse_dim, int64_t dense_dim, IntArrayRef size, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::sparse_coo_tensor_with_dims.call_cold(sparse_dim, dense_dim, size, options)
      : composite::sparse_coo_tensor_with_dims(sparse_dim, dense_dim, size, options), options);
}
Tensor _sparse_coo_tensor_with_dims_and_tensors(int64_t sparse_dim, int64_t dense_dim, IntArrayRef size,
                                                const Tensor& indices, const Tensor& values, TensorOptions options) {
  return detail::with_requires_grad(op::sparse_tensor(sparse_dim, dense_dim, size, indices, values, options), options);
}
Tensor Tensor::to_sparse(int64_t sparse_dim) const { return op::to_sparse(*this, sparse_dim); }
Tensor& to_sparse_out(Tensor& out, const Tensor& self, int64_t sparse_dim) {
  detail::modes_listen()
      ? op::to_sparse_out.call_cold(self, sparse_dim, out)
      : composite::to_sparse_out(self, sparse_dim, out);
  return out;
}
Tensor Tensor::to_sparse() const {
  return detail::modes_listen() ? op::to_sparse_all.call_cold(Out(), *this) : composite::to_sparse_all(Out(), *this);
}
Tensor& to_sparse_out(Tensor& out, const Tensor& self) {
  detail::modes_listen()
      ? op::to_sparse_all.call_cold(Out::to(out), self)
      : composite::to_sparse_all(Out::to(out), self);
  return out;
}
Tensor Tensor::sparse_mask(const Tensor& mask) const { return op::sparse_mask(*this, mask); }
Tensor& sparse_mask_out(Tensor& out, const Tensor& self, const Tensor& mask) {
  detail::modes_listen()
      ? op::sparse_mask_out.call_cold(self, mask, out)
      : composite::sparse_mask_out(self, mask, out);
  return out;
}
Tensor _sparse_mask_helper(const Tensor& t, const Tensor& mask_indices) {
  return op::sparse_values_at(t, mask_indices);
}
int64_t Tensor::sparse_dim() const {
  return detail::modes_listen() ? op::sparse_dim.call_cold(*this) : composite::sparse_dim(*this);
}
int64_t Tensor::_dimI() const { return detail::modes_listen() ? op::_dimI.call_cold(*this) : composite::_dimI(*this); }
int64_t Tensor::dense_dim() const {
  return detail::modes_listen() ? op::dense_dim.call_cold(*this) : composite::dense_dim(*this);
}
int64_t Tensor::_dimV() const { return detail::modes_listen() ? op::_dimV.call_cold(*this) : composite::_dimV(*this); }
int64_t Tensor::_nnz() const {
  return detail::modes_listen() ? op::sparse_nnz.call_cold(*this) : composite::sparse_nnz(*this);
}
bool Tensor::is_coalesced() const {
  return detail::modes_listen() ? op::is_coalesced.call_cold(*this) : composite::is_coalesced(*this);
}
Tensor Tensor::indices() const {
  return detail::modes_listen() ? op::sparse_indices.call_cold(*this) : composite::sparse_indices(*this);
}
Tensor Tensor::_indices() const {
  return detail::modes_listen() ? op::sparse_own_indices.call_cold(*this) : composite::sparse_own_indices(*this);
}
Tensor Tensor::_values() const {
  return detail::modes_listen() ? op::sparse_own_values.call_cold(*this) : composite::sparse_own_values(*this);
}
Tensor& Tensor::_coalesced_(bool coalesced) const {
  detail::modes_listen()
      ? op::set_coalesced.call_cold(*this, coalesced)
      : composite::set_coalesced(*this, coalesced);
  return writable(*this);
}
Tensor Tensor::coalesce() const {
  return detail::modes_listen() ? op::coalesce.call_cold(*this) : composite::coalesce(*this);
}
Tensor _coalesce(const Tensor& self) { return op::coalesce_copy(self); }
Tensor& Tensor::sparse_resize_(IntArrayRef size, int64_t sparse_dim, int64_t dense_dim) const {
  detail::modes_listen()
      ? op::sparse_resize_.call_cold(*this, size, sparse_dim, dense_dim)
      : composite::sparse_resize_(*this, size, sparse_dim, dense_dim);
  return writable(*this);
}
Tensor& Tensor::sparse_resize_and_clear_(IntArrayRef size, int64_t sparse_dim, int64_t dense_dim) const {
  detail::modes_listen()
      ? op::sparse_resize_and_clear_.call_cold(*this, size, sparse_dim, dense_dim)
      : composite::sparse_resize_and_clear_(*this, size, sparse_dim, dense_dim);
  return writable(*this);
}
Tensor& resize_as_sparse_(Tensor& self, const Tensor& the_template) {
  detail::modes_listen()
      ? op::resize_as_sparse_.call_cold(self, the_template)
      : composite::resize_as_sparse_(self, the_template);
  return self;
}
Tensor& copy_sparse_to_sparse_(Tensor& self, const Tensor& src, bool non_blocking) {
  detail::modes_listen()
      ? op::copy_sparse_to_sparse_.call_cold(self, src, non_blocking)
      : composite::copy_sparse_to_sparse_(self, src, non_blocking);
  return self;
}
Tensor Tensor::to_dense(optional<ScalarType> dtype) const {
  return detail::modes_listen() ? op::to_dense.call_cold(*this, dtype) : composite::to_dense(*this, dtype);
}
Tensor Tensor::_to_dense(optional<ScalarType> dtype) const { return op::sparse_to_dense(*this, dtype); }
Tensor _sparse_sum(const Tensor& self) {
  return detail::modes_listen() ? op::sparse_sum_all.call_cold(self) : composite::sparse_sum_all(self);
}
Tensor _sparse_sum(const Tensor& self, ScalarType dtype) {
  return detail::modes_listen()
      ? op::sparse_sum_all_dtype.call_cold(self, dtype)
      : composite::sparse_sum_all_dtype(self, dtype);
}
Tensor _sparse_sum(const Tensor& self, IntArrayRef dim) { return op::sparse_sum(self, dim); }
Tensor _sparse_sum(const Tensor& self, IntArrayRef dim, ScalarType dtype) {
  return detail::modes_listen()
      ? op::sparse_sum_dtype.call_cold(self, dim, dtype)
      : composite::sparse_sum_dtype(self, dim, dtype);
}
Tensor _sparse_mm(const Tensor& sparse, const Tensor& dense) {
  return detail::modes_listen() ? op::sparse_mm.call_cold(sparse, dense) : composite::sparse_mm(sparse, dense);
}
Tensor _sparse_addmm(const Tensor& self, const Tensor& mat1, const Tensor& mat2, const Scalar& beta,
                     const Scalar& alpha) {
  return op::sparse_addmm(self, mat1, mat2, beta, alpha);
}
Tensor _sparse_sparse_matmul(const Tensor& self, const Tensor& other) { return op::sparse_sparse_matmul(self, other); }
Tensor hspmm(const Tensor& mat1, const Tensor& mat2) {
  return detail::modes_listen() ? op::hspmm.call_cold(Out(), mat1, mat2) : composite::hspmm(Out(), mat1, mat2);
}
Tensor& hspmm_out(Tensor& out, const Tensor& mat1, const Tensor& mat2) {
  detail::modes_listen()
      ? op::hspmm.call_cold(Out::to(out), mat1, mat2)
      : composite::hspmm(Out::to(out), mat1, mat2);
  return out;
}
Tensor Tensor::smm(const Tensor& mat2) const {
  return detail::modes_listen() ? op::smm.call_cold(*this, mat2) : composite::smm(*this, mat2);
}
Tensor smm(const Tensor& self, const Tensor& mat2) {
  return detail::modes_listen() ? op::smm.call_cold(self, mat2) : composite::smm(self, mat2);
}
Tensor Tensor::sspaddmm(const Tensor& mat1, const Tensor& mat2, const Scalar& beta, const Scalar& alpha) const {
  return detail::modes_listen()
      ? op::sspaddmm.call_cold(Out(), *this, mat1, mat2, beta, alpha)
      : composite::sspaddmm(Out(), *this, mat1, mat2, beta, alpha);
}
Tensor sspaddmm(const Tensor& self, const Tensor& mat1, const Tensor& mat2, const Scalar& beta, const Scalar& alpha) {
  return detail::modes_listen()
      ? op::sspaddmm.call_cold(Out(), self, mat1, mat2, beta, alpha)
      : composite::sspaddmm(Out(), self, mat1, mat2, beta, alpha);
}
Tensor& sspaddmm_out(Tensor& out, const Tensor& self, const Tensor& mat1, const Tensor& mat2, const Scalar& beta,
                     const Scalar& alpha) {
  detail::modes_listen()
      ? op::sspaddmm.call_cold(Out::to(out), self, mat1, mat2, beta, alpha)
      : composite::sspaddmm(Out::to(out), self, mat1, mat2, beta, alpha);
  return out;
}
Tensor embedding_sparse_backward(const Tensor& grad, const Tensor& indices, int64_t num_weights, int64_t padding_idx,
                                 bool scale_grad_by_freq) {
  return detail::modes_listen()
      ? op::embedding_sparse_backward.call_cold(grad, indices, num_weights, padding_idx, scale_grad_by_freq)
      : composite::embedding_sparse_backward(grad, indices, num_weights, padding_idx, scale_grad_by_freq);
}
Tensor _embedding_bag_sparse_backward(const Tensor& grad, const Tensor& indices, const Tensor& offsets,
                                      const Tensor& offset2bag, const Tensor& bag_size, int64_t num_weights,
                                      bool scale_grad_by_freq, int64_t mode, const optional<Tensor>& per_sample_weights,
                                      int64_t padding_idx) {
  return detail::modes_listen()
      ? op::embedding_bag_sparse_backward.call_cold(grad, indices, offsets, offset2bag, bag_size, num_weights, scale_grad_by_freq, mode, or_undefined(per_sample_weights), padding_idx)
      : composite::embedding_bag_sparse_backward(grad, indices, offsets, offset2bag, bag_size, num_weights, scale_grad_by_freq, mode, or_undefined(per_sample_weights), padding_idx);
}
Tensor _gather_sparse_backward(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& grad) {
  return detail::modes_listen()
      ? op::gather_sparse_backward.call_cold(self, dim, index, grad)
      : composite::gather_sparse_backward(self, dim, index, grad);
}

}  // namespace torchpp
