// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ATen/core/ATenGeneral.h>
#include <torchpp/core/backend.h>
#include <torchpp/core/optional.h>

namespace c10 {

/// Makes a CUDA device the thread's current one while it lives; other devices have no current one.
class DeviceGuard {
 public:
  explicit DeviceGuard(Device device) { set_device(device); }
  DeviceGuard(const DeviceGuard&) = delete;
  DeviceGuard& operator=(const DeviceGuard&) = delete;

  void set_device(Device device) {
    current_ = device;
    if (!device.is_cuda()) return;
    if (guard_) guard_->set_device(device);
    else guard_.emplace(device);
    current_ = guard_->current_device();
  }
  void reset_device(Device device) { set_device(device); }
  void set_index(DeviceIndex index) { set_device(Device(current_.type(), index)); }
  Device original_device() const { return guard_ ? guard_->original_device() : current_; }
  Device current_device() const { return current_; }

 private:
  Device current_ = Device(::torchpp::kCPU);
  optional<::torchpp::cuda::CUDAGuard> guard_;
};

/// A DeviceGuard that may have nothing to guard yet.
class OptionalDeviceGuard {
 public:
  OptionalDeviceGuard() = default;
  explicit OptionalDeviceGuard(Device device) : guard_(std::in_place, device) {}
  explicit OptionalDeviceGuard(optional<Device> device) {
    if (device) guard_.emplace(*device);
  }
  void reset_device(Device device) {
    if (guard_) guard_->set_device(device);
    else guard_.emplace(device);
  }
  optional<Device> original_device() const { return guard_ ? optional<Device>(guard_->original_device()) : nullopt; }
  optional<Device> current_device() const { return guard_ ? optional<Device>(guard_->current_device()) : nullopt; }

 private:
  optional<DeviceGuard> guard_;
};

}  // namespace c10

namespace at {
using c10::DeviceGuard;
using c10::OptionalDeviceGuard;
inline optional<Device> device_of(const Tensor& t) { return t.defined() ? optional<Device>(t.device()) : nullopt; }
inline optional<Device> device_of(const optional<Tensor>& t) { return t ? device_of(*t) : nullopt; }
inline optional<Device> device_of(TensorList tensors) { return tensors.empty() ? nullopt : device_of(tensors.front()); }
}  // namespace at
