// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ATen/core/ATenGeneral.h>

namespace at {

/// A tensor that may be absent, as a parameter.
class OptionalTensorRef {
 public:
  OptionalTensorRef() = default;
  OptionalTensorRef(const TensorBase& tensor) : tensor_(tensor) {  // NOLINT: implicit
    TORCHPP_CHECK(tensor.defined(), "OptionalTensorRef: got an undefined tensor, expected a defined one");
  }
  bool has_value() const { return tensor_.defined(); }
  /// Undefined when absent.
  const Tensor& getTensorRef() const& { return tensor_; }
  const Tensor& operator*() const& { return tensor_; }
  const Tensor* operator->() const& { return &tensor_; }
  explicit operator bool() const { return has_value(); }

 private:
  Tensor tensor_;
};

}  // namespace at

#include <ATen/ATen.h>
