// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Device memory for the length of a call.

#include "src/backends/cuda/allocator.h"

namespace torchpp::cuda {

/// Memory of the device's current stream. Work launched on that stream may still use the memory when the object is
/// destroyed: the allocator gives the memory only to later work of the same stream.
class Workspace {
 public:
  Workspace(DeviceIndex device, size_t nbytes) : device_(device), nbytes_(nbytes) {
    if (nbytes > 0) data_ = allocator_of(device).allocate(nbytes);
  }
  ~Workspace() {
    if (data_ != nullptr) allocator_of(device_).deallocate(data_, nbytes_);
  }
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  /// Null when no bytes were asked for.
  void* data() const { return data_; }
  size_t nbytes() const { return nbytes_; }

 private:
  const DeviceIndex device_;
  const size_t nbytes_;
  void* data_ = nullptr;
};

}  // namespace torchpp::cuda
