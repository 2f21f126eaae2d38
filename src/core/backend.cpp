// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/backend.h>
#include <torchpp/core/cuda.h>
#include <torchpp/core/error.h>

#include <atomic>

namespace torchpp {
namespace {

std::atomic<const DeviceInterface*> interfaces[32];  // by device type
std::atomic<const DeviceHooks*> hooks_of_type[32];

}  // namespace

void set_device_interface(DeviceType type, const DeviceInterface* interface) {
  TORCHPP_CHECK(type != kCPU && type != kMeta, "set_device_interface: got ", type,
                ", expected a device that another library brings (the CPU has set_cpu_allocator)");
  interfaces[static_cast<int>(type)].store(interface, std::memory_order_release);
}

const DeviceInterface& device_interface(DeviceType type) {
  std::atomic<const DeviceInterface*>& slot = interfaces[static_cast<int>(type)];
  const DeviceInterface* interface = slot.load(std::memory_order_acquire);
  if (TORCHPP_LIKELY(interface != nullptr)) return *interface;
  if (type == kCUDA && cuda::is_available()) interface = slot.load(std::memory_order_acquire);
  TORCHPP_CHECK_NOT_IMPLEMENTED(interface != nullptr, "got device ", type,
                                ", expected one whose backend is linked and registered", type == kCUDA ? ": " : "",
                                type == kCUDA ? cuda::why_unavailable() : "");
  return *interface;
}

void set_device_hooks(DeviceType type, const DeviceHooks* hooks) {
  hooks_of_type[static_cast<int>(type)].store(hooks, std::memory_order_release);
}
const DeviceHooks* device_hooks(DeviceType type) {
  return hooks_of_type[static_cast<int>(type)].load(std::memory_order_acquire);
}

}  // namespace torchpp
