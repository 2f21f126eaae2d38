// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ATen/ATen.h>

namespace c10 {
namespace cuda {
using namespace ::torchpp::cuda;  // NOLINT: this is what the header is for

inline DeviceIndex device_count_ensure_non_zero() {
  TORCHPP_CHECK(is_available(), "CUDA is not available: ", why_unavailable());
  return device_count();
}
inline void device_synchronize() { synchronize(); }
}  // namespace cuda
}  // namespace c10
