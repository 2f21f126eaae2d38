// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Nested tensors: their bodies, and the way from their constituents to dense tensors and back.
///
/// All kernels of nested tensors are functions of dense tensors: they take the memory of a nested tensor as a tensor of
/// one dimension (values), call operators of that, and make a nested tensor of the result. The layer of the key Nested
/// stands above autograd, so gradients need nothing but the derivatives of `values` and `_nested_view_from_buffer`.

#include <torchpp/tensor.h>

#include <atomic>
#include <memory>
#include <vector>

namespace torchpp {

/// Where the elements of constituents lie.
struct NestedShape {
  size_t count = 0;              ///< constituents
  size_t dims = 0;               ///< dimensions of each
  std::vector<int64_t> sizes;    ///< count x dims
  std::vector<int64_t> strides;  ///< count x dims
  std::vector<int64_t> offsets;  ///< in values()
  int64_t numel = 0;             ///< of all constituents together
  bool in_order = true;          ///< whether the memory of each begins where that of the one before it ends
  bool contiguous = true;        ///< in order, and each in row-major order

  IntArrayRef sizes_of(size_t i) const { return IntArrayRef(sizes.data() + i * dims, dims); }
  IntArrayRef strides_of(size_t i) const { return IntArrayRef(strides.data() + i * dims, dims); }
  int64_t numel_of(size_t i) const;
  /// The size of a dimension of all constituents, -1 where they differ. Without constituents 0.
  int64_t common_size(size_t dim) const;
};
using NestedShapePtr = std::shared_ptr<const NestedShape>;

/// Of constituents one after the other in row-major order. `sizes` are count x dims, none of them negative.
NestedShapePtr dense_nested_shape(size_t count, size_t dims, std::vector<int64_t> sizes);
NestedShapePtr nested_shape(size_t count, size_t dims, std::vector<int64_t> sizes, std::vector<int64_t> strides,
                            std::vector<int64_t> offsets);
/// The matrix (count, dims) as a tensor of int64.
Tensor nested_matrix(const NestedShape& shape, const std::vector<int64_t>& numbers);

/// The shape of a nested tensor. Throws Error for others.
const NestedShapePtr& nested_shape_of(const Tensor& t);
/// values(), a view. `t` must be nested.
Tensor nested_values_of(const Tensor& t);
/// values() with the constituents one after the other in row-major order: a copy where they lie otherwise.
Tensor packed_values_of(const Tensor& t);
/// The constituents, views.
std::vector<Tensor> constituents_of(const Tensor& t);
/// A nested tensor in the memory of a contiguous tensor of one dimension, to which gradients flow.
Tensor make_nested(const Tensor& values, const NestedShapePtr& shape);
/// make_nested with copies of the tensors, which must have `dims` dimensions each.
Tensor make_nested_of(const std::vector<Tensor>& constituents, size_t dims);
/// constituents_of, once there are nested tensors: printing does not link what unbinds them.
extern std::atomic<std::vector<Tensor> (*)(const Tensor&)> unbind_nested;
/// Fills the slots of the key Nested. Every nested tensor is made by a function that calls it.
void register_nested_kernels();

}  // namespace torchpp
