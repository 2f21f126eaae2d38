// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Joining, repeating and rearranging: operators that copy.

#include <torchpp/tensor.h>

#include <string>

namespace torchpp {

// All are differentiable. Source: libtorch 1.13.

/// One after the other along a dimension; the other sizes must agree. dtypes are promoted; tensors of shape (0,) are
/// passed over.
TORCHPP_API Tensor cat(TensorList tensors, int64_t dim = 0);
TORCHPP_API Tensor& cat_out(Tensor& out, TensorList tensors, int64_t dim = 0);
inline Tensor concat(TensorList tensors, int64_t dim = 0) { return cat(tensors, dim); }
inline Tensor concatenate(TensorList tensors, int64_t dim = 0) { return cat(tensors, dim); }
/// Along a new dimension; all sizes must agree.
TORCHPP_API Tensor stack(TensorList tensors, int64_t dim = 0);
TORCHPP_API Tensor& stack_out(Tensor& out, TensorList tensors, int64_t dim = 0);
/// Along dimension 1 (of rows: 0), 0 and 2, after giving each at least that many dimensions.
TORCHPP_API Tensor hstack(TensorList tensors);
TORCHPP_API Tensor vstack(TensorList tensors);
TORCHPP_API Tensor dstack(TensorList tensors);
inline Tensor row_stack(TensorList tensors) { return vstack(tensors); }
/// Rows become columns, then along dimension 1.
TORCHPP_API Tensor column_stack(TensorList tensors);
/// The matrices on the diagonal of a matrix of zeros.
TORCHPP_API Tensor block_diag(TensorList tensors);

/// The tensor again and again along each dimension.
inline Tensor tile(const Tensor& self, IntArrayRef dims) {
  std::vector<int64_t> all(dims.begin(), dims.end());
  while (static_cast<int64_t>(all.size()) < self.dim()) all.insert(all.begin(), 1);
  return self.repeat(all);
}
/// Each element (or slice along `dim`) `repeats` times in a row; without a dimension of the flattened tensor.
TORCHPP_API Tensor repeat_interleave(const Tensor& self, int64_t repeats, std::optional<int64_t> dim = std::nullopt);
/// Element i as often as repeats[i] says.
TORCHPP_API Tensor repeat_interleave(const Tensor& self, const Tensor& repeats,
                                     std::optional<int64_t> dim = std::nullopt);

/// The order of the elements along the dimensions reversed.
inline Tensor flip(const Tensor& self, IntArrayRef dims) { return self.flip(dims); }
TORCHPP_API Tensor fliplr(const Tensor& self);
TORCHPP_API Tensor flipud(const Tensor& self);
/// Shifted along the dimensions, what falls off the end entering at the start; without dimensions of the flattened
/// tensor.
TORCHPP_API Tensor roll(const Tensor& self, IntArrayRef shifts, IntArrayRef dims = {});
/// Turned by k times 90 degrees in the plane of the two dimensions, from the first to the second.
TORCHPP_API Tensor rot90(const Tensor& self, int64_t k = 1, IntArrayRef dims = {0, 1});

/// The lower (upper) triangle of each matrix, zeros elsewhere.
inline Tensor tril(const Tensor& self, int64_t diagonal = 0) { return self.tril(diagonal); }
inline Tensor triu(const Tensor& self, int64_t diagonal = 0) { return self.triu(diagonal); }
TORCHPP_API Tensor& tril_out(Tensor& out, const Tensor& self, int64_t diagonal = 0);
TORCHPP_API Tensor& triu_out(Tensor& out, const Tensor& self, int64_t diagonal = 0);
/// Of a vector the matrix with it on the diagonal, of a matrix its diagonal.
TORCHPP_API Tensor diag(const Tensor& self, int64_t diagonal = 0);
/// The last dimension on the diagonal of the new plane (dim1, dim2).
TORCHPP_API Tensor diag_embed(const Tensor& self, int64_t offset = 0, int64_t dim1 = -2, int64_t dim2 = -1);

/// Coordinates of a grid over the vectors. indexing: "ij" (the first vector along dimension 0) or "xy".
TORCHPP_API std::vector<Tensor> meshgrid(TensorList tensors, const std::string& indexing = "ij");
/// All tuples of one element of each vector, as rows.
TORCHPP_API Tensor cartesian_prod(TensorList tensors);
/// Zeros with a one at each class: (*) of int64 gives (*, num_classes). -1: as many classes as needed.
TORCHPP_API Tensor one_hot(const Tensor& self, int64_t num_classes = -1);

}  // namespace torchpp
