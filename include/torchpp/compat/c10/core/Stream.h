// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Streams of any device by device and number. Only CUDA has more than one: <c10/cuda/CUDAStream.h>.

#include <ATen/core/ATenGeneral.h>
#include <c10/core/Device.h>

#include <functional>
#include <ostream>

namespace c10 {

using StreamId = int64_t;

class Stream final {
 public:
  enum Unsafe { UNSAFE };
  enum Default { DEFAULT };
  explicit Stream(Unsafe, Device device, StreamId id) : device_(device), id_(id) {}
  explicit Stream(Default, Device device) : Stream(UNSAFE, device, 0) {}

  Device device() const noexcept { return device_; }
  DeviceType device_type() const noexcept { return device_.type(); }
  DeviceIndex device_index() const noexcept { return device_.index(); }
  StreamId id() const noexcept { return id_; }
  /// Of the CPU, whose work is done when a call returns; CUDA's class is c10::cuda::CUDAStream.
  bool query() const {
    synchronize();
    return true;
  }
  void synchronize() const {
    TORCHPP_CHECK(device_.is_cpu(), "Stream: got a stream of ", device_, ", expected one of the CPU");
  }
  template <class Event>
  void wait(const Event& event) const {
    event.block(*this);
  }
  friend bool operator==(const Stream& a, const Stream& b) noexcept { return a.device_ == b.device_ && a.id_ == b.id_; }
  friend bool operator!=(const Stream& a, const Stream& b) noexcept { return !(a == b); }
  friend std::ostream& operator<<(std::ostream& out, const Stream& s) {
    return out << "stream " << s.id_ << " on device " << s.device_.str();
  }

 private:
  Device device_;
  StreamId id_;
};

}  // namespace c10

namespace std {
template <>
struct hash<::c10::Stream> {
  size_t operator()(const ::c10::Stream& s) const {
    return hash<::torchpp::Device>()(s.device()) << 48 ^ hash<int64_t>()(s.id());
  }
};
}  // namespace std
