// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file How the library reaches the devices of a kind; what a backend that another library brings tells it once.

#include <torchpp/core/device.h>
#include <torchpp/core/memory.h>

namespace torchpp {

class Generator;

/// The devices of one kind. The functions are called from any thread; only `allocator` is a must.
struct DeviceInterface {
  /// The memory of a device. The allocator must live for ever.
  Allocator* (*allocator)(DeviceIndex index) = nullptr;
  /// How many devices there are; null: 1.
  int (*count)() = nullptr;
  /// The calling thread's device, which Device(type) without an index means; null: 0.
  DeviceIndex (*current)() = nullptr;
  /// Host memory that the device copies from and to while the program goes on; null: pinned memory is an error.
  Allocator* (*pinned_allocator)() = nullptr;
  /// The generator that random operators of the device use when given none; null: the CPU's.
  Generator* (*default_generator)(DeviceIndex index) = nullptr;
};

/// Tells the library of a kind of device. The interface must live for ever; null takes the kind away.
TORCHPP_API void set_device_interface(DeviceType type, const DeviceInterface* interface);
/// The interface of a kind of device. The first call for CUDA opens the library of its backend where the program's form
/// of torchpp does that. Throws NotImplementedError that says what is missing when there is none.
TORCHPP_API const DeviceInterface& device_interface(DeviceType type);

}  // namespace torchpp
