// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Events of any device. Only CUDA's can be recorded, and they have a class of their own:
/// at::cuda::CUDAEvent, <ATen/cuda/CUDAEvent.h>.

#include <c10/core/Stream.h>

namespace c10 {

enum class EventFlag { PYTORCH_DEFAULT, BACKEND_DEFAULT, INVALID };

/// An event that was never recorded: done, and nobody waits for it.
class Event final {
 public:
  explicit Event(DeviceType type, EventFlag flag = EventFlag::PYTORCH_DEFAULT) : type_(type), flag_(flag) {
    TORCHPP_CHECK(type == kCPU, "Event: got device type ", type, ", expected cpu; CUDA's class is at::cuda::CUDAEvent");
  }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  Event(Event&&) = default;
  Event& operator=(Event&&) = default;

  Device device() const noexcept { return Device(type_, device_index()); }
  DeviceType device_type() const noexcept { return type_; }
  DeviceIndex device_index() const noexcept { return -1; }
  EventFlag flag() const noexcept { return flag_; }
  bool was_marked_for_recording() const noexcept { return false; }
  bool query() const { return true; }
  void block(const Stream&) const {}
  /// Throws Error.
  void record(const Stream& stream) {
    TORCHPP_CHECK(stream.device_type() == type_, "Event device type ", type_,
                  " does not match recording stream's device type ", stream.device_type(), ".");
    TORCHPP_CHECK(false, type_, " backend doesn't support events.");
  }
  void recordOnce(const Stream& stream) { record(stream); }

 private:
  DeviceType type_;
  EventFlag flag_;
};

}  // namespace c10
