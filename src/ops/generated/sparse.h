// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/sparse.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/tensor.h>

#include "src/dispatch/state.h"

namespace torchpp {

namespace op {

inline namespace T_of_is_p { extern OwnOp<Tensor(IntArrayRef, TensorOptions)> sparse_coo_tensor_size; }
inline namespace T_of_is_T { extern OwnOp<Tensor(IntArrayRef, const Tensor&)> sparse_coo_tensor_size_out; }
inline namespace T_of_T_T_p { extern OwnOp<Tensor(const Tensor&, const Tensor&, TensorOptions)> sparse_coo_tensor_indices; }
inline namespace T_of_T_T_is_p { extern OwnOp<Tensor(const Tensor&, const Tensor&, IntArrayRef, TensorOptions)> sparse_coo_tensor_sized; }
inline namespace T_of_T_T_is_p { extern OwnOp<Tensor(const Tensor&, const Tensor&, IntArrayRef, TensorOptions)> sparse_coo_tensor_unchecked; }
inline namespace void_of_T_T_is { extern OwnOp<void(const Tensor&, const Tensor&, IntArrayRef)> check_sparse_arguments; }
inline namespace T_of_i_i_is_p { extern OwnOp<Tensor(int64_t, int64_t, IntArrayRef, TensorOptions)> sparse_coo_tensor_with_dims; }
inline namespace T_of_i_i_is_T_T_p { extern OwnOp<Tensor(int64_t, int64_t, IntArrayRef, const Tensor&, const Tensor&, TensorOptions)> sparse_tensor; }
inline namespace T_of_T_i { extern OwnOp<Tensor(const Tensor&, int64_t)> to_sparse; }
inline namespace T_of_T_i_T { extern OwnOp<Tensor(const Tensor&, int64_t, const Tensor&)> to_sparse_out; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> to_sparse_all; }
inline namespace T_of_T_T { extern OwnOp<Tensor(const Tensor&, const Tensor&)> sparse_mask; }
inline namespace T_of_T_T_T { extern OwnOp<Tensor(const Tensor&, const Tensor&, const Tensor&)> sparse_mask_out; }
inline namespace T_of_T_T { extern OwnOp<Tensor(const Tensor&, const Tensor&)> sparse_values_at; }
inline namespace i_of_T { extern OwnOp<int64_t(const Tensor&)> sparse_dim; }
inline namespace i_of_T { extern OwnOp<int64_t(const Tensor&)> _dimI; }
inline namespace i_of_T { extern OwnOp<int64_t(const Tensor&)> dense_dim; }
inline namespace i_of_T { extern OwnOp<int64_t(const Tensor&)> _dimV; }
inline namespace i_of_T { extern OwnOp<int64_t(const Tensor&)> sparse_nnz; }
inline namespace b_of_T { extern OwnOp<bool(const Tensor&)> is_coalesced; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> sparse_indices; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> sparse_own_indices; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> sparse_own_values; }
inline namespace T_of_T_b { extern OwnOp<Tensor(const Tensor&, bool)> set_coalesced; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> coalesce; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> coalesce_copy; }
inline namespace T_of_T_is_i_i { extern OwnOp<Tensor(const Tensor&, IntArrayRef, int64_t, int64_t)> sparse_resize_; }
inline namespace T_of_T_is_i_i { extern OwnOp<Tensor(const Tensor&, IntArrayRef, int64_t, int64_t)> sparse_resize_and_clear_; }
inline namespace T_of_T_T { extern OwnOp<Tensor(const Tensor&, const Tensor&)> resize_as_sparse_; }
inline namespace T_of_T_T_b { extern OwnOp<Tensor(const Tensor&, const Tensor&, bool)> copy_sparse_to_sparse_; }
inline namespace T_of_T_to { extern OwnOp<Tensor(const Tensor&, optional<ScalarType>)> to_dense; }
inline namespace T_of_T_to { extern OwnOp<Tensor(const Tensor&, optional<ScalarType>)> sparse_to_dense; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> sparse_sum_all; }
inline namespace T_of_T_t { extern OwnOp<Tensor(const Tensor&, ScalarType)> sparse_sum_all_dtype; }
inline namespace T_of_T_is { extern OwnOp<Tensor(const Tensor&, IntArrayRef)> sparse_sum; }
inline namespace T_of_T_is_t { extern OwnOp<Tensor(const Tensor&, IntArrayRef, ScalarType)> sparse_sum_dtype; }
inline namespace T_of_T_T { extern OwnOp<Tensor(const Tensor&, const Tensor&)> sparse_mm; }
inline namespace T_of_T_T_T_S_S { extern OwnOp<Tensor(const Tensor&, const Tensor&, const Tensor&, const Scalar&, const Scalar&)> sparse_addmm; }
inline namespace T_of_T_T { extern OwnOp<Tensor(const Tensor&, const Tensor&)> sparse_sparse_matmul; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> hspmm; }
inline namespace T_of_T_T { extern OwnOp<Tensor(const Tensor&, const Tensor&)> smm; }
inline namespace T_of_out_T_T_T_S_S { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Tensor&, const Scalar&, const Scalar&)> sspaddmm; }
inline namespace T_of_T_T_i_i_b { extern OwnOp<Tensor(const Tensor&, const Tensor&, int64_t, int64_t, bool)> embedding_sparse_backward; }
inline namespace T_of_T_T_T_T_T_i_b_i_T_i { extern OwnOp<Tensor(const Tensor&, const Tensor&, const Tensor&, const Tensor&, const Tensor&, int64_t, bool, int64_t, const Tensor&, int64_t)> embedding_bag_sparse_backward; }
inline namespace T_of_T_i_T_T { extern OwnOp<Tensor(const Tensor&, int64_t, const Tensor&, const Tensor&)> gather_sparse_backward; }

}  // namespace op

namespace every_backend {

Tensor sparse_tensor(int64_t sparse_dim, int64_t dense_dim, IntArrayRef size, const Tensor& indices, const Tensor& values, TensorOptions options);
Tensor to_sparse(const Tensor& self, int64_t sparse_dim);
Tensor sparse_mask(const Tensor& self, const Tensor& mask);
Tensor sparse_values_at(const Tensor& t, const Tensor& mask_indices);
Tensor coalesce_copy(const Tensor& self);
Tensor sparse_to_dense(const Tensor& self, optional<ScalarType> dtype);
Tensor sparse_sum(const Tensor& self, IntArrayRef dim);
Tensor sparse_addmm(const Tensor& self, const Tensor& mat1, const Tensor& mat2, const Scalar& beta, const Scalar& alpha);
Tensor sparse_sparse_matmul(const Tensor& self, const Tensor& other);

}  // namespace every_backend

namespace composite {

Tensor sparse_coo_tensor_size(IntArrayRef size, TensorOptions options);
Tensor sparse_coo_tensor_size_out(IntArrayRef size, const Tensor& out);
Tensor sparse_coo_tensor_indices(const Tensor& indices, const Tensor& values, TensorOptions options);
Tensor sparse_coo_tensor_sized(const Tensor& indices, const Tensor& values, IntArrayRef size, TensorOptions options);
Tensor sparse_coo_tensor_unchecked(const Tensor& indices, const Tensor& values, IntArrayRef size, TensorOptions options);
void check_sparse_arguments(const Tensor& indices, const Tensor& values, IntArrayRef size);
Tensor sparse_coo_tensor_with_dims(int64_t sparse_dim, int64_t dense_dim, IntArrayRef size, TensorOptions options);
Tensor to_sparse_out(const Tensor& self, int64_t sparse_dim, const Tensor& out);
Tensor to_sparse_all(Out out, const Tensor& self);
Tensor sparse_mask_out(const Tensor& self, const Tensor& mask, const Tensor& out);
int64_t sparse_dim(const Tensor& self);
int64_t _dimI(const Tensor& self);
int64_t dense_dim(const Tensor& self);
int64_t _dimV(const Tensor& self);
int64_t sparse_nnz(const Tensor& self);
bool is_coalesced(const Tensor& self);
Tensor sparse_indices(const Tensor& self);
Tensor sparse_own_indices(const Tensor& self);
Tensor sparse_own_values(const Tensor& self);
Tensor set_coalesced(const Tensor& self, bool coalesced);
Tensor coalesce(const Tensor& self);
Tensor sparse_resize_(const Tensor& self, IntArrayRef size, int64_t sparse_dim, int64_t dense_dim);
Tensor sparse_resize_and_clear_(const Tensor& self, IntArrayRef size, int64_t sparse_dim, int64_t dense_dim);
Tensor resize_as_sparse_(const Tensor& self, const Tensor& the_template);
Tensor copy_sparse_to_sparse_(const Tensor& self, const Tensor& src, bool non_blocking);
Tensor to_dense(const Tensor& self, optional<ScalarType> dtype);
Tensor sparse_sum_all(const Tensor& self);
Tensor sparse_sum_all_dtype(const Tensor& self, ScalarType dtype);
Tensor sparse_sum_dtype(const Tensor& self, IntArrayRef dim, ScalarType dtype);
Tensor sparse_mm(const Tensor& sparse, const Tensor& dense);
Tensor hspmm(Out out, const Tensor& mat1, const Tensor& mat2);
Tensor smm(const Tensor& self, const Tensor& mat2);
Tensor sspaddmm(Out out, const Tensor& self, const Tensor& mat1, const Tensor& mat2, const Scalar& beta, const Scalar& alpha);
Tensor embedding_sparse_backward(const Tensor& grad, const Tensor& indices, int64_t num_weights, int64_t padding_idx, bool scale_grad_by_freq);
Tensor embedding_bag_sparse_backward(const Tensor& grad, const Tensor& indices, const Tensor& offsets, const Tensor& offset2bag, const Tensor& bag_size, int64_t num_weights, bool scale_grad_by_freq, int64_t mode, const Tensor& per_sample_weights, int64_t padding_idx);
Tensor gather_sparse_backward(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& grad);

}  // namespace composite

namespace derivative {

Tensor sparse_tensor(int64_t sparse_dim, int64_t dense_dim, IntArrayRef size, const Tensor& indices, const Tensor& values, TensorOptions options);
Tensor to_sparse(const Tensor& self, int64_t sparse_dim);
Tensor sparse_mask(const Tensor& self, const Tensor& mask);
Tensor sparse_values_at(const Tensor& t, const Tensor& mask_indices);
Tensor coalesce_copy(const Tensor& self);
Tensor sparse_to_dense(const Tensor& self, optional<ScalarType> dtype);
Tensor sparse_sum(const Tensor& self, IntArrayRef dim);
Tensor sparse_addmm(const Tensor& self, const Tensor& mat1, const Tensor& mat2, const Scalar& beta, const Scalar& alpha);
Tensor sparse_sparse_matmul(const Tensor& self, const Tensor& other);

}  // namespace derivative

}  // namespace torchpp
