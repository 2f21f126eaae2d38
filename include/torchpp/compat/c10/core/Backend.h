// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ATen/core/ATenGeneral.h>

namespace c10 {

/// The kind of a tensor, in libtorch's old numbering of device and layout together.
enum class Backend { CPU, CUDA, Meta, Undefined };

inline Backend options_to_backend(const TensorBase& t) {
  return !t.defined() ? Backend::Undefined : t.is_cpu() ? Backend::CPU : t.is_cuda() ? Backend::CUDA : Backend::Meta;
}
inline const char* toString(Backend b) {
  switch (b) {
    case Backend::CPU: return "CPU";
    case Backend::CUDA: return "CUDA";
    case Backend::Meta: return "Meta";
    default: return "UNKNOWN_BACKEND";
  }
}
inline DeviceType backendToDeviceType(Backend b) {
  TORCHPP_CHECK(b != Backend::Undefined, "Undefined backend is not a valid device type");
  return b == Backend::CPU ? kCPU : b == Backend::CUDA ? kCUDA : kMeta;
}

}  // namespace c10

namespace at {
using c10::Backend;
using c10::backendToDeviceType;
using c10::options_to_backend;
using c10::toString;
}  // namespace at
