// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Dtypes, sizes and strides of new tensors, for every backend.

#include <torchpp/tensor.h>

#include "src/core/shape.h"
#include "src/core/view.h"
#include "src/ops/result.h"

namespace torchpp {

/// Options of an operator whose results are int64 by default.
inline TensorOptions long_unless_set(const TensorOptions& options) {
  return options.has_dtype() ? options : options.dtype(kLong);
}

/// The dtype of arange: the one asked for, else int64 when all numbers are integers, else the default dtype.
TORCHPP_API ScalarType arange_dtype(const Scalar& start, const Scalar& end, const Scalar& step,
                                    const TensorOptions& options);
/// The number of elements of arange. Throws for a step of 0, an infinite range, a step in the wrong direction.
TORCHPP_API int64_t arange_size(const Scalar& start, const Scalar& end, const Scalar& step, ScalarType dtype);
/// The number of elements of range, which takes the end in. Throws as arange_size() does.
int64_t range_size(const Scalar& start, const Scalar& end, const Scalar& step, ScalarType dtype);

/// The dtype of linspace: the one asked for, else the default complex dtype when an end is complex, else the default
/// dtype. Throws for a negative count.
TORCHPP_API ScalarType linspace_dtype(const Scalar& start, const Scalar& end, int64_t steps,
                                      const TensorOptions& options);

/// The dimensions of a new tensor, the innermost first, by how other tensors have them: compare(a, b) is 1 where
/// dimension a lies outside of b, -1 where it lies inside, 0 where nothing tells. Dimensions that nothing tells apart
/// are passed over, so that this is no ordinary sort; without a reason to move they stand in row-major order, and then
/// the result is false.   Source: libtorch 1.13.1's strides of results, measured.
template <class Compare>
bool order_dimensions(DimVector& order, size_t rank, const Compare& compare) {
  order.resize(rank);
  for (size_t d = 0; d < rank; ++d) order[d] = static_cast<int64_t>(rank - 1 - d);
  bool moved = false;
  for (size_t i = 1; i < rank; ++i) {
    size_t at = i;
    for (size_t j = i; j-- > 0;) {
      const int which = compare(static_cast<size_t>(order[j]), static_cast<size_t>(order[at]));
      if (which < 0) break;
      if (which == 0) continue;
      std::swap(order[j], order[at]);
      at = j;
      moved = true;
    }
  }
  return moved;
}

/// A fresh tensor in pinned memory, where options ask for that. Meta tensors have no memory. Throws for those of other
/// devices than these two.
TORCHPP_API Tensor make_pinned(IntArrayRef sizes, IntArrayRef strides, ScalarType dtype, Device device);
/// A fresh vector of this dtype, and otherwise of these options.
inline Tensor make_vector(int64_t n, ScalarType dtype, TensorOptions options) {
  if (TORCHPP_UNLIKELY(options.pinned_memory())) return make_pinned({n}, {1}, dtype, options.device());
  return Tensor(make_tensor({n}, dtype, options.device()));
}

/// Dense strides in the order of these, as clone and the *_like functions give them to tensors with gaps or overlap.
TORCHPP_API DimVector dense_strides_like(IntArrayRef sizes, IntArrayRef strides);

/// Strides of a new tensor of self's sizes whose dimensions stand in memory as self's do; none where these are the
/// row-major ones.
TORCHPP_API DimVector strides_like(const Tensor& self);

[[noreturn]] TORCHPP_COLD void fail_two_formats();
/// The memory format that an argument or the options ask for. Throws when both do.
inline optional<MemoryFormat> requested_format(const TensorOptions& options, optional<MemoryFormat> memory_format) {
  if (TORCHPP_LIKELY(!options.has_memory_format())) return memory_format;
  if (memory_format) fail_two_formats();
  return options.memory_format_opt();
}
/// A fresh tensor of self's sizes; without a format, or with Preserve, its dimensions stand in memory as self's do.
TORCHPP_API Tensor make_like(const Tensor& self, ScalarType dtype, Device device, optional<MemoryFormat> format);

/// The tensor that a kernel fills whose result is like self: a fresh one of the dtype; in place the destination; out=,
/// resized. For a destination that is a conjugate or negative view a fresh one too, which finish_write() copies.
inline Tensor destination_like(const Out& out, const Tensor& self, ScalarType dtype) {
  if (out.functional()) return make_like(self, dtype, self.device(), nullopt);
  const Tensor to = out.is_in_place() ? out.tensor() : resize_output(out, self.sizes(), dtype, self.device());
  return TORCHPP_LIKELY(!to.is_conj() && !to.is_neg()) ? to : make_like(to, to.dtype(), to.device(), nullopt);
}

}  // namespace torchpp
