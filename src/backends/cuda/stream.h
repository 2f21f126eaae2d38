// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The calling thread's device and streams.

#include <torchpp/core/tensor_base.h>

#include "src/backends/cuda/driver.h"

namespace torchpp::cuda {

constexpr int kMaxDevices = 16;
constexpr int kStreamsPerPool = 32;

DeviceIndex current_device_index();
void set_device_index(DeviceIndex device);

/// The stream on which the thread's operators of the device run.
StreamHandle current_stream_of(DeviceIndex device);
void set_current_stream_of(DeviceIndex device, StreamHandle stream);
StreamHandle next_pool_stream(DeviceIndex device, bool high_priority);

/// Makes the device of an operator's tensors the current one while it lives, and gives the stream to launch on. Every
/// kernel of the backend begins with one.
class OnDevice {
 public:
  explicit OnDevice(Device device) : OnDevice(device.index()) {}
  explicit OnDevice(const TensorBase& t) : OnDevice(t.device().index()) {}
  explicit OnDevice(DeviceIndex device)
      : previous_(current_device_index()), device_(device), stream_(current_stream_of(device)) {
    if (TORCHPP_UNLIKELY(previous_ != device_)) set_device_index(device_);
  }
  ~OnDevice() { restore(); }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

  DeviceIndex device() const { return device_; }
  StreamHandle stream() const { return stream_; }

 private:
  void restore() noexcept;
  DeviceIndex previous_, device_;
  StreamHandle stream_;
};

/// A mark in a stream for others to wait for. The driver keeps what waits when the object ends.
class Mark {
 public:
  Mark() { check(driver().create_event(&event_, false), "cudaEventCreate"); }
  ~Mark() { driver().destroy_event(event_); }
  Mark(const Mark&) = delete;
  Mark& operator=(const Mark&) = delete;
  /// Records the event on a stream of the current device.
  void record(StreamHandle stream) { check(driver().record_event(event_, stream), "cudaEventRecord"); }
  void block(StreamHandle stream) { check(driver().wait_event(stream, event_), "cudaStreamWaitEvent"); }

 private:
  EventHandle event_ = nullptr;
};

}  // namespace torchpp::cuda
