// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/stream.h"

#include <torchpp/core/error.h>

#include <atomic>
#include <mutex>

namespace torchpp::cuda {
namespace {

// Not initial-exec: the static CUDA run-time's 8 KB of such memory lie in the same library, more than one that is
// opened at run time is given.
__thread StreamHandle current_streams[kMaxDevices];

struct Pool {
  std::atomic<StreamHandle> streams[kStreamsPerPool];
  std::atomic<uint32_t> next;
};
Pool pools[kMaxDevices][2];
std::mutex& creating() {
  static std::mutex& m = *new std::mutex;
  return m;
}

}  // namespace

// Asked each time: a program with CUDA code of its own calls cudaSetDevice, too.
DeviceIndex current_device_index() {
  int device = 0;
  check(driver().get_device(&device), "cudaGetDevice");
  return static_cast<DeviceIndex>(device);
}

void set_device_index(DeviceIndex device) { check(driver().set_device(device), "cudaSetDevice"); }

StreamHandle current_stream_of(DeviceIndex device) {
  // Every operator comes by here first; the index of another backend's tensor, given among CUDA's, is negative.
  TORCHPP_CHECK(device >= 0,
                "Expected all tensors to be on the same device, but found at least two devices, one of them not CUDA");
  return current_streams[device];
}
void set_current_stream_of(DeviceIndex device, StreamHandle stream) { current_streams[device] = stream; }

StreamHandle next_pool_stream(DeviceIndex device, bool high_priority) {
  Pool& pool = pools[device][high_priority ? 1 : 0];
  std::atomic<StreamHandle>& slot =
      pool.streams[pool.next.fetch_add(1, std::memory_order_relaxed) % static_cast<uint32_t>(kStreamsPerPool)];
  StreamHandle stream = slot.load(std::memory_order_acquire);
  if (stream != nullptr) return stream;
  const std::lock_guard<std::mutex> lock(creating());
  stream = slot.load(std::memory_order_relaxed);
  if (stream == nullptr) {
    const OnDevice on(device);
    check(driver().create_stream(&stream, high_priority), "cudaStreamCreateWithPriority");
    slot.store(stream, std::memory_order_release);
  }
  return stream;
}

void OnDevice::restore() noexcept {
  // Errors are ignored: this fails only when the driver is unloaded, which the next call reports.
  if (TORCHPP_UNLIKELY(previous_ != device_)) driver().set_device(previous_);
}

}  // namespace torchpp::cuda
