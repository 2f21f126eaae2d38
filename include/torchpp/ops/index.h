// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/index.ops. Change the table, not this file.
// clang-format off
#pragma once

/// \file Indexing by tensors, masks and positions; indices of other kinds stand in torchpp/ops/tensor_index.h. Index
/// \file tensors are int64 unless said otherwise. Out of range: IndexError or Error with libtorch's words, and nothing
/// \file is written. All are differentiable but in the index. Source: libtorch 1.13.

#include <torchpp/ops/sparse_gradient.h>
#include <torchpp/ops/tensor_index.h>
#include <torchpp/tensor.h>

TORCHPP_API_BEGIN
namespace torchpp {

/// Elements at the positions that the tensors, broadcast together, name in the leading dimensions; an undefined one
/// stands for a whole dimension, a bool mask for the positions of its true elements. Indices may lie on the CPU
/// wherever `self` does.
Tensor index(const Tensor& self, TensorList indices);
Tensor& index_out(Tensor& out, const Tensor& self, TensorList indices);
/// `self` with the values, which are broadcast, at the positions that index() reads; with `accumulate` added to what is
/// there, duplicates in order.
Tensor index_put(const Tensor& self, TensorList indices, const Tensor& values, bool accumulate = false);
Tensor& index_put_(Tensor& self, TensorList indices, const Tensor& values, bool accumulate = false);
Tensor& index_put_out(Tensor& out, const Tensor& self, TensorList indices, const Tensor& values,
                      bool accumulate = false);
/// Slices of a dimension, in the order of a vector of int32 or int64.
Tensor index_select(const Tensor& self, int64_t dim, const Tensor& index);
Tensor& index_select_out(Tensor& out, const Tensor& self, int64_t dim, const Tensor& index);
/// `self` with alpha times the slices of source added at the indices, a vector of int32 or int64; duplicates add up, in
/// order.
Tensor index_add(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source, const Scalar& alpha = 1);
Tensor& index_add_out(Tensor& out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source,
                      const Scalar& alpha = 1);
/// `self` with the slices of source at the indices, a vector of int32 or int64, reduced with those that are there, or
/// without `include_self` among themselves: `reduce` is "prod", "mean", "amax" or "amin". Means of integers are rounded
/// down; NaN is the greatest and the smallest. Of several equal extremes each has its share of the gradient. Real
/// numbers only.
Tensor index_reduce(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source, std::string_view reduce,
                    bool include_self = true);
Tensor& index_reduce_out(Tensor& out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source,
                         std::string_view reduce, bool include_self = true);
/// `self` with the slices of source at the indices; of duplicates the last wins.
Tensor index_copy(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source);
Tensor& index_copy_out(Tensor& out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source);
/// `self` with the value in the slices that a vector names.
Tensor index_fill(const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value);
Tensor& index_fill_out(Tensor& out, const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value);
/// `self` with the value of a 0-dim tensor in the slices that a vector names.
Tensor index_fill(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& value);
Tensor& index_fill_out(Tensor& out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& value);
/// out[i][j][k] = self[i][index[i][j][k]][k] for dim 1; index may be smaller than self in the other dimensions. With
/// `sparse_grad` the gradient of self is sparse.
Tensor gather(const Tensor& self, int64_t dim, const Tensor& index, const SparseGradient& sparse_grad = false);
Tensor& gather_out(Tensor& out, const Tensor& self, int64_t dim, const Tensor& index,
                   const SparseGradient& sparse_grad = false);
/// `self` with self[i][index[i][j][k]][k] = src[i][j][k] for dim 1; of duplicates the last wins.
Tensor scatter(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src);
Tensor& scatter_out(Tensor& out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src);
/// `self` with the value in the places that scatter() writes.
Tensor scatter(const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value);
Tensor& scatter_out(Tensor& out, const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value);
/// `self` with the elements of src added to those in the places that scatter() writes, or multiplied with them, as
/// `reduce` says: "add" or "multiply". Of duplicates each counts, in order. The gradient is not implemented.
Tensor scatter(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src, std::string_view reduce);
Tensor& scatter_out(Tensor& out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src,
                    std::string_view reduce);
/// `self` with the value added to the elements in the places that scatter() writes, or multiplied with them, as
/// `reduce` says: "add" or "multiply". The gradient is not implemented.
Tensor scatter(const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value, std::string_view reduce);
Tensor& scatter_out(Tensor& out, const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value,
                    std::string_view reduce);
/// `self` with self[i][index[i][j][k]][k] += src[i][j][k] for dim 1; duplicates add up in order, whatever the number of
/// threads.
Tensor scatter_add(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src);
Tensor& scatter_add_out(Tensor& out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src);
/// `self` with the elements of src in the places that scatter() writes, reduced with those that are there, or without
/// `include_self` among themselves: `reduce` is "sum", "prod", "mean", "amax" or "amin". Means of integers are rounded
/// down; NaN is the greatest and the smallest. Of several equal extremes each has its share of the gradient.
Tensor scatter_reduce(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src, std::string_view reduce,
                      bool include_self = true);
Tensor& scatter_reduce_out(Tensor& out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src,
                           std::string_view reduce, bool include_self = true);
/// `self` with the value where the mask, of bool or uint8, is true. Both are broadcast; in place only the mask is.
Tensor masked_fill(const Tensor& self, const Tensor& mask, const Scalar& value);
Tensor& masked_fill_out(Tensor& out, const Tensor& self, const Tensor& mask, const Scalar& value);
/// `self` with the value of a 0-dim tensor where the mask is true.
Tensor masked_fill(const Tensor& self, const Tensor& mask, const Tensor& value);
Tensor& masked_fill_out(Tensor& out, const Tensor& self, const Tensor& mask, const Tensor& value);
/// `self` with the elements of source, in a row, where the mask, of bool or uint8, is true. Self and mask are
/// broadcast, in place only the mask. Throws where source has fewer elements than the mask has true ones.
Tensor masked_scatter(const Tensor& self, const Tensor& mask, const Tensor& source);
Tensor& masked_scatter_out(Tensor& out, const Tensor& self, const Tensor& mask, const Tensor& source);
/// The elements where the mask is true, in a row. Both are broadcast.
Tensor masked_select(const Tensor& self, const Tensor& mask);
Tensor& masked_select_out(Tensor& out, const Tensor& self, const Tensor& mask);
/// Coordinates of the elements that are not zero: (n, dim) of int64.
Tensor nonzero(const Tensor& self);
Tensor& nonzero_out(Tensor& out, const Tensor& self);
/// Coordinates of the elements that are not zero: a vector per dimension, as index() takes them.
std::vector<Tensor> nonzero_numpy(const Tensor& self);
/// Coordinates of the elements that are not zero: (n, dim) of int64.
Tensor argwhere(const Tensor& self);
/// The elements at positions in the flattened tensor, in the shape of the index.
Tensor take(const Tensor& self, const Tensor& index);
Tensor& take_out(Tensor& out, const Tensor& self, const Tensor& index);
/// gather() with broadcasting; without a dimension in the flattened tensors.
Tensor take_along_dim(const Tensor& self, const Tensor& indices, optional<int64_t> dim = nullopt);
Tensor& take_along_dim_out(Tensor& out, const Tensor& self, const Tensor& indices, optional<int64_t> dim = nullopt);
/// `self` with the elements of source at positions in the flattened tensor, as many as the index has; with `accumulate`
/// added to what is there. Negative positions count from the end.
Tensor put(const Tensor& self, const Tensor& index, const Tensor& source, bool accumulate = false);
Tensor& put_out(Tensor& out, const Tensor& self, const Tensor& index, const Tensor& source, bool accumulate = false);
/// Reductions of neighbours along a dimension: `lengths` says of how many each segment consists, or `offsets` where
/// each begins and, with one element more, the last one ends; both have the dimensions of data up to the axis. reduce:
/// "sum", "mean", "max", "min" or "prod". `initial` takes part in each segment; without it one without elements gives
/// 0, NaN, -inf, inf or 1. `unsafe` leaves out the checks of the lengths. Throws for `indices`, which is not supported.
Tensor segment_reduce(const Tensor& data, std::string_view reduce, const optional<Tensor>& lengths = {},
                      const optional<Tensor>& indices = {}, const optional<Tensor>& offsets = {}, int64_t axis = 0,
                      bool unsafe = false, const optional<Scalar>& initial = nullopt);
/// Reductions of neighbours along a dimension, converted to the dtype of `out`.
Tensor& segment_reduce_out(Tensor& out, const Tensor& data, std::string_view reduce,
                           const optional<Tensor>& lengths = {}, const optional<Tensor>& indices = {},
                           const optional<Tensor>& offsets = {}, int64_t axis = 0, bool unsafe = false,
                           const optional<Scalar>& initial = nullopt);

}  // namespace torchpp
TORCHPP_API_END
