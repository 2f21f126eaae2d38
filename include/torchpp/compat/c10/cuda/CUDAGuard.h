// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <c10/cuda/CUDAStream.h>

#include <optional>

namespace c10 {
namespace cuda {

/// A CUDAGuard that may have nothing to guard yet.
class OptionalCUDAGuard {
 public:
  OptionalCUDAGuard() = default;
  explicit OptionalCUDAGuard(std::optional<Device> device) {
    if (device) set_device(*device);
  }
  explicit OptionalCUDAGuard(std::optional<DeviceIndex> device) {
    if (device) set_index(*device);
  }

  void set_device(Device device) {
    if (guard_) guard_->set_device(device);
    else guard_.emplace(device);
  }
  void set_index(DeviceIndex device) { set_device(Device(::torchpp::kCUDA, device)); }
  std::optional<Device> original_device() const {
    return guard_ ? std::optional<Device>(guard_->original_device()) : std::nullopt;
  }
  std::optional<Device> current_device() const {
    return guard_ ? std::optional<Device>(guard_->current_device()) : std::nullopt;
  }
  void reset() { guard_.reset(); }

 private:
  std::optional<CUDAGuard> guard_;
};

/// A CUDAStreamGuard that may have nothing to guard yet.
class OptionalCUDAStreamGuard {
 public:
  OptionalCUDAStreamGuard() = default;
  explicit OptionalCUDAStreamGuard(CUDAStream stream) : guard_(std::in_place, stream) {}
  explicit OptionalCUDAStreamGuard(std::optional<CUDAStream> stream) {
    if (stream) reset_stream(*stream);
  }

  /// Puts what was guarded back, then guards the stream.
  void reset_stream(CUDAStream stream) {
    guard_.reset();
    guard_.emplace(stream);
  }
  std::optional<CUDAStream> original_stream() const {
    return guard_ ? std::optional<CUDAStream>(guard_->original_stream()) : std::nullopt;
  }
  std::optional<CUDAStream> current_stream() const {
    return guard_ ? std::optional<CUDAStream>(guard_->current_stream()) : std::nullopt;
  }
  void reset() { guard_.reset(); }

 private:
  std::optional<CUDAStreamGuard> guard_;
};

}  // namespace cuda
}  // namespace c10
