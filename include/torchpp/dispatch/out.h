// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Where an operator's result goes.

#include <torchpp/core/tensor_base.h>

namespace torchpp {

class Tensor;

/// First argument of every operator that has in-place or out= forms beside the functional one: one kernel, one
/// derivative and one rule serve the three. With a destination the operator writes there, counts one write of it, and
/// returns an undefined tensor, because the caller holds the result already. An operator with several results has a
/// destination for each.
class Out {
 public:
  enum class Form : uint8_t { kFunctional, kInPlace, kOut };

  constexpr Out() : tensor_(nullptr), count_(0), form_(Form::kFunctional) {}
  /// Into the operator's first tensor argument.
  static Out in_place(const Tensor& self) { return Out(&self, Form::kInPlace); }
  /// Into a tensor that is resized to fit.
  static Out to(const Tensor& out) { return Out(&out, Form::kOut); }
  /// Into several tensors, one per result, which are resized to fit. The array must outlive the call.
  template <size_t n>
  static Out to(const Tensor* const (&outs)[n]) {
    static_assert(n >= 2 && n <= 255, "one result has a destination without an array");
    return Out(outs, static_cast<uint8_t>(n));
  }
  static Out to(const Tensor* const* outs, size_t n) { return Out(outs, static_cast<uint8_t>(n)); }

  constexpr Form form() const { return form_; }
  constexpr bool functional() const { return form_ == Form::kFunctional; }
  constexpr bool is_in_place() const { return form_ == Form::kInPlace; }
  constexpr bool is_out() const { return form_ == Form::kOut; }
  /// The destination; only of the forms that have one, of operators with one result.
  constexpr const Tensor& tensor() const { return *tensor_; }
  /// How many destinations there are.
  constexpr size_t count() const { return count_; }
  /// The destination of the result `i`.
  constexpr const Tensor& tensor(size_t i) const { return count_ == 1 ? *tensor_ : *tensors_[i]; }

 private:
  Out(const Tensor* tensor, Form form) : tensor_(tensor), count_(1), form_(form) {
    check_writable(*reinterpret_cast<const TensorBase*>(tensor));
  }
  Out(const Tensor* const* tensors, uint8_t count) : tensors_(tensors), count_(count), form_(Form::kOut) {
    for (size_t i = 0; i < count; ++i) check_writable(*reinterpret_cast<const TensorBase*>(tensors[i]));
  }
  union {
    const Tensor* tensor_;           // of one destination
    const Tensor* const* tensors_;  // of several
  };
  uint8_t count_;
  Form form_;
};

}  // namespace torchpp
