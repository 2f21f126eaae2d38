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
Tensor converted(const Tensor& t, ScalarType to);
/// Conversions that this thread keeps, lent to one call without references of their own: what it forgets meanwhile
/// lives until the last such call has ended.
class LentCasts {
 public:
  LentCasts() = default;
  ~LentCasts() {
    if (lender_ != nullptr) end();
  }
  LentCasts(const LentCasts&) = delete;
  LentCasts& operator=(const LentCasts&) = delete;

  /// The kept conversion of a tensor that is converted, or null.
  TensorImpl* find(const Tensor& t, ScalarType to);

 private:
  void end();
  void* lender_ = nullptr;
};
/// The list with those of its tensors converted that are to be.
std::vector<Tensor> converted_list(TensorList list, ScalarType to, DeviceType device);

/// Forgets this thread's conversions.
void clear_casts();

}  // namespace torchpp::amp
