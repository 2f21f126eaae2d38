// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ATen/core/ATenGeneral.h>

namespace c10 {

/// A dimension that may count from the end, as one that does not. A tensor of no dimension has one when wrap_scalar.
inline int64_t maybe_wrap_dim(int64_t dim, int64_t dims, bool wrap_scalar = true) {
  if (dims <= 0) {
    TORCHPP_CHECK_INDEX(wrap_scalar, "dimension specified as ", dim, " but tensor has no dimensions");
    dims = 1;
  }
  TORCHPP_CHECK_INDEX(-dims <= dim && dim < dims, "Dimension out of range (expected to be in range of [", -dims, ", ",
                      dims - 1, "], but got ", dim, ")");
  return dim < 0 ? dim + dims : dim;
}

}  // namespace c10

namespace at {
using c10::maybe_wrap_dim;
inline int64_t maybe_wrap_dim(int64_t dim, const Tensor& t) { return maybe_wrap_dim(dim, t.dim()); }
inline int64_t maybe_wrap_dim(int64_t dim, TensorList tensors) {
  return tensors.empty() ? dim : maybe_wrap_dim(dim, tensors[0].dim());
}
inline void maybe_wrap_dims_n(int64_t* dims, int64_t count, int64_t ndims) {
  for (int64_t i = 0; i < count; ++i) dims[i] = maybe_wrap_dim(dims[i], ndims);
}
/// All of a list, in place.
template <class Container>
void maybe_wrap_dims(Container& dims, int64_t ndims) {
  maybe_wrap_dims_n(dims.data(), static_cast<int64_t>(dims.size()), ndims);
}
inline void wrap_all_dims(std::vector<int64_t>& dims, int64_t ndims) { maybe_wrap_dims(dims, ndims); }
}  // namespace at
