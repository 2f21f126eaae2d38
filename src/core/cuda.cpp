// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/backend.h>
#include <torchpp/core/cuda.h>
#include <torchpp/core/error.h>
#include <torchpp/core/settings.h>

#include <atomic>
#include <mutex>
#include <utility>

#include "src/core/cuda_backend.h"

namespace torchpp::cuda {
namespace {

std::atomic<Backend*> registered;
std::atomic<int> registered_count;
std::atomic<const char*> reason;  // null until somebody looked
std::atomic<bool> tf32{false}, tf32_convolution{true}, deterministic_convolution{false}, convolution_benchmark{false};

// The backend, looked for once; null when there is none, and then `reason` is set.
Backend* find() noexcept {
  Backend* b = registered.load(std::memory_order_acquire);
  if (TORCHPP_LIKELY(b != nullptr) || reason.load(std::memory_order_acquire) != nullptr) return b;
  static std::mutex& opening = *new std::mutex;
  const std::lock_guard<std::mutex> lock(opening);
  if (registered.load(std::memory_order_acquire) == nullptr && reason.load(std::memory_order_acquire) == nullptr) {
    const char* why = open_backend();
    if (registered.load(std::memory_order_acquire) == nullptr && reason.load(std::memory_order_acquire) == nullptr)
      reason.store(why, std::memory_order_release);
  }
  return registered.load(std::memory_order_acquire);
}

Backend& backend() {
  Backend* b = find();
  TORCHPP_CHECK(b != nullptr, "CUDA is not available: ", reason.load(std::memory_order_acquire));
  return *b;
}

DeviceIndex checked(Backend& b, int64_t device) {
  if (device == -1) return b.current_device();
  const int count = registered_count.load(std::memory_order_acquire);
  TORCHPP_CHECK(device >= 0 && device < count, "CUDA device: got index ", device, ", expected 0 to ", count - 1,
                " (invalid device ordinal)");
  return static_cast<DeviceIndex>(device);
}

}  // namespace

void set_backend(Backend* b, int device_count, const char* why) {
  registered_count.store(b != nullptr ? device_count : 0, std::memory_order_release);
  reason.store(b != nullptr ? nullptr : why, std::memory_order_release);
  registered.store(b, std::memory_order_release);
}

bool is_available() noexcept { return device_count() > 0; }
DeviceIndex device_count() noexcept {
  return find() != nullptr ? static_cast<DeviceIndex>(registered_count.load(std::memory_order_acquire))
                           : DeviceIndex{0};
}
const char* why_unavailable() noexcept { return find() != nullptr ? "" : reason.load(std::memory_order_acquire); }
bool cudnn_is_available() noexcept {
  Backend* b = find();
  return b != nullptr && b->has_cudnn();
}

void allow_tf32(bool allowed) noexcept { tf32.store(allowed, std::memory_order_relaxed); }
bool is_tf32_allowed() noexcept { return tf32.load(std::memory_order_relaxed); }
void allow_tf32_convolution(bool allowed) noexcept { tf32_convolution.store(allowed, std::memory_order_relaxed); }
bool is_tf32_convolution_allowed() noexcept { return tf32_convolution.load(std::memory_order_relaxed); }
void set_deterministic_convolution(bool deterministic) noexcept {
  deterministic_convolution.store(deterministic, std::memory_order_relaxed);
}
bool is_convolution_deterministic() noexcept {
  return deterministic_convolution.load(std::memory_order_relaxed) || are_deterministic_algorithms_enabled();
}
void set_convolution_benchmark(bool benchmark) noexcept {
  convolution_benchmark.store(benchmark, std::memory_order_relaxed);
}
bool is_convolution_benchmark() noexcept { return convolution_benchmark.load(std::memory_order_relaxed); }

DeviceIndex current_device() { return backend().current_device(); }
void set_device(DeviceIndex device) {
  Backend& b = backend();
  b.set_device(checked(b, device));
}
void synchronize(int64_t device_index) {
  Backend& b = backend();
  b.synchronize_device(checked(b, device_index));
}
Generator& default_generator(DeviceIndex device) {
  Backend& b = backend();
  return b.generator(checked(b, device));
}
void manual_seed(uint64_t seed) {
  Generator& g = default_generator();
  const std::lock_guard<GeneratorMutex> lock(g.mutex());
  g.set_current_seed(seed);
}
void manual_seed_all(uint64_t seed) {
  if (find() != nullptr) seed_used_devices(seed);
}
void seed_used_devices(uint64_t seed) {
  Backend* b = registered.load(std::memory_order_acquire);
  if (b == nullptr) return;
  const int count = registered_count.load(std::memory_order_acquire);
  for (int i = 0; i < count; ++i) {
    Generator& g = b->generator(static_cast<DeviceIndex>(i));
    const std::lock_guard<GeneratorMutex> lock(g.mutex());
    g.set_current_seed(seed);
  }
}
DeviceProperties get_device_properties(DeviceIndex device) {
  Backend& b = backend();
  return b.properties(checked(b, device));
}

// ---- streams

bool CUDAStream::query() const { return backend().query_stream(device_, stream_); }
void CUDAStream::synchronize() const { backend().synchronize_stream(device_, stream_); }
CUDAStream getStreamFromPool(bool isHighPriority, DeviceIndex device) {
  Backend& b = backend();
  const DeviceIndex index = checked(b, device);
  return CUDAStream(index, b.stream_from_pool(index, isHighPriority));
}
CUDAStream getDefaultCUDAStream(DeviceIndex device) { return CUDAStream(checked(backend(), device), nullptr); }
CUDAStream getCurrentCUDAStream(DeviceIndex device) {
  Backend& b = backend();
  const DeviceIndex index = checked(b, device);
  return CUDAStream(index, b.current_stream(index));
}
void setCurrentCUDAStream(CUDAStream stream) { backend().set_current_stream(stream.device_index(), stream.stream()); }

CUDAGuard::CUDAGuard(DeviceIndex device) : original_(cuda::current_device()), current_(original_) { set_index(device); }
CUDAGuard::CUDAGuard(Device device) : original_(cuda::current_device()), current_(original_) { set_device(device); }
CUDAGuard::~CUDAGuard() {
  // Only a driver that is gone fails here, and then there is nothing left to restore.
  if (current_ != original_) try {
      backend().set_device(original_);
    } catch (const Error&) {
    }
}
void CUDAGuard::set_index(DeviceIndex device) {
  Backend& b = backend();
  const DeviceIndex index = checked(b, device);
  if (index != current_) b.set_device(index);
  current_ = index;
}
void CUDAGuard::set_device(Device device) {
  TORCHPP_CHECK(device.is_cuda(), "CUDAGuard: got device ", device, ", expected a CUDA device");
  set_index(device.index());
}

CUDAStreamGuard::CUDAStreamGuard(CUDAStream stream)
    : device_(stream.device_index()), current_(stream), original_(getCurrentCUDAStream(stream.device_index())) {
  setCurrentCUDAStream(stream);
}
CUDAStreamGuard::~CUDAStreamGuard() { backend().set_current_stream(original_.device_index(), original_.stream()); }

// ---- events

CUDAEvent::~CUDAEvent() {
  if (event_ != nullptr) backend().destroy_event(device_, event_);
}
CUDAEvent::CUDAEvent(CUDAEvent&& o) noexcept
    : event_(std::exchange(o.event_, nullptr)), device_(o.device_), timing_(o.timing_) {}
CUDAEvent& CUDAEvent::operator=(CUDAEvent&& o) noexcept {
  std::swap(event_, o.event_);
  std::swap(device_, o.device_);
  std::swap(timing_, o.timing_);
  return *this;
}
void CUDAEvent::record(const CUDAStream& stream) {
  Backend& b = backend();
  if (event_ == nullptr) {
    event_ = b.make_event(stream.device_index(), timing_);
    device_ = stream.device_index();
  }
  TORCHPP_CHECK(device_ == stream.device_index(), "Event device ", static_cast<int>(device_),
                " does not match recording stream's device ", static_cast<int>(stream.device_index()), ".");
  b.record_event(device_, event_, stream.stream());
}
void CUDAEvent::record() { record(getCurrentCUDAStream()); }
void CUDAEvent::block(const CUDAStream& stream) const {
  if (event_ != nullptr) backend().wait_event(stream.device_index(), event_, stream.stream());
}
bool CUDAEvent::query() const { return event_ == nullptr || backend().query_event(event_); }
void CUDAEvent::synchronize() const {
  if (event_ != nullptr) backend().synchronize_event(event_);
}
float CUDAEvent::elapsed_time(const CUDAEvent& end) const {
  TORCHPP_CHECK(isCreated() && end.isCreated(), "Both events must be recorded before calculating elapsed time.");
  TORCHPP_CHECK(timing_ && end.timing_, "elapsed_time: got an event made without timing, expected CUDAEvent(true)");
  return backend().elapsed_ms(event_, end.event_);
}

// ---- memory

void record_stream(void* data, DeviceIndex device, void* stream) { backend().record_stream(data, device, stream); }

MemoryStats memory_stats(DeviceIndex device) {
  Backend& b = backend();
  return b.memory_stats(checked(b, device));
}
void reset_peak_memory_stats(DeviceIndex device) {
  Backend& b = backend();
  b.reset_peak(checked(b, device));
}
void empty_cache() {
  if (Backend* b = find()) b->empty_cache();
}
void set_memory_limit(size_t nbytes, DeviceIndex device) {
  Backend& b = backend();
  b.set_memory_limit(checked(b, device), nbytes);
}
size_t memory_limit(DeviceIndex device) {
  Backend& b = backend();
  return b.memory_limit(checked(b, device));
}
MemoryInfo mem_get_info(DeviceIndex device) {
  Backend& b = backend();
  return b.memory_info(checked(b, device));
}

}  // namespace torchpp::cuda
