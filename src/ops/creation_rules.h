// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Dtypes, sizes and strides of new tensors, for every backend.

#include <torchpp/tensor.h>

#include "src/core/shape.h"

namespace torchpp {

/// The dtype of arange: the one asked for, else int64 when all numbers are integers, else the default dtype.
TORCHPP_API ScalarType arange_dtype(const Scalar& start, const Scalar& end, const Scalar& step,
                                    const TensorOptions& options);
/// The number of elements of arange. Throws for a step of 0, an infinite range, a step in the wrong direction.
TORCHPP_API int64_t arange_size(const Scalar& start, const Scalar& end, const Scalar& step, ScalarType dtype);

/// Dense strides in the order of these, as clone and the *_like functions give them to tensors with gaps or overlap.
TORCHPP_API DimVector dense_strides_like(IntArrayRef sizes, IntArrayRef strides);

/// The memory format that an argument or the options ask for. Throws when both do.
std::optional<MemoryFormat> requested_format(const TensorOptions& options, std::optional<MemoryFormat> memory_format);
/// A fresh tensor of self's sizes; without a format, or with Preserve, its dimensions stand in memory as self's do.
TORCHPP_API Tensor make_like(const Tensor& self, ScalarType dtype, Device device, std::optional<MemoryFormat> format);

/// Tensors of shape (0,) are passed over by cat, whatever the others look like.
inline bool is_skipped_by_cat(const Tensor& t) { return t.dim() == 1 && t.numel() == 0; }
/// What cat makes of its tensors.
struct CatPlan {
  const Tensor* first = nullptr;  ///< of those that are not skipped
  size_t dim = 0;
  DimVector sizes;
  ScalarType dtype = ScalarType::Undefined;
  MemoryFormat format = MemoryFormat::Contiguous;
  bool plain = true;  ///< every part is contiguous and of the result's dtype
};
/// Throws as libtorch does for tensors that do not fit together.
TORCHPP_API CatPlan plan_cat(TensorList tensors, int64_t dim);

}  // namespace torchpp
