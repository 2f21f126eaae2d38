// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Rules of element-wise operators: shapes, dtypes, where the result goes. No backend code.

#include "src/ops/iterator.h"
#include "src/ops/ops.h"

namespace torchpp {

/// How the dtypes of computation and result follow from the promoted dtype of the inputs.
enum class ElementwiseRule : uint8_t {
  kSame,  ///< both the promoted dtype
  kPromote = kSame,
  kFloat,  ///< integers and bool become the default floating dtype
  kAbs,    ///< the result of complex inputs is of their real dtype
  kBool,   ///< the result is bool
  kLogic = kBool,
  kBits  ///< both the promoted dtype, which must be integral or bool
};

/// What a backend needs to run an element-wise operator.
struct ElementwisePlan {
  explicit ElementwisePlan(IntArrayRef shape) : iterator(shape) {}
  Iterator iterator;
  ScalarType compute = ScalarType::Undefined;  ///< dtype of the inputs in the iterator
  Tensor result;                               ///< what the loops write
  Tensor destination;  ///< where the result must be copied afterwards; undefined when it is written in place
  // Inputs that had to be converted, and numbers as values of the compute dtype, kept alive for the loops.
  Tensor converted[Iterator::kMaxOperands];
  alignas(16) char numbers[Iterator::kMaxOperands][16];
};

/// Checks operands and destination, promotes, broadcasts, converts inputs, allocates, and builds the iterator, which is
/// empty for Meta tensors. Inputs without a dtype rule (conditions) are not promoted: `plain` of the leading inputs
/// keep their dtype. Throws as libtorch does: sizes that do not broadcast, results that cannot be cast, memory that
/// overlaps.
TORCHPP_API void plan_elementwise(ElementwisePlan& plan, const char* op, Out out, const TensorBase* const* inputs,
                                  int count, ElementwiseRule rule, int plain = 0);
/// Copies into the destination where that is another tensor, counts the write, and gives the functional result.
TORCHPP_API Tensor finish_elementwise(ElementwisePlan& plan, Out out);

/// The shape of the plan's inputs.
TORCHPP_API DimVector broadcast_inputs(const TensorBase* const* inputs, int count);

/// The dtype of the result where the loop computes in `compute`.
inline ScalarType elementwise_result_dtype(ElementwiseRule rule, ScalarType compute) {
  return rule == ElementwiseRule::kBool ? kBool : rule == ElementwiseRule::kAbs ? toRealValueType(compute) : compute;
}
/// Writes the number that is the right operand of a tensor as an element of the tensor's dtype; false where the tensor
/// does not decide the dtype of computation alone.
TORCHPP_API bool number_for(const TensorImpl& tensor, const TensorImpl& number, char* to);

/// Writes a number as an element of the dtype.
TORCHPP_API void store_number(const Scalar& value, ScalarType dtype, void* to);
/// Reads the element at the address.
TORCHPP_API Scalar load_number(ScalarType dtype, const void* from);
/// The number that an element of the tensor stands for: with the lazy conjugation and negation.
inline Scalar number_at(const TensorBase& t, const void* element) {
  if (TORCHPP_LIKELY(!t.is_conj() && !t.is_neg())) return load_number(t.scalar_type(), element);
  const Scalar value = load_number(t.scalar_type(), element), resolved = t.is_conj() ? value.conj() : value;
  return t.is_neg() ? -resolved : resolved;
}

/// The message of an operator that has no loop for a dtype.
[[noreturn]] TORCHPP_API TORCHPP_COLD void fail_dtype(const char* op, ScalarType dtype);

}  // namespace torchpp
