// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Shapes and dtypes of reductions, scans, softmax and sorting. No backend code.

#include "src/core/shape.h"
#include "src/ops/ops.h"

namespace torchpp {

/// A bit per dimension that is reduced; an absent or empty list means all of them.
inline uint64_t reduced_dims(OptionalIntArrayRef dims, int64_t rank, const char* op) {
  if (dims.has_value() && !dims->empty()) return dim_mask(*dims, rank, op);
  return rank >= 64 ? ~uint64_t{0} : (uint64_t{1} << rank) - 1;
}
/// The same for one dimension; an absent one means all.
inline uint64_t reduced_dim(std::optional<int64_t> dim, int64_t rank, const char* op) {
  return dim ? dim_bit(*dim, rank) : reduced_dims(std::nullopt, rank, op);
}
/// The sizes that are left; with `keepdim` ones stand for the reduced dimensions.
TORCHPP_API DimVector reduced_sizes(IntArrayRef sizes, uint64_t reduced, bool keepdim);

/// The dtype of a sum or product: as asked, else that of out=, else int64 for integers and bool.
TORCHPP_API ScalarType sum_dtype(const TensorBase& self, std::optional<ScalarType> dtype, const Out& out);
/// The same for a mean, which exists for floating and complex numbers only.
TORCHPP_API ScalarType mean_dtype(const TensorBase& self, std::optional<ScalarType> dtype, const Out& out);
/// The dtype of a running sum: as that of a sum, but in place the tensor's own.
TORCHPP_API ScalarType scan_dtype(const TensorBase& self, std::optional<ScalarType> dtype, const Out& out);
/// bool, but uint8 for uint8, and what out= has if that is one of the two.
TORCHPP_API ScalarType any_dtype(const char* op, const TensorBase& self, const Out& out);
/// The real dtype of a variance or standard deviation.
TORCHPP_API ScalarType var_dtype(const TensorBase& self);
/// What a norm is computed in, given the dtype that was asked for: the input's own, or that one.
TORCHPP_API ScalarType norm_dtype(const TensorBase& self, std::optional<ScalarType> dtype);

/// Maxima have no neutral element: every reduced dimension must have elements, unless nothing is asked of it.
TORCHPP_API void check_nonempty(const char* op, const TensorBase& self, uint64_t reduced, bool dims_given);
/// amax and amin write out= in the input's dtype.
TORCHPP_API void check_extreme_out(const TensorBase& self, const Out& out);
/// max and min with indices know no order of complex numbers.
TORCHPP_API void check_ordered(const char* op, const TensorBase& self);
/// Their fresh results: the values and where they were.
TORCHPP_API TensorPair extreme_results(const char* op, const Tensor& self, uint64_t reduced, bool keepdim);
/// All elements in row-major order, in one dimension.
TORCHPP_API Tensor row_of(const Tensor& t);
/// The norms of order inf and below 0 have none either.
TORCHPP_API void check_norm_nonempty(const TensorBase& self, double order, OptionalIntArrayRef dims, uint64_t reduced);
/// Softmax works on floating numbers, and widens only half to float.
TORCHPP_API ScalarType softmax_dtype(const char* op, const TensorBase& self, bool half_to_float);
/// The gradient of softmax's result is like it; gives its dtype.
TORCHPP_API ScalarType softmax_backward_dtype(const char* op, const TensorBase& grad, const TensorBase& output);
/// Floating numbers keep their dtype, integers get the default one.
TORCHPP_API ScalarType logsumexp_dtype(const TensorBase& self);
/// How many elements topk looks at; throws when k is not among them.
TORCHPP_API int64_t check_topk(const TensorBase& self, int64_t k, int64_t dim);

/// Positions within a line are counted in 32 bits.
TORCHPP_API void check_sort_length(const char* op, int64_t n);

/// Where a kernel of one tensor writes: a new tensor, out= itself, or, where out= has another dtype or shares memory
/// with the input, a new tensor that finish() copies there.
class TORCHPP_API Result {
 public:
  /// `exact` says that out= must have the dtype; otherwise the dtype must be castable to that of out=.
  Result(const Out& out, const TensorBase& self, IntArrayRef sizes, ScalarType dtype, bool exact);
  const Tensor& tensor() const { return tensor_; }
  /// Counts the write of a destination, and gives the functional result.
  Tensor finish();

 private:
  Out out_;
  Tensor tensor_;
};

}  // namespace torchpp
