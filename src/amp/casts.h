// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What autocast converts, and the conversions that a thread keeps.

#include <torchpp/tensor.h>

#include <vector>

#include "src/core/thread_state.h"

namespace torchpp::amp {

/// The thread's lower dtype of a device.
inline ScalarType lower_dtype(DeviceType device) {
  return device == kCPU ? thread_state.autocast.cpu : thread_state.autocast.cuda;
}
/// Whether conversions of weights to this dtype are kept now.
inline bool keeps_casts(ScalarType to, DeviceType device) {
  const ThreadState& s = thread_state;
  return s.autocast.caches && to == lower_dtype(device) && s.dual_level < 0;  // a tangent ends with its level
}

/// Whether autocast may convert the tensor: a floating one of that device, but not double.
inline bool is_eligible(const Tensor& t, DeviceType device) {
  if (!t.defined()) return false;
  constexpr auto bit = [](ScalarType type) { return 1u << static_cast<int>(type); };
  constexpr uint32_t kDtypes = bit(kFloat) | bit(kHalf) | bit(kBFloat16);
  const TensorImpl& impl = *t.impl();
  return impl.device().type() == device && (kDtypes >> static_cast<int>(impl.dtype()) & 1) != 0;
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
  LentCasts(ScalarType to, DeviceType device)
      : kept_(keeps_casts(to, device) ? thread_state.own.autocast_casts : nullptr), to_(to) {}
  ~LentCasts() {
    if (is_lent_) end();
  }
  LentCasts(const LentCasts&) = delete;
  LentCasts& operator=(const LentCasts&) = delete;

  /// The kept conversion of a tensor that is converted, or null.
  TensorImpl* find(const Tensor& t);

 private:
  void end();
  void* kept_;  // null where none are kept
  ScalarType to_;
  bool is_lent_ = false;
};
/// The list with those of its tensors converted that are to be.
std::vector<Tensor> converted_list(TensorList list, ScalarType to, DeviceType device);

/// Forgets this thread's conversions.
void clear_casts();

}  // namespace torchpp::amp
