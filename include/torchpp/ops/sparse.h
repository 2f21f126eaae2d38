// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/sparse.ops. Change the table, not this file.
// clang-format off
#pragma once

/// \file Sparse tensors in coordinate format (COO): elements are given by indices (sparse_dim, nnz), int64, and values
/// \file (nnz, sizes of the dense_dim last dimensions); all others are zero. An index that occurs several times counts
/// \file with the sum of its values; coalesce() adds these and sorts the indices. Sparse gradients, as those of
/// \file embedding with sparse = true, are such tensors. add, sub, mul, div, neg, the functions that map 0 to 0, sum,
/// \file any, norm, mm, mv, addmm, transpose, permute, index_select, cat, clone, copy_ and conversions take them; other
/// \file operators throw NotImplementedError. Source: libtorch 1.13, from which names and messages are.

#include <torchpp/tensor.h>

TORCHPP_API_BEGIN
namespace torchpp {

/// A sparse tensor without elements, of which all dimensions are sparse.
Tensor sparse_coo_tensor(IntArrayRef size, TensorOptions options = {});
/// Takes all elements from the sparse tensor `out`, and gives it these sizes.
Tensor& sparse_coo_tensor_out(Tensor& out, IntArrayRef size);
/// The smallest sparse tensor with these elements. Gradients flow to the values.
Tensor sparse_coo_tensor(const Tensor& indices, const Tensor& values, TensorOptions options = {});
/// A sparse tensor that shares the memory of indices and values. Throws Error for indices out of range and for values
/// of another shape. Gradients flow to the values.
Tensor sparse_coo_tensor(const Tensor& indices, const Tensor& values, IntArrayRef size, TensorOptions options = {});
/// sparse_coo_tensor that does not look at the indices.
Tensor _sparse_coo_tensor_unsafe(const Tensor& indices, const Tensor& values, IntArrayRef size,
                                 TensorOptions options = {});
/// Throws Error where sparse_coo_tensor does.
void _validate_sparse_coo_tensor_args(const Tensor& indices, const Tensor& values, IntArrayRef size);
/// A sparse tensor without elements.
Tensor _sparse_coo_tensor_with_dims(int64_t sparse_dim, int64_t dense_dim, IntArrayRef size,
                                    TensorOptions options = {});
/// A sparse tensor that shares the memory of indices and values, of their dtype and device.
Tensor _sparse_coo_tensor_with_dims_and_tensors(int64_t sparse_dim, int64_t dense_dim, IntArrayRef size,
                                                const Tensor& indices, const Tensor& values,
                                                TensorOptions options = {});
/// to_sparse into a sparse tensor.
Tensor& to_sparse_out(Tensor& out, const Tensor& self, int64_t sparse_dim);
/// The elements of a dense tensor that are not zero.
Tensor& to_sparse_out(Tensor& out, const Tensor& self);
/// sparse_mask into a sparse tensor.
Tensor& sparse_mask_out(Tensor& out, const Tensor& self, const Tensor& mask);
/// The values of a coalesced sparse tensor at the indices, zeros where it has none.
Tensor _sparse_mask_helper(const Tensor& t, const Tensor& mask_indices);
/// coalesce, always as a copy.
Tensor _coalesce(const Tensor& self);
/// sparse_resize_ to what the template has.
Tensor& resize_as_sparse_(Tensor& self, const Tensor& the_template);
/// copy_ between sparse tensors.
Tensor& copy_sparse_to_sparse_(Tensor& self, const Tensor& src, bool non_blocking = false);
/// Sum of all elements.
Tensor _sparse_sum(const Tensor& self);
/// Sum of all elements, computed in the dtype.
Tensor _sparse_sum(const Tensor& self, ScalarType dtype);
/// Sums along dimensions: sparse, unless none of the sparse dimensions is left.
Tensor _sparse_sum(const Tensor& self, IntArrayRef dim);
/// Sums along dimensions, computed in the dtype.
Tensor _sparse_sum(const Tensor& self, IntArrayRef dim, ScalarType dtype);
/// Product of a sparse matrix and a matrix, which is dense unless both are sparse. The gradient by a sparse matrix has
/// its indices.
Tensor _sparse_mm(const Tensor& sparse, const Tensor& dense);
/// addmm of a dense self, a sparse mat1 and a dense mat2. The gradient by mat1 has its indices.
Tensor _sparse_addmm(const Tensor& self, const Tensor& mat1, const Tensor& mat2, const Scalar& beta = 1,
                     const Scalar& alpha = 1);
/// Product of two sparse matrices, which is sparse. Gradients have the indices of the factors.
Tensor _sparse_sparse_matmul(const Tensor& self, const Tensor& other);
/// Product of a sparse and a dense matrix as a sparse tensor with one sparse dimension.
Tensor hspmm(const Tensor& mat1, const Tensor& mat2);
Tensor& hspmm_out(Tensor& out, const Tensor& mat1, const Tensor& mat2);
/// Product of a sparse and a dense matrix as a sparse matrix.
Tensor smm(const Tensor& self, const Tensor& mat2);
/// beta * self + alpha * (mat1 mat2) of a sparse self, a sparse mat1 and a dense mat2, as a sparse matrix.
Tensor sspaddmm(const Tensor& self, const Tensor& mat1, const Tensor& mat2, const Scalar& beta = 1,
                const Scalar& alpha = 1);
Tensor& sspaddmm_out(Tensor& out, const Tensor& self, const Tensor& mat1, const Tensor& mat2, const Scalar& beta = 1,
                     const Scalar& alpha = 1);
/// Gradient of embedding by its weight, of num_weights rows, with the indices as they come.
Tensor embedding_sparse_backward(const Tensor& grad, const Tensor& indices, int64_t num_weights, int64_t padding_idx,
                                 bool scale_grad_by_freq);
/// Gradient of embedding_bag, of sums (mode 0) and means (1), by its weight.
Tensor _embedding_bag_sparse_backward(const Tensor& grad, const Tensor& indices, const Tensor& offsets,
                                      const Tensor& offset2bag, const Tensor& bag_size, int64_t num_weights,
                                      bool scale_grad_by_freq, int64_t mode, const optional<Tensor>& per_sample_weights,
                                      int64_t padding_idx = -1);
/// Gradient of gather by self.
Tensor _gather_sparse_backward(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& grad);

}  // namespace torchpp
TORCHPP_API_END
