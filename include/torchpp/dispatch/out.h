// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Where an operator's result goes.

#include <torchpp/core/tensor_base.h>

namespace torchpp {

class Tensor;

/// First argument of every operator that has functional, in-place and out= forms: one kernel, one derivative and one
/// rule serve the three. With a destination the operator writes there, counts one write of it, and returns an undefined
/// tensor, because the caller holds the result already.
class Out {
 public:
  enum class Form : uint8_t { kFunctional, kInPlace, kOut };

  constexpr Out() : tensor_(nullptr), form_(Form::kFunctional) {}
  /// Into the operator's first tensor argument.
  static Out in_place(const Tensor& self) { return Out(&self, Form::kInPlace); }
  /// Into a tensor that is resized to fit.
  static Out to(const Tensor& out) { return Out(&out, Form::kOut); }

  constexpr Form form() const { return form_; }
  constexpr bool functional() const { return form_ == Form::kFunctional; }
  constexpr bool is_in_place() const { return form_ == Form::kInPlace; }
  constexpr bool is_out() const { return form_ == Form::kOut; }
  /// The destination; only of the forms that have one.
  constexpr const Tensor& tensor() const { return *tensor_; }

 private:
  Out(const Tensor* tensor, Form form) : tensor_(tensor), form_(form) {
    check_writable(*reinterpret_cast<const TensorBase*>(tensor));
  }
  const Tensor* tensor_;
  Form form_;
};

}  // namespace torchpp
