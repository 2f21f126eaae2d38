// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/view.ops. Change the table, not this file.
// clang-format off
#pragma once

/// \file Views: other shapes of the same memory, so that a write to a view is a write to the tensor it was taken of. No
/// \file element is copied where the text does not say so. `dim` counts from the end when negative; a dimension out of
/// \file range throws IndexError. All are differentiable. Source: libtorch 1.13.

#include <torchpp/tensor.h>

TORCHPP_API_BEGIN
namespace torchpp {

/// The elements of self's storage at storage_offset + sum of index times stride; without storage_offset from self's
/// own. Throws where an index would leave the storage, and for negative strides.
Tensor as_strided(const Tensor& self, IntArrayRef size, IntArrayRef stride, optional<int64_t> storage_offset = nullopt);
/// Gives self the geometry that as_strided() gives its result.
Tensor& as_strided_(Tensor& self, IntArrayRef size, IntArrayRef stride, optional<int64_t> storage_offset = nullopt);
/// A view of all elements, as they are.
Tensor alias(const Tensor& self);
/// The elements in another shape, as a tensor that is not a view though it shares memory with self: for the end of a
/// function that made self and returns nothing else of it. Throws as view() does.
Tensor _unsafe_view(const Tensor& self, IntArrayRef size);
/// The elements in row-major order in another shape: a view where strides allow, else a copy. One size may be -1.
Tensor reshape(const Tensor& self, IntArrayRef shape);
/// Joins the dimensions from start_dim up to and with end_dim into one; a 0-dim tensor gets one dimension. A view where
/// strides allow, else a copy.
Tensor flatten(const Tensor& self, int64_t start_dim = 0, int64_t end_dim = -1);
/// Splits a dimension into several, whose sizes have its size as product; one may be -1.
Tensor unflatten(const Tensor& self, int64_t dim, IntArrayRef sizes);
/// All elements in row-major order in one dimension: a view of a contiguous tensor, of others a copy.
Tensor ravel(const Tensor& self);
/// Without the dimensions of size 1.
Tensor squeeze(const Tensor& self);
/// Without this dimension if its size is 1, else as it is.
Tensor squeeze(const Tensor& self, int64_t dim);
/// With a new dimension of size 1, which is `dim` of the result.
Tensor unsqueeze(const Tensor& self, int64_t dim);
/// Two dimensions swapped.
Tensor transpose(const Tensor& self, int64_t dim0, int64_t dim1);
/// Another name of transpose.
Tensor swapdims(const Tensor& self, int64_t dim0, int64_t dim1);
/// Another name of transpose.
Tensor swapaxes(const Tensor& self, int64_t axis0, int64_t axis1);
/// The transpose of a matrix; of fewer dimensions self as it is. Throws for more than two.
Tensor t(const Tensor& self);
/// The last two dimensions swapped, and conjugated.
Tensor adjoint(const Tensor& self);
/// The dimensions in another order: dimension i of the result is dims[i] of self.
Tensor permute(const Tensor& self, IntArrayRef dims);
/// Dimension source[i] becomes dimension destination[i]; the others keep their order in the places left.
Tensor movedim(const Tensor& self, IntArrayRef source, IntArrayRef destination);
/// Another name of movedim.
Tensor moveaxis(const Tensor& self, IntArrayRef source, IntArrayRef destination);
/// One dimension moved to another place.
Tensor movedim(const Tensor& self, int64_t source, int64_t destination);
/// Another name of movedim.
Tensor moveaxis(const Tensor& self, int64_t source, int64_t destination);
/// Dimensions of size 1 repeated without a copy, new ones in front; -1 keeps a size.
Tensor broadcast_to(const Tensor& self, IntArrayRef size);
/// All tensors expanded to the shape that they broadcast to.
std::vector<Tensor> broadcast_tensors(TensorList tensors);
/// The positions from start up to start + length of a dimension. A negative start counts from the end. Throws where
/// they are not all in the dimension.
Tensor narrow(const Tensor& self, int64_t dim, int64_t start, int64_t length);
/// narrow() with the start read from a 0-dim integer tensor.
Tensor narrow(const Tensor& self, int64_t dim, const Tensor& start, int64_t length);
/// One position of a dimension, without that dimension. A negative index counts from the end.
Tensor select(const Tensor& self, int64_t dim, int64_t index);
/// Every step-th position from start up to end; bounds outside of the dimension are clamped. The step is positive.
Tensor slice(const Tensor& self, int64_t dim = 0, optional<int64_t> start = nullopt, optional<int64_t> end = nullopt,
             int64_t step = 1);
/// Parts of split_size positions each; the last may be smaller.
std::vector<Tensor> split(const Tensor& self, int64_t split_size, int64_t dim = 0);
/// Parts of the given sizes, which together are the size of the dimension.
std::vector<Tensor> split(const Tensor& self, IntArrayRef split_size, int64_t dim = 0);
/// Parts of the given sizes, which together are the size of the dimension.
std::vector<Tensor> split_with_sizes(const Tensor& self, IntArrayRef split_sizes, int64_t dim = 0);
/// At most `chunks` parts of equal size; the last may be smaller.
std::vector<Tensor> chunk(const Tensor& self, int64_t chunks, int64_t dim = 0);
/// As many parts, the first ones larger by one where that does not divide.
std::vector<Tensor> tensor_split(const Tensor& self, int64_t sections, int64_t dim = 0);
/// Cut before each of the indices: one part more than these. Bounds are clamped as slice() does.
std::vector<Tensor> tensor_split(const Tensor& self, IntArrayRef indices, int64_t dim = 0);
/// The number of parts from a 0-dim tensor, or the indices before which to cut from a vector: int64 on the CPU.
std::vector<Tensor> tensor_split(const Tensor& self, const Tensor& tensor_indices_or_sections, int64_t dim = 0);
/// chunk() whose results are not views though they share memory with self: for a caller who reads self no more.
std::vector<Tensor> unsafe_chunk(const Tensor& self, int64_t chunks, int64_t dim = 0);
/// split() whose results are not views though they share memory with self: for a caller who reads self no more.
std::vector<Tensor> unsafe_split(const Tensor& self, int64_t split_size, int64_t dim = 0);
/// Copies of the parts that split() makes, one into each tensor of `out`.
void unsafe_split_out(TensorList out, const Tensor& self, int64_t split_size, int64_t dim = 0);
/// split_with_sizes() whose results are not views though they share memory with self: for a caller who reads self no
/// more.
std::vector<Tensor> unsafe_split_with_sizes(const Tensor& self, IntArrayRef split_sizes, int64_t dim = 0);
/// Copies of the parts that split_with_sizes() makes, one into each tensor of `out`.
void unsafe_split_with_sizes_out(TensorList out, const Tensor& self, IntArrayRef split_sizes, int64_t dim = 0);
/// Equal parts along dimension 1, of a vector along dimension 0. The tensor has at least one dimension, and its size is
/// a multiple of their number.
std::vector<Tensor> hsplit(const Tensor& self, int64_t sections);
/// tensor_split() at these indices along dimension 1, of a vector along dimension 0, of a tensor with at least one
/// dimension.
std::vector<Tensor> hsplit(const Tensor& self, IntArrayRef indices);
/// Equal parts along dimension 0. The tensor has at least two dimensions, and its size is a multiple of their number.
std::vector<Tensor> vsplit(const Tensor& self, int64_t sections);
/// tensor_split() at these indices along dimension 0, of a tensor with at least two dimensions.
std::vector<Tensor> vsplit(const Tensor& self, IntArrayRef indices);
/// Equal parts along dimension 2. The tensor has at least three dimensions, and its size is a multiple of their number.
std::vector<Tensor> dsplit(const Tensor& self, int64_t sections);
/// tensor_split() at these indices along dimension 2, of a tensor with at least three dimensions.
std::vector<Tensor> dsplit(const Tensor& self, IntArrayRef indices);
/// A view per position of a dimension, without that dimension.
std::vector<Tensor> unbind(const Tensor& self, int64_t dim = 0);
/// The elements whose index in dim2 is that in dim1 + offset, as a last dimension in place of the two.
Tensor diagonal(const Tensor& self, int64_t offset = 0, int64_t dim1 = 0, int64_t dim2 = 1);
/// A 0-dim tensor as a vector; others as they are.
Tensor atleast_1d(const Tensor& self);
/// atleast_1d() of each.
std::vector<Tensor> atleast_1d(TensorList tensors);
/// Of fewer than two dimensions one matrix of a row; others as they are.
Tensor atleast_2d(const Tensor& self);
/// atleast_2d() of each.
std::vector<Tensor> atleast_2d(TensorList tensors);
/// Of a number (1, 1, 1), of a vector (1, n, 1), of a matrix (m, n, 1); others as they are.
Tensor atleast_3d(const Tensor& self);
/// atleast_3d() of each.
std::vector<Tensor> atleast_3d(TensorList tensors);
/// The complex conjugate: a view with the conjugate bit turned over, which operators read. A real tensor is itself.
Tensor conj(const Tensor& self);
/// A view of a complex tensor with the conjugate bit turned over.
Tensor _conj(const Tensor& self);
/// A view with the negative bit turned over, which operators read: the elements count as their negatives.
Tensor _neg_view(const Tensor& self);
/// The complex conjugate as new elements. A real tensor is itself.
Tensor conj_physical(const Tensor& self);
Tensor& conj_physical_(Tensor& self);
Tensor& conj_physical_out(Tensor& out, const Tensor& self);
/// A copy without the conjugate bit of a tensor that has it; others are themselves.
Tensor resolve_conj(const Tensor& self);
/// A copy without the negative bit of a tensor that has it; others are themselves.
Tensor resolve_neg(const Tensor& self);
/// Complex elements as pairs of real ones in a new last dimension. Throws for a tensor with the conjugate bit.
Tensor view_as_real(const Tensor& self);
/// The last dimension, of size 2 and stride 1, as complex elements of half, float or double parts. The other strides
/// and the storage offset must be even.
Tensor view_as_complex(const Tensor& self);
/// The real parts, as a view. A real tensor is itself.
Tensor real(const Tensor& self);
/// The imaginary parts, as a view. Throws for a real tensor.
Tensor imag(const Tensor& self);
/// Whether both have the same sizes.
bool is_same_size(const Tensor& self, const Tensor& other);
/// Whether the only element differs from zero. Throws for another number of elements.
bool is_nonzero(const Tensor& self);
/// Whether the dtype is complex.
bool is_complex(const Tensor& self);
/// Whether the dtype is floating; complex ones are not.
bool is_floating_point(const Tensor& self);
/// Whether the dtype has negative numbers.
bool is_signed(const Tensor& self);
/// Whether the elements count as the conjugates of what is in memory.
bool is_conj(const Tensor& self);
/// Whether the elements count as the negatives of what is in memory.
bool is_neg(const Tensor& self);
/// Whether the tensor was made in inference mode, so that autograd never records it.
bool is_inference(const Tensor& self);
/// Whether the tensor is part of one that several processes hold: never.
bool is_distributed(const Tensor& self);
/// Whether tensors can lie on a Vulkan device: never.
bool is_vulkan_available();
/// The size of a dimension.
int64_t size(const Tensor& self, int64_t dim);
/// How many elements lie between neighbours of a dimension.
int64_t stride(const Tensor& self, int64_t dim);

}  // namespace torchpp
TORCHPP_API_END
