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

  constexpr Out() : tensor_(nullptr), code_(kFunctional) {}
  /// The destination is the operator's first tensor argument.
  static Out in_place(const Tensor& self) { return Out(&self, kInPlace); }
  /// The destination is resized to fit.
  static Out to(const Tensor& out) { return Out(&out, kOneOut); }
  /// Several destinations (at least two), one per result, which are resized to fit. The array must outlive the call.
  template <size_t n>
  static Out to(const Tensor* const (&outs)[n]) {
    static_assert(n >= 2, "one result has a destination without an array");
    return Out(outs, n);
  }
  static Out to(const Tensor* const* outs, size_t n) { return Out(outs, n); }

  constexpr Form form() const { return functional() ? Form::kFunctional : is_in_place() ? Form::kInPlace : Form::kOut; }
  constexpr bool functional() const { return code_ == kFunctional; }
  constexpr bool is_in_place() const { return code_ == kInPlace; }
  constexpr bool is_out() const { return code_ >= kOneOut; }
  /// The destination, for operators with one result; undefined behaviour for the functional form.
  constexpr const Tensor& tensor() const { return *tensor_; }
  /// Number of destinations.
  constexpr size_t count() const { return is_out() ? code_ - kOneOut + 1 : code_; }
  /// The destination of the result `i`.
  constexpr const Tensor& tensor(size_t i) const { return code_ <= kOneOut ? *tensor_ : *tensors_[i]; }

 private:
  // Form and number of destinations in one word: two smaller members would be written one by one and, where the object
  // is passed in registers, read as one word, for which the processor has to wait. Above kOneOut: so many more.
  enum Code : size_t { kFunctional, kInPlace, kOneOut };

  Out(const Tensor* tensor, Code code) : tensor_(tensor), code_(code) {
    check_writable(*reinterpret_cast<const TensorBase*>(tensor));
  }
  Out(const Tensor* const* tensors, size_t count) : tensors_(tensors), code_(kOneOut + count - 1) {
    for (size_t i = 0; i < count; ++i) check_writable(*reinterpret_cast<const TensorBase*>(tensors[i]));
  }
  union {
    const Tensor* tensor_;          // of one destination
    const Tensor* const* tensors_;  // of several
  };
  size_t code_;
};

}  // namespace torchpp
