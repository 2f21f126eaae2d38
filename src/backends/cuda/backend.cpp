// SPDX-License-Identifier: BSD-3-Clause
// The backend as core sees it, and how it becomes known.
#include "src/backends/cuda/backend.h"

#include <torchpp/core/backend.h>
#include <torchpp/core/error.h>

#include <atomic>
#include <cstring>

#include "src/backends/cuda/allocator.h"
#include "src/backends/cuda/launch.h"
#include "src/backends/cuda/vendor.h"
#include "src/core/cuda_backend.h"
#include "src/core/generator_impl.h"

namespace torchpp::cuda {
namespace {

Generator* generator_of(DeviceIndex device) {
  // Never destroyed, like the CPU's.
  static Generator* const all = [] {
    auto* list = new Generator[kMaxDevices];
    for (int i = 0; i < kMaxDevices; ++i)
      list[i] = make_philox(initial_seed(), Device(kCUDA, static_cast<DeviceIndex>(i)));
    return list;
  }();
  return &all[device];
}

class CudaBackend final : public Backend {
 public:
  DeviceIndex current_device() override { return current_device_index(); }
  void set_device(DeviceIndex device) override { set_device_index(device); }
  void synchronize_device(DeviceIndex device) override {
    const OnDevice on(device);
    check(driver().synchronize_device(), "cudaDeviceSynchronize");
  }
  DeviceProperties properties(DeviceIndex device) override { return properties_of(device); }
  Generator& generator(DeviceIndex device) override { return *generator_of(device); }
  bool has_cudnn() noexcept override { return cudnn_is_found(); }

  void* stream_from_pool(DeviceIndex device, bool high_priority) override {
    return next_pool_stream(device, high_priority);
  }
  void* current_stream(DeviceIndex device) override { return current_stream_of(device); }
  void set_current_stream(DeviceIndex device, void* stream) override { set_current_stream_of(device, stream); }
  bool query_stream(DeviceIndex device, void* stream) override {
    const OnDevice on(device);
    return reached(driver().query_stream(stream), "cudaStreamQuery");
  }
  void synchronize_stream(DeviceIndex device, void* stream) override {
    const OnDevice on(device);
    check(driver().synchronize_stream(stream), "cudaStreamSynchronize");
  }

  void* make_event(DeviceIndex device, bool timing) override {
    const OnDevice on(device);
    EventHandle event = nullptr;
    check(driver().create_event(&event, timing), "cudaEventCreate");
    return event;
  }
  void destroy_event(DeviceIndex, void* event) noexcept override { driver().destroy_event(event); }
  void record_event(DeviceIndex device, void* event, void* stream) override {
    const OnDevice on(device);
    check(driver().record_event(event, stream), "cudaEventRecord");
  }
  void wait_event(DeviceIndex device, void* event, void* stream) override {
    const OnDevice on(device);
    check(driver().wait_event(stream, event), "cudaStreamWaitEvent");
  }
  bool query_event(void* event) override { return reached(driver().query_event(event), "cudaEventQuery"); }
  void synchronize_event(void* event) override { check(driver().synchronize_event(event), "cudaEventSynchronize"); }
  float elapsed_ms(void* begin, void* end) override {
    float ms = 0;
    check(driver().elapsed_ms(&ms, begin, end), "cudaEventElapsedTime");
    return ms;
  }

  MemoryStats memory_stats(DeviceIndex device) override { return allocator_of(device).stats(); }
  void reset_peak(DeviceIndex device) override { allocator_of(device).reset_peak(); }
  void empty_cache() override {
    int count = 0;
    check(driver().device_count(&count), "cudaGetDeviceCount");
    for (int i = 0; i < count && i < kMaxDevices; ++i) {
      CachingAllocator& allocator = allocator_of(static_cast<DeviceIndex>(i));
      // A device that was not used stays so: going there would cost its memory hundreds of megabytes.
      if (allocator.stats().num_device_allocations > 0) allocator.empty_cache();
    }
    pinned_allocator().empty_cache();
  }
  void set_memory_limit(DeviceIndex device, size_t nbytes) override { allocator_of(device).set_limit(nbytes); }
  size_t memory_limit(DeviceIndex device) override { return allocator_of(device).limit(); }
  MemoryInfo memory_info(DeviceIndex device) override {
    const OnDevice on(device);
    MemoryInfo info;
    check(driver().memory_info(&info.free, &info.total), "cudaMemGetInfo");
    return info;
  }
  void record_stream(void* data, DeviceIndex device, void* stream) override {
    allocator_of(device).record_stream(data, stream);
  }
};

void order_streams(DeviceIndex device, void* first, void* then) {
  const OnDevice on(device);
  Mark mark;
  mark.record(first);
  mark.block(then);
}

int& usable_devices() {
  static int count = 0;
  return count;
}

// The reason why no device can be used, as a text that is never freed; null if they can, and then `count` is set.
const char* find_devices(int* count) {
  static char text[512];
  const Driver& d = driver();
  const int status = d.device_count(count);
  if (status == kSuccess && *count > 0) {
    if (*count > kMaxDevices) *count = kMaxDevices;
    return nullptr;
  }
  d.take_last_error();
  int of_driver = 0, of_runtime = 0;
  d.driver_version(&of_driver);
  d.runtime_version(&of_runtime);
  std::string why;
  if (of_driver == 0) {
    why = str("no NVIDIA driver was found (CUDA ", of_runtime / 1000, ".", of_runtime % 1000 / 10,
              " is what torchpp was built with)");
  } else if (status == kErrorInsufficientDriver) {
    why = str("the NVIDIA driver is too old: it supports CUDA ", of_driver / 1000, ".", of_driver % 1000 / 10,
              ", torchpp was built with CUDA ", of_runtime / 1000, ".", of_runtime % 1000 / 10, "; update the driver");
  } else if (status == kErrorNoDevice || (status == kSuccess && *count == 0)) {
    why = "no CUDA device was found (the driver is there; CUDA_VISIBLE_DEVICES may hide them)";
  } else {
    why = str("the CUDA driver reports: ", d.error_text(status), " (", d.error_name(status), ")");
  }
  std::strncpy(text, why.c_str(), sizeof text - 1);
  return text;
}

}  // namespace

void register_backend() noexcept {
  static CudaBackend backend;
  static const DeviceInterface interface = [] {
    DeviceInterface i;
    i.allocator = [](DeviceIndex index) -> Allocator* { return &allocator_of(index); };
    i.count = [] { return usable_devices(); };
    i.current = &current_device_index;
    i.pinned_allocator = []() -> Allocator* { return &pinned_allocator(); };
    i.default_generator = &generator_of;
    return i;
  }();
  static const DeviceHooks hooks = [] {
    DeviceHooks h;
    h.enter_thread = [](Device device) { set_device_index(device.index()); };
    h.stream = [](DeviceIndex device) -> void* { return current_stream_of(device); };
    h.set_stream = [](DeviceIndex device, void* stream) { set_current_stream_of(device, stream); };
    h.order = &order_streams;
    h.keep = [](const TensorBase& t, void* stream) {
      if (t.has_storage()) allocator_of(t.device().index()).record_stream(t.storage().data(), stream);
    };
    return h;
  }();
  int count = 0;
  const char* why = find_devices(&count);
  if (why != nullptr) return set_backend(nullptr, 0, why);
  usable_devices() = count;
  register_kernels();
  set_device_interface(kCUDA, &interface);
  set_device_hooks(kCUDA, &hooks);
  set_backend(&backend, count, nullptr);
}

}  // namespace torchpp::cuda
