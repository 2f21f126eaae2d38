// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Destinations of an operator's results.

#include <torchpp/core/tensor_base.h>

namespace torchpp {

class Tensor;

/// First argument of every operator that has in-place or out= forms beside the functional one, so that one kernel, one
/// derivative and one rule serve all forms. With a destination the operator writes there, increments the version of the
/// destination once, and returns an undefined tensor, because the caller holds the result already. An operator with
/// several results has a destination for each.
class Out {
 public:
  enum class Form : uint8_t { kFunctional, kInPlace, kOut };

  constexpr Out() : tensor_(nullptr), count_(0), form_(Form::kFunctional) {}
  /// The destination is the operator's first tensor argument.
  static Out in_place(const Tensor& self) { return Out(&self, Form::kInPlace); }
  /// The destination is resized to fit.
  static Out to(const Tensor& out) { return Out(&out, Form::kOut); }
  /// Several destinations (at least two), one per result, which are resized to fit. The array must outlive the call.
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
  /// The destination, for operators with one result; undefined behaviour for the functional form.
  constexpr const Tensor& tensor() const { return *tensor_; }
  /// Number of destinations.
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
    const Tensor* tensor_;          // of one destination
    const Tensor* const* tensors_;  // of several
  };
  uint8_t count_;
  Form form_;
};

}  // namespace torchpp
