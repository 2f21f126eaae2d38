// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Reductions by the dtype of their input. Each writes a result that has the sizes left after the dimensions in
/// `mask`, with or without ones for these, and gives false where it has no kernel for the dtypes.

#include <torchpp/core/tensor_base.h>

namespace torchpp::cuda {

/// The sum over the divisor. The result is of the input's dtype, of integers int64, of float16 and bfloat16 also float.
bool reduce_sum(const TensorBase& in, uint64_t mask, const TensorBase& result, double divisor);
/// The sum of the floating numbers that are no NaN; the result has the dtypes of reduce_sum.
bool reduce_sum_of_numbers(const TensorBase& in, uint64_t mask, const TensorBase& result);
/// The product; the result has the dtypes of reduce_sum.
bool reduce_product(const TensorBase& in, uint64_t mask, const TensorBase& result);
bool reduce_extreme(bool max, const TensorBase& in, uint64_t mask, const TensorBase& result);
/// Indices are relative to the one dimension in `mask`. `values` is null or memory with the strides of the indices.
bool reduce_arg_extreme(bool max, const TensorBase& in, uint64_t mask, const TensorBase& indices, void* values);
/// The result is bytes.
bool reduce_truth(bool all, const TensorBase& in, uint64_t mask, const TensorBase& result);
/// Squared deviations over the divisor, or the root of that. The result is real, as of the next.
bool reduce_variance(const TensorBase& in, uint64_t mask, const TensorBase& result, double divisor, bool root);
bool reduce_norm(const TensorBase& in, uint64_t mask, const TensorBase& result, double order);
bool reduce_logsumexp(const TensorBase& in, uint64_t mask, const TensorBase& result);

}  // namespace torchpp::cuda
