// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The common element-wise call, in which nothing has to be planned.

#include "src/core/view.h"
#include "src/ops/elementwise.h"
#include "src/ops/result.h"

namespace torchpp {

/// Whether the inputs lie flat in the same order and have the dtype that the loop computes in, or the last of two is a
/// number. A new result then lies like them.
template <int kInputs>
class PlainCall {
 public:
  /// `storage` gets the last input as an element of the dtype, where it is a number.
  TORCHPP_INLINE PlainCall(DeviceType device, const TensorBase* const (&inputs)[kInputs], ElementwiseRule rule,
                           char (&storage)[16]) {
    const TensorImpl& first = body(*inputs[0]);
    const bool usual = first.is_plain() && first.device().type() == device && computes_in(rule, first.dtype());
    plain_ = usual;
    for (int i = 1; i < kInputs; ++i) plain_ = first.is_plain_alike(body(*inputs[i])) && plain_;
    if (kInputs == 2 && !plain_ && usual && number_for(first, *inputs[kInputs - 1]->impl(), storage))
      plain_ = has_number_ = true;
    if (TORCHPP_UNLIKELY(!plain_)) return;
    dtype_ = elementwise_result_dtype(rule, first.dtype());
  }

  explicit operator bool() const { return plain_; }
  bool has_number() const { return has_number_; }
  /// Whether the destination is the first input and can hold the result. Throws where memory overlaps.
  bool writes_first(const Out& out, const TensorBase* const (&inputs)[kInputs]) const {
    const TensorImpl* const first = inputs[0]->impl();
    if (!out.is_in_place() || out.tensor().impl() != first || dtype_ != first->dtype()) return false;
    for (int i = 1; i < (has_number_ ? kInputs - 1 : kInputs); ++i) check_no_partial_overlap(out.tensor(), *inputs[i]);
    return true;
  }
  /// Of the result, a tensor like the first input.
  ScalarType dtype() const { return dtype_; }

 private:
  // An operand that is undefined throws here: the other's keys chose the kernel.
  static const TensorImpl& body(const TensorBase& t) { return t.body(); }
  // Whether the rule computes in dtype t itself.
  static bool computes_in(ElementwiseRule rule, ScalarType t) {
    return rule == ElementwiseRule::kFloat  ? !isIntegralType(t, true)
           : rule == ElementwiseRule::kBits ? isIntegralType(t, true)
                                            : true;
  }

  bool plain_, has_number_ = false;
  ScalarType dtype_ = ScalarType::Undefined;
};

}  // namespace torchpp
