// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/optional.h>

#include <c10/cuda/CUDAStream.h>

namespace c10 {
namespace cuda {

/// A CUDAGuard that may have nothing to guard yet.
class OptionalCUDAGuard {
 public:
  OptionalCUDAGuard() = default;
  explicit OptionalCUDAGuard(optional<Device> device) {
    if (device) set_device(*device);
  }
  explicit OptionalCUDAGuard(optional<DeviceIndex> device) {
    if (device) set_index(*device);
  }

  void set_device(Device device) {
    if (guard_) guard_->set_device(device);
    else guard_.emplace(device);
  }
  void set_index(DeviceIndex device) { set_device(Device(::torchpp::kCUDA, device)); }
  optional<Device> original_device() const { return guard_ ? optional<Device>(guard_->original_device()) : nullopt; }
  optional<Device> current_device() const { return guard_ ? optional<Device>(guard_->current_device()) : nullopt; }
  void reset() { guard_.reset(); }

 private:
  optional<CUDAGuard> guard_;
};

/// A CUDAStreamGuard that may have nothing to guard yet.
class OptionalCUDAStreamGuard {
 public:
  OptionalCUDAStreamGuard() = default;
  explicit OptionalCUDAStreamGuard(CUDAStream stream) : guard_(std::in_place, stream) {}
  explicit OptionalCUDAStreamGuard(optional<CUDAStream> stream) {
    if (stream) reset_stream(*stream);
  }

  /// Puts what was guarded back, then guards the stream.
  void reset_stream(CUDAStream stream) {
    guard_.reset();
    guard_.emplace(stream);
  }
  optional<CUDAStream> original_stream() const {
    return guard_ ? optional<CUDAStream>(guard_->original_stream()) : nullopt;
  }
  optional<CUDAStream> current_stream() const {
    return guard_ ? optional<CUDAStream>(guard_->current_stream()) : nullopt;
  }
  void reset() { guard_.reset(); }

 private:
  optional<CUDAStreamGuard> guard_;
};

}  // namespace cuda
}  // namespace c10
