// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Views: other shapes of the same memory. Writes to a view are writes to the tensor it was taken of.

#include <torchpp/tensor.h>

namespace torchpp {

// Dimensions may be negative, counting from the end. All are differentiable. Source: libtorch 1.13.

/// The same elements in another shape: a view where strides allow, else a copy. One size may be -1.
inline Tensor reshape(const Tensor& self, IntArrayRef shape) { return self.reshape(shape); }
/// The same elements in another shape, as a tensor that is not a view though it shares memory with self: for the end of
/// a function that made self and returns nothing else of it. Throws as view() does.
TORCHPP_API Tensor _unsafe_view(const Tensor& self, IntArrayRef size);
/// Joins dimensions start_dim to end_dim into one.
inline Tensor flatten(const Tensor& self, int64_t start_dim = 0, int64_t end_dim = -1) {
  return self.flatten(start_dim, end_dim);
}
/// Splits a dimension into several; one size may be -1.
inline Tensor unflatten(const Tensor& self, int64_t dim, IntArrayRef sizes) { return self.unflatten(dim, sizes); }
inline Tensor ravel(const Tensor& self) { return self.ravel(); }
/// Without dimensions of size 1 (or without this one, if its size is 1).
inline Tensor squeeze(const Tensor& self) { return self.squeeze(); }
inline Tensor squeeze(const Tensor& self, int64_t dim) { return self.squeeze(dim); }
/// With a new dimension of size 1.
inline Tensor unsqueeze(const Tensor& self, int64_t dim) { return self.unsqueeze(dim); }
inline Tensor transpose(const Tensor& self, int64_t dim0, int64_t dim1) { return self.transpose(dim0, dim1); }
inline Tensor swapaxes(const Tensor& self, int64_t axis0, int64_t axis1) { return self.transpose(axis0, axis1); }
inline Tensor swapdims(const Tensor& self, int64_t dim0, int64_t dim1) { return self.transpose(dim0, dim1); }
/// Transpose of a matrix; fewer dimensions stay as they are.
inline Tensor t(const Tensor& self) { return self.t(); }
/// The last two dimensions swapped, and conjugated.
TORCHPP_API Tensor adjoint(const Tensor& self);
/// Dimensions in another order.
inline Tensor permute(const Tensor& self, IntArrayRef dims) { return self.permute(dims); }
inline Tensor movedim(const Tensor& self, int64_t source, int64_t destination) {
  return self.movedim(source, destination);
}
inline Tensor movedim(const Tensor& self, IntArrayRef source, IntArrayRef destination) {
  return self.movedim(source, destination);
}
inline Tensor moveaxis(const Tensor& self, int64_t source, int64_t destination) {
  return self.movedim(source, destination);
}
inline Tensor moveaxis(const Tensor& self, IntArrayRef source, IntArrayRef destination) {
  return self.movedim(source, destination);
}
/// Dimensions of size 1 repeated without a copy; -1 keeps a size.
inline Tensor broadcast_to(const Tensor& self, IntArrayRef size) { return self.expand(size); }
/// All tensors expanded to the shape that they broadcast to.
TORCHPP_API std::vector<Tensor> broadcast_tensors(TensorList tensors);
/// [start, start + length) of a dimension.
inline Tensor narrow(const Tensor& self, int64_t dim, int64_t start, int64_t length) {
  return self.narrow(dim, start, length);
}
/// One position of a dimension, which goes.
inline Tensor select(const Tensor& self, int64_t dim, int64_t index) { return self.select(dim, index); }
/// Every step-th position from start up to end; bounds outside of the dimension are clamped.
inline Tensor slice(const Tensor& self, int64_t dim = 0, std::optional<int64_t> start = std::nullopt,
                    std::optional<int64_t> end = std::nullopt, int64_t step = 1) {
  return self.slice(dim, start, end, step);
}
/// Pieces of split_size (the last may be smaller) or of the given sizes.
inline std::vector<Tensor> split(const Tensor& self, int64_t split_size, int64_t dim = 0) {
  return self.split(split_size, dim);
}
inline std::vector<Tensor> split(const Tensor& self, IntArrayRef split_sizes, int64_t dim = 0) {
  return self.split_with_sizes(split_sizes, dim);
}
inline std::vector<Tensor> split_with_sizes(const Tensor& self, IntArrayRef split_sizes, int64_t dim = 0) {
  return self.split_with_sizes(split_sizes, dim);
}
/// At most `chunks` pieces of equal size (the last may be smaller).
inline std::vector<Tensor> chunk(const Tensor& self, int64_t chunks, int64_t dim = 0) {
  return self.chunk(chunks, dim);
}
/// `sections` pieces, the first ones larger by one where that does not divide; or cut before the given indices.
TORCHPP_API std::vector<Tensor> tensor_split(const Tensor& self, int64_t sections, int64_t dim = 0);
TORCHPP_API std::vector<Tensor> tensor_split(const Tensor& self, IntArrayRef indices, int64_t dim = 0);
/// A view per position of a dimension.
inline std::vector<Tensor> unbind(const Tensor& self, int64_t dim = 0) { return self.unbind(dim); }
/// Any geometry within the storage.
inline Tensor as_strided(const Tensor& self, IntArrayRef size, IntArrayRef stride,
                         std::optional<int64_t> storage_offset = std::nullopt) {
  return self.as_strided(size, stride, storage_offset);
}
inline Tensor diagonal(const Tensor& self, int64_t offset = 0, int64_t dim1 = 0, int64_t dim2 = 1) {
  return self.diagonal(offset, dim1, dim2);
}
inline Tensor alias(const Tensor& self) { return self.alias(); }
/// At least so many dimensions; new ones of size 1 are put where NumPy puts them.
TORCHPP_API Tensor atleast_1d(const Tensor& self);
TORCHPP_API Tensor atleast_2d(const Tensor& self);
TORCHPP_API Tensor atleast_3d(const Tensor& self);

inline Tensor conj(const Tensor& self) { return self.conj(); }
inline Tensor conj_physical(const Tensor& self) { return self.conj_physical(); }
inline Tensor resolve_conj(const Tensor& self) { return self.resolve_conj(); }
inline Tensor resolve_neg(const Tensor& self) { return self.resolve_neg(); }
/// Complex elements as pairs in a new last dimension, and back.
TORCHPP_API Tensor view_as_real(const Tensor& self);
TORCHPP_API Tensor view_as_complex(const Tensor& self);
/// The parts of complex elements, as views. The real part of a real tensor is itself.
TORCHPP_API Tensor real(const Tensor& self);
TORCHPP_API Tensor imag(const Tensor& self);

}  // namespace torchpp
