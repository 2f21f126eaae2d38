// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Shapes and dtypes of reductions, scans, softmax and sorting. No backend code.

#include "src/core/shape.h"
#include "src/ops/generated/reduction.h"
#include "src/ops/structured.h"

namespace torchpp {

/// A bit per dimension that is reduced; an absent or empty list means all of them.
inline uint64_t reduced_dims(OptionalIntArrayRef dims, int64_t rank, const char* op) {
  if (dims.has_value() && !dims->empty()) return dim_mask(*dims, rank, op);
  return rank >= 64 ? ~uint64_t{0} : (uint64_t{1} << rank) - 1;
}
/// A bit for the dimension that is reduced; an absent one means all of them.
inline uint64_t reduced_dim(optional<int64_t> dim, int64_t rank, const char* op) {
  return dim ? dim_bit(*dim, rank) : reduced_dims(nullopt, rank, op);
}
/// The sizes that are left; with `keepdim` ones stand for the reduced dimensions.
TORCHPP_API DimVector reduced_sizes(IntArrayRef sizes, uint64_t reduced, bool keepdim);

/// What the rule of a reduction finds.
struct ReductionPlan : Plan<1> {
  uint64_t mask = 0;  ///< a bit per dimension that is reduced
};
/// What the rule of a function of whole lines along a dimension finds: softmax, running sums.
struct LinePlan : Plan<1> {
  int64_t dim = 0;  ///< counted from the front
};
/// What the rule of an operator finds that selects elements of a dimension: result 0 has them, result 1 their indices.
struct SelectionPlan : Plan<2> {
  int64_t dim = 0;  ///< counted from the front
  int64_t k = 0;    ///< how many of each line
  bool keepdim = true;
  /// Result 0 with all dimensions of the input.
  TORCHPP_API Tensor with_dim() const;
};

/// The dtype of a sum or product: as asked, else that of out=, else int64 for integers and bool.
TORCHPP_API ScalarType sum_dtype(const TensorBase& self, optional<ScalarType> dtype, const Out& out);
/// The dtype of a mean, which exists for floating and complex numbers only.
TORCHPP_API ScalarType mean_dtype(const TensorBase& self, optional<ScalarType> dtype, const Out& out);
/// The dtype of softmax, which works on floating numbers, and widens only half to float.
TORCHPP_API ScalarType softmax_dtype(const char* op, const TensorBase& self, bool half_to_float);
/// What a norm is computed in, given the dtype that was asked for: the input's own, or that one.
TORCHPP_API ScalarType norm_dtype(const TensorBase& self, optional<ScalarType> dtype);
/// The order of a norm, or its inverse, as the dtype in which powers are computed holds it. Beyond float it is infinite
/// in every dtype: the norm is the greatest element then, of which the powers would overflow.
inline double norm_exponent(double exponent, ScalarType result) {
  const double rounded = static_cast<double>(static_cast<float>(exponent));
  return result == kDouble && rounded - rounded == 0 ? exponent : rounded;
}

/// All elements in row-major order, in one dimension.
TORCHPP_API Tensor row_of(const Tensor& t);

}  // namespace torchpp
