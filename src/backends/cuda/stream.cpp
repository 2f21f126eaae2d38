// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/stream.h"

#include <torchpp/core/error.h>

#include <atomic>
#include <mutex>

namespace torchpp::cuda {
namespace {

// The run-time is asked for the thread's device once: other libraries in the process that change it behind our back
// also restore it, as ours does.
struct ThreadStreams {
  int8_t device;  // -1 until it was asked for
  StreamHandle current[kMaxDevices];
};
// Not initial-exec: the static CUDA run-time's 8 KB of such memory lie in the same library, more than one that is
// opened at run time is given.
__thread ThreadStreams thread_streams = {-1, {}};

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

DeviceIndex current_device_index() {
  if (TORCHPP_UNLIKELY(thread_streams.device < 0)) {
    int device = 0;
    check(driver().get_device(&device), "cudaGetDevice");
    thread_streams.device = static_cast<int8_t>(device);
  }
  return thread_streams.device;
}

void set_device_index(DeviceIndex device) {
  check(driver().set_device(device), "cudaSetDevice");
  thread_streams.device = device;
}

StreamHandle current_stream_of(DeviceIndex device) {
  // Every operator comes by here first; the index of another backend's tensor, given among CUDA's, is negative.
  TORCHPP_CHECK(device >= 0,
                "Expected all tensors to be on the same device, but found at least two devices, one of them not CUDA");
  return thread_streams.current[device];
}
void set_current_stream_of(DeviceIndex device, StreamHandle stream) { thread_streams.current[device] = stream; }

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
  if (TORCHPP_LIKELY(previous_ == device_)) return;
  // What fails here is a driver that is gone; the next call will say so.
  if (driver().set_device(previous_) == kSuccess) thread_streams.device = previous_;
}

}  // namespace torchpp::cuda
