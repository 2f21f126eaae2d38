// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/shape.ops. Change the table, not this file.
// clang-format off
#pragma once

/// \file Joining, repeating and rearranging: operators that copy. `dim` counts from the end when negative. All are
/// \file differentiable. Source: libtorch 1.13.

#include <string_view>
#include <torchpp/tensor.h>

TORCHPP_API_BEGIN
namespace torchpp {

/// One after the other along a dimension; the other sizes must agree. dtypes are promoted; tensors of shape (0,) are
/// passed over.
Tensor cat(TensorList tensors, int64_t dim = 0);
Tensor& cat_out(Tensor& out, TensorList tensors, int64_t dim = 0);
/// Another name of cat.
Tensor concat(TensorList tensors, int64_t dim = 0);
Tensor& concat_out(Tensor& out, TensorList tensors, int64_t dim = 0);
/// Another name of cat.
Tensor concatenate(TensorList tensors, int64_t dim = 0);
Tensor& concatenate_out(Tensor& out, TensorList tensors, int64_t dim = 0);
/// One after the other along a new dimension; all sizes must agree, dtypes are promoted.
Tensor stack(TensorList tensors, int64_t dim = 0);
Tensor& stack_out(Tensor& out, TensorList tensors, int64_t dim = 0);
/// One after the other along dimension 1, vectors and numbers along dimension 0.
Tensor hstack(TensorList tensors);
Tensor& hstack_out(Tensor& out, TensorList tensors);
/// One after the other along dimension 0, after vectors and numbers became matrices of one row.
Tensor vstack(TensorList tensors);
Tensor& vstack_out(Tensor& out, TensorList tensors);
/// Another name of vstack.
Tensor row_stack(TensorList tensors);
Tensor& row_stack_out(Tensor& out, TensorList tensors);
/// One after the other along dimension 2, after atleast_3d() of each.
Tensor dstack(TensorList tensors);
Tensor& dstack_out(Tensor& out, TensorList tensors);
/// One after the other along dimension 1, after vectors and numbers became matrices of one column.
Tensor column_stack(TensorList tensors);
Tensor& column_stack_out(Tensor& out, TensorList tensors);
/// The matrices along the diagonal of a matrix of zeros. Vectors count as rows; dtypes are promoted.
Tensor block_diag(TensorList tensors);
Tensor& block_diag_out(Tensor& out, TensorList tensors);
/// A copy that has self repeats[i] times along dimension i, new dimensions in front.
Tensor& repeat_out(Tensor& out, const Tensor& self, IntArrayRef repeats);
/// repeat() of the last dimensions: dims is filled up with ones in front.
Tensor tile(const Tensor& self, IntArrayRef dims);
/// Index i as often as repeats[i] says, for a vector of int32 or int64, in its dtype. output_size, where given, must be
/// the sum.
Tensor repeat_interleave(const Tensor& repeats, optional<int64_t> output_size = nullopt);
Tensor& repeat_interleave_out(Tensor& out, const Tensor& repeats, optional<int64_t> output_size = nullopt);
/// Position i of a dimension repeats[i] times in a row, or as often as the only element says; without a dimension of
/// the flattened tensor. output_size, where given, must be the resulting size.
Tensor repeat_interleave(const Tensor& self, const Tensor& repeats, optional<int64_t> dim = nullopt,
                         optional<int64_t> output_size = nullopt);
/// Each position of a dimension `repeats` times in a row; without a dimension each element of the flattened tensor.
/// output_size, where given, must be the resulting size.
Tensor repeat_interleave(const Tensor& self, int64_t repeats, optional<int64_t> dim = nullopt,
                         optional<int64_t> output_size = nullopt);
/// The order of the elements along the dimensions reversed.
Tensor flip(const Tensor& self, IntArrayRef dims);
Tensor& flip_out(Tensor& out, const Tensor& self, IntArrayRef dims);
/// The order along dimension 1 reversed, of at least two dimensions.
Tensor fliplr(const Tensor& self);
/// The order along dimension 0 reversed, of at least one dimension.
Tensor flipud(const Tensor& self);
/// Shifted along the dimensions, what leaves the end entering at the start; without dimensions of the flattened tensor.
Tensor roll(const Tensor& self, IntArrayRef shifts, IntArrayRef dims = {});
Tensor& roll_out(Tensor& out, const Tensor& self, IntArrayRef shifts, IntArrayRef dims = {});
/// Turned by k times 90 degrees in the plane of the two dimensions, from the first to the second.
Tensor rot90(const Tensor& self, int64_t k = 1, IntArrayRef dims = {0,1});
Tensor& rot90_out(Tensor& out, const Tensor& self, int64_t k = 1, IntArrayRef dims = {0,1});
/// The elements of each matrix on and below a diagonal, zeros above.
Tensor tril(const Tensor& self, int64_t diagonal = 0);
Tensor& tril_out(Tensor& out, const Tensor& self, int64_t diagonal = 0);
/// The elements of each matrix on and above a diagonal, zeros below.
Tensor triu(const Tensor& self, int64_t diagonal = 0);
Tensor& triu_out(Tensor& out, const Tensor& self, int64_t diagonal = 0);
/// Of a vector the matrix with it on a diagonal, of a matrix a copy of its diagonal.
Tensor diag(const Tensor& self, int64_t diagonal = 0);
Tensor& diag_out(Tensor& out, const Tensor& self, int64_t diagonal = 0);
/// The elements in row-major order on a diagonal of a matrix, zeros elsewhere.
Tensor diagflat(const Tensor& self, int64_t offset = 0);
/// The last dimension on a diagonal of the plane of the two new dimensions, zeros elsewhere.
Tensor diag_embed(const Tensor& self, int64_t offset = 0, int64_t dim1 = -2, int64_t dim2 = -1);
Tensor& diag_embed_out(Tensor& out, const Tensor& self, int64_t offset = 0, int64_t dim1 = -2, int64_t dim2 = -1);
/// Coordinates of the grid over vectors: result i has value i along dimension i. Views.
std::vector<Tensor> meshgrid(TensorList tensors);
/// Coordinates of the grid over vectors. indexing: "ij", or "xy" with the first two dimensions swapped. Views.
std::vector<Tensor> meshgrid(TensorList tensors, std::string_view indexing);
/// All tuples of one element of each vector, as rows.
Tensor cartesian_prod(TensorList tensors);
/// All choices of r elements of a vector, in its order, as rows; with replacement each element may be taken again.
Tensor combinations(const Tensor& self, int64_t r = 2, bool with_replacement = false);
/// Zeros with a one at each class: int64 of shape (*) gives (*, num_classes); -1: as many classes as needed.
Tensor one_hot(const Tensor& self, int64_t num_classes = -1);
/// A copy of self with src in place of select(dim, index), of whose sizes it is.
Tensor select_scatter(const Tensor& self, const Tensor& src, int64_t dim, int64_t index);
Tensor& select_scatter_out(Tensor& out, const Tensor& self, const Tensor& src, int64_t dim, int64_t index);
/// A copy of self with src in place of slice(dim, start, end, step), of whose sizes it is.
Tensor slice_scatter(const Tensor& self, const Tensor& src, int64_t dim = 0, optional<int64_t> start = nullopt,
                     optional<int64_t> end = nullopt, int64_t step = 1);
Tensor& slice_scatter_out(Tensor& out, const Tensor& self, const Tensor& src, int64_t dim = 0,
                          optional<int64_t> start = nullopt, optional<int64_t> end = nullopt, int64_t step = 1);
/// A copy of self with src in place of diagonal(offset, dim1, dim2), of whose sizes it is.
Tensor diagonal_scatter(const Tensor& self, const Tensor& src, int64_t offset = 0, int64_t dim1 = 0, int64_t dim2 = 1);
Tensor& diagonal_scatter_out(Tensor& out, const Tensor& self, const Tensor& src, int64_t offset = 0, int64_t dim1 = 0,
                             int64_t dim2 = 1);
/// A copy of self, which begins at the start of its memory, with src in place of as_strided(size, stride,
/// storage_offset), of whose sizes it is.
Tensor as_strided_scatter(const Tensor& self, const Tensor& src, IntArrayRef size, IntArrayRef stride,
                          optional<int64_t> storage_offset = nullopt);
Tensor& as_strided_scatter_out(Tensor& out, const Tensor& self, const Tensor& src, IntArrayRef size, IntArrayRef stride,
                               optional<int64_t> storage_offset = nullopt);
/// The elements of all tensors, one after the other. A single tensor gives a view of it where it can be viewed as a
/// list.
Tensor flatten_dense_tensors(TensorList tensors);
/// Views of a vector, one after the other, in the shapes of the tensors.
std::vector<Tensor> unflatten_dense_tensors(const Tensor& flat, TensorList tensors);

}  // namespace torchpp
TORCHPP_API_END
