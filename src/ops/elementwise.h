// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Rules of element-wise operators: shapes, dtypes, where the result goes. No backend code.

#include <torchpp/dispatch/out.h>
#include <torchpp/tensor.h>

#include "src/ops/iterator.h"

namespace torchpp {

/// How the dtypes of computation and result follow from the promoted dtype of the inputs.
enum class ElementwiseRule : uint8_t {
  kSame,  ///< both the promoted dtype
  kPromote = kSame,
  kFloat,  ///< integers and bool become the default floating dtype
  kAbs,    ///< the result of complex inputs is of their real dtype
  kBool,   ///< the result is bool
  kBits    ///< both the promoted dtype, which must be integral or bool
};

/// What a backend needs to run an element-wise operator.
struct ElementwisePlan {
  explicit ElementwisePlan(IntArrayRef shape) : iterator(shape) {}
  Iterator iterator;
  Device device = Device(kCPU);
  ScalarType compute = ScalarType::Undefined;  ///< dtype of the inputs in the iterator
  Tensor result;                               ///< what the loops write
  Tensor destination;  ///< where the result must be copied afterwards; undefined when it is written in place
  // Inputs that had to be converted, and numbers as values of the compute dtype, kept alive for the loops.
  Tensor converted[Iterator::kMaxOperands];
  alignas(16) char numbers[Iterator::kMaxOperands][16];
};

/// Which inputs decide the strides of a new result: so many of the leading ones, or one of these.
constexpr int kLayoutOfAll = 0;
constexpr int kLayoutLastFirst = -1;  ///< all, the last input before the others

/// Finds the device and the dtype of computation, so that the caller can refuse the dtype before anything is changed.
/// `plain` of the leading inputs (conditions) keep their dtype and are not promoted.
TORCHPP_API void promote_elementwise(ElementwisePlan& plan, const char* op, const TensorBase* const* inputs, int count,
                                     ElementwiseRule rule, int plain = 0);
/// After promote_elementwise: checks the destination, resizes or allocates it, converts inputs, and builds the
/// iterator, which is empty for Meta tensors. `layout` says which inputs decide the strides of a new result.
/// Throws as libtorch does, before anything is changed: sizes that do not broadcast, results that cannot be cast,
/// memory that overlaps. A destination whose elements are read after they would be written gets its values by a copy.
TORCHPP_API void plan_elementwise(ElementwisePlan& plan, const char* op, Out out, const TensorBase* const* inputs,
                                  int count, ElementwiseRule rule, int plain = 0, int layout = kLayoutOfAll);
/// Copies into the destination where that is another tensor, counts the write, and gives the functional result.
TORCHPP_API Tensor finish_elementwise(ElementwisePlan& plan, Out out);

/// The shape of the plan's inputs.
TORCHPP_API DimVector broadcast_inputs(const TensorBase* const* inputs, int count);

/// Strides of a new result of the shape, to which the inputs broadcast: dense, with dimensions in the order in which
/// the first input that tells them apart has them. The rule, also for strides of dimensions of sizes 0 and 1, is that
/// of libtorch 1.13.1 (tests/ops/layout_test.cpp).
TORCHPP_API DimVector elementwise_strides(IntArrayRef shape, const TensorBase* const* inputs, int count);

/// The promoted dtype of the inputs.
TORCHPP_API ScalarType promoted_dtype(const TensorBase* const* inputs, int count);

/// The dtype of the result where the loop computes in `compute`.
inline ScalarType elementwise_result_dtype(ElementwiseRule rule, ScalarType compute) {
  return rule == ElementwiseRule::kBool ? kBool : rule == ElementwiseRule::kAbs ? toRealValueType(compute) : compute;
}
/// Writes the number that is the right operand of a tensor as an element of the tensor's dtype; false where the tensor
/// does not decide the dtype of computation alone.
TORCHPP_API bool number_for(const TensorImpl& tensor, const TensorImpl& number, char* to);

/// Writes a number as an element of the dtype. Throws as Scalar::to when the value does not fit: the conversion of
/// numbers that are arguments of an operator.
TORCHPP_API void store_number(const Scalar& value, ScalarType dtype, void* to);
/// Writes a number as an element of the dtype without a check, as tensors are converted: integers wrap, floating
/// numbers beyond the range become infinite, imaginary parts are dropped. The conversion of numbers that stand for
/// tensors: `x == -1` of uint8.
TORCHPP_API void cast_number(const Scalar& value, ScalarType dtype, void* to);
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
