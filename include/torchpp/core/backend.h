// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The interface between the library and a backend for one kind of device, which the backend registers once.

#include <torchpp/core/device.h>
#include <torchpp/core/memory.h>

namespace torchpp {

class Generator;
class TensorBase;

/// The devices of one kind. The functions are called from any thread; only `allocator` is a must.
struct DeviceInterface {
  /// The allocator of a device's memory, which must never be destroyed.
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

/// Registers a kind of device. The interface must never be destroyed; null removes the kind.
TORCHPP_API void set_device_interface(DeviceType type, const DeviceInterface* interface);
/// The interface of a kind of device. The first call for CUDA opens the library of its backend where the program's form
/// of torchpp does that. Throws NotImplementedError that says what is missing when there is none.
TORCHPP_API const DeviceInterface& device_interface(DeviceType type);

/// How backward runs the nodes of a kind of device: in a thread of their own, one per device.
struct DeviceHooks {
  /// Called first in that thread.
  void (*enter_thread)(Device device) = nullptr;
  /// Called in the thread that called backward, for every device that took part, when all nodes are done.
  void (*finish)(Device device) = nullptr;

  // Where work is queued in streams, all four: a node runs on the stream that was current when its operator ran, after
  // what its gradients come from, and the caller's stream goes on after all of them.
  void* (*stream)(DeviceIndex device) = nullptr;  ///< the calling thread's
  void (*set_stream)(DeviceIndex device, void* stream) = nullptr;
  /// Work that is queued on stream `then` from now on starts after the work that stream `first` holds now.
  void (*order)(DeviceIndex device, void* first, void* then) = nullptr;
  /// The tensor's memory, when it is freed, is not given to others before what `stream` holds then is done.
  void (*keep)(const TensorBase& tensor, void* stream) = nullptr;
};
/// Nodes of devices without hooks run in the calling thread. The hooks must never be destroyed; null removes them.
TORCHPP_API void set_device_hooks(DeviceType type, const DeviceHooks* hooks);
/// The hooks of a kind of device, or null.
TORCHPP_API const DeviceHooks* device_hooks(DeviceType type);

}  // namespace torchpp
