// SPDX-License-Identifier: BSD-3-Clause
#include "tests/cuda_emulation/driver.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>

#include "src/backends/cuda/backend.h"

namespace torchpp::cuda::emulation {
namespace {

thread_local int current_device = 0;

std::mutex& mutex() {
  static std::mutex& m = *new std::mutex;
  return m;
}
struct Allocation {
  size_t nbytes;
  int device;
};
std::map<void*, Allocation>& allocations() {
  static auto& m = *new std::map<void*, Allocation>;
  return m;
}

constexpr int kErrorInvalidValue = 1;  // cudaErrorInvalidValue

// An event knows whether it was recorded while events were held back.
struct Event {
  std::atomic<bool> held{false};
  bool timing = false;
};

// Whether work is done. As the run-time does, keeps "not ready" as the last error, too.
int answer(bool done) {
  if (done) return kSuccess;
  machine().next_launch_error = kNotReady;
  return kNotReady;
}

// Aligned as the run-time's memory. Ends at the byte, behind which the address sanitizer sees each access.
void* host_bytes(size_t nbytes) {
  void* p = nullptr;
  return posix_memalign(&p, 512, nbytes) == 0 ? p : nullptr;
}

int allocate(void** p, size_t nbytes) {
  Machine& m = machine();
  const std::lock_guard<std::mutex> lock(mutex());
  if (m.used[current_device] + nbytes > m.capacity) return kErrorMemoryAllocation;
  *p = host_bytes(nbytes);
  if (*p == nullptr) return kErrorMemoryAllocation;
  // Filled with a pattern, so that reads of unwritten memory show.
  std::memset(*p, 0xcd, nbytes);
  m.used[current_device] += nbytes;
  ++m.allocations;
  allocations()[*p] = {nbytes, current_device};
  return kSuccess;
}
int deallocate(void* p) {
  const std::lock_guard<std::mutex> lock(mutex());
  const auto at = allocations().find(p);
  if (at == allocations().end()) return kErrorInvalidValue;
  machine().used[at->second.device] -= at->second.nbytes;
  ++machine().frees;
  allocations().erase(at);
  std::free(p);
  return kSuccess;
}

// Where there is no memory there is nothing to copy: who asks for that has forgotten a case.
int copy(void* to, const void* from, size_t nbytes) {
  if (to == nullptr || from == nullptr) return kErrorInvalidValue;
  ++machine().copies;
  std::memmove(to, from, nbytes);
  return kSuccess;
}

Driver make() {
  Driver d;
  d.device_count = [](int* n) {
    *n = machine().devices;
    return machine().count_status;
  };
  d.get_device = [](int* i) {
    *i = current_device;
    return kSuccess;
  };
  d.set_device = [](int i) {
    if (i < 0 || i >= machine().devices) return 101;  // cudaErrorInvalidDevice
    current_device = i;
    return kSuccess;
  };
  d.properties = [](DeviceProperties* p, int device) {
    std::strncpy(p->name, "emulated", sizeof p->name - 1);
    // One of today, and one for which some things have to be done in another way.
    p->major = device == 0 ? 9 : 7;
    p->minor = device == 0 ? 0 : 5;
    p->multi_processor_count = 2;
    p->total_memory = machine().capacity;
    p->shared_memory_per_block = size_t{48} << 10;
    p->max_threads_per_block = 1024;
    p->max_threads_per_multi_processor = 1024;
    return kSuccess;
  };
  d.synchronize_device = [] {
    ++machine().synchronisations;
    return kSuccess;
  };
  d.driver_version = [](int* v) {
    *v = machine().driver_version;
    return kSuccess;
  };
  d.runtime_version = [](int* v) {
    *v = machine().runtime_version;
    return kSuccess;
  };
  d.allocate = &allocate;
  d.deallocate = &deallocate;
  d.memory_info = [](size_t* free, size_t* total) {
    *total = machine().capacity;
    *free = *total - machine().used[current_device];
    return kSuccess;
  };
  d.allocate_pinned = [](void** p, size_t nbytes) {
    ++machine().pinned_allocations;
    *p = host_bytes(nbytes);
    return *p != nullptr ? kSuccess : kErrorMemoryAllocation;
  };
  d.deallocate_pinned = [](void* p) {
    ++machine().pinned_frees;
    std::free(p);
    return kSuccess;
  };
  d.copy = [](void* to, const void* from, size_t nbytes, StreamHandle) { return copy(to, from, nbytes); };
  d.copy_peer = [](void* to, int, const void* from, int, size_t nbytes, StreamHandle) {
    return copy(to, from, nbytes);
  };
  d.fill = [](void* p, int byte, size_t nbytes, StreamHandle) {
    if (p == nullptr) return kErrorInvalidValue;
    std::memset(p, byte, nbytes);
    return kSuccess;
  };
  d.create_stream = [](StreamHandle* s, bool) {
    *s = reinterpret_cast<StreamHandle>(0x1000 + 16 * ++machine().streams);
    return kSuccess;
  };
  d.query_stream = [](StreamHandle) { return answer(machine().events_pass); };
  d.synchronize_stream = [](StreamHandle) {
    ++machine().synchronisations;
    return kSuccess;
  };
  d.wait_event = [](StreamHandle, EventHandle) {
    ++machine().waits;
    machine().waiting_device = current_device;
    return kSuccess;
  };
  d.create_event = [](EventHandle* e, bool timing) {
    ++machine().events;
    auto* event = new Event;
    event->timing = timing;
    *e = event;
    return kSuccess;
  };
  d.destroy_event = [](EventHandle e) {
    --machine().events;
    delete static_cast<Event*>(e);
    return kSuccess;
  };
  d.record_event = [](EventHandle e, StreamHandle) {
    static_cast<Event*>(e)->held = !machine().events_pass;
    return kSuccess;
  };
  d.query_event = [](EventHandle e) { return answer(!static_cast<Event*>(e)->held || machine().events_pass); };
  d.synchronize_event = [](EventHandle e) {
    static_cast<Event*>(e)->held = false;
    return kSuccess;
  };
  d.elapsed_ms = [](float* ms, EventHandle a, EventHandle b) {
    *ms = 0;
    return static_cast<Event*>(a)->timing && static_cast<Event*>(b)->timing ? kSuccess : 400;
  };
  d.take_last_error = [] { return machine().next_launch_error.exchange(0); };
  d.error_name = [](int code) {
    return code == kErrorMemoryAllocation ? "cudaErrorMemoryAllocation"
           : code == kErrorNoDevice       ? "cudaErrorNoDevice"
                                          : "cudaErrorEmulated";
  };
  d.error_text = [](int code) {
    return code == kErrorMemoryAllocation ? "out of memory"
           : code == kErrorNoDevice       ? "no CUDA-capable device is detected"
                                          : "emulated fault";
  };
  return d;
}

}  // namespace

Machine& machine() {
  static Machine& m = *new Machine;
  return m;
}
const Driver& driver_table() {
  static const Driver table = make();
  return table;
}

void register_emulated() {
  static std::once_flag once;
  std::call_once(once, [] {
    set_driver(&driver_table());
    register_backend();
  });
}

}  // namespace torchpp::cuda::emulation
