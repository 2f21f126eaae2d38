// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The common element-wise call, in which nothing has to be planned.

#include "src/core/view.h"
#include "src/ops/elementwise.h"
#include "src/ops/result.h"

namespace torchpp {

/// A call whose inputs lie flat in the same order and have the dtype that the loop computes in, or the last of two is a
/// number; its result, a new tensor or the first input itself, lies like them.
template <int kInputs>
struct PlainCall {
  TensorImpl* to = nullptr;  ///< what is written
  char* number = nullptr;    ///< the last input as an element of the dtype, where it is a number

  /// False where the call is not of this kind. Else the result is made where that is a new tensor.
  bool prepare(DeviceType device, Out out, const TensorBase* const (&inputs)[kInputs], ElementwiseRule rule) {
    const TensorImpl& first = body(*inputs[0]);
    const bool usual = first.is_plain() && first.device().type() == device && computes_in(rule, first.dtype());
    bool plain = usual;
    for (int i = 1; i < kInputs; ++i) plain = first.is_plain_alike(body(*inputs[i])) && plain;
    if (kInputs == 2 && !plain && usual && number_for(first, *inputs[kInputs - 1]->impl(), storage_)) {
      plain = true;
      number = storage_;
    }
    if (TORCHPP_UNLIKELY(!plain)) return false;
    const ScalarType type = elementwise_result_dtype(rule, first.dtype());
    if (TORCHPP_LIKELY(out.functional())) {
      result_ = Tensor(make_tensor_like(first, type));
      to = result_.impl();
      return true;
    }
    if (!out.is_in_place() || out.tensor().impl() != &first || type != first.dtype()) return false;
    for (int i = 1; i < (number == nullptr ? kInputs : kInputs - 1); ++i)
      check_no_partial_overlap(out.tensor(), *inputs[i]);
    to = out.tensor().impl();
    return true;
  }

  /// After the loop: counts the write, or gives the new tensor.
  Tensor finish(Out out) {
    if (!result_.defined()) bump_version(out.tensor());
    return std::move(result_);
  }

 private:
  // An operand that is undefined throws here: the other's keys chose the kernel.
  static const TensorImpl& body(const TensorBase& t) { return t.body(); }
  // Whether the rule computes in dtype t itself.
  static bool computes_in(ElementwiseRule rule, ScalarType t) {
    return rule == ElementwiseRule::kFloat  ? !isIntegralType(t, true)
           : rule == ElementwiseRule::kBits ? isIntegralType(t, true)
                                            : true;
  }

  Tensor result_;
  alignas(16) char storage_[16];
};

}  // namespace torchpp
