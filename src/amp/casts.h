// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What autocast converts, and the conversions that a thread keeps.

#include <torchpp/tensor.h>

#include <vector>

namespace torchpp::amp {

/// The thread's lower dtype of a device.
ScalarType lower_dtype(DeviceType device);

/// Whether autocast may convert the tensor: a floating one of that device, but not double.
inline bool is_eligible(const Tensor& t, DeviceType device) {
  if (!t.defined()) return false;
  const TensorImpl& impl = *t.impl();
  return impl.device().type() == device && isFloatingType(impl.dtype()) && impl.dtype() != kDouble;
}

/// Whether it is converted: eligible, and of another dtype.
inline bool is_converted(const Tensor& t, ScalarType to, DeviceType device) {
  return is_eligible(t, device) && t.scalar_type() != to;
}
/// The conversion of such a tensor; one of a weight to the lower dtype is kept.
Tensor converted(const Tensor& t, ScalarType to, DeviceType device);
/// The list with those of its tensors converted that are to be.
std::vector<Tensor> converted_list(TensorList list, ScalarType to, DeviceType device);

/// Forgets this thread's conversions.
void clear_casts();

}  // namespace torchpp::amp
