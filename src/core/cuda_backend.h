// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What stands behind torchpp/core/cuda.h: the library's own functions call the backend through one object.

#include <torchpp/core/cuda.h>

namespace torchpp::cuda {

/// The CUDA backend as core sees it. Indices are valid and never -1; all functions throw Error on a fault of the
/// driver.
class Backend {
 public:
  virtual DeviceIndex current_device() = 0;
  virtual void set_device(DeviceIndex device) = 0;
  virtual void synchronize_device(DeviceIndex device) = 0;
  virtual DeviceProperties properties(DeviceIndex device) = 0;
  virtual Generator& generator(DeviceIndex device) = 0;
  virtual bool has_cudnn() noexcept = 0;

  virtual void* stream_from_pool(DeviceIndex device, bool high_priority) = 0;
  virtual void* current_stream(DeviceIndex device) = 0;
  virtual void set_current_stream(DeviceIndex device, void* stream) = 0;
  virtual bool query_stream(DeviceIndex device, void* stream) = 0;
  virtual void synchronize_stream(DeviceIndex device, void* stream) = 0;

  virtual void* make_event(DeviceIndex device, bool timing) = 0;
  virtual void destroy_event(DeviceIndex device, void* event) noexcept = 0;
  virtual void record_event(DeviceIndex device, void* event, void* stream) = 0;
  virtual void wait_event(DeviceIndex device, void* event, void* stream) = 0;
  virtual bool query_event(void* event) = 0;
  virtual void synchronize_event(void* event) = 0;
  virtual float elapsed_ms(void* begin, void* end) = 0;

  virtual MemoryStats memory_stats(DeviceIndex device) = 0;
  virtual void reset_peak(DeviceIndex device) = 0;
  virtual void empty_cache() = 0;
  virtual void set_memory_limit(DeviceIndex device, size_t nbytes) = 0;
  virtual size_t memory_limit(DeviceIndex device) = 0;
  virtual MemoryInfo memory_info(DeviceIndex device) = 0;
  virtual void record_stream(void* data, DeviceIndex device, void* stream) = 0;

 protected:
  ~Backend() = default;
};

/// Called by register_cuda(): `backend` with its devices, or null and why there are none. `why` is never freed.
TORCHPP_API void set_backend(Backend* backend, int device_count, const char* why);

/// Seeds the generators of all devices if CUDA is in use.
void seed_used_devices(uint64_t seed);

/// Notes that the stream uses memory of a device's allocator.
void record_stream(void* data, DeviceIndex device, void* stream);

/// The shared libtorchpp opens the backend's library, which calls set_backend(); the static one returns why there is no
/// backend. Called once. Defined in src/init, the only area that knows how backends are found.
const char* open_backend() noexcept;

}  // namespace torchpp::cuda
