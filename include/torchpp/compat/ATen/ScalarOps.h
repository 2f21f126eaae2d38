// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ATen/core/ATenGeneral.h>

namespace c10 {

/// A tensor of no dimension with the number: of type double, complex double, bool or int64.
inline Tensor scalar_to_tensor(const Scalar& s, Device device = Device(kCPU)) {
  return ::torchpp::scalar_tensor(s, TensorOptions().device(device).dtype(s.type()));
}

}  // namespace c10

namespace at {
using c10::scalar_to_tensor;
namespace native {
/// The same as a number among the operands of an operator, which takes no part in type promotion.
inline Tensor wrapped_scalar_tensor(const Scalar& s, Device device = Device(kCPU)) {
  Tensor t = scalar_to_tensor(s, device);
  t.unsafeGetTensorImpl()->set_wrapped_number(true);
  return t;
}
}  // namespace native
}  // namespace at
